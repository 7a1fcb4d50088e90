"""The lessons as they are committed: executed, clean, and with links that lead somewhere. nbval compares their outputs."""

import json
import os
import re
import tempfile
from pathlib import Path
from typing import Any

import pytest

import mam
from mam.datafiles import notebooks_folder

LESSONS = sorted(notebooks_folder().glob("*.ipynb"))


@pytest.fixture(params=LESSONS, ids=lambda path: path.stem)
def lesson(request: pytest.FixtureRequest) -> dict[str, Any]:
    return {"path": request.param, **json.loads(request.param.read_text("utf-8"))}


def code_cells(lesson: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in lesson["cells"] if cell["cell_type"] == "code"]


def prose(lesson: dict[str, Any]) -> str:
    return "\n".join("".join(cell["source"]) for cell in lesson["cells"] if cell["cell_type"] == "markdown")


def test_there_are_lessons() -> None:
    assert [path.name[:2] for path in LESSONS] == ["00", "01", "02"]


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
    named = re.findall(r"\b(?:R35-[A-Z]+-\d+|D-G\d+)\b", prose(lesson))
    assert named and set(named) <= set(mam.all_rulings())


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
