"""Endings of Manhattan: a No Color hand without its Tiger, and the game that leaves the Tiger out."""

import pytest
from oracle_tables import Table, teams
from perft_tables import Case, check, oracle_plays, positions_by_edition
from tables import position

GAME = "manhattan"


def case(
    name: str, hands: str, trump: str, figures: tuple[int, ...], played_with: str = "", bid: int = 100, **facts: object
) -> Case:
    """South bids and West leads; `played_with` are the hands once the Tiger is exchanged."""
    color = "none" if trump == "NC" else trump
    table = Table("WNES", color, teams(["NS", "EW"], "S", bid), tiger_sets=False)
    facts.setdefault("blind_draw", 0)
    if "without-tiger" in facts.get("options", ()):  # type: ignore[operator]
        facts["blind_draw"] = None
    return Case(
        name,
        GAME,
        lambda: position(GAME, hands, bidder="S", trump=trump, bid=bid, **facts),  # type: ignore[arg-type]
        oracle_plays(played_with or hands, "W", table),
        figures,
    )


NESTED = {"nest": "G1 G2 TIGER", "discards": "G1 G2 Y2"}
MONEY = "N R1 Y5 B7 | E TIGER Y30 B30 | S R40 Y10 B5 | W R9 Y15 B40"
CASES = [
    case("a color was bid", "N R1 Y5 B7 | E TIGER Y30 R2 | S R40 B10 B5 | W R9 Y15 B40", "B", (16, 140, 1020, 1300, -600, 1300)),
    case("No Color: the best of the color led takes", "N R1 Y5 B7 | E R30 Y30 B30 | S Y2 R40 B5 | W R9 Y15 B40",
         "NC", (6, 61, 420, 750, -600, 750), "N R1 Y5 B7 | E R30 Y30 B30 | S R40 B5 Y2 | W R9 Y15 B40", **NESTED),
    case("No Color: money drawn for the Tiger is played", MONEY, "NC", (20, 152, 810, 3490, -3100, 3490), MONEY.replace("TIGER", "G40"),
         nest="G40 G30 G10", bid=155),
    case("No Color: a plain card drawn for the Tiger", MONEY, "NC", (6, 61, 240, 810, -600, 810), MONEY.replace("TIGER", "R3"),
         nest="R3 G2 G1", blind_draw=0),
    case("No Color: Bull and Bear are led last", "N Y1 R9 Y40 | E R2 R7 R40 | S R3 Y3 Y2 | W BULL BEAR Y30",
         "NC", (96, 646, 6880, 3680, -2160, 3680), "N Y1 R9 Y40 | E R2 R7 R40 | S R3 Y3 Y2 | W BULL BEAR Y30", **NESTED),
    case("without the Tiger the 40 heads the trumps", "N B40 R5 Y7 | E B30 R30 Y30 | S R40 B1 Y5 | W B15 Y15 G40",
         "B", (152, 1048, 21355, 16645, 13350, 16645), options=["without-tiger"]),
]  # fmt: skip
COVERS = positions_by_edition(CASES)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_perft(case: Case) -> None:
    check(case)
