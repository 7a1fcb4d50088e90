"""What the site saves in a real Chromium: two tabs, the Back button, links, and saves that cannot be read or written."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from built_site import build_site
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect
from static_host import Host, serve_site

import mam
from mam.records import format_record
from mam.sessions import Session
from mam.support.data_files import find_data_folder
from mam_widgets.site.links import pack

LIVE, NOTICE = "#widget[data-ready=live]", "#trouble:visible"
READY = 120_000  # milliseconds that Python may take to start on a busy machine
CODE = "MN-0N30J-8Y64G-AHYFH-YQRER-S9XHX"
BEFORE = "/home/pyodide/mam-saves"  # the database of releases that mirrored a folder

READ = """async (name) => {
    const database = await new Promise((done, fail) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => done(request.result);
        request.onerror = fail;
    });
    if (!database.objectStoreNames.contains("saves")) { database.close(); return {}; }
    const store = database.transaction("saves").objectStore("saves");
    const all = await Promise.all([store.getAllKeys(), store.getAll()].map((request) => new Promise((done) => {
        request.onsuccess = () => done(request.result);
    })));
    database.close();
    return Object.fromEntries(all[0].map((key, index) => [key, all[1][index].text ?? all[1][index]]));
}"""
WRITE = """async ([name, version, room, values]) => {
    const database = await new Promise((done, fail) => {
        const request = indexedDB.open(name, version);
        request.onupgradeneeded = () => request.result.createObjectStore(room).createIndex("timestamp", "timestamp");
        request.onsuccess = () => done(request.result);
        request.onerror = fail;
    });
    const store = database.transaction(room, "readwrite").objectStore(room);
    for (const [key, value] of Object.entries(values)) {
        store.put(value?.bytes ? { ...value, contents: new Uint8Array(value.bytes) } : value, key);
    }
    await new Promise((done) => { store.transaction.oncomplete = done; });
    database.close();
}"""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = build_site(tmp_path_factory.mktemp("site") / "out", lab=False)
    with serve_site(folder) as running:
        yield running


class Visitor:
    """A browser in which nothing is saved yet, on the site."""

    def __init__(self, context: BrowserContext, host: Host) -> None:
        self.context, self.host = context, host
        self.errors: list[str] = []

    def tab(self, place: str = "", wait: str = "") -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.errors.append(f"{error.stack}"))
        page.goto(self.host.address + place)
        if wait:
            expect(page.locator(wait)).to_be_visible(timeout=READY)
        return page

    def live(self, place: str) -> Page:
        return self.tab(place, LIVE)

    def read(self) -> dict[str, Any]:
        """What is saved, by name."""
        page = self.tab()
        saves: dict[str, Any] = page.evaluate(READ, f"mam-saves {self.host.address}")
        page.close()
        return saves

    def put(self, **saves: Any) -> None:
        """Save something before a page is opened."""
        page = self.tab()
        page.evaluate(
            WRITE,
            [
                f"mam-saves {self.host.address}",
                1,
                "saves",
                {key.replace("__", "."): value for key, value in saves.items()},
            ],
        )
        page.close()


OpenVisitor = Callable[..., Visitor]


@pytest.fixture
def visit(browser: Browser, host: Host) -> Iterator[OpenVisitor]:
    """Opens a new visitor's browser, whose workers begin with this script."""
    visitors: list[Visitor] = []

    def open_visitor(worker: str = "", **options: Any) -> Visitor:
        context = browser.new_context(
            viewport={"width": 390, "height": 844}, service_workers="block", accept_downloads=True, **options
        )
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        context.set_default_timeout(30_000)

        def change(route: Route) -> None:
            answer = route.fetch()
            route.fulfill(response=answer, body=f"{worker}\n{answer.text()}")

        if worker:
            context.route("**/site/ui/worker.js", change)
        visitors.append(Visitor(context, host))
        return visitors[-1]

    yield open_visitor
    errors = [error for visitor in visitors for error in visitor.errors]
    for visitor in visitors:
        visitor.context.close()
    assert errors == []


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def play_on(page: Page) -> None:
    """Pass, if it is the auction, else play the first card that may be played."""
    count = page.locator("[data-area=hand][data-card]").count()
    passing = page.locator("[data-mam=call]:visible", has_text="Pass")
    if passing.count():
        passing.first.click()
        expect(page.locator('[data-area=hand][data-state="legal"]').first).to_be_visible(timeout=READY)
    else:
        page.locator('[data-area=hand][data-state="legal"]').first.click()
        expect(page.locator("[data-area=hand][data-card]")).to_have_count(count - 1)


# Each thing under its own name


NO_LOCKS = "Object.defineProperty(self.navigator, 'locks', { value: undefined });"


@pytest.mark.long
@pytest.mark.parametrize("worker", ["", NO_LOCKS], ids=["with locks", "without locks"])
def test_a_match_is_played_in_one_tab_at_a_time(visit: OpenVisitor, worker: str) -> None:
    visitor = visit(worker)
    first = visitor.live("play/")
    play_on(first)
    second = visitor.tab("play/", NOTICE)
    expect(second.locator("#trouble")).to_contain_text("This match is open in another tab.")
    assert second.locator("#widget").evaluate("(el) => el.inert")
    play_on(first)  # it goes on where it is open, until somebody goes on elsewhere
    left = first.locator("[data-area=hand][data-card]").count()
    press(second, "Continue here")
    expect(second.locator(LIVE)).to_be_visible(timeout=READY)
    expect(second.locator("[data-area=hand][data-card]")).to_have_count(left)
    expect(first.locator("#trouble")).to_contain_text("This match was continued in another tab.")
    assert first.locator("#widget").evaluate("(el) => el.inert"), "it looks dead, and is"
    press(first, "Continue here")
    expect(first.locator(LIVE)).to_be_visible(timeout=READY)
    expect(second.locator(NOTICE)).to_contain_text("This match was continued in another tab.")
    assert len(visitor.read()) == 1


@pytest.mark.long
def test_where_tabs_cannot_speak_nothing_is_overwritten(visit: OpenVisitor) -> None:
    visitor = visit(f"{NO_LOCKS} self.BroadcastChannel = undefined;")
    first, second = visitor.live("play/#seed=16"), visitor.live("play/#seed=16")
    play_on(first)
    before = visitor.read()
    second.locator("[data-mam=call]:visible", has_text="Pass").first.click()
    expect(second.locator(NOTICE)).to_contain_text("continued in another tab, so your last move here is not saved")
    assert visitor.read() == before
    press(second, "Continue here")
    expect(second.locator(LIVE)).to_be_visible(timeout=READY)
    expect(second.locator('[data-area=hand][data-state="legal"]').first).to_be_visible()


@pytest.mark.long
def test_a_link_and_a_file_leave_the_match_in_progress_and_all_can_be_found(visit: OpenVisitor, tmp_path: Path) -> None:
    visitor = visit()
    own = visitor.live("play/")
    play_on(own)
    (name,) = visitor.read()
    linked = visitor.live(f"play/#deal={CODE}")
    play_on(linked)
    play_on(own)  # what another tab has open stays, too
    assert len(saves := visitor.read()) == 2 and name in saves
    assert linked.url.endswith(f"#deal={CODE}")

    texts = [Session.start(seed=seed).dumps() for seed in (1, 2)]
    for seed, text in enumerate(texts):
        file = tmp_path / f"{seed}.toml"
        file.write_text(text, "utf-8")
        linked.locator("#file").set_input_files(file)
        expect(linked).to_have_url(f"{visitor.host.address}play/")
    expect(linked.locator(LIVE)).to_be_visible()
    expect(linked.locator("#trouble")).to_be_hidden()
    assert len(saves := visitor.read()) == 4 and {*texts} <= {*saves.values()}
    own.close()

    linked.locator("#menu summary").click()
    press(linked, "Saved matches")
    entries = linked.locator("#saves [data-save]")
    expect(entries).to_have_count(4)
    linked.locator(f"[data-save='{name}']").click()
    expect(linked).to_have_url(f"{visitor.host.address}play/#match={name}")
    expect(linked.locator("[data-area=hand][data-card]")).to_have_count(12)


@pytest.mark.long
def test_what_earlier_releases_saved_is_taken_over(visit: OpenVisitor) -> None:
    visitor = visit()
    session = Session.start("make-a-million-1935", seed=16)
    session.play_to_your_turn()
    session.play("pass")
    quiz = {"format": "mam-quiz-1", "answered": {"B29.3": {"right": 0, "wrong": 1, "last": "wrong"}}}
    files = {"play.toml": session.dumps(), "quiz.json": json.dumps(quiz), "play.before.toml": "garbage"}
    old = {
        f"{BEFORE}/{name}": {"bytes": [*text.encode()], "timestamp": 1_700_000_000_000 + place, "mode": 33206}
        for place, (name, text) in enumerate(files.items())
    }
    page = visitor.tab()
    page.evaluate(WRITE, [BEFORE, 21, "FILE_DATA", old])
    page.goto(f"{visitor.host.address}play/")
    expect(page.locator(NOTICE)).to_contain_text("can't be read: the file is damaged (line 1).", timeout=READY)
    assert visitor.read() == files
    page.goto(f"{visitor.host.address}play/#match=play.toml")
    expect(page.locator(LIVE)).to_be_visible(timeout=READY)
    expect(page.locator('[data-area=hand][data-state="legal"]').first).to_be_visible(timeout=READY)
    play_on(page)
    saves = visitor.read()
    assert saves["play.toml"] != files["play.toml"] and saves["quiz.json"] == files["quiz.json"]
    page.reload()
    expect(page.locator(LIVE)).to_be_visible(timeout=READY)
    again = visitor.read()  # the others may have played on
    assert again.keys() == saves.keys() and again["quiz.json"] == saves["quiz.json"]
    assert again["play.toml"].startswith(saves["play.toml"].removesuffix("\n]\n").rstrip(",")), "once only"


# What cannot be read or written


@pytest.mark.long
@pytest.mark.parametrize(
    ("stored", "file"),
    [
        ({"text": "garbage", "title": "", "time": 1, "revision": 1}, b"garbage"),
        ({"text": "", "title": "", "time": 1, "revision": 1}, b""),
        ({"text": "session = 99\n", "title": "", "time": 1, "revision": 4}, b"session = 99\n"),
        (5, b"5"),
    ],
    ids=["garbage", "an empty file", "another format", "no save at all"],
)
def test_a_match_that_cannot_be_read_is_offered_as_a_file_and_a_new_one_begins(
    visit: OpenVisitor, stored: object, file: bytes
) -> None:
    visitor = visit()
    visitor.put(play__toml=stored)
    page = visitor.tab("play/", NOTICE)
    expect(page.locator("#trouble")).to_contain_text("Your saved match can't be read:")
    expect(page.locator("#status")).to_have_text("")
    assert page.locator("#widget *").count() == 0, "no button that does nothing"
    with page.expect_download() as started:
        press(page, "Download the file")
    assert Path(started.value.path()).read_bytes() == file
    press(page, "Start a new match")
    expect(page.locator(LIVE)).to_be_visible(timeout=READY)
    expect(page.locator("#trouble")).to_be_hidden()
    saves = visitor.read()
    kept = stored["text"] if isinstance(stored, dict) else stored
    assert saves.pop("play-unreadable-1.toml") == kept and Session.loads(saves["play.toml"]).you == "S"
    page.reload()
    expect(page.locator(LIVE)).to_be_visible(timeout=READY)
    page.locator("#menu summary").click()
    press(page, "Saved matches")
    page.locator("[data-save='play-unreadable-1.toml']").click()
    expect(page.locator(NOTICE)).to_contain_text("can't be read", timeout=READY)


@pytest.mark.long
@pytest.mark.parametrize("place", ["play/", "bids/", "probability/"])
def test_a_stored_picture_that_is_none_keeps_nobody_from_playing(visit: OpenVisitor, place: str) -> None:
    visitor = visit()
    page = visitor.tab(place)
    release, kind = page.evaluate(
        "(({ release, kind }) => [release, kind])(JSON.parse(document.getElementById('page').textContent))"
    )
    for scene in ("garbage", "{}", "[]", "null", "5", '{"hand": 5, "seats": "x"}'):
        page.evaluate("([key, scene]) => localStorage.setItem(key, scene)", [f"mam-seen-{release}-{kind}", scene])
        page.reload()
        expect(page.locator(".mam-root .mam-message")).to_be_visible()
    expect(page.locator(LIVE)).to_be_visible(timeout=READY)


REFUSED = "Object.defineProperty(self, 'indexedDB', { get: () => { throw new DOMException('no', 'SecurityError'); } });"
FULL = "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); };"


@pytest.mark.long
@pytest.mark.parametrize(
    ("worker", "words"),
    [(REFUSED, "This browser does not let the page save anything"), (FULL, "no room left for saves")],
    ids=["refused", "full"],
)
def test_where_nothing_can_be_saved_that_is_said_and_the_match_goes_on(
    visit: OpenVisitor, worker: str, words: str
) -> None:
    visitor = visit(worker)
    page = visitor.live("play/")
    page.locator("[data-mam=call]:visible", has_text="Pass").first.click()
    expect(page.locator(NOTICE)).to_contain_text(words)
    with page.expect_download() as started:
        press(page, "Save to a file")
    assert str(Session.load(started.value.path()).round.history[2]) == "pass"
    press(page, "OK")
    expect(page.locator("#trouble")).to_be_hidden()
    play_on(page)
    page.get_by_role("button", name="Settings").click()
    expect(page.locator("[data-mam=saved]")).to_contain_text("Not saved.")


# Links


@pytest.mark.long
@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("play/#seed=abc", "A seed is a whole number, like 7, not “abc”."),
        ("bids/#__proto__", "Nothing on this page is called “__proto__”."),
        ("probability/#<img src=x onerror=alert(1)>", "Nothing on this page is called “<img src”."),
        ("bids/#record=abc", "Nothing on this page is called “record”."),
    ],
)
def test_an_address_that_cannot_be_opened_is_answered_with_a_sentence_and_a_way_out(
    visit: OpenVisitor, place: str, words: str
) -> None:
    visitor = visit()
    page = visitor.tab()
    page.goto(visitor.host.address + place.replace("<", "%3C").replace(">", "%3E").replace(" ", "%20"))
    expect(page.locator(NOTICE)).to_contain_text(words, timeout=READY)
    assert page.locator("#widget *").count() == 0 and page.locator("#trouble img").count() == 0
    name = place.partition("/")[0]
    for other in ("#constructor", "#deal=", "#step=x", "#&&", "#%E0%A4%A", f"#{'x' * 5000}"):
        page.evaluate("(hash) => { location.hash = hash; }", other)
        expect(page.locator("#trouble p")).not_to_have_text(words)
        words = page.locator("#trouble p").inner_text()
        assert not any(sign in words for sign in ("Error", "undefined", "object")), words
    page.locator("#trouble button").first.click()
    expect(page.locator(LIVE)).to_be_visible(timeout=READY)
    expect(page).to_have_url(f"{visitor.host.address}{name}/")
    assert page.locator(".mam-root").count() > 0


@pytest.mark.long
def test_a_reload_of_a_record_stays_at_the_place_and_keeps_what_was_tried(visit: OpenVisitor) -> None:
    visitor = visit()
    record = mam.read_record(find_data_folder() / "records" / "specimen.toml")
    opened = f"{visitor.host.address}play/#record={pack(format_record(record))}"
    page = visitor.live(f"play/#record={pack(format_record(record))}")
    assert page.url == opened
    table = page.locator(".mam-table")
    for step in range(1, 31):
        page.locator("[data-mam=forward]:visible").first.click()
        expect(table).to_have_attribute("data-step", f"{step}")
    expect(page).to_have_url(f"{opened}&step=30")
    page.reload()
    expect(page.locator(LIVE)).to_be_visible(timeout=READY)
    expect(table).to_have_attribute("data-step", "30")
    legal = page.locator('[data-area=hand][data-state="legal"]')
    codes = [card.get_attribute("data-card") for card in legal.all()]
    legal.nth(next(place for place, code in enumerate(codes) if f"play {code}" != str(record.moves[30]))).click()
    expect(table).to_have_attribute("data-step", "31")
    expect(page.locator(".mam-root")).to_contain_text("What-if 1")
    page.locator("#menu summary").click()
    press(page, "Copy link")
    expect(page.locator("#status")).to_contain_text("Link copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    expect(page).to_have_url(copied)
    assert copied.startswith(f"{opened}&step=31&branch=1&now=")
    page.reload()
    expect(page.locator(LIVE)).to_be_visible(timeout=READY)
    expect(table).to_have_attribute("data-step", "31")
    expect(page.locator(".mam-root")).to_contain_text("What-if 1")


@pytest.mark.long
def test_a_link_to_a_lab_names_the_lab(visit: OpenVisitor) -> None:
    visitor = visit()
    page = visitor.live("bids/#discard")
    page.locator("#menu summary").click()
    press(page, "Copy link")
    expect(page.locator("#status")).to_contain_text("Link copied")
    assert page.evaluate("navigator.clipboard.readText()") == f"{visitor.host.address}bids/#discard"


@pytest.mark.long
def test_a_click_on_a_picture_of_another_moment_moves_nothing(visit: OpenVisitor) -> None:
    """The picture of the last visit may be of another match than the one that goes on."""
    visitor = visit()
    page = visitor.live("play/")
    play_on(page)
    seen = page.evaluate(
        "(() => { const key = Object.keys(localStorage).find((name) => name.endsWith('-play')); return [key, localStorage[key]]; })()"
    )
    play_on(page)
    page.evaluate("([key, scene]) => localStorage.setItem(key, scene)", seen)
    page.reload()
    page.locator('[data-area=hand][data-state="legal"]').nth(2).click()
    expect(page.locator(LIVE)).to_be_visible(timeout=READY)
    expect(page.locator("#status")).to_contain_text("Click again")
    expect(page.locator("[data-area=hand][data-card]")).to_have_count(12)  # one of thirteen was played, and no other
