"""What the page Teacher makes of dropped files: the same as the commands, with a sentence for what is missing."""

import csv
import io
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from homework import CLASS, Homework

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from mam.classroom.assigning import assign
from mam.classroom.classes import parse_class
from mam.classroom.hand_ins import write_hand_in
from mam.classroom.keys import make_key, read_key
from mam.cli.parser import main
from mam_widgets.teacher_desk.dropped_files import work

EXPORT = (
    b"Student,ID,SIS Login ID,Section,Homework 1 (12)\n    Points Possible,,,,15\n"
    b'"Smith, Ann",7,ann,Period 3,\n"Jones, Bob",8,bob,Period 3,\n"Student, Test",9,,Period 3,\n'
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Homework:
    folder = tmp_path_factory.mktemp("class")
    key = make_class_key(folder)
    assignment = assign(CLASS, {"who-captures": 10, "trick-worth": 5}, "homework-1", folder / "homework-1", key)
    return Homework(folder, assignment, key)


def make_class_key(folder: Path) -> bytes:
    make_key(folder / "class.key")
    return read_key(folder / "class.key")


def list_files(made: Homework) -> dict[str, bytes]:
    """What a teacher drops: the assignment, the key, the platform's zip with a hand-in, a file of a notebook, the export."""
    submission = replace(made.submission("ann"), source="phone")
    text = write_hand_in(submission, made.assignment.token("ann", made.key))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("smithann_7_12_text.html", f"<p>{text}</p>".replace("\n", "<br>"))
    return {
        "homework-1/teacher/homework-1.toml": (made.folder / "homework-1/teacher/homework-1.toml").read_bytes(),
        "class.key": (made.folder / "class.key").read_bytes(),
        "submissions.zip": packed.getvalue(),
        "Bob/homework-1.bob.json": made.write(made.submission("bob")).encode(),
        "canvas.csv": EXPORT,
        "homework-1/teacher/codes.csv": b"name,id,code\n",
        "homework-1/homework-1.mam": b"{}",
    }


def test_an_export_becomes_a_class_list() -> None:
    result = work([("canvas.csv", EXPORT)])
    assert not result["fault"] and result["taken"] == [{"name": "canvas.csv", "kind": "export of your platform"}]
    ((name, content),) = result["files"]
    assert name == "class.toml"
    assert [student.name for student in parse_class(content.decode(), name).students] == ["Ann Smith", "Bob Jones"]
    assert "Left out: the row 'Points Possible', the test student." in result["said"][0]


def test_a_class_has_the_name_that_was_typed() -> None:
    for typed, name in (("", "Period 3"), ("Statistics, fall", "Statistics, fall"), ("--site", "--site")):
        result = work([("canvas.csv", EXPORT)], name=typed)
        assert parse_class(result["files"][0][1].decode(), "class.toml").name == name
        assert result["said"][-1] == f"The class is called “{name}”: the field Class name gives it another name."


def test_a_class_list_keeps_its_ids_when_somebody_joined() -> None:
    before = b'format = 2\nname = "Period 3"\n[[student]]\nid = "a1"\nname = "Ann Smith"\nlogin = "ann"\n'
    result = work([("class.toml", before), ("canvas.csv", EXPORT)])
    ((_, content),) = result["files"]
    assert [student.id for student in parse_class(content.decode(), "class.toml").students] == ["a1", "bob"]


def test_grading_there_is_grading_on_the_command_line(
    made: Homework, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    files = list_files(made)
    result = work([*files.items()])
    assert not result["fault"]
    kinds = {taken["name"]: taken["kind"] for taken in result["taken"]}
    assert kinds["homework-1/teacher/codes.csv"] == kinds["homework-1/homework-1.mam"] == "not needed"
    assert kinds["submissions.zip"] == kinds["Bob/homework-1.bob.json"] == "collected"
    monkeypatch.chdir(tmp_path)
    for name in ("submissions.zip", "Bob/homework-1.bob.json", "canvas.csv"):
        place = tmp_path / ("." if name == "canvas.csv" else "collected") / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(files[name])
    homework = made.folder / "homework-1"
    assert (
        main(["grade", str(homework), "collected", "--key", str(made.folder / "class.key"), "--sheet", "canvas.csv"])
        == 0
    )
    out = capsys.readouterr().out
    assert result["said"][:3] == out.splitlines()[:3]
    written = dict(result["files"])
    results = homework / "teacher" / "results"
    for name in ("canvas-filled.csv", "grades.csv", "report.html", "report-numbers.html"):
        assert written[name] == (results / name).read_bytes(), name
    assert next(iter(written)) == "report.html"
    rows = [*csv.reader(io.StringIO(written["canvas-filled.csv"].decode("utf-8-sig")))]
    assert [row[-1] for row in rows[2:]] == ["15.00", "15.00"]
    with zipfile.ZipFile(io.BytesIO(written["feedback.zip"])) as archive:
        assert sorted(archive.namelist()) == ["feedback/homework-1.ann.html", "feedback/homework-1.bob.html"]


def test_grades_can_be_out_of_another_number(made: Homework) -> None:
    written = dict(work([*list_files(made).items()], "100")["files"])
    assert b",100" in written["canvas-filled.csv"]
    assert "must be a number above 0" in work([*list_files(made).items()], "0")["fault"]


def test_what_is_missing_or_wrong_is_a_sentence(made: Homework) -> None:
    files = list_files(made)
    assignment, key = ((name, files[name]) for name in ("homework-1/teacher/homework-1.toml", "class.key"))
    cases = {
        "Drop an export of your class": [],
        "drop the class key, too": [assignment],
        "drop the assignment, too": [key],
        "There are two files for the class key": [assignment, key, ("other.key", key[1])],
        "this is not the class key of homework-1": [assignment, ("x.key", key[1][:-11] + b"0000000000\n")],
        "no column": [("sheet.csv", b"a,b\n1,2\n")],
    }
    for words, dropped in cases.items():
        result = work(dropped)
        assert words in result["fault"] and not result["files"], (words, result)


def test_nothing_leaves_the_folder(made: Homework, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    files = list_files(made) | {"../../../out.txt": b"hello", "/etc/out.txt": b"hello"}
    result = work([*files.items()])
    assert not result["fault"] and [*tmp_path.iterdir()] == []
    assert not (tmp_path.parent / "out.txt").exists()
