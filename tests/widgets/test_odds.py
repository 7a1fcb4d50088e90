"""The grid of unseen cards against places: what the browser gets of the odds."""

import json
import re
from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from probability_rounds import random_round

import mam
from mam.rules.editions import TrickGameRules, get_edition, list_editions
from mam.scenes.schema import json_schema
from mam.sessions import Session
from mam.support.data_files import find_data_folder

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
import mam_widgets as mw
from mam_widgets.shared.odds import make_odds
from mam_widgets.shared.odds_schema import Odds

MILLION = "make-a-million-1935"
EDITIONS = [edition for edition in list_editions() if isinstance(get_edition(edition), TrickGameRules)]
VALIDATOR = Draft202012Validator(json_schema(Odds))


def checked(view: mam.View[Any], *, listen: bool = False) -> Odds:
    odds = make_odds(view, listen=listen)
    VALIDATOR.validate(json.loads(json.dumps(odds)))
    cards = [(card["copies"], card["cells"]) for row in odds["rows"] for card in row["cards"]]
    for column, place in enumerate(odds["places"]):
        assert sum(copies * cells[column]["probability"] for copies, cells in cards) == pytest.approx(place["size"])
    assert all(sum(cell["probability"] for cell in cells) == pytest.approx(1) for _, cells in cards)
    return odds


def test_hands_stand_in_turn_order_and_the_discards_after_them() -> None:
    hands = "N B1 B9 | E R2 G40 | S R5 Y9 | W R40 Y4"
    round = mam.make_position(MILLION, hands, trump="Green", lead="W", played="R40 B1", bidder="S", bid=200)
    odds = checked(mam.view(round, "S"))
    assert [(place["id"], place["size"]) for place in odds["places"]] == [("W", 1), ("N", 1), ("E", 2)]
    assert [place["name"] for place in odds["places"]] == ["West", "North", "East"]
    assert [(row["color"], row["name"]) for row in odds["rows"]] == [
        ("R", "Red"), ("Y", "Yellow"), ("B", "Black"), ("G", "Green"),
    ]  # fmt: skip
    (red,) = odds["rows"][0]["cards"]
    assert (red["code"], red["copies"]) == ("R2", 1)
    assert [cell["text"] for cell in red["cells"]] == ["33%", "0%", "67%"]  # North did not follow Red
    assert odds["sentence"].startswith("Exact: ") and not odds["is_sampled"]
    assert "margin" not in red["cells"][0]
    opponent = checked(mam.view(round, "E"))
    assert [place["name"] for place in opponent["places"]] == ["South", "West", "North", "Discards"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_game_of_tricks(edition: str) -> None:
    for tricks in (0, 1, 9):
        round = random_round(edition, 4, tricks)
        checked(mam.view(round, round.rules.persons[0]))


def test_copies_have_one_line() -> None:
    odds = checked(mam.view(mam.start("six", seed=7), "A"))
    copies = [card["copies"] for row in odds["rows"] for card in row["cards"]]
    assert {*copies} == {1, 2}
    codes = [card["code"] for row in odds["rows"] for card in row["cards"]]
    assert len({*codes}) == len(codes)


def test_with_the_calls_each_figure_has_a_margin_of_error() -> None:
    round = mam.start(MILLION, seed=7, dealer="S")
    for call in (mam.Bid(200), mam.Pass()):
        round = round.play(call)
    odds = checked(mam.view(round, round.turn), listen=True)
    assert odds["is_sampled"] and odds["sentence"].startswith("Based on ")
    assert "95% margin of error" in odds["sentence"]
    cells = [cell for row in odds["rows"] for card in row["cards"] for cell in card["cells"]]
    assert all(cell["margin"].startswith("± ") for cell in cells)
    first = checked(mam.view(mam.start(MILLION, seed=7), "N"), listen=True)
    assert not first["is_sampled"] and first["sentence"].endswith("The others have made no calls and played no cards.")


def test_nothing_to_show_is_a_sentence() -> None:
    every = make_odds(mam.view(mam.start(MILLION, seed=7), None))
    letters = make_odds(mam.view(mam.start("anagrams", seed=7), None))
    assert every["rows"] == letters["rows"] == [] and every["sentence"] == "You can see every card."
    assert letters["sentence"].startswith("In a letter game")


def test_a_closed_tab_computes_nothing_and_an_open_one_follows_each_card() -> None:
    table = mw.play(MILLION, seat="S", seed=159, save=False, auto_play=False)
    assert table.scene["odds"] is None
    table.handle_message({"do": "odds", "is_on": True})
    for _ in range(40):
        session = table.session
        move = {"do": "move", "move": str(session.table_view.legal_moves[0])} if session.to_move else {"do": "step"}
        if session.round.is_over:
            break
        table.handle_message(move)
        assert table.scene["odds"] == make_odds(table.session.table_view)
    table.handle_message({"do": "odds", "is_on": False})
    assert table.scene["odds"] is None


def test_no_card_that_the_person_may_not_know_is_told() -> None:
    """Two deals that look the same to a person have the same odds, whoever holds the unseen cards."""
    round = random_round(MILLION, 4, 5)
    person = round.rules.persons[0]
    view = mam.view(round, person)
    grid = make_odds(view)
    for world in islice(mam.worlds(view, Random(3)), 4):
        assert make_odds(mam.view(world, person)) == grid
    visible = set(re.findall(r"[RYBG]\d+|BULL|BEAR|TIGER", json.dumps([card.code for card in round.hands[person]])))
    assert not visible & {card["code"] for row in grid["rows"] for card in row["cards"]}


def test_with_all_hands_open_nothing_is_left_to_guess_and_hidden_the_odds_are_those_of_the_hand_shown() -> None:
    table = mw.specimen().go(20)
    table.handle_message({"do": "odds", "is_on": True})
    assert table.scene["odds"]["rows"] == [] and table.scene["odds"]["sentence"] == "You can see every card."
    table.handle_message({"do": "all_hands", "is_on": False})
    owner = table.round.actor
    assert table.scene["hand"]["seat"] == owner
    assert table.scene["odds"]["viewer"] == table.round.rules.seat_names[owner]
    assert table.scene["odds"] == make_odds(mam.view(table.round, owner))


def list_visible(scene: Any) -> set[str]:
    """Return the cards that lie face up in a scene, wherever they lie, but for those of a tab that is about the past."""
    hands = [card["card"] for card in (scene["hand"] or {"cards": []})["cards"] if card["state"] != "hidden"]
    seats = [card for seat in scene["seats"] for card in seat["open_cards"] or ()]
    nest = scene["nest"]["cards"] if scene["nest"] else []
    return {*hands, *seats, *nest, *(card["card"] for card in scene["trick"])} - {"??", None}


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_card_that_lies_face_up_has_odds(edition: str) -> None:
    """Open dummies, the nest, the hand of another seat: what can be seen is certain, in a walk and in a match."""
    table = mw.replay(find_data_folder() / "records" / f"{edition}.toml")
    copies = Counter(card.code for card in table.round.rules.pack)  # of two alike one may be seen and one not
    for step in range(0, len(table.record.moves) + 1, 7):
        table.go(step)
        for is_open in (True, False):
            table.handle_message({"do": "all_hands", "is_on": is_open})
            walk = table._walk
            odds, scene = make_odds(walk.shown), table.scene
            unsure = {
                card["code"] for row in odds["rows"] for card in row["cards"] if card["copies"] == copies[card["code"]]
            }
            assert not unsure & list_visible(scene), (step, is_open)


@pytest.mark.long
def test_no_card_that_lies_face_up_in_a_match_has_odds() -> None:
    for edition in (MILLION, "make-a-million-1935-three", "make-a-million-1935-two", "manhattan"):
        session = Session.start(edition, seed=5)
        table = mw.Play(session)
        table.handle_message({"do": "odds", "is_on": True})
        while not session.round.is_over:
            table.handle_message(
                {"do": "move", "move": str(session.table_view.legal_moves[0])} if session.to_move else {"do": "step"}
            )
            odds = table.scene["odds"]
            unsure = {card["code"] for row in odds["rows"] for card in row["cards"]}
            assert not unsure & list_visible(table.scene), (edition, len(session.round.history))


@pytest.mark.usefixtures("in_steps")
def test_on_a_page_simulated_odds_come_after_the_click() -> None:
    table = mw.play(MILLION, seat="S", seed=159, save=False)
    table.handle_message({"do": "odds", "is_on": True})
    assert not table.scene["odds"]["is_sampled"]
    table.handle_message({"do": "to_turn"})
    table.handle_message({"do": "odds", "is_on": True, "listen": True})
    assert table.scene["odds"] is None, "the browser says that they are being computed"
    table.wait()
    assert table.scene["odds"] == make_odds(table.session.table_view, listen=True) and table.scene["odds"]["is_sampled"]
    table.handle_message({"do": "odds", "is_on": True, "listen": False})
    assert not table.scene["odds"]["is_sampled"]


@pytest.mark.usefixtures("in_steps")
def test_odds_that_cannot_be_computed_are_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    attempts = []

    def fail(view: mam.View[Any], **options: Any) -> Any:
        attempts.append(view)
        yield
        raise RuntimeError("out of memory")

    table = mw.play(MILLION, seat="S", seed=159, save=False)
    monkeypatch.setattr("mam_widgets.shared.odds.card_odds.in_steps", fail)
    table.handle_message({"do": "odds", "is_on": True, "listen": True})
    table.wait()
    assert "out of memory" in json.dumps(table.scene)
    table.wait()
    assert len(attempts) == 1


@pytest.mark.usefixtures("in_steps")
def test_neighboring_steps_are_drawn_after_the_click_without_odds_of_their_own() -> None:
    table = mw.specimen()
    table.handle_message({"do": "all_hands", "is_on": False})
    table.handle_message({"do": "go_to_step", "step": 20})
    assert "20" not in table.near
    table._drawing.wait()
    assert [*table.near] == ["19", "21", "22"]
    table.handle_message({"do": "odds", "is_on": True, "listen": True})
    table._drawing.wait()
    assert not any(scene["odds"] for scene in (table.scene, *table.near.values()))
    table._odds.wait()
    assert table.scene["odds"]["is_sampled"]
