"""How fast the engine is, with a peer's figure from the same run beside each: the list of benchmarks.

A benchmark is a function of the number of repeats, and of a number by which the work is divided, that yields measures; add
yours to `BENCHMARKS`. Our runs and the peer's alternate, so whatever else the machine does affects both.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from time import perf_counter, process_time
from typing import Any

from mam.engine.benchmarks.belief import measure_sure
from mam.engine.benchmarks.measures import Benchmark, Measure, run
from mam.engine.benchmarks.solver import measure_long_solving, measure_solving
from mam.engine.rollouts.playouts import play_out
from mam.rules.editions import list_editions

_EDITION, _SEED = list_editions()[0], 1
_ROUNDS = 400_000  # in one of our runs, some tenths of a second
_HANDS = 20_000  # in one of OpenSpiel's runs


# Rounds


def measure_rounds(repeats: int, divisor: int = 1) -> Iterator[Measure]:
    """Measure rounds of each policy on one core, compare random ones with OpenSpiel's rollouts, and two threads with one."""
    missing = _find_missing()
    rounds, hands = _ROUNDS // divisor, _HANDS // divisor
    for policy in ("random", "rulebook", "club"):  # compiles
        _rate(policy, rounds)
    random_rates, peer_rates, rulebook_rates, club_rates, portable_rates = [], [], [], [], []
    for _ in range(repeats):
        random_rates.append(_rate("random", rounds))
        rulebook_rates.append(_rate("rulebook", rounds))
        club_rates.append(_rate("club", rounds))
        portable_rates.append(_portable_rate(rounds))
        peer_rates += [] if missing else [_spades(hands)]
    how = "shuffle, deal, nest, discard, 52 cards, money; CPU time, one thread"
    peer = ("OpenSpiel's C++ rollouts of spades", tuple(peer_rates), missing)
    yield Measure("random rounds", "rounds/s", tuple(random_rates), how, True, *peer)
    yield Measure(
        "random rounds, portable path", "rounds/s", tuple(portable_rates), f"{how}; without pdep", True, *peer
    )
    yield Measure(
        "rulebook rounds", "rounds/s", tuple(rulebook_rates), how, True, "our random rounds", tuple(random_rates)
    )
    yield Measure("club rounds", "rounds/s", tuple(club_rates), how, True, "our rulebook rounds", tuple(rulebook_rates))
    one_thread, two_threads = zip(*[(_wall(1, rounds), _wall(2, rounds)) for _ in range(repeats)], strict=True)
    yield Measure(
        "random rounds, two threads", "rounds/s", two_threads, "as above; wall time", True, "one thread", one_thread
    )


def _rate(policy: str, rounds: int) -> float:
    rounds //= {"random": 1, "rulebook": 2, "club": 8}[policy]  # so that each takes about as long
    start_time = process_time()
    play_out(_EDITION, rounds, seed=_SEED, policy=policy, threads=1)
    return rounds / (process_time() - start_time)


def _portable_rate(rounds: int) -> float:
    before = os.environ.get("MAM_PORTABLE")
    os.environ["MAM_PORTABLE"] = "1"
    try:
        play_out(_EDITION, 1, seed=_SEED, threads=1)
        return _rate("random", rounds)
    finally:
        del os.environ["MAM_PORTABLE"]
        if before is not None:
            os.environ["MAM_PORTABLE"] = before


def _wall(threads: int, rounds: int) -> float:
    began = perf_counter()
    play_out(_EDITION, 2 * rounds, seed=_SEED, threads=threads)
    return 2 * rounds / (perf_counter() - began)


# A peer runs in a process of its own, so that neither can hurt the other. Python takes no part in the loop: a
# search of one simulation evaluates the position, a spades deal after the bidding, by `hands` random rollouts in C++.
_SPADES = f"""
import pyspiel, random, sys, time
hands = int(sys.argv[1])
game = pyspiel.load_game("spades")
state = game.new_initial_state()
rng = random.Random({_SEED})
while state.is_chance_node():
    state.apply_action(rng.choice(state.legal_actions()))
for _ in range(4):
    state.apply_action(state.legal_actions()[3])
evaluator = pyspiel.RandomRolloutEvaluator(hands, {_SEED})
bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, {_SEED}, False)
began = time.process_time()
bot.mcts_search(state)
print(hands / (time.process_time() - began))
"""


def _spades(hands: int) -> float:
    """Return the hands per second of OpenSpiel's own C++ loop, without dealing."""
    return _number_from(_SPADES, str(hands))


def _number_from(code: str, *arguments: str) -> float:
    """Return the number that a new process prints when it runs this code."""
    command = [sys.executable, "-c", code, *arguments]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def _find_missing() -> str:
    """Return how to install OpenSpiel, or "" if it is installed."""
    return "" if find_spec("pyspiel") else 'OpenSpiel is not installed: pip install "mam[bench]"'


# Starting

_IMPORT = "import mam"
_DEAL = f"import mam; mam.start({_EDITION!r}, seed={_SEED})"
_FIRST = f"import mam; mam.play_out({_EDITION!r}, 1000, seed={_SEED}, threads=1)"


def measure_start(repeats: int, divisor: int = 1) -> Iterator[Measure]:
    """Measure how long a new process takes to import, to deal its first round, and to play its first thousand, compiled before."""
    del divisor  # these times cannot be divided
    missing = _find_missing()
    import_times, peer_times, deal_times, first_times = [], [], [], []
    for _ in range(repeats):
        import_times.append(_cpu(_IMPORT))
        peer_times += [] if missing else [_cpu("import pyspiel")]
        deal_times.append(_cpu(_DEAL))
        first_times.append(_cpu(_FIRST))
    how = "CPU time in a new process beyond that of Python itself"
    yield Measure("import mam", "ms", tuple(import_times), how, False, "import pyspiel", tuple(peer_times), missing)
    yield Measure("import and first round dealt", "ms", tuple(deal_times), how, False)
    yield Measure("import and first 1,000 rounds", "ms", tuple(first_times), f"{how}; compiled before", False)


def _cpu(code: str) -> float:
    """Return the milliseconds of CPU time that this code takes in a new process, once Python has started."""
    return 1000 * _number_from(f"import time; began = time.process_time(); {code}; print(time.process_time() - began)")


# The list

BENCHMARKS: list[Benchmark] = [measure_rounds, measure_start, measure_solving, measure_sure]


LONG: list[Benchmark] = [measure_long_solving]  # half an hour and more


def measure(repeats: int = 5, long: bool = False, quick: bool = False) -> Iterator[Measure]:
    """Yield every benchmark's measures as they finish."""
    yield from run((*BENCHMARKS, *(LONG if long else ())), repeats, quick)


def describe_machine() -> dict[str, Any]:
    """Return the processor and Python of this machine, and its load."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    return {"python": platform.python_version(), "processor": _processor(), "cores": os.cpu_count(), "load": load}


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()
