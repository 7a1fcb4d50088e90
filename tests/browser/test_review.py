"""The review in a browser: the timeline as a slider, the list, the keys, and a hand that keeps its place."""

from random import Random

import pytest
from fits import find_misfits
from playwright.sync_api import Page
from stage import Stage

from mam.players import rulebook_player

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from moments import play_to


@pytest.mark.parametrize(("width", "height"), [(1000, 716), (360, 640)])
@pytest.mark.sample(1, 1)
@pytest.mark.long
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
        assert (
            slider.get_attribute("aria-valuetext")
            == table.scene["session"]["review"]["points"][number - 1]["description"]
        )
        tops.add(page.locator("[data-mam=review-hand]").evaluate("hand => hand.getBoundingClientRect().top"))
        assert page.locator(".mam-stage").evaluate("part => part.scrollHeight - part.clientHeight") <= 1
        stage.key("ArrowRight")
    assert len(tops) == 1, "the hand keeps its place"
    stage.press("try-again")
    assert "Practice" in (stage.part("subtitle").text_content() or "")
    stage.press("back-to-review")
    stage.key("Escape")
    assert not page.locator("[data-mam=timeline]").count() and table.scene["session"]["review"]


@pytest.mark.parametrize(("width", "height"), [(1000, 716), (360, 640)])
@pytest.mark.sample(1, 1)
def test_a_what_if_is_tried_in_the_same_frame(watched_page: Page, width: int, height: int) -> None:
    table = play_to("over", "make-a-million-1935")
    table.handle_message({"do": "review"})
    table.wait()
    points = table.scene["session"]["review"]["points"]
    table.handle_message(
        {"do": "go_to_decision", "index": next(index for index, point in enumerate(points) if point["label"] == "2")}
    )
    played = table.session.round
    stage = Stage(watched_page, table, width=width, height=height)
    review = table.scene["session"]["review"]
    stage.press("what-if")
    scene = table.scene
    assert scene["session"]["stage"] == "what-if" and scene["stepper"]["step"] == table._playing.review.step
    assert stage.root.locator(".mam-stage").evaluate("part => part.scrollHeight - part.clientHeight") <= 1
    move = next(
        card["move"]
        for card in scene["hand"]["cards"]
        if card["state"] == "legal" and card["card"] not in review["moment"]["chosen_cards"]
    )
    stage.press("card", card=move.split()[1])
    assert table.scene["stepper"]["branch"]["name"] == "What-if 1"
    assert "What-if 1" in (stage.part("subtitle").text_content() or "")
    stage.key(",")
    stage.key(".")
    stage.press("close-what-if")
    assert table.scene["session"]["review"]["index"] == review["index"] and table.session.round == played
    stage.press("what-if")
    assert table.scene["stepper"]["branch"] is None and len(table.scene["stepper"]["branches"]) == 1
    stage.key("Escape")
    assert stage.part("timeline").is_visible()


def test_the_timeline_is_read_by_hover_and_mistakes_by_brackets(watched_page: Page) -> None:
    table = play_to("over", "make-a-million-1935")
    table.handle_message({"do": "review"})
    table.wait()
    stage = Stage(watched_page, table, width=1000, height=716)
    review = table.scene["session"]["review"]
    spot = stage.part("plot").bounding_box()
    assert spot
    stage.page.mouse.move(spot["x"] + 0.5 * spot["width"] / (len(review["points"]) + 1), spot["y"] + 30)
    first = review["points"][0]
    assert first["place"] in stage.part("message").inner_text() and first["move"] in stage.part("message").inner_text()
    assert table.scene["session"]["review"]["index"] == review["index"], "a hover goes nowhere"
    message = stage.part("message").bounding_box()
    assert message
    stage.page.mouse.move(
        spot["x"] + 0.5 * spot["width"] / (len(review["points"]) + 1), spot["y"] + spot["height"] + 36
    )
    stage.page.mouse.move(message["x"] + 90, message["y"] + 6, steps=20)
    assert first["place"] in stage.part("message").inner_text(), "what was read stays on the way to its link"
    stage.part("go-there").click()
    stage.settle()
    assert table.scene["session"]["review"]["index"] == 0
    stage.page.mouse.move(spot["x"] + 1.5 * spot["width"] / (len(review["points"]) + 1), spot["y"] + 30)
    first = review["points"][1]
    assert first["place"] in stage.part("message").inner_text()
    stage.page.mouse.move(5, 5)
    assert first["place"] not in stage.part("message").inner_text()
    stage.root.locator(".mam-review-verdict").click()
    clear = [index for index, point in enumerate(review["points"]) if point["kind"] in ("mistake", "slip")]
    stage.key("[")
    assert table.scene["session"]["review"]["index"] in clear


# How often a click reads the size of the frame, which lays out the whole page at once.
FRAME_READS = """root => {
    const { get } = Object.getOwnPropertyDescriptor(Element.prototype, "clientWidth");
    let reads = 0;
    Object.defineProperty(Element.prototype, "clientWidth", {
        configurable: true,
        get() {
            if (root.contains(this)) reads += 1;
            return get.call(this);
        },
    });
    const before = root.querySelector(".mam-review-place").textContent;
    const rows = [...root.querySelectorAll("[data-mam=review-row]")];
    rows.find((row) => !row.hasAttribute("aria-current")).click();
    return { reads, changed: root.querySelector(".mam-review-place").textContent !== before };
}"""


def test_a_decision_is_drawn_at_once_and_without_reading_a_size(watched_page: Page) -> None:
    table = play_to("over", "make-a-million-1935")
    table.handle_message({"do": "review"})
    table.wait()
    stage = Stage(watched_page, table, width=1000, height=716)
    assert stage.root.evaluate(FRAME_READS) == {"reads": 0, "changed": True}


@pytest.mark.parametrize("width", [1000, 390])
def test_a_played_round_is_reviewed_from_the_score_by_key_and_from_the_list(watched_page: Page, width: int) -> None:
    """While a later round is in play: the row of the score sheet, the key r, the list in the review; and back to the table."""
    table = play_to("auction", "make-a-million-1935")
    session = table.session
    while not session.round.is_over:
        session.play(rulebook_player(session.table_view, Random(1))) if session.to_move else session.step()
    session.next_round()
    session.play_to_your_turn()
    table._refresh()
    now = session.round
    stage = Stage(watched_page, table, width=width, height=760)

    def opened() -> None:
        table.wait()
        stage.settle()
        assert table.scene["session"]["review"]["number"] == 1 and stage.part("timeline").is_visible()

    if width > 480:
        stage.press("score")
    else:
        stage.press("nav", tab="score")
    stage.press("review-round", number="1")
    opened()
    stage.press("next")
    assert table.scene["session"]["review"] is None and session.round is now
    stage.root.locator(".mam-table").focus()
    stage.key("r")
    opened()
    if width > 480:
        stage.press("record")
        assert "round-1" in stage.part("message").inner_text()
    stage.key("}")
    assert "Round 2 is not over" in stage.sentence()
    stage.key("Escape")
    assert table.scene["session"]["review"] is None and session.round is now
    assert find_misfits(stage.root) == []
