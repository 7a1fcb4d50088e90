"""The static picture at the width of a laptop: header, race, stage, message and hand, with the ruling beside them.

It is the layout that the live widgets have there, without what needs a click: no dock, and of the side panel its first tab.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mam.drawing import panels
from mam.drawing.bar import empty_bar, money_bar
from mam.drawing.glyphs import number
from mam.drawing.letter_game import spelling
from mam.drawing.parts import (
    EMPTY,
    Piece,
    draw_dashed_pill,
    emblem_plate,
    label,
    section,
    stack,
)
from mam.drawing.stage import auction_stage, count_stage, trick_stage
from mam.drawing.table import hand, plate_grid
from mam.drawing.tally import tally_bars
from mam.drawing.wrap import cut, text_width

Scene = Mapping[str, Any]
LEAST_HEIGHT = 640.0
_PAD, _SIDE, _HEADER, _RACE, _MESSAGE, _TABS = 16.0, 320.0, 48.0, 54.0, 40.0, 42.0


def wide_picture(scene: Scene, width: float, theme: str) -> Piece:
    """Return the whole picture: 640 pixels high, or higher where the hands need it."""
    room = width - _SIDE - 2 * _PAD
    race = _race(scene, width - 2 * _PAD)
    top = _HEADER + (max(_RACE, race.height + 8) if race.height else 0)
    shown = (scene.get("hand") or {"cards": []})["cards"]
    message, cards = _message(scene, room), hand(scene, room, 90 if len(shown) <= 16 else 70, theme)  # in one row
    low = stack([message, cards], 6)
    free = LEAST_HEIGHT - top - low.height - 8 - _PAD
    stage = _stage(scene, room, free, theme)
    foot = top + max(free, stage.height) + 8 + low.height + _PAD
    side = _side_panel(scene, _SIDE, foot - top)
    height = max(foot, top + side.height)
    parts = [
        _header(scene, width - 2 * _PAD).at(_PAD, 0),
        race.at(_PAD, _HEADER),
        stage.at(_PAD, top),
        low.at(_PAD, height - low.height - _PAD),
        _side_ground(_SIDE, height - top).at(width - _SIDE, top),
        side.at(width - _SIDE, top),
    ]
    return Piece("".join(parts), width, height)


def _header(scene: Scene, width: float) -> Piece:
    """Return the title and the moment, the contract in the middle, and at the end where in the record this is."""
    heading = scene.get("heading") or {"title": scene["title"], "subtitle": ""}
    contract = _contract(heading)
    stepper = scene.get("stepper") or {"last_step": 0, "branch": None}
    place = f"Step {stepper['step']} of {stepper['last_step']}" if stepper["last_step"] else ""
    end = width - (text_width(place, 12) + 16 if place else 0)
    start = max((width - contract.width) / 2, 0.0)
    room = (start if contract.width else end) - 16
    title = cut(str(heading["title"]), 16, room, True)
    used = text_width(title, 16, True) + 12
    parts = [label(0, 30, title, 16, 700), contract.at(start, 0), label(width, 29, place, 12, 400, "muted", "end")]
    if stepper["branch"]:
        name = draw_dashed_pill(cut(str(stepper["branch"]["name"]), 13, max(room - used - 24, 20), True))
        if used + name.width <= room:
            parts.append(name.at(used, 10))
    elif room - used > 40:
        parts.append(label(used, 30, cut(str(heading["subtitle"]), 12, room - used), 12, 400, "muted"))
    return Piece("".join(parts), width, _HEADER)


def _contract(heading: Mapping[str, Any]) -> Piece:
    """Return who bid how much, in which color."""
    parts, x = [], 0.0
    for text, weight, ink in (
        (heading.get("bidder"), 700, "text"),
        (heading.get("amount"), 700, "text"),
        (heading.get("color"), 0, ""),
        (heading.get("trump") or heading.get("state"), 400, "text" if heading.get("color") else "muted"),
    ):
        if not text:
            continue
        if not weight:
            parts.append(emblem_plate(str(text), 24).at(x, 12))
            x += 32
            continue
        words = cut(str(text), 15, 180, weight > 600)
        parts.append(label(x, 30, words, 15, weight, ink))
        x += text_width(words, 15, weight > 600) + 8
    return Piece("".join(parts), max(x - 8, 0), _HEADER)


def _race(scene: Scene, width: float) -> Piece:
    """Return the line of money; an empty one before the first bid, and none where nothing is counted."""
    if scene.get("tally"):
        return tally_bars(scene["tally"], width)
    if scene.get("money"):
        return money_bar(scene["money"], width)
    counts = scene["seats"] and not scene.get("word") and scene.get("lines") is None
    return empty_bar("" if scene.get("auction") else "No bid yet.", width) if counts else EMPTY


def _stage(scene: Scene, width: float, height: float, theme: str) -> Piece:
    """Return what lies on the table: the count at the end, the trick, a letter game's words, or the auction."""
    if scene.get("count"):
        return count_stage(scene, width)
    if scene.get("word") or scene.get("lines") is not None:
        return stack([plate_grid(scene, width, 4), spelling(scene, width, theme)], 16)
    if not scene["seats"]:
        return EMPTY
    if scene["trick"] or scene.get("next_card"):
        return trick_stage(scene, width, height, theme)
    return auction_stage(scene, width, theme)


def _message(scene: Scene, width: float) -> Piece:
    """Return what happened and what comes next, in one line behind a sign."""
    message = scene.get("message") or {"kind": "info", "what": "", "why": scene.get("live") or ""}
    news = cut(str(message.get("what") or ""), 15, width - 36, True)
    used = 34 + (text_width(news, 15, True) + 6 if news else 0)
    room = width - used
    whys = [str(message.get(name) or "") for name in ("why", "short")]
    why = next((text for text in whys if text_width(text, 14) <= room), whys[-1] or whys[0])
    why = cut(why, 14, room) if room > 60 else ""
    if not news and not why:
        return EMPTY
    sign = panels.message_sign(str(message["kind"]))
    return Piece(sign + label(34, 24, news, 15, 700) + label(used, 24, why, 14), width, _MESSAGE)


def _side_ground(width: float, height: float) -> Piece:
    """Return the white ground of the side panel, with one rounded corner at the table."""
    end = number(height - 1)
    edge = f"M.5 {end}V12A12 12 0 0 1 12.5 .5H{number(width - 1)}"
    ground = f'<path d="{edge}V{number(height - 13)}a12 12 0 0 1 -12 12Z" fill="var(--mam-panel)"/>'
    return Piece(f'{ground}<path d="{edge}" fill="none" stroke="var(--mam-line)"/>', width, height)


def _ruling(scene: Scene, width: float, height: float) -> Piece:
    """Return the ruling with as many of the rules it cites as find room, the first of them always."""
    ruling = scene.get("ruling")
    drawn = panels.ruling(scene, width, section)
    while ruling and len(ruling["cites"]) > 1 and drawn.height > height:
        ruling = {**ruling, "cites": ruling["cites"][:-1]}
        drawn = panels.ruling({"ruling": ruling}, width, section)
    return drawn


_Panel = Callable[..., Piece]
_WHERE_ROOM: tuple[_Panel, ...] = (panels.calls, panels.note, panels.strip, panels.alternatives, panels.log)


def _side_panel(scene: Scene, width: float, height: float) -> Piece:
    """Return the ruling, and below it what finds room there; all of it is in the words beside the picture."""
    room = width - 2 * _PAD
    tab = label(_PAD + 6, 27, "Ruling", 14, 700)
    mark = f'<path d="M{_PAD} {_TABS - 1}h{number(text_width("Ruling", 14, True) + 8)}" stroke="var(--mam-accent)" stroke-width="3"/>'
    rule = f'<path d="M1 {_TABS}.5H{number(width - 1)}" stroke="var(--mam-line)" stroke-opacity=".34"/>'
    body = _ruling(scene, room + 24, height - _TABS - 2 * _PAD)
    asked = {**scene, "auction": []}  # the calls so far are on the stage
    for make in _WHERE_ROOM:
        piece = make(asked, room + 24, section)
        if piece.height:
            hair = Piece(f'<path d="M0 .5H{number(room)}" stroke="var(--mam-line)" stroke-opacity=".34"/>', room, 1)
            longer = stack([body, hair, piece], 14)
            if longer.height + _TABS + 2 * _PAD <= height or not body.height:
                body = longer
    return Piece(rule + tab + mark + body.at(_PAD, _TABS + _PAD), width, _TABS + 2 * _PAD + body.height)
