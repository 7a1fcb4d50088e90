"""Conditions whose words have been understood: sums over cards in spots, and what is asked of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import gcd

from mam.analysis.probability.conditions import Between
from mam.analysis.probability.lengths import Box, Lengths
from mam.analysis.probability.steps import NamePlace
from mam.rules.cards import Card

Range = tuple[int, int]  # the lowest and the highest that a sum can be


@dataclass(frozen=True)
class Sum:
    """A tally whose words have been understood: what each card adds in each spot, and what is seen already."""

    worth: Mapping[tuple[str, Card], int]
    seen_amount: int = 0

    @cached_property
    def by_spot(self) -> Mapping[str, Mapping[Card, int]]:
        """What each card adds, for each spot in which any does."""
        worths: dict[str, dict[Card, int]] = {}
        for (spot, card), value in self.worth.items():
            worths.setdefault(spot, {})[card] = value
        return worths

    @property
    def step(self) -> int:
        """What the sum is made of, but for what is seen: it is always a multiple of this more (0: it never changes)."""
        return gcd(*self.worth.values())


@dataclass(frozen=True)
class Limit:
    """A sum within limits, inclusive (None: no limit), and the condition that says so in words."""

    sum: Sum
    minimum: int | None
    maximum: int | None
    condition: Between

    @property
    def sums(self) -> tuple[Sum, ...]:
        """The sum."""
        return (self.sum,)

    def describe_subjects(self, name: NamePlace = str) -> tuple[str, ...]:
        """Return what is counted, in words, its places called by `name`."""
        return (self.condition.describe_subject(name),)

    def judge(self, ranges: Iterator[Range]) -> bool | None:
        """Return whether this holds while the sum is in its range, which comes next; None if that depends."""
        low, high = next(ranges)
        if (self.minimum is not None and high < self.minimum) or (self.maximum is not None and low > self.maximum):
            return False
        is_sure = (self.minimum is None or low >= self.minimum) and (self.maximum is None or high <= self.maximum)
        return True if is_sure else None

    def describe_gap(self, name: NamePlace = str) -> str:
        """Return why no sum can be within the limits, where they lie between two multiples of what it is made of; else ""."""
        step, seen_amount = self.sum.step, self.sum.seen_amount
        if step < 2 or self.minimum is None or self.maximum is None or self.minimum > self.maximum:
            return ""
        if (self.maximum - seen_amount) // step >= -((seen_amount - self.minimum) // step):
            return ""
        lower = seen_amount % step
        multiple = f"{lower} more than a multiple of {step}" if lower else f"a multiple of {step}"
        return f"{self.condition.describe_subject(name)} is always {multiple}"


@dataclass(frozen=True)
class Pattern:
    """The lengths of the colors in a place, in any of several boxes: limits for each color, as in 5-4-3-1 in some order."""

    sums: tuple[Sum, ...]
    boxes: tuple[Box, ...]
    condition: Lengths
    colors: tuple[str, ...]
    gap: str = ""  # why no hand can have these lengths, if none can

    def describe_subjects(self, name: NamePlace = str) -> tuple[str, ...]:
        """Return what is counted, in words, its places called by `name`."""
        return tuple(f"{name(self.condition.place)} {color}" for color in self.colors)

    def judge(self, ranges: Iterator[Range]) -> bool | None:
        """Return whether this holds while the lengths are in their ranges, which come next; None if that may depend."""
        lengths = [next(ranges) for _ in self.sums]
        is_possible = False
        for box in self.boxes:
            is_sure = True
            for (low, high), (minimum, maximum) in zip(lengths, box, strict=True):
                if high < minimum or low > maximum:
                    break
                is_sure = is_sure and low >= minimum and high <= maximum
            else:
                if is_sure:
                    return True
                is_possible = True
        return None if is_possible else False

    def describe_gap(self, name: NamePlace = str) -> str:
        """Return why no hand can have these lengths; else ""."""
        return self.gap


Leaf = Limit | Pattern


@dataclass(frozen=True)
class Several:
    """How many of these hold is within limits, inclusive: all of them for "and", one or more for "or", none for "not"."""

    parts: tuple[ResolvedCondition, ...]
    minimum: int
    maximum: int

    @classmethod
    def all_of(cls, *parts: ResolvedCondition) -> Several:
        """Return the condition that all of these hold."""
        return cls(parts, len(parts), len(parts))

    @classmethod
    def any_of(cls, *parts: ResolvedCondition) -> Several:
        """Return the condition that at least one of these holds."""
        return cls(parts, 1, len(parts))

    @property
    def is_all(self) -> bool:
        """Whether all parts have to hold."""
        return self.minimum == len(self.parts)

    @property
    def is_any(self) -> bool:
        """Whether one part is enough."""
        return self.minimum == 1 and self.maximum == len(self.parts)

    def decide(self, truths: Iterable[bool | None]) -> bool | None:
        """Return whether this holds when its parts do (None: not settled)."""
        values = list(truths)
        lowest = values.count(True)
        highest = lowest + values.count(None)
        if lowest > self.maximum or highest < self.minimum:
            return False
        return True if lowest >= self.minimum and highest <= self.maximum else None


ResolvedCondition = Leaf | Several


def leaves_of(condition: ResolvedCondition) -> tuple[Leaf, ...]:
    """Return the limits and patterns in a condition, from left to right."""
    if isinstance(condition, Several):
        return tuple(leaf for part in condition.parts for leaf in leaves_of(part))
    return (condition,)


def sums_of(condition: ResolvedCondition) -> tuple[Sum, ...]:
    """Return the sums in a condition, from left to right."""
    return tuple(term for leaf in leaves_of(condition) for term in leaf.sums)


def judge(condition: ResolvedCondition, ranges: Iterator[Range]) -> bool | None:
    """Return whether a condition holds while its sums, from left to right, are in these ranges; None if that depends."""
    if isinstance(condition, Several):
        return condition.decide([judge(part, ranges) for part in condition.parts])  # all of them: each takes its ranges
    return condition.judge(ranges)


def is_true(condition: ResolvedCondition, values: Iterable[int]) -> bool:
    """Return whether a condition is true when its sums, from left to right, have these values."""
    return bool(judge(condition, ((value, value) for value in values)))
