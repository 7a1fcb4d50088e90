"""What alternatives lead to: each tried in the same worlds, finished by a policy, and scored."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mam.engine.rollouts.call_model import find_bid_limits
from mam.engine.rollouts.continuation import Rollout, RolloutResult
from mam.engine.rollouts.scores import Scores, find_advantage, score_bids, score_results
from mam.engine.rollouts.worlds import Masks
from mam.games.trick_round import TrickRound
from mam.rules.auction import high_bid, min_bid
from mam.rules.cards import Card, Trump
from mam.rules.moves import CallCards, Discard, Move, NameTrump, Pass, Play

Gains = NDArray[np.float64]


class Evaluator:
    """A round as a person sees it, and worlds that agree with it, in which alternatives are tried.

    A gain is the person's score less the average score of the others, in thousands of dollars (or points), a row for each
    world. An alternative is a sequence of moves, made one after the other by the bidder or the person to move.
    """

    def __init__(self, round: TrickRound, person: str, masks: Masks, policy: str = "rulebook", seed: int = 0) -> None:
        self.round, self.person, self.masks, self.policy, self.seed = round, person, masks, policy, seed
        self._finishers: dict[tuple[str, Trump | None], Rollout] = {}
        self._ends: dict[tuple[str, Trump | None], RolloutResult] = {}

    def run(self, moves: Sequence[Move]) -> RolloutResult:
        """How the round ends after these moves: a discard, a trump, cards called or a card."""
        discard: Sequence[Card] | None = None
        called: Sequence[Card] | None = None
        trump: Trump | None = None
        cards: list[Card] = []
        for move in moves:
            match move:
                case Discard():
                    discard = move.cards
                case NameTrump():
                    trump = move.color
                case CallCards():
                    called = move.cards
                case Play():
                    cards.append(move.card)
        finisher = self._finisher(self.round.bidder or self.person, trump)
        return finisher.run(self.masks, discard=discard, called=called, cards=cards, seed=self.seed)

    def find_gains(self, moves: Sequence[Move]) -> Gains:
        """What is gained by these moves."""
        return find_advantage(self.round, score_results(self.round, self.run(moves)), self.person)

    # Auctions

    def run_as_bidder(self, bidder: str, trump: Trump | None = None) -> RolloutResult:
        """How the round ends if this person becomes the bidder and names this trump (None: what the policy likes)."""
        key = bidder, trump
        if key not in self._ends:
            self._ends[key] = self._finisher(bidder, trump).run(self.masks, seed=self.seed)
        return self._ends[key]

    def score_bidding_to(self, most: int, trump: Trump | None = None) -> Scores:
        """What is entered if the person goes on to bid up to this amount (0: passes), naming this trump.

        The others go as far as the rulebook player would on what they hold in each world; the last of them pays what it
        took to silence the second.
        """

        def end_of(seat: str) -> RolloutResult:
            return self.run_as_bidder(seat, trump if seat == self.person else None)

        return score_bids(self.round, end_of, *self._contest(most))

    def find_gains_of_bidding_to(self, most: int, trump: Trump | None = None) -> Gains:
        """What is gained by going on to bid up to this amount."""
        return find_advantage(self.round, self.score_bidding_to(most, trump), self.person)

    def _contest(self, most: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Who gets the bid (the number of a seat, -1 for nobody) and for how much, in each world."""
        round, rules = self.round, self.round.rules.auction
        seats, standing, least = round.rules.seats, high_bid(round.calls), min_bid(round.calls, rules)
        silent = {seat for seat, call in round.calls if isinstance(call, Pass)} if not rules.reentry else set()
        reach = find_bid_limits(round, self.masks)
        for at, seat in enumerate(seats):
            if seat not in round.rules.persons or seat in silent:
                reach[:, at] = 0
        reach[:, seats.index(self.person)] = most
        reach[reach < least] = 0
        holder, price = -1, 0
        if standing is not None:
            holder, price = seats.index(standing[0]), standing[1].amount
            reach[:, holder] = np.maximum(reach[:, holder], price)
        order = np.argsort(reach + (np.arange(len(seats)) == holder) * 0.5, axis=1)
        rows = np.arange(len(reach))
        winners = order[:, -1]
        second = np.where(reach[rows, order[:, -2]] > 0, reach[rows, order[:, -2]] + rules.min_raise, 0)
        paid = np.minimum(np.maximum(second, least), np.maximum(reach[rows, winners], least))
        alone = reach[rows, order[:, -2]] == 0
        paid = np.where(alone & (winners == holder), price, paid)
        paid = -(-paid // rules.step) * rules.step
        nobody = reach[rows, winners] == 0
        return np.where(nobody, -1, winners), np.where(nobody, 0, paid)

    def _finisher(self, bidder: str, trump: Trump | None) -> Rollout:
        key = bidder, trump
        if key not in self._finishers:
            self._finishers[key] = Rollout(self.round, bidder, trump, self.policy)
        return self._finishers[key]
