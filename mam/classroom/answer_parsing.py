"""How answers are read: options and cards in the forms in which people write them. Numbers are in `readings`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from mam.rules.cards import Card

_LETTERS = "abcdefghijklmnop"


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
        if match.lastindex == 1 or match[2] in (option.casefold(), shorten_option(option).casefold()):
            return option
    matches = [option for option in options if text and _begins(option.casefold(), text)]
    if len(matches) != 1:
        raise UnreadableAnswer(message)
    return matches[0]


def find_letter(option: str, options: Sequence[str]) -> str:
    """Return the letter of an option in a statement."""
    return _LETTERS[options.index(option)]


def shorten_option(option: str) -> str:
    """Return an option, or its first words if it is long."""
    return option if len(option) <= 60 else f"{option[:60].rsplit(' ', 1)[0].rstrip(',;:.')} …"


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

    They are letters ("a c", "a, c", "ac", "a and c"), their words with commas between, or both, as a right answer is shown:
    "(a) pass; (c) bid 200".

    >>> read_options("pass, bid 200", ["pass", "bid 190", "bid 200"])
    ['pass', 'bid 200']
    """
    whole = " ".join(raw[:10_000].casefold().split())
    if any(option.casefold() == whole for option in options):
        return [raw]
    if whole in ("none", "none of them", "nothing"):
        return []
    separator = r";\s+(?=\(\w\) )" if re.match(r"\(\w\) [^(]", whole) else r"[,;]\s+|;|\sand\s"
    parts = [part for part in re.split(separator, whole) if part.strip()]
    try:
        return [read_option(part, options) for part in parts]
    except UnreadableAnswer:
        pass
    letters = [part for part in re.split(r"[,;\s]+", whole) if part not in ("", "and")]
    if len(letters) == 1 and set(letters[0]) <= set(_LETTERS[: len(options)]):
        letters = list(letters[0])
    return letters


def normalize_cards(text: str) -> str:
    """Return cards as people write them as codes: "Red 40, black 9 and the Tiger" as "R40, b9 Tiger".

    >>> normalize_cards("Red 40, black 9 and the Tiger")
    'R40, b9 Tiger'
    """
    text = re.sub(r"\b(r|y|b|g)(?:ed|ellow|lack|reen)?\s+(?=\d)", r"\1", text.strip(), flags=re.IGNORECASE)
    text = re.sub(r"\b(?:and|the)\s|;", " ", text, flags=re.IGNORECASE)
    return "" if text.casefold() in ("none", "nothing") else re.sub(r" +", " ", text)
