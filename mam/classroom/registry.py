"""What an exercise is: a function that makes variants, with their statement, right answer, hints and worked solution."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from mam.classroom.answer_parsing import UnreadableAnswer, describe_error
from mam.classroom.answers import Answer, Judgment, Plain
from mam.classroom.quantities import Number
from mam.classroom.readings import ask_for_digits
from mam.classroom.variants import Draw, make_draw
from mam.rules.cards import Card
from mam.support.messages import quote

KINDS = ("rules", "probability", "decisions", "programming")
_MOST_DRAWS = 200  # of a variant, until the answer is far enough from every slip
_SHELVES = {"learn": "Learn", "games": "Other tables", "chance": "Chance", "rules": "the shelf Rules"}
LEVELS = {1: "first steps", 2: "easy", 3: "medium", 4: "hard", 5: "very hard"}


@dataclass(frozen=True)
class Variant:
    """One student's form of an exercise.

    `statement` and `solution` are Markdown; `given` is plain data for a program (with the `options` or `cases` of an answer
    that chooses or computes); `hints` go from a nudge to nearly everything. `plays` are the cards on the table, each after the name of
    who plays it, if the statement says so.
    """

    statement: str
    answer: Answer
    hints: tuple[str, ...]
    solution: str
    given: Mapping[str, Any] = field(default_factory=dict)
    plays: tuple[tuple[str, str], ...] = ()

    def with_plays(self, plays: Iterable[tuple[str, Card]], names: Mapping[str, str]) -> Variant:
        """Return the variant with the cards on the table, each after its seat."""
        return replace(self, plays=tuple((names[seat], card.code) for seat, card in plays))


@dataclass(frozen=True)
class Exercise:
    """An exercise. `version` goes up when its variants change, so that an assignment is graded with the variants handed out.

    `lesson` is where it is taught: a notebook ("18-counting-hands"), a stage or page of a shelf ("learn/tiger", "chance/bayes",
    "games/sweven"), or "rules". `unit` is what its numbers count, if its answers are numbers; `quantities.DOLLARS` for amounts of money.
    """

    id: str
    title: str
    kind: str
    level: int
    lesson: str
    version: int
    form: type[Answer]
    unit: str
    make: Callable[[Draw], Variant] = field(repr=False)

    @property
    def lesson_name(self) -> str:
        """Where it is taught, in words.

        >>> from mam.classroom import get_exercise
        >>> [get_exercise(id).lesson_name for id in ("count-hands", "capture-function", "trick-worth", "set-back")]
        ['lesson 18 (counting hands)', 'Build 2 (rules as functions)', 'Learn: money', 'Learn: made or set back']
        """
        shelf, slash, page = self.lesson.replace("-", " ").partition("/")
        if shelf in _SHELVES:
            return f"{_SHELVES[shelf]}: {page}" if slash else _SHELVES[shelf]
        kind, number, words = re.fullmatch(r"(build )?0?(\d+) (.+)", shelf).groups()  # type: ignore[union-attr]  # a notebook
        return f"{'Build' if kind else 'lesson'} {number} ({words})"

    def read(self, raw: Any, given: Mapping[str, Any]) -> Plain:
        """Return an answer, which may be any object, as plain data.

        Raises UnreadableAnswer, and KeyError if `given` lacks something that the form needs.
        """
        try:
            facts = {name: given[name] for name in self.form.needs} | {"unit": self.unit}
            facts |= {"digits": given["digits"]} if "digits" in given else {}
        except Exception:  # `given` comes from a student's cell
            raise KeyError(self.form.needs) from None
        with self._describe_errors():
            return _check_writable(self.form.read(raw, facts))

    def judge(self, raw: Any, variant: Variant) -> Judgment:
        """Judge an answer, which may be any object, to a variant.

        Raises UnreadableAnswer.
        """
        with self._describe_errors():
            plain = _check_writable(variant.answer.accept(raw, {**variant.given, "unit": self.unit}))
        return variant.answer.judge(plain)

    @contextmanager
    def _describe_errors(self) -> Iterator[None]:
        """Say what an answer looks like instead of an error that some object raised."""
        try:
            yield
        except UnreadableAnswer:
            raise
        except Exception as error:
            raise UnreadableAnswer(f"{describe_error(error)}. Give {self.form.form}.") from None

    def variant(self, student: str = "", key: bytes = b"") -> Variant:
        """Make this student's variant: for practice, or with a class key the graded one. The right answer is worked out now.

        It is drawn again while a slip is too near its answer.
        """
        draw = make_draw(student, self.id, self.version, key)
        for _ in range(_MOST_DRAWS):
            variant = self._complete(self.make(draw))
            if variant.answer.is_sound:
                return variant
        raise AssertionError(f"{self.id}: {_MOST_DRAWS} variants, and each has a slip too near its answer")

    def _complete(self, variant: Variant) -> Variant:
        """Add to a variant the unit of its answer, and how many digits it needs."""
        answer = variant.answer
        assert isinstance(answer, self.form), f"{self.id}: its answer is not a {self.form.__name__}"
        if isinstance(answer, Number):
            answer = replace(answer, unit=self.unit)
        if not answer.digits:
            return replace(variant, answer=answer)
        statement = f"{variant.statement} {ask_for_digits(answer.digits)}"
        return replace(variant, answer=answer, statement=statement, given={**variant.given, "digits": answer.digits})


def _check_writable(plain: Plain) -> Plain:
    """Return an answer that can be written into a file. Raises UnicodeEncodeError for half a surrogate pair."""
    "".join(plain).encode()
    return plain


known_exercises: dict[str, Exercise] = {}
"""The exercises by their ids, in the order in which their modules were imported."""

former_ids: dict[str, str] = {}
"""What an exercise was called before, which links and assignments may still say, and its id."""


def exercise(
    title: str,
    *,
    kind: str,
    level: int,
    lesson: str,
    form: type[Answer] = Number,
    unit: str = "",
    version: int = 1,
    former: str = "",
) -> Callable[[Callable[[Draw], Variant]], Callable[[Draw], Variant]]:
    """Register a function that makes variants as an exercise, whose id is the function's name with hyphens;
    `former` is the id that it had before.

    Raises ValueError for a name that another exercise has, and for an unknown kind or level.
    """

    def register(make: Callable[[Draw], Variant]) -> Callable[[Draw], Variant]:
        id = make.__name__.replace("_", "-")
        if id in known_exercises:
            raise ValueError(f"exercise {quote(id)}: another exercise has this id, so choose another name")
        if kind not in KINDS or level not in LEVELS:
            raise ValueError(
                f"exercise {quote(id)}: kind must be one of {', '.join(KINDS)}, and level 1 to {len(LEVELS)}"
            )
        known_exercises[id] = Exercise(id, title, kind, level, lesson, version, form, unit, make)
        if former:
            former_ids[former] = id
        return make

    return register
