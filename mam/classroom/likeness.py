"""The code of students' functions as text: where it comes from, and how alike two texts are. It is never run."""

import io
import keyword
import linecache
import tokenize
from collections.abc import Sequence
from difflib import SequenceMatcher

from mam.classroom.submissions import LONGEST_CODE

LEAST_LIKENESS = 0.9  # from here on two texts are worth a look
_LEAST_TOKENS = 20  # short functions are alike anyway
_MOST_TOKENS = 1500  # a program is compared as far as that
_SPACE = {tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER, tokenize.NEWLINE}


def find_code(value: object) -> str:
    """Return the text of the cell in which a function was written; "" for anything else, and cut where it is too long."""
    try:
        place = value.__code__.co_filename  # type: ignore[attr-defined]  # anything may be asked
        return "".join(linecache.getlines(place))[:LONGEST_CODE] if isinstance(place, str) else ""
    except Exception:  # an object of the student's own
        return ""


def list_tokens(code: str) -> list[str]:
    """Return the words and signs of a program, without comments, its names numbered in the order in which they appear.

    A program that is no Python is read as far as that goes.

    >>> list_tokens("def f(x): return x")
    ['def', '#0', '(', '#1', ')', ':', 'return', '#1']
    """
    names: dict[str, str] = {}
    tokens: list[str] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(code).readline):
            if token.type in _SPACE:
                continue
            if token.type == tokenize.NAME and not keyword.iskeyword(token.string):
                tokens.append(names.setdefault(token.string, f"#{len(names)}"))
            elif token.type in (tokenize.INDENT, tokenize.DEDENT):
                tokens.append("→" if token.type == tokenize.INDENT else "←")
            else:
                tokens.append(token.string)
    except (tokenize.TokenError, SyntaxError, ValueError, RecursionError, MemoryError):
        pass  # whatever it is, it is a text
    return tokens[:_MOST_TOKENS]


def measure_likeness(first: Sequence[str], second: Sequence[str]) -> float:
    """Return how alike the words and signs of two programs are, from 0 to 1, or 0 for short ones and for less than `LEAST_LIKENESS`.

    >>> code = "def f(hand):\\n    total = 0\\n    for card in hand.split():\\n        total += len(card)\\n    return total"
    >>> measure_likeness(list_tokens(code), list_tokens(code.replace("total", "s").replace("card", "c")))
    1.0
    """
    if min(len(first), len(second)) < _LEAST_TOKENS:
        return 0.0
    if first == second:
        return 1.0
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    bounds = (matcher.real_quick_ratio, matcher.quick_ratio, matcher.ratio)  # from the fastest to the exact one
    return matcher.ratio() if all(bound() >= LEAST_LIKENESS for bound in bounds) else 0.0
