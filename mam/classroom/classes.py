"""A class: who its students are, read from a TOML or a CSV file, with the line in every error, and written as TOML."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from mam.rules.cards import format_count
from mam.support.csv_rows import read_rows
from mam.support.kinds import Key
from mam.support.messages import quote
from mam.support.toml import Document, PlacedError, read_text, write_string

_FORMAT = 2  # format 1 had no keys
KEYS = ("canvas", "number", "login", "email", "section")  # what schools' systems call a student
_MAX_BYTES = 1_000_000  # bytes of a class list
_RESERVED_NAMES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE | re.ASCII)  # reserved on Windows

STUDENT_KEYS = {"id": Key(str, True), **dict.fromkeys(("name", *KEYS), Key())}


class ClassError(PlacedError):
    """A fault in a class list: the file, the line and what is wrong."""


@dataclass(frozen=True)
class Student:
    """A student: an id, which names files, the name that people read, and what schools' systems call them, by KEYS."""

    id: str
    name: str
    keys: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class ClassList:
    """A class, in the order of its file. `site` is the address of the site that it uses, if the teacher gave it."""

    name: str
    students: tuple[Student, ...]
    site: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {format_count(len(self.students), 'student')}"


def check_site(site: str) -> str:
    """Return the address of a site without the slash at its end; "" stays "". Raises ValueError for any other text.

    >>> check_site("https://mam.school.example/")
    'https://mam.school.example'
    """
    if site and not re.fullmatch(r"https?://[^\s/]\S*", site):
        raise ValueError(f"{quote(site)} is not the address of a site: it begins with https://")
    return site.rstrip("/")


def find_name_fault(name: str) -> str:
    """Return why a text cannot name files on every system; "" if it can.

    >>> find_name_fault("ann.smith"), find_name_fault("../ann")
    ('', 'must have only letters without accents, digits and . _ - @ +, and begin and end with a letter or digit')
    >>> find_name_fault("nul")
    'is a name that Windows reserves'
    """
    if not 0 < len(name) <= 60:
        return f"has {format_count(len(name), 'character')}; use 1 to 60"
    if not re.fullmatch(r"[A-Za-z0-9]([A-Za-z0-9._@+-]*[A-Za-z0-9])?", name):
        return "must have only letters without accents, digits and . _ - @ +, and begin and end with a letter or digit"
    return "is a name that Windows reserves" if _RESERVED_NAMES.fullmatch(name) else ""


def read_class(path: str | Path) -> ClassList:
    """Read the class list in a file: CSV with `id,name` if its name ends in .csv, otherwise TOML.

    Raises ClassError, and OSError if the file cannot be read.
    """
    path = Path(path)
    return parse_class(read_text(path, _MAX_BYTES, ClassError), path.name)


def parse_class(text: str, file: str) -> ClassList:
    """Return a class list from text: CSV with a heading line `id,name` if the file's name ends in .csv, otherwise TOML.

    Raises ClassError.

    >>> print(parse_class("id,name\\nann,Ann Smith\\nbob,Bob Jones", "club.csv"))
    club: 2 students
    >>> parse_class("id,name\\nann,Ann Smith\\nAnn,Ann Jones", "club.csv")
    Traceback (most recent call last):
    mam.classroom.classes.ClassError: club.csv, line 3: the id 'Ann' is listed twice: line 2 has 'ann'
    """
    class_list = _read_csv(text, file) if file.lower().endswith(".csv") else _read_toml(text, file)
    if not class_list.students:
        raise ClassError(file, 0, "this list has no students")
    return class_list


def _read_toml(text: str, file: str) -> ClassList:
    document = Document(text, file, ClassError)
    document.check_keys({"format", "name", "site", "source", "student"})
    document.check_format("format", 1 if document.top.get("format") == 1 else _FORMAT, default=_FORMAT)
    students = document.entries("student", STUDENT_KEYS)
    rows = [
        (document.line(path, "id"), values["id"], values.get("name", ""), pick_keys(values))
        for path, values in students
    ]
    try:
        site = check_site(document.string("", "site"))
    except ValueError as error:
        raise document.fail(("", "site"), f"{error}") from None
    return ClassList(clean_line(document.string("", "name")) or Path(file).stem, tuple(_check_rows(rows, file)), site)


def pick_keys(values: Mapping[str, str]) -> dict[str, str]:
    """Return what schools' systems call a student, from the values of a table."""
    return {key: clean_line(values[key])[:200] for key in KEYS if values.get(key)}


def write_class(class_list: ClassList) -> str:
    """Return a class list as the text of its TOML file.

    >>> parse_class(write_class(ClassList("club", (Student("ann", "Ann", {"login": "asmith"}),))), "club.toml").students[0].keys
    {'login': 'asmith'}
    """
    head = [
        "# The class list, for the teacher alone.",
        f"format = {_FORMAT}",
        f"name = {write_string(class_list.name)}",
        *[f"site = {write_string(class_list.site)}"] * bool(class_list.site),
    ]
    return "\n".join([*head, *(line for student in class_list.students for line in list_student_lines(student))]) + "\n"


def list_student_lines(student: Student) -> list[str]:
    """Return the table of a student, line by line, as TOML."""
    facts = {"id": student.id, "name": student.name, **{key: student.keys[key] for key in KEYS if key in student.keys}}
    return ["", "[[student]]", *(f"{key} = {write_string(value)}" for key, value in facts.items())]


def _read_csv(text: str, file: str) -> ClassList:
    rows = read_rows(text, file, ["id"], ["name"], ClassError)
    no_keys: Mapping[str, str] = {}
    entries = [(line, row.get("id", ""), row.get("name", ""), no_keys) for line, row in rows]
    return ClassList(Path(file).stem, tuple(_check_rows(entries, file)))


def _check_rows(rows: Iterable[tuple[int, str, str, Mapping[str, str]]], file: str) -> Iterator[Student]:
    """Yield the students; their ids must name files and be unique, ignoring case."""
    ids: dict[str, tuple[int, str]] = {}
    for line, id, name, keys in rows:
        fault = find_name_fault(id)
        if fault:
            raise ClassError(file, line, f"the id {quote(id)} {fault}")
        if id.casefold() in ids:
            first, first_id = ids[id.casefold()]
            raise ClassError(file, line, f"the id {quote(id)} is listed twice: line {first} has {quote(first_id)}")
        ids[id.casefold()] = line, id
        yield Student(id, clean_line(name)[:200] or id, keys)


def clean_line(text: str) -> str:
    """Return text on one line, without control characters.

    >>> clean_line(" Ann\\n\\x1b[2JLee ")
    'Ann [2JLee'
    """
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
