"""The stepper's newer parts, in the browser: the edition switch, the solver's figures, the piles of a round being played."""

import json

import pytest
from playwright.sync_api import Page, expect
from stage import Stage

import mam
import mam_widgets as mw
from mam.scenes import make_scene


def choose(stage: Stage, edition: str) -> None:
    if not stage.part("edition").count():
        stage.press("gear")
    stage.part("edition").select_option(edition)
    stage.settle()


def test_another_edition_shows_what_changed_and_leads_back(watched_page: Page) -> None:
    stage = Stage(watched_page, mw.specimen().go(30))
    choose(stage, "make-a-million-2004")
    expect(stage.part("changes")).to_contain_text("16 differences from 1935 rules")
    shown = stage.part("changes").locator("li:visible")
    expect(shown).to_have_count(6)
    stage.part("more-changes").locator("> summary").click()
    expect(shown).to_have_count(16)
    expect(shown.first).to_contain_text("R04-BID-1")
    expect(stage.part("replayed")).to_contain_text("here it is North’s turn")
    assert stage.sentence().startswith("Switched to Make-a-Million, 2004 edition")
    expect(stage.part("message")).to_contain_text("Under 2004 rules the record ends after move 12.")
    expect(stage.part("other-edition")).to_contain_text("2004 rules")
    stage.press("first")
    stage.press("to-stop")
    expect(stage.part("where")).to_have_text("Trump is named")
    stage.part("own-edition").focus()
    stage.key("Enter")
    expect(stage.part("where")).to_have_text("Trick 5, card 1 of 4")
    expect(stage.part("changes")).to_have_count(0)
    expect(stage.part("other-edition")).to_have_count(0)
    expect(stage.part("edition")).to_be_focused()


def test_an_edition_that_does_not_fit_is_refused_and_the_choice_stays(watched_page: Page) -> None:
    stage = Stage(watched_page, mw.specimen())
    choose(stage, "sweven")
    expect(stage.part("message")).to_contain_text("These cards cannot be played as Sweven")
    expect(stage.part("edition")).to_have_value("make-a-million-1935")


def test_the_solver_writes_on_the_cards_and_into_their_names(watched_page: Page) -> None:
    stage = Stage(watched_page, mw.specimen().go(45))
    stage.press("solve")
    stage.widget._background.wait()
    stage.settle()
    values = [card for card in stage.widget.scene["hand"]["cards"] if "value" in card]
    expect(stage.part("marks")).to_have_text([value["value"] for value in values])
    names = stage.root.locator("[data-mam=card]").evaluate_all(
        "all => all.map((one) => one.getAttribute('aria-label'))"
    )
    assert [name.endswith(value["value_words"]) for name, value in zip(names, values, strict=True)] == [True] * len(
        values
    )
    expect(stage.part("solve")).to_have_attribute("aria-disabled", "true")
    expect(stage.part("solve-panel")).to_contain_text("with best play")


def test_captured_tricks_lie_face_down_but_for_those_with_an_animal(watched_page: Page) -> None:
    table = mw.specimen().go(45)
    stage = Stage(watched_page, table)
    scene = make_scene(mam.view(table.round, "S"), title="A table")
    stage.show_scene({**table.scene, **scene})
    stage.press("tab", tab="tricks")
    expect(stage.part("history")).to_have_count(0)
    tricks = table.round.tricks
    lying = [trick for trick in tricks if not {"BULL", "BEAR"} & {card.code for card in trick.cards}]
    piles = stage.part("piles")
    expect(stage.part("open-trick")).to_have_count(len(tricks) - len(lying))
    expect(stage.part("open-trick").first.locator(".mam-chip").first).to_have_text("Bear")
    names = set(piles.locator(".mam-chip .mam-aside").all_inner_texts())
    assert names and not names & {card.words for trick in lying for card in trick.cards}
    assert sum(int(text.split()[0]) for text in piles.locator(".mam-count-of").all_inner_texts()) == len(tricks)


@pytest.mark.long
def test_solver_and_editions_beside_a_real_kernel(run_cell) -> None:
    notebook = run_cell("import mam_widgets as mw\nmw.specimen().go(45)")
    table = notebook.table()
    table.press("solve")
    expect(table.part("solve")).to_have_text("Solved")
    expect(table.part("marks").first).to_have_text("370")
    table.press("back")
    expect(table.part("marks")).to_have_count(0)
    table.press("gear")
    table.part("edition").select_option("make-a-million-2004")
    expect(table.part("replayed")).to_contain_text("here it is North’s turn")
    table.press("leave-edition")
    table.expect_moment("Trick 8, card 3 of 4")


def test_a_step_is_drawn_before_python_has_answered(watched_page: Page) -> None:
    stage = Stage(watched_page, mw.specimen().go(30))
    step = "hook => { document.querySelector(`[data-mam=${hook}]`).click(); return document.querySelector('[data-mam=where]').textContent; }"
    assert watched_page.evaluate(step, "forward") == "Trick 5, card 2 of 4"
    stage.settle()
    assert watched_page.evaluate(step, "forward") == "Trick 5, card 3 of 4"
    assert watched_page.evaluate(step, "back") == "Trick 5, card 2 of 4"  # seen before: no answer is waited for
    stage.settle()
    assert stage.widget.scene["stepper"]["step"] == 31
    expect(stage.part("where")).to_have_text("Trick 5, card 2 of 4")


def test_after_a_what_if_no_step_of_the_record_is_shown_in_its_place(watched_page: Page) -> None:
    stage = Stage(watched_page, mw.specimen().go(31))
    stage.press("forward")
    stage.press("back")
    stage.part("card", card="G4").click(position={"x": 9, "y": 40})
    stage.settle()
    expect(stage.part("branch")).to_contain_text("What-if 1")
    expect(stage.part("trick-card", card="G4")).to_have_count(1)
    stage.press("back")
    stage.press("forward")
    expect(stage.part("trick-card", card="G4")).to_have_count(1)
    stage.press("back-to-record")
    stage.press("forward")
    expect(stage.part("trick-card", card="G10")).to_have_count(1)


@pytest.mark.long
def test_the_four_buttons_keep_their_place_through_the_whole_record(watched_page: Page) -> None:
    for width, height in ((1000, 716), (360, 640)):
        stage = Stage(watched_page.context.new_page(), mw.specimen(), width=width, height=height)
        shapes = set()
        for step in (0, 1, 12, 13, 14, 15, 17, 65):  # each phase, and its first and last steps
            stage.widget.go(step)
            stage.settle()
            boxes = [stage.part(name).bounding_box() for name in ("first", "back", "forward", "last", "undo", "solve")]
            shapes.add(json.dumps(boxes))
        assert len(shapes) == (1 if width > 480 else len(shapes)), (width, len(shapes))
        assert len({json.dumps(json.loads(shape)[:4]) for shape in shapes}) == 1
        stage.page.close()
