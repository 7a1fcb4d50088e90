"""The pages of the documentation and the lessons as pages, in a real Chromium, on a phone and on a laptop."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from built_docs import build_docs
from playwright.sync_api import Browser, Page, expect
from static_host import Host, serve_site
from test_axe import OPTIONS

EVERY_RULE = OPTIONS | {"runOnly": [*OPTIONS["runOnly"], "best-practice"]}
WIDTHS = (390, 1280)
LESSON = "notebooks/20-expectation-and-bidding.html"
# Each kind of page: prose, wide tables, long code, a lesson with tables and charts, what the theme makes.
KINDS = (
    "docs/index.html",
    "docs/audit.html",
    "CONTRIBUTING.html",
    LESSON,
    "notebooks/21-simulation-and-its-error.html",
    "search.html",
    "genindex.html",
)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with serve_site(build_docs(tmp_path_factory.mktemp("docs"))) as running:
        yield running


@pytest.fixture
def page(browser: Browser, host: Host) -> Iterator[Page]:
    """A page that is refused nothing by its own policy."""
    context = browser.new_context(service_workers="block")
    context.set_default_timeout(60_000)
    page = context.new_page()
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text) if "Content Security" in message.text else None)
    yield page
    context.close()
    assert refused == []


def list_faults(page: Page, address: str) -> list[str]:
    page.goto(address)
    assert page.locator('meta[http-equiv="Content-Security-Policy"]').count() == 1, address
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
    violations = Axe().run(page, options=EVERY_RULE).response["violations"]
    return [f"{address}: {rule['id']}: {node['html'][:160]}" for rule in violations for node in rule["nodes"]]


@pytest.mark.long
@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_stands_in_anybodys_way(page: Page, host: Host, width: int) -> None:
    """Axe-core finds nothing, with its rules of good practice, and no page is wider than the screen."""
    page.set_viewport_size({"width": width, "height": 844})
    assert [fault for place in KINDS for fault in list_faults(page, host.address + place)] == []


@pytest.mark.long
@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_stands_in_anybodys_way_on_any_page(page: Page, host: Host, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    (folder,) = host.folders.values()
    places = [
        path.relative_to(folder).as_posix()
        for pattern in ("*.html", "docs/**/*.html", "notebooks/*.html")
        for path in sorted(folder.glob(pattern))
        if path.name not in ("index.html", "offline.html") or path.parent.name == "docs"
    ]
    assert len(places) > 50
    assert [fault for place in places for fault in list_faults(page, host.address + place)] == []


@pytest.mark.long
def test_a_lesson_leads_to_what_is_live_on_this_screen(page: Page, host: Host) -> None:
    lab = page.locator('main a[href*="../lab/"], [role=main] a[href*="../lab/"]')
    labs = page.locator('[role=main] a[href="../problems/#bidding"]')
    for width, is_wide in ((390, False), (899, False), (900, True), (1280, True)):
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(host.address + LESSON)
        expect(lab).to_be_visible(visible=is_wide)
        expect(labs).to_be_visible(visible=not is_wide)
    expect(lab).to_have_attribute("href", "../lab/?path=notebooks/20-expectation-and-bidding.ipynb")


@pytest.mark.long
def test_what_scrolls_by_itself_is_reached_by_the_keyboard_and_nothing_else_is(page: Page, host: Host) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{host.address}CONTRIBUTING.html")
    wide = "[...document.querySelectorAll('pre')].map((place) => [place.scrollWidth > place.clientWidth, place.tabIndex === 0])"
    places = page.evaluate(wide)
    assert places and all(is_wide == is_reached for is_wide, is_reached in places)
    assert any(is_wide for is_wide, _ in places)
