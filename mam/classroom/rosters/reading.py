"""Reading a class list from what a school system exports: who is in it, and who was left out and why."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mam.classroom.classes import KEYS, ClassList, Student, clean_line, find_name_fault, read_class
from mam.classroom.rosters.headings import find_columns, fold, fold_name, list_headings
from mam.classroom.rosters.tables import MAX_BYTES, Cells, RosterError, read_table
from mam.rules.cards import format_count
from mam.support.messages import quote

_NAMING = {"name", "first", "last", "number", "login", "email", "id"}
_HEAD_ROWS = 10  # in which the headings may stand
_TOTALS = {"points possible", "manual posting", "muted", "date", "points", "class average", "overall average"}
_TEST_STUDENTS = {("student", "test"), ("test", "student")}
_FILE_NAMES = (  # of exports, with the course in it: of Canvas, of Moodle
    re.compile(r"\d{4}-\d\d-\d\dT\d{4}_Grades-(.+?)(?: \(\d+\))?"),
    re.compile(r"(.+) \w+-\d{8}_\d{4}-\w+(?: \(\d+\))?"),
)
_SUFFIXES = {"jr", "jr.", "sr", "sr.", "ii", "iii", "iv"}


@dataclass(frozen=True)
class Person:
    """A student as an export has them: the row, the name that people say, and what systems call them."""

    row: int
    name: str
    keys: Mapping[str, str]
    id: str = ""  # as a column `id` gives it


@dataclass(frozen=True)
class Roster:
    """An export as it was understood. `columns` are the places of facts on students, `header` is the row of the headings."""

    file: str
    source: str
    table: Cells
    header: int
    columns: Mapping[str, int]
    people: tuple[Person, ...]
    left_out: tuple[str, ...] = ()

    @property
    def is_canvas(self) -> bool:
        """Whether Canvas exported it."""
        return self.source.startswith("Canvas")

    @property
    def is_moodle(self) -> bool:
        """Whether Moodle exported it."""
        return self.source.startswith("Moodle")

    @property
    def headings(self) -> list[str]:
        """The headings, as they stand in the file."""
        return [cell.strip() for cell in self.table.rows[self.header]]

    def __str__(self) -> str:
        parts = [f"{self.source}, {format_count(len(self.people), 'student')}"]
        sections = sorted({person.keys["section"] for person in self.people if "section" in person.keys})
        parts += [f"sections: {'; '.join(sections[:6])}{' …' * (len(sections) > 6)}"] * bool(sections)
        parts += [f"left out: {', '.join(self.left_out)}"] * bool(self.left_out)
        names = Counter(fold_name(person.name) for person in self.people)
        shared_names = sorted({person.name for person in self.people if names[fold_name(person.name)] > 1})
        parts += [f"more than one student has the name {', '.join(shared_names)}"] * bool(shared_names)
        parts += [self.table.remark] * bool(self.table.remark)
        return clean_line(f"{self.file}: {'. '.join(part[:1].upper() + part[1:] for part in parts)}.")


def read_roster(path: str | Path) -> Roster:
    """Read the class list in a file that a school system or a spreadsheet exported.

    Raises RosterError, and OSError if the file cannot be read.
    """
    path = Path(path)
    with path.open("rb") as file:
        return parse_roster(file.read(MAX_BYTES + 1), path.name)


def read_students(path: str | Path) -> ClassList:
    """Read a class list of any kind: our own TOML, or CSV with `id,name`, or what a school system exported.

    Raises ClassError or RosterError, and OSError if the file cannot be read.
    """
    path = Path(path)
    return read_class(path) if path.suffix.lower() == ".toml" or _is_short_list(path) else make_class(read_roster(path))


def _is_short_list(path: Path) -> bool:
    """Return whether a file begins with the headings of our own short form, `id` and perhaps `name`."""
    with path.open("rb") as file:
        heading = file.read(100).removeprefix(b"\xef\xbb\xbf").partition(b"\n")[0].lower()
    cells = {cell.strip() for cell in re.split(b"[,;]", heading)}
    return path.suffix.lower() == ".csv" and b"id" in cells <= {b"id", b"name"}


def parse_roster(content: bytes, file: str) -> Roster:
    """Return the class list in the bytes of an export.

    Raises RosterError for another kind of file, and for a table in which no column names a student.

    >>> print(parse_roster(b"Last Name,First Name\\nSmith,Ann\\nJones,Bob", "club.csv"))
    club.csv: Class list, 2 students.
    """
    table = read_table(content, file)
    header = _find_header(table)
    if header is None:
        table, header = _read_names(table, file), 0
    headings = [cell.strip() for cell in table.rows[header]]
    columns = find_columns(headings)
    folded = list(map(fold, headings))
    # In a Canvas export "ID" is Canvas's own number; elsewhere it is the id that the teacher gave.
    is_canvas = bool({"student", "lastname"} & set(folded)) and {"id", "section"} <= set(columns)
    if is_canvas:
        columns = {"canvas" if kind == "id" else kind: place for kind, place in columns.items()}
    source = "Canvas gradebook" if is_canvas else _name_source(table, header, headings, columns)
    people, left_out = _read_people(table, header, columns, is_canvas)
    if not people:
        raise RosterError(file, 0, f"read as {source}, this has no students")
    people, repeats = _drop_repeats(people, table, file)
    return Roster(file, source, table, header, columns, tuple(people), (*left_out, *repeats))


def _find_header(table: Cells) -> int | None:
    """Return the row among the first ones with the most headings that name a student."""
    scores = [len(_NAMING & set(find_columns(row))) for row in table.rows[:_HEAD_ROWS]]
    best = max(scores, default=0)
    return scores.index(best) if best else None


def _read_names(table: Cells, file: str) -> Cells:
    """Return a table without headings as one with a heading, if it is one name a line: “Ann Smith” or “Smith, Ann”."""
    rows = [(line, row) for line, row in zip(table.lines, table.rows, strict=True) if any(map(str.strip, row))]
    lines = [(line, [cell for cell in row if cell.strip()]) for line, row in rows]
    is_pairs = table.delimiter == "," and all(len(cells) == 2 and cells[1].startswith(" ") for _, cells in lines)
    if not is_pairs and any(len(cells) > 1 for _, cells in lines):
        raise RosterError(
            file,
            0,
            f"no column names a student. A heading must be one of these: {list_headings()}; or give one name a line",
        )
    names = tuple((",".join(cells).strip(),) for _, cells in lines)
    if any(re.search(r"[<>{}=]{2}|\d{5}", name) for (name,) in names[:20]) and not is_pairs:
        raise RosterError(file, 0, f"this is no list of names. A heading must be one of these: {list_headings()}")
    return replace(table, rows=(("Name",), *names), lines=(0, *(line for line, _ in lines)))


def _name_source(table: Cells, header: int, headings: Sequence[str], columns: Mapping[str, int]) -> str:
    below = table.rows[header + 1 : header + 4]
    if any(fold(cell) == "class average" for row in below for cell in row[:3]):
        return "Google Classroom grades"
    if any(re.search(r"\[total pts|\|\s*\d+$", heading, re.IGNORECASE) for heading in headings):
        return "Blackboard gradebook"
    if any(re.search(r"\((real|percentage|letter)\)|last downloaded", heading, re.IGNORECASE) for heading in headings):
        return "Moodle grades"
    if {"first", "last", "email"} <= set(columns) and not {"login"} & set(columns) and "section" in columns:
        return "Moodle participants"
    return "names, one a line" if columns == {"name": 0} and len(headings) == 1 else "class list"


def _read_people(
    table: Cells, header: int, columns: Mapping[str, int], is_canvas: bool
) -> tuple[list[Person], list[str]]:
    rows = []
    left_out: list[str] = []
    for place, row in enumerate(table.rows[header + 1 :], header + 1):
        values = {kind: clean_line(row[column]) for kind, column in columns.items() if column < len(row)}
        naming = {kind: value for kind, value in values.items() if value and kind in {*_NAMING, "canvas"}}
        first_cell = next((clean_line(cell) for cell in row if cell.strip()), "")
        if fold(first_cell) in _TOTALS and {fold(value) for value in naming.values()} <= _TOTALS:
            left_out.append(f"the row {quote(first_cell)}")
        elif _is_test_student(values):
            left_out.append("the test student")
        elif naming:
            rows.append((place, values))
    names = [values.get("name", "") for _, values in rows]
    is_last_first = is_canvas or 2 * sum(_has_last_first(name) for name in names) > len(names)
    return [
        Person(
            place,
            _join_name(values, is_last_first)
            or values.get("email")
            or values.get("login")
            or values.get("number")
            or values.get("id", ""),
            {key: values[key][:200] for key in KEYS if values.get(key)},
            values.get("id", ""),
        )
        for place, values in rows
    ], left_out


def _is_test_student(values: Mapping[str, str]) -> bool:
    name = values.get("name") or f"{values.get('last', '')} {values.get('first', '')}"
    return tuple(re.findall(r"\w+", name.casefold())) in _TEST_STUDENTS


def _has_last_first(name: str) -> bool:
    rest, _, end = name.rpartition(",")
    return "," in (rest if fold(end) in _SUFFIXES else name)


def _join_name(values: Mapping[str, str], is_last_first: bool) -> str:
    """Return a name as people say it."""
    if values.get("last") or values.get("first"):
        parts = (_unquote(values.get("first", "")), _unquote(values.get("last", "")))
        if parts[1].startswith('="'):  # the quotes went around both columns
            parts = (parts[0].removesuffix('"'), parts[1].removeprefix('="'))
        return " ".join(filter(None, parts))[:200]
    name = _unquote(values.get("name", ""))
    if not is_last_first or "," not in name:
        return name[:200]
    last, _, first = name.rpartition(",")
    suffix = ""
    if fold(first) in _SUFFIXES and "," in last:  # Smith, Ann, Jr.
        suffix, (last, _, first) = f", {first.strip()}", last.rpartition(",")
    return f"{first.strip()} {last.strip()}{suffix}".strip()[:200]


def _unquote(name: str) -> str:
    """Return a name without the quotes in which Canvas puts one that a spreadsheet would run."""
    return re.sub(r'^="(.*)"$', r"\1", name)


def _drop_repeats(people: list[Person], table: Cells, file: str) -> tuple[list[Person], list[str]]:
    """Leave out a row that repeats a student, as for two groups. Raises RosterError if one key has two names."""
    known: dict[tuple[str, str], Person] = {}
    students, repeats = [], []
    for person in people:
        marks = {("id", person.id.casefold())} if person.id else set()
        marks |= {(key, person.keys[key].casefold()) for key in KEYS[:-1] if key in person.keys}
        earlier = next((known[mark] for mark in marks if mark in known), None)
        if earlier is None:
            known |= dict.fromkeys(marks, person)
            students.append(person)
            continue
        lines = [table.lines[entry.row] for entry in (earlier, person)]
        if fold_name(earlier.name) != fold_name(person.name):
            shared = next(value for key, value in sorted(marks) if known.get((key, value)) is earlier)
            raise RosterError(
                file,
                lines[1],
                f"{quote(shared)} is {quote(person.name)} here and {quote(earlier.name)} in line {lines[0]}: correct one",
            )
        repeats.append(f"line {lines[1]}, which repeats {person.name}")
    return students, repeats


def list_students(roster: Roster, *, by_number: bool = False, taken: Sequence[str] = ()) -> tuple[Student, ...]:
    """Return the students of an export with ids that can name files, all different and none of those that are `taken`.

    An id comes from the column `id`, the login, the number or the e-mail address, never from the name; `by_number` gives 01, 02, …

    >>> roster = parse_roster(b"Name,Login\\nAnn Smith,asmith@school.org\\nBob Jones,", "club.csv")
    >>> [student.id for student in list_students(roster)], [student.id for student in list_students(roster, by_number=True)]
    (['asmith', '02'], ['01', '02'])
    """
    ids = {id.casefold() for id in taken}
    width = max(2, len(str(len(roster.people) + len(taken))))
    students = []
    for number, person in enumerate(roster.people, len(taken) + 1):
        plain_number = f"{number:0{width}}"
        keys = (person.id, person.keys.get("login"), person.keys.get("number"), person.keys.get("email"))
        stem = plain_number if by_number else _make_id(next(filter(None, keys), "")) or plain_number
        id, count = stem, 1
        while id.casefold() in ids:
            count += 1
            id = f"{stem}-{count}"
        ids.add(id.casefold())
        students.append(Student(id, person.name, person.keys))
    return tuple(students)


def _make_id(key: str) -> str:
    id = re.sub(r"[^a-z0-9._+-]+", "-", fold(key.partition("@")[0])).strip("-._+")[:40].strip("-._+")
    return "" if find_name_fault(id) else id


def make_class(roster: Roster, *, by_number: bool = False) -> ClassList:
    """Return an export as a class list, named after its course or section, or else its file."""
    return ClassList(find_class_name(roster) or Path(roster.file).stem, list_students(roster, by_number=by_number))


def find_class_name(roster: Roster) -> str:
    """Return what an export calls the class: the course in the name that Canvas or Moodle gave the file, else the only section; "" if nothing.

    >>> find_class_name(parse_roster(b"Name,Class\\nAnn,9b\\nBob,9b", "club.csv"))
    '9b'
    >>> find_class_name(parse_roster(b"Name\\nAnn\\nBob", "2026-11-24T1805_Grades-STATS_101.csv"))
    'STATS 101'
    """
    for pattern in _FILE_NAMES:
        if match := pattern.fullmatch(Path(roster.file).stem):
            return clean_line(match[1].replace("_", " "))
    sections = {person.keys.get("section", "") for person in roster.people}
    return sections.pop() if len(sections) == 1 else ""
