"""The colors and paths of the visual language, read from `data/visual/tokens.json`.

This is the only drawing file that may hold a color: the few values below that the token file does not have.
Everything else asks for a color by its name, as `var(--mam-<name>)`; `resolve` turns those names into plain
colors for pictures that must stand alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from mam.support.data_files import find_data_folder
from mam.support.messages import quote
from mam.support.toml import DataError

# What the token file leaves out (sections 2 and 4 of the visual language).
WHITE = "#FFFFFF"
ANIMAL_RAIL = {"light": "#FFFFFF", "dark": "#FAF7EF"}
BACK = {"back": "#27405F", "back-lines": "#C9B26B", "back-letter": "#F3E7BE", "back-second": "#5A2F4F"}

THEMES = ("light", "dark")
COLORS = ("R", "Y", "B", "G")
# The suits of the other pack lie on the four plates that were measured, each with an emblem and a letter of its own: two
# packs are never on one table.
SUITS = {"S": "B", "H": "R", "D": "Y", "C": "G"}
_SUIT_EMBLEMS = {
    "S": "M0-12C4-8 11-2 11 3.6A5.6 5.6 0 0 1 1.6 7.2C1.8 9.6 3 11.2 5 12H-5C-3 11.2-1.8 9.6-1.6 7.2A5.6 5.6 0 0 1-11 3.6"
    "C-11-2-4-8 0-12Z",
    "H": "M0 11.6C-4 7.6-11.2 .6-11.2-5A5.8 5.8 0 0 1 0-7.4A5.8 5.8 0 0 1 11.2-5C11.2 .6 4 7.6 0 11.6Z",
    "D": "M0-12C2.6-7.2 5.8-3 10 0C5.8 3 2.6 7.2 0 12C-2.6 7.2-5.8 3-10 0C-5.8-3-2.6-7.2 0-12Z",
    "C": "M-4.8 12C-2.4 11-1.5 8.8-1.4 6A5.5 5.5 0 1 1-4.4-1.4A5.5 5.5 0 1 1 4.4-1.4A5.5 5.5 0 1 1 1.4 6C1.5 8.8 2.4 11 4.8 12Z",
}
FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "DejaVu Sans", sans-serif'

_VARIABLE = re.compile(r"var\(--mam-([A-Za-z0-9-]+)\)")
_HEX = re.compile(r"#(?:[0-9A-Fa-f]{6}|[0-9A-Fa-f]{3})\b")

_FILE = "tokens.json"
_TABLES = {"theme": 2, "plates": 2, "dim": 2, "emblems": 1, "glyphs": 1, "mini": 1, "animals": 1}  # how deep each goes


class _Tokens(dict[str, Any]):
    """A table of the token file; a missing entry is reported with its place."""

    def __init__(self, values: Mapping[str, Any], place: str = "") -> None:
        super().__init__(
            (key, _Tokens(value, f"{place}{key} / ") if isinstance(value, dict) else value)
            for key, value in values.items()
        )
        self.place = place

    def __missing__(self, key: str) -> Any:
        raise DataError(_FILE, 0, f"{self.place}{key} is missing")


@cache
def load_tokens() -> dict[str, Any]:
    """Return the token file as plain data. Raises DataError if it is damaged, FileNotFoundError if it is not there."""
    text = (find_data_folder() / "visual" / _FILE).read_text(encoding="utf-8")
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise DataError(_FILE, error.lineno, f"this is not valid JSON: {error.msg} (column {error.colno})") from None
    if not isinstance(data, dict):
        raise DataError(_FILE, 1, "this must be an object in braces")
    for place, value in _list_values(data, ()):
        is_glyph, is_number = place[0] == "glyphs", place[-1] == "mix"
        kind = "a width and a path" if is_glyph else "a number" if is_number else "text in quotes"
        if not (_is_glyph(value) if is_glyph else isinstance(value, float if is_number else str)):
            raise DataError(_FILE, 0, f"{' / '.join(place)} must be {kind}, not {quote(value)}")
        if place[0] in ("theme", "dim", "ink") and not is_number and not _HEX.fullmatch(value):
            raise DataError(_FILE, 0, f"{' / '.join(place)} must be a color, like #1C1B1A, not {quote(value)}")
    return _Tokens(data)


def _list_values(data: Mapping[str, Any], place: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    for key, value in data.items():
        is_table = key in _TABLES if not place else len(place) < _TABLES[place[0]]
        if is_table and not isinstance(value, dict):
            raise DataError(_FILE, 0, f"{' / '.join((*place, key))} must be an object in braces, not {quote(value)}")
        if is_table:
            yield from _list_values(value, (*place, key))
        else:
            yield (*place, key), value


def _is_glyph(value: object) -> bool:
    return (
        isinstance(value, list) and len(value) == 2 and isinstance(value[0], int | float) and isinstance(value[1], str)
    )


def emblem_path(letter: str) -> str:
    """Return the shape of a color or suit in a box of 24 by 24 around 0,0."""
    return _SUIT_EMBLEMS[letter] if letter in SUITS else str(load_tokens()["emblems"][letter])


def color_signs() -> dict[str, str]:
    """Return the emblems of the colors and suits by their letters."""
    return {letter: emblem_path(letter) for letter in (*COLORS, *SUITS)}


def animal_signs() -> dict[str, str]:
    """Return the small signs of the animals by their codes, in a box of 24 by 24 around 0,0."""
    return dict(load_tokens()["mini"])


@cache
def art_colors() -> tuple[str, ...]:
    """Return the fills of the animals' pictures, in order of first use; drawn as `art-0`, `art-1` …"""
    colors_in: dict[str, None] = {}
    for art in load_tokens()["animals"].values():
        for color in _HEX.findall(art):
            colors_in.setdefault(_long(color))
    return tuple(colors_in)


def animal_art(name: str) -> str:
    """Return the head of TIGER, BULL or BEAR in a 64 by 60 box, with its colors as variables."""
    art = str(load_tokens()["animals"][name]).replace("\n", "").replace("{I}", "var(--mam-ink)")
    order = art_colors()
    return _HEX.sub(lambda match: f"var(--mam-art-{order.index(_long(match.group()))})", art)


@cache
def palette(theme: str = "light", dimmed: bool = False) -> dict[str, str]:
    """Return every color of one theme by its name without `--mam-`; `dimmed` gives the palette of a card that may not be played
    (outlines and letters in one ink, every fill nearer to the table).

    >>> palette("light")["R"], palette("light", dimmed=True)["R"]
    ('#B01C2A', '#CF9093')

    Raises ValueError for a theme other than "light" and "dark".
    """
    if theme not in THEMES:
        raise ValueError(f"unknown theme {quote(theme)}: choose light or dark")
    data = load_tokens()
    colors: dict[str, str] = {name: value.upper() for name, value in data["theme"][theme].items()}
    colors |= {"ink": data["ink"], "band": data["ink"], "on-band": WHITE, "rail": ANIMAL_RAIL[theme]} | BACK
    # Around chips: a dark outline would leave a black chip without an edge on a dark panel.
    colors["edge"] = data["ink"] if theme == "light" else colors["line"]
    for letter in COLORS:
        colors[letter] = data["plates"][letter]["fill"]
        colors[f"on-{letter}"] = data["plates"][letter]["on"]
    colors |= {f"art-{index}": color for index, color in enumerate(art_colors())}
    for suit, letter in SUITS.items():
        colors |= {suit: colors[letter], f"on-{suit}": colors[f"on-{letter}"]}
    if dimmed:
        dim = data["dim"][theme]
        colors |= {name: dim[name] for name in ("ink", "paper", "rail", "band", *COLORS)}
        colors |= dict.fromkeys(("on-band", *(f"on-{letter}" for letter in (*COLORS, *SUITS))), dim["ink"])
        colors |= {suit: dim[letter] for suit, letter in SUITS.items()}
        colors |= {f"art-{index}": mix(color, colors["table"], dim["mix"]) for index, color in enumerate(art_colors())}
    return colors


def mix(color: str, second: str, share: float) -> str:
    """`color` with `share` (0 to 1) of it replaced by `other`.

    >>> mix("#000000", "#FFFFFF", 0.2)
    '#333333'
    """
    pairs = zip(channels(color), channels(second), strict=True)
    return "#" + "".join(f"{round(a * (1 - share) + b * share):02X}" for a, b in pairs)


def channels(color: str) -> tuple[int, int, int]:
    """Red, green and blue of `#RRGGBB`, each 0 to 255."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def resolve(markup: str, theme: str = "light", dimmed: bool = False) -> str:
    """Markup with every `var(--mam-…)` replaced by its color. Raises KeyError for a name that is no token.

    >>> resolve('<path fill="var(--mam-ink)"/>')
    '<path fill="#1C1B1A"/>'
    """
    colors = palette(theme, dimmed)
    return _VARIABLE.sub(lambda match: colors[match.group(1)], markup)


def css() -> str:
    """Return the style sheet that gives the faces their colors.

    Put `data-mam-theme="light"` or `"dark"` on a root; inside it the class `mam-dim` swaps the palette of
    a card that may not be played, and `mam-small` (a card 44 to 71 pixels wide) shows the short sum in
    the money band.
    """
    rules = []
    for theme in THEMES:
        plain, dimmed = palette(theme), palette(theme, dimmed=True)
        changed_colors = {name: color for name, color in dimmed.items() if plain[name] != color}
        rules.append(f'[data-mam-theme="{theme}"]{{color-scheme:{theme};{_declare(plain)}}}')
        rules.append(f'[data-mam-theme="{theme}"] .mam-dim{{{_declare(changed_colors)}}}')
    rules += [
        # Properties, not descendant selectors: they also reach into what <use> has copied.
        ":where([data-mam-theme]) .mam-full{display:var(--mam-show-full,inline)}",
        ":where([data-mam-theme]) .mam-compact{display:var(--mam-show-compact,none)}",
        ":where([data-mam-theme]) .mam-small{--mam-show-full:none;--mam-show-compact:inline}",
        ":where([data-mam-theme]) .mam-face{forced-color-adjust:none}",
    ]
    return "\n".join(rules) + "\n"


def _declare(colors: dict[str, str]) -> str:
    return "".join(f"--mam-{name}:{color};" for name, color in colors.items())


def _long(color: str) -> str:
    digits = color[1:] if len(color) == 7 else "".join(digit * 2 for digit in color[1:])
    return "#" + digits.upper()
