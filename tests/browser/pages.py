"""A notebook that is open in JupyterLab, and the tables in it, whose parts are named by their `data-mam` hooks."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Locator, Page, Position, expect
from servers import Server

expect.set_options(timeout=20_000)


@dataclass
class Table:
    """A widget whose parts are named by their `data-mam` hooks."""

    root: Locator

    def part(self, name: str, **data: str) -> Locator:
        """A part by its hook and further data: part("call", move="bid 210")."""
        return self.root.locator(f"[data-mam={name}]" + "".join(f'[data-{key}="{data[key]}"]' for key in data))

    def card(self, code: str) -> Locator:
        """A card of the hand that is shown."""
        return self.root.locator(f'[data-mam=hand] [data-mam=card][data-card="{code}"]')

    def click_card(self, code: str) -> None:
        """Click a card where no neighbor lies over it, whether it may be played or not."""
        self._click(self.card(code), {"x": 9, "y": 30})

    def press(self, name: str, **data: str) -> None:
        """Click a button, whether it may be used or not."""
        self._click(self.part(name, **data), None)

    def _click(self, target: Locator, place: Position | None) -> None:
        if target.get_attribute("aria-disabled") != "true":
            target.click(position=place)
        else:  # playwright would wait until it is enabled, but a refused card answers too
            target.hover(position=place)
            self.root.page.mouse.down()
            self.root.page.mouse.up()

    def unfold(self, name: str) -> None:
        """Open a part, and what is folded in it."""
        for fold in self.root.locator(f"details[data-mam={name}], [data-mam={name}] details").all():
            if fold.get_attribute("open") is None:
                fold.locator("> summary").click()

    def go(self, step: int) -> None:
        """Drag the slider to a step."""
        self.part("slider").fill(str(step))

    def expect_moment(self, where: str) -> None:
        """Wait until the table stands at this moment, by the name that it shows."""
        expect(self.part("where")).to_have_text(where)

    def expect_words(self, *words: str | re.Pattern[str], part: str = "ruling") -> None:
        """Wait until a panel holds all these words."""
        for word in words:
            expect(self.part(part)).to_contain_text(word)

    def sentence(self) -> str:
        """What the live region says."""
        return self.part("live").inner_text()


@dataclass
class Notebook:
    """A notebook that is open in the browser."""

    page: Page
    path: Path
    frames: list[str] = field(default_factory=list)

    def run_all(self) -> "Notebook":
        self.page.evaluate("() => jupyterapp.commands.execute('notebook:run-all-cells')")
        return self

    def write(self, code: str) -> "Notebook":
        """Make this the first cell, without what it has shown, and give the focus back to the notebook, as when it was opened."""
        self.page.evaluate(_WRITE, code)
        expect(self.page.locator(".mam-root")).to_have_count(0)
        return self

    def table(self, number: int = 0) -> Table:
        root = self.page.locator(".mam-root").nth(number)
        expect(root.locator("[data-mam=forward]")).to_be_visible()
        return Table(root)

    def run(self, code: str) -> str:
        """Execute code in the kernel, outside all cells, and give back what it printed."""
        return str(self.page.evaluate(_EXECUTE, code))

    def save(self) -> None:
        self.page.evaluate("() => jupyterapp.shell.currentWidget.context.save()")


# Wait until JupyterLab and, if wanted, the notebook's kernel are ready. A promise each: no race, no pause.
_READY = """async (kernel) => {
    await jupyterapp.restored;
    const panel = jupyterapp.shell.currentWidget;
    await panel.context.ready;
    await panel.revealed;
    if (!kernel) return;
    await panel.context.sessionContext.ready;
    await panel.context.sessionContext.session.kernel.info;
}"""
_WRITE = """async (code) => {
    jupyterapp.shell.currentWidget.content.widgets[0].model.sharedModel.setSource(code);
    await jupyterapp.commands.execute("notebook:clear-all-cell-outputs");
    await jupyterapp.commands.execute("notebook:enter-command-mode");
    jupyterapp.shell.currentWidget.content.activate();
}"""
_EXECUTE = """async (code) => {
    const future = jupyterapp.shell.currentWidget.context.sessionContext.session.kernel.requestExecute({ code });
    let printed = "";
    future.onIOPub = (message) => {
        if (message.content.text) printed += message.content.text;
        if (message.content.traceback) printed += message.content.traceback.join("\\n");
    };
    await future.done;
    return printed;
}"""


def open_in_lab(page: Page, server: Server, path: Path, *, kernel: bool = True, workspace: str = "default") -> Notebook:
    """A notebook of the server's folder in the browser, JupyterLab and, if wanted, the kernel ready.

    Pages that are open at the same time need different workspaces.
    """
    notebook = Notebook(page, path)
    page.on("websocket", lambda wire: wire.on("framereceived", lambda data: notebook.frames.append(_text(data))))
    if not page.url.startswith("about:"):
        page.goto("about:blank")
    place = path.relative_to(server.folder).as_posix()
    page.goto(server.address(f"lab/workspaces/{workspace}/tree/{place}?reset"), wait_until="domcontentloaded")
    page.wait_for_function("window.jupyterapp")
    page.evaluate("() => jupyterapp.restored")
    page.wait_for_selector(".jp-Notebook .jp-Cell")
    page.evaluate(_READY, kernel)
    return notebook


def _text(data: str | bytes) -> str:
    return data if isinstance(data, str) else data.decode("utf-8", "replace")
