"""Small pieces of a drawn table: text, chips, pills, discs, panels, and ways to put pieces together.

A piece knows its size, so that the pieces beside or below it can be placed without a browser. Colors are
`var(--mam-…)` and ids begin with the placeholder of `faces`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from mam.drawing.card_faces import BACK, PLACEHOLDER, Facts, draw_face, rail_only, size_face
from mam.drawing.glyphs import move_path, number
from mam.drawing.layout import ASPECT
from mam.drawing.tokens import emblem_path, resolve
from mam.drawing.wrap import break_lines, escape_text, text_width

Cards = Mapping[str, Facts]  # the facts of a scene's cards by their codes
DIM = PLACEHOLDER + "dim-"
NO_COLOR = "-"


@dataclass(frozen=True)
class Piece:
    """Markup whose top left corner is 0,0, with its size in pixels."""

    markup: str
    width: float
    height: float

    def at(self, x: float, y: float) -> str:
        """Return the markup moved so that its corner lies at x,y."""
        if not self.markup:
            return ""
        return f'<g transform="translate({number(x)} {number(y)})">{self.markup}</g>'


EMPTY = Piece("", 0, 0)


def label(
    x: float,
    y: float,
    text: str,
    size: float = 14,
    weight: int = 400,
    ink: str = "text",
    anchor: str = "start",
) -> str:
    """Return one line of text whose base line starts (or is centered, or ends) at x,y. Escapes the text."""
    place = f'x="{number(x)}" y="{number(y)}" font-size="{number(size)}" fill="var(--mam-{ink})"'
    heavy = f' font-weight="{weight}"' if weight != 400 else ""
    turned = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f"<text {place}{heavy}{turned}>{escape_text(text)}</text>"


def box(
    x: float,
    y: float,
    width: float,
    height: float,
    radius: float = 8,
    fill: str = "panel",
    line: str = "line",
    stroke: float = 1,
    extra: str = "",
) -> str:
    """Return a rectangle filled with one token and outlined with another ("none" for either is allowed)."""
    size = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    size += f' rx="{number(radius)}"'
    edge = "" if line == "none" else f' stroke="var(--mam-{line})" stroke-width="{number(stroke)}"'
    color = "none" if fill == "none" else f"var(--mam-{fill})"
    return f'<rect {size} fill="{color}"{edge}{extra}/>'


def paragraph(
    text: str, width: float, size: float = 14, leading: float = 20, weight: int = 400, ink: str = "text"
) -> Piece:
    """Text broken into lines no wider than `width`."""
    lines = break_lines(text, size, width, weight >= 600)
    drop = (leading + size * 0.72) / 2
    markup = "".join(label(0, index * leading + drop, line, size, weight, ink) for index, line in enumerate(lines))
    return Piece(markup, width, leading * len(lines))


def stack(pieces: Iterable[Piece], gap: float = 8) -> Piece:
    """Pieces one below the other; empty ones take no room."""
    markup, y, width = "", 0.0, 0.0
    for piece in pieces:
        if piece.height:
            y += gap if y else 0
            markup += piece.at(0, y)
            y += piece.height
            width = max(width, piece.width)
    return Piece(markup, width, y)


def flow(pieces: Iterable[Piece], width: float, gap: float = 6) -> Piece:
    """Pieces side by side, continued in the next line where one does not fit."""
    markup, x, y, line = "", 0.0, 0.0, 0.0
    widest = 0.0
    for piece in pieces:
        if x and x + piece.width > width:
            x, y, line = 0.0, y + line + gap, 0.0
        markup += piece.at(x, y)
        x += piece.width + gap
        widest = max(widest, x - gap)
        line = max(line, piece.height)
    return Piece(markup, widest, y + line)


def panel(heading: str, pieces: Sequence[Piece], width: float) -> Piece:
    """Return a panel with a small heading."""
    inner = stack([paragraph(heading, width - 24, 12, 16, 600, "muted"), *pieces])
    height = inner.height + 24
    return Piece(box(0, 0, width, height) + inner.at(12, 12), width, height)


def stripe(side: str, height: float, width: float = 9) -> str:
    """Return the left edge of a plate: solid for side A, hatched for B, empty where nobody knows the sides."""
    fill = {"A": "var(--mam-sideA)", "": "var(--mam-table)"}.get(side, f"url(#{PLACEHOLDER}hatch)")
    return (
        f'<path class="stripe-{side if side in ("A", "") else "B"}" d="{_left_edge(width, height)}" fill="{fill}"/>'
        f'<path d="M{number(width)} 0V{number(height)}" stroke="var(--mam-line)"/>'
    )


def _left_edge(width: float, height: float) -> str:
    end = number(height)
    return f"M{number(width)} 0H8A8 8 0 0 0 0 8V{number(height - 8)}A8 8 0 0 0 8 {end}H{number(width)}Z"


def hatch() -> str:
    """Return the pattern of side B, for the drawing's `<defs>`: 45 degrees, 3 on, 3 off."""
    return (
        f'<pattern id="{PLACEHOLDER}hatch" width="6" height="6" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><rect width="6" height="6" fill="var(--mam-panel)"/>'
        '<rect width="3" height="6" fill="var(--mam-sideB)"/></pattern>'
    )


def count_cards(number: int) -> str:
    """Return a number of cards as people write it."""
    return "1 card" if number == 1 else f"{number} cards"


def card(code: str, facts: Facts, width: float, theme: str, dimmed: bool = False, covered: bool = False) -> Piece:
    """Return a card of the given width. A dimmed one uses shapes of its own, whose ids begin with `DIM`; of a covered one only
    the rail is drawn."""
    face = size_face(draw_face(code, facts), width)
    if covered:
        face = rail_only(face)
    if dimmed:
        face = resolve(face, theme, True).replace(PLACEHOLDER, DIM)
    return _frame_face(face, facts["description"], width)


def back(width: float) -> Piece:
    """Return a card that lies face down."""
    return _frame_face(BACK, "Card, face down", width)


def _frame_face(face: str, title: str, width: float) -> Piece:
    size = f'width="{number(width)}" height="{number(width * ASPECT)}"'
    svg = f'<svg class="card" {size} viewBox="0 0 100 140"><title>{escape_text(title)}</title>{face}</svg>'
    return Piece(svg, width, width * ASPECT)


def emblem(color: str, size: float, ink: str) -> str:
    """Return a color's emblem centered on 0,0."""
    return f'<path d="{move_path(emblem_path(color), size / 24)}" fill="var(--mam-{ink})"/>'


def emblem_plate(color: str, size: float) -> Piece:
    """Return the emblem of a color on a plate of its own; a bar where there is no color."""
    if color == NO_COLOR:
        bar = f'<path d="M{number(size * 0.2)} {number(size / 2)}h{number(size * 0.6)}" stroke="var(--mam-text)" stroke-width="3"/>'
        return Piece(box(0.5, 0.5, size - 1, size - 1, 4, "panel", "line", 1.5) + bar, size, size)
    plate = box(0.5, 0.5, size - 1, size - 1, 4, color, "edge", 1)
    sign = f'<g transform="translate({number(size / 2)} {number(size / 2)})">{emblem(color, size * 0.72, f"on-{color}")}</g>'
    return Piece(plate + sign, size, size)


def draw_dashed_pill(text: str) -> Piece:
    """Return a name in a dashed frame 28 pixels high: a branch."""
    width = text_width(text, 13, True) + 24
    edge = box(1, 1, width - 2, 26, 13, "panel", "accent", 2, ' stroke-dasharray="7 5"')
    return Piece(edge + label(width / 2, 18.5, text, 13, 600, anchor="middle"), width, 28)


def pill(text: str, fill: str, ink: str, size: float = 12.5) -> Piece:
    """Return a short filled pill 20 pixels high."""
    width = text_width(text, size, True) + 16
    return Piece(
        box(0, 0, width, 20, 10, fill, "casing", 1.5) + label(width / 2, 14.5, text, size, 700, ink, "middle"),
        width,
        20,
    )


def disc(text: str, fill: str = "text", ink: str = "table") -> Piece:
    """Return the place of a card in the order of play: a disc, or a pill for more than two letters."""
    if len(text) > 2:
        return pill(text, fill, ink)
    edge = "line" if fill == "panel" else "casing"
    return Piece(
        box(0.75, 0.75, 20.5, 20.5, 10.25, fill, edge, 1.5) + label(11, 15.6, text, 12.5, 700, ink, "middle"),
        22,
        22,
    )


def frame(width: float, height: float, offset: float, stroke: float, ink: str, dash: str = "") -> str:
    """Return a ring around a card whose corner is 0,0, on its casing; `offset` is the distance of the line from the card."""
    radius = 8 * width / 100 + offset
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    place = (-offset, -offset, width + 2 * offset, height + 2 * offset, radius)
    return box(*place, "none", "casing", stroke + 3) + box(*place, "none", ink, stroke, dashed)
