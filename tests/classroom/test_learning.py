"""What news is worth: the answers by listing nests and hands, before and after the news."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

import mam
from mam.classroom import get_exercise, practice
from mam.classroom.quantities import Chance
from mam.classroom.registry import Variant

STUDENTS = ["ann", "ben", "cleo", "dov"]


def value(variant: Variant) -> Fraction:
    assert isinstance(variant.answer, Chance)
    return Fraction(variant.answer.value)


@pytest.mark.parametrize("student", STUDENTS)
def test_given_one_more_by_the_number_that_north_holds(student: str) -> None:
    variant = get_exercise("given-one-more").variant(student)
    many, named = len(variant.given["out"].split()), bool(variant.given["shown"])
    # So many of them with North, in how many ways; and in how many of these a certain one is among them.
    ways = {north_count: comb(many, north_count) * comb(42 - many, 13 - north_count) for north_count in range(many + 1)}
    weights = {
        north_count: count * north_count if named else count * many * (north_count > 0)
        for north_count, count in ways.items()
    }
    assert value(variant) == Fraction(sum(weights[weight] for weight in weights if weight > 1), sum(weights.values()))


@pytest.mark.parametrize("student", STUDENTS)
def test_the_nest_by_a_list_of_all_nests(student: str) -> None:
    before, behind = (get_exercise(id).variant(student) for id in ("before-the-nest", "behind-the-bid"))
    for variant in (before, behind):
        given = variant.given
        unseen = [card for card in mam.PACK if card.code not in given["hand"].split()]
        chances = [Fraction(f"{chance}") for chance in given["made"]]
        nests = [
            sum(card.color is not None and card.color.word == given["color"] for card in nest)
            for nest in combinations(unseen, 3)
        ]
        total = sum(chances[nest] for nest in nests)
        if variant is before:
            assert value(variant) == total / len(nests)
            continue
        likely = chances if given["bid"] == "made" else [1 - probability for probability in chances]
        case = sum(likely[nest] for nest in nests if nest == given["exactly"])
        assert value(variant) == case / sum(likely[nest] for nest in nests)


def test_one_of_two_equals_by_a_list_of_all_hands() -> None:
    small = [get_exercise("one-of-two-equals").variant(student) for student in "abcdefgh"]
    variant = min(small, key=lambda variant: len(variant.given["unseen"].split()))
    given = variant.given
    habit, weight = Fraction(f"{given['habit']}"), {True: Fraction(0), False: Fraction(0)}
    for east in combinations(given["unseen"].split(), given["rooms"]["E"]):
        if given["played"] in east:
            weight[given["asked"] in east] += habit if given["asked"] in east else 1
    assert value(variant) == weight[True] / sum(weight.values())


def test_counting_room_only_gets_feedback() -> None:
    task = practice("one-of-two-equals", "ann")
    east, west = task.given["rooms"]["E"], task.given["rooms"]["W"]
    assert "counts only the room" in f"{task.check(Fraction(east - 1, east + west - 1))}"
