"""The club player's weights for hands and bids, as the kernel's tables."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mam.engine.club.hand_weights import CALL_FEATURES, HAND_FEATURES, HIGHEST, JUMPS, LENGTHS, MONEY, HandWeights
from mam.engine.club.hands import list_colors
from mam.engine.club.weights import Row
from mam.engine.rollouts.auctions import make_auction_tables
from mam.engine.rollouts.readable import list_trump_choices
from mam.engine.rollouts.worlds import Int64Array, Masks
from mam.engine.tables.auction_kernel import AuctionLookup
from mam.engine.tables.club_hands_kernel import (
    ESTIMATES,
    HandLookup,
    estimate_hands,
    hold_auctions,
    measure_calls,
    tabulate_calls,
)
from mam.games.trick_round import TrickRound
from mam.rules.cards import ANIMALS, Card, Trump, money_in
from mam.rules.editions import TrickGameRules
from mam.rules.moves import Bid, Call

_CARDS, _MAX_LENGTH = 64, 32


@lru_cache(maxsize=16)
def make_hand_tables(
    rules: TrickGameRules, cards: tuple[Card, ...], trumps: tuple[Trump, ...], weights: HandWeights
) -> HandLookup:
    """Return what the kernel needs to bid, discard and name trump by these weights."""
    colors, captures = list_colors(rules), (weights.own, weights.partners, weights.opponents)
    rows = (weights.own.hand, weights.after_discard, weights.partners.hand, weights.opponents.hand)
    stages = [_tabulate(cards, row) for row in rows]

    def mask(card_class: object) -> int:
        return sum(1 << number for number, card in enumerate(cards) if card.color == card_class)

    return HandLookup(
        values=np.array([values for values, _ in stages]).ravel(),
        lengths=np.array([lengths for _, lengths in stages]).ravel(),
        colors=np.array([mask(color) for color in colors], np.int64),
        trump_colors=np.array([colors.index(trump) if trump in colors else -1 for trump in trumps], np.int64),
        colorless_cards=mask(None),
        counted_cards=sum(1 << number for number, card in enumerate(cards) if card.rank in MONEY),
        number_cards=sum(1 << number for number, card in enumerate(cards) if card.is_number_card),
        constants=np.array([row[HAND_FEATURES.index("any hand")] for row in rows], np.int64),
        calls=np.array([capture.calls for capture in captures], np.int64),
        spread=np.array([capture.spread for capture in captures], np.int64),
        narrowing=weights.narrowing,
        bids=np.array(weights.bids, np.int64),
        jumps=np.array(JUMPS, np.int64),
        money=money_in(rules.pack),
        auction=make_auction_tables(rules),
    )


def _make_no_hands() -> HandLookup:
    """Return empty tables of the same types, so that the kernel is not compiled again where no weights were learned."""
    numbers, rows = np.zeros(0, np.int64), np.zeros((0, 0), np.int64)
    auction = AuctionLookup(numbers, 0, 0, 0, 0, 0, 0, 0, reentry=False, one_turn=False)
    return HandLookup(
        numbers, numbers, numbers, numbers, 0, 0, 0, numbers, rows, rows, 0, rows, numbers, 0, auction
    )  # fmt: skip


NO_HANDS = _make_no_hands()


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


class _Calls(NamedTuple):
    """The calls of an auction: each bid (0: a pass), and what decided it, as `tabulate_calls` has it."""

    amounts: Int64Array
    callers: Int64Array
    rows: Int64Array
    situations: Int64Array
    high_bids: Int64Array
    gains: Int64Array


@lru_cache(maxsize=64)
def _tabulate_calls(
    rules: TrickGameRules,
    cards: tuple[Card, ...],
    weights: HandWeights,
    dealer: str,
    calls: tuple[tuple[str, Call], ...],
) -> _Calls:
    tables = make_hand_tables(rules, cards, list_trump_choices(rules), weights)
    amounts = np.array([call.amount if isinstance(call, Bid) else 0 for _, call in calls], np.int64)
    callers, situations, high_bids = (np.zeros(len(calls), np.int64) for _ in range(3))
    rows, gains = (
        np.zeros((len(calls), len(CALL_FEATURES)), np.int64),
        np.zeros((len(calls), 2 * tables.money + 1), np.int64),
    )
    tabulate_calls(tables, rules.persons.index(dealer), amounts, callers, rows, situations, high_bids, gains)
    return _Calls(amounts, callers, rows, situations, high_bids, gains)


def measure_club_deviations(
    round: TrickRound, weights: HandWeights, person: str | None, masks: Masks
) -> NDArray[np.float64]:
    """Return how far the others' calls deviate from the club player's: row; in thousands of dollars.

    A bid deviates by what the hand is worth less than the club player would want for it, a pass by what it is worth more. A
    forced bid says nothing, nor does a pass by a side that has won the auction, or by the bidder, whose hand is taken as it is after
    the nest.
    """
    rules = round.rules
    trumps = list_trump_choices(rules)
    tables = make_hand_tables(rules, masks.cards, trumps, weights)
    named = np.array([trumps.index(color) for color in list_colors(rules)], np.int64)
    calls = _tabulate_calls(rules, masks.cards, weights, round.deal.dealer, tuple(round.calls))
    deviation, estimates = np.zeros(len(masks), np.int64), np.zeros((len(masks), ESTIMATES), np.int64)
    for number, seat in enumerate(rules.persons):
        if seat == person or number not in calls.callers:
            continue
        place = rules.seats.index(seat)
        hands, duplicates = masks.contents[:, place].copy(), masks.duplicates[:, place].copy()
        estimate_hands(tables, hands, duplicates, named, estimates)
        measure_calls(tables, number, *calls, seat != round.bidder, estimates, deviation)
    return deviation.astype(np.float64)


def _tabulate(cards: tuple[Card, ...], row: Row) -> tuple[Int64Array, Int64Array]:
    """Return `values` and `lengths` of HandLookup for one stage."""
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
