"""A real JupyterLab, started as `mam lab` starts it, and a real Chromium that drives it: one of each for all tests here.

Nothing sleeps: a test waits for what a person would wait for. Every request is recorded, and no test passes that asked
for anything outside this machine.
"""

import shutil
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from chromium import FLAGS, NAMES, find_chromium
from pages import Notebook, Table, open_in_lab
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Dialog, Error, Page, sync_playwright
from servers import Server, lab_line, serve, write_notebook

from mam.support.data_files import find_notebooks_folder

# The browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = find_chromium()
    if path is None:
        pytest.skip(f"no Chromium: set MAM_CHROMIUM to one, or install one of {', '.join(NAMES)}")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="session")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """One for all tests, so that JupyterLab's own files are fetched once."""
    browser_context = browser.new_context(viewport={"width": 1400, "height": 1900})
    browser_context.set_default_timeout(20_000)
    yield browser_context
    browser_context.close()


# JupyterLab


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serve(lab_line, tmp_path_factory.mktemp("notebooks")) as server:
        yield server


OpenNotebook = Callable[..., Notebook]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that fails tells what the tables on the page showed."""
    report = yield
    used = getattr(item, "funcargs", {})
    page = used["scratch"][0].page if "scratch" in used else used.get("watched_page")
    if report.when == "call" and report.failed and page is not None and not page.is_closed():
        with suppress(Error):  # a page that is being left shows nothing
            shown = [text[:2000] for text in page.locator(".mam-root").all_inner_texts()]
            report.sections.append(("the tables on the page", "\n\n".join(shown)))
    return report


class Watch:
    """What goes wrong on a page: requests to another machine, errors of our scripts, dialogs. `check` asks for what is new."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.asked: list[str] = []
        self.wrong: list[str] = []
        self.dialogs: list[str] = []
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("websocket", lambda wire: self.asked.append(wire.url))
        page.on("pageerror", lambda error: self.wrong.append(f"{error.stack}") if _is_ours(error.stack) else None)
        page.on("console", self._hear)
        page.on("dialog", lambda dialog: _answer(dialog, self.dialogs))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and _is_ours(_describe(message)):
            self.wrong.append(message.text)

    def check(self, allowed: frozenset[str] = frozenset()) -> None:
        elsewhere = {url for url in self.asked if urlsplit(url).scheme not in ("data", "blob") and not _is_here(url)}
        wrong, dialogs = self.wrong[:], self.dialogs[:]
        for messages in (self.asked, self.wrong, self.dialogs):
            messages.clear()
        assert not elsewhere - allowed, f"asked another machine: {sorted(elsewhere - allowed)}"
        assert not wrong, "errors in the page:\n" + "\n".join(wrong)
        assert not dialogs, f"a dialog opened: {dialogs}"


@pytest.fixture
def watched_page(context: BrowserContext, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page under watch: at the end, nothing was asked of another machine and nothing went wrong in it.

    A module may name what its front end's own page asks for, and gets no answer to, in `ASKED_BY_THE_FRONT_END`.
    """
    page = context.new_page()
    watch = Watch(page)
    yield page
    page.close()
    watch.check(getattr(request.module, "ASKED_BY_THE_FRONT_END", frozenset()))


def _answer(dialog: Dialog, dialogs: list[str]) -> None:
    """Keep what a dialog says. Only JupyterLab's question whether to leave is none of ours: a lab may draw once more after it was saved."""
    if dialog.type == "beforeunload":
        dialog.accept()
    else:
        dialogs.append(dialog.message)
        dialog.dismiss()


def _is_here(url: str) -> bool:
    return urlsplit(url).scheme == "file" or urlsplit(url).hostname == "127.0.0.1"


def _describe(message: ConsoleMessage) -> str:
    return f"{message.text} {message.location.get('url', '')}"


def _is_ours(words: str | None) -> bool:
    """Whether an error comes from a script of ours: widgets run from blobs, on the stage from data. JupyterLab's own errors do not count."""
    return any(sign in (words or "").lower() for sign in ("blob:", "data:text", "anywidget", "mam"))


@pytest.fixture
def open_notebook(lab: Server, watched_page: Page, request: pytest.FixtureRequest) -> Iterator[OpenNotebook]:
    """Opens a lesson by its name, cells of its own, or a file that is there already; its kernel ends with the test."""

    def open_it(source: str | Sequence[str] | Path, *, kernel: bool = True) -> Notebook:
        path = source if isinstance(source, Path) else _put(lab.folder / request.node.name, source)
        return open_in_lab(watched_page, lab, path, kernel=kernel)

    yield open_it
    lab.stop_kernels(keep=SCRATCH)


def _put(folder: Path, source: str | Sequence[str]) -> Path:
    """A fresh copy of a lesson, or a new notebook of these cells."""
    if not isinstance(source, str):
        return write_notebook(folder / "scratch.ipynb", source)
    folder.mkdir(parents=True, exist_ok=True)
    (lesson,) = find_notebooks_folder().glob(f"{source}*.ipynb")
    return Path(shutil.copy(lesson, folder))


SCRATCH = "scratch.ipynb"
RunCell = Callable[[str], Notebook]


@pytest.fixture(scope="session")
def scratch(lab: Server, context: BrowserContext) -> Iterator[tuple[Notebook, Watch]]:
    """A notebook of one cell, open for all tests: opening JupyterLab and starting a kernel takes longer than most of them."""
    page = context.new_page()
    watch = Watch(page)
    yield open_in_lab(page, lab, write_notebook(lab.folder / SCRATCH, [""]), workspace="scratch"), watch
    page.close()


@pytest.fixture
def run_cell(scratch: tuple[Notebook, Watch]) -> Iterator[RunCell]:
    """Runs a cell of its own in the notebook that is open for all tests, with nothing left on the page of the one before."""
    notebook, watch = scratch
    notebook.page.bring_to_front()
    notebook.page.emulate_media(reduced_motion="no-preference")
    yield lambda code: notebook.write(code).run_all()
    notebook.write("")
    watch.check()


@pytest.fixture
def specimen(run_cell: RunCell) -> Table:
    """The specimen hand alone in a notebook."""
    return run_cell("import mam_widgets as mw\nmw.specimen()").table()
