"""How long a search may take, and the progress line that it prints."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TextIO

from mam.support.messages import quote

_SLICE_SECONDS = 0.03  # seconds of search between two looks at the clock
_REPORT_SECONDS = 0.25  # seconds between two progress reports


def check_limit(name: str, limit: float | None) -> float | None:
    """Return the limit. Raise ValueError unless it is a number above 0, or None for no limit."""
    if limit is not None and (isinstance(limit, bool) or not isinstance(limit, int | float) or not limit > 0):
        raise ValueError(f"{name} must be a number above 0, or None for no limit, not {quote(limit)}")
    return limit


def check_count(name: str, value: object, minimum: int = 1) -> int:
    """Return the value. Raise TypeError unless it is a whole number, ValueError if it is below the minimum."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} must be a whole number, not {quote(value)}")
    if value < minimum:
        raise ValueError(f"{name} must be {minimum} or more, not {value}")
    return value


class Stopped(Exception):
    """The budget is used up, or the search was canceled; the message says which: "time", "nodes" or "interrupted"."""


@dataclass
class Budget:
    """How many seconds and nodes a search may take (None: no limit), and the function that gets progress reports."""

    seconds: float | None
    nodes: float | None
    report: Callable[[str], None] | None = None
    is_canceled: Callable[[], bool] | None = None  # asked between two slices
    start_time: float = field(default_factory=time.monotonic)
    nodes_used: int = 0
    slice_size: int = 10_000  # nodes to search before looking at the clock
    last_report: float = 0.0  # seconds from the start to the latest report

    def next_slice(self) -> int:
        """Return how many nodes to search before asking again. Raise Stopped when nothing is left."""
        if self.is_canceled is not None and self.is_canceled():
            raise Stopped("interrupted")
        if self.seconds is not None and self.count_seconds() >= self.seconds:
            raise Stopped("time")
        if self.nodes is None:
            return self.slice_size
        if self.nodes_used >= self.nodes:
            raise Stopped("nodes")
        return min(self.slice_size, max(1, int(self.nodes - self.nodes_used)))

    def count_seconds(self) -> float:
        """Return the seconds since the search started."""
        return time.monotonic() - self.start_time

    def count(self, nodes: int, seconds: float) -> None:
        """Count nodes that were searched, and fit the size of the next slice to the time that they took."""
        self.nodes_used += nodes
        if nodes >= self.slice_size:
            self.slice_size = max(10_000, min(10_000_000, int(nodes * _SLICE_SECONDS / max(seconds, 1e-6))))
        self.report_progress()

    def report_progress(self) -> None:
        """Report the positions searched so far, unless that was done a moment ago."""
        if self.report is not None and self.count_seconds() - self.last_report >= _REPORT_SECONDS:
            self.last_report = self.count_seconds()
            self.report(f"{self.nodes_used:,} positions in {self.last_report:.1f} s")


class ProgressLine:
    """A line that is written over itself and erased at the end: on a stream, on standard error (True), or nowhere (False)."""

    def __init__(self, progress: bool | TextIO) -> None:
        self.stream = sys.stderr if progress is True else progress or None
        self.width = 0

    def __enter__(self) -> Callable[[str], None] | None:
        return self._write if self.stream is not None else None

    def _write(self, text: str) -> None:
        self.width = max(self.width, len(text))
        print(f"\r{text:{self.width}}", end="", file=self.stream, flush=True)

    def __exit__(self, *_: object) -> None:
        if self.width:
            print("\r" + " " * self.width, end="\r", file=self.stream, flush=True)
