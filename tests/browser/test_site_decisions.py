"""From a played round to a decision practiced, on the site in a real Chromium: all of it stays in the browser."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from built_site import build_site
from playwright.sync_api import Browser, Page, expect
from static_host import Host, serve_site

from mam.players import get_player
from mam.sessions import Session
from mam.studies.problems.decisions import find_decisions
from mam.studies.progress import read_progress

LIVE = "#widget[data-ready=live]"
READY = 120_000  # milliseconds that Python may take to start on a busy machine


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = build_site(tmp_path_factory.mktemp("site") / "out", lab=False)
    with serve_site(folder) as running:
        yield running


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 360, "height": 592}, service_workers="block")
    context.set_default_timeout(30_000)
    errors: list[str] = []
    tab = context.new_page()
    tab.on("pageerror", lambda error: errors.append(f"{error.stack}"))
    yield tab
    context.close()
    assert errors == []


def play_match() -> Session:
    """A match whose first round is over; in its last tricks South found the only best card twice."""
    session, club = Session.start(seed=6), get_player("club")
    while not session.round.is_over:
        session.play(club(session.view, Random(1))) if session.to_move else session.play_to_your_turn()
    return session


def press(page: Page, name: str) -> None:
    page.locator(f"[data-mam={name}]:visible").first.click(timeout=READY)


@pytest.mark.long
def test_a_played_round_becomes_problems_and_one_is_solved(host: Host, page: Page, tmp_path: Path) -> None:
    session = play_match()
    decisions = list(find_decisions(session.round, session.you, "round 1"))
    (tmp_path / "match.toml").write_text(session.dumps(), "utf-8")
    page.goto(f"{host.address}play/")
    expect(page.locator(LIVE)).to_be_visible(timeout=READY)
    page.locator("#menu summary").click()
    with page.expect_file_chooser() as chooser:
        page.locator("#load").click()
    chooser.value.set_files(tmp_path / "match.toml")
    press(page, "review")
    press(page, "stop-review")
    expect(page.locator("[data-mam=go-on]:visible")).to_be_visible(timeout=READY)
    press(page, "practice-this")
    expect(page.locator("[data-mam=message]")).to_contain_text(
        "Open Problems and look under Your decisions.", timeout=READY
    )
    page.goto(f"{host.address}problems/")
    expect(page.locator("h4").first).to_have_text("Your decisions")
    tiles = page.locator("[data-mam^=decision-]")
    assert sorted(tile.get_attribute("data-mam") or "" for tile in tiles.all()) == sorted(
        decision.study.id for decision in decisions
    )
    first = next(decision for decision in decisions if decision.study.id == tiles.first.get_attribute("data-mam"))
    assert "Decision 1" in (tiles.first.get_attribute("aria-label") or "")
    tiles.first.click()
    expect(page.locator(".mam-study-head")).to_contain_text("Decision 1")
    page.locator(f"button[data-key={first.best.code}]").click()
    expect(page.get_by_role("img", name="3 of 3 stars").first).to_be_visible()
    page.reload()
    expect(page.locator(".mam-study-head")).to_contain_text("Decision 1")  # its address opens it again
    page.locator("[data-mam=back]").click()
    page.locator("#menu summary").click()
    with page.expect_download() as download:
        page.locator("#save-progress").click()
    download.value.save_as(tmp_path / "progress.toml")
    assert sorted(read_progress(tmp_path / "progress.toml").decisions) == sorted(
        decision.study.id for decision in decisions
    )
    page.evaluate("localStorage.clear()")  # as in another browser
    page.reload()
    expect(page.locator("h4").first).not_to_have_text("Your decisions")
    page.locator("#menu summary").click()
    with page.expect_file_chooser() as chooser:
        page.locator("#open-progress").click()
    chooser.value.set_files(tmp_path / "progress.toml")
    expect(page.locator("#status")).to_have_text(f"Added: 1 board and {len(decisions)} decisions.")
    tiles.first.click()
    expect(page.locator(f"button[data-key={first.best.code}]")).to_be_visible(timeout=READY)
    page.locator(f"button[data-key={first.best.code}]").click()
    expect(page.get_by_role("img", name="3 of 3 stars").first).to_be_visible()
