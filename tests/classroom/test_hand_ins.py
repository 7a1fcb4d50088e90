"""Hand-ins as text: thirty students through what mail and platforms make of them, attacks, and zips read whole."""

import base64
import html
import io
import json
import random
import re
import zipfile
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cases import check_each
from channels import CHANNELS, wrap
from homework import CLASS, EXERCISES, KEY, Homework
from hypothesis import given
from hypothesis import strategies as st

from mam.classroom import incoming
from mam.classroom.assigning import assign
from mam.classroom.assignments import Assignment
from mam.classroom.class_files import ClassFileError, open_part, write_class_file, write_link
from mam.classroom.classes import ClassList, Student
from mam.classroom.codes import is_code, make_code, student_codes
from mam.classroom.grades import Grade, Grades
from mam.classroom.grading import grade
from mam.classroom.hand_ins import list_hand_ins, parse_hand_in, write_hand_in
from mam.classroom.report import make_report
from mam.classroom.submissions import RecordedAnswer, Submission

ALL = sum(EXERCISES.values())
NOW = datetime(2026, 12, 1, tzinfo=UTC)
THIRTY = ClassList("Period 3", tuple(Student(f"student{n:02}", f"Student Number {n:02}") for n in range(1, 31)))


def write(homework: Homework, student: str, owner: str = "", **changes: object) -> str:
    """What a phone writes for a student who has everything right."""
    submission = homework.submission(student)
    answers = {id: replace(answer, tries=2, hints=1) for id, answer in submission.answers.items()}
    submission = replace(submission, source="phone", answers=answers, records=2 * len(answers))
    return write_hand_in(replace(submission, **changes), homework.assignment.token(owner or student, KEY))  # type: ignore[arg-type]


def grade_text(homework: Homework, folder: Path, *texts: str | bytes, name: str = "x.txt") -> Grades:
    folder.mkdir(exist_ok=True)
    for number, text in enumerate(texts):
        content = text if isinstance(text, bytes) else text.encode()
        (folder / f"{number}-{name}").write_bytes(content)
    return grade(folder, homework.assignment, KEY, now=NOW)


def row(grades: Grades, student: str) -> Grade:
    return next(grade for grade in grades.grades if grade.student.id == student)


@pytest.mark.long
def test_thirty_students_hand_in_by_every_channel(tmp_path: Path) -> None:
    folder = tmp_path / "homework-1"
    assignment = assign(THIRTY, EXERCISES, "homework-1", folder, KEY)
    class_file = (folder / "homework-1.mam").read_text("utf-8")
    codes = student_codes(THIRTY.students, KEY)
    homework = Homework(folder, assignment)
    sizes = []
    for number, student in enumerate(THIRTY.students):
        part = open_part(class_file, f"  {codes[student.id].lower().replace('1', 'l').replace('0', 'o')} ")
        assert part["student"] == student.id and part["token"] == assignment.token(student.id, KEY)
        text = write(homework, student.id)
        sizes.append(len(text))
        channel = [*CHANNELS.values()][number % len(CHANNELS)]
        arrival = channel(text)
        place = tmp_path / "in" / f"{student.name}_{number}_assignsubmission_onlinetext"
        place.mkdir(parents=True)
        (place / "onlinetext.html").write_bytes(arrival if isinstance(arrival, bytes) else arrival.encode())
    grades = grade(tmp_path / "in", assignment, KEY, now=NOW)
    assert not grades.problems
    assert {grade.total for grade in grades.grades} == {ALL}
    assert max(sizes) < 1000


@check_each("name", [*CHANNELS])
def test_every_channel(homework: Homework, name: str) -> None:
    text = write(homework, "ann")
    arrival = CHANNELS[name](text)
    (piece,) = list_hand_ins(incoming.decode_text(arrival if isinstance(arrival, bytes) else arrival.encode()))
    sealed = parse_hand_in(piece)
    assert sealed.submission == parse_hand_in(next(list_hand_ins(text))).submission
    assert sealed.is_sealed_with(homework.assignment.token("ann", KEY))


@given(st.one_of(st.text(max_size=50), st.lists(st.text(min_size=1, max_size=20), min_size=2, max_size=5)))
def test_any_answer_comes_back(answer: str | list[str]) -> None:
    text = write_hand_in(
        Submission("h", "ann", False, "2026-09-01T12:00:00Z", 1, {"x": RecordedAnswer(1, answer)}), "t"
    )
    assert text.isascii()
    sealed = parse_hand_in(next(list_hand_ins(wrap(text, 64).replace("\n", "\n> "))))
    spaced = " ".join(answer.split()) if isinstance(answer, str) else [" ".join(part.split()) for part in answer]
    assert sealed.is_sealed_with("t") and sealed.submission.answers["x"].answer == spaced


def test_what_was_counted_comes_with_it(homework: Homework, tmp_path: Path) -> None:
    answers = {
        "who-captures": RecordedAnswer(1, "a", tries=1, unread=0),
        "trick-worth": RecordedAnswer(1, "lots", tries=3, hints=2, unread=3, sure=90),
        "legal-calls": RecordedAnswer(1, "", hints=1, is_given=False),
    }
    grades = grade_text(
        homework, tmp_path / "in", write(homework, "ann", answers=answers), name="smith_LATE_12_34_x.txt"
    )
    ann = row(grades, "ann")
    assert ann.is_late and ann.submission and ann.submission.source == "phone"
    assert ann.submission.answers == answers
    assert [result.fault for result in ann.exercises[2:]] == ["No answer was saved."] * 4


def test_how_sure_they_were_is_compared_with_how_often_they_were_right(homework: Homework, tmp_path: Path) -> None:
    right = homework.submission("ann").answers
    answers = {
        "who-captures": replace(right["who-captures"], tries=1, sure=90),
        "trick-worth": replace(right["trick-worth"], answer="999", tries=1, sure=90),
        "legal-calls": replace(right["legal-calls"], tries=1, sure=30),
        "what-is-shown": replace(right["what-is-shown"], tries=1),
    }
    report = make_report(grade_text(homework, tmp_path / "in", write(homework, "ann", answers=answers)))
    assert (
        "<b>30% sure</b>: 1 of 1 answer right (100%)" in report
        and "<b>90% sure</b>: 1 of 2 answers right (50%)" in report
    )
    assert "How sure" not in make_report(grade_text(homework, tmp_path / "none", write(homework, "ann")))


def test_what_is_said_around_a_hand_in_is_no_hand_in(homework: Homework, tmp_path: Path) -> None:
    text = write(
        homework, "ann", answers={"who-captures": RecordedAnswer(1, "seal 0123456789abcdef, mam hand-in 1", tries=1)}
    )
    mail = f"Subject: my mam hand-in 1\n\nHere is my mam hand-in 1, with its seal:\n{text}\nThis was mam hand-in 1."
    grades = grade_text(homework, tmp_path / "in", mail)
    ann = row(grades, "ann")
    assert ann.submission and ann.submission.answers["who-captures"].answer == "seal 0123456789abcdef, mam hand-in 1"
    assert not [problem for problem in grades.problems if "breaks off" in problem.words]
    (problem,) = grade_text(homework, tmp_path / "cut", "Here is my mam hand-in 1, and mam hand-in 1 again").problems
    assert "breaks off" in problem.words


def test_attacks(homework: Homework, tmp_path: Path) -> None:
    text = write(homework, "ann")
    refused = {
        "another name": (text.replace("ann", "bob"), "its seal does not fit"),
        "an answer changed": (re.sub(r"(trick-worth v\d:) \S+", r"\1 999", text), "its seal does not fit"),
        "fewer tries": (text.replace("2 tries", "1 try", 1), "its seal does not fit"),
        "fewer hints": (text.replace("1 hint]", "0 hints]", 1), "its seal does not fit"),
        "an earlier time": (text.replace("T12:", "T08:"), "its seal does not fit"),
        "a line taken out": ("\n".join(text.split("\n")[:3] + text.split("\n")[4:]), "its seal does not fit"),
        "the last line lost": (text.rpartition("\n")[0], "breaks off: the line with the seal is missing"),
        "a line put in": (text.replace("\nseal", "\nI am good.\nseal"), "is not a line that the page writes"),
        "a wrong token": (write(homework, "ann", owner="bob"), "its seal is bob's"),
        "another assignment": (text.replace("homework-1", "homework-2"), "belongs to another assignment"),
        "nobody's": (text.replace("ann", "zoe"), "belongs to somebody outside this class"),
        "for practice": (text.replace("Z\n", "Z, practice\n", 1), "is from the practice notebook"),
        "no time": (text.replace("2026-09", "2026-99"), "does not name an assignment, a student and a time"),
        "words": ("I did it on my phone", "is not a submission"),
    }

    for name, (attack, reason) in refused.items():
        assert attack != text, name
        grades = grade_text(homework, tmp_path / name.replace(" ", "-"), attack)
        assert not any(grade.exercises for grade in grades.grades), name
        (problem,) = grades.problems
        assert reason in problem.words, name


def test_a_copy_counts_for_its_owner_and_is_reported(homework: Homework, tmp_path: Path) -> None:
    grades = grade_text(homework, tmp_path / "in", write(homework, "ann"), name="x.txt")
    (tmp_path / "in" / "bob.txt").write_text(write(homework, "ann"))
    grades = grade(tmp_path / "in", homework.assignment, KEY, now=NOW)
    assert row(grades, "ann").total == ALL and row(grades, "bob").status == "not counted"
    assert any("it may be a copy" in problem.words for problem in grades.problems)


def test_what_cannot_be_seen_offline(homework: Homework, tmp_path: Path) -> None:
    """A student with the right code and a program can make tries and a time up: the seal says with whose code, not by whom."""
    text = write(homework, "ann", saved="2026-01-01T00:00:00Z")
    assert row(grade_text(homework, tmp_path / "in", text), "ann").total == ALL


def test_a_time_in_the_future_does_not_win(homework: Homework, tmp_path: Path) -> None:
    late = write(homework, "ann", saved="2027-01-01T00:00:00Z", answers={})
    assert row(grade_text(homework, tmp_path / "in", late, write(homework, "ann")), "ann").total == ALL


def test_several_hand_ins_in_one_text(homework: Homework, tmp_path: Path) -> None:
    texts = [write(homework, student) for student in ("ann", "bob", "cay")]
    mails = f"From Ann:\n{texts[0]}\n\nFrom Bob, cut off:\n{texts[1][:200]}\nagain:\n{texts[1]}\nFrom Cay: > {texts[2]}"
    grades = grade_text(homework, tmp_path / "in", mails)
    assert [row(grades, student).total for student in ("ann", "bob", "cay")] == [ALL] * 3
    assert [f"{problem}" for problem in grades.problems] == [
        "0-x.txt (hand-in 2): breaks off: the line with the seal is missing"
    ]


# Zips


def make_zip(files: dict[str, str | bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def test_the_zip_of_a_platform_is_read_whole(homework: Homework, tmp_path: Path) -> None:
    files = {
        "smithann_LATE_123_4567_text.html": f"<p>{html.escape(write(homework, 'ann'))}</p>",
        "Bob Jones_99_assignsubmission_onlinetext/onlinetext.html": CHANNELS["breaks and spans"](
            write(homework, "bob")
        ),
        "Dée_98_assignsubmission_file/homework-1.dee.x.json": homework.write(homework.submission("dee.x")),
        "__MACOSX/._x.txt": "junk",
        ".DS_Store": "junk",
    }
    grades = grade_text(homework, tmp_path / "in", make_zip(files), name="submissions.zip")
    assert {student: row(grades, student).total for student in ("ann", "bob", "dee.x")} == dict.fromkeys(
        ("ann", "bob", "dee.x"), ALL
    )
    assert [row(grades, student).is_late for student in ("ann", "bob")] == [True, False]
    assert row(grades, "dee.x").submission.source == "notebook"  # type: ignore[union-attr]
    assert not grades.problems and grades.files == 3


def test_a_zip_is_read_within_limits(homework: Homework, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incoming, "MOST_ZIP_FILES", 5)
    good = write(homework, "ann")
    bomb = make_zip({"a.txt": b"0" * 50_000_000, "b.txt": good})
    assert len(bomb) < 100_000
    grades = grade_text(homework, tmp_path / "in", bomb, name="bomb.zip")
    assert row(grades, "ann").total == ALL
    assert [f"{problem}" for problem in grades.problems] == [
        "0-bomb.zip/a.txt: is too long: it would have more than 1,000,000 bytes"
    ]
    names = {"../../out.txt": good, "/etc/x.txt": good, "C:/x.txt": good, "in.zip": make_zip({"x.txt": good})}
    grades = grade_text(homework, tmp_path / "names", make_zip(names), name="names.zip")
    assert not row(grades, "ann").exercises and not (tmp_path / "out.txt").exists()
    assert [problem.words for problem in grades.problems][:3] == [
        "has a name that leads out of the zip: it is not read"
    ] * 3
    many = make_zip({f"{number}.txt": good for number in range(6)})
    (problem,) = grade_text(homework, tmp_path / "many", many, name="many.zip").problems
    assert problem.words == "has 6 files, and the maximum is 5: unpack it yourself"
    (problem,) = grade_text(homework, tmp_path / "cut", bomb[:-30], name="cut.zip").problems
    assert problem.words == "is a damaged zip file: download it again"


def test_all_of_a_zip_together_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incoming, "MOST_ZIP_BYTES", 1500)
    (tmp_path / "x.zip").write_bytes(make_zip({f"{number}": b"0" * 1000 for number in range(3)}))
    faults = [file.fault for file in incoming.find_files(tmp_path)]
    assert faults[0] == "" and "all files of x.zip together" in faults[1]
    (tmp_path / "beside.txt").write_text("not handed in", "utf-8")
    assert [file.fault for file in incoming.find_files(tmp_path / "x.zip")] == faults, (
        "a zip is read without a folder around it"
    )


# The class file


def test_a_class_file_holds_no_answer(homework: Homework) -> None:
    class_file = (homework.folder / "homework-1.mam").read_text("utf-8")
    for student in homework.assignment.students:
        part = open_part(class_file, make_code(KEY, student.id))
        assert set(part) == {"student", "token", "practice", "tasks"}
        assert [task["id"] for task in part["tasks"]] == [*EXERCISES]
        for task in part["tasks"]:
            assert not {"answer", "solution", "slips", "given"} & set(task) and task["hints"] == []
    assert student_codes(homework.assignment.students, KEY)["ann"] in (
        homework.folder / "teacher" / "codes.csv"
    ).read_text("utf-8-sig")


def test_hints_come_along_if_the_teacher_says_so(make_homework: Callable[..., Homework]) -> None:
    homework = make_homework(hints=True)
    part = open_part((homework.folder / "homework-1.mam").read_text("utf-8"), make_code(KEY, "ann"))
    variant = homework.assignment.variant("ann", homework.assignment.exercises[0], KEY)
    assert len(part["tasks"][0]["hints"]) == len(variant.hints) > 0


def test_codes_that_open_nothing(homework: Homework) -> None:
    class_file = (homework.folder / "homework-1.mam").read_text("utf-8")
    code = make_code(KEY, "ann")
    typo = next(code[:3] + sign + code[4:] for sign in "0123456789" if not is_code(code[:3] + sign + code[4:]))
    changed = json.loads(class_file)
    changed["parts"] = {place: sealed[:-8] + "AAAAAAA=" for place, sealed in changed["parts"].items()}
    for text, given_code, words in (
        (class_file, typo, "typing mistake"),
        (class_file, make_code(KEY, "zoe"), "No part of this file opens"),
        (class_file, make_code(bytes(32), "ann"), "No part of this file opens"),
        (json.dumps(changed), code, "was changed"),
        ("[]", code, "not a class file"),
    ):
        with pytest.raises(ClassFileError, match=words):
            open_part(text, given_code)


def test_a_code_is_the_same_in_every_assignment_and_its_part_is_not(homework: Homework, tmp_path: Path) -> None:
    other: Assignment = replace(homework.assignment, name="homework-2", variants={}, students=CLASS.students[:1])
    drawn = {"ann": [other.variant("ann", entry, KEY) for entry in other.exercises]}
    first, second = ((homework.folder / "homework-1.mam").read_text("utf-8"), write_class_file(other, KEY, drawn))
    code = make_code(KEY, "ann")
    assert open_part(first, code)["token"] != open_part(second, code)["token"]
    assert not set(json.loads(first)["parts"]) & set(json.loads(second)["parts"])


def test_a_link_holds_one_part_and_nothing_else(homework: Homework) -> None:
    class_file = (homework.folder / "homework-1.mam").read_text("utf-8")
    code = make_code(KEY, "ann")
    kind, _, packed = write_link(class_file, code).partition("=")
    own = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)).decode()
    assert kind == "part" and len(json.loads(own)["parts"]) == 1 and len(packed) < 8000
    assert open_part(own, code) == open_part(class_file, code)
    with pytest.raises(ClassFileError, match="No part of this file opens"):
        open_part(own, make_code(KEY, "bob"))


def test_a_code_opens_its_part_where_python_has_no_openssl(homework: Homework, monkeypatch: pytest.MonkeyPatch) -> None:
    class_file, code = (homework.folder / "homework-1.mam").read_text("utf-8"), make_code(KEY, "ann")
    part = open_part(class_file, code)
    monkeypatch.delattr("hashlib.pbkdf2_hmac")
    assert open_part(class_file, code) == part


def test_mistyped_codes_are_noticed() -> None:
    rng = random.Random(1)
    codes = [make_code(KEY, f"student{number}") for number in range(200)]
    typed = [code[:4] + rng.choice("23456789") + code[5:] for code in codes]
    assert len(set(codes)) == 200 and all(map(is_code, codes))
    assert sum(is_code(text) for text, code in zip(typed, codes, strict=True) if text != code) < 20
