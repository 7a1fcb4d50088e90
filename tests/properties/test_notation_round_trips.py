"""Text in, text out: everything prints as the text that reads back as the same, and junk is refused politely."""

from contextlib import suppress
from random import Random

import pytest
from all_tables import check_text
from cases import check_each
from hypothesis import assume, example, given
from hypothesis import strategies as st
from positions import EDITION, SEATS, deal_to, specimen
from strategies import rounds, walk
from tables import play

import mam
from mam.rules.cards import ALL_CARDS, UNSEEN, Color, NoTrump, Suit, format_cards, sort_hand
from mam.rules.moves import (
    Bid,
    BidTricks,
    CallCards,
    Discard,
    Draw,
    Exchange,
    Extend,
    Lay,
    Misdeal,
    NameTrump,
    Pass,
    Play,
    Stop,
    Vote,
)
from mam.text.deal_codes import decode_deal, encode_deal
from mam.text.notation import (
    NotationError,
    parse_amount,
    parse_call,
    parse_card,
    parse_color,
    parse_deal,
    parse_dealt_hand,
    parse_hand,
    parse_move,
    parse_round,
    parse_trump,
)

cards = st.sampled_from((*ALL_CARDS, UNSEEN))
hands = st.lists(st.sampled_from(ALL_CARDS), unique=True, max_size=16)
DOUBLE_PACK = mam.get_edition("eight").pack
doubled = st.lists(st.integers(0, len(DOUBLE_PACK) - 1), unique=True, max_size=20).map(
    lambda places: [DOUBLE_PACK[place] for place in places]
)
colors = st.sampled_from((*Color, *Suit))
trumps = st.sampled_from((*Color, *Suit, *NoTrump))
DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
moves = st.one_of(
    st.builds(Bid, st.integers(0, 99_999), st.none() | trumps),
    st.sampled_from((Pass(), Misdeal(), Draw(), Stop(), Vote(True), Vote(False), Exchange())),
    st.builds(BidTricks, st.none() | st.integers(0, 30)),
    doubled.map(Discard),
    doubled.map(CallCards),
    trumps.map(NameTrump),
    st.builds(Exchange, st.sampled_from("NESWABCXYZ"), cards),
    cards.map(Play),
    cards.map(Lay),
    st.builds(Extend, st.integers(0, 40), st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=1)),
)


@given(cards)
def test_cards(card: mam.Card) -> None:
    assert parse_card(card.code) == parse_card(card.code.lower()) == parse_card(f" {card.code} ") == card
    assert repr(card) == card.code


@given(hands, st.integers(0, 3))
def test_hands(hand: list[mam.Card], unseen: int) -> None:
    hand = [*hand, *[UNSEEN] * unseen]
    assert (
        parse_hand(format_cards(hand)) == sort_hand(hand) == parse_hand(", ".join(card.code.lower() for card in hand))
    )


@given(doubled)
def test_hands_of_two_packs(hand: list[mam.Card]) -> None:
    assert parse_hand(format_cards(hand)) == sort_hand(hand)


@given(cards)
def test_a_card_alone_is_played(card: mam.Card) -> None:
    assert parse_move(card.code) == parse_move(card.code.lower()) == Play(card)


@given(moves)
def test_moves(move: mam.rules.moves.Move) -> None:
    assert parse_move(str(move)) == move == parse_move(f"  {move} ")


@given(st.integers(0, 999))
def test_amounts(amount: int) -> None:
    assert parse_amount(str(amount)) == parse_amount(f"${amount * 1000:,}") == amount
    assert amount < 10 or parse_amount(str(amount * 1000)) == amount
    assert parse_call(str(amount)) == parse_move(str(amount)) == Bid(amount)


@given(colors)
def test_colors(color: Color | Suit) -> None:
    assert parse_color(color.value) == parse_color(color.word) == parse_color(color.word.lower()) == color


@given(trumps)
def test_trumps(trump: Color | Suit | NoTrump) -> None:
    assert parse_trump(trump.value) == parse_trump(trump.word) == parse_trump(f" {trump.value.lower()} ") == trump
    assert parse_call(f"120 {trump.value}") == parse_move(f"bid 120 {trump.word.upper()}") == Bid(120, trump)


@given(rounds("any", "rich"))
def test_deals_and_rounds(round: mam.TrickRound) -> None:
    check_text(round)
    assert parse_round(repr(round)).captured == round.captured


@given(rounds("any", "rich"), st.sampled_from(SEATS))
def test_rounds_as_one_person_sees_them(round: mam.TrickRound, person: str) -> None:
    view_round = mam.view(round, person).round
    assert parse_deal(repr(view_round.deal)) == view_round.deal
    assert parse_round(repr(view_round)) == view_round


def test_a_forced_discard_as_the_others_see_it_reads_back() -> None:
    hand = "R40 R30 R15 R10 R5 Y40 Y30 Y15 Y10 Y5 B40 B30 R1"
    round = play(deal_to("S", hand, "Y1 BEAR TIGER"), "open, pass, pass, pass, discard R1 Y1 R5, trump B")
    view_round = mam.view(round, "N").round
    assert parse_round(repr(view_round)) == view_round


def test_options_are_written_down() -> None:
    round = specimen(options=("unlimited-bids", "short-game"))
    assert repr(round).startswith(f"{EDITION}+short-game+unlimited-bids | dealer S | ")
    assert parse_round(repr(round)) == round != specimen()


# Deal codes


@given(rounds("any", "rich"))
def test_codes(round: mam.TrickRound) -> None:
    code = encode_deal(round.deal, EDITION)
    assert decode_deal(code) == (EDITION, round.deal)
    assert decode_deal(code.lower().replace("-", " ").replace(" ", "-", 1)) == (EDITION, round.deal)
    head, _, body = code.partition("-")
    assert decode_deal(f"{head}-" + body.replace("0", "o").replace("1", "l")) == (EDITION, round.deal)
    assert len(code) == 32 and set(code) <= set(DIGITS) | {"-"}


def test_a_code_for_the_first_and_the_last_deal() -> None:
    for pack in (mam.PACK, mam.PACK[::-1]):
        for dealer in SEATS:
            deal = mam.Deal(SEATS, dealer, tuple(pack[place * 13 :][:13] for place in range(4)), tuple(pack[52:]))
            assert decode_deal(encode_deal(deal, EDITION)) == (EDITION, deal)


def test_golden_code() -> None:
    deal = mam.start(EDITION, seed=7).deal
    assert encode_deal(deal, EDITION) == "ME-0970A-VEAK6-JG9HZ-8NZ64-0W8MJ"
    assert decode_deal("ME-0970A-VEAK6-JG9HZ-8NZ64-0W8MJ") == (EDITION, deal)


@pytest.mark.parametrize("seed", range(3))
def test_a_mistyped_code_is_noticed(seed: int) -> None:
    code = encode_deal(mam.start(EDITION, seed).deal, EDITION)
    tried = missed = 0
    for place, old in enumerate(code):
        for new in DIGITS if old != "-" else "":
            if new != old:
                tried += 1
                with suppress(NotationError):
                    decode_deal(code[:place] + new + code[place + 1 :])
                    missed += 1
    assert tried == 31 * 27 and missed <= tried / 200  # two letters of check: one in 1,024 slips through
    for wrong in (code[:-1], code + "0", code[1:], "", code.replace("-", "")):
        with pytest.raises(NotationError):
            decode_deal(wrong)


def test_neighbors_exchanged_are_noticed() -> None:
    code = encode_deal(mam.start(EDITION, 11).deal, EDITION)
    for place in range(3, len(code) - 1):
        first, second = code[place], code[place + 1]
        if first != second and "-" not in (first, second):
            with pytest.raises(NotationError):
                decode_deal(code[:place] + second + first + code[place + 2 :])


def test_a_deal_with_unseen_cards_has_no_code() -> None:
    with pytest.raises(NotationError, match="42 unseen cards"):
        encode_deal(mam.view(specimen(), "N").round.deal, EDITION)


def test_a_deal_of_another_shape_has_no_code() -> None:
    with pytest.raises(NotationError):
        encode_deal(parse_deal("dealer S | N R4 | E R7 | S R5 | W R2 | nest R1"), EDITION)


# Junk

PARSERS = (
    parse_card,
    parse_hand,
    parse_dealt_hand,
    parse_color,
    parse_trump,
    parse_amount,
    parse_call,
    parse_move,
    parse_deal,
    parse_round,
    decode_deal,
)
words = st.lists(
    st.sampled_from(
        [
            *(
                "dealer",
                "nest",
                "stock",
                "blind_draw",
                "carry",
                "account",
                "bid",
                "pass",
                "misdeal",
                "tricks",
                "vote",
                "yes",
            ),
            *("play", "discard", "trump", "call", "exchange", "draw", "stop", "lay", "word", "NT+", "40", "175"),
            *("sweven", "exact-tricks", "D12N", "XA5", EDITION, *"RYBGNESWA|,-$+?/ 1"),
        ]
    )
)


@given(st.one_of(st.text(), words.map(" ".join), words.map("".join)))
@example("bid ²")
@example("bid 175,000,0")
@example("dealer")
@example("discard 6")
def test_junk_raises_notation_errors_only(text: str) -> None:
    for parse in PARSERS:
        refusal = ""
        try:
            parse(text)  # type: ignore[operator]
        except NotationError as error:
            refusal = str(error)
        except mam.IllegalMove:
            assert parse is parse_round
        assert len(refusal) < 400


@given(rounds("any"), st.integers(0, 2**32))
def test_a_damaged_round_raises_errors_that_say_what_is_wrong(round: mam.TrickRound, seed: int) -> None:
    rng, text = Random(seed), repr(round)
    place = int(rng.random() * len(text))
    damaged = text[:place] + rng.choice(["", "?", "R", "|", ",", "9", " ", "x"]) + text[place + 1 :]
    assume(damaged != text)
    with suppress(NotationError, mam.IllegalMove):
        assert parse_round(damaged).rules == round.rules


def test_a_table_of_unseen_cards_is_no_crash() -> None:
    unseen = " ".join(["??"] * 13)
    deal = "dealer S | " + " | ".join(f"{seat} {unseen}" for seat in SEATS) + " | nest ?? ?? ??"
    text = (
        f"{EDITION} | {deal} | bid 175, pass, pass, pass, discard ?? ?? ??, trump B, play ??, play ??, play ??, play ??"
    )
    with pytest.raises((NotationError, mam.IllegalMove)):
        parse_round(text)


@check_each(
    "parse, text, words",
    [
        (parse_card, "R6", "no 6"),
        (parse_card, "Z9", "TIGER, BULL, BEAR"),
        (parse_card, "S11", "A K Q J"),
        (parse_hand, "R4 R4 R4", "R4 is named three times"),
        (parse_hand, "SA SA", "SA is named twice"),
        (parse_hand, " ".join("E" * 9), "E is named 9 times"),
        (parse_dealt_hand, "??/R4", "'\\?\\?/R4' is not a pair"),
        (parse_dealt_hand, "R4/", "'' is not a card"),
        (parse_trump, "NT", "not a color"),
        (parse_call, "120 X", "'x' is not a color"),
        (parse_move, "tricks", "tricks 3"),
        (parse_move, "tricks -1", "tricks 3"),
        (parse_move, "vote maybe", "vote yes or vote no"),
        (parse_move, "exchange S", "exchange S R4"),
        (parse_move, "word MANY", "word 1 MANY"),
        (parse_move, "word 1 M4NY", "word 1 MANY"),
        (parse_move, "draw 3", "not a move"),
        (parse_move, "lay AA", "not a card"),
        (parse_color, "blue", "R, Y, B or G"),
        (parse_amount, "$175", "whole thousands"),
        (parse_amount, "-5", "not a bid"),
        (parse_amount, "1,75", "not a bid"),
        (parse_move, "sing", "not a move"),
        (parse_deal, "dealer N | N R1", "not a deal"),
        (parse_deal, "dealer X | N R1 | S R2 | nest", "has no hand"),
        (parse_deal, "dealer N | N R1 | N R2 | nest", "seat N has two hands"),
        (parse_deal, "dealer N | N R1 | S R2 | nest | blind_draw R4", "'R4' is not the number of a discard"),
        (parse_deal, "dealer N | N R1 | S R2 | nest | blind_draw 1 | stock R4", "not a deal"),
        (parse_deal, "dealer N | N R1 | S R2 | nest | stock Z40", "'Z40' is not a card"),
        (parse_round, "bridge | dealer N | N R1 | S R2 | nest | ", "no edition 'bridge'"),
        (decode_deal, "XX-1", "it begins like MS-"),
        (decode_deal, "MS-1", "25 letters and digits"),
    ],
)
def test_what_is_wrong_is_named(parse: object, text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        parse(text)  # type: ignore[operator]


def test_a_refused_move_in_a_record_says_why() -> None:
    with pytest.raises(mam.IllegalMove, match="R35-BID-5"):
        parse_round(repr(play(specimen(), "open")) + ", bid 180")


def test_every_round_of_a_kind_has_its_own_text() -> None:
    texts = {repr(walk(seed, "any", "S", 0.4)) for seed in range(50)}
    assert len(texts) == 50


@pytest.mark.parametrize(
    "text",
    [
        "dealer N | N B15/Y5 | E B15 | nest",
        "dealer N | N B15 | E B15/Y5 | nest",
        "dealer N | N R40/R30 R40/R30 | S R1 | nest",
        "dealer N | N R40/R30 R40/B1 | S R40/R1 | nest",
        "dealer N | N R40/B1 Y5 | S R40/Y5 | nest",
        "dealer N | N R40/?? R40 ?? | S R40/?? | nest",
        "dealer N | N R40/R40 R2 | S R2/R2 | nest",
    ],
)
def test_face_down_cards_read_back_where_a_card_is_there_twice(text: str) -> None:
    deal = parse_deal(text)
    assert parse_deal(repr(deal)) == deal and repr(parse_deal(repr(deal))) == repr(deal)
    assert repr(deal).count("/") == text.count("/")


PAIRS = st.lists(st.tuples(st.sampled_from(mam.PACK[:3]), st.sampled_from((*mam.PACK[:4], UNSEEN))), max_size=2)


@given(st.lists(st.tuples(PAIRS, st.lists(st.sampled_from(mam.PACK[:4]), max_size=2)), min_size=2, max_size=4))
def test_every_deal_with_face_down_cards_reads_back(
    hands: list[tuple[list[tuple[mam.Card, mam.Card]], list[mam.Card]]],
) -> None:
    seats = "NESW"[: len(hands)]
    texts = [" ".join([*(f"{upper}/{below}" for upper, below in pairs), *map(str, cards)]) for pairs, cards in hands]
    try:
        deal = parse_deal(f"dealer N | {' | '.join(map(' '.join, zip(seats, texts, strict=True)))} | nest")
    except NotationError:
        assume(False)  # a card more than twice in a hand
    assert parse_deal(repr(deal)) == deal and repr(parse_deal(repr(deal))) == repr(deal)
