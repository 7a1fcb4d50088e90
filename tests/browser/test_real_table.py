"""A real table in the browser: a wrong card is laid with one click, claimed, taken back and paid for; and you claim one."""

import pytest
from playwright.sync_api import Page
from stage import Stage
from test_one_screen import SIZES, boxes, check_one_screen

import mam
from mam.sessions import RealTable

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from moments import play_to

from mam_widgets.match.widget import Play


def your_trick() -> tuple[Play, str, str]:
    """Your turn in a trick, with a card that would be wrong and one that is right."""
    for skip in range(13):
        table = play_to("play", skip=skip)
        round = table.session.view.round
        assert isinstance(round, mam.TrickRound)
        hand = round.playable(round.turn or "")
        wrong = [card.code for card in hand if table.session.view.why_not(mam.Play(card))]
        if wrong:
            right = next(card.code for card in hand if card.code not in wrong)
            return table, wrong[0], right
    raise AssertionError("no trick in which you must follow")


def switch(stage: Stage) -> None:
    """Turn the real table on in the settings, and close them."""
    stage.root.get_by_role("button", name="Settings", exact=True).first.click()
    stage.settle()
    stage.press("real-table")
    stage.key("Escape")


@pytest.mark.parametrize("size", ["L", "S"])
def test_a_wrong_card_is_laid_claimed_and_taken_back(watched_page: Page, size: str) -> None:
    table, wrong, right = your_trick()
    width, height = SIZES[size]
    stage = Stage(watched_page, table, width=width, height=height)
    hand = stage.part("hand").locator(f'[data-card="{wrong}"]')
    stage.press("card", card=wrong)
    assert "must follow" in stage.part("message").inner_text()  # off, it is refused as ever
    table.session.sit_at_real_table(RealTable(notice=100))
    table._refresh()
    stage.settle()
    before = boxes(stage)
    stage.press("card", card=wrong)
    assert hand.count() == 0  # it lies: nothing was asked, nothing is refused
    assert boxes(stage) == before
    stage.press("next")
    text = stage.part("message").inner_text()
    assert f"claims your {wrong}" in text and "again" in text
    assert hand.count() == 1 and boxes(stage) == before
    stage.press("card", card=wrong)
    assert "must follow" in stage.part("message").inner_text()
    check_one_screen(stage)
    stage.press("card", card=right)
    assert stage.part("hand").locator(f'[data-card="{right}"]').count() == 0
    stage.press("undo")
    stage.press("undo")
    assert table.session.why_not(f"play {wrong}") is None  # back where the wrong card was laid


@pytest.mark.parametrize("size", ["LS", "S"])
@pytest.mark.sample(1, 0)
def test_you_claim_a_card_that_was_right(watched_page: Page, size: str) -> None:
    table, _, _ = your_trick()
    width, height = SIZES[size]
    stage = Stage(watched_page, table, width=width, height=height)
    switch(stage)
    assert table.session.real_table == RealTable()
    before = boxes(stage)
    stage.press("claim-misplay")
    assert stage.root.locator(".mam-popover select").evaluate("field => field === document.activeElement")
    check_one_screen(stage)
    stage.press("claim-now")
    assert stage.part("message").inner_text().startswith("No misplay.")
    assert stage.root.locator(".mam-popover").count() == 0 and boxes(stage) == before
    check_one_screen(stage)


def test_the_switch_says_why_it_is_off_where_there_is_no_misplay(watched_page: Page) -> None:
    stage = Stage(watched_page, play_to("auction", "make-a-million-2004"), width=1000, height=716)
    stage.root.get_by_role("button", name="Settings", exact=True).first.click()
    stage.settle()
    assert stage.part("real-table").is_disabled()
    assert "a wrong card is refused" in stage.root.get_by_role("region", name="Real table").inner_text()
