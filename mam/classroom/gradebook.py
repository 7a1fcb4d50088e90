"""Grades as files and as text: the table for a spreadsheet, the feedback for each student, what the terminal shows."""

import csv
import io
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from mam.classroom.answers import Plain
from mam.classroom.classes import one_line
from mam.classroom.grading import Grade, Grades, Judged
from mam.rules.cards import counted
from mam.support.data_files import remove_partial_files, write_file

_FIRST = ("id", "name", "status")
_LAST = ("total", "of", "file", "notes")
_FORMULA = re.compile(r"""(^|;)(?=[\s"']*[=+\-@＝＋－＠])""")  # where a cell may begin, and a formula does


def grade_table(grades: Grades) -> list[list[str]]:
    """The table: a heading, then a row for each student of the class. An exercise that was not answered is an empty cell."""
    ids = [one.id for one in grades.assignment.exercises]
    rows = [[*_FIRST, *ids, *_LAST]]
    for grade in grades.grades:
        points = ["" if one.answer is None else write_points(one.points) for one in grade.judged] or [""] * len(ids)
        total = [write_points(grade.total), str(grades.assignment.points), grade.file, "; ".join(grade.notes)]
        rows.append([grade.student.id, grade.student.name, grade.status, *points, *total])
    return rows


def grade_csv(grades: Grades) -> str:
    """The table as CSV, in which no cell can be taken for a formula by a spreadsheet."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([harmless(cell) for cell in row] for row in grade_table(grades))
    return text.getvalue()


def harmless(cell: str) -> str:
    """A cell that a spreadsheet shows and does not run. Many spreadsheets take a semicolon for the end of a cell, so what follows
    one must not be a formula either.

    >>> harmless("=1+1"), harmless("ann"), harmless("ann;=1+1")
    ("'=1+1", 'ann', "ann;'=1+1")
    """
    cell = "".join(sign if sign.isprintable() else " " for sign in cell)
    return _FORMULA.sub(r"\1'", cell)


def write_points(points: Fraction) -> str:
    """Points with at most two decimals.

    >>> write_points(Fraction(10)), write_points(Fraction(20, 3))
    ('10', '6.67')
    """
    return f"{float(points):.2f}".rstrip("0").rstrip(".")


def write_csv(grades: Grades, path: Path) -> None:
    """Write the table, in the place of an earlier one. Raises ValueError for a file that is no such table."""
    if path.exists() and not _is_table(path):
        raise ValueError(f"{path} exists and is not a table of grades: choose another name")
    remove_partial_files(path)
    # With a mark at its beginning a spreadsheet reads names with accents rightly.
    write_file(path, grade_csv(grades), "utf-8-sig")


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
        write_file(path, feedback(grades, grade, solutions=solutions))
    return len(graded)


def feedback(grades: Grades, grade: Grade, *, solutions: bool = True) -> str:
    """The feedback for one student, in Markdown: each exercise as it was set, the answer, what is right or went wrong, and the worked
    solution.
    """
    of = f"{write_points(grade.total)} of {counted(grades.assignment.points, 'point')}"
    lines = [f"# {grades.assignment.name}: {of}", "", _quoted(grade.student.name), ""]
    for number, one in enumerate(grade.judged, 1):
        lines += _told(number, one, solutions)
    return "\n".join(lines).rstrip() + "\n"


def _told(number: int, one: Judged, solutions: bool) -> Iterator[str]:
    worth = f"{write_points(one.points)} of {counted(one.one.points, 'point')}"
    yield from (f"## {number}. {one.one.exercise.title} ({worth})", "", one.variant.statement, "")
    if one.answer is not None:
        yield from (f"**Your answer:** {_code(one.answer)}", "")
    yield from (
        f"**{'Correct.' if not one.fault else 'Wrong.' if one.answer is not None else 'No answer.'}** {_quoted(one.fault)}".rstrip(),
        "",
    )
    if solutions:
        yield from ("**Solution**", "", one.variant.solution, "", f"**Correct answer:** {one.variant.answer.shown}", "")


def _quoted(text: str) -> str:
    """Text of anybody's inside Markdown: it stays text, on one line."""
    return re.sub(r"([\\`*_\[\]<>&|~#$!])", r"\\\1", one_line(text))


def _code(plain: Plain) -> str:
    """An answer as code in Markdown, whatever it holds."""
    text = one_line(", ".join(plain) if isinstance(plain, list) else plain)[:2000]
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    mark = "`" * (longest + 1)
    space = " " if longest else ""
    return f"{mark}{space}{text}{space}{mark}" if text else "none"


def grade_lines(grades: Grades) -> Iterator[str]:
    """The grades for a terminal: a line for each student, then the files that need a look."""
    assignment = grades.assignment
    status = [grade.status for grade in grades.grades]
    told = ", ".join(
        f"{status.count(one)} {one}" for one in ("graded", "nothing handed in", "not counted") if one in status
    )
    yield f"{assignment.name}, {assignment.class_name}: {counted(grades.files, 'file')} read; {told}."
    longest = max(len(grade.student.id) for grade in grades.grades)
    for grade in grades.grades:
        total = f"{write_points(grade.total):>6} of {assignment.points}" if grade.status == "graded" else grade.status
        yield f"  {grade.student.id:<{longest}}  {total}"
    if grades.problems:
        yield f"To look at, {len(grades.problems)}:"
        yield from (f"  {problem}" for problem in grades.problems)
