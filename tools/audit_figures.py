"""A figure of the audit, and the deals in which rulebook players bid that most of them come from."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from mam.analysis.auctions import hold_auction, make_unseen_round
from mam.engine.rollouts.call_model import find_bid_limits
from mam.engine.rollouts.continuation import Rollout, RolloutResult, list_mask_cards
from mam.engine.rollouts.scores import find_advantage, score_bids
from mam.engine.rollouts.worlds import MaskDrawer, Masks
from mam.rules.auction import find_high_bid
from mam.rules.editions import TrickGameRules, get_edition

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Figure:
    """One number of the page: what it is the estimate of, its standard error (0 if counted exactly), and how it was found.

    `unit` is "thousand dollars", "share" or "tricks"; `n` the number of deals (0 if counted exactly).
    """

    claim: str
    figure: str
    estimate: float
    standard_error: float
    n: int
    unit: str
    method: str


def mean(claim: str, figure: str, values: Iterable[float], unit: str, method: str) -> Figure:
    """The mean of a value for each deal."""
    array = np.asarray([*values] if not isinstance(values, np.ndarray) else values, np.float64)
    return Figure(
        claim, figure, float(array.mean()), float(array.std(ddof=1) / sqrt(len(array))), len(array), unit, method
    )


def rules_of(edition: str) -> TrickGameRules:
    """The rules of an edition of tricks."""
    rules = get_edition(edition)
    assert isinstance(rules, TrickGameRules)
    return rules


class Deals:
    """This number of deals by one dealer, their auctions held by rulebook players and their rounds played by a policy.

    `masks` may be given: deals of other rules, or changed ones.
    """

    def __init__(
        self,
        rules: TrickGameRules,
        dealer: str,
        n: int,
        seed: int,
        masks: Masks | None = None,
        policy: str = "rulebook",
    ) -> None:
        self.rules, self.dealer, self.policy = rules, dealer, policy
        self.hidden = make_unseen_round(rules, dealer)
        self.masks = MaskDrawer(self.hidden, list_mask_cards(rules)).draw(n, seed) if masks is None else masks
        self.reach = find_bid_limits(self.hidden, self.masks)
        self._ends: dict[int, RolloutResult] = {}

    def end(self, bidder: int) -> RolloutResult:
        """How each round ends if the seat of this number is the bidder."""
        if bidder not in self._ends:
            self._ends[bidder] = Rollout(self.hidden, self.rules.seats[bidder], policy=self.policy).run(self.masks)
        return self._ends[bidder]

    def bid(self, reach: Array | None = None) -> tuple[Array, Array]:
        """Who has the bid (the number of a seat, -1 for nobody), and for how much, if all go as far as this."""
        rows = (self.reach if reach is None else reach).tolist()
        ends = [find_high_bid(hold_auction(self.rules, self.dealer, tuple(row))) for row in rows]
        seats = self.rules.seats
        return (
            np.array([seats.index(end[0]) if end else -1 for end in ends]),
            np.array([end[1].amount if end else 0 for end in ends]),
        )

    def count_taken(self, bidders: Array) -> Array:
        """What the bidder's side captures in each round."""
        captures = np.zeros(len(bidders), np.int64)
        for bidder in {*bidders.tolist()} - {-1}:
            end, rows = self.end(bidder), bidders == bidder
            captures[rows] = end.captured[rows]
        return captures

    def gains(self, bidders: Array, bids: Array, person: str) -> Array:
        """What a person's side scores more than the other one in each round."""

        def end_of(seat: str) -> RolloutResult:
            return self.end(self.rules.seats.index(seat))

        return find_advantage(self.hidden, score_bids(self.hidden, end_of, bidders, bids), person)


def spread(rules: TrickGameRules, n: int, seed: int, policy: str = "rulebook") -> list[Deals]:
    """This number of deals, each person dealing as many."""
    share = -(-n // len(rules.persons))
    return [Deals(rules, dealer, share, seed + index, policy=policy) for index, dealer in enumerate(rules.persons)]
