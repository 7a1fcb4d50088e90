"""The endings of 1935 counted once more, by the first oracle, written from the leaflet alone."""

import oracle
import pytest
from perft_positions import Position, hands_in_play, read_positions
from positions import SEATS, position

import mam

ENDINGS = read_positions("endings")
OPTION = ("tiger-sets-color",)
OPTION_MATTERS = {"the Tiger after the Bull", "the Tiger after the Bull, by the option"}
each_ending = pytest.mark.parametrize("ending", ENDINGS, ids=[ending.name for ending in ENDINGS])


def count_leaves(round: mam.TrickRound) -> tuple[int, int, int, int]:
    """Leaves, positions, and the money of both sides over all leaves."""
    if round.is_over:
        return 1, 1, round.captured["N-S"], round.captured["E-W"]
    total = (0, 1, 0, 0)
    for move in round.legal_moves:
        below = count_leaves(round.play(move))
        total = tuple(a + b for a, b in zip(total, below, strict=True))  # type: ignore[assignment]
    return total


@each_ending
def test_the_first_oracle_counts_the_same(ending: Position) -> None:
    hands = hands_in_play(ending)
    leader = SEATS.index(ending.turn_order[0])
    counted = oracle.count_leaves([hands[seat] for seat in SEATS], leader, ending.trump, bool(ending.options))
    assert counted == ending.figures[:4]


@each_ending
def test_the_option_matters_only_when_the_tiger_can_follow_an_animal(ending: Position) -> None:
    without_option, with_option = (
        count_leaves(position(ending.hands, trump=ending.trump, lead=ending.turn_order[0], options=options))
        for options in ((), OPTION)
    )
    assert (without_option != with_option) == (ending.name in OPTION_MATTERS)
