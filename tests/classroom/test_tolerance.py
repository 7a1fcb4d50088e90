"""When an answer is right: every form of every right answer is taken, and no slip earns marks, in any form.

The long test asks 200 students for each exercise.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from answer_forms import number_forms, probability_forms

from mam.classroom import Exercise, Task, exercises
from mam.classroom.answers import Answer
from mam.classroom.quantities import Chance, Number
from mam.classroom.readings import find_unit
from mam.classroom.slips import count_needed_digits

NUMBERS = [exercise for exercise in exercises() if exercise.form in (Chance, Number)]
EVERY = pytest.mark.parametrize("exercise", exercises(), ids=lambda exercise: exercise.id)
EVERY_NUMBER = pytest.mark.parametrize("exercise", NUMBERS, ids=lambda exercise: exercise.id)


def tasks(exercise: Exercise, students: int) -> Iterator[tuple[Task, Answer]]:
    for number in range(students):
        task = Task(exercise, f"rule-{number}")
        yield task, task._variant.answer


def digits_of(answer: Chance | Number, value: Fraction) -> int:
    """How many digits a form of this value has: those the answer needs, and one decimal at least for a mean."""
    if isinstance(answer, Chance):
        return answer.digits
    least = max(3, len(str(int(abs(value)))) + 1)
    return 8 if answer.within else count_needed_digits(Fraction(answer.value), answer.slips, least)


def forms_of(answer: Answer, value: Fraction) -> list[Any]:
    if isinstance(answer, Chance):
        return probability_forms(value, answer.digits)
    assert isinstance(answer, Number)
    return number_forms(answer, value.limit_denominator(10**12), digits_of(answer, value))


def check_right_forms(exercise: Exercise, students: int) -> Counter[str]:
    count = Counter[str]()
    for task, answer in tasks(exercise, students):
        forms = [task.answer, answer.plain]
        forms += forms_of(answer, Fraction(answer.value)) if isinstance(answer, Chance | Number) else []
        for form in forms:
            verdict = task.check(form)
            assert verdict.right, f"{form!r} for {task.answer}: {verdict}"
            assert exercise.judge(form, task._variant).share == 1
        count["right forms"] += len(forms)
        count[f"{answer.digits} digits"] += 1
    return count


def check_slips(exercise: Exercise, students: int) -> Counter[str]:
    """Each slip in each form is wrong, and gets its own sentence, unless it is asked for more digits or for the unit."""
    count = Counter[str]()
    for task, answer in tasks(exercise, students):
        assert isinstance(answer, Chance | Number)
        for slip in answer.slips:
            for form in forms_of(answer, slip.value):
                verdict = task.check(form)
                assert not verdict.right, f"{form!r} for {task.answer}: the slip {slip.name}"
                assert len(str(verdict)) > 12
                count["slip forms"] += 1
                count["own sentence"] += (verdict.slip, slip.why in str(verdict)) == (slip.name, True)
                count["asked again"] += str(verdict).startswith("Not an answer yet")
                if verdict.slip != slip.name and not str(verdict).startswith("Not an answer yet"):
                    count[f"other: {slip.name} {form!r} of {slip.value} for {answer.value}: {verdict}"] += 1
    return count


def check_separation(exercise: Exercise, students: int) -> None:
    """In a variant no two slips share a value or a name, none is the answer, and the reader accepts each."""
    for task, answer in tasks(exercise, students):
        assert isinstance(answer, Chance | Number)
        names, values = [slip.name for slip in answer.slips], [slip.value for slip in answer.slips]
        assert len(set(names)) == len(names) == len({slip.why for slip in answer.slips}), names
        assert len(set(values)) == len(values) and answer.value not in values
        for slip in answer.slips:
            verdict = task.check(slip.value.limit_denominator(10**12))
            is_asked_again = str(verdict).startswith("Not an answer yet. Give a fraction")  # 95 may be 94.4, rounded
            assert not verdict.right and (is_asked_again or verdict.slip == slip.name), f"{slip}: {verdict}"
            if isinstance(answer, Chance):
                assert 0 <= slip.value <= 1 and abs(slip.value - answer.value) >= 2 * find_unit(
                    answer.value, answer.digits
                )
            elif answer.within:
                assert abs(slip.value - answer.value) >= 2 * answer.within
        assert answer.digits <= 4 or isinstance(answer, Number)


@pytest.mark.sample(20, 14)
@EVERY
def test_every_form_of_a_right_answer_is_right(exercise: Exercise) -> None:
    check_right_forms(exercise, 4)


@pytest.mark.sample(10, 45)
@EVERY_NUMBER
def test_no_form_of_a_slip_is_right(exercise: Exercise) -> None:
    check_slips(exercise, 3)


@EVERY_NUMBER
@pytest.mark.sample(8, 5)
def test_slips_are_apart_from_the_answer_and_from_each_other(exercise: Exercise) -> None:
    check_separation(exercise, 20 if exercise.kind != "decisions" else 5)


@pytest.mark.long
@EVERY
def test_the_rule_for_200_students(exercise: Exercise) -> None:
    check_right_forms(exercise, 200)
    if exercise in NUMBERS:
        count = check_slips(exercise, 200)
        check_separation(exercise, 200)
        assert count["own sentence"] >= 0.9 * count["slip forms"]
