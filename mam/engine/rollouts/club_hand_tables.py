"""The club player's weights for hands and bids, as the kernel's tables."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from mam.engine.club.hand_weights import HAND_FEATURES, HIGHEST, JUMPS, LENGTHS, MONEY, HandWeights
from mam.engine.club.hands import list_colors
from mam.engine.club.weights import Row
from mam.engine.rollouts.readable import list_trump_choices
from mam.engine.rollouts.worlds import Int64Array, Masks
from mam.engine.tables.club_hands_kernel import HandTables, find_call_limits, hold_auctions, rate_hands
from mam.games.trick_round import TrickRound
from mam.rules.cards import ANIMALS, Card, Trump, money_in
from mam.rules.editions import TrickGameRules
from mam.rules.moves import Bid

_CARDS, _MAX_LENGTH = 64, 32
_NO_LIMIT = 1 << 20


@lru_cache(maxsize=16)
def make_hand_tables(
    rules: TrickGameRules, cards: tuple[Card, ...], trumps: tuple[Trump, ...], weights: HandWeights
) -> HandTables:
    """Return what the kernel needs to bid, discard and name trump by these weights."""
    colors, auction = list_colors(rules), rules.auction
    stages = [_tabulate(cards, row) for row in (weights.before_nest, weights.after_discard)]
    sides = [next((side for side in rules.sides.values() if seat in side), (seat,)) for seat in rules.persons]

    def mask(wanted: object) -> int:
        return sum(1 << number for number, card in enumerate(cards) if card.color == wanted)

    return HandTables(
        values=np.array([values for values, _ in stages]).ravel(),
        lengths=np.array([lengths for _, lengths in stages]).ravel(),
        colors=np.array([mask(color) for color in colors], np.int64),
        trump_colors=np.array([colors.index(trump) if trump in colors else -1 for trump in trumps], np.int64),
        colorless_cards=mask(None),
        counted_cards=sum(1 << number for number, card in enumerate(cards) if card.rank in MONEY),
        number_cards=sum(1 << number for number, card in enumerate(cards) if card.is_number_card),
        constants=np.array(
            [row[HAND_FEATURES.index("any hand")] for row in (weights.before_nest, weights.after_discard)], np.int64
        ),
        calls=np.array(weights.calls, np.int64),
        spread=np.array(weights.spread, np.int64),
        narrowing=weights.narrowing,
        bids=np.array(weights.bids, np.int64),
        jumps=np.array(JUMPS, np.int64),
        money=money_in(rules.pack),
        sides=np.array([sum(1 << rules.persons.index(person) for person in side) for side in sides], np.int64),
        opens=auction.opens,
        must_open=("first", "last", "nobody").index(auction.must_open),
        min_opening=auction.min_opening,
        max_opening=_NO_LIMIT if auction.max_opening is None else auction.max_opening,
        min_raise=auction.min_raise,
        step=auction.step,
        max_bid=_NO_LIMIT if auction.max_bid is None else auction.max_bid,
        reentry=auction.reentry,
    )


def hold_club_auctions(
    rules: TrickGameRules, weights: HandWeights, dealer: str, masks: Masks
) -> tuple[Int64Array, Int64Array]:
    """Hold the auction of club players in each row: return the bidder (the number of a seat; -1: nobody) and the bid."""
    trumps = list_trump_choices(rules)
    tables, seats = make_hand_tables(rules, masks.cards, trumps, weights), [*map(rules.seats.index, rules.persons)]
    bidders, bids = np.zeros(len(masks), np.int64), np.zeros(len(masks), np.int64)
    named = np.array([trumps.index(color) for color in list_colors(rules)], np.int64)
    hands, duplicates = masks.contents[:, seats].copy(), masks.duplicates[:, seats].copy()
    hold_auctions(tables, rules.persons.index(dealer), hands, duplicates, named, bidders, bids)
    return np.array([*seats, -1])[bidders], bids


def measure_club_deviations(
    round: TrickRound, weights: HandWeights, person: str | None, masks: Masks
) -> NDArray[np.float64]:
    """Return how far the others' calls deviate from the club player's: row; in thousands of dollars.

    A bid deviates by what the hand is worth less than the club player would want for it, a pass by what it is worth more. A
    forced bid says nothing, and neither does a pass by the bidder, whose hand is taken as it is after the nest.
    """
    rules, calls = round.rules, round.calls
    trumps = list_trump_choices(rules)
    tables = make_hand_tables(rules, masks.cards, trumps, weights)
    named = np.array([trumps.index(color) for color in list_colors(rules)], np.int64)
    amounts = np.array([call.amount if isinstance(call, Bid) else 0 for _, call in calls], np.int64)
    limits = np.zeros(len(calls), np.int64)
    find_call_limits(tables, rules.persons.index(round.deal.dealer), amounts, limits)
    deviation = np.zeros(len(masks))
    for place, seat in enumerate(rules.seats):
        seat_calls = [index for index, (caller, _) in enumerate(calls) if caller == seat != person]
        if not seat_calls:
            continue
        worths = np.zeros(len(masks), np.int64)
        rate_hands(tables, masks.contents[:, place].copy(), masks.duplicates[:, place].copy(), named, worths)
        bids, passes = limits[seat_calls][amounts[seat_calls] > 0], limits[seat_calls][amounts[seat_calls] == 0]
        deviation += np.maximum(bids.max(initial=0) - worths, 0)
        if seat != round.bidder:
            deviation += np.maximum(worths[:, None] - passes, 0).sum(axis=1)
    return deviation / 64


def _tabulate(cards: tuple[Card, ...], row: Row) -> tuple[Int64Array, Int64Array]:
    """Return `values` and `lengths` of HandTables for one stage."""
    weight = dict(zip(HAND_FEATURES, row, strict=True))
    values, lengths = np.zeros((2, _MAX_LENGTH, _CARDS), np.int64), np.zeros((2, _MAX_LENGTH), np.int64)
    for length in range(_MAX_LENGTH):
        trumps, side = min(length, LENGTHS[True]), min(length, LENGTHS[False])
        lengths[1, length] = weight[f"{trumps} trumps{' or more' if trumps == LENGTHS[True] else ''}"]
        lengths[0, length] = weight[f"side color of {side}{' or more' if side == LENGTHS[False] else ''}"]
        for number, card in enumerate(cards):
            if card.rank in MONEY:
                values[1, length, number] = weight[f"trump {card.rank}"]
                values[0, length, number] = weight[f"side {card.rank}"]
                if card.rank in HIGHEST:
                    values[0, length, number] += length * weight[f"side {card.rank}, times its length"]
            elif card in ANIMALS:
                values[:, length, number] = weight[("Tiger", "Bull", "Bear")[ANIMALS.index(card)]]
    return values, lengths
