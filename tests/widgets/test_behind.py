"""Work behind a widget: its values arrive in order, on the loop, and never after it was canceled."""

import asyncio
import threading

import pytest

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from mam_widgets.shared.background import BackgroundTask


def test_an_error_becomes_a_sentence_after_what_was_found() -> None:
    seen, results = [], []

    def steps():
        yield 1
        raise ValueError("there is no such hand")

    work = BackgroundTask(fault=results.append)
    work.run(steps, seen.append)
    work.wait()
    assert (seen, results, work.busy) == ([1], ["there is no such hand"], False)


def test_work_that_was_canceled_shows_nothing_more() -> None:
    seen, go, done = [], threading.Event(), threading.Event()

    def steps():
        yield "first"
        go.wait(20)
        yield "late"
        done.set()

    work = BackgroundTask(fault=seen.append)
    first = threading.Event()
    work.run(steps, lambda value: (seen.append(value), first.set()))
    assert first.wait(20)
    old = work._thread
    work.run(lambda: iter(["other"]), seen.append)  # new work takes the place of the old
    work.wait()
    go.set()
    assert old is not None
    old.join(20)
    assert seen == ["first", "other"] and not done.is_set()


def test_values_arrive_on_the_kernels_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    where = []
    monkeypatch.setattr("mam_widgets.shared.background._running_loop", asyncio.get_running_loop)

    async def kernel() -> None:
        here = threading.current_thread()
        work = BackgroundTask(fault=print)
        finished = asyncio.Event()

        def show(value: int) -> None:
            where.append((value, threading.current_thread() is here))
            if value == 2:
                finished.set()

        work.run(lambda: iter([0, 1, 2]), show)
        assert where == []  # nothing before this message has been answered
        await asyncio.wait_for(finished.wait(), 20)

    thread = threading.Thread(target=asyncio.run, args=[kernel()])  # for the browser tests run a loop in this one
    thread.start()
    thread.join(30)
    assert where == [(0, True), (1, True), (2, True)]
