"""What calls say about unseen hands, if everyone bids like the rulebook player."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from mam.engine import strategy
from mam.engine.rollouts.readable import list_trump_choices
from mam.engine.rollouts.worlds import Masks
from mam.games.trick_round import TrickRound
from mam.rules.auction import Calls, find_min_bid, must_bid
from mam.rules.cards import Card, NoTrump
from mam.rules.editions import TrickGameRules
from mam.rules.moves import Bid, Pass


@lru_cache(maxsize=16)
def estimate_cards(rules: TrickGameRules, cards: tuple[Card, ...]) -> NDArray[np.int64]:
    """Return what each of these cards is worth under each trump that a bidder may name: card, trump."""
    trumps = [trump for trump in list_trump_choices(rules) if not isinstance(trump, NoTrump)]
    return np.array([[strategy.estimate_card(card, trump) for trump in trumps] for card in cards], np.int64)


def estimate_bids(best: NDArray[np.int64], rules: TrickGameRules) -> NDArray[np.int64]:
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
    return estimate_bids(best, rules)


def find_deviations(round: TrickRound, person: str | None, masks: Masks, boldness: int = 0) -> NDArray[np.int64]:
    """Return how far the others' calls deviate from the rulebook player's: row; in thousands of dollars.

    A forced bid says nothing, nor does a pass by a side that has won the auction, or by the bidder, who has different cards
    since. `boldness` is how much above the rulebook player's limit the others are known to bid.
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
        elif isinstance(call, Pass) and seat != bidder and not strategy.has_won_auction(rules, earlier_calls, seat):
            deviation += np.maximum(limits[:, seats.index(seat)] + 1 - find_min_bid(earlier_calls, rules.auction), 0)
    for seat, amount in highest_bids.items():
        deviation += np.maximum(amount - limits[:, seats.index(seat)], 0)
    return deviation
