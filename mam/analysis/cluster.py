"""Playouts at scale: the rounds of `mam.play_out` part by part, in this process or over Dask, as a Parquet dataset.

A part depends on nothing but the job and its number. So the result is the same for any number of workers, a part that is
lost with its worker is played again, and a job that was stopped goes on where it was. `docs/reading_results.md` shows how
to read what is written.
"""

from __future__ import annotations

import importlib.util
import logging
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

import mam
from mam.analysis.datasets import Dataset, Job
from mam.analysis.progress import Progress
from mam.cards import Trump
from mam.engine import Unsupported
from mam.engine.budget import check_count
from mam.engine.playouts import ask
from mam.engine.readable import Question

if TYPE_CHECKING:
    import pandas as pd

T = TypeVar("T")
_CHUNK, _READABLE_CHUNK = 50_000, 500  # rounds in a part: the kernel, and the readable rules, take about a second
_RETRIES = 2  # how often a part is tried again that failed, say because a disk was full


def simulate(
    edition: str,
    deals: int,
    *,
    seed: int = 1,
    out: str | Path | None = None,
    policy: str = "random",
    options: Sequence[str] = (),
    players: int | None = None,
    bidder: str | None = None,
    trump: Trump | None = None,
    bid: int | None = None,
    workers: int | None = None,
    client: Any = None,
    chunk: int | None = None,
    progress: bool | TextIO = False,
) -> pd.DataFrame | Path:
    """The rounds that `mam.play_out` plays when it is asked the same, any number of them, as a table.

    With `out`, a folder, they are written there in parts of `chunk` rounds (50,000 if left out), and the folder is returned:
    whoever asks the same again goes on with the parts that are missing. Without it they come back as a DataFrame, which
    has to fit into memory. A row is a round: its number, its deal code, then as in `Playouts.frame`, money in thousands.

    Without `workers` and `client` this process plays, on one core. `workers` starts so many processes on this machine (a
    script that does so needs `if __name__ == "__main__":`); `client` is one of Dask's, whose workers have this package
    and write to the same folder. `progress` tells how it goes on standard error, or on a stream.

    Raises ValueError for what does not fit the edition, and for a folder that holds something else; TypeError for what is
    no whole number; ImportError where Dask or pyarrow is needed and not installed. A KeyboardInterrupt carries a note on
    what is complete.

    >>> table = simulate("make-a-million-1935", 1000, seed=7, policy="rulebook")
    >>> len(table), table["deal"][0]
    (1000, 'MW-0MXJQ-AK80R-0SERM-9Q92W-QE3Y2')
    """
    if not isinstance(edition, str):
        raise TypeError("name the edition: rules of somebody's own have no deal codes to tell the rounds by")
    if workers is not None and client is not None:
        raise ValueError("workers are started here, and a client has its own: name one of the two")
    question = ask(
        edition, seed=seed, policy=policy, options=options, players=players, bidder=bidder, trump=trump, bid=bid
    )
    compiled = _can_compile(question)
    job = Job(
        edition=question.rules.full_id,
        deals=check_count("deals", deals, 1),
        seed=seed,
        policy=policy,
        bidder=bidder,
        trump=None if trump is None else str(trump.value),
        bid=bid,
        chunk=check_count("chunk", (_CHUNK if compiled else _READABLE_CHUNK) if chunk is None else chunk, 1),
        compiled=compiled,
        version=mam.__version__,
    )
    if workers is not None:
        _need("distributed", "workers need Dask")
        check_count("workers", workers, 1)
    run = partial(_run, workers=workers, client=client)
    _need("pandas", "tables need pandas", "lab")
    if out is None:
        return _collect(job, run, progress)
    _need("pyarrow", "Parquet files need pyarrow")
    return _write(Dataset(Path(out).resolve(), job), run, progress)


def _can_compile(question: Question) -> bool:
    try:
        from mam.engine.plan import make_plan

        make_plan(question)
    except (ImportError, Unsupported):
        return False
    return True


def _need(package: str, why: str, extra: str = "cluster") -> None:
    if importlib.util.find_spec(package) is None:
        raise ImportError(f'{why}. Get it with: pip install "mam[{extra}]"')


# Parts


def _collect(job: Job, run: Callable[..., Iterator[tuple[int, Any]]], progress: bool | TextIO) -> pd.DataFrame:
    import pandas as pd

    found: dict[int, pd.DataFrame] = {}
    with Progress(job.deals, progress) as told:
        for part, table in run(job.play, range(job.parts)):
            found[part] = table
            told.add(len(table))
    return pd.concat([found[part] for part in range(job.parts)], ignore_index=True)


def _write(data: Dataset, run: Callable[..., Iterator[tuple[int, Any]]], progress: bool | TextIO) -> Path:
    data.open()
    missing = list(data.missing())
    rows = sum(len(data.job.rows(part)) for part in missing)
    try:
        with Progress(data.job.deals, progress, done=data.job.deals - rows) as told:
            for _, written in run(data.write, missing):
                told.add(written)
    except KeyboardInterrupt as stop:
        done = data.job.parts - len(list(data.missing()))
        stop.add_note(
            f"{done} of {data.job.parts} parts are complete in {data.folder}: the same again goes on from there"
        )
        raise
    data.sweep()
    return data.folder


def _run(
    task: Callable[[int], T], parts: Sequence[int], *, workers: int | None, client: Any
) -> Iterator[tuple[int, T]]:
    """Each part with what the task makes of it, as they are done."""
    if not parts or (workers is None and client is None):
        yield from ((part, task(part)) for part in parts)
        return
    distributed: Any = import_module("distributed")
    with nullcontext(client) if client is not None else _local(min(workers or 1, len(parts))) as dask:
        futures = {dask.submit(task, part, pure=False, retries=_RETRIES): part for part in parts}
        try:
            for future in distributed.as_completed(list(futures)):
                part = futures.pop(future)
                yield part, future.result()
        finally:
            dask.cancel(list(futures))


@contextmanager
def _local(workers: int) -> Iterator[Any]:
    """A client of so many processes on this machine, each with one thread."""
    distributed: Any = import_module("distributed")
    with _deaf_to_interrupts():
        cluster = distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            dashboard_address="127.0.0.1:0",
            memory_limit=0,
            silence_logs=logging.CRITICAL,
        )
    with cluster, distributed.Client(cluster) as client:
        yield client


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes that are started meanwhile never hear Ctrl-C, which a terminal sends to them as well: we stop them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
