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
from mam.classroom import exercises
from mam.support.data_files import find_notebooks_folder

NOTEBOOKS = sorted(find_notebooks_folder().glob("*.ipynb"))
LESSONS = [
    path for path in NOTEBOOKS if path.name[0].isdigit()
]  # the others, Build, have a file of their own beside this one
ABOUT_CHANCES = ("17", "18", "19", "20", "21", "22", "23", "24", "bu")  # these may do without a rule


def read(path: Path) -> dict[str, Any]:
    return {"path": path, **json.loads(path.read_text("utf-8"))}


each_notebook = check_each("lesson", [read(path) for path in NOTEBOOKS])
each_lesson = check_each("lesson", [read(path) for path in LESSONS])


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


@each_lesson
def test_each_lesson_has_an_exercise_that_checks(lesson: dict[str, Any]) -> None:
    """As README and the guide for teachers promise; the first three are no exception."""
    code = "\n".join("".join(cell["source"]) for cell in code_cells(lesson))
    asked = re.findall(r"practice\(\"([a-z0-9-]+)\"", code)
    assert asked and set(asked) <= {exercise.id for exercise in exercises()}
    outputs = [
        output
        for cell in code_cells(lesson)
        if re.search(r"\b(task|example)\.check\(", "".join(cell["source"]))
        for output in cell["outputs"]
    ]
    assert outputs and any("Wrong." in "".join(output["data"]["text/plain"]) for output in outputs)


MINUTES = {
    "Fifteen minutes": "15",
    "Ten minutes": "10",
    "Five minutes": "5",
    "Twenty minutes": "20",
    "Twenty-five minutes": "25",
    "Half an hour": "30",
    "As long as you like": "open",
}


def head(path: Path) -> str:
    """What a lesson says of itself below its title."""
    return "".join(json.loads(path.read_text("utf-8"))["cells"][0]["source"]).split("\n\n")[1]


@check_each("path", LESSONS[1:])
def test_the_map_says_the_minutes_that_the_lesson_says(path: Path) -> None:
    text = "".join(json.loads(LESSONS[0].read_text("utf-8"))["cells"][2]["source"])
    row = next(line for line in text.splitlines() if f"({path.name})" in line and line.startswith("|"))
    stated_minutes = next(minutes for words, minutes in MINUTES.items() if head(path).startswith(f"*{words}."))
    assert row.split("|")[3].strip() == stated_minutes


def needed(number: str) -> set[str]:
    """The lessons that this one says have to come before it, by their numbers; not those that only help."""
    path = next(path for path in LESSONS if path.name.startswith(number))
    sentences = re.split(r"(?<=[.;]) ", head(path).replace("\n", " "))
    firm = [
        sentence for sentence in sentences if not re.search(r"\bhelps\b|\bIf you\b|\bNothing\b|, or one\b", sentence)
    ]
    return {name for link in firm for name in re.findall(r"\]\((\d\d)-", link)}


@pytest.mark.parametrize("plan", ["A statistics course", "A game club", "A programming class"])
def test_a_plan_has_every_lesson_that_its_lessons_need_and_has_it_before(plan: str) -> None:
    guide = (find_notebooks_folder().parent / "docs" / "teaching.md").read_text("utf-8")
    part = guide.split(f"### {plan}")[1].split("###")[0]
    rows = [line.split("|")[2] for line in part.splitlines() if re.match(r"\| [^|]+ \| \d\d", line)]
    taught: set[str] = set()
    for row in rows:
        meeting = re.findall(r"\b\d\d\b", row)
        taught |= set(meeting)
        assert not {(number, before) for number in meeting for before in needed(number) - taught}, f"{plan}: {row}"


def test_needed_lessons_are_read_from_their_heads() -> None:
    assert needed("20") == {"05", "08"} and needed("22") == {"12", "20", "21"}
    assert needed("21") == {"18"} and needed("04") == set() == needed("16") and needed("08") == {"05"}


@each_notebook
def test_no_table_offers_an_opening_bid_above_the_limit(lesson: dict[str, Any]) -> None:
    """R35-BID-2: whoever opens bids $175,000 to $200,000. With two players there is no such limit (R2H-7, B41)."""
    if lesson["path"].name.startswith("13"):
        return
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


def test_the_specimen_bid_is_judged_by_what_was_known() -> None:
    text = prose(json.loads(LESSONS[2].read_text("utf-8")))
    assert "20-expectation-and-bidding.ipynb" in text and "what North knew" in text and "mad?" not in text


@pytest.mark.parametrize(("number", "partner"), [("07", "23-the-rulebook-audited"), ("23", "07-bull-bear-and-tiger")])
def test_observation_and_experiment_lead_to_each_other(number: str, partner: str) -> None:
    path = next(path for path in LESSONS if path.name.startswith(number))
    text = prose(json.loads(path.read_text("utf-8")))
    assert f"({partner}.ipynb)" in text and "observ" in text and "experiment" in text


@pytest.mark.parametrize(
    ("number", "wrong"),
    [
        ("00", "what players asked"),
        ("03", "questions that players asked"),
        ("07", "wrote to the publishers"),
        ("08", "that saves it"),
        ("10", "that players had asked"),
        ("19", "People call this *Bayes' rule*"),
        ("20", "in every way that agrees"),
        ("22", "three of the hands face down"),
        ("23", "nearly two standard errors"),
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
