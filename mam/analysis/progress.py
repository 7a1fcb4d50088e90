"""Show the progress of a long simulation: one line that is overwritten, or a line now and then where there is no terminal."""

from __future__ import annotations

import sys
import time
from typing import TextIO

_EVERY = 0.2  # seconds between two looks of the line …
_PLAIN_EVERY = 10.0  # … and between two plain lines


class Progress:
    """Show how many deals have been played: on standard error (True), on a stream, or nowhere (False).

    >>> with Progress(1000, sys.stdout, finished=600) as line:
    ...     line.add(400)
    1,000 of 1,000 deals (100%)
    """

    def __init__(self, deals: int, output: bool | TextIO, *, finished: int = 0) -> None:
        self.deals, self.finished, self.initial = deals, finished, finished
        self.stream = sys.stderr if output is True else output or None
        self.is_terminal = self.stream is not None and self.stream.isatty()
        self.start_time = self.last_time = time.monotonic()
        self.longest = 0

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self.is_terminal and self.longest:
            print(file=self.stream, flush=True)

    def add(self, deals: int) -> None:
        """Count more deals as played."""
        self.finished += deals
        if self.stream is None:
            return
        current_time = time.monotonic()
        if (
            current_time - self.last_time >= (_EVERY if self.is_terminal else _PLAIN_EVERY)
            or self.finished == self.deals
        ):
            self.last_time = current_time
            self._write(current_time - self.start_time)

    def _write(self, seconds: float) -> None:
        text = f"{self.finished:,} of {self.deals:,} deals ({100 * self.finished // self.deals}%)"
        if self.finished < self.deals:
            seconds_left = seconds * (self.deals - self.finished) / (self.finished - self.initial)
            text += f", {seconds_left:,.0f} s left"
        self.longest = max(self.longest, len(text))
        print(
            f"\r{text:{self.longest}}" if self.is_terminal else text,
            end="" if self.is_terminal else "\n",
            file=self.stream,
            flush=True,
        )
