"""Bull and Bear: R35-BULL, R35-BEAR, R35-BB, D-G17, D-G18, D-G20, D-G22, D-G23, situations B13 to B15."""

import pytest
from positions import position, round_of_tricks
from tables import assert_legal, assert_refused, cited_rules, legal_cards, play

from mam.rules.cards import BEAR, BULL, TIGER, Color
from mam.rules.tricks import TrickRules, find_led_color, find_multiplier, find_strength, trick_value
from mam.text.notation import parse_hand

BOTH_ANIMALS = "N BULL BEAR | E R40 Y3 | S R2 Y1 | W Y40 B5"  # North on lead with the two alone


@pytest.mark.parametrize(("animal", "rule_id"), [("BULL", "R35-BULL-1"), ("BEAR", "R35-BEAR-1")])
@pytest.mark.parametrize("led", ["R9", "Y9", "B9", "G9"])
def test_R35_BULL_1_and_BEAR_1_only_without_the_color(animal: str, rule_id: str, led: str) -> None:
    color = led[0]
    other_cards = " ".join(f"{other_color}11" for other_color in "RYBG" if other_color != color)
    hands = f"N R9 Y9 B9 G9 TIGER | E {color}3 {other_cards} {animal} | S R1 Y1 B1 G1 R2 | W R4 Y4 B4 G4 Y2"
    for trump in "RYBG":
        round = position(hands, trump=trump, lead="N", played=led)
        word = Color(color).word
        assert_refused(
            round, animal, rule_id, f"You must follow {word}: you still hold ", f"only when you are out of {word}"
        )
        assert legal_cards(round) == f"{color}3"


@pytest.mark.parametrize(("animal", "rule_id"), [("BULL", "R35-BULL-1"), ("BEAR", "R35-BEAR-1")])
def test_R35_BULL_1_and_BEAR_1_allowed_without_the_color(animal: str, rule_id: str) -> None:
    round = position(f"N R9 R1 | E Y1 {animal} | S R3 R4 | W R7 R8", trump="Y", lead="N", played="R9")
    assert legal_cards(round) == f"Y1 {animal}"  # although a trump is held
    after = assert_legal(round, animal, rule_id)
    assert cited_rules(round, animal)[rule_id].startswith("East has no Red")
    assert after.trick is not None and after.trick.cards[-1].code == animal


def test_R35_BULL_1_as_the_last_card_of_a_hand() -> None:
    round = position("N R9 | E R8 | S BULL | W R40", trump="Y", lead="N", played="R9, R8")
    assert_legal(round, "BULL", "R35-BULL-1")
    assert_legal(position("N BULL | E R8 | S R9 | W R40", trump="Y", lead="N"), "BULL", "R35-BB-2")


def test_D_G22_the_bull_as_last_card_still_doubles() -> None:
    round = position("N R9 | E R8 | S BULL | W R40", trump="Y", lead="N", played="R9, R8, BULL")
    assert assert_legal(round, "R40", "R35-BULL-2").captured == {"N-S": 0, "E-W": 80}


def test_R35_BULL_2_doubles_for_whoever_captures() -> None:  # B13
    round = round_of_tricks("R2 R40 R3 BULL / Y1 Y2 Y3 Y4", trump="B", lead="S", until=3)
    assert round.turn == "E"
    after = assert_legal(round, "BULL", "R35-BULL-1", "R35-BULL-2")
    assert cited_rules(round, "BULL")["R35-BULL-2"] == "The Bull doubles $40,000 to $80,000."
    assert after.tricks[0].winner == "W" and after.tricks[0].value == 80 and after.tricks[0].effect == "×2"
    assert after.captured == {"N-S": 0, "E-W": 80}


def test_R35_BEAR_2_makes_the_trick_worthless() -> None:
    round = round_of_tricks("R2 R40 R30 BEAR / Y1 Y2 Y3 Y4", trump="B", lead="S", until=3)
    after = assert_legal(round, "BEAR", "R35-BEAR-1", "R35-BEAR-2")
    assert cited_rules(round, "BEAR")["R35-BEAR-2"] == "The Bear makes the $70,000 in the trick worth nothing."
    assert after.tricks[0].value == 0 and after.tricks[0].effect == "×0" and after.tricks[0].winner == "W"


def test_R35_BULL_3_and_BEAR_3_never_capture() -> None:
    for trump in Color:
        for led in (None, *Color):
            assert find_strength(BULL, led, trump) == find_strength(BEAR, led, trump) == 0
    for trick, winner in (
        ("BULL R1 BEAR Y40", "E"),
        ("BEAR BULL Y40 R1", "S"),
        ("R1 BULL BEAR Y40", "N"),
        ("BULL BEAR Y40 R1", "S"),
    ):
        assert round_of_tricks(trick, trump="G", lead="N").tricks[0].winner == winner


@pytest.mark.parametrize(
    ("trick", "money", "last"),
    [
        ("R40 BEAR R2 BULL", 80, "The Bull was played after the Bear, so the Bull counts."),  # B14
        ("R40 BULL R2 BEAR", 0, "The Bear was played after the Bull, so the Bear counts."),  # B15
        ("BULL BEAR R40 R2", 0, "The Bear was played after the Bull, so the Bear counts."),
        ("BEAR BULL R40 R2", 80, "The Bull was played after the Bear, so the Bull counts."),
        ("BEAR R40 R2 BULL", 80, "The Bull was played after the Bear, so the Bull counts."),
    ],
)
def test_R35_BB_1_the_later_one_decides(trick: str, money: int, last: str) -> None:
    round = round_of_tricks(trick, trump="Y", lead="S")
    assert round.tricks[0].value == money and round.tricks[0].effect == ("×2" if money else "×0")
    before = round_of_tricks(trick, trump="Y", lead="S", until=3)
    assert cited_rules(before, trick.split()[-1])["R35-BB-1"] == last


def test_R35_BB_1_multiplier() -> None:
    cards = dict(zip("TUE", (TIGER, BULL, BEAR), strict=True))
    for order, times in (
        ("", 1),
        ("T", 1),
        ("U", 2),
        ("E", 0),
        ("UE", 0),
        ("EU", 2),
        ("TUE", 0),
        ("EUT", 2),
        ("UT", 2),
        ("ET", 0),
    ):
        played = [cards[letter] for letter in order]
        assert find_multiplier(played, TrickRules()) == times
        assert trick_value([*parse_hand("R40 R5"), *played], TrickRules()) == 45 * times


@pytest.mark.parametrize("animal", ["BULL", "BEAR"])
@pytest.mark.parametrize("other_card", ["R1", "G40", "TIGER"])
def test_R35_BB_2_not_led_with_another_card_left(animal: str, other_card: str) -> None:
    round = position(f"N {animal} {other_card} | E R3 Y3 | S R4 Y4 | W R7 Y7", trump="B", lead="N")
    assert_refused(
        round, animal, "R35-BB-2", f"You can lead the {animal.capitalize()} only when you have no other card left."
    )
    assert legal_cards(round) == other_card


@pytest.mark.parametrize("animal", ["BULL", "BEAR"])
def test_R35_BB_2_led_as_the_last_card(animal: str) -> None:
    round = position(f"N {animal} | E R3 | S Y40 | W R7", trump="B", lead="N")
    assert legal_cards(round) == animal
    after = assert_legal(round, animal, "R35-BB-2")
    assert "D-G17" not in cited_rules(round, animal)
    assert play(after, "R3, Y40, R7").tricks[0].winner == "W"  # East's Red 3 set the color


def test_R35_BB_2_not_led_with_both_and_a_third_card() -> None:
    round = position("N BULL BEAR R1 | E R40 Y3 Y4 | S R2 Y1 Y2 | W Y40 B5 B1", trump="B", lead="N")
    for animal in ("BULL", "BEAR"):
        assert_refused(round, animal, "R35-BB-2")
    assert legal_cards(round) == "R1"


def test_D_G17_only_bull_and_bear_left() -> None:
    round = position(BOTH_ANIMALS, trump="B", lead="N")
    assert legal_cards(round) == "BULL BEAR"
    for animal in ("BULL", "BEAR"):
        after = assert_legal(round, animal, "D-G17")
        assert "R35-BB-2" not in cited_rules(round, animal) and after.turn == "E"


def test_R35_BB_3_the_first_number_or_money_card_sets_the_color() -> None:
    round = play(position(BOTH_ANIMALS, trump="B", lead="N"), "BULL")
    assert legal_cards(round) == "R40 Y3"
    assert (
        cited_rules(round, "R40")["R35-BB-3"]
        == "Red 40 is the first number or money card, so Red is the color to follow."
    )
    assert legal_cards(play(round, "R40")) == "R2" and legal_cards(play(round, "Y3")) == "Y1"
    assert_refused(
        play(round, "R40"),
        "Y1",
        "R35-PLAY-5",
        "The Bull was led and Red 40 was the first number or money card, so you must follow Red: you still hold ",
    )
    assert play(round, "R40, R2, Y40").tricks[0].winner == "E"
    assert play(round, "Y3, Y1, Y40").tricks[0].winner == "W"
    assert play(round, "R40, R2, B5").tricks[0].winner == "W"  # a trump still captures


def test_R35_BB_3_a_trump_may_set_the_color() -> None:
    round = play(position("N BULL BEAR | E B2 Y3 | S B4 Y1 | W Y40 TIGER", trump="B", lead="N"), "BULL, B2")
    assert_refused(round, "Y1", "R35-PLAY-5", "so you must follow Black")
    assert_refused(play(round, "B4"), "Y40", "R35-TIG-4", "The Tiger is your only trump, so you must play it.")


def test_D_G18_anything_before_a_color_is_fixed() -> None:
    round = play(position("N BULL BEAR | E TIGER Y3 | S R2 Y1 | W Y40 B5", trump="B", lead="N"), "BEAR")
    assert legal_cards(round) == "Y3 TIGER"
    round = position("N BULL | E BEAR | S TIGER | W Y40", trump="B", lead="N", played="BULL")
    round = assert_legal(round, "BEAR", "D-G18")
    assert cited_rules(play(round, "TIGER"), "Y40")["R35-BB-3"].startswith("Yellow 40 is the first")
    assert assert_legal(round, "TIGER", "D-G18").trick is not None


def test_D_G20_three_animals_and_one_card() -> None:
    for trick, winner in (
        ("BULL BEAR TIGER Y40", "S"),
        ("BEAR TIGER BULL R1", "E"),
        ("TIGER BULL BEAR R1", "N"),
        ("BULL BEAR Y1 TIGER", "W"),
    ):
        assert round_of_tricks(trick, trump="B", lead="N").tricks[0].winner == winner


@pytest.mark.parametrize("animal", ["BULL", "BEAR"])
def test_D_G23_no_money_no_effect(animal: str) -> None:
    round = round_of_tricks(f"R2 R4 R3 {animal} / Y1 Y2 Y3 Y4", trump="B", lead="S", until=3)
    because = cited_rules(round, animal)
    assert because["D-G23"] == f"The {animal.capitalize()} has no effect: there is no money in the trick."
    assert not {"R35-BULL-2", "R35-BEAR-2"} & set(because)
    assert play(round, animal).tricks[0].value == 0


def test_no_effect_is_named_without_bull_or_bear() -> None:
    round = round_of_tricks("R5 R40 R3 TIGER", trump="B", lead="S")
    assert round.tricks[0].effect == "" and round.tricks[0].value == 45
    assert not {"R35-BULL-2", "R35-BEAR-2", "R35-BB-1", "D-G23"} & set(
        cited_rules(round_of_tricks("R5 R40 R3 TIGER", trump="B", lead="S", until=3), "TIGER")
    )


def test_the_color_led() -> None:
    rules = TrickRules()
    for cards, led in (("BULL", None), ("R1", Color.RED), ("TIGER", Color.BLACK), ("BEAR", None)):
        assert find_led_color(parse_hand(cards), Color.BLACK, rules) == led
    assert find_led_color([BEAR, BULL, *parse_hand("G1")], Color.BLACK, rules) == Color.GREEN
    assert find_led_color([*parse_hand("G1"), TIGER], Color.BLACK, rules) == Color.GREEN


def test_R35_BB_4_bull_and_bear_tricks_lie_face_up_with_that_card_on_top() -> None:
    bull = round_of_tricks("R2 R40 R3 BULL / Y1 Y2 Y3 Y4", trump="B", lead="N")
    assert [trick.tag for trick in bull.tricks] == ["Bull ×2", ""]  # the others lie face down
    assert round_of_tricks("R40 BULL R2 BEAR", trump="B", lead="N").tricks[0].tag == "Bear ×0"
