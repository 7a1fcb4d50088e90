"""No text that people read uses a word that our language retired: messages, docstrings, pages, rules, cases, help.

Lessons and exercises are read in tests/classroom/test_wording.py, the scenes of the widgets in tests/widgets/test_wording.py.
"""

import argparse
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from cases import check_each
from retired_words import SUITS, docstrings, find_retired, messages, prose, texts_in_data, texts_in_script
from sources import list_nodes

from mam.cli.parser import make_parser

ROOT = Path(__file__).parents[2]
CODE = sorted([*ROOT.glob("mam/*"), *ROOT.glob("widgets/mam_widgets/*"), ROOT / "docs", *ROOT.glob("tools/*")])
CODE = [folder for folder in CODE if folder.suffix == ".py" or (folder.is_dir() and [*folder.rglob("*.py")])]
SCRIPTS = sorted(ROOT.glob("widgets/**/*.js"))
PAGES = sorted([*ROOT.glob("docs/*.md"), *ROOT.glob("*.md"), *ROOT.glob("data/**/*.md")])
DATA = sorted(ROOT.glob("data/**/*.toml"))

WORLD = {"world", "worlds"}  # the word of the code and of analysts, defined in the glossary
# Where a retired word has its other meaning, or is quoted.
ALLOWED = {
    "mam/classroom/topics/letters.py": {"chair", "world"},  # English words for Card Anagrams
    "mam/sessions/heading.py": {"sitting"},  # quotes the first line of an old file
    "widgets/mam_widgets/bidding/widget.py": {"worlds"},  # the name of an argument
    "data/glossary.toml": {*WORLD, "how likely"},  # says what probability means
    "docs/glossary.md": {*WORLD, "how likely"},
    "docs/architecture.md": WORLD,
    "docs/how_to.md": WORLD,
    "CHANGELOG.md": WORLD,
    "README.md": WORLD,
    # a game with suits
    "data/rules/sweven.toml": SUITS,
    "data/rules/readings-sweven.toml": SUITS,
}


def faults(path: Path, texts: Iterable[str], allowed: Iterable[str] = ()) -> list[str]:
    """The retired phrases of a file, each with the name of the file and what to write instead."""
    name = path.relative_to(ROOT).as_posix()
    allowed = {*allowed, *ALLOWED.get(name, ())}
    return [f"{name}: {fault}" for fault in find_retired("\n".join(texts), allowed)]


@check_each("folder", CODE)
def test_no_message_and_no_docstring_uses_retired_words(folder: Path) -> None:
    all_faults = []
    for path in sorted(folder.rglob("*.py")) if folder.is_dir() else [folder]:
        nodes = list_nodes(path)
        all_faults += faults(path, messages(nodes))
        all_faults += faults(path, docstrings(nodes), WORLD)
    assert not all_faults


def test_no_text_of_a_script_uses_retired_words() -> None:
    assert SCRIPTS and not [
        fault for path in SCRIPTS for fault in faults(path, texts_in_script(path.read_text("utf-8")))
    ]


@check_each("path", PAGES)
def test_no_page_uses_retired_words(path: Path) -> None:
    assert not faults(path, [prose(path.read_text("utf-8"))])


@pytest.mark.parametrize("folder", sorted({path.parent for path in DATA}), ids=lambda folder: folder.name)
def test_no_rule_case_record_or_term_uses_retired_words(folder: Path) -> None:
    texts = {path: texts_in_data(tomllib.loads(path.read_text("utf-8"))) for path in folder.glob("*.toml")}
    assert not [fault for path in texts for fault in faults(path, texts[path])]


def test_no_ruling_uses_retired_words() -> None:
    path = ROOT / "tests" / "rules" / "sentences.txt"
    assert not faults(path, [path.read_text("utf-8")])


def test_no_help_of_a_command_uses_retired_words() -> None:
    def helps(parser: argparse.ArgumentParser) -> Iterator[str]:
        yield " ".join(parser.format_help().split())
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                for command in action.choices.values():
                    yield from helps(command)

    texts = [*helps(make_parser())]
    assert len(texts) > 10 and not [fault for text in texts for fault in find_retired(text)]
