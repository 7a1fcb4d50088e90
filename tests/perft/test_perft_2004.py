"""Endings by the 2004 rules: the bidder leads, the Tiger sets the color, no trump, and trumps that wait."""

import pytest
from oracle_tables import Table, teams
from perft_tables import Case, check, oracle_plays, positions_by_edition
from tables import position

GAME = "make-a-million-2004"
TRUMPS = {"NT+": "high", "NT-": "low"}


def case(
    name: str, hands: str, figures: tuple[int, ...], trump: str = "B", options: tuple[str, ...] = (), bid: int = 175
) -> Case:
    """North bids and leads."""
    table = Table(
        "NESW",
        TRUMPS.get(trump, trump),
        teams(["NS", "EW"], "N", bid),
        tiger_sets="tiger-sets-no-color" not in options,
        waits="trump-break" in options,
    )
    chosen = (*options, "no-trump") if trump in TRUMPS else options
    return Case(
        name,
        GAME,
        lambda: position(GAME, hands, bidder="N", trump=trump, bid=bid, options=chosen),
        oracle_plays(hands, "N", table),
        figures,
    )


AFTER_BULL = "N BULL BEAR | E TIGER R3 | S B5 Y40 | W Y1 R9"
WITH_TIGER = "N TIGER R40 Y5 | E R30 Y40 B5 | S R1 B40 BULL | W R10 Y30 G15"
TIGER_SECOND = "N R40 R5 Y5 | E TIGER Y40 B5 | S R1 B40 BEAR | W R10 Y30 BULL"
BREAK = "N B40 R5 Y1 | E R30 B30 Y40 | S TIGER R10 G5 | W B5 Y30 R40"
CASES = [
    case("the bidder leads", "N R40 Y5 B1 | E R5 B40 Y30 | S R30 G40 B15 | W TIGER R10 Y40", (20, 152, 2215, 2885, -2090, 2885)),
    case("the Tiger sets the color after the Bull", AFTER_BULL, (8, 53, 10, 350, -1400, 350)),
    case("the Tiger sets no color, by the option", AFTER_BULL, (10, 65, 20, 430, -1750, 430), options=("tiger-sets-no-color",)),
    case("no trump, the Tiger highest and led", WITH_TIGER, (76, 508, 15470, 5480, 6375, 5480), "NT+"),
    case("no trump, the Tiger lowest and led", WITH_TIGER, (56, 391, 5920, 9495, -8210, 9495), "NT-"),
    case("no trump, the Tiger highest and thrown", TIGER_SECOND, (76, 493, 5545, 8490, -11390, 8490), "NT+"),
    case("no trump, the Tiger lowest and thrown", TIGER_SECOND, (76, 489, 8675, 5195, -8915, 5195), "NT-"),
    case("the Tiger follows the Bull without trumps", AFTER_BULL, (10, 65, 350, 100, -1750, 100), "NT-"),
    case("trumps wait until one fell", BREAK, (14, 104, 2120, 1170, -590, 1170), options=("trump-break",)),
    case("trumps need not wait", BREAK, (26, 187, 3960, 2150, -1870, 2150)),
    case("nothing but trumps may be led", "N B40 TIGER BULL | E R30 B30 Y40 | S R1 R10 G5 | W B5 Y30 R40", (48, 299, 7440, 7200, -8400, 7200),
         options=("trump-break",)),
    case("no trump has nothing to wait for", BREAK, (36, 260, 5560, 2900, -3480, 2900), "NT+", ("trump-break",)),
]  # fmt: skip
COVERS = positions_by_edition(CASES)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_perft(case: Case) -> None:
    check(case)
