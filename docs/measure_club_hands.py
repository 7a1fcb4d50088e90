"""Measure the club player's bids, discards and trump: `python docs/measure_club_hands.py make-a-million-1935`.

1. Duplicate matches against the rulebook player, whole rounds on the readable rules: with its own bids, discards and trump, and with
   the auction left to the rulebook player.
2. Calibration: at the moment a seat wins the auction (all four are club players), the predicted chance to make the bid, in tenths, beside
   how often it was made; and the same for every bid from $175,000 to $400,000 that might have won.

Other deals than those that it learned from: another seed.
"""

from __future__ import annotations

import argparse
from random import Random
from time import perf_counter

import numpy as np
from train_club_hands import CALL_FEATURES, HandTrainer, watch_auctions

from mam.analysis.tournaments import tournament
from mam.engine.club.hand_weights import find_hand_weights
from mam.engine.tables.club_hands_kernel import expect_capture, rank_trumps, score_bid
from mam.games.round import Round
from mam.games.views import View
from mam.players.club import club_player
from mam.players.rulebook import rulebook_player
from mam.rules.moves import Move


def club_without_bids(view: View[Round], rng: Random) -> Move:
    """Return the rulebook player's call, and the club player's move after the auction."""
    return (rulebook_player if view.round.phase == "auction" else club_player)(view, rng)


def measure_matches(edition: str, deals: int, seed: int) -> None:
    """Print the matches against the rulebook player."""
    for text, player in (("own bids", club_player), ("the rulebook player's bids", club_without_bids)):
        started = perf_counter()
        print(
            f"{text}: {tournament(edition, player, 'rulebook', deals, seed=seed)!r} {perf_counter() - started:.0f} s",
            flush=True,
        )


def measure_calibration(edition: str, rounds: int, seed: int) -> None:
    """Print predicted and observed chances in tenths."""
    trainer = HandTrainer(edition, seed)
    weights = find_hand_weights(trainer.rules.full_id)
    assert weights is not None
    tables = trainer.tables(weights)
    facts, captures = np.zeros((rounds * 6, 4), np.int64), np.zeros(rounds * 6)
    heards = np.zeros((rounds * 6, len(CALL_FEATURES)), np.int64)
    n = watch_auctions(
        trainer.game, trainer.rulebook, trainer.club, tables, trainer.everyone, trainer.extra, 0.0, seed, 0,
        rounds, facts, heards, captures,
    )  # fmt: skip
    won = facts[:n, 3] > 0
    facts, heards, captures = facts[:n][won], heards[:n][won], captures[:n][won]
    expected = np.array(
        [
            expect_capture(tables, rank_trumps(tables, 0, fact[0], fact[1], trainer.game.trumps)[1], heard)
            for fact, heard in zip(facts, heards, strict=True)
        ]
    )
    outcomes = len(weights.spread)
    print(
        f"{len(facts)} auctions, {np.mean(captures >= facts[:, 3]):.1%} made, the mean bid is {facts[:, 3].mean():.0f}"
    )
    predicted = np.array([score_bid(tables, e, b)[1] / outcomes for e, b in zip(expected, facts[:, 3], strict=True)])
    print_tenths("the bid that won", predicted, captures >= facts[:, 3])
    bids = range(175, 401, 15)
    some = slice(0, 40_000)
    predicted = np.array([[score_bid(tables, e, bid)[1] / outcomes for bid in bids] for e in expected[some]])
    print_tenths("any bid", predicted.ravel(), (captures[some, None] >= np.array(bids)).ravel())


def print_tenths(title: str, predicted: np.ndarray, made: np.ndarray) -> None:
    """Print a line for each tenth of the predicted chance."""
    tenths = np.minimum((predicted * 10 + 1e-9).astype(int), 9)
    print(title)
    for tenth in np.unique(tenths):
        chosen = tenths == tenth
        p, o, n = predicted[chosen].mean(), made[chosen].mean(), np.count_nonzero(chosen)
        print(f"  {tenth / 10:.1f}: predicted {p:.1%}, observed {o:.1%} (SE {(o * (1 - o) / n) ** 0.5:.1%}), {n} cases")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Measure the club player's bids, discards and trump.")
    parser.add_argument("edition")
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=77)
    given = parser.parse_args()
    if given.rounds:
        measure_calibration(given.edition, given.rounds, given.seed)
    if given.deals:
        measure_matches(given.edition, given.deals, given.seed)
