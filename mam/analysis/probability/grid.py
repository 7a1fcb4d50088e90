"""Counts for every combination of rooms used, packed into one whole number: a field of enough bits for each combination.

A card that goes to a place uses a room there: that is one shift for all combinations at once. It is the old trick of
multiplying polynomials in several variables by packing them into large integers (Kronecker's substitution).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from math import prod

Used = tuple[tuple[str, int], ...]  # how much of each room something uses


@dataclass(frozen=True)
class Grid:
    """Rooms by name, each with its size. `free` ones may be left at any filling; the others have to be full in the end."""

    free: Mapping[str, int]
    full: Mapping[str, int]
    bits: int  # of one field, whole bytes: no count may be larger

    def __post_init__(self) -> None:
        object.__setattr__(self, "mask", cache(self._mask))

    @cached_property
    def rooms(self) -> dict[str, int]:
        """All rooms, those that stay free in the low digits."""
        return {**self.free, **self.full}

    @cached_property
    def strides(self) -> dict[str, int]:
        """How many fields further one more of each room used lies."""
        strides, step = {}, 1
        for name, room in self.rooms.items():
            strides[name] = step
            step *= room + 1
        return strides

    @property
    def fields(self) -> int:
        """How many combinations there are."""
        return prod(room + 1 for room in self.rooms.values())

    @property
    def size(self) -> int:
        """How many bytes a whole number of these takes at most."""
        return self.fields * self.bits // 8

    def shift(self, used: Used) -> int:
        """By how many bits the counts move when so much is used."""
        return self.bits * sum(self.strides[name] * count for name, count in used)

    def _mask(self, used: Used) -> int:
        """The fields in which there still is so much room."""
        mask = -1
        for name, count in used:
            step, size = self.strides[name] * self.bits // 8, self.rooms[name] + 1
            if count >= size:
                return 0
            period = b"\xff" * (step * (size - count)) + b"\0" * (step * count)
            mask &= int.from_bytes(period * (self.size // len(period)), "little")
        return mask

    def take(self, ways: int, used: Mapping[str, int]) -> int:
        """The count of one combination: so much used of each room (of those not named, nothing)."""
        place = sum(self.strides[name] * count for name, count in used.items())
        return (ways >> (place * self.bits)) & ((1 << self.bits) - 1)

    def list_all(self, ways: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Every combination of the rooms that have to be full in the end, none of the others used, with its count unless
        that is 0; read from one end to the other, so that each field is looked at once.
        """
        width, data = self.bits // 8, ways.to_bytes(max(1, self.size), "little")
        steps = [[self.strides[name] * count * width for count in range(room + 1)] for name, room in self.full.items()]
        rooms = (range(len(step)) for step in steps)
        for used, offsets in zip(product(*rooms), product(*steps), strict=True):
            place = sum(offsets)
            if count := int.from_bytes(data[place : place + width], "little"):
                yield used, count

    def filled(self, ways: int) -> Iterator[tuple[dict[str, int], int]]:
        """Where all rooms that have to be are full: the counts, by how far the free ones are."""
        top = sum(self.strides[name] * room for name, room in self.full.items())
        remaining = ways >> (top * self.bits)
        for used in product(*(range(room + 1) for room in list(self.free.values())[::-1])):
            count = remaining & ((1 << self.bits) - 1)
            remaining >>= self.bits
            if count:
                yield dict(zip(list(self.free)[::-1], used, strict=True)), count
