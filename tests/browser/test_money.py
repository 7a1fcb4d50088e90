"""Amounts of money stay text in a real JupyterLab, whose MathJax takes what stands between two dollar signs for a formula."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pages import Notebook

from mam.classroom import exercises, practice
from mam.classroom.assigning import assign
from mam.classroom.classes import parse_class
from mam.support.data_files import find_notebooks_folder

# JupyterLab's own renderer of each text, on its page, and then its MathJax: which texts hold a formula.
RENDER = """async (texts) => {
    const { rendermime } = jupyterapp.shell.currentWidget.content;
    const formulas = [];
    for (const [kind, text] of texts) {
        const renderer = rendermime.createRenderer(kind);
        document.body.append(renderer.node);
        await renderer.renderModel(rendermime.createModel({ trusted: true, data: { [kind]: text } }));
        await rendermime.latexTypesetter.typeset(renderer.node);
        if (!renderer.node.textContent.trim()) throw Error(`nothing is shown of ${text}`);
        if (renderer.node.querySelector("mjx-container, mjx-math, .MathJax")) formulas.push(text);
        renderer.node.remove();
    }
    return formulas;
}"""
CONTROLS = ("From $175,000 to $200,000.", "From \\$175,000 to \\$200,000.")  # what JupyterLab shows as formulas


def _lessons() -> Iterator[tuple[str, str]]:
    """Every Markdown cell, every output that JupyterLab shows as Markdown or HTML, and the guides that lessons link to."""
    links: set[str] = set()
    for path in sorted(find_notebooks_folder().glob("*.ipynb")):
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            if cell["cell_type"] == "markdown":
                links |= set(re.findall(r"\]\((\.\./docs/[\w/.-]+)", "".join(cell["source"])))
                yield "text/markdown", "".join(cell["source"])
            for output in cell.get("outputs", ()):
                kinds = output.get("data", {})
                if "application/vnd.jupyter.widget-view+json" in kinds:
                    continue
                # JupyterLab shows the richest: HTML before Markdown before plain text
                kind = next((kind for kind in ("text/html", "text/markdown") if kind in kinds), None)
                if kind:
                    yield kind, "".join(kinds[kind])
    yield from (("text/markdown", (find_notebooks_folder() / link).read_text("utf-8")) for link in sorted(links))


def _exercises() -> Iterator[tuple[str, str]]:
    for exercise in exercises():
        task = practice(exercise.id)
        texts = [task, *(task.hint(step) for step in range(1, task.hints + 1)), task.solution()]
        yield from (("text/markdown", text._repr_markdown_()) for text in texts)
        yield "text/html", task.check(task.answer)._repr_html_()


def _homework(folder: Path) -> Iterator[tuple[str, str]]:
    club = parse_class('[[student]]\nid = "ann"\nname = "$5 Ann `x` $6"', "club.toml")
    assign(club, {exercise.id: 10 for exercise in exercises()}, "hw", folder / "hw", bytes(32))
    for place in ("students", "teacher/source"):
        notebook = json.loads((folder / "hw" / place / "ann" / "hw.ipynb").read_text("utf-8"))
        yield from (
            ("text/markdown", "".join(cell["source"])) for cell in notebook["cells"] if cell["cell_type"] == "markdown"
        )


@pytest.mark.parametrize("what", ["lessons", "exercises", "homework"])
def test_no_amount_of_money_becomes_a_formula(
    open_notebook: Callable[..., Notebook], tmp_path: Path, what: str
) -> None:
    texts = {"lessons": _lessons, "exercises": _exercises, "homework": lambda: _homework(tmp_path)}[what]
    shown = list(texts())
    assert sum("$" in text for _, text in shown) > 20
    page = open_notebook([""], kernel=False).page
    assert page.evaluate(RENDER, [["text/markdown", text] for text in CONTROLS]) == [*CONTROLS]
    assert page.evaluate(RENDER, shown) == []
