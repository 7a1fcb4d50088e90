"""The cards of every pack and their back, drawn in a box of 100 by 140.

A face is a short list of `<use>` elements; the shapes it uses are those of `shapes()`. Colors are
`var(--mam-…)`, and every id begins with the placeholder `@@`, which each drawing replaces by a prefix of
its own: a notebook holds many pictures, and an id must not find another picture's shape.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from functools import cache
from html import escape
from string import ascii_uppercase
from typing import Any

from mam.drawing.glyphs import line, move_path, number
from mam.drawing.tokens import COLORS, SUITS, animal_art, animal_signs, emblem_path, load_tokens, resolve

COMPACT_BELOW = 72  # pixels: a narrower card shows the short sum in its band
PLACEHOLDER = "@@"
FACE_DOWN = "??"  # the code of a card that is not seen
BACK = f'<use href="#{PLACEHOLDER}back"/>'  # its face

Facts = Mapping[str, Any]  # what a scene says that a card is

# What is printed on cards: the shapes below are drawn for these.
_RANKS = ("40", "30", "15", "11", "10", "9", "8", "7", "5", "4", "3", "2", "1")
_AMOUNTS = ("40", "30", "15", "10", "5")
_SUIT_RANKS = ("A", "K", "Q", "J", "6")  # those that no color has

_RAIL = "M9 4H34V136H9A5 5 0 0 1 4 131V9A5 5 0 0 1 9 4Z"
_RAIL_FOOT = "M9 94H34V136H9A5 5 0 0 1 4 131V94Z"
_FRAME = "M42 8H90A4 4 0 0 0 94 12V128A4 4 0 0 0 90 132H42A4 4 0 0 0 38 128V12A4 4 0 0 0 42 8Z"
_INNER_FRAME = "M91 107V15.5A5 5 0 0 1 86.5 11H45.5A5 5 0 0 1 41 15.5V107"
_BAND = "M38 107H94V128A4 4 0 0 0 90 132H42A4 4 0 0 0 38 128Z"
_BACK_RHOMBUS = "M50 44L74 70L50 96L26 70Z"
_INK = "var(--mam-ink)"
_BULL_EFFECT, _BEAR_EFFECT = "×2", "×0"  # usually


def draw_face(code: str, facts: Facts) -> str:
    """Return the inside of a card's `<svg viewBox="0 0 100 140">`, drawn from the card's facts in a scene; needs the `shapes()` that it uses in
    the same document.

    A card of a color has a rail, and where it counts money or points a band that says how much; an animal its picture;
    a letter stands in the rail and once more large, over a line that says which way up it is."""
    if code == FACE_DOWN:
        return BACK
    color, rank, points = facts["color"], facts["rank"], facts["points"]
    if not color:
        names = [code] if code in animal_signs() else ["letter-rail", f"letter-{code}"]
        return "".join(map(_use, ("card", *names)))
    parts = [_use("card"), _use(f"rail-{color}")]
    if facts["money"]:
        parts += [_use("money"), _use(f"money-{rank}"), _use(f"money-emblem-{color}"), *_band(rank)]
    elif points:
        parts += [_use("points"), _use(f"pips-{points}"), _use(f"rank-{rank}", f' stroke="{_INK}"')]
        parts += [_use(f"numeral-{rank}"), _use(f"money-emblem-{color}"), *_band(f"points-{points}")]
    else:
        parts += [_use(f"plain-emblem-{color}"), _use(f"rank-{rank}", f' stroke="var(--mam-on-{color})"')]
        parts += [_use(f"numeral-{rank}")]
    return "".join(parts)


def _band(amount: str) -> list[str]:
    """Return what the band says, in full and for a small card."""
    return [_use(f"full-{amount}", ' class="mam-full"'), _use(f"short-{amount}", ' class="mam-compact"')]


def card_svg(code: str, facts: Facts, *, width: float = 100, theme: str = "light", dimmed: bool = False) -> str:
    """Return one card as a picture that stands alone, drawn from its facts in a scene: plain colors, own ids, a title. `width`
    in pixels, 44 or more; below 72 the band says "$40" for "$40,000". Raises ValueError for an unknown theme."""
    name = facts["description"]
    body = size_face(draw_face(code, facts), width)
    content = resolve(f"<defs>{list_needed_shapes(body)}</defs>{body}", theme, dimmed)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{number(width)}" '
        f'height="{number(width * 1.4)}" viewBox="0 0 100 140"><title>{escape(name)}</title>'
    )
    return prefix_ids(f"{head}{content}</svg>")


def size_face(face: str, width: float) -> str:
    """Return the face with only the band that fits a card of this width in pixels, and without classes: a static picture must
    not change with the style sheet of the page around it."""
    shown, hidden = ("mam-compact", "mam-full") if width < COMPACT_BELOW else ("mam-full", "mam-compact")
    return re.sub(rf'<use [^>]*class="{hidden}"/>', "", face).replace(f' class="{shown}"', "")


_BESIDE_RAIL = re.compile(r'<use href="#@@(?:numeral|full|short|(?:money|plain)-emblem)-[^>]*/>')


def rail_only(face: str) -> str:
    """Return the face without what stands beside its rail, for a card that others cover.

    >>> face = draw_face("R7", {"color": "R", "rank": "7", "money": 0, "points": 0})
    >>> "numeral" in rail_only(face), "rank-7" in rail_only(face)
    (False, True)
    """
    card, rail = _use("card"), _BESIDE_RAIL.sub("", face).replace(_use("card"), "", 1)
    return f'{card}<svg width="35" height="140" viewBox="0 0 35 140">{rail}</svg>'


def list_needed_shapes(markup: str) -> str:
    """Return the shapes that this markup uses, directly or through others."""
    all_shapes, shape_names, waiting = shapes(), set(), [markup]
    while waiting:
        for name in re.findall(r"(?:href=\"|url\()#@@([\w-]+)", waiting.pop()):
            if name not in shape_names:
                shape_names.add(name)
                waiting.append(all_shapes[name])
    return "".join(shape for name, shape in all_shapes.items() if name in shape_names)


def prefix_ids(markup: str) -> str:
    """Return the markup with the id placeholder replaced by a prefix made from its content: the same in every run, and another
    one for another picture."""
    digest = hashlib.sha256(markup.encode("utf-8")).hexdigest()[:10]
    return markup.replace(PLACEHOLDER, f"mam{digest}-")


def effect_path(effect: str) -> str:
    """Return what an animal does to the money of its trick, like "×2", as it stands in the card's rail.

    >>> effect_path("×2") in shapes()["BULL"], effect_path("×3") in shapes()["BULL"]
    (True, False)
    """
    return line(effect.replace("×", "x"), 19, 10.4, 0.88, 3.2)


def with_bull_effect(markup: str, effect: str) -> str:
    """Return the markup of shapes with another effect on the Bull."""
    return markup.replace(effect_path(_BULL_EFFECT), effect_path(effect))


@cache
def shapes() -> dict[str, str]:
    """Return every shape that faces share, by its id without the placeholder, for the `<defs>` of an `<svg>`, which may be of no size, but
    must not be `display:none`."""
    parts = {"card": _rect(0.75, 0.75, 98.5, 138.5, 8, "paper", 1.5)}
    parts |= {"clip-rail": f'<clipPath id="@@clip-rail"><path d="{_RAIL_FOOT}"/></clipPath>'}
    for color in COLORS:
        parts |= _color_shapes(color)
    for rank in _RANKS:
        small, large = 0.88, 1.75
        center = 66 if rank in _AMOUNTS else 65
        parts[f"rank-{rank}"] = _stroke(line(rank, 19, 10.4, small, 3.2), 3.2, "")
        parts[f"numeral-{rank}"] = _stroke(line(rank, center, 23, large, 5.4, 2.6), 5.4)
    dollar = _stroke(line("$", 19, 31, 0.7, 2.3), 2.3)
    frame = f'<path d="{_FRAME}" stroke-width="1.4"/><path d="{_INNER_FRAME}" stroke-width=".7"/>'
    band = f'<path d="{_BAND}" fill="var(--mam-band)" stroke="{_INK}" stroke-width="1.4"/>'
    parts["money"] = (
        _rect(5.6, 5.6, 26.8, 40.4, 3.6, "paper", 1) + dollar + f'<g fill="none" stroke="{_INK}">{frame}</g>' + band
    )
    for rank in _AMOUNTS:
        parts[f"money-{rank}"] = _use(f"rank-{rank}", f' stroke="{_INK}"') + _use(f"numeral-{rank}")
        on_band = "var(--mam-on-band)"
        parts[f"full-{rank}"] = _stroke(line(f"${rank},000", 66, 114.3, 0.66, 1.9, 1.2), 1.9, on_band)
        parts[f"short-{rank}"] = _stroke(line(f"${rank}", 66, 112.2, 0.9, 2.8, 1.2), 2.8, on_band)
    for animal in animal_signs():
        parts[animal] = _animal(animal)
    parts |= _back()
    parts |= _suit_shapes()
    parts |= _letter_shapes()
    return {
        name: shape if shape.startswith(("<clipPath", "<pattern")) else f'<g id="@@{name}">{shape}</g>'
        for name, shape in parts.items()
    }


def _suit_shapes() -> dict[str, str]:
    """Return what the faces of the suits use beside what they share with the colors."""
    shapes: dict[str, str] = {}
    for suit in SUITS:
        shapes |= _color_shapes(suit)
    for rank in _SUIT_RANKS:
        shapes[f"rank-{rank}"] = _stroke(line(rank, 19, 10.4, 0.88, 3.2), 3.2, "")
        shapes[f"numeral-{rank}"] = _stroke(line(rank, 65.5, 23, 1.75, 5.4, 2.6), 5.4)
    band = f'<path d="{_BAND}" fill="var(--mam-band)" stroke="{_INK}" stroke-width="1.4"/>'
    edge = f'<rect x="38" y="8" width="56" height="124" rx="4" fill="none" stroke="{_INK}" stroke-width="1.4"/>'
    shapes["points"] = _rect(5.6, 5.6, 26.8, 40.4, 3.6, "paper", 1) + edge + band
    on_band = "var(--mam-on-band)"
    for points, places in ((1, (19,)), (2, (14.5, 23.5))):
        words = f"{points} POINT{'S' if points > 1 else ''}"
        dots = "".join(f"M{number(x)} 36.6h0" for x in places)
        shapes[f"pips-{points}"] = _stroke(dots, 6.4)
        shapes[f"full-points-{points}"] = _stroke(line(words, 66, 115.4, 0.52, 1.7, 1), 1.7, on_band)
        shapes[f"short-points-{points}"] = _stroke(line(str(points), 66, 112.2, 0.9, 2.8, 1.2), 2.8, on_band)
    return shapes


def _letter_shapes() -> dict[str, str]:
    rail = f'<path d="{_RAIL}" fill="var(--mam-rail)" stroke="{_INK}" stroke-width="1.2"/>'
    lines = f'<path d="M10.5 96H27.5M10.5 106H27.5M10.5 116H27.5" stroke="{_INK}" stroke-width="1.2" opacity=".6"/>'
    frame = f'<rect x="38" y="8" width="56" height="124" rx="4" fill="none" stroke="{_INK}" stroke-width="1.2"/>'
    foot = f'<path d="M50 106H82" stroke="{_INK}" stroke-width="3.4" stroke-linecap="round"/>'
    shapes = {"letter-rail": rail + lines + frame + foot}
    for letter in ascii_uppercase:
        small = _stroke(line(letter, 19, 10.4, 0.88, 3.2), 3.2)
        shapes[f"letter-{letter}"] = small + _stroke(line(letter, 66, 46, 2.9, 7), 7)
    return shapes


def _color_shapes(color: str) -> dict[str, str]:
    emblem = emblem_path(color)
    fill, on = f"var(--mam-{color})", f"var(--mam-on-{color})"
    mark = (
        f'<path d="{emblem}" fill="{fill}" stroke="none"/>'
        f'<g clip-path="url(#@@clip-{color})" opacity=".55">{_hatching(color, -12, -12, 24, 24, on)}</g>'
        f'<path d="{emblem}" fill="none" stroke="{_INK}"/>'
    )
    rail = (
        f'<path d="{_RAIL}" fill="{fill}"/>'
        f'<g clip-path="url(#@@clip-rail)" opacity=".85">{_hatching(color, 4, 94, 30, 42, on)}</g>'
        f'<path d="{_RAIL}" fill="none" stroke="{_INK}" stroke-width="1.2"/>'
        f'<path d="{move_path(emblem, 21 / 24, 19, 60)}" fill="{on}"/>'
        + _stroke(line(color, 19, 76.5, 0.75, 2.6), 2.6, on)
    )
    return {
        f"clip-{color}": f'<clipPath id="@@clip-{color}"><path d="{emblem}"/></clipPath>',
        f"emblem-{color}": mark,
        f"plain-emblem-{color}": _place_emblem(color, 65, 92, 48),
        f"money-emblem-{color}": _place_emblem(color, 66, 81, 38),
        f"rail-{color}": rail,
    }


def _place_emblem(color: str, x: float, y: float, size: float) -> str:
    scale = size / 24
    placing = f' transform="translate({x} {y}) scale({scale:.4g})" stroke-width="{1.5 / scale:.3g}"'
    return _use(f"emblem-{color}", placing)


def _hatching(color: str, x: float, y: float, width: float, height: float, ink: str) -> str:
    """Return the color's pattern over a box, as plain strokes: unlike the content of a `<pattern>` they take their color from
    where they are used, so a dimmed card dims its pattern too. A suit has the pattern of its plate."""
    color = SUITS.get(color, color)

    def upright(step: float, first: float) -> str:
        return "".join(f"M{number(x + offset)} {number(y)}v{number(height)}" for offset in _steps(first, width, step))

    if color == "R":
        path, stroke, ends = upright(5, 1.5), 1.5, ""
    elif color == "B":
        level = "".join(f"M{number(x)} {number(y + step)}h{number(width)}" for step in _steps(2.5, height, 5))
        path, stroke, ends = upright(5, 2.5) + level, 0.9, ""
    elif color == "G":
        step = 5 * 2**0.5
        starts = _steps(step / 2 - step * int(height // step + 1), width, step)
        path = "".join(f"M{number(x + start)} {number(y)}l{number(height)} {number(height)}" for start in starts)
        stroke, ends = 1.5, ""
    else:
        rows = [(height_at, 1.5 if index % 2 == 0 else 4.5) for index, height_at in enumerate(_steps(1.5, height, 3))]
        path = "".join(
            f"M{number(x + across)} {number(y + down)}h0" for down, first in rows for across in _steps(first, width, 6)
        )
        stroke, ends = 2.3, ' stroke-linecap="round"'
    return f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="{stroke}"{ends}/>'


def _steps(first: float, end: float, step: float) -> list[float]:
    return [first + index * step for index in range(int((end - first) // step) + 1)]


def _animal(animal: str) -> str:
    rail = f'<path d="{_RAIL}" fill="var(--mam-rail)" stroke="{_INK}" stroke-width="1.2"/>'
    if animal == "TIGER":
        top = f'<path d="{move_path(load_tokens()["crown"], 1, 19, 19)}" fill="{_INK}"/>'
    else:
        top = _stroke(effect_path(_BULL_EFFECT if animal == "BULL" else _BEAR_EFFECT), 3.2)
    mini = f'<path d="{move_path(animal_signs()[animal], 0.95, 19, 46)}" fill="{_INK}"/>'
    side = f'<g transform="rotate(90 24.8 98)">{_stroke(line(animal, 24.8, 98, 0.72, 2.5), 2.5)}</g>'
    art = (
        f'<g transform="translate(38 36) scale(.87)" stroke="{_INK}" stroke-width="1.7" '
        f'stroke-linejoin="round" stroke-linecap="round">{animal_art(animal)}</g>'
    )
    name = _stroke(line(animal, 66, 97.5, 0.72, 2.5, 2), 2.5)
    strips = f'<path d="{_strip(animal, 36, 8)}{_strip(animal, 36, 116)}" fill="{_INK}"/>'
    return rail + top + mini + side + art + name + strips


def _strip(animal: str, x: float, y: float) -> str:
    """Twelve small marks in a strip of 60 by 16: claws for the Tiger, triangles up for the Bull, down for
    the Bear."""
    shape = {
        "TIGER": ("M0 0L9 2.6L0 5Z", "M9 0V5L0 2.4Z"),
        "BULL": ("M0 6L3.5 0L7 6Z",) * 2,
        "BEAR": ("M0 0H7L3.5 6Z",) * 2,
    }[animal]
    inset = 0.5 if animal == "TIGER" else 1.5
    return "".join(
        move_path(shape[row], 1, x + inset + column * 10, y + 1 + row * 8.5) for row in range(2) for column in range(6)
    )


def _back() -> dict[str, str]:
    lines = "var(--mam-back-lines)"
    tile = (
        '<pattern id="@@lattice" width="14" height="14" patternUnits="userSpaceOnUse" x="50" y="70">'
        f'<path d="M7 0L14 7L7 14L0 7Z" fill="none" stroke="{lines}" stroke-width=".9"/>'
        f'<path d="M7 5.4L8.6 7L7 8.6L5.4 7Z" fill="{lines}"/></pattern>'
    )
    back = (
        _rect(0.75, 0.75, 98.5, 138.5, 8, "paper", 1.5)
        + _rect(5, 5, 90, 130, 5, "back")
        + '<rect x="9" y="9" width="82" height="122" rx="2" fill="url(#@@lattice)" '
        + f'stroke="{lines}" stroke-width=".9"/>'
        + f'<path d="{_BACK_RHOMBUS}" fill="var(--mam-back)" stroke="{lines}" stroke-width="1.6"/>'
        + _stroke(line("M", 50, 60.4, 1.2, 3.4), 3.4, "var(--mam-back-letter)")
    )
    return {"lattice": tile, "back": back}


def _use(name: str, attributes: str = "") -> str:
    return f'<use href="#@@{name}"{attributes}/>'


def _rect(x: float, y: float, width: float, height: float, radius: float, fill: str, line: float = 0) -> str:
    stroke = f' stroke="{_INK}" stroke-width="{number(line)}"' if line else ""
    size = f'width="{number(width)}" height="{number(height)}" rx="{number(radius)}"'
    return f'<rect x="{number(x)}" y="{number(y)}" {size} fill="var(--mam-{fill})"{stroke}/>'


def _stroke(path: str, width: float, ink: str = _INK) -> str:
    """Lettering. An empty `ink` leaves the color to the place that uses it."""
    color = f' stroke="{ink}"' if ink else ""
    return (
        f'<path d="{path}" fill="none"{color} stroke-width="{number(width)}" '
        f'stroke-linecap="round" stroke-linejoin="round"/>'
    )
