"""Count the deals in which some of several conditions hold, each about hands of its own: hand by hand.

How many of them hold follows by inclusion and exclusion from the ways in which each choice of them holds at once. Hands are
filled one after another with numbers of cards of each class; what is left of each class is packed as in `Grid`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import comb, factorial, perm, prod

from mam.analysis.probability.constraints import Limit, ResolvedCondition, Several, is_true, judge, leaves_of, sums_of
from mam.analysis.probability.counting import Work
from mam.analysis.probability.grid import Grid
from mam.analysis.probability.model import Case
from mam.analysis.probability.setting import SHOWN_CARDS, from_nest
from mam.rules.cards import Card
from mam.support.numbers import count_arrangements

Counts = tuple[int, ...]  # a number of cards of each class
Worth = tuple[tuple[Card, int], ...]  # what each card adds

MAX_WORK = 110_000_000  # some half a second
_NODE, _PASS, _BYTES, _FIELD = (
    700,
    300,
    2,
    30,
)  # the cost of a step of listing, of adding packed counts, and of each 64 bytes
# of them, and of reading one at the end
_FEW = 2


@dataclass(frozen=True)
class Term:
    """The choices of `size` conditions that hold at once: how many, their ways added up, and how often these count."""

    size: int
    choices: int
    ways: int
    times: int


@dataclass(frozen=True)
class _Part:
    """A condition on the cards in rooms that no other part asks about, with what each card adds there to each of its sums."""

    rooms: frozenset[str]
    worths: tuple[Worth, ...]
    condition: ResolvedCondition

    @property
    def amounts(self) -> tuple[int, ...]:
        """What is seen already, for each of its sums."""
        return tuple(term.seen_amount for term in sums_of(self.condition))


def count_several(case: Case, event: ResolvedCondition, work: Work) -> int | None:
    """Count the ways in which a condition about several places holds; None for another kind. Raises NotCounted.

    The places must have no room in common, and every unseen card may lie anywhere.
    """
    terms = list_terms(case, event, work)
    return None if terms is None else sum(term.times * term.ways for term in terms)


def list_terms(case: Case, event: ResolvedCondition, work: Work) -> list[Term] | None:
    """List the terms of inclusion and exclusion, one for each number of parts that hold at once; None as in `count_several`."""
    if not case.is_open or any(from_nest(SHOWN_CARDS) in term.by_spot for term in sums_of(event)):
        return None  # what came from the nest as it was dealt lies in other places as well
    several = _gather(event, case)
    if several is None or _is_quick_by_card(several):
        return None
    parts = [_part_of(part, case) for part in several.parts]
    known_parts = [part for part in parts if part is not None]
    rooms = Counter(room for part in known_parts for room in part.rooms)
    if len(known_parts) < len(parts) or max(rooms.values(), default=2) > 1:
        return None
    open_parts = [part for part in known_parts if part.rooms]
    known_count = sum(is_true(part.condition, part.amounts) for part in known_parts if not part.rooms)
    terms, filling = list[Term](), _Filling(case, open_parts, work)
    for size in range(len(open_parts) + 1):
        if times := _count_times(size, several.minimum - known_count, several.maximum - known_count):
            total = sum(filling.ways(choice) for choice in combinations(open_parts, size))
            terms.append(Term(size, comb(len(open_parts), size), total, times))
    return terms


def _is_quick_by_card(several: Several) -> bool:
    """Return whether a condition is counted card by card: one limit or two that all have to hold."""
    return several.is_all and len(several.parts) <= _FEW and all(isinstance(part, Limit) for part in several.parts)


def _count_times(size: int, minimum: int, maximum: int) -> int:
    """Return how often the ways in which `size` parts hold count, if from `minimum` to `maximum` of all are to hold."""
    exact = range(max(0, minimum), min(maximum, size) + 1)
    return sum((-1) ** (size - count) * comb(size, count) for count in exact)


def _gather(event: ResolvedCondition, case: Case) -> Several | None:
    """Return a condition as one about several places, with one part for each of them; None where there is no such way."""
    if not isinstance(event, Several):
        return Several.all_of(event)
    if len(event.parts) == 1 and event.minimum == event.maximum:
        inner = _gather(event.parts[0], case)
        if inner is None or event.is_all:
            return inner
        if inner.minimum == 0:  # not: as many parts hold as shall not
            return Several(inner.parts, inner.maximum + 1, len(inner.parts))
        return Several(inner.parts, 0, inner.minimum - 1) if inner.maximum == len(inner.parts) else None
    if not (event.is_all or event.is_any):
        return event
    by_rooms: dict[frozenset[str], list[ResolvedCondition]] = {}
    for part in _flatten(event, event.is_all):
        by_rooms.setdefault(_rooms_of(part, case), []).append(part)
    join = Several.all_of if event.is_all else Several.any_of
    parts = [group[0] if len(group) == 1 else join(*group) for group in by_rooms.values()]
    if len(parts) == 1 and all(isinstance(leaf, Limit) for leaf in leaves_of(event)):
        return None
    return join(*parts)


def _flatten(event: ResolvedCondition, is_all: bool) -> Iterator[ResolvedCondition]:
    """Yield the parts of "and" within "and", or of "or" within "or"."""
    if isinstance(event, Several) and len(event.parts) > 1 and (event.is_all if is_all else event.is_any):
        for part in event.parts:
            yield from _flatten(part, is_all)
    else:
        yield event


def _rooms_of(event: ResolvedCondition, case: Case) -> frozenset[str]:
    return frozenset(spot for term in sums_of(event) for spot in term.by_spot if case.rooms.get(spot))


def _part_of(event: ResolvedCondition, case: Case) -> _Part | None:
    """Return the condition with the rooms it asks about; None where a card adds different amounts in them."""
    rooms = _rooms_of(event, case)
    worths = list[Worth]()
    for term in sums_of(event):
        values = [term.by_spot.get(room, {}) for room in rooms]
        if any(value != values[0] for value in values):
            return None
        worths.append(tuple(sorted(values[0].items(), key=repr)) if values else ())
    return _Part(rooms, tuple(worths), event)


class _Filling:
    """A counter that fills the places of some parts one after another; results for some of them are reused for more."""

    def __init__(self, case: Case, parts: Sequence[_Part], work: Work) -> None:
        self.case, self.work = case, work
        worths = list(dict.fromkeys(worth for part in parts for worth in part.worths))
        values = [dict(worth) for worth in worths]
        unseen = [card for kind in case.kinds for unit in kind.units for card in unit]
        classes = Counter(tuple(value.get(card, 0) for value in values) for card in unseen)
        self.columns = {worth: [amounts[column] for amounts in classes] for column, worth in enumerate(worths)}
        self.sizes = [*classes.values()]
        self.implied = max(range(len(self.sizes)), key=self.sizes.__getitem__, default=0)
        self.fillings = {kind: self._list_fillings(part) for part in parts if (kind := self._kind(part))}
        self.grid = self._make_grid([self.fillings[self._kind(part)] for part in parts])
        self.known_ways: dict[tuple[str, ...], int] = {}
        self.totals: dict[tuple[str, ...], int] = {}

    def _kind(self, part: _Part) -> str:
        """Return a key that is equal for parts that are filled in the same ways."""
        return repr(
            (
                sorted(self.case.rooms[room] for room in part.rooms),
                part.worths,
                part.amounts,
                _form(part.condition),
            )
        )

    def _size(self, part: _Part) -> int:
        return sum(self.case.rooms[room] for room in part.rooms)

    def _list_fillings(self, part: _Part) -> list[tuple[Counts, int]]:
        """List the numbers of cards of each class that fill a place so that its condition holds.

        Each comes with the ways to put them in a row, but for which ones of a class they are.
        """
        size = self._size(part)
        amounts = list(zip(*(self.columns[worth] for worth in part.worths), strict=True))
        order = sorted(range(len(self.sizes)), key=lambda place: -sum(map(abs, amounts[place])))  # what adds most first
        stock = [(self.sizes[place], amounts[place]) for place in order]
        listed = []
        node = _NODE * sum(1 if isinstance(leaf, Limit) else len(leaf.boxes) for leaf in leaves_of(part.condition))
        for filling in _fillings(stock, size, part, part.amounts, partial(self.work.add, _NODE + node // 4)):
            counts = dict(zip(order, filling, strict=True))
            listed.append(
                (tuple(counts[place] for place in sorted(order)), factorial(size) // prod(map(factorial, filling)))
            )
        return listed

    def _make_grid(self, fillings: Sequence[Sequence[tuple[Counts, int]]]) -> Grid:
        """Return the grid of the cards used of each class but one, whose number follows from the others."""
        most = [
            sum(max((counts[i] for counts, _ in listed), default=0) for listed in fillings)
            for i in range(len(self.sizes))
        ]
        full = {str(place): min(size, most[place]) for place, size in enumerate(self.sizes) if place != self.implied}
        bits = prod(sum(times for _, times in listed) + 1 for listed in fillings).bit_length() + 1
        return Grid({}, full, -(-bits // 8) * 8)

    def ways(self, parts: Sequence[_Part]) -> int:
        """Count the ways in which all of these hold at once."""
        kinds = tuple(sorted(map(self._kind, parts)))
        if kinds not in self.totals:
            self.totals[kinds] = self._count(parts, kinds)
        return self.totals[kinds]

    def _count(self, parts: Sequence[_Part], kinds: tuple[str, ...]) -> int:
        ways = 1
        for number, kind in enumerate(kinds, start=1):
            key = kinds[:number]
            if key not in self.known_ways:
                self.known_ways[key] = self._fill(ways, self.fillings[kind])
            ways = self.known_ways[key]
        rooms = [[self.case.rooms[room] for room in part.rooms] for part in parts]
        far = [room for place, room in self.case.rooms.items() if not any(place in part.rooms for part in parts)]
        size = sum(map(self._size, parts))
        self.work.add(_FIELD * self.grid.fields)
        total = 0
        for used, count in self.grid.list_all(ways):
            counts = (*used[: self.implied], size - sum(used), *used[self.implied :])
            total += count * prod(map(perm, self.sizes, counts))  # none where a class has too few cards
        orders = prod(factorial(self._size(part)) for part in parts)
        return total // orders * prod(map(count_arrangements, (*rooms, far)))

    def _fill(self, ways: int, fillings: Sequence[tuple[Counts, int]]) -> int:
        """Fill a place: add its cards of each class to those that the places before it have."""
        next_ways = 0
        for counts, times in fillings:
            used = tuple((str(place), count) for place, count in enumerate(counts) if count and place != self.implied)
            self.work.add(_PASS + _BYTES * (ways.bit_length() // 512) * (len(used) + 3))
            fitting = ways
            for card_class in used:  # a mask for each: there are too many combinations to keep masks for
                fitting &= self.grid.mask((card_class,))  # type: ignore[attr-defined]
            next_ways += (fitting << self.grid.shift(used)) * times
        return next_ways


def _form(event: ResolvedCondition) -> object:
    """Return what is asked of the sums of a condition."""
    if isinstance(event, Several):
        return event.minimum, event.maximum, tuple(map(_form, event.parts))
    return (event.minimum, event.maximum) if isinstance(event, Limit) else event.boxes


def _fillings(
    stock: Sequence[tuple[int, Sequence[int]]],
    size: int,
    part: _Part,
    amounts: Sequence[int],
    add_work: Callable[[], None],
) -> Iterator[Counts]:
    """Yield every way to take `size` cards so that the condition holds: how many of each class.

    `stock` has the cards of each class and what one of them adds to each sum; `amounts` are the sums so far. `add_work` adds
    the cost of one step.
    """
    add_work()
    lows, highs = list(amounts), list(amounts)
    for have, values in stock:
        for index, value in enumerate(values):
            if value > 0:
                highs[index] += min(have, size) * value
            elif value < 0:
                lows[index] += min(have, size) * value
    if judge(part.condition, iter(zip(lows, highs, strict=True))) is False:
        return
    if not stock:
        if not size:
            yield ()
        return
    (have, values), *later_stock = stock
    later_count = sum(count for count, _ in later_stock)
    for count in range(max(0, size - later_count), min(size, have) + 1):
        taken = [amount + count * value for amount, value in zip(amounts, values, strict=True)]
        for filling in _fillings(later_stock, size - count, part, taken, add_work):
            yield (count, *filling)
