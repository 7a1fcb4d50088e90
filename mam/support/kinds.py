"""What the keys of a table in a file hold: kinds, as annotations say them, and ranges; and what people call them."""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from types import UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

_NAMES = {str: ("text in quotes", "texts in quotes"), int: ("a whole number", "whole numbers")}


class Key(NamedTuple):
    """What a key of a table holds: its kind, whether it must be there, and the range of a number."""

    kind: Any = str
    is_needed: bool = False
    least: int | None = None
    most: int | None = None

    def find_fault(self, value: object) -> str:
        """Return what a value must be and is not; "" if it is right.

        >>> Key(int, least=0, most=9).find_fault(12)
        'must be from 0 to 9'
        """
        if not fits(value, self.kind):
            return f"must be {name_kind(self.kind)}"
        if self.least is None or not isinstance(value, int):
            return ""
        if self.most is None:
            return f"must be {self.least} or more" if value < self.least else ""
        return "" if self.least <= value <= self.most else f"must be from {self.least} to {self.most}"


Keys = Mapping[str, Key]


def list_keys(kind: type, *without: str) -> dict[str, Key]:
    """Return a key for each field of a dataclass, needed where the field has no default; `without` are fields that no file has.

    >>> from mam.rules.scoring import Carry
    >>> list_keys(Carry)["points"].is_needed
    False
    """
    types = get_type_hints(kind)
    return {
        field.name: Key(types[field.name], field.default is MISSING and field.default_factory is MISSING)
        for field in fields(kind)
        if field.name not in without
    }


def freeze(value: Any) -> Any:
    """Return a value with its lists as tuples; each table in a list is read apart."""
    if isinstance(value, list):
        return tuple(item if isinstance(item, dict) else freeze(item) for item in value)
    return {key: freeze(item) for key, item in value.items()} if isinstance(value, dict) else value


def fits(value: object, kind: Any) -> bool:
    """Return whether a value of a file is of a kind, as an annotation says it."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind is Any:
        return True
    if origin is Literal:
        return isinstance(value, str) and value in parts
    if origin in (Union, UnionType):
        return any(fits(value, part) for part in parts)
    if origin is tuple:
        return isinstance(value, list) and all(fits(item, parts[0]) for item in value)
    if origin is not None and issubclass(origin, Mapping):
        return isinstance(value, dict) and all(fits(item, parts[1]) for item in value.values())
    return type(value) is kind  # true is no number


def name_kind(kind: Any, is_plural: bool = False) -> str:
    """Return a kind in plain words.

    >>> name_kind(tuple[str, ...])
    'a list of texts in quotes'
    """
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return f"one of {', '.join(map(repr, parts))}"
    if origin in (Union, UnionType):
        return " or ".join(name_kind(part, is_plural) for part in parts)
    if origin is tuple:
        return f"{'lists' if is_plural else 'a list'} of {name_kind(parts[0], True)}"
    if origin is not None:
        return f"{'tables' if is_plural else 'a table'} of {name_kind(parts[1], True)}"
    return "true or false" if kind is bool else _NAMES.get(kind, ("a value", "values"))[is_plural]
