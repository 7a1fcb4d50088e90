"""The region of the hand, with five to twenty cards in every size: whole, reachable, in its fixed box, and nothing cut in two."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page
from stage import Stage

mw = pytest.importorskip("mam_widgets", reason="the extra lab is not installed")

SIZES = {"S": (360, 640), "M": (640, 616), "LS": (900, 576), "L": (1000, 716), "XL": (1440, 916)}
CODES = "R40 R30 R15 R11 R10 R9 Y40 Y8 Y7 Y3 B40 B30 B5 B2 G15 G9 G2 TIGER BULL BEAR".split()

# Each card of the hand: what can be seen and clicked of it, in its row.
MEASURE = """root => {
    const region = root.querySelector(".mam-hand-region").getBoundingClientRect();
    const cards = [...root.querySelectorAll("[data-area=hand]")].map(card => {
        const box = card.getBoundingClientRect();
        const place = card.parentElement;
        const at = (x, y) => { const hit = root.getRootNode().elementFromPoint(x, y); return hit ? hit.closest("[data-area=hand]") : null; };
        const middle = box.y + Math.min(12, box.height / 4);
        let free = 0;
        while (free < box.width && at(box.x + free + 1, middle) === card) free += 1;
        let down = 0;
        while (down < box.height && at(box.x + 6, box.y + 2 + down) === card) down += 1;
        return { code: card.dataset.card, x: box.x, y: box.y, right: box.right, bottom: box.bottom, width: box.width, free, down,
                 covered: place.classList.contains("mam-covered") };
    });
    return { region: [region.x, region.y, region.right, region.bottom], height: region.height, cards };
}"""


def put(stage: Stage, cards: list[dict[str, Any]], mode: str = "discard") -> dict[str, Any]:
    """Show this hand, and measure it."""
    scene = json.loads(json.dumps(stage.widget.scene))
    scene["hand"] |= {"cards": cards, "mode": mode, "need": 3}
    stage.show_scene(scene)
    stage.settle()
    measured: dict[str, Any] = stage.root.evaluate(MEASURE)
    return measured


def hand_of(count: int, state: str = "rest", **fields: object) -> list[dict[str, Any]]:
    return [
        {"card": code, "name": code, "state": state, "move": None, "why": None, "hint": False, **fields}
        for code in CODES[:count]
    ]


def open_stage(page: Page, size: str) -> Stage:
    width, height = SIZES[size]
    stage = Stage(page, mw.discard_lab(seed=1), width=width)
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_timeout(100)
    stage.settle()
    assert stage.root.locator(".mam-table").get_attribute("data-size") == size
    return stage


def check(measured: dict[str, Any], size: str, count: int) -> None:
    """Every card lies in the region, its index can be seen, and a finger finds it."""
    left, top, right, bottom = measured["region"]
    reach = 44 if size in "SM" else 24
    assert len(measured["cards"]) == count
    for card in measured["cards"]:
        moment = (size, count, card)
        assert left <= card["x"] and card["right"] <= right + 1, moment
        assert top <= card["y"] and card["bottom"] <= bottom + 1, moment
        assert card["free"] >= min(reach, 0.34 * card["width"]) - 1, moment
        if size == "S":
            assert card["free"] >= 43 and card["down"] >= 44, moment
        assert card["free"] >= 0.6 * card["width"] - 1 or card["covered"], moment


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.sample(3, 2)
def test_every_hand_fits_its_box(watched_page: Page, size: str) -> None:
    stage = open_stage(watched_page, size)
    heights = set()
    for count in (5, 8, 10, 13, 16, 17, 20):
        for state in ("rest", "legal"):
            measured = put(stage, hand_of(count, state))
            check(measured, size, count)
            if count <= 16:
                heights.add((count > 14, measured["height"]))
    assert len(heights) <= 2, heights  # one height for the hand, whatever is left of it


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.sample(2, 3)
def test_pairs_half_face_down_fit_too(watched_page: Page, size: str) -> None:
    """Cards that lie on face-down ones, as with two players: each shows that there is another one below."""
    stage = open_stage(watched_page, size)
    for count in (1, 5, 7):
        measured = put(stage, hand_of(count, "legal", card_beneath="??"), mode="play")
        check(measured, size, count)
        assert stage.root.locator(".mam-card-beneath").count() == count


def test_a_covered_card_shows_its_rail_only(watched_page: Page) -> None:
    stage = open_stage(watched_page, "L")
    measured = put(stage, hand_of(16))
    assert [card["covered"] for card in measured["cards"]] == [True] * 15 + [False]
    blank = "card => getComputedStyle(card, '::before').backgroundColor"
    cards = stage.root.locator("[data-area=hand]")
    assert cards.first.evaluate(blank) != "rgba(0, 0, 0, 0)"
    assert cards.last.evaluate("card => getComputedStyle(card, '::before').content") == "none"
    measured = put(stage, hand_of(7))
    assert not any(card["covered"] for card in measured["cards"])
