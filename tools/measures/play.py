"""Measure how well the club player plays cards, in duplicate matches.

They are played on other deals than those that it learned from. The auction, discards and trump are the rulebook player's at both
tables, so only the cards differ. With `--against EDITION` the opponents are club players with the weights of that edition.
"""

from argparse import ArgumentParser, Namespace

import numpy as np
from train_club import Trainer

from mam.engine.club.weights import find_weights
from measures.figures import add_deals, describe_gain


def measure(edition: str, against: str | None, deals: int, seed: int) -> None:
    """Print by how much the weights of an edition beat the rulebook player, or those of another edition."""
    trainer, weights = Trainer(edition, seed), find_weights(edition)
    opponent_weights = find_weights(against) if against else None
    if weights is None:
        raise SystemExit(f"the club player has learned nothing for {edition}: tools/train_club.py")
    gain, standard_error = trainer.compare(
        np.array(weights.play), np.array(opponent_weights.play) if opponent_weights else trainer.zero, deals
    )
    opponent = f"the weights of {against}" if opponent_weights else "the rulebook player"
    digits = 1 if trainer.rules.scoring.money else 2  # points are small numbers
    print(f"{edition}: {describe_gain(opponent, gain, standard_error, deals, digits)}", flush=True)


def add_options(parser: ArgumentParser) -> None:
    """Add what the measure takes."""
    parser.add_argument("editions", nargs="+", metavar="EDITION")
    parser.add_argument("--against", metavar="EDITION", help="opponents with its weights (the rulebook player)")
    add_deals(parser, 4000, 77, "deals, every one at two tables")


def run(options: Namespace) -> None:
    """Print a line for each edition."""
    for edition in options.editions:
        measure(edition, options.against, options.deals, options.seed)
