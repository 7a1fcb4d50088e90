"""How far a long simulation is: one line that is written over itself, or on what is no terminal a line now and then."""

from __future__ import annotations

import sys
import time
from typing import TextIO

_EVERY = 0.2  # seconds between two looks of the line …
_PLAIN_EVERY = 10.0  # … and between two plain lines


class Progress:
    """Tells how many of so many deals are played: on standard error (True), on a stream, or nowhere (False).

    >>> with Progress(1000, sys.stdout, done=600) as told:
    ...     told.add(400)
    1,000 of 1,000 deals (100 %)
    """

    def __init__(self, deals: int, where: bool | TextIO, *, done: int = 0) -> None:
        self.deals, self.done, self.before = deals, done, done
        self.stream = sys.stderr if where is True else where or None
        self.alive = self.stream is not None and self.stream.isatty()
        self.began = self.told = time.monotonic()
        self.longest = 0

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self.alive and self.longest:
            print(file=self.stream, flush=True)

    def add(self, deals: int) -> None:
        """So many more are played."""
        self.done += deals
        if self.stream is None:
            return
        now = time.monotonic()
        if now - self.told >= (_EVERY if self.alive else _PLAIN_EVERY) or self.done == self.deals:
            self.told = now
            self._tell(now - self.began)

    def _tell(self, seconds: float) -> None:
        text = f"{self.done:,} of {self.deals:,} deals ({100 * self.done // self.deals} %)"
        if self.done < self.deals:
            left = seconds * (self.deals - self.done) / (self.done - self.before)
            text += f", {left:,.0f} s left"
        self.longest = max(self.longest, len(text))
        print(
            f"\r{text:{self.longest}}" if self.alive else text,
            end="" if self.alive else "\n",
            file=self.stream,
            flush=True,
        )
