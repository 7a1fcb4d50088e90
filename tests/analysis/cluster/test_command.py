"""`mam simulate`, as people type it."""

import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import mam
from mam.cli import parser as cli

pytest.importorskip("pandas", reason="the extra lab is not installed")
pytest.importorskip("pyarrow", reason="the extra cluster is not installed")

import pandas as pd

from mam.analysis import cluster, datasets


def run(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    code = cli.main(["simulate", *map(str, arguments)])
    output = capsys.readouterr()
    return code, output.out, output.err


def test_it_writes_what_play_out_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "new"
    code, output, progress = run(capsys, "--deals", "1_000", "--out", out)
    assert code == 0
    assert re.match(rf"1,000 rounds in {out}: 1 file, 0\.\d MB, \d+\.\d s\n", output)
    assert f'pandas.read_parquet("{out}")' in output
    assert progress.splitlines()[-1] == "1,000 of 1,000 deals (100%)"
    rounds = mam.play_out("make-a-million-1935", 1000, seed=1, policy="rulebook")
    assert list(pd.read_parquet(out)["taken"]) == rounds.side_money().tolist()


def test_every_option_arrives(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    got: list[Any] = []
    monkeypatch.setattr(cluster, "simulate", lambda *asked, **options: got.append((asked, options)))
    line = f"simulate --deals 20 --out {tmp_path} --seed 9 --edition sweven --options a b --players 5 --policy random"
    assert cli.main(f"{line} --bidder n --trump R --bid 150 --workers 3".split()) == 0
    assert got == [
        (
            ("sweven", 20),
            {
                "seed": 9, "out": tmp_path, "policy": "random", "options": ["a", "b"], "players": 5, "bidder": "N",
                "trump": mam.Color.RED, "bid": 150, "workers": 3, "progress": True,
            },
        )
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--deals", "0"], "deals must be 1 or more, not 0"),
        (["--deals", "5", "--trump", "purple"], "purple"),
        (["--deals", "5", "--edition", "chess"], "chess"),
        (["--deals", "5", "--policy", "wise"], "no policy 'wise'"),
        (["--deals", "5", "--bidder", "q"], "no person 'Q' bids; choose one of"),
    ],
)
def test_faults_are_one_line(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, *arguments, "--out", tmp_path / "never")
    assert (code, out) == (2, "")
    assert re.fullmatch(r"mam: [^\n]+\n", err) and message in err
    assert not (tmp_path / "never").exists()


def test_another_job_in_the_folder_is_a_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--deals", "10", "--out", tmp_path)[0] == 0
    code, _, err = run(capsys, "--deals", "10", "--out", tmp_path, "--seed", "2")
    assert code == 2 and "seed is 1 there and 2 here" in err


def test_without_the_packages_it_says_how_to_get_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster.importlib.util, "find_spec", lambda name: None)
    code, _, err = run(capsys, "--deals", "10", "--out", tmp_path)
    assert code == 2 and "pip install" in err


def test_ctrl_c_says_what_is_complete(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(datasets.Dataset, "write", stop)
    with pytest.raises(SystemExit) as ended:
        cli.main(["simulate", "--deals", "10", "--out", str(tmp_path)])
    assert ended.value.code == 130
    assert f"stopped. 0 of 1 parts are complete in {tmp_path}" in capsys.readouterr().err


def _hear_interrupts() -> None:
    """Hear Ctrl-C in a new process, even if these tests run in a shell's background, where it is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_while_a_process_is_started_is_heard_afterwards() -> None:
    code = """
import os, signal
from mam.analysis import cluster
with cluster._hold_interrupts():
    os.kill(os.getpid(), signal.SIGINT)
    print("held", flush=True)
print("lost")
"""
    command = [sys.executable, "-c", code]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=300, preexec_fn=_hear_interrupts)
    assert ended.stdout == "held\n" and "KeyboardInterrupt" in ended.stderr


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_workers_do_not_hear_ctrl_c(tmp_path: Path) -> None:
    """As in a terminal, all processes get the signal; only the command answers."""
    pytest.importorskip("distributed", reason="the extra cluster is not installed")
    command = [
        sys.executable,
        "-m",
        "mam",
        "simulate",
        "--deals",
        "50_000_000",
        "--workers",
        "1",
        "--out",
        str(tmp_path),
    ]
    started = {"stderr": subprocess.PIPE, "text": True, "start_new_session": True, "preexec_fn": _hear_interrupts}
    with subprocess.Popen(command, **started) as running:
        try:
            while not (tmp_path / "part-000000.parquet").exists():
                with suppress(subprocess.TimeoutExpired):
                    assert running.wait(0.05) is None, "it should run for minutes"
            os.killpg(running.pid, signal.SIGINT)
            _, output = running.communicate(timeout=60)
        finally:
            running.kill()
    assert running.returncode == 130
    assert "Traceback" not in output
    assert re.search(r"mam: stopped\. \d+ of 1000 parts are complete", output)
