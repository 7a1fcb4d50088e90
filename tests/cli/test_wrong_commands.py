"""Whatever is typed after `mam`, it answers, or says in one sentence what is wrong; never in Python's words."""

import io
import os
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest

import mam
from mam.cli import parser as cli

SPECIMEN = Path(mam.__file__).parent.parent / "data" / "records" / "specimen.toml"
COMMANDS = (
    "replay",
    "deal",
    "play",
    "rules",
    "editions",
    "compare",
    "glossary",
    "club",
    "solve",
    "exercises",
    "grade",
    "",
)
OPTIONS = (
    *(
        "--seed",
        "--dealer",
        "--edition",
        "--options",
        "--players",
        "--seat",
        "--level",
        "--file",
        "--json",
        "--at",
        "--bid",
    ),
    *(
        "--seconds",
        "--topics",
        "--notes",
        "--situation",
        "--kind",
        "--student",
        "--hints",
        "--assignment",
        "--key",
        "--out",
    ),
)
WORDS = (
    *("", "x" * 5000, "\x1b[2J", "“" * 3000, "-1", "0", "7", "9" * 5000, "nan", "inf", "1e999", "東京", "'", "\\", "a\nb", "+", "six+"),
    *("six", "make-a-million-1935", "sweven+6-players", "anagrams", "manhattan+without-tiger", "R35-PLAY-5", "MS-0M13Y", "N", "Q"),
    *("club", "expert", "search", "random", "trick 3 card 2", "trick 99", "deal", "set-back", "5", str(SPECIMEN), "nowhere.toml", "."),
)  # fmt: skip
PYTHON_WORDS = (
    "Traceback",
    "object has no attribute",
    "__init__",
    "NoneType",
    "invalid literal",
    "int_max_str_digits",
    "codec can't",
)


@pytest.mark.parametrize("seed", range(12))
def test_a_wrong_command_is_answered_in_a_sentence(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(os.environ, "COLUMNS", "80")
    rng = Random(seed)

    def draw(values: tuple[str, ...]) -> str:
        return values[int(rng.random() * len(values))]

    for _ in range(25):
        arguments = [draw(COMMANDS)]
        for _ in range(int(rng.random() * 4)):
            arguments.append(draw(OPTIONS) if rng.random() < 0.5 else draw(WORDS))
        output, errors = io.StringIO(), io.StringIO()
        stdin = patch.object(sys, "stdin", io.StringIO("quit\n"))
        with stdin, redirect_stdout(output), redirect_stderr(errors):
            try:
                code = cli.main(arguments)
            except SystemExit as stop:
                code = stop.code if isinstance(stop.code, int) else 1
        text = errors.getvalue()
        assert code in (0, 2), arguments
        assert not any(word in text for word in PYTHON_WORDS), (arguments, text)
        message = text.split("mam", 1)[-1] if code else ""
        assert len(message) < 6000 and all(sign.isprintable() or sign == "\n" for sign in text), (arguments, text[:300])
