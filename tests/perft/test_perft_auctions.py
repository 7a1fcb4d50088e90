"""Whole auctions, from the first call to the bidder, with a low limit; and every discard of named hands."""

from collections.abc import Callable

import pytest
from oracle_tables import Bidding, Counts, count_auctions, legal_discards
from perft_tables import Case, check, positions_by_edition
from tables import card, deal_hands, opener_for

import mam
from mam.games.registry import find_rules
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.rules.editions import TrickGameRules
from mam.rules.moves import Discard
from mam.rules.nest import NestRules, list_discards, why_not_discard
from mam.rules.scoring import Carry

RANKS = ("1", "2", "3", "4", "7", "8", "9", "11")


def sold(round: Round) -> bool:
    return round.phase != "auction"


def bought(first: str) -> Callable[[Round], Counts]:
    """The sum of the bids and of the bidders' places, counted from the first to speak."""

    def tally(round: Round) -> Counts:
        assert isinstance(round, TrickRound)
        persons = round.rules.persons
        place = (persons.index(round.bidder) - persons.index(first)) % len(persons) + 1 if round.bidder else 0
        return round.bid or 0, place

    return tally


def case(
    name: str, edition: str, rules: Bidding, figures: Counts, *, options: tuple[str, ...] = (), poor: str = ""
) -> Case:
    first = rules.seats[0]

    def at() -> TrickRound:
        game = find_rules(edition, options, len(rules.seats) if edition == "sweven" else None)
        assert isinstance(game, TrickGameRules)
        dealer = opener_for(game, first)
        if edition == "sweven":
            hands = " | ".join(f"{seat} S{rank}" for seat, rank in zip(game.seats, "AKQJ98", strict=False))
            carry = Carry(barred=rules.barred or None)
            return deal_hands(edition, hands, dealer=dealer, players=len(game.seats), most=rules.max_bid, carry=carry)
        rich = [
            f"R{rank}" if seat in poor else f"{color}40"
            for seat, rank, color in zip(game.seats, RANKS, "RYBGRYBG", strict=False)
        ]
        hands = " | ".join(f"{seat} {own}" for seat, own in zip(game.seats, rich, strict=True))
        nest = "G1 G2 G3"[: 3 * game.nest.size - 1]
        blind_draw = 0 if game.blind_draw else None
        return deal_hands(
            edition, hands, dealer=dealer, nest=nest, options=options, most=rules.max_bid, blind_draw=blind_draw
        )

    return Case(name, edition, at, lambda: count_auctions(rules), figures, bought(first), sold)


FOUR = {"min_bid": 175, "max_opening": 200}
CASES = [
    case("the dealer opens", "make-a-million-1935", Bidding("SWNE", max_bid=210, bound="first", **FOUR), (239, 659, 49030, 590)),
    case("three persons bid", "make-a-million-1935-three", Bidding("CAB", max_bid=215, bound="first", **FOUR), (230, 545, 48080, 446)),
    case("two bid by turns", "make-a-million-1935-two", Bidding("EN", 175, 235, 235, bound="first"), (609, 1219, 138255, 913)),
    case("two bid, the opening at most 200", "make-a-million-1935-two", Bidding("EN", 175, 235, 200, bound="first"), (576, 1153, 130730, 864),
         options=("opening-cap",)),
    case("passing is not final", "manhattan", Bidding("NESW", 100, 120, 200, bound="first", back=True, colors=5), (1600, 6401, 190250, 4000)),
    case("the fourth has the bid", "make-a-million-2004", Bidding("NESW", max_bid=205, bound="last", **FOUR), (224, 585, 44725, 629)),
    case("all may pass, by the option", "make-a-million-2004", Bidding("NESW", max_bid=205, **FOUR), (230, 591, 45675, 649),
         options=("redeal-if-all-pass",)),
    case("poor hands may ask for a new deal", "make-a-million-2004", Bidding("NESW", max_bid=200, bound="last", poor="ES", **FOUR), (149, 349, 23200, 340),
         options=("misdeal",), poor="ES"),
    case("six bid from 350", "six", Bidding("AXBYCZ", 350, 365, 400, bound="last"), (66, 237, 23850, 276)),
    case("eight bid from 350", "eight", Bidding("AWBXCYDZ", 350, 365, 400, bound="last"), (113, 485, 40880, 624)),
    case("one call each", "sweven", Bidding("ABCD", 3, 7, 7, step=1, min_raise=1, once=True), (126, 210, 754, 420)),
    case("six speak once", "sweven", Bidding("ABCDEF", 3, 6, 6, step=1, min_raise=1, once=True), (210, 462, 1138, 1008)),
    case("who missed may only pass", "sweven", Bidding("ABCD", 3, 7, 7, step=1, min_raise=1, once=True, barred="B"), (56, 90, 320, 190)),
    case("two, and the first may only pass", "sweven", Bidding("AB", 3, 17, 17, step=1, min_raise=1, once=True, barred="A"), (16, 18, 150, 30)),
]  # fmt: skip
COVERS = positions_by_edition(CASES)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_perft(case: Case) -> None:
    check(case)


HANDS = {
    "plain cards enough": ("R40 R9 R1 Y8 Y2 B30 B11 G15 TIGER", 10),
    "three plain cards": ("R40 R9 Y8 Y40 B11 BULL", 1),
    "two plain cards": ("R40 R9 Y8 Y40 G5 BEAR", 3),
    "one plain card": ("R40 R9 Y30 Y40 G5 TIGER", 6),
    "no plain card": ("R40 R30 Y30 Y40 G5 TIGER BULL BEAR", 10),
    "equal cards": ("R9 R9 Y8 Y8 B1 R40 R40", 5),
    "equal cards of money": ("R9 R40 R40 Y5 Y5 BULL BULL", 3),
}


@pytest.mark.parametrize("name", HANDS)
def test_every_discard(name: str) -> None:
    hand, count = HANDS[name]
    cards = tuple(map(card, hand.split()))
    rules = NestRules(size=3)
    legal = [put_out for put_out in list_discards(cards, rules) if why_not_discard(put_out, cards, rules, "") is None]
    counted = {tuple(sorted(one.code for one in put_out)) for put_out in legal}
    assert counted == legal_discards(hand.split(), 3)
    assert len({Discard(put_out) for put_out in legal}) == len(counted) == count
    assert mam.UNSEEN not in cards
