"""The site of documentation, as Sphinx builds it: `sphinx-build -W -c docs . build/site` from the top of the project.

Lessons are shown with the outputs they were committed with: nothing is executed, nothing is fetched.
"""

import re
import sys
from pathlib import Path
from typing import Any

from docutils import nodes

TOP = Path(__file__).parent.parent
sys.path.insert(0, str(TOP / "docs"))

import make_reference  # noqa: E402

project = "mam"
author = "the authors of mam"
root_doc = "docs/index"
include_patterns = [
    "docs/*.md",
    "docs/reference/*.md",
    "notebooks/*.ipynb",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
]
exclude_patterns = [
    "docs/audit_words.md",  # the text from which docs/audit.md is made
    *(".*", "build", "data", "mam", "tests", "widgets"),  # no pages there: searching them all takes seconds
]
extensions = ["myst_nb", "sphinx.ext.autodoc"]

html_theme = "furo"
html_title = "mam: Make-a-Million"
html_static_path = ["site"]
html_extra_path = ["site/index.html"]  # the site's first page leads to docs/
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False

nb_execution_mode = "off"
nb_mime_priority_overrides = [
    # The picture that stands in for a live table, never the table: it would need a kernel and a network.
    ("html", "application/vnd.jupyter.widget-view+json", None),
    ("html", "text/html", 0),
]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
default_role = "code"
python_use_unqualified_type_names = True
suppress_warnings = ["mystnb.unknown_mime_type"]


def _as_code(_app: Any, _kind: str, _name: str, _object: object, _options: object, lines: list[str]) -> None:
    """Our docstrings are plain text with `code` in single backticks; signs that mean something to Sphinx are taken as they are."""
    for number, line in enumerate(lines):
        if not line.lstrip().startswith((">>>", "...")) and "`" not in line:
            lines[number] = re.sub(r"([*|_])(?=\s|$|\W)|(?<=\s)([*|])", r"\\\1\2", line)


def _without_the_live_table(_app: Any, tree: nodes.document) -> None:
    """The picture beneath says it all; that a live table would need a kernel is of no use to a reader of the site."""
    for block in list(tree.findall(nodes.literal_block)):
        if block.astext().strip() == "The live table needs a running kernel.":
            block.parent.remove(block)


def _link_to_plain_pages(app: Any, page: str, _template: str, context: dict[str, Any], _tree: object) -> None:
    """In the whole site (`mam site build`) every page leads to the table, the labs and the quiz."""
    if "plain_pages" in app.config.html_context:
        top = "../" * page.count("/")
        places = {"": "Make-a-Million", "play/": "Play", "labs/": "Labs", "quiz/": "Quiz"}
        links = [f'<a href="{top}{place}index.html">{name}</a>' for place, name in places.items()]
        context["theme_announcement"] = " · ".join(links)


def setup(app: Any) -> None:
    make_reference.write(TOP / "docs" / "reference")
    app.connect("autodoc-process-docstring", _as_code)
    app.connect("doctree-read", _without_the_live_table)
    app.connect("html-page-context", _link_to_plain_pages)
