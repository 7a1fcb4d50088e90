"""Notebook 7, the other front end: the widgets run there as they do in JupyterLab."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from learning import LEARNING, learn, press_keys_of_the_notebook
from pages import Table
from playwright.sync_api import Page, expect
from servers import Server, serve, write_notebook


def notebook_line(folder: Path, port: int, token: str) -> Sequence[str]:
    options = [
        *("--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}"),
        *(f"--IdentityProvider.token={token}", f"--ServerApp.root_dir={folder}", "--ServerApp.port_retries=0"),
        "--JupyterNotebookApp.expose_app_in_browser=True",
    ]
    return [sys.executable, "-m", "notebook", *options]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("books")
    write_notebook(folder / "tables.ipynb", ["import mam_widgets as mw\nmw.specimen()"])
    write_notebook(folder / "learning.ipynb", LEARNING)
    with serve(notebook_line, folder) as jupyter:
        yield jupyter
        jupyter.stop_kernels()


def run_all(page: Page, address: str) -> None:
    """Open a notebook and execute its cells."""
    page.goto(address, wait_until="domcontentloaded")
    page.wait_for_function("window.jupyterapp")
    page.evaluate("() => jupyterapp.restored")
    page.wait_for_selector(".jp-Notebook .jp-Cell")
    page.evaluate("""async () => {
        const { sessionContext } = jupyterapp.shell.currentWidget.context;
        await sessionContext.ready;
        await sessionContext.session.kernel.info;
        await jupyterapp.commands.execute("notebook:run-all-cells");
    }""")


@pytest.mark.long
def test_a_table_in_notebook_7(server: Server, watched_page: Page) -> None:
    page = watched_page
    run_all(page, server.address("notebooks/tables.ipynb"))
    table = Table(page.locator(".mam-root"))
    table.expect_moment("The deal")
    table.press("forward")
    table.expect_moment("Call 1 of 11")
    table.part("forward").focus()
    page.keyboard.press(".")
    table.expect_moment("Call 2 of 11")
    expect(page.locator("[data-mam-static] >> visible=true")).to_have_count(0)


@pytest.mark.long
def test_a_page_a_board_and_an_exercise_in_notebook_7(server: Server, watched_page: Page) -> None:
    run_all(watched_page, server.address("notebooks/learning.ipynb"))
    roots = watched_page.locator(".mam-root")
    expect(roots).to_have_count(len(LEARNING), timeout=60_000)
    press_keys_of_the_notebook(roots.nth(0))
    learn(roots)
