"""Grades in the sheet that a platform exported: byte for byte, and what must never happen to a grade that was there."""

import csv
import io
from fractions import Fraction
from pathlib import Path

import pytest

from mam.classroom.classes import read_class
from mam.classroom.rosters.sheets import Score, fill_sheet, read_sheet

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
