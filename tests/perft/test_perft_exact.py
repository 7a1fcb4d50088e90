"""Whole small deals of exact tricks: every set of bids, then every line of play."""

import pytest
from oracle_tables import Counts, Table, all_bids, count_plays, exact
from perft_tables import Case, check, parse_hands, positions_by_edition, sum_children
from tables import deal_hands

GAME = "exact-tricks"


def case(name: str, hands: str, stock: str, trump: str, figures: Counts) -> Case:
    """The last of these seats deals."""
    cards = parse_hands(hands)
    seats = "".join(cards)
    most = len(cards["A"])

    def counted() -> Counts:
        found = [
            count_plays(Table(seats, trump, exact(seats, bids), counts="tricks"), cards, "A")
            for bids in all_bids(seats, most)
        ]
        total = sum_children(found)
        inner = sum((most + 1) ** said for said in range(1, len(seats)))  # positions in which some have bid
        return (total[0], total[1] + inner, *total[2:])

    return Case(
        name, GAME, lambda: deal_hands(GAME, hands, dealer=seats[-1], stock=stock, players=len(seats)), counted, figures
    )


CASES = [
    case(
        "the Tiger fixes trumps while others hold a choice",
        "A BULL BEAR | B TIGER R3 | C B5 Y40",
        "B8 R7",
        "B",
        (162, 850, 0, 270, 54, 270, 540, 324),
    ),
    case(
        "three players, two cards",
        "A R40 B1 | B R5 TIGER | C B30 Y40",
        "B8 R7",
        "B",
        (81, 472, 54, 81, 27, 189, 216, 162),
    ),
    case(
        "a single card each",
        "A R40 | B R30 | C TIGER | D B1 | E Y40",
        "BULL B8",
        "B",
        (32, 223, 0, 0, 32, 0, 0, 80, 80, 112, 80, 80),
    ),
    case("Bull against Bear is nobody's", "A TIGER BULL | B BEAR Y1", "B8 R7", "B", (18, 76, 18, 9, 48, 39)),
    case(
        "Bull and Bear count for nothing",
        "A R40 BULL | B R5 Y1 | C BEAR R30",
        "B8 R7",
        "B",
        (27, 202, 27, 27, 0, 72, 72, 45),
    ),
    case(
        "nothing but animals is turned up",
        "A R40 Y1 | B R5 TIGER | C R30 Y40",
        "BULL BEAR",
        "high",
        (81, 499, 54, 81, 27, 189, 216, 162),
    ),
    case(
        "the Tiger sets the color after a Bull",
        "A BULL | B TIGER | C B1 | D Y40",
        "B8 R7",
        "B",
        (16, 95, 0, 16, 0, 0, 40, 56, 40, 40),
    ),
]
COVERS = positions_by_edition(CASES)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_perft(case: Case) -> None:
    check(case)
