"""Grading: a folder of submissions, each variant worked out again and judged, as a table and with feedback for each student."""

import os
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from mam.classroom.answer_parsing import UnreadableAnswer
from mam.classroom.answers import Plain
from mam.classroom.assignments import Assigned, Assignment
from mam.classroom.classes import Student
from mam.classroom.keys import assignment_key, make_token, read_key
from mam.classroom.registry import Variant
from mam.classroom.submissions import (
    ChangedSubmission,
    Found,
    Recorded,
    Submission,
    SubmissionError,
    find_files,
    parse_submission,
)
from mam.classroom.work import Work

KEY_VARIABLE = "MAM_CLASS_KEY"  # the file of the class key, for checks that nbgrader runs


@dataclass(frozen=True)
class Judged:
    """One exercise of one student: the answer as it was read, its points, and what is wrong with it (nothing if it is right).
    `note` is for the teacher: something in the file that the notebook does not write.
    """

    one: Assigned
    variant: Variant
    answer: Plain | None
    points: Fraction
    fault: str
    note: str = ""


@dataclass(frozen=True)
class Grade:
    """One row of the table. `status` is graded, nothing handed in, or not counted (files came in, and none counts); `file` is the
    one that was graded.
    """

    student: Student
    status: str
    judged: tuple[Judged, ...] = ()
    file: str = ""
    notes: tuple[str, ...] = ()

    @property
    def total(self) -> Fraction:
        """Points of all exercises."""
        return sum((one.points for one in self.judged), Fraction(0))


@dataclass(frozen=True)
class Problem:
    """Something the teacher should know of a file."""

    place: str
    words: str

    def __str__(self) -> str:
        return f"{self.place}: {self.words}"


@dataclass(frozen=True)
class Grades:
    """A graded folder: a grade for every student of the class, in its order, and the files that need a look."""

    assignment: Assignment
    grades: tuple[Grade, ...]
    problems: tuple[Problem, ...]
    files: int


@dataclass
class _Box:
    """What came in for one student: what counts, what is said of files that are certainly theirs, and of others called so."""

    counted: list[tuple[str, Submission]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)


def grade(folder: str | Path, assignment: Assignment, key: bytes) -> Grades:
    """Grade every submission in a folder. A file that does not count is listed in `problems` and costs nobody else anything.

    Of several submissions of one student that differ, the one saved last counts (by its own time, then by its number of records).
    Raises KeyFault for another key, ValueError if this mam cannot make the variants that were handed out, OSError if the folder
    cannot be read.
    """
    assignment.check_key(key)
    for one in assignment.exercises:
        _ = one.exercise  # a version that this mam does not have is told before anything is graded
    boxes = {student.id: _Box() for student in assignment.students}
    problems: list[Problem] = []
    files = 0
    for found in find_files(folder):
        files += 1
        try:
            submission = _accepted(found, assignment, key)
        except _Refused as error:
            problems.append(Problem(found.place, str(error)))
            if error.student:
                boxes[error.student].notes.append(f"{found.place} {error}")
            elif named := _named(found.place, assignment):
                boxes[named].hints.append(f"{found.place} {error}")
        else:
            boxes[submission.student].counted.append((found.place, submission))
    grades = tuple(_grade(student, boxes[student.id], assignment, key, problems) for student in assignment.students)
    return Grades(assignment, grades, tuple(sorted(problems, key=lambda one: one.place)), files)


def _named(place: str, assignment: Assignment) -> str:
    """Whose file it would be by its name; a hint for the teacher where a student has nothing else, no more."""
    name = place.rpartition("/")[2].casefold()
    ids = (student.id for student in assignment.students)
    return next((id for id in ids if name == f"{assignment.name}.{id}.json".casefold()), "")


class _Refused(Exception):
    """Why a file does not count, and whose it is if that is certain."""

    def __init__(self, words: str, student: str = "") -> None:
        super().__init__(words)
        self.student = student


def _accepted(found: Found, assignment: Assignment, key: bytes) -> Submission:
    """The submission in a file, if it counts."""
    if found.fault:
        raise _Refused(found.fault)
    changed = ""
    try:
        one = parse_submission(found.content)
    except ChangedSubmission as error:
        one, changed = error.submission, str(error)
    except SubmissionError as error:
        raise _Refused(str(error)) from None
    if one.assignment != assignment.name:
        raise _Refused(f"belongs to another assignment, {one.assignment[:60]!r}")
    if one.practice != assignment.practice:
        kinds = ("the graded one", "the one for practice")
        raise _Refused(f"is from another notebook: {kinds[one.practice]}, not {kinds[assignment.practice]}")
    if one.student not in {student.id for student in assignment.students}:
        raise _Refused(f"belongs to nobody in this class: {one.student[:60]!r}")
    if one.token != assignment.token(one.student, key):
        raise _Refused(f"says it is {one.student}'s, but {_whose(one, assignment, key)}")
    if changed:
        raise _Refused(changed, one.student)
    return one


def _whose(one: Submission, assignment: Assignment, key: bytes) -> str:
    for student in assignment.students:
        if one.token == assignment.token(student.id, key):
            return f"its token is {student.id}'s"
    if one.token in {
        make_token(key, assignment.name, student.id, not assignment.practice) for student in assignment.students
    }:
        return f"its token is of the notebook {'for grading' if assignment.practice else 'for practice'}"
    return "its token is not: it was not made in the notebook that was handed out"


def _grade(student: Student, box: _Box, assignment: Assignment, key: bytes, problems: list[Problem]) -> Grade:
    """The grade of one student, by the submission that counts."""
    if not box.counted:
        notes = (*box.notes, *box.hints)
        return Grade(student, "not counted" if notes else "nothing handed in", notes=notes)
    best = max(box.counted, key=lambda pair: pair[1].age)
    place, submission = best
    for other, one in (pair for pair in box.counted if pair is not best):
        words = _beside(one, submission, place)
        problems.append(Problem(other, words))
        if one != submission:
            box.notes.append(f"{other} {words}")
    judged = tuple(_judged(submission, one, assignment.variant(student.id, one, key)) for one in assignment.exercises)
    known = {one.id for one in assignment.exercises}
    faults = [f"{id[:60]!r} is not an exercise of {assignment.name}" for id in submission.answers if id not in known]
    faults += [f"{each.one.id}: {each.note}" for each in judged if each.note]
    problems += [Problem(place, fault) for fault in faults]
    return Grade(student, "graded", judged, place, (*box.notes, *faults))


def _beside(one: Submission, counted: Submission, place: str) -> str:
    if one == counted:
        return f"is the same submission as {place}"
    if one.saved != counted.saved:
        return f"does not count: {place} was saved later ({counted.saved}, not {one.saved or 'never'})"
    if one.records != counted.records:
        return f"does not count: {place} has more records ({counted.records}, not {one.records})"
    return f"does not count: {place} was saved in the same second with as many records, and its checksum comes later"


def _version_fault(entry: Recorded, one: Assigned) -> str:
    return (
        ""
        if entry.version == one.version
        else f"recorded for version {entry.version}, and handed out was version {one.version}"
    )


def _judged(submission: Submission, one: Assigned, variant: Variant) -> Judged:
    """One exercise. Whatever is wrong with its entry costs this exercise only."""
    nothing = Fraction(0)
    entry = submission.answers.get(one.id)
    if entry is None:
        return Judged(one, variant, None, nothing, "No answer was saved.")
    if note := entry.fault or _version_fault(entry, one):
        return Judged(one, variant, None, nothing, "The file holds no answer.", note)
    try:
        plain = variant_answer(variant, entry.answer)
        return Judged(one, variant, plain, one.points * variant.answer.share(plain), variant.answer.fault(plain))
    except UnreadableAnswer as error:
        return Judged(one, variant, entry.answer, nothing, f"Not an answer. {error}", "the answer cannot be read")
    except Exception as error:  # an answer made by hand must not stop the grading of all others
        note = f"the answer cannot be judged ({type(error).__name__})"
        return Judged(one, variant, entry.answer, nothing, f"{note[:1].upper()}{note[1:]}.", note)


def variant_answer(variant: Variant, raw: Any) -> Plain:
    """An answer read by what this variant gives, not by what a file says was given. Raises UnreadableAnswer."""
    return type(variant.answer).read(raw, variant.given)


def judge_here(work: Work, id: str, answer: Any, *, points: int) -> float:
    """The points of an answer, for the hidden checks that nbgrader runs: the environment variable MAM_CLASS_KEY names the file of
    the class key. Raises ValueError without it, or if the notebook's token is not this student's.
    """
    place = os.environ.get(KEY_VARIABLE)
    if not place:
        raise ValueError(f"grading needs the class key: set {KEY_VARIABLE} to its file")
    key = read_key(place)
    if work.token != make_token(key, work.assignment, work.student, work.practice):
        raise ValueError(f"the token is not the one of {work.student} in {work.assignment}")
    if answer is ...:
        return 0.0
    one = Assigned(id, work.exercises[id], points)
    variant = one.exercise.variant(work.student, b"" if work.practice else assignment_key(key, work.assignment))
    try:
        return float(points * variant.answer.share(one.exercise.read(answer, variant.given)))
    except UnreadableAnswer:
        return 0.0
