"""The probability lab in the browser: asked and guessed by keyboard alone; examples fill in the form; nothing moves."""

import pytest
from playwright.sync_api import expect
from stage import Stage

from mam_widgets.probability.widget import probability_lab

REGIONS = """root => [".mam-stage", ".mam-sentence", ".mam-message", ".mam-dock", ".mam-side"].map((query) => {
    const part = root.querySelector(query);
    const { left, top, width, height } = part.getBoundingClientRect();
    return [left, top, width, height].map(Math.round);
})"""


@pytest.fixture
def table():
    return probability_lab("N holds Bull and Bear")


def settle(stage):
    stage.settle()
    stage.widget.wait()
    stage.settle()


def test_guess_and_answer_by_keyboard(watched_page, table):
    stage = Stage(watched_page, table)
    expect(stage.part("exact")).to_have_count(0)
    stage.part("guess").focus()
    watched_page.keyboard.type("20")
    stage.key("Enter")
    settle(stage)
    expect(stage.part("exact")).to_contain_text("5.253%")
    expect(stage.part("far")).to_contain_text("off by 14.7 percentage points")
    assert "off by 14.7 percentage points" in stage.sentence()
    stage.focus()
    expect(stage.part("chart")).to_be_visible()
    expect(stage.part("finding")).to_contain_text("after 20,000 deals")
    expect(stage.part("faces")).to_have_attribute("aria-label", "Bull, Bear")


def test_the_form_builds_a_question_and_a_distribution(watched_page, table):
    stage = Stage(watched_page, table)
    stage.part("place").select_option("each split")
    stage.press("clear-cards")
    stage.part("cards").fill("red")
    expect(stage.part("try")).to_have_attribute("aria-disabled", "true")  # the question was changed
    stage.press("ask")
    assert table.question == "split red"
    stage.press("show")
    settle(stage)
    expect(stage.part("values")).to_contain_text("4-3-3-2")
    expect(stage.part("values")).to_contain_text("11.32%")


def test_an_example_fills_in_the_form(watched_page, table):
    stage = Stage(watched_page, table)
    stage.press("example", index="2")
    expect(stage.part("verb")).to_have_value("at-least")
    expect(stage.part("number")).to_have_value("5")
    expect(stage.part("word")).to_have_text("red")
    stage.press("as-text")
    expect(stage.part("question")).to_have_value("N red >= 5")


def test_a_guess_that_is_no_percentage_is_outlined_and_moves_nothing(watched_page, table):
    stage = Stage(watched_page, table, width=1000, height=716)
    before = stage.root.evaluate(REGIONS)
    stage.part("guess").fill("many")
    stage.press("try")
    expect(stage.part("guess")).to_have_attribute("aria-invalid", "true")
    expect(stage.part("guess-fault")).to_have_text("Type a number from 0 to 100.")
    assert stage.root.evaluate(REGIONS) == before
    stage.part("cards").fill("Unicorn")
    stage.press("ask")
    expect(stage.part("message")).to_contain_text("Unicorn")
    expect(stage.part("cards")).to_have_attribute("aria-invalid", "true")
    assert stage.root.evaluate(REGIONS) == before
    stage.press("example", index="1")
    stage.press("show")
    settle(stage)
    assert stage.root.evaluate(REGIONS) == before


def test_the_chart_is_read_by_keys_in_the_message(watched_page, table):
    stage = Stage(watched_page, table.guess(5))
    stage.part("drawing").focus()
    stage.key("ArrowLeft")
    expect(stage.part("message")).to_contain_text("20,000 deals: 5.")
    stage.key("ArrowLeft")
    expect(stage.part("message")).to_contain_text("19,")


def test_markup_in_a_question_stays_text(watched_page, table):
    stage = Stage(watched_page, table)
    stage.press("as-text")
    stage.part("question").fill("<img src=x onerror=alert(1)> holds Bull")
    stage.press("ask")
    assert "<img" in stage.sentence()
    assert stage.root.locator("img").count() == 0
    expect(stage.part("question")).to_have_value("<img src=x onerror=alert(1)> holds Bull")  # to be corrected


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.sample(1, 0)
@pytest.mark.long
def test_no_width_scrolls_sideways(watched_page, table, theme):
    stage = Stage(watched_page, table, theme=theme)
    stage.part("guess").fill("3")
    stage.press("try")
    settle(stage)
    for width in (320, 480, 640, 960, 1280, 1600):
        stage.widen(width)
        assert stage.overhang() <= 0, width


@pytest.mark.long
def test_in_jupyterlab(run_cell):
    notebook = run_cell("import mam_widgets as mw\nmw.probability_lab('N holds Bull and Bear')")
    root = notebook.page.locator(".mam-root")
    root.locator("[data-mam=guess]").fill("20")
    root.locator("[data-mam=try]").click()
    expect(root.locator("[data-mam=exact]")).to_contain_text("5.253%")
    expect(root.locator("[data-mam=finding]")).to_contain_text("20,000")
