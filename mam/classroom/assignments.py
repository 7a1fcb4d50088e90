"""An assignment as the teacher keeps it: which exercises for how many points, for whom, under which key."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import mam
from mam.classroom.catalog import get_exercise
from mam.classroom.classes import STUDENT_KEYS, Student, check_site, find_name_fault, list_student_lines, pick_keys
from mam.classroom.keys import KeyFault, make_assignment_key, make_fingerprint, make_token
from mam.classroom.registry import Exercise, Variant
from mam.support.kinds import Key
from mam.support.messages import quote
from mam.support.toml import Document, Place, PlacedError, write_string, write_strings

_FORMAT = 1
_MAX_BYTES = 10_000_000  # bytes of an assignment file
MOST_POINTS = 1000
_HEAD = {
    "format": Key(int),
    "name": Key(str, True),
    **dict.fromkeys(("class", "key_file", "mam", "site"), Key()),
    "practice": Key(bool),
    "key": Key(str, True),
    **dict.fromkeys(("exercise", "student"), Key(tuple[Any, ...])),
}
_EXERCISE = {
    "id": Key(str, True),
    "version": Key(int),
    "points": Key(int, least=0, most=MOST_POINTS),
    "partial": Key(bool),
}
_STUDENT = {**STUDENT_KEYS, "variants": Key(tuple[str, ...])}


class AssignmentError(PlacedError):
    """A fault in an assignment file: the file, the line and what is wrong."""


@dataclass(frozen=True)
class AssignedExercise:
    """One exercise of an assignment: its version, so that it is graded as it was handed out, what it is worth, and whether an
    answer that is right in part earns points.
    """

    id: str
    version: int
    points: int
    is_partial: bool = True

    @property
    def exercise(self) -> Exercise:
        """The exercise. Raises ValueError if this mam no longer has it, or has another version."""
        exercise = get_exercise(self.id)
        if exercise.version != self.version:
            raise ValueError(
                f"{self.id}: version {self.version} was handed out and this mam ({mam.__version__}) has version {exercise.version}: "
                "use the older mam"
            )
        return exercise


@dataclass(frozen=True)
class Assignment:
    """An assignment. `key_print` names the class key without giving it away, `variants` has for each student a short hash of
    every statement, so that a variant that is no longer the one handed out is noticed. `key_file` is the place of the class key,
    seen from the assignment file, and `site` the address of the site, if the teacher gave it.
    """

    name: str
    class_name: str
    exercises: tuple[AssignedExercise, ...]
    students: tuple[Student, ...]
    key_print: str
    practice: bool = False
    variants: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    made_by: str = mam.__version__
    key_file: str = ""
    site: str = ""

    @property
    def points(self) -> int:
        """What all exercises together are worth."""
        return sum(entry.points for entry in self.exercises)

    def check_key(self, key: bytes) -> None:
        """Raise KeyFault for another key than the one it was made with."""
        if make_fingerprint(key) != self.key_print:
            raise KeyFault(
                f"this is not the class key of {self.name}: its fingerprint is {make_fingerprint(key)}, not {self.key_print}"
            )

    def token(self, student: str, key: bytes) -> str:
        """Return the token in the student's notebook, which shows whose it is."""
        return make_token(key, self.name, student, self.practice)

    def variant(self, student: str, entry: AssignedExercise, key: bytes) -> Variant:
        """Return a student's variant of an exercise.

        Raises ValueError if it is no longer the one handed out.
        """
        variant = entry.exercise.variant(student, b"" if self.practice else make_assignment_key(key, self.name))
        prints = self.variants.get(student)
        if prints and prints[self.exercises.index(entry)] != hash_variant(variant):
            raise ValueError(
                f"{entry.id}: the variant of {student} is not the one that was handed out (with mam {self.made_by}); "
                f"use that mam, not {mam.__version__}"
            )
        return variant


def hash_variant(variant: Variant) -> str:
    """Return a short hash of what a student sees of a variant."""
    text = json.dumps([variant.statement, variant.given], ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def write_assignment(assignment: Assignment) -> str:
    """Return an assignment as the text of its file."""
    head = [
        f"# {assignment.name}, for the teacher. `mam grade` reads this file; points may be changed before grading.",
        f"format = {_FORMAT}",
        f"name = {write_string(assignment.name)}",
        f"class = {write_string(assignment.class_name)}",
        f"practice = {'true' if assignment.practice else 'false'}",
        f"key = {write_string(assignment.key_print)}  # the fingerprint of the class key, not the key",
        *[f"key_file = {write_string(assignment.key_file)}"] * bool(assignment.key_file),
        *[f"site = {write_string(assignment.site)}"] * bool(assignment.site),
        f"mam = {write_string(assignment.made_by)}",
    ]
    exercises = (
        [
            *("", "[[exercise]]", f"id = {write_string(entry.id)}"),
            *(f"version = {entry.version}", f"points = {entry.points}"),
            *([] if entry.is_partial else ["partial = false"]),
        ]
        for entry in assignment.exercises
    )
    students = (
        [
            *list_student_lines(student),
            f"variants = {write_strings(assignment.variants[student.id])}",
        ]
        for student in assignment.students
    )
    return "\n".join([*head, *(line for block in (*exercises, *students) for line in block)]) + "\n"


def read_assignment(path: str | Path) -> Assignment:
    """Return the assignment in a file that `mam assign` wrote.

    Raises AssignmentError with the line at fault.
    """
    path = Path(path)
    if path.is_dir():
        raise ValueError(f"{path} is a folder: name the assignment file in it, like teacher/homework-1.toml")
    document = Document.read(path, _MAX_BYTES, AssignmentError)
    if "exercise" not in document.top or "key" not in document.top:
        raise AssignmentError(
            path.name, 0, "this is not an assignment: name the file that “mam assign” wrote into the folder teacher"
        )
    values = document.read_table("", _HEAD)
    document.check_format("format", _FORMAT, default=0)
    try:
        site = check_site(values.get("site", ""))
    except ValueError as error:
        raise document.fail(("", "site"), f"{error}") from None
    students, exercises = tuple(_read_students(document)), tuple(_read_exercises(document))
    if not students or not exercises:
        raise AssignmentError(path.name, 0, f"this assignment has no {'exercises' if students else 'students'}")
    return Assignment(
        _read_name(document, "", "name"),
        values.get("class", ""),
        exercises,
        tuple(student for student, _ in students),
        values["key"],
        values.get("practice", False),
        {student.id: variants for student, variants in students},
        values.get("mam", ""),
        values.get("key_file", ""),
        site,
    )


def _read_name(document: Document, table: Place, key: str) -> str:
    name = document.string(table, key, required=True)
    if fault := find_name_fault(name):
        raise document.fail((table, key), f"{quote(name)} {fault}")
    return name


def _read_exercises(document: Document) -> Iterable[AssignedExercise]:
    ids = set()
    for path, values in document.entries("exercise", _EXERCISE):
        if values["id"] in ids:
            raise document.fail((path, "id"), f"the exercise {quote(values['id'])} is listed twice")
        ids.add(values["id"])
        yield AssignedExercise(
            values["id"], values.get("version", 1), values.get("points", 0), values.get("partial", True)
        )


def _read_students(document: Document) -> Iterable[tuple[Student, tuple[str, ...]]]:
    exercises = len(document.tables("exercise"))
    ids = set()
    for path, values in document.entries("student", _STUDENT):
        id, variants = _read_name(document, path, "id"), values.get("variants", ())
        if id.casefold() in ids:
            raise document.fail((path, "id"), f"the student {quote(id)} is listed twice")
        if len(variants) != exercises:
            raise document.fail((path, "variants"), f"{len(variants)} variants of {exercises} exercises")
        ids.add(id.casefold())
        yield Student(id, values.get("name") or id, pick_keys(values)), variants
