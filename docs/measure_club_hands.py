"""Measure the club player's bids, discards and trump: `python docs/measure_club_hands.py make-a-million-1935`.

1. Duplicate matches against the rulebook player, whole rounds: with its own bids, discards and trump, and with the rulebook
   player's bids. They are compiled; with `--readable` the readable players play that number of deals too, which takes longer.
2. Calibration: at the moment a seat wins the auction (all four are club players), the predicted chance to make the bid, in tenths, beside
   how often it was made; and the same for every bid from $175,000 to $400,000 that might have won.

The seed is not the one that it learned with, so the deals are new to it.
"""

from __future__ import annotations

import argparse
from random import Random
from time import perf_counter

import numpy as np
from train_club_hands import CALL_FEATURES, HandTrainer, watch_auctions

from mam.analysis.tournaments import tournament
from mam.engine.club.hand_weights import HandWeights, find_hand_weights
from mam.engine.tables.club_hands_kernel import ESTIMATES, OWN, estimate_hands, expect_capture, score_bid
from mam.games.round import Round
from mam.games.views import View
from mam.players.club import club_player
from mam.players.rulebook import rulebook_player
from mam.rules.moves import Move
from mam.support.estimates import Estimate


def club_without_bids(view: View[Round], rng: Random) -> Move:
    """Return the rulebook player's call, and the club player's move after the auction."""
    return (rulebook_player if view.round.phase == "auction" else club_player)(view, rng)


def measure_matches(trainer: HandTrainer, weights: HandWeights, deals: int) -> None:
    """Print the compiled matches against the rulebook player."""
    for text, bids in (("own bids", True), ("the rulebook player's bids", False)):
        gain, standard_error, contracts = trainer.compare(weights, deals, bids=bids)
        low, high = Estimate(gain, standard_error, deals).interval(0.99)
        club_contracts = contracts[contracts[:, 0] == 1]
        print(
            f"{text}: beats the rulebook player by {gain:.1f} (99% confidence interval {low:.1f} to {high:.1f}, {deals:,} deals); "
            f"wins {len(club_contracts) / len(contracts):.0%} of the auctions, and makes "
            f"{np.mean(club_contracts[:, 2] >= club_contracts[:, 1]):.0%}",
            flush=True,
        )


def measure_readable_matches(edition: str, deals: int, seed: int) -> None:
    """Print matches of the readable players."""
    for text, player in (("own bids", club_player), ("the rulebook player's bids", club_without_bids)):
        started = perf_counter()
        result = tournament(edition, player, "rulebook", deals, seed=seed)
        print(f"{text}, readable: {result!r} {perf_counter() - started:.0f} s", flush=True)


def measure_calibration(trainer: HandTrainer, weights: HandWeights, rounds: int) -> None:
    """Print predicted and observed chances in tenths."""
    tables = trainer.make_tables(weights)
    facts, captures = np.zeros((rounds * 6, 4), np.int64), np.zeros(rounds * 6)
    call_rows = np.zeros((rounds * 6, len(CALL_FEATURES)), np.int64)
    n = watch_auctions(
        trainer.game, trainer.rulebook, trainer.club, tables, trainer.all_seats, trainer.extra, 0.0, trainer.seed, 0,
        rounds, facts, call_rows, captures,
    )  # fmt: skip
    is_won = facts[:n, 3] > 0
    facts, call_rows, captures = facts[:n][is_won], call_rows[:n][is_won], captures[:n][is_won]
    estimates = np.zeros((len(facts), ESTIMATES), np.int64)
    estimate_hands(tables, facts[:, 0].copy(), facts[:, 1].copy(), trainer.game.trumps, estimates)
    expected = np.array(
        [
            expect_capture(tables, OWN, estimate, call_features)
            for estimate, call_features in zip(estimates[:, OWN], call_rows, strict=True)
        ]
    )
    outcomes = len(weights.own.spread)
    print(
        f"{len(facts)} auctions, {np.mean(captures >= facts[:, 3]):.1%} made, the mean bid is {facts[:, 3].mean():.0f}"
    )
    predicted = np.array(
        [score_bid(tables, OWN, capture, bid)[1] / outcomes for capture, bid in zip(expected, facts[:, 3], strict=True)]
    )
    print_tenths("the bid that won", predicted, captures >= facts[:, 3])
    bids = range(175, 401, 15)
    sample = slice(0, 40_000)
    predicted = np.array(
        [[score_bid(tables, OWN, capture, bid)[1] / outcomes for bid in bids] for capture in expected[sample]]
    )
    print_tenths("any bid", predicted.ravel(), (captures[sample, None] >= np.array(bids)).ravel())


def print_tenths(title: str, predicted: np.ndarray, successes: np.ndarray) -> None:
    """Print a line for each tenth of the predicted chance."""
    tenths = np.minimum((predicted * 10 + 1e-9).astype(int), 9)
    print(title)
    for tenth in np.unique(tenths):
        chosen = tenths == tenth
        mean_predicted, observed, n = predicted[chosen].mean(), successes[chosen].mean(), np.count_nonzero(chosen)
        standard_error = (observed * (1 - observed) / n) ** 0.5
        print(
            f"  {tenth / 10:.1f}: predicted {mean_predicted:.1%}, observed {observed:.1%} (SE {standard_error:.1%}), {n} cases"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Measure the club player's bids, discards and trump.")
    parser.add_argument("edition")
    parser.add_argument("--deals", type=int, default=2000, help="deals of the compiled matches (2000)")
    parser.add_argument("--readable", type=int, default=0, help="deals of the readable matches (0)")
    parser.add_argument("--rounds", type=int, default=100_000, help="rounds of the calibration (100000)")
    parser.add_argument("--seed", type=int, default=77, help="other numbers give other deals (77)")
    arguments = parser.parse_args()
    trainer, weights = HandTrainer(arguments.edition, arguments.seed), find_hand_weights(arguments.edition)
    assert weights is not None, "it has learned no bids there: docs/train_club_hands.py"
    if arguments.deals:
        measure_matches(trainer, weights, arguments.deals)
    if arguments.readable:
        measure_readable_matches(arguments.edition, arguments.readable, arguments.seed)
    if arguments.rounds:
        measure_calibration(trainer, weights, arguments.rounds)
