"""The project is written in American English: no British spelling is left in any file, or in the name of one."""

import base64
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Stems that American English spells otherwise. This file, the list of retired words and the list of English words have to hold them.
BRITISH = re.compile(
    r"(?:(?:colour|neighbour|favour|behaviour|honour|grey(?!hound)|catalogue|theatre|whilst|learnt|artefact)"
    r"|centr(?:e(?:s|d)?\b|ing)|licence|judgement|label(?:led|ling)\b|cancell(?:ed|ing)|modell(?:ed|ing)|travell(?:ed|ing)"
    r"|analys(?:e[ds]?|ing|er)\b|practis(?:e|ing)|towards\b"
    r"|(?:organ|recogn|summar|minim|maxim|optim|random|serial|general|special|normal|initial|visual|standard|penal|real|capital)"
    r"is(?:e[drs]?|ing|ation)\b)\w*",
    re.IGNORECASE,
)
PLACES = ("mam", "widgets", "tests", "docs", "tools", "data", "notebooks", "*.md", "*.py", "*.toml", ".ci")
LEFT_OUT = ("data/words/", "tests/project/test_spelling.py", "tests/shared/retired_words.py", "docs/reference/")
ENCODED = re.compile(r"[A-Za-z0-9+/=]{120,}")  # base64


def list_files() -> list[str]:
    tops = [path for place in PLACES for path in ROOT.glob(place)]
    files = [file for top in tops for file in (top.rglob("*") if top.is_dir() else [top]) if file.is_file()]
    names = [file.relative_to(ROOT).as_posix() for file in files if "__pycache__" not in file.parts]
    return [name for name in names if not name.startswith(LEFT_OUT)]


@cache
def is_british(word: str) -> bool:
    return bool(BRITISH.search(word))


def british_words(text: str) -> set[str]:
    # Word by word, each once: to look for the pattern at every letter of all files would take ten times as long.
    return {word for word in set(re.findall(r"\w+", ENCODED.sub("", text))) if is_british(word)}


def test_no_file_has_a_british_spelling() -> None:
    misspelled = {}
    for name in list_files():
        try:
            text = (ROOT / name).read_text("utf-8")
        except UnicodeDecodeError:  # a picture
            continue
        if words := british_words(f"{name}\n{text}"):
            misspelled[name] = words
    assert not misspelled
    assert len(list_files()) > 500


@pytest.mark.parametrize("word", ["suit_colour", "Grey", "centred", "labelled", "licence", "recognise", "analysing"])
def test_a_british_word_would_be_found(word: str) -> None:
    assert british_words(f"the {word} of it") == {word}


def test_american_words_and_encoded_data_are_none() -> None:
    assert not british_words("color gray centered labeled_by licensed recognize analysis realistic generalist practice")
    assert not british_words(base64.b64encode(b"\x72\x89\xe8\xba\xea\xf6" * 30).decode() + " raise exercise")
