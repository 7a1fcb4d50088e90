"""Draw deals that meet a condition, all equally likely: counting backwards."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from itertools import accumulate, islice
from math import comb
from random import Random
from typing import TypeVar

from mam.analysis.probability.counting import States, Sweep, Work, ranges
from mam.analysis.probability.goals import Goal, Key, Ledger, add
from mam.analysis.probability.grid import Grid, Usage
from mam.analysis.probability.model import Case, NotCounted
from mam.games.sampling.counting import ELSEWHERE
from mam.rules.cards import Card
from mam.rules.dealing import shuffle

T = TypeVar("T")
Filling = tuple[int, ...]  # how much of each room is used
Origins = dict[Key, list[tuple[Key, Usage, str]]]

_MAX_BYTES = 150_000_000  # of stored counts


class Drawing:
    """Deals in which unseen cards may lie anywhere and a goal's condition is true.

    The cards that the condition tells apart are counted first, by `count`; then the other cards fill the remaining rooms.
    """

    def __init__(self, case: Case, goal: Goal, work: Work) -> None:
        self.case, self.goal, self.ledger = case, goal, Ledger(goal)
        self._origins: dict[int, Origins] = {}  # by level
        self.sweep = Sweep(case, goal.sums, work)
        self.idle, self.active = self.sweep.steps
        self.levels: list[States] = []
        self.later_ranges = ranges(self.active, len(goal.sums))
        self.sources = cache(self._find_sources)

    def count(self) -> Generator[None, None, None]:
        """Count in short steps. Raises NotCounted for a goal that is too hard."""
        yield from self.sweep.count_in_steps(self.goal, self.levels)
        if sum(ways.bit_length() // 8 for states in self.levels for ways in states.values()) > _MAX_BYTES:
            raise NotCounted("too many counts to store for drawing such deals directly")

    def prepare(self) -> Iterator[None]:
        """Find in short steps what the first deal is drawn from."""
        for level in range(len(self.active)):
            if level not in self._origins:
                self._origins[level] = self._find_origins(level)
                yield

    @property
    def grid(self) -> Grid:
        """The rooms that are counted."""
        return self.sweep.grid

    @property
    def is_possible(self) -> bool:
        """Whether any deal meets the condition."""
        choices, _ = self.ends
        return bool(choices)

    @cached_property
    def chance(self) -> Fraction:
        """The proportion of all deals that meet the condition. Every card may lie anywhere, alone."""
        remaining, ways = len(self.idle) + len(self.active), 1
        for room in self.grid.full.values():
            ways *= comb(remaining, room)
            remaining -= room
        _, sums = self.ends
        return Fraction(sums[-1] if sums else 0, ways)

    def draw(self, rng: Random) -> Mapping[str, Sequence[Card]]:
        """Draw where the cards lie. There must be at least one."""
        cards_in: dict[str, list[Card]] = {place: [] for place in self.case.rooms}
        far: list[Card] = []
        key, filling = _pick(self.ends, rng)
        for level in range(len(self.active) - 1, -1, -1):
            key, filling, spot = _pick(self.sources(level, key, filling), rng)
            (far if spot == ELSEWHERE else cards_in[spot]).extend(self.active[level].unit)
        return self._fill(cards_in, far, rng)

    # The end, and back from there

    @cached_property
    def ends(self) -> tuple[list[tuple[Key, Filling]], list[int]]:
        """How the active cards can have filled the rooms in the end, each with the ways to fill the rest."""
        ends, ways = [], []
        for key, counts in self.levels[-1].items():
            for filling, count in self.grid.list_all(counts):
                fill_ways = self._ways_to_fill(filling)
                if fill_ways:
                    ends.append((key, filling))
                    ways.append(count * fill_ways)
        return ends, list(accumulate(ways))

    def _ways_to_fill(self, filling: Filling) -> int:
        """Count the ways to put the idle cards into the remaining rooms."""
        remaining, ways = len(self.idle), 1
        for used, room in zip(filling, self.grid.full.values(), strict=True):
            ways *= comb(remaining, room - used)
            remaining -= room - used
            if remaining < 0:
                return 0
        return ways

    def _find_sources(self, level: int, key: Key, filling: Filling) -> tuple[list[tuple[Key, Filling, str]], list[int]]:
        """List where this unit can have gone if the counts reached this key and filling."""
        sources, ways = [], []
        if level not in self._origins:
            self._origins[level] = self._find_origins(level)
        for origin, used, spot in self._origins[level][key]:
            remaining_filling = tuple(
                amount - dict(used).get(room, 0) for room, amount in zip(self.grid.full, filling, strict=True)
            )
            if min(remaining_filling, default=0) < 0:
                continue
            if count := self.grid.take(
                self.levels[level][origin], dict(zip(self.grid.full, remaining_filling, strict=True))
            ):
                sources.append((origin, remaining_filling, spot))
                ways.append(count)
        return sources, list(accumulate(ways))

    def _find_origins(self, level: int) -> Origins:
        """Return the possible sources of each key that is reached from this level."""
        step, upcoming = self.active[level], self.later_ranges[level + 1]
        sources: Origins = {}
        for key in self.levels[level]:
            for move in step.moves:
                if (next_key := self.ledger.settle(add(key, move.amounts), upcoming)) is not None:
                    sources.setdefault(next_key, []).extend(
                        (key, used, way[0]) for used, way in zip(move.used, move.ways, strict=True)
                    )
        return sources

    def _fill(self, cards_in: dict[str, list[Card]], far: list[Card], rng: Random) -> Mapping[str, Sequence[Card]]:
        """Put the idle cards into the remaining rooms of the named places, and the rest into the far ones."""
        cards = iter(shuffle([card for step in self.idle for card in step.unit], rng))
        for place in self.sweep.asked_places:
            cards_in[place] += islice(cards, self.case.rooms[place] - len(cards_in[place]))
        remaining_cards = iter(shuffle([*far, *cards], rng))
        for place, room in self.sweep.far.items():
            cards_in[place] += islice(remaining_cards, room)
        return cards_in


class UnionDrawing:
    """Deals in which `least` or more of several conditions hold, drawn from those in which certain ones of them do: one drawing for each choice.

    A choice is picked by its chance. A deal in which more conditions hold is in several drawings, so it is kept only once in as many
    times: all deals are equally likely.
    """

    def __init__(
        self, drawings: Sequence[Drawing], count_held: Callable[[Mapping[str, Sequence[Card]]], int], least: int
    ) -> None:
        self.drawings, self.count_held, self.least = drawings, count_held, least
        self.choices = (drawings, list(accumulate(drawing.chance for drawing in drawings)))

    @property
    def chance(self) -> Fraction:
        """The chances of the drawings added up, at least the proportion of deals that meet the condition."""
        return self.choices[1][-1]

    @property
    def is_possible(self) -> bool:
        """Whether any deal meets the condition."""
        return self.chance > 0

    def prepare(self) -> Iterator[None]:
        """Find in short steps what the first deal is drawn from."""
        for drawing in self.drawings:
            yield from drawing.prepare()

    def draw(self, rng: Random) -> Mapping[str, Sequence[Card]]:
        """Draw where the cards lie. There must be at least one."""
        while True:
            lying = _pick(self.choices, rng).draw(rng)
            if rng.random() * comb(self.count_held(lying), self.least) < 1:
                return lying


def _pick(options: tuple[Sequence[T], Sequence[int | Fraction]], rng: Random) -> T:
    """Pick an option, with chances proportional to the ways; the options come with the running sums of these."""
    choices, sums = options
    return choices[min(bisect_right(sums, rng.random() * sums[-1]), len(choices) - 1)]
