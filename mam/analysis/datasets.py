"""Simulated rounds on disk: a folder of Parquet files, the parts, and `_job.json`, which says what is simulated.

A part holds the rows from one number to another of the one stream of rounds that its job stands for. It is written under
another name and renamed when it is complete, and nothing in it depends on when or by whom it was written. (Readers of
Parquet pass over names that begin with a line or a dot.)
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import mkstemp
from typing import TYPE_CHECKING

from mam.engine.playouts import ask, play_rows
from mam.engine.readable import Question
from mam.notation import parse_trump

if TYPE_CHECKING:
    import pandas as pd

_JOB = "_job.json"
_KEPT = b"mam"  # under this key every part says whose it is


@dataclass(frozen=True)
class Job:
    """What is simulated: the questions of `mam.play_out` (trump as in notation), in parts of so many rounds.

    `compiled` says who plays, the kernel or the readable rules: their rounds are not the same, nor need those of another
    `version` of this package be.
    """

    edition: str
    deals: int
    seed: int
    policy: str
    bidder: str | None
    trump: str | None
    bid: int | None
    chunk: int
    compiled: bool
    version: str

    @property
    def parts(self) -> int:
        """In how many parts."""
        return -(-self.deals // self.chunk)

    def rows(self, part: int) -> range:
        """The numbers of a part's rounds."""
        return range(part * self.chunk, min(self.deals, (part + 1) * self.chunk))

    def play(self, part: int) -> pd.DataFrame:
        """A part's table: the number of each round, and what `Playouts.frame` tells of it."""
        rows = self.rows(part)
        found = play_rows(_question(self), rows.start, len(rows), compiled=self.compiled).frame()
        found.insert(0, "round", range(rows.start, rows.stop))
        return found

    def text(self) -> str:
        """As JSON."""
        return json.dumps(asdict(self), indent=2) + "\n"


@lru_cache(maxsize=16)
def _question(job: Job) -> Question:
    trump = None if job.trump is None else parse_trump(job.trump)
    return ask(job.edition, seed=job.seed, policy=job.policy, bidder=job.bidder, trump=trump, bid=job.bid)


@dataclass(frozen=True)
class Dataset:
    """A job's folder."""

    folder: Path
    job: Job

    def open(self) -> None:
        """Make the folder, or go on in it. Raises ValueError where something else lies there, saying what differs."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError):
            raise ValueError(f"{self.folder} is no folder, nor can be: name a folder that is new or empty") from None
        path = self.folder / _JOB
        if path.exists():
            self._check(path)
        elif any(self.folder.glob("*.parquet")):
            raise ValueError(f"{self.folder} holds Parquet files of something else: choose another folder")
        else:
            _write(path, self.job.text().encode())

    def _check(self, path: Path) -> None:
        ours = asdict(self.job)
        try:
            theirs = json.loads(path.read_text("utf-8"))
            differ = [name for name in {**ours, **theirs} if ours.get(name) != theirs.get(name)]
        except (ValueError, TypeError, AttributeError):
            raise ValueError(f"{path} is not what a simulation writes: choose another folder") from None
        if differ:
            said = "; ".join(f"{name} is {theirs.get(name)!r} there and {ours.get(name)!r} here" for name in differ)
            raise ValueError(f"{self.folder} holds another simulation: {said}. Choose another folder, or ask the same")

    def path(self, part: int) -> Path:
        """Where a part lies."""
        return self.folder / f"part-{part:06}.parquet"

    def missing(self) -> Iterator[int]:
        """The parts that are not there, or not whole."""
        return (part for part in range(self.job.parts) if not self._holds(part))

    def _holds(self, part: int) -> bool:
        import pyarrow.parquet as parquet
        from pyarrow import ArrowInvalid

        if not self.path(part).exists():
            return False
        try:
            about = parquet.read_metadata(self.path(part))  # it stands at the end: what was cut off has none
        except (OSError, ArrowInvalid):
            return False
        whose = (about.metadata or {}).get(_KEPT)
        return bool(about.num_rows == len(self.job.rows(part)) and whose == self.job.text().encode())

    def write(self, part: int) -> int:
        """Play a part and write it; how many rows that are."""
        import pyarrow as arrow
        import pyarrow.parquet as parquet

        columns = self.job.play(part)
        table = arrow.table(
            {name: arrow.array(column.to_numpy(), _type_of(name, column)) for name, column in columns.items()},
            metadata={_KEPT: self.job.text()},
        )
        sink = arrow.BufferOutputStream()
        few = [name for name in ("bidder", "trump") if name in columns]
        # Everything that shapes the bytes is said here: nothing may depend on the machine.
        parquet.write_table(table, sink, compression="zstd", compression_level=3, use_dictionary=few, version="2.6")
        _write(self.path(part), sink.getvalue())
        return len(columns)

    def sweep(self) -> None:
        """Take away what killed writers left."""
        for path in self.folder.glob(".mam-*"):
            path.unlink(missing_ok=True)


def _type_of(name: str, column: pd.Series) -> str:
    if name == "made":
        return "bool"
    return "string" if name in ("deal", "bidder", "trump") else "int64" if name == "round" else "int32"


def _write(path: Path, content: bytes) -> None:
    """At once or not at all, even if two write the same file."""
    handle, name = mkstemp(prefix=".mam-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
