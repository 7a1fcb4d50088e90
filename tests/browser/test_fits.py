"""In every state and at every width: no two controls overlap, no number breaks, no text is cut, and no button's text leaves it."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from stage import Stage

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from fits import WIDTHS, find_misfits
from moments import play_to
from shelf_stages import STAGES as SHELVES
from stages import STAGES
from widget_moments import MOMENTS

from mam.scenes.actions import make_action
from mam_widgets.shared.widget import SceneWidget

# Every stage of a match, and every other widget in each of its moments.
STATES: Mapping[str, Callable[[], SceneWidget]] = {
    **MOMENTS,
    **{f"play, {name}": make for name, make in STAGES.items()},
}
LOW = ((320, 528), (360, 548), (430, 520))  # what the bars of a browser and of a site leave of a phone
TABS = ("", "1", "2", "3", "4", "5", "s")  # keys that open each tab, and the settings


def check(page: Page, widget: SceneWidget, widths: tuple[int, ...]) -> None:
    page.emulate_media(reduced_motion="reduce")
    stage = Stage(page, widget, width=widths[0], height=760)
    faults: dict[str, str] = {}
    for width in widths:
        page.set_viewport_size({"width": width, "height": 760})
        stage.root.evaluate("(root, width) => { root.parentElement.style.width = `${width}px`; }", width)
        stage.settle()
        for key in TABS:
            if key:
                stage.root.locator(".mam-table").focus()
                stage.key(key)
            for fault in find_misfits(stage.root):
                faults.setdefault(fault, f"at {width} px, tab {key or 'none'}")
    if stage.root.locator(".mam-table").count():  # studies have tests of their own
        stage.key("Escape")  # nothing lies over the stage
        for width, height in LOW:
            page.set_viewport_size({"width": width, "height": height})
            stage.root.evaluate("(root, width) => { root.parentElement.style.width = `${width}px`; }", width)
            stage.settle()
            table = stage.root.locator(".mam-table").bounding_box()
            assert table and table["height"] <= height, f"{width} × {height} px"
            for fault in find_misfits(stage.root):
                faults.setdefault(fault, f"at {width} × {height} px")
    assert not faults, "\n".join(f"{where}: {fault}" for fault, where in faults.items())


@pytest.mark.parametrize("name", STATES)
@pytest.mark.sample(3, 5)
def test_everything_fits_at_every_width(watched_page: Page, name: str) -> None:
    check(watched_page, STATES[name](), WIDTHS)


def do(stage: Stage, step: str) -> None:
    """Do a step of `shelf_stages`."""
    what, _, name = step.partition(" ")
    if what == "press":
        stage.press(name)
    elif what == "tap":
        stage.root.locator(f'[data-key="{name}"]').first.dispatch_event("click")
        stage.settle()
    elif what == "type":
        stage.root.locator("[data-mam=field]").fill(name)
        stage.settle()
    elif what == "wait":
        stage.widget.handle_message = lambda message: None
    else:
        assert what == "see", step
        expect(stage.root).to_contain_text(name)


def is_over(stage: Stage, steps: tuple[str, ...]) -> bool:
    """Whether a round that was to be played by pressing one button again and again is over."""
    return len({*steps}) == 1 < len(steps) and stage.part("finished").count() > 0


@pytest.mark.parametrize(("shelf", "name"), [(shelf, name) for shelf, stages in SHELVES.items() for name in stages])
@pytest.mark.sample(6, 3)
def test_every_stage_of_a_shelf_fits_at_every_width(watched_page: Page, tmp_path: Path, shelf: str, name: str) -> None:
    make, steps = SHELVES[shelf][name]
    watched_page.emulate_media(reduced_motion="reduce")
    stage = Stage(watched_page, make(tmp_path), width=WIDTHS[0], height=592, is_filled=True)
    for step in steps:
        if is_over(stage, steps):
            break
        do(stage, step)
    faults: dict[str, str] = {}
    for width in WIDTHS:
        watched_page.set_viewport_size({"width": width, "height": 592 if width < 640 else 800})
        stage.root.evaluate("(root, width) => { root.parentElement.style.width = `${width}px`; }", width)
        stage.settle()
        assert name == "shelf" or stage.part("dock").get_attribute("data-stage") == name
        for fault in find_misfits(stage.root):
            faults.setdefault(fault, f"at {width} px")
    assert not faults, "\n".join(f"{where}: {fault}" for fault, where in faults.items())


@pytest.mark.parametrize("phase", ["trump", "over"])
def test_the_buttons_of_the_trump_and_of_the_result_fit_on_the_smallest_phone(watched_page: Page, phase: str) -> None:
    check(watched_page, play_to(phase), (320,))


def add_actions(scene: dict[str, Any], *texts: str) -> dict[str, Any]:
    """A scene that offers more, as a new action does: each with a long text and the next rank."""
    more = [
        make_action(f"extra-{number}", text, {"do": "undo"}, icon="again", side="help", rank=6 + number)
        for number, text in enumerate(texts)
    ]
    return {**scene, "actions": [*scene["actions"], *more]}


@pytest.mark.parametrize("name", ["your call", "your trump", "round over", "reviewing", "what-if, a branch"])
def test_more_actions_than_there_is_room_for_stand_under_more(watched_page: Page, name: str) -> None:
    """A new action needs no place of its own: what has the highest rank goes under More, and can be done there."""
    watched_page.emulate_media(reduced_motion="reduce")
    table = STAGES[name]()
    texts = ("The same deal once more", "Show who holds what", "Let a friend decide")
    table.scene = add_actions(table.scene, *texts)
    stage = Stage(watched_page, table, width=960, height=760)
    for width in WIDTHS:
        stage.widen(width)
        assert [fault for fault in find_misfits(stage.root) if "overlap" in fault or "button" in fault] == []
        shown = stage.root.locator("[data-mam^=extra-]:visible")
        if shown.count() == len(texts):
            continue
        stage.press("more-actions")
        for text in texts:
            expect(stage.root.get_by_role("button", name=text).first).to_be_visible()
        stage.key("Escape")
    asked: list[object] = []
    table.handle_message = asked.append  # type: ignore[method-assign]
    stage.widen(320)
    stage.press("more-actions")
    stage.root.get_by_role("button", name=texts[-1]).click()
    stage.settle()
    assert asked == [{"do": "undo"}] and stage.part("popover").count() == 0


@pytest.mark.parametrize(
    ("shelf", "name"), [("studies", "right"), ("exercise_pages", "ready"), ("chance_pages", "picture")]
)
def test_more_rows_of_a_shelf_than_there_is_room_for_stand_under_more(
    watched_page: Page, tmp_path: Path, shelf: str, name: str
) -> None:
    """What a new row of `actions.toml` makes: a button that gives way, is found under More, and does what it says."""
    watched_page.emulate_media(reduced_motion="reduce")
    make, steps = SHELVES[shelf][name]
    widget = make(tmp_path)
    texts = ("The same board once more", "Show who holds what", "Let a friend decide")
    do_it = {"act": "say", "given": "It is done."}
    rows = [
        {"action": make_action(f"extra-{k}", text, do_it, icon="again", side="help", rank=6 + k)}
        for k, text in enumerate(texts)
    ]
    widget._esm = widget._esm.replace("const OFFERS = [", f"const OFFERS = [{json.dumps(rows)[1:-1]}, ")
    stage = Stage(watched_page, widget, width=WIDTHS[0], height=592, is_filled=True)
    for step in steps:
        do(stage, step)
    for width in reversed(WIDTHS):
        stage.widen(width)
        assert [fault for fault in find_misfits(stage.root) if "overlap" in fault or "button" in fault] == [], width
        if stage.root.locator("[data-mam^=extra-]:visible").count() < len(texts):
            stage.press("more-actions")
            expect(stage.root.get_by_role("button", name=texts[-1]).first).to_be_visible()
            assert find_misfits(stage.root) == [], width
            stage.part("more-actions").focus()
            stage.key("Escape")
            expect(stage.part("popover")).to_have_count(0)
    stage.press("more-actions")
    stage.root.get_by_role("button", name=texts[-1]).first.click()
    stage.settle()
    assert stage.sentence() == "It is done." and stage.part("popover").count() == 0
    if name == "right":
        stage.press("more-actions")
        stage.press("next")
        assert stage.part("popover").count() == 0, "it was about the board before"


def test_what_does_not_fit_is_found(watched_page: Page) -> None:
    watched_page.set_content(
        """<div class="root" style="width:200px"><div style="width:60px;overflow-wrap:anywhere">$1,000,000</div>
        <button style="position:absolute;left:0;top:80px;width:40px;white-space:nowrap">Show all hands</button>
        <button style="position:absolute;left:20px;top:80px">Review</button>
        <p style="width:50px;overflow:hidden;white-space:nowrap">a long sentence</p>
        <svg id="drawn"><g id="here"></g><use href="#here"/><use href="#elsewhere"/></svg></div>"""
    )
    kinds = {fault.split(":")[0].split(" by ")[0] for fault in find_misfits(watched_page.locator(".root"))}
    assert {"controls overlap", "text leaves its button", "text is cut"} <= kinds
    assert any(kind.startswith("the number $1,000,000 breaks") for kind in kinds)
    assert "the shape #elsewhere is not there" in kinds and "the shape #here is not there" not in kinds


def test_only_what_is_hidden_on_purpose_is_left_out(watched_page: Page) -> None:
    watched_page.set_content(
        """<style>h3, p { overflow: hidden; white-space: nowrap; text-overflow: ellipsis }</style>
        <div class="root" style="width:200px">
        <h3 style="position:absolute;width:1px;height:1px;clip-path:inset(50%)">a title that is heard</h3>
        <h3 style="position:absolute;width:1px;height:1px"><b>a note that is heard</b></h3>
        <p style="width:2px;height:20px">a narrow sentence</p>
        <p style="width:60px;clip-path:inset(0)">another long sentence</p></div>"""
    )
    faults = " ".join(find_misfits(watched_page.locator(".root")))
    assert "heard" not in faults
    assert "a narrow sentence" in faults
    assert "another long sentence" in faults
