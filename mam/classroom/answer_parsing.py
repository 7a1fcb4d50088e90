"""How answers are read: numbers, options and cards in the forms in which people write them."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from typing import Any

from mam.rules.cards import Card

_LETTERS = "abcdefghijklmnop"
_LONGEST_NUMBER = 100  # characters of a number, typed or saved
_MAX_NUMBER = 10**30  # greater numbers are accepted only if whole, and not above the square
_FINEST = 10**24  # the greatest denominator of a rounded number
_DECIMAL_COMMA = re.compile(r"[-+]?(0,\d+|\d+,\d{1,2}|\d+,\d{4,}|\d*[1-9]\d{3,},\d+)( ?%)?", re.ASCII)
_NUMBER = re.compile(r"[-+]?\s*(\d+\s*/\s*\d+|(\d+\.?\d*|\.\d+)(e[-+]?\d{1,2})?)", re.ASCII | re.IGNORECASE)
_PERCENT = re.compile(r"\s*(%|per ?cent|pct\.?)$", re.IGNORECASE)


class UnreadableAnswer(ValueError):
    """An answer that cannot be read: of the wrong kind, or out of range. The message says what to give."""


def quote_value(raw: Any) -> str:
    """Return a value as Python writes it, on one line of at most 60 characters.

    If it cannot be written, return the name of its type.
    """
    try:
        text = " ".join(repr(raw).split())
    except Exception:  # an answer may be any object: a faulty one, or a number of a million digits
        return f"one of {type(raw).__name__}"
    return text if len(text) <= 60 else f"{text[:57]}…"


def describe_error(error: Exception) -> str:
    r"""Describe an error in one short line, whatever it says or fails to say.

    >>> describe_error(ValueError("not a\n number"))
    'ValueError: not a number'
    """
    try:
        text = " ".join(str(error).split())
    except Exception:
        text = ""
    name = type(error).__name__
    return f"{name}: {text if len(text) <= 200 else f'{text[:199]}…'}" if text else name


def read_number(raw: Any, thing: str) -> Fraction:
    """Return a number as people write it: 5/11, 0.4545, 45.45%, 1,716 or −90.

    Raises UnreadableAnswer that says what is wanted.

    >>> read_number("5.25%", "a chance"), read_number(0.0525, "a chance")
    (Fraction(21, 400), Fraction(21, 400))
    >>> read_number("5,25%", "a chance")
    Traceback (most recent call last):
    mam.classroom.answer_parsing.UnreadableAnswer: Give a chance with a decimal point, not a comma: '5,25%'.
    """
    if isinstance(raw, bool) or not isinstance(raw, str | Rational | float | Decimal):
        # numpy's numbers are none of these, but know how to become one
        original, item = raw, getattr(raw, "item", None)
        try:
            raw = item() if callable(item) else None
        except (TypeError, ValueError):  # an array of several numbers
            raw = None
        if isinstance(raw, bool) or not isinstance(raw, int | float):
            raise UnreadableAnswer(f"Give {thing}, not {type(original).__name__} {quote_value(original)}.")
    if not (raw.is_finite() if isinstance(raw, Decimal) else math.isfinite(raw) if isinstance(raw, float) else True):
        raise UnreadableAnswer(f"Give {thing}, not {raw}.")
    if isinstance(raw, str | Decimal):
        return _limit_digits(_parse_number(str(raw), thing), thing)
    # a float as it would be typed: 0.1 is a tenth, not the nearest fraction of a power of two
    return _limit_digits(Fraction(str(raw) if isinstance(raw, float) else raw), thing)


def _parse_number(raw: str, thing: str) -> Fraction:
    """Return the number in a text."""
    text = raw.strip().replace("−", "-").replace("–", "-").replace("$", "")
    if len(text) <= _LONGEST_NUMBER and _DECIMAL_COMMA.fullmatch(text):
        raise UnreadableAnswer(f"Give {thing} with a decimal point, not a comma: {quote_value(raw)}.")
    text = re.sub(r"(?<=\d)[,_\u202f\xa0 ](?=\d{3}\b)", "", text[: 2 * _LONGEST_NUMBER])
    percent = _PERCENT.search(text)
    text = text[: percent.start()] if percent else text
    if len(text) > _LONGEST_NUMBER or not _NUMBER.fullmatch(text):
        raise UnreadableAnswer(f"Give {thing}, not {quote_value(raw)}.")
    try:
        number = Fraction(re.sub(r"\s", "", text))
    except ZeroDivisionError:
        raise UnreadableAnswer(f"You can't divide by 0: {quote_value(raw)}. Give {thing}.") from None
    return number / 100 if percent else number


def _limit_digits(number: Fraction, thing: str) -> Fraction:
    """Return a number with few enough digits to save and read again.

    An exact probability of a thousand digits is rounded.
    """
    if abs(number) >= _MAX_NUMBER and (number.denominator > 1 or abs(number) >= _MAX_NUMBER**2):
        raise UnreadableAnswer(f"Give {thing} with fewer digits: no answer is that long.")
    long = number.denominator >= _MAX_NUMBER or (number.denominator > 1 and abs(number.numerator) >= _MAX_NUMBER)
    return number.limit_denominator(_FINEST) if long else number


def read_option(raw: Any, options: Sequence[str]) -> str:
    """Return the option that a student means.

    It may be given by its words, its letter, the code of its card, or words with which no other option begins.

    >>> read_option("w", ["North", "West"]), read_option("(a) North", ["North", "West"])
    ('West', 'North')
    """
    letters = _LETTERS[: len(options)]
    message = f"Choose one of the options, by its letter ({letters[0]} to {letters[-1]}) or its words, not {quote_value(raw)}."
    if isinstance(raw, Card):
        raw = raw.code
    if not isinstance(raw, str) or len(raw) > 10_000:
        raise UnreadableAnswer(message)
    text = " ".join(raw.casefold().split())
    if raw.strip() in tuple(letters.upper()):
        _refuse_two_ways(raw.strip(), options, options[letters.index(text)])
    match = re.fullmatch(rf"\(?([{letters}])[).:]?", text) or re.fullmatch(rf"\(?([{letters}])[).:] (.+)", text)
    words = {option.casefold(): option for option in options}
    if text in words:
        return words[text]
    if match:
        option = options[letters.index(match[1])]
        if match.lastindex == 1 or option.casefold() == match[2]:
            return option
    matches = [option for option in options if text and _begins(option.casefold(), text)]
    if len(matches) != 1:
        raise UnreadableAnswer(message)
    return matches[0]


def _refuse_two_ways(letter: str, options: Sequence[str], option: str) -> None:
    """Refuse a capital letter that may be an option or a color: B may mean (b), or Black as in the code of a card."""
    matches = [option for option in options if option.casefold().startswith(letter.casefold())]
    if len(matches) == 1 and matches != [option]:
        raise UnreadableAnswer(
            f"{letter} may be ({letter.lower()}) {quote_value(option)} or {quote_value(matches[0])}: write the words."
        )


def _begins(option: str, text: str) -> bool:
    """Return whether an option begins with these words or has this code.

    “Green 40 (G40)” has the code g40; it does not begin with 4.
    """
    if option.endswith(f"({text.strip('()')})"):
        return True
    return option.startswith(text) and not (text[-1].isdigit() and option[len(text) : len(text) + 1].isdigit())


def read_options(raw: str, options: Sequence[str]) -> list[str]:
    """Return the options that a text names, each as `read_option` reads it.

    They are letters ("a c", "a, c", "ac", "a and c") or their words with commas between.

    >>> read_options("pass, bid 200", ["pass", "bid 190", "bid 200"])
    ['pass', 'bid 200']
    """
    whole = " ".join(raw[:10_000].casefold().split())
    if any(option.casefold() == whole for option in options):
        return [raw]
    if whole in ("none", "none of them", "nothing"):
        return []
    parts = [part for part in re.split(r"[,;]\s+|;|\sand\s", whole) if part.strip()]
    try:
        return [read_option(part, options) for part in parts]
    except UnreadableAnswer:
        pass
    letters = [part for part in re.split(r"[,;\s]+", whole) if part not in ("", "and")]
    if len(letters) == 1 and set(letters[0]) <= set(_LETTERS[: len(options)]):
        letters = list(letters[0])
    return letters


def cards_text(text: str) -> str:
    """Return cards as people write them as codes: "Red 40, black 9 and the Tiger" as "R40, b9 Tiger".

    >>> cards_text("Red 40, black 9 and the Tiger")
    'R40, b9 Tiger'
    """
    text = re.sub(r"\b(r|y|b|g)(?:ed|ellow|lack|reen)?\s+(?=\d)", r"\1", text.strip(), flags=re.IGNORECASE)
    text = re.sub(r"\b(?:and|the)\s|;", " ", text, flags=re.IGNORECASE)
    return "" if text.casefold() in ("none", "nothing") else re.sub(r" +", " ", text)
