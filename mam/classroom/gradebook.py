"""Grades as a table for a spreadsheet, and as the lines that the terminal shows."""

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

from mam.classroom.grades import Changes, Grades, write_points
from mam.rules.cards import format_count
from mam.support.data_files import remove_partial_files, write_file

_FIRST = ("id", "name", "status")
_LAST = ("late", "total", "of", "file", "notes")
_FORMULA = re.compile(r"""(^|;)(?=[\s"']*[=+\-@＝＋－＠])""")  # where a cell may begin, and a formula does


def make_grade_table(grades: Grades) -> list[list[str]]:
    """Return the table: a heading, then a row for each student of the class.

    An exercise without an answer is an empty cell.
    """
    ids = [entry.id for entry in grades.assignment.exercises]
    rows = [[*_FIRST, *ids, *_LAST]]
    for grade in grades.grades:
        points = [
            "" if result.answer is None and not result.points else write_points(result.points)
            for result in grade.exercises
        ]
        points = points or [""] * len(ids)
        late = f"{write_points(100 * grade.loss)}%" if grade.loss else ""
        total = "" if grade.status == "excused" else write_points(grade.total)
        notes = "; ".join([*grade.notes, *grade.remarks])
        last = [late, total, str(grades.assignment.points), grade.file, notes]
        rows.append([grade.student.id, grade.student.name, grade.status, *points, *last])
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


def write_csv(grades: Grades, path: Path) -> None:
    """Write the table over an earlier one. Raises ValueError if the file is anything else."""
    if path.exists() and not _is_table(path):
        raise ValueError(f"{path} exists and is not a table of grades: choose another file")
    remove_partial_files(path)
    # A byte order mark makes spreadsheets read names with accents correctly.
    write_file(path, make_grade_csv(grades), "utf-8-sig", private=True)


def _is_table(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(100).removeprefix(b"\xef\xbb\xbf").startswith(",".join(_FIRST).encode())


def describe_grades(grades: Grades, changes: Changes | None = None) -> Iterator[str]:
    """Yield the grades for a terminal: a line for each student, or only for what changed, then the files to look at, or only the new ones."""
    assignment = grades.assignment
    status = [grade.status for grade in grades.grades]
    labels = {
        "graded": "graded",
        "excused": "excused",
        "handed in the notebook": "with the notebook handed in",
        "not counted": "not counted",
        "nothing handed in": "with nothing handed in",
    }
    counts = ", ".join(f"{status.count(name)} {label}" for name, label in labels.items() if name in status)
    yield f"{assignment.name}, {assignment.class_name}: {format_count(grades.files, 'file')} read. Students: {counts}."
    longest = max(len(grade.student.id) for grade in grades.grades)
    if changes is not None:
        yield "Changed since the last time:" if changes.grades else "Nothing changed since the last time."
        yield from (f"  {change}" for change in changes.grades)
    for grade in grades.grades if changes is None else ():
        total = f"{write_points(grade.total):>6} of {assignment.points}" if grade.status == "graded" else grade.status
        yield f"  {grade.student.id:<{longest}}  {total}"
    if grades.problems:
        problems = grades.problems if changes is None else changes.problems
        new = f", {len(problems) or 'none'} new (report.html lists all)" if len(problems) < len(grades.problems) else ""
        yield f"Files to check: {len(grades.problems)}{new}"
        yield from (f"  {problem}" for problem in problems)
