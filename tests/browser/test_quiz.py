"""The quiz in the browser: answered by keyboard alone, each kind of answer, every width, and once in JupyterLab."""

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect
from stage import Stage

from mam_widgets.rules_quiz.case import Case
from mam_widgets.rules_quiz.model import Question
from mam_widgets.rules_quiz.widget import quiz


def test_two_questions_by_keyboard(watched_page: Page) -> None:
    stage = Stage(watched_page, quiz(ids=["B29.1", "B29.3"], seed=1, record=False))
    stage.tab_to(area="choices")
    for _ in range(2):
        if stage.focus()["mam"] == "number":
            watched_page.keyboard.type("$40,000")
        else:
            watched_page.keyboard.press("Space")  # the first choice: North
        stage.key("Enter")
        expect(stage.part("what")).to_have_text("Correct.")
        assert stage.sentence().startswith("Correct.")
        assert stage.focus()["mam"] == "next"
        if stage.widget.score.answered < 2:
            stage.key("Enter")
            assert stage.focus()["area"] == "choices"
            assert stage.sentence().startswith("Question 2 of 2")
    assert stage.widget.score == (2, 2)
    stage.press("tab", tab="progress")
    expect(stage.part("score")).to_have_text("2 of 2 correct")
    expect(stage.part("next")).to_have_attribute("aria-disabled", "true")


def test_a_wrong_answer_says_what_was_wrong(watched_page: Page) -> None:
    stage = Stage(watched_page, quiz(ids="B29.1", record=False))
    expect(stage.part("documented")).to_have_count(0)
    assert stage.root.locator("[data-mam=trick-card][data-winning=true]").count() == 0
    stage.part("choice", index="1").check()
    stage.press("answer")
    expect(stage.part("what")).to_have_text("Wrong.")
    expect(stage.root.locator("[data-index='0'][data-sign=ok]")).to_contain_text("North")
    expect(stage.root.locator("[data-index='1'][data-sign=stop]")).to_contain_text("your answer")
    expect(stage.part("ruling")).to_contain_text("Correct answer: North.")
    assert stage.root.locator("[data-mam=trick-card][data-winning=true]").count() == 1
    stage.press("tab", tab="case")
    expect(stage.part("documented")).to_contain_text("1935 Supplement, page 3")
    assert stage.widget.missed == ("B29.1",)
    stage.press("tab", tab="progress")
    stage.press("missed")
    assert stage.widget.scene["quiz"]["choice"]["only_missed"] and stage.widget.score == (0, 0)


def test_keys_work_on_a_choice_and_are_said(watched_page: Page) -> None:
    stage = Stage(watched_page, quiz(ids=["B29.1", "B29.3"], seed=1, record=False))
    if stage.part("number").count():
        stage.press("next")
    stage.part("choice").first.focus()
    stage.key("?")
    expect(stage.part("help")).to_be_visible()
    stage.key("?")
    expect(stage.part("help")).to_have_count(0)
    index = stage.widget.scene["quiz"]["index"]
    stage.key("[" if index else "]")
    assert stage.widget.scene["quiz"]["index"] == 1 - index


def test_nothing_right_is_said(watched_page: Page) -> None:
    table = quiz(ids="B84.4", record=False)
    assert table._quiz.question.right == ()
    stage = Stage(watched_page, table.answer(0))
    expect(stage.part("message")).to_contain_text("Correct answer: None of these.")
    assert stage.root.locator("[data-sign=ok]").count() == 0


def test_a_refusal_is_announced_again_when_it_comes_again(watched_page: Page) -> None:
    stage = Stage(watched_page, quiz(ids="B29.1", record=False))
    stage.press("answer")
    announcement = stage.part("live").evaluate("it => it.textContent")
    stage.press("answer")
    second_announcement = stage.part("live").evaluate("it => it.textContent")
    assert second_announcement != announcement and second_announcement.strip("\u00a0") == announcement.strip("\u00a0")


def test_no_answer_yet_is_a_sentence(watched_page: Page) -> None:
    stage = Stage(watched_page, quiz(ids="B29.1", record=False))
    stage.press("answer")
    expect(stage.part("what")).to_have_text("Choose one answer first.")


def test_markup_that_is_typed_stays_text(watched_page: Page) -> None:
    stage = Stage(watched_page, quiz(ids="B29.3", record=False))
    stage.part("number").fill("<img src=x>")
    stage.press("answer")
    expect(stage.part("what")).to_contain_text("“<img src=x>” is not understood")
    assert stage.root.locator("img").count() == 0
    expect(stage.part("number")).to_have_value("<img src=x>")  # to be put right


def test_markup_in_a_case_stays_text(watched_page: Page) -> None:
    table = quiz(ids="B29.1", record=False)
    (question,) = table._quiz.deck
    bad = "<img src=x onerror=alert(1)> & <script>alert(2)</script>"
    situation = replace(question.case.situation, setup=bad, question=bad, answer=bad, title=bad)
    table._quiz.deck = (Question(question.id, Case(situation, question.case.check)),)
    table.go(0)
    stage = Stage(watched_page, table)
    expect(stage.part("setup")).to_have_text(bad)
    stage.part("choice", index="0").check()
    stage.press("answer")
    stage.press("tab", tab="case")
    expect(stage.part("documented").locator("p").nth(2)).to_have_text(bad)
    assert stage.root.locator("img, script").count() == 0
    assert "<script>" not in table._picture() and bad not in table._draw_static()["text/html"]


def test_filters_keep_the_focus(watched_page: Page) -> None:
    stage = Stage(watched_page, quiz(seed=1, record=False))
    stage.part("kind").focus()
    stage.part("kind").select_option("capture")
    stage.settle()
    assert stage.widget.scene["quiz"]["kind"] == "Who captures?"
    assert stage.focus()["mam"] == "kind"


SIZES = {"L": (1000, 716), "LS": (900, 576), "M": (640, 632), "S": (360, 640), "XL": (1440, 916)}
SHAPES = ["B29.1", "B29.3", "B19.2", "B25.2", "B84.4", "B10.4", "B23.2", "B34.6", "B81.2"]  # of questions
PLACES = """root => ["question", "form", "dock", "message"].flatMap((name) => {
    const { x, y, width, height } = root.querySelector(`[data-mam=${name}]`).getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
})"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.sample(2, 2)
def test_a_question_is_on_one_screen_and_its_answer_moves_nothing(watched_page: Page, size: str) -> None:
    width, height = SIZES[size]
    for name in SHAPES:
        page = watched_page.context.new_page()
        stage = Stage(page, quiz(ids=name, record=False), width=width, height=height)
        stage.settle()
        assert stage.part("question").evaluate("it => it.scrollHeight - it.clientHeight") <= 1, name
        before = stage.root.evaluate(PLACES)
        form = stage.widget._quiz.question.form
        stage.widget.answer(*(["1"] * len(form.values) if form.kind == "numbers" else [0]))
        stage.settle()
        assert stage.root.evaluate(PLACES) == before, name
        page.close()


def test_the_ruling_comes_forward_and_a_square_goes_to_its_question(watched_page: Page) -> None:
    stage = Stage(watched_page, quiz(ids=["B29.1", "B29.3"], seed=1, record=False))
    assert stage.root.locator("[data-tab=progress]").get_attribute("aria-selected") == "true"
    stage.part("choice", index="0").check()
    stage.press("answer")
    assert stage.root.locator("[data-tab=ruling]").get_attribute("aria-selected") == "true"
    stage.press("next")
    assert stage.root.locator("[data-tab=progress]").get_attribute("aria-selected") == "true"
    expect(stage.part("square", mark="right")).to_have_count(1)
    stage.press("square", index="0")
    assert stage.widget.scene["quiz"]["index"] == 0
    expect(stage.part("choice", index="0")).to_be_checked()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", ["B29.1", "B01.1", "B86.1"])
@pytest.mark.sample(1, 1)
def test_no_width_scrolls_sideways(watched_page: Page, name: str, theme: str) -> None:
    stage = Stage(watched_page, quiz(ids=name, record=False), theme=theme)
    for answered in (False, True):
        if answered:
            stage.widget.answer(*(["1"] if stage.part("number").count() else [0]))
            stage.settle()
        for width in (320, 480, 640, 960, 1280, 1600):
            stage.widen(width)
            assert stage.overhang() <= 0, (width, answered)


def test_in_jupyterlab(run_cell) -> None:
    cell = "from mam_widgets.rules_quiz.widget import quiz\nquiz(ids='B29.1', record=False)"
    root = run_cell(cell).page.locator(".mam-root")
    root.locator("[data-mam=choice]").first.check()
    root.locator("[data-mam=answer]").click()
    expect(root.locator("[data-mam=what]")).to_have_text("Correct.")
    root.locator("[data-mam=tab][data-tab=progress]").click()
    expect(root.locator("[data-mam=score]")).to_have_text("1 of 1 correct")
