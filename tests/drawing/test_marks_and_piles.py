"""Marks on cards (called, advised, a solver's figure) and the piles of captured tricks: in the scene and in the picture."""

from random import Random

import pytest

import mam
from mam.drawing import table_svg, table_text
from mam.drawing.text import card_text
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.players import random_player
from mam.scenes import make_scene

ANIMALS = {"BULL", "BEAR"}


def played(edition: str, seed: int, tricks: int) -> TrickRound:
    """A round played with no aim until so many tricks are complete."""
    round: Round = mam.start(edition, seed)
    while not isinstance(round, TrickRound) or len(round.tricks) < tricks or round.phase != "play":
        round = round.play(random_player(mam.view(round, round.actor), Random(len(round.history))))
    return round


def test_a_called_card_is_marked_in_the_hand_of_whoever_holds_it() -> None:
    round = next(
        candidate
        for seed in range(40)
        if (candidate := played("silent-six", seed, 0)).called and _called_card_owner(candidate)
    )
    called = {card.code for card in round.called or ()}
    for person in round.rules.persons:
        hand = make_scene(mam.view(round, person))["hand"]
        if hand["seat"] == person:
            assert {card["card"] for card in hand["cards"] if card.get("is_called")} == called & {
                card.code for card in round.hands[person]
            }
    assert "called" in table_svg(make_scene(mam.view(round, _called_card_owner(round)), title="A table"))


def _called_card_owner(round: TrickRound) -> str:
    """Somebody with a called card."""
    return next((seat for seat, hand in round.hands.items() if set(hand) & set(round.called or ())), "")


def test_marks_are_drawn_in_the_picture_too() -> None:
    round = played("make-a-million-1935", 3, 2)
    scene = make_scene(mam.view(round, round.turn), title="A table")
    plain = table_svg(scene)
    card = next(card for card in scene["hand"]["cards"] if card["state"] == "legal")
    assert "hint" not in plain
    card |= {"hint": True, "value": "360"}
    marked = table_svg(scene)
    assert ">hint<" in marked
    assert ">360<" in marked


def test_hint_and_figures_are_in_the_text_too() -> None:
    round = played("make-a-million-1935", 3, 2)
    scene = make_scene(mam.view(round, round.turn), title="A table")
    plain = table_text(scene)
    assert "Hint" not in plain and "olver" not in plain
    card = scene["hand"]["cards"][0]
    card |= {"value": "360"}
    hint = {"head": "Play Red 9", "reason": "it costs nothing"}
    text = table_text({**scene, "session": {"hint": hint}, "solve": {"text": "North-South take $360,000."}})
    assert "Hint: Play Red 9: it costs nothing." in text
    assert "Solver: North-South take $360,000." in text
    assert f"By the solver: {card_text(card['card'], scene['cards'])} 360." in text


@pytest.mark.parametrize("edition", ["make-a-million-1935", "eight", "exact-tricks", "sweven"])
@pytest.mark.parametrize("seed", range(3))
def test_piles_hold_every_trick_once_and_show_the_animals(edition: str, seed: int) -> None:
    round = played(edition, seed, 6)
    person = round.rules.persons[0]
    piles = make_scene(mam.view(round, person))["captured"]
    assert sum(pile["count"] for pile in piles) == 6
    for pile in piles:
        assert pile["count"] == pile["face_down"] + len(pile["open_tricks"])
    shown = {trick["number"]: trick["cards"] for pile in piles for trick in pile["open_tricks"]}
    money = edition in ("make-a-million-1935", "eight")
    for number, trick in enumerate(round.tricks, 1):
        codes = [card.code for card in trick.cards]
        if money and ANIMALS & set(codes):
            assert sorted(shown[number]) == sorted(codes)
            assert shown[number][0] in ANIMALS
        else:
            assert number not in shown


def test_all_tricks_lie_open_to_whoever_sees_all_and_after_the_round() -> None:
    round: Round = played("make-a-million-1935", 3, 6)
    assert make_scene(mam.view(round, None))["captured"] is None
    while not round.is_over:
        round = round.play(random_player(mam.view(round, round.actor), Random(1)))
    assert make_scene(mam.view(round, "S"))["captured"] is None
