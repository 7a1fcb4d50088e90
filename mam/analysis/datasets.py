"""Simulated rounds on disk: a folder of Parquet files (the parts) and `_job.json`, which says what is simulated.

A part holds a range of rows of the job's rounds. It is written under a temporary name and renamed when it is complete and
on the disk, it carries a checksum of all its bytes, and it does not depend on when or by whom it was written. (Parquet
readers skip names that start with an underscore or a dot.)
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import mkstemp
from typing import TYPE_CHECKING

from mam.engine.rollouts.playouts import make_spec, play_rows
from mam.engine.rollouts.readable import PlayoutSpec
from mam.support.data_files import name_file, remove_leftovers, reserve_name
from mam.support.messages import quote
from mam.text.notation import parse_trump

if TYPE_CHECKING:
    import pandas as pd

_JOB = "_job.json"
_JOB_KEY = b"mam"  # the key of the job in the metadata of a part
_SUM = (
    b"sha256:"  # after this a part has its checksum: of all its bytes, with zeros in the place of the checksum itself
)
_ZEROS = b"0" * 64
_STEM = "mam"  # of the names under which parts are written before they are complete

_CHOSEN = ("edition", "deals", "seed", "policy", "bidder", "trump", "bid")  # by whoever starts a simulation


@dataclass(frozen=True)
class Job:
    """What is simulated: the arguments of `mam.play_out` (trump in notation), in parts of `chunk` rounds.

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
        """The number of parts."""
        return -(-self.deals // self.chunk)

    def rows(self, part: int) -> range:
        """Return the numbers of a part's rounds."""
        return range(part * self.chunk, min(self.deals, (part + 1) * self.chunk))

    def play(self, part: int) -> pd.DataFrame:
        """Play a part and return its table: the number of each round, and the columns of `Playouts.frame`."""
        rows = self.rows(part)
        frame = play_rows(_question(self), rows.start, len(rows), compiled=self.compiled).frame()
        frame.insert(0, "round", range(rows.start, rows.stop))
        return frame

    def text(self) -> str:
        """Return the job as JSON."""
        return json.dumps(asdict(self), indent=2) + "\n"


@lru_cache(maxsize=16)
def _question(job: Job) -> PlayoutSpec:
    trump = None if job.trump is None else parse_trump(job.trump)
    return make_spec(job.edition, seed=job.seed, policy=job.policy, bidder=job.bidder, trump=trump, bid=job.bid)


@dataclass(frozen=True)
class Dataset:
    """A job's folder."""

    folder: Path
    job: Job
    run: str = f".{_STEM}"  # how the names begin under which this run writes

    def open(self) -> None:
        """Make the folder, or continue in it. Raises ValueError for other contents, saying what differs."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError):
            raise ValueError(f"{self.folder} cannot be used as a folder: name a new or empty one") from None
        path = self.folder / _JOB
        if path.exists():
            self._check(path)
        elif any(self.folder.glob("*.parquet")):
            raise ValueError(f"{self.folder} holds Parquet files of something else: choose another folder")
        else:
            self._write(path, self.job.text().encode())

    def _check(self, path: Path) -> None:
        expected = asdict(self.job)
        try:
            stored = json.loads(path.read_text("utf-8"))
            differ = [name for name in {**expected, **stored} if expected.get(name) != stored.get(name)]
        except (ValueError, TypeError, AttributeError):
            raise ValueError(f"{path} is not what a simulation writes: choose another folder") from None
        if differ:
            chosen = [name for name in differ if name in _CHOSEN] or differ  # what else differs follows from these
            differences = "; ".join(
                f"{name} is {quote(stored.get(name))} there and {quote(expected.get(name))} here" for name in chosen
            )
            raise ValueError(
                f"{self.folder} holds another simulation: {differences}. Choose another folder, or repeat what was simulated "
                "there to continue it."
            )

    def path(self, part: int) -> Path:
        """Return the path of a part."""
        return self.folder / f"part-{part:06}.parquet"

    def missing(self) -> Iterator[int]:
        """Return the parts that are missing or damaged; each file is read completely."""
        return (part for part in range(self.job.parts) if not self._holds(part))

    def _holds(self, part: int) -> bool:
        import pyarrow.parquet as parquet
        from pyarrow import ArrowInvalid

        try:
            content = self.path(part).read_bytes()
            if not _is_sound(content):
                return False
            metadata = parquet.read_metadata(BytesIO(content))
        except (OSError, ArrowInvalid):
            return False
        key = (metadata.metadata or {}).get(_JOB_KEY)
        return bool(metadata.num_rows == len(self.job.rows(part)) and key == self.job.text().encode())

    def write(self, part: int) -> int:
        """Play a part and write it; return its number of rows."""
        import pyarrow as arrow
        import pyarrow.parquet as parquet

        columns = self.job.play(part)
        table = arrow.table(
            {name: arrow.array(column.to_numpy(), _type_of(name, column)) for name, column in columns.items()},
            metadata={_JOB_KEY: self.job.text()},
        )
        sink = arrow.BufferOutputStream()
        categories = [name for name in ("bidder", "trump") if name in columns]
        # Everything that shapes the bytes is said here: nothing may depend on the machine.
        options = {"compression": "zstd", "compression_level": 3, "use_dictionary": categories, "version": "2.6"}
        with parquet.ParquetWriter(sink, table.schema, **options) as writer:
            writer.write_table(table)
            writer.add_key_value_metadata({b"mam checksum": _SUM + _ZEROS})
        self._write(self.path(part), _with_checksum(sink.getvalue().to_pybytes()))
        return len(columns)

    @contextmanager
    def open_writer(self) -> Iterator[Dataset]:
        """Return the folder for one run with temporary names of its own, which no other run deletes meanwhile."""
        with reserve_name(self.folder, _STEM) as run:
            yield replace(self, run=run)

    def remove_leftovers(self) -> None:
        """Delete what killed writers left behind, in this run or in finished ones, but nothing of another active run."""
        for path in self.folder.glob(f"{self.run}.*"):
            if path.suffix != ".lock":
                path.unlink(missing_ok=True)
        remove_leftovers(self.folder, _STEM)

    def _write(self, path: Path, content: bytes) -> None:
        """Write a file atomically, even if two processes write the same one."""
        with name_file(path):
            handle, name = mkstemp(prefix=f"{self.run}.", dir=self.folder)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(content)
                    file.flush()
                    os.fsync(file.fileno())
                os.chmod(name, 0o644)
                os.replace(name, path)
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise


def _with_checksum(content: bytes) -> bytes:
    place = content.rindex(_SUM + _ZEROS) + len(_SUM)
    return content[:place] + sha256(content).hexdigest().encode() + content[place + len(_ZEROS) :]


def _is_sound(content: bytes) -> bool:
    """Return whether the file is undamaged."""
    place = content.rfind(_SUM) + len(_SUM)
    if place < len(_SUM):
        return False
    blank = content[:place] + _ZEROS + content[place + len(_ZEROS) :]
    return sha256(blank).hexdigest().encode() == content[place : place + len(_ZEROS)]


def _type_of(name: str, column: pd.Series) -> str:
    if name == "made":
        return "bool"
    return "string" if name in ("deal", "bidder", "trump") else "int64" if name == "round" else "int32"
