"""Small hands of Sweven: every trump suit, then every line of play; points, accounts and bars."""

import pytest
from oracle_tables import Counts, Table, count_plays, sweven
from perft_tables import Case, check, parse_hands, positions_by_edition, sum_children
from tables import deal_hands, play

from mam.rules.scoring import Carry

GAME = "sweven"


def case(name: str, hands: str, bid: int, figures: Counts, waiting: tuple[str, int] = ("", 0)) -> Case:
    """The first of these seats has the bid and names a suit."""
    cards = parse_hands(hands)
    seats = "".join(cards)

    def counted() -> Counts:
        settle = sweven(seats, "A", bid, waiting)
        return sum_children(
            count_plays(Table(seats, suit, settle, counts="points", deck="SHDC"), cards, "A") for suit in "SHDC"
        )

    def at() -> object:
        carry = Carry(*waiting) if waiting[0] else Carry()
        stock = "S10 H9" if len(seats) == 2 else ""
        round = deal_hands(GAME, hands, dealer=seats[-1], players=len(seats), stock=stock, carry=carry)
        return play(round, f"bid {bid}" + ", pass" * (len(seats) - 1))

    return Case(name, GAME, at, counted, figures)  # type: ignore[arg-type]


CASES = [
    case(
        "the Jack of Hearts counts two",
        "A HA S9 | B HJ SA | C HK S10 | D HQ CA",
        3,
        (12, 89, 55, 18, 0, 11, 33, 3, 3, 3, 21),
    ),
    case(
        "three players, three cards", "A SA HQ D9 | B SK HJ DA | C SQ H10 CK", 3, (60, 377, 324, 85, 71, 174, 6, 6, 144)
    ),
    case("two players with cards left over", "A SA HQ DJ | B SK HJ CA", 4, (56, 245, 335, 57, 216, 8, 112)),
    case("the account is paid with the bid", "A SA HQ DJ | B SK HJ CA", 3, (56, 245, 335, 57, 330, 3, 167), ("A", 3)),
    case("somebody else's account is lost", "A SA HQ DJ | B SK HJ CA", 3, (56, 245, 335, 57, 165, 3, 167), ("B", 3)),
]
COVERS = positions_by_edition(CASES)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_perft(case: Case) -> None:
    check(case)
