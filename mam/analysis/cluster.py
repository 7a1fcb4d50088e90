"""Simulation at scale: the rounds of `mam.play_out` in parts, by this process, by several or over Dask, as a Parquet dataset.

A part depends only on the job and its number. So the result is the same for any number of workers, a part lost with its
worker is played again, and a stopped job can be continued. `docs/reading_results.md` shows how to read the result.
"""

from __future__ import annotations

import importlib.util
import os
import signal
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from multiprocessing import get_context, parent_process
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

import mam
from mam.analysis.datasets import Dataset, Job
from mam.analysis.progress import Progress
from mam.engine import Unsupported
from mam.engine.backend import has_threads
from mam.engine.budget import check_count
from mam.engine.rollouts.playouts import make_spec
from mam.engine.rollouts.readable import PlayoutSpec
from mam.rules.cards import Trump

if TYPE_CHECKING:
    import pandas as pd

T = TypeVar("T")
_CHUNK, _READABLE_CHUNK = 50_000, 500  # rounds in a part: the kernel, and the readable rules, take about a second
_RETRIES = 2  # for a part that failed, for example because a disk was full


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
    """Simulate any number of rounds, the same that `mam.play_out` plays, as a table or as files.

    With `out`, a folder, the rounds are written there in parts of `chunk` rounds (default: 50,000), and the folder is
    returned; the same call again continues with the missing parts. Without it they are returned as a DataFrame, which has
    to fit into memory. A row is a round: its number, its deal code, then as in `Playouts.frame`, money in thousands.

    By default this process plays, on one core. `workers` starts processes on this machine (a script that does so needs
    `if __name__ == "__main__":`); `client` is a Dask client whose workers have this package and write to the same folder.
    `progress` reports on standard error, or on a stream. A worker that dies is reported on standard error and replaced.

    Raises ValueError for what does not fit the edition, and for a folder with other contents; TypeError for anything but
    whole numbers; ImportError if pyarrow is needed and missing; ChildProcessError if worker after worker dies.
    A KeyboardInterrupt carries a note on what is complete.

    >>> table = simulate("make-a-million-1935", 1000, seed=7, policy="rulebook")
    >>> len(table), table["deal"][0]
    (1000, 'MW-0MXJQ-AK80R-0SERM-9Q92W-QE3Y2')
    """
    if not isinstance(edition, str):
        raise TypeError("name an edition: custom rules have no deal codes")
    if workers is not None and client is not None:
        raise ValueError("use either workers or client, not both")
    spec = make_spec(
        edition, seed=seed, policy=policy, options=options, players=players, bidder=bidder, trump=trump, bid=bid
    )
    compiled = _can_compile(spec)
    job = Job(
        edition=spec.rules.full_id,
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
        check_count("workers", workers, 1)
        workers = workers if has_threads() else None
    run = partial(_run, workers=workers, client=client)
    _need("pandas", "tables need pandas", "lab")
    if out is None:
        return _collect(job, run, progress)
    _need("pyarrow", "Parquet files need pyarrow")
    return _write(Dataset(Path(out).resolve(), job), run, progress)


def _can_compile(spec: PlayoutSpec) -> bool:
    try:
        from mam.engine.rollouts.plan import make_plan

        make_plan(spec)
    except (ImportError, Unsupported):
        return False
    return True


def _need(package: str, why: str, extra: str = "cluster") -> None:
    if importlib.util.find_spec(package) is None:
        place = "Get it with" if has_threads() else "A browser can't have it; on your computer"
        raise ImportError(f'{why}. {place}: pip install "mam[{extra}]"')


# Parts


def _collect(job: Job, run: Callable[..., Iterator[tuple[int, Any]]], progress: bool | TextIO) -> pd.DataFrame:
    import pandas as pd

    frames: dict[int, pd.DataFrame] = {}
    with Progress(job.deals, progress) as line:
        for part, table in run(job.play, range(job.parts)):
            frames[part] = table
            line.add(len(table))
    return pd.concat([frames[part] for part in range(job.parts)], ignore_index=True)


def _write(data: Dataset, run: Callable[..., Iterator[tuple[int, Any]]], progress: bool | TextIO) -> Path:
    data.open()
    missing = list(data.missing())
    rows = sum(len(data.job.rows(part)) for part in missing)
    finished_count = data.job.parts - len(missing)
    with data.open_writer() as folder:
        try:
            with Progress(data.job.deals, progress, finished=data.job.deals - rows) as line:
                for _, written in run(folder.write, missing):
                    finished_count += 1
                    line.add(written)
        except KeyboardInterrupt as stop:
            stop.add_note(
                f"{finished_count} of {data.job.parts} parts are complete in {data.folder}: run the same call again to continue"
            )
            raise
        finally:
            folder.remove_leftovers()
    return data.folder


def _run(
    task: Callable[[int], T], parts: Sequence[int], *, workers: int | None, client: Any
) -> Iterator[tuple[int, T]]:
    """Yield each part with the result of the task, in order of completion."""
    if not parts or (workers is None and client is None):
        yield from ((part, task(part)) for part in parts)
    elif workers is not None:
        yield from _run_locally(task, parts, min(workers, len(parts)))
    else:
        distributed: Any = import_module("distributed")
        futures = {client.submit(task, part, pure=False, retries=_RETRIES): part for part in parts}
        try:
            for future in distributed.as_completed(list(futures)):
                part = futures.pop(future)
                yield part, future.result()
        finally:
            client.cancel(list(futures))


def _run_locally(task: Callable[[int], T], parts: Sequence[int], workers: int) -> Iterator[tuple[int, T]]:
    """Run parts in processes on this machine. When one dies, all are started again with the remaining parts."""
    from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor  # which a browser does not have

    pending, losses, failed = dict.fromkeys(parts), 0, Counter[int]()
    while pending:
        pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=_begin_worker)
        try:
            waiting: dict[Future[T], int] = {}
            queue = iter([*pending])
            while len(waiting) < 2 * workers and (part := next(queue, None)) is not None:
                with _hold_interrupts():  # a process may be started now
                    waiting[pool.submit(task, part)] = part
            while waiting:
                for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                    part = waiting.pop(future)
                    try:
                        result = future.result()
                    except BrokenProcessPool:
                        raise
                    except Exception:
                        failed[part] += 1  # for example because a disk was full
                        if failed[part] > _RETRIES:
                            raise
                        waiting[pool.submit(task, part)] = part
                        continue
                    losses = 0
                    del pending[part]
                    if (following := next(queue, None)) is not None:
                        with _hold_interrupts():
                            waiting[pool.submit(task, following)] = following
                    yield part, result
            pool.shutdown()
        except BrokenProcessPool:
            pool.shutdown()
            losses += 1
            if losses > _RETRIES:
                raise ChildProcessError(
                    f"{losses} times in a row a worker process died before it had played a part: is there too little memory, "
                    "or does something kill it? What is complete is kept"
                ) from None
            print(
                "mam: a worker process died; starting again with the parts that are left", file=sys.stderr, flush=True
            )
        except BaseException:  # Ctrl-C, or nobody asks for more: nobody waits for the parts that are being played
            for process in [*(pool._processes or {}).values()]:
                process.terminate()
            pool.shutdown(cancel_futures=True)
            raise


def _begin_worker() -> None:
    """Ignore Ctrl-C, which the parent process handles, and end with the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)


@contextmanager
def _hold_interrupts() -> Iterator[None]:
    """Start processes that do not hear Ctrl-C, which a terminal sends to them as well: the parent stops them.

    The parent hears one that comes meanwhile at the end.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    try:
        with _block_interrupts():
            yield
    finally:
        signal.signal(signal.SIGINT, handler)
    if heard:
        signal.raise_signal(signal.SIGINT)


@contextmanager
def _block_interrupts() -> Iterator[None]:
    """Block Ctrl-C in this thread and in the processes that it starts; Windows has no way to do so."""
    if sys.platform == "win32":
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    ensure_running()  # its start, if it came later, would unblock the signal
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
