"""Measure what the club player's bids, discards and trump gain, and whether its chances are right.

1. Duplicate matches against the rulebook player, whole rounds: with its own bids, discards and trump, and with the rulebook
   player's bids. They are compiled; with `--readable` the readable players play that number of deals too, which takes longer.
2. Calibration: at the moment a seat wins the auction (all four are club players), the predicted chance to make the bid, in tenths, beside
   how often it was made; and the same for every bid from $175,000 to $400,000 that might have won.

The seed is not the one that it learned with, so the deals are new to it.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from random import Random
from time import perf_counter

import numpy as np
import pandas as pd
from train_club_hands import HandTrainer
from train_contracts import watch_auctions

from mam.analysis.tournaments import tournament
from mam.engine.club.hand_weights import CALL_FEATURES, HandWeights, find_hand_weights
from mam.engine.tables.club_hands_kernel import ESTIMATES, OWN, estimate_hands, expect_capture, score_bid
from mam.games.round import Round
from mam.games.views import View
from mam.players.club import club_player
from mam.players.rulebook import rulebook_player
from mam.rules.moves import Move
from measures.figures import add_deals, describe_gain, print_tenths


def club_without_bids(view: View[Round], rng: Random) -> Move:
    """Return the rulebook player's call, and the club player's move after the auction."""
    return (rulebook_player if view.round.phase == "auction" else club_player)(view, rng)


def measure_matches(trainer: HandTrainer, weights: HandWeights, deals: int) -> None:
    """Print the compiled matches against the rulebook player."""
    for text, bids in (("own bids", True), ("the rulebook player's bids", False)):
        gain, standard_error, contracts = trainer.compare(weights, deals, bids=bids)
        club_contracts = contracts[contracts[:, 0] == 1]
        print(
            f"{text}: {describe_gain('the rulebook player', gain, standard_error, deals)}; "
            f"wins {len(club_contracts) / len(contracts):.0%} of the auctions, and makes "
            f"{np.mean(club_contracts[:, 2] >= club_contracts[:, 1]):.0%}",
            flush=True,
        )


def measure_readable_matches(edition: str, deals: int, seed: int) -> None:
    """Print matches of the readable players."""
    for text, player in (("own bids", club_player), ("the rulebook player's bids", club_without_bids)):
        start_time = perf_counter()
        result = tournament(edition, player, "rulebook", deals, seed=seed)
        print(f"{text}, readable: {result!r} {perf_counter() - start_time:.0f} s", flush=True)


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
    print_tenths("the bid that won", pd.DataFrame({"predicted": predicted, "made": captures >= facts[:, 3]}))
    bids = range(175, 401, 15)
    sample = slice(0, 40_000)
    predicted = np.array(
        [[score_bid(tables, OWN, capture, bid)[1] / outcomes for bid in bids] for capture in expected[sample]]
    )
    made = (captures[sample, None] >= np.array(bids)).ravel()
    print_tenths("any bid", pd.DataFrame({"predicted": predicted.ravel(), "made": made}))


def add_options(parser: ArgumentParser) -> None:
    """Add what the measure takes."""
    parser.add_argument("edition")
    add_deals(parser, 2000, 77, "deals of the compiled matches")
    parser.add_argument("--readable", type=int, default=0, help="deals of the readable matches (0)")
    parser.add_argument("--rounds", type=int, default=100_000, help="rounds of the calibration (100000)")


def run(options: Namespace) -> None:
    """Print the matches and the calibration."""
    trainer, weights = HandTrainer(options.edition, options.seed), find_hand_weights(options.edition)
    if weights is None:
        raise SystemExit(f"the club player has learned no bids for {options.edition}: tools/train_club_hands.py")
    if options.deals:
        measure_matches(trainer, weights, options.deals)
    if options.readable:
        measure_readable_matches(options.edition, options.readable, options.seed)
    if options.rounds:
        measure_calibration(trainer, weights, options.rounds)
