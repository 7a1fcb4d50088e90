"""A student's work on an assignment, in a notebook: answers are read, kept in a file at once, and handed in as that file."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mam.classroom.answer_parsing import UnreadableAnswer
from mam.classroom.answers import Plain
from mam.classroom.catalog import get_exercise
from mam.classroom.classes import find_name_fault
from mam.classroom.likeness import find_code
from mam.classroom.registry import Exercise
from mam.classroom.submissions import (
    RecordedAnswer,
    SealedSubmission,
    Submission,
    SubmissionError,
    format_time,
    parse_submission,
    write_submission,
)
from mam.classroom.tasks import Message, make_verdict
from mam.rules.cards import format_count
from mam.support.data_files import remove_partial_files, write_file
from mam.support.messages import quote


class Work:
    """What a student has answered so far. It lies in one file, written again after every record: that file is the submission.

    Nothing is kept in the notebook: its cells may be run in any order, again, or be copied, and the kernel may be restarted.
    """

    def __init__(
        self, assignment: str, student: str, token: str, exercises: Mapping[str, int], practice: bool, folder: Path
    ) -> None:
        self.assignment, self.student, self.token = assignment, student, token
        self.exercises, self.practice = dict(exercises), practice
        self.path = folder / f"{assignment}.{student}.json"
        remove_partial_files(self.path)
        self._notice = self._move_foreign_file()

    def record(self, id: str, answer: Any, given: Mapping[str, Any] | None = None) -> Message:
        """Save an answer over an earlier one, and say how it was read. `given` is what the notebook's cell gives.

        An answer that cannot be read is not saved: a message says what to give, and an earlier answer stays. For practice the
        message also says whether the answer is right. Raises ValueError for an exercise that is not in this assignment, OSError if nothing can be
        written.
        """
        exercise = self._exercise(id)
        submission = self._read_submission()
        earlier_answer = submission.answers.get(id)
        is_saved = earlier_answer is not None and earlier_answer.is_given
        earlier_text = (
            f" Your earlier answer is still saved: {_format_answer(earlier_answer.answer)}."
            if earlier_answer and is_saved
            else ""
        )
        if answer is ...:
            form = exercise.form.form
            return Message(f"{id}: nothing saved yet. Write your answer in place of the dots: {form}.{earlier_text}")
        try:
            plain = exercise.read(answer, self._pick_arguments(exercise, given))
        except UnreadableAnswer as error:
            self._count_unread(submission, id)
            return Message(f"{id}: not saved. {error}{earlier_text}")
        except KeyError:
            advice = "Run the cell with the given values, and pass them on: record(id, answer, given)."
            return Message(f"{id}: not saved. {advice}{earlier_text}")
        unread = earlier_answer.unread if earlier_answer else 0
        entry = RecordedAnswer(self.exercises[id], plain, code=find_code(answer), unread=unread)
        message = f"{id}: saved: {_format_answer(plain)}."
        if entry != earlier_answer:
            answers, now = {**submission.answers, id: entry}, format_time(datetime.now(UTC))
            new = replace(submission, answers=answers, records=submission.records + 1, saved=now)
            message = f"{message} {self._save(new)}".strip()
        return self._check(exercise, plain, message) if self.practice else Message(message)

    def _count_unread(self, submission: Submission, id: str) -> None:
        """Count a try that could not be read, for the teacher's report; the answer and the time stay as they are."""
        entry = submission.answers.get(id) or RecordedAnswer(self.exercises[id], "", is_given=False)
        counted = replace(entry, unread=entry.unread + 1)
        with suppress(OSError):  # what matters now is the message
            self._save(replace(submission, answers={**submission.answers, id: counted}))

    def export(self, folder: str | Path | None = None) -> Message:
        """Say what is recorded and missing, and which file to hand in; with a folder, put a copy of the file there."""
        submission = self._read_submission()
        given = self.answers()
        if not given:
            return Message("Nothing is saved yet, so there is nothing to hand in.")
        path = self.path
        if folder is not None:
            path = Path(folder) / self.path.name
            write_file(path, write_submission(submission, self.token))
        missing_ids = [id for id in self.exercises if id not in given]
        message = f"{len(given)} of {format_count(len(self.exercises), 'exercise')} saved."
        message += f" Missing: {', '.join(missing_ids)}." if missing_ids else ""
        return Message(f"{message} Hand in the file {path}.")

    def answers(self) -> dict[str, Plain]:
        """Return the saved answers, by exercise."""
        return {id: answer.answer for id, answer in self._read_submission().answers.items() if answer.is_given}

    def describe_saved(self, id: str) -> str:
        """Return the saved answer to an exercise in words; "" if there is none."""
        answer = self.answers().get(id)
        return "" if answer is None else _format_answer(answer)

    def __str__(self) -> str:
        count = len(self.answers())
        message = f"{self.assignment}, {self.student}: {count} of {format_count(len(self.exercises), 'exercise')} saved in {self.path.name}."
        return f"{message} {self._notice}".strip()

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return Message(str(self))._repr_html_()

    def _exercise(self, id: str) -> Exercise:
        if id not in self.exercises:
            raise ValueError(f"no exercise {quote(id)} in {self.assignment}: it has {', '.join(self.exercises)}")
        return get_exercise(id)

    def _pick_arguments(self, exercise: Exercise, given: Mapping[str, Any] | None) -> Mapping[str, Any]:
        """Return what reading an answer needs; what was passed may be anything. An older version of an exercise asked for no digits."""
        facts = given if given is not None and issubclass(type(given), Mapping) else {}
        return facts if exercise.version == self.exercises[exercise.id] else {"digits": 0, **facts}

    def _check(self, exercise: Exercise, plain: Plain, message: str) -> Message:
        if exercise.version != self.exercises[exercise.id]:
            return Message(f"{message} It cannot be checked here: this mam has another version of the exercise.")
        return make_verdict(exercise.judge(plain, exercise.variant(self.student)), lead=message)

    def _read_submission(self) -> Submission:
        """Read the submission in the file, which another kernel may have written.

        If the file is missing or not from this work, the submission is empty.
        """
        try:
            sealed = parse_submission(self.path.read_bytes())
        except (FileNotFoundError, SubmissionError):
            return self._empty()
        return self._empty() if self._find_fault(sealed) else sealed.submission

    def _empty(self) -> Submission:
        return Submission(self.assignment, self.student, self.practice)

    def _find_fault(self, sealed: SealedSubmission) -> str:
        """Say why a submission is not the one that this work wrote; "" if it is."""
        submission = sealed.submission
        place = (self.assignment, self.student, self.practice)
        if (submission.assignment, submission.student, submission.practice) != place:
            return "belongs to another assignment or another student"
        if not sealed.is_sealed_with(self.token):
            return "was changed after it was saved, or written with another notebook"
        return ""

    def _save(self, new: Submission) -> str:
        text = write_submission(new, self.token)
        message = self._move_foreign_file()
        write_file(self.path, text)
        return message

    def _move_foreign_file(self) -> str:
        """Rename a file that is damaged or belongs to somebody else, and return a message about it.

        The message is "" if there is no such file.
        """
        try:
            reason = self._find_fault(parse_submission(self.path.read_bytes()))
        except FileNotFoundError:
            return ""
        except SubmissionError as error:
            reason = str(error)
        if not reason:
            return ""
        number = 1
        while (new_path := self.path.with_name(f"{self.path.stem}.aside-{number}.json")).exists():
            number += 1
        self.path.rename(new_path)
        return (
            f"The earlier file {reason}; it is now {new_path.name}, and a new file begins. Run your answer cells again."
        )


def open_work(
    assignment: str,
    student: str,
    *,
    token: str,
    exercises: Mapping[str, int],
    practice: bool = False,
    folder: str | Path = ".",
) -> Work:
    """Open a student's work on an assignment and continue with the saved answers.

    `mam assign` writes this call into the notebook; `exercises` are their ids with versions. Raises ValueError for
    names that cannot name a file.

    >>> from tempfile import mkdtemp
    >>> work = open_work("homework-1", "ann", token="", exercises={"who-captures": 1}, folder=mkdtemp())
    >>> work.record("who-captures", "west", {"options": ["North", "West"]})
    who-captures: saved: West.
    >>> work
    homework-1, ann: 1 of 1 exercise saved in homework-1.ann.json.
    """
    for name in (assignment, student):
        if fault := find_name_fault(name):
            raise ValueError(f"the name {quote(name)} {fault}")
    return Work(assignment, student, token, exercises, practice, Path(folder).absolute())


def _format_answer(plain: Plain) -> str:
    text = ", ".join(plain) if isinstance(plain, list) else plain
    return (text if len(text) <= 200 else f"{text[:199]}…") or "none"
