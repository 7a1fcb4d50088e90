"""Check that a rule fact has one of its allowed values: `must_open="fisrt"` is an error at once."""

from collections.abc import Iterable
from dataclasses import Field, fields
from functools import cache
from typing import Any, Literal, get_args, get_origin

from mam.support.messages import quote


def check_choices(facts: object) -> None:
    """Raise ValueError with the field, its value and the allowed values, unless every Literal field has an allowed value.

    A frozen dataclass calls it in `__post_init__`. A tuple of Literals must not be empty.

    >>> from mam.rules.auction import AuctionRules
    >>> AuctionRules(must_open="fisrt")
    Traceback (most recent call last):
    ...
    ValueError: must_open can't be 'fisrt': it must be 'first', 'last' or 'nobody'
    """
    kind: Any = type(facts)
    for name, choices in _list_choices(kind):
        if (value := getattr(facts, name)) not in choices:
            raise ValueError(f"{name} can't be {quote(value)}: it must be {_format_choices(choices)}")
    for name, choices in _list_sequences(kind):
        values = getattr(facts, name)
        if not isinstance(values, tuple) or not values or any(value not in choices for value in values):
            raise ValueError(f"{name} can't be {quote(values)}: it must be a tuple made of {_format_choices(choices)}")


@cache
def _list_choices(kind: type) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the Literal fields of a dataclass, each with its allowed values."""
    return tuple((field.name, get_args(field.type)) for field in _fields(kind) if get_origin(field.type) is Literal)


@cache
def _list_sequences(kind: type) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the fields of a dataclass that are tuples of Literals, each with its allowed values."""
    tuples = ((field.name, get_args(field.type)) for field in _fields(kind) if get_origin(field.type) is tuple)
    return tuple((name, get_args(items[0])) for name, items in tuples if get_origin(items[0]) is Literal)


def _fields(kind: type) -> Iterable[Field[Any]]:
    items = fields(kind)
    if names := [field.name for field in items if isinstance(field.type, str)]:
        raise TypeError(f"write the types of {', '.join(names)} in {kind.__name__} without quotation marks")
    return items


def _format_choices(choices: tuple[str, ...]) -> str:
    *first, last = map(repr, choices)
    return f"{', '.join(first)} or {last}" if first else last
