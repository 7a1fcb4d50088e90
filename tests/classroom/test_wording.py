"""The sentences of the exercises, read for many students: no equation that says nothing, no plural of one."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from cases import check_each
from retired_words import find_retired, prose, texts_in_code

from mam.classroom import Exercise, exercises, get_exercise
from mam.classroom.phrases import join_steps
from mam.classroom.tasks import strip_markdown

ROOT = Path(__file__).parents[2]
LESSONS = sorted((ROOT / "notebooks").glob("*.ipynb"))

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
        whys = [slip.why for slip in getattr(answer, "slips", ())] + list(
            (getattr(answer, "reasons", None) or {}).values()
        )
        texts = (variant.statement, *variant.hints, variant.solution, answer.shown, *whys, getattr(answer, "nudge", ""))
        yield from map(strip_markdown, texts)


def says_nothing(text: str) -> list[str]:
    """The equations whose two sides are the same."""
    equations = EQUATION.finditer(text)
    return [match[0] for match in equations if match[1].replace(" ", "").replace(",", "") == match[2].replace(",", "")]


@pytest.mark.parametrize("name", ["what-the-nest-holds", "after-these-cards", "money-in-hand"])
def test_these_equations_said_the_same_twice(name: str) -> None:
    assert not [fault for text in texts_of(get_exercise(name), 12) for fault in says_nothing(text)]


@pytest.mark.parametrize("name", ["sweven-score", "money-in-hand", "how-many-deals"])
def test_these_had_a_plural_of_one(name: str) -> None:
    assert not [match[0] for text in texts_of(get_exercise(name), 12) for match in PLURAL.finditer(text)]


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
    assert join_steps("117/11480", "117/11480 = 1.019%") == "117/11480 = 1.019%"
    assert join_steps("4/42", "2/21 = 9.524%") == "4/42 = 2/21 = 9.524%"


# What is said twice in a breath.
DOUBLED = re.compile(r"(?i)\bnot legal\W+not legal|\bno\W+not legal|,[”\"]?,|\?\.|(?<!\.)\.\.(?!\.)")


@pytest.mark.parametrize("name", ["legal-calls", "two-editions"])
def test_these_said_it_twice(name: str) -> None:
    assert not [match[0] for text in texts_of(get_exercise(name), 12) for match in DOUBLED.finditer(text)]


# Phrases that stumbled readers besides those that are retired everywhere.
STUMBLED = re.compile(r"fit to that")
# Where a retired word has its other meaning, by lesson or exercise.
ALLOWED = {
    "two-worlds": {"worlds"},  # a key of what is given, for programs
}


@pytest.mark.sample(16, 14)
@pytest.mark.parametrize("exercise", exercises(), ids=lambda exercise: exercise.id)
def test_the_sentences_of_an_exercise_are_sound(exercise: Exercise) -> None:
    """No equation says the same twice, one is no plural, nothing is said twice in a breath, and no word is retired."""
    texts = [exercise.title, *exercise.variant("student 0").given, *texts_of(exercise, 8)]
    assert not [fault for text in texts for fault in says_nothing(text)]
    assert not [match[0] for text in texts for match in (*PLURAL.finditer(text), *DOUBLED.finditer(text))]
    assert not [phrase for text in texts for phrase in find_retired(text, ALLOWED.get(exercise.id, ()))]
    assert not [text for text in texts if STUMBLED.search(text)]


@check_each("path", LESSONS)
def test_no_lesson_uses_retired_words(path: Path) -> None:
    cells = json.loads(path.read_text("utf-8"))["cells"]
    texts = []
    for cell in cells:
        source = "".join(cell["source"])
        texts += [prose(source)] if cell["cell_type"] == "markdown" else texts_in_code(source)
    assert not [phrase for text in texts for phrase in find_retired(text, ALLOWED.get(path.stem, ()))]


def test_retired_words_are_found_and_innocent_ones_are_not() -> None:
    for text in (
        "You have put out the nest",
        "a standing bid",
        "in 55 % of the deals",
        "the world in which",
        "he is without Red",
        "shuffle the cards anew",
        "both copies of Red 40",
        "how likely it is",
        "a card such as R40",
        "Keys: Enter",
        "the drawing pile",
    ):
        assert find_retired(text), text
    for text in (
        "share your answer",
        "just one more",
        "the figure shows",
        "a worldwide game",
        "x % 2 == 0",
        "told her",
        "a copy of the file",
        "the winner's pile",
        "dictionary keys: two",
        "55% of the deals",
    ):
        assert not find_retired(text), text


def test_each_notebook_that_plays_rulebook_players_links_to_the_page_that_says_what_they_are() -> None:
    assert "the\nrulebook player follows simple rules of thumb" in (ROOT / "docs" / "players.md").read_text("utf-8")
    named = []
    for path in LESSONS:
        cells = json.loads(path.read_text("utf-8"))["cells"]
        prose = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
        if re.search(r"rulebook players", prose, re.IGNORECASE):
            named.append(path.name)
            assert re.search(r"\[[Rr]ulebook players?\]\(\.\./docs/players\.md\)", prose), path.name
    assert len(named) >= 4


def test_whoever_chooses_trump_has_discarded() -> None:
    statement = get_exercise("name-the-trump").variant("a student").statement
    assert statement.startswith("You have discarded and hold ")
