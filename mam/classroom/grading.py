"""Grading: a folder of submissions, each variant worked out again and judged, as a table and with feedback for each student."""

import os
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from mam.classroom.answer_parsing import UnreadableAnswer
from mam.classroom.answers import Plain
from mam.classroom.assignments import AssignedExercise, Assignment
from mam.classroom.classes import Student
from mam.classroom.keys import assignment_key, make_token, read_key
from mam.classroom.registry import Variant
from mam.classroom.submissions import (
    ChangedSubmission,
    RecordedAnswer,
    Submission,
    SubmissionError,
    SubmittedFile,
    find_files,
    parse_submission,
)
from mam.classroom.work import Work
from mam.support.messages import quote

KEY_VARIABLE = "MAM_CLASS_KEY"  # the file of the class key, for checks that nbgrader runs


@dataclass(frozen=True)
class ExerciseGrade:
    """One exercise of one student: the answer as it was read, its points, and what is wrong with it (nothing if it is right).
    `note` is for the teacher: something in the file that the notebook does not write.
    """

    entry: AssignedExercise
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
    exercises: tuple[ExerciseGrade, ...] = ()
    file: str = ""
    notes: tuple[str, ...] = ()

    @property
    def total(self) -> Fraction:
        """Points of all exercises."""
        return sum((entry.points for entry in self.exercises), Fraction(0))


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
class _Inbox:
    """What came in for one student: the submission that counts, remarks on files that are certainly theirs, and on files with their name."""

    submissions: list[tuple[str, Submission]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)


def grade(folder: str | Path, assignment: Assignment, key: bytes) -> Grades:
    """Grade every submission in a folder. A file that does not count is listed in `problems` and costs nobody else anything.

    Of several submissions of one student that differ, the one saved last counts (by its own time, then by its number of records).
    Raises KeyFault for another key, ValueError if this mam cannot make the variants that were handed out, OSError if the folder
    cannot be read.
    """
    assignment.check_key(key)
    for entry in assignment.exercises:
        _ = entry.exercise  # raises for a version that this mam does not have, before anything is graded
    boxes = {student.id: _Inbox() for student in assignment.students}
    problems: list[Problem] = []
    files = 0
    for file in find_files(folder):
        files += 1
        try:
            submission = _accept(file, assignment, key)
        except _Refusal as error:
            problems.append(Problem(file.place, str(error)))
            if error.student:
                boxes[error.student].notes.append(f"{file.place} {error}")
            elif student_id := _find_owner(file.place, assignment):
                boxes[student_id].hints.append(f"{file.place} {error}")
        else:
            boxes[submission.student].submissions.append((file.place, submission))
    grades = tuple(_grade(student, boxes[student.id], assignment, key, problems) for student in assignment.students)
    return Grades(assignment, grades, tuple(sorted(problems, key=lambda problem: problem.place)), files)


def _find_owner(place: str, assignment: Assignment) -> str:
    """Return the student whom a file's name suggests.

    It is a hint for the teacher if the student handed in nothing that counts.
    """
    name = place.rpartition("/")[2].casefold()
    ids = (student.id for student in assignment.students)
    return next((id for id in ids if name == f"{assignment.name}.{id}.json".casefold()), "")


class _Refusal(Exception):
    """Why a file does not count, and whose it is if that is certain."""

    def __init__(self, words: str, student: str = "") -> None:
        super().__init__(words)
        self.student = student


def _accept(file: SubmittedFile, assignment: Assignment, key: bytes) -> Submission:
    """Return the submission in a file.

    Raises _Refusal if it does not count.
    """
    if file.fault:
        raise _Refusal(file.fault)
    change = ""
    try:
        submission = parse_submission(file.content)
    except ChangedSubmission as error:
        submission, change = error.submission, str(error)
    except SubmissionError as error:
        raise _Refusal(str(error)) from None
    if submission.assignment != assignment.name:
        raise _Refusal(f"belongs to another assignment, {quote(submission.assignment)}")
    if submission.practice != assignment.practice:
        kinds = ("the graded notebook", "the practice notebook")
        raise _Refusal(f"is from {kinds[submission.practice]}, not from {kinds[assignment.practice]}")
    if submission.student not in {student.id for student in assignment.students}:
        raise _Refusal(f"belongs to somebody outside this class, {quote(submission.student)}")
    if submission.token != assignment.token(submission.student, key):
        raise _Refusal(f"says it is {submission.student}'s, but {_explain_token(submission, assignment, key)}")
    if change:
        raise _Refusal(change, submission.student)
    return submission


def _explain_token(submission: Submission, assignment: Assignment, key: bytes) -> str:
    for student in assignment.students:
        if submission.token == assignment.token(student.id, key):
            return f"its token is {student.id}'s"
    if submission.token in {
        make_token(key, assignment.name, student.id, not assignment.practice) for student in assignment.students
    }:
        return f"its token is from the {'graded' if assignment.practice else 'practice'} notebook"
    return "its token is not from a notebook that was handed out"


def _grade(student: Student, box: _Inbox, assignment: Assignment, key: bytes, problems: list[Problem]) -> Grade:
    """Grade one student by the submission that counts."""
    if not box.submissions:
        notes = (*box.notes, *box.hints)
        return Grade(student, "not counted" if notes else "nothing handed in", notes=notes)
    best = max(box.submissions, key=lambda pair: pair[1].age)
    place, submission = best
    for other_place, other_submission in (pair for pair in box.submissions if pair is not best):
        words = _explain_duplicate(other_submission, submission, place)
        problems.append(Problem(other_place, words))
        if other_submission != submission:
            box.notes.append(f"{other_place} {words}")
    results = tuple(
        _grade_exercise(submission, entry, assignment.variant(student.id, entry, key)) for entry in assignment.exercises
    )
    ids = {entry.id for entry in assignment.exercises}
    faults = [f"{quote(id)} is not an exercise of {assignment.name}" for id in submission.answers if id not in ids]
    faults += [f"{result.entry.id}: {result.note}" for result in results if result.note]
    problems += [Problem(place, fault) for fault in faults]
    return Grade(student, "graded", results, place, (*box.notes, *faults))


def _explain_duplicate(submission: Submission, counted_submission: Submission, place: str) -> str:
    if submission == counted_submission:
        return f"is the same submission as {place}"
    if submission.saved != counted_submission.saved:
        return (
            f"does not count: {place} was saved later ({counted_submission.saved}, not {submission.saved or 'never'})"
        )
    if submission.records != counted_submission.records:
        return f"does not count: {place} has more records ({counted_submission.records}, not {submission.records})"
    return f"does not count: {place} was saved in the same second with as many records, and its checksum is greater"


def _version_fault(answer: RecordedAnswer, assigned: AssignedExercise) -> str:
    return (
        ""
        if answer.version == assigned.version
        else f"recorded for version {answer.version}, but version {assigned.version} was handed out"
    )


def _grade_exercise(submission: Submission, entry: AssignedExercise, variant: Variant) -> ExerciseGrade:
    """Grade one exercise. Whatever is wrong with its entry costs points for this exercise only."""
    zero = Fraction(0)
    answer = submission.answers.get(entry.id)
    if answer is None:
        return ExerciseGrade(entry, variant, None, zero, "No answer was saved.")
    if note := answer.fault or _version_fault(answer, entry):
        return ExerciseGrade(entry, variant, None, zero, "The file holds no answer.", note)
    try:
        plain = variant_answer(variant, answer.answer)
        return ExerciseGrade(
            entry, variant, plain, entry.points * variant.answer.share(plain), variant.answer.fault(plain)
        )
    except UnreadableAnswer as error:
        return ExerciseGrade(
            entry, variant, answer.answer, zero, f"Not an answer. {error}", "the answer cannot be read"
        )
    except Exception as error:  # an answer made by hand must not stop the grading of all others
        note = f"the answer cannot be judged ({type(error).__name__})"
        return ExerciseGrade(entry, variant, answer.answer, zero, f"{note[:1].upper()}{note[1:]}.", note)


def variant_answer(variant: Variant, raw: Any) -> Plain:
    """Read an answer by what this variant gives, not by what a file says was given.

    Raises UnreadableAnswer.
    """
    return type(variant.answer).read(raw, variant.given)


def judge_here(work: Work, id: str, answer: Any, *, points: int) -> float:
    """Return the points of an answer, for the hidden checks that nbgrader runs.

    The environment variable MAM_CLASS_KEY names the file of the class key. Raises ValueError without it, or if the
    notebook's token is not this student's.
    """
    place = os.environ.get(KEY_VARIABLE)
    if not place:
        raise ValueError(f"grading needs the class key: set {KEY_VARIABLE} to its file")
    key = read_key(place)
    if work.token != make_token(key, work.assignment, work.student, work.practice):
        raise ValueError(
            f"the token does not belong to {work.student} in {work.assignment}: use the notebook that was handed out"
        )
    if answer is ...:
        return 0.0
    entry = AssignedExercise(id, work.exercises[id], points)
    variant = entry.exercise.variant(work.student, b"" if work.practice else assignment_key(key, work.assignment))
    try:
        return float(points * variant.answer.share(entry.exercise.read(answer, variant.given)))
    except UnreadableAnswer:
        return 0.0
