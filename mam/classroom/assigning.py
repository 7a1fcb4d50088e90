"""Handing out: a notebook for each student, and for the teacher the assignment file and the notebooks with solutions."""

import os
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from mam.classroom.assignments import Assigned, Assignment, read_assignment, variant_print, write_assignment
from mam.classroom.catalog import get_exercise
from mam.classroom.classes import ClassList, name_fault
from mam.classroom.keys import fingerprint
from mam.classroom.notebooks import source_notebook, student_notebook, write_notebook
from mam.support.data_files import remove_leftovers, reserve_name, write_file

DEFAULT_POINTS = 10


def assign(
    class_list: ClassList,
    exercises: Mapping[str, int],
    name: str,
    out: str | Path,
    key: bytes,
    *,
    practice: bool = False,
    again: bool = False,
) -> Assignment:
    """Make an assignment of these exercises, each with its points, in the folder `out`: `students/` is for handing out, a folder
    for each student; `teacher/` is for the teacher alone.

    All or nothing: the folder appears when it is complete, and what an earlier start left that was killed is deleted first: it holds
    solutions. One that is there is refused; with `again` it is made again with the
    same variants (for students who came later, or other points), and the old one is kept beside it. With `practice` the variants
    need no key, and notebooks check at once. Raises ValueError for unknown exercises, a bad name, another key.
    """
    out = Path(out)
    remove_leftovers(out.parent, out.name)
    if fault := name_fault(name):
        raise ValueError(f"the assignment's name {name!r} {fault}")
    if not exercises:
        raise ValueError("an assignment has at least one exercise: “mam exercises” lists them all")
    before = _before(out, name, again)
    entries = tuple(Assigned(id, get_exercise(id).version, points) for id, points in exercises.items())
    made = Assignment(name, class_list.name, entries, class_list.students, fingerprint(key), practice)
    if before is not None:
        _check_same(before, made, key)
    out.parent.mkdir(parents=True, exist_ok=True)
    with reserve_name(out.parent, out.name) as run:
        building = out.parent / run
        try:
            building.mkdir()
            made = _write(made, building, key)
            if before is not None:
                _check_variants(before, made)
            _put_in_place(building, out)
        finally:
            shutil.rmtree(building, ignore_errors=True)
    return made


def _write(made: Assignment, folder: Path, key: bytes) -> Assignment:
    """Write all notebooks and the assignment file; returns the assignment with its variants."""
    teacher = folder / "teacher"
    teacher.mkdir(mode=0o700)
    variants = {}
    for student in made.students:
        found = [made.variant(student.id, one, key) for one in made.exercises]
        variants[student.id] = tuple(map(variant_print, found))
        source = source_notebook(made, student, made.token(student.id, key), found)
        write_notebook(source, teacher / "source" / student.id / f"{made.name}.ipynb")
        write_notebook(student_notebook(source), folder / "students" / student.id / f"{made.name}.ipynb")
    made = replace(made, variants=variants)
    write_file(teacher / f"{made.name}.toml", write_assignment(made))
    return made


def _before(out: Path, name: str, again: bool) -> Assignment | None:
    """The assignment that stands in the folder, if it may be made again."""
    if not out.exists() or (out.is_dir() and not any(out.iterdir())):
        return None
    kept = out / "teacher" / f"{name}.toml"
    if not kept.is_file():
        raise ValueError(f"{out} is there already and holds something else than {name}: choose another folder")
    if not again:
        raise ValueError(
            f"{out} holds {name} already: nothing was changed (--again makes it again, with the same variants)"
        )
    return read_assignment(kept)


def _check_same(before: Assignment, made: Assignment, key: bytes) -> None:
    before.check_key(key)
    if before.practice != made.practice:
        raise ValueError(
            f"{made.name} was handed out {'for practice' if before.practice else 'graded'}: it cannot change to the other"
        )


def _check_variants(before: Assignment, made: Assignment) -> None:
    """What was handed out once stays as it was."""
    for student in made.students:
        old = dict(zip((one.id for one in before.exercises), before.variants.get(student.id, ()), strict=False))
        for one, new in zip(made.exercises, made.variants[student.id], strict=True):
            if old.get(one.id, new) != new:
                raise ValueError(
                    f"{one.id}: {student.id} would get another variant than before (made with mam {before.made_by}); "
                    "give what is new another name"
                )


def _put_in_place(building: Path, out: Path) -> None:
    """The new folder takes its place, and one that was there is kept under the first free number."""
    if out.exists() and any(out.iterdir()):
        number = 1
        while (kept := out.with_name(f"{out.name}.before-{number}")).exists():
            number += 1
        out.rename(kept)
    elif out.exists():
        out.rmdir()
    os.rename(building, out)
