"""New releases of the site, full disks and connections that break off, in a real Chromium.

Two builds are used: the second is the first with another line in a script and another sentence in Python, so that a page shows from
which of them each came.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from built_site import build_site
from playwright.sync_api import Browser, BrowserContext, Page, expect
from static_host import KEEPING, PATH, Host, serve_site

from mam_widgets.site.archive import write_archive
from mam_widgets.site.build import PAGES
from mam_widgets.site.service import seal

LIVE = "#widget[data-ready=live]"
OFFLINE = "#widget[data-offline]"
NEW_VERSION = "A new version is available."
READY = 120_000  # milliseconds that Python may take to start on a busy machine
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_site(tmp_path_factory.mktemp("site") / "first", lab=False)


@pytest.fixture(scope="module")
def second(first: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The next release."""
    folder = tmp_path_factory.mktemp("site") / "second"
    shutil.copytree(first, folder, ignore=shutil.ignore_patterns("lab", "docs", "notebooks"))
    (release,) = [path for path in (folder / "app").iterdir() if not path.name.startswith("pyodide-")]
    script = release / "modules" / "site" / "ui" / "page.js"
    script.write_text(f'{script.read_text("utf-8")}\ndocument.body.dataset.script = "second";\n', "utf-8")
    with ZipFile(release / "mam.zip") as archive:
        unpacked = folder.with_name("python")
        archive.extractall(unpacked)
    changed = 0
    for path in unpacked.rglob("*.py"):
        text = path.read_text("utf-8")
        if "Your turn" in text:
            path.write_text(text.replace("Your turn", "Your move, please"), "utf-8")
            changed += 1
    assert changed
    write_archive(
        release / "mam.zip",
        [(path.relative_to(unpacked).as_posix(), path) for path in unpacked.rglob("*") if path.is_file()],
    )
    seal(folder, ROOT / "node_modules", [page.name for page in PAGES], release.name)
    return folder


@pytest.fixture
def host(first: Path) -> Iterator[Host]:
    with serve_site(first) as running:
        yield running


@pytest.fixture
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that has not been here before."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(READY)
    yield context
    context.close()


def visit(visitor: BrowserContext, address: str) -> Page:
    """Open a page, and wait until Python is there."""
    page = visitor.new_page()
    page.goto(address)
    expect(page.locator(LIVE)).to_be_visible(timeout=READY)
    return page


def find_release(page: Page) -> str:
    """From which of the two builds the page's script and its Python come: the same, or the test fails."""
    script = page.evaluate("document.body.dataset.script ?? 'first'")
    message = page.locator(".mam-root .mam-message").first.inner_text()
    python = "second" if "Your move, please" in message else "first" if "Your turn" in message else message
    assert script == python
    return python


def pass_in_the_auction(page: Page) -> int:
    """Pass, play the first legal card, and return how many cards are left."""
    page.locator("[data-mam=call]:visible", has_text="Pass").first.click()
    page.locator('[data-area=hand][data-state="legal"]').first.click()
    expect(page.locator("[data-area=hand][data-card]")).to_have_count(12)
    return 12


def expect_notice(page: Page, text: str) -> None:
    expect(page.locator("#notice span")).to_contain_text(text, timeout=READY)


# A new release


@pytest.mark.long
@pytest.mark.parametrize("keeping", KEEPING)
def test_a_release_between_two_visits_takes_over_as_a_whole(
    visitor: BrowserContext, host: Host, second: Path, keeping: str
) -> None:
    host.keeping = keeping
    page = visit(visitor, f"{host.address}play/")
    assert find_release(page) == "first"
    expect(page.locator(OFFLINE)).to_be_visible(timeout=READY)
    page.close()

    host.folders[PATH] = second
    page = visitor.new_page()
    page.goto(f"{host.address}play/")
    expect_notice(page, NEW_VERSION)
    expect(page.locator(LIVE)).to_be_visible(timeout=READY)
    assert find_release(page) == "first"
    left = pass_in_the_auction(page)
    page.locator("#notice button", has_text="Reload").click()
    page.locator('body[data-script="second"]').wait_for()
    expect(page.locator(LIVE)).to_be_visible(timeout=READY)
    expect(page.locator("[data-area=hand][data-card]")).to_have_count(left)  # no match is lost

    expect(page.locator(OFFLINE)).to_be_visible(timeout=READY)
    host.is_down = True
    page.goto(f"{host.address}play/#seed=16")
    page.reload()
    expect(page.locator(LIVE)).to_be_visible(timeout=READY)
    assert find_release(page) == "second"


@pytest.mark.long
def test_a_tab_that_is_open_goes_on_with_its_own_files(visitor: BrowserContext, host: Host, second: Path) -> None:
    tab = visit(visitor, f"{host.address}play/#seed=16")
    expect(tab.locator(OFFLINE)).to_be_visible(timeout=READY)
    host.folders[PATH] = second
    other = visitor.new_page()
    other.goto(f"{host.address}probability/")
    expect_notice(other, NEW_VERSION)
    expect_notice(tab, NEW_VERSION)
    other.goto(f"{host.address}play/#seed=17")
    expect(other.locator(LIVE)).to_be_visible(timeout=READY)
    assert find_release(other) == "second"
    expect(other.locator(OFFLINE)).to_be_visible(timeout=READY)

    assert find_release(tab) == "first"
    releases = "caches.keys().then(async (names) => (await (await caches.open(names[0])).keys()).map((key) => key.url))"
    assert len(list_releases(tab.evaluate(releases))) == 2
    tab.locator("[data-mam=hint]").click()  # it needs files that it did not need before
    expect(tab.locator(".mam-root .mam-message")).to_contain_text("Hint:", timeout=READY)
    host.is_down = True  # a script that it has not loaded yet comes from its own release, which the host no longer has
    tab.evaluate("window.location.hash = 'record=abc'")
    expect(tab.locator("#trouble")).to_contain_text("This link is not complete", timeout=READY)
    tab.close()

    host.is_down = False
    other.reload()
    expect(other.locator(OFFLINE)).to_be_visible(timeout=READY)
    assert len(list_releases(other.evaluate(releases))) == 1  # the last page of the first release is gone


def list_releases(urls: list[str]) -> set[str]:
    names = {url.partition("/app/")[2].partition("/")[0] for url in urls if "/app/" in url}
    return {name for name in names if not name.startswith("pyodide-")}


@pytest.mark.long
@pytest.mark.parametrize("path", ["/class/other", f"{PATH}/inner"])
def test_two_sites_of_one_host_keep_their_own_files(
    visitor: BrowserContext, host: Host, first: Path, second: Path, path: str
) -> None:
    """The front pages, which are kept as the others are, and need no Python."""
    addresses = [host.address, host.address.replace(PATH, path)]
    host.folders[path] = first
    page = visitor.new_page()
    for address in addresses:
        open_front_page(page, address)
    host.folders[PATH] = second
    for address in addresses:
        open_front_page(page, address)
    names = page.evaluate("caches.keys()")
    assert sorted(name.partition("http")[2] for name in names) == sorted(a.partition("http")[2] for a in addresses)
    host.is_down = True
    for address in addresses:
        page.goto(address)
        expect(page.locator("#trick[data-live]")).to_be_visible()


def open_front_page(page: Page, address: str) -> None:
    """Open the front page, and wait until it works offline."""
    page.goto(address)
    expect(page.locator("#trick[data-live][data-offline]")).to_be_visible(timeout=READY)


# A full disk, and none


@pytest.mark.long
def test_a_full_disk_fails_no_page(visitor: BrowserContext, host: Host) -> None:
    page = visitor.new_page()
    origin = host.address.removesuffix(f"{PATH}/")
    visitor.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 3_000_000})
    for _ in range(2):
        page.goto(f"{host.address}play/#seed=16")
        expect(page.locator(LIVE)).to_be_visible(timeout=READY)
        page.reload()
    page.locator("[data-mam=hint]").click()
    expect(page.locator(".mam-root .mam-message")).to_contain_text("Hint:", timeout=READY)
    expect(page.locator("#offline")).to_have_text("Not saved for offline use")


@pytest.mark.long
def test_a_page_works_without_a_service_worker(browser: Browser, host: Host) -> None:
    context = browser.new_context(service_workers="block")
    try:
        visit(context, f"{host.address}probability/")
    finally:
        context.close()


# A connection that is lost


@pytest.mark.long
@pytest.mark.parametrize(
    "broken", ["pyodide.mjs", "pyodide.asm.wasm", "mam.zip", "pyodide-lock.json", "python_stdlib.zip"]
)
def test_a_connection_that_breaks_off_while_python_loads_is_said_and_tried_again(
    visitor: BrowserContext, host: Host, broken: str
) -> None:
    host.broken = broken
    page = visitor.new_page()
    page.goto(f"{host.address}probability/")
    expect_notice(page, "The connection was lost while Python was loading.")
    host.broken = "-"
    page.locator("#notice button", has_text="Try again").click()
    expect(page.locator(LIVE)).to_be_visible(timeout=READY)
    expect(page.locator("#notice")).to_be_hidden()


@pytest.mark.long
def test_a_connection_that_breaks_off_while_a_lab_loads_is_said_and_tried_again(
    visitor: BrowserContext, host: Host
) -> None:
    host.broken = "wasm32.whl"  # numpy and pandas
    page = visitor.new_page()
    page.goto(f"{host.address}bids/#bidding")
    expect_notice(page, "The connection was lost while Python was loading.")
    host.broken = "-"
    page.locator("#notice button", has_text="Try again").click()
    expect(page.locator(".mam-root")).to_contain_text("Best contract:", timeout=READY)


@pytest.mark.parametrize("broken", ["ui/page.js", "probability/widget.js"])
def test_a_script_that_does_not_come_is_said_and_tried_again(visitor: BrowserContext, host: Host, broken: str) -> None:
    host.broken = broken
    page = visitor.new_page()
    page.goto(f"{host.address}probability/")
    expect_notice(page, "This page could not be loaded")
    host.broken = "-"
    page.locator("#notice button", has_text="Try again").click()
    expect(page.locator(".mam-root .mam-message")).to_be_visible(timeout=READY)


@pytest.mark.long
def test_a_page_that_is_not_kept_says_that_it_needs_the_network(visitor: BrowserContext, host: Host) -> None:
    page = visitor.new_page()
    open_front_page(page, host.address)
    host.is_down = True
    page.goto(f"{host.address}docs/learn.html")
    expect(page.locator("h1")).to_have_text("You are offline")
    page.locator("main").get_by_role("link", name="Play").click()
    expect(page.locator(".mam-root .mam-message")).to_contain_text("Your turn")
    expect_notice(page, "Python")
