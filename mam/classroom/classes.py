"""A class: who its students are, read from a TOML or a CSV file, with the line in every error."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from mam.rules.cards import format_count
from mam.support.csv_rows import read_rows
from mam.support.kinds import Key
from mam.support.messages import quote
from mam.support.toml import Document, PlacedError, read_text

_FORMAT = 1
_MAX_BYTES = 1_000_000  # bytes of a class list
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE | re.ASCII)  # reserved on Windows


class ClassError(PlacedError):
    """A fault in a class list: the file, the line and what is wrong."""


@dataclass(frozen=True)
class Student:
    """A student: an id, which names files, and the name that people read."""

    id: str
    name: str


@dataclass(frozen=True)
class ClassList:
    """A class, in the order of its file."""

    name: str
    students: tuple[Student, ...]

    def __str__(self) -> str:
        return f"{self.name}: {format_count(len(self.students), 'student')}"


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
    return "is a name that Windows reserves" if _RESERVED.fullmatch(name) else ""


def read_class(path: str | Path) -> ClassList:
    """Read the class list in a file: CSV if its name ends in .csv, otherwise TOML.

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
    document.check_keys({"format", "name", "student"})
    document.check_format("format", _FORMAT, default=_FORMAT)
    students = document.entries("student", {"id": Key(str, True), "name": Key()})
    rows = [(document.line(path, "id"), values["id"], values.get("name", "")) for path, values in students]
    return ClassList(clean_line(document.string("", "name")) or Path(file).stem, tuple(_check_rows(rows, file)))


def _read_csv(text: str, file: str) -> ClassList:
    rows = read_rows(text, file, ["id"], ["name"], ClassError)
    entries = [(line, row.get("id", ""), row.get("name", "")) for line, row in rows]
    return ClassList(Path(file).stem, tuple(_check_rows(entries, file)))


def _check_rows(rows: Iterable[tuple[int, str, str]], file: str) -> Iterator[Student]:
    """Yield the students; their ids must name files and be unique, ignoring case."""
    ids: dict[str, tuple[int, str]] = {}
    for line, id, name in rows:
        fault = find_name_fault(id)
        if fault:
            raise ClassError(file, line, f"the id {quote(id)} {fault}")
        if id.casefold() in ids:
            first, first_id = ids[id.casefold()]
            raise ClassError(file, line, f"the id {quote(id)} is listed twice: line {first} has {quote(first_id)}")
        ids[id.casefold()] = line, id
        yield Student(id, clean_line(name)[:200] or id)


def clean_line(text: str) -> str:
    """Return text on one line, without control characters.

    >>> clean_line(" Ann\\n\\x1b[2JLee ")
    'Ann [2JLee'
    """
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
