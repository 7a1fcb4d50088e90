"""Named endings played out in every way: leaves, positions and the money of both sides over all leaves.

The engine's tree must agree with the oracle's, and both with the figures frozen here: a change of rules shows.
"""

from typing import NamedTuple

import oracle
import pytest
from positions import EDITION, SEATS, position

import mam


class Ending(NamedTuple):
    name: str
    hands: str
    trump: str
    lead: str
    figures: tuple[int, int, int, int]  # leaves, positions, money of North-South and of East-West over all leaves
    options: tuple[str, ...] = ()


SETS = ("tiger-sets-color",)
AFTER_BULL = "N BULL BEAR | E TIGER R3 | S B5 Y40 | W Y1 R9"
ENDINGS = [
    Ending(
        "everyone follows",
        "N R40 R2 R1 | E R30 R4 R3 | S R15 R11 R9 | W R10 R8 R7",
        "B",
        "N",
        (1296, 7735, 88080, 35040),
    ),
    Ending(
        "nobody follows",
        "N R40 R30 R15 | E Y40 Y30 Y15 | S G40 G30 G15 | W Y10 G10 Y5",
        "B",
        "N",
        (1296, 7735, 362880, 0),
    ),
    Ending("trumping", "N R40 R30 B1 | E B10 B11 Y5 | S R15 B9 Y40 | W Y30 G40 B40", "B", "E", (40, 265, 2800, 7200)),
    Ending(
        "trumps led", "N B40 B5 R5 | E B30 Y40 TIGER | S R40 B15 G10 | W B11 B1 Y10", "B", "N", (136, 889, 11525, 14995)
    ),
    Ending(
        "the Tiger is the only trump",
        "N B1 R40 G5 | E TIGER R30 Y40 | S B2 R15 Y10 | W B40 R5 G40",
        "B",
        "N",
        (58, 410, 4415, 8635),
    ),
    Ending(
        "the Tiger is led",
        "N TIGER R40 R1 | E B5 B30 R2 | S R30 Y40 Y5 | W B15 G40 R15",
        "B",
        "N",
        (44, 312, 5350, 4330),
    ),
    Ending("Tiger and Bull on lead", "N TIGER BULL | E R40 B5 | S R15 Y40 | W B30 R1", "B", "N", (2, 15, 125, 270)),
    Ending(
        "the Bull with a choice",
        "N R40 R30 Y1 | E BULL G40 Y5 | S R5 R15 G1 | W R1 R10 Y40",
        "B",
        "N",
        (144, 1055, 24080, 9280),
    ),
    Ending(
        "the Bear with a choice",
        "N R40 R30 Y1 | E BEAR G40 Y5 | S R5 R15 G1 | W R1 R10 Y40",
        "B",
        "N",
        (144, 1055, 13360, 6560),
    ),
    Ending(
        "Bull and Bear in one trick",
        "N R40 R30 Y1 | E BEAR G40 Y5 | S BULL Y15 G1 | W R1 R10 Y40",
        "Y",
        "N",
        (208, 1409, 19840, 21480),
    ),
    Ending(
        "the Bull waits for the last card",
        "N R40 Y1 BULL | E R30 Y40 G5 | S R5 Y15 B1 | W R1 Y10 G40",
        "B",
        "N",
        (6, 50, 710, 650),
    ),
    Ending("only Bull and Bear left", "N BULL BEAR | E R40 Y3 | S R2 Y1 | W Y40 B5", "B", "N", (6, 41, 0, 510)),
    Ending(
        "Bull, Bear and one more",
        "N BULL BEAR R9 | E R40 Y3 R3 | S R2 Y1 R15 | W Y40 B5 R10",
        "B",
        "N",
        (28, 189, 260, 2820),
    ),
    Ending("the Tiger after the Bull", AFTER_BULL, "B", "N", (10, 65, 20, 430)),
    Ending("the Tiger after the Bull, by the option", AFTER_BULL, "B", "N", (8, 53, 10, 350), SETS),
    Ending(
        "all three animals",
        "N BULL R40 G5 | E TIGER R30 Y40 | S BEAR Y10 G1 | W B40 R5 G40",
        "B",
        "S",
        (84, 567, 1240, 16365),
    ),
]
COVERS = {EDITION: [ending.name for ending in ENDINGS]}
OPTION_MATTERS = {"the Tiger after the Bull", "the Tiger after the Bull, by the option"}


def engine_counts(round: mam.TrickRound) -> tuple[int, int, int, int]:
    if round.is_over:
        return 1, 1, round.captured["N-S"], round.captured["E-W"]
    total = (0, 1, 0, 0)
    for move in round.legal_moves:
        below = engine_counts(round.play(move))
        total = tuple(a + b for a, b in zip(total, below, strict=True))  # type: ignore[assignment]
    return total


@pytest.mark.parametrize("ending", ENDINGS, ids=[ending.name for ending in ENDINGS])
def test_perft(ending: Ending) -> None:
    round = position(ending.hands, trump=ending.trump, lead=ending.lead, options=ending.options)
    hands = [[card.code for card in round.hands[seat]] for seat in SEATS]
    counted = oracle.count_leaves(hands, SEATS.index(ending.lead), ending.trump, bool(ending.options))
    assert engine_counts(round) == counted
    assert counted == ending.figures


@pytest.mark.parametrize("ending", ENDINGS, ids=[ending.name for ending in ENDINGS])
def test_the_option_matters_only_when_the_tiger_can_follow_an_animal(ending: Ending) -> None:
    one, two = (
        engine_counts(position(ending.hands, trump=ending.trump, lead=ending.lead, options=o)) for o in ((), SETS)
    )
    assert (one != two) == (ending.name in OPTION_MATTERS)
