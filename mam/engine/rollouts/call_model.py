"""What the bids suggest of hands that nobody has seen: as much as the rulebook player would have bid on them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mam.engine import strategy
from mam.engine.rollouts.continuation import Rollout
from mam.engine.rollouts.readable import list_trump_choices
from mam.engine.rollouts.worlds import Masks
from mam.games.trick_round import TrickRound
from mam.rules.auction import Calls, min_bid, must_bid
from mam.rules.cards import Card, NoTrump
from mam.rules.editions import TrickGameRules
from mam.rules.moves import Bid, Pass

_SLACKS = (0, 20, 50, 100)  # how far bids may be off, in thousands of dollars
_STRANGE = 2  # how far off a card counts that the player would not have played, in thousands of dollars
_RAREST = 0.02  # the share of worlds that has to be left


def estimate_cards(rules: TrickGameRules, cards: Sequence[Card]) -> NDArray[np.int64]:
    """What each of these cards is worth under each trump that a bidder may name: card, trump."""
    trumps = [one for one in list_trump_choices(rules) if not isinstance(one, NoTrump)]
    return np.array([[strategy.estimate_card(card, trump) for trump in trumps] for card in cards], np.int64)


def bids_from_estimates(best: NDArray[np.int64], rules: TrickGameRules) -> NDArray[np.int64]:
    """How far the rulebook player would bid on hands worth so much under their best trump."""
    offset = strategy.find_bid_limit(0, rules)
    return best + offset if rules.auction.money else best // 10 + offset


def find_bid_limits(round: TrickRound, masks: Masks) -> NDArray[np.int64]:
    """How far the rulebook player would bid on what each seat has had in hand: row, seat; in thousands of dollars."""
    rules = round.rules
    counts = masks.counts()[:, : len(rules.seats)].astype(np.float32)
    if round.bidder is not None and round.discarded is not None:
        counts[:, rules.seats.index(round.bidder)] += masks.counts()[:, -1]
    best = (counts @ estimate_cards(rules, masks.cards).astype(np.float32)).max(axis=2).astype(np.int64)
    return bids_from_estimates(best, rules)


def find_deviations(round: TrickRound, person: str | None, masks: Masks, boldness: int = 0) -> NDArray[np.int64]:
    """How much the calls of the others are off from what the rulebook player would have called: row; in thousands of dollars.

    A bid that had to be made says nothing, and neither does a pass of the bidder's, who has other cards since. `boldness`
    is how much further than the rulebook player's limit the others are known to go.
    """
    return measure_deviations(round.rules, round.calls, round.bidder, person, find_bid_limits(round, masks) + boldness)


def measure_deviations(
    rules: TrickGameRules, calls: Calls, bidder: str | None, person: str | None, found: NDArray[np.int64]
) -> NDArray[np.int64]:
    """The same for seats that go as far as this: row, seat."""
    seats, off = rules.seats, np.zeros(len(found), np.int64)
    most: dict[str, int] = {}
    for at, (seat, call) in enumerate(calls):
        before = calls[:at]
        if seat == person:
            continue
        if isinstance(call, Bid) and not must_bid(len(rules.persons), before, rules.auction):
            most[seat] = call.amount
        elif isinstance(call, Pass) and seat != bidder:
            off += np.maximum(found[:, seats.index(seat)] + 1 - min_bid(before, rules.auction), 0)
    for seat, amount in most.items():
        off += np.maximum(amount - found[:, seats.index(seat)], 0)
    return off


def pick_likeliest(finisher: Rollout, person: str, masks: Masks, wanted: int) -> Masks:
    """So many of these worlds, those in which the others' calls and cards so far look most like the rulebook player's."""
    round = finisher.round
    off = np.zeros(len(masks), np.int64)
    if any(seat != person for seat, _ in round.calls):
        off += find_deviations(round, person, masks)
    if round.played:
        off += _STRANGE * finisher.count_unexpected_plays(masks, person)
    return masks[np.argsort(off, kind="stable")[:wanted]]


class CallFilter:
    """Keeps the worlds in which the others might have called as they did.

    `slack` is by how much their calls may be off from those of the rulebook player, in thousands of dollars: as little as
    still leaves one of fifty among the worlds that are tried; None where even that is too much, and calls say nothing.
    """

    def __init__(self, round: TrickRound, person: str | None, tried: Masks) -> None:
        self.round, self.person = round, person
        off = find_deviations(round, person, tried)
        self.slack = next((slack for slack in _SLACKS if (off <= slack).mean() >= _RAREST), None)

    def keep(self, masks: Masks) -> Masks:
        """Those of these worlds that agree with the calls."""
        if self.slack is None:
            return masks
        return masks[np.flatnonzero(find_deviations(self.round, self.person, masks) <= self.slack)]
