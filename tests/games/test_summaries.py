"""`print(round)` is a short summary that needs no drawing: where the round stands, the hands, the moves."""

import sys
from subprocess import run

import pytest

import mam


@pytest.mark.parametrize("edition", mam.list_editions())
def test_a_summary_names_the_position_every_hand_and_the_moves(edition: str) -> None:
    round = mam.start(edition, seed=3)
    name, position, *hands, moves = str(round).splitlines()
    assert name == round.rules.name and moves == "Moves: none"
    assert position == f"{round.phase.capitalize()}: {round.name} to move"
    assert hands == [
        f"{round.rules.seat_names[seat]}: {mam.format_cards(cards) or 'none'}" for seat, cards in round.hands.items()
    ]


def test_the_summary_of_a_view_shows_no_hidden_card() -> None:
    view = mam.view(mam.start("make-a-million-1935", seed=7, dealer="S").play(mam.Bid(200)), "N")
    assert str(view).splitlines()[2:] == [
        "North: R7 Y15 Y11 Y9 Y8 Y7 B7 B3 G11 G10 G8 G7 TIGER",
        "East: 13 unseen",
        "South: 13 unseen",
        "West: 13 unseen",
        "Moves: bid 200",
    ]


def test_the_summary_of_a_finished_round_gives_the_scores() -> None:
    round = mam.start("make-a-million-1935", seed=7)
    while not round.is_over:
        round = round.play(round.legal_moves[-1])
    assert round.result is not None
    scores = round.result.scores
    assert str(round).splitlines()[1] == f"Over: N-S {scores['N-S']}, E-W {scores['E-W']}"


def test_a_summary_loads_no_scene_and_no_drawing() -> None:
    code = "import sys, mam; print(mam.start('six', seed=1)); assert not {'mam.scenes', 'mam.drawing'} & {*sys.modules}"
    assert run([sys.executable, "-c", code], capture_output=True, check=True).stdout
