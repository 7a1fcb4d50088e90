"""A whole dealt round in a real JupyterLab, by clicking, and nothing given away on the way."""

import base64
import html
import json
import re

import pytest
from playwright.sync_api import expect

import mam

# What can be done at the table just now.
CHOICES = """root => {
    const find = (query) => [...root.querySelectorAll(query)];
    const next = root.querySelector("[data-mam=to-turn]:not([aria-disabled])");
    const hand = root.querySelector("[data-mam=hand]");
    return {
        where: root.querySelector("[data-mam=where]").textContent,
        waiting: Boolean(next),
        over: Boolean(root.querySelector("[data-mam=result]")),
        calls: find("[data-mam=call][data-state=legal]").map((one) => one.dataset.move),
        trumps: find("[data-mam=trump]").map((one) => one.dataset.move),
        mode: hand ? hand.dataset.mode : "",
        cards: find("[data-mam=hand] [data-state=legal]").map((one) => one.dataset.card),
        page: root.innerHTML,
    };
}"""


def act(table, choices):
    """Do the first thing that South may do, or let the others play."""
    if choices["waiting"]:
        table.press("to-turn")
    elif choices["calls"]:
        table.press("call", move="pass" if "pass" in choices["calls"] else choices["calls"][0])
    elif choices["trumps"]:
        table.press("trump", move=choices["trumps"][0])
    elif choices["mode"] == "discard":
        for code in choices["cards"][:3]:
            table.click_card(code)
        table.press("confirm-discard")
    else:
        table.click_card(choices["cards"][0])
    expect(table.part("where")).not_to_have_text(choices["where"])


def names_in(text, cards):
    """Which of these cards a text names, as codes or in words (of Tiger, Bull and Bear every rule may speak)."""
    return {
        card
        for card in cards
        if re.search(rf"(?<![0-9A-Za-z#-]){card.code}(?![0-9A-Za-z])", text)
        or (card.color and re.search(rf"{card.words}(?![0-9])", text))
    }


def hidden_at(record, step):
    """The cards that South has not seen after so many moves."""
    round = record.rounds()[step]
    seen_cards = {*round.deal["S"], *(move.card for move in round.history if isinstance(move, mam.Play))}
    if round.bidder == "S":
        seen_cards |= {*round.deal.nest}
    seen_cards |= {card for card in mam.view(round, "S").round.discarded or () if card != mam.UNSEEN}
    return set() if round.is_over else set(mam.PACK) - seen_cards


def sent(frames, key):
    """Every value of this name in what the server sent, in order."""
    codes = []

    def search(value):
        if isinstance(value, dict):
            codes.extend([value[key]] if key in value else [])
            for part in value.values():
                search(part)
        elif isinstance(value, list):
            for part in value:
                search(part)

    for frame in frames:
        start = frame.find('{"')
        while start >= 0:  # a frame may be several JSON texts after a head of bytes
            try:
                value, end = json.JSONDecoder().raw_decode(frame, start)
            except ValueError:
                end = start + 1
            else:
                search(value)
            start = frame.find('{"', end)
    return codes


@pytest.mark.long
def test_a_round_is_played_and_no_hidden_card_ever_reaches_the_page(open_notebook):
    notebook = open_notebook(["import mam_widgets as mw\n\ntable = mw.deal(7, you='S', dealer='E')\ntable"]).run_all()
    table = notebook.table()
    steps = []
    for _ in range(80):
        choices = table.root.evaluate(CHOICES)
        steps.append((int(table.part("slider").input_value()), choices["page"]))
        if choices["over"]:
            break
        act(table, choices)
    table.expect_moment("Trick 13, card 4 of 4")
    table.press("tab", tab="tricks")
    table.expect_words("Count", part="count")

    printed = notebook.run("import mam.records; print(mam.records.format_record(table.record), end='')")
    record = mam.records.parse_record(printed)
    assert record.rounds()[-1].is_over
    assert record.deal == mam.start("make-a-million-1935", seed=7, dealer="E").deal
    for index, page in steps:
        assert not names_in(page, hidden_at(record, index)), f"the page at step {index}"
    first_deal = [message for message in sent(notebook.frames, "scene") if message["title"] == "Deal 7"]
    assert len(first_deal) >= len(steps)
    for scene in first_deal:
        index = scene["stepper"]["step"]
        assert not names_in(json.dumps(scene), hidden_at(record, index)), f"the scene of step {index}"
    pictures = [
        "".join(message)
        for message in sent(notebook.frames, "text/html")
        if "data-mam-static" in "".join(message) and "Deal 7" in "".join(message)
    ]
    assert pictures  # the static picture and text of the start, and of each step since
    for index, picture in zip([0] + [scene["stepper"]["step"] for scene in first_deal[1:]], pictures, strict=False):
        drawn = "".join(base64.b64decode(match).decode() for match in re.findall(r"base64,([\w+/=]+)", picture))
        words = html.unescape(re.sub(r"base64,[\w+/=]+", "", picture))
        assert not names_in(drawn + words, hidden_at(record, index)), f"the picture of step {index}"


def test_a_fresh_deal_lies_open_and_is_played_by_hand(run_cell):
    table = run_cell("import mam_widgets as mw\nmw.deal(42, dealer='N')").table()
    table.expect_moment("The deal")
    table.expect_words("North dealt")
    table.press("call", move="bid 180")
    table.expect_moment("Call 1 of 1")
    for call, move in enumerate(("bid 190", "pass", "bid 200", "pass", "bid 210", "pass"), 2):
        table.press("call", move=move)
        table.expect_moment(f"Call {call} of {call}")
    expect(table.part("hand", mode="discard", seat="E")).to_be_visible()
    table.press("undo")
    table.expect_moment("Call 6 of 6")
    table.press("gear")
    table.press("random_move")
    table.expect_moment("Call 7 of 7")
