"""What grading gives: the grade of each exercise, of each student and of a class, and the files that need a look."""

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from mam.classroom.answers import Judgment, Plain
from mam.classroom.assignments import AssignedExercise, Assignment
from mam.classroom.classes import Student
from mam.classroom.registry import Variant
from mam.classroom.submissions import Submission

UNREADABLE = "the answer cannot be read"  # a note


@dataclass(frozen=True)
class ExerciseGrade:
    """One exercise of one student: the answer as it was read, its points, and what is wrong with it (nothing if it is right).
    `note` is for the teacher: something in the file that the notebook does not write. `judgment` is there if the answer could be
    judged, `code` is the text of the cell that its function came from, `unread` counts the tries that could not be read, and `sure` is how
    sure the student was, in percent (0 if nothing was said).
    """

    entry: AssignedExercise
    variant: Variant
    answer: Plain | None
    points: Fraction
    fault: str
    note: str = ""
    judgment: Judgment | None = None
    code: str = ""
    unread: int = 0
    sure: int = 0


@dataclass(frozen=True)
class Grade:
    """One row of the table. `status` is graded, excused, nothing handed in, handed in the notebook, or not counted (files came in, and
    none counts); `file` is the one that was graded, `submission` what it says, `is_late` what the platform says by its name, and `dated`
    the date of the file: when it was handed in, or only copied.

    What the teacher decided stands in `remarks`; `loss` is the proportion of the points that lateness costs.
    """

    student: Student
    status: str
    exercises: tuple[ExerciseGrade, ...] = ()
    file: str = ""
    notes: tuple[str, ...] = ()
    submission: Submission | None = None
    is_late: bool = False
    remarks: tuple[str, ...] = ()
    loss: Fraction = Fraction(0)
    dated: datetime | None = None

    @property
    def total(self) -> Fraction:
        """Points of all exercises, less what lateness costs."""
        return sum((entry.points for entry in self.exercises), Fraction(0)) * (1 - self.loss)


@dataclass(frozen=True)
class Problem:
    """Something the teacher should know of a file."""

    place: str
    words: str

    def __str__(self) -> str:
        return f"{self.place}: {self.words}"


@dataclass(frozen=True)
class Changes:
    """What changed since the last grading: a line for each student whose grade is another, and the problems that are new."""

    grades: tuple[str, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class Grades:
    """A graded folder: a grade for every student of the class, in its order, and the files that need a look."""

    assignment: Assignment
    grades: tuple[Grade, ...]
    problems: tuple[Problem, ...]
    files: int


def write_points(points: Fraction) -> str:
    """Return points with at most two decimals.

    >>> write_points(Fraction(10)), write_points(Fraction(20, 3))
    ('10', '6.67')
    """
    return f"{float(points):.2f}".rstrip("0").rstrip(".")
