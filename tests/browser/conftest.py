"""A real JupyterLab, started as `mam lab` starts it, and a real Chromium that drives it: one of each for all tests here.

Nothing sleeps: a test waits for what a person would wait for. Every request is recorded, and no test passes that asked
for anything outside this machine.
"""

import json
import os
import re
import secrets
import shutil
import socket
import subprocess
import threading
import urllib.request
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Position,
    expect,
    sync_playwright,
)

from mam.cli import lab_command
from mam.datafiles import data_folder, notebooks_folder

expect.set_options(timeout=20_000)

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # what is not this machine cannot even be found
]


# The browser


def find_chromium() -> str | None:
    named = os.environ.get("MAM_CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = find_chromium()
    if path is None:
        reason = f"no Chromium: set MAM_CHROMIUM to one, or install one of {', '.join(NAMES)}"
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="session")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """One for all tests, so that JupyterLab's own files are fetched once."""
    one = browser.new_context(viewport={"width": 1400, "height": 1900})
    one.set_default_timeout(20_000)
    yield one
    one.close()


# JupyterLab


@dataclass(frozen=True)
class Lab:
    """A running server: its folder, address and password."""

    folder: Path
    port: int
    token: str

    def address(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}/lab/tree/{path}?reset&token={self.token}"

    def ask(self, path: str, method: str = "GET") -> bytes:
        """Ask the server itself, past the browser."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/api/{path}", method=method)
        request.add_header("Authorization", f"token {self.token}")
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(request, timeout=30) as answer:
            return bytes(answer.read())

    def stop_kernels(self) -> None:
        for session in json.loads(self.ask("sessions")):
            self.ask(f"sessions/{session['id']}", "DELETE")


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    folder, settings = tmp_path_factory.mktemp("notebooks"), tmp_path_factory.mktemp("settings")
    with socket.socket() as free, socket.socket() as outside:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        outside.bind(("127.0.0.1", 0))  # where JupyterLab and its kernels would knock to reach the network
        outside.listen()
        outside.setblocking(False)
        free.close()
        proxy = f"http://127.0.0.1:{outside.getsockname()[1]}"
        server = Lab(folder, port, secrets.token_hex(16))
        options = [
            f"--IdentityProvider.token={server.token}",
            "--ServerApp.port_retries=0",
            "--LabApp.expose_app_in_browser=True",
        ]
        environment = os.environ | {
            "JUPYTER_CONFIG_PATH": str(data_folder() / "lab"),
            **{f"JUPYTER_{one}_DIR": str(settings / one.lower()) for one in ("CONFIG", "RUNTIME", "DATA")},
            "JUPYTERLAB_SETTINGS_DIR": str(settings / "user"),
            "JUPYTERLAB_WORKSPACES_DIR": str(settings / "workspaces"),
            "IPYTHONDIR": str(settings / "ipython"),
            **dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), proxy),
            **dict.fromkeys(("no_proxy", "NO_PROXY"), "127.0.0.1,localhost"),
        }
        process = subprocess.Popen(
            lab_command(folder, True, port, options),
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        log, ready = _follow(process)
        try:
            assert ready.wait(120) and process.poll() is None, "JupyterLab did not start:\n" + "".join(log)
            yield server
            with pytest.raises(BlockingIOError):  # nobody knocked
                outside.accept()
        finally:
            process.terminate()
            process.wait(30)


def _follow(process: subprocess.Popen[str]) -> tuple[list[str], threading.Event]:
    """The server's log as it grows, and whether it says that it listens (or has ended)."""
    log: list[str] = []
    ready = threading.Event()

    def read() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            log.append(line)
            if "is running at" in line:
                ready.set()
        ready.set()

    threading.Thread(target=read, daemon=True).start()
    return log, ready


# A notebook, and the tables in it


@dataclass
class Table:
    """One widget, spoken of in the words of its `data-mam` hooks."""

    root: Locator

    def part(self, name: str, **more: str) -> Locator:
        """A part by its hook and further data: part("call", move="bid 210")."""
        return self.root.locator(f"[data-mam={name}]" + "".join(f'[data-{key}="{more[key]}"]' for key in more))

    def card(self, code: str) -> Locator:
        """A card of the hand that is shown."""
        return self.root.locator(f'[data-mam=hand] [data-mam=card][data-card="{code}"]')

    def click_card(self, code: str) -> None:
        """Click a card where no neighbour lies over it, whether it may be played or not."""
        self._click(self.card(code), {"x": 9, "y": 30})

    def press(self, name: str, **more: str) -> None:
        """Click a button, whether it may be used or not."""
        self._click(self.part(name, **more), None)

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

    def stands(self, where: str) -> None:
        """Wait until the table stands at this moment, by the name that it shows."""
        expect(self.part("where")).to_have_text(where)

    def says(self, *words: str | re.Pattern[str], part: str = "ruling") -> None:
        """Wait until a panel holds all these words."""
        for one in words:
            expect(self.part(part)).to_contain_text(one)

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

OpenNotebook = Callable[..., Notebook]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that fails tells what the tables on the page showed."""
    report = yield
    page = getattr(item, "funcargs", {}).get("watched_page")
    if report.when == "call" and report.failed and page is not None and not page.is_closed():
        shown = [text[:2000] for text in page.locator(".mam-root").all_inner_texts()]
        report.sections.append(("the tables on the page", "\n\n".join(shown)))
    return report


@pytest.fixture
def watched_page(context: BrowserContext) -> Iterator[Page]:
    """A page under watch: at the end, nothing was asked of another machine and nothing went wrong in it."""
    asked: list[str] = []
    wrong: list[str] = []
    dialogs: list[str] = []
    page = context.new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda wire: asked.append(wire.url))
    page.on("pageerror", lambda error: wrong.append(f"{error.stack}") if _is_ours(error.stack) else None)
    page.on("console", lambda told: wrong.append(told.text) if told.type == "error" and _is_ours(_told(told)) else None)
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    yield page
    page.close()
    elsewhere = {url for url in asked if urlsplit(url).scheme not in ("data", "blob") and not _is_here(url)}
    assert not elsewhere, f"asked another machine: {sorted(elsewhere)}"
    assert not wrong, "errors in the page:\n" + "\n".join(wrong)
    assert not dialogs, f"a dialog opened: {dialogs}"


def _is_here(url: str) -> bool:
    return urlsplit(url).scheme == "file" or urlsplit(url).hostname == "127.0.0.1"


def _told(message: ConsoleMessage) -> str:
    return f"{message.text} {message.location.get('url', '')}"


def _is_ours(words: str | None) -> bool:
    """Whether an error comes from a script of ours: widgets run from blobs. JupyterLab's own errors do not count."""
    return any(sign in (words or "").lower() for sign in ("blob:", "anywidget", "mam"))


@pytest.fixture
def open_notebook(lab: Lab, watched_page: Page, request: pytest.FixtureRequest) -> Iterator[OpenNotebook]:
    """Opens a lesson by its name, cells of its own, or a file that is there already; its kernel ends with the test."""
    page = watched_page

    def open_it(what: str | Sequence[str] | Path, *, kernel: bool = True) -> Notebook:
        path = what if isinstance(what, Path) else _put(lab.folder / request.node.name, what)
        notebook = Notebook(page, path)
        page.on("websocket", lambda wire: wire.on("framereceived", lambda data: notebook.frames.append(_text(data))))
        if not page.url.startswith("about:"):
            page.goto("about:blank")
        page.goto(lab.address(path.relative_to(lab.folder).as_posix()), wait_until="domcontentloaded")
        page.wait_for_function("window.jupyterapp")
        page.evaluate("() => jupyterapp.restored")
        page.wait_for_selector(".jp-Notebook .jp-Cell")
        page.evaluate(_READY, kernel)
        return notebook

    yield open_it
    lab.stop_kernels()


def _put(folder: Path, what: str | Sequence[str]) -> Path:
    """A fresh copy of a lesson, or a new notebook of these cells."""
    folder.mkdir(parents=True, exist_ok=True)
    if isinstance(what, str):
        (source,) = notebooks_folder().glob(f"{what}*.ipynb")
        return Path(shutil.copy(source, folder))
    cells = [
        {"cell_type": "code", "id": f"cell-{n}", "metadata": {}, "execution_count": None, "outputs": [], "source": code}
        for n, code in enumerate(what)
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    path = folder / "scratch.ipynb"
    path.write_text(
        json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": kernel}, "cells": cells}), "utf-8"
    )
    return path


def _text(data: str | bytes) -> str:
    return data if isinstance(data, str) else data.decode("utf-8", "replace")


SPECIMEN = ["import mam_widgets as mw\nmw.specimen()"]


@pytest.fixture
def specimen(open_notebook: OpenNotebook) -> Table:
    """The specimen hand alone in a notebook."""
    return open_notebook(SPECIMEN).run_all().table()
