"""The Tiger: R35-TIG, D-G19, D-G21."""

import pytest
from positions import SEATS, position, round_of_tricks
from tables import assert_legal, assert_refused, cited_rules, legal_cards, play

from mam.rules.cards import TIGER, Color
from mam.rules.tricks import find_strength
from mam.text.notation import parse_card, parse_move

AFTER_BULL = "N BULL BEAR | E TIGER R3 | S B5 Y40 | W Y1 R9"  # North leads the Bull, East plays the Tiger
TIGER_SETS = ("tiger-sets-color",)


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("trump", "RYBG")
def test_R35_TIG_1_always_captures(place: int, trump: str) -> None:
    other_cards = [f"{trump}40", f"{trump}30", f"{trump}1"]
    trick = " ".join([*other_cards[:place], "TIGER", *other_cards[place:]])
    assert round_of_tricks(trick, trump=trump, lead="N").tricks[0].winner == SEATS[place]
    before = round_of_tricks(trick, trump=trump, lead="N", until=3)
    because = cited_rules(before, trick.split()[-1])
    assert (
        because["R35-TIG-1"]
        == f"{before.rules.seat_names[SEATS[place]]}'s Tiger is the highest trump and takes the trick."
    )
    assert "R35-PLAY-4" not in because


def test_R35_TIG_1_above_every_card() -> None:
    top = parse_card("B40")
    for led in (None, *Color):
        assert find_strength(TIGER, led, Color.BLACK) > find_strength(top, Color.BLACK, Color.BLACK)


@pytest.mark.parametrize("trick", ["R40 TIGER R30 R1", "R40 B40 TIGER B30", "BULL R40 TIGER B40", "TIGER B40 B30 B1"])
def test_R35_TIG_1_over_any_trick(trick: str) -> None:
    round = round_of_tricks(trick, trump="B", lead="N")
    assert round.tricks[0].winner == SEATS[trick.split().index("TIGER")]


def test_R35_TIG_2_plays_as_a_trump() -> None:
    hands = "N R9 R1 | E TIGER Y3 | S TIGER R8 | W B1 Y40"
    round = position(hands.replace("S TIGER", "S G1"), trump="B", lead="N", played="R9")
    assert legal_cards(round) == "Y3 TIGER"  # like any trump, when the color led is not held
    assert_legal(round, "TIGER", "R35-PLAY-6")
    assert cited_rules(round, "TIGER")["R35-PLAY-6"].endswith(
        "East has no Red, so East may play any card: the Tiger, a trump."
    )
    round = position(hands.replace("E TIGER", "E G1"), trump="B", lead="N", played="R9, Y3")
    assert_refused(round, "TIGER", "R35-PLAY-5", "You must follow Red: you still hold ")


@pytest.mark.parametrize("trump", "RYBG")
def test_R35_TIG_3_led_it_calls_for_trumps(trump: str) -> None:
    other_color = "Y" if trump != "Y" else "G"
    hands = (
        f"N TIGER {other_color}9 | E {trump}1 {other_color}40 | S {other_color}1 {other_color}2 | W {trump}40 {trump}2"
    )
    round = position(hands, trump=trump, lead="N")
    assert cited_rules(round, "TIGER")["R35-TIG-3"] == "North leads the Tiger, so everyone must follow with trumps."
    round = assert_legal(round, "TIGER", "R35-TIG-3")
    assert_refused(
        round,
        f"{other_color}40",
        "R35-PLAY-5",
        f"The Tiger was led, so you must follow {Color(trump).word}, the trump: you still hold ",
    )
    assert legal_cards(round) == f"{trump}1"
    round = play(round, f"{trump}1")
    assert legal_cards(round) == f"{other_color}2 {other_color}1"  # South has no trump
    assert legal_cards(play(round, f"{other_color}1")) == f"{trump}40 {trump}2"


def test_R35_TIG_3_bull_and_bear_cannot_dodge_it() -> None:
    round = position("N TIGER R1 | E B1 BULL | S BEAR Y1 | W R2 R3", trump="B", lead="N", played="TIGER")
    assert_refused(
        round,
        "BULL",
        "R35-BULL-1",
        "The Tiger was led, so you must follow Black, the trump: you still hold B1. You can play the Bull only when you are out of Black.",
    )
    assert legal_cards(play(round, "B1")) == "Y1 BEAR"


def test_R35_TIG_4_the_only_trump_must_be_played() -> None:
    round = position("N B1 R1 | E TIGER R40 | S B2 R2 | W B3 R3", trump="B", lead="N", played="B1")
    assert_refused(round, "R40", "R35-TIG-4", "Trumps were led. The Tiger is your only trump, so you must play it.")
    assert legal_cards(round) == "TIGER"
    assert assert_legal(round, "TIGER", "R35-TIG-4").turn == "S"
    assert "R35-TIG-5" not in cited_rules(round, "TIGER")


@pytest.mark.parametrize(("animal", "rule_id"), [("BULL", "R35-BULL-1"), ("BEAR", "R35-BEAR-1")])
def test_R35_TIG_4_before_bull_and_bear(animal: str, rule_id: str) -> None:
    round = position(f"N B1 R1 | E TIGER {animal} | S B2 R2 | W B3 R3", trump="B", lead="N", played="B1")
    assert_refused(round, animal, rule_id)
    assert legal_cards(round) == "TIGER"


def test_R35_TIG_5_a_choice_among_trumps() -> None:
    round = position("N B1 R1 | E TIGER B30 | S B2 R2 | W B3 R3", trump="B", lead="N", played="B1")
    assert legal_cards(round) == "B30 TIGER"
    assert_legal(round, "TIGER", "R35-TIG-5")
    assert_legal(round, "B30", "R35-PLAY-5")
    assert cited_rules(round, "TIGER")["R35-TIG-5"] == "Trumps were led, and East may play any trump: the Tiger."


def test_R35_TIG_5_another_card_is_refused_by_the_duty_to_follow() -> None:
    round = position("N B1 R1 G1 | E TIGER B30 R40 | S B2 R2 G2 | W B3 R3 G3", trump="B", lead="N", played="B1")
    assert_refused(round, "R40", "R35-PLAY-5", "You must follow Black: you still hold ")


def test_D_G19_the_tiger_sets_no_color() -> None:
    round = position(AFTER_BULL, trump="B", lead="N", played="BULL")
    assert legal_cards(round) == "R3 TIGER"
    round = assert_legal(round, "TIGER", "D-G18")
    assert "R35-BB-3" not in cited_rules(position(AFTER_BULL, trump="B", lead="N", played="BULL"), "TIGER")
    assert legal_cards(round) == "Y40 B5"
    because = cited_rules(round, "Y40")["R35-BB-3"]
    assert because == "Yellow 40 is the first number or money card, so Yellow is the color to follow."
    round = play(round, "Y40")
    assert_refused(
        round,
        "R9",
        "R35-PLAY-5",
        "Yellow 40 was the first number or money card, so you must follow Yellow: you still hold Y",
    )
    assert play(round, "Y1").tricks[0].winner == "E" and play(round, "Y1").captured == {"N-S": 0, "E-W": 80}


def test_D_G19_as_an_option_it_sets_trumps() -> None:
    round = position(AFTER_BULL, trump="B", lead="N", played="BULL", options=TIGER_SETS)
    because = cited_rules(round, "TIGER")
    assert (
        "D-G18" not in because and "The Tiger counts as a trump, so Black is the color to follow." in because["D-G19"]
    )
    assert "The option tiger-sets-color chooses" in str(round.why(parse_move("TIGER"))[0])
    round = play(round, "TIGER")
    assert legal_cards(round) == "B5"
    assert_refused(round, "Y40", "R35-PLAY-5", "so you must follow Black, the trump: you still hold ")
    assert legal_cards(play(round, "B5")) == "R9 Y1"


def test_D_G19_a_card_before_the_tiger_sets_the_color_anyway() -> None:
    for options in ((), TIGER_SETS):
        hands = "N BULL BEAR | E R3 G1 | S TIGER Y40 | W R9 B1"
        round = position(hands, trump="B", lead="N", played="BULL, R3, TIGER", options=options)
        assert legal_cards(round) == "R9"
        assert_refused(round, "B1", "R35-PLAY-5", "so you must follow Red")


def test_D_G19_a_tiger_that_is_led_sets_trumps_anyway() -> None:
    for options in ((), TIGER_SETS):
        round = position(
            "N TIGER R1 | E B1 R2 | S R3 R4 | W R7 R8", trump="B", lead="N", played="TIGER", options=options
        )
        assert legal_cards(round) == "B1"


@pytest.mark.parametrize("animal", ["BULL", "BEAR"])
def test_D_G21_the_tiger_is_led_before_bull_or_bear(animal: str) -> None:
    round = position(f"N TIGER {animal} | E R3 Y3 | S R4 Y4 | W R7 Y7", trump="B", lead="N")
    assert_refused(round, animal, "R35-BB-2", "no other card left")
    assert legal_cards(round) == "TIGER"
    assert play(round, "TIGER, R3, R4, R7").turn == "N"
    assert legal_cards(play(round, "TIGER, R3, R4, R7")) == animal


def test_D_G21_with_both_animals_too() -> None:
    round = position("N TIGER BULL BEAR | E R3 Y3 B3 | S R4 Y4 B4 | W R7 Y7 B7", trump="G", lead="N")
    assert legal_cards(round) == "TIGER"
