"""Under every encoding of a terminal each command prints its whole text: what the encoding lacks as plain signs, never as “?”."""

import io
import re
import sys
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import cache
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest

import mam
from mam.cli import parser as cli
from mam.cli.parser import make_parser
from mam.engine.rollouts.playouts import POLICIES
from mam.players import PLAYERS, random_player
from mam.support.plain_text import make_plain

RECORDS = Path(mam.__file__).parent.parent / "data" / "records"
STUDIES = RECORDS.parent / "studies" / "learn"
ENCODINGS = ["ascii", "cp437", "cp1252", "cp932"]
COMMANDS = {
    "replay": [["replay", str(path)] for path in sorted(RECORDS.glob("*.toml"))],
    "deal": [["deal", "--edition", name, "--seed", "7"] for name in ("sweven", "make-a-million-1935-two", "anagrams")],
    "rules": [["rules"], ["rules", "--topics"], ["rules", "D-G17"], ["rules", "bull"]],
    "editions": [["editions"], ["editions", "sweven"]],
    "compare": [["compare", "six", "make-a-million-2004", "--notes"]],
    "glossary": [["glossary"], ["glossary", "standard", "error"]],
    "club": [["club"]],
    "case": [["case", "B26"], ["case", "B47"], ["case", "--list", "tiger"]],
    "study": [["study", "check", "--quick", "-v", str(STUDIES / "07-bull.toml")]],
    "exercises": [["exercises"], ["exercises", "set-back", "--hints", "--solution"]],
    "solve": [["solve", str(RECORDS / "specimen.toml"), "--at", "trick 9 card 1"]],
    "play": [["play", "--seed", "7"]],
}  # fmt: skip
# Their own words are tested with what they start, or they print numbers.
ELSEWHERE = {
    "lab",
    "app",
    "assign",
    "grade",
    "handout",
    "roster",
    "problems",
    "site",
    "simulate",
    "bench",
    "table",
    "warm",
}
TIMES = re.compile(r"[\d,]+ positions in .*")
TYPED = "help\nhint\nrefuse\nplay R99\nbid 175\npass\nreview\nscores\nquit\n"


@cache
def print_in(encoding: str, *arguments: str) -> tuple[str, str]:
    """What a command prints to a terminal of an encoding, read back in it: output and errors."""
    output, errors = (io.TextIOWrapper(io.BytesIO(), encoding) for _ in range(2))
    stdin = patch.object(sys, "stdin", io.StringIO(TYPED))
    with stdin, redirect_stdout(output), redirect_stderr(errors), suppress(SystemExit):
        cli.main(arguments)
    texts = []
    for stream in (output, errors):
        stream.flush()
        texts.append(stream.buffer.getvalue().decode(encoding))  # type: ignore[attr-defined]
    return texts[0], texts[1]


def test_every_command_is_tried_here_or_elsewhere() -> None:
    [commands] = (action.choices for action in make_parser()._actions if action.choices)
    assert {*COMMANDS, *ELSEWHERE} == {*commands}  # type: ignore[misc]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.sample(10, 1)
def test_no_sign_is_lost(command: str, encoding: str) -> None:
    for arguments in COMMANDS[command]:
        whole, printed = (TIMES.sub("", print_in(name, *arguments)[0]) for name in ("utf-8", encoding))
        assert printed.count("?") == whole.count("?"), arguments
        assert make_plain(printed) == make_plain(whole) and "\\u" not in printed
        assert make_plain(printed).count("-$") == whole.count("−$") + whole.count("-$")


def test_help_lists_the_levels_that_there_are() -> None:
    level = re.search(r"--level NAME +your opponents: ([^-]*)", print_in("utf-8", "play", "--help")[0])
    policy = re.search(r"--policy NAME +who plays: ([^-]*)", print_in("utf-8", "simulate", "--help")[0])
    for match, names in ((level, tuple(PLAYERS)), (policy, POLICIES)):
        assert match is not None
        listed = re.sub(r"\([^)]*\)", "", match[1])  # what is in parentheses says which is the default
        assert set(re.findall(r"\w+", listed)) - {"or"} == {*names}


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_help_and_errors_lose_no_sign(encoding: str) -> None:
    for arguments in (["play", "--help"], ["deal", "--help"], ["deal", "“−”"], ["rules", "東京"], ["glossary", "×"]):
        whole, printed = ("".join(print_in(name, *arguments)) for name in ("utf-8", encoding))
        assert "?" not in printed.replace("??", "") or "?" in whole
        assert make_plain(printed) == make_plain(whole)


def test_a_bid_that_failed_reads_as_one_in_every_encoding(tmp_path: Path) -> None:
    path = tmp_path / "failed.toml"
    mam.write_record(failed_round(), path)
    for encoding in ENCODINGS:
        text = print_in(encoding, "replay", str(path))[0]
        scores = re.search(r"^Scores .*$", text, re.MULTILINE)
        assert scores is not None and "-$" in make_plain(scores[0]) and "was set back" in text.replace("were", "was")


def failed_round() -> mam.Record:
    """A round of random players whose bidder fails."""
    for seed in range(40):
        round = mam.start("make-a-million-1935", seed)
        while not round.is_over:
            round = round.play(random_player(mam.view(round, round.actor), Random(seed)))
        if round.result and min(round.result.scores.values()) < 0:
            return mam.Record.from_round(round)
    raise AssertionError("no bid failed")
