"""The keys of every widget: those of the frame everywhere, and those of its own, each with what it does."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from stage import Stage

mw = pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from mam_widgets.bidding.widget import bidding_lab  # noqa: E402

HAND = "R40 R30 R15 R11 R10 Y9 Y8 B5 B4 B3 G2 G1 BULL"
DISCARD = "R40 R30 R15 R11 R10 Y9 Y8 Y7 B5 B4 B3 B2 G2 G1 TIGER BULL"


def match_keys(stage: Stage) -> None:
    stage.key("h")
    stage.widget.wait()
    stage.settle()
    expect(stage.part("message")).to_have_attribute("data-kind", "hint")
    session = stage.widget.session
    calls = len(session.round.calls)
    stage.key("p")
    assert len(session.round.calls) > calls
    stage.key("u")
    assert len(session.round.calls) == calls


def stepper_keys(stage: Stage) -> None:
    for key, where in ((".", "Call 1 of 11"), ("n", "Call 2 of 11"), (",", "Call 1 of 11")):
        stage.key(key)
        expect(stage.part("where")).to_have_text(where)
    stage.key("p")
    expect(stage.part("branch")).to_contain_text("What-if")
    stage.key("b")
    expect(stage.part("branch")).to_have_count(0)
    stage.key("]")
    stage.key("u")
    stage.key("m")  # nobody's turn in a record: it does nothing


def bidding_keys(stage: Stage) -> None:
    lab = stage.widget
    stage.key("h")
    expect(stage.part("tab", tab="advice")).to_have_attribute("aria-selected", "true")
    stage.key("p")  # the first seat has to bid
    expect(stage.part("message")).to_have_attribute("data-kind", "stop")
    lab.bid("180")
    stage.settle()
    stage.key("u")
    assert not lab.view.round.calls
    hand = lab.hand
    stage.key("n")
    assert lab.hand != hand


def discard_keys(stage: Stage) -> None:
    def hand() -> list[str]:
        return [card["card"] for card in stage.widget.scene["hand"]["cards"]]

    dealt = hand()
    stage.tab_to(area="hand")
    stage.key("Home")
    stage.key("End")
    assert stage.focus()["card"] == "BULL"
    for code in ("Y9", "Y8", "Y7"):
        stage.press("card", card=code)
    stage.key("x")
    expect(stage.root.locator("[data-mam=hand] [data-state=selected]")).to_have_count(0)
    stage.key("n")
    assert hand() != dealt


def probability_keys(stage: Stage) -> None:
    question = stage.widget.scene["chance"]["text"]
    stage.press("show")
    stage.widget.wait()
    stage.settle()
    stage.part("drawing").focus()
    stage.key("Home")
    first = stage.part("what").inner_text()
    stage.key("End")
    assert first != stage.part("what").inner_text() == "20,000 deals:"
    stage.key("n")
    assert stage.widget.scene["chance"]["text"] != question


ROOMS: dict[str, tuple[Callable[[], Any], Callable[[Stage], None], str]] = {
    "match": (lambda: mw.play(seed=159, save=False, skill_level="rulebook"), match_keys, "ruling"),
    "stepper": (mw.specimen, stepper_keys, "ruling"),
    "bidding": (lambda: bidding_lab(HAND, dealer="S", seed=1, worlds=10).wait(), bidding_keys, "auction"),
    "discard": (lambda: mw.discard_lab(DISCARD, seed=1), discard_keys, "ruling"),
    "probability": (lambda: mw.probability_lab("N holds Bull and Bear"), probability_keys, "method"),
}


@pytest.mark.parametrize("room", ROOMS)
def test_the_keys_of_a_widget(watched_page: Page, room: str) -> None:
    make, own_keys, explained_in = ROOMS[room]
    stage = Stage(watched_page, make(), width=1000, height=716)
    stage.root.click(position={"x": 5, "y": 5})
    tabs = stage.root.locator("[data-mam=tab]")
    names = tabs.evaluate_all("tabs => tabs.map(tab => tab.dataset.tab)")
    chosen = stage.root.locator('[data-mam=tab][aria-selected="true"]')
    for number, name in reversed(list(enumerate(names, 1))):
        stage.key(str(number))
        expect(chosen).to_have_attribute("data-tab", name)
    stage.tab_to(mam="tab")
    for key, name in (("End", names[-1]), ("Home", names[0]), ("ArrowLeft", names[-1]), ("ArrowRight", names[0])):
        stage.key(key)
        assert stage.focus()["tab"] == name
    stage.key("e")
    expect(chosen).to_have_attribute("data-tab", explained_in)
    for key, opened in (("s", ".mam-side h4:text-is('Settings')"), ("?", "[data-mam=shortcuts]")):
        stage.key(key)
        expect(stage.root.locator(opened)).to_have_count(1)
        stage.key("Escape")
        expect(stage.root.locator(opened)).to_have_count(0)
    own_keys(stage)
    assert stage.root.locator(".mam-table").get_attribute("data-size") == "L"
    stage.widen(360)
    watched_page.set_viewport_size({"width": 360, "height": 640})
    stage.settle()
    stage.root.locator(".mam-table").focus()  # out of a field, where a digit is written
    stage.key("5")
    expect(stage.part("sheet-over")).to_have_attribute("aria-label", "More")
    stage.key("1")
    expect(stage.part("sheet-over")).to_have_count(0)
