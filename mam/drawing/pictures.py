"""The static picture of a scene: what a saved notebook, a page or a printout shows of a table.

A scene is plain JSON data. The picture paints its own surface, has no style sheet and no CSS variables,
and is the same bytes in every run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from mam.drawing import panels
from mam.drawing.bar import crossed, money_bar
from mam.drawing.card_faces import PLACEHOLDER, needed, prefixed, with_bull_effect
from mam.drawing.letter_game import spelling
from mam.drawing.parts import DIM, EMPTY, Piece, badge, box, dashed_pill, flow, hatch, label, paragraph, stack
from mam.drawing.table import felt, half_hidden, hand, open_hand, plate_grid, trick_strip
from mam.drawing.tally import tally_bars
from mam.drawing.tokens import FONT, resolve
from mam.drawing.tricks_taken import piles
from mam.drawing.wide import wide_picture
from mam.drawing.wrap import cut, safe, text_width

Scene = Mapping[str, Any]
NARROW, WIDE, MIN_WIDTH = 480, 800, 240


def table_svg(scene: Scene, *, theme: str = "light", width: int = 960) -> str:
    """Return a scene as an SVG picture `width` pixels wide: from 800 pixels with the layout of the live widgets, 640 high where
    that is enough; below in one column as high as it needs, and below 480 pixels with the seats and the trick in rows. Raises
    ValueError for a width under 240 or an unknown theme."""
    if width < MIN_WIDTH:
        raise ValueError(f"a table needs at least {MIN_WIDTH} pixels")
    whole = wide_picture(scene, width, theme) if width >= WIDE else _column(scene, width, theme)
    height = round(whole.height + 0.5)
    surface = box(0.5, 0.5, width - 1, height - 1, 12, "table", "line")
    body = _by_the_rules(resolve(surface + whole.markup, theme), scene)
    title, live = safe(str(scene["title"])), safe(str(scene.get("live") or ""))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}"><title>{title}</title><desc>{live}</desc>'
    )
    style = f'font-family="{safe(FONT)}" style="font-variant-numeric:tabular-nums"'
    return prefixed(f"{head}<defs>{_by_the_rules(_definitions(body, theme), scene)}</defs><g {style}>{body}</g></svg>")


def _by_the_rules(markup: str, scene: Scene) -> str:
    """Return the markup with the Bull marked as the scene says: an option may change what it does."""
    bull = scene["cards"].get("BULL")
    return with_bull_effect(markup, bull["effect"]) if bull else markup


def _definitions(body: str, theme: str) -> str:
    """Return the shapes the picture uses: in their own colors, and once more in dimmed ones where cards are dimmed."""
    dimmed = "".join(f'href="#{PLACEHOLDER}{name}"' for name in re.findall(rf"#{DIM}([\w-]+)", body))
    plain = re.sub(rf'<use href="#{DIM}[^>]*>', "", body)
    patterns = {"hatch": hatch(), "crossed": crossed()}
    used = "".join(shape for name, shape in patterns.items() if f"url(#{PLACEHOLDER}{name})" in plain)
    for name in patterns:
        plain = plain.replace(f"url(#{PLACEHOLDER}{name})", "")
    shapes = resolve(used + needed(plain), theme)
    return shapes + resolve(needed(dimmed), theme, dimmed=True).replace(PLACEHOLDER, DIM)


def _heading(scene: Scene, width: float) -> Piece:
    return paragraph(str(scene["title"]), width, 16, 22, 600)


def _badges(scene: Scene, width: float, short: bool) -> Piece:
    pieces = [
        badge(
            str(fact["short" if short and fact.get("short") else "text"]),
            str(fact.get("color") or ""),
            bool(fact.get("bare")),
            width,
        )
        for fact in scene["badges"]
    ]
    return flow(pieces, width, 8)


def _footer(scene: Scene, width: float) -> Piece:
    """Return where in the record this is: the stepper's words, and the branch if it is one."""
    stepper = scene.get("stepper")
    if not stepper:
        return EMPTY
    text = f"{stepper['label']} · step {stepper['step']} of {stepper['last_step']}"
    pieces = [Piece(label(0, 18.5, cut(text, 12, width), 12, 400, "muted"), text_width(text, 12), 28)]
    branch = stepper.get("branch")
    if branch:
        pieces.append(dashed_pill(cut(str(branch["name"]), 13, width - 24, True)))
    return flow(pieces, width, 12)


def _open_hands(scene: Scene, width: float, theme: str) -> Piece:
    """Return the hands that lie open beside the one at the foot; those with cards face down lie as they lie on a table."""
    shown = scene.get("hand") or {}
    seats = [seat for seat in scene["seats"] if seat["open_cards"] and seat["seat"] != shown.get("seat")]
    pairs = [
        half_hidden(seat, scene["cards"], width, 72 if width >= 600 else 64, theme)
        for seat in seats
        if seat.get("cards_beneath")
    ]
    bars = flow(
        [open_hand(seat, scene["cards"], width) for seat in seats if not seat.get("cards_beneath")], width + 1, 12
    )
    return stack([*pairs, bars], 12) if pairs else bars


def _tricks(scene: Scene, width: float) -> Piece:
    """Return the tricks so far: all of them open, or while the round is played as they lie before the sides."""
    return piles(scene, width) if scene.get("captured") else panels.history(scene, width)


_Panel = Callable[[Scene, float], Piece]
_PANELS: tuple[_Panel, ...] = (
    panels.calls,
    panels.count,
    panels.ruling,
    panels.note,
    panels.strip,
    panels.alternatives,
    _tricks,
    panels.log,
)


def _column(scene: Scene, width: int, theme: str) -> Piece:
    """Everything one below the other, for a narrow page."""
    pad = 8 if width < NARROW else 16
    room = width - 2 * pad
    top = [
        _heading(scene, room),
        _badges(scene, room, short=width < NARROW),
        money_bar(scene.get("money"), room),
        tally_bars(scene.get("tally"), room),
    ]
    whole = stack([*top, _one_column(scene, room, theme), _footer(scene, room)], 12)
    return Piece(whole.at(pad, pad), width, whole.height + 2 * pad)


def _one_column(scene: Scene, width: float, theme: str) -> Piece:
    if width < NARROW - 32:
        table = stack(
            [
                plate_grid(scene, width, 3 if len(scene["seats"]) > 4 else 2),
                trick_strip(scene, width, theme),
                spelling(scene, width, theme),
            ],
            4,
        )
        card = 64
    else:
        table = felt(scene, width, 60 if len(scene["seats"]) > 4 else 80, theme)
        card = 80
    pieces = [table, hand(scene, width, card, theme), _open_hands(scene, width, theme)]
    return stack([*pieces, *(make(scene, width) for make in _PANELS)], 12)
