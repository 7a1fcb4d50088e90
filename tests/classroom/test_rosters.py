"""Class lists as schools export them: who is found in each, what is left out, and what is refused with a reason."""

import io
import re
import zipfile
from pathlib import Path

import pytest

from mam.classroom.classes import ClassList, Student
from mam.classroom.rosters.matching import match_students, update_class
from mam.classroom.rosters.reading import Roster, list_students, make_class, parse_roster, read_roster, read_students
from mam.classroom.rosters.tables import RosterError

EXPORTS = Path(__file__).parent / "rosters"
FILES = sorted(path for path in EXPORTS.iterdir() if path.is_file())
SOURCES = {
    "canvas": "Canvas gradebook",
    "moodle-g": "Moodle grades",
    "moodle-p": "Moodle participants",
    "class": "Google Classroom grades",
}


def read(text: str, encoding: str = "utf-8") -> Roster:
    return parse_roster(text.encode(encoding), "club.csv")


def names(text: str, encoding: str = "utf-8") -> list[str]:
    return [person.name for person in read(text, encoding).people]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_export_has_the_thirty_students(path: Path) -> None:
    if path.suffix == ".xlsx":
        pytest.importorskip("openpyxl")
    roster = read_roster(path)
    assert len(roster.people) == 30
    assert roster.source == next(
        (name for start, name in SOURCES.items() if path.name.startswith(start)), roster.source
    )
    said = [re.sub(r"\W", "", person.name) for person in roster.people]
    assert said[6] == "GStudent07Jr" and said[18] == said[19] == "SStudent19" and said[21] == "VStudent22"
    assert "S. Student 19" in str(roster)
    ids = [student.id for student in list_students(roster)]
    assert len({id.casefold() for id in ids}) == 30
    assert [student.id for student in list_students(roster, by_number=True)] == [f"{n:02}" for n in range(1, 31)]


def test_a_canvas_export_says_whom_it_left_out() -> None:
    text = str(read_roster(EXPORTS / "canvas-gradebook.csv"))
    assert "Canvas gradebook, 30 students" in text and "'Points Possible', the test student" in text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Nachname;Vorname;Anmeldename\nMüller;Zoë;zm\n", ["Zoë Müller"]),
        ("Name,Vorname,E-Mail\nMüller,Zoë,z@x.org\n", ["Zoë Müller"]),
        ("Prénom,Nom de famille,Numéro d’identification\nZoé,Le Goff,12\n", ["Zoé Le Goff"]),
        ("Nom,Prénom\nLe Goff,Zoé\n", ["Zoé Le Goff"]),
        ("Nombre,Apellido(s),Dirección de correo\nInés,García Núñez,i@x.org\n", ["Inés García Núñez"]),
        ("Nombre\nInés García\n", ["Inés García"]),
        ("姓,名,email\n山田,花子,h@x.org\n", ["花子 山田"]),
        ("姓名\n王小明\n", ["王小明"]),
        ("Grade,Email,Shoe size,Last,First\n9,a@x.org,40,O'Neil,Ann\n", ["Ann O'Neil"]),  # another order, other columns
        ('"Full name"\t"Class"\n"Ann ""Annie"" Smith"\t"10b"\n', ['Ann "Annie" Smith']),
        ("\n\nname,class\n\nAnn Smith,10b\n,\n\nBob Jones,10b\n", ["Ann Smith", "Bob Jones"]),
        ("Class list 2026,,\nPeriod 3,,\nFirst name,Last name,Period\nAnn,Smith,3\n", ["Ann Smith"]),  # lines above the headings
        ("Student;Class\nSmith, Ann;10b\nJones, Bob, Jr.;10b\n", ["Ann Smith", "Bob Jones, Jr."]),
        ("Name\nAnn Smith\nBob Jones, Jr.\n", ["Ann Smith", "Bob Jones, Jr."]),
        ("Smith, Ann\nJones, Bob\n", ["Ann Smith", "Bob Jones"]),
        ("Ann Smith\r\nBob Jones\r\n", ["Ann Smith", "Bob Jones"]),
        ("Last Name,First Name,Username,Student ID,Last Access,Homework [Total Pts: 95 Score] |1234\nSmith,Ann,as,7,,\n", ["Ann Smith"]),
        ("First Name,Last Name,Email Address,Homework 1,Points,Feedback\nAnn,Smith,a@x.org,,95,\n", ["Ann Smith"]),
        ("Student_Number,LastFirst\n7,\"Smith, Ann\"\n8,\"Jones, Bob\"\n", ["Ann Smith", "Bob Jones"]),
        ("First name,Last name,Email\nPoints,Date,p@x.org\n", ["Points Date"]),  # a student's name, however odd
    ],
)  # fmt: skip
def test_lists_in_other_shapes(text: str, expected: list[str]) -> None:
    assert names(text) == expected


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "cp1252", "utf-8"])
def test_encodings(encoding: str) -> None:
    assert names("Name;E-Mail\nZoë Müller;z@x.org\n", encoding) == ["Zoë Müller"]


def zip_of(name: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(name, "x")
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"%PDF-1.7\n", "is a PDF, not a list: export the class as CSV"),
        (b"\n <!DOCTYPE html><html>", "is a web page (often the page that asks you to log in)"),
        (zip_of("a.txt"), "is a zip or an office document, but no Excel workbook"),
        (zip_of("a.txt")[:30], "is a damaged zip or workbook"),
        (zip_of("xl/workbook.xml"), "is an Excel workbook that can't be read"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "is an old Excel workbook (.xls)"),
        (b"  \n", "is empty"),
        (b"Name\0\0\0\x01\xff\xfe", "is not text"),
        (
            b"x,y\n1,2\n",
            "no column names a student. A heading must be one of these: name, first name, last name, email",
        ),
        (b"Name,Email\n", "this has no students"),
        (b"Name,Login\nAnn,x\nBob,X\n", "line 3: 'x' is 'Bob' here and 'Ann' in line 2: correct one"),
        (b"Name\n" + b"Ann\n" * 6000, "has more than 5,000 rows"),
        (b"a" * 5_000_001, "5,000,001 bytes long"),
    ],
    ids=lambda value: "" if isinstance(value, bytes) else value[:20],
)
def test_what_is_no_list_is_refused_with_its_reason(content: bytes, message: str) -> None:
    if content.startswith(b"PK") and "can't be read" in message:
        pytest.importorskip("openpyxl")
    with pytest.raises(RosterError, match=re.escape(message)):
        parse_roster(content, "club.csv")


def test_a_list_of_five_hundred() -> None:
    rows = "".join(f"Student {n},s{n}@x.org\n" for n in range(500))
    students = list_students(read(f"Name,Email\n{rows}"), by_number=True)
    assert len(students) == 500 and students[0].id == "001" and students[-1].id == "500"


def test_a_row_that_repeats_a_student_is_left_out_and_two_of_one_name_are_not_merged() -> None:
    roster = read("Name,Email,Group\nAnn,a@x.org,1\nAnn,a@x.org,2\nAnn,b@x.org,1\n")
    assert [person.keys["email"] for person in roster.people] == ["a@x.org", "b@x.org"]
    assert "line 3, which repeats Ann" in str(roster) and "More than one student has the name Ann" in str(roster)


def test_ids_come_from_keys_and_name_files() -> None:
    students = list_students(read("Name,Login\nAnn,ann@a.org\nBob,ann@b.org\nCleo,con\nDan,../x\nEva,山田\n"))
    assert [student.id for student in students] == ["ann", "ann-2", "03", "x", "05"]


def test_students_keep_their_ids_when_another_export_is_added() -> None:
    first = make_class(read("Name,Email\nAnn,a@x.org\nBob,b@x.org\n"), by_number=True)
    after, remarks = update_class(
        first, read("Name,Email,ID number\nCleo,c@x.org,7\nAnn Smith,A@x.org,9\n"), by_number=True
    )
    assert [(student.id, student.name) for student in after.students] == [("01", "Ann"), ("02", "Bob"), ("03", "Cleo")]
    assert after.students[0].keys == {"email": "A@x.org", "number": "9"}
    assert remarks == ["new: Cleo (03)", "not in this file, still in the list: Bob (02)"]
    assert (
        update_class(after, read("Name,Email\nBob,b@x.org\nAnn,a@x.org\nCleo,c@x.org\n"))[0].students[1]
        == after.students[1]
    )


def test_one_name_for_two_is_never_guessed() -> None:
    two = ClassList(
        "c", (Student("a", "Sam Lee"), Student("b", "Lee, Sam"), Student("c", "Kim Ray", {"email": "k@x.org"}))
    )
    roster = read("Name,Email\nSam Lee,s@x.org\nKim Ray,other@x.org\n")
    match = match_students(roster, two.students)
    assert not match.students and [person.name for person in match.doubtful] == ["Sam Lee"]
    assert [person.name for person in match.unknown] == ["Kim Ray"]  # another e-mail address: somebody else
    after, remarks = update_class(two, roster)
    assert len(after.students) == 4 and remarks[1].startswith("not added, Sam Lee: more than one")


def test_a_line_number_matches_nobody_of_another_name() -> None:
    students = list_students(read("No,Name\n1,Ann\n2,Bob\n"))
    match = match_students(read("No,Name\n1,Abe\n2,Ann\n3,Bob\n"), students)
    assert not match.students  # Ann has the number 2 here and 1 there


def test_an_assignment_takes_any_list(tmp_path: Path) -> None:
    (tmp_path / "club.csv").write_text("id,name\nann,Ann Smith\n", "utf-8")
    assert read_students(tmp_path / "club.csv").students == (Student("ann", "Ann Smith"),)
    assert len(read_students(EXPORTS / "canvas-gradebook.csv").students) == 30
