"""Arithmetic as people write it, (16/42)^2 or C(5,3) × 12: computed exactly and within limits. Nothing of it is executed."""

from __future__ import annotations

import re
from fractions import Fraction
from math import comb

_TOKEN = re.compile(r"\s*(\d+\.?\d*|\.\d+|[-+*/^(),C])")
_TIMES = re.compile(r"[×·]|(?<=[\d)])\s*x\s*(?=[\d(C])")
_CALCULATES = re.compile(r"[+*^(]|/.*[-/]|-.*/")  # a fraction alone, or a minus sign, is no calculation
_LONGEST = 200  # characters
_DEEPEST = 20  # parentheses within each other
_MOST_POWER = 200
_MOST_CARDS = 200
_GREATEST = 10**60
_MOST_BITS = 4000  # of a number on the way


class NoArithmetic(ValueError):
    """A text that is no calculation, or one that leads too far."""


def compute(text: str) -> tuple[Fraction, bool]:
    """Return the value of a calculation, and whether it is exact: one with decimals may come from numbers that were rounded.

    Raises NoArithmetic.

    >>> compute("(16/42)^2"), compute("C(5,3) x 2 - 0.5")
    ((Fraction(64, 441), True), (Fraction(39, 2), False))
    """
    plain = _TIMES.sub("*", text.strip())
    if len(plain) > _LONGEST or not _CALCULATES.search(plain):
        raise NoArithmetic
    value = _Reader(plain).read()
    if abs(value) >= _GREATEST:
        raise NoArithmetic
    return value, "." not in plain


class _Reader:
    """Reads a calculation from left to right."""

    def __init__(self, text: str) -> None:
        self._tokens: list[str] = []
        place = 0
        while place < len(text):
            match = _TOKEN.match(text, place)
            if not match:
                raise NoArithmetic
            self._tokens.append(match[1])
            place = match.end()
        self._tokens.reverse()  # the next one is the last
        self._depth = 0

    def read(self) -> Fraction:
        value = self._read_sum()
        if self._tokens:
            raise NoArithmetic
        return value

    def _next_is(self, signs: str) -> bool:
        return bool(self._tokens) and self._tokens[-1] in [*signs]

    def _take(self, sign: str) -> None:
        if not self._next_is(sign):
            raise NoArithmetic
        self._tokens.pop()

    def _read_sum(self) -> Fraction:
        value = self._read_product()
        while self._next_is("+-"):
            sign = 1 if self._tokens.pop() == "+" else -1
            value = _limit(value + sign * self._read_product())
        return value

    def _read_product(self) -> Fraction:
        value = self._read_power()
        while self._next_is("*/"):
            divides = self._tokens.pop() == "/"
            factor = self._read_power()
            if divides and not factor:
                raise NoArithmetic
            value = _limit(value / factor if divides else value * factor)
        return value

    def _read_power(self) -> Fraction:
        if self._next_is("-"):
            self._tokens.pop()
            return -self._read_power()
        base = self._read_number()
        if not self._next_is("^"):
            return base
        self._tokens.pop()
        power = int(self._read_whole())
        if power > _MOST_POWER or power * _count_bits(base) > _MOST_BITS:
            raise NoArithmetic
        return base**power

    def _read_number(self) -> Fraction:
        if self._next_is("("):
            return self._read_inside()
        if self._next_is("C"):
            self._tokens.pop()
            self._take("(")
            cards = self._read_whole()
            self._take(",")
            chosen = self._read_whole()
            self._take(")")
            return Fraction(comb(cards, chosen)) if cards <= _MOST_CARDS else _refuse()
        if not self._tokens or not self._tokens[-1][-1].isdigit():
            raise NoArithmetic
        return Fraction(self._tokens.pop())

    def _read_inside(self) -> Fraction:
        self._take("(")
        self._depth += 1
        if self._depth > _DEEPEST:
            raise NoArithmetic
        value = self._read_sum()
        self._take(")")
        self._depth -= 1
        return value

    def _read_whole(self) -> int:
        if not self._tokens or not self._tokens[-1].isdigit():
            raise NoArithmetic
        return min(int(self._tokens.pop()), _MOST_CARDS + 1)


def _count_bits(value: Fraction) -> int:
    return value.numerator.bit_length() + value.denominator.bit_length()


def _limit(value: Fraction) -> Fraction:
    return value if _count_bits(value) <= _MOST_BITS else _refuse()


def _refuse() -> Fraction:
    raise NoArithmetic
