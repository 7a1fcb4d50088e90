"""Measure how well the club player plays cards: `python docs/measure_club_play.py make-a-million-1935 silent-six`.

It plays duplicate matches on other deals than those that it learned from. The auction, discards and trump are the rulebook player's at
both tables, so only the cards differ. With `--against EDITION` the opponents are club players with the weights of that edition.
"""

from __future__ import annotations

import argparse

import numpy as np
from train_club import Trainer

from mam.engine.club.weights import find_weights
from mam.support.estimates import Estimate


def measure(edition: str, against: str | None, deals: int, seed: int) -> None:
    """Print by how much the weights of an edition beat the rulebook player, or those of another edition."""
    trainer, weights = Trainer(edition, seed), find_weights(edition)
    opponent_weights = find_weights(against) if against else None
    if weights is None:
        raise SystemExit(f"the club player has learned nothing for {edition}: docs/train_club.py")
    gain, standard_error = trainer.compare(
        np.array(weights.play), np.array(opponent_weights.play) if opponent_weights else trainer.zero, deals
    )
    low, high = Estimate(gain, standard_error, deals).interval(0.99)
    digits = 1 if trainer.rules.scoring.money else 2  # points are small numbers
    opponent = f"the weights of {against}" if opponent_weights else "the rulebook player"
    print(
        f"{edition}: beats {opponent} by {gain:.{digits}f} (SE {standard_error:.{digits}f}; 99% confidence interval {low:.{digits}f} to "
        f"{high:.{digits}f}; {deals:,} deals)",
        flush=True,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Measure how well the club player plays cards.")
    parser.add_argument("editions", nargs="+", metavar="EDITION")
    parser.add_argument("--against", metavar="EDITION", help="opponents with its weights (the rulebook player)")
    parser.add_argument("--deals", type=int, default=4000, help="every one at two tables (4000)")
    parser.add_argument("--seed", type=int, default=77, help="other numbers give other deals (77)")
    arguments = parser.parse_args()
    for edition in arguments.editions:
        measure(edition, arguments.against, arguments.deals, arguments.seed)
