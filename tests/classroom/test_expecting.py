"""Expectation: the answers card by card, and with the worked solution's own program."""

import re
from fractions import Fraction

import pytest

import mam
from mam.classroom import get_exercise, practice
from mam.classroom.quantities import Chance, Number

STUDENTS = ["ann", "ben", "cleo"]


@pytest.mark.parametrize("student", STUDENTS)
def test_money_on_average_is_a_share_of_what_is_out(student: str) -> None:
    variant = get_exercise("expected-money").variant(student)
    room = {"N": 13, "nest": 3, "E-W": 26}[variant.given["place"]]
    out = 400 - mam.money_in(mam.parse_hand(variant.given["hand"]))
    assert isinstance(variant.answer, Number) and variant.answer.value == Fraction(out * room, 42)


def test_a_mean_may_be_rounded_to_the_digits_that_the_statement_asks_for() -> None:
    task = practice("expected-money", "ann")
    assert task.answer == "4355/42 = 103.7 thousand dollars" and task.given["digits"] == 4
    assert task.statement.endswith("Give a fraction, or four significant digits.")
    for form in ("4355/42", "103.7", "103.69", "103.6", "$103,690", "103.7 thousand", 4355 / 42):
        assert task.check(form).right, form
    assert f"{task.check('104')}" == "Not an answer yet. Give a fraction, or four significant digits."
    assert f"{task.check(103_690)}" == "Not an answer yet. Amounts are in thousands of dollars: do you mean 103.69?"


@pytest.mark.parametrize("student", STUDENTS)
def test_the_program_of_the_solution_finds_the_chance(student: str) -> None:
    variant = get_exercise("so-much-money").variant(student)
    match = re.search(r"```python\n(.*)\n(good / .*)\n```", variant.solution, re.DOTALL)
    assert match
    names: dict[str, object] = {}
    exec(match[1], names)
    assert isinstance(variant.answer, Chance)
    assert eval(match[2], names) == pytest.approx(float(variant.answer.value))


@pytest.mark.parametrize("student", STUDENTS)
def test_the_last_card_by_the_rules_of_bull_and_bear(student: str) -> None:
    variant = get_exercise("the-last-card").variant(student)
    money = {code: int(code[1:]) if code[1:] in ("40", "30", "15", "10", "5") else 0 for code in ALL}
    table = sum(money[code] for code in variant.given["table"].split())
    last = variant.given["unseen"].split()
    worth = [2 * table if code == "BULL" else 0 if code == "BEAR" else table + money[code] for code in last]
    assert isinstance(variant.answer, Number) and variant.answer.value == Fraction(sum(worth), len(worth))


ALL = [card.code for card in mam.PACK]
