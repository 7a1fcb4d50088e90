"""Count deals card by card: how many ways meet a condition, or give each value of some sums.

Cards are placed one after another. What is remembered of those placed is only what the question can still tell apart (a
`Goal`'s key) and, for each combination of rooms used, in how many ways it came about (a number packed by `Grid`). Places
that the question does not name are one place.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import permutations, product
from math import factorial, gcd, prod

from mam.analysis.probability.constraints import Range, Sum
from mam.analysis.probability.goals import Goal, Key, Ledger, add
from mam.analysis.probability.grid import Grid, Usage
from mam.analysis.probability.model import NEST_SLOTS, Case, NotCounted
from mam.analysis.probability.setting import SHOWN_CARDS, from_nest
from mam.games.sampling.counting import ELSEWHERE, Kind
from mam.rules.cards import Card
from mam.support.numbers import count_arrangements
from mam.support.steps import take_all

WEIGHED_SPOT = "weighed"
_MAX_BYTES = 4_000_000  # of one packed number
_MAX_WORK = 230_000_000  # some two seconds
_STEP_WORK = 500_000  # in one short step
_SETTLING = 150  # what it costs to see how a key stands, in the same measure
_HANGING = 110  # the same for each limit when more than "and" ties them together
_MATCHING = 100  # the same for each box of a pattern
TAIL = 3  # the units to come cost at least a third as much each as the next one does

States = dict[Key, int]
TouchedSums = tuple[bool, ...]  # which sums a card adds to
Shifts = tuple[tuple[int, int | None], ...]
Way = tuple[str, ...]  # a spot for each card of a unit
Counts = tuple[int, ...]  # a number of cards for each class but one, which follows


@dataclass(frozen=True)
class Move:
    """Ways to place a unit that add the same to each sum, and what each uses of the rooms."""

    amounts: tuple[int, ...]
    used: tuple[Usage, ...]
    ways: tuple[Way, ...]
    sweep: Sweep

    @cached_property
    def shifts(self) -> Shifts:
        """The shift of the counts for each way, and the mask of those with room."""
        return tuple(map(self.sweep.shift, self.used))


@dataclass(frozen=True)
class Step:
    """One unit of cards to be placed."""

    unit: tuple[Card, ...]
    moves: tuple[Move, ...]


class Work:
    """A meter of the work done; it raises NotCounted when that is too much."""

    def __init__(self, maximum: int | None = None) -> None:
        self.maximum, self.amount = maximum or _MAX_WORK, 0

    def add(self, work: int, upcoming: int = 0) -> None:
        """Add work that was done; `upcoming` is the minimum that will follow."""
        self.amount += work
        if self.amount + upcoming > self.maximum:
            raise NotCounted(
                "too many cases to count in about two seconds; ask about fewer hands, or fewer amounts at once, for an exact answer"
            )


class Sweep:
    """A count of one case for some sums."""

    def __init__(self, case: Case, sums: Sequence[Sum], work: Work) -> None:
        self.case, self.sums, self.work = case, sums, work
        bases = {base_of(spot) for term in sums for spot, _ in term.worth}
        self.asked_places = [place for place in case.rooms if place in bases and place not in case.near]
        self.tracked = [*(place for place in case.near if place in case.rooms), *self.asked_places]
        self.far = {place: room for place, room in case.rooms.items() if place not in (*self.tracked, NEST_SLOTS)}
        self.classes = sorted({term for kind in case.kinds if (term := self._far_of(kind))}, key=sorted)
        self.sizes = [self._size(far) for far in self.classes]
        self.ways = {kind: self._ways(kind) for kind in case.kinds}

    def _far_of(self, kind: Kind) -> frozenset[str]:
        return kind.elsewhere - {*self.asked_places}

    def _ways(self, kind: Kind) -> tuple[Way, ...]:
        """List every way to place a unit of a kind, in the spots that are counted separately."""
        elsewhere = (ELSEWHERE,) if self._far_of(kind) else ()
        spots = (*(place for place in self.asked_places if place in kind.elsewhere), *elsewhere)
        return tuple(
            way
            for choice in kind.choices
            for way in product(*(spots if spot == ELSEWHERE else (spot,) for spot in choice))
        )

    # Rooms

    @cached_property
    def grid(self) -> Grid:
        """The rooms that are counted; one follows from the others and is left out."""
        full = {
            place: self.case.rooms[place] for place in self.tracked if place != SHOWN_CARDS
        }  # nothing else goes there
        if not self.far and full:
            spare = [place for place in full if place != self.case.weighed]
            full.pop(max(spare, key=full.__getitem__, default=""), None)
        if NEST_SLOTS in self.case.rooms:
            full[NEST_SLOTS] = self.case.rooms[NEST_SLOTS]
        free = {str(index): self._bound_near(index) for index in range(len(self.classes)) if index != self.implied}
        if self.case.weighed:
            free[WEIGHED_SPOT] = self.case.rooms[self.case.weighed]
        return Grid(free, full, -(-(self._bound_count().bit_length() + 1) // 8) * 8)

    def _bound_count(self) -> int:
        """Return an upper bound for every count: all ways of all cards, or all ways to fill the rooms if that is less."""
        bound: int = prod(len(self.ways[kind]) ** len(kind.units) for kind in self.case.kinds)
        if NEST_SLOTS in self.case.rooms or any(
            len({*ways}) < len(ways) or len(ways[0]) > 1 for ways in self.ways.values() if ways
        ):
            return bound
        rooms = [*(self.case.rooms[place] for place in self.tracked), sum(self.far.values())]
        return min(bound, count_arrangements(rooms))

    def _size(self, far: frozenset[str]) -> int:
        """Return the number of cards that may go to exactly these places."""
        return sum(len(unit) for kind in self.case.kinds if self._far_of(kind) == far for unit in kind.units)

    def _bound_near(self, index: int) -> int:
        """Return the most cards of a class that can lie in places that are counted separately."""
        return min(self.sizes[index], sum(self.case.rooms[place] for place in self.tracked))

    @cached_property
    def implied(self) -> int:
        """The class whose number of cards follows from the others."""
        return max(range(len(self.classes)), key=lambda index: (self._bound_near(index), self.sizes[index]), default=-1)

    def _list_use(self, kind: Kind, way: Way) -> Usage:
        """Return how much a way uses of each room that is counted."""
        used: dict[str, int] = {}
        far = self._far_of(kind)
        near_class = [str(self.classes.index(far))] if far else []
        for spot in way:
            if spot == ELSEWHERE:
                continue
            base = base_of(spot)
            rooms = [base, *([NEST_SLOTS] if spot != base else []), *near_class]
            if kind.counted and base == self.case.weighed:
                rooms.append(WEIGHED_SPOT)
            for room in rooms:
                if room in self.grid.rooms:
                    used[room] = used.get(room, 0) + 1
        return tuple(used.items())

    @cached_property
    def _is_scarce(self) -> dict[str, bool]:
        """Whether more cards may go to a full room than it holds. What is used of the free ones is bounded by them."""
        demand = dict.fromkeys(self.grid.full, 0)
        for kind in self.case.kinds:
            uses = [dict(self._list_use(kind, way)) for way in self.ways[kind]]
            for room in demand:
                demand[room] += len(kind.units) * max((used.get(room, 0) for used in uses), default=0)
        return {room: count > self.grid.rooms[room] for room, count in demand.items()}

    # Cards

    @cached_property
    def steps(self) -> tuple[list[Step], list[Step]]:
        """The units that add to no sum (idle), and the others (active) in the order in which to place them."""
        idle: list[Step] = []
        active: list[Step] = []
        for kind in self.case.kinds:
            ways = self.ways[kind]  # looked up once: to hash a kind is to hash all its cards
            cache: dict[tuple[tuple[int, ...], ...], tuple[Move, ...]] = {}
            for unit in kind.units:
                amounts = tuple(self._list_amounts(unit, way) for way in ways)
                if amounts not in cache:
                    cache[amounts] = self._moves(kind, amounts)
                step = Step(unit, cache[amounts])
                (active if any(map(any, amounts)) else idle).append(step)
        return idle, _order_steps(active)

    def _list_amounts(self, unit: Sequence[Card], way: Way) -> tuple[int, ...]:
        pairs = list(zip(way, unit, strict=True))
        return tuple(sum(term.worth.get(pair, 0) for pair in pairs) for term in self.sums)

    def _moves(self, kind: Kind, amounts_by_way: Sequence[tuple[int, ...]]) -> tuple[Move, ...]:
        """Return the ways of a kind, grouped by the amounts that they add."""
        groups: dict[tuple[int, ...], list[tuple[Usage, Way]]] = {}
        for amounts, way in zip(amounts_by_way, self.ways[kind], strict=True):
            groups.setdefault(amounts, []).append((self._list_use(kind, way), way))
        return tuple(
            Move(amounts, tuple(used), tuple(ways), self)
            for amounts, group in groups.items()
            for used, ways in [zip(*group, strict=True)]
        )

    def shift(self, used: Usage) -> tuple[int, int | None]:
        """Return the shift of the counts for these used rooms, and the mask of counts with enough room (None: all have)."""
        scarce = tuple((room, count) for room, count in used if self._is_scarce.get(room))
        return self.grid.shift(used), self.grid.mask(scarce) if scarce else None  # type: ignore[attr-defined]

    # Counting

    def idle(self, steps: Sequence[Step], ways: int = 1) -> int:
        """Return the counts after placing the cards that add to no sum."""
        if self.grid.size > _MAX_BYTES:
            raise NotCounted("too many places to count separately")
        for step in steps:
            if [move.used for move in step.moves] == [((),)]:
                continue  # it can only go to a far place
            for move in step.moves:
                self.work.add((30 + ways.bit_length() // 160) * len(move.shifts))
            counts = [_move_counts(ways, move.shifts) for move in step.moves]
            ways = counts[0] if counts else 0  # one move, or none: then nothing agrees
        return ways

    def count(self, goal: Goal, keep: list[States] | None = None) -> dict[Key, int]:
        """Count the ways to reach each key, by weight. `keep` collects the states before each active unit."""
        return take_all(self.count_in_steps(goal, keep))

    def count_in_steps(self, goal: Goal, keep: list[States] | None = None) -> Generator[None, None, dict[Key, int]]:
        """Do what `count` does, in short steps."""
        ledger, (idle, active) = Ledger(goal), self.steps
        later_ranges = ranges(active, len(goal.sums))
        start = ledger.start(later_ranges[0])
        states: States = {} if start is None else {start: 1 if keep is not None else self.idle(idle)}
        settling = _SETTLING + (0 if ledger.is_conjunction else _HANGING * len(goal.leaves))
        settling += _MATCHING * sum(len(pattern.boxes) for _, pattern in ledger.patterns)
        work_in_step = 0
        for index, (step, upcoming) in enumerate(zip(active, later_ranges[1:], strict=True)):
            if work_in_step > _STEP_WORK:
                yield
                work_in_step = 0
            if keep is not None:
                keep.append(states)
            cost = _cost_of(states, step)
            self.work.add(cost, cost * (len(active) - index - 1) // TAIL)
            work_in_step += cost + settling * len(states)
            settle = partial(ledger.settle, upcoming=upcoming)
            states = yield from self._place_in_steps(states, step, settle, settling, cost)
        if keep is not None:
            keep.append(states)
            return {}
        return {key: count for key, ways in states.items() if (count := self.weigh(ways))}

    def _place_in_steps(
        self, states: States, step: Step, settle: Callable[[Key], Key | None], settling: int, cost: int
    ) -> Generator[None, None, States]:
        """Return the states after one more unit; `settling` is the cost of settling a key, `cost` that of all the rest."""
        pause = 1 + _STEP_WORK * len(states) // (cost + settling * len(states) + 1)
        next_states: States = {}
        settled_keys: dict[Key, Key | None] = {}
        moves = [(move.amounts, move.shifts) for move in step.moves]
        for index, (key, ways) in enumerate(states.items(), start=1):
            if index % pause == 0:
                yield
            for amounts, shifts in moves:
                raw = add(key, amounts)
                if raw not in settled_keys:
                    settled_keys[raw] = settle(raw)
                    self.work.add(settling)
                next_key = settled_keys[raw]
                if next_key is not None and (next_ways := _move_counts(ways, shifts)):
                    next_states[next_key] = next_states[next_key] + next_ways if next_key in next_states else next_ways
        return next_states

    def move(self, ways: int, kind: Kind, way: Way) -> int:
        """Return the counts after a unit of this kind is placed this way; it may be any part of a unit."""
        return _move_counts(ways, (self.shift(self._list_use(kind, way)),))

    def weigh(self, ways: int) -> int:
        """Return the number of full deals among these counts, by weight."""
        return self._weigh(self._sum_near(ways), None, "")

    def weigh_far(self, ways: int, kind: Kind) -> dict[str, int]:
        """Return for each far place the number of full deals in which one more card, of this kind, lies there."""
        near, card_class = self._sum_near(ways), self.classes.index(self._far_of(kind))
        totals: dict[str, int] = {}
        for first, *alike in self._far_groups:
            if first not in kind.elsewhere:
                continue
            totals[first] = self._weigh(near, card_class, first)
            for place in alike:  # every room of these places takes the card equally often
                totals[place] = totals[first] * self.far[place] // self.far[first]
        return totals

    def weight(self, free: Mapping[str, int]) -> int:
        """Return the weight of a way, given how much it uses of each free room."""
        near = tuple(free.get(str(index), 0) for index in range(len(self.classes)) if index != self.implied)
        weight = self.case.weights[free.get(WEIGHED_SPOT, 0)] if self.case.weighed else 1
        return weight * self._weigh({near: 1}, None, "")

    def _sum_near(self, ways: int) -> Mapping[Counts, int]:
        """Return the counts in which all full rooms are full, by weight, for each number of near cards of each class."""
        width, data = self.grid.bits // 8, ways.to_bytes(max(1, self.grid.size), "little")
        return {
            near: total
            for near, fields in self._near_fields
            if (
                total := sum(weight * int.from_bytes(data[index : index + width], "little") for index, weight in fields)
            )
        }

    @cached_property
    def _near_fields(self) -> list[tuple[Counts, list[tuple[int, int]]]]:
        """For each number of near cards of each class: where its counts begin, in bytes, and what each of them weighs."""
        grid, max_near = self.grid, sum(self.case.rooms[place] for place in self.tracked)
        width, step = grid.bits // 8, grid.strides.get(WEIGHED_SPOT, 0)
        names = [name for name in grid.free if name != WEIGHED_SPOT]
        weights = self.case.weights[: grid.free[WEIGHED_SPOT] + 1] if self.case.weighed else (1,)
        fields = []
        for near in product(*(range(grid.free[name] + 1) for name in names)):
            if sum(near) <= max_near:
                place = sum(
                    grid.strides[name] * count for name, count in (*grid.full.items(), *zip(names, near, strict=True))
                )
                fields.append(
                    (near, [((place + index * step) * width, weight) for index, weight in enumerate(weights)])
                )
        return fields

    def _weigh(self, near: Mapping[Counts, int], card_class: int | None, taken: str) -> int:
        """Return the number of full deals; in the far place `taken`, if any, a card of a class lies already."""
        weight = self._far_weights(card_class, taken)
        return sum(count * weight(cards) for cards, count in near.items())

    @cached_property
    def _far_weights(self) -> Callable[[int | None, str], Callable[[Counts], int]]:
        return cache(lambda card_class, taken: cache(partial(self._count_far, card_class, self._far_ways(taken))))

    def _count_far(self, card_class: int | None, far: FarWays, near: Counts) -> int:
        """Count the ways to fill the far places with what is left of each class; a card of one class is there already."""
        near_counts = iter(near)
        cards = [size - next(near_counts) if index != self.implied else 0 for index, size in enumerate(self.sizes)]
        if card_class is not None:
            cards[card_class] -= 1
        if self.implied >= 0:
            cards[self.implied] = 0
            cards[self.implied] = far.room - sum(cards)
        return far.count(tuple(cards)) if min(cards, default=0) >= 0 else 0

    @cached_property
    def _far_ways(self) -> Callable[[str], FarWays]:
        return cache(
            lambda taken: FarWays(
                self.classes, self.sizes, {**self.far, taken: self.far[taken] - 1} if taken else self.far
            )
        )

    @cached_property
    def _far_groups(self) -> list[list[str]]:
        """The far places with room, those together that take the same classes."""
        groups: dict[tuple[bool, ...], list[str]] = {}
        for place, room in self.far.items():
            if room:
                groups.setdefault(tuple(place in far for far in self.classes), []).append(place)
        return list(groups.values())


class FarWays:
    """The ways to fill the far places with cards of some classes, for all numbers of cards at once.

    Each room takes a card of some class: that multiplies the counts by a sum of as many variables, packed as in `Grid`. The
    largest class has no variable, because its number follows from the others.
    """

    def __init__(self, classes: Sequence[frozenset[str]], sizes: Sequence[int], rooms: Mapping[str, int]) -> None:
        self.classes, self.rooms, self.room = classes, rooms, sum(rooms.values())
        self.implied = max(range(len(sizes)), key=sizes.__getitem__, default=-1)
        free = {str(index): size for index, size in enumerate(sizes) if index != self.implied}
        bits = (len(sizes) ** self.room).bit_length() + 1
        self.grid = Grid(free, {}, -(-bits // 8) * 8)

    @cached_property
    def ways(self) -> int:
        """The ways in which cards of the classes can follow each other in the rooms, by the number of each class."""
        ways = 1
        for place, room in self.rooms.items():
            used = [
                ((str(index), 1),) if index != self.implied else ()
                for index, far in enumerate(self.classes)
                if place in far
            ]
            shifts = tuple((self.grid.shift(card), self.grid.mask(card)) for card in used)  # type: ignore[attr-defined]
            for _ in range(room):
                ways = _move_counts(ways, shifts)
        return ways

    @cached_property
    def _orders(self) -> int:
        """The number of orders of the cards in each place."""
        return prod(map(factorial, self.rooms.values()))

    def count(self, cards: tuple[int, ...]) -> int:
        """Count the ways for these numbers of cards, one for each class, which fill the rooms."""
        used = {str(index): count for index, count in enumerate(cards) if index != self.implied}
        return self.grid.take(self.ways, used) * prod(map(factorial, cards)) // self._orders


def base_of(spot: str) -> str:
    """Return the place that a spot belongs to."""
    return spot.removesuffix(from_nest(""))


def _cost_of(states: States, step: Step) -> int:
    """Return the cost of placing a unit in all states, without that of settling their keys."""
    shifts = sum(len(move.shifts) for move in step.moves)
    return sum(40 * len(step.moves) + (60 + ways.bit_length() // 100) * shifts for ways in states.values())


def _move_counts(ways: int, shifts: Shifts) -> int:
    total = 0
    for shift, mask in shifts:
        total += (ways if mask is None else ways & mask) << shift
    return total


def ranges(steps: Sequence[Step], sums: int) -> list[list[Range]]:
    """Return the minimum and the maximum that the units from each one on add to each sum."""
    spans = [[(0, 0)] * sums]
    for step in reversed(steps):
        lows = [min(move.amounts[index] for move in step.moves) for index in range(sums)]
        highs = [max(move.amounts[index] for move in step.moves) for index in range(sums)]
        last = spans[-1]
        spans.append(
            [
                (low + last_low, high + last_high)
                for low, high, (last_low, last_high) in zip(lows, highs, last, strict=True)
            ]
        )
    return spans[::-1]


# In which order


def _order_steps(steps: Sequence[Step]) -> list[Step]:
    """Order the units so that few sums are open at a time; within each sort the largest amounts come first."""
    steps_by_sums: dict[TouchedSums, list[Step]] = {}
    for step in steps:
        steps_by_sums.setdefault(_find_touched_sums(step), []).append(step)
    sorts = {key: _Sort(group) for key, group in steps_by_sums.items()}
    keys = list(sorts)
    best = min(permutations(keys), key=lambda order: _cost(order, sorts)) if len(keys) <= 6 else _greedy(keys, sorts)
    return [
        step
        for key in best
        for step in sorted(sorts[key].steps, key=lambda step: (-_weight(step), [move.amounts for move in step.moves]))
    ]


def _find_touched_sums(step: Step) -> TouchedSums:
    return tuple(any(column) for column in zip(*(move.amounts for move in step.moves), strict=True))


def _weight(step: Step) -> int:
    return max(sum(map(abs, move.amounts)) for move in step.moves)


def _cost(order: Sequence[TouchedSums], sorts: Mapping[TouchedSums, _Sort]) -> int:
    """Estimate the number of keys, over all units."""
    total, open_ = 0, [0] * len(order[0]) if order else []
    later = [[any(column) for column in zip(*order[index:], strict=True)] for index in range(len(order))]
    for key, coming in zip(order, later, strict=True):
        open_ = [span + width for span, width in zip(open_, sorts[key].spans, strict=True)]
        total += len(sorts[key].steps) * prod(span + 1 for span, is_open in zip(open_, coming, strict=True) if is_open)
    return total


def _greedy(keys: Sequence[TouchedSums], sorts: Mapping[TouchedSums, _Sort]) -> list[TouchedSums]:
    order: list[TouchedSums] = []
    remaining = list(keys)
    while remaining:
        best = min(
            remaining,
            key=lambda key: _cost([*order, key, *(candidate for candidate in remaining if candidate != key)], sorts),
        )
        order.append(best)
        remaining.remove(best)
    return order


class _Sort:
    """The units that touch the same sums, and over how many values they can spread each sum."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps = steps
        self.spans = [
            _span(column)
            for column in zip(*(zip(*(m.amounts for m in s.moves), strict=True) for s in steps), strict=True)
        ]


def _span(column: Sequence[Sequence[int]]) -> int:
    low, high = sum(map(min, column)), sum(map(max, column))
    return (high - low) // (gcd(*(value for values in column for value in values)) or 1)
