"""How long a search may take, and the line that tells how it goes."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TextIO

_SLICE = 0.05  # seconds of search between two looks at the clock
_TELL_EVERY = 0.25  # seconds


def check_limit(name: str, limit: float | None) -> float | None:
    """The limit; raises ValueError unless it is a number above 0, or None."""
    if limit is not None and (isinstance(limit, bool) or not isinstance(limit, int | float) or not limit > 0):
        raise ValueError(f"{name} is a number above 0, or None for no limit, not {limit!r}")
    return limit


def check_count(name: str, value: object, least: int = 1) -> int:
    """The number; raises TypeError or ValueError unless it is whole and so much at least."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} is a whole number, not {value!r}")
    if value < least:
        raise ValueError(f"{name} is {least} or more, not {value}")
    return value


class Stopped(Exception):
    """The budget is used up; the message says which: "time" or "nodes"."""


@dataclass
class Budget:
    """How many seconds and nodes a search may take (None: any number), and whom to tell meanwhile."""

    seconds: float | None
    nodes: float | None
    tell: Callable[[str], None] | None = None
    begun: float = field(default_factory=time.monotonic)
    spent: int = 0
    pace: int = 20_000  # nodes in one slice
    told: float = 0.0

    def slice(self) -> int:
        """How many nodes to search before looking again; raises Stopped when nothing is left."""
        if self.seconds is not None and self.elapsed() >= self.seconds:
            raise Stopped("time")
        if self.nodes is None:
            return self.pace
        if self.spent >= self.nodes:
            raise Stopped("nodes")
        return min(self.pace, max(1, int(self.nodes - self.spent)))

    def elapsed(self) -> float:
        """Seconds since the search began."""
        return time.monotonic() - self.begun

    def took(self, nodes: int, seconds: float) -> None:
        """So many nodes were searched; the next slice is made as long as is good for looking at the clock."""
        self.spent += nodes
        if nodes >= self.pace:
            self.pace = max(10_000, min(10_000_000, int(nodes * _SLICE / max(seconds, 1e-6))))
        self.report()

    def report(self) -> None:
        """Tell how it goes, now and then."""
        if self.tell is not None and self.elapsed() - self.told >= _TELL_EVERY:
            self.told = self.elapsed()
            self.tell(f"{self.spent:,} positions in {self.told:.1f} s")


class ProgressLine:
    """A line that is written over itself, and gone at the end. On a stream, on standard error (True), or nowhere (False)."""

    def __init__(self, progress: bool | TextIO) -> None:
        self.stream = sys.stderr if progress is True else progress or None
        self.longest = 0

    def __enter__(self) -> Callable[[str], None] | None:
        return self._tell if self.stream is not None else None

    def _tell(self, text: str) -> None:
        self.longest = max(self.longest, len(text))
        print(f"\r{text:{self.longest}}", end="", file=self.stream, flush=True)

    def __exit__(self, *_: object) -> None:
        if self.longest:
            print("\r" + " " * self.longest, end="\r", file=self.stream, flush=True)
