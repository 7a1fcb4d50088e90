"""Voilà serves a notebook as a page, without its code: the widgets work there, and they ask nothing of another machine."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from learning import LEARNING, learn
from pages import Table
from playwright.sync_api import Page, expect
from servers import Server, serve, write_notebook

from mam.cli.jupyter import make_app_command, write_app

# Voilà's page links its icons there, whatever is shown in it. The widgets use none of them.
ICONS = "https://cdn.jsdelivr.net/npm/@fortawesome/fontawesome-free@%5E5/css/"
ASKED_BY_THE_FRONT_END = frozenset({f"{ICONS}all.min.css", f"{ICONS}v4-shims.min.css"})
CELLS = [
    "import mam_widgets as mw\nmw.specimen()",
    "from mam_widgets.match.widget import play\nplay(seed=7, save=False)",
]


def voila_line(folder: Path, port: int, token: str) -> Sequence[str]:
    options = ["--no-browser", f"--port={port}", "--Voila.ip=127.0.0.1", f"--Voila.root_dir={folder}"]
    return [sys.executable, "-m", "voila", *options]


@pytest.fixture(scope="module")
def voila(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("pages")
    write_notebook(folder / "tables.ipynb", CELLS)
    write_notebook(folder / "learning.ipynb", LEARNING)
    with serve(voila_line, folder) as server:
        yield server


@pytest.mark.long
def test_the_tables_of_a_page(voila: Server, watched_page: Page) -> None:
    watched_page.goto(voila.address("voila/render/tables.ipynb"), wait_until="domcontentloaded")
    roots = watched_page.locator(".mam-root")
    expect(roots).to_have_count(2, timeout=60_000)
    table, second_table = Table(roots.nth(0)), Table(roots.nth(1))
    table.expect_moment("The deal")
    for where in ("Call 1 of 11", "Call 2 of 11"):
        table.press("forward")
        table.expect_moment(where)
    table.part("forward").focus()
    watched_page.keyboard.press(".")
    table.expect_moment("Call 3 of 11")
    second_table.expect_words("East dealt", part="ruling")  # auto-play brings the auction to you
    second_table.press("call", move="pass")
    second_table.expect_words("R35-BID-8")
    expect(watched_page.locator("[data-mam-static] >> visible=true")).to_have_count(0)  # the live tables stand alone


@pytest.mark.long
def test_a_page_a_board_and_an_exercise_of_a_page(voila: Server, watched_page: Page) -> None:
    watched_page.goto(voila.address("voila/render/learning.ipynb"), wait_until="domcontentloaded")
    learn(watched_page.locator(".mam-root"))


def app_line(folder: Path, port: int, token: str) -> Sequence[str]:
    return make_app_command(write_app(folder, folder), True, port)


PAGE = """() => {
    const shade = (part) => getComputedStyle(document.querySelector(part)).backgroundColor;
    const room = document.querySelector(".mam-app-room"), frame = document.querySelector(".mam-study").getBoundingClientRect();
    return {
        shades: [shade("body"), shade(".mam-app-menu"), shade(".mam-study")],
        beyond: [document.scrollingElement, room].map(part => part.scrollHeight - part.clientHeight),
        lack: frame.height + 5 - room.clientHeight,
        targets: [...document.querySelectorAll(".mam-app-menu button")].map(button => button.getBoundingClientRect().height),
    };
}"""


@pytest.mark.long
def test_the_app_fills_the_window_in_the_theme_of_the_system(tmp_path: Path, watched_page: Page) -> None:
    page = watched_page
    with serve(app_line, tmp_path) as server:
        page.set_viewport_size({"width": 1440, "height": 916})
        page.goto(server.address(""), wait_until="domcontentloaded", timeout=120_000)
        frame = page.locator(".mam-study")
        expect(frame).to_have_attribute("data-size", "XL", timeout=60_000)
        choices = page.get_by_role("navigation", name="Menu")
        expect(choices.locator("[aria-current=page]")).to_have_text("Learn")
        choices.get_by_role("button", name="Rules").click()
        expect(choices.locator("[aria-current=page]")).to_have_text("Rules")
        expect(page.locator(".mam-root")).to_have_count(1)
        box = frame.bounding_box()
        assert box and box["y"] + box["height"] <= 916 and box["height"] >= 840
        assert page.locator(".jp-CodeMirrorEditor, .jp-InputArea-editor").count() == 0
        shades = []
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            expect(page.locator(".mam-root")).to_have_attribute("data-mam-theme", theme)
            for width, height, size in ((1000, 700, "L"), (360, 640, "S"), (900, 580, "LS"), (900, 500, "LS")):
                page.set_viewport_size({"width": width, "height": height})
                expect(frame).to_have_attribute("data-size", size)
                expect(frame).to_have_css("width", f"{width}px")
                measured = page.evaluate(PAGE)
                body, menu, table = measured["shades"]
                assert body == table != menu, f"{width}x{height}, {theme}"
                assert measured["beyond"] == [0, max(0, measured["lack"])], f"{width}x{height}, {theme}"
                assert min(measured["targets"]) >= 44
            shades.append(menu)
        assert len(set(shades)) == 2
        page.set_viewport_size({"width": 360, "height": 640})
        for shelf in ("Learn", "Play", "Problems", "Chance", "Rules"):  # without scrolling the menu
            button = choices.get_by_role("button", name=shelf, exact=True).bounding_box()
            assert button and button["x"] >= 0 and button["x"] + button["width"] <= 360, shelf
        choices.get_by_role("button", name="Learn", exact=True).click()
        expect(page.get_by_role("heading", name="Learn")).to_be_visible()
        expect(page.locator(".mam-root")).to_have_attribute("data-mam-theme", "dark")
        choices.get_by_role("button", name="Problems: discards").click()  # the menu scrolls sideways to it
        expect(page.locator(".mam-root")).to_contain_text("Choose three cards", timeout=60_000)
