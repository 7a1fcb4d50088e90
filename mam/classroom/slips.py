"""Typical wrong values of an exercise, and how an answer differs from them: which digits are needed, and which slip it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from mam.classroom.readings import Reading, find_unit, is_rounded, is_same

LEAST_DIGITS = 3
MOST_DIGITS = 4  # a variant that would need more is drawn again
COMPLEMENT = "That is the probability that it does not happen: subtract it from 1."
ODDS = "Those are the odds, favorable to unfavorable cases. Divide the favorable cases by all cases."


@dataclass(frozen=True, init=False)
class Slip:
    """A typical wrong value: a short name that reports can count, and a sentence for the person.

    >>> Slip("squared", 0.25, "The two cards are not independent.").value
    Fraction(1, 4)
    """

    name: str
    value: Fraction
    why: str

    def __init__(self, name: str, value: Fraction | float, why: str) -> None:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name), f"{name!r} can't be the name of a slip"
        exact = Fraction(value)
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "value", exact.limit_denominator(10**15))  # a chance may have a thousand digits
        object.__setattr__(self, "why", why)


def list_general_slips(chance: Fraction) -> tuple[Slip, ...]:
    """Return the slips of every probability: its complement and its odds."""
    complement = Slip("complement", 1 - chance, COMPLEMENT)
    return (complement, Slip("odds", chance / (1 - chance), ODDS)) if chance < 1 else (complement,)


def tell_apart(value: Fraction, slips: Iterable[Slip]) -> tuple[Slip, ...]:
    """Return the slips that this variant can tell from its answer and from each other: of two with one value the first."""
    distinct: list[Slip] = []
    for slip in slips:
        if not any(
            is_same(slip.value, known_value) for known_value in (value, *(earlier.value for earlier in distinct))
        ):
            distinct.append(slip)
    names = [slip.name for slip in distinct]
    assert len(set(names)) == len(names), f"two slips have one name: {', '.join(names)}"
    return tuple(distinct)


def count_needed_digits(value: Fraction, slips: Sequence[Slip], least: int = LEAST_DIGITS) -> int:
    """Return how many significant digits tell a value from every slip: each is two units or more away.

    >>> count_needed_digits(Fraction("0.1818"), [Slip("near", Fraction("0.1835"), "One card too many was counted.")])
    4
    """
    nearest = min((abs(slip.value - value) for slip in slips), default=None)
    digits = least
    while nearest is not None and nearest < 2 * find_unit(value, digits):
        digits += 1
    return digits


def separate(slips: Sequence[Slip], digits: int) -> tuple[Slip, ...]:
    """Return the slips without those too near an earlier one at this many digits."""
    separated: list[Slip] = []
    for slip in slips:
        if all(
            abs(slip.value - earlier_slip.value) >= 2 * find_unit(earlier_slip.value, digits)
            for earlier_slip in separated
        ):
            separated.append(slip)
    return tuple(separated)


def is_right(reading: Reading, value: Fraction, digits: int, slips: Sequence[Slip] = ()) -> bool:
    """Return whether a number is the value: equal, or with enough digits the value rounded or cut off at the last one needed.

    “1 in 3.00” is rounded further than 0.333: it is right where no slip is near.
    """
    if is_same(reading.value, value):
        return True
    if not reading.step or reading.digits < digits:
        return False
    if is_rounded(reading.value, value, find_unit(value, digits)):
        return True
    is_near = reading.step > find_unit(value, digits) and is_rounded(reading.value, value, reading.step)
    return is_near and all(abs(reading.value - slip.value) > 2 * reading.step for slip in slips)


def find_slip(reading: Reading, value: Fraction, slips: Sequence[Slip], digits: int) -> Slip | None:
    """Return the slip that a wrong number is: equal to it, or within a unit of its last digit needed."""
    for slip in slips:
        if is_same(reading.value, slip.value):
            # a quarter for the slip 1/4 may be the value 0.246, rounded too far
            is_short = bool(reading.step) and reading.is_short_of(digits)
            return None if is_short and abs(reading.value - value) < reading.step else slip
    if not reading.step or reading.digits < digits:
        return None
    near = [
        slip for slip in slips if abs(reading.value - slip.value) < max(find_unit(slip.value, digits), reading.step)
    ]
    nearest = min(near, key=lambda slip: abs(reading.value - slip.value), default=None)
    return None if nearest and abs(reading.value - value) < abs(reading.value - nearest.value) else nearest
