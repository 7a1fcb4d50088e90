"""The nest: R35-NEST, D-G10 to D-G16, D-G28, D-G29, situations B23, B34, B35."""

from math import comb

import pytest
from positions import SEATS, deal_to, position, round_of_tricks, specimen
from tables import assert_legal, assert_refused, cited_rules, play
from test_auction import PRINTED

import mam
from mam.rules.cards import UNSEEN, Color, format_cards, money_in
from mam.rules.moves import Discard
from mam.scenes.scores import make_count
from mam.text.notation import parse_card, parse_hand

# The dealer's hand and a nest with that number of number cards among the sixteen.
MONEY = "R40 R30 R15 R10 R5 Y40 Y30 Y15 Y10 Y5 B40 B30"
FOUR = (f"{MONEY} R1", "Y1 G1 B1")
THREE = (f"{MONEY} R1", "Y1 G1 TIGER")
TWO = (f"{MONEY} R1", "Y1 BEAR TIGER")
ONE_NUMBER_CARD = (f"{MONEY} R1", "BULL BEAR TIGER")
NONE = (f"{MONEY} B15", "BULL BEAR TIGER")


def with_nest(hand: str, nest: str, dealer: str = "S") -> mam.TrickRound:
    return play(deal_to(dealer, hand, nest), "open, pass, pass, pass")


def discards(round: mam.TrickRound) -> list[str]:
    return [format_cards(move.cards) for move in round.legal_moves if isinstance(move, Discard)]


def test_R35_NEST_1_the_bidder_takes_the_nest_before_naming_trump() -> None:
    round = play(specimen(), "open, 200, 210, pass, 220, 230, pass, pass")
    assert round.bidder == "W" and round.phase == "nest"
    assert set(round.hands["W"]) == {*round.deal["W"], *round.deal.nest} and len(round.hands["W"]) == 16
    assert all(round.hands[seat] == round.deal[seat] for seat in "NES")
    assert_refused(round, "trump B", "D-G27", "You can't name trump now: you must discard three cards first.")
    assert_refused(round, "R40", "D-G27")


def test_R35_OBJ_2_the_bidder_gets_nest_and_trump() -> None:
    round = play(specimen(), PRINTED)
    assert round.turn == "N" and play(round, "discard R4 Y4 G8").turn == "N"
    for seat in "ESW":
        assert_refused(round, "discard R4 Y4 G8", "R35-NEST-1", seat=seat)


def test_R35_NEST_2_exactly_three() -> None:
    round = play(specimen(), PRINTED)
    for cards in ("", "R4", "R4 Y4", "R4 Y4 G8 B1", "R4 R4 Y4"):
        assert_refused(
            round,
            f"discard {cards}",
            "R35-NEST-2",
            "You must discard exactly 3 cards" if cards != "R4 R4 Y4" else "You named Red 4 twice but hold it once.",
        )
    assert_refused(round, "discard R4 R4 R4", "R35-NEST-2", "You named Red 4 three times but hold it once.")
    assert_refused(round, "discard R4 Y4", "R35-NEST-2", "exactly 3 cards, not 2")


def test_R35_NEST_2_none_some_or_all_of_them_kept() -> None:
    round = with_nest("R9 R8 R7 Y9 Y8 Y7 B9 B8 B7 G9 G8 G7 R40", "R1 Y1 B1")
    for cards in ("R1 Y1 B1", "R1 Y1 G7", "R9 R8 R7"):
        after = assert_legal(round, f"discard {cards}", "R35-NEST-2")
        assert len(after.hands["S"]) == 13 and not set(after.hands["S"]) & set(parse_hand(cards))
    assert len(round.legal_moves) == comb(15, 3)


def test_D_G10_nest_cards_may_go_back() -> None:
    round = play(specimen(), PRINTED)
    assert_legal(round, "discard B4 G8 R4")
    assert_legal(with_nest(*FOUR), "discard Y1 G1 B1")


@pytest.mark.parametrize("card", ["Y40", "B30", "B10", "Y15"])
def test_R35_NEST_3_no_money(card: str) -> None:
    round = play(specimen(), PRINTED)
    words = parse_card(card).words
    assert_refused(
        round,
        f"discard R4 Y4 {card}",
        "R35-NEST-3",
        f"You can't discard {words}, a money card: you hold 8 number cards to discard",
    )
    assert_refused(round, f"discard {card} R4 Y4 G8", "R35-NEST-2")


@pytest.mark.parametrize("animal", ["TIGER", "BULL", "BEAR"])
@pytest.mark.parametrize(
    "sixteen", [("R9 R8 R7 Y9 Y8 Y7 B9 B8 B7 G9 G8 G7 R40", "TIGER BULL BEAR"), ONE_NUMBER_CARD, NONE]
)
def test_R35_NEST_3_no_animal_ever(animal: str, sixteen: tuple[str, str]) -> None:
    round = with_nest(*sixteen)
    assert not any(parse_card(animal) in move.cards for move in round.legal_moves if isinstance(move, Discard))
    hand = [card.code for card in round.hands["S"]]
    assert_refused(round, f"discard {hand[0]} {hand[1]} {animal}", "R35-NEST-3")
    first = "R9 R8" if "R9" in hand else "R40 R30"
    if sixteen != ONE_NUMBER_CARD:
        assert_refused(
            round, f"discard {first} {animal}", "R35-NEST-3", f"You may never discard the {animal.capitalize()}."
        )


def test_R35_NEST_3_the_specimen_discard() -> None:  # B34
    round = play(specimen(), PRINTED)
    assert len(round.legal_moves) == 56 == comb(8, 3)
    after = assert_legal(round, "discard G8 Y4 R4", "R35-NEST-3")
    assert after.hands["N"] == parse_hand("G30 G11 B40 B30 B10 B8 B7 B4 B1 Y40 Y30 Y15 TIGER")
    assert money_in(after.hands["N"]) == 195 and money_in(after.hands["S"]) == 70


def test_R35_NEST_4_three_plain_cards_are_enough_to_bar_money() -> None:
    round = with_nest(*THREE)
    assert discards(round) == ["R1 Y1 G1"]
    assert_refused(
        round,
        "discard R1 Y1 R5",
        "R35-NEST-3",
        "You can't discard Red 5, a money card: you hold 3 number cards to discard instead.",
    )
    assert "R35-NEST-4" not in cited_rules(round, "discard R1 Y1 G1") and "R35-NEST-5" not in cited_rules(
        round, "discard R1 Y1 G1"
    )


def test_R35_NEST_4_two_plain_cards_and_one_of_money() -> None:  # B23
    round = with_nest(*TWO)
    assert len(round.legal_moves) == 12
    assert all({"R1", "Y1"} < set(cards.split()) for cards in discards(round))
    assert_legal(round, "discard R1 Y1 R40", "R35-NEST-4", "R35-NEST-5")
    assert_legal(round, "discard R1 Y1 R5", "R35-NEST-4")


def test_D_G13_every_plain_card_goes_first() -> None:
    round = with_nest(*TWO)
    assert_refused(
        round,
        "discard R1 R40 R30",
        "R35-NEST-4",
        "You may discard money only when you have no other card to discard: discard Y1 first.",
    )
    assert_refused(
        round,
        "discard R5 R40 R30",
        "R35-NEST-4",
        "You may discard money only when you have no other card to discard: discard R1 Y1 first.",
    )
    round = with_nest(*ONE_NUMBER_CARD)
    assert len(round.legal_moves) == comb(12, 2)
    assert_refused(
        round,
        "discard R5 R40 R30",
        "R35-NEST-4",
        "You may discard money only when you have no other card to discard: discard R1 first.",
    )
    assert_legal(round, "discard R1 R40 R30", "R35-NEST-4")


def test_D_G14_any_money_may_go() -> None:
    discarded = {card for cards in discards(with_nest(*ONE_NUMBER_CARD)) for card in cards.split()}
    assert discarded == {*MONEY.split(), "R1"}


def test_D_G12_no_plain_card_at_all() -> None:
    round = with_nest(*NONE)
    assert len(round.legal_moves) == comb(13, 3)
    assert_legal(round, "discard R40 R30 B15", "R35-NEST-4", "R35-NEST-5")
    assert_refused(round, "discard R40 R30 TIGER", "R35-NEST-3")


@pytest.mark.parametrize("sixteen", [FOUR, THREE, TWO, ONE_NUMBER_CARD, NONE])
def test_D_G11_never_stuck(sixteen: tuple[str, str]) -> None:
    assert with_nest(*sixteen).legal_moves
    assert parse_card("TIGER") not in play(with_nest(*FOUR), "discard R1 Y1 G1").hands["S"]
    assert parse_card("TIGER") in play(with_nest(*THREE), "discard R1 Y1 G1").hands["S"]


def test_R35_NEST_5_a_forced_discard_is_shown_whole() -> None:
    after = play(with_nest(*TWO), "discard R1 Y1 R5")
    for seat in "NEW":
        assert mam.view(after, seat).round.discarded == parse_hand("R1 Y1 R5")
        assert mam.view(after, seat).round.deal.nest == (UNSEEN,) * 3


@pytest.mark.parametrize("sixteen", [FOUR, THREE])
def test_R35_NEST_5_any_other_discard_is_not(sixteen: tuple[str, str]) -> None:
    after = play(with_nest(*sixteen), "discard R1 Y1 G1")
    for seat in "NEW":
        assert mam.view(after, seat).round.discarded == (UNSEEN,) * 3
    assert mam.view(after, "S").round.discarded == parse_hand("R1 Y1 G1")


def test_D_G15_it_is_shown_before_trump_is_named() -> None:
    round = with_nest(*ONE_NUMBER_CARD)
    assert mam.view(round, "N").round.hands["S"] == (UNSEEN,) * 16
    after = play(round, "discard R1 R40 Y40")
    assert after.phase == "trump" and mam.view(after, "N").round.discarded == parse_hand("R1 R40 Y40")


def test_R35_NEST_6_the_nest_is_not_used_again() -> None:
    round = play(specimen(), f"{PRINTED}, discard R4 Y4 G8, trump B, R9, R2, R1")
    assert round.turn == "N"
    for card in ("R4", "Y4", "G8"):
        assert_refused(round, card, "D-G27", "You don't hold")


def test_R35_NEST_7_only_the_bidder_sees_the_nest() -> None:
    before = play(specimen(), PRINTED.removesuffix(", pass"))
    assert all(mam.view(before, seat).round.deal.nest == (UNSEEN,) * 3 for seat in SEATS)
    round = play(specimen(), PRINTED)
    assert mam.view(round, "N").round.deal.nest == parse_hand("Y40 B4 G8")
    assert all(mam.view(round, seat).round.deal.nest == (UNSEEN,) * 3 for seat in "ESW")


def test_R35_NEST_7_all_may_look_when_the_round_is_over() -> None:
    line = "Y1 Y40 Y2 Y30 / R40 R1 R30 R2"
    last = round_of_tricks(line, trump="R", lead="E", until=7)
    assert mam.view(last, "E").round.discarded == (UNSEEN,) * 3
    finished = round_of_tricks(line, trump="R", lead="E")
    assert finished.is_over and all(mam.view(finished, seat).round.discarded == finished.discarded for seat in SEATS)


def test_R35_NEST_8_discard_then_name_trump() -> None:
    round = play(specimen(), f"{PRINTED}, discard R4 Y4 G8")
    assert round.phase == "trump" and [str(move) for move in round.legal_moves] == [
        "trump R",
        "trump Y",
        "trump B",
        "trump G",
    ]
    assert_refused(
        round,
        "discard Y30 Y15 B1",
        "D-G27",
        "You can't discard anymore: the bidder has discarded. You must name trump.",
    )
    assert_refused(round, "B1", "D-G27")
    assert assert_legal(round, "trump B", "R35-NEST-8", "R35-PLAY-1").trump == Color.BLACK


def test_D_G28_a_color_one_does_not_hold() -> None:
    round = play(specimen(), f"{PRINTED}, discard R4 Y4 G8")
    assert not any(card.color == Color.RED for card in round.hands["N"])
    assert assert_legal(round, "trump R").trump == Color.RED


def test_D_G29_trump_stays_as_named() -> None:
    round = play(specimen(), f"{PRINTED}, discard R4 Y4 G8, trump B")
    for color in "RYBG":
        assert_refused(round, f"trump {color}", "D-G29", "You can't change trump: Black was named.")
        assert_refused(round, f"trump {color}", "D-G29", seat="N")


@pytest.mark.parametrize("nest", ["B40 Y40 TIGER"])
def test_D_G16_nested_money_belongs_to_nobody(nest: str) -> None:
    round = position(
        "N R40 B30 | E R1 B1 | S R2 B2 | W R3 B3",
        trump="R",
        lead="E",
        bid=200,
        nest=nest,
        discards="R40 B40 Y40",
        played="R1, R2, R3",
    )
    assert round.turn == "N"
    round = play(round, "TIGER, B30, B1, B2")
    finished = assert_legal(round, "B3", "D-G16")
    result = finished.result
    assert result is not None and result.nested == 120 and result.captured == {"N-S": 30, "E-W": 0}
    assert result.scores == {"N-S": -200, "E-W": 0}
    why = [reason.sentence for reason in finished.why_scored()]
    assert why[0] == "Money in the nest counts for nobody." and len(why) == 3
    count = make_count(finished)
    assert count is not None and count["result"] == why and not list(round.why_scored())
    plain = round_of_tricks("R1 R2 R3 TIGER / B30 B1 B2 B3", trump="R", lead="E", until=7)
    assert "D-G16" not in cited_rules(plain, "B3") and plain.play(mam.Play(parse_card("B3"))).result.nested == 0  # type: ignore[union-attr]


def test_the_others_hands_are_never_touched() -> None:
    round = play(specimen(), PRINTED)
    assert_refused(round, "discard R7 R4 Y4", "D-G27", "You don't hold Red 7.")
    assert_refused(round, "discard ?? R4 Y4", "D-G27")
