"""Worlds by the thousand: deals that agree with a view, as masks of cards, drawn from the model of `mam.worlds`.

How many cards of each kind lie where is drawn by `mam.games.sampling`, one world at a time; which cards these are, by columns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mam.engine import Unsupported
from mam.games.sampling.clues import NEST, PUT_OUT, Clues, is_draw_hidden, list_played
from mam.games.sampling.counting import ELSEWHERE, Table
from mam.games.trick_round import TrickRound
from mam.rules.cards import UNSEEN, Card

Int64Array = NDArray[np.int64]
_STEP, _MIX1, _MIX2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_GROUP = 54  # above these bits of a random number stands the group in which it decides the order


@dataclass(frozen=True, eq=False)
class Masks:
    """Deals that agree with a view: what lies in each place now, the seats in order and then the nest.

    `held[row, place]` are the cards in a place, `duplicates` those of them that are there twice; both are masks over `cards`.
    Cards that were played are counted to the hands that played them.
    """

    cards: tuple[Card, ...]
    held: Int64Array
    duplicates: Int64Array

    def __len__(self) -> int:
        return len(self.held)

    def __getitem__(self, rows: Any) -> Masks:
        """Some of the rows."""
        return Masks(self.cards, np.ascontiguousarray(self.held[rows]), np.ascontiguousarray(self.duplicates[rows]))

    def counts(self) -> NDArray[np.int8]:
        """How often each card lies in each place: row, place, card."""
        shape = *self.held.shape, 64
        held, twins = (
            np.unpackbits(one.astype("<i8").view(np.uint8), bitorder="little").reshape(shape)[..., : len(self.cards)]
            for one in (self.held, self.duplicates)
        )
        return (held + twins).astype(np.int8)

    def unmask(self, row: int, place: int) -> tuple[Card, ...]:
        """The cards in one place of one row."""
        held, twins = int(self.held[row, place]), int(self.duplicates[row, place])
        return tuple(card for n, card in enumerate(self.cards) for _ in range((held >> n & 1) + (twins >> n & 1)))


class MaskDrawer:
    """Draws worlds of a round in which some cards are unseen, as often as is wanted; `cards` are named by their numbers.

    Raises Unsupported where masks do not say enough (a card drawn out of sight, a hand half face down), ValueError when
    no deal agrees with what is seen.
    """

    def __init__(self, round: TrickRound, cards: Sequence[Card]) -> None:
        if is_draw_hidden(round):
            raise Unsupported("a card was drawn out of sight")
        if round.rules.half_hidden_seats:
            raise Unsupported("a hand of which some cards lie face down under others is no set of cards")
        self.cards, self.table = tuple(cards), Clues(round).table()
        self.places = [*round.rules.seats, PUT_OUT if round.discarded is not None else NEST]
        if self.table.rooms and not self.table.total:
            raise ValueError("no deal agrees with this view: what it shows contradicts itself")
        self.seen = _seen(round, cards)
        self.copies = Counter(card for place in _lying(round) for card in place if card != UNSEEN)

    def draw(self, rows: int, seed: int) -> Masks:
        """So many worlds; the same seed gives the same ones."""
        shape = rows, len(self.places)
        masks = [np.broadcast_to(mask, shape).copy() for mask in self.seen]
        if self.table.rooms:
            copies = self.copies.copy()
            units, dealt = _Dealing(self.table, rows, seed).deal()
            bits = np.zeros((2, len(units)), np.int64)  # of the first copy of each card, and of the second
            for at, card in enumerate(units):
                bits[min(copies[card], 1), at] = 1 << self.cards.index(card)
                copies[card] += 1
            for place in dealt.keys() & {*self.places}:
                at = self.places.index(place)
                for mask, bit in zip(masks, bits, strict=True):
                    mask[:, at] |= np.bitwise_or.reduce(bit[dealt[place]], axis=1)
        return Masks(self.cards, masks[0] | masks[1], masks[0] & masks[1])


def draw_masks(round: TrickRound, cards: Sequence[Card], rows: int, seed: int) -> Masks:
    """So many worlds of a round in which some cards are unseen; raises as `MaskDrawer` does."""
    return MaskDrawer(round, cards).draw(rows, seed)


def _lying(round: TrickRound) -> list[list[Card]]:
    """What lies in each place as far as it is seen, and what was played in the hands it came from; then the nest, the pile."""
    hands = [[*round.hands[seat], *list_played(round, seat)] for seat in round.rules.seats]
    return [*hands, [*round.nest], [*round.deal.pile]]


def _seen(round: TrickRound, cards: Sequence[Card]) -> tuple[Int64Array, Int64Array]:
    """The masks of the cards that are seen: of the first copy of each card, and of the second."""
    places = _lying(round)
    masks = np.zeros((2, len(places)), np.int64)
    copies: Counter[Card] = Counter()
    for at, place in enumerate(places):
        for card in place:
            if card != UNSEEN:
                masks[min(copies[card], 1), at] |= 1 << cards.index(card)
                copies[card] += 1
    return masks[0, :-1], masks[1, :-1]


class _Dealing:
    """Unseen cards dealt to their places, a row for each world."""

    def __init__(self, table: Table, rows: int, seed: int) -> None:
        self.table, self.rows, self.seed, self.drawn = table, rows, seed, 0

    def deal(self) -> tuple[list[Card], dict[str, Int64Array]]:
        """The cards, and for each place the numbers of those in it, row after row."""
        table = self.table
        spreads, taken = self._counts()
        cards = [card for kind in table.kinds for unit in kind.units for card in unit]
        lie = np.empty((self.rows, len(cards)), np.int64)  # the near place, or beyond those the class
        first = 0
        for number, kind in enumerate(table.kinds):
            size = len(kind.units[0])
            last = first + size * len(kind.units)
            codes = np.array([[self._code(kind.elsewhere, place) for place in choice] for choice in kind.choices])
            if len(codes) == 1:
                lie[:, first:last] = np.tile(codes[0], len(kind.units))
            else:
                rank = np.argsort(np.argsort(self._random(len(kind.units)), axis=1), axis=1)
                ends = np.cumsum(spreads[number], axis=1)[:, None, :]
                choice = (rank[:, :, None] >= ends).sum(axis=2)
                lie[:, first:last] = codes[choice].reshape(self.rows, -1)
            first = last
        order = self._sorted(lie)
        rooms = [table.rooms[place] for place in table.near]
        dealt = dict(zip(table.near, self._cut(order, rooms), strict=True))
        far = order[:, sum(rooms) :]
        if far.shape[1]:
            dealt |= self._deal_far(far, taken)
        return cards, dealt

    def _deal_far(self, far: Int64Array, taken: NDArray[np.int64]) -> dict[str, Int64Array]:
        """The other places; `far` has their cards class by class, in random order."""
        blocks, classes = len(self.table.blocks), len(self.table.classes)
        if blocks > 1:
            into = np.tile(np.arange(blocks), self.rows * classes)
            block = np.repeat(into, taken.transpose(0, 2, 1).ravel()).reshape(far.shape)
            far = np.take_along_axis(far, self._sorted(block), axis=1)
        elif classes > 1:
            far = np.take_along_axis(far, self._sorted(np.zeros(far.shape, np.int64)), axis=1)
        places = [place for block in self.table.blocks for place in block.places]
        return dict(zip(places, self._cut(far, [self.table.rooms[place] for place in places]), strict=True))

    def _counts(self) -> tuple[list[NDArray[np.int64]], NDArray[np.int64]]:
        """For each kind how often each choice is made, for each block how many of each class it takes, row after row.

        Rows that have come to the same choose together.
        """
        table = self.table
        spreads = [np.empty((self.rows, len(kind.choices)), np.int64) for kind in table.kinds]
        taken = np.empty((self.rows, len(table.blocks), len(table.classes)), np.int64)
        groups: dict[Any, Int64Array] = {table.start: np.arange(self.rows)}
        for number in range(len(table.kinds)):
            groups = self._chosen(groups, partial(table.spread, number), spreads[number])
        ways: dict[Any, list[Int64Array]] = {}
        for (_, _, left), rows in groups.items():
            ways.setdefault((left,), []).append(rows)
        groups = {left: np.concatenate(rows) for left, rows in ways.items()}
        for number in range(len(table.blocks)):
            groups = self._chosen(groups, partial(table.takes, number), taken[:, number])
        return spreads, taken

    def _chosen(
        self, groups: dict[Any, Int64Array], options: Callable[..., Any], found: Int64Array
    ) -> dict[Any, Int64Array]:
        """One step further: `found` gets what each row chose, and the rows are grouped by what is left then."""
        fractions = self._random(1)[:, 0] / float(1 << _GROUP)
        after: dict[Any, list[Int64Array]] = {}
        for state, rows in groups.items():
            steps, sums = (at := options(*state)).steps, at.sums
            marks = np.array([one / sums[-1] for one in sums[:-1]])
            picked = np.searchsorted(marks, fractions[rows], side="right")
            for number in range(len(steps)) if len(steps) == 1 else np.unique(picked).tolist():
                chose = rows if len(steps) == 1 else rows[picked == number]
                found[chose] = steps[number][0]
                after.setdefault(steps[number][1:], []).append(chose)
        return {state: np.concatenate(rows) for state, rows in after.items()}

    def _code(self, elsewhere: frozenset[str], place: str) -> int:
        near = self.table.near
        return len(near) + self.table.classes.index(elsewhere) if place == ELSEWHERE else near.index(place)

    @staticmethod
    def _cut(order: Int64Array, rooms: Sequence[int]) -> list[Int64Array]:
        ends = np.cumsum(rooms)
        return [order[:, end - room : end] for end, room in zip(ends, rooms, strict=True)]

    def _sorted(self, groups: Int64Array) -> Int64Array:
        """The columns of each row in the order of their groups, by chance within a group."""
        keys = groups.astype(np.uint64) << np.uint64(_GROUP) | self._random(groups.shape[1])
        found: Int64Array = np.argsort(keys, axis=1)
        return found

    def _random(self, columns: int) -> NDArray[np.uint64]:
        """Random numbers below two to the power of `_GROUP`, always the same for the same seed."""
        self.drawn += 1
        start = Random(f"{self.seed}/{self.drawn}").getrandbits(64)
        with np.errstate(over="ignore"):
            key = np.uint64(start) + np.arange(self.rows * columns, dtype=np.uint64) * np.uint64(_STEP)
            key = (key ^ (key >> np.uint64(30))) * np.uint64(_MIX1)
            key = (key ^ (key >> np.uint64(27))) * np.uint64(_MIX2)
            key ^= key >> np.uint64(31)
        return (key >> np.uint64(64 - _GROUP)).reshape(self.rows, columns)
