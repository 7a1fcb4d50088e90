"""At least one of several things, each in a place of its own: counted by inclusion and exclusion, place after place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, factorial, prod

from mam.analysis.probability.conditions import Limit, Understood
from mam.analysis.probability.counting import Work
from mam.analysis.probability.model import Case
from mam.rules.cards import Card

States = dict[tuple[int, ...], int]  # how many cards of each class are left, and in how many ways that came about

MOST_WORK = 110_000_000  # some half a second
_FILLING = 160  # what it costs to fill a place in one way with so many cards of each class


@dataclass(frozen=True)
class Term:
    """This number of the things at once: in how many choices of them, and all the ways of these choices together."""

    size: int
    choices: int
    ways: int


@dataclass(frozen=True)
class _Part:
    """A limit on the cards in rooms that no other one asks about: what each card adds there."""

    rooms: frozenset[str]
    values: tuple[tuple[Card, int], ...]
    least: int | None
    most: int | None
    seen: int

    def holds(self, amount: int) -> bool:
        return (self.least is None or amount >= self.least) and (self.most is None or amount <= self.most)


def count_any(case: Case, event: Understood, work: Work) -> int | None:
    """In how many ways at least one of several limits holds; None for a question of another kind. Raises NotCounted.

    The places must have no room in common, and every unseen card may lie anywhere.
    """
    terms = list_terms(case, event, work)
    return None if terms is None else sum(term.ways * (-1) ** (term.size + 1) for term in terms)


def list_terms(case: Case, event: Understood, work: Work) -> list[Term] | None:
    """The terms of inclusion and exclusion, one for each number of limits that hold at once; None as in `count_any`."""
    limits = _alternatives(event)
    if len(limits) < 2 or not case.is_open:
        return None
    parts = [_part_of(limit, case) for limit in limits]
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    settled = [part for part in known if not part.rooms]
    apart = [part for part in known if part.rooms]
    rooms = Counter(room for part in apart for room in part.rooms)
    if any(part.holds(part.seen) for part in settled) or max(rooms.values(), default=2) > 1:
        return None
    found, filling = list[Term](), _Filling(case, work)
    for size in range(1, len(apart) + 1):
        total = sum(filling.ways(chosen) for chosen in combinations(apart, size))
        found.append(Term(size, comb(len(apart), size), total))
    return found


def _alternatives(event: Understood) -> Sequence[Limit]:
    """The limits of which one is enough; nothing where the condition is of another form."""
    if isinstance(event, Limit):
        return (event,)
    word, parts = event
    found = [_alternatives(part) for part in parts]
    return [limit for limits in found for limit in limits] if word == "or" and all(found) else []


def _part_of(limit: Limit, case: Case) -> _Part | None:
    """The limit with the rooms that it asks of; None where a card adds more in one of these than in another."""
    rooms = [spot for spot in limit.sum.by_spot if case.rooms.get(spot)]
    worths = [dict(limit.sum.by_spot[room]) for room in rooms]
    if any(worth != worths[0] for worth in worths):
        return None
    values = sorted(worths[0].items(), key=repr) if worths else []
    return _Part(frozenset(rooms), tuple(values), limit.least, limit.most, limit.sum.seen)


class _Filling:
    """Filling places one after another; what was found for some of them is kept for the same ones and more."""

    def __init__(self, case: Case, work: Work) -> None:
        self.case, self.work = case, work
        self.unseen = [card for kind in case.kinds for unit in kind.units for card in unit]
        self.known: dict[tuple[object, ...], States] = {}

    def ways(self, parts: Sequence[_Part]) -> int:
        """In how many ways all of these hold at once."""
        parts = sorted(parts, key=self._kind)
        worths = list({part.values: dict(part.values) for part in parts}.values())
        columns = {part.values: at for at, part in enumerate({part.values: part for part in parts}.values())}
        classes = Counter(tuple(worth.get(card, 0) for worth in worths) for card in self.unseen)
        states: States = {tuple(classes.values()): 1}
        for at, part in enumerate(parts):
            key = (*columns, *map(self._kind, parts[: at + 1]))
            if key not in self.known:
                values = [amounts[columns[part.values]] for amounts in classes]
                self.known[key] = self._fill(states, part, values)
            states = self.known[key]
        sizes = [[self.case.rooms[room] for room in part.rooms] for part in parts]
        far = [room for place, room in self.case.rooms.items() if not any(place in part.rooms for part in parts)]
        return sum(states.values()) * prod(map(_multinomial, (*sizes, far)))

    def _kind(self, part: _Part) -> str:
        """What tells a part from one that is filled in the same ways."""
        return repr((self._size(part), part.least, part.most, part.seen, part.values))

    def _size(self, part: _Part) -> int:
        return sum(self.case.rooms[room] for room in part.rooms)

    def _fill(self, states: States, part: _Part, values: Sequence[int]) -> States:
        """What is left of each class once a place is filled so that its limit holds, by the ways to that."""
        order = sorted(
            range(len(values)), key=lambda place: -abs(values[place])
        )  # what adds most first: it ends soonest
        after: States = {}
        for left, ways in states.items():
            stock = [(left[place], values[place]) for place in order]
            for taken in _fillings(stock, self._size(part), part, part.seen, self.work):
                then, more = list(left), ways
                for place, count in zip(order, taken, strict=True):
                    more *= comb(left[place], count)
                    then[place] -= count
                after[tuple(then)] = after.get(tuple(then), 0) + more
        return after


def _multinomial(rooms: Sequence[int]) -> int:
    """In how many ways cards go into rooms that they fill."""
    return factorial(sum(rooms)) // prod(map(factorial, rooms))


def _fillings(
    stock: Sequence[tuple[int, int]], size: int, part: _Part, amount: int, work: Work
) -> Iterator[tuple[int, ...]]:
    """Every way to take so many cards that the limit holds, of classes each with what is left of it and what a card adds;
    `amount` is what those taken before add up to."""
    work.add(_FILLING)
    if not stock:
        if not size and part.holds(amount):
            yield ()
        return
    low = sum(min(0, have * value) for have, value in stock)
    high = sum(max(0, have * value) for have, value in stock)
    if (part.most is not None and amount + low > part.most) or (part.least is not None and amount + high < part.least):
        return
    (have, value), *others = stock
    rest = sum(count for count, _ in others)
    for count in range(max(0, size - rest), min(size, have) + 1):
        for more in _fillings(others, size - count, part, amount + count * value, work):
            yield (count, *more)
