"""Live rounds: what is asked, advised and said at every decision, and nothing that a player can't see."""

import builtins
import json
import re
import subprocess
import sys
from random import Random

import pytest
from bids import opening
from played_cases import keep_played

import mam
from mam.analysis.advice import review
from mam.games.trick_round import TrickRound
from mam.games.views import view
from mam.players import get_player
from mam.rules.cards import UNSEEN
from mam.rules.moves import Play
from mam.studies.coach import coach_move, find_false_claims
from mam.studies.rounds import LiveRound, complete_round, open_round
from mam.studies.rounds.ending import describe_end
from mam.studies.rounds.question import write_answer
from mam.studies.rounds.turning_point import judge_turns
from mam.studies.schema import EndShown, RoundShown
from mam.text.notation import parse_card
from mam.text.open_positions import lay_position
from mam.text.positions import make_position

FOUR = "make-a-million-1935"
OPENING = opening(FOUR)
RAISE = OPENING + 20  # over two bids of the other players: the opening and a raise
HANDS = {chapter.id: chapter for chapter in mam.get_study("first-round").chapters}
MAX = {"label": 16, "news": 62, "what": 40, "sentence": 62, "cause": 76, "text": 76, "headline": 60, "line": 120}


def deal(edition: str, seed: int, options: tuple[str, ...] = ()) -> TrickRound:
    round = mam.start(edition, seed=seed, options=options)
    assert isinstance(round, TrickRound)
    return round


def start_hand(name: str) -> LiveRound:
    return open_round(HANDS[name])


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
        assert kind == "label" or not text or text.endswith(".") or text.startswith("Computing… "), text
    if question := shown["question"]:
        assert len(question["choices"]) <= 7
        assert not advice or question["ask"] in ("card", "discard") or advice["answer"] in [
            choice["answer"] for choice in question["choices"]
        ]  # fmt: skip


def check_claims(shown: RoundShown, round: TrickRound, you: str) -> None:
    """Hold what is said of the last trick against the round."""
    last, race = shown["last"], shown["race"]
    if not last:
        return
    winner, names = last["trick"]["winner"], round.rules.seat_names
    if match := re.match(r"\$(\d+),?0*\b", last["what"]):
        assert int(match[1]) == last["trick"]["value"]
    if match := re.match(r"(You|\w+) takes? it", last["what"]):
        assert match[1] == ("You" if winner == you else names[winner])
    money = sum(parse_card(card["card"]).money for card in (*last["table"]["trick"], *last["plays"]))
    if match := re.search(r"the Bull (\w+) \$(\d+),000", last["what"]):
        factor = {"doubles": 2, "triples": 3}[match[1]]
        assert int(match[2]) == money and last["trick"]["value"] == factor * money
    for card in (*last["table"]["trick"], *last["plays"]):
        money, owner = parse_card(card["card"]).money, "your" if card["seat"] == you else f"{names[card['seat']]}'s"
        assert not re.search(rf"{owner} \d", last["what"]) or re.search(rf"{owner} {money or 'x'}\b", last["what"])
    if match := re.search(r"(You|They) need \$(\d+),000 more", last["sentence"]):
        assert race and (race["is_ours"], race["needs"]) == (match[1] == "You", int(match[2]))
    if not round.is_over:
        leader = round.trick.leader if round.trick else ""
        assert last["sentence"].endswith("You lead." if leader == you else f"{names[leader]} leads.")
    if "bid is made" in last["sentence"]:
        assert race and race["needs"] == 0
    if "anymore" in last["sentence"]:
        assert race and race["needs"] > race["spare"] == 0


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
    assert bid["question"] and [choice["label"] for choice in bid["question"]["choices"]][:2] == [
        "Pass",
        f"${RAISE},000",
    ]
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
        f"You need ${RAISE - 40},000 more. You lead.",
    )
    assert second["race"] == {
        "we": 40, "they": 0, "bid": RAISE, "is_ours": True, "needs": RAISE - 40, "spare": 400 - RAISE,
    }  # fmt: skip
    assert seen[6]["last"] and seen[6]["last"]["what"] == "$50,000: West's 10 and North's 40."
    end = live.show()
    assert end["last"] and end["last"]["sentence"] == "Your bid is made. That was the last trick."


def test_somebody_else_wins_the_bidding() -> None:
    live = start_hand("first")
    live.act("pass")
    shown = live.show()
    assert shown["news"] == f"West won the bidding for ${RAISE},000 and named Yellow."
    assert shown["race"] and not shown["race"]["is_ours"]


def test_shown_discards_are_news() -> None:
    cards = mam.parse_deal(
        "dealer N | N R11 R9 R8 R7 Y11 Y9 Y8 B11 B9 B8 G11 G9 G8 | E R40 R30 R15 R10 R5 Y40 Y30 Y15 Y10 Y5 B40 TIGER BULL"
        "| S R1 R2 R3 R4 Y1 Y2 Y3 B1 B2 G1 G2 G3 BEAR | W Y4 Y7 B3 B4 B5 B7 B10 G4 G5 G7 G10 G15 G30 | nest B30 B15 G40"
    )
    live = LiveRound(TrickRound(deal(FOUR, 1).rules, cards), "S")
    live.act("pass")
    assert live.show()["news"] == f"East bid ${OPENING + 10},000, named Red and discarded B30 B15 G40."


def test_bid_nest_and_trump_are_explained_where_they_first_matter() -> None:
    live = start_hand("first")
    given = {}
    while (shown := live.show())["question"]:
        assert shown["question"] and shown["advice"]
        given[shown["question"]["ask"]] = shown["question"]["given"]
        live.act(shown["advice"]["answer"])
    assert "set back" in given["bid"] and "trump" in given["bid"] and "trump" in given["trump"]
    assert "hidden cards" in given["discard"] and given["card"] == ""
    live = start_hand("first")
    live.act("pass")
    first = live.show()["question"]
    assert first and first["given"] == "Yellow is trump: it beats every other color. Play it if you can't follow."
    live.act(live.show()["legal"][0])
    second = live.show()["question"]
    assert second and second["given"] == ""
    live = start_hand("second")
    live.act(str(OPENING))
    raised = live.show()["question"]
    assert raised and (raised["ask"], raised["given"]) == ("bid", "")
    coached, alone = (LiveRound(live.round.at(0), "S", coached=way).show()["question"] for way in (True, False))
    assert coached and alone and alone == {**coached, "given": "", "choices": alone["choices"]}
    assert coached["choices"] == alone["choices"][: len(coached["choices"])], "a learner is offered fewer bids"


def test_a_hand_that_is_not_played_has_a_headline_alone() -> None:
    live = LiveRound(deal("make-a-million-2004", 48, ("misdeal",)), "N")
    question = live.show()["question"]
    assert question and {"answer": "misdeal", "label": "New deal"} in question["choices"]
    live.act("misdeal")
    nothing = {"lines": [], "decision": -1, "cards": [], "score": "", "is_judged": True}
    assert live.show()["end"] == {"headline": "A hand was too poor: new deal.", **nothing}
    live = LiveRound(deal("sweven", 8), "A")
    live.act("pass")
    assert live.show()["end"] == {"headline": "Nobody has bid: nothing is played.", **nothing}


# At random


@pytest.mark.parametrize(
    ("edition", "seed"), [(edition, seed) for seed in range(20) for edition in (FOUR, "make-a-million-2004")]
)
@pytest.mark.sample(5, 3)
def test_any_legal_answers_come_to_an_end_and_are_undone(edition: str, seed: int) -> None:
    rng = Random(seed)
    live = LiveRound(deal(edition, seed), "NESW"[seed % 4])
    states = [live.show()]
    while advice := live.advise():
        assert find_false_claims(advice, live.round, live.you) == ()
        live.act(choose_any(states[-1], rng))
        states.append(live.show())
        if question := states[-1]["question"]:
            assert question["table"]["tricks"] == [] and question["table"]["open"] == []
        check_lengths(states[-1])
        check_claims(states[-1], live.round, live.you)
    assert [shown["number"] for shown in states] == list(range(len(states)))
    for shown in reversed(states[:-1]):
        live.undo()
        assert live.show() == shown
    with pytest.raises(ValueError, match="no decision yet"):
        live.undo()


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.sample(4, 0)
def test_nothing_shows_a_card_before_it_is_played(seed: int) -> None:
    rng, you = Random(seed), "NESW"[seed // 3]
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
@pytest.mark.sample(4, 3)
def test_every_game_of_tricks_is_played_live(edition: str) -> None:
    rng = Random(1)
    start = deal(edition, 1)
    live = LiveRound(start, start.rules.persons[-1])
    assert live.is_coached == (edition == "make-a-million-2004")
    while not live.is_over:
        shown = live.show()
        assert (shown["advice"] is not None) == live.is_coached
        check_claims(shown, live.round, live.you)
        live.act(choose_any(shown, rng))
    end = live.show()["end"]
    assert end and end["headline"] and end["score"].startswith("You ")


def test_an_open_hand_is_shown_and_yours_to_play() -> None:
    live = LiveRound(deal("make-a-million-1935-three", 1), "C", coached=False)
    live.act("300")
    live.act(" ".join(live.show()["legal"][:3]))
    live.act("R")
    while live.round.turn == "C":
        live.act(live.show()["legal"][0])
    shown, dummy = live.show(), live.round.dummy
    assert dummy and live.round.turn == dummy and shown["last"] is None
    question = shown["question"]
    assert question and question["text"] == "Dummy's card?" and question["table"]["turn"] == dummy
    assert question["table"]["open"] == [dummy] and "??" not in question["table"]["hands"][dummy]
    assert set(question["table"]["hands"]["A"]) == {"??"} and set(shown["legal"]) <= set(
        question["table"]["hands"][dummy]
    )


# What can't be done


def test_an_illegal_answer_says_why_and_changes_nothing() -> None:
    live = start_hand("first")
    for answer, reason in ((str(RAISE - 10), f"You can't bid ${RAISE - 10},000"), ("R40", "'r40' is not a bid")):
        before = live.show()
        with pytest.raises(ValueError, match=re.escape(reason)) as error:
            live.act(answer)
        assert "\n" not in str(error.value) and live.show() == before
    for answer in (str(RAISE), "R2 Y3 Y1", "B", "B1", "G1"):
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


def finish(live: LiveRound) -> TrickRound:
    """Do as advised until the round is over."""
    while advice := live.advise():
        live.act(write_answer(advice.move))
    return live.round


def show_end(live: LiveRound) -> EndShown:
    """Judge all decisions of a round that is over; return what is then said of it."""
    while (end := live.show()["end"]) and not end["is_judged"]:
        assert end["lines"][-1]["text"].startswith("Computing… ") and (end["decision"], end["cards"]) == (-1, [])
        live.judge()
    assert end
    return end


@pytest.mark.parametrize(
    ("name", "choices", "decision", "text", "cards"),
    [
        (
            "first",
            {},
            14,
            "Trick 12: you played the Bull. The next best, Black 11, guarantees you $35,000 less.",
            ["BULL", "B11"],
        ),
        (
            "first",
            {3: "R3"},
            3,
            "Trick 1: you played Red 3. Black 10 scores $96,000 more in simulated deals.",
            ["R3", "B10"],
        ),
        (
            "first",
            {0: "pass"},
            11,
            "Trick 11: you played Black 11. The next best, Green 30, lets them take $10,000 more.",
            ["B11", "G30"],
        ),
        (
            "first",
            {1: "R3 Y3 R2"},
            1,
            "Nest: you discarded R3 R2 Y3. Discarding R2 Y3 Y1 scores $87,000 more in simulated deals.",
            ["R3", "Y1"],
        ),
        ("first", {2: "Y"}, 2, "Trump: you named Yellow. Naming Black scores $349,000 more in simulated deals.", []),
        (
            "second",
            {},
            15,
            "Trick 12: you played Red 11. The next best, Red 7, guarantees you $20,000 less.",
            ["R11", "R7"],
        ),
        ("third", {10: "R9", 13: "R30", 14: "R10"}, 12, "Trick 9 was the richest: East took $70,000.", ["BEAR", "G30"]),
    ],
)
@pytest.mark.sample(3, 0)
def test_the_decision_that_mattered_is_found(
    name: str, choices: dict[int, str], decision: int, text: str, cards: list[str]
) -> None:
    live = start_hand(name)
    while advice := live.advise():
        live.act(choices.get(live.show()["number"], write_answer(advice.move)))
    end = show_end(live)
    assert (end["lines"][-1]["text"], end["decision"]) == (text, decision)
    assert [noted["card"] for noted in end["cards"]] == cards
    check_lengths(live.show())


def test_a_round_is_judged_again_after_another_try() -> None:
    live = start_hand("first")
    finish(live)
    live.judge()
    assert live.show()["end"] != show_end(live)
    live.go_to(15)
    before = live.show()
    live.judge()  # what the browser has asked for when you go back: nothing happens
    assert live.show() == before
    finish(live)
    end = live.show()["end"]
    assert end and not end["is_judged"]


def test_where_nothing_can_compute_the_richest_trick_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ImportError("no numpy")

    live = start_hand("first")
    finish(live)
    monkeypatch.setattr("mam.studies.rounds.live_round.judge_turns", fail)
    live.judge()
    end = live.show()["end"]
    assert end and end["is_judged"] and re.match(r"Trick \d+ was the richest: \w+ took \$", end["lines"][-1]["text"])


def play_at_random(seed: int) -> LiveRound:
    """Play a round, mostly as advised."""
    rng, live = Random(seed), LiveRound(deal(FOUR, seed), "NESW"[seed % 4])
    while advice := live.advise():
        live.act(choose_any(live.show(), rng) if rng.random() < 0.3 else write_answer(advice.move))
    return live


@pytest.mark.extended
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.sample(1, 3)
def test_what_decided_it_is_what_was_sure_or_what_the_review_finds(seed: int) -> None:
    """Every decision is judged once more: by `mam.sure` with at most five tricks left, by `mam.review` before."""
    live = play_at_random(seed)
    end, round = show_end(live), live.round
    side = round.side_of(round.bidder or "")
    sign = 1 if live.you in round.sides[side] else -1
    rows = {int(row.step): row for row in review(round, persons=live.you).itertuples()}
    mistakes: dict[int, int] = {}
    for step, row in rows.items():
        before, move = round.at(step), round.history[step]
        assert isinstance(before, TrickRound)
        if step < len(round.history) - 20:
            cost, is_clear = row.cost, row.cost >= 20 and row.cost >= 4 * row.standard_error
        else:
            assert isinstance(move, Play)
            sure = {card: low for card, (low, _) in mam.sure(mam.view(before, live.you)).moves.items()}
            cost = max(sign * money for money in sure.values()) - sign * sure[move.card]
            is_clear = cost >= 10
        is_advised = live.is_coached and coach_move(mam.view(before, live.you)).move == move
        if is_clear and not is_advised:
            mistakes[
                [other for other in range(len(round.history)) if round.at(other).actor == live.you].index(step)
            ] = builtins.round(cost)
    if mistakes:
        assert mistakes[end["decision"]] == max(mistakes.values())
        assert f"${max(mistakes.values())},000" in end["lines"][-1]["text"]
    else:
        assert re.search("The next best|The rulebook player's choice|was the richest", end["lines"][-1]["text"])


def test_a_good_choice_before_the_last_tricks_is_a_find() -> None:
    club, round = get_player("club"), deal(FOUR, 4)
    while not round.is_over:
        round = round.play(club(view(round, round.actor), Random(1)))
    texts = []
    for step in (5, 15):
        turns = [(round.at(step), round.history[step])]
        (point,) = judge_turns(turns, round, "S")
        assert point and not point.is_mistake and not point.is_sure and point.amount >= 20
        texts.append(describe_end(round, "S", turns, point, 1)["lines"][-1]["text"])
        assert list(judge_turns(turns, round, "S", lambda _, move=turns[0][1]: move)) == [None]
    assert re.match(
        r"Bidding: you made a bid of .+\. The rulebook player's choice, a pass, scores \$\d+,000 less in", texts[0]
    )
    assert texts[1].startswith(
        "Trick 2: you played Green 1. The rulebook player's choice, Green 40, scores $48,000 less"
    )


# From a position


def test_a_case_is_played_on() -> None:
    live = open_round(mam.get_case("B26"), "trick 1 card 2")
    start = live.round
    assert UNSEEN not in start.deal.cards and start.turn == live.you == "S"
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


def test_the_whole_story_of_a_case_can_still_happen() -> None:
    for seed in range(10):
        start = open_round(mam.get_case("B26"), seed=seed, you="N").round
        for card in ("G40", "G2", "BULL", "R1"):  # West trumps, so it has no Green
            start = start.play(Play(parse_card(card)))


def test_every_case_that_is_a_round_of_tricks_is_played_on() -> None:
    others = 0
    for chapter in [chapter for name in mam.list_studies("rules") for chapter in keep_played(name).chapters]:
        try:
            live = open_round(chapter)
        except ValueError as error:
            assert "is no round of tricks there" in str(error)  # noqa: PT017
            others += 1
            continue
        rng = Random(1)
        while not live.is_over and live.round.phase == "play":
            check_lengths(live.show())
            live.act(choose_any(live.show(), rng))
    assert others == 17


def test_boards_and_records_are_played_on() -> None:
    board = open_round(mam.get_study("bull").chapters[1])
    assert board.you == "S" and UNSEEN not in board.round.deal.cards and board.show()["advice"]
    with pytest.raises(ValueError, match="no moment of this case"):
        open_round(mam.get_case("B26"), "trick 9 card 1")


def test_unseen_cards_agree_with_what_was_played() -> None:
    round = lay_position(FOUR, "S BULL R1 | W ??", "B", tricks=["W: G2 R3 G5"])
    hands = [complete_round(round, seed).hands for seed in range(30)]
    assert all(card.color and card.color.value != "G" for hand in hands for card in hand["N"] if card.color)
    assert len({str(hand) for hand in hands}) > 20


def test_a_position_with_a_bid_has_a_race() -> None:
    start = make_position(FOUR, "N R40 G1 | E R1 G2 | S R2 B3 | W R3 G4", "B", "N", bid=200)
    shown = LiveRound(start, "S").show()
    assert shown["race"] and shown["question"] and isinstance(start.legal_moves[0], Play)


def test_a_live_round_needs_no_compiler_and_no_package() -> None:
    code = (
        "import sys, mam; from mam.studies.rounds import LiveRound; live = LiveRound(mam.start('make-a-million-1935', seed=1), 'S')\n"
        "while not live.is_over: live.act(live.show()['legal'][0] if live.round.phase != 'nest' else live.show()['advice']['answer'])\n"
        "live.show(); print([name for name in ('numba', 'numpy', 'pandas', 'mam.analysis') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
