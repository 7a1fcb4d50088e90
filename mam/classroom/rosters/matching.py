"""Finding the students of a class list in an export: by what systems call them, else by a name that only one has."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from mam.classroom.classes import KEYS, ClassList, Student
from mam.classroom.rosters.headings import fold_name
from mam.classroom.rosters.reading import Person, Roster, list_students

_CERTAIN = ("canvas", "login", "email")  # a number may be a line number: with it the name must fit, too


@dataclass(frozen=True)
class Match:
    """Which student each row of an export is, the people in it who are nobody in the class, and what is doubtful."""

    students: Mapping[int, Student]
    unknown: tuple[Person, ...]
    doubtful: tuple[Person, ...]
    remarks: tuple[str, ...]


def match_students(roster: Roster, students: Sequence[Student]) -> Match:
    """Match the rows of an export with the students of a class. Nobody is matched twice, and no doubtful row is matched."""
    by_key = {mark: student for student in students for mark in _list_marks(student)}
    by_name: dict[str, list[Student]] = {}
    for student in students:
        by_name.setdefault(fold_name(student.name), []).append(student)
    names = Counter(fold_name(person.name) for person in roster.people)
    matches: dict[int, Student] = {}
    remarks: list[str] = []
    leftover = []
    for person in roster.people:
        match = _find_by_key(person, by_key)
        if match is None:
            leftover.append(person)
        elif match.id in {student.id for student in matches.values()}:
            remarks.append(f"{person.name} is {match.id} by what the system calls them, and so is another row")
        else:
            matches[person.row] = match
    unknown, doubtful = [], []
    for person in leftover:
        name = fold_name(person.name)
        used_ids = {student.id for student in matches.values()}
        candidates = [student for student in by_name.get(name, []) if student.id not in used_ids]
        if not candidates:
            unknown.append(person)
        elif len(candidates) > 1 or len(by_name[name]) > 1 or names[name] > 1:
            doubtful.append(person)
            remarks.append(f"{person.name}: more than one student has this name, and nothing here tells them apart")
        elif _contradicts(person, candidates[0]):
            unknown.append(person)
        else:
            matches[person.row] = candidates[0]
            remarks.append(f"{person.name}: matched by name alone")
    return Match(matches, tuple(unknown), tuple(doubtful), tuple(remarks))


def _list_marks(student: Student) -> list[tuple[str, str]]:
    """Return what an export may call a student. A login may be an e-mail address, and the id of a class without keys is one of both."""
    keys = {key: value.casefold() for key, value in student.keys.items()}
    marks = [(key, keys[key]) for key in KEYS[:-1] if key in keys]
    marks += [("email", keys["login"])] if "@" in keys.get("login", "") else []
    marks += [("login", keys["email"])] if "email" in keys else []
    return [
        ("id", student.id.casefold()),
        *marks,
        *([] if keys else [("login", student.id.casefold()), ("email", student.id.casefold())]),
    ]


def _find_by_key(person: Person, by_key: Mapping[tuple[str, str], Student]) -> Student | None:
    if person.id and (student := by_key.get(("id", person.id.casefold()))):
        return student
    for key in _CERTAIN:
        if key in person.keys and (student := by_key.get((key, person.keys[key].casefold()))):
            return student
    student = by_key.get(("number", person.keys.get("number", "").casefold()))
    return student if student and fold_name(student.name) == fold_name(person.name) else None


def _contradicts(person: Person, student: Student) -> bool:
    """Return whether a system calls two people of one name differently: then they are two people."""
    shared = set(person.keys) & set(student.keys) - {"section"}
    return any(person.keys[key].casefold() != student.keys[key].casefold() for key in shared)


def update_class(class_list: ClassList, roster: Roster, *, by_number: bool = False) -> tuple[ClassList, list[str]]:
    """Add the students of an export to a class; everybody who is in it keeps the id. Returns the class, and what changed, in lines.

    Nobody is taken out: the export may be that of another section.
    """
    match = match_students(roster, class_list.students)
    fresh = replace(roster, people=match.unknown)
    new_students = list_students(fresh, by_number=by_number, taken=[student.id for student in class_list.students])
    facts = {match.students[person.row].id: person.keys for person in roster.people if person.row in match.students}
    students = [replace(student, keys={**student.keys, **facts.get(student.id, {})}) for student in class_list.students]
    remarks = [f"new: {student.name} ({student.id})" for student in new_students]
    remarks += [f"not added, {remark}" for remark in match.remarks if not remark.endswith("by name alone")]
    missing = [student for student in class_list.students if student.id not in facts]
    if missing:
        names = ", ".join(f"{student.name} ({student.id})" for student in missing[:10])
        more = f" and {len(missing) - 10} more" * (len(missing) > 10)
        remarks.append(f"not in this file, still in the list: {names}{more}")
    return replace(class_list, students=(*students, *new_students)), remarks
