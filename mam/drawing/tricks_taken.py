"""The captured tricks of each side while a round is played: backs with their count, tricks with Bull or Bear face up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mam.drawing.parts import EMPTY, Cards, Piece, back, chip, flow, label, panel, pill, stack, stripe
from mam.drawing.wrap import cut, text_width

Scene = Mapping[str, Any]
_BACK = 44.0


def piles(scene: Scene, width: float) -> Piece:
    """Return the panel of captured tricks; empty where all tricks can be looked at."""
    shown = scene.get("captured")
    return (
        panel("Captured tricks", [_pile(pile, scene["cards"], width - 24) for pile in shown], width) if shown else EMPTY
    )


def _pile(pile: Mapping[str, Any], cards: Cards, width: float) -> Piece:
    room = width - 18
    tricks = f"{pile['count']} {'trick' if pile['count'] == 1 else 'tricks'}"
    name = cut(str(pile["name"]), 13, room - text_width(tricks, 13) - 8, True)
    words = label(0, 14, name, 13, 600) + label(text_width(name, 13, True) + 8, 14, tricks, 13, 400, "muted")
    rows = [Piece(words, room, 20)]
    if pile["face_down"]:
        top = back(_BACK)
        second_back = top.at(5, 3) if pile["face_down"] > 1 else ""
        text = label(_BACK + 18, top.height / 2 + 5, f"{pile['face_down']} face down", 13)
        rows.append(Piece(second_back + top.markup + text, room, top.height + 4))
    for trick in pile["open_tricks"]:
        tag = [pill(str(trick["tag"]), "text", "table", 12)] if trick["tag"] else []
        rows.append(flow([*(chip(code, cards[code]) for code in trick["cards"]), *tag], room, 4))
    body = stack(rows, 6)
    return Piece(stripe(str(pile["side"]), body.height) + body.at(18, 0), width, body.height)
