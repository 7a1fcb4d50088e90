"""The money bar: how much each side has, what the bid still needs, and what can be spared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mam.drawing.glyphs import number
from mam.drawing.parts import Piece, box, label, stack
from mam.drawing.wrap import cut, text_width

_TOP, _HEIGHT = 22.0, 26.0
_FOOT = _TOP + _HEIGHT
_TICK = "M-5 0L-1.5 3.5L5-4"
_FILLS = {"A": "var(--mam-sideA)", "B": "url(#@@hatch)"}


def money_bar(money: Mapping[str, Any], width: float) -> Piece:
    """Return the bar of a scene's `money`. Sums in thousands.

    Every piece carries its sum as `data-money`; together they are the total.
    """
    scale = width / max(int(money["total"]), 1)
    left, right = int(money["left"]["money"]), int(money["right"]["money"])
    nest, out, needs, spare = (int(money[name]) for name in ("nest", "remaining", "shortfall", "spare"))
    mark = min(max(int(money["bid"]) * scale, 0.0), width)
    left_end, right_start = left * scale, width - right * scale
    open_end = right_start - nest * scale
    parts = [box(0, _TOP, width, _HEIGHT, 4, "out", "line")]
    if money["state"] == "open":
        parts.append(_open("needs", needs, left_end, min(mark, open_end)))
        parts.append(_open("spare", spare, max(mark, left_end), open_end))
    else:
        parts.append(_open("out", out, left_end, open_end))
    parts.append(_fill("left", left, 0, left_end, _FILLS[money["left"]["side"]], f"side{money['left']['side']}"))
    parts.append(_fill("nest", nest, open_end, right_start, "url(#@@crossed)", "line"))
    parts.append(
        _fill("right", right, right_start, width, _FILLS[money["right"]["side"]], f"side{money['right']['side']}")
    )
    # Numbers come after every fill: the marker may stand in one, and a number must stay readable beside it.
    parts.append(f'<path d="M{number(mark)} {_TOP - 2}V{_FOOT + 4}" stroke="var(--mam-text)" stroke-width="3"/>')
    parts.append(f'<path class="marker" d="M{number(mark - 6)} {_TOP - 5}h12l-6 7Z" fill="var(--mam-text)"/>')
    for side, start, end in (("left", 0.0, left_end), ("right", right_start, width)):
        hatched = money[side]["side"] == "B"
        ink = "sideB" if hatched else "casing"
        parts.append(_sum(str(money[side]["money"]), start, end, mark, ink, plate=hatched))
    parts.append(
        _sum(f"{money.get('word', 'nest')} {nest}", open_end, right_start, mark, "muted", plate=True) if nest else ""
    )
    parts.append(_heads(money, mark, width))
    return stack([Piece("".join(parts), width, _FOOT + 4)], 6)


def empty_bar(text: str, width: float) -> Piece:
    """Return the place of the bar before there is a bid."""
    return Piece(
        label(1, 13.5, text, 13, 400, "muted") + box(0, _TOP, width, _HEIGHT, 4, "out", "line"), width, _FOOT + 4
    )


def make_crossed_pattern() -> str:
    """Return the pattern of money out of play, for the drawing's `<defs>`."""
    return (
        '<pattern id="@@crossed" width="6" height="6" patternUnits="userSpaceOnUse">'
        '<path d="M0 0L6 6M6 0L0 6" stroke="var(--mam-line)"/></pattern>'
    )


def _fill(name: str, thousands: int, start: float, end: float, fill: str, edge: str) -> str:
    if not thousands:
        return ""
    size = f'x="{number(start)}" y="{_TOP}" width="{number(end - start)}" height="{_HEIGHT}" rx="4"'
    data = f'data-piece="{name}" data-money="{thousands}"'
    return f'<rect {data} {size} fill="{fill}" stroke="var(--mam-{edge})"/>'


def _open(word: str, thousands: int, start: float, end: float) -> str:
    """Return a stretch of what is still out, with its word; a dotted line says that it is still to be captured."""
    if not thousands:
        return ""
    size = f'x="{number(start)}" y="{_TOP}" width="{number(max(end - start, 0))}" height="{_HEIGHT}"'
    shape = f'<rect data-piece="{word}" data-money="{thousands}" {size} fill="none"/>'
    text = _fitting([f"{word} {thousands}", str(thousands)], end - start)
    middle, half = (start + end) / 2, text_width(text, 13, True) / 2 + 5
    if word == "needs" and end - start > 2 * half + 16:
        y = _TOP + _HEIGHT / 2
        dots = f"M{number(start + 6)} {y}H{number(middle - half)}M{number(middle + half)} {y}H{number(end - 8)}"
        shape += f'<path d="{dots}" stroke="var(--mam-muted)" stroke-width="1.5" stroke-dasharray="2 4"/>'
    return shape + label(middle, _TOP + 17.6, text, 13, 700, "text" if word == "needs" else "muted", "middle")


def _sum(text: str, start: float, end: float, mark: float, ink: str, plate: bool = False) -> str:
    """Return a sum in the middle of its piece, or beside the marker where that crosses it; nothing where it does not fit."""
    if start + 4 < mark < end - 4:
        start, end = (start, mark - 3) if mark - start > end - mark else (mark + 3, end)
    text = _fitting([text, text.split()[-1]], end - start - (4 if plate else 0))
    if not text or text == "0":
        return ""
    middle, wide = (start + end) / 2, text_width(text, 13, True) + 10
    ground = box(middle - wide / 2, _TOP + 4, wide, _HEIGHT - 8, 3, "panel", "none") if plate else ""
    return ground + label(middle, _TOP + 17.6, text, 13, 700, ink, "middle")


def _fitting(texts: list[str], room: float) -> str:
    return next((text for text in texts if text_width(text, 13, True) + 10 <= room), "")


def _heads(money: Mapping[str, Any], mark: float, width: float) -> str:
    """Return the names of the sides above their ends, and between them the bid above its marker."""
    bid, by = int(money["bid"]), int(money["difference"])
    left = cut(f"{money['left']['name']} bid", 13, width * 0.3, True)
    right = cut(str(money["right"]["name"]), 13, width * 0.3, True)
    texts = {
        "made": [f"bid {bid} made, +{by}", f"made, +{by}"],
        "set": [f"bid {bid} set: {by} short", f"set: {by} short"],
    }
    choices = [*texts.get(str(money["state"]), []), f"bid {bid}", str(bid)]
    start = text_width(left, 13, True) + 12
    end = width - text_width(right, 13, True) - 12
    sign = 16 if money["state"] == "made" else 0
    text = next((choice for choice in choices if text_width(choice, 13, True) + sign <= end - start), "")
    half = text_width(text, 13, True) / 2 + sign / 2
    middle = min(max(mark, start + half), end - half)
    ink = {"made": "ok", "set": "danger"}.get(str(money["state"]), "text")
    tick = ""
    if sign and text:
        place = f'transform="translate({number(middle - half + 5)} 9)"'
        tick = f'<path {place} d="{_TICK}" fill="none" stroke="var(--mam-ok)" stroke-width="2.4"/>'
    return (
        label(1, 13.5, left, 13, 700, f"side{money['left']['side']}")
        + label(width - 1, 13.5, right, 13, 700, f"side{money['right']['side']}", "end")
        + tick
        + label(middle + sign / 2, 13.5, text, 13, 700, ink, "middle")
    )
