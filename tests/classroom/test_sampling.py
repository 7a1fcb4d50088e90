"""Samples: the answers from the bare formulas, and a claim that is far off."""

import re
from fractions import Fraction
from math import comb, sqrt

import pytest
from cases import check_each

from mam.classroom import exercises, get_exercise, practice
from mam.classroom.quantities import Chance, Number

STUDENTS = ["ann", "ben", "cleo", "dov"]


def at_least(missing: int, minimum: int) -> float:
    """The chance that North has so many of the missing cards of a color, by counting hands."""
    return sum(
        comb(missing, north_count) * comb(42 - missing, 13 - north_count) for north_count in range(minimum, missing + 1)
    ) / comb(42, 13)


@pytest.mark.parametrize("student", STUDENTS)
def test_the_error_of_the_answer_is_small_enough_and_of_one_less_is_not(student: str) -> None:
    variant = get_exercise("how-many-deals").variant(student)
    given = variant.given
    hand_count = sum(code[0] == given["color"][0] and code[1:].isdigit() for code in given["hand"].split())
    chance = at_least(13 - hand_count, given["at least"])
    assert isinstance(variant.answer, Number)
    deals = int(variant.answer.value)
    assert sqrt(chance * (1 - chance) / deals) <= given["error"] * (1 + 1e-9)
    assert sqrt(chance * (1 - chance) / (deals - 1)) > given["error"]


@pytest.mark.parametrize("student", STUDENTS)
def test_a_claim_by_its_own_formula(student: str) -> None:
    variant = get_exercise("audit-a-claim").variant(student)
    given = variant.given
    above, below = map(int, given["claimed"].split("/"))
    expected = given["deals"] * above / below
    distance = (given["count"] - expected) / sqrt(expected * (1 - above / below))
    assert isinstance(variant.answer, Number)
    assert float(variant.answer.value) == pytest.approx(distance, abs=1e-3)


@check_each("student", [f"student {number}" for number in range(60)])
def test_a_claim_is_rejected_at_the_level_that_the_statement_names(student: str) -> None:
    variant = get_exercise("audit-a-claim").variant(student)
    assert isinstance(variant.answer, Number) and "At alpha = 0.05 the claim is rejected" in variant.statement
    is_far = abs(variant.answer.value) > Fraction(196, 100)
    assert ("do not reject the claim" in variant.solution) != is_far
    assert (": reject the claim at alpha = 0.05" in variant.solution) == is_far
    assert not re.search("chance explains", variant.solution, re.IGNORECASE)


def test_the_difference_in_deals_gets_feedback() -> None:
    task = practice("audit-a-claim", "ann")
    above, below = map(int, task.given["claimed"].split("/"))
    difference = task.given["count"] - task.given["deals"] * above / below
    assert "difference in deals" in f"{task.check(difference)}"


@pytest.mark.parametrize("student", STUDENTS)
def test_the_standard_error_of_a_proportion(student: str) -> None:
    variant = get_exercise("standard-error").variant(student)
    share = variant.given["count"] / variant.given["deals"]
    assert isinstance(variant.answer, Number)
    assert float(variant.answer.value) == pytest.approx(
        100 * sqrt(share * (1 - share) / variant.given["deals"]), rel=1e-3
    )


def test_a_former_id_gives_the_variants_that_were_handed_out() -> None:
    former = get_exercise("error-of-a-share")
    assert former.id == "error-of-a-share" and former not in exercises()
    assert former.title == get_exercise("standard-error").title
    assert former.variant("ann").given == {"deals": 1732, "count": 323}  # as it was drawn by that id


@pytest.mark.parametrize("student", STUDENTS)
def test_never_in_so_many_from_its_printed_chance(student: str) -> None:
    variant = get_exercise("never-in-so-many").variant(student)
    chance = float(variant.statement.split("is **")[1].split("**")[0])
    deals, asked = variant.given["deals"], variant.given["asked"]
    never, once = (1 - chance) ** deals, deals * chance * (1 - chance) ** (deals - 1)
    wanted = {"never": never, "exactly once": once, "at least once": 1 - never, "at least twice": 1 - never - once}
    assert isinstance(variant.answer, Chance)
    assert float(variant.answer.value) == pytest.approx(wanted[asked], rel=2e-3)
