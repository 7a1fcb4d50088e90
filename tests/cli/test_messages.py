"""Every message is one line, without control signs, and quotes long texts shortened; Ctrl-C and a full disk are told in a line."""

import errno
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from specimen_records import write_specimen

import mam
from mam.cli import parser as cli
from mam.support import data_files
from mam.support.data_files import remove_leftovers, remove_partial_files, reserve_name, write_file
from mam.support.messages import format_message

ESC = "\x1b[31mred\x9b2J"
COMMANDS = {
    "replay": ["replay", "x.toml"],
    "deal": ["deal"],
    "rules": ["rules"],
    "editions": ["editions"],
    "compare": ["compare", "six", "eight"],
    "club": ["club"],
    "solve": ["solve", "x.toml"],
    "simulate": ["simulate", "--deals", "5", "--out", "x"],
    "exercises": ["exercises"],
    "assign": ["assign", "c.csv", "--exercises", "set-back", "--name", "h", "--out", "x"],
    "grade": ["grade", "x", "--assignment", "a", "--key", "k"],
    "bench": ["bench"],
    "warm": ["warm"],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_ctrl_c_is_one_line_and_130(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_: Any) -> None:
        raise KeyboardInterrupt

    for module, function in (
        ("mam.cli.rounds", "replay"), ("mam.cli.rounds", "solve"), ("mam.cli.deals", "deal"),
        *(("mam.cli.lookup", function) for function in ("print_rules", "print_editions", "compare", "print_club")),
        *(("mam.cli.measuring", function) for function in ("simulate", "run_benchmarks", "warm")),
        *(("mam.classroom.commands", function) for function in ("_show_exercises", "_assign", "_grade")),
    ):  # fmt: skip
        monkeypatch.setattr(f"{module}.{function}", interrupted)
    with pytest.raises(SystemExit) as ended:
        cli.main(COMMANDS[name])
    assert ended.value.code == 130
    assert capsys.readouterr() == ("", "mam: stopped.\n")


INTERRUPTING = """
import signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            signal.raise_signal(signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever started the tests may ignore the signal
sys.meta_path.insert(0, Interrupting())
"""


@pytest.mark.parametrize("name", ["mam.cli.parser", "argparse", "mam.support.messages", "mam.cli.lookup"])
@pytest.mark.parametrize("way", ["python -m mam", "mam"])
def test_ctrl_c_during_the_imports_is_one_line_and_130(way: str, name: str, tmp_path: Path) -> None:
    root = Path(mam.__file__).parent.parent
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTING.format(name=name))  # Python runs it before anything of ours
    module, _, function = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["scripts"][
        "mam"
    ].partition(":")
    script = f"import sys; from {module} import {function}; sys.exit({function}())"  # what an installer writes
    process = subprocess.run(
        [sys.executable, *(["-m", "mam"] if way != "mam" else ["-c", script]), "editions"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(root)])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (process.returncode, process.stdout, process.stderr) == (130, "", "mam: stopped.\n")


@pytest.mark.parametrize("asked", [[], ["--bid", "200"], ["--bid", "200", "--json"]])
def test_ctrl_c_in_a_search_tells_what_is_proven_and_is_130(
    asked: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class InterruptedPosition:
        unit, upper_bound = 5, 80

        def guess(self) -> int:
            return 40

        def probe_in_steps(self, *_: Any) -> Iterator[None]:
            raise KeyboardInterrupt
            yield

    monkeypatch.setattr("mam.engine.solver.solution._open", lambda *_: InterruptedPosition())
    with pytest.raises(SystemExit) as ended:
        cli.main(["solve", str(write_specimen(tmp_path)), *asked])
    assert ended.value.code == 130
    output = capsys.readouterr().out
    assert ("null" if "--json" in asked else "the search was stopped") in output


@pytest.mark.parametrize("text", [ESC, "x" * 6000, ESC + "x" * 6000, "it's " * 1000, "\u202e" * 300])
@pytest.mark.parametrize(
    "before",
    [
        ["rules"], ["rules", "--edition"], ["editions"], ["replay"], ["deal"], ["deal", "--seed"], ["deal", "--edition"], ["deal", "--dealer"],
        ["deal", "--players"], ["deal", "--options"], ["play", "--seat"], ["play", "--level"], ["compare", "six"], ["club"], ["exercises"],
        ["exercises", "--level"], ["exercises", "--kind"], [], ["solve", "--at"], ["warm"], ["simulate", "--deals"],
    ],
    ids=" ".join,
)  # fmt: skip
@pytest.mark.sample(40, 26)
def test_what_was_typed_is_escaped_and_shortened(
    before: list[str], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code: object = cli.main([*before, text])
    except SystemExit as ended:
        code = ended.code
    message = capsys.readouterr().err
    assert code == 2 and message
    assert all(sign.isprintable() or sign == "\n" for sign in message)
    assert max(map(len, message.splitlines())) <= 2100
    assert "x" * 200 not in message


def test_a_message_is_shortened_only_where_it_is_long() -> None:
    path = "folder/" * 30
    for text in ("It's there, isn't it?", f"{path}: No such file", "“mam rules” lists them all", "not 'x' but \"y\""):
        assert format_message(text) == text
    assert format_message(f"no {'a b' * 99!r}; try 'c'") == f"no '{('a b' * 99)[:60]}…'; try 'c'"
    assert format_message("w" * 6000) == "w" * 100 + "…" + "w" * 100


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here: no disk that is always full")
def test_full_output_is_named() -> None:
    with open("/dev/full", "w") as full:
        process = subprocess.run(
            [sys.executable, "-m", "mam", "editions"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert (process.returncode, process.stderr) == (2, "mam: standard output: No space left on device\n")


def full(*_: Any, **__: Any) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_no_space_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mam.support.data_files.os.fsync", full)
    with pytest.raises(OSError, match=r"No space left on device: '.*match\.toml'") as caught:
        write_file(tmp_path / "match.toml", "x")
    assert caught.value.filename == str(tmp_path / "match.toml")
    assert not list(tmp_path.iterdir())


def test_no_space_in_assign_names_the_notebook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "class.csv").write_text("id,name\nann,Ann\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Path, "write_text", full)
    command = ["assign", "class.csv", "--exercises", "set-back", "--name", "hw", "--out", "out"]
    assert cli.main(command) == 2
    assert "ann" in (message := capsys.readouterr().err) and message.endswith("hw.ipynb: No space left on device\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["class.csv", "class.key"]  # a key is never deleted


# What is left by a process that is killed


def test_what_a_killed_process_left_is_deleted_and_nothing_else(tmp_path: Path) -> None:
    own = {".hw-20260901", ".hw-2-0123abcd", "hw-0123abcd", ".hw-old", ".hw-0123abcde"}
    for name in (".hw-0123abcd", *own):
        (tmp_path / name / "teacher").mkdir(parents=True)
    (tmp_path / ".hw-0123abcd.0.npy").touch()
    for name in (".hw-0123abcd.lock", ".hw-76543210.lock", ".hw-old.lock"):
        (tmp_path / name).touch()
    with reserve_name(tmp_path, "hw") as run:
        (tmp_path / run).mkdir()
        remove_leftovers(tmp_path, "hw")
        assert (tmp_path / run).is_dir()
        left = {*own, ".hw-old.lock", run, f"{run}.lock"}
        assert {path.name for path in tmp_path.iterdir()} == left
        (tmp_path / run).rmdir()
    remove_leftovers(tmp_path, "hw")
    assert {path.name for path in tmp_path.iterdir()} == left - {run, f"{run}.lock"}


def test_parts_of_a_file_are_deleted_when_nobody_writes_them(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl", reason="this test locks as Unix does")
    path = tmp_path / "grades.csv"
    leftover, written = (f"grades.csv.{number * 8}.part" for number in ("0a", "7b"))
    own = {"grades.csv.part", "grades.csv.20260901.part", f"other.csv.{'0a' * 8}.part"}
    for name in (leftover, written, *own):
        (tmp_path / name).touch()
    with open(tmp_path / written) as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        remove_partial_files(path)
    assert {path.name for path in tmp_path.iterdir()} == {written, *own}


def test_a_file_that_was_taken_for_a_leftover_before_it_was_locked_is_written_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("fcntl", reason="this test locks as Unix does")
    lock, path = data_files._lock, tmp_path / "grades.csv"

    def lock_late(handle: int) -> bool:
        monkeypatch.setattr(data_files, "_lock", lock)
        remove_partial_files(path)  # by another process, at the worst moment
        return lock(handle)

    monkeypatch.setattr(data_files, "_lock", lock_late)
    write_file(path, "x")
    assert [path.name for path in tmp_path.iterdir()] == ["grades.csv"]


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_run_that_is_killed_holds_nothing(tmp_path: Path) -> None:
    code = (
        "import os, sys\nfrom pathlib import Path\nfrom mam.support.data_files import reserve_name\n"
        "with reserve_name(Path(sys.argv[1]), 'hw') as run:\n    Path(sys.argv[1], run).mkdir()\n    os.kill(os.getpid(), 9)"
    )
    root = str(Path(mam.__file__).parent.parent)
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False, env={**os.environ, "PYTHONPATH": root})
    assert len(list(tmp_path.iterdir())) == 2
    remove_leftovers(tmp_path, "hw")
    assert not list(tmp_path.iterdir())
