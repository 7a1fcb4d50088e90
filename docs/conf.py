"""The site of documentation, as Sphinx builds it: `sphinx-build -W -c docs . build/site` from the top of the project.

Lessons are shown with the outputs they were committed with: nothing is executed, nothing is fetched.
"""

import base64
import hashlib
import re
import sys
from pathlib import Path
from typing import Any

from docutils import nodes

TOP = Path(__file__).parent.parent
sys.path.insert(0, str(TOP / "tools"))

import make_reference  # noqa: E402

project = "mam"
author = "the authors of mam"
root_doc = "docs/index"
include_patterns = [
    "docs/*.md",
    "docs/teaching/*.md",
    "docs/reference/*.md",
    "notebooks/*.ipynb",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
]
exclude_patterns = [
    "docs/audit_words.md",  # the text from which docs/audit.md is made
    *(".*", "build", "data", "mam", "tests", "tools", "widgets"),  # no pages there: searching them all takes seconds
]
extensions = ["myst_nb", "sphinx.ext.autodoc"]

html_theme = "furo"
html_title = "mam: Make-a-Million"
html_static_path = ["site"]
html_extra_path = ["site/index.html"]  # the site's first page leads to docs/
html_css_files = ["site.css"]
html_js_files = [("site.js", {"defer": "defer"})]
templates_path = ["templates"]
html_copy_source = False
html_show_sphinx = False
html_show_staticright = False

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
    """In the whole site (`mam site build`) every page leads to the five shelves, and a lesson to what is live in it."""
    if "plain_pages" in app.config.html_context:
        top = "../" * page.count("/")
        places = {
            "": "Make-a-Million",
            "learn/": "Learn",
            "play/": "Play",
            "problems/": "Problems",
            "chance/": "Chance",
            "rules/": "Rules",
        }
        links = [f'<a href="{top}{place}index.html">{name}</a>' for place, name in places.items()]
        context["theme_announcement"] = " · ".join(links)
        if page.startswith("notebooks/"):
            note = _say_what_is_live(page, "lab" in app.config.html_context)
            context["body"] = context["body"].replace("</h1>", f"</h1>\n{note}", 1)


# Where a widget of a lesson is a plain page of the site, and its name there.
LIVE = {
    "bidding_lab": ("problems/#bidding", "Bidding lab"),
    "discard_lab": ("problems/#discard", "Discard lab"),
    "probability_lab": ("chance/", "Probability lab"),
    "learn": ("learn/", "Learn"),
    "case": ("rules/", "Rules"),
    "chance": ("chance/", "Chance"),
}


def _say_what_is_live(page: str, has_lab: bool) -> str:
    """A lesson is shown as it was after a run: where its cells run, and which plain pages have the widgets that it uses."""
    source = (TOP / f"{page}.ipynb").read_text("utf-8")
    used = [link for name, link in LIVE.items() if f"mw.{name}(" in source]
    links = ", ".join(f'<a href="../{place}">{name}</a>' for place, name in [("play/", "Play a match"), *used])
    intro = "This page shows the lesson after a run: its tables are pictures, and its cells do not run here."
    wide = f'{intro} <a href="../lab/?path={page}.ipynb">Open the lesson live</a>: it runs in your browser, and nothing is installed.'
    narrow = f"{intro} Live in your browser: {links}."
    text = f'<p class="on-wide">{wide}</p><p class="on-narrow">{narrow}</p>' if has_lab else f"<p>{narrow}</p>"
    return f'<div class="admonition note"><p class="admonition-title">Live</p>{text}</div>'


ASIDES = {
    "announcement-content": "Make-a-Million in your browser",
    "sidebar-drawer": "Documentation",
    "toc-drawer": "This page",
}


def _finish_pages(app: Any, error: Exception | None) -> None:
    """Write into each page what its theme leaves out: names of its parts, and in the whole site what it may load."""
    if error is None:
        for page in (*app.env.found_docs, "search", "genindex"):
            path = Path(app.outdir, f"{page}.html")
            text = path.read_text("utf-8")
            for name, label in ASIDES.items():
                text = re.sub(rf'<aside class="({name}[^"]*)">', rf'<aside class="\1" aria-label="{label}">', text)
            text = re.sub(r"<th([^>]*)>(?:<p></p>|\s)*</th>", r"<td\1></td>", text)  # an empty head heads nothing
            if "plain_pages" in app.config.html_context and '<meta http-equiv="Content-Security-Policy"' not in text:
                policy = f'<meta http-equiv="Content-Security-Policy" content="{_make_policy(text)}">'
                text = text.replace("<head>", f"<head>{policy}", 1)
            path.write_text(text, "utf-8")


def _make_policy(text: str) -> str:
    """Nothing from elsewhere, and of the scripts in the page itself exactly these."""
    scripts = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    hashes = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts]
    allowed = " ".join(["'self'", *(f"'sha256-{digest}'" for digest in dict.fromkeys(hashes))])
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'self'"
    )


def setup(app: Any) -> None:
    make_reference.write(TOP / "docs" / "reference")
    app.connect("autodoc-process-docstring", _as_code)
    app.connect("doctree-read", _without_the_live_table)
    app.connect("html-page-context", _link_to_plain_pages)
    app.connect("build-finished", _finish_pages)
