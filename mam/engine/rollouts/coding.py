"""Deal codes for many deals at once: the same numbers as in `mam.text.deal_codes`, in columns.

They have more than 64 bits, so a column of them is a list of columns, its limbs, the lowest first. Each limb has 30 bits,
which is six digits of a code; it may hold more until it is carried.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mam.support.numbers import count_arrangements
from mam.text.deal_codes import DIGITS, count_digits, format_code, format_code_head, list_rooms

if TYPE_CHECKING:
    from mam.engine.rollouts.plan import Plan

_BITS, _LIMB_DIGITS = 30, 6
_Column = NDArray[np.int64]
_Wide = list[_Column]


def encode_deals(plan: Plan, bidders: NDArray[np.integer[Any]], dealt: _Column, blind_draws: _Column) -> list[str]:
    """Return the code of each row's deal.

    `bidders` are the bidders' seats, `dealt[row]` the cards in the order in which they were dealt, `blind_draws` those of a blind
    draw, all as the kernel numbers them.
    """
    rules, size = plan.spec.rules, len(plan.deal.hands[0])
    number = _rank(_find_places(plan, dealt), next(list_rooms(rules, size)))
    if rules.blind_draw:
        number = [limb * (rules.nest_size + 1) for limb in number]  # one more, because a lot may be unknown
        number[0] += blind_draws
    texts = _write_digits(number, count_digits(rules, size))
    seats = bidders.tolist()
    heads = {seat: format_code_head(rules, plan.spec.dealers[plan.deal.seats[seat]], size) for seat in set(seats)}
    return [format_code(heads[seat], text) for seat, text in zip(seats, texts, strict=True)]


def _find_places(plan: Plan, dealt: _Column) -> NDArray[np.uint8]:
    """Return the place of each card of the pack; the first of equal cards is in the first place."""
    game, number = plan.game, {card: n for n, card in enumerate(plan.cards)}
    places = len(game.ends)
    known_keys = [
        number[card] * places + place
        for place in range(places)
        for card in plan.unmask(int(game.known_cards[place]), int(game.known_duplicates[place]))
    ]
    dealt_places = np.repeat(np.arange(places), np.diff(game.ends, prepend=0).astype(np.intp))
    keys = np.empty(
        (len(dealt), len(known_keys) + len(dealt_places)), np.int16
    )  # the card, then its place: sorting brings them in order
    keys[:, : len(known_keys)] = known_keys
    keys[:, len(known_keys) :] = dealt * places + dealt_places
    keys.sort(axis=1)
    pack = [number[card] for card in plan.spec.rules.pack]
    pack_places = np.empty(keys.shape, np.uint8)
    pack_places[:, np.argsort(pack, kind="stable")] = keys % places
    return pack_places


def _rank(pack_places: NDArray[np.uint8], rooms: Sequence[int]) -> _Wide:
    """Return the number of each row's arrangement among all of them, as `deal_codes` counts them."""
    rows, cards = pack_places.shape
    columns = np.ascontiguousarray(pack_places.T)
    # How many from each card on go to an earlier place, and to its own.
    to_lower, to_same = np.zeros((2, cards, rows), np.int64)
    for place in range(len(rooms)):
        cards_to_place = np.cumsum((columns == place)[::-1], axis=0, dtype=np.uint8)[::-1]
        to_lower += cards_to_place * (columns > place)
        to_same += cards_to_place * (columns == place)
    arrangements = _wide(count_arrangements(rooms), rows)
    number = [np.zeros(rows, np.int64) for _ in arrangements]
    for card in range(cards):
        cards_left = cards - card
        for limb, addend in zip(number, _scale(arrangements, to_lower[card], cards_left), strict=False):
            limb += addend
        arrangements = _scale(arrangements, to_same[card], cards_left)[
            : _limbs(len(rooms) ** (cards_left - 1))
        ]  # above that all are 0
    return number


# Numbers of several limbs


def _limbs(maximum: int) -> int:
    return -(-maximum.bit_length() // _BITS)


def _wide(number: int, rows: int) -> _Wide:
    return [np.full(rows, number >> _BITS * limb & (1 << _BITS) - 1, np.int64) for limb in range(_limbs(number))]


def _scale(number: _Wide, factor: _Column, divisor: int) -> _Wide:
    """Return `number` × `factor` / `divisor`, which has no remainder."""
    quotients, remainder = [], np.zeros_like(factor)
    for limb in reversed(number):
        dividend = limb * factor + (remainder << _BITS)
        quotient = dividend // divisor
        remainder = dividend - quotient * divisor
        quotients.append(quotient)
    return quotients[::-1]


def _write_digits(number: _Wide, length: int) -> list[str]:
    """Write each number with this many digits."""
    limbs = [limb.copy() for limb in (*number, np.zeros_like(number[0]))]
    for low, high in pairwise(limbs):
        high += low >> _BITS
        low &= (1 << _BITS) - 1
    digits = np.zeros((len(limbs[0]), max(length, len(limbs) * _LIMB_DIGITS)), np.uint8)
    for position in range(len(limbs) * _LIMB_DIGITS):
        digits[:, -1 - position] = limbs[position // _LIMB_DIGITS] >> 5 * (position % _LIMB_DIGITS) & 31
    text = np.frombuffer(DIGITS.encode(), np.uint8)[digits[:, -length:]].tobytes().decode()
    return [text[start : start + length] for start in range(0, len(text), length)]
