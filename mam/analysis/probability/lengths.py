"""Conditions on the lengths of the colors in a place: shapes, voids, the longest color."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations

from mam.analysis.probability.conditions import Condition
from mam.support.messages import quote

Box = tuple[tuple[int, int], ...]  # for each color the minimum and the maximum of cards
ANY_LENGTH = 10**6  # longer than any color


@dataclass(frozen=True, eq=False)
class Lengths(Condition):
    """What is asked of the number of cards of each color in a place; `text` says it in words."""

    place: str
    text: str

    def __str__(self) -> str:
        return self.text

    @abstractmethod
    def list_boxes(self, sizes: Mapping[str, int]) -> list[Box]:
        """Return limits for the number of cards of each color, one set for each way to fulfil this.

        `sizes` has the cards of each color in the pack. Raises ValueError if this means nothing with these colors.
        """


@dataclass(frozen=True, eq=False)
class Shape(Lengths):
    """Lengths in any order of the colors, each with its minimum and maximum.

    A whole shape names all colors; otherwise those that are not named have any length.
    """

    pattern: Box
    is_whole: bool

    def list_boxes(self, sizes: Mapping[str, int]) -> list[Box]:
        pattern_size, count = len(self.pattern), len(sizes)
        if pattern_size > count or (self.is_whole and pattern_size < count):
            advice = f": write {_example(count)}" + ("" if pattern_size > count else ", or “any” to name some of them")
            raise ValueError(f"{quote(self.text)} names {pattern_size} colors, but this pack has {count}{advice}")
        pattern = (*self.pattern, *[(0, ANY_LENGTH)] * (count - pattern_size))
        return list(dict.fromkeys(permutations(pattern)))


@dataclass(frozen=True, eq=False)
class Extreme(Lengths):
    """The length of the longest color, or of the shortest one, within limits, inclusive."""

    word: str
    minimum: int
    maximum: int

    def list_boxes(self, sizes: Mapping[str, int]) -> list[Box]:
        further = (0, self.maximum) if self.word == "longest" else (self.minimum, ANY_LENGTH)
        pattern = ((max(self.minimum, 0), self.maximum), *[further] * (len(sizes) - 1))
        return list(dict.fromkeys(permutations(pattern)))


@dataclass(frozen=True, eq=False)
class LongestColor(Lengths):
    """One color is longer than each of the others."""

    color: str

    def list_boxes(self, sizes: Mapping[str, int]) -> list[Box]:
        low = self.color.lower()
        name = next((color for color in sizes if color in (low, low.removesuffix("s"))), None)
        if name is None:
            raise ValueError(f"{quote(self.text)}: “{self.color}” is not a color here: use one of {', '.join(sizes)}")
        return [
            tuple((length, length) if color == name else (0, length - 1) for color in sizes)
            for length in range(1, sizes[name] + 1)
        ]


def _example(colors: int) -> str:
    return "-".join("543100000"[:colors])
