"""A coached round in a real browser: as advised, otherwise, back again; and whether every picture of it fits."""

import pytest
from fits import find_misfits
from playwright.sync_api import Page
from stage import Stage

import mam_widgets as mw

HEIGHTS = {320: 528, 360: 548, 390: 844, 640: 700, 900: 560, 1000: 700, 1440: 900}


def play_to_the_end(stage: Stage, place: str) -> int:
    """Press the primary button until the round is over; return how often."""
    for count in range(60):
        assert not find_misfits(stage.root), f"{place}: {count}"
        if stage.part("finished").count():
            return count
        stage.press("next")
    raise AssertionError(f"{place}: the round does not end")


@pytest.mark.parametrize("width", [360, 900])
def test_a_round_is_played_as_advised_and_fits(watched_page: Page, width: int) -> None:
    widget = mw.learn("first-round/first", save=False)
    stage = Stage(watched_page, widget, width=width, height=HEIGHTS[width], is_filled=True)
    assert play_to_the_end(stage, f"{width}") > 20
    text = stage.part("finished").inner_text()
    assert text.startswith("You made it: $") and "What you promised" in text and "What decided it" in text
    assert widget.stars == {"first-round/first": 3}
    stage.press("next")
    assert "round 2 of 3" in stage.root.inner_text()


@pytest.mark.long
@pytest.mark.parametrize("width", HEIGHTS)
def test_every_picture_of_every_coached_hand_fits(watched_page: Page, width: int) -> None:
    stage = Stage(
        watched_page, mw.learn("first-round/first", save=False), width=width, height=HEIGHTS[width], is_filled=True
    )
    for hand in range(3):
        assert play_to_the_end(stage, f"hand {hand + 1} at {width}") > 20
        stage.press("next")
    assert stage.part("first-round").is_visible()  # back on the shelf


def test_a_whole_round_is_offered_after_a_stage_until_one_was_played(watched_page: Page) -> None:
    widget = mw.learn("a-trick/lowest-away", save=False)
    stage = Stage(
        watched_page, widget, width=360, height=548, is_filled=True
    )  # under the bars of a browser and of the site
    stage.root.locator("[data-key=B2]").dispatch_event("click")
    stage.settle()
    stage.press("next")
    assert not find_misfits(stage.root)
    stage.press("whole-round")
    assert stage.part("goal").inner_text() == "Your bid?"
    assert not find_misfits(stage.root)
    assert stage.part("facts").evaluate("facts => facts.scrollWidth <= facts.clientWidth"), "who dealt stands outside"
    widget.handle_message({"do": "done", "board": 0, "stars": 3, "grade": "good"})
    widget.handle_message({"do": "open", "study": "a-trick", "board": 5})
    stage.settle()
    stage.root.locator("[data-key=B2]").dispatch_event("click")
    stage.settle()
    stage.press("next")
    assert stage.part("finished").is_visible() and not stage.part("whole-round").count()


def test_another_card_may_be_played_and_taken_back(watched_page: Page) -> None:
    stage = Stage(watched_page, mw.learn("first-round/first", save=False), width=390, height=844)
    for _ in range(3):
        stage.press("next")
    advised = stage.part("next").inner_text()
    stage.root.locator("[data-key=R5]").dispatch_event("click")
    stage.settle()
    assert stage.part("value").inner_text().endswith("theirs")
    stage.press("undo")
    assert stage.part("next").inner_text() == advised == "Play B1"
    stage.root.locator('[data-key="R5"]').dispatch_event("click")
    stage.settle()
    stage.press("next")
    assert "Not allowed." not in stage.sentence()


def test_a_card_that_may_not_be_played_is_refused_by_its_rule(watched_page: Page) -> None:
    stage = Stage(watched_page, mw.learn("first-round/first", save=False), width=390, height=844)
    stage.root.locator('[data-key="pass"]').dispatch_event("click")
    stage.settle()
    for _ in range(40):
        dimmed = stage.root.locator('[data-area="hand"][data-dim="true"]')
        if dimmed.count():
            break
        stage.press("next")
    dimmed.first.dispatch_event("click")
    stage.settle()
    assert "Not allowed. You must follow" in stage.sentence()


def test_three_cards_of_ones_own_are_discarded_in_any_order(watched_page: Page) -> None:
    stage = Stage(watched_page, mw.learn("first-round/first", save=False), width=390, height=844)
    stage.press("next")
    for card in ("G8", "R3", "B4"):
        stage.root.locator(f'[data-key="{card}"]').dispatch_event("click")
        stage.settle()
    stage.press("discard")
    assert stage.part("goal").inner_text().startswith("Name trump.")


def test_the_decision_that_mattered_is_tried_again(watched_page: Page) -> None:
    stage = Stage(watched_page, mw.learn("first-round/first", save=False), width=900, height=560)
    play_to_the_end(stage, "first")
    decision = stage.widget.scene["round"]["shown"]["end"]["decision"]
    stage.press("again")
    assert stage.widget.scene["round"]["shown"]["decision"] == decision
    assert stage.part("finished").count() == 0 and stage.root.locator('[data-area="hand"]').count() > 0
