"""The sentences of the exercises, read for many students: no equation that says nothing, no plural of one."""

import re
from collections.abc import Iterator

import pytest

from mam.classroom import Exercise, exercises, get_exercise
from mam.classroom.phrases import equation
from mam.classroom.tasks import plain_text

NUMBER = r"\d[\d,]*(?:\.\d+)?(?: ?/ ?\d[\d,]*)?"
EQUATION = re.compile(rf"(?<![\d.,/+×−–*(-])(?<![+×−/*=] )({NUMBER}) = ({NUMBER})(?![\d/.,]*\d| [+×−/])")
PLURAL = re.compile(
    r"(?<![\d.,/+−-])(?<![+×−–] )\b1 (?:[a-z]+ )?(cards|points|tricks|wait|are|were|rounds|hands|deals|places|pairs|percentage points)\b"
)


def texts_of(exercise: Exercise, students: int) -> Iterator[str]:
    """Everything that so many students may be shown."""
    for number in range(students):
        variant = exercise.variant(f"student {number}")
        answer = variant.answer
        whys = [why for _, why in getattr(answer, "mistakes", ())] + list(
            (getattr(answer, "whys", None) or {}).values()
        )
        texts = (variant.statement, *variant.hints, variant.solution, answer.shown, *whys, getattr(answer, "nudge", ""))
        yield from map(plain_text, texts)


def says_nothing(text: str) -> list[str]:
    """The equations whose two sides are the same."""
    found = EQUATION.finditer(text)
    return [one[0] for one in found if one[1].replace(" ", "").replace(",", "") == one[2].replace(",", "")]


@pytest.mark.sample(16)
@pytest.mark.parametrize("exercise", exercises(), ids=lambda one: one.id)
def test_no_equation_says_the_same_twice(exercise: Exercise) -> None:
    assert not [found for text in texts_of(exercise, 10) for found in says_nothing(text)]


@pytest.mark.sample(16)
@pytest.mark.parametrize("exercise", exercises(), ids=lambda one: one.id)
def test_one_is_not_a_plural(exercise: Exercise) -> None:
    assert not [found[0] for text in texts_of(exercise, 10) for found in PLURAL.finditer(text)]


@pytest.mark.parametrize("name", ["what-the-nest-holds", "after-these-cards", "money-in-hand"])
def test_these_equations_said_the_same_twice(name: str) -> None:
    assert not [found for text in texts_of(get_exercise(name), 30) for found in says_nothing(text)]


@pytest.mark.parametrize("name", ["sweven-score", "money-in-hand", "how-many-deals"])
def test_these_had_a_plural_of_one(name: str) -> None:
    assert not [found[0] for text in texts_of(get_exercise(name), 30) for found in PLURAL.finditer(text)]


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("117/11480 = 117/11480 = 1.019%", True),
        ("5 / 14 = 5/14", True),
        ("1,234 / 5,678 = 1234/5678", True),
        ("4/42 = 2/21", False),
        ("30 + 10 = 10", False),
        ("10 = 10 × 1", False),
    ],
)
def test_what_says_nothing_is_found(text: str, same: bool) -> None:
    assert bool(says_nothing(text)) == same


def test_a_fraction_that_cannot_be_reduced_stands_once() -> None:
    assert equation("117/11480", "117/11480 = 1.019%") == "117/11480 = 1.019%"
    assert equation("4/42", "2/21 = 9.524%") == "4/42 = 2/21 = 9.524%"


# What students stumbled over once, or what the game calls otherwise: cards are discarded, not put out.
REFUSED = re.compile(r"fit to that|\bput(?:s|ting)? out\b", re.I)


@pytest.mark.sample(16)
@pytest.mark.parametrize("exercise", exercises(), ids=lambda one: one.id)
def test_no_sentence_uses_words_that_were_given_up(exercise: Exercise) -> None:
    texts = [exercise.title, *exercise.variant("student 0").given, *texts_of(exercise, 10)]
    assert not [found[0] for text in texts for found in REFUSED.finditer(text)]


def test_whoever_chooses_trump_has_discarded() -> None:
    statement = get_exercise("name-the-trump").variant("a student").statement
    assert statement.startswith("You have discarded and hold ")
    assert REFUSED.search("You have put out the nest") and REFUSED.search("is not fit to that end")
