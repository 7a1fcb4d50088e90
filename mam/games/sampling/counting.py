"""Count the ways in which unseen cards can lie, and draw one way with probability proportional to its weight.

Cards with the same constraints form a `Kind`. There is no trial and error: the ways are counted place by place, in whole
numbers, and the interchangeable cards of a kind are dealt at random in the end.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, islice
from math import comb, factorial, prod
from random import Random
from typing import Any, TypeVar

from mam.rules.cards import Card
from mam.rules.dealing import shuffle

ELSEWHERE = "elsewhere"
T = TypeVar("T")
Counts = tuple[int, ...]


@dataclass(frozen=True)
class Kind:
    """Unseen cards with the same constraints, in units that are placed together: single cards, or a card and its duplicate.

    A choice has a place for each card of a unit; a choice that is listed twice counts double. ELSEWHERE stands for any of
    the places in `elsewhere`. The number of `counted` cards in the table's first near place gives a way its weight.
    """

    units: tuple[tuple[Card, ...], ...]
    choices: tuple[tuple[str, ...], ...]
    elsewhere: frozenset[str] = frozenset()
    counted: bool = False

    def max_in_place(self, place: str) -> int:
        """Return the most cards of this kind that can be in this place."""
        return len(self.units) * max((choice.count(place) for choice in self.choices), default=0)


class Options:
    """Possible steps, each with its number of ways, to pick from."""

    def __init__(self, steps: Iterable[tuple[Any, int]]) -> None:
        pairs = list(steps)
        self.steps, self.sums = [step for step, _ in pairs], list(accumulate(ways for _, ways in pairs))

    def pick(self, rng: Random) -> Any:
        """Pick a step with probability proportional to its ways. At least one step must have a way."""
        if len(self.steps) == 1:
            return self.steps[0]
        # Even when rounded, the product is below the last sum.
        return self.steps[bisect_right(self.sums, rng.random() * self.sums[-1])]


@dataclass(frozen=True)
class _Block:
    """Places that accept the same classes of cards, taken together."""

    places: tuple[str, ...]
    room: int
    may: tuple[bool, ...]


class Arrangements:
    """Every way to fill `rooms` (how many cards each place has room for) with these kinds of cards.

    `near` are the places that choices use; the other places are ELSEWHERE. A way has the weight `weights[n]` if n counted
    cards are in the first near place.
    """

    def __init__(
        self, kinds: Sequence[Kind], rooms: Mapping[str, int], near: Sequence[str] = (), weights: Sequence[int] = ()
    ) -> None:
        self.classes = sorted({kind.elsewhere for kind in kinds if kind.elsewhere}, key=sorted)
        self.kinds = sorted(kinds, key=lambda kind: (sorted(kind.elsewhere), not kind.counted, len(kind.choices)))
        self.rooms, self.near, self.weights = dict(rooms), tuple(near), tuple(weights)
        self.blocks = self._make_blocks()
        # How many cards of each class the blocks from each index on can take, and how many cards of the kinds from each
        # index on each near place can take.
        self.later = [
            [sum(block.room for block in self.blocks[start:] if block.may[index]) for index in range(len(self.classes))]
            for start in range(len(self.blocks) + 1)
        ]
        self.coming = [
            [sum(kind.max_in_place(place) for kind in self.kinds[start:]) for place in self.near]
            for start in range(len(self.kinds) + 1)
        ]
        # For each choice of a kind: how many cards it puts into each near place, and how many elsewhere.
        self.needs = [
            [(tuple(map(choice.count, self.near)), choice.count(ELSEWHERE)) for choice in kind.choices]
            for kind in self.kinds
        ]
        self.ways_near, self.ways_far = cache(self._count_near), cache(self._count_far)
        self.list_spreads = cache(self._list_spreads)
        # The options of each step are cached, because later draws are likely to need them again.
        self.spread = cache(lambda *args: Options(self._list_steps(*args)))
        self.takes = cache(lambda *args: Options(self._list_takes(*args)))

    def _make_blocks(self) -> list[_Block]:
        groups: dict[tuple[bool, ...], list[str]] = {}
        for place in self.rooms:
            if place not in self.near:
                groups.setdefault(tuple(place in card_class for card_class in self.classes), []).append(place)
        blocks = [
            _Block(tuple(places), sum(map(self.rooms.__getitem__, places)), may) for may, places in groups.items()
        ]
        # The last block takes what is left.
        return sorted(blocks, key=lambda block: (sum(block.may), block.room))

    @property
    def total(self) -> int:
        """Return the total weight of all ways (up to a common factor)."""
        return self.ways_near(0, *self.start)

    @property
    def start(self) -> tuple[Counts, int, Counts]:
        """Return the state before anything is placed: room in each near place, no counted cards, nothing elsewhere."""
        return tuple(self.rooms[place] for place in self.near), 0, (0,) * len(self.classes)

    def draw(self, rng: Random) -> dict[str, list[Card]]:
        """Draw the contents of each place. There must be a way."""
        contents: dict[str, list[Card]] = {place: [] for place in self.rooms}
        far_cards: list[list[Card]] = [[] for _ in self.classes]
        state: tuple[Any, ...] = self.start
        for number, kind in enumerate(self.kinds):
            spread, *state = self.spread(number, *state).pick(rng)
            units = iter(shuffle(kind.units, rng) if len(kind.choices) > 1 else kind.units)
            for choice, count in zip(kind.choices, spread, strict=True):
                for unit in islice(units, count):
                    for place, card in zip(choice, unit, strict=True):
                        is_far = place == ELSEWHERE
                        cards = far_cards[self.classes.index(kind.elsewhere)] if is_far else contents[place]
                        cards.append(card)
        self._deal_far(far_cards, contents, state[-1], rng)
        return contents

    def _deal_far(
        self, far_cards: list[list[Card]], contents: dict[str, list[Card]], remaining: Counts, rng: Random
    ) -> None:
        counts_by_block = []
        for number in range(len(self.blocks)):
            counts, remaining = self.takes(number, remaining).pick(rng)
            counts_by_block.append(counts)
        far_cards = [shuffle(cards, rng) for cards in far_cards]
        for block, counts in zip(self.blocks, counts_by_block, strict=True):
            cards = [cards.pop() for cards, count in zip(far_cards, counts, strict=True) for _ in range(count)]
            if len(block.places) > 1 and sum(map(bool, counts)) > 1:
                cards = shuffle(cards, rng)
            deck = iter(cards)
            for place in block.places:
                contents[place] += (next(deck) for _ in range(self.rooms[place]))

    # The near places, kind by kind

    def _count_near(self, number: int, rooms: Counts, counted_near: int, far_counts: Counts) -> int:
        """Count the ways for the kinds from this one on, with this room left near and these class counts elsewhere."""
        if any(room > limit for room, limit in zip(rooms, self.coming[number], strict=True)):
            return 0
        if number == len(self.kinds):
            return (self.weights[counted_near] if self.weights else 1) * self.ways_far(0, far_counts)
        return sum(ways for *_, ways in self._list_steps(number, rooms, counted_near, far_counts))

    def _list_steps(
        self, number: int, rooms: Counts, counted_near: int, far_counts: Counts
    ) -> Iterator[tuple[tuple[Counts, Counts, int, Counts], int]]:
        """Yield how often a kind uses each choice, the state after it, and the number of ways."""
        kind = self.kinds[number]
        index = self.classes.index(kind.elsewhere) if kind.elsewhere else None
        for spread, room, far in self.list_spreads(number, 0, rooms, len(kind.units)):
            next_far = (
                far_counts
                if index is None
                else (*far_counts[:index], far_counts[index] + far, *far_counts[index + 1 :])
            )
            if index is not None and next_far[index] > self.later[0][index]:
                continue
            next_counted = counted_near + (rooms[0] - room[0] if kind.counted and rooms else 0)
            if ways := self.ways_near(number + 1, room, next_counted, next_far):
                arrangements = factorial(len(kind.units)) // prod(map(factorial, spread))
                yield (spread, room, next_counted, next_far), ways * arrangements

    def _list_spreads(self, number: int, start: int, rooms: Counts, units: int) -> list[tuple[Counts, Counts, int]]:
        """Return the ways to spread these units of a kind over its choices from number `start` on, as far as there is room.

        A way is how often each choice is used, the room left, and how many cards go elsewhere.
        """
        needs = self.needs[number]
        if start == len(needs):
            return [] if units else [((), rooms, 0)]
        near, far = needs[start]
        maximum = min((available // need for available, need in zip(rooms, near, strict=True) if need), default=units)
        minimum = units if start + 1 == len(needs) else 0
        ways = []
        for count in range(minimum, min(units, maximum) + 1):
            room = tuple([available - count * need for available, need in zip(rooms, near, strict=True)])
            for spread, room_left, far_count in self.list_spreads(number, start + 1, room, units - count):
                ways.append(((count, *spread), room_left, far_count + count * far))
        return ways

    # The other places, block by block

    def _count_far(self, number: int, remaining: Counts) -> int:
        if number == len(self.blocks):
            return int(not any(remaining))
        return sum(ways for *_, ways in self._list_takes(number, remaining))

    def _list_takes(self, number: int, remaining: Counts) -> Iterator[tuple[tuple[Counts, Counts], int]]:
        """Yield how many cards of each class a block takes, what is left, and the number of ways."""
        block, later = self.blocks[number], self.later[number + 1]
        minimums = [max(0, available - room) for available, room in zip(remaining, later, strict=True)]
        maximums = [available if may else 0 for available, may in zip(remaining, block.may, strict=True)]
        for counts in _list_sums(block.room, minimums, maximums, 0):
            next_remaining = tuple(
                available - taken_count for available, taken_count in zip(remaining, counts, strict=True)
            )
            if ways := self.ways_far(number + 1, next_remaining):
                yield (counts, next_remaining), ways * prod(map(comb, remaining, counts))


def _list_sums(total: int, minimums: Sequence[int], maximums: Sequence[int], start: int) -> Iterator[Counts]:
    """Yield all ways to write a total as a sum of numbers within these limits."""
    if start == len(minimums):
        if not total:
            yield ()
        return
    max_rest = sum(maximums[start + 1 :])
    for count in range(
        max(minimums[start], total - max_rest), min(maximums[start], total - sum(minimums[start + 1 :])) + 1
    ):
        for sums in _list_sums(total - count, minimums, maximums, start + 1):
            yield (count, *sums)
