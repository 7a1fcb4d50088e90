"""Exercises on the auction and the nest, worked out again from what they give."""

import re

import oracle
import pytest

from mam.classroom import get_exercise, practice
from mam.classroom.answers import Cards, Choices
from mam.classroom.quantities import Number

STUDENTS = [f"student {number}" for number in range(5)]

pytestmark = pytest.mark.parametrize("student", STUDENTS)


def amounts(text: str) -> list[int]:
    return [int(match.replace(",", "")) // 1000 for match in re.findall(r"\$([\d,]+),?", text)]


def may_be_called(option: str, calls: str) -> bool:
    """By the leaflet: an opening of 175 to 200, raises of ten or more, steps of five, only amounts."""
    bids = amounts(calls)
    if option == "pass":
        return bool(bids)
    if " in " in option or amounts(option)[0] % 5 or not option.replace(",", "").endswith("000"):
        return False
    amount = amounts(option)[0]
    return amount >= bids[-1] + 10 if bids else 175 <= amount <= 200


def test_legal_calls(student: str) -> None:
    variant = get_exercise("legal-calls").variant(student)
    legal = [option for option in variant.given["options"] if may_be_called(option, variant.given["calls"])]
    assert isinstance(variant.answer, Choices) and list(variant.answer.right) == legal


def test_least_raise(student: str) -> None:
    variant = get_exercise("least-raise").variant(student)
    assert isinstance(variant.answer, Number) and variant.answer.value == amounts(variant.given["calls"])[-1] + 10


def test_money_in_hand(student: str) -> None:
    variant = get_exercise("money-in-hand").variant(student)
    assert isinstance(variant.answer, Number)
    assert variant.answer.value == sum(map(oracle.money, variant.given["hand"]))


def test_legal_discards(student: str) -> None:
    variant = get_exercise("legal-discards").variant(student)
    allowed = oracle.discards(variant.given["hand"])
    legal = [option for option in variant.given["options"] if frozenset(option.split()) in allowed]
    assert isinstance(variant.answer, Choices) and list(variant.answer.right) == legal


def test_what_is_shown(student: str) -> None:
    variant = get_exercise("what-is-shown").variant(student)
    out = variant.given["out"]
    money = {card for card in out if oracle.money(card)}
    visible_codes = set() if not money else set(out) if variant.given["edition"].endswith("1935") else money
    assert isinstance(variant.answer, Cards) and {card.code for card in variant.answer.right} == visible_codes


def test_a_color_in_a_bid_gets_feedback(student: str) -> None:
    task = practice("legal-calls", student)
    named = next(option for option in task.given["options"] if " in " in option)
    assert "without a color: trump is named after the auction" in f"{task.check([named])}"
