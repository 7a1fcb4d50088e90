"""What lies on the stage of the static picture: the trick in a cross or a ring with plates beside it, or the table without one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mam.drawing.card_faces import FACE_DOWN
from mam.drawing.layout import ASPECT, cross_places
from mam.drawing.parts import (
    EMPTY,
    Piece,
    back,
    box,
    card,
    count_cards,
    emblem_plate,
    flow,
    label,
    paragraph,
    stack,
    stripe,
)
from mam.drawing.table import (
    effect_pill,
    place_cards,
    plate,
    plate_grid,
    plate_height,
    turn_words,
)
from mam.drawing.text import TEXT_PARTS, list_calls
from mam.drawing.wrap import break_lines, shorten_line, text_width
from mam.rules.amounts import format_amount

Scene = Mapping[str, Any]
_CARD, _TOP, _FOOT, _LINE = 88.0, 18.0, 16.0, 17.0


def trick_stage(scene: Scene, width: float, height: float, theme: str) -> Piece:
    """Return the cards of the trick in their places, as large as the height allows, each seat's plate beside its card."""
    seats = scene["seats"]
    many = len(seats) > 4
    places = cross_places([seat["place"] for seat in seats], width, height - _TOP - _FOOT, 64.0 if many else _CARD)
    wide, high = places.card, places.card * ASPECT
    spots = {place: (x, y + _TOP) for place, (x, y) in places.spots.items()}
    parts = [_beside(scene, seat, spots[seat["place"]], wide, width, height) for seat in seats]
    parts += [place_cards(scene, spots, wide, theme), _value(scene, width, _TOP + places.height / 2 if many else None)]
    return Piece("".join(parts), width, max(height, _TOP + places.height + _FOOT if high else 0))


def _value(scene: Scene, width: float, middle: float | None) -> str:
    """Return the value of the trick: at the top left, or in the middle of a ring; where tricks are counted each is worth
    one."""
    unit = str(scene.get("unit", "money"))
    if unit == "tricks" or not (scene["trick"] or scene.get("next_card")):
        return ""
    amount, effect = format_amount(scene["trick_value"], unit), effect_pill(scene)
    if middle is None:
        x = text_width(amount, 22, True) + 8
        return label(0, 16, "Trick value", 12, 400, "muted") + label(0, 42, amount, 22, 700) + effect.at(x, 26)
    words = label(width / 2, middle - 7, "Trick value", 12, 400, "muted", "middle")
    whole = text_width(amount, 16, True) + (effect.width + 6 if effect.width else 0)
    x = (width - whole) / 2
    return words + label(x, middle + 12, amount, 16, 700) + effect.at(x + whole - effect.width, middle - 2)


def _beside(
    scene: Scene, seat: Mapping[str, Any], spot: tuple[float, float], wide: float, width: float, height: float
) -> str:
    """Return a seat's plate beside its card; in a ring the seats at top and bottom have a line in the middle instead. Whoever
    the hand below belongs to needs none."""
    place, (x, y) = str(seat["place"]), spot
    high = wide * ASPECT
    if len(scene["seats"]) > 4 and place in ("T", "B"):
        if place == "B" and (scene.get("hand") or {}).get("seat") == seat["seat"]:
            return ""
        text = shorten_line(
            f"{seat['name']} · {turn_words(scene) if seat['turn'] else count_cards(seat['cards'])}", 12, wide + 90
        )
        return label(width / 2, y + high + 15 if place == "T" else y - 20, text, 12, 600, "text", "middle")
    if place == "B" and not seat["open_cards"] and (scene.get("hand") or {}).get("seat") == seat["seat"]:
        return ""
    middle = place in ("T", "B")
    room = (width - wide) / 2 - 24 if middle else min(x - 16 if x < width / 2 else width - x - wide - 16, 150)
    pieces = (
        _open_plate(scene, seat, room, 2 if middle else 1)
        if seat["open_cards"]
        else _plate(scene, seat, min(room, 150))
    )
    if middle:
        return (
            pieces.at(x + wide + 24, max(y - 18, 0))
            if place == "T"
            else pieces.at(x - 24 - pieces.width, height - pieces.height)
        )
    left = x - 16 - pieces.width if x < width / 2 else x + wide + 16
    return pieces.at(left, max(y + (high - pieces.height) / 2, 0))


def _plate(scene: Scene, seat: Mapping[str, Any], width: float) -> Piece:
    return plate(scene, seat, width, plate_height(scene, seat, width))


def _open_plate(scene: Scene, seat: Mapping[str, Any], width: float, across: int) -> Piece:
    """Return a plate with the cards that lie open, the colors below each other or `across` side by side."""
    cards = scene["cards"]
    codes = [code for code in seat["open_cards"] if code != FACE_DOWN]
    down = seat["open_cards"].count(FACE_DOWN) + sum(map(bool, seat.get("cards_beneath") or []))
    animals = [cards[code]["name"] for code in codes if not cards[code]["color"]]
    besides = ", ".join([*animals, *([f"{down} face down"] if down else [])]) or count_cards(seat["cards"])
    room = width - 26
    words = turn_words(scene) if seat["turn"] else ""
    name = shorten_line(str(seat["name"]), 13, room - (text_width(words, 12, True) + 8 if words else 0), True)
    parts = [label(17, 17.5, name, 13, 700), label(17, 33, shorten_line(besides, 12, room), 12, 400, "muted")]
    if words:
        parts.append(label(width - 10, 17.5, words, 12, 600, "accent", "end"))
    runs = []
    for color in dict.fromkeys(cards[code]["color"] for code in codes if cards[code]["color"]):
        ranks = " ".join(cards[code]["rank"] for code in codes if cards[code]["color"] == color)
        lines = break_lines(ranks, 12, room / across - 26)
        text = "".join(label(20, index * _LINE + 12.5, line, 12, 600) for index, line in enumerate(lines))
        runs.append(Piece(emblem_plate(color, 16).markup + text, room / across - 4, _LINE * len(lines)))
    hands = flow(runs, room + 1, 1)
    parts.append(hands.at(15, 39))
    y = 40 + hands.height
    edge = box(0, 0, width, y + 6, 8, "panel", *(("accent", 3) if seat["turn"] else ("line", 1)))
    return Piece(edge + stripe(str(seat["side"]), y + 6) + "".join(parts), width, y + 6)


def clear_stage(scene: Scene, width: float, theme: str) -> Piece:
    """Return a table without a trick: the seats, the nest or the letters that lie open, and in words the calls, the words, the
    count."""
    seats, discards = scene["seats"], _nest(scene, theme)
    if word := scene.get("word"):
        done = [tile["letter"] for tile in word["tiles"] if tile["state"] == "done"]
        discards = flow([card(code, scene["cards"][code], 56, theme) for code in done], width)
    parts = (TEXT_PARTS[name](scene) for name in ("waiting", "words", "count"))
    lines = [line for part in (list_calls(scene), *parts) for line in part]
    words = stack([paragraph(line.strip(), width) for line in lines], 2)
    return stack([plate_grid(scene, width, min(len(seats), 4)) if seats else EMPTY, discards, words], 12)


def _nest(scene: Scene, theme: str) -> Piece:
    """Return the nest: its cards, where they are known, or backs."""
    nest = scene.get("nest") or {"size": 0}
    if not nest["size"]:
        return EMPTY
    pieces = [card(code, scene["cards"][code], 56, theme) for code in nest["cards"]]
    pieces = pieces or [back(56)] * min(nest["size"], 3)
    step = 22.0 if len(pieces) < 6 else 12.0
    cards = "".join(piece.at(index * step, 0) for index, piece in enumerate(pieces))
    words = f"{str(nest['word']).capitalize()}: {count_cards(nest['size'])}"
    wide = max(56 + step * (len(pieces) - 1), text_width(words, 13, True))
    return Piece(cards + label(0, 56 * ASPECT + 20, words, 13, 700), wide, 56 * ASPECT + 28)
