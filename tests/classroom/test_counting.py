"""Counting hands: the answers by listing every hand of a small pack, and by placing two cards by hand."""

from fractions import Fraction
from itertools import combinations

import pytest

from mam.classroom import get_exercise, practice
from mam.classroom.quantities import Chance, Number

STUDENTS = ["ann", "ben", "cleo", "dov"]


@pytest.mark.parametrize("student", STUDENTS)
def test_count_hands_is_what_a_list_of_all_hands_says(student: str) -> None:
    variant = get_exercise("count-hands").variant(student)
    given = variant.given
    first, second = (color[0] for color in given["colors"])
    pack = [(code[0] if code[1:].isdigit() else "") for code in given["pack"].split()]
    hands = combinations(pack, given["hand size"])
    count = sum([hand.count(first), hand.count(second)] == given["exactly"] for hand in hands)
    assert isinstance(variant.answer, Number) and variant.answer.value == count


def test_hands_counted_in_every_order_get_that_feedback() -> None:
    task = practice("count-hands", "ann")
    right = int(task.answer.split()[0])
    assert task.given["hand size"] == 6
    assert "once for each order" in f"{task.check(right * 720)}"
    assert task.check(right).right


@pytest.mark.parametrize("student", STUDENTS)
def test_lacking_a_color_is_what_a_list_of_all_hands_says(student: str) -> None:
    variant = get_exercise("lacking-a-color").variant(student)
    pack = [(code[0] if code[1:].isdigit() else "") for code in variant.given["pack"].split()]
    hands = [set(hand) for hand in combinations(pack, variant.given["hand size"])]
    lacking = sum(len(hand - {""}) < 4 for hand in hands)
    assert isinstance(variant.answer, Chance) and variant.answer.value == Fraction(lacking, len(hands))


@pytest.mark.parametrize("student", [f"{number}" for number in range(12)])
def test_two_cards_are_placed_one_after_the_other(student: str) -> None:
    variant = get_exercise("two-cards-at-once").variant(student)
    room = {"N": 13, "E": 13, "E-W": 26, "nest": 3}[variant.given["place"]]
    places = [(first < room) + (second < room) for first, second in combinations(range(42), 2)]
    wanted = {
        "both": {2},
        "neither": {0},
        "exactly one of the two": {1},
        "at least one of the two": {1, 2},
    }[variant.given["asked"]]
    # Either card may be the first of the two, so pairs of places without an order are enough.
    assert isinstance(variant.answer, Chance)
    assert variant.answer.value == Fraction(sum(many in wanted for many in places), len(places))
