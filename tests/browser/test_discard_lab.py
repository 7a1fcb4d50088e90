"""The discard lab in a browser: by keyboard alone, at every size, in both themes, and once in JupyterLab."""

import pytest
from playwright.sync_api import Page, expect
from stage import Stage

mw = pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from mam_widgets.discard import widget as discard_widget  # noqa: E402
from mam_widgets.discard.widget import discard_lab  # noqa: E402

HAND = "R40 R30 R15 R11 R10 Y9 Y8 Y7 B5 B4 B3 B2 G2 G1 TIGER BULL"
SIZES = {(1000, 716): "L", (900, 576): "LS", (640, 616): "M", (360, 640): "S", (1440, 916): "XL"}

# Where the regions are that no event may move.
BOXES = """root => ["hand-region", "dock", "message", "stage", "header"].map(name => {
    const box = root.querySelector(`.mam-${name}`).getBoundingClientRect();
    return [name, box.x, box.y, box.width, box.height].join(" ");
})"""
SPILLED = """root => [...root.querySelectorAll(".mam-table *")].filter(node => node.scrollHeight > node.clientHeight + 1
    && node.clientHeight > 20 && !node.closest(".mam-tab-panel, .mam-choice-rows, svg")
    && getComputedStyle(node).overflowY !== "visible").map(node => node.className)"""


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


def resize(stage: Stage, width: int, height: int) -> None:
    stage.page.set_viewport_size({"width": width, "height": height})
    stage.root.evaluate("(root, width) => { root.parentElement.style.width = `${width}px`; }", width)
    stage.page.wait_for_timeout(100)
    stage.settle()


@pytest.mark.long
def test_a_discard_is_chosen_compared_and_changed_by_keyboard_alone(watched_page: Page) -> None:
    lab = discard_lab(HAND, seed=1)
    stage = Stage(watched_page, lab)
    choose_by_keys(stage, ["Y9", "Y8", "Y7"], "B")
    assert str(lab.choice) == "(discard Y9 Y8 Y7, trump B)"
    assert stage.sentence().startswith("Added: Y9 Y8 Y7, Black trump.")
    stage.key("x")
    choose_by_keys(stage, ["Y7", "B4", "G1"], "R")
    assert len(lab.choices) == 2
    stage.key("c")
    lab._background.wait()
    stage.settle()
    assert stage.sentence().endswith("16,000 simulated deals.")
    expect(stage.part("what")).to_have_text("Compared on 16,000 simulated deals.")
    expect(stage.part("finding")).to_contain_text("over your choice")
    expect(stage.part("listed")).to_have_count(3)
    stage.focus()
    stage.tab_to(mam="listed")
    stage.key("End")
    assert stage.focus()["index"] == "1"
    stage.tab_to(mam="baseline", index="1")
    stage.key("Enter")
    assert lab.choice == lab.choices[1]
    stage.focus()
    stage.tab_to(mam="listed")
    stage.key("Home")
    stage.tab_to(mam="load", index="0")
    stage.key("Enter")
    expect(stage.root.locator('[data-area="hand"][data-state="selected"]')).to_have_count(3)
    stage.tab_to(mam="remove", index="0")
    stage.key("Enter")
    assert len(lab.choices) == 1
    stage.focus()
    stage.key("u")
    assert len(lab.choices) == 2
    stage.key("n")
    assert lab.choices == () and lab.scene["live"].startswith("New hand")
    expect(stage.root.locator('[data-area="hand"][data-state="selected"]')).to_have_count(0)
    stage.focus()


def test_undo_gives_the_chosen_cards_back(watched_page: Page) -> None:
    stage = Stage(watched_page, discard_lab(HAND, seed=1))
    for code in ("Y9", "Y8", "Y7"):
        stage.press("card", card=code)
    stage.press("confirm-discard")
    expect(stage.part("trump")).to_have_count(4)
    stage.press("undo")
    expect(stage.part("trump")).to_have_count(0)
    expect(stage.root.locator('[data-area="hand"][data-state="selected"]')).to_have_count(3)
    stage.press("confirm-discard")
    stage.press("card", card="Y7")  # another card is wanted: no trump is named for two
    expect(stage.part("trump")).to_have_count(0)
    expect(stage.part("what")).to_have_text("Choose 1 more card.")


def test_the_hand_is_one_tab_stop_and_a_card_that_must_stay_says_why(watched_page: Page) -> None:
    stage = Stage(watched_page, discard_lab(HAND, seed=1))
    assert stage.root.locator('[data-area="hand"][tabindex="0"]').count() == 1
    stage.tab_to(area="hand")
    stage.key("Home")
    assert stage.focus()["card"] == "R40"
    stage.key("Enter")
    assert stage.sentence().startswith("You can't discard Red 40, a money card")
    expect(stage.part("message")).to_contain_text("You can't discard Red 40")
    expect(stage.part("ruling")).to_contain_text("R35-NEST-3")
    label = stage.part("card", card="R40").first.get_attribute("aria-label")
    assert label is not None and "cannot be discarded" in label


def test_buttons_that_can_do_nothing_say_so(watched_page: Page) -> None:
    stage = Stage(watched_page, discard_lab(HAND, seed=1))
    for name, sentence in (
        ("compare", "Choose a discard and trump first."),
        ("undo", "There is nothing to undo."),
        ("clear", "No card is chosen yet."),
        ("confirm-discard", "Choose 3 more cards first."),
    ):
        stage.press(name)
        assert stage.sentence() == sentence
        expect(stage.part("message")).to_contain_text(sentence)
    stage.press("tab", tab="hand")
    stage.press("use-hand")
    assert stage.sentence().startswith("Type a hand first")
    stage.part("hand-text").fill("R40 <b>R41</b>")
    stage.press("use-hand")
    assert "is not a card" in stage.sentence() and stage.root.locator("b >> text=R41").count() == 0


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.sample(2, 2)
def test_nothing_jumps_and_nothing_spills(watched_page: Page, width: int, height: int) -> None:
    lab = discard_lab(HAND, seed=1)
    stage = Stage(watched_page, lab, width=width)
    resize(stage, width, height)
    assert stage.part("title").evaluate("node => node.closest('.mam-table').dataset.size") == SIZES[width, height]
    boxes = stage.root.evaluate(BOXES)

    def check(moment: str) -> None:
        assert stage.root.evaluate(BOXES) == boxes, moment
        assert stage.root.evaluate(SPILLED) == [], moment
        assert stage.overhang() <= 0 and stage.too_small() == [], moment
        assert stage.root.locator(".mam-primary").count() <= 1, moment

    check("at first")
    stage.press("card", card="R40")
    check("refused")
    for code in ("Y9", "Y8", "Y7"):
        stage.press("card", card=code)
    check("chosen")
    stage.press("confirm-discard")
    check("trump")
    stage.press("trump", move="trump B")
    check("listed")
    stage.press("compare")
    check("at work")
    lab._background.wait()
    stage.settle()
    check("compared")
    for third in ("R11", "B4", "B3", "B2", "G2", "G1"):
        lab.choose(f"discard Y9 Y8 {third}", "trump R")
    lab.compare()
    stage.settle()
    check("many")
    if SIZES[width, height] not in "SM":
        for tab in ("ruling", "method", "hand", "choice"):
            stage.press("tab", tab=tab)
            check(tab)


def test_a_comparison_shows_how_far_it_is_and_can_be_stopped(
    watched_page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab = discard_lab(HAND, seed=1).choose("discard Y9 Y8 Y7", "trump B")
    steps = [*discard_widget.compare_choices(lab._desk, 1)]
    monkeypatch.setattr(discard_widget, "compare_choices_in_steps", lambda *_: iter(()))
    stage = Stage(watched_page, lab, theme="dark")
    assert stage.root.get_attribute("data-mam-theme") == "dark"
    stage.tab_to(mam="compare")
    lab._is_busy = True
    for figures, percent, waits in ((steps[0], 10, True), (steps[1], 11, True), (steps[3], 33, False)):
        lab._show(figures)
        stage.settle()
        expect(stage.part("what")).to_have_text(f"Computing… {percent}%")
        assert stage.part("finding").locator(".mam-skeleton").count() == waits
        assert stage.focus()["mam"] == "compare"
    stage.press("compare")
    assert stage.sentence() == "Already comparing. Press Stop to end it."
    stage.press("stop")
    assert not lab._is_busy
    expect(stage.part("what")).to_have_text("Compared on 4,000 simulated deals.")
    expect(stage.part("compare")).to_have_accessible_name("Simulate more")


@pytest.mark.long
def test_it_works_in_a_notebook(run_cell) -> None:
    cell = f"from mam_widgets.discard.widget import discard_lab\nlab = discard_lab('{HAND}', seed=1)\nlab"
    notebook = run_cell(cell)
    root = notebook.page.locator(".mam-root").first
    expect(root.locator('[data-mam="message"]')).to_contain_text("Choose three cards to discard")
    for code in ("Y9", "Y8", "Y7"):
        root.locator(f'[data-mam="card"][data-card="{code}"]').click(position={"x": 9, "y": 30})
    root.locator('[data-mam="confirm-discard"]').click()
    root.locator('[data-move="trump B"]').click()
    root.locator('[data-mam="compare"]').click()
    expect(root.locator('[data-mam="what"]')).to_contain_text("16,000", timeout=90_000)
    expect(root.locator('[data-mam="listed"]')).to_have_count(2)
    assert "discard Y9 Y8 Y7, trump B" in notebook.run("print(lab.choice, len(lab.table))")
