"""`mam play`: whole rounds in a terminal, line by line, and every line that cannot be obeyed."""

import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from bids import opening
from cases import check_each

import mam
from mam.cli import parser as cli
from mam.cli.terminal import HELP, Terminal
from mam.players import random_player
from mam.sessions import Session

EDITION = "make-a-million-1935"


class Table:
    """A terminal without a keyboard: `type` gives what a line is answered with."""

    def __init__(
        self, session: Session | None = None, *lines: str, end: type[BaseException] = EOFError, **options: Any
    ) -> None:
        self.out, self.left, self.end = io.StringIO(), [*lines], end
        self.terminal = Terminal(
            session or Session.start(EDITION, seed=7, skill_level="rulebook"), self._read, self.out, **options
        )

    @property
    def session(self) -> Session:
        return self.terminal.session

    def _read(self, prompt: str) -> str:
        self.out.write(prompt)
        if not self.left:
            raise self.end
        return self.left.pop(0)

    def type(self, line: str) -> str:
        start = len(self.out.getvalue())
        self.terminal.execute(line)
        return self.out.getvalue()[start:]

    def play_out(self, rng: Random) -> Iterator[str]:
        """The rest of the round, as somebody plays it who asks before each move whether it is legal."""
        while not self.session.round.is_over:
            if not self.session.to_move:
                yield self.type("")
                continue
            move = str(random_player(self.session.view, rng))
            assert self.type(f"why {move}") == f"“{move}” is legal now.\n"
            yield self.type(move)


@pytest.mark.parametrize("edition", mam.list_editions())
@pytest.mark.sample(3, 1)
def test_a_whole_round_of_every_edition(edition: str) -> None:
    table = Table(Session.start(edition, seed=5))
    answers = list(table.play_out(Random(1)))
    assert all(answers) and "Match score: " in answers[-1]
    for command in ("trick", "table", "why", "score"):
        assert table.type(command).strip()
    text = table.out.getvalue()
    assert max(map(len, text.splitlines())) <= 100
    assert all(sign.isprintable() or sign == "\n" for sign in text)
    table.type("")
    assert table.session.is_over or table.session.number == 2


def test_what_a_person_is_told_in_the_auction() -> None:
    table, lowest = Table(), opening("make-a-million-1935")
    assert table.type("go").startswith(
        f"East bids ${lowest},000. It's South's turn.\nSouth to call. Pass, or bid ${lowest + 10},000 to"
    )
    assert "Y30$ Y9" in table.type("hand")
    assert table.type("legal").startswith(f"You may: pass, bid {lowest + 10}, bid {lowest + 15}")
    assert "R35-BID-5" in table.type("bid 170")
    assert "R35-BID-1" in table.type("why")
    assert table.type("pass") == "South passes. It's West's turn.\n"
    assert re.fullmatch(rf"West (bids \${lowest + 10},000|passes)\. It's North's turn\.\n", table.type("next"))
    assert table.type("legal") == "It's North's turn. Press Enter to play on.\n"


def test_what_a_person_is_told_in_the_play() -> None:
    table = Table()
    for line in ("go", "bid 300", "go", "discard B7 B4 B1"):
        table.type(line)
    assert table.type("trump y") == "South names Yellow as trump. It's West's turn to lead.\n"
    assert "You must follow Red: you still\nhold R30, R7 and R5." in table.type("go")
    assert "4. South to play" in table.type("trick")
    assert table.type("r5").startswith("South plays Red 5. East takes the trick, worth $45,000.")
    assert table.type("undo").startswith("Undone. Decide again.")
    assert table.session.to_move and table.type("PLAY R7").startswith("South plays Red 7.")


@check_each(
    "line, answer",
    [
        ("foo", "'foo' is not a move: bid 175, pass, .* Type help for all commands"),
        ("R41", "'R41' is not a card: the ranks are"),
        ("play R41", "the ranks are 40 30"),
        ("play", "is not a card"),
        ("bid lots", "'lots'"),
        ("R40", "You can't play a card now: you must bid or pass first."),
        ("trump R", "You can't name trump now: you must bid or pass first."),
        ("next", "It's your turn."),
        ("go", "It's your turn: bid or pass."),
        ("deal", "This round is not over yet."),
        ("undo", "Nothing to undo: you have made no decision"),
        ("review", "You can review a round when it is over."),
        ("review 0", "round 0 is not finished"),
        ("review two", "'two' is not the number of a round: type review 1"),
        ("record 3 round.toml", "round 3 is not finished: 0 rounds are over"),
        ("save", "Name a file"),
        ("record", "Name a file"),
        ("save no/such/folder/match.toml", "No such file or directory"),
        ("why nonsense", "'nonsense' is not a move"),
        ("bid ٣", "is not"),
        ("x" * 5000, "'x+…' is not a move"),
    ],
)
def test_what_cannot_be_done_is_a_sentence(line: str, answer: str) -> None:
    table = Table()
    table.type("go")
    before = table.session.dumps()
    assert re.search(answer, " ".join(table.type(line).split()))
    assert table.session.dumps() == before


def test_the_end_of_a_match_is_told() -> None:
    table = Table(Session.start("anagrams", seed=5))
    *_, last = table.play_out(Random(1))
    assert "win" in last and table.session.is_over
    assert "win" in table.type("")
    assert table.type("go") == table.type("next") == "The match is over.\n"
    assert table.type("deal") == "The match is over.\n"


def test_no_hidden_card_is_ever_printed() -> None:
    table = Table()
    for _ in range(12):
        for command in ("table", "trick", "hand", "why"):
            table.type(command)
        table.type("" if not table.session.to_move else str(table.session.view.legal_moves[0]))
    view, known_codes = table.session.view.round, set()
    for hand in view.deal.hands:
        known_codes |= {card.code for card in hand}
    known_codes |= {move.card.code for move in view.history if isinstance(move, mam.Play)}
    printed = set(re.findall(r"\b[RYBG]\d+\b", table.out.getvalue()))
    assert {code for code in printed if not re.match(r"R35|R20", code)} <= known_codes


@pytest.mark.extended
def test_hint_and_review() -> None:
    pytest.importorskip("numba", reason="the extra lab is not installed")
    table = Table(Session.start("sweven", seed=5))
    table.type("go")
    assert re.match(r"Recommended: bid \d+.*\. Reason: ", " ".join(table.type("hint").split()))
    assert table.session.hints == 1
    list(table.play_out(Random(1)))
    review = table.type("review")
    assert review.startswith("Reviewing ") and "clearly cost something" in review
    table.type("")
    assert table.session.number == 2 and "For the round before, type review 1." in " ".join(
        table.type("review").split()
    )
    assert table.type("review 1") == review and table.session.number == 2


def test_a_round_played_before_is_written_as_a_record(tmp_path: Path) -> None:
    table = Table(Session.start("sweven", seed=5))
    list(table.play_out(Random(1)))
    over = table.session.record()
    table.type("")
    path = tmp_path / "the first round.toml"
    assert "Record written" in table.type(f"record 1 {path}")
    assert mam.read_record(path).moves == over.moves


def test_without_the_extra_a_hint_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: Session) -> None:
        raise ImportError("No module named 'numpy'")

    monkeypatch.setattr(Session, "hint", missing)
    assert 'pip install "mam[lab]"' in Table().type("hint")


def test_the_width_of_the_terminal_is_kept() -> None:
    table = Table(width=40)
    table.type("go")
    for command in ("table", "help", "legal", "why R40", "score"):
        assert max(map(len, table.type(command).splitlines())) <= 40 + 12  # the line of badges may stand out


def test_the_help_names_what_can_be_typed() -> None:
    table = Table()
    text = table.type("help")
    assert all(name in text for name in HELP) and text == table.type("?")


# Keeping


def test_a_match_is_kept_and_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "match.toml"
    Table(None, "", "pass", "", "B4", path=path).terminal.run()
    assert Session.load(path).round.history[-1] == mam.parse_move("B4")
    continued = Table(Session.load(path), "go", "quit", path=path)
    continued.terminal.run()
    straight = Table()
    for line in ("", "pass", "", "B4", ""):
        straight.type(line)
    assert Session.load(path).dumps() == continued.session.dumps() == straight.session.dumps()
    assert "To continue it" in continued.out.getvalue()


@pytest.mark.parametrize("end", [EOFError, KeyboardInterrupt])
def test_leaving_keeps_the_match_under_a_name_that_is_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: type[BaseException]
) -> None:
    monkeypatch.chdir(tmp_path)
    Table().terminal.run()
    assert not list(tmp_path.iterdir())  # nothing was decided yet
    for name in (f"mam-saves/{EDITION}-S-seed7.toml", f"mam-saves/{EDITION}-S-seed7-2.toml"):
        table = Table(None, "", "pass", end=end)
        table.terminal.run()
        assert name in table.out.getvalue()
        assert Session.load(name).round.history == table.session.round.history


def test_leaving_before_the_first_call_of_a_later_round_keeps_the_rounds_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    session = Session.start(EDITION, seed=7)
    while not session.round.is_over:
        session.play_to_your_turn()
        if session.to_move:
            session.play(session.view.legal_moves[0])
    session.next_round()
    Table(session).terminal.run()
    (save_file,) = (tmp_path / "mam-saves").iterdir()
    assert Session.load(save_file).number == 2


def test_two_terminals_with_one_file_do_not_overwrite_each_other(tmp_path: Path) -> None:
    path = tmp_path / "match.toml"
    Table(None, "go", "quit", path=path).terminal.run()
    first, second = (Table(Session.load(path), *lines, path=path) for lines in (("pass", "quit"), ("bid 300", "quit")))
    first.terminal.run()
    second.terminal.run()
    assert "match.toml was changed elsewhere. This match is saved in" in " ".join(second.out.getvalue().split())
    assert Session.load(path).dumps() == first.session.dumps()
    assert Session.load(tmp_path / "match-2.toml").dumps() == second.session.dumps()


def test_nobody_elses_file_is_written_over(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("mine", "utf-8")
    table = Table()
    for command in ("save", "record"):
        assert "already exists: choose another name" in " ".join(table.type(f"{command} {path}").split())
    assert path.read_text("utf-8") == "mine"


def test_a_round_is_written_as_a_record(tmp_path: Path) -> None:
    table, path = Table(), tmp_path / "round.toml"
    table.type("go")
    assert "written to" in table.type(f"record {path}")
    record = mam.read_record(path)
    assert str(record.deal["N"][0]) == "??" and record.rounds()[-1] == table.session.view.round
    list(table.play_out(Random(1)))
    whole = tmp_path / "whole.toml"
    table.type(f"record {whole}")
    assert mam.read_record(whole).rounds()[-1] == table.session.round


# The command


def run(*arguments: str, lines: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    environment = os.environ | {"COLUMNS": "60", "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, "-m", "mam", "play", *arguments],
        input=lines, cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8", timeout=60,
    )  # fmt: skip


def test_the_command_plays_what_is_piped_in(tmp_path: Path) -> None:
    first = run("--seed", "7", "--file", "match.toml", lines="\npass\n\nbid 5\nG2\n", folder=tmp_path)
    assert first.returncode == 0 and first.stderr == ""
    assert "Your move> pass\nSouth passes. It's West's turn." in first.stdout
    assert first.stdout.endswith("To continue it:\n  mam play --file match.toml\nGoodbye.\n")
    assert max(map(len, first.stdout.splitlines())) <= 60 + 12
    second = run("--file", "match.toml", lines="score\nquit\n", folder=tmp_path)
    assert second.returncode == 0 and "It's West's turn" in second.stdout and "Total: N-S 0, E-W 0." in second.stdout


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["no-such-edition"], "no-such-edition"),
        (["--seat", "Q"], "no seat 'Q': choose one of N E S W"),
        (["--level", "strong"], "no skill level 'strong' in make-a-million-1935: choose one of random, rulebook, club"),
        (["--options", "nonsense"], "nonsense"),
        (["--seed", "-1"], "-1"),
        (["--players", "9"], "players"),
    ],
)
def test_a_match_that_cannot_be_is_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], fault: str
) -> None:
    assert cli.main(["play", *arguments]) == 2
    output = capsys.readouterr()
    assert re.fullmatch(r"mam: [^\n]+\n", output.err) and fault in output.err and not output.out


def test_a_file_that_holds_no_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.toml"
    path.write_text("nonsense = 1\n", "utf-8")
    assert cli.main(["play", "--file", str(path)]) == 2
    assert "not a saved session" in capsys.readouterr().err
    Session.start(EDITION, seed=7).save(path)
    assert cli.main(["play", "six", "--file", str(path)]) == 2
    assert "already holds a match" in capsys.readouterr().err


# What nobody foresaw


@pytest.mark.parametrize(
    ("line", "broken"),
    [
        ("hint", "mam.sessions.Session.hint"),
        ("", "mam.sessions.Session.step"),
        ("score", "mam.cli.terminal.output.make_sheet"),
        ("table", "mam.cli.terminal.output.table_text"),
    ],
)
@pytest.mark.parametrize(
    "error", [RuntimeError("cannot cache: no locator\nfor \x1b[2J"), EOFError(), KeyError("x"), MemoryError()], ids=repr
)
def test_no_fault_costs_the_match(
    line: str, broken: str, error: Exception, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise error

    session = Session.start(EDITION, seed=7)
    table = Table(session, line, "help", path=tmp_path / "match.toml")
    monkeypatch.setattr(broken, fail)
    table.terminal.run()
    text = table.out.getvalue()
    assert f"Error: {type(error).__name__}" in text and "Your match is intact" in text
    assert "\x1b" not in text and "Goodbye." in text and "show this list" in text
    assert Session.load(tmp_path / "match.toml").dumps() == session.dumps()


def test_a_reader_that_goes_away_costs_no_match(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    table = Table(None, "", "pass")
    write = table.out.write

    def broken(text: str) -> int:
        if not table.left:
            raise BrokenPipeError
        return write(text)

    monkeypatch.setattr(table.out, "write", broken)
    with pytest.raises(BrokenPipeError):
        table.terminal.run()
    (save_file,) = (tmp_path / "mam-saves").iterdir()
    assert Session.load(save_file).dumps() == table.session.dumps()


def test_control_signs_are_escaped() -> None:
    output = Table().type("save \x1b[2Jname/that/is/not")
    assert "\x1b" not in output and "\\x1b[2J" in output
