"""Live rounds: what is asked, advised and said at every decision, and nothing that a player can't see."""

import json
import re
from random import Random

import pytest

import mam
from mam.games.trick_round import TrickRound
from mam.rules.cards import UNSEEN
from mam.rules.moves import Play
from mam.studies.cases.moments import Moments
from mam.studies.coach import find_false_claims
from mam.studies.rounds import LiveRound, complete_round
from mam.studies.schema import RoundShown
from mam.text.open_positions import lay_position
from mam.text.positions import make_position

FOUR = "make-a-million-1935"
HANDS = {chapter.id: chapter for chapter in mam.get_study("first-round").chapters}
MAX = {"label": 16, "news": 62, "what": 40, "sentence": 62, "cause": 76, "text": 76, "headline": 60, "line": 120}


def deal(edition: str, seed: int) -> TrickRound:
    round = mam.start(edition, seed=seed)
    assert isinstance(round, TrickRound)
    return round


def start_hand(name: str) -> LiveRound:
    record = HANDS[name].record
    assert record and isinstance(record.start, TrickRound)
    return LiveRound(record.start, HANDS[name].you)


def choose_any(shown: RoundShown, rng: Random) -> str:
    """Return an answer that is legal, at random."""
    question = shown["question"]
    assert question
    if question["ask"] == "discard":
        return " ".join(rng.sample(shown["legal"], question["size"]))
    return rng.choice([choice["answer"] for choice in question["choices"]] or shown["legal"])


def check_lengths(shown: RoundShown) -> None:
    texts = [("news", shown["news"])]
    if advice := shown["advice"]:
        texts += [("label", advice["label"]), ("cause", advice["cause"]), ("text", advice["text"])]
    if last := shown["last"]:
        texts += [("what", last["what"]), ("sentence", last["sentence"])]
    if end := shown["end"]:
        texts += [("headline", end["headline"]), *(("line", line["text"]) for line in end["lines"])]
        assert end["lines"][-1]["title"] == "What decided it" and -1 <= end["decision"] < shown["number"]
    for kind, text in texts:
        assert len(text) <= MAX[kind], text
        assert kind == "label" or not text or text.endswith("."), text
    if question := shown["question"]:
        assert len(question["choices"]) <= 7
        assert not advice or question["ask"] in ("card", "discard") or advice["answer"] in [
            choice["answer"] for choice in question["choices"]
        ]  # fmt: skip


# As advised


@pytest.mark.parametrize("name", HANDS)
def test_who_plays_as_advised_keeps_the_promise(name: str) -> None:
    live = start_hand(name)
    while not live.is_over:
        shown = live.show()
        check_lengths(shown)
        advice, spoken = shown["advice"], live.advise()
        assert advice and spoken and shown["decision"] == shown["number"]
        assert find_false_claims(spoken, live.round, live.you) == ()
        assert set(advice["answer"].split()) <= set(shown["legal"])
        live.act(advice["answer"])
    shown = live.show()
    check_lengths(shown)
    assert shown["end"] and shown["end"]["headline"].startswith("You made it: ")
    assert shown["race"] and shown["race"]["we"] >= shown["race"]["bid"] and shown["race"]["needs"] == 0
    assert (shown["question"], shown["legal"], shown["advice"], shown["decision"]) == (None, [], None, -1)


def test_the_first_hand_says_what_happens() -> None:
    live = start_hand("first")
    seen = []
    while not live.is_over:
        seen.append(live.show())
        advice = seen[-1]["advice"]
        assert advice
        live.act(advice["answer"])
    bid, nest, trump, first, second = seen[:5]
    assert bid["question"] and [choice["label"] for choice in bid["question"]["choices"]][:2] == ["Pass", "$195,000"]
    assert nest["news"] == "West, North and East passed. You win the bidding."
    assert nest["question"] and nest["question"]["text"] == "Which three do you discard?"
    assert nest["advice"] and nest["advice"]["label"] == "Discard these" and len(nest["legal"]) == 10
    assert trump["question"] and [choice["answer"] for choice in trump["question"]["choices"]] == ["R", "Y", "B", "G"]
    assert first["question"] and first["last"] is None
    assert [play["card"] for play in first["question"]["table"]["trick"]] == ["Y11", "Y2", "Y40"]
    assert second["last"] and second["last"]["table"] == first["question"]["table"]
    assert second["last"]["plays"] == [{"seat": "S", "card": "B1"}]
    assert second["last"]["trick"] == {"winner": "S", "value": 40, "effect": ""}
    assert (second["last"]["what"], second["last"]["sentence"]) == (
        "$40,000: East's 40.",
        "You need $155,000 more. You lead.",
    )
    assert second["race"] == {"we": 40, "they": 0, "bid": 195, "is_ours": True, "needs": 155, "spare": 205}
    assert seen[6]["last"] and seen[6]["last"]["what"] == "$50,000: West's 10 and North's 40."
    end = live.show()
    assert end["last"] and end["last"]["sentence"] == "Your bid is made. That was the last trick."


def test_somebody_else_wins_the_bidding() -> None:
    live = start_hand("first")
    live.act("pass")
    shown = live.show()
    assert shown["news"] == "West won the bidding for $195,000 and named Yellow."
    assert shown["race"] and not shown["race"]["is_ours"]


# At random


@pytest.mark.parametrize(
    ("edition", "seed"),
    [
        pytest.param(edition, seed, marks=() if seed < 3 else pytest.mark.extended)
        for edition in (FOUR, "make-a-million-2004")
        for seed in range(20)
    ],
)
def test_any_legal_answers_come_to_an_end_and_are_undone(edition: str, seed: int) -> None:
    rng = Random(seed)
    live = LiveRound(deal(edition, seed), "NESW"[seed % 4])
    states = [live.show()]
    while not live.is_over:
        check_lengths(states[-1])
        live.act(choose_any(states[-1], rng))
        states.append(live.show())
    check_lengths(states[-1])
    assert [shown["number"] for shown in states] == list(range(len(states)))
    for shown in reversed(states[:-1]):
        live.undo()
        assert live.show() == shown
    with pytest.raises(ValueError, match="no decision yet"):
        live.undo()


def test_nothing_shows_a_card_before_it_is_played() -> None:
    for seed in range(12):
        rng, you = Random(seed), "NESW"[seed % 4]
        live = LiveRound(deal(FOUR, seed), you)
        while not live.is_over:
            round, text = live.round, json.dumps(live.show())
            hidden = [card for seat, hand in round.hands.items() if seat != you for card in hand]
            hidden += [] if round.bidder == you else [card for card in round.nest if not card.money]
            for card in hidden:
                assert not re.search(rf"\b{card.code}\b", text) and not re.search(rf"\b{card.words}\b", _names(text))
            live.act(choose_any(live.show(), rng))


def _names(text: str) -> str:
    """Return a text without what is said of the animals in general."""
    return re.sub("the Bull or the Bear", "", text)


@pytest.mark.parametrize(
    "edition", [name for name in mam.list_editions() if name not in (FOUR, "millionaire", "anagrams")]
)
def test_every_game_of_tricks_is_played_live(edition: str) -> None:
    rng = Random(1)
    start = deal(edition, 1)
    live = LiveRound(start, start.rules.persons[-1])
    assert live.is_coached == (edition == "make-a-million-2004")
    while not live.is_over:
        shown = live.show()
        assert (shown["advice"] is not None) == live.is_coached
        live.act(choose_any(shown, rng))
    end = live.show()["end"]
    assert end and end["headline"] and end["score"].startswith("You ")


# What can't be done


def test_an_illegal_answer_says_why_and_changes_nothing() -> None:
    live = start_hand("first")
    for answer, reason in (("185", "You can't bid $185,000"), ("R40", "'r40' is not a bid")):
        before = live.show()
        with pytest.raises(ValueError, match=re.escape(reason)) as error:
            live.act(answer)
        assert "\n" not in str(error.value) and live.show() == before
    for answer in ("195", "R2 Y3 Y1", "B", "B1", "G1"):
        live.act(answer)
    before = live.show()
    led = before["question"] and before["question"]["table"]["trick"][0]["card"]
    assert led == "R8" and before["legal"] == ["R5", "R3"]
    for answer, reason in (
        ("G30", "You must follow Red: you still hold R5 and R3."),
        ("R40", "You don't hold Red 40."),
    ):
        with pytest.raises(ValueError, match=f"^{re.escape(reason)}$"):
            live.act(answer)
        assert live.show() == before
    with pytest.raises(ValueError, match="nobody sits at Z"):
        LiveRound(live.round, "Z")


def test_a_decision_is_tried_again() -> None:
    live = start_hand("second")
    states = []
    while not live.is_over:
        states.append(live.show())
        advice = states[-1]["advice"]
        assert advice
        live.act(advice["answer"])
    with pytest.raises(ValueError, match="over"):
        live.act("R1")
    live.go_to(6)
    assert live.show() == states[6]
    with pytest.raises(ValueError, match="no number 6"):
        live.go_to(6)


# What decided it


def test_the_costly_card_is_found() -> None:
    live = start_hand("first")
    for answer in ("195", "R2 Y3 Y1", "B", "R3"):
        live.act(answer)
    while advice := live.show()["advice"]:
        live.act(advice["answer"])
    end = live.show()["end"]
    assert end and end["decision"] == 3
    assert (
        end["lines"][-1]["text"]
        == "Trick 1: you played Red 3. Black 1 brings you $35,000 more if you go on as advised."
    )
    assert end["cards"] == [{"card": "R3", "note": "yours"}, {"card": "B1", "note": "advised"}]
    money = live.round.captured["N-S"]
    live.go_to(3)
    while advice := live.show()["advice"]:
        live.act(advice["answer"])
    assert live.round.captured["N-S"] - money == 35


# From a position


def test_a_case_is_played_on() -> None:
    case = mam.get_case("B26").case
    assert case
    story = Moments(case).games[-1]
    assert isinstance(story, TrickRound)
    start = complete_round(story).at(2)
    assert UNSEEN not in start.deal.cards and start.turn == "S"
    live = LiveRound(start, "S")
    shown = live.show()
    assert shown["question"] and shown["question"]["table"]["hands"]["W"] == ["??", "??"]
    assert shown["race"] is None and shown["question"]["table"]["captured"] is None
    live.act("BULL")
    last = live.show()["last"]
    assert last and [play["seat"] for play in last["plays"]] == ["S", "W"]
    assert last["plays"][1]["card"] in [card.code for card in start.hands["W"]]
    while not live.is_over:
        live.act(live.show()["legal"][0])
    end = live.show()["end"]
    assert (
        end and end["score"] == "" and [line["title"] for line in end["lines"]] == ["What you took", "What decided it"]
    )


def test_unseen_cards_agree_with_what_was_played() -> None:
    round = lay_position(FOUR, "S BULL R1 | W ??", "B", tricks=["W: G2 R3 G5"])
    hands = [complete_round(round, seed).hands for seed in range(30)]
    assert all(card.color and card.color.value != "G" for hand in hands for card in hand["N"] if card.color)
    assert len({str(hand) for hand in hands}) > 20


def test_a_position_with_a_bid_has_a_race() -> None:
    start = make_position(FOUR, "N R40 G1 | E R1 G2 | S R2 B3 | W R3 G4", "B", "N", bid=200)
    shown = LiveRound(start, "S").show()
    assert shown["race"] and shown["question"] and isinstance(start.legal_moves[0], Play)
