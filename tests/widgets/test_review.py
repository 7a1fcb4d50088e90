"""The review of a round without a browser: classes, sums, words, practice, and that nothing hidden is sent too early."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import mam
from mam import TrickRound
from mam.players import random_player, rulebook_player
from mam.sessions import Session
from mam.sessions.costs import judge_cost

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
pytest.importorskip("numba")
from matches import can_do, find_main, send

from mam_widgets.match.review import make_review, shorten_alternative
from mam_widgets.match.stages import Reviewing
from mam_widgets.match.widget import Play, play

Scene = dict[str, Any]


pytestmark = pytest.mark.usefixtures("folder")


def play_out(table: Play) -> Play:
    """Play the round to its end, with a random move of the person's now and then."""
    session = table._playing.session
    while not session.round.is_over:
        if session.to_move:
            count = len(session.round.history)
            player = rulebook_player if count % 3 else random_player
            table.handle_message({"do": "move", "move": str(player(session.view, Random(count)))})
        else:
            table.handle_message({"do": "step"})
    return table


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Play]:
    """A round that was played and reviewed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("reviewed"))
        table = play_out(play(seed=159, save=False, auto_play=False))
        send(table, "review")
        yield table


def judge(*costs: tuple[float, float]) -> Any:
    """Return the review of a round in which the decisions had these costs, with these standard errors."""
    table = play_out(play(seed=159, save=False, auto_play=False))
    session = table.session
    review = Reviewing(session.past(1), session.decision_steps[: len(costs)])
    for step, (cost, standard_error) in zip(review.steps, costs, strict=True):
        row = {"step": step, "move": str(session.round.history[step]), "best": "pass", "cost": cost, "n": 200}
        review = review.add(
            {**row, "standard_error": standard_error, "expected_gain": 0.0, "reason": "why", "sentences": ["Why."]}
        )
    return make_review(review)


def test_only_what_is_clear_counts() -> None:
    """A difference below two standard errors is too close to call, however large it is, and is not added up."""
    review = judge((92, 8), (60, 31), (16, 4), (-20, 5), (0, 0), (5, 3))
    assert [point["kind"] for point in review["points"]] == ["mistake", "close", "slip", "best", "best", "close"]
    assert review["sum"] == "1 mistake and 1 slip cost $108,000. 2 too close to call and 2 best."
    assert [entry["count"] for entry in review["counts"]] == [1, 1, 2, 2]
    close = review["points"][1]
    assert "no clear difference" in close["verdict"] and not close["figure"]


def test_luck_alone_is_no_mistake() -> None:
    assert judge((300, 200), (1, 1))["sum"] == "No clear mistake. 2 too close to call."
    assert judge_cost({"cost": 50.0, "standard_error": float("inf")}).kind == "close"
    assert judge_cost({"cost": 2.0, "standard_error": 0.1}, "points").kind == "mistake"


def test_a_review_has_every_decision_with_its_place(played: Play) -> None:
    session, review = played.session, played.scene["session"]["review"]
    assert review["reviewed_count"] == len(review["points"]) == session.decision_count
    assert all(point["kind"] and point["gain"] is not None for point in review["points"])
    for point, step in zip(review["points"], session.decision_steps, strict=True):
        before = session.round.at(step)
        if before.phase == "play":
            number = len(before.tricks) + 1
            assert point["label"] == str(number) and point["place"].startswith(f"Trick {number}, you ")
        assert shorten_alternative(str(session.round.history[step])) == point["move"]
    scores = session.round.result.scores
    assert review["final"] == scores["N-S"] - scores["E-W"]


def test_the_words_name_the_trick_and_both_cards(played: Play) -> None:
    points = [point for point in played.scene["session"]["review"]["points"] if point["kind"] in ("mistake", "slip")]
    assert points
    for point in points:
        verdict = point["verdict"].casefold()
        assert point["better_move"].casefold() in verdict and point["move"].casefold() in verdict
        assert all(sentence.endswith(".") for sentence in point["why"]) and point["why"]
        assert "±\u00a0" in point["figure_margin"] and point["figure"].startswith("−$")
        assert point["place"].partition(",")[0] in point["description"]
    worst = max(points, key=lambda point: point["size"])
    assert played.scene["session"]["review"]["title"].startswith(worst["place"].partition(",")[0])


def test_it_opens_on_the_largest_cost_and_goes_where_it_is_told(played: Play) -> None:
    review = played.scene["session"]["review"]
    clear = [point["size"] if point["kind"] in ("mistake", "slip") else 0 for point in review["points"]]
    assert clear[review["index"]] == max(clear)
    for index in range(len(review["points"])):
        scene = send(played, "go_to_decision", index=index)
        moment, point = scene["session"]["review"]["moment"], review["points"][index]
        assert scene["session"]["review"]["index"] == index and scene["live"] == point["description"]
        hand_codes = [card["card"] for card in scene["hand"]["cards"]]
        assert all(card in hand_codes for card in (*moment["chosen_cards"], *moment["better_cards"]))
        assert all(card["move"] is None for card in scene["hand"]["cards"])
        assert not scene["calls"] and not scene["trumps"]
        if point["group"].startswith("Play"):
            assert len(moment["trick"]) == 4 and moment["chosen_cards"][0] in [card["card"] for card in moment["trick"]]
    assert send(played, "go_to_decision", index=999)["session"]["review"]["index"] == len(review["points"]) - 1


def test_a_moment_shows_what_was_known_then(played: Play) -> None:
    session = played.session
    scene = send(played, "go_to_decision", index=0)
    assert scene["stepper"]["step"] == session.decision_steps[0]
    assert [seat["cards"] for seat in scene["seats"]] == [13] * 4 and not any(
        seat["open_cards"] for seat in scene["seats"]
    )
    assert scene["session"]["hands"], "all hands are open in their tab"


def test_it_can_be_stopped_and_go_on() -> None:
    table = play_out(play(seed=159, save=False, auto_play=False))
    playing = table._playing
    rows = playing.reviews()
    playing.take_review(next(filter(None, rows)))
    playing.take(playing.stage.go_to_decision(1))
    playing.take_review(next(filter(None, rows)))
    assert playing.busy == "review" and len(playing.review.rows) == 2, "going to a decision does not stop it"
    playing.take(playing.stage.stop())
    assert next(rows, None) is None and not playing.busy
    table._refresh()
    assert [*table.near] == ["0", "1"], "only what is reviewed is drawn ahead"
    scene = send(table, "review")
    assert scene["session"]["review"]["reviewed_count"] == table.session.decision_count
    assert scene["session"]["review"]["index"] == 1, "where the person went stays"


def test_the_decisions_of_a_round_are_shown_without_playing_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table = play_out(play(seed=159, save=False, auto_play=False))
    rows = table._playing.reviews()
    table._refresh()
    at, replayed = TrickRound.at, []
    monkeypatch.setattr(TrickRound, "at", lambda round, step: (replayed.append(step), at(round, step))[1])
    table._refresh()
    assert not replayed, "of what is not reviewed yet"
    table._playing.take_review(next(filter(None, rows)))
    table._playing.take(table._playing.stage.stop())
    replayed.clear()
    table._refresh()
    assert {*replayed} <= {-1}, "but for a view one move earlier"


def test_practice_changes_neither_the_score_nor_the_file(folder: Path) -> None:
    table = play_out(play(seed=159, auto_play=False))
    send(table, "review")
    assert table.file is not None
    saved, sheet = table.file.read_text("utf-8"), table.scene["session"]["sheet"]
    match, review = table.session, table.scene["session"]["review"]
    scene = send(table, "try_again")
    assert scene["session"]["stage"] == "practice" and scene["heading"]["subtitle"].startswith("Practice")
    assert table._playing.session.to_move and table.session is match
    play_out(table)
    scene = table.scene
    assert find_main(scene)["do"] == {"do": "back_to_review"} and scene["session"]["sheet"] == sheet
    assert "practice" in send(table, "next_round")["ruling"]["text"]
    scene = send(table, "back_to_review")
    assert scene["session"]["review"] == review and table.session is match
    assert table.file.read_text("utf-8") == saved and scene["session"]["sheet"] == sheet
    assert send(table, "next_round")["session"]["review"] is None and table.session.number == 2


def codes_in(value: Any) -> set[str]:
    return set(re.findall(r"\b(?:[RYBG]\d+|TIGER|BULL|BEAR)\b", json.dumps(value)))


def test_practice_hides_what_the_review_showed() -> None:
    table = play_out(play(seed=159, save=False, auto_play=False))
    send(table, "review")
    scene = send(table, "go_to_decision", index=0) and send(table, "try_again")
    assert scene["session"]["review"] is None and scene["session"]["hands"] is None
    assert codes_in(scene["seats"]) == codes_in(scene["trick"]) == set()
    assert codes_in(scene["cards"]) <= {card["card"] for card in scene["hand"]["cards"]} | codes_in(scene["strip"])


@pytest.mark.parametrize(
    "do", ["review", "go_to_decision", "try_again", "close_review", "stop_review", "back_to_review"]
)
def test_before_the_round_is_over_there_is_no_review(do: str) -> None:
    table = play(seed=159, save=False, auto_play=False)
    before = table.session.dumps()
    scene = send(table, do, **({"index": 1} if do == "go_to_decision" else {}))
    assert scene["session"]["review"] is None and scene["ruling"]["kind"] == "stop"
    assert table.session.dumps() == before and scene["session"]["busy"] == ""


@pytest.mark.parametrize("edition", ["sweven", "exact-tricks", "manhattan", "make-a-million-1935-two", "millionaire"])
@pytest.mark.sample(2, 2)
def test_games_that_count_otherwise_have_a_review(edition: str) -> None:
    table = play_out(play(edition, seed=7, save=False, auto_play=False))
    review = send(table, "review")["session"]["review"]
    assert review["reviewed_count"] == len(review["points"]) == table.session.decision_count
    assert review["sum"] and review["final_text"]
    for index in range(len(review["points"])):
        assert send(table, "go_to_decision", index=index)["ruling"]["head"] != "That did not work."


def two_rounds(**options: Any) -> Play:
    """A match whose second round is in play, at a decision of the person's."""
    table = play_out(play(seed=159, save=False, auto_play=False, **options))
    table.handle_message({"do": "next_round"})
    while not table.session.to_move:
        table.handle_message({"do": "step"})
    return table


def test_a_played_round_stays_reviewable_for_the_whole_match() -> None:
    table = two_rounds()
    finished, now = table.session.match.finished[0], table.session.round
    part = table.scene["session"]
    assert [(entry["number"], entry["why_not"]) for entry in part["rounds"]] == [(1, "")]
    scene = send(table, "review", number=1)
    review = scene["session"]["review"]
    assert review["number"] == 1 and review["reviewed_count"] == len(review["points"]) > 5
    assert scene["heading"]["subtitle"] == "Round 1 · Review" and scene["session"]["hands"]
    main = find_main(scene)
    assert (main["text"], main["do"]) == ("Back to the table", {"do": "close_review"})
    assert scene["session"]["auto"] is None and [*table.near] == [str(at) for at in range(len(review["points"]))]
    assert table.session.round is now, "the round in play stays as it is"
    scene = send(table, "go_to_decision", index=2)
    step = table._playing.review.step  # type: ignore[union-attr]
    assert scene["stepper"]["step"] == step and table._playing.review.session.round == finished  # type: ignore[union-attr]
    scene = send(table, "close_review")
    assert scene["session"]["review"] is None and scene["hand"]["cards"] and not scene["session"]["hands"]
    assert table.session.round is now and scene["stepper"]["step"] == len(now.history)
    again = table._playing.reviews_made[1]
    assert send(table, "review", number=1)["session"]["review"]["reviewed_count"] == review["reviewed_count"]
    assert table._playing.review.rows is again.rows, "what was found is not computed again"


def test_nothing_of_the_round_in_play_is_sent_with_a_review_of_an_earlier_one() -> None:
    """With other cards in the others' hands of the round in play, the same is sent."""
    sent = []
    for swapped in (False, True):
        table = play_out(play(seed=159, save=False, auto_play=False))
        session = table.session
        session.next_round()
        hands = session.round.deal.hands
        places = {seat: place for place, seat in enumerate(session.rules.seats)}
        if swapped:
            east, north = hands[places["E"]], hands[places["N"]]
            others = {places["E"]: north, places["N"]: east}
            deal = replace(session.round.deal, hands=tuple(others.get(at, hand) for at, hand in enumerate(hands)))
            session._line = [session.match.with_deal(deal)]
        scene = send(table, "review", number=1)
        assert scene["session"]["review"]["number"] == 1
        sent.append((scene, table.near))
    assert sent[0] == sent[1]


def test_a_move_brings_the_table_back_and_what_is_tried_in_an_earlier_round_counts_nowhere() -> None:
    table = two_rounds()
    totals, now = table.session.totals, table.session.round
    send(table, "review", number=1)
    send(table, "go_to_decision", index=1)
    scene = send(table, "try_again")
    practice = scene["session"]
    assert practice["stage"] == "practice" and practice["rounds"][0]["why_not"].startswith("This is practice")
    assert can_do(scene, "hint"), "a hint can be asked for in a round that was played"
    assert send(table, "hint")["session"]["hint"]["head"]
    back = send(table, "back_to_review")["session"]
    assert back["review"]["number"] == 1 and back["review"]["is_open"] and table.session.round is now
    what_if = send(table, "what_if")
    assert what_if["session"]["stage"] == "what-if" and "Round 1" not in what_if["message"]["what"]
    send(table, "close_what_if")
    moved = send(table, "move", move=str(now.legal_moves[0]))
    assert moved["session"]["review"] is None and len(table.session.round.history) == len(now.history) + 1
    assert table.session.totals == totals


def test_an_earlier_round_is_saved_as_a_record(folder: Path) -> None:
    table = two_rounds()
    finished = table.session.match.finished[0]
    assert "round-1.toml" in send(table, "record", number=1)["message"]["what"]
    (file,) = folder.rglob("*round-1.toml")
    assert mam.read_record(file).rounds()[-1].history == finished.history
    message = send(table, "record", number=7)["ruling"]["text"]
    assert message == "round 7 is not finished: 1 round is over"


def test_undo_forgets_the_review_of_the_round_that_it_reopens() -> None:
    table = play_out(play(seed=159, save=False, auto_play=False))
    send(table, "review")
    send(table, "close_review")
    send(table, "undo")
    assert table._playing.reviews_made == {} and table.scene["session"]["rounds"] == []
    assert send(table, "review")["ruling"]["text"] == "You can review a round when it is over."


@pytest.mark.parametrize("edition", ["sweven", "exact-tricks", "millionaire", "manhattan"])
def test_every_finished_round_of_other_games_can_be_reviewed_and_written(edition: str, folder: Path) -> None:
    session = Session.start(edition, seed=5)
    while len(session.match.finished) < 2 and not session.is_over:
        while not session.round.is_over:
            session.play(random_player(session.view, Random(1))) if session.to_move else session.step()
        if not session.is_over:
            session.next_round()
    for number, finished in enumerate(session.match.finished, 1):
        past = session.past(number)
        assert past.round == finished and past.number == number and past.round.is_over
        assert past.round_at(0).history == () and past.decision_steps is not None
        assert past.record().edition == session.rules.id and f"round {number}" in past.record().title
