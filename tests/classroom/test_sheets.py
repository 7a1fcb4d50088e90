"""Grades in the sheet that a platform exported: byte for byte, and what must never happen to a grade that was there."""

import csv
import io
from fractions import Fraction
from pathlib import Path

import pytest

from mam.classroom.classes import Student, read_class
from mam.classroom.rosters.reading import parse_roster
from mam.classroom.rosters.sheets import Score, fill_sheet, read_sheet
from mam.classroom.rosters.tables import RosterError

EXPORTS = Path(__file__).parent / "rosters"
FILLED = EXPORTS / "filled"
STUDENTS = read_class(FILLED / "class.toml").students


def read_scores() -> dict[str, Score]:
    rows = csv.DictReader(io.StringIO((FILLED / "grades.csv").read_text("utf-8-sig")))
    return {row["id"]: make_score(row) for row in rows}


def make_score(row: dict[str, str]) -> Score:
    if row["status"] != "graded":
        return Score(None, row["status"])
    return Score(Fraction(row["total"]), f"{row['total']} of {row['of']}")


@pytest.mark.parametrize(
    ("file", "column", "scale", "expected"),
    [
        ("canvas-gradebook.csv", "homework-1", None, "canvas-filled.csv"),
        ("canvas-semicolons.csv", "Homework 1 again", None, "canvas-semicolons-filled.csv"),
        ("moodle-grades.csv", "homework-1", 100, "moodle-filled.csv"),
        ("classroom-grades.csv", "homework-1", None, "classroom-filled.csv"),
    ],
)
def test_the_sheet_comes_out_byte_for_byte(file: str, column: str, scale: int | None, expected: str) -> None:
    sheet = fill_sheet(read_sheet(EXPORTS / file), STUDENTS, read_scores(), column, 95, scale)
    assert sheet.content == (FILLED / expected).read_bytes()


TWO = (Student("ann", "Ann Smith", {"login": "as", "email": "a@x.org"}), Student("bob", "Bob Jones", {"login": "bj"}))


def fill(
    text: str, scores: dict[str, Score], column: str = "Homework 1", out_of: int = 10, scale: int | None = None
) -> tuple[str, tuple[str, ...]]:
    sheet = fill_sheet(parse_roster(text.encode(), "sheet.csv"), TWO, scores, column, out_of, scale)
    return sheet.content.decode("utf-8-sig"), sheet.remarks


BOTH = {"ann": Score(Fraction(15, 2), "7.5 of 10"), "bob": Score(None, "nothing handed in")}
CANVAS = (
    "Student,ID,SIS Login ID,Section,Homework 1 (12),Final Score\n    Points Possible,,,,10.00,(read only)\n"
    '"Smith, Ann",1,as,A,{},50\n"Jones, Bob",2,bj,A,{},60\n"Student, Test",3,x,A,,\n'
)


@pytest.mark.parametrize("mark", ["EX", "N/A", "Excused"])
def test_a_mark_of_the_platform_stays(mark: str) -> None:
    text, remarks = fill(CANVAS.format(mark, ""), BOTH)
    assert f'"Smith, Ann",1,as,A,{mark}\r\n' in text
    assert f"ann: the sheet says {mark}, so 7.50 was not written" in remarks


def test_canvas_gets_one_column_and_keeps_a_grade_where_nothing_was_graded() -> None:
    text, remarks = fill(CANVAS.format("", "3.00"), BOTH)
    assert text == (
        "Student,ID,SIS Login ID,Section,Homework 1 (12)\r\n    Points Possible,,,,10.00\r\n"
        '"Smith, Ann",1,as,A,7.50\r\n"Jones, Bob",2,bj,A,3.00\r\n'
    )
    assert remarks == ("bob: nothing graded, so '3.00' stays",)


def test_canvas_says_that_the_points_differ() -> None:
    remarks = fill(CANVAS.format("", ""), BOTH, out_of=20)[1]
    assert "Homework 1 (12) is out of 10.00 in Canvas, and these grades are out of 20.00: add --scale 10" in remarks


MOODLE = "First name,Last name,Email address,Assignment: Homework 1 (Real),Course total (Real)\n"


def test_moodle_gets_no_unknown_row_and_feedback_beside_the_grade() -> None:
    text, remarks = fill(f"{MOODLE}Ann,Smith,a@x.org,-,-\nEve,Stone,e@x.org,-,-\n", BOTH)
    assert text == (
        "First name,Last name,Email address,Assignment: Homework 1 (Real),Feedback: Homework 1\n"
        "Ann,Smith,a@x.org,7.50,7.5 of 10\n"
    )
    assert remarks == ("not in the class list: Eve Stone", "not in this sheet: Bob Jones (bob)")


def test_moodle_gets_no_grade_above_its_limit() -> None:
    sheet = f"{MOODLE}Ann,Smith,a@x.org,-,-\n"
    with pytest.raises(
        RosterError, match="refuse a grade above 100, and this assignment has 120 points: add --scale 100"
    ):
        fill(sheet, BOTH, out_of=120)
    assert ",6.25," in fill(sheet, BOTH, out_of=120, scale=100)[0]


def test_another_sheet_keeps_its_columns_and_order() -> None:
    text, remarks = fill("Class;E-Mail;Name\n10b;;Bob Jones\n10b;a@x.org;Ann Smith\n", BOTH)
    assert text == "Class;E-Mail;Name;Homework 1\n10b;;Bob Jones;\n10b;a@x.org;Ann Smith;7,50\n"
    assert "Bob Jones: matched by name alone" in remarks


def test_two_columns_of_one_title_are_not_guessed() -> None:
    sheet = "Name,Login,Homework 1 (12),homework-1 (13)\nAnn Smith,as,,\n"
    with pytest.raises(RosterError, match=r"may be Homework 1 \(12\) or homework-1 \(13\): name one with --column"):
        fill(sheet, BOTH, column="homework 1")
    assert fill(sheet, BOTH, column="homework-1 (13)")[0].endswith("Ann Smith,as,,7.50\n")


@pytest.mark.parametrize("name", ["=1+1", "+1+1", "@SUM(A1)", "-2+3", '"=1+1'])
def test_no_cell_is_a_formula(name: str) -> None:
    quoted = name.replace('"', '""')
    text, _ = fill(f'Name,Login,Note\nAnn Smith,as,"{quoted}"\n', BOTH)
    assert next(csv.reader(io.StringIO(text.splitlines()[1])))[2] == f"'{name}"
