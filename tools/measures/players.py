"""Measure what players give away against exact play with open cards, or how they score against each other.

    python tools/measure.py players --deals 200 --tricks 9 --seed 1
    python tools/measure.py players --deals 40 --players expert --seconds 0.2
    python tools/measure.py players --deals 1000 --match expert club

Every player plays the same deals in every seat from the same positions; what they give away is compared with what the rulebook
player does. The expert player's seconds are seconds of processor time, so a busy machine changes little. The figures are in docs/players.md.
"""

from argparse import ArgumentParser, Namespace
from time import perf_counter, process_time
from types import SimpleNamespace

import numpy as np

import mam
from mam.players import Player, expert
from mam.players.expert import ExpertPlayer
from measures.figures import EDITION, add_deals


def make_player(name: str, seconds: float) -> str | Player:
    """Return the player, an expert with this number of seconds a move."""
    setattr(expert, "time", SimpleNamespace(perf_counter=process_time))  # noqa: B010
    return ExpertPlayer(seconds) if name == "expert" else name


def compare_costs(costs: np.ndarray, base: np.ndarray) -> tuple[float, float]:
    """Return the ratio of two means over the same deals, and its standard error.

    >>> ratio, standard_error = compare_costs(np.array([1, 2, 3]), np.array([2, 4, 6]))
    >>> float(ratio), float(standard_error)
    (0.5, 0.0)
    """
    ratio = costs.mean() / base.mean()
    return ratio, (costs - ratio * base).std(ddof=1) / base.mean() / len(base) ** 0.5


def measure(edition: str, players: list[str], deals: int, tricks: int, seed: int, seconds: float) -> None:
    """Print a line for each player."""
    base = None
    for player in (make_player(name, seconds) for name in ("rulebook", *players)):
        start_time = perf_counter()
        costs = np.array(mam.open_card_cost(edition, player, deals, tricks=tricks, seed=seed).costs, float)
        base = costs if base is None else base
        ratio, standard_error = compare_costs(costs, base)
        print(
            f"{edition}, last {tricks} tricks, {deals} deals, seed {seed}: {player} {costs.mean():.1f} "
            f"(SE {costs.std(ddof=1) / deals**0.5:.1f}), {ratio:.3f} (SE {standard_error:.3f}) of the rulebook player's; "
            f"{perf_counter() - start_time:.0f} s",
            flush=True,
        )


def add_options(parser: ArgumentParser) -> None:
    """Add what the measure takes."""
    parser.add_argument("--edition", default=EDITION)
    add_deals(parser, 200, 1)
    parser.add_argument("--tricks", type=int, default=9, help="how many tricks at the end (9)")
    parser.add_argument(
        "--players", nargs="+", default=["club"], help="who is compared with the rulebook player (club)"
    )
    parser.add_argument("--seconds", type=float, default=0.02, help="processor time of an expert player's move (0.02)")
    parser.add_argument("--match", nargs=2, help="two players who play a duplicate match instead")


def run(options: Namespace) -> None:
    """Print a line for each player, or a match."""
    if options.match:
        first, second = (make_player(name, options.seconds) for name in options.match)
        print(mam.tournament(options.edition, first, second, options.deals, seed=options.seed))
    else:
        measure(options.edition, options.players, options.deals, options.tricks, options.seed, options.seconds)
