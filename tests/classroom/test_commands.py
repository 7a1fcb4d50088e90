"""`mam exercises`, `mam assign` and `mam grade`, as a teacher types them."""

import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import nbformat
import pytest
from command_runs import fail_command, run_command

from mam.classroom import exercises, open_work
from mam.classroom.assignments import read_assignment
from mam.classroom.keys import make_fingerprint, make_key, read_key
from mam.cli.parser import main


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Run a command that works; what it prints."""
    return partial(run_command, capsys)


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Run a command that must fail; the one line that it says."""
    return partial(fail_command, capsys)


@pytest.fixture
def class_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a class list."""
    monkeypatch.chdir(tmp_path)
    Path("class.csv").write_text("id,name\nann,Ann Smith\nbob,Bob Jones\n")
    return tmp_path


ASSIGN = ["assign", "class.csv", "--exercises", "who-captures", "trick-worth=5", "--name", "homework-1", "--out", "hw"]
GRADE = ["grade", "in", "--assignment", "hw/teacher/homework-1.toml", "--key", "class.key"]


def test_exercises_are_listed(say: Callable[..., str]) -> None:
    text = say("exercises")
    assert all(
        re.search(rf"^  {exercise.id} +level {exercise.level}  ", text, re.MULTILINE) for exercise in exercises()
    )
    filtered = say("exercises", "--kind", "rules", "--level", "1")
    assert "who-captures" in filtered and "probability" not in filtered and "level 2" not in filtered


def test_one_exercise_is_shown_with_hints_and_solution_if_asked(say: Callable[..., str]) -> None:
    plain = say("exercises", "who-captures")
    assert plain.startswith("Who captures the trick? (who-captures, rules, first steps)") and "Answer with" in plain
    assert "Hint" not in plain and "Answer:" not in plain
    with_solution = say("exercises", "who-captures", "--hints", "--solution")
    assert (
        with_solution.startswith(plain.rstrip())
        and "Hint 1 of " in with_solution
        and "Hint 2 of " in with_solution
        and "Answer: " in with_solution
    )
    assert say("exercises", "who-captures", "--student", "ann") != plain


def test_assign_hand_in_and_grade(class_folder: Path, say: Callable[..., str]) -> None:
    text = say(*ASSIGN)
    assert text.splitlines()[0] == ("A new class key is in class.key. Keep it safe and secret: you need it to grade.")
    assert "homework-1: 2 notebooks of 2 exercises, 15 points." in text
    assert read_assignment("hw/teacher/homework-1.toml").points == 15
    hand_in("ann")
    Path("in/notes.txt").write_text("Dear teacher")
    text = say(*GRADE, "--out", "grades.csv", "--feedback", "feedback")
    assert text == (
        "homework-1, class: 2 files read. Students: 1 graded, 1 with nothing handed in.\n"
        "  ann      15 of 15\n"
        "  bob  nothing handed in\n"
        "Files to check: 1\n"
        "  notes.txt: is not a submission: it is not JSON (line 1)\n"
        "The table is in grades.csv.\n"
        "Feedback for 1 student is in feedback.\n"
        "Results    hw/teacher/results/, with report.html, grades.csv and feedback/\n"
    )
    assert Path("grades.csv").read_text("utf-8-sig").splitlines()[1].startswith("ann,Ann Smith,graded,10,5,,15,15,")
    assert "Worked solution" in Path("feedback/homework-1.ann.html").read_text("utf-8")
    say(*GRADE, "--out", "grades.csv", "--feedback", "feedback", "--no-solutions")
    assert "Worked solution" not in Path("feedback/homework-1.ann.html").read_text("utf-8")


def hand_in(student: str) -> None:
    """What the student's notebook does with the right answers."""
    assignment, key = read_assignment("hw/teacher/homework-1.toml"), read_key("class.key")
    versions = {exercise.id: exercise.version for exercise in assignment.exercises}
    Path("in").mkdir(exist_ok=True)
    work = open_work(assignment.name, student, token=assignment.token(student, key), exercises=versions, folder="in")
    for assigned in assignment.exercises:
        variant = assignment.variant(student, assigned, key)
        work.record(assigned.id, variant.answer.plain, variant.given)


def test_assign_again(class_folder: Path, say: Callable[..., str], refused: Callable[..., str]) -> None:
    say(*ASSIGN)
    key = Path("class.key").read_bytes()
    assert "hw already holds homework-1, so nothing was changed. Use --again" in refused(*ASSIGN)
    text = say(*ASSIGN, "--again")
    assert "new class key" not in text and Path("class.key").read_bytes() == key
    assert Path("hw.before-1/teacher/homework-1.toml").exists()
    Path("class.key").rename("old.key")
    assert re.search("class.key is missing: homework-1 was made with .* [0-9a-f]{16}", refused(*ASSIGN, "--again"))
    assert not Path("class.key").exists()  # a new one would be of no use
    Path("class.key").write_text(f"mam class key 1\n{bytes(32).hex()}\n")
    assert "this is not the class key of homework-1" in refused(*ASSIGN, "--again")


@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_class_key_once_written_is_never_deleted(
    class_folder: Path, say: Callable[..., str], monkeypatch: pytest.MonkeyPatch, fault: BaseException
) -> None:
    """While this assignment is made, another one is made with its key; then this one fails."""

    def fail(*_: object) -> None:
        monkeypatch.undo()
        monkeypatch.chdir(class_folder)
        other = [argument.replace("homework-1", "homework-2").replace("hw", "hw-2") for argument in ASSIGN]
        assert say(*other).count("A new class key") == 1  # of the outer command
        raise fault

    monkeypatch.setattr("mam.classroom.assigning.write_assignment", fail)
    with suppress(SystemExit):
        assert main(ASSIGN) == 2
    assert make_fingerprint(read_key("class.key")) == read_assignment("hw-2/teacher/homework-2.toml").key_print
    assert sorted(path.name for path in class_folder.iterdir()) == ["class.csv", "class.key", "hw-2"]


def test_two_assignments_at_the_same_moment_share_the_key(
    class_folder: Path, say: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one writes its key when this one has seen that there is none."""

    def make_later(path: Path) -> bytes:
        make_key(path)
        return make_key(path)

    monkeypatch.setattr("mam.classroom.keys.make_key", make_later)
    assert "new class key" not in say(*ASSIGN)
    assert make_fingerprint(read_key("class.key")) == read_assignment("hw/teacher/homework-1.toml").key_print


def test_practice(class_folder: Path, say: Callable[..., str]) -> None:
    assert "15 points, for practice." in say(*ASSIGN, "--practice")
    cells = nbformat.read("hw/students/ann/homework-1.ipynb", as_version=4).cells
    assert "practice=True" in cells[1].source and "says whether it is correct" in cells[0].source


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"class.csv": "nobody.csv"}, "nobody.csv: No such file"),
        ({"who-captures": "who-capture"}, "no exercise 'who-capture' (did you mean 'who-captures'?)"),
        ({"who-captures": "trick-worth"}, "the exercise 'trick-worth' is named twice"),
        ({"trick-worth=5": "trick-worth=-5"}, "'trick-worth=-5': points must be a whole number from 0 to 1000"),
        ({"trick-worth=5": "trick-worth=50000"}, "points must be a whole number from 0 to 1000"),
        ({"homework-1": "home/work"}, "the assignment's name 'home/work' must have only letters"),
        ({"hw": "class.csv/x"}, ""),
    ],
)
def test_what_assign_refuses(
    class_folder: Path, refused: Callable[..., str], changes: dict[str, str], message: str
) -> None:
    assert message in refused(*(changes.get(argument, argument) for argument in ASSIGN))
    assert [path.name for path in class_folder.iterdir()] == ["class.csv"]


def test_a_key_among_the_handouts_is_refused(class_folder: Path, refused: Callable[..., str]) -> None:
    assert "would be handed out with the notebooks" in refused(*ASSIGN, "--key", "hw/students/class.key")
    assert "would be handed out with the notebooks" in refused(*ASSIGN, "--key", "x/../hw/students/class.key")
    assert "would be renamed with hw by --again" in refused(*ASSIGN, "--key", "hw/teacher/class.key")


def test_what_grade_refuses(class_folder: Path, say: Callable[..., str], refused: Callable[..., str]) -> None:
    say(*ASSIGN)
    assert "in is not there: name the folder with the submissions" in refused(*GRADE)
    hand_in("ann")
    Path("my.toml").write_text("format = 1\n")
    assert "nowhere is not a folder: make it first" in refused(*GRADE, "--out", "nowhere/grades.csv")
    assert "class.csv exists and is not a folder" in refused(*GRADE, "--feedback", "class.csv")
    assert "hw is a folder: name the assignment file" in refused(
        *(grade.replace("hw/teacher/homework-1.toml", "hw") for grade in GRADE)
    )
    assert "is not a class key" in refused(*(grade.replace("class.key", "class.csv") for grade in GRADE))
    assert "this is not an assignment" in refused(
        *(grade.replace("hw/teacher/homework-1.toml", "my.toml") for grade in GRADE)
    )
    Path("class.key").write_text(Path("class.key").read_text()[:-9])
    assert "class.key is damaged" in refused(*GRADE)
