"""What the measures of widgets share with the tests: JupyterLab and Chromium, started as the tests start them."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.append(str(Path(__file__).parents[2] / "tests" / "browser"))
from chromium import FLAGS, find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from servers import Server

# Click a part, and return the milliseconds until the text of another part that the click changes is another.
CLICK = """([root, part, changes]) => new Promise((done, fail) => {
    setTimeout(() => fail(new Error(`${part} changed nothing in ${changes}`)), 20000);
    const within = document.querySelector(root);
    const read = () => (changes ? within.querySelector(changes) : within).textContent;
    const before = read();
    const start = performance.now();
    const watcher = new MutationObserver(() => {
        if (read() === before) return;
        watcher.disconnect();
        done(performance.now() - start);
    });
    watcher.observe(within, { subtree: true, childList: true, characterData: true });
    within.querySelector(part).click();
})"""


@contextmanager
def open_chromium() -> "Iterator[Browser]":
    """Start the browser that the tests use."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def open_lab() -> "Iterator[tuple[Browser, Server]]":
    """Start JupyterLab in an empty folder, and a browser."""
    from servers import lab_line, serve

    with tempfile.TemporaryDirectory() as folder, serve(lab_line, Path(folder)) as server, open_chromium() as browser:
        yield browser, server
