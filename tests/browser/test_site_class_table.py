"""A class table on a phone: from the teacher's link to the text that is handed in, and to the class's results."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from built_site import build_site
from playwright.sync_api import Browser, Page, expect
from static_host import serve_site

from mam.class_tables import make_class_table, pack_class_table, read_results
from mam.class_tables.hand_ins import parse_hand_in, replay_hand_in, split_text

LIVE = "#widget[data-ready=live]"
READY = 120_000  # milliseconds that Python may take to start on a busy machine
TABLE = make_class_table("Period 3", seed=16, auction=[], tricks=11)  # two tricks are left


@pytest.fixture
def phone(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    with serve_site(build_site(tmp_path / "site", lab=False)) as host:
        context = browser.new_context(
            viewport={"width": 360, "height": 592}, has_touch=True, is_mobile=True, accept_downloads=True,
            service_workers="block",
        )  # fmt: skip
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        context.set_default_timeout(30_000)
        page = context.new_page()
        page.goto(f"{host.address}play/#class={pack_class_table(TABLE)}")
        expect(page.locator(LIVE)).to_be_visible(timeout=READY)
        yield page
        context.close()


def play_out(page: Page) -> None:
    """Play the first legal card, or take the next step, until the round can be handed in."""
    card = page.locator('[data-area=hand][data-state="legal"]').first
    go_on = page.locator("[data-mam=next]:not([aria-disabled])").first
    end = page.locator("[data-mam=hand-in]").first
    while not end.is_visible():
        expect(card.or_(go_on).or_(end).first).to_be_visible()
        for place in (card, go_on):
            if place.is_visible():  # clicked, for two quick taps in one place are a double tap
                place.click()
                break
    expect(end).to_be_visible()


def test_from_the_link_to_the_results(phone: Page, tmp_path: Path) -> None:
    expect(phone.locator("[data-mam=undo], [data-mam=hint]")).to_have_count(0)
    play_out(phone)
    phone.locator("[data-mam=hand-in]").first.click()
    make = phone.locator("[data-mam=make-hand-in]")
    make.click()
    expect(phone.locator(".mam-hand-in-fault")).to_have_text("Type your name first, like Ann Lee.")
    phone.locator("[data-mam=hand-in-name]").fill("Zoë <b>")
    make.click()
    phone.locator("[data-mam=copy-hand-in]").click()
    expect(phone.locator("[data-mam=live]")).to_contain_text("Copied")
    copied = phone.evaluate("navigator.clipboard.readText()")
    assert copied == phone.locator("[data-mam=hand-in-text]").input_value()
    with phone.expect_download() as download:
        phone.locator("[data-mam=save-hand-in]").click()
    folder = tmp_path / "collected"
    folder.mkdir()
    (folder / "mail.txt").write_text(f"Hello!\n> {copied}".replace("\n", "\n> "), "utf-8")
    download.value.save_as(folder / download.value.suggested_filename)
    results = read_results(TABLE, folder, deals=2)
    assert [row.name for row in results.rows] == ["Zoë <b>"]
    assert [refusal.reason.split(" as ")[0] for refusal in results.refusals] == ["is the same round"]
    # A reload goes on where the round was left: at its end.
    phone.reload()
    expect(phone.locator(LIVE)).to_be_visible(timeout=READY)
    expect(phone.locator("[data-mam=hand-in]").first).to_be_visible()
    (piece,) = split_text(copied)
    replay_hand_in(TABLE, parse_hand_in(piece))
