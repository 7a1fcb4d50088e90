"""Work in short steps, between which something else can be done: a generator that yields None and returns its result."""

from collections.abc import Generator, Iterator
from typing import TypeVar

T = TypeVar("T")


def take_all(steps: Generator[None, None, T]) -> T:
    """Take all steps of some work, and return its result.

    >>> def count(steps):
    ...     for _ in range(steps):
    ...         yield
    ...     return steps
    >>> take_all(count(3))
    3
    """
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result


def yield_result(steps: Generator[None, None, T]) -> Iterator[T | None]:
    """Take the steps one by one, yield None for each, then the result."""
    result = yield from steps
    yield None  # what is done with the result is a step of its own
    yield result
