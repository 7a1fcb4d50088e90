"""Handing out: a notebook for each student, a file for the class, and for the teacher the assignment file and the notebooks with solutions."""

import os
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from mam.classroom.assignments import AssignedExercise, Assignment, hash_variant, read_assignment, write_assignment
from mam.classroom.catalog import get_exercise
from mam.classroom.class_files import write_class_file, write_link
from mam.classroom.classes import ClassList, check_site, find_name_fault
from mam.classroom.codes import student_codes, write_codes
from mam.classroom.decisions import FILE_NAME as DECISIONS
from mam.classroom.keys import make_fingerprint
from mam.classroom.notebooks import make_source_notebook, make_student_notebook, write_notebook
from mam.support.data_files import remove_leftovers, replace_folder, reserve_name, write_file
from mam.support.messages import quote

DEFAULT_POINTS = 10


def assign(
    class_list: ClassList,
    exercises: Mapping[str, int],
    name: str,
    out: str | Path,
    key: bytes,
    *,
    practice: bool = False,
    remake: bool = False,
    hints: bool = False,
    site: str = "",
    key_file: str | Path = "",
) -> Assignment:
    """Make an assignment of these exercises, each with its points, in the folder `out`.

    `students/` has a folder to hand out to each student, `NAME.mam` is one file for the whole class, which phones open with a student's
    code; `teacher/` is for the teacher alone, with the codes. With `hints` the class file has the exercises' hints. With the address of a
    `site`, or that of the class list, the table of codes has a link for each student, which opens that student's part without the file.

    The folder appears only when it is complete. What an interrupted run left behind is deleted first, because it holds solutions.
    An existing folder is refused; with `remake` it is made again with the same variants (for students who came later, or with
    other points), and the old folder is kept beside it. With `practice` the variants need no key, and notebooks check answers
    at once. `key_file` is where the key lies, so that `mam grade` finds it. Raises ValueError for unknown exercises, a bad name or address, another key.
    """
    out = Path(out)
    site = check_site(site or class_list.site)
    before = find_earlier(exercises, name, out, remake=remake)
    remove_leftovers(out.parent, out.name)
    entries = tuple(AssignedExercise(id, get_exercise(id).version, points) for id, points in exercises.items())
    place = os.path.relpath(key_file, out / "teacher") if key_file else ""
    assignment = Assignment(
        name, class_list.name, entries, class_list.students, make_fingerprint(key), practice, key_file=place, site=site
    )
    if before is not None:
        _check_same(before, assignment, key)
    out.parent.mkdir(parents=True, exist_ok=True)
    with reserve_name(out.parent, out.name) as run:
        building = out.parent / run
        try:
            building.mkdir()
            assignment = _write(assignment, building, key, hints)
            if before is not None:
                _check_variants(before, assignment)
                _copy_decisions(out, building)
            _put_in_place(building, out, remake=remake)
        finally:
            shutil.rmtree(building, ignore_errors=True)
    return assignment


def _write(assignment: Assignment, folder: Path, key: bytes, hints: bool) -> Assignment:
    """Write all notebooks, the class file, the codes and the assignment file; returns the assignment with its variants."""
    teacher = folder / "teacher"
    teacher.mkdir(mode=0o700)
    variants, drawn = {}, {}
    for student in assignment.students:
        student_variants = [assignment.variant(student.id, entry, key) for entry in assignment.exercises]
        drawn[student.id] = student_variants
        variants[student.id] = tuple(map(hash_variant, student_variants))
        source = make_source_notebook(assignment, student, assignment.token(student.id, key), student_variants)
        write_notebook(source, teacher / "source" / student.id / f"{assignment.name}.ipynb")
        write_notebook(make_student_notebook(source), folder / "students" / student.id / f"{assignment.name}.ipynb")
    assignment = replace(assignment, variants=variants)
    write_file(teacher / f"{assignment.name}.toml", write_assignment(assignment))
    class_file = write_class_file(assignment, key, drawn, hints=hints)
    write_file(folder / f"{assignment.name}.mam", class_file)
    codes = student_codes(assignment.students, key)
    page = f"{assignment.site}/homework/"
    links = {student: f"{page}#{write_link(class_file, code)}" for student, code in codes.items()}
    write_file(
        teacher / "codes.csv",
        write_codes(assignment.students, key, links if assignment.site else None),
        "utf-8-sig",
        private=True,
    )
    return assignment


def find_earlier(exercises: Mapping[str, int], name: str, out: Path, *, remake: bool = False) -> Assignment | None:
    """Return the assignment that `assign` would make again, or None for a new one. Nothing is written.

    Raises ValueError for what `assign` refuses whatever the key is.
    """
    if fault := find_name_fault(name):
        raise ValueError(f"the assignment's name {quote(name)} {fault}")
    if not exercises:
        raise ValueError("an assignment has at least one exercise: “mam exercises” lists them all")
    for id in exercises:
        get_exercise(id)
    if _is_free(out):
        parent = next(parent for parent in out.absolute().parents if parent.exists())
        if not parent.is_dir():
            raise ValueError(f"{parent} is not a folder: choose another place for {name}")
        return None
    assignment_file = out / "teacher" / f"{name}.toml"
    if not assignment_file.is_file():
        raise ValueError(f"{out} exists and holds something else: choose another folder for {name}")
    if not remake:
        raise ValueError(
            f"{out} already holds {name}, so nothing was changed. Use --again to make it again with the same variants"
        )
    return read_assignment(assignment_file)


def _is_free(out: Path) -> bool:
    return not out.exists() or (out.is_dir() and not any(out.iterdir()))


def _check_same(before: Assignment, assignment: Assignment, key: bytes) -> None:
    before.check_key(key)
    if before.practice != assignment.practice:
        raise ValueError(
            f"{assignment.name} was handed out {'for practice' if before.practice else 'to be graded'}: choose another name for the new assignment"
        )


def _check_variants(before: Assignment, assignment: Assignment) -> None:
    """Raise ValueError unless every student keeps the variants that were handed out."""
    for student in assignment.students:
        old = dict(zip((entry.id for entry in before.exercises), before.variants.get(student.id, ()), strict=False))
        for entry, new in zip(assignment.exercises, assignment.variants[student.id], strict=True):
            if old.get(entry.id, new) != new:
                raise ValueError(
                    f"{entry.id}: {student.id} would get a different variant than before (made with mam {before.made_by}); "
                    "choose another name for the new assignment"
                )


def _copy_decisions(out: Path, building: Path) -> None:
    """Take what the teacher has decided along: it is about the assignment, which is the same."""
    decisions = out / "teacher" / DECISIONS
    if decisions.is_file():
        write_file(building / "teacher" / DECISIONS, decisions.read_text("utf-8"), private=True)


def _put_in_place(building: Path, out: Path, *, remake: bool) -> None:
    """Move the new folder into place; rename an older one to the first free number."""
    if not _is_free(out) and not remake:
        raise ValueError(f"{out} appeared while {out.name} was made, so nothing was changed: choose another folder")
    number = 1
    while (backup := out.with_name(f"{out.name}.before-{number}")).exists():
        number += 1
    if out.exists() and _is_free(out):
        out.rmdir()
    replace_folder(building, out, backup)
