"""What every exercise keeps to: right answers are taken, wrong ones are told what went wrong, and each student gets another one."""

import json
import re
from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from cases import check_each

import mam
from mam.chance.tables import PAGE_IDS
from mam.classroom import Exercise, Task, Variant, exercises
from mam.classroom.answers import Answer, Cards, Choice, Choices, Results
from mam.classroom.quantities import Chance, Number
from mam.classroom.slips import ODDS
from mam.classroom.tasks import strip_markdown
from mam.support.data_files import find_data_folder, find_notebooks_folder

STUDENTS = ["", "Søren Ötvös"]
LESSONS = {
    *(path.stem for path in find_notebooks_folder().glob("*.ipynb")),
    *(
        f"{shelf}/{path.stem[3:]}"
        for shelf in ("learn", "games")
        for path in (find_data_folder() / "studies" / shelf).glob("*.toml")
    ),
    *(f"chance/{page_id}" for page_id in PAGE_IDS),
    "rules",
}

each_exercise = check_each("exercise", exercises())
one_exercise = pytest.mark.parametrize("exercise", exercises(), ids=lambda exercise: exercise.id)


@cache
def variants(exercise: Exercise) -> tuple[Variant, ...]:
    return tuple(exercise.variant(student) for student in STUDENTS)


def right_one(variant: Variant) -> Any:
    """The right answer as it is kept, without the words around it."""
    answer = variant.answer
    if isinstance(answer, Chance | Number):
        return f"{Fraction(answer.value)}"
    if isinstance(answer, Cards):
        return mam.format_cards(answer.right)
    right: Any = getattr(answer, "right", answer.shown)
    return list(right) if isinstance(right, tuple) else right


def wrong_ones(answer: Answer) -> list[Any]:
    """Attempts that are wrong, but none that would be refused."""
    match answer:
        case Chance(value=value, slips=slips):
            return [*(slip.value for slip in slips), 0, value * Fraction(9, 10), (1 + value) / 2]
        case Number(value=value, slips=slips, within=within):
            near = 2 * Fraction(within) + 1 + abs(Fraction(value)) / 100  # well beyond what is as good as right
            return [*(slip.value for slip in slips), value + near, value - near]
        case Choice(right=right, options=options):
            return [option for option in options if option != right]
        case Choices(right=right, options=options):
            return [[entry for entry in options if (entry in right) != (entry == option)] for option in options]
        case Cards(right=cards):
            wrong_cards = [card for card in mam.PACK if card not in cards]
            return [[*cards[1:], wrong_cards[0]], [*cards, wrong_cards[1]], wrong_cards[:2]]
        case Results(right=results):
            places = {0, len(results) // 2, len(results) - 1}
            return [[*results[:place], "1234567", *results[place + 1 :]] for place in places] + [
                ["nonsense"] * len(results)
            ]
    return []


def words(text: str) -> set[str]:
    return set(re.findall(r"\d+|[a-z]{4,}", text.lower()))


@each_exercise
def test_its_lesson_and_its_words(exercise: Exercise) -> None:
    assert exercise.lesson in LESSONS and exercise.lesson_name
    assert exercise.title[0].isupper() or exercise.title[0].isdigit()
    assert exercise.make.__doc__


@each_exercise
def test_the_right_answer_is_right(exercise: Exercise) -> None:
    for variant in variants(exercise):
        plain = exercise.read(right_one(variant), variant.given)
        assert not variant.answer.find_fault(plain)
        assert variant.answer.find_share(plain) == 1
        assert exercise.read(plain, variant.given) == plain
        assert exercise.read(json.loads(json.dumps(plain)), variant.given) == plain
        assert variant.answer.shown


@each_exercise
def test_a_wrong_answer_gets_feedback_on_what_went_wrong(exercise: Exercise) -> None:
    for variant in variants(exercise):
        about = words(" ".join([variant.statement, variant.solution, *variant.hints, variant.answer.shown]))
        wrong = wrong_ones(variant.answer)
        assert len(wrong) >= min(3, len(getattr(variant.answer, "options", "...")) - isinstance(variant.answer, Choice))
        for attempt in wrong:
            fault = variant.answer.find_fault(
                exercise.form.read(attempt, {**variant.given, "unit": exercise.unit, "digits": 0})
            )
            assert len(fault.split()) >= 5, f"{attempt!r}: {fault!r}"
            assert fault == ODDS or words(fault) & about, f"{attempt!r}: {fault!r} names nothing of the exercise"


@each_exercise
def test_slips_are_explained(exercise: Exercise) -> None:
    for variant in variants(exercise):
        for slip in getattr(variant.answer, "slips", ()):
            assert len(slip.why.split()) >= 5, slip


@each_exercise
def test_hints_and_solution(exercise: Exercise) -> None:
    for variant in variants(exercise):
        assert 2 <= len(variant.hints) <= 5
        assert len(set(variant.hints)) == len(variant.hints)
        assert all(len(hint.split()) >= 4 for hint in variant.hints)
        assert len(variant.solution.split()) >= 8


@each_exercise
def test_the_same_student_gets_the_same(exercise: Exercise) -> None:
    for student, variant in zip(STUDENTS[:2], variants(exercise), strict=False):
        assert exercise.variant(student) == variant
        assert exercise.variant(student, b"a key") != variant


@each_exercise
def test_what_is_given_is_plain_data(exercise: Exercise) -> None:
    for variant in variants(exercise):
        given = json.loads(json.dumps(dict(variant.given), ensure_ascii=False))
        assert given == variant.given
        named = getattr(variant.answer, "options", None) or getattr(variant.answer, "cases", None)
        if named:
            assert list(named) == given.get("options", given.get("cases"))


@each_exercise
def test_its_text_is_plain(exercise: Exercise) -> None:
    rulings = set(mam.all_rulings())
    for variant in variants(exercise):
        for text in (variant.statement, *variant.hints, variant.solution):
            assert not re.search(r"</?[a-zA-Z]|object at 0x|Fraction\(", text), text
            assert not re.search(r"(?mi)^\s*(hints?|nudges?|slips?\b[\w -]*|solutions?):", text), (
                f"a row that is none: {text}"
            )
            assert set(re.findall(r"\b(?:R[0-9A-Z]{2,3}|D)-[A-Z0-9]+(?:-\d+)?\b", text)) <= rulings, text
            assert "  " not in text.replace("\n    ", "\n").replace("  \n", "\n") or "```" in text, text
        assert len(strip_markdown(variant.statement)) <= 3_000


@each_exercise
def test_a_task_shows_all_of_it(exercise: Exercise) -> None:
    task = Task(exercise, "ann")
    assert exercise.title in str(task) and exercise.form.form in str(task)
    assert f"{task.solution()}" and f"{task.hint()}".startswith("Hint 1 of ")
    assert task.check(right_one(exercise.variant("ann"))).right


def check_variety(exercise: Exercise, students: int) -> None:
    """Nearly all students have a task of their own, and no answer serves most of them."""
    variants = [exercise.variant(f"student {number}") for number in range(students)]
    tasks = {(variant.statement, json.dumps(dict(variant.given), sort_keys=True)) for variant in variants}
    answers = Counter(variant.answer.shown for variant in variants)
    assert len(tasks) >= students - 2
    assert len(answers) >= 3
    assert answers.most_common(1)[0][1] <= 0.6 * students + 2, answers.most_common(3)


@one_exercise
@pytest.mark.sample(8, 37)
def test_another_student_gets_another_one(exercise: Exercise) -> None:
    check_variety(exercise, 12)


@each_exercise
@pytest.mark.long
def test_sixty_students_get_sixty_tasks(exercise: Exercise) -> None:
    check_variety(exercise, 60)


# Exercises whose best constant guess was right for 27 to 50 % of the students.
GUARDED = ("match-score", "one-card-of-yours", "trick-worth")


def check_guess(exercise: Exercise, students: int, max_share: float) -> None:
    """Whoever gives everybody's most frequent answer is seldom right."""
    answers = Counter(exercise.variant(f"student {number}").answer.shown for number in range(students))
    assert answers.most_common(1)[0][1] <= max_share * students, answers.most_common(3)


@each_exercise
def test_a_constant_guess_is_seldom_right(exercise: Exercise) -> None:
    if exercise.id in GUARDED:
        check_guess(exercise, 60, 0.15)


@each_exercise
@pytest.mark.long
def test_a_constant_guess_is_right_for_less_than_a_tenth(exercise: Exercise) -> None:
    if exercise.id in GUARDED:
        check_guess(exercise, 300, 0.1)
