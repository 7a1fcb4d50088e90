"""A student's work in a notebook: what is recorded, what is said, and that nothing gets lost."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest
from homework import EXERCISES, KEY, Homework
from hypothesis import given
from hypothesis import strategies as st
from nbclient import NotebookClient

from mam.classroom import open_work
from mam.classroom.grading import grade, judge_here
from mam.classroom.submissions import RecordedAnswer, parse_submission
from mam.classroom.work import Work

OPTIONS = {"options": ["North", "East", "South", "West"]}
VERSIONS = {"who-captures": 1, "trick-worth": 2}


@pytest.fixture
def work(tmp_path: Path) -> Work:
    return opened(tmp_path)


def opened(folder: Path, student: str = "ann", token: str = "0" * 32, **options: Any) -> Work:
    return open_work("homework-1", student, token=token, exercises=VERSIONS, folder=folder, **options)


def test_an_answer_is_recorded_as_it_was_understood(work: Work) -> None:
    assert str(work.record("who-captures", " w ", OPTIONS)) == "who-captures: saved: West."
    assert str(work.record("trick-worth", "1,000", {})) == "trick-worth: saved: 1,000."
    assert work.answers() == {"who-captures": "West", "trick-worth": "1,000"}
    assert str(work) == "homework-1, ann: 2 of 2 exercises saved in homework-1.ann.json."
    sealed = parse_submission(work.path.read_bytes())
    submission = sealed.submission
    assert sealed.is_sealed_with(work.token) and work.token not in work.path.read_text("utf-8")
    assert (submission.records, submission.student, submission.answers["who-captures"].version) == (2, "ann", 1)


def test_recording_says_nothing_about_being_right(homework: Homework, tmp_path: Path) -> None:
    """Right and wrong answers get the same words."""
    variant = homework.assignment.variant("ann", homework.assignment.exercises[0], KEY)
    statements = {
        str(opened(tmp_path).record("who-captures", option, variant.given)).replace(option, "…")
        for option in variant.given["options"]
    }
    assert statements == {"who-captures: saved: …."}


@pytest.mark.parametrize(
    ("id", "answer", "given", "message"),
    [
        (
            "who-captures",
            ...,
            OPTIONS,
            "nothing saved yet. Write your answer in place of the dots: one of the options",
        ),
        ("who-captures", "Peter", OPTIONS, "not saved. Choose one of the options"),
        ("who-captures", None, OPTIONS, "not saved. Choose one of the options"),
        ("who-captures", "West", None, "not saved. Run the cell with the given values"),
        ("who-captures", "West", ["North"], "not saved."),
        (
            "trick-worth",
            "many",
            {},
            "not saved. “many” can't be read as a number of dollars. Write digits, like -405 or 97.5.",
        ),
        ("trick-worth", float("nan"), {}, "not saved. Give a number, like -405 or 97.5, not nan"),
        ("trick-worth", [1, 2], {}, "not saved. Give a number"),
        ("trick-worth", "1" * 5000, {}, "not saved."),
        ("trick-worth", type("Odd", (), {"item": lambda self: 1 / 0})(), {}, "not saved. ZeroDivisionError"),
    ],
)
def test_what_is_no_answer_is_not_recorded_and_keeps_the_earlier_one(
    work: Work, id: str, answer: Any, given: Any, message: str
) -> None:
    assert message in str(work.record(id, answer, given))
    assert work.answers() == {} and work.describe_saved(id) == "" and "Nothing is saved yet" in str(work.export())
    work.record("who-captures", "North", OPTIONS)
    work.record("trick-worth", 15)
    before = work.answers()
    second_answer = str(work.record(id, answer, given))
    assert second_answer.startswith(f"{id}: ") and "Your earlier answer is still saved: " in second_answer
    assert work.answers() == before


def test_tries_that_cannot_be_read_are_counted_for_the_teacher(work: Work) -> None:
    work.record("trick-worth", "many")
    work.record("trick-worth", "much")
    first = work._read_submission()
    assert first.answers["trick-worth"] == RecordedAnswer(
        first.answers["trick-worth"].version, "", unread=2, is_given=False
    )
    assert (first.records, first.saved) == (0, "")
    work.record("trick-worth", 15)
    work.record("trick-worth", "more")
    entry = work._read_submission().answers["trick-worth"]
    assert (entry.answer, entry.unread, entry.is_given) == ("15", 3, True)
    work.record("who-captures", "West", None)  # the cell with the values was not run: no try
    assert "who-captures" not in work._read_submission().answers


def test_recording_again_changes_nothing_and_the_latest_answer_counts(work: Work) -> None:
    work.record("trick-worth", 15)
    before = work.path.read_bytes()
    assert str(work.record("trick-worth", "15")) == "trick-worth: saved: 15."
    assert work.path.read_bytes() == before
    work.record("trick-worth", 20)
    assert work.answers() == {"trick-worth": "20"}
    assert [path.name for path in work.path.parent.iterdir()] == ["homework-1.ann.json"]


def test_a_restart_and_a_second_notebook_lose_nothing(tmp_path: Path) -> None:
    first, second = opened(tmp_path), opened(tmp_path)
    first.record("trick-worth", 15)
    second.record("who-captures", "b", OPTIONS)
    first.record("trick-worth", 30)
    assert opened(tmp_path).answers() == {"trick-worth": "30", "who-captures": "East"}


def test_export_says_what_is_missing_and_copies(work: Work, tmp_path: Path) -> None:
    assert str(work.export()) == "Nothing is saved yet, so there is nothing to hand in."
    work.record("trick-worth", 15)
    text = str(work.export())
    assert text == f"1 of 2 exercises saved. Missing: who-captures. Hand in the file {work.path}."
    (tmp_path / "out").mkdir()
    assert str(tmp_path / "out" / "homework-1.ann.json") in str(work.export(tmp_path / "out"))
    assert (tmp_path / "out" / "homework-1.ann.json").read_bytes() == work.path.read_bytes()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text[:100], "breaks off"),
        (lambda text: text.replace('"15"', '"30"'), "was changed after it was saved"),
        (lambda text: "", "is empty"),
    ],
)
def test_a_damaged_file_is_kept_aside(work: Work, tmp_path: Path, change: Callable[[str], str], message: str) -> None:
    work.record("trick-worth", 15)
    damaged = change(work.path.read_text("utf-8"))
    work.path.write_text(damaged, "utf-8")
    printed = str(opened(tmp_path))
    assert message in printed and "it is now homework-1.ann.aside-1.json" in printed
    assert (tmp_path / "homework-1.ann.aside-1.json").read_text("utf-8") == damaged
    work.path.write_text(damaged, "utf-8")  # while the notebook is open
    assert "it is now homework-1.ann.aside-2.json" in str(work.record("trick-worth", 20))
    assert work.answers() == {"trick-worth": "20"}


def test_another_students_file_under_our_name_is_kept_aside(tmp_path: Path) -> None:
    opened(tmp_path, token="1" * 32).record("trick-worth", 15)
    work = opened(tmp_path)
    assert "was changed after it was saved, or written with another notebook" in str(work)
    assert work.answers() == {}
    assert (tmp_path / "homework-1.ann.aside-1.json").exists()
    opened(tmp_path, token="2" * 32).path.write_bytes((tmp_path / "homework-1.ann.aside-1.json").read_bytes())
    assert work.answers() == {}  # put there while the notebook is open
    assert "it is now homework-1.ann.aside-2.json" in str(work.record("trick-worth", 20))
    assert work.answers() == {"trick-worth": "20"}


def test_what_is_not_in_the_assignment(work: Work) -> None:
    with pytest.raises(ValueError, match="no exercise 'set-back' in homework-1: it has who-captures, trick-worth"):
        work.record("set-back", 1)
    with pytest.raises(ValueError, match="must have only letters"):
        opened(work.path.parent, "../ann")


def test_practice_says_at_once_whether_it_is_right(practice_homework: Homework, tmp_path: Path) -> None:
    variant = practice_homework.assignment.variant("ann", practice_homework.assignment.exercises[1], KEY)
    work = opened(tmp_path, practice=True)
    right = work.record("trick-worth", variant.answer.plain)
    assert bool(right) and str(right).endswith("Correct.")
    wrong = work.record("trick-worth", "1234")
    assert not wrong and ": saved: 1234. Wrong. 1234 is too high." in str(wrong)
    second_work = open_work(
        "homework-1", "ann", token="", exercises={"trick-worth": 99}, practice=True, folder=tmp_path / "x"
    )
    (tmp_path / "x").mkdir()
    assert "this mam has another version of the exercise" in str(second_work.record("trick-worth", 1))


@given(
    st.text()
    | st.binary()
    | st.integers()
    | st.floats()
    | st.none()
    | st.lists(st.text() | st.integers())
    | st.just(object())
)
def test_any_answer_is_recorded_or_refused(tmp_path_factory: pytest.TempPathFactory, answer: Any) -> None:
    work = open_work("h", "ann", token="", exercises=dict.fromkeys(EXERCISES, 1), folder=tmp_path_factory.mktemp("any"))
    for id in EXERCISES:
        text = str(work.record(id, answer, {"options": ["yes", "no"], "cases": ["one", "two"]}))
        assert re.match(f"{id}: (saved: |not saved. )", text), text
        assert (id in work.answers()) == text.startswith(f"{id}: saved")


# A real kernel


def filled(homework: Homework, student: str) -> Any:
    """A student's notebook with the teacher's answers written in."""
    read = [
        nbformat.read(homework.folder / where / student / "homework-1.ipynb", as_version=4)
        for where in ("students", "teacher/source")
    ]
    for mine, teachers in zip(*(notebook.cells for notebook in read), strict=True):
        if mine.id.startswith("answer-"):
            mine.source = re.search(r"^answer_\d+ = (?!\.\.\.)[^#]*", teachers.source, re.MULTILINE)[0].strip()  # type: ignore[index]
    return read[0]


def test_a_students_notebook_is_executed_handed_in_and_graded(homework: Homework, tmp_path: Path) -> None:
    notebook = filled(homework, "ann")
    cells = {cell.id: cell for cell in notebook.cells}
    cells["answer-2"].source = "answer_2 = ..."
    copied = nbformat.v4.new_code_cell(cells["check-1"].source)  # a copied cell, and one that was deleted
    notebook.cells.insert(6, copied)
    notebook.cells.remove(cells["check-4"])
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [
        output["data"]["text/plain"]
        for cell in notebook.cells
        for output in cell.get("outputs", ())
        if "data" in output
    ]
    assert outputs[1] == outputs[2] and outputs[1].startswith("who-captures: saved: ")
    assert outputs[3].startswith("trick-worth: nothing saved yet.")
    assert "4 of 6 exercises saved. Missing: trick-worth, what-is-shown." in outputs[-1]
    grades = grade(tmp_path, homework.assignment, homework.key)
    grade_of_ann = {grade.student.id: grade for grade in grades.grades}["ann"]
    assert [int(exercise.points) for exercise in grade_of_ann.exercises] == [10, 0, 10, 0, 3, 10]
    assert not grade_of_ann.notes and not grades.problems


def test_a_notebook_that_was_not_touched_runs_through(homework: Homework, tmp_path: Path) -> None:
    notebook = nbformat.read(homework.folder / "students" / "bob" / "homework-1.ipynb", as_version=4)
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert list(tmp_path.iterdir()) == []
    assert "nothing to hand in" in json.dumps(notebook)


# What nbgrader runs


def test_hidden_checks_give_points_with_the_key(
    homework: Homework, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "class.key").write_text(f"mam class key 1\n{KEY.hex()}\n")
    exercise = homework.assignment.exercises[0]
    variant = homework.assignment.variant("ann", exercise, KEY)
    work = opened(tmp_path, token=homework.assignment.token("ann", KEY))
    with pytest.raises(ValueError, match="set MAM_CLASS_KEY to its file"):
        judge_here(work, exercise.id, "North", points=10)
    monkeypatch.setenv("MAM_CLASS_KEY", str(tmp_path / "class.key"))
    assert judge_here(work, exercise.id, variant.answer.plain, points=10) == 10
    assert [judge_here(work, exercise.id, option, points=10) for option in variant.given["options"]].count(10.0) == 1
    assert judge_here(work, exercise.id, ..., points=10) == judge_here(work, exercise.id, "Peter", points=10) == 0
    with pytest.raises(ValueError, match="the token does not belong to ann"):
        judge_here(opened(tmp_path), exercise.id, "North", points=10)


def test_the_teachers_notebook_gets_full_points(
    homework: Homework, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hidden checks as nbgrader executes them: the last value of each check cell is its points."""
    (tmp_path / "class.key").write_text(f"mam class key 1\n{KEY.hex()}\n")
    monkeypatch.setenv("MAM_CLASS_KEY", str(tmp_path / "class.key"))
    notebook = nbformat.read(homework.folder / "teacher" / "source" / "bob" / "homework-1.ipynb", as_version=4)
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    checks = [cell for cell in notebook.cells if cell.metadata.get("nbgrader", {}).get("grade")]
    assert [float(cell.outputs[-1]["data"]["text/plain"]) for cell in checks] == [*map(float, EXERCISES.values())]
