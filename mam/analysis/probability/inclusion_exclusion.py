"""Count the deals in which at least one of several limits holds, each in its own place, by inclusion and exclusion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, prod

from mam.analysis.probability.conditions import Limit, ResolvedCondition
from mam.analysis.probability.counting import Work
from mam.analysis.probability.model import Case
from mam.rules.cards import Card
from mam.support.numbers import count_arrangements

States = dict[tuple[int, ...], int]  # how many cards of each class are left, and in how many ways that came about

MAX_WORK = 110_000_000  # some half a second
_FILLING = 160  # what it costs to fill a place in one way, with a number of cards of each class


@dataclass(frozen=True)
class Term:
    """The choices of `size` limits that hold at once: how many there are, and their ways added up."""

    size: int
    choices: int
    ways: int


@dataclass(frozen=True)
class _Part:
    """A limit on the cards in rooms that no other limit asks about, with what each card adds there."""

    rooms: frozenset[str]
    values: tuple[tuple[Card, int], ...]
    minimum: int | None
    maximum: int | None
    seen_amount: int

    def holds(self, amount: int) -> bool:
        return (self.minimum is None or amount >= self.minimum) and (self.maximum is None or amount <= self.maximum)


def count_any(case: Case, event: ResolvedCondition, work: Work) -> int | None:
    """Count the ways in which at least one of several limits holds; None for another kind of question. Raises NotCounted.

    The places must have no room in common, and every unseen card may lie anywhere.
    """
    terms = list_terms(case, event, work)
    return None if terms is None else sum(term.ways * (-1) ** (term.size + 1) for term in terms)


def list_terms(case: Case, event: ResolvedCondition, work: Work) -> list[Term] | None:
    """List the terms of inclusion and exclusion, one for each number of limits that hold at once; None as in `count_any`."""
    limits = _alternatives(event)
    if len(limits) < 2 or not case.is_open:
        return None
    parts = [_part_of(limit, case) for limit in limits]
    known_parts = [part for part in parts if part is not None]
    if len(known_parts) < len(parts):
        return None
    settled = [part for part in known_parts if not part.rooms]
    open_parts = [part for part in known_parts if part.rooms]
    rooms = Counter(room for part in open_parts for room in part.rooms)
    if any(part.holds(part.seen_amount) for part in settled) or max(rooms.values(), default=2) > 1:
        return None
    terms, filling = list[Term](), _Filling(case, work)
    for size in range(1, len(open_parts) + 1):
        total = sum(filling.ways(choice) for choice in combinations(open_parts, size))
        terms.append(Term(size, comb(len(open_parts), size), total))
    return terms


def _alternatives(event: ResolvedCondition) -> Sequence[Limit]:
    """List the limits of which one is enough; none for another form of condition."""
    if isinstance(event, Limit):
        return (event,)
    word, parts = event
    alternatives = [_alternatives(part) for part in parts]
    return [limit for limits in alternatives for limit in limits] if word == "or" and all(alternatives) else []


def _part_of(limit: Limit, case: Case) -> _Part | None:
    """Return the limit with the rooms it asks about; None where a card adds different amounts in them."""
    rooms = [spot for spot in limit.sum.by_spot if case.rooms.get(spot)]
    worths = [dict(limit.sum.by_spot[room]) for room in rooms]
    if any(worth != worths[0] for worth in worths):
        return None
    values = sorted(worths[0].items(), key=repr) if worths else []
    return _Part(frozenset(rooms), tuple(values), limit.minimum, limit.maximum, limit.sum.seen_amount)


class _Filling:
    """A counter that fills places one after another; results for some of them are reused for the same ones and more."""

    def __init__(self, case: Case, work: Work) -> None:
        self.case, self.work = case, work
        self.unseen = [card for kind in case.kinds for unit in kind.units for card in unit]
        self.known_states: dict[tuple[object, ...], States] = {}

    def ways(self, parts: Sequence[_Part]) -> int:
        """Count the ways in which all of these hold at once."""
        parts = sorted(parts, key=self._kind)
        worths = list({part.values: dict(part.values) for part in parts}.values())
        columns = {part.values: index for index, part in enumerate({part.values: part for part in parts}.values())}
        classes = Counter(tuple(worth.get(card, 0) for worth in worths) for card in self.unseen)
        states: States = {tuple(classes.values()): 1}
        for number, part in enumerate(parts):
            key = (*columns, *map(self._kind, parts[: number + 1]))
            if key not in self.known_states:
                values = [amounts[columns[part.values]] for amounts in classes]
                self.known_states[key] = self._fill(states, part, values)
            states = self.known_states[key]
        sizes = [[self.case.rooms[room] for room in part.rooms] for part in parts]
        far = [room for place, room in self.case.rooms.items() if not any(place in part.rooms for part in parts)]
        return sum(states.values()) * prod(map(count_arrangements, (*sizes, far)))

    def _kind(self, part: _Part) -> str:
        """Return a key that is equal for parts that are filled in the same ways."""
        return repr((self._size(part), part.minimum, part.maximum, part.seen_amount, part.values))

    def _size(self, part: _Part) -> int:
        return sum(self.case.rooms[room] for room in part.rooms)

    def _fill(self, states: States, part: _Part, values: Sequence[int]) -> States:
        """Fill a place so that its limit holds: return the ways, by the remaining cards of each class."""
        order = sorted(
            range(len(values)), key=lambda place: -abs(values[place])
        )  # what adds most first: it ends soonest
        next_states: States = {}
        for counts, ways in states.items():
            stock = [(counts[place], values[place]) for place in order]
            for filling in _fillings(stock, self._size(part), part, part.seen_amount, self.work):
                remaining, product = list(counts), ways
                for place, count in zip(order, filling, strict=True):
                    product *= comb(counts[place], count)
                    remaining[place] -= count
                next_states[tuple(remaining)] = next_states.get(tuple(remaining), 0) + product
        return next_states


def _fillings(
    stock: Sequence[tuple[int, int]], size: int, part: _Part, amount: int, work: Work
) -> Iterator[tuple[int, ...]]:
    """Yield every way to take `size` cards so that the limit holds: how many of each class.

    `stock` has the remaining cards of each class and what each adds; `amount` is the sum so far.
    """
    work.add(_FILLING)
    if not stock:
        if not size and part.holds(amount):
            yield ()
        return
    low = sum(min(0, have * value) for have, value in stock)
    high = sum(max(0, have * value) for have, value in stock)
    if (part.maximum is not None and amount + low > part.maximum) or (
        part.minimum is not None and amount + high < part.minimum
    ):
        return
    (have, value), *later_stock = stock
    later_count = sum(count for count, _ in later_stock)
    for count in range(max(0, size - later_count), min(size, have) + 1):
        for filling in _fillings(later_stock, size - count, part, amount + count * value, work):
            yield (count, *filling)
