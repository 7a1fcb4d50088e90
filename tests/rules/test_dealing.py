"""Dealing and the draw: R35-DEAL, R35-TEAM, D-G01, D-G02, D-G31, and cards that stay the same for ever."""

from dataclasses import replace
from random import Random
from unittest import mock

import pytest
from positions import EDITION, SEATS, SPECIMEN, specimen

import mam
from mam.rules.cards import ANIMALS, format_cards
from mam.rules.dealing import deal_round, derive_seed, draw_for_deal, find_next_seat, list_seats_from, shuffle
from mam.text.notation import parse_card, parse_deal

GOLDEN = {
    7: "dealer E | N R30 R10 R8 R1 B30 B10 B4 B1 G15 G5 G4 G3 G2 | E R40 R11 R4 Y30 Y4 Y3 Y2 B40 B9 B8 G9 BULL BEAR"
    " | S R15 R9 R3 R2 Y40 Y5 Y1 B15 B11 B2 G40 G30 G1 | W R7 Y15 Y11 Y9 Y8 Y7 B7 B3 G11 G10 G8 G7 TIGER | nest R5 Y10 B5",
    1934: "dealer N | N R40 R3 Y40 Y11 Y9 Y8 Y1 B10 B5 B3 G40 G9 BULL | E R11 R2 R1 Y10 Y4 Y3 B40 B30 B15 B4 G7 G3 BEAR"
    " | S R30 R10 R5 Y15 Y5 Y2 B11 B2 B1 G10 G5 G4 TIGER | W R9 R8 R7 R4 Y7 B9 B8 B7 G15 G11 G8 G2 G1 | nest R15 Y30 G30",
    2**40
    + 5: "dealer E | N R7 Y11 Y5 Y4 Y3 B40 B11 B10 B5 B1 G15 G4 BULL | E R40 R30 R10 R9 R4 R1 B4 B2 G30 G11 G5 G2 BEAR"
    " | S R8 Y10 Y9 Y8 Y7 Y1 B15 B9 B8 B7 G10 G9 G8 | W R15 R11 R5 R3 R2 Y40 Y15 Y2 B3 G40 G7 G1 TIGER | nest Y30 B30 G3",
}


class Numbers:
    """A stand-in for chance that makes `shuffle` leave the pack as it is, whatever its length."""

    def random(self) -> float:
        return 1 - 2**-53


def test_R35_TEAM_1_two_partnerships() -> None:
    rules = mam.get_edition(EDITION)
    assert dict(rules.sides) == {"N-S": ("N", "S"), "E-W": ("E", "W")}
    assert [rules.side_of(seat) for seat in SEATS] == ["N-S", "E-W", "N-S", "E-W"]
    with pytest.raises(KeyError, match="no seat 'X'"):
        rules.side_of("X")


def test_R35_TEAM_2_turns_go_left() -> None:
    assert mam.get_edition(EDITION).seats == SEATS
    assert [find_next_seat(SEATS, seat) for seat in SEATS] == ["E", "S", "W", "N"]
    assert list_seats_from(SEATS, "W") == ("W", "N", "E", "S")


def test_D_G31_partners_sit_opposite() -> None:
    rules = mam.get_edition(EDITION)
    for seat in SEATS:
        opposite = find_next_seat(SEATS, find_next_seat(SEATS, seat))
        assert rules.side_of(seat) == rules.side_of(opposite) != rules.side_of(find_next_seat(SEATS, seat))


def drawn(*cards: str) -> tuple[str, tuple[tuple[str, mam.Card], ...]]:
    """A draw in which these cards come first, and then others for whoever draws again."""
    piles = iter([[parse_card(card) for card in pile.split()] for pile in cards])
    with mock.patch("mam.rules.dealing.shuffle", side_effect=piles):
        return draw_for_deal(mam.PACK, SEATS, Random(0))


def test_R35_DEAL_1_the_highest_card_deals() -> None:
    assert drawn("R10 Y11 B9 G1")[0] == "E"
    assert drawn("R40 Y30 B11 G15") == (
        "N",
        tuple(zip(SEATS, map(parse_card, ["R40", "Y30", "B11", "G15"]), strict=True)),
    )
    assert {draw_for_deal(mam.PACK, SEATS, Random(seed))[0] for seed in range(40)} == set(SEATS)


def test_D_G01_those_who_tie_draw_again() -> None:
    dealer, cards = drawn("R10 Y40 B40 G1", "R2 R3")
    assert dealer == "S" and [seat for seat, _ in cards] == ["N", "E", "S", "W", "E", "S"]
    dealer, cards = drawn("R40 Y40 B40 G40", "R1 R2 Y2 Y1", "R1 Y3")
    assert dealer == "S" and len(cards) == 10


@pytest.mark.parametrize("animal", [card.code for card in ANIMALS])
def test_D_G01_an_animal_draws_again_with_the_highest(animal: str) -> None:
    assert drawn(f"{animal} Y40 B30 G1", "R3 R2")[0] == "N"
    assert drawn(f"{animal} Y40 B30 G1", "R2 R3")[0] == "E"
    assert drawn("TIGER BULL BEAR G1", "R1 R2 R3 R4")[0] == "W"
    assert drawn("TIGER BULL BEAR G1", "R4 R3 R2 R1")[0] == "N"


def test_R35_DEAL_3_all_cards_the_last_three_to_the_nest() -> None:
    deal = deal_round(mam.PACK, SEATS, "S", 3, Numbers())  # type: ignore[arg-type]
    assert deal.nest == mam.PACK[-3:]
    assert sorted(deal.cards, key=mam.PACK.index) == list(mam.PACK)


@pytest.mark.parametrize("dealer", SEATS)
def test_D_G02_one_by_one_from_the_dealers_left(dealer: str) -> None:
    deal = deal_round(mam.PACK, SEATS, dealer, 3, Numbers())  # type: ignore[arg-type]
    for place, seat in enumerate(list_seats_from(SEATS, find_next_seat(SEATS, dealer))):
        assert deal[seat] == mam.PACK[place:52:4]


@pytest.mark.parametrize("seed", range(20))
def test_R35_DEAL_4_thirteen_each(seed: int) -> None:  # B05
    deal = mam.start(EDITION, seed).deal
    assert [len(hand) for hand in deal.hands] == [13, 13, 13, 13] and len(deal.nest) == 3
    assert set(deal.cards) == set(mam.PACK) and len(deal.cards) == 55


def test_a_deal_answers_by_seat() -> None:
    deal = parse_deal(SPECIMEN)
    assert format_cards(deal["N"]).startswith("R4 Y30")
    with pytest.raises(KeyError, match="no seat 'X': the seats are N E S W"):
        deal["X"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("dealer S", "dealer N"), None),
        ((" | nest Y40 B4 G8", " | nest Y40 B4"), "the nest has 2 cards, not 3"),
        (("N R4 Y30", "N Y30"), "North has 12 cards, not 13"),
        (("E R15", "E R4"), "R4 is dealt twice"),
    ],
)
def test_a_wrong_deal_is_refused(change: tuple[str, str], message: str | None) -> None:
    deal = parse_deal(SPECIMEN.replace(*change))
    if message is None:
        assert mam.start(EDITION, deal=deal).turn == "N"
        return
    with pytest.raises(ValueError, match=message):
        mam.start(EDITION, deal=deal)


def test_a_deal_for_other_seats_or_another_pack_is_refused() -> None:
    with pytest.raises(ValueError, match="is dealt to the seats N E S W"):
        mam.start(EDITION, deal=parse_deal("dealer A | A R1 | B R2 | nest"))
    rules = mam.get_edition(EDITION)
    small = replace(rules, pack=tuple(card for card in rules.pack if card != parse_card("R1")))
    with pytest.raises(ValueError, match="not in this pack: R1"):
        mam.TrickRound(small, parse_deal(SPECIMEN))


def test_unknown_names_are_refused() -> None:
    with pytest.raises(ValueError, match="no edition 'bridge'"):
        mam.start("bridge", 1)
    with pytest.raises(ValueError, match="no option 'x'"):
        mam.start(EDITION, 1, options=["x"])
    with pytest.raises(ValueError, match="no seat 'X'"):
        mam.start(EDITION, 1, dealer="X")
    with pytest.raises(ValueError, match="no seat 'X'"):
        specimen().why_not(mam.Bid(175), "X")


def test_a_number_of_players_that_the_edition_contradicts_is_refused() -> None:
    for edition, options in (("sweven+6-players", []), ("sweven", ["6-players"])):
        for make in (mam.start, mam.start_match):
            with pytest.raises(ValueError, match=r"^sweven\+6-players is for 6 players, not 4$"):
                make(edition, 7, options=options, players=4)
            with pytest.raises(ValueError, match="exclude each other"):
                make(edition, 7, options=options, players=5)
            assert make(edition, 7, options=options, players=6).turn is not None


def test_a_deal_has_its_own_cards_and_dealer() -> None:
    deal = mam.start(EDITION, 7, dealer="S").deal
    assert mam.start(EDITION, deal=deal) == mam.start(EDITION, 7, dealer="S")
    for arguments in ({"seed": 7}, {"seed": "x"}, {"dealer": "N"}, {"dealer": "S"}):
        with pytest.raises(ValueError, match=r"^a deal has its own cards and dealer: leave seed and dealer out$"):
            mam.start(EDITION, deal=deal, **arguments)


# The same seed gives the same cards for ever.


def test_the_shuffle_never_changes() -> None:
    assert shuffle(range(12), Random(1)) == [8, 11, 4, 0, 5, 6, 10, 3, 2, 7, 9, 1]
    assert shuffle(range(1), Random(1)) == [0] and shuffle([], Random(1)) == []
    assert derive_seed(7, "round", 3) == 299726128056035486
    assert derive_seed(7, "round", 3) != derive_seed(7, "round", 4) != derive_seed(8, "round", 4)


def test_the_shuffle_reaches_every_order_evenly() -> None:
    rng, order_counts = Random(5), dict[str, int]()
    for _ in range(12_000):
        word = "".join(shuffle("abcd", rng))
        order_counts[word] = order_counts.get(word, 0) + 1
    assert len(order_counts) == 24
    assert all(abs(count - 500) < 5 * 500**0.5 for count in order_counts.values())


def test_shuffling_leaves_its_argument_alone() -> None:
    pile = list(mam.PACK)
    shuffle(pile, Random(3))
    assert pile == list(mam.PACK)


@pytest.mark.parametrize("seed", GOLDEN)
def test_golden_deals(seed: int) -> None:
    assert repr(mam.start(EDITION, seed=seed)) == f"{EDITION} | {GOLDEN[seed]} | "
    dealer = GOLDEN[seed].split()[1]
    assert mam.start(EDITION, seed=seed, dealer=dealer) == mam.start(EDITION, seed=seed)


def test_a_named_dealer_gets_other_cards_in_the_same_order() -> None:
    north, east = (mam.start(EDITION, seed=7, dealer=dealer).deal for dealer in "NE")
    assert north["E"] == east["S"] and north["N"] == east["E"] and north.nest == east.nest
