"""Go on teaching the club player to play cards, in whole rounds: `python docs/train_club_rounds.py make-a-million-1935`.

`docs/train_club.py` deals, bids and discards as the rulebook player, in an auction without increments. Once the club player has learned
to bid, discard and name trump (`docs/train_club_hands.py`), it plays other contracts; this script goes on from its weights, with
rounds as they are really played. A quarter of them is each of these: club players bid and play; rulebook players bid and
club players play; and the same two with rulebook players on one side, the bidder's or the other. Each iteration fits the
decisions of the last two, and moves the weights part of the way; the mean of the last iterations plays better than any of them. It
needs scipy (`pip install 'mam[train]'`), and writes `data/players/club-EDITION.toml` with how it was made.
"""

from __future__ import annotations

import argparse
from time import perf_counter

import numpy as np
from numba import njit
from train_club import (
    BID,
    LENGTH,
    MAX_WEIGHT,
    Decisions,
    Trainer,
    find_weights,
    fit,
    join,
    read_file,
    record,
    write_weights,
)
from train_club_hands import DEALS, HandTrainer, choose, deal, pick_up, plan, settle

from mam.engine.club.features import FEATURES
from mam.engine.club.hand_weights import find_hand_weights
from mam.engine.tables.club_hands_kernel import AUCTION, CALLER, HIGH, HOLDER, begin_auction, call
from mam.engine.tables.kernel import _STEP, _fraction

STEP, POOL = 0.4, 2  # how far the weights move, and how many iterations' decisions are fitted
AVERAGED = 4  # iterations whose mean is written


@njit(nogil=True)
def begin_rounds(game, rulebook, tables, extra, is_club, theirs_are_club, bids_too, seed, first, rounds):
    """Fill in rounds as they are before the first lead.

    `is_club` and `theirs_are_club` say who discards and names trump as the club player, the bidder's side or the others; they bid like
    it with `bids_too`.
    """
    pool, hands = game.pool.copy(), np.zeros(game.ends.shape[0], np.int64)
    twins, auction = hands.copy(), np.zeros(AUCTION, np.int64)
    persons = tables.sides.shape[0]
    worths, limits, scratch = np.zeros(persons, np.int64), np.zeros(persons, np.int64), np.zeros(128, np.int64)
    heard, amounts = np.zeros(tables.calls.shape[0], np.int64), np.zeros(16, np.int64)
    bids, bidders = np.zeros((16, tables.bids.shape[1]), np.int64), np.zeros(persons, np.bool_)
    number, row = first, 0
    while row < len(rounds):
        key = np.uint64(_fraction(np.uint64(seed) + _STEP * np.uint64(number))) << np.uint64(8)
        key = deal(game, rulebook, tables, extra, key, pool, hands, twins, worths, limits)
        side = tables.sides[number & 1]  # it must win the auction, if the sides differ
        for seat in range(persons):
            bidders[seat] = bids_too and (is_club if side >> seat & 1 else theirs_are_club)
        begin_auction(tables, number // 2 % persons, auction)
        while auction[CALLER] >= 0:
            call(tables, auction, choose(tables, auction, worths, limits, bidders, heard, amounts, bids))
        number += 1
        seat = auction[HOLDER]
        if seat >= 0 and (is_club == theirs_are_club or side >> seat & 1):
            held, duplicate = pick_up(game, hands, twins, seat)
            trump, discard, discard_twice = plan(game, rulebook, tables, is_club, held, duplicate, -1, scratch)
            settle(game, rulebook, hands, twins, seat, trump, discard, discard_twice, auction[HIGH], rounds[row])
            row += 1


class RoundTrainer(Trainer):
    """Plays, records and measures whole rounds of one edition."""

    def __init__(self, edition: str, seed: int) -> None:
        super().__init__(edition, seed)
        weights = find_hand_weights(edition)
        assert weights is not None, "teach it to bid first: docs/train_club_hands.py"
        self.hands, self.hand_weights = HandTrainer(edition, seed), weights

    def record_rounds(self, ours: np.ndarray, theirs: np.ndarray, bids_too: bool, first: int, count: int) -> Decisions:
        """Play and record some of the decisions of `count` rounds, in which the first of the players is the bidder."""
        game, rulebook, *rest = self.seat(ours, theirs)
        rounds, entries = np.zeros((count, LENGTH), np.int64), count * game.tricks * len(self.rules.seats)
        begin_rounds(
            game, rulebook, self.hands.tables(self.hand_weights), self.hands.extra, bool(ours.any()), bool(theirs.any()),
            bids_too, self.seed, first, rounds,
        )  # fmt: skip
        assert rounds[:, BID].all()
        descriptions = np.zeros((entries, len(FEATURES)), np.float32)
        gains, sizes, situations = np.zeros(entries), np.zeros(entries // 2, np.int64), np.zeros(entries // 2, np.int64)
        decisions, cards = record(
            game, rulebook, *rest, self.seed + first, rounds, descriptions, gains, sizes, situations
        )
        return Decisions(
            descriptions[:cards].copy(), gains[:cards].copy(), sizes[:decisions].copy(), situations[:decisions].copy()
        )

    def record_all(self, weights: np.ndarray, first: int, count: int) -> Decisions:
        """Record against itself and against the rulebook player, with either one's bids."""
        parts, zero = [], self.zero
        for ours, theirs, part in ((weights, weights, 0.25), (weights, zero, 0.125), (zero, weights, 0.125)):
            for bids_too in (True, False):
                parts.append(
                    self.record_rounds(ours, theirs, bids_too, first + 10 * len(parts) * count, int(part * count))
                )
        return join(parts)

    def measure(self, weights: np.ndarray, bids_too: bool) -> tuple[float, float]:
        """Return by how much these weights beat the rulebook player a deal, and the standard error."""
        self.hands.club = self.make_tables(self.wrap(weights))
        gain, error, _ = self.hands.compare(self.hand_weights, DEALS, bids=bids_too)
        return gain, error


def train(edition: str, iterations: int, rounds: int, seed: int) -> None:
    """Go on training, printing each iteration, and write the weights."""
    trainer, started, recorded = RoundTrainer(edition, seed), perf_counter(), []
    learned, made = find_weights(edition), read_file(edition)["made"]
    assert learned is not None
    weights, lines, reached = np.array(learned.play), made["iterations"], list[np.ndarray]()
    command = f"python docs/train_club_rounds.py {edition} --iterations {iterations} --rounds {rounds} --seed {seed}"
    for iteration in range(1, iterations + 1):
        recorded = [*recorded, trainer.record_all(weights, iteration * 1000 * rounds, rounds)][-POOL:]
        data = join(recorded)
        moved = weights + STEP * (fit(data, weights.astype(float)) - weights)
        weights = np.rint(moved).clip(-MAX_WEIGHT, MAX_WEIGHT).astype(np.int64)
        reached = [*reached, weights][-AVERAGED:]
        mean = np.rint(np.mean(reached, axis=0)).astype(np.int64)
        (gain, error), (left, left_error) = (trainer.measure(mean, bids_too) for bids_too in (True, False))
        text = (
            f"{len(data.sizes)} decisions of whole rounds, beats the rulebook player by {gain:.1f} (SE {error:.1f}), "
            f"with its bids by {left:.1f} (SE {left_error:.1f})"
        )
        lines = [*lines, f"iteration {len(lines) + 1}: {text}"]
        print(lines[-1], f"{perf_counter() - started:.0f} s", flush=True)
        write_weights(trainer.wrap(mean), [*made["commands"], command], lines)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Go on teaching the club player to play cards, in whole rounds.")
    parser.add_argument("edition", help="for example make-a-million-1935")
    parser.add_argument("--iterations", type=int, default=4, help="how often to play, fit and step (4)")
    parser.add_argument("--rounds", type=int, default=60_000, help="rounds played in an iteration (60000)")
    parser.add_argument("--seed", type=int, default=1, help="other numbers give other deals (1)")
    given = parser.parse_args()
    train(given.edition, given.iterations, given.rounds, given.seed)
