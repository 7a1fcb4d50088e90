"""Every script in `tools/` starts and says what it takes, so that it is still there when somebody needs it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).parents[2] / "tools"
SCRIPTS = sorted(path.name for path in TOOLS.glob("*.py") if "__main__" in path.read_text("utf-8"))
MODULES = sorted(path.stem for path in TOOLS.glob("*.py") if path.name not in SCRIPTS)
MEASURES = (
    "bids",
    "calibration",
    "calls",
    "clicks",
    "defense",
    "drag",
    "first-act",
    "levels",
    "play",
    "players",
    "replies",
    "site-clicks",
    "site-visit",
    "solver",
    "sure",
    "tasks",
)
# One process starts them all, so that what they share is imported once.
START = """
import contextlib, doctest, io, runpy, sys
for line in sys.argv[1:]:
    script, *arguments = line.split()
    sys.argv = [script, *arguments, "--help"]
    with contextlib.redirect_stdout(io.StringIO()) as out:
        try:
            runpy.run_path(script, run_name="__main__")
        except SystemExit as stop:
            code = stop.code
        else:
            code = "it did not stop at --help"
    print(line, "starts" if code in (0, None) and out.getvalue().startswith("usage:") else code)
examples = [doctest.testmod(module) for name, module in sys.modules.copy().items() if name.startswith("measures.")]
print(sum(example.failed for example in examples), "of", sum(example.attempted for example in examples), "examples fail")
"""


def test_every_tool_starts() -> None:
    pytest.importorskip("playwright", reason="the extra dev is not installed")
    lines = [*SCRIPTS, *(f"measure.py {name}" for name in MEASURES)]
    code = f"import sys; sys.path.insert(0, {str(TOOLS)!r}); import {', '.join(MODULES)}\n{START}"
    run = subprocess.run([sys.executable, "-c", code, *lines], cwd=TOOLS, capture_output=True, encoding="utf-8")
    assert run.returncode == 0, run.stderr
    *started, examples = run.stdout.splitlines()
    assert started == [f"{line} starts" for line in lines]
    assert examples.startswith("0 of ") and not examples.startswith("0 of 0")


def test_the_runner_lists_every_measure() -> None:
    run = subprocess.run(
        [sys.executable, TOOLS / "measure.py", "--help"], capture_output=True, encoding="utf-8", check=True
    )
    listed = run.stdout.partition("what can be measured:\n")[2]
    assert tuple(re.findall(r"^([a-z-]+) +\S", listed, re.MULTILINE)) == MEASURES


def test_every_command_in_the_guides_names_a_tool() -> None:
    """A guide, a comment or the history of learned weights names no script that has gone or moved."""
    root = TOOLS.parent
    pages = [*root.glob("*.md"), *root.glob("docs/*.md"), *root.glob("data/**/*.md"), *root.glob("data/players/*.toml")]
    pages += [path for folder in ("mam", "widgets", "tools") for path in (root / folder).rglob("*.py")]
    named = {
        (path.relative_to(root).as_posix(), name)
        for path in pages
        for name in re.findall(r"\b((?:docs|tools)/\w+\.py)\b", path.read_text("utf-8"))
    }
    assert named and {(page, name) for page, name in named if not (root / name).is_file()} == set()
