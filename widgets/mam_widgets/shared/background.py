"""Work behind a widget: step by step in a thread, while the kernel answers clicks."""

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from IPython import get_ipython

T = TypeVar("T")


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
        self._thread: threading.Thread | None = None
        self._acts: deque[tuple[int, Callable[[], None]]] = deque()  # what is to be shown, and of which work
        self.busy = False  # whether work is being done

    def run(
        self, steps: Callable[[], Iterator[T]], show: Callable[[T], None], done: Callable[[], None] = lambda: None
    ) -> None:
        """Begin this work in place of any before it; `show` gets each value that `steps()` yields, and then `done` is called.

        In a notebook's kernel both are called on its event loop, between two messages; elsewhere in the thread itself.
        """
        self.cancel()
        number, loop = self._number, _running_loop()

        def on_loop(act: Callable[[], None]) -> None:
            self._acts.append((number, act))
            if loop is None:
                self._catch_up()
            elif not loop.is_closed():
                loop.call_soon_threadsafe(self._catch_up)

        def end(act: Callable[[], None]) -> None:
            self.busy = False
            act()

        def work() -> None:
            try:
                for value in steps():
                    if number != self._number:
                        return
                    on_loop(lambda value=value: show(value))  # type: ignore[misc]
            except Exception as error:  # told to the learner: nobody reads a thread's traceback
                words = f"{error}" or type(error).__name__
                on_loop(lambda: end(lambda: self._fault(words)))
            else:
                on_loop(lambda: end(done))

        self.busy = True
        self._thread = threading.Thread(target=work, name="mam behind", daemon=True)
        if loop is None:
            self._start()
        else:
            loop.call_later(_AFTER_ANSWER, lambda: self._start() if number == self._number else None)

    def _catch_up(self) -> None:
        """Show what was found and not shown yet."""
        with TURN:
            while self._acts:
                number, act = self._acts.popleft()
                if number == self._number:
                    act()

    def _start(self) -> None:
        if self._thread is not None and self._thread.ident is None:
            self._thread.start()

    def cancel(self) -> None:
        """Let the work end at its next step, and show nothing more of it."""
        self._number += 1
        self._thread, self.busy = None, False

    def wait(self) -> None:
        """Wait until the work is done, and all of it is shown: for scripts, and for the next line of a notebook's cell."""
        self._start()
        thread = self._thread
        if thread is not None:
            thread.join()
        self._catch_up()


def _running_loop() -> Any:
    """Return the loop on which a notebook's kernel answers messages; None in a script, whatever else may run a loop there."""
    if getattr(get_ipython(), "kernel", None) is None:
        return None
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
