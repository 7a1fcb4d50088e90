"""Simulations: the same rows and bytes whoever plays them, gone on with after a stop, refused where something else lies."""

import hashlib
import io
import json
import logging
import os
import shutil
import signal
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import mam
from mam.rules.cards import Color

pytest.importorskip("pandas", reason="the extra lab is not installed")
pytest.importorskip("pyarrow", reason="the extra cluster is not installed")
pytest.importorskip("distributed", reason="the extra cluster is not installed")

import pandas as pd
from distributed import Client, LocalCluster

from mam.analysis import cluster, datasets
from mam.analysis.cluster import simulate

EDITION = "make-a-million-1935"
ASKED: dict[str, Any] = {"seed": 5, "policy": "rulebook", "bid": 240, "chunk": 300}
DEALS = 1000  # four parts, the last of them shorter


def bytes_of(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The job done by this process."""
    out = tmp_path_factory.mktemp("whole") / "new" / "results"
    assert simulate(EDITION, DEALS, out=out, **ASKED) == out
    return out


@pytest.fixture(scope="module")
def two() -> Iterator[Any]:
    """A client of two worker processes."""
    with (
        LocalCluster(
            2, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client


def test_the_rows_are_those_of_play_out(whole: Path) -> None:
    assert sorted(path.name for path in whole.iterdir()) == [
        "_job.json", *(f"part-{part:06}.parquet" for part in range(4))
    ]  # fmt: skip
    read = pd.read_parquet(whole)
    rounds = mam.play_out(EDITION, DEALS, seed=5, policy="rulebook", bid=240)
    assert list(read["round"]) == list(range(DEALS))
    pd.testing.assert_frame_equal(read.drop(columns="round"), rounds.frame(), check_dtype=False)
    assert mam.decode_deal(read["deal"][777]) == (EDITION, rounds.round(777).deal)
    assert read["made"].dtype == bool
    assert read["taken"].dtype.kind == "i"


def test_a_table_comes_back_without_a_folder(whole: Path) -> None:
    table = simulate(EDITION, DEALS, **ASKED)
    pd.testing.assert_frame_equal(table, pd.read_parquet(whole), check_dtype=False)
    assert table.equals(simulate(EDITION, DEALS, **{**ASKED, "chunk": 77}))


def test_bytes_are_the_same_with_no_one_and_two_workers(whole: Path, two: Any, tmp_path: Path) -> None:
    simulate(EDITION, DEALS, out=tmp_path / "one", workers=1, **ASKED)
    simulate(EDITION, DEALS, out=tmp_path / "two", client=two, **ASKED)
    assert bytes_of(tmp_path / "one") == bytes_of(whole)
    assert bytes_of(tmp_path / "two") == bytes_of(whole)
    assert simulate(EDITION, DEALS, client=two, **ASKED).equals(simulate(EDITION, DEALS, **ASKED))


def test_every_part_says_what_it_belongs_to(whole: Path) -> None:
    import pyarrow.parquet as parquet

    job = (whole / "_job.json").read_text("utf-8")
    assert json.loads(job) == {
        "edition": EDITION, "deals": DEALS, "seed": 5, "policy": "rulebook", "bidder": None, "trump": None, "bid": 240,
        "chunk": 300, "compiled": True, "version": mam.__version__,
    }  # fmt: skip
    for part in range(4):
        about = parquet.read_metadata(whole / f"part-{part:06}.parquet")
        assert about.metadata[b"mam"].decode() == job
        assert about.num_rows == (300 if part < 3 else 100)


# Going on


def copied(whole: Path, folder: Path) -> Path:
    folder.mkdir()
    for path in whole.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    return folder


def test_what_is_missing_or_half_written_is_played_again(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = copied(whole, tmp_path / "out")
    (out / "part-000000.parquet").unlink()
    half = (out / "part-000002.parquet").read_bytes()
    (out / "part-000002.parquet").write_bytes(half[: len(half) // 2])
    for name in (".mam-0123abcd.lock", ".mam-0123abcd.left"):  # by a writer that was killed
        (out / name).write_bytes(half[:100])
    played = []
    write = datasets.Dataset.write
    monkeypatch.setattr(datasets.Dataset, "write", lambda data, part: played.append(part) or write(data, part))
    simulate(EDITION, DEALS, out=out, **ASKED)
    assert played == [0, 2]
    assert bytes_of(out) == bytes_of(whole)
    simulate(EDITION, DEALS, out=out, **ASKED)
    assert played == [0, 2]


def test_a_part_of_another_job_is_played_again(whole: Path, tmp_path: Path) -> None:
    out = copied(whole, tmp_path / "out")
    simulate(EDITION, DEALS, out=tmp_path / "other", **{**ASKED, "seed": 6})
    (out / "part-000001.parquet").write_bytes((tmp_path / "other" / "part-000001.parquet").read_bytes())
    simulate(EDITION, DEALS, out=out, **ASKED)
    assert bytes_of(out) == bytes_of(whole)


def test_ctrl_c_keeps_what_is_complete(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = datasets.Dataset.write

    def stop_at_the_third(data: datasets.Dataset, part: int) -> int:
        if part == 2:
            raise KeyboardInterrupt
        return write(data, part)

    with monkeypatch.context() as patched:
        patched.setattr(datasets.Dataset, "write", stop_at_the_third)
        with pytest.raises(KeyboardInterrupt) as stopped:
            simulate(EDITION, DEALS, out=tmp_path, **ASKED)
    assert stopped.value.__notes__ == [f"2 of 4 parts are complete in {tmp_path}: run the same call again to continue"]
    simulate(EDITION, DEALS, out=tmp_path, **ASKED)
    assert bytes_of(tmp_path) == bytes_of(whole)


def test_a_part_that_cannot_be_written_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(datasets.os, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        simulate(EDITION, DEALS, out=tmp_path, **ASKED)
    assert list(tmp_path.iterdir()) == []


class Deadly:
    """A client of Dask's whose first worker to take the second part dies over it, half of it written."""

    def __init__(self, client: Any, folder: Path) -> None:
        self.client, self.folder, self.cancel = client, folder, client.cancel

    def submit(self, task: Callable[[int], int], part: int, **options: Any) -> Any:
        died = self.folder / "died"

        def play(part: int) -> int:
            if part == 1 and not died.exists():
                died.touch()
                data = task.__self__  # type: ignore[attr-defined]
                (data.folder / f"{data.run}.half").write_bytes(b"PAR1")
                os.kill(os.getpid(), signal.SIGKILL)
            return task(part)

        return self.client.submit(play, part, **options)


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_lost_worker_changes_nothing(whole: Path, two: Any, tmp_path: Path) -> None:
    out = tmp_path / "out"
    simulate(EDITION, DEALS, out=out, client=Deadly(two, tmp_path), **ASKED)
    assert (tmp_path / "died").exists()
    assert bytes_of(out) == bytes_of(whole)


class Killed:
    """A job whose worker is killed over the second part, so many times."""

    def __init__(self, folder: Path, times: int) -> None:
        self.folder, self.times = folder, times

    def __call__(self, part: int) -> int:
        died = len(list(self.folder.glob("died-*")))
        if part == 1 and died < self.times:
            (self.folder / f"died-{died}").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return part * part


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_killed_worker_is_said_and_replaced(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    batches = dict(cluster._run(Killed(tmp_path, 1), range(4), workers=1, client=None))
    assert batches == {0: 0, 1: 1, 2: 4, 3: 9}
    assert capfd.readouterr().err == "mam: a worker process died; starting again with the parts that are left\n"


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_workers_that_die_one_after_the_other_stop_the_run(tmp_path: Path) -> None:
    with pytest.raises(ChildProcessError, match="3 times in a row a worker process died"):
        list(cluster._run(Killed(tmp_path, 99), range(1, 3), workers=1, client=None))


def die() -> None:
    os._exit(1)


@pytest.mark.long
def test_a_worker_that_dies_while_starting_is_said(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster, "_begin_worker", die)
    with pytest.raises(ChildProcessError, match="before it had played a part"):
        list(cluster._run(abs, range(3), workers=2, client=None))
    assert "Traceback" not in capfd.readouterr().err


# What is damaged, and what others write


@pytest.mark.parametrize("index", [0.0, 0.3, 0.5, 0.9, 0.999])
def test_a_part_with_one_wrong_byte_is_played_again(index: float, whole: Path, tmp_path: Path) -> None:
    shutil.copytree(whole, tmp_path / "out")
    path = tmp_path / "out" / "part-000001.parquet"
    content = bytearray(path.read_bytes())
    content[int(index * len(content))] ^= 1
    path.write_bytes(content)
    data = datasets.Dataset(tmp_path / "out", _job(tmp_path / "out"))
    assert list(data.missing()) == [1]
    simulate(EDITION, DEALS, out=tmp_path / "out", **ASKED)
    assert bytes_of(tmp_path / "out") == bytes_of(whole)


def _job(folder: Path) -> datasets.Job:
    return datasets.Job(**json.loads((folder / "_job.json").read_text("utf-8")))


def test_every_file_is_on_the_disk_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    actions: list[str] = []
    sync, replace = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda handle: (actions.append("sync"), sync(handle))[1])
    monkeypatch.setattr(os, "replace", lambda old, new: (actions.append("rename"), replace(old, new))[1])
    simulate(EDITION, DEALS, out=tmp_path, **ASKED)
    assert actions == ["sync", "rename"] * 5


def test_a_run_leaves_what_another_one_writes(whole: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    shutil.copytree(whole, out)
    data = datasets.Dataset(out, _job(out))
    with data.open_writer() as second_writer:
        half = out / f"{second_writer.run}.half"
        half.write_bytes(b"PAR1")
        simulate(EDITION, DEALS, out=out, **ASKED)
        assert half.exists()
    simulate(EDITION, DEALS, out=out, **ASKED)  # now the other one has ended
    assert bytes_of(out) == bytes_of(whole)


# What is refused


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 6}, "seed is 5 there and 6 here"),
        ({"policy": "random"}, "policy is 'rulebook' there and 'random' here"),
        ({"bid": None}, "bid is 240 there and None here"),
        ({"chunk": 400}, "chunk is 300 there and 400 here"),
        ({"trump": Color.RED, "bidder": "N"}, "bidder is None there and 'N' here; trump is None there and 'R' here"),
        ({"options": ["short-game"]}, f"edition is '{EDITION}' there and '{EDITION}.short-game' here"),
    ],
)
def test_another_job_is_refused_with_what_differs(whole: Path, change: dict[str, Any], message: str) -> None:
    before = bytes_of(whole)
    with pytest.raises(ValueError, match=f"another simulation: .*{message}"):
        simulate(EDITION, DEALS, out=whole, **{**ASKED, **change})
    assert bytes_of(whole) == before


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "results").write_text("mine")
    for out in (tmp_path / "results", tmp_path / "results" / "here"):
        with pytest.raises(ValueError, match="cannot be used as a folder"):
            simulate(EDITION, 10, seed=1, out=out)


def test_folders_of_something_else_are_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.parquet").touch()
    with pytest.raises(ValueError, match="Parquet files of something else"):
        simulate(EDITION, DEALS, out=tmp_path, **ASKED)
    for content in ("{", "[]", "7"):
        (tmp_path / "_job.json").write_text(content)
        with pytest.raises(ValueError, match="not what a simulation writes"):
            simulate(EDITION, DEALS, out=tmp_path, **ASKED)


@pytest.mark.parametrize(
    ("asked", "kind", "message"),
    [
        ({"deals": 0}, ValueError, "deals must be 1 or more, not 0"),
        ({"deals": 1.5}, TypeError, "deals must be a whole number, not 1.5"),
        ({"workers": 0}, ValueError, "workers must be 1 or more"),
        ({"workers": True}, TypeError, "workers must be a whole number"),
        ({"chunk": 0}, ValueError, "chunk must be 1 or more"),
        ({"workers": 1, "client": object()}, ValueError, "use either workers or client, not both"),
        ({"seed": "7"}, TypeError, "a seed is a whole number"),
        ({"policy": "wise"}, ValueError, "no policy 'wise'"),
        ({"edition": "anagrams"}, ValueError, "is not a trick-taking game"),
        ({"edition": mam.get_edition(EDITION)}, TypeError, "name an edition: custom rules"),
        ({"edition": "sweven", "players": 9}, ValueError, "2 to 6 players"),
    ],
)
def test_what_does_not_fit_is_refused(
    asked: dict[str, Any], kind: type[Exception], message: str, tmp_path: Path
) -> None:
    with pytest.raises(kind, match=message):
        simulate(**{"edition": EDITION, "deals": 10, "seed": 1, "out": tmp_path / "never", **asked})
    assert not (tmp_path / "never").exists()


@pytest.mark.parametrize(
    ("package", "extra", "asked"),
    [("pyarrow", "cluster", {}), ("pandas", "lab", {})],
)
def test_what_is_not_installed_is_named(
    package: str, extra: str, asked: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = cluster.importlib.util.find_spec
    monkeypatch.setattr(cluster.importlib.util, "find_spec", lambda name: None if name == package else find(name))
    with pytest.raises(ImportError, match=rf'pip install "mam\[{extra}\]"'):
        simulate(EDITION, 10, seed=1, out=tmp_path / "never", **asked)
    assert not (tmp_path / "never").exists()


# Other games, and how it goes


@pytest.mark.parametrize("asked", [{}, {"players": 5}, {"trump": mam.parse_card("B7").color}], ids=str)
def test_other_games(asked: dict[str, Any]) -> None:
    edition = "sweven" if "players" in asked else "manhattan"
    table = simulate(edition, 50, seed=3, chunk=20, **asked)
    assert table.drop(columns="round").equals(mam.play_out(edition, 50, seed=3, **asked).frame())


def test_what_tables_cannot_hold_is_played_on_the_readable_rules(tmp_path: Path) -> None:
    edition = "make-a-million-1935-two"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        out = simulate(edition, 5, seed=3, chunk=2, out=tmp_path)
    assert not json.loads((tmp_path / "_job.json").read_text("utf-8"))["compiled"]
    read = pd.read_parquet(out).drop(columns="round")
    pd.testing.assert_frame_equal(read, mam.play_out(edition, 5, seed=3).frame(), check_dtype=False)


def test_progress_is_shown_to_whoever_wants_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain = io.StringIO()
    simulate(EDITION, DEALS, out=tmp_path, progress=plain, **ASKED)
    assert plain.getvalue().splitlines()[-1] == "1,000 of 1,000 deals (100%)"
    simulate(EDITION, 10, seed=1, progress=True)
    output = capsys.readouterr()
    assert (output.out, output.err.splitlines()[-1]) == ("", "10 of 10 deals (100%)")
    simulate(EDITION, 10, seed=1)
    assert capsys.readouterr() == ("", "")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_on_a_terminal_one_line_is_written_over_itself() -> None:
    from mam.analysis.progress import Progress

    terminal = Terminal()
    with Progress(100, terminal, finished=50) as progress:
        progress.last_time = progress.start_time = progress.start_time - 10  # ten seconds ago
        progress.add(25)
        progress.add(25)
    text = terminal.getvalue()
    assert text.count("\n") == 1 and text.endswith("\n")
    assert [line.rstrip() for line in text.split("\r")[1:]] == [
        "75 of 100 deals (75%), 10 s left", "100 of 100 deals (100%)"
    ]  # fmt: skip


# How fast it is: pytest -m long -s tests/analysis/cluster


@pytest.mark.long
def test_two_workers_beside_one(tmp_path: Path) -> None:
    """Measures a job of more than two minutes; on a machine with nothing else to do the ratio is near two."""
    took = {}
    for workers in (1, 2):
        began = time.monotonic()
        simulate(EDITION, 15_000_000, seed=5, policy="rulebook", out=tmp_path / str(workers), workers=workers)
        took[workers] = time.monotonic() - began
    print(f"\none worker {took[1]:.1f} s, two workers {took[2]:.1f} s: {took[1] / took[2]:.2f} times as fast")
    assert bytes_of(tmp_path / "1") == bytes_of(tmp_path / "2")
