"""Lettering for cards: strokes along centre lines, so a card looks the same on every machine.

A glyph is 16 high, has round ends and a width of its own; `line` sets a word of them as one path.
"""

from __future__ import annotations

import re

from .tokens import tokens

_TOKEN = re.compile(r"[A-Z]|-?(?:\d+\.?\d*|\.\d+)")
_ARGUMENTS = {"M": "xy", "L": "xy", "H": "x", "V": "y", "C": "xyxyxy", "S": "xyxy", "A": "rrkkkxy", "Z": ""}
HEIGHT = 16


def number(value: float) -> str:
    """A coordinate with at most two decimals and no needless digit.

    >>> number(0.5), number(-12.0), number(3.14159)
    ('.5', '-12', '3.14')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def moved(path: str, scale: float = 1, dx: float = 0, dy: float = 0) -> str:
    """A path (absolute commands only) scaled, then shifted. Raises ValueError for a command it does not know.

    >>> moved("M0 3.4L4 0V16", 2, 10, 1)
    'M10 7.8L18 1V33'
    """
    words = _TOKEN.findall(path)
    shape, parts, position = "", [], 0
    while position < len(words):
        if words[position].isalpha():
            command = words[position]
            if command not in _ARGUMENTS:
                raise ValueError(f"unknown path command {command!r}")
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
    """How wide the ink of a word is, in the units of the card."""
    return _centre_lines(text, scale, stroke, gap) * scale + stroke


def line(text: str, x: float, y: float, scale: float, stroke: float, gap: float = 1.5) -> str:
    """The path of a word whose ink is centred on `x` and whose glyphs' tops lie at `y`; `stroke` and
    `gap` (the free space between two letters) in the units of the card. Raises KeyError for a letter
    without a glyph."""
    left = x - _centre_lines(text, scale, stroke, gap) * scale / 2
    parts = []
    for letter in text:
        advance, path = tokens()["glyphs"][letter]
        parts.append(moved(path, scale, left, y))
        left += advance * scale + stroke + gap
    return "".join(parts)


def _centre_lines(text: str, scale: float, stroke: float, gap: float) -> float:
    widths = [float(tokens()["glyphs"][letter][0]) for letter in text]
    return sum(widths) + (len(widths) - 1) * (stroke + gap) / scale
