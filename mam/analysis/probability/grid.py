"""Pack the counts for every combination of used rooms into one whole number, with a field of bits for each combination.

A card that goes to a place uses a room there: that is one shift for all combinations at once. It is the old trick of
multiplying polynomials in several variables by packing them into large integers (Kronecker's substitution).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from math import prod

Usage = tuple[tuple[str, int], ...]  # how much of each room something uses


@dataclass(frozen=True)
class Grid:
    """Rooms by name, each with its size: `free` rooms may be filled to any level, `full` ones must be full in the end."""

    free: Mapping[str, int]
    full: Mapping[str, int]
    bits: int  # of one field, whole bytes: no count may be larger

    def __post_init__(self) -> None:
        object.__setattr__(self, "mask", cache(self._mask))

    @cached_property
    def rooms(self) -> dict[str, int]:
        """All rooms, the free ones in the high digits: the number is short as long as few of them are used."""
        return {**self.full, **self.free}

    @cached_property
    def strides(self) -> dict[str, int]:
        """The number of fields from one count of a room to the next."""
        strides, step = {}, 1
        for name, room in self.rooms.items():
            strides[name] = step
            step *= room + 1
        return strides

    @property
    def fields(self) -> int:
        """The number of combinations."""
        return prod(room + 1 for room in self.rooms.values())

    @property
    def size(self) -> int:
        """The maximum number of bytes of a packed number."""
        return self.fields * self.bits // 8

    def shift(self, used: Usage) -> int:
        """Return by how many bits the counts move for these used rooms."""
        return self.bits * sum(self.strides[name] * count for name, count in used)

    def _mask(self, used: Usage) -> int:
        """Return the mask of the fields in which there is still enough room."""
        mask = -1
        for name, count in used:
            step, size = self.strides[name] * self.bits // 8, self.rooms[name] + 1
            if count >= size:
                return 0
            period = b"\xff" * (step * (size - count)) + b"\0" * (step * count)
            mask &= int.from_bytes(period * (self.size // len(period)), "little")
        return mask

    def take(self, ways: int, used: Mapping[str, int]) -> int:
        """Return the count of one combination of used rooms; rooms that are not named are unused."""
        place = sum(self.strides[name] * count for name, count in used.items())
        return (ways >> (place * self.bits)) & ((1 << self.bits) - 1)

    def list_all(self, ways: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield every combination of the `full` rooms, with no `free` room used, and its count unless that is 0.

        The number is read from one end to the other, so that each field is looked at once.
        """
        width, data = self.bits // 8, ways.to_bytes(max(1, self.size), "little")
        steps = [[self.strides[name] * count * width for count in range(room + 1)] for name, room in self.full.items()]
        rooms = (range(len(step)) for step in steps)
        for used, offsets in zip(product(*rooms), product(*steps), strict=True):
            place = sum(offsets)
            if count := int.from_bytes(data[place : place + width], "little"):
                yield used, count
