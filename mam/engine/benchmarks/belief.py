"""How fast it is to find what is sure, beside solving each layout with all cards open."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median, quantiles
from time import process_time

from mam.engine import Unsupported
from mam.engine.belief.belief import Belief, find_belief, find_edition
from mam.engine.belief.guarantee import find_guarantee
from mam.engine.benchmarks.measures import Measure
from mam.engine.rollouts.playouts import play_out
from mam.engine.solver.solution import solve
from mam.games.views import view
from mam.support.steps import take_all

_DECISIONS = 60
# What a person sees, whether the hand of the bidder's partner is open, whether the bidder asks, and the tricks left.
_KINDS = (
    ("both hands of a side", True, True, 5),
    ("the bidder's hand alone", False, True, 4),
    ("a defender's hand and the open one", True, False, 4),
)


def list_decisions(is_open: bool, is_bidder: bool, tricks: int, count: int) -> list[Belief]:
    """Return what a person knows at leads in rounds of club players, always the same ones; `is_open`: beside the bidder's open partner."""
    rounds = play_out(find_edition(has_open_partner=is_open), 4 * count, seed=tricks, policy="club", threads=1)
    found: list[Belief] = []
    for whole in map(rounds.round, range(4 * count)):
        round = whole.at(len(whole.history) - 4 * tricks)
        if round.phase != "play" or (round.actor == round.bidder) != is_bidder or round.actor is None:
            continue
        try:
            belief = find_belief(view(round, round.actor))
        except Unsupported:  # the card drawn for the Tiger may still be in a hand
            continue
        if len(belief.cards_to_play) > 1 and len(found) < count:
            found.append(belief)
    return found


def measure_sure(repeats: int, divisor: int = 1) -> Iterator[Measure]:
    """Measure how long it takes to find what is sure after each card of a decision."""
    del repeats  # sixty decisions are enough
    for name, is_open, is_bidder, tricks in _KINDS:
        beliefs = list_decisions(is_open, is_bidder, tricks, _DECISIONS // divisor)
        take_all(find_guarantee(beliefs[0]))  # compiles
        solve(beliefs[0].deal(next(beliefs[0].list_layouts())), moves=True)
        times, peer_times = [], []
        for belief in beliefs:
            began = process_time()
            take_all(find_guarantee(belief))
            times.append(1000 * (process_time() - began))
            layout, count = next(belief.list_layouts()), belief.count_layouts()
            began = process_time()
            solve(belief.deal(layout), moves=True)
            peer_times.append(1000 * count * (process_time() - began))
        how = (
            f"{name}, {tricks} tricks left, every card of {len(times)} decisions, CPU time; 95% within {quantiles(times, n=20)[-1]:.0f}, "
            f"maximum {max(times):.0f} ms; for the peer one layout was solved, times the number of layouts"
        )
        peer = "each layout solved with all cards open, one after another"
        yield Measure(f"sure, {name}", "ms", (median(times),), how, False, peer, (median(peer_times),))
