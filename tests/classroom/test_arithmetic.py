"""Calculations in answers: read exactly, within limits, and only where a number could not be read."""

from fractions import Fraction

import pytest
from cases import check_each

from mam.classroom import practice
from mam.classroom.answer_parsing import UnreadableAnswer
from mam.classroom.arithmetic import NoArithmetic, compute
from mam.classroom.quantities import DOLLARS
from mam.classroom.readings import read_amount, read_probability


@check_each(
    "text, value",
    [
        ("(16/42)^2", "64/441"),
        ("16/42 × 15/41", "40/287"),
        ("16/42 x 15/41", "40/287"),
        ("16/42*15/41", "40/287"),
        ("1 - 2/11", "9/11"),
        ("p = 1−(3/4)·(2/3)", "1/2"),
        ("C(3,1)*C(39,2)/C(42,3)", "2223/11480"),
        ("½ × 2/11", "1/11"),
        ("1/2/3", "1/6"),
        ("1 - (1 - 0.5)^3", "7/8"),
        ("2^3/9", "8/9"),
    ],
)
def test_a_calculation_is_read_exactly(text: str, value: str) -> None:
    assert read_probability(text).value == Fraction(value)


@check_each("text, value", [("(11 × 90 + 4 × 100)/190", "139/19"), ("-(3+4)", "-7"), ("0.5*3 - 2", "-1/2")])
def test_an_amount_may_be_a_calculation(text: str, value: str) -> None:
    assert read_amount(text, DOLLARS, True).value == Fraction(value)


@check_each(
    "text, message",
    [
        ("2-9", "are odds"),
        ("50/50", "Do you mean 1/2?"),
        ("2/11 = 0.19", "two different numbers"),
        ("(1/2)(1/3)", "two different numbers"),
        ("1+1", "A probability is between 0 and 1 (0% to 100%)."),
        ("9^9^9", "can't be read"),
        ("99999^99999", "can't be read"),
        ("1/0*3", "can't be read"),
        ("C(9999,3)*2", "can't be read"),
        ("(" * 30 + "1" + ")" * 30 + "*1", "can't be read"),
        ("2 + import", "can't be read"),
    ],
)
def test_what_is_no_calculation_keeps_its_sentence(text: str, message: str) -> None:
    with pytest.raises(UnreadableAnswer) as raised:
        read_probability(text)
    assert message in str(raised.value)


def test_an_amount_in_dollars_is_not_computed() -> None:
    with pytest.raises(UnreadableAnswer, match="can't be read as a number of dollars"):
        read_amount("200*300", DOLLARS, True)


@check_each("text", ["1/2", "-405", "2", "1.82e-1", "", "+", "C(2", "9^99", "3 4 +", "2*", "7*x", "1" * 300 + "+1"])
def test_a_number_alone_is_no_calculation(text: str) -> None:
    with pytest.raises(NoArithmetic):
        compute(text)


def test_a_calculation_is_right_or_a_slip_like_its_value() -> None:
    task = practice("two-cards-at-once")
    right = task._variant.answer.value  # type: ignore[attr-defined]
    assert task.check(f"{right.numerator} / {right.denominator} * 1").right
    assert task.check(f"({right.numerator}*2)/({right.denominator}*2)").right
    assert task.check(f"1 - {right}").slip == "complement"
    assert task.describe("(16/42)^2") == "14.51%"
