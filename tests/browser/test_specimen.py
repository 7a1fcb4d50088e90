"""The specimen hand in a real JupyterLab: walked through, tried otherwise, and counted."""

import re

import pytest
from playwright.sync_api import expect

SPECIMEN = [
    "import mam_widgets as mw\n\nmw.specimen()",
    "from mam.charts import money_by_trick\n\nmoney_by_trick(mw.specimen().record.rounds()[-1])",
]


@pytest.mark.long
def test_a_notebook_runs_from_the_deal_to_the_first_trick(open_notebook):
    """The auction step by step, an illegal discard, and on along the record."""
    notebook = open_notebook(SPECIMEN).run_all()
    table = notebook.table()
    table.expect_moment("The deal")
    table.expect_words("South dealt", "R35-BID-1")
    expect(table.part("slider")).to_have_attribute("max", "65")
    expect(table.part("money")).to_have_count(0)  # no bid stands yet
    for code in "R7 R5 R2 Y11 Y10 Y8 Y5 B9 G40 G10 G9 G4 G3".split():
        expect(table.card(code)).to_be_visible()

    table.press("forward")
    table.expect_moment("Call 1 of 11")
    table.expect_words("South", "175", re.compile("R35-BID-[12]"))
    table.expect_words("South's hand", "headed by the $40,000", part="note")
    table.press("forward")
    table.expect_moment("Call 2 of 11")
    table.expect_words("West's hand", "A very fine hand in Red", part="note")
    for call in range(3, 12):
        table.press("forward")
        table.expect_moment(f"Call {call} of 11")
    table.expect_words("bid 260", "needs 260", part="money")

    table.click_card("Y40")
    table.expect_words("You can't discard Yellow 40", "R35-NEST-3")
    expect(table.card("Y40")).to_have_attribute("data-state", "illegal")
    expect(table.root.locator("[data-state=selected]")).to_have_count(0)
    for code in ("G8", "Y4", "R4"):
        table.click_card(code)
    expect(table.root.locator("[data-state=selected]")).to_have_count(3)
    table.press("confirm-discard")
    table.expect_moment("The discard")
    table.press("trump", move="trump B")
    table.expect_moment("Trump is named")
    expect(table.part("branch")).to_have_count(0)  # all that was the record's own

    # The chart stands further down as a picture.
    chart = notebook.page.locator("img[src^='data:image/svg+xml']").locator("visible=true").last
    chart.scroll_into_view_if_needed()
    assert chart.evaluate("image => image.decode().then(() => image.naturalWidth)") > 300
    errors = notebook.page.locator(".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.error']")
    expect(errors).to_have_count(0)


def test_other_discards_make_a_branch_and_the_record_stays(specimen):
    table = specimen
    table.go(11)
    table.expect_moment("Call 11 of 11")
    expect(table.part("hand", mode="discard", seat="N")).to_be_visible()
    for code in ("B1", "G11", "B4"):
        table.click_card(code)
    table.click_card("G8")  # a fourth is not taken
    expect(table.card("G8")).to_have_attribute("data-state", "legal")
    table.expect_words("3 cards. Take one back first", part="live")
    table.press("confirm-discard")
    table.expect_moment("The discard")
    table.expect_words("What-if", part="branch")
    table.press("trump", move="trump Y")
    table.expect_moment("Trump is named")
    table.expect_words("Yellow", part="ruling")
    table.press("back-to-record")
    table.expect_moment("Call 11 of 11")
    expect(table.part("branch")).to_have_count(0)
    expect(table.part("slider")).to_have_attribute("max", "65")
    table.press("forward")
    table.press("forward")
    table.expect_moment("Trump is named")
    table.expect_words("names Black as trump", part="live")


def test_a_card_refused_and_another_played_taken_back_and_found_again(specimen):
    table = specimen
    table.go(14)
    table.expect_moment("Trick 1, card 1 of 4")  # Red is led, and South has Red
    table.click_card("G40")
    table.expect_words("Refused: Green 40", "R35-PLAY-5")
    table.expect_moment("Trick 1, card 1 of 4")
    expect(table.part("may")).to_have_count(3)
    table.press("may", move="play R2")  # the record's own card
    table.expect_moment("Trick 1, card 2 of 4")
    expect(table.part("trick-card", card="R2")).to_have_count(1)
    expect(table.part("branch")).to_have_count(0)

    table.go(16)
    table.expect_moment("Trick 1, card 3 of 4")
    expect(table.part("trick-card")).to_have_count(3)
    table.click_card("B4")  # the record plays B1
    table.expect_moment("Trick 1, card 4 of 4")
    table.expect_words("What-if", part="branch")
    expect(table.part("trick-card", card="B4")).to_have_count(1)
    table.press("gear")
    for card in (1, 2):
        table.press("random_move")
        table.expect_moment(f"Trick 2, card {card} of 4")
    table.press("undo")
    table.expect_moment("Trick 2, card 1 of 4")
    table.press("back-to-record")
    table.expect_moment("Trick 1, card 3 of 4")
    expect(table.part("branch")).to_have_count(0)
    table.press("gear")  # back to the tabs
    table.expect_words("2 moves", part="enter-branch")
    table.press("enter-branch")
    table.expect_moment("Trick 1, card 4 of 4")
    table.expect_words("What-if", part="branch")
    expect(table.part("trick-card", card="B4")).to_have_count(1)


def test_the_end_is_counted_and_the_tricks_lead_back(specimen):
    table = specimen
    table.press("last")
    table.expect_moment("Trick 13, card 4 of 4")
    table.press("tab", tab="tricks")
    table.expect_words("Count", "North-South captured $360,000", "Bull last: doubled", part="count")
    table.expect_words("made, +100", part="money")
    expect(table.part("past")).to_have_count(13)
    table.unfold("history")
    table.press("past", step="25")
    table.expect_moment("Trick 3, card 4 of 4")
    expect(table.part("trick-card", card="BEAR")).to_have_count(1)
    table.press("tab", tab="ruling")
    table.expect_words("Bear", part="ruling")
    table.press("first")
    table.expect_moment("The deal")


def test_bids_of_ones_own_and_the_others_as_recorded(specimen):
    table = specimen
    table.press("other-amount")
    table.part("bid-amount").fill("183")
    table.press("bid-other")
    table.expect_words("Refused: bid $183,000", "R35-BID-6")
    table.expect_moment("The deal")

    table.go(9)
    table.expect_moment("Call 9 of 11")
    table.press("other-amount")
    table.part("bid-amount").fill("270")
    table.press("bid-other")
    table.expect_moment("Call 10 of 10")
    table.expect_words("What-if", part="branch")
    table.press("call", move="pass")  # West passes, as printed: the auction is over
    table.expect_moment("Call 11 of 11")
    table.expect_words("bid 270", part="money")

    table.press("back-to-record")
    table.expect_moment("Call 9 of 11")
    table.go(3)
    table.expect_moment("Call 3 of 11")
    table.press("call", move="bid 225")  # East, who passed
    table.expect_moment("Call 4 of 4")
    table.press("more-calls")
    table.press("as-recorded-all")  # South's 220 is not legal any more
    expect(table.part("as-recorded")).to_have_attribute("aria-disabled", "true")
    table.press("as-recorded")
    table.expect_words("$235,000", part="message")
