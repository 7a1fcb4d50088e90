"""The forms in which people write their answers, and those that must not cost more than a moment."""

from decimal import Decimal
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mam.classroom import Exercise, exercises, open_work, practice
from mam.classroom import answer_parsing as reading
from mam.classroom.answer_parsing import UnreadableAnswer
from mam.classroom.answers import Answer, Cards, Choice, Choices, Results
from mam.classroom.quantities import Chance, Number
from mam.classroom.tasks import Message
from mam.text.notation import parse_hand

COLORS = {"options": ["Red", "Yellow", "Black", "Green"]}
CARDS = {"options": ["Green 40 (G40)", "Green 5 (G5)"]}
CALLS = {"options": ["pass", "$375,000 in Yellow", "$370,000", "$405,000"]}


def test_a_result_is_a_text_of_at_most_200_characters() -> None:
    assert Results.read(["x" * 200], {"cases": ["a"]}) == ["x" * 200]
    with pytest.raises(UnreadableAnswer, match="a text of 201 characters; the maximum is 200"):
        Results.read(["x" * 201], {"cases": ["a"]})


@pytest.mark.parametrize("message", ["1e99999999", "1e-99999999", "-1E99999999", "1" * 190, "nan", "1/0"])
def test_a_result_is_compared_without_being_written_out(message: str) -> None:
    answer = Results(("100", "W"), ("a", "b"))
    plain = Results.read([message, message], {"cases": ["a", "b"]})
    assert answer.find_fault(plain) and answer.find_share(plain) == 0


def test_a_result_of_several_numbers_is_compared_number_by_number() -> None:
    answer = Results(("135 -200",), ("a",))
    assert not answer.find_fault(["135.0 -200"]) and not answer.find_fault(["135 −200"])
    assert answer.find_fault(["135200"]) and answer.find_fault(["135 -200 0"])


@pytest.mark.parametrize("raw", ["yellow", "Yel", "b", "(b)", "b)", "b.", "(B) Yellow", " b ", "b. yellow"])
def test_an_option_in_its_usual_forms(raw: str) -> None:
    assert Choice.read(raw, COLORS) == "Yellow"


def test_an_option_that_could_be_two() -> None:
    with pytest.raises(UnreadableAnswer, match=r"B may be \(b\) 'Yellow' or 'Black': write the words"):
        Choice.read("B", COLORS)
    assert Choice.read("C", COLORS) == "Black"  # the letter of an option, and none begins with it
    with pytest.raises(UnreadableAnswer, match="not 'Green 4'"):
        Choice.read("Green 4", CARDS)  # not the 40
    for raw in ("G5", "g5", "(G5)", "Green 5", "green 5 (g5)", "b", parse_hand("G5")[0]):
        assert Choice.read(raw, CARDS) == "Green 5 (G5)"


@pytest.mark.parametrize(
    "raw",
    ["a d", "ad", "A D", "a,d", "a; d", "a and d", "(a) (d)", ["a", "d"], "pass, $405,000", "$405,000 and pass"],
)
def test_several_options_in_their_usual_forms(raw: Any) -> None:
    assert Choices.read(raw, CALLS) == ["pass", "$405,000"]


def test_no_option_and_no_card_at_all() -> None:
    assert Choices.read("", CALLS) == Choices.read("none", CALLS) == Choices.read([], CALLS) == []
    assert Cards.read("", {}) == Cards.read("None", {}) == Cards.read([], {}) == ""


@pytest.mark.parametrize("raw", ["b9 r2", "B9;R2", "Black 9, Red 2", "Red 2 and the black 9", "B 9, R 2", "R2\nB9"])
def test_cards_in_their_usual_forms(raw: str) -> None:
    assert Cards.read(raw, {}) == "R2 B9"


class Faulty:
    def __repr__(self) -> str:
        raise RuntimeError("no words")


@pytest.mark.parametrize("kind", [Number, Chance, Choice, Choices, Cards, Results])
def test_what_cannot_even_be_written_is_no_answer(kind: type[Answer]) -> None:
    given = {**COLORS, "cases": ["a"]}
    for raw in (Faulty(), 10**5000, [Faulty()]):
        with pytest.raises((UnreadableAnswer, RuntimeError)):
            kind.read(raw, given)
    with pytest.raises(UnreadableAnswer):
        kind.read(count(), given)  # without an end


def test_naming_no_option_or_all_earns_nothing() -> None:
    options = ("a1", "a2", "b1", "b2", "b3", "b4")
    answer = Choices(("a1", "a2"), options)
    assert answer.find_share(["a1", "a2"]) == 1
    assert answer.find_share([]) == answer.find_share(list(options)) == 0
    assert answer.find_share(["a1"]) == Fraction(1, 2)
    assert answer.find_share(["a1", "a2", "b1"]) == Fraction(3, 4)
    assert answer.find_share(["b1", "b2"]) == 0
    assert Choices((), options).find_share([]) == 1 and Choices((), options).find_share(["a1"]) == Fraction(5, 6)


@pytest.mark.parametrize("kind", [Number, Chance, Choice, Choices, Cards, Results])
def test_what_is_no_answer_is_refused_in_a_whole_sentence(kind: type[Answer]) -> None:
    for raw in (None, 2j, "R6 and more", float("nan"), "1/0", "5,25"):
        with pytest.raises(UnreadableAnswer, match=r"^(?=[“A-Z]).*(Write|Give|Choose|divide|Use) .*\.$") as caught:
            kind.read(raw, {**COLORS, "cases": ["a", "b"]})
        assert ",," not in str(caught.value) and ",”," not in str(caught.value)


class Odd:
    """An answer with every fault that an object can have."""

    def __getattribute__(self, name: str) -> Any:
        raise RuntimeError(name)

    def _fail(self, *_: Any) -> Any:
        raise RuntimeError("odd")

    __eq__ = __bool__ = __repr__ = __str__ = __iter__ = __len__ = __call__ = __float__ = __lt__ = __format__ = _fail  # type: ignore[assignment]
    __hash__ = None  # type: ignore[assignment]


class Silent(Exception):
    """An error that cannot say what it is."""

    def __str__(self) -> str:
        raise RuntimeError("no words")


def fails(_: Any) -> None:
    raise Silent


ODD = [
    Odd(), [Odd()], Decimal("sNaN"), Decimal("NaN"), Decimal("-Infinity"), [Decimal("sNaN")], float("nan"), 1j, b"x", {}, set(), range(10**9),
    "\ud800", ["\ud800"], fails, lambda: 1, lambda _: Odd(), lambda _: Decimal("sNaN"), object, 10**5000, [[[[]]]], None, NotImplemented,
]  # fmt: skip


def odd_answers() -> list[Any]:
    arrays = [np.array(value) for value in (5, [1, 2], [], ["a", "c"], [[1, 2], [3, 4]], None, "R40", 1j)]
    return [*ODD, *arrays, lambda _: np.array([1, 2]), np.float64("nan")]


FORMS = list({exercise.form: exercise for exercise in exercises()}.values())


@pytest.mark.parametrize("exercise", FORMS, ids=lambda exercise: exercise.form.__name__)
def test_check_never_raises(exercise: Exercise, tmp_path: Path) -> None:
    """Whatever is handed in, it is judged or told what would be an answer; a record says so too."""
    task = practice(exercise.id, "ann")
    work = open_work("hw", "ann", token="", exercises={exercise.id: exercise.version}, folder=tmp_path)
    for answer in odd_answers():
        verdict = task.check(answer)
        assert isinstance(verdict.right, bool) and "\n" not in f"{verdict}"
        assert f"{work.record(exercise.id, answer, task.given)}".startswith(exercise.id)
        assert isinstance(work.record(exercise.id, "x", answer), Message)


def test_an_option_with_a_comma_or_an_and_is_one_option() -> None:
    options = ["Bull", "Bear", "Bull and Bear", "Red, then Green"]
    assert reading.read_options("bull and bear", options) == ["bull and bear"]
    assert reading.read_options("Red, then Green", options) == ["Red, then Green"]
    assert reading.read_options("Bull, Bear", options) == ["Bull", "Bear"]
