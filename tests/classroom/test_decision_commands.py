"""Each decision alone, as a teacher makes it: lines in decisions.toml, `mam grade` again, and the lines taken out again."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from command_runs import run_command
from homework import Homework

from mam.classroom.assignments import read_assignment
from mam.classroom.keys import read_key

NAMES = {"ann": "Ann", "ben": "Ben", "cay": "Cay", "dee": "Dee", "eva": "Eva"}
DUE = "[late]\ndue = 2026-09-01T08:00:00Z\nper_day = 10\n"
LATE = "late by 1 day (by the clock of the student's device): −10%"
DECISIONS = Path("hw/teacher/decisions.toml")


def decide(**values: str) -> str:
    lines = "".join(f"{key} = {value}\n" for key, value in values.items())
    return f'[[decide]]\n{lines}reason = "why"\n'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("teacher")


@pytest.fixture
def say(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    monkeypatch.chdir(folder)
    say = partial(run_command, capsys)
    if not Path("hw").exists():
        Path("class.csv").write_text("id,name\n" + "".join(f"{id},{name}\n" for id, name in NAMES.items()))
        say("assign", "class.csv", "--exercises", "who-captures", "trick-worth", "--name", "hw", "--out", "hw")
        hand_in(Homework(Path("hw"), read_assignment("hw/teacher/hw.toml"), read_key("class.key")))
        DECISIONS.write_text("")
        assert "3 graded" in say("grade", "hw", "in")
    return say


def hand_in(homework: Homework) -> None:
    """Ann has one wrong and is four hours late, and so is Ben; Cay's file was changed; Dee hands in three times; Eva nothing."""
    ann, dee = homework.submission("ann"), homework.submission("dee")
    wrong = {**ann.answers, "trick-worth": replace(ann.answers["trick-worth"], answer="1234")}
    half = {id: answer for id, answer in dee.answers.items() if id != "who-captures"}
    homework.hand_in(
        Path("in"),
        replace(ann, answers=wrong),
        homework.submission("ben"),
        replace(dee, saved="2026-08-30T10:00:00Z", answers=half),
        replace(dee, saved="2026-08-30T11:00:00Z"),
        replace(dee, saved="2026-08-30T12:00:00Z", answers={}),
    )
    changed = homework.write(homework.submission("cay")).replace('"records": 2', '"records": 3')
    Path("in/cay.json").write_text(changed, "utf-8")


def list_changes(text: str) -> list[str]:
    """The students' lines of what a grading says."""
    return [line.strip() for line in text.splitlines() if " -> " in line]


@pytest.mark.parametrize(
    ("lines", "changes"),
    [
        (DUE, [f"ann: 10 -> 9 ({LATE})", f"ben: 20 -> 18 ({LATE})"]),
        (DUE + decide(student='"ann"', due="2026-09-02T08:00:00Z"), [f"ben: 20 -> 18 ({LATE})"]),
        (decide(student='"eva"', excused="true"), ["eva: nothing handed in -> excused (excused: why)"]),
        (decide(student='"cay"', accept_file='"cay.json"'), ["cay: not counted -> 20 (cay.json taken: why)"]),
        (decide(student='"dee"', accept_file='"dee_3/hw.dee.json"'), ["dee: 0 -> 20 (dee_3/hw.dee.json taken: why)"]),
        (decide(exercise='"trick-worth"', accept_answer='"1,234"'), ["ann: 10 -> 20 (trick-worth: 1,234 accepted: why)"]),
        (decide(student='"ben"', exercise='"trick-worth"', accept_answer='"1234"'), []),
        (decide(exercise='"trick-worth"', drop="true"), [f"{change} (trick-worth: full points for all: why)" for change in ("ann: 10 -> 20", "dee: 0 -> 10")]),
        (decide(student='"ann"', exercise='"trick-worth"', points="7.5"), ["ann: 10 -> 17.5 (trick-worth: 7.5 points: why)"]),
        (decide(student='"eva"', exercise='"trick-worth"', points="5"), ["eva: nothing handed in -> 5 (trick-worth: 5 points: why)"]),
        ('attempts = "best"\n', ["dee: 0 -> 20 (who-captures: 0 -> 10; trick-worth: 0 -> 10)"]),
        ('attempts = "first"\n', ["dee: 0 -> 10 (trick-worth: 0 -> 10)"]),
        ('attempts = "last"\n', []),
    ],
)  # fmt: skip
@pytest.mark.sample(5, 1)
def test_a_decision_changes_what_it_says_and_taking_it_out_undoes_it(
    say: Callable[..., str], lines: str, changes: list[str]
) -> None:
    DECISIONS.write_text(lines, "utf-8")
    assert list_changes(say("grade", "hw", "in")) == changes
    assert "Nothing changed since the last time." in say("grade", "hw", "in")
    DECISIONS.write_text("", "utf-8")
    undone = [change.partition(" (")[0].replace(": ", " -> ").split(" -> ") for change in changes]
    again = list_changes(say("grade", "hw", "in"))
    assert [change.partition(" (")[0] for change in again] == [f"{id}: {new} -> {old}" for id, old, new in undone]
