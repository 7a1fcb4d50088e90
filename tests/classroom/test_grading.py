"""Grading a folder: points, what goes wrong, and that a file of one student never touches another's grade."""

import csv
import hashlib
import io
import json
import os
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from homework import CLASS, EXERCISES, KEY, Homework
from hypothesis import given, settings
from hypothesis import strategies as st

from mam.classroom import submissions
from mam.classroom.feedback import make_feedback
from mam.classroom.gradebook import describe_grades, escape_cell, make_grade_csv, write_csv
from mam.classroom.grades import Grade, Grades
from mam.classroom.grading import grade
from mam.classroom.keys import KeyFault, make_exposed_token, make_token
from mam.classroom.results import write_feedback
from mam.classroom.submissions import RecordedAnswer, Submission

ALL = sum(EXERCISES.values())
NOW = datetime(2026, 12, 1, tzinfo=UTC)


def graded(homework: Homework, folder: Path) -> Grades:
    return grade(folder, homework.assignment, homework.key)


def row(grades: Grades, student: str) -> Grade:
    return next(grade for grade in grades.grades if grade.student.id == student)


def with_answers(submission: Submission, **answers: Any) -> Submission:
    """A submission with other answers; names with _ for -."""
    named = {id.replace("_", "-"): answer for id, answer in answers.items()}
    changed = {
        id: replace(submission.answers.get(id, RecordedAnswer(1, "")), answer=answer) for id, answer in named.items()
    }
    return replace(submission, answers={**submission.answers, **changed})


@pytest.fixture
def folder(homework: Homework, tmp_path: Path) -> Path:
    """Bob's right submission lies there; whatever else comes in must not change what he gets."""
    homework.hand_in(tmp_path / "in", homework.submission("bob"))
    return tmp_path / "in"


def put(folder: Path, content: bytes | str, name: str = "x.json") -> None:
    (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())


def problems(grades: Grades, place: str = "x.json") -> str:
    """What is said of one file; Bob has his points whatever it is."""
    assert row(grades, "bob").total == ALL and not row(grades, "bob").notes
    return "; ".join(problem.words for problem in grades.problems if problem.place == place)


def test_right_wrong_half_and_nothing(homework: Homework, tmp_path: Path) -> None:
    variant = homework.assignment.variant("bob", homework.assignment.exercises[5], KEY)
    results = ["0 ", *variant.answer.plain[1:]]
    half = with_answers(homework.submission("bob"), rare_deals=results, trick_worth="1234")
    few = homework.submission("cay", answers={"trick-worth": homework.submission("cay").answers["trick-worth"]})
    homework.hand_in(tmp_path, homework.submission("ann"), half, few)
    grades = graded(homework, tmp_path)
    assert [grade.student.id for grade in grades.grades] == ["ann", "bob", "cay", "dee.x"]
    assert [grade.status for grade in grades.grades] == ["graded", "graded", "graded", "nothing handed in"]
    n, given_away = (
        len(results),
        max(Counter(variant.answer.plain).values()),
    )  # what one result for all cases would tell
    share = Fraction(n - 1 - given_away, n - given_away)
    assert [grade.total for grade in grades.grades] == [ALL, ALL - 5 - 10 + 10 * share, 5, 0]
    assert [bool(exercise.fault) for exercise in row(grades, "bob").exercises] == [
        False,
        True,
        False,
        False,
        False,
        True,
    ]
    assert {exercise.fault for exercise in row(grades, "cay").exercises if exercise.answer is None} == {
        "No answer was saved."
    }
    assert grades.problems == () and grades.files == 3


def test_grading_again_gives_the_same(homework: Homework, folder: Path) -> None:
    put(folder, "nonsense")
    assert make_grade_csv(graded(homework, folder)) == make_grade_csv(graded(homework, folder))


# Tampering, each by its name


def sealed(facts: dict[str, Any], token: str) -> str:
    """A file whose seal fits, written by somebody who has this token and reads our code."""
    facts = {key: value for key, value in facts.items() if key != "seal"}
    return json.dumps({**facts, "seal": submissions._make_seal(facts, token)})


def of_ann(homework: Homework, token: str = "", **values: Any) -> str:
    """Ann's file with other values, sealed with her token or another one."""
    facts = {**json.loads(homework.write(homework.submission("ann"))), **values}
    return sealed(facts, token or homework.assignment.token("ann", KEY))


def in_the_format_of_before(homework: Homework) -> str:
    """What a classmate makes of a file that she saw: the token stood in it, and anyone can compute its checksum."""
    facts = json.loads(homework.write(homework.submission("ann")))
    del facts["seal"]
    token = make_exposed_token(KEY, "homework-1", "ann", practice=False)
    facts |= {"format": 1, "token": token, "saved": "2027-01-01T00:00:00Z"}
    checksum = hashlib.sha256(json.dumps(facts, ensure_ascii=True, sort_keys=True).encode()).hexdigest()
    return json.dumps({**facts, "checksum": checksum})


CHANGED = (
    "says it is ann's, but its seal does not fit: it was changed after it was saved, or written with another notebook"
)

TAMPERED: dict[str, tuple[Callable[[Homework], str | bytes], str]] = {
    "an answer changed by hand": (
        lambda hw: hw.write(hw.submission("ann")).replace('"version": 1', '"version": 2', 1),
        CHANGED,
    ),
    "a later time": (lambda hw: hw.write(hw.submission("ann")).replace("2026", "2027"), CHANGED),
    "fewer tries": (lambda hw: hw.write(hw.submission("ann")).replace('"records": 6', '"records": 1'), CHANGED),
    "somebody else's name": (lambda hw: of_ann(hw, student="bob"), "says it is bob's, but its seal is ann's"),
    "a made-up token": (lambda hw: of_ann(hw, token="f" * 32), CHANGED),
    "no token": (lambda hw: sealed(json.loads(of_ann(hw)), ""), CHANGED),
    "a classmate's token": (
        lambda hw: of_ann(hw, token=hw.assignment.token("bob", KEY)),
        "says it is ann's, but its seal is bob's",
    ),
    "the token of another assignment": (
        lambda hw: of_ann(hw, token=make_token(KEY, "homework-2", "ann", practice=False)),
        CHANGED,
    ),
    "the token of the practice notebook": (
        lambda hw: of_ann(hw, token=make_token(KEY, "homework-1", "ann", practice=True)),
        "its seal is from the practice notebook",
    ),
    "a token that stood in files of an older mam": (
        lambda hw: of_ann(hw, token=make_exposed_token(KEY, "homework-1", "ann", practice=False)),
        "its seal is from a notebook that an older mam made, whose token others may have seen",
    ),
    "the format of an older mam": (in_the_format_of_before, "which contains the student's token"),
    "an answer twice": (
        lambda hw: of_ann(hw).replace('"answers": {', '"answers": {"who-captures": {"version": 1, "answer": "a"}, '),
        "a key appears twice",
    ),
    "another student twice": (
        lambda hw: of_ann(hw).replace('"student": "ann"', '"student": "ann", "student": "bob"'),
        "a key appears twice",
    ),
    "a stranger": (lambda hw: of_ann(hw, student="eve"), "belongs to somebody outside this class, 'eve'"),
    "another assignment": (
        lambda hw: of_ann(hw, assignment="homework-2"),
        "belongs to another assignment, 'homework-2'",
    ),
    "the practice notebook": (
        lambda hw: of_ann(hw, practice=True),
        "is from the practice notebook, not from the graded notebook",
    ),
    "cut off": (lambda hw: hw.write(hw.submission("ann"))[:-20], "breaks off"),
    "a notebook": (lambda hw: '{"cells": [], "nbformat": 4}', "is the notebook itself"),
    "binary": (lambda hw: bytes(range(256)), "is not a submission: it is not UTF-8 text"),
    "huge": (lambda hw: b" " * 2_000_000, "is too long: 2,000,000 bytes"),
    "deep": (lambda hw: "[" * 100_000, "more than 6 deep"),
    "empty": (lambda hw: b"", "is empty"),
    "NaN": (lambda hw: of_ann(hw, records=float("nan")), "NaN is not a whole number"),
    "a class as an id": (lambda hw: of_ann(hw, student="__class__"), "belongs to somebody outside this class"),
}


@pytest.mark.parametrize("name", TAMPERED)
@pytest.mark.sample(4, 1)
def test_tampering_is_reported_by_file_and_reason(name: str, homework: Homework, folder: Path) -> None:
    make, fault = TAMPERED[name]
    put(folder, make(homework))
    grades = graded(homework, folder)
    assert fault in problems(grades)
    assert row(grades, "ann").total == 0
    says_it_is_anns = fault.startswith(("says it is ann's", "its seal is from"))
    assert row(grades, "ann").status == ("not counted" if says_it_is_anns else "nothing handed in")
    assert bool(row(grades, "ann").notes) == says_it_is_anns


@pytest.mark.parametrize("name", TAMPERED)
@pytest.mark.sample(4, 23)
def test_whatever_is_handed_in_beside_it_the_right_file_counts(name: str, homework: Homework, folder: Path) -> None:
    homework.hand_in(folder / "a", homework.submission("ann"))
    put(folder, TAMPERED[name][0](homework), "homework-1.ann.json")
    grades = graded(homework, folder)
    assert row(grades, "ann").total == ALL and row(grades, "ann").file == "a/ann_0/homework-1.ann.json"
    assert problems(grades, "homework-1.ann.json") and not row(grades, "ann").notes


def test_the_practice_notebook_as_a_graded_one(homework: Homework, practice_homework: Homework, folder: Path) -> None:
    """Only its mark was changed: it is sealed with the token of the other notebook."""
    facts = json.loads(practice_homework.write(practice_homework.submission("ann")))
    put(folder, sealed({**facts, "practice": False}, practice_homework.assignment.token("ann", KEY)))
    assert "its seal is from the practice notebook" in problems(graded(homework, folder))


def test_practice_can_be_graded_too(practice_homework: Homework, tmp_path: Path) -> None:
    practice_homework.hand_in(tmp_path, practice_homework.submission("ann"))
    assert row(graded(practice_homework, tmp_path), "ann").total == ALL


def test_two_the_same(homework: Homework, folder: Path) -> None:
    homework.hand_in(folder / "a", homework.submission("ann"))
    homework.hand_in(folder / "b", homework.submission("ann"))
    grades = graded(homework, folder)
    assert problems(grades, "b/ann_0/homework-1.ann.json") == "is the same submission as a/ann_0/homework-1.ann.json"
    assert row(grades, "ann").total == ALL and not row(grades, "ann").notes


@pytest.mark.parametrize("order", ["ab", "ba"])
def test_two_that_differ(homework: Homework, folder: Path, order: str) -> None:
    late = homework.submission("ann", saved="2026-09-02T00:00:00Z")
    early = with_answers(homework.submission("ann", records=99), trick_worth="1234")
    homework.hand_in(folder / order[0], late)
    homework.hand_in(folder / order[1], early)
    grades = graded(homework, folder)
    assert row(grades, "ann").total == ALL and row(grades, "ann").file.startswith(order[0])
    faults = problems(grades, f"{order[1]}/ann_0/homework-1.ann.json")
    assert re.fullmatch(
        r"does not count: ./ann_0/homework-1.ann.json was saved later \(2026-09-02T\S+, not 2026-09-01T\S+\)", faults
    )
    assert faults in row(grades, "ann").notes[0]


@pytest.mark.parametrize(
    ("early", "late", "counts"),
    [
        ({"saved": "2026-09-01T12:00:00Z"}, {"saved": "2026-09-01T12:00:01Z", "records": 1}, 1),
        ({"records": 3}, {"records": 2}, 0),
        ({"saved": "2026-09-01T12:00:00Z"}, {"saved": "2027-01-01T00:00:00Z"}, 0),
        ({"saved": ""}, {"saved": "9999-12-31T23:59:59Z", "records": 99}, 0),
        ({"saved": "2028-01-01T00:00:00Z", "records": 3}, {"saved": "2027-01-01T00:00:00Z", "records": 4}, 1),
    ],
)
def test_which_of_two_counts(
    homework: Homework, tmp_path: Path, early: dict[str, Any], late: dict[str, Any], counts: int
) -> None:
    """The one saved last, then the one with more records; a time after the grading is no time."""
    for name, changes in (("0", early), ("1", late)):
        put(tmp_path, homework.write(homework.submission("ann", **changes)), f"{name}.json")
    grades = grade(tmp_path, homework.assignment, KEY, now=NOW)
    assert row(grades, "ann").file == f"{counts}.json"
    assert row(grades, "ann").notes[0].partition(" ")[0] == f"{1 - counts}.json"


def test_a_single_file_from_the_future_is_graded_and_reported(homework: Homework, folder: Path) -> None:
    put(folder, homework.write(homework.submission("ann", saved="2027-01-01T00:00:00Z")))
    grades = grade(folder, homework.assignment, KEY, now=NOW)
    assert row(grades, "ann").total == ALL
    words = "its time, 2027-01-01T00:00:00Z, is in the future: the clock it was saved by was wrong"
    assert problems(grades) == words and row(grades, "ann").notes == (words,)


def test_two_with_the_same_time_and_records_count_the_same_in_any_order(homework: Homework, tmp_path: Path) -> None:
    texts = [homework.write(homework.submission("ann")), homework.write(homework.submission("ann", answers={}))]
    totals = set()
    for names in ("ab", "ba"):
        (tmp_path / names).mkdir()
        for name, text in zip(names, texts, strict=True):
            put(tmp_path / names, text, f"{name}.json")
        totals.add(row(graded(homework, tmp_path / names), "ann").total)
    assert len(totals) == 1


# Notebooks and copies


@pytest.mark.parametrize(
    "place", ["ann/homework-1.ipynb", "attempt 3/work.ipynb", "bob_12345_file/homework-1.ipynb", "x.json", "notes.txt"]
)
@pytest.mark.sample(3, 0)
def test_a_notebook_is_its_owners_wherever_it_lies(homework: Homework, folder: Path, place: str) -> None:
    """Its token says whose it is. Nothing in it is run, so its answers do not count."""
    notebook = homework.folder / "students" / "ann" / "homework-1.ipynb"
    (folder / place).parent.mkdir(exist_ok=True)
    put(folder, notebook.read_bytes().replace(b"answer_1 = ...", b"answer_1 = 1 / 0"), place)
    grades = graded(homework, folder)
    assert (row(grades, "ann").status, row(grades, "ann").total) == ("handed in the notebook", 0)
    words = "is ann's notebook: only the .json file that its last cell names counts"
    copy = "; is ann's, but its name or folder is bob's: it may be a copy" if place.startswith("bob") else ""
    assert problems(grades, place) == words + copy
    assert row(grades, "ann").notes == (f"{place} {words}",)
    homework.hand_in(folder, homework.submission("ann"))
    assert row(graded(homework, folder), "ann").total == ALL and not row(graded(homework, folder), "ann").notes


def test_a_notebook_that_is_nobodys_or_several_students(homework: Homework, folder: Path) -> None:
    notebooks = [(homework.folder / "students" / id / "homework-1.ipynb").read_bytes() for id in ("ann", "cay")]
    put(folder, b"".join(notebooks), "both.ipynb")
    put(folder, notebooks[0].replace(homework.assignment.token("ann", KEY).encode(), b"?"), "no-token.ipynb")
    put(folder, b"not even JSON", "broken.ipynb")
    grades = graded(homework, folder)
    for name in ("both.ipynb", "no-token.ipynb", "broken.ipynb"):
        assert problems(grades, name).startswith("is the notebook itself: hand in the .json file")
    assert {row(grades, id).status for id in ("ann", "cay")} == {"nothing handed in"}


def test_the_practice_notebook_is_its_owners_too(homework: Homework, practice_homework: Homework, folder: Path) -> None:
    put(folder, (practice_homework.folder / "students" / "ann" / "homework-1.ipynb").read_bytes(), "a.ipynb")
    grades = graded(homework, folder)
    assert problems(grades, "a.ipynb").startswith("is ann's practice notebook")
    assert row(grades, "ann").status == "handed in the notebook"


@pytest.mark.parametrize(
    "place",
    ["homework-1.cay.json", "cay/x.json", "cay_12345_file/homework-1.ann.json", "CAY.json", "=cmd()_7_file/x.json"],
)
def test_a_copy_of_a_classmates_file_counts_for_the_classmate_and_is_reported(
    homework: Homework, folder: Path, place: str
) -> None:
    (folder / place).parent.mkdir(exist_ok=True)
    put(folder, homework.write(homework.submission("ann")), place)
    grades = graded(homework, folder)
    assert row(grades, "ann").total == ALL
    assert problems(grades, place) == "is ann's, but its name or folder is cay's: it may be a copy"
    assert row(grades, "cay").status == "not counted" and place in row(grades, "cay").notes[0]


def test_a_file_that_is_only_called_like_a_students(homework: Homework, folder: Path) -> None:
    """Its name is a hint where the student has nothing else, and says nothing beside a good one."""
    put(folder, homework.write(homework.submission("ann"))[:99], "Homework-1.ANN.json")
    put(folder, "", "homework-1.bob.json")
    grades = graded(homework, folder)
    assert row(grades, "ann").status == "not counted"
    assert row(grades, "ann").notes == ("Homework-1.ANN.json breaks off (in line 6)",)
    assert problems(grades, "homework-1.bob.json") == "is empty"
    homework.hand_in(folder, homework.submission("ann"))
    assert row(graded(homework, folder), "ann").notes == ()


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("Peter", "the answer cannot be read"),
        (["North", "East"], "the answer cannot be read"),
        ("", "the answer cannot be read"),
    ],
)
def test_a_fault_in_one_exercise_costs_that_one(homework: Homework, folder: Path, answer: Any, message: str) -> None:
    put(folder, homework.write(with_answers(homework.submission("ann"), who_captures=answer)))
    grades = graded(homework, folder)
    assert problems(grades) == f"who-captures: {message}"
    assert row(grades, "ann").total == ALL - 10


def test_entries_that_the_notebook_does_not_write(homework: Homework, folder: Path) -> None:
    facts = json.loads(homework.write(homework.submission("ann")))
    facts["answers"] |= {
        "trick-worth": {"version": 9, "answer": "1"},
        "legal-calls": 7,
        "set-back": {"version": 1, "answer": ""},
    }
    put(folder, sealed(facts, homework.assignment.token("ann", KEY)))
    grades = graded(homework, folder)
    assert problems(grades) == (
        "'set-back' is not an exercise of homework-1; trick-worth: recorded for version 9, but version 2 was handed out; "
        "legal-calls: its entry is not a version with an answer"
    )
    assert row(grades, "ann").total == ALL - 15


def test_a_checker_that_fails_costs_that_exercise(
    homework: Homework, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mam.classroom.quantities import Number

    put(folder, homework.write(with_answers(homework.submission("ann"), trick_worth="77")))
    right = Number.find_fault
    monkeypatch.setattr(Number, "find_fault", lambda self, plain: 1 / 0 if plain == "77" else right(self, plain))
    grades = graded(homework, folder)
    assert problems(grades) == "trick-worth: the answer cannot be judged (ZeroDivisionError)"
    assert row(grades, "ann").total == ALL - 5


# The teacher's own input


def test_another_key_is_refused(homework: Homework, folder: Path) -> None:
    with pytest.raises(KeyFault, match="this is not the class key of homework-1"):
        grade(folder, homework.assignment, bytes(32))


def test_another_version_of_an_exercise_is_refused(homework: Homework, tmp_path: Path) -> None:
    """Before anything is graded, so also where nothing was handed in."""
    changed_assignment = replace(homework.assignment, exercises=(replace(homework.assignment.exercises[0], version=7),))
    with pytest.raises(ValueError, match=r"who-captures: version 7 was handed out and this mam .* has version 1"):
        grade(tmp_path, changed_assignment, KEY)


def test_a_variant_that_is_not_the_one_handed_out_is_refused(homework: Homework, folder: Path) -> None:
    changed = {**homework.assignment.variants, "bob": ("0" * 12,) * len(EXERCISES)}
    with pytest.raises(ValueError, match="the variant of bob is not the one that was handed out"):
        grade(folder, replace(homework.assignment, variants=changed), KEY)


# The table and the feedback


def test_the_table(homework: Homework, folder: Path, tmp_path: Path) -> None:
    put(folder, homework.write(homework.submission("ann")).replace("West", "w").replace("12:00", "13:00"), "=x.json")
    few = homework.submission("dee.x", answers={"who-captures": RecordedAnswer(1, "North")})
    homework.hand_in(folder, few)
    grades = graded(homework, folder)
    write_csv(grades, tmp_path / "grades.csv")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "grades.csv").read_text("utf-8-sig"))))
    assert list(rows[0]) == ["id", "name", "status", *EXERCISES, "late", "total", "of", "file", "notes"]
    assert [row["id"] for row in rows] == ["ann", "bob", "cay", "dee.x"]
    assert [row["status"] for row in rows] == ["not counted", "graded", "nothing handed in", "graded"]
    assert rows[2]["name"] == "'=CMD()" and rows[3]["name"] == "Dée"
    assert rows[0]["notes"].startswith("'=x.json says it is ann's, but its seal does not fit")
    assert rows[1]["total"] == rows[1]["of"] == str(ALL)
    assert rows[1]["who-captures"] == "10" and rows[2]["who-captures"] == "" and rows[3]["trick-worth"] == ""
    write_csv(grades, tmp_path / "grades.csv")  # again
    (tmp_path / "mine.txt").write_text("my notes")
    with pytest.raises(ValueError, match="exists and is not a table of grades"):
        write_csv(grades, tmp_path / "mine.txt")


@given(st.text(max_size=20))
def test_no_cell_is_a_formula(text: str) -> None:
    cell = escape_cell(text)
    assert not cell.lstrip().startswith(("=", "+", "-", "@", "\t", "\r")) and cell.isprintable()
    assert not re.search(r"""[;\t\r\n][\s"]*[=+\-@]""", cell)
    assert escape_cell("ann;=1+1") == "ann;'=1+1" and escape_cell('x; "=2') == "x;' \"=2"
    assert escape_cell("a\t=1") == "a =1" and escape_cell("\r-1;;@x") == "' -1;;'@x"
    assert escape_cell("=1+1") == "'=1+1" and escape_cell(" @x") == "' @x" and escape_cell("－2") == "'－2"


def test_feedback_of_before_stays_until_the_new_one_is_whole(
    homework: Homework, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut(*_: Any) -> None:
        raise OSError("no space left")

    grades = graded(homework, folder)
    write_feedback(grades, tmp_path / "out")
    (file,) = (tmp_path / "out").iterdir()
    before = file.read_text("utf-8")
    monkeypatch.setattr("mam.support.data_files.os.fsync", cut)
    with pytest.raises(OSError, match="no space"):
        write_feedback(grades, tmp_path / "out", solutions=False)
    assert [*(tmp_path / "out").iterdir()] == [file] and file.read_text("utf-8") == before


def test_feedback(homework: Homework, folder: Path, tmp_path: Path) -> None:
    wrong = with_answers(homework.submission("ann"), trick_worth="1234", rare_deals=["<script>alert(1)</script>`"] * 5)
    wrong = replace(wrong, answers={id: answer for id, answer in wrong.answers.items() if id != "legal-calls"})
    homework.hand_in(folder, wrong)
    grades = graded(homework, folder)
    assert write_feedback(grades, tmp_path / "out") == 2
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["homework-1.ann.html", "homework-1.bob.html"]
    assert all(path.stat().st_mode & 0o077 == 0 for path in (tmp_path / "out").iterdir()) or os.name == "nt"
    text = (tmp_path / "out" / "homework-1.ann.html").read_text("utf-8")
    points = [f"{int(exercise.points)} of {exercise.entry.points} points" for exercise in row(grades, "ann").exercises]
    assert points == [f"{part} points" for part in ("10 of 10", "0 of 5", "0 of 10", "4 of 4", "3 of 3", "0 of 10")]
    assert re.findall(r'<span class="muted">(\d+ of \d+ points)</span></h2>', text) == points
    assert "<b>Your answer:</b> <code>1234</code>" in text and "<b>Wrong.</b> <span>1234 is too high." in text
    assert "<b>No answer.</b>" in text and text.count("<b>Correct.</b>") == 3
    assert text.count("<summary>Worked solution</summary>") == 6 and text.count("<details open>") == 3
    assert "<script" not in text and "&lt;script&gt;" in text
    bob = (tmp_path / "out" / "homework-1.bob.html").read_text("utf-8")
    assert f"<h1>homework-1: {ALL} of {ALL} points</h1>" in bob and "Bob &lt;b&gt;Jones&lt;/b&gt; · 6 of 6" in bob
    assert "Ann" not in bob and "ann" not in bob.replace("cannot", "").replace("planned", "")
    assert "Worked solution" not in make_feedback(grades, row(grades, "bob"), solutions=False)


def test_what_the_terminal_shows(homework: Homework, folder: Path) -> None:
    put(folder, "")
    assert list(describe_grades(graded(homework, folder))) == [
        "homework-1, club: 2 files read. Students: 1 graded, 3 with nothing handed in.",
        "  ann    nothing handed in",
        f"  bob        {ALL} of {ALL}",
        "  cay    nothing handed in",
        "  dee.x  nothing handed in",
        "Files to check: 1",
        "  x.json: is empty",
    ]


# Whatever is handed in

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=12)
    | st.sampled_from(["", "West", "15", "1/0", "9e99", "R40", "\x00"]),
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=10,
)


@settings(max_examples=6)
@given(data=st.data())
def test_nothing_that_is_handed_in_raises_or_changes_another_grade(
    data: st.DataObject, homework: Homework, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("in")
    quick = tuple(exercise for exercise in homework.assignment.exercises if exercise.id != "after-these-cards")
    homework = replace(homework, assignment=replace(homework.assignment, exercises=quick, variants={}))
    homework.hand_in(folder, homework.submission("bob"))
    alone = graded(homework, folder)
    facts = json.loads(homework.write(homework.submission("ann")))
    token = homework.assignment.token("ann", KEY)
    kind = data.draw(st.sampled_from(["bytes", "JSON", "a value", "answers"]))
    if kind == "bytes":
        content = data.draw(st.binary(max_size=200))
    elif kind == "JSON":
        content = json.dumps(data.draw(JSON)).encode()
    elif kind == "a value":
        content = sealed({**facts, data.draw(st.sampled_from(list(facts))): data.draw(JSON)}, token).encode()
    else:
        answers = {id: {"version": 1, "answer": data.draw(JSON)} for id in EXERCISES}
        content = sealed({**facts, "answers": answers}, token).encode()
    put(folder, content)
    grades = graded(homework, folder)
    other_students = {student.id for student in CLASS.students} - {"ann"}
    assert all(row(grades, id) == row(alone, id) for id in other_students)
    is_too_deep = any("nested more than" in problem.words for problem in grades.problems)
    assert kind != "answers" or is_too_deep or row(grades, "ann").status == "graded"
    assert "".join(describe_grades(grades)) and make_grade_csv(grades)
    if row(grades, "ann").status == "graded":
        assert make_feedback(grades, row(grades, "ann")).encode()
