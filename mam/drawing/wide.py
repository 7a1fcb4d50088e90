"""The static picture at the width of a laptop: header, score, stage, message and hand, with the ruling beside them.

It has the layout of the live widgets, without what needs a click: no dock, and of the side panel its first tab. What the widgets draw
as bars, columns and counts stands in words here, those of the text for a screen reader.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mam.drawing.glyphs import number
from mam.drawing.parts import (
    EMPTY,
    Piece,
    draw_dashed_pill,
    emblem_plate,
    label,
    paragraph,
    stack,
)
from mam.drawing.stage import clear_stage, trick_stage
from mam.drawing.table import hand
from mam.drawing.text import TEXT_PARTS, list_moves
from mam.drawing.wrap import shorten_line, text_width

Scene = Mapping[str, Any]
LEAST_HEIGHT = 640.0
_PAD, _SIDE, _HEADER, _MESSAGE, _TABS = 16.0, 320.0, 48.0, 40.0, 42.0


def wide_picture(scene: Scene, width: float, theme: str) -> Piece:
    """Return the whole picture: 640 pixels high, or higher where the hands need it."""
    room = width - _SIDE - 2 * _PAD
    score = _score(scene, width - 2 * _PAD)
    top = _HEADER + (score.height + 12 if score.height else 0)
    hand_cards = (scene.get("hand") or {"cards": []})["cards"]
    message, cards = _message(scene, room), hand(scene, room, 90 if len(hand_cards) <= 16 else 70, theme)  # in one row
    low = stack([message, cards], 6)
    free = LEAST_HEIGHT - top - low.height - 8 - _PAD
    stage = _stage(scene, room, free, theme)
    foot = top + max(free, stage.height) + 8 + low.height + _PAD
    side = _side_panel(scene, _SIDE, foot - top)
    height = max(foot, top + side.height)
    parts = [
        _header(scene, width - 2 * _PAD).at(_PAD, 0),
        score.at(_PAD, _HEADER),
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
    title = shorten_line(str(heading["title"]), 16, room, True)
    used_width = text_width(title, 16, True) + 12
    parts = [label(0, 30, title, 16, 700), contract.at(start, 0), label(width, 29, place, 12, 400, "muted", "end")]
    if stepper["branch"]:
        name = draw_dashed_pill(shorten_line(str(stepper["branch"]["name"]), 13, max(room - used_width - 24, 20), True))
        if used_width + name.width <= room:
            parts.append(name.at(used_width, 10))
    elif room - used_width > 40:
        parts.append(
            label(used_width, 30, shorten_line(str(heading["subtitle"]), 12, room - used_width), 12, 400, "muted")
        )
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
        words = shorten_line(str(text), 15, 180, weight > 600)
        parts.append(label(x, 30, words, 15, weight, ink))
        x += text_width(words, 15, weight > 600) + 8
    return Piece("".join(parts), max(x - 8, 0), _HEADER)


def _score(scene: Scene, width: float) -> Piece:
    """Return what each side has, in a line or two; nothing where nothing is counted."""
    lines = [line for name in ("money", "tally") for line in TEXT_PARTS[name](scene)]
    return stack([paragraph(line, width) for line in lines], 0)


def _stage(scene: Scene, width: float, height: float, theme: str) -> Piece:
    """Return what lies on the table: the trick, or the table without one."""
    has_trick = scene["seats"] and (scene["trick"] or scene.get("next_card")) and not scene.get("count")
    is_letters = scene.get("word") or scene.get("lines") is not None
    return (
        trick_stage(scene, width, height, theme) if has_trick and not is_letters else clear_stage(scene, width, theme)
    )


def _message(scene: Scene, width: float) -> Piece:
    """Return what happened and what comes next, in one line behind a sign."""
    message = scene.get("message") or {"kind": "info", "what": "", "why": scene.get("live") or ""}
    news = shorten_line(str(message.get("what") or ""), 15, width - 36, True)
    used_width = 34 + (text_width(news, 15, True) + 6 if news else 0)
    room = width - used_width
    whys = [str(message.get(name) or "") for name in ("why", "short")]
    why = next((text for text in whys if text_width(text, 14) <= room), whys[-1] or whys[0])
    why = shorten_line(why, 14, room) if room > 60 else ""
    if not news and not why:
        return EMPTY
    sign = _message_sign(str(message["kind"]))
    return Piece(sign + label(34, 24, news, 15, 700) + label(used_width, 24, why, 14), width, _MESSAGE)


def _side_ground(width: float, height: float) -> Piece:
    """Return the white ground of the side panel, with one rounded corner at the table."""
    end = number(height - 1)
    edge = f"M.5 {end}V12A12 12 0 0 1 12.5 .5H{number(width - 1)}"
    ground = f'<path d="{edge}V{number(height - 13)}a12 12 0 0 1 -12 12Z" fill="var(--mam-panel)"/>'
    return Piece(f'{ground}<path d="{edge}" fill="none" stroke="var(--mam-line)"/>', width, height)


def _side_panel(scene: Scene, width: float, height: float) -> Piece:
    """Return the ruling with as many of the rules it cites as find room, the first of them always; all of them are in the words
    beside the picture."""
    room, shown = width - 2 * _PAD, scene.get("ruling")
    tab = label(_PAD + 6, 27, "Ruling", 14, 700)
    mark = f'<path d="M{_PAD} {_TABS - 1}h{number(text_width("Ruling", 14, True) + 8)}" stroke="var(--mam-accent)" stroke-width="3"/>'
    rule = f'<path d="M1 {_TABS}.5H{number(width - 1)}" stroke="var(--mam-line)" stroke-opacity=".34"/>'
    pieces = []
    if shown:
        head = paragraph(str(shown["head"]), room - 24, 14, 20, 600)
        pieces.append(Piece(_icon(str(shown["kind"])) + head.at(24, 0), room, head.height))
        if shown["text"]:
            pieces.append(paragraph(str(shown["text"]), room))
        if shown["moves"]:
            pieces.append(paragraph(f"You can play: {list_moves(shown['moves'], scene['cards'])}.", room))
        for place, cite in enumerate(shown["cites"]):
            source = " · ".join(text for text in (str(cite["id"]), str(cite["source"])) if text)
            words = paragraph(str(cite["words"]), room, 13, 18) if cite["words"] else EMPTY
            longer = [*pieces, stack([words, paragraph(source, room, 12, 16, 400, "muted")], 2)]
            if not place or stack(longer).height + _TABS + 2 * _PAD <= height:
                pieces = longer
    body = stack(pieces)
    return Piece(rule + tab + mark + body.at(_PAD, _TABS + _PAD), width, _TABS + 2 * _PAD + body.height)


def _icon(kind: str) -> str:
    if kind == "stop":
        return (
            '<g fill="none" stroke="var(--mam-danger)" stroke-width="2"><circle cx="8" cy="10" r="7"/>'
            '<path d="M3.2 5.2L12.8 14.8"/></g>'
        )
    if kind == "ok":
        return '<path d="M2 10.5L6.5 15L14.5 5" fill="none" stroke="var(--mam-ok)" stroke-width="2.6"/>'
    return (
        '<circle cx="8" cy="10" r="7.5" fill="var(--mam-accent)"/>'
        '<path d="M8 9V14.5M8 5.2V7" stroke="var(--mam-casing)" stroke-width="2"/>'
    )


def _message_sign(kind: str) -> str:
    """Return the disc that begins a message: filled as the message is meant."""
    fill = {"ok": "ok", "turn": "accent", "hint": "accent", "stop": "danger", "danger": "danger"}.get(kind, "text")
    shape = {
        "ok": "M7 19.5L11 23.5L18 15",
        "turn": "M9 14L17.5 19L9 24Z",
        "hint": "M9 14L17.5 19L9 24Z",
        "stop": "M8 15L16 23",
        "danger": "M8 15L16 23",
    }.get(kind, "M12 18V24.5M12 13.5V15.5")
    ink = 'fill="none" stroke="var(--mam-casing)" stroke-width="2"'
    return f'<circle cx="12" cy="19" r="12" fill="var(--mam-{fill})"/><path d="{shape}" {ink}/>'
