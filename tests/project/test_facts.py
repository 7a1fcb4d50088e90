"""A figure that a guide or a lesson prints as a result is listed in `data/facts.toml`, with how it is found."""

import json
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from cases import check_each

from mam.chance import list_facts
from mam.chance.expressions import compute
from mam.chance.pages import shows

ROOT = Path(__file__).resolve().parents[2]
FACTS = tomllib.loads((ROOT / "data" / "facts.toml").read_text("utf-8"))
MADE = {"docs/audit.md"}  # written by tools/make_audit.py from data/audit, which a test compares
NOTEBOOKS = sorted(f"notebooks/{path.name}" for path in (ROOT / "notebooks").glob("*.ipynb"))
GUIDES = sorted({"README.md", *(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))} - MADE)
CODE = re.compile(r"^ *(```|~~~).*?^ *\1 *$|`[^`\n]*`|(?<=\])\([^)]*\)", re.M | re.S)  # and addresses of links
FIGURE = re.compile(
    r"(?<![\w.])\d[\d,]*(?:\.\d+)?%|± \$?\d[\d,.]*|\b1 in \d[\d,]*\d|(?<![\w./])[+−]\d[\d,]*|(?<![\w./-])\d+\.\d+(?![\w.])"
)
CHOSEN = {"0%", "5%", "50%", "95%", "99%", "100%", "1.96"}  # levels and certainty


def find_figures(text: str) -> Counter[tuple[str, str]]:
    """Count the results that a text prints, each with the heading it stands under.

    >>> sorted(find_figures("# Bids\\nHalf are made: 52% (`61%`), a gain of 3.4, 95% sure, 1 in 12."))
    [('Bids', '1 in 12'), ('Bids', '3.4'), ('Bids', '52%')]
    """
    heading, found = "", Counter[tuple[str, str]]()
    for line in CODE.sub("", text).splitlines():
        if line.startswith("#"):
            heading = line.strip("# ")
        found.update((heading, figure) for figure in FIGURE.findall(line) if figure not in CHOSEN)
    return found


def read_prose(name: str) -> str:
    text = (ROOT / name).read_text("utf-8")
    if not name.endswith(".ipynb"):
        return text
    return "\n\n".join("".join(cell["source"]) for cell in read_cells(name) if cell["cell_type"] == "markdown")


def read_cells(notebook: str) -> list[dict[str, Any]]:
    cells: list[dict[str, Any]] = json.loads((ROOT / notebook).read_text("utf-8"))["cells"]
    return cells


def list_known(name: str) -> set[tuple[str, str]]:
    """The figures of a document that `data/facts.toml` lists, each with its heading."""
    sources = [source for source in FACTS["source"] if source["document"] == name]
    return {
        (source["section"], figure)
        for source in sources
        for figure in (*source.get("measured", ()), *source.get("output", ()), *source.get("computed", ()))
    }


@check_each("name", [*GUIDES, *NOTEBOOKS])
def test_every_figure_in_prose_is_a_fact_and_every_fact_is_printed(name: str) -> None:
    printed, known = {*find_figures(read_prose(name))}, list_known(name)
    assert printed - known == set(), f"{name}: list these in data/facts.toml, with how they are found"
    assert known - printed == set(), f"{name}: data/facts.toml lists these, and they are not printed there"


@check_each("source", FACTS["source"])
def test_a_source_says_how_and_what_is_computed_has_this_value(source: dict[str, object]) -> None:
    how = str(source["how"])
    assert how.strip() and (ROOT / str(source["document"])).is_file()
    assert all((ROOT / path).exists() for path in re.findall(r"\b(?:mam|tools|data|docs)/[\w/.]+\w", how)), how
    computed = source.get("computed", {})
    assert isinstance(computed, dict)
    for figure, text in computed.items():
        page, _, total = text.rpartition(": ")
        value = float(compute(total, list_facts(page) if page else {}))
        assert shows(figure.removeprefix("1 in "), value), f"“{figure}” is printed, but {text} is {value:.6g}"


@check_each("source", [source for source in FACTS["source"] if "output" in source])
def test_what_a_cell_prints_is_among_the_outputs_of_its_lesson(source: dict[str, Any]) -> None:
    outputs = [cell["outputs"] for cell in read_cells(source["document"]) if cell["cell_type"] == "code"]
    printed = json.dumps(
        [output.get("text") or output["data"].get("text/html", "") for cell in outputs for output in cell]
    )
    for figure in source["output"]:
        assert re.search(rf"(?<![\d.]){re.escape(figure)}", printed), figure


@pytest.mark.parametrize(
    "text", ["It wins 61% of them.", "a gain of 3.4", "27 ± 23", "1 in 495 deals", "It brings +43."]
)
def test_a_result_in_prose_is_found(text: str) -> None:
    assert sum(find_figures(text).values()) == 1


@pytest.mark.parametrize("text", ["a 95% interval", "`0.25`", "Rule 7 pays 200.", "in 1935", "[it](site-1.2.html)"])
def test_what_is_no_result_is_left_alone(text: str) -> None:
    assert not find_figures(text)
