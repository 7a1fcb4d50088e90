"""The check that a rule fact is one of the words it may be: `must_open="fisrt"` is an error at once."""

from collections.abc import Iterable
from dataclasses import Field, fields
from functools import cache
from typing import Any, Literal, get_args, get_origin


def check_choices(facts: object) -> None:
    """Raise ValueError naming the field, the value and what is right, unless each Literal field of these facts fits.

    A frozen dataclass calls it in `__post_init__`. Fields that are a tuple of Literals need one at least.

    >>> from mam.rules.auction import AuctionRules
    >>> AuctionRules(must_open="fisrt")
    Traceback (most recent call last):
    ...
    ValueError: must_open can't be 'fisrt': it must be 'first', 'last' or 'nobody'
    """
    kind: Any = type(facts)
    for name, words in _list_choices(kind):
        if (value := getattr(facts, name)) not in words:
            raise ValueError(f"{name} can't be {value!r}: it must be {_list_words(words)}")
    for name, words in _list_sequences(kind):
        values = getattr(facts, name)
        if not isinstance(values, tuple) or not values or any(value not in words for value in values):
            raise ValueError(f"{name} can't be {values!r}: it must be a tuple made of {_list_words(words)}")


@cache
def _list_choices(kind: type) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The fields of a dataclass that are one word out of several, each with its words."""
    return tuple((field.name, get_args(field.type)) for field in _fields(kind) if get_origin(field.type) is Literal)


@cache
def _list_sequences(kind: type) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The fields of a dataclass that are a tuple of such words, each with its words."""
    tuples = ((field.name, get_args(field.type)) for field in _fields(kind) if get_origin(field.type) is tuple)
    return tuple((name, get_args(items[0])) for name, items in tuples if get_origin(items[0]) is Literal)


def _fields(kind: type) -> Iterable[Field[Any]]:
    found = fields(kind)
    if unread := [field.name for field in found if isinstance(field.type, str)]:
        raise TypeError(f"write the types of {', '.join(unread)} in {kind.__name__} without quotation marks")
    return found


def _list_words(words: tuple[str, ...]) -> str:
    *first, last = map(repr, words)
    return f"{', '.join(first)} or {last}" if first else last
