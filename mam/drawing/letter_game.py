"""What lies on the table of a letter game: the word that is spelled, or the words that grow line by line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mam.drawing.layout import ASPECT
from mam.drawing.parts import EMPTY, Cards, Piece, box, card, flow, frame, label, panel, stack
from mam.drawing.wrap import cut

Scene = Mapping[str, Any]
_TILE = 28.0


def spelling(scene: Scene, width: float, theme: str) -> Piece:
    """Return the word or the lines of a letter game; nothing for any other game."""
    if scene.get("word"):
        return _word(scene, width, theme)
    if scene.get("lines") is not None:
        return _lines(scene, width)
    return EMPTY


def _word(scene: Scene, width: float, theme: str) -> Piece:
    """Return the letters in their order: those played as cards, the one needed ringed, the others to come."""
    word = scene["word"]
    tiles = word["tiles"]
    rows = 1 if width >= 46 * len(tiles) else 2
    across = -(-len(tiles) // rows)
    card_width = min(72.0, (width - 8) / across - 6)
    names = {seat["seat"]: str(seat["name"]) for seat in scene["seats"]}
    drawn = [_tile(tile, scene["cards"], card_width, names.get(tile["seat"], ""), theme) for tile in tiles]
    head = Piece(label(0, 14, str(word["label"]), 14, 600), width, 18)
    return stack([head, flow(drawn, across * (card_width + 6) + 1, 6)], 8)


def _tile(tile: Mapping[str, Any], cards: Cards, width: float, name: str, theme: str) -> Piece:
    height = width * ASPECT
    letter, state = str(tile["letter"]), tile["state"]
    if state == "done":
        parts = frame(width, height, 2, 2.5, "accent", "7 5") if tile["is_last"] else ""
        parts += card(letter, cards[letter], width, theme).markup
    else:
        needed = state == "next"
        line = ("accent", 2.5) if needed else ("line", 1.5)
        parts = box(1, 1, width - 2, height - 2, 8 * width / 100, "none", *line, ' stroke-dasharray="6 5"')
        ink = "accent" if needed else "muted"
        parts += label(width / 2, height / 2 + 8, letter, 22, 700 if needed else 400, ink, "middle")
    caption = cut(name, 12, width + 4, True) if state == "done" else "next" if state == "next" else ""
    weight, ink = (600, "text") if state == "done" else (600, "accent")
    parts += label(width / 2, height + 16, caption, 12, weight, ink, "middle") if caption else ""
    return Piece(parts, width, height + (22 if caption else 0))


def _lines(scene: Scene, width: float) -> Piece:
    """Return the words, one on a line, the newest change marked."""
    lines = scene["lines"]
    if not lines:
        return panel(
            "Words on the table", [Piece(label(0, 15, "No word yet", 14, 400, "muted"), width - 24, 20)], width
        )
    return panel("Words on the table", [stack([_line(line, width - 24) for line in lines], 6)], width)


def _line(line: Mapping[str, Any], width: float) -> Piece:
    letters = str(line["word"])
    tile = min(_TILE, (width - 30) / max(len(letters), 1) - 2)
    parts = [label(0, 23, str(line["number"]), 14, 700, "muted")]
    edge = ("accent", 2.5) if line["is_last"] else ("line", 1.2)
    for place, letter in enumerate(letters):
        x = 26 + place * (tile + 2)
        parts.append(box(x + 1, 1, tile - 2, 32, 4, "paper", *edge))
        size = min(18.0, tile * 0.72)
        parts.append(label(x + tile / 2, 23.5, letter, size, 700, "ink", "middle"))
    return Piece("".join(parts), 26 + len(letters) * (tile + 2), 34)
