"""How wide text is, about: SVG cannot break lines, and which font a reader has is unknown.

The widths are those of a wide system font, so that text set in a narrower one also fits. Control
characters that XML forbids are dropped by `drop_forbidden`.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape
from unicodedata import category

_EM = {
    " ": 0.32,
    "!": 0.4,
    "'": 0.28,
    "(": 0.39,
    ")": 0.39,
    ",": 0.32,
    "-": 0.36,
    ".": 0.32,
    "/": 0.34,
    ":": 0.34,
    ";": 0.34,
    "·": 0.32,
    "×": 0.84,
    "…": 1.0,
    "–": 0.5,
    "—": 1.0,
    "’": 0.32,
    "“": 0.52,
    "”": 0.52,
    "f": 0.36,
    "i": 0.28,
    "j": 0.28,
    "l": 0.28,
    "m": 0.98,
    "r": 0.42,
    "s": 0.53,
    "t": 0.4,
    "w": 0.82,
    "z": 0.53,
    "c": 0.55,
    "k": 0.58,
    "v": 0.6,
    "x": 0.6,
    "y": 0.6,
    "I": 0.3,
    "J": 0.3,
    "M": 0.87,
    "N": 0.75,
    "O": 0.79,
    "Q": 0.79,
    "W": 0.99,
    "G": 0.78,
    "H": 0.76,
    "D": 0.77,
    "U": 0.74,
    "E": 0.64,
    "F": 0.58,
    "L": 0.56,
    "P": 0.61,
    "T": 0.62,
    "Y": 0.62,
    "S": 0.64,
}
_LOWER, _UPPER, _WIDE, _BOLD = 0.635, 0.7, 1.0, 1.14


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return the width of a line in pixels at a font size in pixels, rather too wide than too narrow. A mark that stands on
    the letter before it has no width.

    >>> text_width("one", 10) == text_width("on\\u0301e\\u0301", 10)
    True
    """
    return _pixels(_add(0.0, text), size, bold)


def _pixels(ems: float, size: float, bold: bool) -> float:
    return ems * size * (_BOLD if bold else 1)


def _add(ems: float, text: str) -> float:
    """Add the width of a text to a width, both in multiples of the font size, letter by letter."""
    for letter in text:
        ems += _ems(letter)
    return ems


@lru_cache(maxsize=4096)
def _ems(letter: str) -> float:
    if letter >= "\u0300" and category(letter) in ("Mn", "Me", "Cf"):
        return 0.0
    usual = _LOWER if letter < "A" or letter.islower() else _UPPER if letter < "\u2000" else _WIDE
    return _EM.get(letter, usual)


def break_lines(text: str, size: float, width: float, bold: bool = False) -> list[str]:
    """Break the text into lines no wider than `width`; a word that is wider alone is cut into pieces. Each letter is measured
    a few times at most, however long a word is.

    >>> break_lines("one two three", 10, 50)
    ['one two', 'three']
    """
    lines: list[str] = []
    current, ems = "", 0.0
    for word in drop_forbidden(text).split():
        longer = _add(ems, f" {word}" if current else word)
        if _pixels(longer, size, bold) <= width:
            current, ems = f"{current} {word}" if current else word, longer
            continue
        if current:
            lines.append(current)
        *pieces, current = _pieces(word, size, width, bold)
        lines += pieces
        ems = _add(0.0, current)
    return [*lines, current] if current or not lines else lines


def _pieces(word: str, size: float, width: float, bold: bool) -> list[str]:
    """Return a word in pieces that fit, each of one letter at least, with the marks that stand on it."""
    pieces: list[str] = []
    start, ems = 0, 0.0
    for place, letter in enumerate(word):
        longer = ems + _ems(letter)
        if place > start and longer > ems and _pixels(longer, size, bold) > width:
            pieces.append(word[start:place])
            start, longer = place, _ems(letter)
        ems = longer
    return [*pieces, word[start:]]


def shorten_line(text: str, size: float, width: float, bold: bool = False) -> str:
    """Shorten a text to one line no wider than `width`, ended by "…" where something was left out.

    >>> shorten_line("a very long name", 10, 60)
    'a very lo…'
    """
    text = " ".join(drop_forbidden(text).split())
    if text_width(text, size, bold) <= width:
        return text
    keep, ems = 0, 0.0
    for letter in text:
        ems += _ems(letter)
        if _pixels(ems + _ems("…"), size, bold) > width:
            break
        keep += 1
    return text[:keep].rstrip() + "…"


def drop_forbidden(text: str) -> str:
    """Return the text without the characters XML cannot hold; line ends stay."""
    return "".join(
        letter
        for letter in text
        if (letter >= " " and letter != "\x7f" and not "\ud800" <= letter <= "\udfff" and letter not in "\ufffe\uffff")
        or letter in "\t\n\r"
    )


def escape_text(text: str) -> str:
    """Return the text ready to stand in XML, in an element or in a quoted attribute. What would look like a color or an id
    placeholder of ours is written so that it stays text.

    >>> escape_text('<b>"Ann"</b>')
    '&lt;b&gt;&quot;Ann&quot;&lt;/b&gt;'
    """
    return escape(drop_forbidden(text), quote=True).replace("@", "&#64;").replace("--mam-", "&#45;-mam-")
