"""The report on a class says what was put in: thirty students with eight exercises, answered as students answer."""

import os
import re
from dataclasses import replace
from html import escape
from pathlib import Path

import pytest
from invented_class import KEY, InventedClass, make_class

from mam.classroom.grades import Changes, Grades
from mam.classroom.grading import grade
from mam.classroom.likeness import find_code, list_tokens, measure_likeness
from mam.classroom.mistakes import OTHER
from mam.classroom.report import make_report
from mam.classroom.results import write_results
from mam.classroom.summary import ClassSummary, classify

KINDS = ("right", "part", "wrong", "none")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> InventedClass:
    return make_class(tmp_path_factory.mktemp("thirty"))


@pytest.fixture(scope="module")
def grades(made: InventedClass) -> Grades:
    return grade(made.folder, made.assignment, KEY)


def test_it_counts_what_was_put_in(made: InventedClass, grades: Grades) -> None:
    summary, text = ClassSummary(grades), make_report(grades)
    for row in summary.exercises:
        id = row.entry.id
        assert row.counts == made.kinds[id], id
        assert f'<span class="muted">{" · ".join(str(made.kinds[id][kind]) for kind in KINDS)}</span>' in text, id
        if made.slips[id]:
            counted = {mistake.mistake.name: mistake.count for mistake in row.mistakes}
            assert counted == made.slips[id], id
            others = made.kinds[id]["wrong"] - made.slips[id].total()
            assert len(row.others) == others and f"{others} wrong in other ways: " in text, id
        for mistake in row.mistakes[:4]:
            pill = f'<span class="pill">{mistake.count}</span><span>{row.find_letter(mistake.mistake.name)}: '
            assert pill + escape(mistake.mistake.sentence) in text, id
    most, *_ = summary.rank_mistakes(3)
    assert f"{most[1].count} of 27</span> in <b>{most[0].entry.exercise.title}</b>" in text


def test_what_could_not_be_read_was_an_answer(grades: Grades) -> None:
    wrong = next(result for result in grades.grades[0].exercises if classify(result) == "wrong")
    assert classify(replace(wrong, answer=None)) == "none"
    assert classify(replace(wrong, answer=None, note="a number was expected")) == "wrong"


def test_it_names_who_and_which_files(grades: Grades) -> None:
    text = make_report(grades)
    (pair,) = ClassSummary(grades).pairs
    assert (pair.first.student.id, pair.second.student.id, pair.likeness) == ("s06", "s07", 1)
    assert "<b>Finn</b> and <b>Gus</b>" in text and "100% alike" in text
    assert "s29_x/file.json: says it is s29&#x27;s, but its seal does not fit" in text
    assert "s30_x/homework-1.s30.json: is s01&#x27;s, but its name or folder is s30&#x27;s" in text
    assert "s02_early/file.json: does not count" in text
    assert "<td>Bea</td>" in text and 'colspan="9">nothing handed in' in text
    assert "&lt;b&gt;Dot&lt;/b&gt;" in text and "<b>Dot" not in text
    assert "<script" not in text and "@page" in text and "http" not in text


def test_on_the_wall_are_numbers_only(grades: Grades) -> None:
    text = make_report(grades, numbers=True)
    assert "<td>No. 7</td>" in text
    for student in grades.assignment.students:
        assert not re.search(rf"\b({re.escape(student.name)}|{student.id})\b", text)
    assert not re.search("alike|json|Students to talk to", text)


def test_everything_is_written_for_its_owner_only(grades: Grades, tmp_path: Path) -> None:
    folder = tmp_path / "results"
    assert write_results(grades, folder) is None
    files = {path.name for path in folder.iterdir()}
    assert files == {
        "grades.csv",
        "report.html",
        "report-numbers.html",
        "feedback",
        "changes.txt",
        "files-to-check.txt",
    }
    assert len(list((folder / "feedback").iterdir())) == 27
    if os.name != "nt":
        assert all(path.stat().st_mode & 0o077 == 0 for path in [folder, *folder.rglob("*")])
    assert write_results(grades, folder) == Changes((), ())
    assert (folder / "changes.txt").read_text("utf-8") == "Nothing changed.\n"


def test_programs_are_compared_as_text_whatever_it_is() -> None:
    program = (
        "def f(hand):\n    total = 0\n    for card in hand.split():\n        total += len(card)\n    return total\n"
    )
    other = "def f(hand):\n    return sum(int(x[1:]) for x in hand.split() if x[0] == 'R') + 3 * hand.count('T')\n"
    renamed = program.replace("total", "money").replace("card", "x") + "# my own work\n"
    assert measure_likeness(list_tokens(program), list_tokens(renamed)) == 1
    assert measure_likeness(list_tokens(program), list_tokens(other)) == 0
    tokens = list_tokens(program)
    assert (
        measure_likeness(tokens[:19], tokens[:20]) == 0 < measure_likeness(tokens[:20], tokens[:21])
    )  # short ones are all alike
    for odd in ("(" * 10_000, "def f(:\n  'x", "\0\x1a", "  x\n y\n", '"""' * 999, "x" * 10_000):
        assert isinstance(list_tokens(odd), list)
    assert find_code(test_programs_are_compared_as_text_whatever_it_is).startswith('"""The report on a class')
    assert find_code("text") == find_code(len) == find_code(Odd()) == ""


class Odd:
    """An object that refuses everything."""

    def __getattribute__(self, name: str) -> object:
        raise RuntimeError(name)


def test_a_class_with_nothing_handed_in_has_a_report(made: InventedClass, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    empty = grade(tmp_path / "empty", made.assignment, KEY)
    assert "0 of 30 graded" in make_report(empty) and OTHER not in {
        row.mistake.name for row in ClassSummary(empty).exercises[0].mistakes
    }
