"""Work behind a widget: step by step, while the kernel answers clicks.

It is done in a thread. Where none can be started (Python as WebAssembly), the event loop takes one step at a time and answers
clicks between two of them, so each step has to be short.
"""

import asyncio
import gc
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Protocol

Act = Callable[[], None]  # shows a value, or the end


# One message or one shown value at a time, over all widgets, as on a kernel's event loop: a script has none.
TURN = threading.RLock()
_AFTER_ANSWER = 0.03  # seconds: a click is answered before what it asks for takes the processor


class BackgroundTask:
    """One piece of work at a time for one widget; what it yields is shown where the kernel's other messages are answered.

    `fault` gets the words of an error that the work raises.

    >>> seen, work = [], BackgroundTask(fault=print)
    >>> work.run(lambda: iter([1, 2, 3]), seen.append, lambda: seen.append("done"))
    >>> work.wait()
    >>> seen, work.busy
    ([1, 2, 3, 'done'], False)
    """

    def __init__(self, *, fault: Callable[[str], None]) -> None:
        self._fault = fault
        self._number = 0  # of the work that counts: what an earlier one still yields is thrown away
        self._worker: _Worker | None = None
        self.busy = False  # whether work is being done

    def run(
        self,
        steps: Callable[[], Iterator[Any]],
        show: Callable[[Any], None],
        finish: Callable[[], None] = lambda: None,
    ) -> None:
        """Begin this work in place of any before it; `show` gets each value that `steps()` yields, and then `finish` is called.

        None is no value: a step that yields it only lets clicks be answered. In a notebook's kernel and on a page `show` and
        `finish` are called on its event loop, between two messages; elsewhere in the thread itself.
        """
        self.cancel()
        number = self._number
        self.busy = True
        self._worker = _find_worker()(self._list_acts(steps, show, finish), lambda: number == self._number)

    def _list_acts(
        self, steps: Callable[[], Iterator[Any]], show: Callable[[Any], None], finish: Callable[[], None]
    ) -> Iterator[Act | None]:
        """Do the work, and yield what is to be called for each step."""

        def end(act: Act) -> None:
            self.busy = False
            act()

        try:
            for value in steps():
                yield None  # to show a value is a step of its own
                if value is not None:
                    yield lambda value=value: show(value)  # type: ignore[misc]
        except Exception as error:  # shown to the learner: nobody reads a traceback behind a widget
            words = f"{error}" or type(error).__name__
            yield lambda: end(lambda: self._fault(words))
        else:
            yield lambda: end(finish)

    def cancel(self) -> None:
        """Let the work end at its next step, and show nothing more of it."""
        self._number += 1
        self._worker, self.busy = None, False

    def wait(self) -> None:
        """Wait until the work is done, and all of it is shown: for scripts, and for the next line of a notebook's cell."""
        if self._worker is not None:
            self._worker.wait()


class _Worker(Protocol):
    """Does one piece of work from its start to its end, as long as it `is_wanted`."""

    def __init__(self, acts: Iterator[Act | None], is_wanted: Callable[[], bool]) -> None: ...

    def wait(self) -> None: ...


class _ThreadWorker:
    """Works in a thread, and shows what it finds on the kernel's loop, if there is one."""

    def __init__(self, acts: Iterator[Act | None], is_wanted: Callable[[], bool]) -> None:
        self._acts, self._is_wanted = acts, is_wanted
        self._ready: deque[Act] = deque()  # what is to be shown
        self._loop = _running_loop()
        self.thread = threading.Thread(target=self._work, name="mam behind", daemon=True)
        if self._loop is None:
            self._start()
        else:
            self._loop.call_later(_AFTER_ANSWER, lambda: self._start() if is_wanted() else None)

    def _start(self) -> None:
        if self.thread.ident is None:
            self.thread.start()

    def _work(self) -> None:
        for act in self._acts:
            if not self._is_wanted():
                return
            if act is None:
                continue
            self._ready.append(act)
            if self._loop is None:
                self._catch_up()
            elif not self._loop.is_closed():
                self._loop.call_soon_threadsafe(self._catch_up)

    def _catch_up(self) -> None:
        """Show what was found and not shown yet."""
        with TURN:
            while self._ready:
                act = self._ready.popleft()
                if self._is_wanted():
                    act()

    def wait(self) -> None:
        self._start()
        self.thread.join()
        self._catch_up()


class _LoopWorker:
    """Works on the event loop itself, one step at a time."""

    def __init__(self, acts: Iterator[Act | None], is_wanted: Callable[[], bool]) -> None:
        self._acts, self._is_wanted = acts, is_wanted
        try:
            self._task = asyncio.get_running_loop().create_task(self._work())
        except RuntimeError:  # no loop: `wait` does it all
            return

    async def _work(self) -> None:
        await asyncio.sleep(_AFTER_ANSWER)
        while self._step():
            await asyncio.sleep(0)  # clicks that came meanwhile are answered now

    def _step(self) -> bool:
        """Take one step, and say whether there may be another."""
        if not self._is_wanted():
            return False
        for act in self._acts:
            _freeze_objects_once()
            if act is not None and self._is_wanted():
                with TURN:
                    act()
            return True
        return False

    def wait(self) -> None:
        while self._step():
            pass


@cache
def _freeze_objects_once() -> None:
    freeze_objects()


def freeze_objects() -> None:
    """Exempt everything that is alive now from garbage collection: after the first step, and after large imports.

    Most of it is imported modules, which are never freed; in a browser a full collection of them would lengthen a step by 100
    milliseconds.
    """
    gc.freeze()


_has_threads = sys.platform != "emscripten"


def _find_worker() -> type[_Worker]:
    """Return how work is done here: the only place that asks whether threads can be started."""
    return _ThreadWorker if _has_threads else _LoopWorker


def works_in_steps() -> bool:
    """Return whether work keeps clicks waiting unless it takes short steps."""
    return not _has_threads


@contextmanager
def hold_work() -> Iterator[None]:
    """In this block no work begins by itself: a widget shows its first scene until somebody waits for more."""
    global _has_threads
    before, _has_threads = _has_threads, False
    try:
        yield
    finally:
        _has_threads = before


def _running_loop() -> Any:
    """Return the loop on which a notebook's kernel answers messages; None in a script, whatever else may run a loop there."""
    notebook = sys.modules.get("IPython")
    if notebook is None or getattr(notebook.get_ipython(), "kernel", None) is None:
        return None
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
