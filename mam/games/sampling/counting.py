"""Counting in how many ways unseen cards can lie, and drawing one of them, each as likely as its weight says.

Cards with the same prospects are one `Kind`. Nothing is tried out: the ways are counted place by place, with whole
numbers, and cards that a kind cannot tell apart are dealt at random in the end.
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
from mam.rules.dealing import shuffled

ELSEWHERE = "elsewhere"
T = TypeVar("T")
Counts = tuple[int, ...]


@dataclass(frozen=True)
class Kind:
    """Unseen cards with the same prospects, in units that go together: single cards, or both duplicates of a card.

    A choice names a place for each card of a unit; a choice that is listed twice counts double. ELSEWHERE stands for any
    of the places in `elsewhere`. `counted` cards are those whose number at the table's `weighed` place matters.
    """

    units: tuple[tuple[Card, ...], ...]
    choices: tuple[tuple[str, ...], ...]
    elsewhere: frozenset[str] = frozenset()
    counted: bool = False

    def most(self, place: str) -> int:
        """The most cards of this kind that can lie in this place."""
        return len(self.units) * max((choice.count(place) for choice in self.choices), default=0)


class Options:
    """Possible steps, each with its ways, to pick one of."""

    def __init__(self, steps: Iterable[tuple[Any, int]]) -> None:
        listed = list(steps)
        self.steps, self.sums = [step for step, _ in listed], list(accumulate(ways for _, ways in listed))

    def pick(self, rng: Random) -> Any:
        """One of them, with chances proportional to the ways. At least one must have any."""
        if len(self.steps) == 1:
            return self.steps[0]
        return self.steps[
            bisect_right(self.sums, rng.random() * self.sums[-1])
        ]  # even rounded, it is below the last sum


@dataclass(frozen=True)
class _Block:
    """Places that the same classes of cards may go to, taken together."""

    places: tuple[str, ...]
    room: int
    may: tuple[bool, ...]


class Table:
    """Every way to fill `rooms` (how many cards each place has room for) with these kinds of cards.

    `near` are the places that choices name; the others are where ELSEWHERE is. A way weighs `weights[n]` if n counted
    cards lie in the first near place.
    """

    def __init__(
        self, kinds: Sequence[Kind], rooms: Mapping[str, int], near: Sequence[str] = (), weights: Sequence[int] = ()
    ) -> None:
        self.classes = sorted({kind.elsewhere for kind in kinds if kind.elsewhere}, key=sorted)
        self.kinds = sorted(kinds, key=lambda kind: (sorted(kind.elsewhere), not kind.counted, len(kind.choices)))
        self.rooms, self.near, self.weights = dict(rooms), tuple(near), tuple(weights)
        self.blocks = self._blocks()
        # What the blocks from this one on can still take of each class, and the kinds from this one on of each near place.
        self.later = [
            [sum(block.room for block in self.blocks[first:] if block.may[at]) for at in range(len(self.classes))]
            for first in range(len(self.blocks) + 1)
        ]
        self.coming = [
            [sum(kind.most(place) for kind in self.kinds[first:]) for place in self.near]
            for first in range(len(self.kinds) + 1)
        ]
        # For each choice of a kind, how many cards it puts into each near place, and how many elsewhere.
        self.needs = [
            [(tuple(map(choice.count, self.near)), choice.count(ELSEWHERE)) for choice in kind.choices]
            for kind in self.kinds
        ]
        self.ways_near, self.ways_far = cache(self._ways_near), cache(self._ways_far)
        # What a draw chooses from, kept, because the next draw is likely to come by again.
        self.spread = cache(lambda *at: Options(self._spread(*at)))
        self.takes = cache(lambda *at: Options(self._takes(*at)))

    def _blocks(self) -> list[_Block]:
        alike: dict[tuple[bool, ...], list[str]] = {}
        for place in self.rooms:
            if place not in self.near:
                alike.setdefault(tuple(place in one for one in self.classes), []).append(place)
        blocks = [_Block(tuple(them), sum(map(self.rooms.__getitem__, them)), may) for may, them in alike.items()]
        return sorted(
            blocks, key=lambda block: (sum(block.may), block.room)
        )  # what is left for the last one is settled

    @property
    def total(self) -> int:
        """All ways together, by weight (a common factor apart)."""
        return self.ways_near(0, *self.start)

    @property
    def start(self) -> tuple[Counts, int, Counts]:
        """Before anything is placed: the room in each near place, no counted cards there, none of any class elsewhere."""
        return tuple(self.rooms[place] for place in self.near), 0, (0,) * len(self.classes)

    def draw(self, rng: Random) -> dict[str, list[Card]]:
        """What lies in each place. There must be a way."""
        held: dict[str, list[Card]] = {place: [] for place in self.rooms}
        loose: list[list[Card]] = [[] for _ in self.classes]
        state: tuple[Any, ...] = self.start
        for number, kind in enumerate(self.kinds):
            spread, *state = self.spread(number, *state).pick(rng)
            units = iter(shuffled(kind.units, rng) if len(kind.choices) > 1 else kind.units)
            for choice, count in zip(kind.choices, spread, strict=True):
                for unit in islice(units, count):
                    for place, card in zip(choice, unit, strict=True):
                        (loose[self.classes.index(kind.elsewhere)] if place == ELSEWHERE else held[place]).append(card)
        self._deal_far(loose, held, state[-1], rng)
        return held

    def _deal_far(self, loose: list[list[Card]], held: dict[str, list[Card]], left: Counts, rng: Random) -> None:
        taken = []
        for number in range(len(self.blocks)):
            counts, left = self.takes(number, left).pick(rng)
            taken.append(counts)
        loose = [shuffled(cards, rng) for cards in loose]
        for block, counts in zip(self.blocks, taken, strict=True):
            cards = [cards.pop() for cards, count in zip(loose, counts, strict=True) for _ in range(count)]
            if len(block.places) > 1 and sum(map(bool, counts)) > 1:
                cards = shuffled(cards, rng)
            dealt = iter(cards)
            for place in block.places:
                held[place] += (next(dealt) for _ in range(self.rooms[place]))

    # The near places, kind after kind

    def _ways_near(self, number: int, rooms: Counts, counted: int, left: Counts) -> int:
        """The ways for the kinds from this one on: so much room is left near, so many of each class go elsewhere."""
        if any(room > most for room, most in zip(rooms, self.coming[number], strict=True)):
            return 0
        if number == len(self.kinds):
            return (self.weights[counted] if self.weights else 1) * self.ways_far(0, left)
        return sum(ways for *_, ways in self._spread(number, rooms, counted, left))

    def _spread(
        self, number: int, rooms: Counts, counted: int, left: Counts
    ) -> Iterator[tuple[tuple[Counts, Counts, int, Counts], int]]:
        """How often each choice is made for a kind; what is left then; the ways."""
        kind = self.kinds[number]
        at = self.classes.index(kind.elsewhere) if kind.elsewhere else None
        for spread, room, far in self._spreads(self.needs[number], rooms, 0, len(kind.units)):
            then = left if at is None else (*left[:at], left[at] + far, *left[at + 1 :])
            if at is not None and then[at] > self.later[0][at]:
                continue
            more = counted + (rooms[0] - room[0] if kind.counted and rooms else 0)
            if ways := self.ways_near(number + 1, room, more, then):
                many = factorial(len(kind.units)) // prod(map(factorial, spread))
                yield (spread, room, more, then), ways * many

    def _spreads(
        self, needs: Sequence[tuple[Counts, int]], rooms: Counts, first: int, units: int
    ) -> Iterator[tuple[Counts, Counts, int]]:
        """The ways to spread so many units over the choices from the first on, as far as there is room: how often each is
        made, the room left, and how many cards go elsewhere.
        """
        if first == len(needs):
            if not units:
                yield (), rooms, 0
            return
        near, far = needs[first]
        most = min((have // need for have, need in zip(rooms, near, strict=True) if need), default=units)
        least = units if first + 1 == len(needs) else 0
        for count in range(least, min(units, most) + 1):
            room = tuple([have - count * need for have, need in zip(rooms, near, strict=True)])
            for spread, rest, others in self._spreads(needs, room, first + 1, units - count):
                yield (count, *spread), rest, others + count * far

    # The others, block after block

    def _ways_far(self, number: int, left: Counts) -> int:
        if number == len(self.blocks):
            return int(not any(left))
        return sum(ways for *_, ways in self._takes(number, left))

    def _takes(self, number: int, left: Counts) -> Iterator[tuple[tuple[Counts, Counts], int]]:
        """How many cards of each class the places of a block take; what is left then; the ways."""
        block, later = self.blocks[number], self.later[number + 1]
        least = [max(0, have - room) for have, room in zip(left, later, strict=True)]
        most = [have if may else 0 for have, may in zip(left, block.may, strict=True)]
        for counts in _sums(block.room, least, most, 0):
            then = tuple(have - took for have, took in zip(left, counts, strict=True))
            if ways := self.ways_far(number + 1, then):
                yield (counts, then), ways * prod(map(comb, left, counts))


def _sums(total: int, least: Sequence[int], most: Sequence[int], first: int) -> Iterator[Counts]:
    """All ways to write a total as a sum of numbers within these limits."""
    if first == len(least):
        if not total:
            yield ()
        return
    rest = sum(most[first + 1 :])
    for count in range(max(least[first], total - rest), min(most[first], total - sum(least[first + 1 :])) + 1):
        for others in _sums(total - count, least, most, first + 1):
            yield (count, *others)
