"""A class of four with one assignment that has an exercise of each kind of answer, and submissions made as notebooks make them."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from mam.classroom.assignments import Assignment
from mam.classroom.classes import parse_class
from mam.classroom.submissions import RecordedAnswer, Submission, write_submission

EXERCISES = {
    "who-captures": 10,
    "trick-worth": 5,
    "legal-calls": 10,
    "what-is-shown": 4,
    "after-these-cards": 3,
    "rare-deals": 10,
}
CLASS = parse_class("id,name\nann,Ann Smith\nbob,Bob <b>Jones</b>\ncay,=CMD()\ndee.x,Dée\n", "club.csv")
KEY = bytes(range(32))


@dataclass(frozen=True)
class Homework:
    """An assignment in its folder, and what students would hand in."""

    folder: Path
    assignment: Assignment
    key: bytes = KEY
    answers: dict[str, dict[str, RecordedAnswer]] = field(default_factory=dict)  # the right ones, once worked out

    def submission(self, student: str = "ann", **changes: object) -> Submission:
        """Everything answered rightly."""
        if student not in self.answers:
            self.answers[student] = {
                exercise.id: RecordedAnswer(
                    exercise.version, self.assignment.variant(student, exercise, self.key).answer.plain
                )
                for exercise in self.assignment.exercises
            }
        answers = dict(self.answers[student])
        submission = Submission(
            self.assignment.name,
            student,
            self.assignment.practice,
            "2026-09-01T12:00:00Z",
            len(answers),
            answers,
        )
        return replace(submission, **changes)  # type: ignore[arg-type]

    def write(self, submission: Submission, owner: str = "") -> str:
        """The file of a submission, sealed with the token of its student, or of another owner of a notebook."""
        return write_submission(submission, self.assignment.token(owner or submission.student, self.key))

    def hand_in(self, folder: Path, *submissions: Submission) -> None:
        """Put files into a folder, in a folder for each student."""
        for number, submission in enumerate(submissions):
            place = folder / f"{submission.student}_{number}"
            place.mkdir(parents=True)
            (place / f"{submission.assignment}.{submission.student}.json").write_text(self.write(submission), "utf-8")
