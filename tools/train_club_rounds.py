"""Go on teaching the club player to play cards, in whole rounds: `python tools/train_club_rounds.py make-a-million-1935`.

`tools/train_club.py` deals, bids and discards as the rulebook player, in an auction without increments. Once the club player has learned
to bid, discard and name trump (`tools/train_club_hands.py`), it plays other contracts; this script goes on from its weights, with
rounds as they are really played. A quarter of them is each of these: club players bid and play; rulebook players bid and
club players play; and the same two with rulebook players on one side, the bidder's or the other. Late in rounds of club players
alone, most of what a card gains is its exact value with all cards open (`train_exact.py`): these differ less by chance. Each iteration
fits the decisions of the last two, and moves the weights part of the way; the mean of the last iterations plays better than any of them. It
needs scipy (`pip install 'mam[train]'`), and writes `data/players/club-EDITION.toml` with how it was made.
"""

from __future__ import annotations

import argparse
from time import perf_counter

import numpy as np
from numba import njit
from train_club import Decisions, Trainer, fit, join, record
from train_club_hands import DEALS, HandTrainer
from train_contracts import begin_round, choose_bid, deal, pick_up, plan_contract
from train_exact import ExactLookup, make_exact_tables
from train_rounds import BID, LENGTH

from mam.engine import Unsupported
from mam.engine.club.features import FEATURES
from mam.engine.club.hand_weights import find_hand_weights
from mam.engine.club.weights import MAX_WEIGHT, find_weights, read_file, write_weights
from mam.engine.tables.auction_kernel import AUCTION, CALLER, HIGH_BID, HIGH_BIDDER, begin_auction, call
from mam.engine.tables.build import tabulate
from mam.engine.tables.club_hands_kernel import ESTIMATES
from mam.engine.tables.kernel import KEY_STEP, draw_fraction

STEP, POOL = 0.4, 2  # how far the weights move, and how many iterations' decisions are fitted
AVERAGED_ITERATIONS = 4  # iterations whose mean is written


@njit(nogil=True)
def begin_rounds(game, rulebook, tables, extra, is_bidder_club, are_opponents_club, uses_bids, seed, first, rounds):
    """Fill in rounds as they are before the first lead.

    `is_bidder_club` and `are_opponents_club` say whether the bidder's side and the others discard and name trump as the club
    player; with `uses_bids` they bid like it, too.
    """
    pool, hands = game.pool.copy(), np.zeros(game.ends.shape[0], np.int64)
    duplicates, auction = hands.copy(), np.zeros(AUCTION, np.int64)
    persons = tables.auction.sides.shape[0]
    estimates, limits = np.zeros((persons, ESTIMATES), np.int64), np.zeros(persons, np.int64)
    scratch = np.zeros(128, np.int64)
    call_features, amounts = np.zeros(tables.calls.shape[1], np.int64), np.zeros(16, np.int64)
    bid_features, bidders = np.zeros((16, tables.bids.shape[1]), np.int64), np.zeros(persons, np.bool_)
    number, row = first, 0
    while row < len(rounds):
        key = np.uint64(draw_fraction(np.uint64(seed) + KEY_STEP * np.uint64(number))) << np.uint64(8)
        key = deal(game, rulebook, tables, extra, key, pool, hands, duplicates, estimates, limits)
        side = tables.auction.sides[number & 1]  # if the sides play differently, the first must win the auction
        for seat in range(persons):
            bidders[seat] = uses_bids and (is_bidder_club if side >> seat & 1 else are_opponents_club)
        begin_auction(tables.auction, number // 2 % persons, auction)
        while auction[CALLER] >= 0:
            call(
                tables.auction,
                auction,
                choose_bid(tables, auction, estimates, limits, bidders, call_features, amounts, bid_features),
            )
        number += 1
        seat = auction[HIGH_BIDDER]
        if seat >= 0 and (is_bidder_club == are_opponents_club or side >> seat & 1):
            hand, hand_duplicates = pick_up(game, hands, duplicates, seat)
            trump, discard, discard_duplicates = plan_contract(
                game, rulebook, tables, is_bidder_club, hand, hand_duplicates, -1, scratch
            )
            begin_round(
                game,
                rulebook,
                hands,
                duplicates,
                seat,
                trump,
                discard,
                discard_duplicates,
                auction[HIGH_BID],
                rounds[row],
            )
            row += 1


class RoundTrainer(Trainer):
    """Plays, records and measures whole rounds of one edition."""

    def __init__(self, edition: str, seed: int) -> None:
        super().__init__(edition, seed)
        weights = find_hand_weights(edition)
        assert weights is not None, "teach it to bid first: tools/train_club_hands.py"
        self.hands, self.hand_weights = HandTrainer(edition, seed), weights
        try:
            self.exact: ExactLookup | None = make_exact_tables(
                [tabulate(self.rules, trump) for trump in self.plan.trumps]
            )
        except Unsupported:  # not four seats with one pack
            self.exact = None

    def record_rounds(
        self, bidder_weights: np.ndarray, opponent_weights: np.ndarray, uses_bids: bool, first: int, count: int
    ) -> Decisions:
        """Play `count` rounds, in which the bidder's side and the others have these weights, and record some of the decisions."""
        game, rulebook, *player_arguments = self.seat(bidder_weights, opponent_weights)
        rounds, entries = np.zeros((count, LENGTH), np.int64), count * game.tricks * len(self.rules.seats)
        begin_rounds(
            game, rulebook, self.hands.make_tables(self.hand_weights), self.hands.extra, bool(bidder_weights.any()),
            bool(opponent_weights.any()), uses_bids, self.seed, first, rounds,
        )  # fmt: skip
        assert rounds[:, BID].all()
        descriptions = np.zeros((entries, len(FEATURES)), np.float32)
        gains, sizes, situations = np.zeros(entries), np.zeros(entries // 2, np.int64), np.zeros(entries // 2, np.int64)
        decisions, cards = record(
            game, rulebook, *player_arguments, self.seed + first, rounds, descriptions, gains, sizes, situations,
            self.exact if bidder_weights.any() and opponent_weights.any() else None,
        )  # fmt: skip
        return Decisions(
            descriptions[:cards].copy(), gains[:cards].copy(), sizes[:decisions].copy(), situations[:decisions].copy()
        )

    def record_all(self, weights: np.ndarray, first: int, count: int) -> Decisions:
        """Record rounds against itself and against the rulebook player, with the club player's bids and the rulebook player's."""
        parts, zero = list[Decisions](), self.zero
        for bidder_weights, opponent_weights, part in (
            (weights, weights, 0.25),
            (weights, zero, 0.125),
            (zero, weights, 0.125),
        ):
            for uses_bids in (True, False):
                parts.append(
                    self.record_rounds(
                        bidder_weights, opponent_weights, uses_bids, first + 10 * len(parts) * count, int(part * count)
                    )
                )
        return join(parts)

    def measure(self, weights: np.ndarray, uses_bids: bool) -> tuple[float, float]:
        """Return by how much these weights beat the rulebook player per deal, and the standard error."""
        self.hands.club = self.make_tables(self.wrap(weights))
        gain, standard_error, _ = self.hands.compare(self.hand_weights, DEALS, bids=uses_bids)
        return gain, standard_error


def train(edition: str, iterations: int, rounds: int, seed: int) -> None:
    """Go on training, printing each iteration, and write the weights."""
    trainer, start_time, recorded = RoundTrainer(edition, seed), perf_counter(), list[Decisions]()
    saved_weights, history = find_weights(edition), read_file(edition)["made"]
    assert saved_weights is not None
    weights, lines, reached = np.array(saved_weights.play), history["iterations"], list[np.ndarray]()
    command = f"python tools/train_club_rounds.py {edition} --iterations {iterations} --rounds {rounds} --seed {seed}"
    for iteration in range(1, iterations + 1):
        recorded = [*recorded, trainer.record_all(weights, iteration * 1000 * rounds, rounds)][-POOL:]
        data = join(recorded)
        next_weights = weights + STEP * (fit(data, weights.astype(float)) - weights)
        weights = np.rint(next_weights).clip(-MAX_WEIGHT, MAX_WEIGHT).astype(np.int64)
        reached = [*reached, weights][-AVERAGED_ITERATIONS:]
        mean = np.rint(np.mean(reached, axis=0)).astype(np.int64)
        (gain, standard_error), (gain_without_bids, standard_error_without_bids) = (
            trainer.measure(mean, uses_bids) for uses_bids in (True, False)
        )
        text = (
            f"{len(data.sizes)} decisions of whole rounds, beats the rulebook player by {gain:.1f} (SE {standard_error:.1f}), "
            f"with its bids by {gain_without_bids:.1f} (SE {standard_error_without_bids:.1f})"
        )
        lines = [*lines, f"iteration {len(lines) + 1}: {text}"]
        print(lines[-1], f"{perf_counter() - start_time:.0f} s", flush=True)
        write_weights(trainer.wrap(mean), [*history["commands"], command], lines)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Go on teaching the club player to play cards, in whole rounds.")
    parser.add_argument("edition", help="for example make-a-million-1935")
    parser.add_argument("--iterations", type=int, default=4, help="how often to play, fit and step (4)")
    parser.add_argument("--rounds", type=int, default=60_000, help="rounds played in an iteration (60000)")
    parser.add_argument("--seed", type=int, default=1, help="other numbers give other deals (1)")
    arguments = parser.parse_args()
    train(arguments.edition, arguments.iterations, arguments.rounds, arguments.seed)
