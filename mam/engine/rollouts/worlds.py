"""Worlds by the thousand: deals consistent with a view, as masks of cards, drawn from the same model as `mam.worlds`.

How many cards of each kind go where comes from `mam.games.sampling`; which cards these are is drawn column by column.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mam.engine import Unsupported
from mam.engine.tables.hands import Hands
from mam.games.sampling.clues import DISCARDS, NEST, Clues, is_draw_hidden, list_played
from mam.games.sampling.counting import ELSEWHERE, Arrangements
from mam.games.trick_round import TrickRound
from mam.rules.cards import UNSEEN, Card
from mam.support.steps import take_all

Int64Array = NDArray[np.int64]
_STEP, _MIX1, _MIX2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_SORTED_ROWS = 2_500  # that are sorted in one short step
RANDOM_BITS = 54  # a sort key has a group above this bit, and below it a random order within the group


@dataclass(frozen=True, eq=False)
class Masks:
    """Deals consistent with a view: what is in each place now, the seats in order and then the nest.

    `contents[row, place]` are the cards in a place, `duplicates[row, place]` those of them that are there twice; both are masks over
    `cards`. Cards that were played count for the hands that played them.
    """

    cards: tuple[Card, ...]
    contents: Int64Array
    duplicates: Int64Array

    def __len__(self) -> int:
        return len(self.contents)

    def __getitem__(self, rows: Any) -> Masks:
        """Return some of the rows."""
        return Masks(self.cards, np.ascontiguousarray(self.contents[rows]), np.ascontiguousarray(self.duplicates[rows]))

    def copy(self) -> Masks:
        """Return masks that can be changed without changing these."""
        return Masks(self.cards, self.contents.copy(), self.duplicates.copy())

    def pick(self, place: int) -> Hands:
        """Return what is in a place, in each row."""
        return Hands(self.contents[:, place], self.duplicates[:, place])

    def put(self, rows: Any, place: int, hands: Hands) -> None:
        """Put hands into a place of some rows."""
        self.contents[rows, place], self.duplicates[rows, place] = hands.cards, hands.duplicates

    def counts(self) -> NDArray[np.int8]:
        """Return how often each card is in each place: row, place, card."""
        shape = *self.contents.shape, 64
        first_cards, duplicates = (
            np.unpackbits(masks.astype("<i8").view(np.uint8), bitorder="little").reshape(shape)[..., : len(self.cards)]
            for masks in (self.contents, self.duplicates)
        )
        return (first_cards + duplicates).astype(np.int8)

    def count(self, card: Card) -> Int64Array:
        """Return how often this card is in each place: row, place."""
        number = self.cards.index(card)
        counts: Int64Array = (self.contents >> number & 1) + (self.duplicates >> number & 1)
        return counts

    def unmask(self, row: int, place: int) -> tuple[Card, ...]:
        """Return the cards in one place of one row."""
        first_cards, duplicates = int(self.contents[row, place]), int(self.duplicates[row, place])
        return tuple(
            card for n, card in enumerate(self.cards) for _ in range((first_cards >> n & 1) + (duplicates >> n & 1))
        )


def join_masks(parts: Sequence[Masks]) -> Masks:
    """Return the rows of all parts; there must be at least one."""
    return Masks(
        parts[0].cards,
        np.concatenate([part.contents for part in parts]),
        np.concatenate([part.duplicates for part in parts]),
    )


class MaskDrawer:
    """Draws worlds of a round in which some cards are unseen; `cards` says which number each card has.

    Raises Unsupported where masks do not say enough (a card drawn face down, a hand half face down), ValueError if no deal is
    consistent with what is seen.
    """

    def __init__(self, round: TrickRound, cards: Sequence[Card]) -> None:
        if is_draw_hidden(round):
            raise Unsupported("a card was drawn face down")
        if round.rules.half_hidden_seats:
            raise Unsupported("a hand with cards face down under others is not a set of cards")
        self.cards, self.table = tuple(cards), Clues(round).table()
        self.places = [*round.rules.seats, DISCARDS if round.discarded is not None else NEST]
        if self.table.rooms and not self.table.total:
            raise ValueError("no deal is consistent with this view: it contradicts itself")
        self.bits = {card: 1 << number for number, card in enumerate(cards)}
        self.known_masks, self.copies = _make_known_masks(round, self.bits)

    def draw(self, rows: int, seed: int) -> Masks:
        """Draw this many worlds; the same seed gives the same ones."""
        return take_all(self.draw_in_steps(rows, seed))

    def draw_in_steps(self, rows: int, seed: int) -> Generator[None, None, Masks]:
        """Do what `draw` does, in short steps."""
        shape = rows, len(self.places)
        masks = [np.broadcast_to(mask, shape).copy() for mask in self.known_masks]
        if self.table.rooms:
            copies = self.copies.copy()
            units, dealt = yield from _Dealing(self.table, rows, seed).deal_in_steps()
            bits = np.zeros((2, len(units)), np.int64)  # of the first copy of each card, and of the second
            for index, card in enumerate(units):
                bits[min(copies[card], 1), index] = self.bits[card]
                copies[card] += 1
            for place in dealt.keys() & {*self.places}:
                index = self.places.index(place)
                for mask, bit in zip(masks, bits, strict=True):
                    mask[:, index] |= np.bitwise_or.reduce(bit[dealt[place]], axis=1)
                yield
        return Masks(self.cards, masks[0] | masks[1], masks[0] & masks[1])


def draw_masks(round: TrickRound, cards: Sequence[Card], rows: int, seed: int) -> Masks:
    """Draw this many worlds of a round in which some cards are unseen; raises as `MaskDrawer` does."""
    return MaskDrawer(round, cards).draw(rows, seed)


def list_known_cards(round: TrickRound) -> list[list[Card]]:
    """Return the known cards in each place, played cards in the hands that they came from; then the nest and the pile."""
    hands = [[*round.hands[seat], *list_played(round, seat)] for seat in round.rules.seats]
    return [*hands, [*round.nest], [*round.deal.stock]]


def _make_known_masks(round: TrickRound, bits: Mapping[Card, int]) -> tuple[Int64Array, Counter[Card]]:
    """Return the masks of the known cards, of the first copy of each card and of the second, and how many copies are known."""
    places = list_known_cards(round)
    masks = np.zeros((2, len(places)), np.int64)
    copies: Counter[Card] = Counter()
    for index, place in enumerate(places):
        for card in place:
            if card != UNSEEN:
                masks[min(copies[card], 1), index] |= bits[card]
                copies[card] += 1
    return masks[:, :-1], copies


class _Dealing:
    """Deals the unseen cards to their places, a row for each world."""

    def __init__(self, table: Arrangements, rows: int, seed: int) -> None:
        self.table, self.rows, self.seed, self.drawn = table, rows, seed, 0

    def deal_in_steps(self) -> Generator[None, None, tuple[list[Card], dict[str, Int64Array]]]:
        """Return the cards, and for each place the numbers of the cards in it, row after row."""
        table = self.table
        spreads, class_counts = self._draw_counts()
        yield
        cards = [card for kind in table.kinds for unit in kind.units for card in unit]
        locations = np.empty((self.rows, len(cards)), np.int64)  # the number of the place, or above those the class
        first = 0
        for number, kind in enumerate(table.kinds):
            size = len(kind.units[0])
            last = first + size * len(kind.units)
            codes = np.array([[self._code(kind.elsewhere, place) for place in choice] for choice in kind.choices])
            if len(codes) == 1:
                locations[:, first:last] = np.tile(codes[0], len(kind.units))
            else:
                rank = np.argsort(np.argsort(self._random(len(kind.units)), axis=1), axis=1)
                ends = np.cumsum(spreads[number], axis=1)[:, None, :]
                choice = (rank[:, :, None] >= ends).sum(axis=2)
                locations[:, first:last] = codes[choice].reshape(self.rows, -1)
                yield
            first = last
        order = yield from self._sort(locations)
        rooms = [table.rooms[place] for place in table.near]
        dealt = dict(zip(table.near, self._cut(order, rooms), strict=True))
        remaining = order[:, sum(rooms) :]
        if remaining.shape[1]:
            dealt |= yield from self._deal_remaining(remaining, class_counts)
        return cards, dealt

    def _deal_remaining(
        self, remaining: Int64Array, class_counts: NDArray[np.int64]
    ) -> Generator[None, None, dict[str, Int64Array]]:
        """Deal the remaining places; `remaining` has their cards class by class, in random order."""
        blocks, classes = len(self.table.blocks), len(self.table.classes)
        if blocks > 1:
            block_numbers = np.tile(np.arange(blocks), self.rows * classes)
            counts = (
                class_counts.transpose(0, 2, 1).ravel().astype(np.intp)
            )  # `repeat` takes no wider ones in a browser
            block = np.repeat(block_numbers, counts).reshape(remaining.shape)
            remaining = np.take_along_axis(remaining, (yield from self._sort(block)), axis=1)
        elif classes > 1:
            order = yield from self._sort(np.zeros(remaining.shape, np.int64))
            remaining = np.take_along_axis(remaining, order, axis=1)
        places = [place for block in self.table.blocks for place in block.places]
        return dict(zip(places, self._cut(remaining, [self.table.rooms[place] for place in places]), strict=True))

    def _draw_counts(self) -> tuple[list[NDArray[np.int64]], NDArray[np.int64]]:
        """Return for each kind how often each choice is made, and for each block how many of each class it takes, by row.

        Rows in the same state choose together.
        """
        table = self.table
        spreads = [np.empty((self.rows, len(kind.choices)), np.int64) for kind in table.kinds]
        class_counts = np.empty((self.rows, len(table.blocks), len(table.classes)), np.int64)
        groups: dict[Any, Int64Array] = {table.start: np.arange(self.rows)}
        for number in range(len(table.kinds)):
            groups = self._choose(groups, partial(table.spread, number), spreads[number])
        rows_by_left: dict[Any, list[Int64Array]] = {}
        for (_, _, left), rows in groups.items():
            rows_by_left.setdefault((left,), []).append(rows)
        groups = {left: np.concatenate(rows) for left, rows in rows_by_left.items()}
        for number in range(len(table.blocks)):
            groups = self._choose(groups, partial(table.takes, number), class_counts[:, number])
        return spreads, class_counts

    def _choose(
        self, groups: dict[Any, Int64Array], options: Callable[..., Any], choices: Int64Array
    ) -> dict[Any, Int64Array]:
        """Take one step: write what each row chooses into `choices`, and group the rows by the state after it."""
        fractions = self._random(1)[:, 0] / float(1 << RANDOM_BITS)
        after: dict[Any, list[Int64Array]] = {}
        for state, rows in groups.items():
            step_options = options(*state)
            steps, sums = step_options.steps, step_options.sums
            marks = np.array([weight / sums[-1] for weight in sums[:-1]])
            picked_places = np.searchsorted(marks, fractions[rows], side="right")
            for number in range(len(steps)) if len(steps) == 1 else np.unique(picked_places).tolist():
                chosen_rows = rows if len(steps) == 1 else rows[picked_places == number]
                choices[chosen_rows] = steps[number][0]
                after.setdefault(steps[number][1:], []).append(chosen_rows)
        return {state: np.concatenate(rows) for state, rows in after.items()}

    def _code(self, elsewhere: frozenset[str], place: str) -> int:
        near_places = self.table.near
        return (
            len(near_places) + self.table.classes.index(elsewhere) if place == ELSEWHERE else near_places.index(place)
        )

    @staticmethod
    def _cut(order: Int64Array, rooms: Sequence[int]) -> list[Int64Array]:
        ends = np.cumsum(rooms)
        return [order[:, end - room : end] for end, room in zip(ends, rooms, strict=True)]

    def _sort(self, groups: Int64Array) -> Generator[None, None, Int64Array]:
        """Return the columns of each row in the order of their groups, in random order within a group."""
        keys = groups.astype(np.uint64) << np.uint64(RANDOM_BITS) | self._random(groups.shape[1])
        parts = []
        for first in range(0, max(len(keys), 1), _SORTED_ROWS):
            yield
            parts.append(np.argsort(keys[first : first + _SORTED_ROWS], axis=1))
        order: Int64Array = np.concatenate(parts)
        return order

    def _random(self, columns: int) -> NDArray[np.uint64]:
        """Return random numbers below 2 to the power of `RANDOM_BITS`, the same for the same seed."""
        self.drawn += 1
        return draw_bits(f"{self.seed}/{self.drawn}", self.rows, columns)


def draw_bits(seed: str, rows: int, columns: int) -> NDArray[np.uint64]:
    """Return random numbers below 2 to the power of `RANDOM_BITS` in rows and columns, the same for the same seed."""
    start = Random(seed).getrandbits(64)
    with np.errstate(over="ignore"):
        key = np.uint64(start) + np.arange(rows * columns, dtype=np.uint64) * np.uint64(_STEP)
        key = (key ^ (key >> np.uint64(30))) * np.uint64(_MIX1)
        key = (key ^ (key >> np.uint64(27))) * np.uint64(_MIX2)
        key ^= key >> np.uint64(31)
    return (key >> np.uint64(64 - RANDOM_BITS)).reshape(rows, columns)
