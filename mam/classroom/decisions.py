"""What the teacher decides beyond arithmetic: a file beside the assignment, each line with its reason. Taking a line out undoes it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

from mam.classroom.assignments import MOST_POINTS, Assignment
from mam.classroom.classes import clean_line
from mam.support.kinds import Key
from mam.support.messages import quote
from mam.support.toml import Document, Place, PlacedError

FILE_NAME = "decisions.toml"
_MAX_BYTES = 1_000_000
_KINDS = ("points", "excused", "due", "accept_file", "accept_answer", "drop")
_LATE = {
    "due": Key(datetime, True),
    "grace": Key(int, least=0, most=10_000),
    "per_day": Key(int, least=0, most=100),
    "most": Key(int, least=0, most=100),
    "file_dates": Key(bool),
}
_DECIDE = {
    "reason": Key(str, True),
    **dict.fromkeys(("student", "exercise", "accept_file", "accept_answer"), Key()),
    "points": Key(int | float),
    "due": Key(datetime),
    **dict.fromkeys(("excused", "drop"), Key(bool)),
}
# What a kind of decision is about: True for what it needs, False for what it can't have; the other may be there.
_NEEDS = {
    "points": {"student": True, "exercise": True},
    "excused": {"student": True, "exercise": False},
    "due": {"student": True, "exercise": False},
    "accept_file": {"student": True, "exercise": False},
    "accept_answer": {"exercise": True},
    "drop": {"student": False, "exercise": True},
}


class DecisionError(PlacedError):
    """A fault in a file of decisions: the file, the line and what is wrong."""


@dataclass(frozen=True)
class LateRule:
    """When work is due, how many minutes later nothing is lost, and what each started day costs: percent of the points, `most` at most.

    `file_dates` says that the dates of the files are when they were handed in.
    """

    due: datetime
    grace: int = 0
    per_day: int = 0
    most: int = 100
    file_dates: bool = False


@dataclass(frozen=True)
class Decision:
    """One decision: its kind (one of points, excused, due, accept_file, accept_answer, drop), the value, and the reason."""

    kind: str
    value: Any
    reason: str
    student: str = ""
    exercise: str = ""
    place: tuple[str, int] = ("", 0)  # the file and the line

    def concerns(self, student: str) -> bool:
        """Return whether it is about this student, or about everybody."""
        return self.student in ("", student)


@dataclass(frozen=True)
class Decisions:
    """All decisions on an assignment. `attempts` says which of several submissions counts: the last, the first or the best."""

    rows: tuple[Decision, ...] = ()
    late: LateRule | None = None
    attempts: str = "last"

    def pick(self, kind: str, student: str) -> list[Decision]:
        """Return the decisions of a kind that concern a student."""
        return [decision for decision in self.rows if decision.kind == kind and decision.concerns(student)]

    def accepts(self, student: str, place: str) -> bool:
        """Return whether a file counts for a student because the teacher says so."""
        return any(decision.value == place for decision in self.pick("accept_file", student))

    def check_files(self, places: Collection[str]) -> None:
        """Raise DecisionError for a decision on a file that is not in the folder."""
        for decision in self.rows:
            if decision.kind == "accept_file" and decision.value not in places:
                raise DecisionError(*decision.place, f"there is no file {quote(decision.value)} in the folder")


NO_DECISIONS = Decisions()


def read_decisions(path: str | Path, assignment: Assignment) -> Decisions:
    """Read the decisions on an assignment; a file that is not there holds none.

    Raises DecisionError with the line: for an unknown key, student or exercise, a decision without a reason, and two kinds in one.
    """
    path = Path(path)
    if not path.exists():
        return NO_DECISIONS
    document = Document.read(path, _MAX_BYTES, DecisionError)
    document.check_keys({"attempts", "late", "decide"})
    attempts = document.value("", "attempts", Key(Literal["last", "first", "best"])) or "last"
    late = _read_late(document)
    rows = tuple(
        _read_decision(document, place, values, assignment)
        for place, values in document.entries("decide", _DECIDE, label="student")
    )
    for decision in rows:
        if decision.kind == "due" and late is None:
            raise DecisionError(*decision.place, "an extension needs a due time for the others: add [late] with due")
    return Decisions(rows, late, attempts)


def _read_late(document: Document) -> LateRule | None:
    if "late" not in document.top:
        return None
    values = document.read_table("late", _LATE)
    return LateRule(**values | {"due": _check_zone(document, "late", values["due"])})


def _check_zone(document: Document, place: Place, due: datetime) -> datetime:
    if due.tzinfo is None:
        raise document.fail((place, "due"), "due needs a time zone, like 2026-11-25T08:00:00Z or …08:00:00-05:00")
    return due


def _read_decision(document: Document, place: Place, values: dict[str, Any], assignment: Assignment) -> Decision:
    kinds = [kind for kind in _KINDS if kind in values]
    if len(kinds) != 1:
        raise document.fail((place, kinds[1] if kinds else ""), f"a decision has exactly one of {', '.join(_KINDS)}")
    (kind,) = kinds
    if not values["reason"].strip():
        raise document.fail((place, "reason"), "give the reason")
    known = {
        "student": [student.id for student in assignment.students],
        "exercise": [entry.id for entry in assignment.exercises],
    }
    for noun, is_needed in _NEEDS[kind].items():
        if is_needed and noun not in values:
            raise document.fail((place, kind), f"{kind} needs a line “{noun} = …”")
        if not is_needed and noun in values:
            raise document.fail((place, noun), f"{kind} has no {noun}")
    for noun, names in known.items():
        if noun in values and values[noun] not in names:
            raise document.fail((place, noun), f"no {noun} {quote(values[noun])} in {assignment.name}")
    value = values[kind]
    if value is False:
        raise document.fail((place, kind), f"{kind} can only be true: take the decision out to undo it")
    if kind == "due":
        _check_zone(document, place, value)
    if kind == "points":
        if not 0 <= value <= MOST_POINTS:  # also false for a value that is no number
            raise document.fail((place, kind), f"points must be from 0 to {MOST_POINTS}, not {value}")
        value = Fraction(value).limit_denominator(10_000)
    student, exercise = values.get("student", ""), values.get("exercise", "")
    lines = (document.name, document.line(place, kind))
    return Decision(kind, value, clean_line(values["reason"]), student, exercise, lines)
