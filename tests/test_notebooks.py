"""The lessons as they are committed: executed, clean, and with links that lead somewhere. nbval compares their outputs."""

import json
import os
import re
import tempfile
from pathlib import Path
from typing import Any

import pytest

import mam
from mam.classroom import exercises
from mam.datafiles import notebooks_folder

LESSONS = sorted(notebooks_folder().glob("*.ipynb"))
ABOUT_CHANCES = ("17", "18", "19", "20", "21", "22", "23", "24")  # these may do without a rule


@pytest.fixture(params=LESSONS, ids=lambda path: path.stem)
def lesson(request: pytest.FixtureRequest) -> dict[str, Any]:
    return {"path": request.param, **json.loads(request.param.read_text("utf-8"))}


def code_cells(lesson: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in lesson["cells"] if cell["cell_type"] == "code"]


def prose(lesson: dict[str, Any]) -> str:
    return "\n".join("".join(cell["source"]) for cell in lesson["cells"] if cell["cell_type"] == "markdown")


def test_there_are_lessons() -> None:
    assert [path.name[:2] for path in LESSONS] == [f"{number:02}" for number in range(26)]


def test_the_map_leads_to_every_lesson() -> None:
    text = LESSONS[0].read_text("utf-8")
    assert not [path.name for path in LESSONS[1:] if f"({path.name})" not in text]
    titles = {path.name: json.loads(path.read_text("utf-8"))["cells"][0]["source"] for path in LESSONS}
    assert all("".join(source).startswith("# ") for source in titles.values())


def test_each_lesson_ends_with_an_exercise_that_there_is(lesson: dict[str, Any]) -> None:
    code = "\n".join("".join(cell["source"]) for cell in code_cells(lesson))
    asked = re.findall(r"practice\(\"([a-z0-9-]+)\"", code)
    assert set(asked) <= {one.id for one in exercises()}
    assert asked or lesson["path"].name[:2] in ("01", "02", "03")  # the first lessons only look


def test_every_cell_was_executed_in_order(lesson: dict[str, Any]) -> None:
    counts = [cell["execution_count"] for cell in code_cells(lesson)]
    assert counts == list(range(1, len(counts) + 1))


def test_no_output_is_an_error(lesson: dict[str, Any]) -> None:
    outputs = [output for cell in code_cells(lesson) for output in cell["outputs"]]
    assert outputs and not [one for one in outputs if one["output_type"] == "error" or one.get("name") == "stderr"]


def test_nothing_of_the_machine_or_the_moment_is_kept(lesson: dict[str, Any]) -> None:
    assert set(lesson["metadata"]) == {"kernelspec", "language_info"}
    assert not [cell for cell in lesson["cells"] if "execution" in cell["metadata"]]
    text = lesson["path"].read_text("utf-8")
    for place in (Path.home(), tempfile.gettempdir(), notebooks_folder().parent):
        assert f"{place}{os.sep}" not in text
    assert lesson["path"].stat().st_size < 600_000


def test_rules_that_are_named_exist(lesson: dict[str, Any]) -> None:
    heads = {one.split("-")[0] for one in mam.all_rulings()}
    named = re.findall(rf"\b(?:{'|'.join(sorted(heads))})-[A-Z0-9]+(?:-[A-Z0-9]+)*\b", prose(lesson))
    assert set(named) <= set(mam.all_rulings())
    assert named or lesson["path"].name[:2] in ABOUT_CHANCES


def test_links_lead_somewhere(lesson: dict[str, Any]) -> None:
    for target in re.findall(r"\]\(([^)#]+)", prose(lesson)):
        assert not target.startswith("http"), "a lesson works without a network"
        assert (Path(lesson["path"]).parent / target).is_file(), target


def test_each_table_stands_in_two_outputs(lesson: dict[str, Any]) -> None:
    view = "application/vnd.jupyter.widget-view+json"
    shown = [
        cell["outputs"] for cell in code_cells(lesson) if any(view in one.get("data", {}) for one in cell["outputs"])
    ]
    assert shown
    for live, twin in shown:
        assert view in live["data"] and view not in twin["data"]
        assert "data-mam-static" in "".join(twin["data"]["text/html"]) and "".join(twin["data"]["text/plain"])
