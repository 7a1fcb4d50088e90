"""Counting: every fact is found a second way, by listing, by a loop, or by factorials."""

from fractions import Fraction
from itertools import combinations, permutations
from math import factorial, sqrt

import mam
from mam.chance import find_page, list_facts, make_tables
from mam.chance.tables import counting


def loop_until_repeat(kinds: int) -> int:
    """Deal one hand after the other until all being different is less likely than not."""
    different, dealt = 1.0, 0
    while different >= 0.5:
        different *= 1 - dealt / kinds
        dealt += 1
    return dealt


def test_hands_are_counted_as_they_are_listed() -> None:
    counts = make_tables("counting")["drawing"]["counts"]
    for size in counting.SIZES:
        pairs = [*permutations(range(size), 2)]
        assert counts[f"{size}"] == [size**2, size, len(pairs), len({frozenset(pair) for pair in pairs})]
    facts = list_facts("counting")
    assert facts["ordered_55"] == len([*permutations(range(55), 2)])
    assert facts["hands_55"] == len([*combinations(range(55), 2)])


def test_all_hands() -> None:
    hands = factorial(55) // (factorial(13) * factorial(42))
    facts = list_facts("counting")
    assert float(facts["trillions"]) * 1e12 == hands
    assert abs(hands / (60 * 60 * 24 * 365.25) - float(facts["years"])) < 500
    one = mam.chances("make-a-million-1935").chance("N holds R40 and N holds R1").exact
    assert one == Fraction(factorial(53) // (factorial(11) * factorial(42)), hands) == Fraction(13 * 12, 55 * 54)


def test_repeats() -> None:
    """By a loop over hand after hand; a month of 30 days takes 7 people, a year of 365 days 23."""
    for kinds, people in ((30, 7), (365, 23)):
        assert loop_until_repeat(kinds) == counting.count_until_repeat(kinds) == people
    hands = counting.comb(55, 13)
    repeat = loop_until_repeat(hands)
    assert abs(repeat - counting.count_until_repeat(hands)) <= 1
    assert abs(repeat - 1.1774 * sqrt(hands)) < 2000
    facts = list_facts("counting")
    assert abs(float(facts["repeat_millions"]) * 1e6 - repeat) <= 1
    assert abs(float(facts["repeat_days"]) - repeat / (60 * 60 * 24)) < 0.001


def test_sets_of_three() -> None:
    answers = [question.answer for question in find_page("counting").checks]
    assert answers[0] and answers[0].value == len([*combinations(range(16), 3)])
    assert answers[3] and answers[3].value == len([*combinations(range(12), 3)])
