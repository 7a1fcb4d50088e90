"""The tab of odds in the browser: a table with a cell for each card and place, computed only while it is open."""

from random import Random

import pytest
from moments import play_to
from playwright.sync_api import expect
from stage import Stage

import mam
import mam_widgets as mw
from mam.players import random_player

SHADES = """root => [...root.querySelectorAll(".mam-odds-cell")].map((cell) => {
    const numbers = (color) => {
        const [, space, parts] = color.match(/^(rgb|color)a?\\((?:srgb )?([^)]*)\\)/);
        return parts.split(/[ ,/]+/).slice(0, 3).map((part) => Number(part) / (space === "rgb" ? 255 : 1));
    };
    const light = (color) => {
        const [red, green, blue] = numbers(color).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const panel = getComputedStyle(cell.closest(".mam-side")).backgroundColor;
    const { color, backgroundColor } = getComputedStyle(cell);
    const shown = /, 0\\)$/.test(backgroundColor) ? panel : backgroundColor;
    const [low, high] = [light(color), light(shown)].sort((a, b) => a - b);
    return { state: cell.dataset.state, text: cell.innerText, contrast: (high + 0.05) / (low + 0.05) };
})"""


def play_some(edition, tricks):
    round = mam.start(edition, seed=7)
    while round.phase != "play" or len(round.tricks) < tricks:
        round = round.play(random_player(mam.view(round, round.actor), Random(len(round.history))))
    return round


def test_the_odds_are_computed_only_while_their_tab_is_open(watched_page):
    stage = Stage(watched_page, play_to("play", skip=4), width=1000, height=716)
    assert stage.widget.scene["odds"] is None
    stage.press("tab", tab="odds")
    grid = stage.part("odds")
    assert grid.get_attribute("role") == "table" and grid.get_by_role("row").count() > 10
    before = grid.inner_text()
    stage.widget.handle_message({"do": "move", "move": str(stage.widget.session.table_view.legal_moves[0])})
    stage.widget.handle_message({"do": "step"})  # the card of another: one less is unseen
    stage.settle()
    assert grid.inner_text() != before
    stage.press("tab", tab="ruling")
    assert stage.widget.scene["odds"] is None


def test_a_refusal_closes_the_tab_and_stays_to_be_read(watched_page):
    stage = Stage(watched_page, play_to("play"), width=1000, height=716)
    stage.press("tab", tab="odds")
    illegal = stage.root.locator('[data-mam="hand"] [data-state="illegal"]').first
    illegal.click(position={"x": 9, "y": 30}, force=True)
    stage.settle()
    assert stage.widget.scene["odds"] is None
    expect(stage.part("message")).to_have_attribute("data-kind", "stop")
    expect(stage.part("message")).to_contain_text("You must follow")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.sample(1, 1)
def test_what_is_certain_has_a_sign_and_all_can_be_read(watched_page, theme):
    round = play_some("make-a-million-1935", 11)
    stage = Stage(watched_page, mw.probability_lab(view=mam.view(round, "N")), width=1000, height=716, theme=theme)
    stage.press("tab", tab="odds")
    cells = stage.root.evaluate(SHADES)
    assert {cell["state"] for cell in cells} >= {"never", "open"}
    for cell in cells:
        assert cell["text"].startswith({"never": "–", "surely": "✓"}.get(cell["state"], cell["text"]))
        assert cell["contrast"] >= 4.5, cell


@pytest.mark.parametrize("edition", ["make-a-million-2004", "eight", "sweven"])
@pytest.mark.sample(2, 2)
def test_the_grid_fits_the_side_panel(watched_page, edition):
    round = play_some(edition, 2)
    view = mam.view(round, round.rules.persons[0])
    stage = Stage(watched_page, mw.probability_lab(view=view), width=900, height=576)
    stage.press("tab", tab="odds")
    panel = stage.part("panel")
    assert panel.evaluate("panel => panel.scrollWidth - panel.clientWidth") <= 0


def test_the_stepper_shows_what_the_player_to_move_knows_once_the_hands_are_hidden(watched_page):
    stage = Stage(watched_page, mw.specimen().go(20), width=1000, height=716)
    stage.press("tab", tab="odds")
    expect(stage.part("panel")).to_contain_text("You can see every card.")
    stage.press("hide-hands")
    round = stage.widget.round
    expect(stage.part("panel")).to_contain_text(f"What {round.rules.seat_names[round.actor]} knows")
    before = stage.part("odds").inner_text()
    stage.press("forward")
    assert stage.part("odds").inner_text() != before
