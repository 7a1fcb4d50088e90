"""The lab of the site in a real Chromium, with nothing but a static host: a lesson runs, and an exercise is graded elsewhere."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from built_site import build_site
from playwright.sync_api import Browser, BrowserContext, Page, expect
from static_host import PATH, Host, serve_site

from mam.classroom.assigning import assign
from mam.classroom.classes import parse_class
from mam.classroom.grading import grade

READY = 240_000  # milliseconds that a kernel and a cell may take on a busy machine
KEY = bytes(range(32))


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with serve_site(build_site(tmp_path_factory.mktemp("site") / "out", lab=True)) as running:
        yield running


@pytest.fixture(scope="module")
def student(browser: Browser, host: Host) -> Iterator[BrowserContext]:
    """A browser that reaches nothing but the site."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
    context.set_default_timeout(60_000)
    yield context
    context.close()


@pytest.fixture
def page(student: BrowserContext, host: Host) -> Iterator[Page]:
    page = student.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    yield page
    page.close()
    origin = host.address.removesuffix(f"{PATH}/")
    assert [url for url in asked if not url.startswith((origin, "data:", "blob:"))] == []


def open_lesson(page: Page, host: Host, path: str) -> None:
    """Open a notebook, and wait for its kernel."""
    page.goto(f"{host.address}lab/?path={path}")
    expect(page.locator(".jp-NotebookPanel .jp-Cell").first).to_be_visible(timeout=READY)
    page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").wait_for(timeout=READY)


def run_all(page: Page) -> None:
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).click()
    page.wait_for_function(
        """() => {
            const prompts = [...document.querySelectorAll(".jp-CodeCell .jp-InputPrompt")].map((prompt) => prompt.textContent);
            return prompts.length && prompts.every((prompt) => /\\d/.test(prompt));
        }""",
        timeout=READY,
    )


@pytest.mark.long
def test_a_lesson_runs_and_its_table_answers(page: Page, host: Host) -> None:
    begin = time.monotonic()
    open_lesson(page, host, "notebooks/18-counting-hands.ipynb")
    run_all(page)
    print(f"{time.monotonic() - begin:.0f} s to the end of the lesson, {host.megabytes:.1f} MB")
    assert page.locator('.jp-RenderedText[data-mime-type="application/vnd.jupyter.stderr"]').count() == 0
    expect(page.locator(".vega-embed canvas, .vega-embed svg").first).to_be_attached()
    table = page.locator(".mam-root:visible").first
    table.scroll_into_view_if_needed()
    step = table.locator(".mam-table").get_attribute("data-step")
    table.locator("[data-mam=call][data-state=legal]:visible").first.click()
    expect(table.locator(".mam-table")).not_to_have_attribute("data-step", step or "")


@pytest.mark.long
def test_an_exercise_is_checked_kept_and_graded_elsewhere(page: Page, host: Host, tmp_path: Path) -> None:
    """A teacher hands out a notebook; a student works on it in the browser, and hands in the file that it saves."""
    teacher = tmp_path / "homework"
    class_list = parse_class("id,name\nann,Ann Smith\n", "club.csv")
    assigned = assign(class_list, {"who-captures": 10}, "homework-1", teacher, KEY, practice=True)
    variant = assigned.variant("ann", assigned.exercises[0], KEY)
    notebook = json.loads((teacher / "students" / "ann" / "homework-1.ipynb").read_text("utf-8"))
    for cell in notebook["cells"]:
        if cell["id"] == "answer-1":
            cell["source"] = [f"answer_1 = {variant.answer.plain!r}"]
    handed_out = tmp_path / "homework-1.ipynb"
    handed_out.write_text(json.dumps(notebook), "utf-8")

    page.goto(f"{host.address}lab/?path=docs/glossary.md")  # its folder is shown, and no kernel starts yet
    expect(page.locator(".jp-DirListing-item", has_text="glossary.md")).to_be_visible(timeout=READY)
    with page.expect_file_chooser() as chooser:
        page.locator('.jp-FileBrowser [data-jp-item-name="uploader"]').click()
    chooser.value.set_files(handed_out)
    expect(page.locator(".jp-DirListing-item", has_text="homework-1.ipynb")).to_be_visible()
    open_lesson(page, host, "docs/homework-1.ipynb")
    run_all(page)
    expect(page.locator(".jp-OutputArea-output", has_text="Correct.").first).to_be_visible()

    page.goto(f"{host.address}lab/?path=docs/glossary.md")  # the answer is there without the kernel that saved it
    saved = page.locator(".jp-DirListing-item", has_text="homework-1.ann.json")
    expect(saved).to_be_visible(timeout=READY)
    saved.click(button="right")
    with page.expect_download() as download:
        page.get_by_text("Download", exact=True).click()
    handed_in = tmp_path / "handed-in"
    handed_in.mkdir()
    download.value.save_as(handed_in / "homework-1.ann.json")
    (result,) = grade(handed_in, assigned, KEY).grades
    assert result.status == "graded" and result.total == 10
