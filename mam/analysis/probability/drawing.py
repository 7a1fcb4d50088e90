"""Drawing deals that fit a condition, each as likely as any other: the counting, gone through backwards."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from itertools import accumulate, islice
from math import comb
from random import Random
from typing import TypeVar

from mam.analysis.probability.counting import States, Sweep, Work, ranges
from mam.analysis.probability.goals import Goal, Key, Ledger, add
from mam.analysis.probability.grid import Grid, Used
from mam.analysis.probability.model import Case, NotCounted
from mam.games.sampling.counting import ELSEWHERE
from mam.rules.cards import Card
from mam.rules.dealing import shuffled

T = TypeVar("T")
Filling = tuple[int, ...]  # how much of each room is used

_MOST_BYTES = 150_000_000  # of counts kept


class Drawing:
    """Deals in which unseen cards may lie anywhere and a goal's condition is true. Raises NotCounted for a hard one.

    The cards that the condition tells apart are counted first; what is left of the rooms is filled with the others.
    """

    def __init__(self, case: Case, goal: Goal, work: Work) -> None:
        self.case, self.goal, self.ledger = case, goal, Ledger(goal)
        self.sweep = Sweep(case, goal.sums, work)
        self.idle, self.told = self.sweep.steps
        self.levels: list[States] = []
        self.sweep.count(goal, self.levels)
        if sum(ways.bit_length() // 8 for states in self.levels for ways in states.values()) > _MOST_BYTES:
            raise NotCounted("too much has to be kept in mind to draw such deals directly")
        self.ahead = ranges(self.told, len(goal.sums))
        self.ends, self.back = self._ends(), cache(self._back)

    @property
    def grid(self) -> Grid:
        """The rooms that are counted."""
        return self.sweep.grid

    def draw(self, rng: Random) -> Mapping[str, Sequence[Card]]:
        """Where the cards lie. There must be a way."""
        held: dict[str, list[Card]] = {place: [] for place in self.case.rooms}
        far: list[Card] = []
        key, filling = _pick(self.ends, rng)
        for level in range(len(self.told) - 1, -1, -1):
            key, filling, spot = _pick(self.back(level, key, filling), rng)
            (far if spot == ELSEWHERE else held[spot]).extend(self.told[level].unit)
        return self._fill(held, far, rng)

    # The end, and back from there

    def _ends(self) -> tuple[list[tuple[Key, Filling]], list[int]]:
        """How the told cards can have filled the rooms in the end, each with the ways to fill the rest."""
        ends, ways = [], []
        for key, counts in self.levels[-1].items():
            for filling, count in self.grid.list_all(counts):
                left = self._ways_to_fill(filling)
                if left:
                    ends.append((key, filling))
                    ways.append(count * left)
        return ends, list(accumulate(ways))

    def _ways_to_fill(self, filling: Filling) -> int:
        """In how many ways the other cards can take what is left of the rooms."""
        left, ways = len(self.idle), 1
        for used, room in zip(filling, self.grid.full.values(), strict=True):
            ways *= comb(left, room - used)
            left -= room - used
            if left < 0:
                return 0
        return ways

    def _back(self, level: int, key: Key, filling: Filling) -> tuple[list[tuple[Key, Filling, str]], list[int]]:
        """Where this unit's card can have gone, when all before and it came to this."""
        found, ways = [], []
        for before, used, spot in self._before[level][key]:
            rest = tuple(have - dict(used).get(room, 0) for room, have in zip(self.grid.full, filling, strict=True))
            if min(rest, default=0) < 0:
                continue
            if count := self.grid.take(self.levels[level][before], dict(zip(self.grid.full, rest, strict=True))):
                found.append((before, rest, spot))
                ways.append(count)
        return found, list(accumulate(ways))

    @cached_property
    def _before(self) -> list[dict[Key, list[tuple[Key, Used, str]]]]:
        """For each level and key after it, what may have led there."""
        found = []
        for step, states, then in zip(self.told, self.levels, self.ahead[1:], strict=False):
            led: dict[Key, list[tuple[Key, Used, str]]] = {}
            for key in states:
                for move in step.moves:
                    if (after := self.ledger.settle(add(key, move.more), then)) is not None:
                        led.setdefault(after, []).extend(
                            (key, used, way[0]) for used, way in zip(move.used, move.ways, strict=True)
                        )
            found.append(led)
        return found

    def _fill(self, held: dict[str, list[Card]], far: list[Card], rng: Random) -> Mapping[str, Sequence[Card]]:
        """The other cards into the rooms that are left in the named places, and the rest to the far ones."""
        cards = iter(shuffled([card for step in self.idle for card in step.unit], rng))
        for place in self.sweep.named:
            held[place] += islice(cards, self.case.rooms[place] - len(held[place]))
        rest = iter(shuffled([*far, *cards], rng))
        for place, room in self.sweep.far.items():
            held[place] += islice(rest, room)
        return held


def _pick(options: tuple[list[T], list[int]], rng: Random) -> T:
    """One of these, with chances proportional to the ways, of which the sums are given."""
    found, sums = options
    return found[min(bisect_right(sums, rng.random() * sums[-1]), len(found) - 1)]
