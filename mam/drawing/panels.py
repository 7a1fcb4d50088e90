"""The panels beside a table: ruling, note, order strip, calls, tricks, the counting at the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mam.drawing.glyphs import number
from mam.drawing.parts import (
    EMPTY,
    Cards,
    Piece,
    badge,
    box,
    chip,
    flow,
    label,
    panel,
    paragraph,
    stack,
    word_chip,
)
from mam.drawing.wrap import cut, text_width

Scene = Mapping[str, Any]
Frame = Callable[..., Piece]  # what is put around the parts of a panel: `panel` or `section`
_MOST_MOVES = 12
_BARS = {"stop": "danger", "ok": "ok", "info": "accent"}


def ruling(scene: Scene, width: float, frame: Frame = panel) -> Piece:
    """Return what applied to the last move or why one was refused: head, reason, what may be done, the rules cited."""
    shown = scene.get("ruling")
    if not shown:
        return EMPTY
    kind = str(shown["kind"])
    room = width - 28
    head = paragraph(str(shown["head"]), room - 24, 14, 20, 600)
    first = Piece(_icon(kind) + head.at(24, 0), room, max(head.height, 20))
    pieces = [first]
    if shown["text"]:
        pieces.append(paragraph(str(shown["text"]), room))
    if shown["moves"]:
        lead_text = "You can play" if any(chip["card"] for chip in shown["moves"]) else "You can"
        lead = Piece(label(0, 16.5, lead_text, 13, 400, "muted"), text_width(lead_text, 13) + 2, 24)
        pieces.append(flow([lead, *_moves(shown["moves"], scene["cards"], room)], room))
    for cite in shown["cites"]:
        source = " · ".join(text for text in (str(cite["id"]), str(cite["source"])) if text)
        words = paragraph(str(cite["words"]), room, 13, 18) if cite["words"] else EMPTY
        pieces.append(stack([words, paragraph(source, room, 12, 16, 400, "muted")], 2))
    return frame("Ruling", pieces, width, _BARS.get(kind, "accent"))


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


def message_sign(kind: str) -> str:
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


def _moves(moves: list[Mapping[str, Any]], cards: Cards, max_width: float) -> list[Piece]:
    pieces = [
        chip(move["card"], cards[move["card"]]) if move["card"] else word_chip(str(move["text"]), max_width)
        for move in moves[:_MOST_MOVES]
    ]
    if len(moves) > _MOST_MOVES:
        words = f"and {len(moves) - _MOST_MOVES} more"
        pieces.append(Piece(label(0, 16.5, words, 12, 400, "muted"), text_width(words, 12), 24))
    return pieces


def note(scene: Scene, width: float, frame: Frame = panel) -> Piece:
    """Return a comment from a document, with its source."""
    shown = scene.get("note")
    if not shown:
        return EMPTY
    pieces = [paragraph(str(shown["text"]), width - 24)]
    if shown["source"]:
        pieces.append(paragraph(str(shown["source"]), width - 24, 12, 16, 400, "muted"))
    return frame(str(shown["head"]), pieces, width)


def alternatives(scene: Scene, width: float, frame: Frame = panel) -> Piece:
    """Return what else could have been done here, and what could not, one reason for all cards that share it."""
    shown = scene.get("alternatives")
    if not shown:
        return EMPTY
    pieces = [flow(_moves(shown["legal"], scene["cards"], width - 24), width - 24)] if shown["legal"] else []
    reasons: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for refusal in shown["refused"]:
        reasons.setdefault((str(refusal["why"]), str(refusal["id"])), []).append(refusal)
    for (why, rule), moves in reasons.items():
        text = paragraph(f"{why} ({rule})" if rule else why, width - 24, 12, 16, 400, "muted")
        pieces.append(stack([flow([*_draw_crossed_out(moves, scene["cards"], width - 46)], width - 24), text], 4))
    return frame(str(shown["head"]), pieces, width) if pieces else EMPTY


def _draw_crossed_out(moves: list[Mapping[str, Any]], cards: Cards, max_width: float) -> list[Piece]:
    shape = '<circle cx="8" cy="12" r="6"/><path d="M4 8l8 8"/>'
    sign = f'<g fill="none" stroke="var(--mam-danger)" stroke-width="2">{shape}</g>'
    return [Piece(sign, 16, 24), *_moves(moves, cards, max_width)]


def strip(scene: Scene, width: float, frame: Frame = panel) -> Piece:
    """Return the ranks of one color from strongest to weakest, and where each card is; duplicates in a row of their own."""
    shown = scene.get("strip")
    if not shown:
        return EMPTY
    color = str(shown["color"])
    cell = min(22.0, (width - 24) / max(len(shown["cells"]), 1))
    ranks = _cells(shown["cells"], color, cell)
    second = _cells(shown.get("second") or [], color, cell)
    legend = paragraph(
        "Struck out: played or discarded. Underlined: in the hand shown.", width - 24, 12, 16, 400, "muted"
    )
    return frame(str(shown["heading"]), [ranks, second, legend], width)


def _cells(cells: Sequence[Mapping[str, Any]], color: str, cell: float) -> Piece:
    """Return the ranks side by side: struck out where played, underlined where held, with $ or the points below."""
    if not cells:
        return EMPTY
    parts = []
    for index, strip_cell in enumerate(cells):
        x, rank = index * cell, str(strip_cell["rank"])
        middle = x + cell / 2
        if strip_cell["state"] == "played":
            parts.append(box(x + 0.75, 0.75, cell - 1.5, 24.5, 3, "none", "line", 1, ' stroke-dasharray="3 2"'))
            parts.append(label(middle, 17.5, rank, 12, 400, "muted", "middle"))
            parts.append(_level(x + 3, 13, cell - 6, "muted", 1.4))
        else:
            parts.append(box(x + 0.75, 0.75, cell - 1.5, 24.5, 3, color, "edge", 1.2))
            parts.append(label(middle, 17.5, rank, 12, 700, f"on-{color}", "middle"))
        if strip_cell["money"]:
            parts.append(label(middle, 43, str(strip_cell.get("points", "$")), 12, 700, anchor="middle"))
        if strip_cell["state"] == "yours":
            parts.append(_level(x + 2, 29, cell - 4, "accent", 3))  # right under its rank: a row below has its own
    return Piece("".join(parts), cell * len(cells), 45)


def _level(x: float, y: float, width: float, ink: str, stroke: float) -> str:
    color = f'stroke="var(--mam-{ink})" stroke-width="{number(stroke)}"'
    return f'<path d="M{number(x)} {number(y)}h{number(width)}" {color}/>'


def calls(scene: Scene, width: float, frame: Frame = panel) -> Piece:
    """Return what may be called, named or chosen now, and the calls so far."""
    names = {seat["seat"]: str(seat["name"]) for seat in scene["seats"]}
    pieces: list[Piece] = []
    head = "Calls so far"
    calling, naming, choosing = scene.get("calls"), scene.get("trumps"), scene.get("choices")
    if calling:
        head = str(calling["label"])
        pieces.append(paragraph(str(calling["text"]), width - 24))
    if naming:
        head = str(naming["label"])
        options = [badge(str(option["text"]), str(option["color"])) for option in naming["options"]]
        pieces.append(flow(options, width - 24))
    if choosing and (legal := [word_chip(str(option["text"])) for option in choosing["options"] if option["legal"]]):
        head = str(choosing["label"])
        pieces.append(flow(legal, width - 24))
    if scene.get("spell"):
        pieces.append(paragraph(describe_spell(scene["spell"]), width - 24))
    printed = describe_printed_call(scene)
    if printed:
        pieces.append(paragraph(f"In the record: {printed}", width - 24, 13, 18, 600))
    auction = scene.get("auction") or []
    if auction and not scene["history"] and not scene["trick"]:
        if calling or naming or choosing:
            pieces.append(paragraph("Calls so far", width - 24, 12, 16, 600, "muted"))
        called = [
            _call(names.get(call["seat"], str(call["seat"])), str(call["text"]), bool(call["pass"])) for call in auction
        ]
        pieces.append(flow(called, width - 24))
    return frame(head, pieces, width) if pieces else EMPTY


def describe_spell(spell: Mapping[str, Any]) -> str:
    """Return to which lines a letter can be added."""
    last = spell["lines"][-1]
    return f"{spell['label']}: line 1" + (f" to {last}." if last > 1 else ".")


def describe_printed_call(scene: Scene) -> str:
    """Return the call or the trump that the record has here, in words where the scene has words for it; "" without one."""
    asked = scene.get("calls") or scene.get("trumps") or scene.get("choices") or {}
    printed = str(asked.get("record_move") or "")
    words = "options" if scene.get("calls") is None else ""
    texts = (str(option["text"]) for option in asked.get(words, []) if option["move"] == printed)
    return next(texts, printed)


def _call(name: str, text: str, passed: bool) -> Piece:
    name = cut(name, 12.5, 110)
    first = text_width(name, 12.5) + 6
    width = 16 + first + text_width(text, 12.5, True)
    parts = box(0.5, 0.5, width - 1, 23, 4) + label(8, 16.5, name, 12.5)
    parts += label(8 + first, 16.5, text, 12.5, 400 if passed else 700, "muted" if passed else "text")
    return Piece(parts, width, 24)


_MOST_TURNS = 14


def log(scene: Scene, width: float, frame: Frame = panel) -> Piece:
    """Return the turns of a letter game, newest first."""
    shown = scene.get("log")
    if not shown:
        return EMPTY
    rows = [_turn(row, width - 24) for row in shown["rows"][:_MOST_TURNS]]
    if len(shown["rows"]) > _MOST_TURNS:
        rows.append(paragraph(f"and {len(shown['rows']) - _MOST_TURNS} before", width - 24, 12, 16, 400, "muted"))
    return frame(str(shown["head"]), [stack(rows, 2)], width)


def _turn(row: Mapping[str, Any], width: float) -> Piece:
    text = paragraph(str(row["text"]), width - 28, 13, 18)
    return Piece(label(0, 13.5, str(row["number"]), 13, 700, "muted") + text.at(28, 0), width, text.height)
