"""The pack: R35-PACK and situations B01 to B05, B30, B31."""

import copy
import dataclasses
import pickle
from itertools import pairwise

import pytest
from cases import check_each
from positions import EDITION, SEATS, SPECIMEN
from tables import position

import mam
from mam.rules.amounts import format_amount
from mam.rules.cards import (
    ALL_CARDS,
    ANIMALS,
    BEAR,
    BULL,
    MONEY_RANKS,
    RANKS,
    TIGER,
    UNSEEN,
    Color,
    money_in,
    remove_cards,
    sort_hand,
)
from mam.rules.tricks import TrickRules, find_strength, find_winner
from mam.text.notation import parse_card, parse_deal, parse_hand


def test_R35_PACK_1_fifty_five_cards() -> None:  # B01
    assert len(mam.PACK) == len(set(mam.PACK)) == 55
    assert sum(card.money > 0 for card in mam.PACK) == 20
    assert sum(card.is_number_card for card in mam.PACK) == 32
    assert [card for card in mam.PACK if card.color is None] == [TIGER, BULL, BEAR] == list(ANIMALS)
    for color in Color:
        assert sum(card.color == color for card in mam.PACK) == 13


def test_R35_PACK_2_four_colors_none_above_another() -> None:
    assert [color.word for color in Color] == ["Red", "Yellow", "Black", "Green"]
    for led in Color:
        for other_color in Color:
            card = parse_card(f"{other_color.value}40")
            low = parse_card(f"{led.value}1")
            assert find_winner([low, card], None, TrickRules()) == int(other_color == led)


def test_R35_PACK_3_order_within_a_color() -> None:  # B02
    assert RANKS == (40, 30, 15, 11, 10, 9, 8, 7, 5, 4, 3, 2, 1)
    for color in Color:
        cards = [card for card in mam.PACK if card.color == color]
        assert [card.rank for card in cards] == list(RANKS)
        for trump in (None, color):
            for better, worse in pairwise(cards):
                assert find_strength(better, color, trump) > find_strength(worse, color, trump)
                assert find_winner([worse, better], trump, TrickRules()) == 1
                assert find_winner([better, worse], trump, TrickRules()) == 0


@pytest.mark.parametrize("rank", [6, 12, 13, 14, 20, 0])
def test_R35_PACK_4_ranks_that_do_not_exist(rank: int) -> None:
    assert rank not in RANKS
    with pytest.raises(mam.text.notation.NotationError, match="no 6"):
        parse_card(f"R{rank}")


def test_R35_PACK_4_no_number_card_shares_a_money_rank() -> None:
    assert {40, 30, 15, 10, 5} == MONEY_RANKS
    assert all(card.is_number_card == (card.rank in {11, 9, 8, 7, 4, 3, 2, 1}) for card in mam.PACK if card.color)
    assert not any(card.is_number_card for card in (*ANIMALS, UNSEEN))


@pytest.mark.parametrize(("better", "worse"), [("R11", "R10"), ("R10", "R9"), ("R7", "R5"), ("R5", "R4")])
def test_R35_PACK_5_ten_and_five_rank_by_their_number(better: str, worse: str) -> None:  # B03
    assert find_strength(parse_card(better), Color.RED, None) > find_strength(parse_card(worse), Color.RED, None)


def test_R35_PACK_6_the_money_of_a_card() -> None:
    values = {40: 40, 30: 30, 15: 15, 10: 10, 5: 5}
    for card in (*mam.PACK, UNSEEN):
        assert card.money == values.get(card.rank, 0)
    assert money_in([TIGER, BULL, BEAR]) == 0


def test_R35_PACK_7_a_hundred_in_each_color() -> None:  # B04
    assert money_in(mam.PACK) == 400
    for color in Color:
        assert money_in(card for card in mam.PACK if card.color == color) == 100


def test_the_specimen_is_a_complete_pack() -> None:  # B30, B31
    deal = parse_deal(SPECIMEN)
    assert sorted(deal.cards, key=mam.PACK.index) == list(mam.PACK)
    assert {seat: money_in(deal[seat]) for seat in SEATS} == {"N": 155, "E": 35, "S": 70, "W": 100}
    assert money_in(deal.nest) == 40


def test_a_hand_is_sorted_by_color_then_strength_then_animals() -> None:
    assert sort_hand(reversed((*mam.PACK, UNSEEN))) == (*mam.PACK, UNSEEN)


def test_taking_a_card_from_a_hand() -> None:
    hand = parse_hand("R40 BULL ?? ??")
    assert remove_cards(hand, [BULL]) == parse_hand("R40 ?? ??")
    assert remove_cards(hand, [TIGER, BEAR]) == parse_hand("R40 BULL")
    with pytest.raises(ValueError, match="is not in the hand"):
        remove_cards(hand, [TIGER, parse_card("Y1"), BEAR])
    with pytest.raises(ValueError, match="TIGER is not in the hand R40"):
        remove_cards(parse_hand("R40"), [TIGER])


def test_money_as_people_write_it() -> None:
    assert [format_amount(amount) for amount in (0, 5, 400, 1060, -5)] == [
        "$0",
        "$5,000",
        "$400,000",
        "$1,060,000",
        "−$5,000",
    ]


@check_each("card", [*ALL_CARDS, UNSEEN])
def test_a_card_is_made_from_its_code_alone(card: mam.Card) -> None:
    rebuilt = mam.Card(card.code)
    facts = (rebuilt.code, rebuilt.color, rebuilt.rank, rebuilt.money, rebuilt.is_number_card, rebuilt.words)
    assert rebuilt == card == parse_card(card.code) and hash(rebuilt) == hash(card)
    assert facts == (card.code, card.color, card.rank, card.money, card.is_number_card, card.words)
    for copied in (copy.copy(rebuilt), copy.deepcopy(rebuilt), pickle.loads(pickle.dumps(rebuilt))):
        assert (copied.code, copied.color, copied.rank, copied.money) == facts[:4]


def test_a_card_made_by_its_code_takes_the_trick_like_any_other() -> None:
    round = position(EDITION, "N R30 G1 | E R4 G2 | S R40 G3 | W R5 G4", bidder="W", trump="B")
    for code in ("R30", "R4", "R40", "R5"):
        round = round.play(mam.rules.moves.Play(mam.Card(code)))
    assert round.tricks[0].winner == "S" and round.captured["N-S"] == 75


@pytest.mark.parametrize("code", ["banana", "R6", "r40", "HQ1", "", " R40", "R40\n", "\x1b[31m", "x" * 1000])
def test_no_card_is_made_from_another_code(code: str) -> None:
    with pytest.raises(ValueError, match=" is not a card: ") as caught:
        mam.Card(code)
    text = str(caught.value)
    assert text.isprintable() and len(text) < 250
    with pytest.raises(TypeError):
        mam.Card("R40", Color.RED, 30, 30)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        mam.Card("R40", rank=30)  # type: ignore[call-arg]


@pytest.mark.parametrize("wrong", [None, 40, b"R40", ["R40"], Color.RED])
def test_a_code_is_text(wrong: object) -> None:
    with pytest.raises(TypeError, match="a card is made from its code, like Card"):
        mam.Card(wrong)  # type: ignore[arg-type]


def test_no_fact_of_a_card_can_be_replaced() -> None:
    for fact in ("color", "rank", "money"):
        with pytest.raises((ValueError, TypeError), match=fact):  # Python 3.13 raises TypeError
            dataclasses.replace(mam.Card("R40"), **{fact: 30})
