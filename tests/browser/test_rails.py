"""The rail of a card tells its color to every eye: two colors of one rank differ where only lightness is seen, and in
the eyes of those who lack one kind of cone; also when the card is dimmed."""

import base64
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page

from mam import drawing
from mam.rules.cards import PACK, Card
from mam.scenes import list_facts

WIDE, HIGH, RAIL = 64, 90, 22  # the narrowest card of a hand, and what of it stays free
APART = 0.12  # how far two points differ that can be told apart, in shares of the whole scale

# Machado, Oliveira and Fernandes 2009, severity 1.0; gray by the luminance of sRGB.
SIGHTS = {
    "gray": [[0.2126, 0.7152, 0.0722]] * 3,
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}

RASTER = """async ([svgs, wide, high, rail]) => {
    const drawn = [];
    for (const svg of svgs) {
        const image = new Image(wide, high);
        image.src = "data:image/svg+xml;utf8," + encodeURIComponent(svg);
        await image.decode();
        const pen = new OffscreenCanvas(wide, high).getContext("2d");
        pen.drawImage(image, 0, 0, wide, high);
        drawn.push(btoa(String.fromCharCode(...pen.getImageData(0, 0, rail, high).data)));
    }
    return drawn;
}"""


def pixels(rail: str) -> "np.ndarray[Any, Any]":
    """The red, green and blue of each point, from 0 to 1."""
    return np.frombuffer(base64.b64decode(rail), dtype=np.uint8).reshape(HIGH, RAIL, 4)[..., :3] / 255


def simulate_vision(points: "np.ndarray[Any, Any]", sight: str) -> "np.ndarray[Any, Any]":
    """Points as this eye sees them: made linear, mixed, and made sRGB again."""
    linear = np.where(points <= 0.04045, points / 12.92, ((points + 0.055) / 1.055) ** 2.4)
    mixed = np.clip(linear @ np.array(SIGHTS[sight]).T, 0, 1)
    return np.where(mixed <= 0.0031308, mixed * 12.92, 1.055 * mixed ** (1 / 2.4) - 0.055)


@cache
def codes() -> dict[str, list[str]]:
    """The cards of each rank, one of each color."""
    ranks = dict.fromkeys(str(card.rank) for card in PACK if card.color)
    return {rank: [f"{color}{rank}" for color in "RYBG"] for rank in ranks}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("dimmed", "min_difference"), [(False, 0.35), (True, 0.12)])
def test_two_colors_of_a_rank_differ_for_every_eye(
    watched_page: Page, theme: str, dimmed: bool, min_difference: float
) -> None:
    cards = [code for rank in codes().values() for code in rank]
    svgs = [drawing.card_svg(code, list_facts(Card(code)), theme=theme, width=WIDE, dimmed=dimmed) for code in cards]
    rails = watched_page.evaluate(RASTER, [svgs, WIDE, HIGH, RAIL])
    points = {code: pixels(rail) for code, rail in zip(cards, rails, strict=True)}
    worst = {}
    for sight in SIGHTS:
        eye = {code: simulate_vision(picture, sight) for code, picture in points.items()}
        for rank in codes().values():
            for first, second in combinations(rank, 2):
                worst[sight, first, second] = float((np.abs(eye[first] - eye[second]).max(axis=-1) > APART).mean())
    alike = {pair: round(share, 2) for pair, share in worst.items() if share <= min_difference}
    assert not alike
    assert len(worst) == len(SIGHTS) * 13 * 6
