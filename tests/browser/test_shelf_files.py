"""The files of a shelf of the site in a real Chromium: progress saved and opened, what is due repeated, a study from a file."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from built_site import build_site
from playwright.sync_api import Browser, BrowserContext, Page, expect
from static_host import Host, serve_site

from mam.studies.progress import Progress, parse_progress, read_progress
from mam.support.data_files import find_data_folder

READY = 120_000  # milliseconds that Python may take to start on a busy machine
LONG_AGO = "2020-01-01"
OPEN_PROGRESS, OPEN_FILE, SAVE_PROGRESS = "#open-progress", "#load", "#save-progress"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = build_site(tmp_path_factory.mktemp("site") / "out", lab=False)
    with serve_site(folder) as running:
        yield running


@pytest.fixture
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that has not been here before."""
    context = browser.new_context(viewport={"width": 360, "height": 640}, accept_downloads=True)
    context.set_default_timeout(30_000)
    yield context
    context.close()


@pytest.fixture
def open_shelf(visitor: BrowserContext, host: Host) -> Callable[..., Page]:
    def open_it(place: str = "learn/") -> Page:
        page = visitor.new_page()
        page.goto(f"{host.address}{place}")
        expect(page.locator("[data-mam=study]")).to_be_visible()
        return page

    return open_it


def give_file(page: Page, button: str, file: Path) -> None:
    """Choose a file for this button of the menu."""
    page.locator("#menu summary").click()
    with page.expect_file_chooser() as chooser:
        page.locator(button).click()
    chooser.value.set_files(file)


def save_progress(page: Page, folder: Path) -> Path:
    page.locator("#menu summary").click()
    with page.expect_download() as download:
        page.locator(SAVE_PROGRESS).click()
    assert download.value.suggested_filename == "progress.toml"
    path = folder / "downloaded.toml"
    download.value.save_as(path)
    return path


def answer(page: Page, card: str) -> None:
    page.locator(f"button[data-key={card}]").click()


# Progress


def test_progress_goes_to_a_notebook_and_back_and_a_second_tab_loses_nothing(
    open_shelf: Callable[..., Page], tmp_path: Path
) -> None:
    first, second = open_shelf(), open_shelf("learn/#bull/double")
    answer(second, "BULL")
    expect(second.locator("[data-mam=message]")).to_contain_text("Correct")
    expect(first.locator("[data-mam=bull]")).to_contain_text("1 of 8")  # the other tab sees it
    Progress(tmp_path / "progress.toml").record("bear/home", 2, "hard")
    first.bring_to_front()
    give_file(first, OPEN_PROGRESS, tmp_path / "progress.toml")
    expect(first.locator("#status")).to_have_text("Added: 1 board.")
    second.bring_to_front()
    second.locator("[data-mam=next]").click()
    answer(second, "Y9")
    saved = read_progress(save_progress(second, tmp_path))
    assert saved.stars == {"bull/double": 3, "bull/not-for-them": 3, "bear/home": 2}
    assert [set(days.values()) for _, days in sorted(saved.answers.items())] == [{"hard"}, {"good"}, {"good"}]
    notebook = Progress(tmp_path / "progress.toml")
    notebook.merge(tmp_path / "downloaded.toml")
    assert notebook.stars == saved.stars


BROKEN = {
    '[stars]\n"bull/see-it" = 3\n"bull/double" = 7\n': (
        "progress.toml, line 3: the stars of “bull/double” are a whole number from 0 to 3, not 7."
    ),
    '[stars]\n"<img src=x>" = 1\n': "progress.toml, line 2: “<img src=x>” is not the name of a board, like “bull/double”.",
    "hello": "progress.toml, line 1: this is no progress: it begins with a line [stars].",
}


def test_a_file_that_is_no_progress_is_refused_and_nothing_of_it_is_added(
    open_shelf: Callable[..., Page], tmp_path: Path
) -> None:
    page = open_shelf()
    for text, said in BROKEN.items():
        (tmp_path / "progress.toml").write_text(text, "utf-8")
        give_file(page, OPEN_PROGRESS, tmp_path / "progress.toml")
        expect(page.locator("#trouble p")).to_have_text(said)
    (tmp_path / "progress.toml").write_bytes(b"\xff\xfe[stars]")
    give_file(page, OPEN_PROGRESS, tmp_path / "progress.toml")
    expect(page.locator("#trouble p")).to_have_text("“progress.toml” is not UTF-8 text.")
    (tmp_path / "progress.toml").write_text("#" * 1_000_001, "utf-8")
    give_file(page, OPEN_PROGRESS, tmp_path / "progress.toml")
    expect(page.locator("#trouble p")).to_contain_text("is too large: it has 1,000,001 bytes")
    assert page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('mam-'))") == []
    page.locator("#trouble button").click()
    expect(page.locator("#trouble")).to_be_hidden()


def test_what_the_browser_has_no_room_for_is_added_as_a_whole_or_not_at_all(
    open_shelf: Callable[..., Page], tmp_path: Path
) -> None:
    page = open_shelf()
    page.evaluate(
        """() => {
        const { setItem } = Storage.prototype;
        Storage.prototype.setItem = function (key, value) {
            if (key === "mam-stars bull/double") throw new DOMException("full", "QuotaExceededError");
            setItem.call(this, key, value);
        };
    }"""
    )
    (tmp_path / "progress.toml").write_text('[stars]\n"bear/home" = 3\n"bull/double" = 3\n', "utf-8")
    give_file(page, OPEN_PROGRESS, tmp_path / "progress.toml")
    expect(page.locator("#trouble p")).to_contain_text("has no room left")
    assert page.evaluate("localStorage.length") == 0
    assert read_progress(save_progress(page, tmp_path)).stars == {"bear/home": 3, "bull/double": 3}


# What is due


@pytest.mark.parametrize("width", [360, 1280])
def test_what_was_missed_comes_first_and_is_repeated_in_a_row(
    open_shelf: Callable[..., Page], tmp_path: Path, width: int
) -> None:
    page = open_shelf()
    page.set_viewport_size({"width": width, "height": 640 if width == 360 else 800})
    expect(page.locator("[data-mam=repeat]")).to_have_count(0)
    names = ("bull/double", "a-trick/lowest-away", "cases-supplement-1935/B26", "gone/board")
    lines = "".join(f'"{name}" = {{ {LONG_AGO} = "again" }}\n' for name in names)
    (tmp_path / "progress.toml").write_text(f"[answers]\n{lines}", "utf-8")
    give_file(page, OPEN_PROGRESS, tmp_path / "progress.toml")
    page.locator("[data-mam=repeat]", has_text="To repeat (2)").click()
    expect(page.locator("h3")).to_contain_text("A trick")
    expect(page.locator(".mam-study-right")).to_have_text("1 left")
    answer(page, "B2")
    page.locator("[data-mam=next]", has_text="Next board").click()
    expect(page.locator("h3")).to_contain_text("The Bull")
    answer(page, "R1")
    answer(page, "BULL")  # wrong first: it comes back tomorrow
    page.locator("[data-mam=next]", has_text="Finish").click()
    expect(page.locator("[data-mam=bull]")).to_be_visible()
    expect(page.locator("[data-mam=repeat]")).to_have_count(0)
    done = read_progress(save_progress(page, tmp_path))
    assert [list(done.answers[name].values()) for name in names[:2]] == [["again", "again"], ["again", "good"]]
    page.goto(re.sub("learn.*", "rules/", page.url))
    page.locator("[data-mam=repeat]", has_text="To repeat (1)").click()
    page.locator("[data-mam=show]").click()
    page.locator("[data-mam=answer-page]").click()
    page.locator("[data-mam=next-case]", has_text="Finish").click()
    expect(page.locator("[data-mam=repeat]")).to_have_count(0)
    done = read_progress(save_progress(page, tmp_path))
    assert list(done.answers["cases-supplement-1935/B26"].values()) == ["again", "again"]


# A study from a file

STUDY = """format = 1
shelf = "learn"
id = "own"
title = "<img src=x onerror=alert(1)>"
edition = "make-a-million-1935"
intro = "<script>alert(2)</script>"
[[chapter]]
id = "one"
goal = "<b>North</b> is winning. What do you play?"
position = { trick = "W: G2 G40 G10", hands = "S BULL R1" }
[[chapter.stop]]
ask = "card"
right = ["BULL"]
wrong = { R1 = "<i>Think</i> of the Bull." }
"""


def test_a_study_from_a_file_is_played_and_its_text_is_shown_as_it_is_written(
    open_shelf: Callable[..., Page], tmp_path: Path
) -> None:
    page = open_shelf()
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    (tmp_path / "own.toml").write_text(STUDY, "utf-8")
    give_file(page, OPEN_FILE, tmp_path / "own.toml")
    expect(page.locator("#status")).to_have_text(re.compile("Starting Python|Loading the rules|Opening"))
    expect(page.locator("[data-mam=goal]")).to_contain_text("<b>North</b> is winning.", timeout=READY)
    expect(page.locator("#status")).to_have_text("")
    assert "Think" not in page.content()  # no answer before it is given
    answer(page, "R1")
    expect(page.locator("[data-mam=message]")).to_contain_text("<i>Think</i> of the Bull.")
    answer(page, "BULL")
    expect(page.locator("[data-mam=message]")).to_contain_text("Correct: North takes it, $100,000 for your side.")
    assert page.evaluate("location.hash") == ""  # a file has no address
    page.locator("[data-mam=back]").click()
    expect(page.locator("[data-mam=own]")).to_contain_text("<img src=x onerror=alert(1)>")
    assert page.locator("#widget").locator("img, b:has-text('North'), i:has-text('Think'), script").count() == 0
    assert read_progress(save_progress(page, tmp_path)).stars == {"own/one": 2}

    page.reload()  # the browser keeps it, and needs no Python to show it again
    page.locator("[data-mam=own]").click()
    expect(page.locator("[data-mam=goal]")).to_contain_text("<b>North</b> is winning.")
    page.locator("[data-mam=back]").click()
    page.locator("[data-mam=forget]").click()
    expect(page.locator("[data-mam=own]")).to_have_count(0)
    page.reload()
    expect(page.locator("[data-mam=bull]")).to_be_visible()
    expect(page.locator("[data-mam=own]")).to_have_count(0)

    (tmp_path / "own.toml").write_text(STUDY.replace("What do", "Once more, what do"), "utf-8")
    give_file(page, OPEN_FILE, tmp_path / "own.toml")
    expect(page.locator("[data-mam=goal]")).to_contain_text("Once more", timeout=READY)
    page.goto(f"{page.url.split('#')[0]}#first-round")
    expect(page.locator("[data-mam=message]")).to_contain_text("your hand is worth", timeout=READY)
    assert dialogs == []


REFUSED = {
    STUDY.replace('ask = "card"', 'ask = "cart"'): (
        "own.toml, line 12: nothing is asked with 'cart': write one of card, move, bid, discard, call, trump, seat, amount, number, choice, mark"
    ),
    STUDY.replace('right = ["BULL"]', 'right = ["BEAR"]'): "own.toml, line 7: board 'one': ",
    STUDY.replace('id = "own"', 'id = "bull"'): "the id “bull” is taken by a study of mam: give yours an id of its own",
    STUDY.replace("[[chapter.stop]]", "[[chapter.stop]"): "own.toml, line 11: this is not valid TOML",
    STUDY[: STUDY.index("[[chapter.stop")]: "own.toml, line 7: a position has at least one stop",
    "hello = 3": "“own.toml” can't be opened: it is not a match, a record or a study.",
    STUDY + "[[chapter.stop]]\n" * 10_001: "has 10,002 stops; a study has at most 10,000",
}


def test_a_broken_study_is_refused_with_its_line_and_what_would_be_right(
    open_shelf: Callable[..., Page], tmp_path: Path
) -> None:
    page = open_shelf()
    for text, said in REFUSED.items():
        (tmp_path / "own.toml").write_text(text, "utf-8")
        give_file(page, OPEN_FILE, tmp_path / "own.toml")
        expect(page.locator("#trouble p")).to_contain_text(said, timeout=READY)
    expect(page.locator("[data-mam=bull]")).to_be_visible()
    (tmp_path / "own.toml").write_text(STUDY + "#" * 1_000_000, "utf-8")
    give_file(page, OPEN_FILE, tmp_path / "own.toml")
    expect(page.locator("#trouble p")).to_contain_text("“own.toml” is too large: it has 1,000,")
    (tmp_path / "own.toml").write_text(STUDY, "utf-8")
    give_file(page, OPEN_FILE, tmp_path / "own.toml")  # and after all of them a good one
    expect(page.locator("[data-mam=goal]")).to_contain_text("is winning", timeout=READY)
    expect(page.locator("#trouble")).to_be_hidden()


@pytest.mark.long
def test_a_record_is_opened_where_records_are_played_and_progress_is_known_by_its_look(
    open_shelf: Callable[..., Page], tmp_path: Path
) -> None:
    page = open_shelf()
    (tmp_path / "any.toml").write_text('[stars]\n"bull/double" = 3\n', "utf-8")
    give_file(page, OPEN_FILE, tmp_path / "any.toml")
    expect(page.locator("[data-mam=bull]")).to_contain_text("1 of 8")
    assert parse_progress(save_progress(page, tmp_path).read_text("utf-8")).stars == {"bull/double": 3}
    give_file(page, OPEN_FILE, find_data_folder() / "records" / "make-a-million-1935.toml")
    page.wait_for_url(re.compile(r"/play/#record="), timeout=READY)
    expect(page.locator("[data-mam=where]")).to_be_attached(timeout=READY)
