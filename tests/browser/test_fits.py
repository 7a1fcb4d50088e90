"""In every state and at every width: no two controls overlap, no number breaks, no text is cut, and no button's text leaves it."""

from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import Page
from stage import Stage

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from fits import WIDTHS, find_misfits
from moments import play_to
from shown import MOMENTS

from mam_widgets.match.widget import Play
from mam_widgets.shared.widget import SceneWidget

FOUR = "make-a-million-1935"


def reviewed(*messages: Mapping[str, object]) -> Play:
    """A match whose first round was reviewed, and then this was asked for."""
    table = play_to("over", FOUR)
    for message in ({"do": "review"}, *messages):
        table.handle_message(message)
        table.wait()
    return table


def practice() -> Play:
    return reviewed({"do": "go_to_decision", "index": 5}, {"do": "try_again"})


STATES: Mapping[str, Callable[[], SceneWidget]] = {
    **MOMENTS,
    **{
        f"play, {phase}": lambda phase=phase: play_to(phase, FOUR)
        for phase in ("auction", "nest", "trump", "play", "over")
    },
    "play, a what-if": lambda: reviewed({"do": "go_to_decision", "index": 5}, {"do": "what_if"}),
    "play, practice": practice,
    "play, an earlier round": lambda: reviewed({"do": "next_round"}, {"do": "review", "number": 1}),
}
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
    assert not faults, "\n".join(f"{where}: {fault}" for fault, where in faults.items())


@pytest.mark.parametrize("name", STATES)
@pytest.mark.sample(3, 5)
def test_everything_fits_at_every_width(watched_page: Page, name: str) -> None:
    check(watched_page, STATES[name](), WIDTHS)


@pytest.mark.parametrize("phase", ["trump", "over"])
def test_the_buttons_of_the_trump_and_of_the_result_fit_on_the_smallest_phone(watched_page: Page, phase: str) -> None:
    check(watched_page, play_to(phase, FOUR), (320,))


def test_a_longer_dock_still_fits(watched_page: Page) -> None:
    """Another button with longer words makes the dock closer or taller, and lies over none."""
    watched_page.emulate_media(reduced_motion="reduce")
    stage = Stage(watched_page, play_to("over", FOUR), width=960, height=760)
    stage.root.evaluate(
        """root => {
            const act = root.querySelector(".mam-dock-act"), extra = act.lastElementChild.cloneNode(true);
            extra.textContent = "The same deal once more";
            act.prepend(extra);
        }"""
    )
    for width in WIDTHS:
        stage.widen(width)
        assert [fault for fault in find_misfits(stage.root) if "overlap" in fault or "button" in fault] == []


def test_what_does_not_fit_is_found(watched_page: Page) -> None:
    watched_page.set_content(
        """<div class="root" style="width:200px"><div style="width:60px;overflow-wrap:anywhere">$1,000,000</div>
        <button style="position:absolute;left:0;top:80px;width:40px;white-space:nowrap">Show all hands</button>
        <button style="position:absolute;left:20px;top:80px">Review</button>
        <p style="width:50px;overflow:hidden;white-space:nowrap">a long sentence</p></div>"""
    )
    kinds = {fault.split(":")[0].split(" by ")[0] for fault in find_misfits(watched_page.locator(".root"))}
    assert {"controls overlap", "text leaves its button", "text is cut"} <= kinds
    assert any(kind.startswith("the number $1,000,000 breaks") for kind in kinds)


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
