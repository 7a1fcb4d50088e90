"""How wide text is, about: SVG cannot break lines, and which font a reader has is unknown.

The widths are those of a wide system font, so that text set in a narrower one also fits. Control
characters that XML forbids are dropped by `plain`.
"""

from __future__ import annotations

from html import escape

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
    """The width of a line in pixels at a font size in pixels, rather too wide than too narrow."""
    ems = 0.0
    for letter in text:
        usual = _LOWER if letter < "A" or letter.islower() else _UPPER if letter < "\u2000" else _WIDE
        ems += _EM.get(letter, usual)
    return ems * size * (_BOLD if bold else 1)


def wrapped(text: str, size: float, width: float, bold: bool = False) -> list[str]:
    """The text in lines no wider than `width`; a word that is wider alone is cut into pieces.

    >>> wrapped("one two three", 10, 50)
    ['one two', 'three']
    """
    lines: list[str] = []
    current = ""
    for word in plain(text).split():
        longer = f"{current} {word}" if current else word
        if text_width(longer, size, bold) <= width:
            current = longer
            continue
        if current:
            lines.append(current)
        current = word
        while text_width(current, size, bold) > width and len(current) > 1:
            keep = len(current) - 1
            while keep > 1 and text_width(current[:keep], size, bold) > width:
                keep -= 1
            lines.append(current[:keep])
            current = current[keep:]
    return [*lines, current] if current or not lines else lines


def cut(text: str, size: float, width: float, bold: bool = False) -> str:
    """One line no wider than `width`, ended by "…" where something was left out.

    >>> cut("a very long name", 10, 60)
    'a very lo…'
    """
    text = " ".join(plain(text).split())
    if text_width(text, size, bold) <= width:
        return text
    while text and text_width(text + "…", size, bold) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def plain(text: str) -> str:
    """The text without the characters XML cannot hold; line ends stay."""
    return "".join(
        letter
        for letter in text
        if (letter >= " " and letter != "\x7f" and not "\ud800" <= letter <= "\udfff" and letter not in "\ufffe\uffff")
        or letter in "\t\n\r"
    )


def safe(text: str) -> str:
    """The text ready to stand in XML, in an element or in a quoted attribute. What would look like a colour
    or an id placeholder of ours is written so that it stays text.

    >>> safe('<b>"Ann"</b>')
    '&lt;b&gt;&quot;Ann&quot;&lt;/b&gt;'
    """
    return escape(plain(text), quote=True).replace("@", "&#64;").replace("--mam-", "&#45;-mam-")
