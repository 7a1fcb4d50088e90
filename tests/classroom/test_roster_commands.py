"""`mam roster`, and grades back into the sheet of a platform, as a teacher types them."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from command_runs import fail_command, run_command

from mam.classroom import open_work
from mam.classroom.assignments import read_assignment
from mam.classroom.classes import read_class
from mam.classroom.keys import read_key

CANVAS = (
    "\ufeffStudent,ID,SIS Login ID,Section,Homework 1 (12),Final Score\r\n"
    "    Points Possible,,,,10.00,(read only)\r\n"
    '"Smith, Ann",1,asmith,A,,50\r\n"Jones, Bob",2,bjones,A,4.00,60\r\n"Student, Test",3,x,A,,\r\n'
)


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str], folder: Path) -> Callable[..., str]:
    Path("canvas.csv").write_bytes(CANVAS.encode())
    return partial(run_command, capsys)


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str], folder: Path) -> Callable[..., str]:
    return partial(fail_command, capsys)


def test_a_roster_is_written_and_added_to(say: Callable[..., str]) -> None:
    text = say("roster", "canvas.csv")
    assert text == (
        "canvas.csv: Canvas gradebook, 2 students. Sections: A. Left out: the row 'Points Possible', the test student.\n"
        "The class list, 2 students, is in class.toml.\n"
        "The class is called “A”: --name gives it another name.\n"
    )
    first = Path("class.toml").read_bytes()
    assert "class.toml has them all already: nothing was changed." in say("roster", "canvas.csv")
    assert Path("class.toml").read_bytes() == first
    Path("late.csv").write_text('Student,ID,SIS Login ID,Section\n"Smith, Ann",1,asmith,B\n"Ray, Kim",4,kray,B\n')
    text = say("roster", "late.csv")
    assert "  new: Kim Ray (kray)\n" in text and "not in this file, still in the list: Bob Jones (bjones)" in text
    assert [student.id for student in read_class("class.toml").students] == ["asmith", "bjones", "kray"]
    assert [path.name for path in Path().glob("class*")] == ["class.toml"]


def test_numbers_as_ids(say: Callable[..., str]) -> None:
    say("roster", "canvas.csv", "--id", "number", "--out", "10b.toml")
    class_list = read_class("10b.toml")
    assert class_list.name == "A" and [student.id for student in class_list.students] == ["01", "02"]


def test_a_class_has_a_name_and_a_site_that_slips_print(say: Callable[..., str], refused: Callable[..., str]) -> None:
    Path("names.txt").write_text("Ann Smith\nBen Okafor\n")
    assert "The class is called “class”: --name gives it a name that slips and reports can show." in say("roster", "names.txt")  # fmt: skip
    assert "begins with https://" in refused("roster", "names.txt", "--site", "mam.example")
    text = say("roster", "names.txt", "--name", "Period 3", "--site", "https://mam.example/")
    assert "The class is called “Period 3”" in text
    assert "has them all already" in say("roster", "names.txt"), "the name and the site stay"
    say("assign", "class.toml", "--exercises", "who-captures", "--name", "hw", "--out", "hw")
    assert "https://mam.example/homework/#" in Path("hw/teacher/codes.csv").read_text("utf-8-sig")
    text = say("handout", "slips", "hw")
    assert "Each names the class “Period 3” (--name prints another name) and the page mam.example/homework/." in text
    slips = Path("slips.html").read_text("utf-8")
    assert slips.count("Period 3") == 3 and slips.count(">mam.example/homework/<") == 2  # with the title
    say("handout", "slips", "hw", "--name", "9b", "--address", "short.example/h")
    slips = Path("slips.html").read_text("utf-8")
    assert slips.count(">9b<") == slips.count(">short.example/h<") == 2 and "Period 3" not in slips
    say("assign", "names.txt", "--exercises", "who-captures", "--name", "hw2", "--out", "hw2", "--key", "class.key")
    assert "no page, because your site is not known: --address names it" in say("handout", "slips", "hw2")
    Path("class.toml").write_text(Path("class.toml").read_text("utf-8").replace("https:", "ftp:"), "utf-8")
    text = refused("assign", "class.toml", "--exercises", "who-captures", "--name", "hw3", "--out", "hw3")
    assert "class.toml, line 4: 'ftp://mam.example' is not the address of a site" in text


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("2026-11-24T1805_Grades-STATS_101.csv", "STATS 101"),
        ("2026-11-24T1805_Grades-STATS_101 (1).csv", "STATS 101"),
        ("STATS 101 Grades-20261124_1805-comma_separated.csv", "STATS 101"),
        ("Stochastik 10b Bewertungen-20261124_1805-comma_separated.csv", "Stochastik 10b"),
        ("Grades-fall.csv", "class"),
    ],
)
def test_a_class_is_called_what_the_platform_calls_its_course(say: Callable[..., str], file: str, name: str) -> None:
    Path(file).write_text("Name,Login,Class\nAnn,ann,a\nBen,ben,b\n")
    assert f"The class is called “{name}”" in say("roster", file)


def test_what_roster_refuses(refused: Callable[..., str]) -> None:
    Path("class.toml").write_text("format = 2\n[[student]]\nid = 'ann'\n")
    Path("scan.csv").write_bytes(b"%PDF-1.4")
    assert "scan.csv: is a PDF, not a list" in refused("roster", "scan.csv")
    assert "must end in .toml" in refused("roster", "scan.csv", "--out", "class.csv")
    assert "is a class list of mam already" in refused("roster", "class.toml", "--out", "new.toml")
    assert not Path("new.toml").exists()


def test_from_a_canvas_export_to_a_canvas_import(say: Callable[..., str]) -> None:
    say("assign", "canvas.csv", "--exercises", "who-captures", "--name", "homework-1", "--out", "homework-1")
    hand_in("asmith")
    text = say("grade", "homework-1", "collected", "--sheet", "canvas.csv")
    assert "bjones: nothing graded, so '4.00' stays" in text
    place = Path("homework-1/teacher/results/canvas-filled.csv")
    assert f"The grades are in the column Homework 1 (12) of {place}." in text
    assert place.read_bytes().decode() == (
        "\ufeffStudent,ID,SIS Login ID,Section,Homework 1 (12)\r\n    Points Possible,,,,10.00\r\n"
        '"Smith, Ann",1,asmith,A,10.00\r\n"Jones, Bob",2,bjones,A,4.00\r\n'
    )
    assert Path("canvas.csv").read_bytes() == CANVAS.encode()


def hand_in(student: str) -> None:
    """What the student's notebook does with the right answers."""
    assignment, key = read_assignment("homework-1/teacher/homework-1.toml"), read_key("canvas.key")
    versions = {exercise.id: exercise.version for exercise in assignment.exercises}
    Path("collected").mkdir()
    work = open_work(
        assignment.name, student, token=assignment.token(student, key), exercises=versions, folder="collected"
    )
    for assigned in assignment.exercises:
        variant = assignment.variant(student, assigned, key)
        work.record(assigned.id, variant.answer.plain, variant.given)


def test_the_short_form_finds_what_belongs_to_the_folder(
    say: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    say("assign", "canvas.csv", "--exercises", "who-captures", "--name", "homework-1", "--out", "homework-1")
    Path("collected").mkdir()
    fail = partial(fail_command, capsys)
    assert "homework-2/teacher holds no assignment" in fail("grade", "homework-2", "collected").replace("\\", "/")
    assert "name the folder that “mam assign” made" in fail("grade", "collected")
    Path("canvas.key").rename("moved.key")
    assert "name its file with --key" in fail("grade", "homework-1", "collected")
    assert "2 with nothing handed in" in say("grade", "homework-1", "collected", "--key", "moved.key")
    scale = ("--sheet", "canvas.csv", "--scale", "ten")
    with pytest.raises(SystemExit):
        say("grade", "homework-1", "collected", "--key", "moved.key", *scale)
    assert "'ten' must be a number above 0, like 100" in capsys.readouterr().err
