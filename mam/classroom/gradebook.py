"""Grades as files and as text: the table for a spreadsheet, the feedback for each student, what the terminal shows."""

import csv
import io
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from mam.classroom.answers import Plain
from mam.classroom.classes import clean_line
from mam.classroom.grading import ExerciseGrade, Grade, Grades
from mam.classroom.tasks import escape_dollars
from mam.rules.cards import format_count
from mam.support.data_files import remove_partial_files, write_file

_FIRST = ("id", "name", "status")
_LAST = ("total", "of", "file", "notes")
_FORMULA = re.compile(r"""(^|;)(?=[\s"']*[=+\-@＝＋－＠])""")  # where a cell may begin, and a formula does


def make_grade_table(grades: Grades) -> list[list[str]]:
    """Return the table: a heading, then a row for each student of the class.

    An exercise without an answer is an empty cell.
    """
    ids = [entry.id for entry in grades.assignment.exercises]
    rows = [[*_FIRST, *ids, *_LAST]]
    for grade in grades.grades:
        points = ["" if result.answer is None else write_points(result.points) for result in grade.exercises]
        points = points or [""] * len(ids)
        total = [write_points(grade.total), str(grades.assignment.points), grade.file, "; ".join(grade.notes)]
        rows.append([grade.student.id, grade.student.name, grade.status, *points, *total])
    return rows


def make_grade_csv(grades: Grades) -> str:
    """Return the table as CSV; no cell of it is a formula to a spreadsheet."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(
        [escape_cell(cell) for cell in row] for row in make_grade_table(grades)
    )
    return text.getvalue()


def escape_cell(cell: str) -> str:
    """Return a cell that a spreadsheet shows and does not run.

    Many spreadsheets end a cell at a semicolon, so the text after one must not be a formula either.

    >>> escape_cell("=1+1"), escape_cell("ann"), escape_cell("ann;=1+1")
    ("'=1+1", 'ann', "ann;'=1+1")
    """
    cell = "".join(sign if sign.isprintable() else " " for sign in cell)
    return _FORMULA.sub(r"\1'", cell)


def write_points(points: Fraction) -> str:
    """Return points with at most two decimals.

    >>> write_points(Fraction(10)), write_points(Fraction(20, 3))
    ('10', '6.67')
    """
    return f"{float(points):.2f}".rstrip("0").rstrip(".")


def write_csv(grades: Grades, path: Path) -> None:
    """Write the table over an earlier one. Raises ValueError if the file is anything else."""
    if path.exists() and not _is_table(path):
        raise ValueError(f"{path} exists and is not a table of grades: choose another file")
    remove_partial_files(path)
    # A byte order mark makes spreadsheets read names with accents correctly.
    write_file(path, make_grade_csv(grades), "utf-8-sig")


def _is_table(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(100).removeprefix(b"\xef\xbb\xbf").startswith(",".join(_FIRST).encode())


def write_feedback(grades: Grades, folder: Path, *, solutions: bool = True) -> int:
    """Write a Markdown file for each student whose work was graded; returns how many."""
    folder.mkdir(parents=True, exist_ok=True)
    graded = [grade for grade in grades.grades if grade.status == "graded"]
    for grade in graded:
        path = folder / f"{grades.assignment.name}.{grade.student.id}.md"
        remove_partial_files(path)
        write_file(path, make_feedback(grades, grade, solutions=solutions))
    return len(graded)


def make_feedback(grades: Grades, grade: Grade, *, solutions: bool = True) -> str:
    """Return the feedback for a student, in Markdown.

    It has for each exercise the statement, the answer, what is wrong with it, and the worked solution.
    """
    score = f"{write_points(grade.total)} of {format_count(grades.assignment.points, 'point')}"
    paragraphs = [f"# {grades.assignment.name}: {score}", _escape_markdown(grade.student.name)]
    for number, result in enumerate(grade.exercises, 1):
        paragraphs += _list_feedback(number, result, solutions)
    return "\n\n".join(paragraphs).rstrip() + "\n"


def _list_feedback(number: int, result: ExerciseGrade, solutions: bool) -> Iterator[str]:
    score = f"{write_points(result.points)} of {format_count(result.entry.points, 'point')}"
    verdict = "Correct." if not result.fault else "Wrong." if result.answer is not None else "No answer."
    yield f"## {number}. {result.entry.exercise.title} ({score})"
    yield escape_dollars(result.variant.statement)
    if result.answer is not None:
        yield f"**Your answer:** {_format_code(result.answer)}"
    yield f"**{verdict}** {_escape_markdown(result.fault)}".rstrip()
    if solutions:
        yield "**Solution**"
        yield escape_dollars(result.variant.solution)
        yield f"**Correct answer:** {escape_dollars(result.variant.answer.shown)}"


def _escape_markdown(text: str) -> str:
    """Escape anybody's text for Markdown, on one line."""
    return re.sub(r"([\\`*_\[\]<>&|~#!])", r"\\\1", clean_line(text)).replace("$", escape_dollars("$"))


def _format_code(plain: Plain) -> str:
    """Return an answer as code in Markdown, whatever its text."""
    text = clean_line(", ".join(plain) if isinstance(plain, list) else plain)[:2000]
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    mark = "`" * (longest + 1)
    space = " " if longest else ""
    return f"{mark}{space}{text}{space}{mark}" if text else "none"


def describe_grades(grades: Grades) -> Iterator[str]:
    """Yield the grades for a terminal: a line for each student, then the files to look at."""
    assignment = grades.assignment
    status = [grade.status for grade in grades.grades]
    labels = {
        "graded": "graded",
        "handed in the notebook": "with the notebook handed in",
        "not counted": "not counted",
        "nothing handed in": "with nothing handed in",
    }
    counts = ", ".join(f"{status.count(name)} {label}" for name, label in labels.items() if name in status)
    yield f"{assignment.name}, {assignment.class_name}: {format_count(grades.files, 'file')} read. Students: {counts}."
    longest = max(len(grade.student.id) for grade in grades.grades)
    for grade in grades.grades:
        total = f"{write_points(grade.total):>6} of {assignment.points}" if grade.status == "graded" else grade.status
        yield f"  {grade.student.id:<{longest}}  {total}"
    if grades.problems:
        yield f"Files to check: {len(grades.problems)}"
        yield from (f"  {problem}" for problem in grades.problems)
