"""The play widget in a browser: by keyboard alone, with hints and undo, hiding what is hidden, and kept over a restart."""

import json
from collections.abc import Callable
from random import Random

import pytest
from matches import can_do
from moments import play_to
from playwright.sync_api import Page, expect
from stage import Stage

from mam.players import random_player, rulebook_player
from mam.sessions import Session

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from mam_widgets.match.widget import Play, play

pytestmark = pytest.mark.usefixtures("folder")


def decide(stage: Stage) -> None:
    """Whatever goes on: your own move, with no aim, by mouse; or the button."""
    session = stage.widget.session
    if not session.to_move:
        return stage.press("next")
    move = random_player(session.view, Random(len(session.round.history)))
    words = str(move).split()
    if words[0] == "play":
        stage.press("card", card=words[1])
    elif words[0] == "discard":
        for code in words[1:]:
            stage.press("card", card=code)
        stage.press("confirm-discard")
    else:
        kind = {"bid": "call", "pass": "call", "trump": "trump"}[words[0]]
        if stage.part(kind, move=str(move)).count():
            stage.press(kind, move=str(move))
        else:  # an amount without a button of its own
            stage.press("other-amount")
            stage.part("bid-amount").fill(words[1])
            stage.press("bid-other")


def to_end(stage: Stage) -> None:
    """On to the end of the round, all cards at once."""
    session = stage.widget.session
    while not session.round.is_over:
        if session.to_move:
            session.play(session.table_view.legal_moves[0])
        else:
            session.step()
    stage.widget._refresh()
    stage.settle()


def to_play(stage: Stage) -> None:
    """On to your first card with a choice."""
    session = stage.widget.session
    while session.round.phase != "play" or not session.to_move or len(session.view.legal_moves) == 1:
        decide(stage)


class Keys:
    """A person without a mouse on a stage."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    def is_focused(self, query: str) -> bool:
        active = "([root, query]) => root.contains(document.activeElement) && document.activeElement.matches(query)"
        return bool(self.stage.page.evaluate(active, [self.stage.root.element_handle(), query]))

    def tab_to(self, query: str) -> None:
        behind = self.stage.root.locator(query).first.evaluate(
            "it => Boolean(it.compareDocumentPosition(document.activeElement) & 4)"
        )
        for _ in range(60):
            if self.is_focused(query):
                return
            self.stage.page.keyboard.press("Shift+Tab" if behind else "Tab")
        raise AssertionError(f"no Tab leads to {query}")

    def press(self, key: str, query: str = "") -> None:
        if query:
            self.tab_to(query)
        self.stage.key(key)
        assert self.is_focused("*"), "the focus left the widget"

    def card(self, code: str) -> None:
        self.tab_to("[data-area=hand]")
        self.stage.page.keyboard.press("Home")
        for _ in range(20):
            if self.is_focused(f'[data-card="{code}"]'):
                return self.press("Enter")
            self.stage.page.keyboard.press("ArrowRight")
        raise AssertionError(f"no arrow leads to {code}")


@pytest.mark.long
def test_a_whole_round_by_keyboard_alone(watched_page: Page) -> None:
    stage = Stage(
        watched_page, play("make-a-million-1935", seed=7, save=False, auto_play=False, skill_level="rulebook")
    )
    keys, session = Keys(stage), stage.widget.session
    watched_page.keyboard.press("Tab")
    while not session.round.is_over:
        count = len(session.round.history)
        if not session.to_move:
            keys.press("n")
        elif session.round.phase == "auction":
            keys.press("Enter", "[data-mam=other-amount]")
            assert keys.is_focused("[data-mam=bid-amount]")
            watched_page.keyboard.type("300")
            keys.press("Enter")
        elif session.round.phase == "nest":
            for card in session.view.legal_moves[0].cards:
                keys.card(card.code)
            keys.press("Enter", "[data-mam=confirm-discard]")
        elif session.round.phase == "trump":
            keys.press("Enter", "[data-mam=trump]")
        else:
            keys.card(session.view.legal_moves[0].card.code)
        assert len(session.round.history) > count, stage.sentence()
    assert session.round.bidder == "S"
    assert "The round is over. " in stage.sentence() and "bid" in stage.sentence()  # and what came of it
    keys.press("n")  # the last trick was seen
    assert stage.part("result").is_visible()
    keys.press("u")
    assert not session.round.is_over
    keys.card(session.view.legal_moves[0].card.code)
    keys.press("Enter", "[data-mam=all-hands]")
    assert stage.part("hands").locator(".mam-open-hand").count() == 4
    keys.press("n")
    assert session.number == 2 and stage.widget.scene["stepper"]["step"] == 0


def test_a_hint_is_marked_on_the_card_and_goes_with_the_next_move(watched_page: Page) -> None:
    pytest.importorskip("numba")
    stage = Stage(watched_page, play(seed=7, save=False, auto_play=False, skill_level="rulebook"))
    to_play(stage)
    watched_page.keyboard.press("Tab")
    stage.key("h")
    stage.widget.wait()
    stage.settle()
    expect(stage.part("hint-panel")).to_contain_text("Play ")
    advised = next(card["card"] for card in stage.widget.scene["hand"]["cards"] if card.get("hint"))
    assert "advised" in (stage.part("card", card=advised).get_attribute("aria-label") or "")
    assert stage.sentence().startswith("Hint: play")
    decide(stage)
    expect(stage.part("hint-panel")).to_have_count(0)


def test_a_refused_card_is_explained_and_undo_takes_back(watched_page: Page) -> None:
    stage = Stage(watched_page, play(seed=7, save=False, auto_play=False, skill_level="rulebook"))
    to_play(stage)
    session = stage.widget.session
    while not (refused := [card for card in stage.widget.scene["hand"]["cards"] if card["state"] == "illegal"]):
        decide(stage)
    before = session.round
    stage.press("card", card=refused[0]["card"])
    assert stage.part("ruling").get_attribute("data-kind") == "stop" and session.round is before
    why = refused[0]["why"]
    expect(stage.part("message")).to_contain_text(f"{why['what']} {why['why']}".strip())
    expect(stage.part("why")).to_have_text("Rule")
    assert stage.sentence() == why["text"]
    stage.key("e")
    assert stage.part("ruling").get_attribute("data-kind") == "ok"
    decide(stage)
    decide(stage)
    stage.press("undo")
    assert session.round == before
    expect(stage.part("message")).to_contain_text("Undone")


def test_the_button_that_goes_on_keeps_its_place(watched_page: Page) -> None:
    stage = Stage(watched_page, play_to("play", skip=2))
    session = stage.widget.session
    ends = set()
    for _ in range(12):
        place = stage.part("next").bounding_box()
        assert place and place["height"] >= 44
        ends.add((place["x"] + place["width"], place["y"], place["height"]))
        count = len(session.round.history)
        if session.to_move:
            stage.press("next")
            assert len(session.round.history) == count
            expect(stage.part("message")).to_contain_text("It is your turn")
        decide(stage)
    assert len(ends) == 1


def test_the_second_click_of_a_double_click_presses_nothing_new(watched_page: Page) -> None:
    stage = Stage(watched_page, play_to("nest"), width=1000, height=716)
    session = stage.widget.session
    for card in session.view.legal_moves[0].cards:
        stage.press("card", card=card.code)
    spot = stage.part("confirm-discard").bounding_box()
    assert spot
    watched_page.mouse.dblclick(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2, delay=60)
    stage.settle()
    assert session.round.phase == "trump"  # where the button was, a trump color stands now


def test_impatient_clicks_on_next_play_no_card(watched_page: Page) -> None:
    stage = Stage(watched_page, play_to("play", skip=3), width=1000, height=716)
    session = stage.widget.session
    spot = stage.part("next").bounding_box()
    assert spot
    middle = spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2
    mine = sum(seat == "S" for trick in session.round.tricks for seat in trick.seats)
    for _ in range(8):
        watched_page.mouse.click(*middle, click_count=2)
        stage.settle()
    assert session.to_move and sum(seat == "S" for trick in session.round.tricks for seat in trick.seats) == mine


def test_p_passes_and_a_claim_moves_nothing(watched_page: Page) -> None:
    stage = Stage(watched_page, play_to("auction"), width=1000, height=716)
    watched_page.keyboard.press("Tab")
    stage.key("p")
    assert str(stage.widget.session.round.history[-1]) == "pass"
    table = play(seed=6, save=False, auto_play=False, skill_level="rulebook")
    session = table.session
    while not can_do(table.scene, "claim"):
        assert not session.round.is_over, "in this round the rest can never be claimed"
        move = (
            {"do": "move", "move": str(rulebook_player(session.table_view, Random(1)))}
            if session.to_move
            else {"do": "step"}
        )
        table.handle_message(move)
    stage = Stage(watched_page.context.new_page(), table, width=1000, height=716)
    places = {name: stage.part(name).bounding_box() for name in ("hand", "dock", "next", "hint", "undo")}
    stage.press("claim")
    assert session.round.is_over
    stage.press("undo")
    assert places == {name: stage.part(name).bounding_box() for name in places}
    stage.page.close()


# Every card that moves, and a clock that is never in a hurry.
COUNT_MOTION = """() => {
    window.moved = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        window.moved.push(this.classList.contains("mam-ghost") ? "swept" : "travels");
        return animate.apply(this, how);
    };
    let now = 0;
    performance.now = () => (now += 1000);
}"""


def test_a_card_travels_and_a_trick_is_swept_at_the_learners_pace(watched_page: Page) -> None:
    stage = Stage(watched_page, play(seed=7, save=False, auto_play=False, skill_level="rulebook"))
    to_play(stage)
    watched_page.evaluate(COUNT_MOTION)
    while not stage.widget.scene["is_trick_complete"] or stage.widget.session.to_move:
        decide(stage)
    watched_page.evaluate("() => { window.moved = []; }")
    expect(stage.part("next")).to_have_text("Next trick")
    stage.press("next")
    assert watched_page.evaluate("() => window.moved") == ["travels", "swept", "swept", "swept", "swept"]


def test_an_error_of_the_kernel_becomes_a_sentence(watched_page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(watched_page, play(seed=7, save=False, auto_play=False, skill_level="rulebook"))

    def broken() -> None:
        raise RuntimeError("the <b>others</b> have left the table")

    monkeypatch.setattr(stage.widget.session, "step", broken)
    stage.press("next")
    expect(stage.part("ruling")).to_contain_text("the <b>others</b> have left the table")
    assert stage.sentence() == "That did not work: the <b>others</b> have left the table"
    monkeypatch.undo()
    stage.press("next")
    assert len(stage.widget.session.round.history) == 1


@pytest.mark.parametrize("auto_play", [True, False])
def test_after_the_next_deal_whoever_calls_first_is_there(watched_page: Page, auto_play: bool) -> None:
    table = play("make-a-million-1935", seed=7, save=False, auto_play=False, skill_level="rulebook")
    session = table.session
    table.handle_message({"do": "auto_play", "is_on": auto_play})
    while not session.round.is_over:
        say = {"do": "move", "move": str(session.view.legal_moves[0])} if session.to_move else {"do": "step"}
        table.handle_message(say)
    stage = Stage(watched_page, table)
    stage.tab_to(mam="next")
    stage.key("Enter")
    assert session.round.phase == "auction" and session.to_move
    first = stage.root.locator("[data-mam=call]:not([aria-disabled])").first
    expect(first).to_be_focused()
    stage.key("Enter")
    assert session.round.calls


def test_nothing_hidden_reaches_the_page(watched_page: Page) -> None:
    stage = Stage(watched_page, play(seed=7, save=False, auto_play=False, skill_level="rulebook"))
    session = stage.widget.session
    whole = session.round.deal
    while len(session.round.history) < 30:
        decide(stage)
    sent, page = json.dumps(stage.sent), stage.root.inner_html()
    view_round = session.view.round
    unseen = {card.code for card in whole.cards} - {card.code for card in view_round.deal.cards}
    unseen -= {code for move in view_round.history for code in str(move).split()}
    assert len(unseen) > 10
    assert not [code for code in unseen if f'"{code}"' in sent or f'data-card="{code}"' in page]


def test_the_same_call_shows_the_same_moment_again(watched_page: Page) -> None:
    stage = Stage(watched_page, play(auto_play=False))
    for _ in range(9):
        decide(stage)
    second_stage = Stage(watched_page.context.new_page(), play(auto_play=False))
    assert second_stage.widget.session.round == stage.widget.session.round
    assert second_stage.widget.scene["stepper"]["step"] == 9
    decide(second_stage)
    second_stage.page.close()


def test_another_match_under_another_edition(watched_page: Page) -> None:
    stage = Stage(watched_page, play("anagrams", seed=5, save=False, auto_play=False, skill_level="rulebook"))
    while not stage.widget.session.is_over:
        stage.widget.handle_message({"do": "move", "move": str(stage.widget.session.view.legal_moves[0])}) if (
            stage.widget.session.to_move
        ) else stage.widget.handle_message({"do": "step"})
    stage.settle()
    stage.press("another")
    expect(stage.part("edition")).to_be_focused()
    stage.part("edition").select_option("sweven")
    stage.settle()
    expect(stage.part("changes")).to_be_visible()
    stage.part("begin-seat").select_option("C")
    stage.part("begin-seed").fill("12")
    stage.press("begin")
    session = stage.widget.session
    assert (session.rules.id, session.you, session.match.seed) == ("sweven", "C", 12)
    expect(stage.part("changes")).to_be_hidden()


PRESSED = "[data-area=actions], [data-area=calls], [data-area=settings], summary"
TOO_SMALL = """parts => parts.filter((it) => {
    const { width, height } = it.getBoundingClientRect();
    return it.checkVisibility() && (width < 24 || height < 24);
}).map((it) => it.innerText)"""


@pytest.mark.parametrize("edition", ["make-a-million-1935-two", "eight"])
@pytest.mark.sample(1, 1)
@pytest.mark.long
def test_no_width_scrolls_sideways(watched_page: Page, edition: str) -> None:
    for width in (320, 960):
        stage = Stage(
            watched_page.context.new_page(),
            play(edition, seed=5, save=False, auto_play=False, skill_level="rulebook"),
            width=width,
        )
        session = stage.widget.session
        for _ in range(30):
            if not session.round.is_over:
                say = (
                    {"do": "move", "move": str(random_player(session.view, Random(1)))}
                    if session.to_move
                    else {"do": "step"}
                )
                stage.widget.handle_message(say)
        stage.settle()
        assert stage.overhang() <= 0
        assert stage.root.locator(PRESSED).evaluate_all(TOO_SMALL) == []
        stage.page.close()


@pytest.mark.long
def test_a_match_goes_on_after_a_restart_of_the_kernel(open_notebook) -> None:
    code = "from mam_widgets.match.widget import play\nplay('make-a-million-1935', auto_play=False)"
    notebook = open_notebook([code]).run_all()
    root = notebook.page.locator(".mam-root")
    table, message = root.locator(".mam-table"), root.locator("[data-mam=message]")
    expect(message).to_be_visible()
    hinted = False
    while not root.locator('[data-mam=next]:text-is("Next trick")').count():
        if root.locator("[data-mam=hint]:not([aria-disabled])").count() and not hinted:
            root.locator("[data-mam=hint]").click()
            expect(root.locator("[data-mam=hint-panel]")).to_be_visible()
            hinted = True
        moves_before = int(table.get_attribute("data-step") or 0)
        ways = ("[data-mam=next].mam-primary", '[data-mam=call][data-move="pass"][data-state=legal]')
        ways += ("[data-mam=call][data-state=legal]", "[data-mam=hand] [data-mam=card][data-state=legal]")
        way = next(root.locator(way).first for way in ways if root.locator(way).count())
        way.click(position={"x": 9, "y": 30})
        expect(table).to_have_attribute("data-step", str(moves_before + 1))
    moves_before, sentence = int(table.get_attribute("data-step") or 0), message.locator("[data-mam=what]").inner_text()
    cards = root.locator("[data-mam=hand] [data-mam=card]").count()
    notebook.save()
    notebook.page.evaluate("() => jupyterapp.shell.currentWidget.context.sessionContext.session.kernel.restart()")
    expect(message).to_contain_text("Run the cell again")
    notebook.run_all()
    expect(message.locator("[data-mam=what]")).to_have_text(sentence)
    expect(table).to_have_attribute("data-step", str(moves_before))
    assert root.locator("[data-mam=hand] [data-mam=card]").count() == cards
    saved = notebook.path.parent / "mam-saves" / "make-a-million-1935-S.toml"
    assert hinted and len(Session.load(saved).round.history) == moves_before


def play_on(table: Play, until: Callable[[], bool]) -> None:
    """Play the round on as the rulebook does, up to a moment."""
    session = table.session
    while not until():
        if session.to_move:
            table.handle_message({"do": "move", "move": str(rulebook_player(session.table_view, Random(1)))})
        else:
            table.handle_message({"do": "step"})


@pytest.mark.parametrize("auto_play", [True, False])
def test_the_last_trick_is_seen_before_the_result(watched_page: Page, auto_play: bool) -> None:
    table = play_to("play", "make-a-million-1935")
    session = table.session
    play_on(table, lambda: sum(map(len, session.round.hands.values())) == 1)
    table.handle_message({"do": "auto_play", "is_on": auto_play})
    stage = Stage(watched_page, table, width=1000, height=716)
    dock = stage.root.locator(".mam-next").bounding_box()
    if session.to_move:
        stage.press("card", card=session.table_view.legal_moves[0].card.code)
    elif not auto_play:
        stage.press("next")
    else:
        watched_page.wait_for_timeout(500)
        stage.settle()
    expect(stage.part("message")).to_contain_text("the last trick")
    assert session.round.is_over and stage.part("trick-card").count() == 4
    place = stage.part("next").bounding_box()
    assert dock and place and (place["x"] + place["width"], place["y"]) == (dock["x"] + dock["width"], dock["y"])
    if not auto_play:
        watched_page.wait_for_timeout(1200)
        assert not stage.part("result").count()
        watched_page.mouse.dblclick(place["x"] + 30, place["y"] + 20, delay=60)
        assert session.number == 1, "the second click of a double click deals no cards"
    expect(stage.part("result")).to_be_visible()
    expect(stage.part("trick-card")).to_have_count(0)


def test_a_trick_is_seen_before_a_forced_card_is_played(watched_page: Page) -> None:
    table = play_to("play", "make-a-million-1935", seed=6)  # the last lead is yours
    session = table.session
    play_on(table, lambda: session.to_move and len(session.round.hands["S"]) == 1 and table.scene["is_trick_complete"])
    table.handle_message({"do": "auto_play", "is_on": True})
    table.handle_message({"do": "auto_forced", "is_on": True})
    stage = Stage(watched_page, table, width=1000, height=716)
    watched_page.wait_for_timeout(700)
    stage.settle()
    assert session.to_move and stage.part("trick-card").count() == 4
    watched_page.wait_for_timeout(700)
    stage.settle()
    assert not session.round.hands["S"]


def test_the_end_of_a_round_brings_the_score_forward(watched_page: Page) -> None:
    stage = Stage(watched_page, play_to("play"), width=1000, height=716)
    for tab in ("ruling", "tricks"):
        stage.press("tab", tab=tab)
        to_end(stage)
        assert stage.part("tab", tab="score").get_attribute("aria-selected") == "true"
        stage.press("tab", tab="ruling")
        stage.press("undo")  # the person's tab stays until the round ends once more
        assert stage.part("tab", tab="ruling").get_attribute("aria-selected") == "true"


@pytest.mark.parametrize(("width", "height"), [(1000, 716), (900, 576), (640, 632), (360, 640)])
def test_the_result_shows_the_money_of_each_trick(watched_page: Page, width: int, height: int) -> None:
    stage = Stage(watched_page, play_to("over"), width=width, height=height)
    chart = stage.root.locator(".mam-bars")
    assert chart.is_visible() and len(chart.locator("> div").all()) == 13
    box, message = chart.bounding_box(), stage.part("message").bounding_box()
    assert box and message and box["height"] >= 90 and box["y"] + box["height"] <= message["y"] + 1
