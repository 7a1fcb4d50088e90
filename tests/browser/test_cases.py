"""Documented cases in a real browser: asked, answered, stepped through and changed; and whether all of it fits."""

from typing import Any

import pytest
from fits import find_misfits
from playwright.sync_api import Page, expect
from stage import Stage

import mam
import mam_widgets as mw
from mam.studies.study import OTHER
from mam_widgets.studies.lesson import Lesson, list_rules

HEIGHTS = {320: 572, 360: 592, 390: 844, 640: 700, 900: 560, 1000: 700, 1440: 900}


def check(stage: Stage, place: str) -> None:
    assert not find_misfits(stage.root), place
    assert "Infinity" not in stage.root.inner_html() and "undefined" not in stage.root.inner_text(), place


def answer(stage: Stage, ask: str, text: str) -> None:
    if stage.part("field").count():
        stage.part("field").fill(text)
        stage.settle()
        return stage.press("check")
    for part in text.split() if ask == "discard" else text.split("|"):
        stage.root.locator(f'button[data-key="{part}"]').first.dispatch_event("click")
        stage.settle()
    if ask in ("mark", "discard"):
        stage.press("check" if ask == "mark" else "discard")


def walk_case(stage: Stage, lesson: Lesson, number: int, width: int) -> int:
    """Answer every question of a case wrongly and rightly, and look at every step of every line of play; return how many pictures."""
    board = lesson.tree["boards"][number]
    place, count = f"{board['id']} at {width}", 0
    stage.widget.handle_message({"do": "open", "study": lesson.study.id, "board": number})
    stage.settle()
    for step in board["steps"]:
        ask, answers = step["question"]["ask"], step["answers"]
        check(stage, f"{place}: {step['question']['text']}")
        right = "|".join(answers["right"]) if ask == "mark" else answers["right"][0]
        given = {text: shown["verdict"] for text, shown in answers["answers"].items() if text != OTHER}
        wrong = next((text for text, verdict in given.items() if verdict != "right"), "")
        for text, kind in ((wrong, "wrong"), (right, "right")):
            if text:
                answer(stage, ask, text)
                assert stage.part("message").get_attribute("data-kind") == kind, f"{place}: {text}"
                check(stage, f"{place}: {text}")
                count += 1
                if kind == "wrong":
                    stage.press("take-back")
        stage.press("next")
    story = board["case"]["story"]
    lines = [
        (f"{kind}-{k + 1}", len(line["steps"]))
        for kind, name in (("if", "variations"), ("edition", "editions"), ("reading", "readings"))
        for k, line in enumerate(story[name])
    ]  # type: ignore[literal-required]
    if board["steps"] and story["steps"]:
        stage.press("steps")
    count += walk_line(stage, place, len(story["steps"]))
    for name, steps in lines:
        stage.press(name)
        count += 1 + walk_line(stage, f"{place}: {name}", steps)
        stage.press("answer-page")
    return count


def walk_line(stage: Stage, place: str, steps: int) -> int:
    """Go on to the end of the line of play that is open, from where it was opened; of many steps only the first and the last ones."""
    count = 0
    while stage.part("step-next").count():
        check(stage, f"{place}, step {count}")
        stage.press("step-next")
        count += 1
        assert count <= steps + 1, place
    check(stage, f"{place}, the answer")
    return count


@pytest.mark.parametrize("width", [360, 1000])
@pytest.mark.parametrize("wanted", ["B06 B23", "B31 D-G19", "B13 B26", "B47 B85"])
def test_a_case_of_each_kind_is_asked_and_shown_and_fits(watched_page: Page, wanted: str, width: int) -> None:
    stage = Stage(watched_page, mw.cases(save=False), width=width, height=HEIGHTS[width], is_filled=True)
    check(stage, "the list")
    for lesson in map(Lesson, list_rules()):
        for number, chapter in enumerate(lesson.study.chapters):
            if chapter.id in wanted.split():
                walk_case(stage, lesson, number, width)


@pytest.mark.long
@pytest.mark.parametrize("width", HEIGHTS)
def test_every_picture_of_every_case_fits(watched_page: Page, width: int) -> None:
    stage = Stage(watched_page, mw.cases(save=False), width=width, height=HEIGHTS[width], is_filled=True)
    lessons = list(map(Lesson, list_rules()))
    count = sum(walk_case(stage, lesson, k, width) for lesson in lessons for k in range(len(lesson.study.chapters)))
    assert count > 1000


def test_a_case_is_found_by_words_kind_and_edition(watched_page: Page) -> None:
    stage = Stage(watched_page, mw.cases(save=False), width=390, height=844)
    stage.part("search").fill("tiger bull")
    stage.settle()
    shown = stage.part("cases").locator("li").count()
    assert 0 < shown < 20 and stage.part("found").inner_text().startswith(f"{shown} case")
    stage.part("edition").select_option("2004 rules")
    stage.part("search").fill("zebra")
    stage.settle()
    assert stage.part("found").inner_text().startswith("No case matches.")
    stage.press("clear")
    assert stage.part("cases").locator("li").count() == len(mam.list_cases())
    assert stage.part("search").input_value() == ""
    stage.part("search").fill("B26")
    stage.settle()
    stage.press("B26")
    assert "You are South." in stage.part("goal").inner_text()


def test_a_case_that_was_only_shown_comes_back_as_missed(watched_page: Page) -> None:
    widget = mw.case("B27", save=False)
    stage = Stage(watched_page, widget, width=900, height=560)
    stage.press("show")
    stage.press("answer-page")
    stage.press("next-case")
    assert "question 1 of 2" not in stage.part("goal").inner_text() and widget.stars == {"cases-supplement-1935/B27": 0}
    stage.press("back")
    assert stage.part("B27").locator("[aria-label=missed]").count() == 1


def test_a_case_is_stepped_by_keys_alone(watched_page: Page) -> None:
    stage = Stage(watched_page, mw.case("B26", save=False), width=1000, height=700)
    stage.tab_to(mam="show")
    stage.key("Enter")
    assert stage.focus()["mam"] == "step-next"
    stage.key("n")
    stage.key(".")
    assert "East follows with Green 2." in stage.part("notes").inner_text()
    stage.key(",")
    assert "North leads Green 40." in stage.part("notes").inner_text()
    stage.key("Escape")
    assert stage.part("cases").is_visible()


def test_two_readings_stand_side_by_side_where_they_part(watched_page: Page) -> None:
    stage = Stage(watched_page, mw.case("D-G19", save=False), width=900, height=560)
    stage.press("reading-1")
    first, second = stage.root.locator(".mam-study-half").all()
    expect(first).to_contain_text("May be played next:")
    assert [half.locator(".mam-study-playable .mam-chip").count() for half in (first, second)] == [2, 1]
    assert abs((first.bounding_box() or {})["y"] - (second.bounding_box() or {})["y"]) < 1


def test_a_case_is_played_on_and_left_again(watched_page: Page) -> None:
    stage = Stage(watched_page, mw.case("B26", save=False), width=390, height=844)
    for name in ("show", "step-next", "step-next", "play-on"):
        stage.press(name)
    stage.root.locator("[data-key=BULL]").dispatch_event("click")
    stage.settle()
    assert "the Bull doubles $40,000" in stage.part("message").inner_text()
    stage.press("next")
    stage.root.locator("[data-key=Y3]").dispatch_event("click")
    stage.settle()
    stage.press("next")
    assert stage.part("finished").is_visible()
    stage.press("next")
    assert "step 2 of 4" in stage.root.inner_text()


def test_in_a_real_jupyterlab_a_case_is_answered_stepped_and_played_on(open_notebook: Any) -> None:
    notebook = open_notebook(["import mam_widgets as mw\n\nmw.case('B26', save=False)"]).run_all()
    root = notebook.page.locator(".mam-root")
    root.locator("[data-mam=show]").click()
    expect(root.locator("[data-mam=notes]")).to_contain_text("The case starts here.")
    root.locator("[data-mam=step-next]").click()
    expect(root.locator("[data-mam=notes]")).to_contain_text("North leads Green 40.")
    notebook.page.keyboard.press(".")  # the focus is in the widget, and the notebook hears nothing
    expect(root.locator("[data-mam=notes]")).to_contain_text("East follows with Green 2.")
    root.locator("[data-mam=play-on]").click()
    expect(root.locator("[data-mam=hand] [data-key]").first).to_be_visible()
    assert not find_misfits(root)


@pytest.mark.long  # a case is played on in a JupyterLab above, and a coached round on the stage and the site
def test_in_a_real_jupyterlab_a_coached_round_begins(open_notebook: Any) -> None:
    notebook = open_notebook(["import mam_widgets as mw\n\nmw.learn('first-round/first', save=False)"]).run_all()
    root = notebook.page.locator(".mam-root")
    for _ in range(4):
        root.locator("[data-mam=next]").click()
    expect(root.locator("[data-mam=trick]")).to_be_visible()
    assert not find_misfits(root)
