"""Messages fit for a terminal: on one line, without signs that move its cursor, and no longer than anybody reads."""

from __future__ import annotations

import re

_LONGEST_QUOTE, _QUOTED = 80, 60  # a quoted text longer than this is shortened to that
_LONGEST_WORD, _KEPT = 300, 100  # so is a word; of it, what stands at both ends is shown: it may be a path
_LONGEST = 2000
_QUOTE = re.compile(r"""(?<!\w)(['"])((?:\\.|(?!\1)[^\\])*)\1(?!\w)|“([^”]*)”""", re.DOTALL)
_WORD = re.compile(rf"\S{{{_LONGEST_WORD + 1},}}")


def escape_controls(text: str) -> str:
    """Return text as a terminal may show it: a control character could move the cursor or change colors.

    >>> print(escape_controls("Ann\\x1b[2J"))
    Ann\\x1b[2J
    """
    return "".join(sign if sign.isprintable() or sign == "\n" else repr(sign)[1:-1] for sign in text)


def format_message(text: str) -> str:
    """Return a message on one line, escaped, with long quotes and long words shortened.

    >>> print(format_message(f"no rule has the words {'x' * 6000!r}"))
    no rule has the words 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'
    """
    text = escape_controls(" ".join(text.split()))
    text = _WORD.sub(_shorten_word, _QUOTE.sub(_shorten_quote, text))
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _shorten_quote(found: re.Match[str]) -> str:
    quoted, whole = found[2] if found[1] else found[3], found[0]
    return whole if len(quoted) <= _LONGEST_QUOTE else f"{whole[0]}{quoted[:_QUOTED]}…{whole[-1]}"


def _shorten_word(found: re.Match[str]) -> str:
    return f"{found[0][:_KEPT]}…{found[0][-_KEPT:]}"
