"""The eight notebooks of the path Build: little code that one sees, two or three steps to fill in, and solutions that pass."""

import ast
import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from cases import check_each

from mam.classroom import exercises, get_exercise
from mam.classroom.step_registry import known_steps
from mam.classroom.steps import check_step
from mam.support.data_files import find_notebooks_folder

BUILD = sorted(find_notebooks_folder().glob("build-*.ipynb"))
MOST_LINES = 12  # of code that one sees, in a cell
CHECK = re.compile(r'check_step\("([a-z-]+)", (\w+)\)')

each_notebook = check_each("path", BUILD)


def cells(path: Path, kind: str = "code") -> list[dict[str, Any]]:
    return [cell for cell in json.loads(path.read_text("utf-8"))["cells"] if cell["cell_type"] == kind]


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def is_folded(cell: dict[str, Any]) -> bool:
    return bool(cell["metadata"].get("jupyter", {}).get("source_hidden"))


def shown(cell: dict[str, Any]) -> str:
    return "".join("".join(output.get("text") or output["data"].get("text/plain", "")) for output in cell["outputs"])


def list_steps(path: Path) -> list[str]:
    return [match[1] for cell in cells(path) if not is_folded(cell) and (match := CHECK.search(source(cell)))]


def test_the_path_has_eight_notebooks_and_each_leads_to_the_next() -> None:
    assert [path.name[:7] for path in BUILD] == [f"build-{number}" for number in range(1, 9)]
    for path, following in pairwise(BUILD):
        assert f"({following.name})" in source(cells(path, "markdown")[-1])


@each_notebook
def test_a_cell_shows_few_lines(path: Path) -> None:
    sizes = [len(source(cell).splitlines()) for cell in cells(path) if not is_folded(cell)]
    assert max(sizes) <= MOST_LINES


def test_what_is_folded_in_the_lab_is_folded_on_the_site() -> None:
    for path in BUILD:
        for cell in cells(path):
            assert is_folded(cell) == ("hide-input" in cell["metadata"].get("tags", []))


def test_the_steps_are_those_that_are_registered_in_their_order() -> None:
    by_notebook = [list_steps(path) for path in BUILD]
    assert all(2 <= len(steps) <= 3 for steps in by_notebook)
    assert [step for steps in by_notebook for step in steps] == [*known_steps]


@each_notebook
def test_a_step_is_not_filled_in_and_a_solution_follows_it_folded(path: Path) -> None:
    code = cells(path)
    for cell, solution in pairwise(code):
        if is_folded(cell) or not (match := CHECK.search(source(cell))):
            continue
        id, name = match.groups()
        assert "..." in source(cell) and shown(cell) == check_step(id, ...).text
        assert is_folded(solution) and f'assert check_step("{id}", {name})' in source(solution)
        assert not solution["outputs"], "the folded solution shows nothing"
        if not known_steps[
            id
        ].is_value:  # the function that the reader sees has the name and the arguments that are called
            functions = [
                node
                for cell_ in (cell, solution)
                for node in ast.parse(source(cell_)).body
                if isinstance(node, ast.FunctionDef)
            ]
            assert [function.name for function in functions] == [id.replace("-", "_")] * 2
            assert {len(function.args.args) for function in functions} == {len(known_steps[id].cases[0])}


@each_notebook
def test_it_begins_with_a_guess_that_is_kept_and_asks_a_question(path: Path) -> None:
    first = source(cells(path)[0])
    assert re.search(r'^mw\.chance\("[a-z]+"\)$', first, re.M) and "save=" not in first
    head = source(cells(path, "markdown")[0])
    assert re.match(r"# Build \d: ", head) and "**The question of this lesson" in head


@each_notebook
def test_it_ends_with_an_exercise_whose_answer_it_does_not_give(path: Path) -> None:
    task, check = cells(path)[-2:]
    match = re.fullmatch(r'task = practice\("([a-z-]+)"\)\ntask', source(task))
    assert match and match[1] in {exercise.id for exercise in exercises()}
    assert source(check) == 'task.check("?")' and shown(check).startswith("Not an answer yet.")
    assert get_exercise(match[1]).lesson == path.stem


@pytest.mark.parametrize(
    ("number", "claim"),
    [
        ("1", 'print(f"counted: {13 / 55:.1%}'),
        ("3", "total == count_hands(55, 13)"),
        ("4", "Fraction(comb(6, 2), comb(7, 3)) == Fraction(3, 7)"),
        ("6", "abs(gain / error) < 2"),
        ("7", "round(known) == -23 and round(observed) == -39"),
    ],
)
def test_a_figure_that_a_text_states_is_asserted_or_computed(number: str, claim: str) -> None:
    (path,) = (path for path in BUILD if path.name.startswith(f"build-{number}"))
    assert claim in "\n".join(map(source, cells(path)))
