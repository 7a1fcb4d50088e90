"""Leading, following and capturing: R35-PLAY, D-G27, D-G30, situation B35."""

import pytest
from positions import SEATS, left_of, position, round_of_tricks, specimen
from tables import assert_legal, assert_refused, cited_rules, legal_cards, play
from test_auction import PRINTED

import mam
from mam.rules.cards import Color
from mam.rules.tricks import TrickRules, find_strength, find_winner
from mam.text.notation import parse_card, parse_hand

FOLLOWING = "N Y9 R3 | E Y40 B7 | S B11 G1 | W R40 R1"
RULES = TrickRules()


@pytest.mark.parametrize("bidder", SEATS)
def test_R35_PLAY_1_left_of_the_bidder_leads(bidder: str) -> None:
    round = play(specimen(bidder), "open, pass, pass, pass")
    after = play(round, f"{round.legal_moves[0]}, trump B")
    assert after.bidder == bidder and after.turn == left_of(bidder)
    assert after.trick is not None and after.trick.leader == after.turn


def test_R35_PLAY_1_the_specimen() -> None:  # B35
    round = play(specimen(), f"{PRINTED}, discard G8 Y4 R4")
    assert cited_rules(round, "trump B")["R35-PLAY-1"] == "East sits at the bidder's left and leads first."
    assert play(round, "trump B").turn == "E"


def test_R35_PLAY_2_any_color_may_be_led() -> None:
    round = position("N R1 Y40 B5 G11 | E R2 R3 R4 R7 | S Y1 Y2 Y3 Y4 | W B1 B2 B3 B4", trump="B", lead="N")
    assert legal_cards(round) == "R1 Y40 B5 G11"
    for card in ("R1", "Y40", "B5", "G11"):
        assert "R35-PLAY-2" in cited_rules(round, card)
    assert_refused(round, "R2", "D-G27", "You don't hold Red 2.")


def test_R35_PLAY_2_the_leader_of_a_later_trick_may_lead_any_color() -> None:
    round = position("N R1 R9 G2 | E R2 Y3 B4 | S R3 B7 B8 | W R4 Y1 Y2", trump="R", lead="N", played="R1, R2, R3, R4")
    assert round.turn == "W" and legal_cards(round) == "Y2 Y1"


@pytest.mark.parametrize("lead", SEATS)
def test_R35_PLAY_3_one_card_each_to_the_left(lead: str) -> None:
    round = position("N R1 R9 | E R2 R8 | S R3 R7 | W R4 R11", trump="B", lead=lead)
    seat = lead
    for _ in range(4):
        assert round.turn == seat and round.phase == "play"
        hand_size = len(round.hands[seat])
        round = round.play(round.legal_moves[-1])
        assert len(round.hands[seat]) == hand_size - 1
        seat = left_of(seat)
    assert len(round.tricks) == 1 and len(round.tricks[0].cards) == 4


# R35-PLAY-4: who takes the trick. Order of play N E S W, so each place is a seat.
@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        ("R1 R40 R3 R4", "B", "E"),  # the highest of the color led
        ("R40 R1 R3 R4", "B", "N"),
        ("R1 R3 R4 R40", "B", "W"),
        ("R1 Y40 G40 R2", "B", "W"),  # other colors do not capture
        ("R1 Y40 G40 Y30", "B", "N"),
        ("R40 R30 B1 R15", "B", "S"),  # the lowest trump captures
        ("R40 B3 B2 R15", "B", "E"),  # of several trumps the highest
        ("R40 B2 B3 B1", "B", "S"),
        ("R40 B10 B11 B9", "B", "S"),
        ("R40 B7 B5 B4", "B", "E"),
        ("B1 R40 R30 B2", "B", "W"),  # trumps led
        ("B30 B40 R30 B2", "B", "E"),
        ("R10 R11 R9 R8", "R", "E"),
        ("Y7 Y5 R4 G4", "B", "N"),
    ],
)
def test_R35_PLAY_4_who_captures(trick: str, trump: str, winner: str) -> None:
    round = round_of_tricks(trick, trump=trump, lead="N")
    assert round.tricks[0].winner == winner
    last = trick.split()[-1]
    before = round_of_tricks(trick, trump=trump, lead="N", until=3)
    because = cited_rules(before, last)["R35-PLAY-4"]
    best = parse_card(trick.split()[SEATS.index(winner)])
    assert best.words in because and round.rules.seat_names[winner] in because
    assert ("highest trump" in because) == (best.color == Color(trump))


def test_R35_PLAY_4_every_trump_above_every_other_card() -> None:
    colored = [card for card in mam.PACK if card.color]
    for card in colored:
        for other_card in colored:
            if card.color == Color.BLACK != other_card.color:
                assert find_strength(card, Color.RED, Color.BLACK) > find_strength(other_card, Color.RED, Color.BLACK)
            if card.color == Color.RED and other_card.color == Color.YELLOW:
                assert (
                    find_strength(card, Color.RED, Color.BLACK) > find_strength(other_card, Color.RED, Color.BLACK) == 0
                )


def test_R35_PLAY_5_must_follow() -> None:
    round = position(FOLLOWING, trump="B", lead="N", played="Y9")
    assert_refused(round, "B7", "R35-PLAY-5", "You must follow Yellow: you still hold ")
    assert legal_cards(round) == "Y40"
    assert_legal(round, "Y40", "R35-PLAY-5")


@pytest.mark.parametrize("color", "RYBG")
def test_R35_PLAY_5_in_every_color(color: str) -> None:
    other_colors = [letter for letter in "RYBG" if letter != color]
    hand = " ".join([f"{color}2", f"{color}40", *(f"{letter}40" for letter in other_colors)])
    for trump in "RYBG":
        hands = f"N {color}1 R9 Y9 B9 G9 | E {hand} | S R8 Y8 B8 G8 R7 | W R3 Y3 B3 G3 Y7"
        round = position(hands, trump=trump, lead="N", played=f"{color}1")
        word = Color(color).word
        assert set(legal_cards(round).split()) == {f"{color}2", f"{color}40"}
        for other_color in other_colors:
            assert_refused(round, f"{other_color}40", "R35-PLAY-5", f"You must follow {word}: you still hold ")


def test_R35_PLAY_5_the_led_color_is_the_first_cards() -> None:
    round = position("N R1 R9 | E Y40 B7 | S R3 Y2 | W R40 Y1", trump="B", lead="N", played="R1, Y40")
    assert legal_cards(round) == "R3"
    assert_refused(round, "Y2", "R35-PLAY-5", "You must follow Red: you still hold ")
    round = play(round, "R3")
    assert legal_cards(round) == "R40"


def test_R35_PLAY_6_free_without_the_color() -> None:
    round = position(
        "N Y9 R3 R2 R1 G9 | E B7 R40 G1 BULL BEAR | S B11 B1 B2 B3 G2 | W B4 B8 B9 G3 G4",
        trump="B",
        lead="N",
        played="Y9",
    )
    assert legal_cards(round) == "R40 B7 G1 BULL BEAR"
    assert cited_rules(round, "B7")["R35-PLAY-6"].endswith(
        "East has no Yellow, so East may play any card: Black 7, a trump."
    )
    assert "trump" not in cited_rules(round, "R40")["R35-PLAY-6"]


def test_R35_PLAY_6_no_duty_to_trump_or_to_overtake() -> None:
    round = position("N Y9 R3 | E Y40 Y1 | S B11 G1 | W R40 B1", trump="B", lead="N", played="Y9")
    assert_legal(round, "Y1", "R35-PLAY-5")
    round = play(round, "Y1")
    assert_legal(round, "G1", "R35-PLAY-6")
    after = assert_legal(play(round, "B11"), "R40", "R35-PLAY-6")
    assert after.tricks[0].winner == "S"
    assert play(round, "B11, B1").tricks[0].winner == "S"  # nor a duty to trump higher


def test_R35_PLAY_7_money_plays_like_any_card() -> None:
    round = position("N R5 R15 | E R7 R40 | S Y1 Y40 | W R10 R11", trump="B", lead="N")
    for card in ("R5", "R15"):
        assert_legal(round, card, "R35-PLAY-2")
    round = play(round, "R5")
    assert legal_cards(round) == "R40 R7"
    assert play(round, "R7, Y40, R10").tricks[0].winner == "W" and play(round, "R40, Y40, R10").tricks[0].winner == "E"


def test_R35_PLAY_8_the_winner_leads_next() -> None:
    round = round_of_tricks("R1 R40 R2 R3 / Y1 Y2 Y3 Y40 / G1 G3 G40 G2", trump="B", lead="N", until=4)
    assert round.turn == "E" and round.tricks[0].winner == "E" and round.captured == {"N-S": 0, "E-W": 40}
    assert round.trick is not None and round.trick.cards == () and round.trick.leader == "E"
    round = play(round, "Y1, Y2, Y3, Y40")
    assert round.turn == round.tricks[1].winner == "N" and round.captured == {"N-S": 40, "E-W": 40}


def test_R35_PLAY_8_a_partners_card_may_win() -> None:
    round = round_of_tricks("R1 R2 R40 R3 / Y1 Y2 Y3 Y4", trump="B", lead="N", until=4)
    assert round.turn == "S" and round.captured == {"N-S": 40, "E-W": 0}


def test_R35_PLAY_3_cards_out_of_turn() -> None:
    round = position(FOLLOWING, trump="B", lead="N", played="Y9")
    assert_refused(round, "B11", "R35-PLAY-3", "It is East's turn, not yours.", seat="S")
    assert_refused(round, "Y40", "R35-PLAY-3", "It is East's turn, not yours.", seat="N")


def test_R35_PLAY_1_and_8_a_lead_out_of_turn() -> None:
    first = position("N R1 R2 | E R3 R4 | S R40 R5 | W R7 R8", trump="B", lead="N")
    assert_refused(play(first, "R1, R3, R40, R7"), "R4", "R35-PLAY-8", "It is South's turn, not yours.", seat="E")


def test_D_G27_cards_not_held_and_moves_of_another_phase() -> None:
    round = position(FOLLOWING, trump="B", lead="N", played="Y9")
    assert_refused(round, "B11", "D-G27", "You don't hold Black 11.")
    assert_refused(round, "Y9", "D-G27", "You don't hold Yellow 9.")
    assert_refused(round, "BULL", "D-G27", "You don't hold the Bull.")
    assert_refused(round, "??", "D-G27")
    for text, reason in (
        ("pass", "You can't pass anymore: the auction is over. You must play a card."),
        ("discard R1 R2 R3", "You can't discard anymore: the bidder has discarded. You must play a card."),
    ):
        assert_refused(round, text, "D-G27", reason)
    assert_refused(round, "bid 200", "R35-BID-11", "the auction is over")
    assert_refused(round, "trump R", "D-G29", "You can't change trump: Black was named.")


def test_D_G27_a_hidden_hand_may_play_any_unseen_card() -> None:
    round = position(FOLLOWING, trump="B", lead="N", played="Y9")
    view_round = mam.view(round, "N").round  # what East may play, as far as North knows
    assert {*legal_cards(view_round).split()} == {"Y40", "B7", "B11", "G1", "R40", "R1", *map(str, round.nest)}
    east_view = mam.view(round, "E").round
    assert legal_cards(east_view) == legal_cards(round) == "Y40" and mam.view(round, "N").legal_moves == ()
    assert_refused(view_round, "R3", "D-G27", "You don't hold Red 3.")  # North holds it
    assert_refused(view_round, "Y9", "D-G27", "You don't hold Yellow 9.")  # it lies on the table


def test_D_G27_nothing_is_accepted_when_the_round_is_over() -> None:
    finished = round_of_tricks("R1 R40 R2 R3", trump="B", lead="N")
    assert (
        finished.is_over
        and finished.turn is finished.actor is finished.trick is None
        and finished.legal_moves == ()
        and finished.name == ""
    )
    for text in ("R1", "pass", "bid 200", "discard R1 R2 R3", "trump R"):
        assert_refused(finished, text, "D-G27", "the round is over")


def test_D_G30_all_thirteen_tricks_are_played() -> None:
    round = play(specimen(), f"{PRINTED}, discard G8 Y4 R4, trump B")
    for number in range(52):
        assert not round.is_over and len(round.tricks) == number // 4
        assert round.result is None
        round = round.play(round.legal_moves[0])
    assert round.is_over and len(round.tricks) == 13 and not any(round.hands.values())
    assert round.result is not None


def test_nobody_captures_an_empty_table() -> None:
    assert find_winner([], Color.RED, RULES) is None
    assert find_winner(parse_hand("BULL BEAR"), Color.RED, RULES) is None
    assert find_winner(parse_hand("R1"), None, RULES) == 0
