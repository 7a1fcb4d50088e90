"""Endings with two packs, sides fixed or silent: later twins, several Bulls and Bears, partners who are called."""

from collections import Counter
from collections.abc import Callable

import pytest
from oracle_tables import Counts, Table, count_plays, legal_callings, silent, teams
from perft_tables import Case, check, oracle_plays, parse_hands, positions_by_edition, sum_children
from tables import deal_hands, play, position

SEATS = {"six": "AXBYCZ", "eight": "AWBXCYDZ"}
TEAMS = {"six": ["ABC", "XYZ"], "eight": ["ABCD", "WXYZ"]}
TRUMPS = {"NT+": "high", "NT-": "low"}
NEST = "G1 G2 G3"


def spread(seats: str, hands: str) -> str:
    """Hands with their seats, from hands alone."""
    return " | ".join(f"{seat} {own.strip()}" for seat, own in zip(seats, hands.split("|"), strict=True))


def case(
    edition: str,
    name: str,
    hands: str,
    figures: Counts,
    trump: str = "B",
    bid: int = 350,
    options: tuple[str, ...] = (),
) -> Case:
    """A bids and leads."""
    text = spread(SEATS[edition], hands)
    chosen = (*options, "no-trump") if trump in TRUMPS else options
    settle = teams(TEAMS[edition], "A", bid)
    table = Table(SEATS[edition], TRUMPS.get(trump, trump), settle, waits="trump-break" in options)
    return Case(
        name,
        edition,
        lambda: position(edition, text, bidder="A", trump=trump, bid=bid, nest=NEST, options=chosen),
        oracle_plays(text, "A", table),
        figures,
    )


def called(
    edition: str, name: str, hands: str, wanted: int, figures: Counts, discards: str = "", alone: bool = False
) -> Case:
    """A has put out the widow and calls; every call is followed by every line of play."""
    seats = SEATS[edition.replace("silent-", "")]
    text = spread(seats, hands)
    nest = discards or NEST

    def counted() -> Counts:
        cards = parse_hands(text)
        copies = Counter(card for own in cards.values() for card in own) + Counter(nest.split())
        found = []
        for call in legal_callings(cards["A"], nest.split(), copies, wanted):
            table = Table(seats, "B", silent(seats, list(call), "A", 350, alone))
            found.append(count_plays(table, cards, "A"))
        return sum_children(found)

    return Case(name, edition, _at_call(edition, text, nest, alone), counted, figures)


def _at_call(edition: str, text: str, nest: str, alone: bool) -> Callable[[], object]:
    options = ["bidder-set-back-alone"] if alone else []
    passes = ", pass" * text.count("|")

    def at() -> object:
        round = deal_hands(edition, text, dealer=text.split("|")[-1].split()[0], nest=nest, options=options)
        return play(round, f"bid 350{passes}, discard {nest}, trump B")

    return at  # type: ignore[return-value]


TWINS = "R40 R5 | R40 Y40 | R30 Y5 | R30 Y40 | R10 Y30 | R5 Y10"
BULLS = "R40 Y5 | BULL Y40 | R30 BEAR | BULL Y10 | BEAR Y30 | R5 G40"
ALL_ANIMALS = "TIGER R40 | TIGER R5 | BULL BEAR | BULL R30 | BEAR R10 | R15 Y40"
EIGHT = "R40 Y5 | R40 Y40 | BULL Y30 | R5 BEAR | BULL Y10 | R30 Y15 | TIGER R10 | BEAR Y5"
CALLED = "R40 G40 Y2 | R40 G5 | G40 R5"
CASES = [
    case("six", "the later of two equal winners", TWINS, (2, 25, 0, 570, -700, 570)),
    case("six", "two Bulls and two Bears in any order", BULLS, (12, 110, 1395, 505, -3430, 505)),
    case("six", "Bulls and Bears fall where they may", "R40 Y5 G5 | BULL Y40 R3 | G40 BEAR Y4 | BULL R10 G4 | R3 Y30 G30 | BEAR G40 R5",
         (64, 689, 4035, 13060, -22400, 13060)),
    case("six", "two Tigers among trumps", "B40 R5 | TIGER R40 | B30 Y5 | TIGER Y40 | B40 B5 | R10 B10", (10, 93, 785, 1465, -3500, 1465)),
    case("six", "no trump, two Tigers highest", ALL_ANIMALS, (12, 114, 770, 260, -4200, 260), "NT+"),
    case("six", "no trump, two Tigers lowest", ALL_ANIMALS, (12, 114, 400, 1290, -4200, 1290), "NT-"),
    case("six", "equal cards in one hand are one choice", "R40 R40 Y1 | R30 R5 Y5 | R30 Y40 G5 | Y30 Y2 R2 | G40 G40 R5 | Y30 Y2 R3",
         (104, 939, 34720, 640, -36400, 640)),
    case("six", "trumps wait", "B40 R5 | B5 R40 | B30 Y5 | R30 Y40 | B10 Y30 | R10 B15", (4, 39, 920, 120, -1400, 120), options=("trump-break",)),
    case("eight", "eight hands with all Bulls and Bears", EIGHT, (12, 140, 560, 2390, -4200, 2390)),
    case("eight", "eight hands, only animals are left to lead", "BULL BEAR | R40 Y40 | R30 Y5 | R30 Y30 | BULL R5 | BEAR Y10 | TIGER R10 | B5 Y15",
         (16, 185, 2730, 1430, -2620, 1430)),
    called("silent-six", "two cards are called", "R40 G40 Y10 | R5 G5 Y5 | R40 G30 Y30 | R30 G40 Y10 | R10 G10 Y40 | R15 G15 Y15",
           2, (18, 274, 4200, 2820, -6300, 2820, -2700, -6300, 2820, 2820)),
    called("silent-six", "the bidder alone is set back", "R40 G40 | R5 G5 | R40 G30 | R30 G40 | R10 G10 | R15 G15", 2, (2, 26, 560, 0, -700, 0, 0, 0, 0, 0), alone=True),
    called("silent-six", "one card alone can be called", "R40 R40 G40 | BULL Y5 G5 | R5 Y30 G40 | R30 Y40 BULL | R10 Y10 TIGER | R15 Y15 G15",
           2, (160, 1426, 48455, 43145, -2805, 43145, -2805, 43145, 43145, 43145)),
    called("silent-six", "a copy lies in the widow", "R2 G40 Y40 | R5 G5 Y5 | R40 G40 Y30 | R30 G30 Y40 | R10 G10 Y10 | R15 G15 Y15",
           2, (6, 92, 2280, 0, 2280, 0, 2280, 2280, 0, 0), discards="R2 B2 B3"),
    called("silent-eight", "three cards are called", "R40 G40 Y40 | R5 G5 Y5 | R40 G30 Y30 | R30 G40 Y2 | R10 G10 Y40 | R15 G15 Y15 | R3 G3 Y3 | R4 G4 Y4",
           3, (6, 122, 2460, 0, 2460, 0, 2460, 2460, 2460, 0, 0, 0)),
]  # fmt: skip
COVERS = positions_by_edition(CASES)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_perft(case: Case) -> None:
    check(case)
