"""The shelf Chance in a real browser: a page from the guess to its last question, at every stop, in both themes and at three sizes."""

import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from fits import find_misfits
from playwright.sync_api import Page, expect
from stage import Stage

import mam_widgets as mw
from mam.chance import find_page, list_pages, make_tables
from mam.chance.tables import PAGE_IDS, bayes
from mam.classroom import Prediction, score_predictions
from mam.studies.progress import Progress
from mam_widgets.chance_pages.widget import ChanceWidget

SIZES = {360: 549, 900: 560, 1440: 900}  # the lowest: a phone, under its own bar and that of the site
MOST_STOPS = 30  # of a page with many controls an even sample is drawn


def open_page(page: Page, page_id: str, width: int = 360, theme: str = "light") -> Stage:
    """Return a page of the shelf whose guess has been given."""
    page.set_viewport_size({"width": width, "height": SIZES[width]})
    stage = Stage(page, mw.chance(page_id, save=False), width=width, height=SIZES[width], theme=theme)
    assert not find_misfits(stage.root), f"the guess of {page_id}"
    stage.press("see")
    return stage


def set_control(stage: Stage, control: Any, value: str) -> None:
    """Set a slider or a choice as a person's hand does."""
    if control["is_range"]:
        index = [option["value"] for option in control["options"]].index(value)
        stage.part(control["id"]).fill(f"{index}")
    else:
        stage.part(f"{control['id']}-{value}").check(force=True)


@pytest.mark.parametrize("width", SIZES)
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("page_id", PAGE_IDS)
def test_a_page_is_drawn_at_every_stop(watched_page: Page, page_id: str, theme: str, width: int) -> None:
    stage = open_page(watched_page, page_id, width, theme)
    tables = make_tables(page_id)
    stops = list(tables["stops"].items())
    for key, stop in stops[:: 1 + len(stops) // MOST_STOPS]:
        for control, value in zip(tables["controls"], key.split("|"), strict=True):
            set_control(stage, control, value)
        assert stop["finding"] in stage.part("message").inner_text(), key
        assert not find_misfits(stage.root), f"{page_id} {key} at {width}, {theme}"
        box, room = stage.root.locator(".mam-plot-drawing").bounding_box(), stage.part("stage").bounding_box()
        assert box and room and box["height"] >= 110 and box["y"] + box["height"] <= room["y"] + room["height"] + 1
    for sheet in ("table", "words")[: 1 + (width < 840)]:
        stage.press(sheet)
        if sheet == "words":
            stage.part("formulas").locator("summary").click()
            expect(stage.part("formulas")).to_contain_text(find_page(page_id).formulas[-1])
        assert not find_misfits(stage.root), f"{page_id}, {sheet}"
        stage.press("close-sheet")


@pytest.mark.parametrize("thing", bayes.THINGS)
def test_every_hand_is_a_dot_and_is_filled_if_it_holds_the_thing(watched_page: Page, thing: str) -> None:
    stage = open_page(watched_page, "bayes")
    stage.part(f"thing-{thing}").check(force=True)
    drawn = {
        part: len(re.findall("M", stage.root.locator(f'[data-dots="{part}"]').get_attribute("d") or ""))
        for part in ("hit in", "hit out", "miss in", "miss out")
    }
    finding = make_tables("bayes")["stops"][f"215|{thing}"]["finding"]
    assert finding.endswith(f"{drawn['hit in']} of {drawn['hit in'] + drawn['miss in']}.")
    assert sum(drawn.values()) == bayes.DOTS


@pytest.mark.parametrize("page_id", PAGE_IDS)
def test_the_picture_can_be_dragged_and_moved_by_keys(watched_page: Page, page_id: str) -> None:
    stage = open_page(watched_page, page_id)
    first = make_tables(page_id)["controls"][0]["id"]
    assert stage.part("words").get_attribute("aria-disabled") == "true"
    box = stage.part("picture").bounding_box()
    assert box
    watched_page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + 40)
    watched_page.mouse.down()
    before = stage.part(first).input_value()
    watched_page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + 40, steps=4)
    watched_page.mouse.up()
    dragged = stage.part(first).input_value()
    assert dragged != before
    assert stage.part("words").get_attribute("aria-disabled") is None
    handle = stage.root.locator(".mam-study-stage [role=slider]")
    handle.focus()
    last = len(make_tables(page_id)["controls"][0]["options"]) - 1
    turn = -1 if page_id == "power" else 1  # more rounds bring its threshold nearer to zero
    leap = max(1, int(last / 10 + 0.5))
    wanted = int(dragged)
    for key, step in {"ArrowLeft": -turn, "PageUp": turn * leap, "Home": -turn * last, "End": turn * last}.items():
        watched_page.keyboard.press(key)
        wanted = max(0, min(last, wanted + step))
        assert int(stage.part(first).input_value()) == wanted, key
        assert handle.get_attribute("aria-valuenow") == f"{wanted if turn == 1 else last - wanted}"
        assert stage.part("message").locator("b").inner_text() in (handle.get_attribute("aria-valuetext") or "")


@pytest.mark.parametrize("width", SIZES)
@pytest.mark.parametrize("page_id", PAGE_IDS)
def test_every_question_takes_its_right_answer_and_names_each_slip(
    watched_page: Page, page_id: str, width: int
) -> None:
    stage = open_page(watched_page, page_id, width)
    stage.press("checks")
    for place, question in enumerate(find_page(page_id).checks):
        message = stage.part("message")
        if question.answer is None:
            for option, sentence in question.wrong.items():
                stage.root.locator(f'[data-key="{option}"]').click()
                assert message.get_attribute("data-kind") == "wrong"
                expect(message).to_contain_text(sentence)
                assert not find_misfits(stage.root), f"{page_id}, question {place + 1}: {option}"
            stage.root.locator(f'[data-key="{question.right}"]').click()
        else:
            for slip in question.answer.slips:
                stage.part("number").fill(f"{float(slip.value):.9g}")
                stage.press("judge")
                expect(message).to_contain_text(slip.why)
                assert not find_misfits(stage.root), f"{page_id}, question {place + 1}"
            stage.part("number").fill(f"{float(question.answer.value):.4g}")
            stage.press("judge")
        assert message.get_attribute("data-kind") == "right", f"{page_id}, question {place + 1}"
        assert not find_misfits(stage.root), f"{page_id}, question {place + 1}"
        stage.press("next")
    assert isinstance(stage.widget, ChanceWidget)
    assert set(stage.widget.stars) == set(find_page(page_id).names)
    assert set(stage.widget.stars.values()) == {2}  # each was wrong first
    assert not find_misfits(stage.root)


def test_the_guess_is_kept_and_where_nothing_may_be_copied_the_table_is_selected(watched_page: Page) -> None:
    stage = open_page(watched_page, "or")
    assert isinstance(stage.widget, ChanceWidget)
    assert stage.widget.scene["guesses"] == {"chance-or/guess": 50}
    stage.press("table")
    stage.press("copy")
    expect(stage.part("copy")).to_contain_text("Press Ctrl+C")
    rows = watched_page.evaluate("getSelection().toString()").strip().splitlines()
    table = make_tables("or")["table"]
    assert [row.split("\t") for row in rows] == [table["columns"], *table["rows"]]


@pytest.mark.parametrize("width", [360, 900])
def test_the_python_of_a_page_can_be_copied(watched_page: Page, width: int) -> None:
    stage = open_page(watched_page, "paired", width)
    stage.part("step").fill("3")
    if width < 840:
        stage.press("words")
    stage.part("how").locator("summary").click()
    assert not find_misfits(stage.root)
    stage.press("copy-how")
    expect(stage.part("copy-how")).to_contain_text("Press Ctrl+C")
    copied = watched_page.evaluate("getSelection().toString()").replace("\u00a0", " ")
    assert copied.strip() == find_page("paired").how.strip()


@pytest.mark.parametrize("width", SIZES)
def test_all_guesses_stand_beside_the_truth(watched_page: Page, width: int, tmp_path: Path) -> None:
    progress = Progress(tmp_path / "progress.toml")
    for page_id, guess in zip(PAGE_IDS, (95, 66, 30), strict=False):
        progress.record_guess(f"chance-{page_id}/guess", guess)
    watched_page.set_viewport_size({"width": width, "height": SIZES[width]})
    stage = Stage(watched_page, mw.chance(save=tmp_path / "progress.toml"), width=width, height=SIZES[width])
    assert not find_misfits(stage.root), "the shelf"
    stage.press("guesses")
    assert not find_misfits(stage.root), "the guesses"
    assert "points off" in stage.part("message").inner_text()
    stage.press("table")
    rows = [row.inner_text().split("\t") for row in stage.root.locator("tbody tr").all()]
    assert [row[0] for row in rows] == [page.title for page in list_pages() if page.id in PAGE_IDS[:3]]
    assert not find_misfits(stage.root), "the table of guesses"
    stage.press("close-sheet")
    stage.press("back-to-shelf")
    expect(stage.part("guesses")).to_be_visible()


def open_score(page: Page, progress: Progress) -> Stage:
    """Return the score of what was guessed, on a phone."""
    page.set_viewport_size({"width": 360, "height": 592})
    stage = Stage(page, mw.chance(save=progress.file), width=360, height=592)
    stage.press("guesses")
    stage.press("calibration")
    return stage


def test_without_a_guessed_chance_the_score_says_what_to_do(watched_page: Page, tmp_path: Path) -> None:
    progress = Progress(tmp_path / "progress.toml")
    progress.record_guess("chance-counting/guess", 900)
    progress.record_guess("chance-intervals/guess", 900)  # no slider gives 900 of 100
    stage = open_score(watched_page, progress)
    expect(stage.part("message")).to_contain_text("No guess of a chance yet. Open the page “Sample space”")
    expect(stage.root.locator("[data-mam=words], [data-mam=table]")).to_have_count(0)
    assert stage.focus()["mam"] == "back-to-guesses"
    assert not find_misfits(stage.root)


def test_guessed_chances_are_scored_and_drawn(watched_page: Page, tmp_path: Path) -> None:
    progress = Progress(tmp_path / "progress.toml")
    for page_id, guess, day in (("or", 67, 9), ("given", 62, 10), ("bayes", 95, 16)):
        progress.record_guess(f"chance-{page_id}/guess", guess, date(2026, 11, day))
    stage = open_score(watched_page, progress)
    truths = [float(find_page(page_id).guess.answer) for page_id in ("or", "given", "bayes")]
    score = score_predictions(map(Prediction, (0.67, 0.62, 0.95), truths))
    expect(stage.part("message")).to_contain_text(f"Brier score {score.brier:.3f}.")
    expect(stage.root.locator("[data-tenth]")).to_have_count(2)
    assert not find_misfits(stage.root), "the score"
    stage.press("table")
    rows = [row.inner_text().split("\t")[:2] for row in stage.root.locator("tbody tr").all()]
    assert rows == [["60–70%", "2"], ["90–100%", "1"], ["Week of Nov 9", "2"], ["Week of Nov 16", "1"], ["All", "3"]]
    assert not find_misfits(stage.root), "the table of the score"
    stage.press("close-sheet")
    stage.press("words")
    expect(stage.part("reliability")).to_contain_text(f"{score.reliability:.3f}")
    bars = stage.part("weeks").locator("i i").all()
    first, second = (bar.evaluate("bar => bar.getBoundingClientRect().width") for bar in bars)
    weeks = [
        score_predictions(map(Prediction, *pair)).brier for pair in (((0.67, 0.62), truths), ((0.95,), truths[2:]))
    ]
    assert first / second == pytest.approx(weeks[0] / weeks[1], abs=0.02)
    assert not find_misfits(stage.root), "the parts of the score"
