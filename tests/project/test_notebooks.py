"""The lessons as they are committed: executed, clean, and with links that lead somewhere. nbval compares their outputs."""

import json
import os
import re
import tempfile
from pathlib import Path
from typing import Any

import pytest
from cases import check_each

import mam
from mam.classroom import get_exercise
from mam.support.data_files import find_notebooks_folder

NOTEBOOKS = sorted(find_notebooks_folder().glob("*.ipynb"))
LESSONS = [
    path for path in NOTEBOOKS if path.name[0].isdigit()
]  # the others, Build, have a file of their own beside this one
ABOUT_CHANCES = ("18", "19", "20", "21", "22", "bu")  # these may do without a rule


def read(path: Path) -> dict[str, Any]:
    return {"path": path, **json.loads(path.read_text("utf-8"))}


each_notebook = check_each("lesson", [read(path) for path in NOTEBOOKS])
each_lesson = check_each("lesson", [read(path) for path in LESSONS])


def code_cells(lesson: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in lesson["cells"] if cell["cell_type"] == "code"]


def prose(lesson: dict[str, Any]) -> str:
    return "\n".join("".join(cell["source"]) for cell in lesson["cells"] if cell["cell_type"] == "markdown")


def test_there_are_lessons() -> None:
    assert [path.name[:2] for path in LESSONS] == ["00", "07", "18", "19", "20", "21", "22", "25"]


def test_the_map_leads_to_every_lesson() -> None:
    text = LESSONS[0].read_text("utf-8")
    assert not [path.name for path in NOTEBOOKS[1:] if f"({path.name})" not in text]
    titles = {path.name: json.loads(path.read_text("utf-8"))["cells"][0]["source"] for path in NOTEBOOKS}
    assert all("".join(source).startswith("# ") for source in titles.values())


@each_lesson
def test_a_lesson_shows_no_code_until_it_is_asked_for(lesson: dict[str, Any]) -> None:
    for cell in code_cells(lesson):
        assert cell["metadata"] == {"jupyter": {"source_hidden": True}, "tags": ["hide-input"]}


@check_each("lesson", [read(path) for path in LESSONS[1:]])
def test_a_lesson_ends_with_an_exercise_of_its_own_on_the_screen(lesson: dict[str, Any]) -> None:
    source = "".join(code_cells(lesson)[-1]["source"])
    asked = re.search(r'^mw\.exercise\("([a-z0-9-]+)"\)$', source, re.M)
    assert asked and get_exercise(asked[1]).lesson == lesson["path"].stem


MINUTES = {
    "Fifteen minutes": "15",
    "Ten minutes": "10",
    "Five minutes": "5",
    "Twenty minutes": "20",
    "Twenty-five minutes": "25",
    "Thirty minutes": "30",
    "Half an hour": "30",
    "As long as you like": "open",
}


def head(path: Path) -> str:
    """What a lesson says of itself below its title."""
    return "".join(json.loads(path.read_text("utf-8"))["cells"][0]["source"]).split("\n\n")[1]


@check_each("path", NOTEBOOKS[1:])
def test_the_map_says_the_minutes_that_the_lesson_says(path: Path) -> None:
    text = "".join(json.loads(LESSONS[0].read_text("utf-8"))["cells"][2]["source"])
    row = next(line for line in text.splitlines() if f"({path.name})" in line and line.startswith("|"))
    stated_minutes = next(minutes for words, minutes in MINUTES.items() if head(path).startswith(f"*{words}."))
    assert row.split("|")[3].strip() == stated_minutes


def test_the_programming_class_takes_build_in_its_order() -> None:
    guide = (find_notebooks_folder().parent / "docs" / "teaching.md").read_text("utf-8")
    part = guide.split("### A programming class")[1].split("###")[0]
    assert re.findall(r"^\| Build (\d)", part, re.M) == [f"{number}" for number in range(1, 9)]


@each_notebook
def test_no_table_offers_an_opening_bid_above_the_limit(lesson: dict[str, Any]) -> None:
    """R35-BID-2: whoever opens bids $175,000 to $200,000."""
    for cell in code_cells(lesson):
        for output in cell["outputs"]:
            text = "".join(output.get("data", {}).get("text/plain", ""))
            assert not re.search(r"to call\. Bid \$175,000 to \$(?!200,000)", text), text[:300]


@each_notebook
def test_in_the_middle_of_play_no_panel_tells_of_the_deal(lesson: dict[str, Any]) -> None:
    for cell in code_cells(lesson):
        for output in cell["outputs"]:
            text = "".join(output.get("data", {}).get("text/plain", ""))
            if re.search(r"^Trick, ", text, re.M):
                assert "dealt: " not in text, text[:300]


@pytest.mark.parametrize(
    ("number", "partner"), [("07", "build-7-audit-a-claim"), ("build-7", "07-bull-bear-and-tiger")]
)
def test_observation_and_experiment_lead_to_each_other(number: str, partner: str) -> None:
    path = next(path for path in NOTEBOOKS if path.name.startswith(number))
    text = prose(json.loads(path.read_text("utf-8")))
    assert f"({partner}.ipynb)" in text and "observ" in text and "experiment" in text


@pytest.mark.parametrize(
    ("number", "wrong"),
    [
        ("00", "what players asked"),
        ("07", "wrote to the publishers"),
        ("19", "People call this *Bayes' rule*"),
        ("20", "in every way that agrees"),
        ("22", "three of the hands face down"),
    ],
)
def test_corrected_mistakes_do_not_come_back(number: str, wrong: str) -> None:
    path = next(path for path in LESSONS if path.name.startswith(number))
    assert wrong not in " ".join(prose(json.loads(path.read_text("utf-8"))).split())


@each_notebook
def test_every_cell_was_executed_in_order(lesson: dict[str, Any]) -> None:
    counts = [cell["execution_count"] for cell in code_cells(lesson)]
    assert counts == list(range(1, len(counts) + 1))


@each_notebook
def test_no_output_is_an_error(lesson: dict[str, Any]) -> None:
    outputs = [output for cell in code_cells(lesson) for output in cell["outputs"]]
    assert outputs and not [
        output for output in outputs if output["output_type"] == "error" or output.get("name") == "stderr"
    ]


@each_notebook
def test_nothing_of_the_machine_or_the_moment_is_kept(lesson: dict[str, Any]) -> None:
    assert set(lesson["metadata"]) == {"kernelspec", "language_info"}
    assert not [cell for cell in lesson["cells"] if "execution" in cell["metadata"]]
    text = lesson["path"].read_text("utf-8")
    for place in (Path.home(), tempfile.gettempdir(), find_notebooks_folder().parent):
        assert f"{place}{os.sep}" not in text
    assert lesson["path"].stat().st_size < 750_000  # charts are kept for a light and for a dark theme


@each_notebook
def test_every_dollar_sign_is_one_that_jupyterlab_shows(lesson: dict[str, Any]) -> None:
    """Its MathJax takes the text between two of them for a formula, with a backslash before them, too."""
    outside_code = re.sub(r"```.*?```|`[^`\n]*`", "", prose(lesson), flags=re.DOTALL)
    assert not re.search(r"(?<!<span>\\)\$|\$(?!</span>)", outside_code)


@each_notebook
def test_rules_that_are_named_exist(lesson: dict[str, Any]) -> None:
    heads = {ruling.split("-")[0] for ruling in mam.all_rulings()}
    named = re.findall(rf"\b(?:{'|'.join(sorted(heads))})-[A-Z0-9]+(?:-[A-Z0-9]+)*\b", prose(lesson))
    assert set(named) <= set(mam.all_rulings())
    assert named or lesson["path"].name[:2] in ABOUT_CHANCES


@each_notebook
def test_links_lead_somewhere(lesson: dict[str, Any]) -> None:
    for target in re.findall(r"\]\(([^)#]+)", prose(lesson)):
        assert not target.startswith("http"), "a lesson works without a network"
        assert (Path(lesson["path"]).parent / target).is_file(), target


@each_notebook
def test_each_table_stands_in_two_outputs(lesson: dict[str, Any]) -> None:
    view = "application/vnd.jupyter.widget-view+json"
    shown = [
        cell["outputs"]
        for cell in code_cells(lesson)
        if any(view in output.get("data", {}) for output in cell["outputs"])
    ]
    assert shown
    for live, copy in shown:
        assert view in live["data"] and view not in copy["data"]
        assert "data-mam-static" in "".join(copy["data"]["text/html"]) and "".join(copy["data"]["text/plain"])
