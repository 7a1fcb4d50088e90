"""Nothing is told by hue alone: colors of cards and states of cards, seats and calls differ in shape, whoever looks.

Pictures are taken in gray and as people see them who lack one kind of cone, and each is made black and white at its own
middle: what still differs then, also against the negative, is drawn differently and not only painted differently.
"""

import base64
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import FloatRect, Locator, Page
from stage import Stage

import mam_widgets as mw

Points = np.ndarray[Any, np.dtype[np.bool_]]
Pictures = dict[str, Points]  # vision → what is seen of one picture
VISIONS = ["achromatopsia", "protanopia", "deuteranopia", "tritanopia"]
MIN_DIFFERENCE = 0.02  # of a picture's points have to differ; two pictures of one and the same card differ in none

GRAY = """async (png) => {
    const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const pen = canvas.getContext("2d");
    pen.drawImage(picture, 0, 0);
    const { data } = pen.getImageData(0, 0, picture.width, picture.height);
    const gray = [];
    for (let at = 0; at < data.length; at += 4) gray.push(0.2126 * data[at] + 0.7152 * data[at + 1] + 0.0722 * data[at + 2]);
    return [picture.height, gray];
}"""


class Eyes:
    """The four ways in which a page is looked at."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.devtools = page.context.new_cdp_session(page)
        page.emulate_media(reduced_motion="reduce")

    def see(self, clip: FloatRect) -> Pictures:
        """What is drawn there: which points are lighter than the middle, in each vision."""
        return {vision: self._see(vision, clip) for vision in VISIONS}

    def _see(self, vision: str, clip: FloatRect) -> Points:
        self.devtools.send("Emulation.setEmulatedVisionDeficiency", {"type": vision})
        png = self.page.screenshot(clip=clip, animations="disabled")
        high, gray = self.page.evaluate(GRAY, base64.b64encode(png).decode())
        points = np.array(gray).reshape(high, -1)
        return points > (points.min() + points.max()) / 2


def difference(first: Points, second: Points) -> float:
    """Which share of the points differ between two drawings, or between one and the negative of the other."""
    share = float((first != second).mean())
    return min(share, 1 - share)


def place(target: Locator, above: float = 0, below: float = 0, beside: float = 0) -> FloatRect:
    box = target.bounding_box()
    assert box is not None
    return {
        "x": box["x"] - beside,
        "y": box["y"] - above,
        "width": box["width"] + 2 * beside,
        "height": box["height"] + above + below,
    }


@pytest.fixture
def eyes(watched_page: Page) -> Eyes:
    return Eyes(watched_page)


def format_cards(stage: Stage, scene: dict[str, Any]) -> None:
    """Draw this scene in place of the widget's own."""
    stage.show_scene(scene)
    stage.settle()


def check(pictures: dict[str, Pictures]) -> None:
    alike = {
        f"{first} and {second}, {vision}": round(difference(pictures[first][vision], pictures[second][vision]), 3)
        for first, second in combinations(pictures, 2)
        for vision in VISIONS
        if difference(pictures[first][vision], pictures[second][vision]) < MIN_DIFFERENCE
    }
    assert not alike


def test_the_four_colors(eyes: Eyes) -> None:
    stage = Stage(eyes.page, mw.specimen().go(24), width=640)
    shapes = {}
    for code in ("R7", "Y7", "B7", "G7"):  # one rank, so that only the color differs
        hand = stage.widget.scene["hand"]
        card = {**hand["cards"][0], "card": code, "state": "rest", "why": None}
        format_cards(stage, {**stage.widget.scene, "hand": {**hand, "cards": [card]}})
        shapes[code] = eyes.see(place(stage.part("card", card=code)))
    check(shapes)


@pytest.mark.long
def test_the_states_of_a_card_in_the_hand(eyes: Eyes) -> None:
    stage = Stage(eyes.page, mw.specimen().go(11), width=640)  # the discard: cards are legal, illegal or chosen
    hand = stage.widget.scene["hand"]
    legal = next(card for card in hand["cards"] if card["state"] == "legal")
    first, other_cards = hand["cards"][0], hand["cards"][1:]
    facts = {"card": legal["card"], "name": legal["name"], "why": None}
    shapes, frame = {}, None
    for state in ("rest", "illegal", "legal", "advised", "legal"):
        card = {**facts, "state": "legal", "hint": True} if state == "advised" else {**facts, "state": state}
        format_cards(
            stage, {**stage.widget.scene, "hand": {**hand, "cards": [{**first, "move": None, **card}, *other_cards]}}
        )
        frame = frame or place(stage.root.locator(".mam-place").first, above=44, below=20, beside=8)
        shapes[state] = eyes.see(frame)
    assert frame is not None
    stage.root.locator('[data-area="hand"]').first.focus()
    stage.page.keyboard.press("ArrowLeft")  # a key, so that the focus is shown
    stage.page.keyboard.press("Home")
    stage.settle()
    shapes["focused"] = eyes.see(frame)
    stage.page.keyboard.press("Enter")
    stage.page.evaluate("() => document.activeElement.blur()")
    stage.settle()
    shapes["selected"] = eyes.see(frame)
    check(shapes)


def test_the_states_of_a_card_in_the_trick(eyes: Eyes) -> None:
    stage = Stage(eyes.page, mw.specimen().go(24), width=640)
    first, *other_cards = stage.widget.scene["trick"]
    shapes = {}
    for name, just, winning in (("plain", False, False), ("just played", True, False), ("winning", False, True)):
        format_cards(
            stage, {**stage.widget.scene, "trick": [{**first, "is_last": just, "is_winning": winning}, *other_cards]}
        )
        card = stage.root.locator("[data-mam=trick-card]").first
        shapes[name] = eyes.see(place(card, above=14, below=14, beside=12))
    check(shapes)


def test_seats_and_calls(eyes: Eyes) -> None:
    stage = Stage(eyes.page, mw.specimen().go(9), width=640)
    scene = stage.widget.scene
    shapes = {}
    for name, side, turn in (("one side", "A", False), ("the other", "B", False), ("to call", "A", True)):
        seat = {**scene["seats"][0], "side": side, "turn": turn}
        format_cards(stage, {**scene, "seats": [seat, *scene["seats"][1:]]})
        stripe = stage.root.locator(".mam-plate").first
        shapes[name] = eyes.see(place(stripe, above=3, below=3, beside=3))
    check(shapes)
    call = {**scene["calls"]["options"][0]}
    shapes = {}
    for name, legal in (("legal", True), ("illegal", False)):
        options = [{**call, "legal": legal}, *scene["calls"]["options"][1:]]
        format_cards(stage, {**scene, "calls": {**scene["calls"], "options": options}})
        shapes[name] = eyes.see(place(stage.part("call").first))
    check(shapes)


def test_a_difference_of_hue_alone_would_be_found(eyes: Eyes) -> None:
    box = '<p class="one" style="margin: 0; width: 60px; height: 60px; background: {}; border: 9px solid #000"></p>'
    pictures = {}
    for color in ("#b01c2a", "#1f55b5"):
        eyes.page.set_content(box.format(color))
        pictures[color] = eyes.see(place(eyes.page.locator(".one")))
    with pytest.raises(AssertionError, match="achromatopsia"):
        check(pictures)


def test_the_visions_are_really_those(watched_page: Page) -> None:
    devtools = watched_page.context.new_cdp_session(watched_page)
    watched_page.set_content(
        '<p class="one" style="width: 9px; height: 9px; background: linear-gradient(90deg, #b01c2a, #49af78)">'
    )
    screenshots = set()
    for vision in ("none", *VISIONS):
        devtools.send("Emulation.setEmulatedVisionDeficiency", {"type": vision})
        screenshots.add(watched_page.locator(".one").screenshot())
    devtools.detach()
    assert len(screenshots) == 1 + len(VISIONS)
