"""Every widget in a real browser: it opens, does what it is first used for, says nothing wrong, and fits on a phone and a laptop.

These run with the rules. Everything else about the widgets in a browser is in the other files here (`pytest -m extended`).
"""

from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import Page
from stage import Stage

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from fits import find_misfits
from moments import play_to

import mam_widgets as mw
from mam_widgets.shared.host import Host

Act = Callable[[Stage], None]


def press(part: str) -> Act:
    return lambda stage: stage.press(part)


def play_card(stage: Stage) -> None:
    stage.press("card", state="legal")


def choose_discard(stage: Stage) -> None:
    for code in [card["card"] for card in stage.widget.scene["hand"]["cards"] if card["state"] == "legal"][:3]:
        stage.press("card", card=code)
    stage.press("confirm-discard")


def answer_a_case(stage: Stage) -> None:
    stage.root.locator("[data-key=BULL]").click()


def answer_a_board(stage: Stage) -> None:
    stage.root.locator("[data-key=BULL]").click()


# A widget as it opens, and what a person does first.
WIDGETS: Mapping[str, tuple[Callable[[], Host], Act]] = {
    "learn": (lambda: mw.learn("bull/double", save=False), answer_a_board),
    "specimen": (mw.specimen, press("forward")),
    "deal for six": (lambda: mw.deal(3, edition="six", you="A"), press("to-turn")),
    "play, a bid": (lambda: play_to("auction"), press("call")),
    "play, a card": (lambda: play_to("play"), play_card),
    "play, the score": (lambda: play_to("over"), press("next")),
    "bidding lab": (lambda: mw.bidding_lab(seed=1, worlds=400).wait(), press("call")),
    "discard lab": (lambda: mw.discard_lab(seed=1), choose_discard),
    "probability lab": (mw.probability_lab, press("show")),
    "rules": (lambda: mw.case("B26", save=False), answer_a_case),
}


def find_overlaps(stage: Stage) -> list[str]:
    """What does not fit."""
    return find_misfits(stage.root)


@pytest.mark.parametrize("name", WIDGETS)
def test_a_widget_opens_acts_and_fits(watched_page: Page, name: str) -> None:
    make, act = WIDGETS[name]
    watched_page.emulate_media(reduced_motion="reduce")
    stage = Stage(watched_page, make(), width=390, height=760)
    stage.settle()
    assert find_overlaps(stage) == []
    before = len(stage.sent)
    act(stage)
    stage.settle()
    assert len(stage.sent) > before
    for width in (390, 960):
        stage.widen(width)
        assert find_overlaps(stage) == [], width
