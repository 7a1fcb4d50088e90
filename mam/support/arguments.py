"""Say which argument of a public function is of the wrong kind, where Python would speak of our insides."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import wraps
from itertools import islice
from types import NoneType, UnionType
from typing import Any, Literal, ParamSpec, TypeVar, Union, get_args, get_origin

from mam.support.messages import quote

P = ParamSpec("P")
T = TypeVar("T")
K = TypeVar("K", bound=type)

_NAMES = {str: "text", int: "a whole number", float: "a number", bool: "True or False", NoneType: "None"}
_MAX_ITEMS = 100  # of a list that are looked at
_MISFITS = (TypeError, AttributeError, LookupError, ValueError, OverflowError, RecursionError)


def check_arguments(function: Callable[P, T]) -> Callable[P, T]:
    """Let a function that fails say which of its arguments is not of the type in its signature.

    Nothing is checked while it succeeds. An error that it raises although every argument fits goes on as it is.

    >>> @check_arguments
    ... def halve(number: int) -> int:
    ...     return number // 2
    >>> halve("6")
    Traceback (most recent call last):
    TypeError: halve: number must be a whole number, not '6'
    """

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except _MISFITS as error:
            _explain(function, function.__name__, args, kwargs, error)
            raise

    return call


def check_methods(kind: K) -> K:
    """Let every public method of a class do so."""
    for name, method in list(vars(kind).items()):
        if inspect.isfunction(method) and not name.startswith("_") and not inspect.isgeneratorfunction(method):
            setattr(kind, name, check_arguments(method))
    return kind


def check_fields(kind: K) -> K:
    """Let a class do the same when it is made."""
    make: Any = kind.__init__  # type: ignore[misc]

    @wraps(make)
    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        try:
            make(self, *args, **kwargs)
        except _MISFITS as error:
            _explain(make, type(self).__name__, (self, *args), kwargs, error)
            raise

    kind.__init__ = __init__  # type: ignore[misc]
    return kind


def _explain(
    function: Callable[..., Any], name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any], error: Exception
) -> None:
    """Raise TypeError for the first argument that does not fit; return if all do."""
    from typing import get_type_hints

    try:
        given = inspect.signature(function).bind(*args, **kwargs)
        hints = get_type_hints(function)
    except (
        TypeError,
        NameError,
    ):  # arguments are missing, which Python says well; or a type is known to type checkers only
        return
    parameters: Mapping[str, inspect.Parameter] = given.signature.parameters
    for key, value in given.arguments.items():
        usual = parameters[key].kind not in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
        if usual and key in hints and not fits(value, hints[key]):
            raise TypeError(f"{name}: {key} must be {name_kind(hints[key])}, not {quote(value)}") from error
    if isinstance(error, OverflowError) or "integer string conversion" in str(error):
        raise ValueError(f"{name}: a number is too large") from None


def fits(value: object, kind: Any) -> bool:
    """Return whether a value is of a kind, as an annotation says it; of a long list the first items are looked at."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind is Any:
        return True
    if origin in (Union, UnionType):
        return any(fits(value, part) for part in parts)
    if origin is Literal:
        return any(value is part or (type(value) is type(part) and value == part) for part in parts)
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if origin is None:
        return not isinstance(kind, type) or isinstance(value, kind)
    if not isinstance(origin, type) or not isinstance(value, origin):
        return not isinstance(origin, type)
    if issubclass(origin, Mapping) and isinstance(value, Mapping):
        pairs = islice(value.items(), _MAX_ITEMS)
        return all(fits(key, parts[0]) and fits(item, parts[1]) for key, item in pairs)
    if isinstance(value, str | bytes):
        return False  # a text is a list of letters to Python alone
    if issubclass(origin, tuple) and parts[-1] is not Ellipsis and isinstance(value, tuple):
        return len(value) == len(parts) and all(map(fits, value, parts))
    if parts and isinstance(value, Collection):
        return all(fits(item, parts[0]) for item in islice(value, _MAX_ITEMS))
    return True


def name_kind(kind: Any) -> str:
    """Return a kind in words.

    >>> name_kind(str | None), name_kind(list[str]), name_kind(Mapping[str, int])
    ('text or None', 'a list of text', 'a dict with text: a whole number')
    """
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return " or ".join(map(name_kind, parts))
    if origin is Literal:
        return " or ".join(map(repr, parts))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return f"a dict with {name_kind(parts[0])}: {name_kind(parts[1])}"
    if origin is Callable or (origin is not None and not parts):
        return "a function"
    if isinstance(origin, type) and issubclass(origin, Iterable):
        return f"a list of {name_kind(parts[0])}"
    if kind in _NAMES:
        return _NAMES[kind]
    name = getattr(origin or kind, "__name__", "value")
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"
