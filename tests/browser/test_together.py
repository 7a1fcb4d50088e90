"""All widgets on one page, as in a long notebook or on the page of the labs: each looks as it does alone."""

import base64
from typing import Any

import pytest
from playwright.sync_api import Page

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from widget_moments import MOMENTS

from mam_widgets.shared.widget import SceneWidget

NAMES = (
    "bidding lab, worked out",
    "chance lab, answered",
    "discard lab, compared",
    "play, a hint",
    "specimen, in a trick",
)

# Each widget in a frame of its own height, with its style sheet as anywidget adds it: when the widget is shown.
SHOW = """async ([widgets, width]) => {
    document.body.dataset.jpThemeLight = "true";
    for (const [esm, css, state] of widgets) {
        const style = document.createElement("style");
        style.textContent = css;
        document.head.append(style);
        const frame = document.createElement("div");
        frame.style.cssText = `width:${width}px;height:720px;overflow:auto`;
        document.body.append(frame);
        const { default: widget } = await import("data:text/javascript;base64," + esm);
        const model = { comm_live: true, get: (name) => state[name], on() {}, off() {}, send() {} };
        widget.render({ model, el: frame });
    }
    await document.fonts.ready;
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await drawn();
    for (const gear of document.querySelectorAll("[data-mam=gear]")) gear.click();
    await drawn();
}"""

# The boxes and the looks of all elements of a widget, in their order.
READ = """root => {
    const start = root.getBoundingClientRect();
    const looks = ["display", "color", "background-color", "border-top-width", "border-top-left-radius", "font-size", "font-weight", "padding-left", "margin-top", "min-height", "white-space"];
    return [...root.querySelectorAll("*")].filter((part) => !part.ownerSVGElement).map((part) => {
        const box = part.getBoundingClientRect(), style = getComputedStyle(part);
        const place = part.getClientRects().length && [box.x - start.x, box.y - start.y, box.width, box.height].map((number) => Math.round(number)).join(" ");
        return `${part.tagName} ${part.getAttribute("class")} ${place} ${looks.map((look) => style.getPropertyValue(look)).join(" ")}`;
    });
}"""


def describe(widget: SceneWidget) -> list[Any]:
    """Return a widget as the page takes it: its script, its style sheet and its state."""
    names = [name for name in ("scene", "near") if widget.has_trait(name)]
    state = {"uid": widget.uid, **{name: getattr(widget, name) for name in names}}
    return [base64.b64encode(str(widget._esm).encode()).decode(), str(widget._css), state]


def show(page: Page, widgets: list[SceneWidget], width: int) -> list[list[str]]:
    """Show widgets on an empty page, and return how each looks."""
    page.set_viewport_size({"width": width + 40, "height": 1000})
    page.set_content("<!doctype html><html lang='en'><title>together</title><style>body{margin:0}</style><body>")
    page.evaluate(SHOW, [[describe(widget) for widget in widgets], width])
    roots = page.locator(".mam-root")
    return [roots.nth(index).evaluate(READ) for index in range(len(widgets))]


@pytest.fixture(scope="module")
def widgets() -> list[SceneWidget]:
    return [MOMENTS[name]() for name in NAMES]


@pytest.mark.long
@pytest.mark.parametrize("width", [390, 640, 960])
def test_each_widget_looks_beside_all_others_as_it_does_alone(
    watched_page: Page, widgets: list[SceneWidget], width: int
) -> None:
    watched_page.emulate_media(reduced_motion="reduce")
    together = show(watched_page, [*widgets, *widgets[:1]], width)
    assert together[0] == together[-1]
    for name, widget, looks in zip(NAMES, widgets, together, strict=False):
        (alone,) = show(watched_page, [widget], width)
        changed = [f"{before} -> {after}" for before, after in zip(alone, looks, strict=True) if before != after]
        assert not changed, f"{name}: {len(changed)} parts, {changed[:3]}"
