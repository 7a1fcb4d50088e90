"""How a number is read as a student wrote it: its value, and how far it was rounded.

`write_value` turns any object into the text that is stored; `read_probability` and `read_amount` read such a text.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache
from numbers import Rational
from typing import Any

from mam.classroom.answer_parsing import UnreadableAnswer, quote_value
from mam.classroom.arithmetic import NoArithmetic, compute

EXACT = 99  # digits of a number that is not rounded
_FLOAT_DIGITS = 15  # digits of a calculation with decimals, as of a float
SAME = Fraction(1, 10**9)  # the proportion by which a number that was computed may be off
PROBABILITY, NUMBER = "a probability: 5/11, 5 in 11, 0.4545 or 45.45%", "a number, like -405 or 97.5"
_LONGEST = 200  # characters of a number
_MAX_WHOLE = 10**60
_FINEST = 10**24  # the greatest denominator of a fraction that was computed
_LEAST = 1e-30  # a smaller number that was computed is 0
_PRECISE = Context(prec=60)
_LEAST_DOLLARS = 5000  # an amount in thousands of dollars from here on was certainly meant in dollars
_WORDS = {
    **dict.fromkeys(("half", "a half", "one half"), "1/2"),
    **dict.fromkeys(("a third", "one third"), "1/3"),
    **dict.fromkeys(("a quarter", "one quarter"), "1/4"),
    **dict.fromkeys(("impossible", "never", "zero"), "0"),
    "two thirds": "2/3",
    "three quarters": "3/4",
    "certain": "1",
}
_DECIMAL = r"\+?(?:\d+\.?\d*|\.\d+)(?:\s*(?:e|[x×*·]\s*10\s*\^?\s*)[-+]?\d{1,2})?"
_LEAD = re.compile(
    r"(?:(?:(?:the|an?|my)\s+)?(?:(?:answer|probability|chance|result|prob\.?)(?:\s+(?:is|of)\b)?|it(?:'s|\s+is)\b"
    r"|pr?\s*\([^()]*\)|pr?(?![a-z])|x(?=\s*=))\s*[:=]?\s*)?(?:an?\s+(?=[\d.]))?"
    r"(?:(?:about|approximately|approx\.?|around|roughly|almost|nearly|ca\.?|circa)(?![a-z])\s*)?[=≈~≅:]*\s*",
    re.IGNORECASE,
)
_TAIL = re.compile(r"\s+(?:chance|probability|of (?:all|the) deals|of the time)$", re.IGNORECASE)
_PERCENT = re.compile(r"\s*(?:%|per ?cent|pct\.?)$", re.IGNORECASE)
_PAIR = re.compile(
    rf"(\d+)\s*(?:(/)|(?:(?:chances?|cases?|deals?|times?)\s+)?(?:in|out of|of)(?:\s+the)?)\s*({_DECIMAL})",
    re.IGNORECASE,
)
_ODDS = re.compile(rf"{_DECIMAL}\s*(?::|to|-|against)\s*{_DECIMAL}(?: (?:against|on|for))?", re.IGNORECASE)
_FIFTY = re.compile(r"50\s*%?\s*[-/:]\s*50\s*%?|fifty[- ]fifty", re.IGNORECASE)
_COMMA = re.compile(r"[-+]?(?:0,\d+|\d+,\d{1,2}|\d+,\d{4,}|\d{1,3}(?:,\d{3})+,\d{1,2}|\d*[1-9]\d{3,},\d+)(?:\s*%)?")
_AMOUNT = re.compile(
    rf"([-+]?)\s*(\$?)\s*([-+]?)\s*(?:(\d+)\s+(?=\d+\s*/))?({_DECIMAL}|\d+\s*/\s*\d+)"
    r"\s*(thousands?|k|million|m)?(\s+(?:of\s+)?dollars?)?",
    re.IGNORECASE,
)
_SCALES = {"thousand": 1, "k": 1, "million": 1000, "m": 1000}


class TooFewDigits(UnreadableAnswer):
    """An answer that is rounded too far to be judged; `plain` is its text."""

    def __init__(self, digits: int, plain: str) -> None:
        super().__init__(ask_for_digits(digits))
        self.plain = plain


def ask_for_digits(digits: int) -> str:
    """Return how a number is to be given.

    >>> ask_for_digits(3)
    'Give a fraction, or three significant digits.'
    """
    names = {3: "three", 4: "four", 5: "five", 6: "six"}
    return f"Give a fraction, or {names.get(digits, digits)} significant digits."


@dataclass(frozen=True)
class Reading:
    """A number as it was written, to how many significant digits, and one unit of the last one (0 for a number that is not rounded).

    `text` is the number without the words around it. A fraction of a power of ten, 861/1000, is as rounded as its decimal.

    >>> reading = read_probability("about 18.2%")
    >>> reading.value, reading.digits, reading.step, reading.text
    (Fraction(91, 500), 3, Fraction(1, 1000), '18.2%')
    >>> [read_probability(text).digits for text in ("2 in 11", "0.0120", "1 in 5.5")] == [EXACT, 3, 2]
    True
    """

    value: Fraction
    digits: int = EXACT
    step: Fraction = Fraction(0)
    text: str = ""
    is_fraction: bool = False

    def is_short_of(self, digits: int) -> bool:
        """Return whether it has fewer digits than these. A fraction never has: that is what people are asked for."""
        return not self.is_fraction and self.digits < digits


@lru_cache(1000)
def find_unit(value: Fraction, digits: int) -> Fraction:
    """Return one unit of a significant digit.

    >>> find_unit(Fraction(2, 11), 3), find_unit(Fraction(520, 3), 4)
    (Fraction(1, 1000), Fraction(1, 10))
    """
    if not value:
        return Fraction(1, 10**digits)
    quotient = _PRECISE.divide(Decimal(abs(value.numerator)), Decimal(value.denominator))
    return Fraction(10) ** (quotient.adjusted() - digits + 1)


def is_rounded(number: Fraction, value: Fraction, step: Fraction) -> bool:
    """Return whether a number is the value rounded or cut off at this step, or nearer.

    >>> [is_rounded(Fraction(text), Fraction(2, 11), Fraction(1, 1000)) for text in ("0.182", "0.181", "0.18", "0.183")]
    [True, True, False, False]
    """
    missing = value - number if value >= 0 else number - value
    return -step / 2 <= missing < step


def is_same(number: Fraction, value: Fraction) -> bool:
    """Return whether two numbers are equal, but for what floats lose in a few sums."""
    return abs(number - value) <= SAME * (abs(value) if value.denominator > 1 else max(Fraction(1), abs(value)))


def write_value(raw: Any, form: str, digits: int = 0) -> str:
    """Return a number as it was written: a text as it is, a float as Python writes it, with zeros if it has fewer digits than asked for.

    Raises UnreadableAnswer for anything that is not a number.

    >>> write_value(" 44.44% ", PROBABILITY), write_value(0.69, PROBABILITY, 3), write_value(Fraction(2, 11), PROBABILITY)
    ('44.44%', '0.690', '2/11')
    """
    if isinstance(raw, str):
        text = " ".join(raw.split())
        if len(text) > _LONGEST:
            raise UnreadableAnswer("That is too long for an answer.")
        return text
    if isinstance(raw, bool) or not isinstance(raw, Rational | float | Decimal):
        item = getattr(raw, "item", None)  # numpy's numbers are none of these, but know how to become one
        try:
            value = item() if callable(item) else None
        except (TypeError, ValueError):  # an array of several numbers
            value = None
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise UnreadableAnswer(f"Give {form}, not {type(raw).__name__} {quote_value(raw)}.")
        raw = value
    if not (raw.is_finite() if isinstance(raw, Decimal) else math.isfinite(raw) if isinstance(raw, float) else True):
        raise UnreadableAnswer(f"Give {form}, not {raw}.")
    if isinstance(raw, float):
        text = repr(float(raw)) if abs(raw) > _LEAST else "0"
        return f"{raw:#.{digits}g}" if text != "0" and _count_digits(text) < digits else text
    if isinstance(raw, Decimal):
        return f"{raw:f}" if -30 < raw.adjusted() < 30 and len(raw.as_tuple().digits) < 100 else _refuse_long(form)
    fraction = Fraction(int(raw.numerator), int(raw.denominator))
    if abs(fraction) >= _MAX_WHOLE:
        return _refuse_long(form)
    return f"{fraction if fraction.denominator <= _FINEST else fraction.limit_denominator(_FINEST)}"


def _refuse_long(form: str) -> str:
    raise UnreadableAnswer(f"Give {form}, with fewer digits: no answer is that long.")


def _count_digits(decimal: str) -> int:
    digits = re.sub(r"(?:e|\s*[x×*·]).*$", "", decimal.casefold()).replace(".", "").lstrip("+-0")
    return max(len(digits), 1)


@lru_cache(1000)
def read_probability(text: str) -> Reading:
    """Read a probability from 0 to 1.

    Raises UnreadableAnswer that says what to write instead.

    >>> read_probability("5.252%, 1 in 19.04 (26/495)").value
    Fraction(26, 495)
    >>> read_probability("2 to 9")
    Traceback (most recent call last):
    mam.classroom.answer_parsing.UnreadableAnswer: “2 to 9” are odds. Give a probability: the favorable cases divided by all cases.
    """
    reading = _read_or_compute(text, _read_probability)
    if not 0 <= reading.value <= 1:
        advice = (
            f" Did you mean {reading.text}%?"
            if 1 < reading.value <= 100 and not re.search("[/%a-z+*^(]", reading.text)
            else ""
        )
        raise UnreadableAnswer(f"A probability is between 0 and 1 (0% to 100%).{advice}")
    return reading


@lru_cache(1000)
def read_amount(text: str, unit_name: str = "", thousands: bool = False) -> Reading:
    """Read a number, which may have its unit behind it.

    With `thousands` the number is an amount in thousands of dollars, and amounts in dollars need a $ sign.

    Raises UnreadableAnswer that says what to write instead.

    >>> [f"{read_amount(text, 'thousand dollars', True).value}" for text in ("97.5 thousand", "$97,500", "97 1/2", "-$405,000")]
    ['195/2', '195/2', '195/2', '-405']
    >>> read_amount("378 hands", "hands").value
    Fraction(378, 1)
    """
    bare = re.sub(r"\s*\(within [^()]*\)", "", text)
    return _read_or_compute(bare, lambda part: _read_amount(part, unit_name, thousands), thousands)


def _read_or_compute(text: str, read_part: Callable[[str], Reading], thousands: bool = False) -> Reading:
    """Read a number, or what can't be read as one as a calculation."""
    try:
        return _read(text, read_part)
    except UnreadableAnswer:
        try:
            value, is_exact = compute(_LEAD.sub("", _simplify(text[: _LONGEST + 1]), count=1))
        except NoArithmetic:
            value = None
        if value is None or (thousands and abs(value) >= _LEAST_DOLLARS):
            raise
    written = text.strip()
    if is_exact:
        return Reading(value, text=written, is_fraction=True)
    return Reading(value, _FLOAT_DIGITS, find_unit(value, _FLOAT_DIGITS), written)


def _read(text: str, read_part: Callable[[str], Reading]) -> Reading:
    """Read a text that may give a number several times, 2/11 (18.18%): all must agree, and the most exact one counts."""
    if len(text) > _LONGEST:
        raise UnreadableAnswer("That is too long for an answer.")
    if _COMMA.fullmatch(text.strip()):
        raise UnreadableAnswer(f"Use a decimal point, not a comma: “{text.strip()}”.")
    parts = _split(_LEAD.sub("", _simplify(text), count=1))
    if not parts:
        raise UnreadableAnswer("Nothing is written there.")
    readings = [replace(read_part(part), text=part) for part in parts]
    best = min(readings, key=lambda reading: reading.step)
    for part in readings:
        if not is_rounded(part.value, best.value, part.step + best.step + abs(best.value) * SAME + SAME):
            first, second = next(
                (first_reading, second_reading)
                for first_reading in readings
                for second_reading in readings[::-1]
                if first_reading.value != second_reading.value
            )
            raise UnreadableAnswer(f"You gave two different numbers, {first.text} and {second.text}. Give one.")
    return replace(best, text=readings[0].text if parts[1:] else _LEAD.sub("", text.strip(), count=1).rstrip(" .…"))


def _simplify(text: str) -> str:
    """Return a text with one kind of minus sign and fraction, and without grouping of digits."""
    spaced = re.sub(r"(?<=\d)(?=[¼½¾⅐-⅞])", " ", text)  # 97½ is not 971/2
    plain = unicodedata.normalize("NFKC", re.sub(r"(?<=10)(?=[⁺⁻⁰¹²³⁴-⁹])", "^", spaced)).strip()
    plain = re.sub(r"[−–‒]", "-", plain).replace("⁄", "/").replace("’", "'")
    plain = re.sub(r"\s+", " ", plain)
    while (joined := re.sub(r"(?<![\d.])(\d{1,3})[,_ ](?=\d{3}(?:[,_ ]\d{3})*(?!\d))", r"\1", plain)) != plain:
        plain = joined
    return plain.rstrip(" .…")


def _split(text: str) -> list[str]:
    parts = re.split(r"\s*[=≈]\s*|\s*[()]\s*|,\s+|\s+or\s+", text)
    return [_TAIL.sub("", _LEAD.sub("", part, count=1)) for part in parts if part]


def _read_probability(text: str) -> Reading:
    text = _WORDS.get(text.casefold(), text)
    if _COMMA.fullmatch(text):
        raise UnreadableAnswer(f"Use a decimal point, not a comma: “{text}”.")
    if _FIFTY.fullmatch(text):
        raise UnreadableAnswer("Do you mean 1/2?")
    if _ODDS.fullmatch(text):
        raise UnreadableAnswer(f"“{text}” are odds. Give a probability: the favorable cases divided by all cases.")
    pair = _PAIR.fullmatch(text)
    if pair:
        return _read_pair(pair)
    percent = _PERCENT.search(text)
    body = text[: percent.start()] if percent else text
    if not re.fullmatch(_DECIMAL, body, re.IGNORECASE):
        raise UnreadableAnswer(
            f"“{_shorten(text)}” can't be read as a probability. Write 5/11, 5 in 11, 0.4545 or 45.45%."
        )
    reading = _read_decimal(body)
    if body in ("0", "1" if not percent else "100"):
        return Reading(reading.value / (100 if percent else 1))  # nobody rounds to these when asked for three digits
    return replace(reading, value=reading.value / 100, step=reading.step / 100) if percent else reading


def _read_pair(pair: re.Match[str]) -> Reading:
    """Read 2/11, 2 in 11 and 1 in 5.5."""
    above, slash, below = int(pair[1]), pair[2], _read_decimal(pair[3])
    if not below.value:
        raise UnreadableAnswer("You can't divide by 0.")
    value = above / below.value
    if "." not in pair[3] and (slash or above != 1):
        if slash and re.fullmatch(r"100+", pair[3]):
            return Reading(value, _count_digits(pair[1]), 1 / below.value, is_fraction=True)
        return Reading(value, is_fraction=True)
    return Reading(value, below.digits, below.step / below.value * value)  # as rounded as the number after “in”


def _read_decimal(text: str) -> Reading:
    power = re.sub(r"\s*[x×*·]\s*10\s*\^?\s*", "e", text.casefold().replace(" ", "").lstrip("+"))
    mantissa, _, exponent = power.partition("e")
    places = len(mantissa.partition(".")[2]) - int(exponent or 0)
    return Reading(Fraction(power), _count_digits(mantissa), Fraction(10) ** -places)


def _read_amount(text: str, unit_name: str, thousands: bool) -> Reading:
    if _COMMA.fullmatch(text):
        raise UnreadableAnswer(f"Use a decimal point, not a comma: “{text}”.")
    body = _remove_unit(text, unit_name) if not thousands else text
    match = _AMOUNT.fullmatch(body)
    if not match or (match[1] and match[3]) or (not thousands and (match[2] or match[6] or match[7])):
        of_unit = f" of {unit_name.removeprefix('thousand ')}" if unit_name else ""
        raise UnreadableAnswer(
            f"“{_shorten(text)}” can't be read as a number{of_unit}. Write digits, like -405 or 97.5."
        )
    reading = _read_digits(match[5])
    if match[4]:  # 97 1/2
        reading = replace(reading, value=int(match[4]) + reading.value)
    sign = -1 if "-" in f"{match[1]}{match[3]}" else 1
    scale = Fraction(_SCALES.get((match[6] or "").casefold().removesuffix("s"), 1))
    if thousands and not match[6]:
        scale = _scale_of_dollars(reading, sign, is_dollars=bool(match[2] or match[7]))
    return replace(reading, value=sign * scale * reading.value, step=scale * reading.step)


def _read_digits(text: str) -> Reading:
    if "/" not in text:
        return _read_decimal(text)
    above, below = map(int, text.split("/"))
    if not below:
        raise UnreadableAnswer("You can't divide by 0.")
    return Reading(Fraction(above, below), is_fraction=True)


def _scale_of_dollars(reading: Reading, sign: int, is_dollars: bool) -> Fraction:
    """Return by what an amount without the word “thousand” is multiplied. Which one is meant is never guessed."""
    if not is_dollars:
        if reading.value < _LEAST_DOLLARS:
            return Fraction(1)
        raise UnreadableAnswer(
            f"Amounts are in thousands of dollars: do you mean {_format_short(sign * reading.value / 1000)}?"
        )
    if reading.value and reading.value < 1000:
        number = _format_short(reading.value)
        raise UnreadableAnswer(f"Is that {number} dollars or {number} thousand? Write thousands without the $ sign.")
    return Fraction(1, 1000)


def _format_short(number: Fraction) -> str:
    return f"{float(number):.10g}"


def _remove_unit(text: str, unit_name: str) -> str:
    """Return a number without the unit behind it: hands, deals, percentage points."""
    if unit_name == "percentage points":
        return re.sub(r"\s*(?:%|per ?cent|(?:percentage )?points?|pp)$", "", text, flags=re.IGNORECASE)
    endings = [
        f" {name}"
        for name in (unit_name, unit_name.removesuffix("s"), "se"[: 2 * (unit_name == "standard errors")])
        if name
    ]
    return next((text[: -len(ending)] for ending in endings if text.casefold().endswith(ending)), text)


def _shorten(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}…"
