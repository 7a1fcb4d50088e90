"""`mam simulate`, `mam bench` and `mam warm`: the engine at work."""

import importlib.util
import json
import time
from argparse import Namespace
from itertools import chain

import mam
from mam.rules.cards import counted
from mam.support.data_files import write_file
from mam.support.messages import escape_controls
from mam.text.notation import parse_trump


def simulate(chosen: Namespace) -> None:
    """Play out deals into a folder of Parquet files."""
    began = time.monotonic()
    try:
        from mam.analysis.cluster import simulate

        simulate(
            mam.list_editions()[0] if chosen.edition is None else chosen.edition,
            chosen.deals,
            seed=chosen.seed,
            out=chosen.out,
            policy=chosen.policy,
            options=chosen.options,
            players=chosen.players,
            bidder=chosen.bidder and chosen.bidder.upper(),
            trump=chosen.trump and parse_trump(chosen.trump),
            bid=chosen.bid,
            workers=chosen.workers,
            progress=True,
        )
    except ImportError as error:
        raise ValueError(str(error)) from None
    files = sorted(chosen.out.glob("part-*.parquet"))
    size = sum(file.stat().st_size for file in files) / 1e6
    seconds = time.monotonic() - began
    told = f"{chosen.deals:,} rounds in {chosen.out}: {counted(len(files), 'file')}, {size:,.1f} MB, {seconds:,.1f} s"
    print(escape_controls(told))
    print(escape_controls(f'They are read with pandas.read_parquet("{chosen.out}").'))


def bench(chosen: Namespace) -> None:
    """Print how fast the engine is, beside its peers."""
    repeats = 5 if chosen.repeats is None else chosen.repeats
    if repeats < 1:
        raise ValueError(f"each figure is measured at least once, not {repeats} times")
    if chosen.quick and (chosen.long or chosen.repeats is not None):
        raise ValueError("--quick measures each figure once, with less work: leave --repeats and --long out")
    _need_numba("bench")
    from mam.analysis.benchmarks import BENCHMARKS
    from mam.engine.benchmarks import measures
    from mam.engine.benchmarks import rounds as benchmarks

    machine = benchmarks.machine()
    print("; ".join(f"{name} {value}" for name, value in machine.items()), flush=True)
    done = []
    analysis = measures.run(BENCHMARKS, repeats, chosen.quick)
    for one in chain(benchmarks.measure(repeats, chosen.long, chosen.quick), analysis):
        done.append(one)
        print("\n".join(measures.table([one])), flush=True)
    if chosen.json:
        facts = {"machine": machine, "quick": chosen.quick, "measures": [one.facts() for one in done]}
        write_file(chosen.json, json.dumps(facts, indent=2) + "\n")


def warm(chosen: Namespace) -> None:
    """Compile the engine."""
    _need_numba("warm")
    from mam.engine.rollouts import continuation as finishing
    from mam.engine.rollouts import playouts
    from mam.engine.solver import position

    for line in chain(playouts.warm(), finishing.warm(), position.warm()):
        print(line, flush=True)


def _need_numba(command: str) -> None:
    if importlib.util.find_spec("numba") is None:
        raise ValueError(f'mam {command} needs numba. Get it with: pip install "mam[lab]"')
