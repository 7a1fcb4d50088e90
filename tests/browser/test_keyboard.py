"""The specimen hand with the keyboard alone, while JupyterLab listens to the same keys."""

import pytest
from playwright.sync_api import expect

# The element with the focus, if it lies in the table: its hook, its card, its move.
FOCUS = """root => {
    const it = document.activeElement;
    return root.contains(it) ? { ...it.dataset } : null;
}"""
NOTEBOOK = """() => {
    const notebook = jupyterapp.shell.currentWidget.content;
    return [notebook.widgets.length, notebook.mode, notebook.activeCell.model.type];
}"""


class Keys:
    """A person without a mouse at a table."""

    def __init__(self, table):
        self.table = table
        self.keyboard = table.root.page.keyboard

    @property
    def focus(self):
        focus = self.table.root.evaluate(FOCUS)
        assert focus is not None, "the focus left the table"
        return focus

    def press(self, *keys, moment=""):
        for key in keys:
            self.keyboard.press(key)
        if moment:
            self.table.expect_moment(moment)
        assert self.focus

    def tab_to(self, **wanted):
        """Tab forward or back until the focus is on the part wanted."""
        query = "".join(f'[data-{name}="{value}"]' for name, value in wanted.items())
        to = self.table.root.locator(query).first
        expect(to).to_be_visible()
        behind = to.evaluate("it => Boolean(it.compareDocumentPosition(document.activeElement) & 4)")
        for _ in range(60):
            if wanted.items() <= self.focus.items():
                return
            self.keyboard.press("Shift+Tab" if behind else "Tab")
        raise AssertionError(f"no Tab leads to {wanted}")

    def arrow_to(self, code):
        """From card to card of the hand, first to its left end."""
        self.keyboard.press("Home")
        for _ in range(20):
            if self.focus.get("card") == code:
                return
            self.keyboard.press("ArrowRight")
        raise AssertionError(f"no arrow leads to {code}")


@pytest.fixture
def keys(specimen):
    """The focus is on the notebook's cell, and Tab leads into the table."""
    page = specimen.root.page
    assert page.evaluate(NOTEBOOK) == [1, "command", "code"]
    for _ in range(5):
        page.keyboard.press("Tab")
        if specimen.root.evaluate(FOCUS) is not None:
            break
    keys = Keys(specimen)
    yield keys
    assert keys.focus
    assert page.evaluate(NOTEBOOK) == [1, "command", "code"]  # no key of ours was the notebook's


def test_the_whole_way_without_a_mouse(keys):
    table = keys.table
    keys.tab_to(mam="bottom")  # in a list letters pick a seat, but these keys are still the widget's
    keys.press("?")
    table.expect_words("one step forward", part="help")
    keys.press("?")
    expect(table.part("help")).to_have_count(0)
    assert keys.focus["mam"] == "bottom"
    for call in range(1, 12):
        keys.press(".", moment=f"Call {call} of 11")
    keys.press(",", moment="Call 10 of 11")
    keys.press("]", moment="Call 11 of 11")

    # The discard: an illegal card explains itself as soon as it has the focus, and is not taken.
    keys.tab_to(area="hand")
    keys.arrow_to("Y40")
    table.expect_words("You can't discard Yellow 40", "R35-NEST-3")
    keys.press("Space")
    for part in ("live", "what"):
        table.expect_words("You can't discard Yellow 40", part=part)
    expect(table.card("Y40")).to_have_attribute("data-state", "illegal")
    for code in ("G8", "Y4", "R4"):
        keys.arrow_to(code)
        keys.press("Space")
        expect(table.card(code)).to_have_attribute("data-state", "selected")
    table.expect_words("Three cards chosen.", part="what")
    keys.press("Space")  # taken back, and chosen again
    expect(table.card("R4")).to_have_attribute("data-state", "legal")
    keys.press("Space")
    keys.tab_to(mam="confirm-discard")
    keys.press("Enter", moment="The discard")
    keys.tab_to(mam="trump", move="trump B")
    keys.press("Enter", moment="Trump is named")

    # Trick 1: South may not throw a Green card on Red, and plays the record's own Red 2.
    keys.press(".", moment="Trick 1, card 1 of 4")
    keys.tab_to(area="hand")
    keys.arrow_to("G40")
    table.expect_words("Refused: Green 40", "R35-PLAY-5")
    keys.press("Enter", moment="Trick 1, card 1 of 4")
    keys.arrow_to("R2")
    keys.press("Enter", moment="Trick 1, card 2 of 4")
    keys.press(".", moment="Trick 1, card 3 of 4")

    # North plays another card than in the record, goes back and finds the branch again.
    keys.tab_to(area="hand")
    keys.arrow_to("B4")
    keys.press("Enter", moment="Trick 1, card 4 of 4")
    table.expect_words("What-if", part="branch")
    keys.press("b", moment="Trick 1, card 3 of 4")
    expect(table.part("branch")).to_have_count(0)
    keys.tab_to(mam="enter-branch")
    keys.press("Enter", moment="Trick 1, card 4 of 4")
    keys.press("b", moment="Trick 1, card 3 of 4")

    # To the end and to the start by the slider.
    keys.tab_to(mam="slider")
    keys.press("End", moment="Trick 13, card 4 of 4")
    keys.press("2")
    table.expect_words("made the bid of", part="count")
    keys.press("ArrowLeft", moment="Trick 13, card 3 of 4")
    keys.press("Home", moment="The deal")


# The next message to the kernel that asks for a step goes nowhere.
LOSE_ONE = """() => {
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (data) {
        const text = typeof data === "string" ? data : new TextDecoder().decode(data);
        if (!text.includes("go_to_step")) return send.call(this, data);
        WebSocket.prototype.send = send;
        window.lost = true;
    };
}"""


def test_a_step_lost_with_the_connection_is_asked_for_again(keys):
    table, page = keys.table, keys.table.root.page
    keys.tab_to(mam="slider")
    page.evaluate(LOSE_ONE)
    keys.press("End", moment="Trick 13, card 4 of 4")  # far away, so that no scene of it is here already
    assert page.evaluate("window.lost")
    keys.press(",", moment="Trick 13, card 3 of 4")
    assert "Waiting for the kernel" not in table.root.inner_text()


def test_a_bid_is_typed_and_made_with_the_keyboard(keys):
    table = keys.table
    keys.tab_to(mam="other-amount")
    keys.press("Enter")
    keys.press("1", "8", "3", "Enter")
    table.expect_words("Refused: bid $183,000", "R35-BID-6")
    keys.press("Backspace", "5", "Enter", moment="Call 1 of 1")
    table.expect_words("South bids $185,000", part="live")
    table.expect_words("What-if", part="branch")


def test_a_hand_is_one_tab_stop_and_the_focus_stays_near(keys):
    table = keys.table
    hand = table.root.locator("[data-area=hand]")
    for step, cards in ((0, 13), (11, 16), (24, 11), (64, 1)):
        table.go(step)
        expect(hand).to_have_count(cards)
        assert hand.evaluate_all("cards => cards.filter(card => card.tabIndex === 0).length") == 1
        keys.tab_to(area="hand")
        keys.keyboard.press("Tab")
        assert keys.focus.get("area") != "hand"
        keys.keyboard.press("Shift+Tab")
        assert keys.focus.get("area") == "hand"
    keys.press("Enter", moment="Trick 13, card 4 of 4")  # the last card: the hand is gone, the focus is not


def test_keys_of_the_notebook_do_nothing_at_the_table(keys):
    keys.tab_to(area="hand")
    for key in "a b x c v z d d m y j k l 0 0 Escape ArrowUp ArrowDown".split():
        keys.press(key)
        assert keys.table.root.page.evaluate(NOTEBOOK) == [1, "command", "code"], f"{key} reached the notebook"
    keys.table.expect_moment("The deal")


def test_one_sentence_is_announced_for_each_event(keys):
    table = keys.table
    live = table.root.locator("[aria-live]")
    expect(live).to_have_count(1)
    sentences = [table.sentence()]
    for where in ("Call 1 of 11", "Call 2 of 11", "Call 3 of 11", "Call 4 of 11"):
        keys.press(".", moment=where)
        sentences.append(table.sentence())
    keys.tab_to(mam="slider")
    keys.press("End", moment="Trick 13, card 4 of 4")
    sentences.append(table.sentence())
    assert len(set(sentences)) == len(sentences)
    for sentence in sentences:
        assert sentence.endswith(".") and "\n" not in sentence and len(sentence) < 160
