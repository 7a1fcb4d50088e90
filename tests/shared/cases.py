"""One check of many values as one test: thousands of tests of their own would take longer to collect and to report than to run."""

from collections.abc import Callable, Sequence
from functools import wraps
from inspect import Parameter, signature
from typing import Any

import pytest


def check_each(names: str, values: Sequence[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test with each of these values, as `pytest.mark.parametrize` does, but as one test that names all that fail.

    >>> check_each("number", [1, 2])(lambda number: None)()
    """
    keys = [name.strip() for name in names.split(",")]

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def run(**fixtures: object) -> None:
            failures: list[BaseException] = []
            for value in values:
                case = dict(zip(keys, value if len(keys) > 1 else [value], strict=True))
                try:
                    test(**case, **fixtures)
                except (Exception, pytest.fail.Exception) as failure:
                    failure.add_note(f"with {case}"[:300])
                    failures.append(failure)
            if failures:
                raise BaseExceptionGroup(f"{len(failures)} of {len(values)} cases", failures)

        parameters: list[Parameter] = [
            parameter for name, parameter in signature(test).parameters.items() if name not in keys
        ]
        run.__signature__ = signature(test).replace(parameters=parameters)  # type: ignore[attr-defined]
        return run

    return decorate
