"""The glossary: each term is defined once, refers to what exists, and can be found in a terminal and on the site."""

import re
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
from cases import check_each

import mam
from mam.cli import parser as cli
from mam.library.glossary import KINDS, Term, find_term, list_terms
from mam.support.data_files import find_data_folder

ROOT = Path(__file__).parents[2]
each_term = check_each("term", list_terms())


def test_each_term_is_defined_once() -> None:
    names = [term.name.casefold() for term in list_terms()]
    assert len(names) == len({*names}) >= 90


def test_the_file_holds_known_keys_only() -> None:
    entries = tomllib.loads((find_data_folder() / "glossary.toml").read_text("utf-8"))
    assert {*entries} == {"term"}
    assert {key for entry in entries["term"] for key in entry} == {"term", "kind", "definition", "see", "rules"}


@each_term
def test_a_term_refers_to_what_exists(term: Term) -> None:
    assert term.kind in KINDS
    assert {*term.see} <= {term.name for term in list_terms()} - {term.name}
    assert len({*term.see}) == len(term.see)
    assert {*term.rules} <= {*mam.all_rulings()}


@each_term
def test_a_definition_is_one_or_two_sentences(term: Term) -> None:
    assert term.definition.endswith(".")
    assert 1 <= len(re.findall(r"[.?!](?= [A-Z]|$)", term.definition)) <= 3
    assert len(term.definition) <= 200


def test_every_kind_has_terms() -> None:
    assert {term.kind for term in list_terms()} == {*KINDS}


def test_a_term_is_found_in_any_case_and_number() -> None:
    assert find_term("BULL") == find_term("bull") == find_term("Bulls")
    assert find_term("possible  deals").name == "possible deal"


@pytest.mark.parametrize(
    ("word", "hint"),
    [("nesst", "Did you mean nest?"), ("deviation", "standard deviation"), ("xyzzy", "lists all terms")],
)
def test_an_unknown_word_gets_suggestions(word: str, hint: str) -> None:
    with pytest.raises(ValueError, match=re.escape(hint)) as refusal:
        find_term(word)
    assert f"“{word}” is not in the glossary" in str(refusal.value)


@each_term
def test_the_command_defines_each_term(term: Term, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["glossary", *term.name.split()]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert text.startswith(f"{term.name} ({term.kind}) {term.definition}")
    assert all(name in text for name in (*term.see, *term.rules))


def test_the_command_lists_all_terms(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["glossary"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.endswith(":")] == ["Game:", "Statistics:", "Code:"]
    for term in list_terms():
        assert sum(line.startswith(f"  {term.name}  ") for line in lines) == 1, term


def test_an_unknown_word_is_one_line_on_the_error_stream(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["glossary", "nesst"]) == 2
    assert capsys.readouterr().err == "mam: “nesst” is not in the glossary. Did you mean nest?\n"


def test_the_page_has_all_terms_and_is_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "tools")
    page = (ROOT / "docs" / "glossary.md").read_text("utf-8")
    assert page == import_module("make_reference").glossary_page()
    sys.modules.pop("make_reference")
    assert re.findall(r"^### (.+)$", page, re.MULTILINE) == [
        term.name for kind in KINDS for term in list_terms() if term.kind == kind
    ]
    anchors = {heading.casefold().replace(" ", "-") for heading in re.findall(r"^### (.+)$", page, re.MULTILINE)}
    assert {*re.findall(r"\]\(#([^)]+)\)", page)} <= anchors
