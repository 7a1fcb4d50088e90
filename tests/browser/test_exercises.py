"""Exercises in a real browser: every one of them in every state, at three sizes and in both themes, by mouse, by keys, and as it is heard."""

from typing import Any

import pytest
from fits import find_misfits
from playwright.sync_api import Page, expect
from stage import Stage
from test_axe import violations

import mam_widgets as mw
from mam.classroom import exercises
from mam.classroom.answers import Cards, Choice, Choices, Results

SIZES = {360: 640, 900: 560, 1440: 900}
IDS = [exercise.id for exercise in exercises()]


def open_list(page: Page, width: int = 360, theme: str = "light", **options: Any) -> Stage:
    return Stage(page, mw.exercises(save=False, **options), width=width, height=SIZES[width], theme=theme)


def show(stage: Stage, **message: object) -> None:
    stage.widget.handle_message(message)
    stage.settle()


def answer(stage: Stage, plain: str | list[str]) -> None:
    """Answer by hand: type, tap or choose, and check."""
    shown = stage.widget.scene["exercise"]
    form, right = shown["form"], stage.widget.task._variant.answer
    if form in ("number", "text"):
        stage.part("field").fill(f"{plain}")
    elif form == "results":
        for number, text in enumerate(plain, 1):
            stage.part(f"case-{number}").fill(text)
    else:
        wanted = (
            plain.split()
            if isinstance(right, Cards) and isinstance(plain, str)
            else [plain]
            if isinstance(plain, str)
            else plain
        )
        keys = (
            [shown["hand"].index(code) for code in wanted]
            if form == "cards"
            else [shown["options"][right.options.index(option)]["answer"] for option in wanted]
        )
        buttons = stage.root.locator("button[data-key]")
        for index in range(buttons.count()):  # what is wanted is chosen, and nothing else
            button = buttons.nth(index)
            is_wanted = button.get_attribute("data-key") in [f"{key}" for key in keys]
            if (button.get_attribute("aria-pressed") == "true") != is_wanted and (is_wanted or form != "choice"):
                button.dispatch_event("click")
    stage.press("check")


def find_wrong(right: Any, hand: list[str]) -> str | list[str]:
    """Return a typical wrong answer; cards of this hand."""
    if isinstance(right, Choice):
        return next(option for option in right.options if option != right.right)
    if isinstance(right, Choices):
        return [option for option in right.options if option not in right.right] or [right.right[0]]
    if isinstance(right, Cards):
        return next((code for code in hand if code not in right.plain.split()), hand[0])
    if isinstance(right, Results):
        return ["?"] * len(right.right)
    return f"{right.slips[0].value}"


@pytest.mark.parametrize("width", SIZES)
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("part", range(12))
def test_every_exercise_fits_in_every_state(watched_page: Page, part: int, width: int, theme: str) -> None:
    stage = open_list(watched_page, width, theme)
    assert not find_misfits(stage.root)
    message = stage.part("message")
    for number, id in enumerate(IDS[part::12]):
        if (number + len(theme)) % 2 and width != 360:  # every other one in each theme; on a phone all
            continue
        show(stage, do="open", id=id)
        right = stage.widget.task._variant.answer
        states = {}
        states["empty"] = find_misfits(stage.root)
        answer(stage, find_wrong(right, stage.widget.scene["exercise"]["hand"]))
        expect(message).to_have_attribute("data-kind", "wrong")
        states["wrong"] = find_misfits(stage.root)
        stage.press("hint")
        expect(message).to_have_attribute("data-kind", "hint")
        states["hint"] = find_misfits(stage.root)
        answer(stage, right.plain)
        expect(message).to_have_attribute("data-kind", "right")
        states["right"] = find_misfits(stage.root)
        if width < 840:
            stage.press("open-solution")
            expect(stage.part("sheet")).to_be_visible()
        states["solution"] = find_misfits(stage.root)
        assert not any(states.values()), (id, width, theme, states)


def test_an_answer_that_cannot_be_read_is_no_attempt(watched_page: Page) -> None:
    stage = open_list(watched_page)
    stage.press("two-cards-at-once")
    assert stage.part("check").get_attribute("aria-disabled") == "true"
    stage.part("field").fill("2 to 9")
    stage.part("field").press("Enter")
    stage.settle()
    expect(stage.part("message")).to_contain_text("“2 to 9” are odds.")
    expect(stage.part("message")).to_have_attribute("data-kind", "news")
    stage.part("field").fill("2/11")
    stage.settle()
    expect(stage.part("read")).to_have_text("= 18.18%")
    stage.part("field").fill(stage.widget.task.answer)
    stage.press("check")
    expect(stage.part("message")).to_contain_text(f"Correct. {stage.widget.task.answer}.")
    assert stage.widget.stars == {"two-cards-at-once": 3}
    assert stage.part("check").count() == 0
    stage.press("another")
    expect(stage.part("field")).to_have_value("")
    assert stage.widget.task.variant == 2
    stage.press("back")
    expect(stage.part("two-cards-at-once")).to_have_attribute("data-state", "done")
    expect(stage.part("two-cards-at-once")).to_contain_text("done")


def test_the_answer_is_not_on_the_page_before_it_is_asked_for(watched_page: Page) -> None:
    stage = open_list(watched_page, 900)
    for id in ("two-cards-at-once", "so-much-money", "set-back"):
        show(stage, do="open", id=id)
        hidden = stage.widget.task.solution().text.split("\n")[0]
        assert stage.widget.task.answer not in stage.root.inner_html() and hidden not in stage.root.inner_html()
        assert stage.widget.task.answer not in f"{stage.widget.scene}"
        stage.press("side-solution")
        expect(stage.part("message")).to_contain_text("Solution shown.")
        expect(stage.part("solution-text")).to_contain_text(stage.widget.task.answer)
    assert not stage.widget.stars


def test_an_exercise_is_done_by_keys_alone(watched_page: Page) -> None:
    stage = open_list(watched_page)
    keys = watched_page.keyboard
    stage.part("must-follow").focus()
    keys.press("Enter")
    stage.settle()
    assert stage.focus()["key"] == "0"  # type: ignore[index]  # the first card
    keys.press("ArrowRight")
    assert stage.focus()["key"] == "1"  # type: ignore[index]
    keys.press("h")
    stage.settle()
    expect(stage.part("message")).to_contain_text("Hint 1 of 3.")
    codes = stage.widget.scene["exercise"]["hand"]
    for code in stage.widget.task.answer.split():
        keys.press(f"{codes.index(code) + 1}")
    keys.press("n")
    stage.settle()
    expect(stage.part("message")).to_contain_text("Correct.")
    expect(stage.part("live")).to_contain_text("Correct.")
    assert stage.focus()["mam"] == "another"  # type: ignore[index]
    keys.press("Enter")
    stage.settle()
    assert stage.widget.task.variant == 2 and stage.focus()["key"] == "0"  # type: ignore[index]
    keys.press("Escape")
    stage.settle()
    expect(stage.part("find")).to_be_visible()


def test_it_is_heard_in_words(watched_page: Page) -> None:
    stage = open_list(watched_page)
    show(stage, do="open", id="must-follow")
    expect(stage.part("live")).to_have_text("Which cards may be played? Which cards may South play?")
    expect(
        stage.root.get_by_role("list", name="The cards on the table").get_by_role("listitem").first
    ).to_have_attribute("aria-label", "1. West: Green 30")
    expect(stage.root.get_by_role("button", name="Red 1", exact=True)).to_have_attribute("aria-pressed", "false")
    stage.root.get_by_role("button", name="Red 1", exact=True).click()
    expect(stage.root.get_by_role("button", name="Red 1, chosen", exact=True)).to_have_attribute("aria-pressed", "true")
    show(stage, do="open", id="trick-worth")
    field = stage.root.get_by_role("textbox", name="Your answer")
    expect(field).to_have_accessible_description("Thousands of dollars: 97.5, 520/3 or -405")
    field.fill("7")
    stage.press("check")
    expect(field).to_have_attribute("aria-invalid", "true")


def test_the_list_is_searched(watched_page: Page) -> None:
    stage = open_list(watched_page, 900)
    rows = stage.root.locator(".mam-study-rows button")
    assert rows.count() == len(IDS)
    stage.part("find").fill("nest hold")
    assert rows.count() == 1
    stage.part("find").fill("zebra")
    expect(stage.root).to_contain_text("No exercise fits.")
    stage.part("find").fill("")
    stage.part("kind").select_option("programming")
    assert 0 < rows.count() == len(exercises("programming"))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("id", ["two-cards-at-once", "must-follow", "legal-calls", "bid-or-pass", "money-function"])
def test_axe_finds_nothing(watched_page: Page, id: str, theme: str) -> None:
    stage = open_list(watched_page, 360, theme)
    assert violations(watched_page) == []
    show(stage, do="open", id=id)
    assert violations(watched_page) == []
    answer(stage, find_wrong(stage.widget.task._variant.answer, stage.widget.scene["exercise"]["hand"]))
    assert violations(watched_page) == []
    show(stage, do="solution")
    expect(stage.part("sheet")).to_be_visible()
    assert violations(watched_page) == []
