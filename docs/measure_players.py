"""Measure what players give away against exact play with open cards, as a proportion of what the rulebook player gives away.

python docs/measure_players.py --deals 200 --tricks 9 --seed 1

Every player plays the same deals in every seat from the same positions. The figures are in docs/players.md.
"""

from __future__ import annotations

import argparse
from time import perf_counter

import numpy as np

import mam


def compare_costs(costs: np.ndarray, base: np.ndarray) -> tuple[float, float]:
    """Return the ratio of two means over the same deals, and its standard error.

    >>> ratio, standard_error = compare_costs(np.array([1, 2, 3]), np.array([2, 4, 6]))
    >>> float(ratio), float(standard_error)
    (0.5, 0.0)
    """
    ratio = costs.mean() / base.mean()
    return ratio, (costs - ratio * base).std(ddof=1) / base.mean() / len(base) ** 0.5


def measure(edition: str, deals: int, tricks: int, seed: int) -> None:
    """Print a line for each player."""
    base = None
    for player in ("rulebook", "club"):
        started = perf_counter()
        costs = np.array(mam.open_card_cost(edition, player, deals, tricks=tricks, seed=seed).costs, float)
        base = costs if base is None else base
        ratio, standard_error = compare_costs(costs, base)
        print(
            f"{edition}, last {tricks} tricks, {deals} deals, seed {seed}: {player} {costs.mean():.1f} "
            f"(SE {costs.std(ddof=1) / deals**0.5:.1f}), {ratio:.3f} (SE {standard_error:.3f}) of the rulebook player's; "
            f"{perf_counter() - started:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Measure players against exact play with open cards.")
    parser.add_argument("--edition", default="make-a-million-1935")
    parser.add_argument("--deals", type=int, default=200, help="how many deals (200)")
    parser.add_argument("--tricks", type=int, default=9, help="how many tricks at the end (9)")
    parser.add_argument("--seed", type=int, default=1, help="other numbers give other deals (1)")
    given = parser.parse_args()
    measure(given.edition, given.deals, given.tricks, given.seed)
