"""Given: every fact is found a second way, by the calculator of the game, a formula, or dealing."""

import random
from fractions import Fraction
from itertools import combinations
from math import comb

from cases import check_each

import mam
from mam.chance import find_page, list_facts, make_tables
from mam.chance.pages import shows
from mam.chance.tables import given


def test_facts_are_what_the_calculator_counts() -> None:
    chances = mam.chances("make-a-million-1935")

    def count(condition: str) -> Fraction:
        found = chances.chance(condition).exact
        assert found is not None
        return found

    facts = list_facts("given")
    assert facts["two"] == count("N 40 >= 2")
    assert facts["another_if_some"] == count("N 40 >= 2") / count("N 40 >= 1")
    assert facts["another_if_red"] == count("N 40 >= 2 and N holds R40") / count("N holds R40")
    question = find_page("given").checks[2]
    for printed, fact in (("35%", "another_if_some"), ("54%", "another_if_red"), ("23%", "two")):
        assert printed in f"{question.ask} {question.options} {question.why}" and shows(printed, float(facts[fact]))


@check_each("size", list(given.SIZES))
def test_chances_by_the_cards_that_are_not_there(size: int) -> None:
    """With the Red 40 in the hand, none of the other three is among the other cards; any other 40 named leaves the same."""
    assert sum(given.count_hands(size).values()) == comb(55, size)
    assert given.find_chance(size, "red") == 1 - Fraction(comb(51, size - 1), comb(54, size - 1))
    assert given.find_left(size, "red") == Fraction(size, 55)
    assert given.find_left(size, "some") == 1 - Fraction(comb(51, size), comb(55, size))
    assert given.find_chance(size, "none") < given.find_chance(size, "some") < given.find_chance(size, "red")


def test_chances_by_dealing() -> None:
    rng = random.Random(5)
    hands = [rng.sample(range(55), 13) for _ in range(40_000)]  # 0 to 3 are the 40s, 0 the Red one
    forties = [sum(card < 4 for card in hand) for hand in hands]
    some = [count > 1 for count in forties if count]
    red = [count > 1 for hand, count in zip(hands, forties, strict=True) if 0 in hand]
    assert abs(sum(some) / len(some) - given.find_chance(13, "some")) < 0.012
    assert abs(sum(red) / len(red) - given.find_chance(13, "red")) < 0.02
    three = [0 in hand for hand, count in zip(hands, forties, strict=True) if count == 3]
    assert abs(sum(three) / len(three) - 0.75) < 0.05


@check_each("size", list(given.SIZES))
def test_two_hundred_hands_are_drawn_as_they_are(size: int) -> None:
    drawn = given.draw_hands(size)
    assert sum(drawn.values()) == given.PICTURE_HANDS
    for kind, ways in given.count_hands(size).items():
        assert abs(drawn[kind] - 200 * ways / comb(55, size)) < 1
    hands = make_tables("given")["drawing"]["hands"][f"{size}"]
    assert sum(number for _, _, number in hands) == given.PICTURE_HANDS


def test_two_of_four_cards_and_two_children() -> None:
    cards = ("R40", "Y40", "R1", "Y1")
    with_red = [hand for hand in combinations(cards, 2) if "R40" in hand]
    answers = [question.answer for question in find_page("given").checks]
    assert answers[0] and answers[0].value == Fraction(sum("Y40" in hand for hand in with_red), len(with_red))
    children = [(older, younger) for older in "gb" for younger in "gb" if older == "g"]
    assert answers[3] and answers[3].value == Fraction(children.count(("g", "g")), len(children))
