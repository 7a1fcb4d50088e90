"""Notebook 7, the other front end: the widgets run there as they do in JupyterLab."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
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
    with serve(notebook_line, folder) as jupyter:
        yield jupyter
        jupyter.stop_kernels()


@pytest.mark.long
def test_a_table_in_notebook_7(server: Server, watched_page: Page) -> None:
    page = watched_page
    page.goto(server.address("notebooks/tables.ipynb"), wait_until="domcontentloaded")
    page.wait_for_function("window.jupyterapp")
    page.evaluate("() => jupyterapp.restored")
    page.wait_for_selector(".jp-Notebook .jp-Cell")
    page.evaluate("""async () => {
        const { sessionContext } = jupyterapp.shell.currentWidget.context;
        await sessionContext.ready;
        await sessionContext.session.kernel.info;
        await jupyterapp.commands.execute("notebook:run-all-cells");
    }""")
    table = Table(page.locator(".mam-root"))
    table.expect_moment("The deal")
    table.press("forward")
    table.expect_moment("Call 1 of 11")
    table.part("forward").focus()
    page.keyboard.press(".")
    table.expect_moment("Call 2 of 11")
    expect(page.locator("[data-mam-static] >> visible=true")).to_have_count(0)
