"""Say which argument of a public function is of the wrong kind, where Python would speak of our insides."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dis import opmap
from functools import wraps
from itertools import islice
from types import NoneType, UnionType
from typing import Any, Literal, ParamSpec, TypeVar, Union, get_args, get_origin

from mam.support.messages import quote

P = ParamSpec("P")
T = TypeVar("T")
K = TypeVar("K", bound=type)

_NAMES: Mapping[Any, str] = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "True or False",
    NoneType: "None",
    Any: "any value",
}
_CLASS_NAMES = {"NoTrump": "no-trump", "RuleSet": "an edition's rules", "TrickGameRules": "an edition's rules"}
_MAX_ITEMS = 100  # of a list that are looked at
_MISFITS = (TypeError, AttributeError, LookupError, ValueError, OverflowError, RecursionError)


def check_arguments(function: Callable[P, T]) -> Callable[P, T]:
    """Let a function in which Python fails say which of its arguments is not of the type in its signature.

    Nothing is checked while it succeeds. An error goes on as it is if every argument fits, or if one of our own `raise`
    statements made it: that one knows more.

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
    """Raise TypeError for the first argument that does not fit; return if all do, or if the error is one of our sentences."""
    from typing import get_type_hints

    if _is_raised_by_us(error):
        return
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


def _is_raised_by_us(error: Exception) -> bool:
    """Return whether a `raise` statement of this package made an error. One of this module may still be explained better."""
    step = error.__traceback__
    if step is None:
        return False
    while step.tb_next is not None:
        step = step.tb_next
    name = str(step.tb_frame.f_globals.get("__name__"))
    if name == __name__ or name.partition(".")[0] != __name__.partition(".")[0]:
        return False
    return step.tb_frame.f_code.co_code[step.tb_lasti] == opmap["RAISE_VARARGS"]


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
    """Return a kind in plain words.

    >>> name_kind(str | float | None), name_kind(list[str]), name_kind(Mapping[str, int])
    ('text, a number or None', 'a list of text', 'a mapping of text to whole numbers')
    """
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _join(map(name_kind, parts))
    if origin is Literal:
        return _join(map(repr, parts))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return "a mapping" if Any in parts else f"a mapping of {_name_many(parts[0])} to {_name_many(parts[1])}"
    if origin is Callable or (origin is not None and not parts):
        return "a function"
    if isinstance(origin, type) and issubclass(origin, Iterable):
        return f"a list of {_name_many(parts[0])}"
    if kind in _NAMES:
        return _NAMES[kind]
    name = getattr(origin or kind, "__name__", "value")
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()
    return _CLASS_NAMES.get(name, f"{'an' if words[0] in 'aeiou' else 'a'} {words}")


def _name_many(kind: Any) -> str:
    """Return several of a kind in words: whole numbers, lists of cards."""
    if get_origin(kind) in (Union, UnionType):
        return _join(map(_name_many, get_args(kind)))
    article, space, words = name_kind(kind).partition(" ")
    if article not in ("a", "an"):
        return f"{article}{space}{words}"
    noun, of, rest = words.partition(" of ")
    return f"{noun.removesuffix('y')}ies{of}{rest}" if noun.endswith("y") else f"{noun}s{of}{rest}"


def _join(names: Iterable[str]) -> str:
    """Return names as a list in a sentence: a, b or c."""
    *first, last = dict.fromkeys(names)
    return f"{', '.join(first)} or {last}" if first else last
