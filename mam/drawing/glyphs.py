"""Lettering for cards: strokes along center lines, so a card looks the same on every machine.

A glyph is 16 high, has round ends and a width of its own; `line` sets a word of them as one path.
"""

from __future__ import annotations

import re

from mam.drawing.tokens import load_tokens
from mam.support.messages import quote

_TOKEN = re.compile(r"[A-Z]|-?(?:\d+\.?\d*|\.\d+)")
_ARGUMENTS = {"M": "xy", "L": "xy", "H": "x", "V": "y", "C": "xyxyxy", "S": "xyxy", "A": "rrkkkxy", "Z": ""}

# The letters that the token file does not have, in its manner: width, and the path of the center line.
_EXTRA_LETTERS: dict[str, tuple[float, str]] = {
    " ": (2, ""),
    "C": (8, "M7.8 3.6C7.1 1.3 5.8 0 4.1 0C1.4 0 0 2.7 0 8S1.4 16 4.1 16C5.8 16 7.1 14.7 7.8 12.4"),
    "D": (8, "M0 0H3.2A4.8 8 0 0 1 3.2 16H0Z"),
    "F": (7, "M7 0H0V16M0 7.8H6"),
    "H": (8, "M0 0V16M8 0V16M0 7.8H8"),
    "J": (7, "M7 0V11.5A3.5 4.5 0 0 1 0 11.5"),
    "K": (8, "M0 0V16M8 0L0 9.4M2.6 6.4L8.2 16"),
    "N": (8.4, "M0 16V0L8.4 16V0"),
    "O": (9, "M4.5 0C7.4 0 9 2.8 9 8S7.4 16 4.5 16S0 13.2 0 8S1.6 0 4.5 0Z"),
    "P": (8, "M0 16V0H4A4 4.4 0 0 1 4 8.8H0"),
    "Q": (9, "M4.5 0C7.4 0 9 2.8 9 8S7.4 16 4.5 16S0 13.2 0 8S1.6 0 4.5 0ZM5.6 11.8L9.2 16.6"),
    "S": (
        8,
        "M7.6 3.4C7.1 1.2 5.8 0 4 0C1.8 0 .4 1.6 .4 4C.4 8.4 7.8 7 7.8 11.9C7.8 14.5 6.2 16 4 16C2 16 .6 14.8 0 12.4",
    ),
    "V": (9, "M0 0L4.5 16L9 0"),
    "W": (12, "M0 0L3 16L6 4L9 16L12 0"),
    "X": (8.6, "M0 0L8.6 16M8.6 0L0 16"),
    "Z": (8, "M0 0H8L0 16H8.2"),
}


def number(value: float) -> str:
    """Return a coordinate with at most two decimals and no needless digit.

    >>> number(0.5), number(-12.0), number(3.14159)
    ('.5', '-12', '3.14')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def move_path(path: str, scale: float = 1, dx: float = 0, dy: float = 0) -> str:
    """Return a path (absolute commands only) scaled, then shifted. Raises ValueError for a command it does not know.

    >>> move_path("M0 3.4L4 0V16", 2, 10, 1)
    'M10 7.8L18 1V33'
    """
    words = _TOKEN.findall(path)
    shape, parts, position = "", [], 0
    while position < len(words):
        if words[position].isalpha():
            command = words[position]
            if command not in _ARGUMENTS:
                raise ValueError(f"unknown path command {quote(command)}")
            shape, position = _ARGUMENTS[command], position + 1
            parts.append(command)
        numbers = []
        for kind in shape:
            value = float(words[position])
            position += 1
            if kind != "k":
                value = value * scale + (dx if kind == "x" else dy if kind == "y" else 0)
            numbers.append(number(value))
        if not parts[-1].isalpha():
            parts.append(" ")
        if numbers:
            parts.append(" ".join(numbers))
    return "".join(parts).replace(" -", "-")


def width(text: str, scale: float, stroke: float, gap: float = 1.5) -> float:
    """Return how wide the ink of a word is, in the units of the card."""
    return _center_lines(text, scale, stroke, gap) * scale + stroke


def line(text: str, x: float, y: float, scale: float, stroke: float, gap: float = 1.5) -> str:
    """Return the path of a word whose ink is centered on `x` and whose glyphs' tops lie at `y`; `stroke` and `gap` (the free
    space between two letters) in the units of the card. Raises KeyError for a letter without a glyph."""
    left = x - _center_lines(text, scale, stroke, gap) * scale / 2
    parts = []
    for letter in text:
        advance, path = _glyph(letter)
        parts.append(move_path(path, scale, left, y))
        left += advance * scale + stroke + gap
    return "".join(parts)


def _center_lines(text: str, scale: float, stroke: float, gap: float) -> float:
    widths = [_glyph(letter)[0] for letter in text]
    return sum(widths) + (len(widths) - 1) * (stroke + gap) / scale


def _glyph(letter: str) -> tuple[float, str]:
    """Return a letter's width and its path."""
    if letter in _EXTRA_LETTERS:
        return _EXTRA_LETTERS[letter]
    wide, path = load_tokens()["glyphs"][letter]
    return float(wide), str(path)
