"""The notebooks of an assignment: the teacher's, with solutions and hidden checks between nbgrader's marks, and the student's,
which is the same with these taken out. Written as plain JSON, so that nothing needs to be installed.

Cells that differ between students (the opening, statements, given values) are not marked for nbgrader, which would replace
everybody's with one student's. Answers and checks are marked: they are the same for everybody.
"""

import html
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from mam.classroom.assignments import AssignedExercise, Assignment
from mam.classroom.classes import Student
from mam.classroom.registry import LEVELS, Variant
from mam.classroom.tasks import escape_dollars
from mam.support.data_files import name_file

Cell = dict[str, Any]
Notebook = dict[str, Any]

_READ_ONLY = {"deletable": False, "editable": False}
_SOLUTION = ("### BEGIN SOLUTION", "### END SOLUTION")
_HIDDEN_TESTS = ("### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS")


def make_source_notebook(assignment: Assignment, student: Student, token: str, variants: Sequence[Variant]) -> Notebook:
    """Return the teacher's notebook for one student, with right answers, worked solutions and hidden checks."""
    cells = [_make_cell("opening-words", "markdown", _describe_work(assignment, student), _READ_ONLY)]
    cells.append(_make_cell("opening", "code", _write_opening(assignment, student, token), _READ_ONLY))
    for number, (entry, variant) in enumerate(zip(assignment.exercises, variants, strict=True), 1):
        cells += _make_exercise_cells(number, entry, variant)
    cells.append(
        _make_cell("closing-words", "markdown", _CLOSING_WORDS.format(name=assignment.name, id=student.id), _READ_ONLY)
    )
    cells.append(_make_cell("closing", "code", "work.export()", _READ_ONLY))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def make_student_notebook(source: Notebook) -> Notebook:
    """Return a teacher's notebook without the text between the solution marks."""
    return {**source, "cells": [{**cell, "source": _remove_solutions(cell["source"])} for cell in source["cells"]]}


def write_notebook(notebook: Notebook, path: Path) -> None:
    """Write a notebook as Jupyter does, its folder too."""
    path.parent.mkdir(parents=True, exist_ok=True)
    cells = [{**cell, "source": cell["source"].splitlines(keepends=True)} for cell in notebook["cells"]]
    text = json.dumps({**notebook, "cells": cells}, indent=1, ensure_ascii=False)
    with name_file(path):
        path.write_text(text + "\n", "utf-8", newline="\n")


def _make_exercise_cells(number: int, entry: AssignedExercise, variant: Variant) -> Iterator[Cell]:
    points = f"{entry.points} point{'' if entry.points == 1 else 's'}"
    title = f"## {number}. {entry.exercise.title}\n\n*`{entry.id}`, {LEVELS[entry.exercise.level]}, {points}*"
    yield _make_cell(f"statement-{number}", "markdown", f"{title}\n\n{escape_dollars(variant.statement)}", _READ_ONLY)
    yield _make_cell(
        f"given-{number}", "code", f"given_{number} = {_write_literal(_copy_data(variant.given))}", _READ_ONLY
    )
    solved = _mark_for_nbgrader(f"answer-{entry.id}", solution=True)
    yield _make_cell(f"answer-{number}", "code", _write_answer(number, variant), {"deletable": False}, solved)
    checked = _mark_for_nbgrader(f"check-{entry.id}", grade=True, locked=True, points=entry.points)
    yield _make_cell(f"check-{number}", "code", _write_check(number, entry), _READ_ONLY, checked)


def _write_answer(number: int, variant: Variant) -> str:
    form, right = type(variant.answer).form, variant.answer.plain
    comments = [f"# {line}".rstrip() for line in variant.solution.splitlines()]
    begin, end = _SOLUTION
    return "\n".join(
        [f"answer_{number} = ...  # {form}", begin, *comments, f"answer_{number} = {_write_literal(right)}", end]
    )


def _write_check(number: int, entry: AssignedExercise) -> str:
    begin, end = _HIDDEN_TESTS
    record = f'work.record("{entry.id}", answer_{number}, given_{number})'
    judge = f'judge_here(work, "{entry.id}", answer_{number}, points={entry.points})'
    return "\n".join([record, begin, "from mam.classroom.grading import judge_here", "", judge, end])


def _write_opening(assignment: Assignment, student: Student, token: str) -> str:
    versions = "".join(f'        "{entry.id}": {entry.version},\n' for entry in assignment.exercises)
    practice = "    practice=True,\n" if assignment.practice else ""
    return (
        "from mam.classroom import open_work\n\n"
        f'work = open_work(\n    "{assignment.name}",\n    "{student.id}",\n    token="{token}",\n'
        f"    exercises={{\n{versions}    }},\n{practice})\nwork"
    )


def _describe_work(assignment: Assignment, student: Student) -> str:
    name = re.sub(r"([\\`*_\[\]])", r"\\\1", html.escape(student.name)).replace("$", escape_dollars("$"))
    effect = "and says whether it is correct" if assignment.practice else "and says how it was read"
    return (
        f"# {assignment.name}\n\n*{name}*\n\n"
        "Run the first cell, then work in any order. Each exercise has four cells: the question, the given values (for your "
        "program), your answer, and a cell that saves it. Write your answer in place of the dots and run the last two "
        f"cells: the last one saves your answer {effect}. You may change your mind as often as you like: the "
        "latest answer counts. If you restart the kernel, run the first cell again: your saved answers stay."
    )


_CLOSING_WORDS = (
    "## Handing in\n\nThe next cell says what is saved and what is missing. Hand in the file `{name}.{id}.json`, which lies beside "
    "this notebook."
)


def _make_cell(
    id: str, kind: str, source: str, metadata: Mapping[str, Any], nbgrader: Mapping[str, Any] | None = None
) -> Cell:
    extra: dict[str, Any] = {"execution_count": None, "outputs": []} if kind == "code" else {}
    meta = {**metadata, **({"nbgrader": dict(nbgrader)} if nbgrader else {})}
    return {"cell_type": kind, "id": id, "metadata": meta, **extra, "source": source}


def _mark_for_nbgrader(
    id: str, *, grade: bool = False, solution: bool = False, locked: bool = False, points: int = 0
) -> dict[str, Any]:
    """Return a cell's metadata in nbgrader's third schema."""
    field = {"points": points} if grade else {}
    marks = {"grade": grade, "grade_id": id, "locked": locked, **field}
    return {**marks, "schema_version": 3, "solution": solution, "task": False}


def _remove_solutions(source: str) -> str:
    """Return a cell without its solution and its hidden checks."""
    lines, is_inside = [], False
    for line in source.splitlines():
        if line in (_SOLUTION[0], _HIDDEN_TESTS[0]):
            is_inside = True
        elif line in (_SOLUTION[1], _HIDDEN_TESTS[1]):
            is_inside = False
        elif not is_inside:
            lines.append(line)
    return "\n".join(lines)


def _copy_data(given: Mapping[str, Any]) -> dict[str, Any]:
    copy: dict[str, Any] = json.loads(json.dumps(given))
    return copy


def _write_literal(value: Any, indent: str = "") -> str:
    """Return plain data as Python writes it, in readable lines.

    >>> print(_write_literal({"hand": ["R40", "TIGER"], "bid": 200}))
    {
        "hand": ["R40", "TIGER"],
        "bid": 200,
    }
    """
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    inner_indent = indent + "    "
    if isinstance(value, dict):
        parts = [f"{_write_literal(key)}: {_write_literal(item, inner_indent)}" for key, item in value.items()]
        marks, short = "{}", bool(indent)
    elif isinstance(value, list):
        parts = [_write_literal(item, inner_indent) for item in value]
        marks, short = "[]", True
    else:
        return repr(value)
    line = f"{marks[0]}{', '.join(parts)}{marks[1]}"
    if not parts or (short and len(indent + line) <= 86 and "\n" not in line):
        return line
    return f"{marks[0]}\n" + "".join(f"{inner_indent}{part},\n" for part in parts) + indent + marks[1]
