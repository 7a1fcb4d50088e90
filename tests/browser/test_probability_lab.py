"""The chance lab in the browser: asked, guessed and built by keyboard alone; texts stay texts; every width."""

import pytest
from playwright.sync_api import expect
from stage import Stage

from mam_widgets.probability.widget import probability_lab


@pytest.fixture
def asked():
    return probability_lab("N holds Bull and Bear")


def settle(stage):
    stage.settle()
    stage.widget.wait()
    stage.settle()


def test_guess_and_answer_by_keyboard(watched_page, asked):
    stage = Stage(watched_page, asked)
    expect(stage.part("exact")).to_have_count(0)
    stage.part("guess").focus()
    watched_page.keyboard.type("20")
    stage.key("Enter")
    settle(stage)
    expect(stage.part("exact")).to_contain_text("5.25%")
    expect(stage.part("far")).to_contain_text("too high")
    assert "14.7 percentage points too high" in stage.sentence()
    stage.focus()
    expect(stage.part("plot")).to_have_attribute("data-kind", "running")


def test_a_question_built_from_menus_and_a_distribution(watched_page, asked):
    stage = Stage(watched_page, asked)
    stage.part("menu-kind").select_option("split")
    stage.part("menu-cards").fill("red")
    stage.press("build")
    expect(stage.part("question")).to_have_value("split red")
    stage.press("show")
    settle(stage)
    expect(stage.part("plot")).to_contain_text("4-3-3-2: 11.3%")


def test_markup_in_a_question_stays_text(watched_page, asked):
    stage = Stage(watched_page, asked)
    stage.part("question").fill("<img src=x onerror=alert(1)> holds Bull")
    stage.press("ask")
    assert "<img" in stage.sentence()
    assert stage.root.locator("img").count() == 0
    expect(stage.part("question")).to_have_value("<img src=x onerror=alert(1)> holds Bull")  # to be put right


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_width_scrolls_sideways(watched_page, asked, theme):
    stage = Stage(watched_page, asked, theme=theme)
    stage.part("guess").fill("3")
    stage.press("try")
    settle(stage)
    for width in (320, 480, 640, 960, 1280, 1600):
        stage.widen(width)
        assert stage.overhang() <= 0, width


def test_in_jupyterlab(run_cell):
    notebook = run_cell("import mam_widgets as mw\nmw.probability_lab('N holds Bull and Bear')")
    root = notebook.page.locator(".mam-root")
    root.locator("[data-mam=guess]").fill("20")
    root.locator("[data-mam=try]").click()
    expect(root.locator("[data-mam=exact]")).to_contain_text("5.25%")
    expect(root.locator("[data-mam=tried]")).to_contain_text("20,000 simulated deals")
