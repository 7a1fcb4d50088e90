"""In how many ways unseen cards can lie, when not every card can lie everywhere."""

from collections.abc import Mapping
from math import comb

Seats = tuple[str, ...]


def count_ways(groups: Mapping[Seats, int], rooms: Mapping[str, int]) -> int:
    """Count the ways to place groups of cards: each group has a number of cards, which may go to any of its seats.

    >>> count_ways({("N", "E"): 3, ("E",): 1}, {"N": 2, "E": 2})
    3
    """
    if not groups:
        return int(not any(rooms.values()))
    (seats, size), *other_groups = groups.items()
    return _fill(seats, size, dict(other_groups), rooms)


def _fill(seats: Seats, size: int, other_groups: Mapping[Seats, int], rooms: Mapping[str, int]) -> int:
    """Count the ways to place the cards when the first group is still to be divided among these seats."""
    if not seats:
        return 0 if size else count_ways(other_groups, rooms)
    first, other_seats = seats[0], seats[1:]
    return sum(
        comb(size, count) * _fill(other_seats, size - count, other_groups, {**rooms, first: rooms[first] - count})
        for count in range(min(size, rooms[first]) + 1)
    )
