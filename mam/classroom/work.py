"""A student's work on an assignment, in a notebook: answers are read, kept in a file at once, and handed in as that file."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mam.classroom.answer_parsing import UnreadableAnswer
from mam.classroom.answers import Plain
from mam.classroom.catalog import get_exercise
from mam.classroom.classes import name_fault
from mam.classroom.registry import Exercise
from mam.classroom.submissions import (
    Recorded,
    Submission,
    SubmissionError,
    parse_submission,
    write_submission,
)
from mam.classroom.tasks import Told, Verdict
from mam.rules.cards import counted
from mam.support.data_files import remove_partial_files, write_file


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
        self._said = self._set_aside_what_is_not_ours()

    def record(self, id: str, answer: Any, given: Mapping[str, Any] | None = None) -> Told:
        """Keep an answer, in the place of an earlier one, and say how it was read. `given` is what the notebook's cell gives.

        An answer that is none is not kept: what would be one is said, and an earlier one stays. For practice it is also said
        whether the answer is right. Raises ValueError for an exercise that is not in this assignment, OSError if nothing can be
        written.
        """
        exercise = self._exercise(id)
        kept = self._kept()
        earlier = kept.answers.get(id)
        stays = f" Your earlier answer is still saved: {_shown(earlier.answer)}." if earlier else ""
        if answer is ...:
            return Told(
                f"{id}: nothing saved yet. Write your answer in place of the dots: {exercise.form.form}.{stays}"
            )
        try:
            plain = exercise.read(answer, {} if given is None else given)
        except UnreadableAnswer as error:
            return Told(f"{id}: not saved. {error}{stays}")
        except KeyError:
            return Told(
                f"{id}: not saved. Run the cell with the given values, and pass them on: record(id, answer, given).{stays}"
            )
        entry = Recorded(self.exercises[id], plain)
        said = f"{id}: saved: {_shown(plain)}."
        if entry != earlier:
            new = replace(kept, answers={**kept.answers, id: entry}, records=kept.records + 1, saved=_now())
            said = f"{said} {self._keep(new)}".strip()
        return self._judged(exercise, plain, said) if self.practice else Told(said)

    def export(self, folder: str | Path | None = None) -> Told:
        """Say what is recorded and missing, and which file to hand in; with a folder, put a copy of the file there."""
        kept = self._kept()
        if not kept.answers:
            return Told("Nothing is saved yet, so there is nothing to hand in.")
        path = self.path
        if folder is not None:
            path = Path(folder) / self.path.name
            write_file(path, write_submission(kept))
        missing = [id for id in self.exercises if id not in kept.answers]
        said = f"{len(kept.answers)} of {counted(len(self.exercises), 'exercise')} saved."
        said += f" Missing: {', '.join(missing)}." if missing else ""
        return Told(f"{said} Hand in the file {path}.")

    def answers(self) -> dict[str, Plain]:
        """What is recorded, by exercise."""
        return {id: one.answer for id, one in self._kept().answers.items()}

    def __str__(self) -> str:
        done = len(self._kept().answers)
        said = f"{self.assignment}, {self.student}: {done} of {counted(len(self.exercises), 'exercise')} saved in {self.path.name}."
        return f"{said} {self._said}".strip()

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return Told(str(self))._repr_html_()

    def _exercise(self, id: str) -> Exercise:
        if id not in self.exercises:
            raise ValueError(f"no exercise {id!r} in {self.assignment}: it has {', '.join(self.exercises)}")
        return get_exercise(id)

    def _judged(self, exercise: Exercise, plain: Plain, said: str) -> Told:
        if exercise.version != self.exercises[exercise.id]:
            return Told(f"{said} It cannot be checked here: this mam has another version of the exercise.")
        fault = exercise.variant(self.student).answer.fault(plain)
        return Verdict(f"{said} {f'Wrong. {fault}' if fault else 'Correct.'}", right=not fault)

    def _kept(self) -> Submission:
        """What the file says now: another kernel may have written it. Nothing if there is none, or none of ours."""
        try:
            found = parse_submission(self.path.read_bytes())
        except (FileNotFoundError, SubmissionError):
            return self._empty()
        return found if self._is_ours(found) else self._empty()

    def _empty(self) -> Submission:
        return Submission(self.assignment, self.student, self.token, self.practice)

    def _is_ours(self, found: Submission) -> bool:
        return (found.assignment, found.student, found.token, found.practice) == (
            self.assignment,
            self.student,
            self.token,
            self.practice,
        )

    def _keep(self, new: Submission) -> str:
        text = write_submission(new)
        said = self._set_aside_what_is_not_ours()
        write_file(self.path, text)
        return said

    def _set_aside_what_is_not_ours(self) -> str:
        """A file under our name that was not saved by us, or was damaged, is kept under another name, and that is said."""
        try:
            found = parse_submission(self.path.read_bytes())
            why = "" if self._is_ours(found) else "belongs to another assignment or another student"
        except FileNotFoundError:
            return ""
        except SubmissionError as error:
            why = str(error)
        if not why:
            return ""
        number = 1
        while (aside := self.path.with_name(f"{self.path.stem}.aside-{number}.json")).exists():
            number += 1
        self.path.rename(aside)
        return f"The earlier file {why}; it is saved as {aside.name}, and a new one begins. Run your answers again."


def open_work(
    assignment: str,
    student: str,
    *,
    token: str,
    exercises: Mapping[str, int],
    practice: bool = False,
    folder: str | Path = ".",
) -> Work:
    """Open a student's work on an assignment, and go on with what is recorded. `mam assign` writes this call into the notebook;
    `exercises` are their ids with versions. Raises ValueError for names that can name no file.

    >>> from tempfile import mkdtemp
    >>> work = open_work("homework-1", "ann", token="", exercises={"who-captures": 1}, folder=mkdtemp())
    >>> work.record("who-captures", "west", {"options": ["North", "West"]})
    who-captures: saved: West.
    >>> work
    homework-1, ann: 1 of 1 exercise saved in homework-1.ann.json.
    """
    for name in (assignment, student):
        if fault := name_fault(name):
            raise ValueError(f"the name {name!r} {fault}")
    return Work(assignment, student, token, exercises, practice, Path(folder).absolute())


def _shown(plain: Plain) -> str:
    text = ", ".join(plain) if isinstance(plain, list) else plain
    return (text if len(text) <= 200 else f"{text[:199]}…") or "none"


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
