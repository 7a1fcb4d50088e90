"""Grading: a folder of submissions, each variant worked out again and judged, as a table and with feedback for each student."""

import hmac
import os
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

from mam.classroom.adjustments import apply_decisions
from mam.classroom.answer_parsing import UnreadableAnswer
from mam.classroom.assignments import AssignedExercise, Assignment
from mam.classroom.classes import Student
from mam.classroom.decisions import NO_DECISIONS, Decisions
from mam.classroom.grades import UNREADABLE, ExerciseGrade, Grade, Grades, Problem
from mam.classroom.hand_ins import parse_hand_in
from mam.classroom.incoming import SubmittedFile, find_files, is_late
from mam.classroom.keys import make_assignment_key, make_exposed_token, make_token, read_key
from mam.classroom.registry import Variant
from mam.classroom.submissions import (
    NotebookHandedIn,
    SealedSubmission,
    Submission,
    SubmissionError,
    format_time,
    parse_submission,
)
from mam.classroom.work import Work
from mam.support.messages import quote

KEY_VARIABLE = "MAM_CLASS_KEY"  # the file of the class key, for checks that nbgrader runs


@dataclass
class _Inbox:
    """What came in for one student: the submissions, the notebooks, and remarks on files that are theirs only by what they say."""

    submissions: list[tuple[str, SealedSubmission]] = field(default_factory=list)
    dates: dict[str, datetime | None] = field(default_factory=dict)  # by the place of the file
    notebooks: list[str] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)


def grade(
    folder: str | Path,
    assignment: Assignment,
    key: bytes,
    *,
    now: datetime | None = None,
    decisions: Decisions = NO_DECISIONS,
) -> Grades:
    """Grade every submission in a folder. A file that does not count is listed in `problems` and costs nobody else anything.

    Of several submissions of one student that differ, the one saved last counts (by its own time, then by its number of records), if
    the teacher decided for no other; a time later than `now`, the moment of grading, is no time and never wins. Raises KeyFault
    for another key, ValueError if this mam cannot make the variants that were handed out, DecisionError for a decision on a file
    that is not there, OSError if the folder cannot be read.
    """
    assignment.check_key(key)
    for entry in assignment.exercises:
        _ = entry.exercise  # raises for a version that this mam does not have, before anything is graded
    boxes = {student.id: _Inbox() for student in assignment.students}
    problems: list[Problem] = []
    places = []
    for file in find_files(folder):
        places.append(file.place)
        student_ids = _find_named_students(file.place, assignment)
        try:
            sealed = _accept(file, assignment, key, decisions)
        except _Refusal as error:
            problems.append(Problem(file.place, str(error)))
            owner = error.owner
            if owner:
                boxes[owner].notebooks.append(f"{file.place} {error}")
            elif student := error.claimed or next(iter(student_ids), ""):
                boxes[student].hints.append(f"{file.place} {error}")
        else:
            owner = sealed.submission.student
            boxes[owner].submissions.append((file.place, sealed))
            boxes[owner].dates[file.place] = file.dated
        for other in student_ids if owner else ():
            if other != owner:
                words = f"is {owner}'s, but its name or folder is {other}'s: it may be a copy"
                problems.append(Problem(file.place, words))
                boxes[other].hints.append(f"{file.place} {words}")
    decisions.check_files(places)
    grader = _Grader(assignment, key, format_time(now or datetime.now(UTC)), problems, decisions)
    grades = tuple(
        apply_decisions(grader.grade(student, boxes[student.id]), decisions, assignment)
        for student in assignment.students
    )
    return Grades(assignment, grades, tuple(sorted(problems, key=lambda problem: problem.place)), len(places))


def _find_named_students(place: str, assignment: Assignment) -> list[str]:
    """Return the students whose id or name a file's name, then its folder's, begins with: that proves nothing."""
    student_ids: list[str] = []
    for part in reversed(place.casefold().split("/")[-2:]):
        name = part.rpartition(f"{assignment.name}.".casefold())[2]
        labels = [
            (len(label), student.id)
            for student in assignment.students
            for label in {student.id.casefold(), student.name.casefold()}
            if name.startswith(label) and not name[len(label) :][:1].isalnum()
        ]
        longest = {id for length, id in labels if length == max(labels)[0]}
        if len(longest) == 1 and not longest & set(student_ids):
            student_ids += longest
    return student_ids


class _Refusal(Exception):
    """Why a file does not count: whose it is if that is certain (`owner`), or whose it says it is (`claimed`)."""

    def __init__(self, words: str, *, owner: str = "", claimed: str = "") -> None:
        super().__init__(words)
        self.owner, self.claimed = owner, claimed


def _accept(file: SubmittedFile, assignment: Assignment, key: bytes, decisions: Decisions) -> SealedSubmission:
    """Return the submission in a file.

    Raises _Refusal if it does not count.
    """
    if file.fault:
        raise _Refusal(file.fault)
    try:
        if file.place.lower().endswith(".ipynb"):
            raise NotebookHandedIn
        sealed = parse_hand_in(file.text) if file.text else parse_submission(file.content)
    except NotebookHandedIn as error:
        raise _refuse_notebook(file.content, assignment, key, str(error)) from None
    except SubmissionError as error:
        raise _Refusal(str(error)) from None
    submission = sealed.submission
    if submission.assignment != assignment.name:
        raise _Refusal(f"belongs to another assignment, {quote(submission.assignment)}")
    if submission.practice != assignment.practice:
        kinds = ("the graded notebook", "the practice notebook")
        raise _Refusal(f"is from {kinds[submission.practice]}, not from {kinds[assignment.practice]}")
    student = submission.student
    if student not in {student.id for student in assignment.students}:
        raise _Refusal(f"belongs to somebody outside this class, {quote(student)}")
    if not sealed.is_sealed_with(assignment.token(student, key)) and not decisions.accepts(student, file.place):
        raise _Refusal(f"says it is {student}'s, but {_explain_seal(sealed, assignment, key)}", claimed=student)
    return sealed


def _explain_seal(sealed: SealedSubmission, assignment: Assignment, key: bytes) -> str:
    """Say whose token made a seal that does not fit, if anybody's in this class did."""
    for student in assignment.students:
        name, practice = assignment.name, assignment.practice
        if sealed.is_sealed_with(assignment.token(student.id, key)):
            return f"its seal is {student.id}'s"
        if sealed.is_sealed_with(make_token(key, name, student.id, not practice)):
            return f"its seal is from the {'graded' if practice else 'practice'} notebook"
        if sealed.is_sealed_with(make_exposed_token(key, name, student.id, practice)):
            return (
                "its seal is from a notebook that an older mam made, whose token others may have seen: make the assignment "
                "again with --again and hand out the new notebooks"
            )
    origin = "another code" if sealed.submission.source == "phone" else "another notebook"
    return f"its seal does not fit: it was changed after it was saved, or written with {origin}"


def _refuse_notebook(content: bytes, assignment: Assignment, key: bytes, words: str) -> _Refusal:
    """Say whose notebook it is, by the token in it: names of files and folders prove nothing, and nothing in it is run."""
    owners = {
        make_token(key, assignment.name, student.id, practice).encode(): (student.id, practice)
        for student in assignment.students
        for practice in (False, True)
    }
    found = {owners[text] for text in re.findall(rb"(?<!\w)[0-9a-f]{32}(?!\w)", content) if text in owners}
    if len(found) != 1:
        return _Refusal(words)
    ((owner, practice),) = found
    kind = "" if practice == assignment.practice else "practice " if practice else "graded "
    return _Refusal(f"is {owner}'s {kind}notebook: only the .json file that its last cell names counts", owner=owner)


@dataclass
class _Grader:
    assignment: Assignment
    key: bytes
    now: str
    problems: list[Problem]
    decisions: Decisions

    def grade(self, student: Student, box: _Inbox) -> Grade:
        """Grade one student by the submission that counts."""
        if not box.submissions:
            remarks = (*box.notebooks, *box.hints)
            status = "handed in the notebook" if box.notebooks else "not counted" if remarks else "nothing handed in"
            if self.decisions.pick("points", student.id):  # for work on paper
                nothing = Submission(self.assignment.name, student.id, self.assignment.practice)
                return Grade(student, "graded", self._grade_exercises(student, nothing), notes=remarks)
            return Grade(student, status, notes=remarks)
        best = self._choose(student, box.submissions)
        place, sealed = best
        submission = sealed.submission
        notes: list[str] = []
        for other_place, other in (pair for pair in box.submissions if pair is not best):
            words = self._explain_duplicate(other, sealed, place)
            self.problems.append(Problem(other_place, words))
            if other.facts != sealed.facts:
                notes.append(f"{other_place} {words}")
        results = self._grade_exercises(student, submission)
        ids = {entry.id for entry in self.assignment.exercises}
        faults = [
            f"{quote(id)} is not an exercise of {self.assignment.name}" for id in submission.answers if id not in ids
        ]
        faults += [f"{result.entry.id}: {result.note}" for result in results if result.note]
        if self._is_in_future(submission):
            faults.append(f"its time, {submission.saved}, is in the future: the clock it was saved by was wrong")
        self.problems += [Problem(place, fault) for fault in faults]
        facts = (place, (*notes, *faults), submission, is_late(place))
        return Grade(student, "graded", results, *facts, dated=box.dates[place])

    def _choose(
        self, student: Student, submissions: list[tuple[str, SealedSubmission]]
    ) -> tuple[str, SealedSubmission]:
        """Return the submission that counts: the one that the teacher named, or the best, last or first one."""
        accepted_pairs = [pair for pair in submissions if self.decisions.accepts(student.id, pair[0])]
        candidates = accepted_pairs or submissions
        if self.decisions.attempts == "first":
            timely = [pair for pair in candidates if not self._is_in_future(pair[1].submission)]
            return min(timely or candidates, key=lambda pair: self._rank(pair[1]))
        if self.decisions.attempts == "best" and len(candidates) > 1:
            return max(candidates, key=lambda pair: (self._sum_points(student, pair[1]), self._rank(pair[1])))
        return max(candidates, key=lambda pair: self._rank(pair[1]))

    def _sum_points(self, student: Student, sealed: SealedSubmission) -> Fraction:
        return sum((result.points for result in self._grade_exercises(student, sealed.submission)), Fraction(0))

    def _grade_exercises(self, student: Student, submission: Submission) -> tuple[ExerciseGrade, ...]:
        return tuple(
            _grade_exercise(submission, entry, self.assignment.variant(student.id, entry, self.key))
            for entry in self.assignment.exercises
        )

    def _is_in_future(self, submission: Submission) -> bool:
        return submission.saved > self.now

    def _rank(self, sealed: SealedSubmission) -> tuple[bool, str, int, str]:
        """Of two submissions the greater counts; the seal breaks a tie. A time in the future says nothing."""
        submission = sealed.submission
        is_wrong = self._is_in_future(submission)
        return not is_wrong, "" if is_wrong else submission.saved, submission.records, sealed.seal

    def _explain_duplicate(self, sealed: SealedSubmission, counted: SealedSubmission, place: str) -> str:
        submission, other = sealed.submission, counted.submission
        if sealed.facts == counted.facts:
            return f"is the same submission as {place}"
        if self.decisions.accepts(other.student, place):
            return f"does not count: you decided for {place}"
        if self.decisions.attempts != "last":
            return f"does not count: {place} is the {self.decisions.attempts} one ({other.saved or 'never saved'})"
        if self._is_in_future(submission) and not self._is_in_future(other):
            return f"does not count: its time, {submission.saved}, is in the future, so {place} counts ({other.saved})"
        if submission.saved != other.saved and not self._is_in_future(other):
            return f"does not count: {place} was saved later ({other.saved}, not {submission.saved or 'never'})"
        if submission.records != other.records:
            return f"does not count: {place} has more records ({other.records}, not {submission.records})"
        return f"does not count: {place} was saved in the same second with as many records, and its seal is greater"


def _grade_exercise(submission: Submission, entry: AssignedExercise, variant: Variant) -> ExerciseGrade:
    """Grade one exercise. Whatever is wrong with its entry costs points for this exercise only."""
    zero = Fraction(0)
    answer = submission.answers.get(entry.id)
    if answer is None or not answer.is_given:
        return ExerciseGrade(entry, variant, None, zero, "No answer was saved.", unread=answer.unread if answer else 0)
    note = answer.fault
    if not note and answer.version != entry.version:
        note = f"recorded for version {answer.version}, but version {entry.version} was handed out"
    if note:
        return ExerciseGrade(entry, variant, None, zero, "The file holds no answer.", note)
    try:
        judgment = entry.exercise.judge(answer.answer, variant)
        share = judgment.share if entry.is_partial or judgment.share == 1 else zero
        points, facts = entry.points * share, (judgment, answer.code, answer.unread, answer.sure)
        return ExerciseGrade(entry, variant, judgment.plain, points, judgment.fault, "", *facts)
    except UnreadableAnswer as error:
        return ExerciseGrade(
            entry, variant, answer.answer, zero, f"Not an answer. {error}", UNREADABLE, sure=answer.sure
        )
    except Exception as error:  # an answer made by hand must not stop the grading of all others
        note = f"the answer cannot be judged ({type(error).__name__})"
        return ExerciseGrade(entry, variant, answer.answer, zero, f"{note[:1].upper()}{note[1:]}.", note)


def judge_here(work: Work, id: str, answer: Any, *, points: int) -> float:
    """Return the points of an answer, for the hidden checks that nbgrader runs.

    The environment variable MAM_CLASS_KEY names the file of the class key. Raises ValueError without it, or if the
    notebook's token is not this student's.
    """
    place = os.environ.get(KEY_VARIABLE)
    if not place:
        raise ValueError(f"grading needs the class key: set {KEY_VARIABLE} to its file")
    key = read_key(place)
    if not hmac.compare_digest(
        work.token.encode(), make_token(key, work.assignment, work.student, work.practice).encode()
    ):
        raise ValueError(
            f"the token does not belong to {work.student} in {work.assignment}: use the notebook that was handed out"
        )
    if answer is ...:
        return 0.0
    entry = AssignedExercise(id, work.exercises[id], points)
    variant = entry.exercise.variant(work.student, b"" if work.practice else make_assignment_key(key, work.assignment))
    try:
        return float(points * entry.exercise.judge(answer, variant).share)
    except UnreadableAnswer:
        return 0.0
