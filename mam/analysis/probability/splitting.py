"""Count how the cards of one class split among places: the class from one end, all other cards from the other."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb, prod

from mam.analysis.probability.constraints import Sum
from mam.analysis.probability.counting import TAIL, Sweep, Work
from mam.analysis.probability.grid import Usage
from mam.analysis.probability.model import Case
from mam.support.numbers import count_arrangements

_OPEN = 250  # what it costs to fill a place with a number of cards of the class
_FILLING, _COUNTS, _RESTING = (
    260,
    60,
    1_000,
)  # what it costs to place a card in one filling, and to fill up the rest of it


def spread(case: Case, sums: tuple[Sum, ...], work: Work) -> dict[tuple[int, ...], int]:
    """Count the ways to each combination of sums, each a number of cards of one class in one place, by weight."""
    places = [place for term in sums for place in _places(term, case)]
    if case.is_open and len(places) == len({*places}):
        return _spread_open(case, sums, work)
    sweep = Sweep(case, sums, work)
    idle, active = sweep.steps
    grid = sweep.grid
    fillings: dict[tuple[tuple[int, ...], Usage], int] = {((0,) * len(sums), ()): 1}
    for index, step in enumerate(active):
        next_fillings: dict[tuple[tuple[int, ...], Usage], int] = {}
        cost = (_FILLING + _COUNTS * len(sums)) * len(fillings) * sum(len(move.used) for move in step.moves)
        work.add(cost, cost * (len(active) - index - 1) // TAIL)
        for (counts, used), ways in fillings.items():
            for move in step.moves:
                totals = tuple(a + b for a, b in zip(counts, move.amounts, strict=True))
                for move_used in move.used:
                    if (filling := _add_usage(used, move_used, grid.rooms)) is not None:
                        next_fillings[totals, filling] = next_fillings.get((totals, filling), 0) + ways
        fillings = next_fillings
    remaining_ways = _RemainingWays(sweep, sweep.idle(idle))
    ways_by_value: dict[tuple[int, ...], int] = {}
    for (counts, used), ways in fillings.items():
        work.add(_RESTING)
        if weight := ways * remaining_ways.ways(used):
            value = tuple(count + term.seen_amount for count, term in zip(counts, sums, strict=True))
            ways_by_value[value] = ways_by_value.get(value, 0) + weight
    return ways_by_value


def _spread_open(case: Case, sums: tuple[Sum, ...], work: Work) -> dict[tuple[int, ...], int]:
    """Count the same when every card may lie anywhere, place after place."""
    class_cards = {card for term in sums for _, card in term.worth}
    unseen = [card for kind in case.kinds for unit in kind.units for card in unit]
    count = sum(card in class_cards for card in unseen)
    rooms = [sum(case.rooms[place] for place in _places(term, case)) for term in sums]
    arrangements = prod(count_arrangements([case.rooms[place] for place in _places(term, case)]) for term in sums)
    far = [room for place, room in case.rooms.items() if not any(place in _places(term, case) for term in sums)]
    other_ways = count_arrangements(far) * arrangements
    ways_by_value: dict[tuple[int, ...], int] = {}

    def fill(values: tuple[int, ...], remaining: int, rest_count: int, ways: int) -> None:
        index = len(values)
        if index == len(sums):
            ways_by_value[values] = ways
            return
        room, seen_amount = rooms[index], sums[index].seen_amount
        work.add(_OPEN * (room + 1))
        for count_in_room in range(max(0, room - rest_count), min(room, remaining) + 1):
            next_ways = ways * comb(remaining, count_in_room) * comb(rest_count, room - count_in_room)
            fill(
                (*values, count_in_room + seen_amount),
                remaining - count_in_room,
                rest_count - room + count_in_room,
                next_ways,
            )

    fill((), count, len(unseen) - count, other_ways)
    return ways_by_value


def _places(term: Sum, case: Case) -> frozenset[str]:
    """Return the places of a case that a sum asks about."""
    return frozenset(spot for spot, _ in term.worth if spot in case.rooms)


class _RemainingWays:
    """The ways in which the other cards fill what one class leaves, by weight."""

    def __init__(self, sweep: Sweep, ways: int) -> None:
        self.sweep, self.grid = sweep, sweep.grid
        self.field = self.grid.bits // 8
        self.bytes = ways.to_bytes(self.grid.fields * self.field + 1, "little")

    def ways(self, used: Usage) -> int:
        """Count the ways to place the other cards when the class uses this much of each room."""
        filling = dict(used)
        place = sum(self.grid.strides[name] * (room - filling.get(name, 0)) for name, room in self.grid.full.items())
        return sum(
            count * self.sweep.weight({name: free.get(name, 0) + filling.get(name, 0) for name in self.grid.free})
            for free, count in self._list_counts(place, list(self.grid.free), filling)
        )

    def _list_counts(
        self, place: int, names: list[str], filling: Mapping[str, int]
    ) -> list[tuple[dict[str, int], int]]:
        """List the counts at one filling of the full rooms, by the filling of the free ones, as far as these have room."""
        if not names:
            count = int.from_bytes(self.bytes[place * self.field : (place + 1) * self.field], "little")
            return [({}, count)] if count else []
        name, stride = names[0], self.grid.strides[names[0]]
        return [
            ({**free, name: used}, count)
            for used in range(self.grid.rooms[name] - filling.get(name, 0) + 1)
            for free, count in self._list_counts(place + stride * used, names[1:], filling)
        ]


def _add_usage(used: Usage, extra: Usage, rooms: Mapping[str, int]) -> Usage | None:
    """Add up how much of each room is used; None where a room is too small."""
    total = dict(used)
    for name, count in extra:
        total[name] = total.get(name, 0) + count
        if total[name] > rooms[name]:
            return None
    return tuple(sorted(total.items()))
