"""Measure how well players play and predict, what the solver saves, and how soon widgets and site answer.

    python tools/measure.py WHAT [OPTION ...]
    python tools/measure.py WHAT --help

Figures of players need the extra `lab`, those of widgets and site the extra `dev` and a machine that does nothing else.
"""

import argparse
import ast
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

SHARED_MODULES = ("__init__", "browser", "figures", "walks")  # no measures, but what several of them use
MEASURES = {
    path.stem.replace("_", "-"): path
    for path in sorted(Path(__file__).with_name("measures").glob("*.py"))
    if path.stem not in SHARED_MODULES
}


def describe_measures() -> str:
    """Return a line for each measure: the first of its docstring."""
    lines = (f"{name:12} {_read_docstring(path).splitlines()[0]}" for name, path in MEASURES.items())
    return "\n".join(["what can be measured:", *lines])


def _read_docstring(path: Path) -> str:
    return ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""


def main(arguments: Sequence[str]) -> None:
    """Measure what the first argument names; the others are its options."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, epilog=describe_measures(), formatter_class=formatter)
    parser.add_argument("what", metavar="WHAT", choices=MEASURES)
    what = parser.parse_args(arguments[:1]).what
    module = import_module(f"measures.{MEASURES[what].stem}")
    options = argparse.ArgumentParser(f"measure.py {what}", description=module.__doc__, formatter_class=formatter)
    module.add_options(options)
    module.run(options.parse_intermixed_args(arguments[1:]))


if __name__ == "__main__":
    main(sys.argv[1:])
