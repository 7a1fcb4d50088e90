"""Endings of the game for two: dummies play from their open cards, and what lies below turns up."""

import pytest
from oracle_tables import Table, teams
from perft_tables import Case, check, oracle_plays, parse_covers, positions_by_edition
from tables import position

GAME = "make-a-million-1935-two"


def case(name: str, hands: str, bidder: str, figures: tuple[int, ...], trump: str = "B", bid: int = 175) -> Case:
    seats = {"N": "ESWN", "E": "SWNE"}[bidder]
    table = Table(seats, trump, teams(["NS", "EW"], bidder, bid), tiger_sets=False, covered=parse_covers(hands))
    return Case(
        name,
        GAME,
        lambda: position(GAME, hands, bidder=bidder, trump=trump, bid=bid),
        oracle_plays(hands, seats[0], table),
        figures,
    )


COLOR = "N R1 Y10 | E R40 Y5 | S Y40/R30 | W G15/R15"
TIGER = "N B1 Y10 R2 G2 | E B40 Y5 R3 G3 | S TIGER/B30 R5/Y30 | W R15/B15 G5/Y2"
CASES = [
    case("a hidden card of the color does not bind", COLOR, "N", (2, 17, 130, 180, -350, 180)),
    case("the dummy leads from its open cards", COLOR, "E", (1, 9, 70, 85, 70, -175)),
    case("an open Tiger is forced whatever lies below", TIGER, "N", (190, 1452, 18695, 10755, -33250, 10755)),
    case("only the Bull is open on lead", "N R1 Y10 Y3 | E R2 Y5 B4 | S R40 BULL/B3 | W R4 Y30/B7", "E", (2, 19, 80, 170, 80, -350)),
    case("a card uncovered is played to later tricks", "N R1 Y10 B5 | E R2 Y5 B4 | S R40/B40 G30 | W R4/B30 Y30", "N", (27, 202, 3790, 1340, -1440, 1340)),
    case("many open cards and no duty to follow", "N R1 G10 B5 G9 | E R30 Y5 B4 Y9 | S Y40/R15 B40/Y3 | W BULL/B30 Y30/R40", "N", (1004, 7033, 167390, 121410, -4845, 121410)),
    case("Bull and Bear lie open over others", "N R1 Y10 B5 | E R30 Y5 B4 | S R40 BEAR/R15 | W BULL/B30 Y30", "N", (25, 197, 1710, 2565, -4375, 2565)),
]  # fmt: skip
COVERS = positions_by_edition(CASES)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_perft(case: Case) -> None:
    check(case)
