"""marimo, a notebook of another kind: it shows the widgets as anywidget promises, and their Python answers there."""

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from learning import LEARNING, learn
from playwright.sync_api import Page
from servers import serve

pytest.importorskip("marimo", reason="the extra dev is not installed")

NOTEBOOK = """import marimo

app = marimo.App()

with app.setup:
    import mam_widgets as mw


"""
CELL = """
@app.cell
def _():
    {}
    return

"""


def marimo_line(folder: Path, port: int, token: str) -> Sequence[str]:
    options = ["--headless", "--host=127.0.0.1", f"--port={port}", "--no-token"]
    return [sys.executable, "-m", "marimo", "run", str(folder / "notebook.py"), *options]


@pytest.mark.long
def test_a_page_a_board_and_an_exercise_in_marimo(tmp_path: Path, watched_page: Page) -> None:
    cells = [CELL.format(cell.splitlines()[-1]) for cell in LEARNING]
    (tmp_path / "notebook.py").write_text(NOTEBOOK + "".join(cells), "utf-8")
    with serve(marimo_line, tmp_path, ready="URL:") as server:
        watched_page.goto(server.address(""), wait_until="domcontentloaded")
        learn(watched_page.locator(".mam-root"))
