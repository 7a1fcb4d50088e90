"""Endings of the game for three: whoever bids, Dummy's cards are played between the others'."""

import pytest
from oracle_tables import Table, persons
from perft_tables import Case, check, oracle_plays, positions_by_edition
from tables import position

GAME = "make-a-million-1935-three"
HANDS = "A R40 Y1 B5 | B R1 Y30 TIGER | C R9 B10 BULL | D R30 Y40 B1"
FREE = "A R40 Y1 B5 | B G5 Y30 TIGER | C R9 G40 BULL | D BEAR R30 B1"
ANIMALS = "A BULL BEAR Y1 | B R1 Y30 B40 | C R9 B10 R40 | D TIGER Y40 B1"
# The order of turns from the first leader on, by bidder and way of changing seats.
RINGS = {"A": "CDBA", "B": "CDAB", "C": "BDAC", "A circle": "BDCA", "C circle": "ADBC"}


def case(name: str, hands: str, ring: str, figures: tuple[int, ...], bid: int = 200) -> Case:
    bidder = ring[0]
    seats = RINGS[ring]
    options = ["circle-kept"] if "circle" in ring else []
    settle = persons("ABCD", "D", "D", bidder, bid, alone=True)
    return Case(
        name,
        GAME,
        lambda: position(GAME, hands, bidder=bidder, trump="B", bid=bid, options=options),
        oracle_plays(hands, seats[0], Table(seats, "B", settle, tiger_sets=False)),
        figures,
    )


CASES = [
    case("the bidder changes places and left of the bidder leads", HANDS, "A", (6, 54, 1120, 165, 850, 165, 165)),
    case("the bidder sits opposite Dummy", HANDS, "B", (6, 54, 715, 570, 570, -1200, 570)),
    case("the third bidder", HANDS, "C", (12, 105, 1360, 1145, 1145, 1145, -2400)),
    case("the circle is kept and the other neighbor leads", HANDS, "A circle", (12, 107, 2100, 405, 1290, 405, 405)),
    case("the circle is kept for the third bidder", HANDS, "C circle", (12, 105, 1360, 1145, 1145, 1145, -2400)),
    case("Dummy throws the Bear", FREE, "B", (68, 456, 4065, 4805, 4805, -12580, 4805), bid=185),
    case(
        "Bull and Bear wait, and only the bidder pays",
        ANIMALS,
        "C",
        (208, 1374, 27840, 5440, 5440, 5440, -15270),
        bid=175,
    ),
]
COVERS = positions_by_edition(CASES)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_perft(case: Case) -> None:
    check(case)
