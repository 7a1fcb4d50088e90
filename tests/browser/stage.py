"""A widget in a real browser with its real Python side, and nothing between: what JupyterLab adds is tested elsewhere.

    stage = Stage(page, mw.play(), width=960)
    stage.press("hint")

The page gets the widget's own script and style sheet; a message goes to the widget's Python, and each scene that this
sets goes to the page. Every scene that was sent is kept in `sent`, for tests of what may not be sent.
"""

import base64
import json
from typing import Any

from playwright.sync_api import Locator, Page

PAGE = """<!doctype html><html lang="en"><title>stage</title><meta charset="utf-8">
<style>{css}</style><style>body {{ margin: 0; font-size: 14px; background: {ground} }} .filled {{ height: 100vh }}</style>
<body data-jp-theme-light="{light}"><main><div id="widget" style="width:{width}px"{fill}></div></main></body></html>"""

# What a widget is drawn from goes to the page as one text: playwright looks at each part of an object, which took longer than all else.
START = """async ([esm, text]) => {
    const state = JSON.parse(text);
    const { default: widget } = await import("data:text/javascript;base64," + esm);
    const listeners = {};
    window.model = {
        comm_live: true,
        get: (name) => state[name],
        on: (event, act) => (listeners[event] = [...(listeners[event] || []), act]),
        off: (event, act) => (listeners[event] = (listeners[event] || []).filter((one) => one !== act)),
        send: (message) => { window.asked = window.toPython(message).then(() => true); },
    };
    window.setTrait = (name, text) => {
        state[name] = JSON.parse(text);
        for (const act of listeners[`change:${name}`] || []) act();
    };
    widget.render({ model: window.model, el: document.getElementById("widget") });
    await document.fonts.ready;
}"""

# The data of the part that has the focus, if it lies in the widget, without the mark of an element that has had it.
FOCUS = """root => {
    const { lmSuppressShortcuts, ...data } = document.activeElement.dataset;
    return root.contains(document.activeElement) ? data : null;
}"""

# Controls too small for a finger.
SMALL = """root => [...root.querySelectorAll('button, input, select, summary')].filter(one => {
    const box = one.getBoundingClientRect();
    return box.width > 0 && (box.width < 24 || box.height < 24);
}).map(one => one.outerHTML.slice(0, 120))"""

OVERHANG = (
    """root => Math.max(root.scrollWidth - root.clientWidth, document.documentElement.scrollWidth - innerWidth)"""
)


class Stage:
    """A widget on an empty page: `root` is its root element, `widget` its Python side; `is_filled` as on the site, else as in a cell."""

    def __init__(
        self,
        page: Page,
        widget: Any,
        *,
        width: int = 960,
        height: int = 1200,
        theme: str = "light",
        is_filled: bool = False,
    ) -> None:
        self.page, self.widget = page, widget
        self.sent: list[dict[str, Any]] = [widget.scene]
        light, ground = ("true", "#fff") if theme == "light" else ("false", "#111")
        page.set_viewport_size({"width": max(width, 320), "height": height})
        fill = ' data-fill class="filled"' if is_filled else ""
        page.set_content(PAGE.format(css=widget._css, light=light, ground=ground, width=width, fill=fill))
        page.expose_function("toPython", self._to_python)
        self._traits = [
            name for name in ("scene", "near", "reading") if widget.has_trait(name)
        ]  # those that a scene is drawn from
        widget.observe(self._keep, names=self._traits)
        esm = base64.b64encode(str(widget._esm).encode()).decode()
        self._pending: list[tuple[str, str]] = []
        state = {"uid": widget.uid, **{name: getattr(widget, name) for name in self._traits}}
        page.evaluate(START, [esm, json.dumps(state)])
        self.root: Locator = page.locator(".mam-root")
        self.settle()  # a widget may ask at once for what it begins with

    def _keep(self, change: Any) -> None:
        text = json.dumps(change["new"])
        value = json.loads(text)
        self.sent += [value] if change["name"] == "scene" else value.values()
        self._pending.append((change["name"], text))

    def _to_python(self, message: Any) -> None:
        self.widget.handle_message(message)

    def settle(self) -> None:
        """Wait until Python has answered what was asked, and the page shows it."""
        drawn = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
        self.page.evaluate("() => window.asked")
        while True:
            while self._pending:
                name, text = self._pending.pop(0)
                self._set_trait(name, text)
                self.page.evaluate("() => window.asked")
            self.page.evaluate(drawn)
            if not self._pending:  # a seat that plays by itself may have moved meanwhile
                return

    def _set_trait(self, name: str, text: str) -> None:
        self.page.evaluate("([name, text]) => window.setTrait(name, text)", [name, text])

    def show_scene(self, scene: dict[str, Any]) -> None:
        """Draw this scene in place of the widget's own."""
        self._set_trait("scene", json.dumps(scene))

    def part(self, name: str, **data: str) -> Locator:
        """A part by its hook and further data: part("call", move="bid 210")."""
        return self.root.locator(f"[data-mam={name}]" + "".join(f'[data-{key}="{data[key]}"]' for key in data))

    def press(self, name: str, **data: str) -> None:
        """Click a part where no neighbor lies over it, also one that is `aria-disabled`, and wait for the answer."""
        target = self.part(name, **data).first
        target.scroll_into_view_if_needed()
        target.dispatch_event("click")
        self.settle()

    def key(self, key: str) -> None:
        """Press a key wherever the focus is, and wait for the answer."""
        self.page.keyboard.press(key)
        self.settle()

    def focus(self) -> dict[str, str]:
        """The data of the part that has the focus: it may not leave the widget."""
        focused: dict[str, str] | None = self.root.evaluate(FOCUS)
        assert focused is not None, "the focus left the widget"
        return focused

    def tab_to(self, **wanted: str) -> None:
        """Tab on until the focus is on the part wanted, past the end once if need be."""
        for _ in range(80):
            focus = self.root.evaluate(FOCUS) or {}
            if wanted.items() <= focus.items():
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no Tab leads to {wanted}")

    def widen(self, width: int) -> None:
        """Give the widget, and the window with it, another width."""
        self.page.set_viewport_size({"width": width, "height": 1200})
        self.root.evaluate("(root, width) => { root.parentElement.style.width = `${width}px`; }", width)
        self.settle()

    def overhang(self) -> int:
        """How many pixels lie beyond the width there is."""
        return int(self.root.evaluate(OVERHANG))

    def too_small(self) -> list[str]:
        """Controls with no room for a finger."""
        small: list[str] = self.root.evaluate(SMALL)
        return small

    def sentence(self) -> str:
        """What the live region says."""
        return self.part("live").inner_text()
