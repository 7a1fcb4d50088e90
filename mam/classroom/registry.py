"""What an exercise is: a function that makes variants, with their statement, right answer, hints and worked solution."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mam.classroom.answer_parsing import UnreadableAnswer, describe_error
from mam.classroom.answers import Answer, Plain
from mam.classroom.variants import Draw, make_draw
from mam.support.messages import quote

KINDS = ("rules", "probability", "decisions", "programming")
LEVELS = {1: "first steps", 2: "easy", 3: "medium", 4: "hard", 5: "very hard"}


@dataclass(frozen=True)
class Variant:
    """One student's form of an exercise.

    `statement` and `solution` are Markdown; `given` is plain data for a program (with the `options` or `cases` of an answer
    that chooses or computes); `hints` go from a nudge to nearly everything.
    """

    statement: str
    answer: Answer
    hints: tuple[str, ...]
    solution: str
    given: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Exercise:
    """An exercise. `version` goes up when its variants change, so that an assignment is graded with the variants handed out."""

    id: str
    title: str
    kind: str
    level: int
    lesson: str
    version: int
    form: type[Answer]
    make: Callable[[Draw], Variant] = field(repr=False)

    def read(self, raw: Any, given: Mapping[str, Any]) -> Plain:
        """Return an answer, which may be any object, as plain data.

        Raises UnreadableAnswer, and KeyError if `given` lacks something that the form needs.
        """
        try:
            for name in self.form.needs:
                given[name]
        except Exception:  # `given` comes from a student's cell
            raise KeyError(self.form.needs) from None
        try:
            plain = self.form.read(raw, given)
            "".join(plain).encode()  # half a surrogate pair cannot be written
            return plain
        except UnreadableAnswer:
            raise
        except Exception as error:
            raise UnreadableAnswer(f"{describe_error(error)}. Give {self.form.form}.") from None

    def variant(self, student: str = "", key: bytes = b"") -> Variant:
        """Make this student's variant: for practice, or with a class key the graded one. The right answer is worked out now."""
        variant = self.make(make_draw(student, self.id, self.version, key))
        assert isinstance(variant.answer, self.form), f"{self.id}: its answer is not a {self.form.__name__}"
        return variant


registered: dict[str, Exercise] = {}
"""The exercises by their ids, in the order in which their modules were imported."""


def exercise(
    id: str, title: str, *, kind: str, level: int, lesson: str, form: type[Answer], version: int = 1
) -> Callable[[Callable[[Draw], Variant]], Callable[[Draw], Variant]]:
    """Register a function that makes variants as an exercise.

    Raises ValueError for an id that is not in lower case or is taken, and for an unknown kind or level.
    """

    def register(make: Callable[[Draw], Variant]) -> Callable[[Draw], Variant]:
        if not re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", id) or id in registered:
            raise ValueError(f"exercise {quote(id)}: an id must be lower-case words with hyphens, and unique")
        if kind not in KINDS or level not in LEVELS:
            raise ValueError(
                f"exercise {quote(id)}: kind must be one of {', '.join(KINDS)}, and level 1 to {len(LEVELS)}"
            )
        registered[id] = Exercise(id, title, kind, level, lesson, version, form, make)
        return make

    return register


def as_options(options: Sequence[str]) -> str:
    """Return options as a list with letters, in Markdown.

    >>> print(as_options(["North", "East"]))
    - (a) North
    - (b) East
    """
    return "\n".join(f"- ({letter}) {option}" for letter, option in zip("abcdefghijklmnop", options, strict=False))
