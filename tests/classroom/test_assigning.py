"""Assign homework: which files there are, what a student's notebook holds and must not hold, and assigning it again."""

import hashlib
import json
import re
import stat
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from homework import CLASS, EXERCISES, KEY, Homework

from mam.classroom.answers import Results
from mam.classroom.assigning import assign
from mam.classroom.assignments import AssignmentError, read_assignment, write_assignment
from mam.classroom.catalog import get_exercise
from mam.classroom.classes import parse_class
from mam.classroom.keys import KeyFault, make_assignment_key
from mam.classroom.quantities import Chance, Number
from mam.cli import parser as cli


def notebook(homework: Homework, student: str, subfolder: str = "students") -> Any:
    return nbformat.read(homework.folder / subfolder / student / "homework-1.ipynb", as_version=4)


def test_each_student_gets_a_folder_and_the_teacher_everything_else(homework: Homework) -> None:
    files = sorted(str(path.relative_to(homework.folder)) for path in homework.folder.rglob("*") if path.is_file())
    students = ["ann", "bob", "cay", "dee.x"]
    assert files == sorted(
        [f"students/{id}/homework-1.ipynb" for id in students]
        + [f"teacher/source/{id}/homework-1.ipynb" for id in students]
        + ["homework-1.mam", "teacher/codes.csv", "teacher/homework-1.toml"]
    )
    assert not list(homework.folder.parent.glob(".*"))
    if sys.platform != "win32":
        assert stat.S_IMODE((homework.folder / "teacher").stat().st_mode) == 0o700


def test_notebooks_are_valid_and_not_executed(homework: Homework) -> None:
    for subfolder in ("students", "teacher/source"):
        for student in CLASS.students:
            page = notebook(homework, student.id, subfolder)
            nbformat.validate(page)
            assert len({cell.id for cell in page.cells}) == len(page.cells)
            assert not any(cell.get("outputs") or cell.get("execution_count") for cell in page.cells)


def test_a_students_cells(homework: Homework) -> None:
    cells = notebook(homework, "ann").cells
    assert len(cells) == 4 + 4 * len(EXERCISES)
    statement, given, answer, check = cells[2:6]
    assert statement.source.startswith(
        "## 1. Who captures the trick?\n\n*`who-captures`, first steps, 10 points*\n\nTrump is"
    )
    assert given.source.startswith("given_1 = {")
    assert answer.source == "answer_1 = ...  # one of the options: its letter, or its words"
    assert check.source == 'work.record("who-captures", answer_1, given_1)'
    assert [cell.metadata.get("editable", True) for cell in (statement, given, answer, check)] == [
        False,
        False,
        True,
        False,
    ]
    variant = homework.assignment.variant("ann", homework.assignment.exercises[0], KEY)
    names: dict[str, Any] = {}
    exec(given.source, names)
    assert names["given_1"] == json.loads(json.dumps(variant.given))


def test_the_metadata_for_nbgrader(homework: Homework) -> None:
    """Schema 3 of nbgrader: only answers and checks are its cells, and checks are the same for every student."""
    marks = [cell.metadata["nbgrader"] for cell in notebook(homework, "ann").cells if "nbgrader" in cell.metadata]
    assert [mark["grade_id"] for mark in marks] == [f"{kind}-{id}" for id in EXERCISES for kind in ("answer", "check")]
    assert {tuple(sorted(mark)) for mark in marks[::2]} == {
        ("grade", "grade_id", "locked", "schema_version", "solution", "task")
    }
    assert all(mark["solution"] and not mark["grade"] and not mark["locked"] for mark in marks[::2])
    assert all(mark["grade"] and mark["locked"] and not mark["solution"] for mark in marks[1::2])
    assert [mark["points"] for mark in marks[1::2]] == list(EXERCISES.values())
    assert {mark["schema_version"] for mark in marks} == {3}
    checks = [
        [
            cell.source
            for cell in notebook(homework, id, "teacher/source").cells
            if cell.metadata.get("nbgrader", {}).get("grade")
        ]
        for id in ("ann", "bob")
    ]
    assert checks[0] == checks[1]


def test_the_teachers_notebook_without_its_solutions_is_the_students(homework: Homework) -> None:
    for teachers, students in zip(
        notebook(homework, "bob", "teacher/source").cells, notebook(homework, "bob").cells, strict=True
    ):
        region = r"\n### BEGIN (SOLUTION|HIDDEN TESTS)\n.*?\n### END \1(?=\n|$)"
        assert re.sub(region, "", teachers.source, flags=re.DOTALL) == students.source
        assert teachers.metadata == students.metadata
    source = "\n".join(cell.source for cell in notebook(homework, "bob", "teacher/source").cells)
    assert source.count("### BEGIN SOLUTION") == source.count("### END HIDDEN TESTS") == len(EXERCISES)


def test_a_right_answer_in_the_teachers_notebook_is_right(homework: Homework) -> None:
    names: dict[str, Any] = {}
    for number, (exercise, cell) in enumerate(
        zip(
            homework.assignment.exercises,
            (cell for cell in notebook(homework, "dee.x", "teacher/source").cells if cell.id.startswith("answer")),
            strict=True,
        ),
        1,
    ):
        exec(cell.source, names)
        variant = homework.assignment.variant("dee.x", exercise, KEY)
        plain = type(variant.answer).read(names[f"answer_{number}"], variant.given)
        assert not variant.answer.find_fault(plain)


def test_nothing_that_is_handed_out_gives_an_answer_away(homework: Homework) -> None:
    """Neither key nor seed, nor a graded answer in its plain form or hashed, nor what belongs to solutions and hidden checks."""
    secrets = [KEY.hex(), make_assignment_key(KEY, "homework-1").hex(), homework.assignment.key_print]
    for student in CLASS.students:
        page = notebook(homework, student.id)
        for cell in page.cells:
            cell.metadata.pop("nbgrader", None)  # its schema wants the word solution
        text = nbformat.writes(page) + "\n".join(cell.source for cell in page.cells)
        assert not re.search("solution|hidden|seed|encode_deal|judge", text, re.IGNORECASE)
        assert not any(secret in text for secret in secrets)
        for exercise in homework.assignment.exercises:
            answer = homework.assignment.variant(student.id, exercise, KEY).answer
            plain = json.dumps(answer.plain, ensure_ascii=False)
            whole = plain.strip('"') if isinstance(answer.plain, str) else plain
            for hash in ("md5", "sha1", "sha256"):
                assert hashlib.new(hash, whole.encode()).hexdigest() not in text
            # Options and cards to choose from are there, and a short number may be by accident.
            if isinstance(answer, Chance | Number | Results) and len(whole) > 4:
                assert whole not in text and answer.shown not in text, (student.id, exercise.id)


@pytest.mark.extended
def test_graded_variants_are_no_practice_variants(homework: Homework, practice_homework: Homework) -> None:
    for student in CLASS.students:
        for graded, practice in zip(homework.assignment.exercises, practice_homework.assignment.exercises, strict=True):
            graded_variant = homework.assignment.variant(student.id, graded, KEY)
            practice_variant = practice_homework.assignment.variant(student.id, practice, KEY)
            assert (graded_variant.statement, graded_variant.given) != (
                practice_variant.statement,
                practice_variant.given,
            )
            assert practice_variant.statement == get_exercise(graded.id).variant(student.id).statement
    second_assignment = assign(CLASS, EXERCISES, "homework-2", homework.folder.parent / "homework-2", KEY)
    assert not {digest for digests in second_assignment.variants.values() for digest in digests} & {
        digest for digests in homework.assignment.variants.values() for digest in digests
    }


def test_amounts_of_money_are_no_formulas(homework: Homework) -> None:
    for student in CLASS.students:
        for cell in notebook(homework, student.id).cells:
            if cell.cell_type == "markdown":
                assert not re.search(r"(?<!\\)\$", re.sub(r"`[^`\n]*`", "", cell.source))


def test_the_assignment_file_contains_the_whole_assignment(homework: Homework) -> None:
    path = homework.folder / "teacher" / "homework-1.toml"
    assert read_assignment(path) == homework.assignment
    assert write_assignment(read_assignment(path)) == path.read_text("utf-8")
    assert KEY.hex() not in path.read_text("utf-8")
    path.parent.joinpath("edited.toml").write_text(path.read_text("utf-8").replace("points = 5", "points = 7"), "utf-8")
    assert read_assignment(path.parent / "edited.toml").points == homework.assignment.points + 2


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("points = 5", "points = -1", "line 17: trick-worth: points must be from 0 to 1000, not -1"),
        ('id = "trick-worth"', 'id = "who-captures"', "line 15: the exercise 'who-captures' is listed twice"),
        ('id = "bob"', 'id = "ANN"', "the student 'ANN' is listed twice"),
        ('id = "bob"', 'id = "a/b"', "'a/b' must have only letters"),
        ("format = 1", "format = 3", "line 2: this mam reads format 1"),
        ("[[exercise]]", "[[exercises]]", "unknown key 'exercises'"),
        ('key = "', 'token = "', "this is not an assignment"),
    ],
)
def test_a_fault_in_the_assignment_file(homework: Homework, tmp_path: Path, old: str, new: str, message: str) -> None:
    text = (homework.folder / "teacher" / "homework-1.toml").read_text("utf-8")
    assert old in text
    (tmp_path / "x.toml").write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(AssignmentError, match=re.escape(message)):
        read_assignment(tmp_path / "x.toml")


@pytest.mark.parametrize("kind", ["exercise", "student"])
def test_an_assignment_without_exercises_or_students(homework: Homework, tmp_path: Path, kind: str) -> None:
    text = (homework.folder / "teacher" / "homework-1.toml").read_text("utf-8")
    head, *tables = re.split(r"(?m)^(?=\[\[)", text)
    remaining = "".join(table for table in tables if not table.startswith(f"[[{kind}]]"))
    if kind == "exercise":
        head, remaining = head + "exercise = []\n", re.sub(r"(?s)variants = \[.*?\]", "variants = []", remaining)
    (tmp_path / "x.toml").write_text(head + remaining, "utf-8")
    with pytest.raises(AssignmentError, match=f"this assignment has no {kind}s"):
        read_assignment(tmp_path / "x.toml")


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_homework_is_never_overwritten_and_remade_it_is_the_same(tmp_path: Path) -> None:
    out = tmp_path / "hw"
    exercises = {"who-captures": 10, "trick-worth": 5}
    assign(CLASS, exercises, "hw", out, KEY)
    before = files(out)
    with pytest.raises(ValueError, match="already holds hw, so nothing was changed"):
        assign(CLASS, exercises, "hw", out, KEY)
    with pytest.raises(ValueError, match="holds something else: choose another folder for other"):
        assign(CLASS, exercises, "other", out, KEY, remake=True)
    with pytest.raises(KeyFault, match="this is not the class key of hw"):
        assign(CLASS, exercises, "hw", out, bytes(32), remake=True)
    with pytest.raises(ValueError, match="choose another name for the new assignment"):
        assign(CLASS, exercises, "hw", out, KEY, remake=True, practice=True)
    assert files(out) == before
    larger_class = parse_class("id,name\neve,Eve\nann,Ann Smith\n", "club.csv")
    assignment = assign(larger_class, exercises, "hw", out, KEY, remake=True)
    assert (
        assignment.variants["ann"] == read_assignment(tmp_path / "hw.before-1" / "teacher" / "hw.toml").variants["ann"]
    )
    assert files(tmp_path / "hw.before-1") == before
    assert files(out)["students/ann/hw.ipynb"] == before["students/ann/hw.ipynb"]
    assert "students/eve/hw.ipynb" in files(out)


def test_replaced_folders_are_kept(tmp_path: Path) -> None:
    for remake in (False, True, True):
        assign(CLASS, {"who-captures": 10}, "hw", tmp_path / "hw", KEY, remake=remake)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hw", "hw.before-1", "hw.before-2"]


def test_decisions_are_taken_along(tmp_path: Path) -> None:
    assign(CLASS, {"who-captures": 10}, "hw", tmp_path / "hw", KEY)
    decisions = tmp_path / "hw" / "teacher" / "decisions.toml"
    decisions.write_text('attempts = "best"\n', "utf-8")
    assign(CLASS, {"who-captures": 20}, "hw", tmp_path / "hw", KEY, remake=True)
    assert decisions.read_text("utf-8") == 'attempts = "best"\n'
    assert (tmp_path / "hw.before-1" / "teacher" / "decisions.toml").exists()


def test_a_changed_variant_is_noticed_when_homework_is_remade(tmp_path: Path) -> None:
    assignment = assign(CLASS, {"who-captures": 10}, "hw", tmp_path / "hw", KEY)
    teacher_file = tmp_path / "hw" / "teacher" / "hw.toml"
    teacher_file.write_text(teacher_file.read_text("utf-8").replace(assignment.variants["ann"][0], "0" * 12), "utf-8")
    before = files(tmp_path)
    with pytest.raises(ValueError, match="who-captures: ann would get a different variant than before"):
        assign(CLASS, {"who-captures": 10}, "hw", tmp_path / "hw", KEY, remake=True)
    assert files(tmp_path) == before


def test_nothing_is_left_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("mam.classroom.assigning.write_assignment", fail)
    with pytest.raises(OSError, match="No space left"):
        assign(CLASS, {"who-captures": 10}, "hw", tmp_path / "hw", KEY)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("fails", ["mam.classroom.assigning.replace_folder", "pathlib.Path.rename"])
def test_the_folder_of_before_stays_if_the_new_one_cannot_take_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    """Also if it was moved away already: the second renaming fails."""
    assign(CLASS, {"who-captures": 10}, "hw", tmp_path / "hw", KEY)
    before = files(tmp_path)
    rename = Path.rename

    def fail(path: Path, target: Path, *_: object) -> Path:
        if path.name == "hw" or path.name.startswith("hw.before"):
            return rename(path, target)
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(fails, fail)
        with pytest.raises(OSError, match="Input/output error"):
            assign(CLASS, {"who-captures": 10}, "hw", tmp_path / "hw", KEY, remake=True)
    assert files(tmp_path) == before


def test_a_folder_that_appears_while_the_assignment_is_made_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "hw"

    def write(*arguments: Any) -> str:
        out.mkdir()
        (out / "notes.txt").write_text("mine")
        return write_assignment(*arguments)

    monkeypatch.setattr("mam.classroom.assigning.write_assignment", write)
    with pytest.raises(ValueError, match="appeared while hw was made, so nothing was changed"):
        assign(CLASS, {"who-captures": 10}, "hw", out, KEY)
    assert files(tmp_path) == {"hw/notes.txt": b"mine"} or files(tmp_path) == {"hw\\notes.txt": b"mine"}


@pytest.mark.parametrize(
    ("exercises", "name", "message"),
    [
        ({"who-capture": 10}, "hw", "no exercise 'who-capture' (did you mean 'who-captures'?)"),
        ({}, "hw", "at least one exercise"),
        ({"who-captures": 10}, "../hw", "the assignment's name '../hw' must have only letters"),
    ],
)
def test_what_cannot_be_assigned(tmp_path: Path, exercises: dict[str, int], name: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        assign(CLASS, exercises, name, tmp_path / "hw", KEY)
    assert list(tmp_path.iterdir()) == []


def test_files_left_by_an_interrupted_command_are_deleted(tmp_path: Path) -> None:
    """They hold solutions: unfinished notebooks, and parts of files."""
    own = tmp_path / ".hw-20260901"  # a teacher's own folder: nothing beside it says that a run made it
    own.mkdir()
    (own / "notes.txt").write_text("mine")
    leftover = tmp_path / ".hw-0123abcd" / "teacher"
    leftover.mkdir(parents=True)
    (tmp_path / ".hw-0123abcd.lock").touch()
    (leftover / "homework-1.ipynb").write_text("solutions")
    (tmp_path / "class.csv").write_text("id,name\nann,Ann\n")
    (tmp_path / "class.key.0123456789abcdef.part").write_text("half a key")
    command = [
        "assign",
        str(tmp_path / "class.csv"),
        "--exercises",
        "set-back",
        "--name",
        "hw",
        "--out",
        str(tmp_path / "hw"),
    ]
    assert cli.main(command) == 0
    assert {path.name for path in tmp_path.iterdir()} == {"class.csv", "class.key", "hw", own.name}
    assert (own / "notes.txt").read_text() == "mine"
