"""The review in a browser: the timeline as a slider, the list, the keys, and a hand that keeps its place."""

import pytest
from playwright.sync_api import Page
from stage import Stage

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from moments import play_to


@pytest.mark.parametrize(("width", "height"), [(1000, 716), (360, 640)])
def test_every_decision_can_be_stood_in(watched_page: Page, width: int, height: int) -> None:
    page = watched_page
    page.set_viewport_size({"width": width, "height": height})
    table = play_to("over", "make-a-million-1935")
    table.handle_message({"do": "review"})
    table.wait()
    stage = Stage(page, table, width=width, height=height)
    slider = stage.part("timeline")
    last = int(slider.get_attribute("aria-valuemax") or 0)
    slider.focus()
    tops = set()
    stage.key("Home")
    for number in range(1, last + 1):
        assert slider.get_attribute("aria-valuenow") == str(number)
        assert slider.get_attribute("aria-valuetext") == table.scene["session"]["review"]["points"][number - 1]["about"]
        tops.add(page.locator("[data-mam=review-hand]").evaluate("hand => hand.getBoundingClientRect().top"))
        assert page.locator(".mam-stage").evaluate("part => part.scrollHeight - part.clientHeight") <= 1
        stage.key("ArrowRight")
    assert len(tops) == 1, "the hand keeps its place"
    stage.press("try-again")
    assert "Practice" in (stage.part("subtitle").text_content() or "")
    stage.press("back-to-review")
    stage.key("Escape")
    assert not page.locator("[data-mam=timeline]").count() and table.scene["session"]["review"]
