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
        expect(stage.part("verdict")).to_have_text("Correct.")
        assert stage.sentence().startswith("Correct.")
        assert stage.focus()["mam"] == "next"
        if stage.widget.score.answered < 2:
            stage.key("Enter")
            assert stage.focus()["area"] == "choices"
            assert stage.sentence().startswith("Question 2 of 2")
    assert stage.widget.score == (2, 2)
    expect(stage.part("score")).to_have_text("2 of 2 correct")
    expect(stage.part("next")).to_have_attribute("aria-disabled", "true")


def test_a_wrong_answer_says_what_was_wrong(watched_page: Page) -> None:
    stage = Stage(watched_page, quiz(ids="B29.1", record=False))
    expect(stage.part("documented")).to_have_count(0)
    assert stage.root.locator("[data-mam=trick-card][data-winning=true]").count() == 0
    stage.part("choice", index="1").check()
    stage.press("answer")
    expect(stage.part("verdict")).to_have_text("Wrong.")
    expect(stage.part("marked")).to_contain_text("your answer, wrong")
    expect(stage.part("ruling")).to_contain_text("Your answer: East. Correct answer: North.")
    expect(stage.part("documented")).to_contain_text("1935 Supplement, page 3")
    assert stage.widget.missed == ("B29.1",)
    stage.press("missed")
    assert stage.widget.scene["quiz"]["choice"]["missed"] and stage.widget.score == (0, 0)


def test_keys_work_on_a_choice_and_are_said(watched_page: Page) -> None:
    stage = Stage(watched_page, quiz(ids=["B29.1", "B29.3"], seed=1, record=False))
    if stage.part("number").count():
        stage.press("next")
    stage.part("choice").first.focus()
    stage.key("?")
    expect(stage.part("help")).to_be_visible()
    assert "right bracket: next question" in stage.sentence()
    stage.key("?")
    expect(stage.part("help")).to_have_count(0)
    at = stage.widget.scene["quiz"]["at"]
    stage.key("[" if at else "]")
    assert stage.widget.scene["quiz"]["at"] == 1 - at


def test_nothing_right_is_said(watched_page: Page) -> None:
    table = quiz(ids="B84.4", record=False)
    assert table._quiz.question.right == ()
    stage = Stage(watched_page, table.answer(0))
    expect(stage.part("none-right")).to_have_text("None of these is correct.")


def test_a_refusal_is_said_again_when_it_comes_again(watched_page: Page) -> None:
    stage = Stage(watched_page, quiz(ids="B29.1", record=False))
    stage.press("answer")
    said = stage.part("live").evaluate("it => it.textContent")
    stage.press("answer")
    again = stage.part("live").evaluate("it => it.textContent")
    assert again != said and again.strip("\u00a0") == said.strip("\u00a0")


def test_no_answer_yet_is_a_sentence(watched_page: Page) -> None:
    stage = Stage(watched_page, quiz(ids="B29.1", record=False))
    stage.press("answer")
    expect(stage.part("ruling")).to_contain_text("Choose one of the answers first.")


def test_markup_that_is_typed_stays_text(watched_page: Page) -> None:
    stage = Stage(watched_page, quiz(ids="B29.3", record=False))
    stage.part("number").fill("<img src=x>")
    stage.press("answer")
    expect(stage.part("ruling")).to_contain_text("“<img src=x>” is not understood")
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
    expect(stage.part("documented").locator("p").nth(1)).to_have_text(bad)
    assert stage.root.locator("img, script").count() == 0
    assert "<script>" not in table._picture() and bad not in table._twin()["text/html"]


def test_filters_keep_the_focus(watched_page: Page) -> None:
    stage = Stage(watched_page, quiz(seed=1, record=False))
    stage.part("kind").focus()
    stage.part("kind").select_option("capture")
    stage.settle()
    assert stage.widget.scene["quiz"]["kind"] == "Who captures?"
    assert stage.focus()["mam"] == "kind"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", ["B29.1", "B01.1", "B86.1"])
@pytest.mark.sample(2)
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
    expect(root.locator("[data-mam=verdict]")).to_have_text("Correct.")
    expect(root.locator("[data-mam=score]")).to_have_text("1 of 1 correct")
