"""One screen: in every size and phase the whole decision is visible without scrolling, and nothing moves but the cards."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page
from stage import Stage

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from moments import play_to

import mam
import mam_widgets as mw

SIZES = {"L": (1000, 716), "LS": (900, 576), "M": (640, 632), "S": (360, 640), "XL": (1440, 916), "wide": (1920, 1096)}
PHASES = ["auction", "nest", "trump", "play", "over"]
GAMES = mam.list_editions()[1:]  # the first is tried in all its phases
WIDGETS: dict[str, Callable[[], Any]] = {
    "stepper": lambda: mw.specimen(),
    "deal": lambda: mw.deal(7),
    "deal for six": lambda: mw.deal(3, edition="six"),
    "bidding": lambda: mw.bidding_lab(seed=7),
    "discard": lambda: mw.discard_lab(seed=7),
    "probability": lambda: mw.probability_lab(),
}

# The box of each region, and what hangs over in any of them but the content of the side panel.
BOXES = """root => {
    const box = (query) => {
        const part = root.querySelector(query);
        if (!part) return null;
        const { left, top, width, height } = part.getBoundingClientRect();
        return [left, top, width, height].map((value) => Math.round(value * 10) / 10);
    };
    return {
        frame: box(".mam-table"), stage: box(".mam-stage"), message: box(".mam-message"),
        hand: box(".mam-hand-region"), dock: box(".mam-dock"), side: box(".mam-side"), header: box(".mam-header"),
        race: box(".mam-money"),
    };
}"""
OVERFLOW = """root => [...root.querySelectorAll(".mam-table, .mam-table *")].filter((part) => {
    if (part.closest(".mam-tab-panel, svg, .mam-aside, .mam-left") || part.clientHeight < 12) return false;
    const { overflowX, overflowY } = getComputedStyle(part);
    if (part.tagName === "INPUT" || part.tagName === "SELECT") return false;
    return (overflowY !== "visible" && part.scrollHeight > part.clientHeight + 1)
        || (part.matches(".mam-table, .mam-dock, .mam-header") && part.scrollWidth > part.clientWidth + 1);
}).map((part) => `${part.className} ${part.scrollWidth}x${part.scrollHeight} in ${part.clientWidth}x${part.clientHeight}`)"""


def boxes(stage: Stage) -> dict[str, list[float] | None]:
    places: dict[str, list[float] | None] = stage.root.evaluate(BOXES)
    return places


def check_one_screen(stage: Stage) -> None:
    """Every region lies within the window, none hangs over, and at most one button is filled."""
    width, height = (stage.page.viewport_size or {}).values()
    places = boxes(stage)
    frame = places["frame"]
    assert frame and frame[3] <= height and frame[2] <= width
    for name in ("header", "race", "stage", "message", "hand", "dock"):
        place = places[name]
        if place is not None:
            assert place[1] >= frame[1] - 1 and place[1] + place[3] <= frame[1] + frame[3] + 1, (name, place, frame)
    assert stage.root.evaluate(OVERFLOW) == []
    assert stage.overhang() <= 0
    assert stage.root.locator(".mam-primary:visible").count() <= 1


@pytest.mark.parametrize("size", SIZES)
def test_every_phase_of_a_round_is_on_one_screen(watched_page: Page, size: str) -> None:
    width, height = SIZES[size]
    docks = {}
    for phase in PHASES:
        stage = Stage(watched_page.context.new_page(), play_to(phase), width=width, height=height)
        check_one_screen(stage)
        places = boxes(stage)
        assert all(places[name] for name in ("race", "stage", "message", "hand", "dock")), (phase, places)
        docks[phase] = places["dock"]
        stage.page.close()
    if size != "S":
        assert len({tuple(dock or ()) for dock in docks.values()}) == 1, docks


@pytest.mark.parametrize("size", ["L", "S"])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.sample(4, 15)
def test_every_game_is_on_one_screen(watched_page: Page, game: str, size: str) -> None:
    width, height = SIZES[size]
    phase = "play" if game not in ("millionaire", "anagrams") else "over"
    stage = Stage(watched_page, play_to(phase, game, skip=2), width=width, height=height)
    check_one_screen(stage)


@pytest.mark.parametrize("width", [272, 320])
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.sample(2, 2)
def test_a_very_narrow_column_gives_way_without_cutting_the_stage(watched_page: Page, phase: str, width: int) -> None:
    stage = Stage(watched_page, play_to(phase), width=width, height=640)
    overflowing = stage.root.evaluate(OVERFLOW)
    assert [part for part in overflowing if not part.startswith("mam-message-text")] == []  # cut after its second line
    assert stage.overhang() <= 0
    assert boxes(stage)["frame"][3] <= 640
    if phase == "auction" and width == 272:
        rows = stage.root.locator(".mam-call-row:visible")
        assert rows.count() == 1
        assert stage.root.locator(".mam-call-row:visible .mam-next-call").count() == 1, "the newest row stays"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("widget", WIDGETS)
@pytest.mark.sample(6, 31)
def test_every_widget_is_on_one_screen(watched_page: Page, widget: str, size: str) -> None:
    width, height = SIZES[size]
    stage = Stage(watched_page, WIDGETS[widget](), width=width, height=height)
    stage.settle()
    check_one_screen(stage)


@pytest.mark.parametrize("size", ["L", "S"])
def test_hand_and_dock_keep_their_place_through_the_play(watched_page: Page, size: str) -> None:
    width, height = SIZES[size]
    stage = Stage(watched_page, play_to("play"), width=width, height=height)
    session = stage.widget.session
    layouts = []
    for _ in range(30):
        places = boxes(stage)
        layouts.append((places["hand"], places["dock"], places["stage"], places["message"]))
        if session.to_move:
            stage.widget.handle_message({"do": "move", "move": str(session.table_view.legal_moves[0])})
        else:
            stage.widget.handle_message({"do": "step"})
        stage.settle()
    assert all(place == layouts[0] for place in layouts)


def test_a_hint_a_refusal_and_a_tab_move_no_region(watched_page: Page) -> None:
    stage = Stage(watched_page, play_to("play", skip=3), width=1000, height=716)
    before = boxes(stage)
    stage.root.locator('[data-mam=card][data-state="illegal"]').first.dispatch_event("click")
    stage.settle()
    assert stage.part("message").get_attribute("data-kind") == "stop"
    assert boxes(stage) == before
    for tab in ("tricks", "score", "auction", "ruling"):
        stage.press("tab", tab=tab)
        assert boxes(stage) == before
    stage.press("gear")
    assert boxes(stage) == before
    stage.key("Escape")
    stage.press("hint")
    stage.widget.wait()
    stage.settle()
    assert boxes(stage) == before


def test_twenty_clicks_on_one_spot_step_twenty_times(watched_page: Page) -> None:
    stage = Stage(watched_page, mw.specimen(), width=1000, height=716)
    spot = stage.part("forward").bounding_box()
    assert spot
    for step in range(1, 21):
        stage.page.mouse.click(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
        stage.settle()
        assert stage.widget.scene["stepper"]["step"] == step
        assert stage.part("forward").bounding_box() == spot


def test_keys_work_wherever_the_widget_was_clicked_and_go_no_further(watched_page: Page) -> None:
    stage = Stage(watched_page, play_to("play", skip=1), width=1000, height=716)
    watched_page.evaluate(
        "() => { window.heard = []; document.addEventListener('keydown', (event) => window.heard.push(event.key)); }"
    )
    stage.root.locator(".mam-stage").click(position={"x": 5, "y": 5})
    for key in ("m", "x", "h", "5"):
        stage.key(key)
    assert watched_page.evaluate("() => window.heard") == []
    stage.key("?")
    assert stage.root.locator("[role=dialog]").is_visible()


def test_a_hover_is_quiet_and_a_click_is_refused_in_words(watched_page: Page) -> None:
    stage = Stage(watched_page, play_to("play", skip=3), width=1000, height=716)
    refused = stage.root.locator('[data-mam=card][data-state="illegal"]').first
    message = stage.part("message").inner_text()
    refused.hover(position={"x": 8, "y": 30})
    stage.root.locator('[data-mam=ruling][data-kind="info"]').wait_for()
    assert stage.part("message").inner_text() == message
    refused.click(position={"x": 8, "y": 30}, force=True)
    stage.settle()
    assert stage.part("message").get_attribute("data-kind") == "stop"
    assert stage.part("message").inner_text() != message
