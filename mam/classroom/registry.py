"""What an exercise is: a maker of variants with its statement, right answer, hints and worked solution."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from mam.classroom.answer_parsing import UnreadableAnswer, describe_error
from mam.classroom.answers import Answer, Plain
from mam.classroom.variants import Draw, make_draw

KINDS = ("rules", "probability", "decisions", "programming")
LEVELS = {1: "first steps", 2: "easy", 3: "medium", 4: "hard", 5: "very hard"}


@dataclass(frozen=True)
class Variant:
    """One student's form of an exercise. `statement` is Markdown; `given` is plain data that a program can use (and the
    `options` or `cases` of an answer that chooses or computes); `hints` go from a nudge to nearly all; `solution` is the worked one, in Markdown.
    """

    statement: str
    answer: Answer
    hints: tuple[str, ...]
    solution: str
    given: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Exercise:
    """An exercise. `version` goes up when its variants change, so that what was handed out is still graded by what it was."""

    id: str
    title: str
    kind: str
    level: int
    lesson: str
    version: int
    form: type[Answer]
    make: Callable[[Draw], Variant] = field(repr=False)

    def read(self, raw: Any, given: Mapping[str, Any]) -> Plain:
        """Read an answer, which may be any object, with faults of its own. Raises UnreadableAnswer, and KeyError where `given` lacks
        what the form needs.
        """
        try:
            for name in self.form.needs:
                given[name]
        except Exception:  # it comes from a student's cell
            raise KeyError(self.form.needs) from None
        try:
            plain = self.form.read(raw, given)
            "".join(plain).encode()  # half a sign cannot be written
            return plain
        except UnreadableAnswer:
            raise
        except Exception as error:
            raise UnreadableAnswer(f"{describe_error(error)}. Give {self.form.form}.") from None

    def variant(self, student: str = "", key: bytes = b"") -> Variant:
        """The variant of this student: for practice, or with a class key the graded one. The right answer is worked out now."""
        made = self.make(make_draw(student, self.id, self.version, key))
        assert isinstance(made.answer, self.form), f"{self.id}: its answer is no {self.form.__name__}"
        return made


_KNOWN: dict[str, Exercise] = {}


def exercise(
    id: str, title: str, *, kind: str, level: int, lesson: str, form: type[Answer], version: int = 1
) -> Callable[[Callable[[Draw], Variant]], Callable[[Draw], Variant]]:
    """Make an exercise of a function that makes its variants.

    Raises ValueError for an id that is no short name in small letters or is taken, and for an unknown kind or level.
    """

    def register(make: Callable[[Draw], Variant]) -> Callable[[Draw], Variant]:
        if not re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", id) or id in _KNOWN:
            raise ValueError(f"exercise {id!r}: an id is words in small letters with hyphens, each once")
        if kind not in KINDS or level not in LEVELS:
            raise ValueError(f"exercise {id!r}: kind is one of {', '.join(KINDS)}, level one of 1 to {len(LEVELS)}")
        _KNOWN[id] = Exercise(id, title, kind, level, lesson, version, form, make)
        return make

    return register


class Exercises(tuple[Exercise, ...]):
    """Exercises in order of kind and level; shown as a table."""

    __slots__ = ()

    def __str__(self) -> str:
        longest = max((len(one.id) for one in self), default=0)
        lines = []
        for kind in KINDS:
            found = [one for one in self if one.kind == kind]
            lines += [f"{kind}, {len(found)}"] * bool(found)
            lines += [f"  {one.id:<{longest}}  level {one.level}  {one.title}" for one in found]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_markdown_(self) -> str:
        rows = [f"| `{one.id}` | {one.title} | {one.kind} | {one.level} | {one.lesson} |" for one in self]
        return "\n".join(["| exercise | | kind | level | lesson |", "|---|---|---|---|---|", *rows])


def exercises(kind: str | None = None, level: int | None = None) -> Exercises:
    """All exercises, or those of one kind (rules, probability, decisions, programming) or level (1 first steps … 5 very hard).

    Raises ValueError for a kind or a level that there is not.

    >>> len(exercises()) == sum(len(exercises(kind)) for kind in KINDS)
    True
    """
    if kind is not None and kind not in KINDS:
        raise ValueError(f"no kind {kind!r}: the kinds are {', '.join(KINDS)}")
    if level is not None and level not in LEVELS:
        raise ValueError(f"no level {level!r}: the levels are 1 to {len(LEVELS)}")
    _load()
    found = [one for one in _KNOWN.values() if kind in (None, one.kind) and level in (None, one.level)]
    return Exercises(sorted(found, key=lambda one: (KINDS.index(one.kind), one.level, one.id)))


def get_exercise(id: str) -> Exercise:
    """The exercise with this id. Raises ValueError for an unknown one, with the nearest there is.

    >>> get_exercise("who-captures").kind
    'rules'
    """
    _load()
    if id not in _KNOWN:
        near = _nearest(id)
        raise ValueError(f"no exercise {id!r}{near}: “mam exercises” lists them all")
    return _KNOWN[id]


def _nearest(id: object) -> str:
    from difflib import get_close_matches

    found = get_close_matches(f"{id}", _KNOWN, 1)
    return f" (did you mean {found[0]!r}?)" if found else ""


def _load() -> None:
    """Import every file of exercises once."""
    from mam.classroom import topics

    for module in iter_modules(topics.__path__):
        import_module(f"{topics.__name__}.{module.name}")


def as_options(options: Sequence[str]) -> str:
    """Options as a list with letters, in Markdown.

    >>> print(as_options(["North", "East"]))
    - (a) North
    - (b) East
    """
    return "\n".join(f"- ({letter}) {option}" for letter, option in zip("abcdefghijklmnop", options, strict=False))
