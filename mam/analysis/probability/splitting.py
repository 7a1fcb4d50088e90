"""How the cards of one class split among places: counted from both ends, this class here and all other cards there."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb, factorial, prod

from mam.analysis.probability.conditions import Sum
from mam.analysis.probability.counting import TAIL, Sweep, Work
from mam.analysis.probability.grid import Used
from mam.analysis.probability.model import Case

_OPEN = 250  # what it costs to fill a place with so many of the class
_FILLING, _COUNTS, _RESTING = (
    260,
    60,
    1_000,
)  # what it costs to place a card in one filling, and to fill up the rest of it


def spread(case: Case, sums: tuple[Sum, ...], work: Work) -> dict[tuple[int, ...], int]:
    """In how many ways each sum, a number of cards of one class in one place, comes out with the others, by weight."""
    asked = [place for one in sums for place in _places(one, case)]
    if case.is_open and len(asked) == len({*asked}):
        return _spread_open(case, sums, work)
    sweep = Sweep(case, sums, work)
    idle, told = sweep.steps
    grid = sweep.grid
    fillings: dict[tuple[tuple[int, ...], Used], int] = {((0,) * len(sums), ()): 1}
    for at, step in enumerate(told):
        after: dict[tuple[tuple[int, ...], Used], int] = {}
        cost = (_FILLING + _COUNTS * len(sums)) * len(fillings) * sum(len(move.used) for move in step.moves)
        work.add(cost, cost * (len(told) - at - 1) // TAIL)
        for (counts, used), ways in fillings.items():
            for move in step.moves:
                more = tuple(a + b for a, b in zip(counts, move.more, strict=True))
                for one in move.used:
                    if (then := _plus(used, one, grid.rooms)) is not None:
                        after[more, then] = after.get((more, then), 0) + ways
        fillings = after
    rest = _Rest(sweep, sweep.idle(idle))
    found: dict[tuple[int, ...], int] = {}
    for (counts, used), ways in fillings.items():
        work.add(_RESTING)
        if weight := ways * rest.ways(used):
            value = tuple(count + one.seen for count, one in zip(counts, sums, strict=True))
            found[value] = found.get(value, 0) + weight
    return found


def _spread_open(case: Case, sums: tuple[Sum, ...], work: Work) -> dict[tuple[int, ...], int]:
    """The same when every card may lie anywhere: place after place, so many of the class and of the others."""
    chosen = {card for one in sums for _, card in one.worth}
    unseen = [card for kind in case.kinds for unit in kind.units for card in unit]
    count = sum(card in chosen for card in unseen)
    rooms = [sum(case.rooms[place] for place in _places(one, case)) for one in sums]
    apart = prod(
        factorial(sum(them)) // prod(map(factorial, them))
        for them in ([case.rooms[p] for p in _places(one, case)] for one in sums)
    )
    far = [room for place, room in case.rooms.items() if not any(place in _places(one, case) for one in sums)]
    rest = factorial(sum(far)) // prod(map(factorial, far)) * apart
    found: dict[tuple[int, ...], int] = {}

    def fill(values: tuple[int, ...], left: int, others: int, ways: int) -> None:
        at = len(values)
        if at == len(sums):
            found[values] = ways
            return
        room, seen = rooms[at], sums[at].seen
        work.add(_OPEN * (room + 1))
        for here in range(max(0, room - others), min(room, left) + 1):
            more = ways * comb(left, here) * comb(others, room - here)
            fill((*values, here + seen), left - here, others - room + here, more)

    fill((), count, len(unseen) - count, rest)
    return found


def _places(one: Sum, case: Case) -> frozenset[str]:
    """The places of a case that a sum asks of."""
    return frozenset(spot for spot, _ in one.worth if spot in case.rooms)


class _Rest:
    """In how many ways the other cards fill what one class leaves, by weight."""

    def __init__(self, sweep: Sweep, ways: int) -> None:
        self.sweep, self.grid = sweep, sweep.grid
        self.field = self.grid.bits // 8
        self.bytes = ways.to_bytes(self.grid.fields * self.field + 1, "little")

    def ways(self, used: Used) -> int:
        """When the class takes so much of each room."""
        taken = dict(used)
        place = sum(self.grid.strides[name] * (room - taken.get(name, 0)) for name, room in self.grid.full.items())
        return sum(
            count * self.sweep.weight({name: free.get(name, 0) + taken.get(name, 0) for name in self.grid.free})
            for free, count in self._left(place, list(self.grid.free), taken)
        )

    def _left(self, place: int, names: list[str], taken: Mapping[str, int]) -> list[tuple[dict[str, int], int]]:
        """The counts at one filling of the full rooms, by that of the free ones, as far as these have room."""
        if not names:
            count = int.from_bytes(self.bytes[place * self.field : (place + 1) * self.field], "little")
            return [({}, count)] if count else []
        name, stride = names[0], self.grid.strides[names[0]]
        return [
            ({**free, name: more}, count)
            for more in range(self.grid.rooms[name] - taken.get(name, 0) + 1)
            for free, count in self._left(place + stride * more, names[1:], taken)
        ]


def _plus(used: Used, more: Used, rooms: Mapping[str, int]) -> Used | None:
    """Both together; None where there is no room."""
    found = dict(used)
    for name, count in more:
        found[name] = found.get(name, 0) + count
        if found[name] > rooms[name]:
            return None
    return tuple(sorted(found.items()))
