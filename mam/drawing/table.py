"""What lies on the table: seat plates, the cards of the trick, and hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mam.drawing.card_faces import FACE_DOWN
from mam.drawing.glyphs import number
from mam.drawing.layout import ASPECT, hand_rows
from mam.drawing.parts import (
    EMPTY,
    Cards,
    Piece,
    back,
    box,
    card,
    count_cards,
    disc,
    flow,
    frame,
    label,
    pill,
    stack,
    stripe,
)
from mam.drawing.wrap import break_lines, shorten_line, text_width
from mam.rules.amounts import format_amount

Scene = Mapping[str, Any]


def turn_words(scene: Scene) -> str:
    """Return what is awaited of the seat whose turn it is, in two or three words."""
    return str(scene.get("prompt") or "to play")


def plate(scene: Scene, seat: Mapping[str, Any], width: float, height: float) -> Piece:
    """Return a seat's plate: side, name, cards left, role; an accent outline and words when it is this seat's turn."""
    turn = bool(seat["turn"])
    edge = box(0, 0, width, height, 8, "panel", "accent" if turn else "line", 3 if turn else 1)
    size = 13 if text_width(str(seat["name"]), 13, True) <= width - 25 else 12
    name = label(17, 17.5, shorten_line(str(seat["name"]), size, width - 25, True), size, 700)
    words, lines = plate_lines(scene, seat, width)
    beside = label(width - 10, 17.5, words, 12, 600, "accent", "end") if words else ""
    text = "".join(
        label(17, 34 + 15 * index, line, 12, 600 if ink == "accent" else 400, ink)
        for index, (line, ink) in enumerate(lines)
    )
    return Piece(edge + stripe(str(seat["side"]), height) + name + beside + text, width, height)


def plate_lines(scene: Scene, seat: Mapping[str, Any], width: float) -> tuple[str, list[tuple[str, str]]]:
    """Return the text beside the name, and the lines below it with their inks: what is awaited, cards left, role."""
    room = width - 25
    facts = [count_cards(seat["cards"]), *map(str, seat["roles"])]
    lines: list[str] = []
    for fact in (fact for fact in facts if fact):
        joined_line = f"{lines[-1]} · {fact}" if lines else fact
        if lines and text_width(joined_line, 12) <= room:
            lines[-1] = joined_line
        else:
            lines += break_lines(fact, 12, room)
    muted = [(line, "muted") for line in lines[:3]]
    if not seat["turn"]:
        return "", muted
    words = turn_words(scene)
    if text_width(str(seat["name"]), 13, True) + text_width(words, 12, True) + 8 <= room:
        return words, muted
    return "", [(words, "accent"), *muted]


def plate_height(scene: Scene, seat: Mapping[str, Any], width: float) -> float:
    """Return the height one seat's plate needs."""
    return 29.0 + 15 * len(plate_lines(scene, seat, width)[1])


def place_cards(scene: Scene, spots: Mapping[str, tuple[float, float]], width: float, theme: str) -> str:
    """Return the cards on the table by where their seats are, and the place of the next one: plain ones first, so that a ring
    lies over its neighbors."""
    places = {seat["seat"]: seat["place"] for seat in scene["seats"]}
    pieces = []
    many = len(places) > 4  # there the next card's disc must lie over the ring of the one above, not under it
    for played in sorted(
        scene["trick"], key=lambda card: (bool(card["is_winning"]), bool(card["is_last"])), reverse=many
    ):
        x, y = spots[places[played["seat"]]]
        pieces.append(
            draw_played_card(played, scene["cards"], width, theme, many, bool(scene["is_trick_complete"])).at(x, y)
        )
    coming = scene.get("next_card")
    if coming and places.get(coming["seat"]) in spots:
        x, y = spots[places[coming["seat"]]]
        pieces.append(slot(coming, width, turn_words(scene)).at(x, y))
    return "".join(pieces)


def draw_played_card(
    played: Mapping[str, Any], cards: Cards, width: float, theme: str, inside: bool = False, is_complete: bool = False
) -> Piece:
    """Return a card on the table with its place in the order of play, and how it stands in a trick, which may be complete (`is_complete`); `inside`
    keeps what hangs over its foot off the card below."""
    height = width * ASPECT
    parts = ""
    if played["is_winning"]:
        parts += frame(width, height, 3.5, 4, "win")
    elif played["is_last"]:
        parts += frame(width, height, 2.5, 2.5, "accent", "7 5")
    parts += card(played["card"], cards[played["card"]], width, theme).markup
    text = "1 led" if played["order"] == 1 else str(played["order"])
    mark = disc(text, "accent", "casing") if played["is_last"] else disc(text)
    parts += mark.at(min(width - 8 - mark.width / 2, width + 8 - mark.width), -3 - mark.height / 2)
    if played["is_winning"]:
        words = pill("takes it" if is_complete else "winning", "win", "casing", 12)
        # Over the head at the left where the next card lies close below, else under the foot: never over the money.
        end = mark.width / 2 if played["order"] > 1 else mark.width - 8
        x, y = (width - end - 2 - words.width, -15.0) if inside else ((width - words.width) / 2, height - 4)
        parts += words.at(x, y)
    return Piece(parts, width, height)


def slot(coming: Mapping[str, Any], width: float, words: str) -> Piece:
    """Return the empty place of the next card."""
    height = width * ASPECT
    parts = box(0.75, 0.75, width - 1.5, height - 1.5, 8 * width / 100, "none", "line", 1.5, ' stroke-dasharray="6 5"')
    parts += label(
        width / 2,
        height / 2 + 4,
        words if text_width(words, 13, True) <= width - 6 else "next",
        13,
        600,
        "accent",
        "middle",
    )
    mark = disc(str(coming["order"]), "panel", "text")
    return Piece(parts + mark.at(width - 8 - mark.width / 2, -3 - mark.height / 2), width, height)


def worth_text(scene: Scene) -> str:
    """Return the value of the trick on the table, or "" without one; where tricks are counted, each is worth one."""
    unit = str(scene.get("unit", "money"))
    return f"worth {format_amount(scene['trick_value'], unit)}" if scene["trick"] and unit != "tricks" else ""


def effect_pill(scene: Scene) -> Piece:
    """Return what Bull or Bear make of the trick."""
    text = str(scene["effect"])
    return pill(text, "text", "table", 14) if text else EMPTY


def plate_grid(scene: Scene, width: float, across: int) -> Piece:
    """Return all plates side by side, at most `across` in a row: for a narrow table, and for one that is cleared."""
    across = min(across, len(scene["seats"]))
    plate_width = (width - 8 * (across - 1)) / across
    height = max(plate_height(scene, seat, plate_width) for seat in scene["seats"])
    return flow([plate(scene, seat, plate_width, height) for seat in scene["seats"]], width + 1, 8)


def hand(scene: Scene, width: float, card_width: float, theme: str) -> Piece:
    """Return the hand at the foot of the table: playable cards are lifted and ringed, others that may not be played are dimmed,
    and what the record plays is marked with a triangle below."""
    shown = scene.get("hand")
    if not shown or not shown["cards"]:
        return EMPTY
    cards, facts = shown["cards"], scene["cards"]
    laid = hand_rows(len(cards), width, card_width)
    above = laid.lift + 8 if any(card["state"] == "legal" for card in cards) else 6.0
    covers = any(card.get("card_beneath") for card in cards)
    above = max(above, _PEEK * laid.height + 6) if covers else above
    above = (
        max(above, laid.lift + 18) if any(card.get("is_called") or card.get("is_shown") for card in cards) else above
    )
    foot = 14.0 if shown["record_cards"] else 6.0
    row_height = above + laid.height + foot
    parts, marks = [], []
    places = laid.places()
    for index, (hand_card, (row, x)) in enumerate(zip(cards, places, strict=True)):
        lifted = hand_card["state"] == "legal"
        y = row * row_height + above - (laid.lift if lifted else 0)
        ring_around = _ring(hand_card, laid.card, laid.height, lifted)
        last = index + 1 == len(cards) or places[index + 1][0] != row
        is_covered = not last and laid.step < COVERED_PART * laid.card
        is_face_up = hand_card["state"] != "hidden" and hand_card["card"] != FACE_DOWN
        if is_face_up:
            face = card(
                hand_card["card"],
                facts[hand_card["card"]],
                laid.card,
                theme,
                hand_card["state"] == "illegal",
                is_covered,
            )
        else:
            face = back(laid.card)
        piece = Piece(ring_around + face.markup, laid.card, laid.height)
        if hand_card.get("card_beneath"):
            parts.append(back(laid.card).at(x + 5, row * row_height + above - _PEEK * laid.height))
        parts.append(f'<g class="hand-card" data-state="{hand_card["state"]}">{piece.at(x + 5, y)}</g>')
        marks.append(_marks(hand_card, min(laid.step, laid.card * 0.68), laid.height).at(x + 5, y))
        if hand_card["card"] in shown["record_cards"] and is_face_up:
            strip = min(laid.step, laid.card) / 2 + 5
            top = row * row_height + above + laid.height + 4
            parts.append(f'<path d="M{number(x + strip)} {number(top)}l6 9h-12Z" fill="var(--mam-text)"/>')
    heading = str(shown["label"])
    if shown["need"]:
        heading += f" · choose {shown['need']}"
    body = Piece("".join([*parts, *marks]), width, row_height * len(laid.rows))
    legend = text_width(_LEGEND, 12) + 22 if shown["record_cards"] else 0.0
    words = label(5, 14, shorten_line(heading, 13, width - 10 - legend, True), 13, 600)
    if legend:
        sign = f'<path d="M{number(width - legend + 6)} 4l6 9h-12Z" fill="var(--mam-text)"/>'
        words += sign + label(width - 5, 14, _LEGEND, 12, 400, "muted", "end")
    return stack([Piece(words, width, 16), body], 4)


_LEGEND = "in the record"
_PEEK = 0.18  # how much of a face-down card shows above the one that lies on it, in heights of a card
COVERED_PART = 0.88  # of a card that shows less of its width only the rail is drawn: its number would be cut


def _ring(hand_card: Mapping[str, Any], width: float, height: float, lifted: bool) -> str:
    """Return the line round a card of a hand: one for a card that can be played, two for the one that is advised, dots for one
    that everybody knows."""
    if lifted and hand_card.get("hint"):
        return frame(width, height, 5.5, 2, "accent") + frame(width, height, 1.5, 2, "accent")
    if lifted:
        return frame(width, height, 1.5, 2, "accent")
    return (
        frame(width, height, 1.5, 2, "line", "1 4") if hand_card.get("is_called") or hand_card.get("is_shown") else ""
    )


def _marks(hand_card: Mapping[str, Any], strip: float, height: float) -> Piece:
    """Return what is said about a card beyond its state, over its strip: known to all at its head; advised, and what it is
    worth to the solver, at its foot."""
    foot, markup = height + 4, ""
    for text, fill, ink in (
        (hand_card.get("value"), "panel", "text"),
        ("hint" if hand_card.get("hint") else "", "accent", "casing"),
    ):
        if text:
            mark = pill(str(text), fill, ink, 12)
            foot -= mark.height + 1
            markup += mark.at((strip - mark.width) / 2, foot)
    note = "shown" if hand_card.get("is_shown") else "called" if hand_card.get("is_called") else ""
    if note:
        mark = pill(note, "panel", "text", 12)
        markup += mark.at((strip - mark.width) / 2, -14)
    return Piece(markup, strip, height)
