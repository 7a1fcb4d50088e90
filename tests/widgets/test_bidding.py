"""The bidding lab without a browser: hands, the auction, figures, guesses, and what is sent."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from bids import opening
from specimen_records import write_specimen

import mam
from mam.analysis.outcomes import make_curve
from mam.engine.rollouts.readable import choose, play_auction
from mam.games.sampling import worlds
from mam.rules.dealing import derive_seed
from mam.support.steps import take_all, yield_result

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from mam_widgets.bidding import figures as figures_module
from mam_widgets.bidding.figures import (
    Figures,
    _compute_compiled,
    count_ends,
    find_bounds,
    list_trumps,
    play_out,
    study,
    usual_bids,
)
from mam_widgets.bidding.guesses import GuessBook, GuessRecord, score_guesses
from mam_widgets.bidding.hands import has_auction, read_condition
from mam_widgets.bidding.model import Bidding, deal_similar_in_steps, open_bidding
from mam_widgets.bidding.scene import describe_auction, make_bidding_scene, make_figures
from mam_widgets.bidding.widget import BiddingLab, bidding_lab

HAND = "R40 R30 R15 R11 R10 Y40 Y8 Y7 B5 B4 B3 TIGER BULL"
LOWEST = opening("make-a-million-1935")
POOR = "R9 R8 R7 Y9 Y8 Y7 Y5 B4 B3 B2 G1 G2 G3"


def make_lab(hand: Any = HAND, **options: Any) -> BiddingLab:
    """A lab of three worlds, so that nothing is compiled, with its work done."""
    options = {"dealer": "S", "seed": 1, "worlds": 3} | options
    return bidding_lab(hand, **options).wait()


def send(lab: BiddingLab, **message: Any) -> dict[str, Any]:
    lab.handle_message(message)
    scene: dict[str, Any] = lab.scene
    return scene


# Hands


def test_hands_come_typed_dealt_in_code_to_order_and_from_a_record(tmp_path: Path) -> None:
    assert make_lab().hand == "R40 R30 R15 R11 R10 Y40 Y8 Y7 B5 B4 B3 TIGER BULL"
    assert open_bidding(seed=7, dealer="S").cards == mam.format_cards(
        mam.start("make-a-million-1935", 7, dealer="S").hands["S"]
    )
    code = mam.encode_deal(mam.start("make-a-million-1935", 7, dealer="S").deal, "make-a-million-1935")
    assert open_bidding(code).round.deal.dealer == "S"
    ordered = open_bidding("five reds and the Tiger", seed=3)
    assert ordered.cards.count("R") >= 5 and "TIGER" in ordered.cards
    with_bull = open_bidding(lambda deal: "BULL" in mam.format_cards(deal["S"]), seed=3)
    assert "BULL" in with_bull.cards
    bidding = open_bidding(write_specimen(tmp_path))
    assert bidding.round.phase == "auction" and bidding.round.actor == bidding.seat


@pytest.mark.parametrize(
    ("hand", "options", "message"),
    [
        ("R40 R30", {}, "a hand has 13 cards as dealt, not 2"),
        (HAND.replace("BULL", "R40"), {}, "more often than it is in the pack"),
        (HAND, {"edition": "exact-tricks"}, "nobody bids for trump"),
        (HAND, {"edition": "anagrams"}, "nobody bids for trump"),
        (None, {"seat": "Q"}, "nobody bids at 'Q'"),
        (None, {"worlds": 0}, "worlds is a whole number above 0"),
        ("a lucky hand", {}, "A hand is typed as cards"),
        (None, {"player": "nobody"}, "no player 'nobody'"),
        (None, {"calls": ["pass"] * 9 + ["bid 175"]}, ""),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(hand: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises((ValueError, mam.IllegalMove)) as caught:
        make_lab(hand, **options)
    assert message in str(caught.value)


@pytest.mark.parametrize("wrong", [3, ["R40"], b"R40"])
def test_what_is_no_hand_is_a_type_error(wrong: Any) -> None:
    with pytest.raises(TypeError, match="a hand is text"):
        make_lab(wrong)


def test_calls_are_a_list() -> None:
    with pytest.raises(TypeError, match="a list of texts"):
        make_lab(calls="pass")


def test_conditions_in_words_are_about_the_seat() -> None:
    assert read_condition("3 greens, the Bull and no blacks", "N") == "N green >= 3 and N holds Bull and N black = 0"
    assert read_condition("E holds Bear", "N") == "E holds Bear"


# The auction


def test_the_others_call_until_it_is_the_learners_turn_or_the_auction_is_over() -> None:
    bidding = open_bidding(HAND, seed=1, dealer="W")
    assert bidding.round.actor == "S" and len(bidding.round.calls) == 3
    assert describe_auction(bidding).endswith("It is your turn to call.")
    finished = bidding.call("bid 520") if bidding.round.calls[0] else bidding
    assert (
        finished.is_over and finished.winner == "S" and describe_auction(finished) == "You won the auction at $520,000."
    )
    assert finished.undo().round == bidding.round
    with pytest.raises(ValueError, match="The auction is over"):
        finished.call("pass")
    assert open_bidding(HAND, seed=1, dealer="W").round == bidding.round


def test_a_refused_call_changes_nothing_and_keeps_its_ruling() -> None:
    bidding = open_bidding(HAND, seed=1, dealer="S")
    refused = bidding.call("bid 170")
    assert refused.refused and refused.round == bidding.round and refused.refused[1].id.startswith("R35")
    with pytest.raises(ValueError, match="is not a call"):
        bidding.call("play R40")


def test_there_is_nothing_to_take_back_before_the_first_own_call() -> None:
    bidding = open_bidding(HAND, seed=1, dealer="W")
    assert not bidding.can_undo
    with pytest.raises(ValueError, match="no call to undo"):
        bidding.undo()


def test_calls_made_before_are_not_taken_back() -> None:
    bidding = open_bidding(HAND, seed=1, dealer="S", calls=("bid 200", "bid 250", "pass", "pass"))
    assert bidding.round.actor == "S" and not bidding.can_undo
    assert bidding.call("pass").winner == "W"


# Figures


def test_the_figures_are_those_of_make_curve() -> None:
    view = open_bidding(HAND, seed=1, dealer="S").hand_view
    (compiled_row,) = filter(None, _compute_compiled(view, 5, [300], 300))
    curve_seed = derive_seed(5, "worlds of the bids", 0) >> 2
    curve = make_curve(view, seed=curve_seed, n=300, bids=usual_bids(view.round))
    for row, point in zip(curve.to_dict("records"), compiled_row.points, strict=True):
        assert point == pytest.approx(row)


def test_worlds_add_up_over_batches() -> None:
    view = open_bidding(HAND, seed=1, dealer="S").hand_view
    *_, last = _compute_compiled(view, 5, [100, 250], 250)
    assert last.n == 250 and {ends.n for ends in last.ends.values()} == {250}
    for trump in last.ends:
        assert sum(share for _, _, share in last.spread(trump)) == pytest.approx(1)
        assert last.ends[trump].chance(0) == 1 and last.ends[trump].chance(1000) == 0


def test_the_readable_rules_and_the_compiled_ones_find_the_same() -> None:
    """A strong hand and a poor one: what many worlds say lies where a few say it should."""
    for hand in (HAND, POOR):
        view = open_bidding(hand, seed=1, dealer="S").hand_view
        few = [*study(view, 2, max_worlds=10)][-1]
        assert (few.n, few.compiled) == (10, False)
        (many,) = filter(None, _compute_compiled(view, 2, [500], 500))
        inside = [
            low - 0.1 <= many.ends[trump].chance(bid) <= high + 0.1
            for trump in few.ends
            for bid in usual_bids(view.round)
            for low, high in [find_bounds(few.ends[trump].chance(bid), few.n)]
        ]
        assert all(inside)


@pytest.mark.parametrize("edition", [edition for edition in mam.list_editions() if has_auction(edition)])
def test_rounds_played_out_are_those_of_players_who_see_their_views_only(edition: str) -> None:
    start = open_bidding(edition=edition, seed=3)
    trump = list_trumps(start.round)[0]
    played = play_out(start.round, start.seat, trump)
    assert played is not None
    round = play_auction(start.rules, start.round.deal, start.seat, None, trump)
    while not round.is_over:
        round = round._apply(choose("club", round, Random(1), trump))
    assert played.history == round.history


def test_a_sum_of_ways_says_how_often_each_came() -> None:
    ends = count_ends([[10, 0], [0, 10], [10, 0]], [[True, False], [False, True], [True, False]])
    assert (ends.n, ends.captured.tolist(), sorted(ends.counts.tolist())) == (3, [10, 10], [1, 2])


@pytest.mark.parametrize("edition", [edition for edition in mam.list_editions() if has_auction(edition)])
@pytest.mark.sample(4, 5)
def test_every_edition_with_an_auction_has_a_lab(edition: str) -> None:
    lab = bidding_lab(edition=edition, seed=2, worlds=1).wait()
    assert lab.figures is not None and lab.figures.n == 1
    assert len(lab.curve) == len(list_trumps(lab.view.round)) * len(usual_bids(lab.view.round))
    assert "that did not work" not in lab.scene["live"].lower()
    assert lab._words() and lab._picture().startswith("<svg")
    while lab.scene["lab"]["step"] == "call":
        legal = [option["move"] for option in lab.scene["calls"]["options"] if option["legal"]]
        lab.bid("pass" if "pass" in legal else legal[0])
    assert lab.scene["lab"]["step"] == "over"


def test_curve_and_chart_hold_the_same_figures() -> None:
    lab = make_lab()
    assert set(lab.curve["n"]) == {3}
    assert "thousands" in json.dumps(lab.chart().to_dict())


def test_there_is_no_chart_before_there_are_figures(tmp_path: Path) -> None:
    lab = make_lab(guess_first=True, guesses=tmp_path / "g.json")
    assert lab.curve.empty
    with pytest.raises(ValueError, match="no figures yet"):
        lab.chart()


def test_there_is_no_headline_before_the_figures_are_worth_one() -> None:
    view = open_bidding(HAND, seed=1, dealer="S").hand_view
    few, many = filter(None, _compute_compiled(view, 5, [100, 400], 400))
    assert (few.is_precise, many.is_precise) == (False, True)
    bidding = open_bidding(HAND, seed=1, dealer="S")
    assert make_figures(bidding, few, None, None, True) is None
    stopped = make_figures(bidding, few, None, None, False)
    assert stopped and [chart["title"] for chart in stopped["charts"]] == [chart["name"] for chart in stopped["charts"]]
    assert stopped["finding"] and stopped["finding"]["text"] == "Too few deals for advice: 100"


def test_the_headline_is_what_to_do_and_the_curve_is_marked_there() -> None:
    lab = bidding_lab(HAND, dealer="S", seed=1, worlds=500).wait()
    figures = lab.scene["lab"]["figures"]
    chances, scores, money = figures["charts"]
    marks = {mark["kind"]: mark for mark in chances["marks"]}
    limit = marks["limit"]["x"]
    assert figures["finding"]["text"] == f"Go up to ${limit},000 in Red"
    assert lab.scene["lab"]["advice"]["head"].endswith(f"stop at ${limit},000.")
    best = [row for row in lab.scene["lab"]["advice"]["table"]["rows"] if row["is_best"]]
    assert [row["limit"] for row in best] == [str(limit)]
    point = next(point for point in chances["series"][0]["points"] if point["x"] == limit)
    assert point["what"] == f"${limit},000 in Red:" and point["why"].startswith("made in ")
    bids = [point["x"] for point in chances["series"][0]["points"]]
    assert bids == [*range(LOWEST, bids[-1] + 1, 5)]  # any bid can be read
    assert lab.figures and lab.figures.find_even_bid(mam.parse_card("R1").color) == marks["even"]["x"]
    assert scores["title"].startswith("Above zero up to $") and money["title"].startswith("Most often $")
    while lab.scene["lab"]["step"] == "call":
        lab.bid("pass" if lab.view.round.calls else "bid 200")
    assert lab.scene["lab"]["figures"]["finding"]["text"].startswith("Red is your trump: an even chance at $")


def test_compiled_rules_that_are_ready_answer_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    view = open_bidding(HAND, seed=1, dealer="S").hand_view
    monkeypatch.setattr(figures_module, "_is_compiled", lambda: True)
    assert next(study(view, 1, max_worlds=600)).compiled
    monkeypatch.setattr(figures_module, "_is_compiled", lambda: False)
    assert not next(study(view, 1, max_worlds=600)).compiled


def test_in_a_browser_the_compiled_rules_answer_from_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    view = open_bidding(HAND, seed=1, dealer="S").hand_view
    monkeypatch.setattr(figures_module, "find_backend", lambda: "wasm")
    monkeypatch.setattr(figures_module, "choose_move", None)  # of the readable rules
    assert next(study(view, 1, max_worlds=600)).compiled


def test_a_round_is_played_out_trick_by_trick() -> None:
    start = open_bidding(HAND, seed=1, dealer="S")
    trump = list_trumps(start.round)[0]
    pauses = [*yield_result(play_out.in_steps(start.round, start.seat, trump))]
    assert pauses.count(None) >= 13 and pauses[-1] == play_out(start.round, start.seat, trump)


def test_hands_like_this_one() -> None:
    lab = make_lab()
    assert lab.scene["lab"]["similar"] == "5 Red, 3 Yellow, 3 Black, no Green, Tiger, Bull, $100,000 to $145,000"
    before = lab.hand
    for _ in range(2):
        scene = send(lab, do="similar")
        assert lab.hand != before and scene["message"]["what"] == "A hand like the last:"
        assert [lab.hand.count(letter) for letter in ("R", "Y", "B")] and scene["lab"]["similar"].startswith(
            "5 Red, 3 Yellow"
        )
        lab.wait()
    asked = make_lab("five reds and the Tiger")
    assert send(asked, do="similar")["lab"]["similar"] == "five reds and the Tiger"
    assert asked.hand.count("R") >= 5 and "TIGER" in asked.hand


@pytest.mark.usefixtures("in_steps")
def test_on_a_page_a_similar_hand_is_dealt_after_the_click() -> None:
    lab = make_lab()
    before = lab.hand
    scene = send(lab, do="similar")
    assert (
        lab.hand == before and scene["message"]["what"] == scene["lab"]["progress"]["text"] == "Dealing a similar hand…"
    )
    lab.wait()
    similar = take_all(deal_similar_in_steps(make_lab()._bidding))
    assert lab.hand == similar.cards != before
    assert lab.scene["message"]["what"] == "A hand like the last:" and lab.scene["lab"]["figures"]


@pytest.mark.usefixtures("in_steps")
def test_on_a_page_another_click_takes_the_place_of_a_hand_that_is_being_dealt() -> None:
    lab = make_lab()
    before = lab.hand
    send(lab, do="similar")
    send(lab, do="move", move="bid 200")
    lab.wait()
    assert lab.hand == before and lab.view.round.calls[0] == ("S", mam.parse_move("bid 200"))
    send(lab, do="hand", text="S holds Bull and Bear")
    scene = send(lab, do="stop")
    lab.wait()
    assert lab.hand == before and not scene["lab"]["busy"]


@pytest.mark.usefixtures("in_steps")
def test_on_a_page_a_hand_that_cannot_be_dealt_leaves_the_one_that_is_there() -> None:
    lab = bidding_lab(HAND, dealer="S", seed=1, worlds=3)
    send(lab, do="hand", text="S red >= 30")
    lab.wait()
    assert "no deal meets" in lab.scene["ruling"]["text"] and lab.hand == mam.format_cards(mam.parse_hand(HAND))
    assert lab.figures is not None and lab.figures.n == 3


@pytest.mark.usefixtures("in_steps")
def test_on_a_page_the_deal_of_a_guess_is_played_out_after_the_click(tmp_path: Path) -> None:
    lab = make_lab(guess_first=True, guesses=tmp_path / "g.json")
    scene = send(lab, do="guess", bid=200, trump="R", percent=70)
    assert scene["lab"]["step"] == "guess" and scene["message"]["what"] == "Playing out the deal…" and not lab.guesses
    lab.wait()
    assert lab.scene["lab"]["guess"]["text"].startswith(
        "Your guess: a 70% chance of making $200,000 in Red. In this deal"
    )
    assert len(lab.guesses) == 1 and lab.scene["calls"] and lab.scene["lab"]["figures"]


# What is sent


def bidding_steps(bidding: Bidding) -> Iterator[Bidding]:
    yield bidding
    while not bidding.is_over:
        legal = bidding.view.legal_moves
        bidding = bidding.call(str(legal[0]))
        yield bidding
    yield bidding.undo().call("bid 170")


@pytest.mark.parametrize("edition", ["make-a-million-1935", "manhattan", "make-a-million-1935-two", "silent-six"])
def test_no_scene_depends_on_a_card_that_the_learner_may_not_see(edition: str) -> None:
    start = open_bidding(edition=edition, seed=4)
    for bidding in bidding_steps(start):
        world = next(worlds(bidding.view, Random(9)))
        assert world != bidding.round
        assert make_bidding_scene(bidding, False) == make_bidding_scene(replace(bidding, round=world), False)


def test_figures_and_advice_know_no_hidden_card() -> None:
    first, second = open_bidding(HAND, seed=1, dealer="S"), open_bidding(HAND, seed=2, dealer="S")
    assert first.round.hands["N"] != second.round.hands["N"] and first.hand_view == second.hand_view
    points = [[*study(bidding.hand_view, 1, max_worlds=3)][-1].points for bidding in (first, second)]
    assert points[0] == points[1]


# Guesses


def test_nothing_is_shown_before_the_guess(tmp_path: Path) -> None:
    lab = make_lab(guess_first=True, guesses=tmp_path / "g.json")
    sent = [lab.scene]
    lab.observe(lambda change: sent.append(change["new"]), names="scene")
    assert "Make your guess first" in send(lab, do="move", move="bid 175")["ruling"]["text"]
    send(lab, do="deal")
    send(lab, do="continue")
    send(lab, do="hand", text=HAND)
    assert send(lab, do="guess", bid=200, trump="R", percent=130)["ruling"]["text"].startswith(
        "A chance is from 0 to 100"
    )
    assert send(lab, do="guess", bid=201, trump="R", percent=30)["ruling"]["text"].startswith(
        "$201,000 can't be bid here"
    )
    assert send(lab, do="guess", bid=200, trump="Q", percent=30)["ruling"]["text"].startswith("No trump 'Q'")
    lab.wait()
    for scene in sent:
        assert scene["lab"]["figures"] is None and scene["lab"]["advice"] is None and scene["calls"] is None
        assert "worlds" not in json.dumps(scene) and scene["lab"]["guess"]["text"] == ""
    assert not (tmp_path / "g.json").exists()
    scene = send(lab, do="guess", bid=200, trump="R", percent=70)
    lab.wait()
    assert scene["lab"]["guess"]["text"].startswith("Your guess: a 70% chance of making $200,000 in Red. In this deal")
    assert lab.scene["calls"] and lab.scene["lab"]["figures"]
    assert len(lab.guesses) == 1 and lab.guesses[0].chance == 0.7
    assert GuessBook(tmp_path / "g.json").guesses == lab.guesses
    second_guess = send(lab, do="guess", bid=200, trump="R", percent=70)
    assert second_guess["ruling"]["text"].startswith("The guess for this hand is made")


def test_asking_for_guesses_after_the_figures_takes_a_new_hand(tmp_path: Path) -> None:
    lab = make_lab(guesses=tmp_path / "g.json")
    before = lab.hand
    scene = send(lab, do="guess_first", is_on=True)
    assert lab.hand != before and scene["lab"]["step"] == "guess" and scene["lab"]["figures"] is None
    assert send(lab, do="guess_first", is_on=False)["lab"]["step"] == "call"


def test_a_hand_can_be_shown_without_a_guess(tmp_path: Path) -> None:
    lab = make_lab(guess_first=True, guesses=tmp_path / "g.json")
    scene = send(lab, do="reveal")
    lab.wait()
    assert scene["lab"]["step"] == "call" and lab.scene["lab"]["figures"] and lab.guesses == ()
    assert "already shown" in send(lab, do="reveal")["ruling"]["text"]
    assert send(lab, do="deal")["lab"]["step"] == "guess"


def guessed(chance: float, is_made: bool) -> GuessRecord:
    return GuessRecord("make-a-million-1935", HAND, 200, "R", chance, 250 if is_made else 150, is_made)


def test_the_score_of_guesses() -> None:
    assert score_guesses([]) is None
    sure, coin = (score_guesses([guessed(high, True), guessed(low, False)]) for high, low in ((1.0, 0.0), (0.5, 0.5)))
    assert sure and coin and (sure.brier, coin.brier) == (0, 0.25)
    score = score_guesses([guessed(0.3, True), guessed(0.0, False), guessed(1.0, True), guessed(0.29, False)])
    assert score and [(row.low, row.n) for row in score.rows] == [(0.0, 1), (0.2, 1), (0.3, 1), (0.9, 1)]


def test_guesses_are_kept_in_a_file_that_two_widgets_may_write(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "g.json"
    first, second = GuessBook(path), GuessBook(path)
    first.add(guessed(0.4, True))
    second.add(guessed(0.6, False))
    assert GuessBook(path).guesses == second.guesses == (guessed(0.4, True), guessed(0.6, False))
    assert [file.name for file in path.parent.iterdir()] == ["g.json"]


@pytest.mark.parametrize(
    "text",
    [
        "{", "[]", '{"format": 2, "guesses": []}', '{"format": 1, "guesses": [3]}', '{"format": 1, "guesses": [{"bid": 1}]}',
        json.dumps({"format": 1, "guesses": [guessed(0.5, True).__dict__ | {"chance": 7.0}]}),
        json.dumps({"format": 1, "guesses": [guessed(0.5, True).__dict__ | {"made": 1}]}),
        json.dumps({"format": 1, "guesses": [guessed(0.5, True).__dict__ | {"chance": float("nan")}]}),
    ],
)  # fmt: skip
def test_a_faulty_file_is_said_and_kept_aside(tmp_path: Path, text: str) -> None:
    path = tmp_path / "g.json"
    (tmp_path / "g.json.faulty").write_text("an older one")
    path.write_text(text)
    book = GuessBook(path)
    assert "holds no guesses that can be read" in book.fault and book.guesses == ()
    assert (tmp_path / "g.json.faulty2").read_text() == text and not path.exists()
    book.add(guessed(0.5, True))
    assert GuessBook(path).guesses == book.guesses


def test_a_file_of_bytes_is_kept_aside_too(tmp_path: Path) -> None:
    (tmp_path / "g.json").write_bytes(b"\xff\xfe\x00")
    assert GuessBook(tmp_path / "g.json").fault


# Messages


@pytest.mark.parametrize(
    "message",
    [
        None, "bid", {}, {"do": "fly"}, {"do": "move"}, {"do": "move", "move": 3}, {"do": "guess_first", "is_on": "yes"}, {"do": "guess_first"},
        {"do": "guess", "bid": True, "trump": "R", "percent": 3}, {"do": "guess", "bid": 200}, {"do": "hand"}, {"do": "trump", "trump": 1},
    ],
)  # fmt: skip
def test_a_message_that_nobody_sends_is_told(message: Any) -> None:
    lab = make_lab()
    before = lab.view.round
    lab.handle_message(message)
    assert lab.scene["ruling"]["head"] == "That did not work." and lab.view.round == before


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ({"do": "hand", "text": "  "}, "Type a hand first"),
        ({"do": "hand", "text": "R40 <b>x</b>"}, "is not a card"),
        ({"do": "hand", "text": "nowhere.toml"}, "nowhere.toml"),
        ({"do": "undo"}, "no call to undo"),
        ({"do": "trump", "trump": "Q"}, "No trump 'Q'"),
        ({"do": "edition", "edition": "exact-tricks"}, "no edition 'exact-tricks'"),
        ({"do": "move", "move": "fly"}, "fly"),
        ({"do": "guess", "bid": 200, "trump": "R", "percent": 50}, "Ask for my guess first"),
    ],
)
def test_what_cannot_be_done_is_a_sentence(message: dict[str, Any], text: str) -> None:
    assert text in send(make_lab(), **message)["ruling"]["text"]


def test_a_refused_call_shows_its_ruling() -> None:
    lab = make_lab()
    scene = send(lab, do="move", move="bid 170")
    assert scene["ruling"]["kind"] == "stop" and not lab.view.round.calls
    with pytest.raises(mam.IllegalMove):
        lab.bid("bid 170")


def test_calls_undo_trump_and_new_hands() -> None:
    lab = make_lab()
    send(lab, do="move", move="bid 200")
    assert lab.view.round.calls[0] == ("S", mam.Bid(200))
    trump = lab.wait().figures.trump  # type: ignore[union-attr]  # of three worlds: how they are played decides which
    assert f"You make your $200,000 in {trump.word}" in lab.scene["lab"]["figures"]["bid_text"]
    assert not send(lab, do="undo")["auction"]
    scene = send(lab, do="trump", trump="G")
    assert [trump["text"] for trump in scene["lab"]["figures"]["trumps"] if trump["is_chosen"]] == ["Green"]
    assert scene["lab"]["figures"]["charts"][2]["series"][0]["name"] == "Green"
    before = lab.hand
    announcements: list[str] = []
    lab.observe(lambda change: announcements.append(change["new"]["live"]), names="scene")
    send(lab, do="deal")  # figures may come at once, and are told after it
    assert lab.hand != before and announcements[0].startswith("New hand")
    assert send(lab, do="hand", text=POOR)["lab"]["cards"] == "R9 R8 R7 Y9 Y8 Y7 Y5 B4 B3 B2 G3 G2 G1"


def test_a_new_hand_can_be_undone() -> None:
    lab = make_lab()
    before, curve = lab.hand, lab.curve
    assert not lab.scene["lab"]["can_undo"]
    assert send(lab, do="deal")["lab"]["can_undo"] and lab.hand != before
    lab.wait()
    scene = send(lab, do="undo")
    assert (
        lab.hand == before and scene["message"]["what"] == "Back to the hand before." and not scene["lab"]["can_undo"]
    )
    assert lab.wait().curve.equals(curve)


def test_what_changes_is_said_and_not_the_last_call_again(tmp_path: Path) -> None:
    lab = make_lab(guesses=tmp_path / "guesses.json")
    assert send(lab, do="trump", trump="G")["live"] == "The distribution is now for Green."
    assert send(lab, do="stop")["live"] == "Stopped."
    announcement = send(lab, do="guess_first", is_on=True)["live"]
    assert announcement.startswith(f"You will be asked for a guess first. New hand: {lab.hand}. Guess first: ")
    announcement = send(lab, do="guess_first", is_on=False)["live"]
    assert announcement == f"You will no longer be asked for a guess. {describe_auction(lab._bidding)}"


def test_another_edition_keeps_the_cards_where_it_can() -> None:
    lab = make_lab()
    before = lab.hand
    scene = send(lab, do="edition", edition="make-a-million-2004")
    assert lab.hand == before and scene["editions"]["change"] and lab.view.round.rules.id == "make-a-million-2004"
    announcements: list[str] = []
    lab.observe(lambda change: announcements.append(change["new"]["live"]), names="scene")
    send(lab, do="edition", edition="sweven")  # figures may come at once, and are told after it
    assert "New cards were dealt" in announcements[0] and lab.view.round.rules.id == "sweven"


@pytest.mark.long
def test_stop_and_go_on() -> None:
    lab = make_lab(worlds=10)
    assert send(lab, do="stop")["lab"]["can_continue"] is False
    lab._figures = next(study(lab._bidding.hand_view, 1, max_worlds=10))  # as if stopped after the first worlds
    stopped = send(lab, do="stop")["lab"]
    assert stopped["can_continue"] and stopped["figures"]["finding"]["text"] == "A rough idea from 4 deals"
    lab._advices.clear()  # as if stopped before there was advice
    stopped = send(lab, do="stop")["lab"]
    assert stopped["advice"] is None and stopped["figures"]["finding"]["text"] == "Too few deals for advice: 4"
    assert send(lab, do="continue")["lab"]["busy"] is True
    lab.wait()
    assert isinstance(lab.figures, Figures) and lab.figures.n == 10 and not lab.scene["lab"]["busy"]


def test_the_saved_notebook_has_the_hand_and_the_figures() -> None:
    lab = make_lab()
    words = lab._words()
    assert "Best contract:" in words and "R40" in words and f"Bid {LOWEST}" in words
    assert "A rough idea from 3 deals" in words and re.search(r"(Bid .* now; (stop at|go no higher)|Pass\.)", words)
