"""What grading writes: the table, the report, the feedback, and what changed since the last time."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from mam.classroom.feedback import make_feedback
from mam.classroom.gradebook import escape_cell, make_grade_table, write_csv
from mam.classroom.grades import Changes, Grades, Problem
from mam.classroom.report import make_report
from mam.support.data_files import remove_partial_files, write_file
from mam.support.messages import escape_controls

_TABLE = "grades.csv"
_TO_CHECK = "files-to-check.txt"


def write_results(grades: Grades, folder: Path, *, solutions: bool = True) -> Changes | None:
    """Write everything into a folder that only its owner can read; returns what changed since the last time, None at the first time.

    Raises OSError if a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    lines = find_changes(grades, folder / _TABLE)
    changes = None if lines is None else Changes(tuple(lines), _find_new_problems(grades, folder / _TO_CHECK))
    write_feedback(grades, folder / "feedback", solutions=solutions)
    _write(folder / "report.html", make_report(grades))
    _write(folder / "report-numbers.html", make_report(grades, numbers=True))
    words = ["This is the first grading."] if lines is None else lines or ["Nothing changed."]
    _write(folder / "changes.txt", "\n".join(words) + "\n")
    _write(folder / _TO_CHECK, "".join(f"{escape_controls(str(problem))}\n" for problem in grades.problems))
    write_csv(grades, folder / _TABLE)  # last: a grading that was cut off compares with the earlier one again
    return changes


def write_feedback(grades: Grades, folder: Path, *, solutions: bool = True) -> int:
    """Write a page for each student whose work was graded; returns how many."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    graded = [grade for grade in grades.grades if grade.status == "graded"]
    for grade in graded:
        place = folder / f"{grades.assignment.name}.{grade.student.id}.html"
        _write(place, make_feedback(grades, grade, solutions=solutions))
    return len(graded)


def _write(path: Path, text: str) -> None:
    remove_partial_files(path)
    write_file(path, text, private=True)


def find_changes(grades: Grades, path: Path) -> list[str] | None:
    """Return a line for each student whose grade is another than in an earlier table; None if there is no such table."""
    if not path.exists():
        return None
    earlier = {row["id"]: row for row in _read_rows(path)}
    exercises = [entry.id for entry in grades.assignment.exercises]
    heads, *table = make_grade_table(grades)
    changes = []
    for cells, grade in zip(table, grades.grades, strict=True):
        row = dict(zip(heads, map(escape_cell, cells), strict=True))
        old = earlier.get(row["id"])
        if old is None:
            changes.append(f"{grade.student.id}: new, {_show(row)}")
        elif any(old.get(name) != row[name] for name in ("status", "total", *exercises)):
            reasons = [remark for remark in grade.remarks if escape_cell(remark) not in old.get("notes", "")]
            points = [
                f"{id}: {old.get(id) or 0} -> {row[id] or 0}" for id in exercises if (old.get(id) or "") != row[id]
            ]
            late = (
                [f"late: {old.get('late') or '0%'} -> {row['late'] or '0%'}"] if old.get("late") != row["late"] else []
            )
            why = "; ".join(reasons or [*points, *late])
            changes.append(f"{grade.student.id}: {_show(old)} -> {_show(row)}" + (f" ({why})" if why else ""))
    return changes


def _find_new_problems(grades: Grades, path: Path) -> tuple[Problem, ...]:
    """Return the files to check that are not in an earlier list, or are wrong in another way."""
    known = {*path.read_text("utf-8", errors="replace").splitlines()} if path.exists() else {}
    return tuple(problem for problem in grades.problems if escape_controls(str(problem)) not in known)


def _read_rows(path: Path) -> Iterator[dict[str, str]]:
    """Yield the rows of an earlier table; whatever a spreadsheet made of it, a row without an id is skipped."""
    reader = csv.DictReader(io.StringIO(path.read_text("utf-8-sig", errors="replace")))
    return (row for row in reader if row.get("id"))


def _show(row: dict[str, str]) -> str:
    return (row.get("total") or "0") if row.get("status") == "graded" else row.get("status") or "nothing"
