"""Answers that are numbers: a probability, an amount, a count, a mean. When one is right, and which slip a wrong one is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from mam.analysis.probability.answers import percent
from mam.classroom.answers import Answer, GivenData, Plain
from mam.classroom.readings import (
    NUMBER,
    PROBABILITY,
    Reading,
    TooFewDigits,
    ask_for_digits,
    find_unit,
    is_rounded,
    is_same,
    read_amount,
    read_probability,
    write_value,
)
from mam.classroom.slips import (
    LEAST_DIGITS,
    MOST_DIGITS,
    Slip,
    count_needed_digits,
    find_slip,
    is_right,
    list_general_slips,
    separate,
    tell_apart,
)

DOLLARS = "thousand dollars"  # the unit of an amount of money
_NEAR = Fraction(1, 25)
_MOST_SLACK = Fraction(1, 100)  # the greatest tolerance for a slip, as a proportion
_READABLE = 5000  # thousands of dollars; more is taken for an amount in dollars
_LONG = 10**9  # from this denominator on a fraction says less than its decimal
_MOST_WANTED = 9  # digits that a student's own `given` may ask for


@dataclass(frozen=True)
class Chance(Answer):
    """A probability: a fraction, or as many significant digits as tell it from every slip. `nudge` is for wrong answers that no slip explains.

    >>> answer = Chance(Fraction(1, 4), [Slip("ordered", Fraction(1, 2), "Each pair was counted twice.")], "Count the hands first.")
    >>> answer.digits, answer.find_fault("25.0%"), answer.find_fault("0.500")
    (3, '', 'Each pair was counted twice.')
    >>> print(answer.find_fault("0.75"), answer.find_fault("44.44%"))
    That is the probability that it does not happen: subtract it from 1. 44.44% is too high. Count the hands first.
    """

    value: Fraction
    slips: Sequence[Slip] = ()
    nudge: str = ""
    form: ClassVar[str] = 'a probability: 5/11, "5 in 11", 0.4545 or "45.45%"'
    needs: ClassVar[tuple[str, ...]] = ("digits",)

    def __post_init__(self) -> None:
        possible = [slip for slip in (*self.slips, *list_general_slips(self.value)) if 0 <= slip.value <= 1]
        distinct = tell_apart(self.value, possible)
        object.__setattr__(self, "slips", separate(distinct, count_needed_digits(self.value, distinct)))

    @classmethod
    def read(cls, raw: Any, given: GivenData) -> str:
        digits = _read_digits(given)
        text = write_value(raw, PROBABILITY, digits)
        if read_probability(text).is_short_of(digits):
            raise TooFewDigits(digits, text)
        return text

    @classmethod
    def describe(cls, plain: Plain, unit: str = "") -> str:
        return percent(read_probability(str(plain)).value)

    def find_fault(self, plain: Plain) -> str:
        reading = read_probability(str(plain))
        if is_right(reading, self.value, self.digits, self.slips):
            return ""
        if slip := self.find_slip(plain):
            return slip.why
        if reading.is_short_of(self.digits):
            return ask_for_digits(self.digits)
        return _describe_miss(reading, self.value, self.nudge)

    def find_slip(self, plain: Plain) -> Slip | None:
        reading = read_probability(str(plain))
        wrong = not is_right(reading, self.value, self.digits, self.slips)
        return find_slip(reading, self.value, self.slips, self.digits) if wrong else None

    @cached_property
    def digits(self) -> int:
        return count_needed_digits(self.value, self.slips)

    @property
    def is_sound(self) -> bool:
        return self.digits <= MOST_DIGITS

    @property
    def plain(self) -> str:
        return f"{self.value}"

    @property
    def shown(self) -> str:
        return f"{self.value} ({percent(self.value)})" if self.value.denominator < _LONG else percent(self.value)


@dataclass(frozen=True)
class Number(Answer):
    """A number: a whole one exactly, a mean as a fraction or rounded like a probability, with one decimal at least, any other one
    no more than `within` off.

    `unit`, which the exercise has, may stand behind it; where it is DOLLARS, an amount in whole dollars is noticed. `rounded` says
    that the statement asks for a fraction or for `digits` digits.

    >>> answer = Number(-200, [Slip("captures", 150, "That is what they captured.")], unit=DOLLARS)
    >>> answer.find_fault("-$200,000"), answer.find_fault("150")
    ('', 'That is what they captured.')
    >>> Number(Fraction(520, 3), rounded=True).shown, Number(Fraction(520, 3)).find_fault("173.3")
    ('520/3 = 173.3', '')
    """

    value: Fraction | int
    slips: Sequence[Slip] = ()
    nudge: str = ""
    unit: str = ""
    within: Fraction | int = 0
    rounded: bool = False
    form: ClassVar[str] = "a number"

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", Fraction(self.value))
        readable = [slip for slip in self.slips if self.unit != DOLLARS or abs(slip.value) < _READABLE]
        distinct = tell_apart(Fraction(self.value), readable)
        if self.within:
            distinct = tuple(
                slip
                for place, slip in enumerate(distinct)
                if all(
                    abs(slip.value - earlier_slip.value) > 2 * self.find_slack(earlier_slip)
                    for earlier_slip in distinct[:place]
                )
            )
        elif not self.is_whole:
            distinct = separate(
                distinct, count_needed_digits(Fraction(self.value), distinct, count_least_digits(self.value))
            )
        object.__setattr__(self, "slips", distinct)

    @classmethod
    def read(cls, raw: Any, given: GivenData) -> str:
        """Return a number as it was written; `given` has the exercise's unit."""
        digits = _read_digits(given)
        text = write_value(raw, NUMBER, digits)
        name = _read_text(given, "unit")
        if read_amount(text, name, thousands=name == DOLLARS).is_short_of(digits):
            raise TooFewDigits(digits, text)
        return text

    @classmethod
    def describe(cls, plain: Plain, unit: str = "") -> str:
        value = read_amount(str(plain), unit, unit == DOLLARS).value
        return f"{value if value.denominator == 1 else f'{float(value):.6g}'} {unit}".strip()

    def find_fault(self, plain: Plain) -> str:
        reading, value = self._reading(plain), Fraction(self.value)
        if self._is_right(reading):
            return ""
        if slip := self.find_slip(plain):
            return slip.why
        if value and is_same(-reading.value, value):
            return f"The size is right, but not the sign: is it a gain or a loss? {self.nudge}".strip()
        if self._is_too_short(reading):
            return (
                ask_for_digits(self.digits) if self.rounded else f"{reading.text} is rounded too far: give it exactly."
            )
        return _describe_miss(reading, value, self.nudge)

    def find_slip(self, plain: Plain) -> Slip | None:
        reading = self._reading(plain)
        if self._is_right(reading):
            return None
        if self.within:
            return next((slip for slip in self.slips if abs(reading.value - slip.value) <= self.find_slack(slip)), None)
        value = Fraction(self.value)
        near = [slip for slip in self.slips if is_right(reading, slip.value, count_least_digits(slip.value))]
        if self.is_whole:
            return next(iter(near), None)
        exact = next((slip for slip in near if is_same(reading.value, slip.value)), None)
        if exact and not self.rounded:
            return exact
        if reading.is_short_of(self._needed_digits) and abs(reading.value - value) < reading.step:
            return None  # it may be the value, rounded too far
        return min(near, key=lambda slip: abs(reading.value - slip.value), default=None)

    def _reading(self, plain: Plain) -> Reading:
        return read_amount(str(plain), self.unit, self.unit == DOLLARS)

    def _is_right(self, reading: Reading) -> bool:
        value = Fraction(self.value)
        if self.within:
            return abs(reading.value - value) <= self.within
        return is_same(reading.value, value) if self.is_whole else is_right(reading, value, self._needed_digits)

    def _is_too_short(self, reading: Reading) -> bool:
        """Whether the number may be the value, rounded too far."""
        if self.within or self.is_whole or not reading.is_short_of(self._needed_digits):
            return False
        return self.rounded or is_rounded(reading.value, Fraction(self.value), reading.step)

    def find_slack(self, slip: Slip) -> Fraction:
        """Return the tolerance for a slip, in proportion to the tolerance for the value.

        Where hundredths matter, not every small number is that slip.
        """
        share = Fraction(self.within) / abs(Fraction(self.value)) if self.value else _MOST_SLACK
        return min(abs(slip.value) * min(share, _MOST_SLACK), Fraction(self.within))

    @property
    def is_whole(self) -> bool:
        return Fraction(self.value).denominator == 1

    @cached_property
    def _needed_digits(self) -> int:
        return count_needed_digits(Fraction(self.value), self.slips, count_least_digits(self.value))

    @property
    def digits(self) -> int:
        return self._needed_digits if self.rounded else 0

    @property
    def is_sound(self) -> bool:
        if self.within:
            return all(abs(slip.value - self.value) >= 2 * self.within for slip in self.slips)
        if not self.rounded:
            return True
        digits, value = self.digits, Fraction(self.value)
        # Written exactly, it has as many digits as asked for.
        is_long = (value / find_unit(value, digits - 1)).denominator > 1
        return digits <= count_least_digits(value) + 1 and is_long

    @property
    def plain(self) -> str:
        return f"{self.value}"

    @property
    def shown(self) -> str:
        value = Fraction(self.value)
        if self.within:
            tolerance = f" (within {_format_decimal(Fraction(self.within), 2)})"
            return f"{_format_decimal(value, 4)} {self.unit}".strip() + tolerance
        number = f"{float(value):.10g}"
        if 10_000 % value.denominator:
            number = _format_decimal(value, max(4, self._needed_digits))
            number = f"{value} = {number}" if value.denominator < _LONG else number
        return f"{number} {self.unit}".strip()


def _read_digits(given: GivenData) -> int:
    """Return how many digits the given data asks for; they may be a student's own."""
    digits = given.get("digits", 0)
    return digits if isinstance(digits, int) and 0 <= digits <= _MOST_WANTED else 0


def _read_text(given: GivenData, name: str) -> str:
    text = given.get(name, "")
    return text if isinstance(text, str) else ""


def count_least_digits(value: Fraction | int) -> int:
    """Return how many digits a mean has at least, so that it has one decimal: 173.3."""
    return max(LEAST_DIGITS, len(f"{int(abs(Fraction(value)))}") + 1)


def _describe_miss(reading: Reading, value: Fraction, nudge: str) -> str:
    if value and abs(reading.value - value) <= _NEAR * abs(value) and reading.step:
        return f"{reading.text} is close. If you rounded, use more digits; if not, look for a small mistake. {nudge}".strip()
    return f"{reading.text} is too {'high' if reading.value > value else 'low'}. {nudge}".strip()


def _format_decimal(number: Fraction, digits: int) -> str:
    """Return a number rounded to this many digits; a whole one is shown as it is.

    >>> _format_decimal(Fraction(520, 3), 4), _format_decimal(Fraction(5228), 4), _format_decimal(Fraction(-3, 100), 2)
    ('173.3', '5228', '-0.030')
    """
    if number.denominator == 1:
        return f"{number}"
    return f"{float(number):#.{digits}g}".rstrip(".")
