"""How cards split: the answers by going through all numbers that the hands can have."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

import mam
from mam.classroom import get_exercise, practice
from mam.classroom.quantities import Chance

STUDENTS = ["ann", "ben", "cleo", "dov"]


def splits(missing: int, room: int = 13) -> dict[tuple[int, int, int], Fraction]:
    """The chance that West, North and East have so many of the cards missing, in as much room each."""
    proportions = {}
    for west in range(missing + 1):
        for north in range(missing - west + 1):
            split = (west, north, missing - west - north)
            proportions[split] = Fraction(
                comb(room, split[0]) * comb(room, split[1]) * comb(room, split[2]), comb(3 * room, missing)
            )
    assert sum(proportions.values()) == 1
    return proportions


def trumps_in(cards: str, trump: str) -> int:
    return sum(code == "TIGER" or (code[0] == trump[0] and code[1:].isdigit()) for code in cards.split())


@pytest.mark.parametrize("student", STUDENTS)
def test_a_split_is_the_sum_of_its_orders(student: str) -> None:
    variant = get_exercise("how-trumps-split").variant(student)
    given = variant.given
    proportions = splits(14 - trumps_in(f"{given['hand']} {given['discarded']}", given["trump"]))
    chance = sum(
        probability
        for split, probability in proportions.items()
        if sorted(split, reverse=True) == variant.given["split"]
    )
    assert isinstance(variant.answer, Chance) and variant.answer.value == chance


@pytest.mark.parametrize("student", STUDENTS)
def test_nobody_can_follow_by_all_splits(student: str) -> None:
    variant = get_exercise("nobody-can-follow").variant(student)
    proportions = splits(trumps_in(variant.given["out"], variant.given["trump"]), variant.given["cards each"])
    places = ["WNE".index(seat) for seat in variant.given["seats"]]
    chance = sum(
        probability for split, probability in proportions.items() if any(split[place] == 0 for place in places)
    )
    assert isinstance(variant.answer, Chance) and variant.answer.value == chance


def test_adding_the_chances_of_two_hands_gets_feedback() -> None:
    task = practice("nobody-can-follow", "ann")
    missing, room = trumps_in(task.given["out"], task.given["trump"]), task.given["cards each"]
    added = len(task.given["seats"]) * Fraction(comb(2 * room, missing), comb(3 * room, missing))
    assert "counted twice" in f"{task.check(added)}"


@pytest.mark.parametrize("student", STUDENTS)
def test_two_of_a_kind_by_all_pairs_of_places(student: str) -> None:
    given = get_exercise("two-of-a-kind").variant(student).given
    rules = mam.get_edition(given["edition"])
    other_seats = [seat for seat in rules.seats if seat != given["you"]]
    places = [seat for seat in other_seats for _ in range(rules.hand_size)] + ["nest"] * 3
    mine = {*"ABCD"} if given["you"] in "ABCD" else {*"WXYZ"}
    asked = given["asked"]

    def fits(first: str, second: str) -> bool:
        friends = (first in mine) + (second in mine)
        if "same hand" in asked:
            return first == second != "nest"
        if "each side" in asked:
            return friends == 1 and "nest" not in (first, second)
        if "at least one" in asked:
            return friends > 0
        return friends == 2 if "partners" in asked else not friends and "nest" not in (first, second)

    pairs = [fits(first, second) for first, second in combinations(places, 2)]
    answer = get_exercise("two-of-a-kind").variant(student).answer
    assert isinstance(answer, Chance) and answer.value == Fraction(sum(pairs), len(pairs))
