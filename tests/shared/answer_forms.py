"""The forms in which people hand in a number: fractions, decimals, percent, amounts, with words around them."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

from mam.classroom.quantities import DOLLARS, Number
from mam.classroom.readings import find_unit


def rounded(value: Fraction, digits: int) -> str:
    decimal = Decimal(value.numerator) / Decimal(value.denominator)
    return f"{decimal:.{max(digits - 1 - decimal.adjusted(), 0) if decimal else digits}f}"


def cut(value: Fraction, digits: int) -> str:
    step = find_unit(value, digits)
    return rounded((value / step).__floor__() * step, digits)


def probability_forms(value: Fraction, digits: int) -> list[Any]:
    above, below = value.numerator, value.denominator
    text, percent = rounded(value, digits), rounded(value * 100, digits) + "%"
    forms: list[Any] = [
        *(
            f"{above}{between}{below}"
            for between in ("/", " / ", " in ", " out of ", " of ", " in the ", " chances in ")
        ),
        *(f"{above:,}/{below:,}", f"= {above}/{below}", f"P(A) = {above}/{below}", f"({above}/{below})"),
        *(value, float(value), text, text.lstrip("0") or "0", f"about {text}", f"p = {text}", f"≈{text}"),
        *(f"The probability is {text}.", f"a chance of {percent}", f"roughly {percent}", f"{text}…"),
        *(percent, percent.replace("%", " %"), percent.replace("%", " percent"), f"about {percent}"),
        *(f"{above}/{below} = {percent}", f"{above}/{below} ({percent})", f"{above}/{below} ≈ {text}"),
        *(repr(float(value)), rounded(value, digits + 1), rounded(value, digits + 3)),
    ]
    if 0 < value < 1:
        forms += [cut(value, digits), cut(value * 100, digits) + "%", f"1 in {rounded(1 / value, digits + 1)}"]
        forms += [f"{float(value):.{digits - 1}e}", Decimal(text)]
    return forms


def number_forms(answer: Number, value: Fraction, digits: int) -> list[Any]:
    """The forms of a value, rounded to so many digits where it is not whole."""
    whole = value.denominator == 1
    number = f"{value.numerator}" if whole else rounded(value, digits)
    forms: list[Any] = [
        number,
        number.replace("-", "−"),
        f"= {number}",
        f"about {number}",
        f"{number} {answer.unit}".strip(),
    ]
    forms += [int(value)] if whole else [value, float(value)]
    forms += [f"{value}"] if not whole and value.denominator < 10**5 else []
    if answer.unit == DOLLARS:
        forms += dollar_forms(value)
        forms += [f"{number} thousand", f"{number} thousand dollars", f"${number} thousand".replace("$-", "-$")]
    elif whole:
        forms += [f"{value.numerator:,}"]
    return [*forms, f"{number}%"] if answer.unit == "percentage points" else forms


def dollar_forms(value: Fraction) -> list[str]:
    """An amount in whole dollars, where it is one."""
    dollars = 1000 * value
    if dollars.denominator > 1 or abs(dollars) < 1000:
        return []
    sign, amount = "-" if dollars < 0 else "", f"{abs(int(dollars)):,}"
    short = f"{sign}{abs(float(value)):.10g}k"
    return [
        f"{sign}${amount}",
        f"${sign}{amount}",
        f"{sign}${amount}".replace("-", "−"),
        f"{sign}{amount} dollars",
        short,
    ]
