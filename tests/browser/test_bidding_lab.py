"""The bidding lab in a browser: by keyboard alone, guess first, at every width, in both themes, and once in JupyterLab."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from stage import Stage

mw = pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from mam_widgets.bidding.widget import bidding_lab  # noqa: E402

PLACES = """root => ["hand-region", "dock", "message", "stage", "header"].map(name => {
    const { left, top, width, height } = root.querySelector(`.mam-${name}`).getBoundingClientRect();
    return [name, left, top, width, height];
})"""
FIND_NAMES_NEAR_ANOTHER_CURVE = """chart => {
    const lines = [...chart.querySelectorAll(".mam-plot-line:not(.mam-plot-edge)")];
    const labels = [...chart.querySelectorAll("text.mam-plot-label:not(.mam-plot-legend)")];
    const distance = (line, { x, y, width, height }) => Math.min(...Array.from({ length: 400 }, (_, step) => {
        const point = line.getPointAtLength((line.getTotalLength() * step) / 399);
        return Math.hypot(Math.max(x - point.x, 0, point.x - x - width), Math.max(y - point.y, 0, point.y - y - height));
    }));
    return labels.filter(({ textContent }) => /^(Red|Yellow|Black|Green)/.test(textContent)).filter((label) => {
        const [nearest] = lines.map((line) => [distance(line, label.getBBox()), line.dataset.code]).sort((a, b) => a[0] - b[0]);
        return !label.textContent.split(":")[0].split(", ").some((name) => name[0] === nearest[1]);
    }).map((label) => label.textContent);
}"""
HAND = "R40 R30 R15 R11 R10 Y40 Y8 Y7 B5 B4 B3 TIGER BULL"


def test_the_hint_fits_and_the_next_bid_is_named(watched_page: Page) -> None:
    stage = Stage(watched_page, bidding_lab(seed=1, worlds=500).wait(), width=1000, height=716)
    expect(stage.part("chart")).to_contain_text("next bid")
    stage.press("hint")
    expect(stage.part("message")).to_have_attribute("data-kind", "hint")
    text = stage.root.locator(".mam-message-text")
    assert text.evaluate("part => part.scrollHeight <= part.clientHeight")
    stopped = stage.widget
    stopped._advices.clear()  # as if stopped before there was advice
    stopped.handle_message({"do": "stop"})
    stage.settle()
    expect(stage.part("advice")).to_have_text("Too few deals for advice: simulate more.")


@pytest.mark.parametrize(("width", "height"), [(900, 576), (360, 640)])
@pytest.mark.sample(1, 0)
def test_every_curve_has_a_name_and_black_is_seen_on_a_dark_ground(watched_page: Page, width: int, height: int) -> None:
    lab = bidding_lab(seed=7, worlds=500).wait()  # whose curves lie close
    stage = Stage(watched_page, lab, width=width, height=height, theme="dark")
    for color in ("Red", "Yellow", "Black", "Green"):
        assert color in (stage.part("chart").locator("svg").last.text_content() or "")
    edge = stage.root.locator(".mam-plot-edge[data-code=B]").first
    strokes = edge.evaluate(
        "edge => [getComputedStyle(edge).stroke, getComputedStyle(edge.closest('.mam-table')).color]"
    )
    assert strokes[0] == strokes[1]


def test_each_name_is_nearest_to_its_curve(watched_page: Page) -> None:
    stage = Stage(watched_page, bidding_lab(seed=1, worlds=500).wait(), width=1000, height=716)
    assert stage.part("chart").evaluate(FIND_NAMES_NEAR_ANOTHER_CURVE) == []


def test_an_auction_by_keyboard_alone(watched_page: Page) -> None:
    lab = bidding_lab(HAND, dealer="S", seed=1, worlds=10).wait()
    stage = Stage(watched_page, lab)
    expect(stage.part("chart")).to_have_count(1)
    expect(stage.part("advice")).to_contain_text("Gain: your side")
    expect(stage.part("headline")).to_have_text("A rough idea from 10 deals")
    assert stage.root.locator('[data-area="hand"][tabindex="0"]').count() == 1
    stage.press("other-amount")
    stage.tab_to(move="bid 170")
    stage.key("Enter")
    assert "170" in stage.sentence() and not lab.view.round.calls
    expect(stage.part("message")).to_have_attribute("data-kind", "stop")
    expect(stage.part("tab", tab="auction")).to_have_attribute("aria-selected", "true")
    stage.key("Escape")
    stage.tab_to(move="bid 180")
    stage.key("Enter")
    assert str(lab.view.round.calls[0][1]) == "bid 180"
    stage.focus()
    lab.wait()
    stage.settle()
    stage.key("1")
    expect(stage.part("bid-text")).to_contain_text("You make your $180,000 in Red in")
    stage.tab_to(mam="chart-choice", chart="money")
    stage.key("Enter")
    stage.tab_to(mam="money-trump", trump="G")
    stage.key("Enter")
    assert stage.focus()["trump"] == "G"
    expect(stage.part("money-trump", trump="G")).to_have_attribute("aria-pressed", "true")
    stage.key("u")
    assert not lab.view.round.calls
    stage.focus()
    before = lab.hand
    stage.key("n")
    assert lab.hand != before
    stage.key("4")
    stage.tab_to(mam="hand-text")
    stage.page.keyboard.type("five reds and the Tiger")
    stage.key("Enter")
    assert lab.hand.count("R") >= 5 and "TIGER" in lab.hand
    expect(stage.part("hand-text")).to_have_value("")
    stage.page.keyboard.type("R40 <b>R41</b>")
    stage.key("Enter")
    assert "is not a card" in stage.sentence() and stage.root.locator("b >> text=R41").count() == 0


def test_a_chart_is_read_by_arrow_keys_and_by_the_pointer(watched_page: Page) -> None:
    lab = bidding_lab(HAND, dealer="S", seed=1, worlds=500).wait()
    stage = Stage(watched_page, lab)
    drawing = stage.part("drawing")
    assert drawing.get_attribute("role") == "img"
    assert (drawing.get_attribute("aria-label") or "").startswith("You make $")
    drawing.focus()
    marks = lab.scene["lab"]["figures"]["charts"][0]["marks"]
    limit = next(mark["x"] for mark in marks if mark["kind"] == "limit")
    stage.key("ArrowRight")
    expect(stage.part("what")).to_have_text(f"${limit},000 in Red:")
    assert stage.sentence().startswith(f"${limit},000 in Red: made in ")
    stage.key("ArrowRight")
    expect(stage.part("what")).to_have_text(f"${limit + 5},000 in Red:")
    stage.key("ArrowDown")
    expect(stage.part("what")).to_have_text(f"${limit + 5},000 in Yellow:")
    stage.key("Home")
    expect(stage.part("what")).to_have_text("$175,000 in Yellow:")
    stage.key("Tab")
    expect(stage.part("what")).to_have_text("Your call.")
    box = drawing.bounding_box()
    assert box
    stage.page.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + 20)
    expect(stage.part("what")).to_contain_text(" in Red:")
    stage.page.mouse.move(box["x"] + 5, box["y"] - 60)
    expect(stage.part("what")).to_have_text("Your call.")


def test_the_table_of_a_chart_and_hands_like_this_one(watched_page: Page) -> None:
    lab = bidding_lab(HAND, dealer="S", seed=1, worlds=500).wait()
    stage = Stage(watched_page, lab)
    stage.press("chart-choice", chart="scores")
    stage.press("table")
    assert stage.focus() == {"mam": "figures", "chart": "scores"}
    expect(stage.part("figures", chart="scores").locator("tbody tr")).to_have_count(13)
    before = lab.hand
    stage.press("tab", tab="hand")
    stage.press("similar")
    assert lab.hand != before
    lab.wait()
    stage.settle()
    expect(stage.part("message")).to_contain_text("A hand like the last: 5 Red, 3 Yellow, 3 Black")


@pytest.mark.parametrize(("width", "height"), [(1000, 716), (900, 576), (360, 640)])
@pytest.mark.sample(1, 1)
def test_nothing_moves_from_the_first_figure_to_the_end_of_the_auction(
    watched_page: Page, tmp_path: Path, width: int, height: int
) -> None:
    lab = bidding_lab(HAND, dealer="S", seed=1, worlds=500, guess_first=True, guesses=tmp_path / "guesses.json")
    stage = Stage(watched_page, lab, width=width, height=height)
    layouts = [stage.root.evaluate(PLACES)]
    lab.guess(200, "R", 0.7)
    stage.settle()
    layouts.append(stage.root.evaluate(PLACES))
    lab.wait()
    stage.settle()
    layouts.append(stage.root.evaluate(PLACES))
    lab.bid("bid 200").wait()
    stage.settle()
    layouts.append(stage.root.evaluate(PLACES))
    assert all(places == layouts[0] for places in layouts)


def test_three_charts_stand_side_by_side_where_there_is_room(watched_page: Page) -> None:
    lab = bidding_lab(HAND, dealer="S", seed=1, worlds=500).wait()
    stage = Stage(watched_page, lab, width=1440, height=916)
    expect(stage.part("chart")).to_have_count(3)
    expect(stage.part("chart-choice")).to_have_count(0)
    tops = {round(chart.bounding_box()["y"]) for chart in stage.part("chart").all()}  # type: ignore[index]
    assert len(tops) == 1


def test_the_guess_comes_first_by_keyboard_alone(watched_page: Page, tmp_path: Path) -> None:
    lab = bidding_lab(HAND, dealer="S", seed=1, worlds=3, guess_first=True, guesses=tmp_path / "guesses.json")
    stage = Stage(watched_page, lab)
    expect(stage.part("chart")).to_have_count(0)
    expect(stage.part("call")).to_have_count(0)
    stage.tab_to(mam="send-guess")
    stage.key("Enter")
    assert stage.sentence() == "Type the bid you would make first." and stage.focus()["mam"] == "guess-bid"
    expect(stage.part("message")).to_contain_text("Type the bid you would make first.")
    expect(stage.part("guess-bid")).to_have_attribute("aria-invalid", "true")
    stage.page.keyboard.type("200")
    stage.tab_to(mam="guess-trump")
    stage.key("R")
    stage.tab_to(mam="guess-percent")
    stage.page.keyboard.type("70")
    assert all(scene["lab"]["figures"] is None and scene["lab"]["advice"] is None for scene in stage.sent)
    assert all("worlds" not in json.dumps(scene) for scene in stage.sent)
    stage.key("Enter")
    expect(stage.part("guessed")).to_contain_text("a 70% chance of making $200,000 in Red")
    stage.focus()
    lab.wait()
    stage.settle()
    expect(stage.part("chart")).to_have_count(1)
    expect(stage.root.locator(".mam-plot-guess")).to_have_count(1)
    expect(stage.part("brier")).to_contain_text("1 guess, Brier score")
    expect(stage.part("book")).to_contain_text(str(tmp_path / "guesses.json"))
    stage.key("s")
    stage.tab_to(mam="guess-first-setting")
    stage.key("Space")
    assert lab.scene["lab"]["guess_first"] is False


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 640, 960, 1600])
@pytest.mark.sample(2, 0)
def test_it_fits_every_width(watched_page: Page, tmp_path: Path, width: int, theme: str) -> None:
    lab = bidding_lab(HAND, dealer="S", seed=1, worlds=3, guess_first=True, guesses=tmp_path / "guesses.json")
    stage = Stage(watched_page, lab, width=width, theme=theme)
    for step in ("guess", "call", "over"):
        if step == "call":
            lab.guess(200, "R", 0.7).wait()
        if step == "over":
            lab.bid("bid 200").wait()
        stage.settle()
        assert lab.scene["lab"]["step"] == step
        assert stage.overhang() <= 0
        assert stage.too_small() == []


@pytest.mark.long
def test_in_jupyterlab_figures_come_after_the_cell(run_cell) -> None:  # type: ignore[no-untyped-def]
    cell = f"from mam_widgets.bidding.widget import bidding_lab\nlab = bidding_lab('{HAND}', dealer='S', seed=1, worlds=500)\nlab"
    notebook = run_cell(cell)
    root = notebook.page.locator(".mam-bidding-lab")
    expect(root.locator("[data-mam=headline]")).to_contain_text("in Red", timeout=120_000)
    expect(root.locator("[data-mam=deals]")).to_contain_text("500 ")
    root.locator('[data-mam=call][data-move="bid 185"]').click()
    expect(root.locator("[data-mam=bid-text]")).to_contain_text("You make your $185,000 in Red in")
    expect(root.locator("[data-mam=message]")).not_to_contain_text("call first")


def test_a_message_that_is_cut_opens_as_a_whole(watched_page):
    stage = Stage(watched_page, mw.bidding_lab(seed=7), width=900, height=576)
    stage.widget.handle_message({"do": "hand", "text": "R40 banana"})
    stage.settle()
    stage.press("details")
    expect(stage.part("message-details")).to_contain_text("for an unseen card")
    stage.key("Escape")
    expect(stage.part("message-details")).to_have_count(0)
    expect(stage.part("details")).to_be_focused()
