"""Text for a terminal or file whose encoding lacks some signs: each gets a plain substitute, and no minus is ever lost."""

import codecs
from unicodedata import normalize

_SUBSTITUTES = {
    "−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "⁄": "/", "∕": "/", "·": "|", "•": "*", "…": "...", "⋯": "...",
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "‚": "'", "′": "'", "‹": "<", "›": ">",
    "×": "x", "÷": "/", "±": "+/-", "≈": "~", "≤": "<=", "≥": ">=", "≠": "!=", "∞": "infinity", "√": "sqrt ", "Σ": "sum ",
    "→": "->", "←": "<-", "↔": "<->", "↑": "up", "↓": "down", "▸": ">", "►": ">", "◂": "<", "◄": "<", "▲": "^", "▼": "v",
    "✓": "[x]", "✔": "[x]", "✗": "[ ]", "✘": "[ ]", "★": "*", "☆": "*", "●": "*", "○": "o", "■": "#", "□": "[]", "⚠": "!",
    "²": "^2", "³": "^3", "ⁿ": "^n", "¢": "c", "£": "GBP ", "€": "EUR ", "°": " deg", "§": "section ", "¶": "paragraph ",
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C", "\N{NO-BREAK SPACE}": " ",
    "\N{NARROW NO-BREAK SPACE}": " ", "\N{THIN SPACE}": " ", "ß": "ss", "æ": "ae", "Æ": "AE", "ø": "o", "Ø": "O", "œ": "oe",
    "Œ": "OE", "ł": "l", "Ł": "L", "đ": "d", "ð": "d", "þ": "th",
}  # fmt: skip
_BOXES, _BLOCKS = range(0x2500, 0x2580), range(0x2580, 0x25A0)
PLAIN_TEXT = "mam.plain-text"


def make_plain(text: str) -> str:
    """Return a text in ASCII: each sign that it lacks as a plain one, as a letter without its accent, or by its number.

    >>> make_plain("−$370,000 → “café” ♦ 3 × 5 … ½ 東")
    '-$370,000 -> "cafe" D 3 x 5 ... 1/2 \\\\u6771'
    """
    return "".join(sign if sign.isascii() else _make_plain_sign(sign) for sign in text)


def _make_plain_sign(sign: str) -> str:
    if sign in _SUBSTITUTES:
        return _SUBSTITUTES[sign]
    if ord(sign) in _BOXES:
        return {"─": "-", "━": "-", "═": "-", "│": "|", "┃": "|", "║": "|"}.get(sign, "+")
    if ord(sign) in _BLOCKS:
        return "#"
    parts = normalize("NFKD", sign)
    letters = "".join(_SUBSTITUTES.get(part, part if part.isascii() else "") for part in parts)
    return letters.strip() or sign.encode("ascii", "backslashreplace").decode()


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return make_plain(error.object[error.start : error.end]), error.end


def allow_every_sign(stream: object) -> None:
    """Let a text stream take every sign: those that its encoding lacks are written as plain ones."""
    codecs.register_error(PLAIN_TEXT, _replace)
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors=PLAIN_TEXT)
