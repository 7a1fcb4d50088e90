"""The page Teacher in every stage of its table, without Python: what its buttons say, what its keys do, and that everything fits."""

import json
import shutil
from collections.abc import Iterator

import pytest
from fits import WIDTHS
from playwright.sync_api import Browser, Page, expect
from static_host import Host, serve_site

from mam_widgets.shared.offers import read_offers
from mam_widgets.site.build import PLACEHOLDER, ROOM, WIDGETS, write_modules, write_teacher_page

STAGES = read_offers(WIDGETS / "teacher_desk").stages
SCRIPT = """
import { fillDesk } from "../../teacher_desk/desk.js";
const run = (files, typed) => Object.assign(document.body.dataset, { ran: JSON.stringify([files.map(([name]) => name), typed]) });
window.desk = fillDesk(document.getElementById("widget"), { mostBytes: 1000, about: "Nothing is sent.", run });
"""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = tmp_path_factory.mktemp("site")
    (folder / "app" / PLACEHOLDER).mkdir(parents=True)
    write_modules(folder / "app" / PLACEHOLDER)
    write_teacher_page(folder, "", "none")
    shutil.copyfile(ROOM / "ui" / "start.js", folder / "start.js")
    with serve_site(folder) as running:
        yield running


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    page.close()
    assert not errors


def check_fit(page: Page) -> None:
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 760})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        boxes = [box for button in page.locator("#widget button").all() if (box := button.bounding_box())]
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= width and box["height"] >= 44 for box in boxes), width


def test_the_desk_says_in_every_stage_what_can_be_done(page: Page, host: Host) -> None:
    page.route("**/site/ui/teacher.js", lambda route: route.fulfill(body=SCRIPT, content_type="text/javascript"))
    page.goto(f"{host.address}teacher/")
    work, pick = page.locator("[data-mam=work]"), page.locator("[data-mam=pick]")
    seen = {"starting"}
    expect(work).to_have_text("Starting Python…")
    work.click(force=True)
    expect(page.locator("[data-mam=fault]")).to_have_text("One moment: Python is starting.")
    page.evaluate("desk.ready()")
    seen.add("empty")
    expect(work).to_have_attribute("title", "Choose files first.")
    check_fit(page)
    pick.set_input_files({"name": "class.csv", "mimeType": "", "buffer": b"Ann Smith\n"})
    seen.add("listing")
    expect(work).to_have_text("Make the class list")
    check_fit(page)
    pick.set_input_files({"name": "class.key", "mimeType": "", "buffer": b"key"})
    seen.add("grading")
    expect(work).to_have_text("Grade")
    work.focus()
    page.keyboard.press("?")
    expect(page.locator("[data-mam=sheet]")).to_contain_text("nwork with the files")
    check_fit(page)
    page.keyboard.press("Escape")
    expect(page.locator("[data-mam=sheet]")).to_have_count(0)
    page.locator("[data-mam=scale]").fill("20")
    work.focus()
    page.keyboard.press("n")
    expect(work).to_have_text("Working…")
    seen.add("busy")
    ran = json.dumps([["class.csv", "class.key"], {"scale": "20", "name": ""}], separators=(",", ":"))
    expect(page.locator("body")).to_have_attribute("data-ran", ran)  # the files are read first
    check_fit(page)
    page.evaluate("desk.show({ taken: [], said: ['2 files read.'], fault: '', files: [], folder: '' })")
    expect(page.locator("[data-mam=said]")).to_have_text("2 files read.")
    page.locator("[data-mam=clear]").focus()
    page.keyboard.press("Backspace")
    expect(page.locator("[data-mam=files]")).to_have_count(0)
    assert seen == {*STAGES}
