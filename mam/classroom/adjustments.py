"""How decisions change a grade: another right answer, points of the teacher's, lateness, an excuse. Each change is a remark."""

from dataclasses import replace
from datetime import datetime, timedelta
from fractions import Fraction

from mam.classroom.answer_parsing import UnreadableAnswer
from mam.classroom.answers import Plain
from mam.classroom.assignments import Assignment
from mam.classroom.decisions import Decision, DecisionError, Decisions, LateRule
from mam.classroom.grades import ExerciseGrade, Grade, write_points
from mam.classroom.quantities import Chance, Number
from mam.classroom.readings import is_same, read_amount, read_probability
from mam.rules.cards import format_count

_CLOCK = "by the clock of the student's device"
_FILE_DATE = "by the date of the file"


def apply_decisions(grade: Grade, decisions: Decisions, assignment: Assignment) -> Grade:
    """Return a grade as the teacher decided, with a remark on each change."""
    student = grade.student.id
    if grade.status == "graded":
        remarks = [
            f"{row.value} taken: {row.reason}"
            for row in decisions.pick("accept_file", student)
            if row.value == grade.file
        ]
        grade = replace(grade, remarks=tuple(remarks))
    grade = _apply_answers(grade, decisions)
    grade = _apply_points(grade, decisions)
    grade = _apply_lateness(grade, decisions)
    for excuse in decisions.pick("excused", student)[:1]:
        grade = replace(grade, status="excused", remarks=(*grade.remarks, f"excused: {excuse.reason}"))
    return grade


def _apply_answers(grade: Grade, decisions: Decisions) -> Grade:
    """Give full points for the answers that the teacher accepts, too."""
    for row in decisions.pick("accept_answer", grade.student.id):
        for result in grade.exercises:
            if result.entry.id == row.exercise and result.fault and _is_same_answer(result, row):
                remark = f"{row.exercise}: {row.value} accepted: {row.reason}"
                grade = _set_points(grade, row.exercise, Fraction(result.entry.points), remark, is_right=True)
    return grade


def _apply_points(grade: Grade, decisions: Decisions) -> Grade:
    """Set the points that the teacher gives, and full points for an exercise that was dropped."""
    for row in decisions.pick("points", grade.student.id):
        remark = f"{row.exercise}: {write_points(row.value)} points: {row.reason}"
        grade = _set_points(grade, row.exercise, row.value, remark)
    for row in decisions.pick("drop", grade.student.id):
        for result in grade.exercises:
            if result.entry.id == row.exercise:
                remark = f"{row.exercise}: full points for all: {row.reason}"
                grade = _set_points(grade, row.exercise, Fraction(result.entry.points), remark)
    return grade


def _set_points(grade: Grade, exercise: str, points: Fraction, remark: str, *, is_right: bool = False) -> Grade:
    results = tuple(
        replace(result, points=points, fault="" if is_right else result.fault)
        if result.entry.id == exercise
        else result
        for result in grade.exercises
    )
    return replace(grade, exercises=results, remarks=(*grade.remarks, remark))


def _is_same_answer(result: ExerciseGrade, row: Decision) -> bool:
    """Return whether an answer is the one that the teacher accepts, as its exercise reads both: 1/2 is 0.5.

    Raises DecisionError for a text that no variant of a number's exercise can be answered with.
    """
    if result.answer is None or result.note:
        return False
    exercise, given = result.entry.exercise, {**result.variant.given, "digits": 0}
    is_chance = issubclass(exercise.form, Chance)
    try:
        other: Plain = exercise.read(row.value, given)
        if not issubclass(exercise.form, Chance | Number):
            return other == result.answer
        first, second = (
            (read_probability(str(plain)) if is_chance else read_amount(str(plain), exercise.unit)).value
            for plain in (result.answer, other)
        )
        return is_same(first, second)
    except UnreadableAnswer as error:
        if issubclass(exercise.form, Chance | Number):
            raise DecisionError(*row.place, f"accept_answer: {error}") from None
        return False  # an option or a card that only other variants have


def _apply_lateness(grade: Grade, decisions: Decisions) -> Grade:
    """Take off what lateness costs. The platform's mark counts before the student's clock, except for a student with an extension; the date
    of the file counts only if the teacher says so, for a copied file has the date of the copy."""
    rule, submission = decisions.late, grade.submission
    if rule is None or submission is None or grade.status != "graded":
        return grade
    extensions = decisions.pick("due", grade.student.id)
    due = extensions[-1].value if extensions else rule.due
    remarks = [f"due {due:%Y-%m-%d %H:%M}: {row.reason}" for row in extensions[-1:]]
    rule = replace(rule, due=due)
    days, source = count_days_late(rule, submission.saved), _CLOCK
    if rule.file_dates and grade.dated and (by_file := count_days_late(rule, _write_date(grade.dated, due))) > days:
        days, source = by_file, _FILE_DATE
    if grade.is_late and not extensions:
        days, source = max(days, 1), "marked late by the platform"
    if not days:
        return replace(grade, remarks=(*grade.remarks, *remarks))
    loss = min(days * rule.per_day, rule.most)
    remarks.append(f"late by {format_count(days, 'day')} ({source}): −{loss}%")
    return replace(grade, loss=Fraction(loss, 100), remarks=(*grade.remarks, *remarks))


def _write_date(dated: datetime, due: datetime) -> str:
    """Return the date of a file; one without a time zone, from a zip, is in that of the due time."""
    return (dated if dated.tzinfo else dated.replace(tzinfo=due.tzinfo)).isoformat()


def count_days_late(rule: LateRule, saved: str) -> int:
    """Return how many days have started since work was due; 0 within the minutes of grace, and without a time.

    >>> rule = LateRule(datetime.fromisoformat("2026-11-25T08:00:00+00:00"), grace=15)
    >>> [count_days_late(rule, f"2026-11-{time}Z") for time in ("25T08:15:00", "25T08:16:00", "26T08:01:00")]
    [0, 1, 2]
    """
    if not saved:
        return 0
    delay = datetime.fromisoformat(saved) - rule.due
    return 0 if delay <= timedelta(minutes=rule.grace) else -(-delay // timedelta(days=1))
