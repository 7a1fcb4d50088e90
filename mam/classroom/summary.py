"""What a graded folder says about the class: how each exercise went, which mistakes were made by whom, who needs a word."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from statistics import StatisticsError, correlation, median, quantiles

from mam.classroom.answers import Plain
from mam.classroom.assignments import AssignedExercise
from mam.classroom.grades import UNREADABLE, ExerciseGrade, Grade, Grades
from mam.classroom.likeness import list_tokens, measure_likeness
from mam.classroom.mistakes import Mistake, is_nearer_to_slip, list_mistakes

EASY, HARD = 0.9, 0.2  # proportions of right answers
OUT_OF_STEP = 0.1  # correlation with the points of the other exercises
_LOW = 0.4  # of the points: somebody to talk to


@dataclass
class MistakeCount:
    """A mistake, and who made it: the grades, in the order of the class."""

    mistake: Mistake
    answers: list[tuple[Grade, ExerciseGrade]] = field(default_factory=list)

    @property
    def count(self) -> int:
        """How many students made it."""
        return len(self.answers)


@dataclass
class ExerciseSummary:
    """How one exercise went: numbers of students with a right answer, one right in part, a wrong one, none; their mistakes, the most
    frequent first; other wrong answers; who was taken as right though nearer to a slip; the tries that could not be read.
    """

    entry: AssignedExercise
    counts: Counter[str] = field(default_factory=Counter)
    mistakes: list[MistakeCount] = field(default_factory=list)
    others: list[Plain] = field(default_factory=list)
    doubtful: list[Grade] = field(default_factory=list)
    unread: int = 0
    correlation: float | None = None  # with the points of the other exercises; None if one of the two never varies

    def find_letter(self, name: str) -> str:
        """Return the letter of a mistake, a for the most frequent one; × for one that has none."""
        names = [row.mistake.name for row in self.mistakes][:26]
        return "abcdefghijklmnopqrstuvwxyz"[names.index(name)] if name in names else "×"

    def describe_fit(self, students: int) -> list[str]:
        """Return what is remarkable about the exercise itself: easy, hard, or out of step with the others."""
        right = self.counts["right"]
        remarks = [f"easy: {right} of {students} right"] if right > EASY * students else []
        remarks += [f"hard: {right} of {students} right"] if right < HARD * students else []
        if self.correlation is not None and self.correlation < OUT_OF_STEP:
            number = f"{self.correlation:.2f}".replace("-", "−")
            remarks.append(f"out of step with the others (correlation {number}): look at its wording")
        return remarks


@dataclass(frozen=True)
class LikePair:
    """Two students whose functions for an exercise are alike, whatever names they use: likeness from 0 to 1."""

    entry: AssignedExercise
    first: Grade
    second: Grade
    likeness: float


@dataclass(frozen=True)
class SureCount:
    """How often students were as sure as this, in percent, and how often they were right then."""

    sure: int
    count: int
    right: int


class ClassSummary:
    """The summary of a graded folder."""

    def __init__(self, grades: Grades) -> None:
        self.grades = grades
        self.graded = [grade for grade in grades.grades if grade.status == "graded"]
        self.exercises = [self._sum_up(place) for place in range(len(grades.assignment.exercises))]

    def _sum_up(self, place: int) -> ExerciseSummary:
        summary = ExerciseSummary(self.grades.assignment.exercises[place])
        rows: dict[str, MistakeCount] = {}
        for grade in self.graded:
            result = grade.exercises[place]
            summary.counts[classify(result)] += 1
            summary.unread += result.unread + (result.note == UNREADABLE)
            summary.doubtful += [grade] if is_nearer_to_slip(result) else []
            for mistake in list_mistakes(result):
                if mistake.is_listed:
                    rows.setdefault(mistake.name, MistakeCount(mistake)).answers.append((grade, result))
                else:
                    summary.others.append(result.answer or "")
        summary.mistakes = sorted(rows.values(), key=lambda row: -row.count)
        points = [float(grade.exercises[place].points) for grade in self.graded]
        rest = [
            sum(float(other.points) for other in grade.exercises) - points[n] for n, grade in enumerate(self.graded)
        ]
        with suppress(StatisticsError):  # fewer than two students, or all with the same points
            summary.correlation = correlation(points, rest)
        return summary

    @cached_property
    def totals(self) -> list[float]:
        """The points of all who were graded, from low to high."""
        return sorted(float(grade.total) for grade in self.graded)

    @property
    def quartiles(self) -> tuple[float, float, float]:
        """The lower quartile, median and upper quartile of the points; the median alone for a single student."""
        if len(self.totals) < 2:
            return (median(self.totals or [0]),) * 3
        low, middle, high = quantiles(self.totals, n=4, method="inclusive")
        return low, middle, high

    def rank_mistakes(self, number: int) -> list[tuple[ExerciseSummary, MistakeCount]]:
        """Return the mistakes that most students made, one of each exercise, at most this many."""
        rows = [(exercise, exercise.mistakes[0]) for exercise in self.exercises if exercise.mistakes]
        return sorted(rows, key=lambda pair: -pair[1].count)[:number]

    def list_low(self) -> list[Grade]:
        """Return those with few points, the lowest first."""
        low = [grade for grade in self.graded if float(grade.total) < _LOW * self.grades.assignment.points]
        return sorted(low, key=lambda grade: grade.total)

    @cached_property
    def calibration(self) -> list[SureCount]:
        """What came of the answers whose students said how sure they were, from the least sure on."""
        results = [result for grade in self.graded for result in grade.exercises if result.sure]
        counts = Counter(result.sure for result in results)
        right = Counter(result.sure for result in results if classify(result) == "right")
        return [SureCount(sure, count, right[sure]) for sure, count in sorted(counts.items())]

    @cached_property
    def pairs(self) -> list[LikePair]:
        """The pairs of students whose functions are alike, the most alike first."""
        pairs = []
        for place, summary in enumerate(self.exercises):
            programs = [
                (grade, list_tokens(grade.exercises[place].code))
                for grade in self.graded
                if grade.exercises[place].code
            ]
            for (first, tokens), (second, other_tokens) in combinations(programs, 2):
                if likeness := measure_likeness(tokens, other_tokens):
                    pairs.append(LikePair(summary.entry, first, second, likeness))
        return sorted(pairs, key=lambda pair: -pair.likeness)


def classify(result: ExerciseGrade) -> str:
    """Return how an answer went: "right", "part", "wrong", or "none" if there is none."""
    if result.answer is None and not result.note:
        return "none"
    return "right" if not result.fault else "part" if result.points else "wrong"


def name_students(grades: Sequence[Grade], *, numbers: bool = False) -> dict[str, str]:
    """Return what each student is called, by id: the name, with the id where two have one name, or only a number."""
    names = Counter(grade.student.name for grade in grades)
    return {
        grade.student.id: f"No. {number}"
        if numbers
        else grade.student.name + (f" ({grade.student.id})" if names[grade.student.name] > 1 else "")
        for number, grade in enumerate(grades, 1)
    }
