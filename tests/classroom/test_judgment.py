"""What the teacher decides: each line does what it says, undoing it is taking it out, and a fault is named with its line."""

import os
import zipfile
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest
from homework import EXERCISES, Homework

from mam.classroom import open_work
from mam.classroom.decisions import DecisionError, read_decisions
from mam.classroom.feedback import make_feedback
from mam.classroom.gradebook import describe_grades
from mam.classroom.grades import Changes, Grade, Grades
from mam.classroom.grading import grade
from mam.classroom.quantities import Chance
from mam.classroom.report import make_report
from mam.classroom.results import write_results
from mam.classroom.submissions import RecordedAnswer

ALL = sum(EXERCISES.values())
LATE = "[late]\ndue = 2026-09-01T08:00:00Z\ngrace = 15\nper_day = 10\nmost = 50\n"
Decide = Callable[..., Grades]


@pytest.fixture
def decide(homework: Homework, tmp_path: Path) -> Decide:
    """Grade what ann and bob handed in, and what the class handed in before, as a text decides."""
    wrong = homework.submission("ann")
    wrong = replace(
        wrong, answers={**wrong.answers, "trick-worth": replace(wrong.answers["trick-worth"], answer="1234")}
    )
    homework.hand_in(tmp_path / "in", wrong, homework.submission("bob", saved="2026-08-31T12:00:00Z"))

    def decide(text: str) -> Grades:
        (tmp_path / "decisions.toml").write_text(text, "utf-8")
        decisions = read_decisions(tmp_path / "decisions.toml", homework.assignment)
        return grade(tmp_path / "in", homework.assignment, homework.key, decisions=decisions)

    return decide


def row(grades: Grades, student: str) -> Grade:
    return next(grade for grade in grades.grades if grade.student.id == student)


def rule(**values: str) -> str:
    lines = "".join(f"{key} = {value}\n" for key, value in values.items())
    return f'[[decide]]\n{lines}reason = "why"\n'


def test_points_are_the_teachers_and_grading_again_says_what_changed(decide: Decide, tmp_path: Path) -> None:
    folder = tmp_path / "results"
    assert write_results(decide(""), folder) is None
    given = rule(student='"ann"', exercise='"trick-worth"', points="3.5")
    change = f"ann: {ALL - 5} -> {ALL - 1.5} (trick-worth: 3.5 points: why)"
    assert write_results(decide(given), folder) == Changes((change,), ())
    assert (folder / "changes.txt").read_text("utf-8") == f"{change}\n"
    assert write_results(decide(given), folder) == Changes((), ())
    undone = f"ann: {ALL - 1.5} -> {ALL - 5} (trick-worth: 3.5 -> 0)"
    assert write_results(decide(""), folder) == Changes((undone,), ())
    on_paper = decide(rule(student='"cay"', exercise='"trick-worth"', points="5"))
    assert row(on_paper, "cay").total == 5 and row(on_paper, "cay").status == "graded"


def test_a_file_to_check_is_said_once(decide: Decide, homework: Homework, tmp_path: Path) -> None:
    folder, text = tmp_path / "results", homework.write(homework.submission("dee.x"))
    (tmp_path / "in" / "x.json").write_text(text[:-40], "utf-8")

    def say() -> list[str]:
        grades = decide("")
        return [*describe_grades(grades, write_results(grades, folder))]

    first = say()
    assert first[-2] == "Files to check: 1" and first[-1].startswith("  x.json: ")
    assert say()[1:] == [
        "Nothing changed since the last time.",
        "Files to check: 1, none new (report.html lists all)",
    ]
    (tmp_path / "in" / "y.json").write_text("{", "utf-8")
    head, problem = say()[2:]
    assert head == "Files to check: 2, 1 new (report.html lists all)" and problem.startswith("  y.json: ")
    (tmp_path / "in" / "x.json").write_text(text.replace('"records": 6', '"records": 7'), "utf-8")
    assert say()[-1].startswith("  x.json: says it is dee.x's"), "it is wrong in another way"
    assert "x.json: says" in (folder / "report.html").read_text("utf-8")


def test_an_excuse_counts_as_nothing(decide: Decide) -> None:
    cay = row(decide(rule(student='"cay"', excused="true")), "cay")
    assert cay.status == "excused" and cay.remarks == ("excused: why",)


def test_an_answer_is_accepted_for_all_and_an_exercise_dropped(decide: Decide) -> None:
    accepted = decide(rule(exercise='"trick-worth"', accept_answer='"1,234"'))
    assert row(accepted, "ann").total == ALL and row(accepted, "ann").remarks == ("trick-worth: 1,234 accepted: why",)
    assert row(decide(rule(exercise='"trick-worth"', accept_answer='"99"')), "ann").total == ALL - 5
    assert row(decide(rule(exercise='"trick-worth"', drop="true")), "ann").total == ALL


def test_an_answer_that_was_accepted_though_it_is_a_slip_is_in_the_report(
    decide: Decide, homework: Homework, tmp_path: Path
) -> None:
    """Exercises keep slips apart from what is right, so nothing but a decision can bring the two together."""
    entry = next(entry for entry in homework.assignment.exercises if entry.id == "after-these-cards")
    answer = homework.assignment.variant("cay", entry, homework.key).answer
    assert isinstance(answer, Chance)
    slip = f"{answer.slips[0].value}"
    submission = homework.submission("cay", answers={entry.id: RecordedAnswer(entry.version, slip)})
    (tmp_path / "in" / "x.json").write_text(homework.write(submission), "utf-8")
    line = "taken as right, though nearer to a typical mistake"
    assert line not in make_report(decide(""))
    accepted = decide(rule(student='"cay"', exercise=f'"{entry.id}"', accept_answer=f'"{slip}"'))
    assert row(accepted, "cay").total == entry.points and f"1 {line}" in make_report(accepted)


def test_lateness(decide: Decide, homework: Homework, tmp_path: Path) -> None:
    grades = decide(LATE)  # ann saved four hours late, bob in time
    assert row(grades, "ann").total == (ALL - 5) * Fraction(9, 10) and row(grades, "bob").total == ALL
    assert row(grades, "ann").remarks == ("late by 1 day (by the clock of the student's device): −10%",)
    extended = decide(LATE + rule(student='"ann"', due="2026-09-02T08:00:00Z"))
    assert row(extended, "ann").total == ALL - 5
    marked = homework.write(homework.submission("bob", saved="2026-08-31T13:00:00Z"))
    (tmp_path / "in" / "jones_LATE_1_2_x.json").write_text(marked, "utf-8")
    bob = row(decide(LATE), "bob")
    assert bob.remarks == ("late by 1 day (marked late by the platform): −10%",)
    weeks = row(decide(LATE.replace("2026-09", "2026-07")), "ann")
    assert weeks.loss * 100 == 50


def test_the_date_of_a_file_counts_only_if_the_teacher_says_so(
    decide: Decide, homework: Homework, tmp_path: Path
) -> None:
    (file,) = (tmp_path / "in").rglob("*.bob.json")
    arrived = datetime(2026, 9, 2, 9, tzinfo=UTC).timestamp()  # a day and an hour after it was due
    os.utime(file, (arrived, arrived))
    assert row(decide(LATE), "bob").loss == 0
    dated = LATE + "file_dates = true\n"
    assert row(decide(dated), "bob").remarks == ("late by 2 days (by the date of the file): −20%",)
    info = zipfile.ZipInfo("bob.json", (2026, 9, 1, 8, 10, 0))  # in the time zone of the due time: within the grace
    with zipfile.ZipFile(tmp_path / "in" / "platform.zip", "w") as archive:
        archive.writestr(info, file.read_text("utf-8"))
    file.unlink()
    assert row(decide(dated), "bob").loss == 0
    assert row(decide(dated.replace("grace = 15", "grace = 5")), "bob").loss * 100 == 10


@pytest.mark.parametrize(("attempts", "total"), [("last", 0), ("first", ALL - 10), ("best", ALL)])
def test_which_attempt_counts(decide: Decide, homework: Homework, tmp_path: Path, attempts: str, total: int) -> None:
    answers = {id: answer for id, answer in homework.submission("dee.x").answers.items() if id != "who-captures"}
    tries = [
        homework.submission("dee.x", saved="2026-09-01T10:00:00Z", answers=answers),
        homework.submission("dee.x", saved="2026-09-01T11:00:00Z"),
        homework.submission("dee.x", saved="2026-09-01T12:00:00Z", answers={}),
    ]
    for number, submission in enumerate(tries):
        (tmp_path / "in" / f"{number}.json").write_text(homework.write(submission), "utf-8")
    assert row(decide(f'attempts = "{attempts}"\n'), "dee.x").total == total


def test_a_changed_file_is_taken_if_the_teacher_says_so(decide: Decide, homework: Homework, tmp_path: Path) -> None:
    text = homework.write(homework.submission("dee.x")).replace('"records": 6', '"records": 7')
    (tmp_path / "in" / "x.json").write_text(text, "utf-8")
    assert row(decide(""), "dee.x").status == "not counted"
    taken = row(decide(rule(student='"dee.x"', accept_file='"x.json"')), "dee.x")
    assert taken.total == ALL and taken.remarks == ("x.json taken: why",)


def test_cards_named_in_part_earn_a_part(decide: Decide, homework: Homework, tmp_path: Path) -> None:
    id = "what-is-shown"
    entry = next(entry for entry in homework.assignment.exercises if entry.id == id)
    answer = homework.assignment.variant("cay", entry, homework.key).answer
    right = str(answer.plain).split()
    for text, share in ((" ".join(right[1:]), (len(right) - 1) / len(right)), (" ".join(answer.codes), 0)):
        submission = homework.submission("cay", answers={id: RecordedAnswer(1, text)})
        (tmp_path / "in" / "x.json").write_text(homework.write(submission), "utf-8")
        assert row(decide(""), "cay").total == pytest.approx(entry.points * share)
    plain = replace(
        homework.assignment, exercises=tuple(replace(part, is_partial=False) for part in homework.assignment.exercises)
    )
    submission = homework.submission("cay", answers={id: RecordedAnswer(1, " ".join(right[1:]))})
    (tmp_path / "in" / "x.json").write_text(homework.write(submission), "utf-8")
    assert row(grade(tmp_path / "in", plain, homework.key), "cay").total == 0


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (rule(student='"zoe"', excused="true"), 2, "no student 'zoe' in homework-1"),
        (rule(exercise='"what-is"', drop="true"), 2, "no exercise 'what-is' in homework-1"),
        (rule(student='"ann"', excused="true", drop="true"), 4, "exactly one of"),
        (rule(student='"ann"'), 1, "exactly one of"),
        (rule(student='"ann"', points="3"), 3, "points needs a line “exercise = …”"),
        (rule(student='"ann"', exercise='"trick-worth"', drop="true"), 2, "drop has no student"),
        (rule(student='"ann"', excused="false"), 3, "can only be true"),
        (rule(student='"ann"', exercise='"trick-worth"', points="-1"), 4, "points must be from 0 to 1000"),
        (rule(student='"ann"', exercise='"trick-worth"', points="nan"), 4, "points must be from 0 to 1000"),
        (rule(student='"ann"', accept_file='"y.json"'), 3, "there is no file 'y.json' in the folder"),
        (rule(exercise='"trick-worth"', accept_answer='"lots"'), 3, "accept_answer: "),
        (rule(student='"ann"', due="2026-09-02T08:00:00Z"), 3, r"add [late] with due"),
        ("[late]\ndue = 2026-09-02T08:00:00\n", 2, "due needs a time zone"),
        (rule(student='"ann"', excused="true").replace("why", " "), 4, "give the reason"),
        ("[[decide]]\nstudent = 'ann'\nexcused = true\n", 1, "reason"),
        (rule(studnet='"ann"', excused="true"), 2, "studnet"),
    ],
)
def test_a_fault_is_named_with_its_line(decide: Decide, text: str, line: int, words: str) -> None:
    with pytest.raises(DecisionError) as caught:
        decide(text)
    assert f"decisions.toml, line {line}" in str(caught.value) and words in str(caught.value)


def test_the_notebook_keeps_the_text_of_a_function(decide: Decide, homework: Homework, tmp_path: Path) -> None:
    versions = {entry.id: entry.version for entry in homework.assignment.exercises}
    token, folder = homework.assignment.token("cay", homework.key), tmp_path / "in"
    work = open_work("homework-1", "cay", token=token, exercises=versions, folder=folder)
    entry = next(entry for entry in homework.assignment.exercises if entry.id == "rare-deals")
    given = homework.assignment.variant("cay", entry, homework.key).given

    def count(case: str) -> int:
        return len(case)

    work.record("rare-deals", count, given)
    grades = decide("")
    (result,) = [result for result in row(grades, "cay").exercises if result.entry.id == "rare-deals"]
    assert result.code == Path(__file__).read_text("utf-8")[:10_000]
    assert "&quot;&quot;&quot;What the teacher decides" in make_feedback(grades, row(grades, "cay"))
