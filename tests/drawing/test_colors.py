"""Measured colors: contrast of every pair that carries meaning, and plates told apart under color
blindness."""

from __future__ import annotations

import math
import re
from itertools import combinations
from pathlib import Path

import pytest

import mam.drawing
from mam.drawing.tokens import COLORS, THEMES, art_colors, load_tokens, mix, palette

# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB.
SIGHT = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "gray": ((0.2126, 0.7152, 0.0722),) * 3,
}
Triple = tuple[float, float, float]


def linear(color: str) -> Triple:
    values = [int(color[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    r, g, b = (value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in values)
    return r, g, b


def simulate_vision(color: str, sight: str) -> Triple:
    light = linear(color)
    r, g, b = (min(1.0, max(0.0, sum(a * x for a, x in zip(row, light, strict=True)))) for row in SIGHT[sight])
    return r, g, b


def luminance(light: Triple) -> float:
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


def ratio(first: Triple, second: Triple) -> float:
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def contrast(first: str, second: str) -> float:
    return ratio(linear(first), linear(second))


def lab(light: Triple) -> Triple:
    r, g, b = light
    xyz = (
        (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047,
        0.2126729 * r + 0.7151522 * g + 0.0721750 * b,
        (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883,
    )
    x, y, z = (value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116 for value in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(first: Triple, second: Triple) -> float:
    (l1, a1, b1), (l2, a2, b2) = first, second
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(mean**7 / (mean**7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    dl, dc, dh = l2 - l1, c2 - c1, 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    if c1 * c2 == 0:
        hm = h1 + h2
    else:
        hm = (h1 + h2) / 2 if abs(h1 - h2) <= 180 else ((h1 + h2 + 360) / 2 if h1 + h2 < 360 else (h1 + h2 - 360) / 2)

    def cosine(degrees: float) -> float:
        return math.cos(math.radians(degrees))

    t = 1 - 0.17 * cosine(hm - 30) + 0.24 * cosine(2 * hm) + 0.32 * cosine(3 * hm + 6) - 0.2 * cosine(4 * hm - 63)
    sl = 1 + 0.015 * (lm - 50) ** 2 / math.sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    rt = -2 * math.sqrt(cm**7 / (cm**7 + 25**7)) * math.sin(math.radians(60 * math.exp(-(((hm - 275) / 25) ** 2))))
    return math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * dc / sc * dh / sh)


def test_the_difference_formula_on_published_pairs() -> None:
    pairs = [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ]
    for first, second, expected in pairs:
        assert abs(ciede2000(first, second) - expected) < 0.0001


@pytest.mark.parametrize("theme", THEMES)
def test_text_can_be_read(theme: str) -> None:
    p = palette(theme)
    grounds = ("page", "table", "panel")
    pairs = [
        (ink, ground)
        for ink in ("text", "muted", "accent", "win", "danger", "ok", "sideA", "sideB")
        for ground in grounds
    ]
    pairs += [
        ("casing", "accent"),
        ("casing", "win"),
        ("casing", "sideA"),
        ("table", "text"),
        ("ink", "paper"),
        ("ink", "rail"),
    ]
    pairs += [("on-band", "band"), ("back-letter", "back"), ("muted", "out"), ("text", "out")]
    pairs += [(f"on-{color}", color) for color in COLORS]
    for ink, ground in pairs:
        assert contrast(p[ink], p[ground]) >= 4.5, (ink, ground)


@pytest.mark.parametrize("theme", THEMES)
def test_lines_and_rings_can_be_seen(theme: str) -> None:
    p = palette(theme)
    pairs = [
        (line, ground) for line in ("line", "accent", "win", "sideA", "sideB") for ground in ("page", "table", "panel")
    ]
    pairs += [
        ("accent", "casing"),
        ("win", "casing"),
        ("back-lines", "back"),
        ("edge", "table"),
        ("edge", "panel"),
    ]
    pairs += [("back", "paper"), ("back-second", "paper"), ("back-lines", "back-second"), ("ink", "paper")]
    for line, ground in pairs:
        assert contrast(p[line], p[ground]) >= 3, (line, ground)
    # The card stands out from the table by its paper or by its outline.
    assert max(contrast(p["paper"], p["table"]), contrast(p["ink"], p["table"])) >= 3
    # Yellow and Green need their outline, which is ink.
    for color in COLORS:
        assert max(contrast(p[color], p["paper"]), contrast(p["ink"], p[color])) >= 3


@pytest.mark.parametrize("theme", THEMES)
def test_dimmed_cards_can_still_be_read(theme: str) -> None:
    p, d = palette(theme), palette(theme, dimmed=True)
    for ground in ("paper", "rail", "band", *COLORS):
        assert contrast(d["ink"], d[ground]) >= 4.5, ground
    assert d["on-band"] == d["ink"] and all(d[f"on-{color}"] == d["ink"] for color in COLORS)
    share = load_tokens()["dim"][theme]["mix"]
    for name in ("paper", *COLORS):
        pairs = zip(mix(p[name], p["table"], share)[1:], d[name][1:], strict=True)
        assert all(abs(int(a, 16) - int(b, 16)) <= 1 for a, b in list(pairs)[::2]), name
    assert len(art_colors()) >= 6 and all(d[f"art-{index}"] != p[f"art-{index}"] for index in range(len(art_colors())))


@pytest.mark.parametrize("sight", SIGHT)
def test_plates_differ_for_every_eye(sight: str) -> None:
    p = palette("light")
    for first, second in combinations(COLORS, 2):
        lights = simulate_vision(p[first], sight), simulate_vision(p[second], sight)
        assert ciede2000(lab(lights[0]), lab(lights[1])) >= 13, (first, second)
        assert ratio(*lights) >= 1.5, (first, second)
    for color in COLORS:
        assert ratio(simulate_vision(p[color], sight), simulate_vision(p[f"on-{color}"], sight)) >= 4.5


def test_colors_are_declared_in_one_place() -> None:
    folder = Path(mam.drawing.__file__).parent
    declared = {value.upper() for theme in THEMES for dim in (False, True) for value in palette(theme, dim).values()}
    for path in sorted(folder.glob("*.py")):
        source = re.sub(r">>> .*\n.*\n", "", path.read_text(encoding="utf-8"))
        hexes = re.findall(r"#[0-9A-Fa-f]{6}\b|#[0-9A-Fa-f]{3}\b", source)
        assert not hexes or path.name == "tokens.py", (path.name, hexes)
    assert set(re.findall(r"#[0-9A-Fa-f]{6}\b", mam.drawing.css())) <= declared


def test_no_token_is_written_a_second_time() -> None:
    # The few values kept beside the token file must not repeat a token under another name.
    source = (Path(mam.drawing.__file__).parent / "tokens.py").read_text(encoding="utf-8")
    constants = set(re.findall(r'"(#[0-9A-F]{6})"', source.split("_VARIABLE")[0])) - {"#FFFFFF"}
    text = str(load_tokens()).upper()
    assert constants and not [color for color in constants if color in text]
