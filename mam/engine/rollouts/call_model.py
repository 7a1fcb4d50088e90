"""What calls say about unseen hands, if everyone bids like the rulebook player."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from mam.engine import strategy
from mam.engine.rollouts.continuation import Rollout
from mam.engine.rollouts.readable import list_trump_choices
from mam.engine.rollouts.worlds import Masks
from mam.engine.tables.kernel import SURPRISE_UNIT
from mam.games.trick_round import TrickRound
from mam.rules.auction import Calls, min_bid, must_bid
from mam.rules.cards import Card, NoTrump
from mam.rules.editions import TrickGameRules
from mam.rules.moves import Bid, Pass

_TOLERANCES = (0, 20, 50, 100)  # how far calls may deviate, in thousands of dollars
# How players deviate from the policy that the worlds are weighed by, fitted on rounds of several players
# (docs/fit_inference.py).
_CALL_TEMPERATURE = (
    20.0  # the deviation of calls that makes a world less probable by a factor of e, in thousands of dollars
)
_CARD_TEMPERATURE = 1500.0  # the difference in score that does so for a card of the club player
_UNEXPECTED = SURPRISE_UNIT  # how much a card that the rulebook player would not have played surprises
_GOLDEN = (5**0.5 - 1) / 2
_MIN_PROPORTION = 0.02  # of worlds that must remain


@lru_cache(maxsize=16)
def estimate_cards(rules: TrickGameRules, cards: tuple[Card, ...]) -> NDArray[np.int64]:
    """Return what each of these cards is worth under each trump that a bidder may name: card, trump."""
    trumps = [trump for trump in list_trump_choices(rules) if not isinstance(trump, NoTrump)]
    return np.array([[strategy.estimate_card(card, trump) for trump in trumps] for card in cards], np.int64)


def bids_from_estimates(best: NDArray[np.int64], rules: TrickGameRules) -> NDArray[np.int64]:
    """Return the rulebook player's bid limits for hands with these estimates under their best trump."""
    offset = strategy.find_bid_limit(0, rules)
    return best + offset if rules.auction.money else best // 10 + offset


def find_bid_limits(round: TrickRound, masks: Masks) -> NDArray[np.int64]:
    """Return the rulebook player's bid limit for each seat's first hand: row, seat; in thousands of dollars."""
    rules = round.rules
    counts = masks.counts()[:, : len(rules.seats)].astype(np.float32)
    if round.bidder is not None and round.discarded is not None:
        counts[:, rules.seats.index(round.bidder)] += masks.counts()[:, -1]
    best = (counts @ estimate_cards(rules, masks.cards).astype(np.float32)).max(axis=2).astype(np.int64)
    return bids_from_estimates(best, rules)


def find_deviations(round: TrickRound, person: str | None, masks: Masks, boldness: int = 0) -> NDArray[np.int64]:
    """Return how far the others' calls deviate from the rulebook player's: row; in thousands of dollars.

    A forced bid says nothing, and neither does a pass by the bidder, who has different cards since. `boldness` is how much
    above the rulebook player's limit the others are known to bid.
    """
    return measure_deviations(round.rules, round.calls, round.bidder, person, find_bid_limits(round, masks) + boldness)


def measure_deviations(
    rules: TrickGameRules, calls: Calls, bidder: str | None, person: str | None, limits: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the deviations for seats with these bid limits: row, seat."""
    seats, deviation = rules.seats, np.zeros(len(limits), np.int64)
    highest_bids: dict[str, int] = {}
    for index, (seat, call) in enumerate(calls):
        earlier_calls = calls[:index]
        if seat == person:
            continue
        if isinstance(call, Bid) and not must_bid(len(rules.persons), earlier_calls, rules.auction):
            highest_bids[seat] = call.amount
        elif isinstance(call, Pass) and seat != bidder:
            deviation += np.maximum(limits[:, seats.index(seat)] + 1 - min_bid(earlier_calls, rules.auction), 0)
    for seat, amount in highest_bids.items():
        deviation += np.maximum(amount - limits[:, seats.index(seat)], 0)
    return deviation


def weigh_worlds(round: TrickRound, person: str, masks: Masks, rollout: Rollout | None = None) -> NDArray[np.float64]:
    """Return how likely each world is, given what the others have called and played; the mean is 1.

    A world counts as much as the probability of their calls and cards in it: a call the less probable the further it is from the
    rulebook player's, a card the less probable the lower its score in comparison with the other cards that the policy of the `rollout`
    (the club player's) could have played. Where others have shown nothing all weights are 1.
    """
    surprise = np.zeros(len(masks))
    if any(seat != person for seat, _ in round.calls):
        surprise += find_deviations(round, person, masks) / _CALL_TEMPERATURE
    if any(seat != person for trick in (*round.tricks, round.trick) if trick for seat, _ in trick.plays):
        rollout = rollout or Rollout(round, person, policy="club")
        surprise += rollout.measure_surprise(masks, person, _CARD_TEMPERATURE, _UNEXPECTED) / SURPRISE_UNIT
    weights = np.exp(surprise.min() - surprise)
    mean_one: NDArray[np.float64] = weights / weights.mean()
    return mean_one


def measure_effective_size(weights: NDArray[np.float64]) -> float:
    """Return how many equally likely worlds say as much as these."""
    return float(weights.sum() ** 2 / (weights**2).sum())


def resample(masks: Masks, weights: NDArray[np.float64], count: int, seed: int, first: int = 0) -> Masks:
    """Return `count` worlds drawn by their weights, from number `first` on of a sequence.

    Any worlds that follow each other in the sequence represent all of them well.
    """
    marks = np.cumsum(weights)
    fractions = (Random(seed).random() + np.arange(first, first + count) * _GOLDEN) % 1.0
    rows = np.searchsorted(marks, fractions * marks[-1], side="right")
    return masks[np.minimum(rows, len(masks) - 1)]


class CallFilter:
    """A filter that keeps the worlds in which the others might have called as they did.

    `slack` is how far their calls may deviate from the rulebook player's, in thousands of dollars: the lowest tolerance that
    keeps one world in fifty; None if none does, and then calls say nothing.
    """

    def __init__(self, round: TrickRound, person: str | None, masks: Masks) -> None:
        self.round, self.person = round, person
        deviation = find_deviations(round, person, masks)
        self.slack = next((slack for slack in _TOLERANCES if (deviation <= slack).mean() >= _MIN_PROPORTION), None)

    def keep(self, masks: Masks) -> Masks:
        """Return the worlds that are consistent with the calls."""
        if self.slack is None:
            return masks
        return masks[np.flatnonzero(find_deviations(self.round, self.person, masks) <= self.slack)]
