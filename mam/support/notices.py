"""Lines on standard error that people see once, however often there is reason for them."""

from __future__ import annotations

import sys

_printed_texts: set[str] = set()


def print_once(message: str, subject: str = "") -> None:
    """Print a line on standard error, unless it was printed before, or another one about the same subject.

    >>> from contextlib import redirect_stderr
    >>> with redirect_stderr(sys.stdout):
    ...     print_once("the disk is full", "disk")
    ...     print_once("the disk is still full", "disk")
    mam: the disk is full
    """
    if (subject or message) not in _printed_texts:
        _printed_texts.add(subject or message)
        print(f"mam: {message}", file=sys.stderr, flush=True)
