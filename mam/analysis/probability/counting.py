"""Counting deals card by card: how many of all ways meet a condition, or bring each value of some sums.

Cards are placed one after another. What is remembered of those placed is only what the question can still tell apart (a
`Goal`'s key) and, for each combination of rooms used, in how many ways it came about (a number packed by `Grid`). Places
that the question does not name are one place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product
from math import factorial, gcd, prod

from mam.analysis.probability.conditions import Sum
from mam.analysis.probability.goals import Goal, Key, Ledger, Range, add
from mam.analysis.probability.grid import Grid, Used
from mam.analysis.probability.model import DEALT, Case, NotCounted, ways_apart
from mam.analysis.probability.setting import GONE, from_nest
from mam.games.sampling.counting import ELSEWHERE, Kind, Table
from mam.rules.cards import Card

WEIGHED = "weighed"
_MOST_BYTES = 4_000_000  # of one packed number
_MOST_WORK = 230_000_000  # some two seconds
_SETTLING = 150  # what it costs to see how a key stands, in the same measure
_HANGING = 110  # the same for each limit when more than "and" ties them together
TAIL = 3  # the units to come cost at least a third as much each as the next one does

States = dict[Key, int]
Touched = tuple[bool, ...]  # which sums a card adds to
Shifts = tuple[tuple[int, int | None], ...]
Way = tuple[str, ...]  # a spot for each card of a unit


@dataclass(frozen=True)
class Move:
    """Ways to place a unit that add the same to each sum, and what each uses of the rooms."""

    more: tuple[int, ...]
    used: tuple[Used, ...]
    ways: tuple[Way, ...]
    sweep: Sweep

    @cached_property
    def shifts(self) -> Shifts:
        """By how much the counts move, and the mask of those with room."""
        return tuple(map(self.sweep.shift, self.used))


@dataclass(frozen=True)
class Step:
    """One unit of cards to be placed."""

    unit: tuple[Card, ...]
    moves: tuple[Move, ...]


class Work:
    """How much has been done; raises NotCounted when it is too much."""

    def __init__(self, most: int | None = None) -> None:
        self.most, self.done = most or _MOST_WORK, 0

    def add(self, work: int, ahead: int = 0) -> None:
        """So much more; `ahead` is what will follow at least."""
        self.done += work
        if self.done + ahead > self.most:
            raise NotCounted("too many cases have to be told apart to count them all in about two seconds")


class Sweep:
    """The counting of one case for some sums."""

    def __init__(self, case: Case, sums: Sequence[Sum], work: Work) -> None:
        self.case, self.sums, self.work = case, sums, work
        named = {base_of(spot) for one in sums for spot, _ in one.worth}
        self.named = [place for place in case.rooms if place in named and place not in case.near]
        self.tracked = [*(place for place in case.near if place in case.rooms), *self.named]
        self.far = {place: room for place, room in case.rooms.items() if place not in (*self.tracked, DEALT)}
        self.classes = sorted({one for kind in case.kinds if (one := self._far_of(kind))}, key=sorted)
        self.ways = {kind: self._ways(kind) for kind in case.kinds}

    def _far_of(self, kind: Kind) -> frozenset[str]:
        return kind.elsewhere - {*self.named}

    def _ways(self, kind: Kind) -> tuple[Way, ...]:
        """Every way to place a unit of a kind, in the spots that are told apart."""
        rest = (ELSEWHERE,) if self._far_of(kind) else ()
        apart = (*(place for place in self.named if place in kind.elsewhere), *rest)
        return tuple(
            way
            for choice in kind.choices
            for way in product(*(apart if spot == ELSEWHERE else (spot,) for spot in choice))
        )

    # Rooms

    @cached_property
    def grid(self) -> Grid:
        """The rooms that are counted; one follows from the others, and is not."""
        full = {place: self.case.rooms[place] for place in self.tracked if place != GONE}  # nothing else goes there
        if not self.far and full:
            spare = [place for place in full if place != self.case.weighed]
            full.pop(max(spare, key=full.__getitem__, default=""), None)
        if DEALT in self.case.rooms:
            full[DEALT] = self.case.rooms[DEALT]
        free = {str(at): self._size(one) for at, one in enumerate(self.classes) if at != self.implied}
        if self.case.weighed:
            free[WEIGHED] = self.case.rooms[self.case.weighed]
        return Grid(free, full, -(-(self._most().bit_length() + 1) // 8) * 8)

    def _most(self) -> int:
        """A number that no count can exceed: all ways of all cards, or all ways to fill the rooms if that is less."""
        most: int = prod(len(self.ways[kind]) ** len(kind.units) for kind in self.case.kinds)
        if DEALT in self.case.rooms or any(
            len({*ways}) < len(ways) or len(ways[0]) > 1 for ways in self.ways.values() if ways
        ):
            return most
        rooms = [*(self.case.rooms[place] for place in self.tracked), sum(self.far.values())]
        return min(most, factorial(sum(rooms)) // prod(map(factorial, rooms)))

    def _size(self, far: frozenset[str]) -> int:
        """How many cards may go to exactly these places."""
        return sum(len(unit) for kind in self.case.kinds if self._far_of(kind) == far for unit in kind.units)

    @cached_property
    def implied(self) -> int:
        """The class whose cards in the far places need not be counted."""
        return max(range(len(self.classes)), key=lambda at: self._size(self.classes[at]), default=-1)

    def _used(self, kind: Kind, way: Way) -> Used:
        """What a way uses of the rooms that are counted."""
        used: dict[str, int] = {}
        for spot in way:
            base = base_of(spot)
            rooms = [base, *([DEALT] if spot != base else [])]
            if spot == ELSEWHERE:
                rooms = [str(self.classes.index(self._far_of(kind)))]
            elif kind.counted and base == self.case.weighed:
                rooms.append(WEIGHED)
            for room in rooms:
                if room in self.grid.rooms:
                    used[room] = used.get(room, 0) + 1
        return tuple(used.items())

    @cached_property
    def _tight(self) -> dict[str, bool]:
        """Whether more cards may go to a room than it holds."""
        most = dict.fromkeys(self.grid.rooms, 0)
        for kind in self.case.kinds:
            uses = [dict(self._used(kind, way)) for way in self.ways[kind]]
            for room in most:
                most[room] += len(kind.units) * max((used.get(room, 0) for used in uses), default=0)
        return {room: count > self.grid.rooms[room] for room, count in most.items()}

    # Cards

    @cached_property
    def steps(self) -> tuple[list[Step], list[Step]]:
        """The units that no sum tells apart, and the others in the order in which they are best placed."""
        idle: list[Step] = []
        told: list[Step] = []
        cache: dict[tuple[Kind, tuple[tuple[int, ...], ...]], tuple[Move, ...]] = {}
        for kind in self.case.kinds:
            for unit in kind.units:
                more = tuple(self._more(unit, way) for way in self.ways[kind])
                if (kind, more) not in cache:
                    cache[kind, more] = self._moves(kind, more)
                step = Step(unit, cache[kind, more])
                (told if any(map(any, more)) else idle).append(step)
        return idle, _ordered(told)

    def _more(self, unit: Sequence[Card], way: Way) -> tuple[int, ...]:
        pairs = list(zip(way, unit, strict=True))
        return tuple(sum(one.worth.get(pair, 0) for pair in pairs) for one in self.sums)

    def _moves(self, kind: Kind, more: Sequence[tuple[int, ...]]) -> tuple[Move, ...]:
        """The ways of a kind, those together that add the same."""
        grouped: dict[tuple[int, ...], list[tuple[Used, Way]]] = {}
        for amounts, way in zip(more, self.ways[kind], strict=True):
            grouped.setdefault(amounts, []).append((self._used(kind, way), way))
        return tuple(
            Move(amounts, tuple(used), tuple(ways), self)
            for amounts, them in grouped.items()
            for used, ways in [zip(*them, strict=True)]
        )

    def shift(self, used: Used) -> tuple[int, int | None]:
        """By how much the counts move when so much is used, and the mask of those with room (None: all have)."""
        tight = tuple((room, count) for room, count in used if self._tight[room])
        return self.grid.shift(used), self.grid.mask(tight) if tight else None  # type: ignore[attr-defined]

    # Counting

    def idle(self, steps: Sequence[Step], ways: int = 1) -> int:
        """The counts after cards that no sum tells apart."""
        if self.grid.size > _MOST_BYTES:
            raise NotCounted("too many places have to be told apart")
        for step in steps:
            for move in step.moves:
                self.work.add((30 + ways.bit_length() // 160) * len(move.shifts))
            ways = sum(_moved(ways, move.shifts) for move in step.moves)  # one move, or none: then nothing agrees
        return ways

    def count(self, goal: Goal, keep: list[States] | None = None) -> dict[Key, int]:
        """In how many ways each key comes out, by weight. `keep` collects the states before each told card."""
        ledger, (idle, told) = Ledger(goal), self.steps
        ahead = ranges(told, len(goal.sums))
        start = ledger.start(ahead[0])
        states: States = {} if start is None else {start: 1 if keep is not None else self.idle(idle)}
        settling = _SETTLING if ledger.together else _SETTLING + _HANGING * len(goal.limits)
        for at, (step, then) in enumerate(zip(told, ahead[1:], strict=True)):
            if keep is not None:
                keep.append(states)
            cost = _cost_of(states, step)
            self.work.add(cost, cost * (len(told) - at - 1) // TAIL)
            states = self.place(states, step, lambda key, then=then: ledger.settle(key, then), settling)  # type: ignore[misc]
        if keep is not None:
            keep.append(states)
            return {}
        return {key: found for key, ways in states.items() if (found := self.weigh(ways))}

    def place(self, states: States, step: Step, settle: Callable[[Key], Key | None], settling: int) -> States:
        """The states after one more unit; `settling` is what it costs to settle one."""
        after: States = {}
        known: dict[Key, Key | None] = {}
        moves = [(move.more, move.shifts) for move in step.moves]
        for key, ways in states.items():
            for more, shifts in moves:
                raw = add(key, more)
                if raw not in known:
                    known[raw] = settle(raw)
                    self.work.add(settling)
                then = known[raw]
                if then is not None and (moved := _moved(ways, shifts)):
                    after[then] = after[then] + moved if then in after else moved
        return after

    def weigh(self, ways: int) -> int:
        """The full deals among these counts, by weight."""
        return sum(count * self.weight(free) for free, count in self.grid.filled(ways))

    def weight(self, free: Mapping[str, int]) -> int:
        """The weight of a way, given the number of cards of each class left to the far places and counted with the bidder."""
        left = {at: free.get(str(at), 0) for at in range(len(self.classes))}
        if self.implied >= 0:
            left[self.implied] = sum(self.far.values()) - sum(left.values())
        if any(count < 0 for count in left.values()):
            return 0
        ways: int = self._far_table.ways_far(0, tuple(left[at] for at in range(len(self.classes))))
        return ways * self._apart * (self.case.weights[free[WEIGHED]] if self.case.weighed else 1)

    @cached_property
    def _apart(self) -> int:
        return ways_apart(self._far_table)

    @cached_property
    def _far_table(self) -> Table:
        return Table([Kind((), ((ELSEWHERE,),), one) for one in self.classes], self.far)


def base_of(spot: str) -> str:
    """The place a spot belongs to."""
    return spot.removesuffix(from_nest(""))


def _cost_of(states: States, step: Step) -> int:
    """What it costs to place a unit in all states, but for seeing how they stand."""
    shifts = sum(len(move.shifts) for move in step.moves)
    return sum(40 * len(step.moves) + (60 + ways.bit_length() // 100) * shifts for ways in states.values())


def _moved(ways: int, shifts: Shifts) -> int:
    total = 0
    for shift, mask in shifts:
        total += (ways if mask is None else ways & mask) << shift
    return total


def ranges(steps: Sequence[Step], sums: int) -> list[list[Range]]:
    """How little and how much the units from each one on add to each sum."""
    found = [[(0, 0)] * sums]
    for step in reversed(steps):
        lows = [min(move.more[at] for move in step.moves) for at in range(sums)]
        highs = [max(move.more[at] for move in step.moves) for at in range(sums)]
        last = found[-1]
        found.append([(low + one, high + two) for low, high, (one, two) in zip(lows, highs, last, strict=True)])
    return found[::-1]


# In which order


def _ordered(steps: Sequence[Step]) -> list[Step]:
    """The units so that as few sums as possible are open at a time, of each sort the weightiest first."""
    alike: dict[Touched, list[Step]] = {}
    for step in steps:
        alike.setdefault(_touches(step), []).append(step)
    sorts = {key: _Sort(them) for key, them in alike.items()}
    keys = list(sorts)
    best = min(permutations(keys), key=lambda order: _cost(order, sorts)) if len(keys) <= 6 else _greedy(keys, sorts)
    return [
        step
        for key in best
        for step in sorted(sorts[key].steps, key=lambda step: (-_weight(step), [move.more for move in step.moves]))
    ]


def _touches(step: Step) -> Touched:
    return tuple(any(column) for column in zip(*(move.more for move in step.moves), strict=True))


def _weight(step: Step) -> int:
    return max(sum(map(abs, move.more)) for move in step.moves)


def _cost(order: Sequence[Touched], sorts: Mapping[Touched, _Sort]) -> int:
    """Roughly how many keys there will be, over all units."""
    total, open_ = 0, [0] * len(order[0]) if order else []
    later = [[any(column) for column in zip(*order[at:], strict=True)] for at in range(len(order))]
    for key, coming in zip(order, later, strict=True):
        open_ = [span + more for span, more in zip(open_, sorts[key].spans, strict=True)]
        total += len(sorts[key].steps) * prod(span + 1 for span, still in zip(open_, coming, strict=True) if still)
    return total


def _greedy(keys: Sequence[Touched], sorts: Mapping[Touched, _Sort]) -> list[Touched]:
    done: list[Touched] = []
    left = list(keys)
    while left:
        best = min(left, key=lambda key: _cost([*done, key, *(one for one in left if one != key)], sorts))
        done.append(best)
        left.remove(best)
    return done


class _Sort:
    """The units that touch the same sums, and over how many values they can spread each sum."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps = steps
        self.spans = [
            _span(column) for column in zip(*(zip(*(m.more for m in s.moves), strict=True) for s in steps), strict=True)
        ]


def _span(column: Sequence[Sequence[int]]) -> int:
    low, high = sum(map(min, column)), sum(map(max, column))
    return (high - low) // (gcd(*(value for values in column for value in values)) or 1)
