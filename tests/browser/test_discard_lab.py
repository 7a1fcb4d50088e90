"""The discard lab in a browser: by keyboard alone, at every width, in both themes, and once in JupyterLab."""

import pytest
from playwright.sync_api import Page, expect
from stage import Stage

mw = pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from mam_widgets.discard.widget import discard_lab  # noqa: E402

HAND = "R40 R30 R15 R11 R10 Y9 Y8 Y7 B5 B4 B3 B2 G2 G1 TIGER BULL"


def choose_by_keys(stage: Stage, cards: list[str], trump: str) -> None:
    stage.tab_to(area="hand")
    stage.key("Home")
    for code in cards:
        for _ in range(20):
            if stage.focus()["card"] == code:
                break
            stage.key("ArrowRight")
        assert stage.focus()["card"] == code
        stage.key("Enter")
    stage.tab_to(mam="confirm-discard")
    stage.key("Enter")
    assert stage.focus()["area"] == "trumps"
    stage.tab_to(move=f"trump {trump}")
    stage.key("Enter")
    stage.focus()


def test_a_discard_is_chosen_compared_and_changed_by_keyboard_alone(watched_page: Page) -> None:
    lab = discard_lab(HAND, seed=1)
    stage = Stage(watched_page, lab)
    choose_by_keys(stage, ["Y9", "Y8", "Y7"], "B")
    assert str(lab.choice) == "(discard Y9 Y8 Y7, trump B)" and stage.sentence().startswith("On the list: Y9 Y8 Y7 out")
    stage.key("a")
    choose_by_keys(stage, ["Y7", "B4", "G1"], "R")
    assert len(lab.choices) == 2
    stage.key("c")
    lab._background.wait()
    stage.settle()
    assert stage.sentence().endswith("16,000 simulated deals.")
    expect(stage.part("found")).to_contain_text("16,000 simulated deals, the same for every choice")
    expect(stage.part("listed")).to_have_count(3)
    stage.focus()
    stage.tab_to(mam="own", index="1")
    stage.key("Enter")
    assert lab.choice == lab.choices[1]
    stage.focus()
    stage.tab_to(mam="load", index="0")
    stage.key("Enter")
    expect(stage.root.locator('[data-state="selected"]')).to_have_count(3)
    expect(stage.part("still")).to_have_text("All three chosen")
    stage.tab_to(mam="remove", index="0")
    stage.key("Enter")
    assert len(lab.choices) == 1
    stage.focus()
    stage.key("u")
    assert len(lab.choices) == 2
    stage.key("n")
    assert lab.choices == () and lab.scene["live"].startswith("New hand")
    expect(stage.root.locator('[data-state="selected"]')).to_have_count(0)
    stage.focus()


def test_the_hand_is_one_tab_stop_and_a_card_that_must_stay_says_why(watched_page: Page) -> None:
    stage = Stage(watched_page, discard_lab(HAND, seed=1))
    assert stage.root.locator('[data-area="hand"][tabindex="0"]').count() == 1
    stage.tab_to(area="hand")
    stage.key("Home")
    assert stage.focus()["card"] == "R40"
    expect(stage.part("ruling")).to_contain_text("R35-NEST-3")
    stage.key("Enter")
    assert stage.sentence().startswith("Refused: Red 40. You can't discard Red 40, a money card")
    label = stage.part("card", card="R40").first.get_attribute("aria-label")
    assert label is not None and "cannot be discarded" in label


def test_buttons_that_can_do_nothing_say_so(watched_page: Page) -> None:
    stage = Stage(watched_page, discard_lab(HAND, seed=1))
    stage.press("compare")
    assert stage.sentence() == "Choose a discard and trump first."
    stage.press("undo")
    assert stage.sentence() == "There is nothing to undo."
    stage.press("use-hand")
    assert stage.sentence().startswith("Type a hand first")
    stage.part("hand-text").fill("R40 <b>R41</b>")
    stage.press("use-hand")
    assert "is not a card" in stage.sentence() and stage.root.locator("b >> text=R41").count() == 0


def test_it_fits_every_width(watched_page: Page) -> None:
    lab = (
        discard_lab(HAND, seed=1).choose("discard Y9 Y8 Y7", "trump B").choose("discard B2 G2 G1", "trump R").compare()
    )
    stage = Stage(watched_page, lab)
    for step in ("done", "cards"):
        assert lab.scene["lab"]["step"] == step
        for width in (320, 640, 960, 1600):
            stage.widen(width)
            assert stage.overhang() <= 0, width
            assert stage.too_small() == [], width
        if step == "done":
            stage.press("again")


def test_a_comparison_moves_no_focus_and_follows_the_theme(watched_page: Page) -> None:
    lab = discard_lab(HAND, seed=1).choose("discard B2 G2 G1", "trump R")
    stage = Stage(watched_page, lab, theme="dark")
    assert stage.root.get_attribute("data-mam-theme") == "dark"
    stage.tab_to(mam="compare")
    stage.key("Enter")
    lab._background.wait()
    stage.settle()
    assert stage.focus()["mam"] == "compare"
    expect(stage.root.locator(".mam-plot-drawing, [data-mam=headline]").first).to_be_visible()


def test_it_works_in_a_notebook(run_cell) -> None:
    cell = f"from mam_widgets.discard.widget import discard_lab\nlab = discard_lab('{HAND}', seed=1)\nlab"
    notebook = run_cell(cell)
    root = notebook.page.locator(".mam-root").first
    expect(root.locator('[data-mam="guide"]')).to_contain_text("Choose three cards to discard")
    for code in ("Y9", "Y8", "Y7"):
        root.locator(f'[data-mam="card"][data-card="{code}"]').click(position={"x": 9, "y": 30})
    root.locator('[data-mam="confirm-discard"]').click()
    root.locator('[data-move="trump B"]').click()
    root.locator('[data-mam="compare"]').click()
    expect(root.locator('[data-mam="found"]')).to_contain_text("16,000 simulated deals", timeout=90_000)
    expect(root.locator('[data-mam="listed"]')).to_have_count(2)
    assert "discard Y9 Y8 Y7, trump B" in notebook.run("print(lab.choice, len(lab.table))")
