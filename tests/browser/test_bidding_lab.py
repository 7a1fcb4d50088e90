"""The bidding lab in a browser: by keyboard alone, guess first, at every width, in both themes, and once in JupyterLab."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from stage import Stage

mw = pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from mam_widgets.bidding.widget import bidding_lab  # noqa: E402

HAND = "R40 R30 R15 R11 R10 Y40 Y8 Y7 B5 B4 B3 TIGER BULL"


def test_an_auction_by_keyboard_alone(watched_page: Page) -> None:
    lab = bidding_lab(HAND, dealer="S", seed=1, worlds=10).wait()
    stage = Stage(watched_page, lab)
    expect(stage.part("plot")).to_have_count(3)
    expect(stage.part("advice")).to_contain_text("Recommended: ")
    assert stage.root.locator('[data-area="hand"][tabindex="0"]').count() == 1
    stage.tab_to(move="bid 170")
    stage.key("Enter")
    assert "170" in stage.sentence() and not lab.view.round.calls
    stage.tab_to(move="bid 200")
    stage.key("Enter")
    assert str(lab.view.round.calls[0][1]) == "bid 200"
    stage.focus()
    lab.wait()
    stage.settle()
    expect(stage.part("yours")).to_contain_text("You make your $200,000 in Red in")
    stage.tab_to(mam="spread-trump", trump="G")
    stage.key("Enter")
    assert stage.focus()["trump"] == "G"
    expect(stage.part("spread-trump", trump="G")).to_have_attribute("aria-pressed", "true")
    stage.key("u")
    assert not lab.view.round.calls
    stage.focus()
    before = lab.hand
    stage.key("n")
    assert lab.hand != before
    stage.tab_to(mam="hand-text")
    stage.page.keyboard.type("five reds and the Tiger")
    stage.key("Enter")
    assert lab.hand.count("R") >= 5 and "TIGER" in lab.hand
    expect(stage.part("hand-text")).to_have_value("")
    stage.page.keyboard.type("R40 <b>R41</b>")
    stage.key("Enter")
    assert "is not a card" in stage.sentence() and stage.root.locator("b >> text=R41").count() == 0


def test_the_guess_comes_first_by_keyboard_alone(watched_page: Page, tmp_path: Path) -> None:
    lab = bidding_lab(HAND, dealer="S", seed=1, worlds=3, guess_first=True, guesses=tmp_path / "guesses.json")
    stage = Stage(watched_page, lab)
    expect(stage.part("plot")).to_have_count(0)
    expect(stage.part("call")).to_have_count(0)
    stage.tab_to(mam="send-guess")
    stage.key("Enter")
    assert stage.sentence() == "Type the bid you would make first." and stage.focus()["mam"] == "guess-bid"
    stage.page.keyboard.type("200")
    stage.tab_to(mam="guess-trump")
    stage.key("R")
    stage.tab_to(mam="guess-percent")
    stage.page.keyboard.type("70")
    assert all(scene["lab"]["figures"] is None and scene["lab"]["advice"] is None for scene in stage.sent)
    assert all("worlds" not in json.dumps(scene) for scene in stage.sent)
    stage.key("Enter")
    expect(stage.part("guessed")).to_contain_text("Your guess: $200,000 in Red")
    stage.focus()
    lab.wait()
    stage.settle()
    expect(stage.part("plot")).to_have_count(3)
    expect(stage.part("brier")).to_contain_text("1 guess, Brier score")
    expect(stage.part("book")).to_contain_text(str(tmp_path / "guesses.json"))
    stage.tab_to(mam="asks")
    stage.key("Space")
    assert lab.scene["lab"]["asks"] is False


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 640, 960, 1600])
@pytest.mark.sample(3)
def test_it_fits_every_width(watched_page: Page, tmp_path: Path, width: int, theme: str) -> None:
    lab = bidding_lab(HAND, dealer="S", seed=1, worlds=3, guess_first=True, guesses=tmp_path / "guesses.json")
    stage = Stage(watched_page, lab, width=width, theme=theme)
    for step in ("guess", "call", "done"):
        if step == "call":
            lab.guess(200, "R", 0.7).wait()
        if step == "done":
            lab.bid("bid 200").wait()
        stage.settle()
        assert lab.scene["lab"]["step"] == step
        assert stage.overhang() <= 0
        assert stage.too_small() == []


def test_in_jupyterlab_figures_come_after_the_cell(run_cell) -> None:  # type: ignore[no-untyped-def]
    cell = f"from mam_widgets.bidding.widget import bidding_lab\nlab = bidding_lab('{HAND}', dealer='S', seed=1, worlds=500)\nlab"
    notebook = run_cell(cell)
    root = notebook.page.locator(".mam-bidding-lab")
    expect(root.locator("[data-mam=headline]")).to_contain_text("Best contract:")
    expect(root.locator("[data-mam=found]")).to_contain_text("500 simulated deals", timeout=120_000)
    root.locator('[data-mam=call][data-move="bid 200"]').click()
    expect(root.locator("[data-mam=yours]")).to_contain_text("You make your $200,000 in Red in")
    expect(root.locator("[data-mam=guide]")).not_to_contain_text("call first")
