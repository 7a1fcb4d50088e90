"""The teacher's guide tells what happens: its commands are run, in order, in one folder, and print what it shows."""

import doctest
import re
import shutil
from pathlib import Path

import pytest

from mam.classroom import exercises, open_work
from mam.classroom.assignments import read_assignment
from mam.classroom.decisions import read_decisions
from mam.classroom.keys import read_key
from mam.cli import parser as cli
from mam.studies.library import list_studies

GUIDE = Path(__file__).resolve().parent.parent.parent / "docs" / "teaching.md"
TEXT = GUIDE.read_text("utf-8")
SAME = doctest.OutputChecker()


def students_work() -> None:
    """What the guide says of Ann, Ben and Cleo between handing out and grading."""
    assignment, key = read_assignment("homework-1/teacher/homework-1.toml"), read_key("class.key")
    versions = {exercise.id: exercise.version for exercise in assignment.exercises}
    for student, answered in (("ann", 3), ("ben", 2)):
        folder = Path("collected") / student
        folder.mkdir(parents=True)
        work = open_work(
            assignment.name, student, token=assignment.token(student, key), exercises=versions, folder=folder
        )
        for assigned in assignment.exercises[:answered]:
            variant = assignment.variant(student, assigned, key)
            wrong = student == "ben" and assigned.id == "count-hands"
            work.record(assigned.id, "1/7" if wrong else variant.answer.plain, variant.given)
    Path("collected/cleo").mkdir()
    shutil.copy("homework-1/students/cleo/homework-1.ipynb", "collected/cleo")


def test_the_transcript_is_true(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```console\n\$ (.*)\n([^`]*)```", TEXT, re.MULTILINE)
    assert len(blocks) == 3
    for command, shown in blocks:
        program, *arguments = command.split()
        if program == "cat":
            Path(arguments[0]).write_text(shown, "utf-8")
            continue
        if arguments[0] == "grade":
            students_work()
        assert cli.main(arguments) == 0
        output = capsys.readouterr().out
        assert SAME.check_output(shown, output, doctest.ELLIPSIS), output
    (decided,) = re.findall(r"^```toml\n(attempts.*?)```", TEXT, re.MULTILINE | re.DOTALL)
    Path("decisions.toml").write_text(decided, "utf-8")
    decisions = read_decisions("decisions.toml", read_assignment("homework-1/teacher/homework-1.toml"))
    assert [decision.kind for decision in decisions.rows] == ["points", "due"]


def test_its_exercises_and_stages_exist() -> None:
    named = {
        id for row in re.findall(r"^\|.*\|$", TEXT, re.MULTILINE) for id in re.findall(r"`([a-z]+(?:-[a-z]+)+)`", row)
    }
    stages = {*list_studies(), "first-round"}
    exercise_ids = {exercise.id for exercise in exercises()}
    assert len(named & exercise_ids) >= 20
    assert named <= exercise_ids | stages, named - exercise_ids - stages
