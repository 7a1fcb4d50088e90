"""Work behind a widget: its values arrive in order, on the loop, and never after it was canceled."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import pytest

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from mam_widgets.shared.background import BackgroundTask

T = TypeVar("T")


def test_an_error_becomes_a_sentence_after_what_was_found() -> None:
    values, results = [], []

    def steps():
        yield 1
        raise ValueError("there is no such hand")

    work = BackgroundTask(fault=results.append)
    work.run(steps, values.append)
    work.wait()
    assert (values, results, work.busy) == ([1], ["there is no such hand"], False)


def test_work_that_was_canceled_shows_nothing_more() -> None:
    values, go, is_late_work_finished = [], threading.Event(), threading.Event()

    def steps():
        yield "first"
        go.wait(20)
        yield "late"
        is_late_work_finished.set()

    work = BackgroundTask(fault=values.append)
    first = threading.Event()
    work.run(steps, lambda value: (values.append(value), first.set()))
    assert first.wait(20)
    worker = work._worker
    work.run(lambda: iter(["other"]), values.append)  # new work takes the place of the old
    work.wait()
    go.set()
    assert worker is not None
    worker.thread.join(20)
    assert values == ["first", "other"] and not is_late_work_finished.is_set()


def test_values_arrive_on_the_kernels_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    where = []
    monkeypatch.setattr("mam_widgets.shared.background._running_loop", asyncio.get_running_loop)

    async def kernel() -> None:
        kernel_thread = threading.current_thread()
        work = BackgroundTask(fault=print)
        finished = asyncio.Event()

        def show(value: int) -> None:
            where.append((value, threading.current_thread() is kernel_thread))
            if value == 2:
                finished.set()

        work.run(lambda: iter([0, 1, 2]), show)
        assert where == []  # nothing before this message has been answered
        await asyncio.wait_for(finished.wait(), 20)

    thread = threading.Thread(target=asyncio.run, args=[kernel()])  # for the browser tests run a loop in this one
    thread.start()
    thread.join(30)
    assert where == [(0, True), (1, True), (2, True)]


def test_without_threads_the_loop_takes_one_step_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mam_widgets.shared.background._has_threads", False)
    values: list[object] = []

    async def page() -> None:
        work = BackgroundTask(fault=print)
        finished = asyncio.Event()
        work.run(lambda: iter([0, None, 1]), values.append, finished.set)
        assert values == [] and work.busy  # nothing before this message has been answered
        while not finished.is_set():
            await asyncio.sleep(0)
            values.append("click")
        assert not work.busy

    _run_apart(page)
    assert [value for value in values if value != "click"] == [0, 1]
    assert "click" in values[values.index(0) : values.index(1)], "a click is answered between two steps"


def test_without_threads_waiting_takes_the_steps_that_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mam_widgets.shared.background._has_threads", False)
    values: list[object] = []

    def steps():
        yield 0
        yield 1
        raise ValueError("there is no such hand")

    async def page() -> None:
        work = BackgroundTask(fault=values.append)
        first = asyncio.Event()
        work.run(steps, lambda value: (values.append(value), first.set()))
        await first.wait()
        work.wait()
        assert not work.busy
        await asyncio.sleep(0.01)
        work.run(lambda: iter(["canceled"]), values.append)
        work.run(lambda: iter(["new"]), values.append)
        work.wait()
        await asyncio.sleep(0.05)

    _run_apart(page)
    assert values == [0, 1, "there is no such hand", "new"]
    work = BackgroundTask(fault=values.append)  # and where no loop runs
    work.run(lambda: iter(["script"]), values.append)
    work.wait()
    assert values[-1] == "script"


def _run_apart(page: Callable[[], Coroutine[None, None, T]]) -> T:
    """Run a loop in a thread of its own, for the browser tests run one in this thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, page()).result(30)


def test_on_a_loop_a_value_is_shown_in_a_step_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mam_widgets.shared.background._has_threads", False)
    shown: list[str] = []

    async def page() -> list[tuple[str, ...]]:
        work = BackgroundTask(fault=shown.append)
        work.run(lambda: iter(["value"]), shown.append, lambda: shown.append("end"))
        worker, steps = work._worker, []
        assert worker is not None
        while worker._step():
            steps.append(tuple(shown))
        return steps

    assert _run_apart(page) == [(), ("value",), ("value", "end")]
