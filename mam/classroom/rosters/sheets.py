"""Filling grades into the sheet that a platform exported, so that it can be imported again and changes nothing else."""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from mam.classroom.classes import Student
from mam.classroom.gradebook import escape_cell
from mam.classroom.rosters.headings import COMPUTED_COLUMNS, OTHER_FACTS, fold
from mam.classroom.rosters.matching import match_students
from mam.classroom.rosters.reading import Roster, parse_roster
from mam.classroom.rosters.tables import MAX_BYTES, RosterError
from mam.support.messages import quote

MOODLE_LIMIT = 100  # a grade above it is refused unless the site allows more
_IDENTIFIES = {"integration id", "root account"}  # beside a student's keys, for Canvas
_PLATFORM_MARKS = {"ex", "excused", "n/a"}  # marks of the platform, which no grade replaces
_HARMLESS = re.compile(r'-|[-+]?\d+([.,]\d+)*|="[^"]*"')


@dataclass(frozen=True)
class Score:
    """What a student earned, None if nothing was graded, and a remark for the student."""

    points: Fraction | None
    remark: str = ""


@dataclass(frozen=True)
class Sheet:
    """A sheet as the bytes of its file, the heading of the column that was filled, and what the teacher should know."""

    content: bytes
    column: str
    remarks: tuple[str, ...]


@dataclass
class _Filling:
    """A sheet while it is filled. `place` is the column that exists, or None for a new one."""

    roster: Roster
    scores: Mapping[int, tuple[str, Score]]  # by row: the student's id and score
    factor: Fraction
    place: int | None
    comma: bool
    remarks: list[str] = field(default_factory=list)

    def write_number(self, value: Fraction) -> str:
        text = f"{float(value):.2f}"
        return text.replace(".", ",") if self.comma else text

    def fill_cell(self, row: int, old: str) -> str:
        """Return a student's cell: the grade, or the old cell where nothing was graded or the platform has a mark."""
        if row not in self.scores:
            return old
        id, score = self.scores[row]
        if score.points is None:
            if old and old != "-" and fold(old) not in _PLATFORM_MARKS:
                self.remarks.append(f"{id}: nothing graded, so {quote(old)} stays")
            return old
        grade = self.write_number(score.points * self.factor)
        if fold(old) in _PLATFORM_MARKS:
            self.remarks.append(f"{id}: the sheet says {old}, so {grade} was not written")
            return old
        return grade


def read_sheet(path: str | Path) -> Roster:
    """Read the sheet to fill. Raises RosterError, and OSError if the file cannot be read."""
    path = Path(path)
    with path.open("rb") as file:
        return parse_roster(file.read(MAX_BYTES + 1), path.name)


def fill_sheet(
    roster: Roster,
    students: Sequence[Student],
    scores: Mapping[str, Score],
    column: str,
    out_of: Fraction | int,
    scale: Fraction | int | None = None,
) -> Sheet:
    """Return a sheet with one column filled: with points out of `out_of`, or converted to grades out of `scale`.

    Canvas and Moodle get who the students are, and this one column. A cell where nothing was graded stays as it is, since an empty one
    would delete a grade in Canvas, and so do EX and N/A. In Moodle one unknown student stops the whole import, so nobody
    else's row is written, and the remark for the student stands beside the grade. Other sheets keep all columns and their order.
    Raises RosterError if several columns may be meant, and for Moodle if grades could be above its limit.
    """
    if roster.is_moodle and not scale and out_of > MOODLE_LIMIT:
        fault = f"most Moodle sites refuse a grade above {MOODLE_LIMIT}, and this assignment has {out_of} points: add --scale {MOODLE_LIMIT}"
        raise RosterError(roster.file, 0, fault)
    match = match_students(roster, students)
    place = _find_column(roster, column)
    filling = _Filling(
        roster,
        {row: (student.id, scores.get(student.id, Score(None))) for row, student in match.students.items()},
        Fraction(scale) / Fraction(out_of) if scale and out_of else Fraction(1),
        place,
        _has_decimal_comma(roster),
    )
    heading = roster.headings[place] if place is not None else column
    filling.remarks += [f"not in the class list: {person.name}" for person in match.unknown]
    filling.remarks += match.remarks
    present = {student.id for student in match.students.values()}
    filling.remarks += [
        f"not in this sheet: {student.name} ({student.id})" for student in students if student.id not in present
    ]
    if place is None:
        filling.remarks.append(_describe_new_column(roster, heading))
    make = _list_canvas_rows if roster.is_canvas else _list_moodle_rows if roster.is_moodle else _list_other_rows
    rows = make(filling, heading, scale or out_of)
    return Sheet(_write(roster, rows), heading, tuple(filling.remarks))


def _describe_new_column(roster: Roster, heading: str) -> str:
    columns = list_columns(roster)
    known = f" The columns are {', '.join(columns[:8])}." if columns else ""
    if roster.is_canvas:
        return f"{heading}: the sheet has no such column, so Canvas makes a new assignment.{known}"
    if roster.is_moodle:
        return f"{heading}: the sheet has no such column, so choose “new grade item” for it when you import.{known}"
    return f"{heading}: the sheet has no such column, so it is a new one at the end.{known}"


def list_columns(roster: Roster) -> list[str]:
    """Return the headings that may be graded columns: no fact on students, and nothing that the platform computes."""
    known = set(roster.columns.values())
    return [
        heading
        for place, heading in enumerate(roster.headings)
        if heading and place not in known and not COMPUTED_COLUMNS.search(heading) and fold(heading) not in OTHER_FACTS
    ]


def _find_column(roster: Roster, column: str) -> int | None:
    """Return the column with this heading: exactly, else as the platform writes it (“Homework 1 (1201)” for homework-1)."""
    headings = roster.headings
    if column in headings:
        return headings.index(column)
    names = list_columns(roster)
    places = [
        place for place, heading in enumerate(headings) if heading in names and _simplify(heading) == _simplify(column)
    ]
    if len(places) > 1:
        fault = f"{quote(column)} may be {' or '.join(headings[place] for place in places)}: name one with --column"
        raise RosterError(roster.file, 0, fault)
    return places[0] if places else None


def _simplify(heading: str) -> str:
    """Return a title without what a platform adds, and without spaces and marks.

    >>> _simplify("Homework 1 (1201)") == _simplify("Assignment: Homework 1 (Real)") == _simplify("homework-1")
    True
    """
    title = re.sub(r"\s*(\[total pts.*|\((\d+|real|percentage|letter)\))$", "", fold(heading))
    return re.sub(r"[\W_]", "", re.sub(r"^(assignment|quiz|aufgabe|test|devoir|tarea): ?", "", title))


def _has_decimal_comma(roster: Roster) -> bool:
    """Return whether the sheet writes 7,50: by its numbers, else by its delimiter."""
    cells = [cell.strip() for row in roster.table.rows[roster.header + 1 :] for cell in row]
    commas = sum(bool(re.fullmatch(r"\d+,\d{1,2}", cell)) for cell in cells)
    points = sum(bool(re.fullmatch(r"\d+\.\d{1,2}", cell)) for cell in cells)
    return commas > points if commas or points else roster.table.delimiter == ";"


def _list_body(roster: Roster) -> list[tuple[int, list[str]]]:
    """Return the rows under the headings that are not empty, each as long as the headings."""
    width = len(roster.headings)
    return [
        (number, [*row, *[""] * (width - len(row))])
        for number, row in enumerate(roster.table.rows)
        if number > roster.header and any(cell.strip() for cell in row)
    ]


def _list_canvas_rows(filling: _Filling, heading: str, limit: Fraction | int) -> list[list[str]]:
    roster, place = filling.roster, filling.place
    known = set(roster.columns.values())
    columns = [n for n, name in enumerate(roster.headings) if n in known or fold(name) in _IDENTIFIES]
    rows = [[*(roster.headings[n] for n in columns), heading]]
    people = {person.row for person in roster.people}
    for number, row in _list_body(roster):
        old = row[place].strip() if place is not None else ""
        is_limit = fold(row[0]) == "points possible"
        if number in people:
            cell = filling.fill_cell(number, old)
        elif is_limit or number < min(people):
            full = filling.write_number(Fraction(limit)) if is_limit else ""
            cell = old or full
            if is_limit and cell != full:
                filling.remarks.append(
                    f"{heading} is out of {cell} in Canvas, and these grades are out of {full}: add --scale {cell.removesuffix('.00')}"
                )
        else:  # the test student
            continue
        rows.append([*(row[n] for n in columns), cell])
    return rows


def _list_moodle_rows(filling: _Filling, heading: str, limit: Fraction | int) -> list[list[str]]:
    roster, place = filling.roster, filling.place
    columns = sorted(roster.columns.values())
    title = re.sub(r"^(Assignment|Quiz)?:? ?(.*?)( \(Real\))?$", r"\2", heading)
    rows = [[*(roster.headings[n] for n in columns), heading, f"Feedback: {title}"]]
    for number, row in _list_body(roster):
        if number in filling.scores:
            old = row[place].strip() if place is not None else ""
            score, cell = filling.scores[number][1], filling.fill_cell(number, old) or "-"
            remark = (
                score.remark if cell == "-" or score.points is not None else ""
            )  # “nothing handed in” beside no grade only
            rows.append([*(row[n] for n in columns), cell, remark])
    return rows


def _list_other_rows(filling: _Filling, heading: str, limit: Fraction | int) -> list[list[str]]:
    roster, place = filling.roster, filling.place
    headings = roster.headings
    rows = [headings if place is not None else [*headings, heading]]
    for number, row in _list_body(roster):
        cell = filling.fill_cell(number, row[place].strip() if place is not None else "")
        rows.append([*row, cell] if place is None else [*row[:place], cell, *row[place + 1 :]])
    return rows


def _write(roster: Roster, rows: list[list[str]]) -> bytes:
    """Return the rows as the file had them; nothing in a cell is a formula to a spreadsheet."""
    table = roster.table
    end = "\r\n" if roster.is_canvas or table.encoding == "utf-16" else "\n"
    text = io.StringIO()
    writer = csv.writer(text, delimiter=table.delimiter, lineterminator=end)
    writer.writerows([[_quote_cell(cell) for cell in row] for row in rows])
    encoding = "utf-8-sig" if table.encoding == "utf-8" and table.has_mark and not roster.is_moodle else table.encoding
    return text.getvalue().encode(encoding, "replace")


def _quote_cell(cell: str) -> str:
    """Return a cell that no spreadsheet runs; a number, and a name that Canvas has quoted already, stay."""
    return cell if _HARMLESS.fullmatch(cell) else escape_cell(cell)
