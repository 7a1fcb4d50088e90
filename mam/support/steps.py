"""Work in short steps, between which something else can be done: a generator that yields None and returns its result."""

import inspect
from collections.abc import Callable, Generator, Iterator
from functools import wraps
from typing import ParamSpec, Protocol, TypeVar, cast, get_args

T = TypeVar("T")
P = ParamSpec("P")


class InSteps(Protocol[P, T]):
    """A function that does all of some work, and with `in_steps` the same step by step."""

    in_steps: Callable[P, Generator[None, None, T]]

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T: ...


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


def in_steps(work: Callable[P, Generator[None, None, T]]) -> InSteps[P, T]:
    """Return a function that takes all steps of this work and returns its result; its `in_steps` takes them one by one.

    >>> @in_steps
    ... def double(number: int) -> Generator[None, None, int]:
    ...     yield
    ...     return 2 * number
    >>> double(4), list(yield_result(double.in_steps(4))), inspect.signature(double)
    (8, [None, None, 8], <Signature (number: int) -> int>)
    """

    @wraps(work)
    def do(*args: P.args, **kwargs: P.kwargs) -> T:
        return take_all(work(*args, **kwargs))

    signature = inspect.signature(work)
    steps = signature.return_annotation  # a text where annotations are not evaluated
    result = steps[len("Generator[None, None, ") : -1] if isinstance(steps, str) else get_args(steps)[-1]
    do.__annotations__ = work.__annotations__ | {"return": result}
    vars(do).update(in_steps=work, __signature__=signature.replace(return_annotation=result))
    return cast(InSteps[P, T], do)
