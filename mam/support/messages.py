"""Make messages fit to be read: one line, no control characters, short enough, and with a capital letter at the beginning."""

from __future__ import annotations

import re

_MAX_QUOTE, _SHORT_QUOTE = 80, 60  # a quoted text longer than the first is cut to the second
_MAX_WORD, _WORD_END = 300, 100  # a longer word is cut to this much of both ends: it may be a path
_MAX_MESSAGE = 2000
_QUOTE = re.compile(r"""(?<!\w)(['"])((?:\\.|(?!\1)[^\\])*)\1(?!\w)|“([^”]*)”""", re.DOTALL)
_WORD = re.compile(rf"\S{{{_MAX_WORD + 1},}}")


def escape_controls(text: str) -> str:
    """Escape control characters, which could move a terminal's cursor or change its colors.

    >>> print(escape_controls("Ann\\x1b[2J"))
    Ann\\x1b[2J
    """
    return "".join(sign if sign.isprintable() or sign == "\n" else repr(sign)[1:-1] for sign in text)


def quote(value: object) -> str:
    """Return a value as every error message quotes it: short, on one line, without control characters.

    It never fails, whatever the value is: an integer of a million digits has no text in Python.

    >>> print(quote("Ann\\x1b[2J"), quote([1, 2]), quote("x" * 6000))
    'Ann\\x1b[2J' [1, 2] 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'
    """
    if isinstance(value, str):
        return repr(str(value if len(value) <= _SHORT_QUOTE else f"{value[: _SHORT_QUOTE - 3]}…"))
    try:
        text = repr(value)
    except Exception:  # a repr of somebody else's class
        return f"a value of the type {type(value).__name__}"
    text = escape_controls(" ".join(text.split()))
    return text if len(text) <= _MAX_QUOTE else f"{text[:_SHORT_QUOTE]}…"


def shorten(value: object) -> str:
    """Return a value for the middle of a sentence, in whatever quotation marks stand there: short, without control characters.

    >>> print(shorten("Ann\\x1b[2J"), shorten("x" * 6000))
    Ann\\x1b[2J xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
    """
    text = value if isinstance(value, str) else quote(value)
    text = " ".join(text[:_MAX_WORD].split())
    return escape_controls(text if len(text) <= _SHORT_QUOTE else f"{text[: _SHORT_QUOTE - 3]}…")


def capitalize(text: str) -> str:
    """Return a text that begins with a capital letter, the rest as it is.

    >>> capitalize("the Bull is out"), capitalize("")
    ('The Bull is out', '')
    """
    return text[:1].upper() + text[1:]


def trim_message(text: str) -> str:
    """Return a message of several lines without control characters, and cut if it is very long."""
    text = escape_controls(text)
    return text if len(text) <= _MAX_MESSAGE else f"{text[:_MAX_MESSAGE]}…"


def format_message(text: str) -> str:
    """Return a message on one line, escaped, with long quotes and long words shortened.

    >>> print(format_message(f"no rule has the words {'x' * 6000!r}"))
    no rule has the words 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'
    """
    text = escape_controls(" ".join(text[: 4 * _MAX_MESSAGE].split()))
    return trim_message(_WORD.sub(_shorten_word, _QUOTE.sub(_shorten_quote, text)))


def _shorten_quote(match: re.Match[str]) -> str:
    quoted, whole = match[2] if match[1] else match[3], match[0]
    return whole if len(quoted) <= _MAX_QUOTE else f"{whole[0]}{quoted[:_SHORT_QUOTE]}…{whole[-1]}"


def _shorten_word(match: re.Match[str]) -> str:
    return f"{match[0][:_WORD_END]}…{match[0][-_WORD_END:]}"
