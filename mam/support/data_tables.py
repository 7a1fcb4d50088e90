"""Read the tables of data files as the fields of a class, each checked for its type; an error names file, line and id."""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from mam.support.messages import quote, shorten
from mam.support.toml import Document, PlacedError
from mam.support.toml_lines import KeyPath

_NAMES = {str: ("text in quotes", "texts in quotes"), int: ("a whole number", "whole numbers")}


class DataError(PlacedError):
    """A fault in a file of `data/`: the file, the line, the id of the entry, and what is wrong."""


def list_kinds(kind: type, *without: str) -> dict[str, tuple[Any, bool]]:
    """Return the type of each field of a dataclass, and whether it must be given; `without` are fields that no file has.

    >>> from mam.rules.scoring import Carry
    >>> list_kinds(Carry)["points"]
    (<class 'int'>, False)
    """
    types = get_type_hints(kind)
    return {
        field.name: (types[field.name], field.default is MISSING and field.default_factory is MISSING)
        for field in fields(kind)
        if field.name not in without
    }


def list_entries(document: Document, name: str) -> list[dict[str, Any]]:
    """Return the tables of the list with this name, which alone stands in the file. Raises the document's error otherwise."""
    for key in document.top:
        if key != name:
            raise document.fail(("", key), f"unknown key {quote(key)}; the file holds [[{name}]] tables")
    entries = document.top.get(name)
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise document.fail(("", name), f"{name} must be a list of tables, each written [[{name}]]")
    return entries


def read_entry(
    document: Document, path: KeyPath, entry: object, kinds: Mapping[str, tuple[Any, bool]], label: str = ""
) -> dict[str, Any]:
    """Return the values of a table at a path, lists as tuples, each of its kind; `label` is the id of the entry.

    Raises the document's error for a key that is missing or unknown, or a value of another kind.
    """
    head = f"{shorten(label)}: " if label else ""
    if not isinstance(entry, dict):
        raise document.fail((path[:-1], str(path[-1])), f"{head}{path[-1]} must be a table")
    for key in entry:
        if key not in kinds:
            raise document.fail((path, key), f"{head}unknown key {quote(key)}; known here: {', '.join(sorted(kinds))}")
    for key, (kind, is_needed) in kinds.items():
        if key not in entry and is_needed:
            raise document.fail((path, ""), f"{head}{key} is missing")
        if key in entry and not _fits(entry[key], kind):
            raise document.fail((path, key), f"{head}{key} must be {_name(kind)}, not {quote(entry[key])}")
    return {key: _freeze(value) for key, value in entry.items()}


def find_label(entry: Mapping[str, Any], key: str = "id") -> str:
    """Return the id of an entry for an error message, "" if it has none."""
    return value if isinstance(value := entry.get(key), str) else ""


def _freeze(value: Any) -> Any:
    if isinstance(value, list):  # tables in a list are read by themselves
        return tuple(item if isinstance(item, dict) else _freeze(item) for item in value)
    return {key: _freeze(item) for key, item in value.items()} if isinstance(value, dict) else value


def _fits(value: object, kind: Any) -> bool:
    origin, parts = get_origin(kind), get_args(kind)
    if kind is Any:
        return True
    if origin is Literal:
        return isinstance(value, str) and value in parts
    if origin in (Union, UnionType):
        return any(_fits(value, part) for part in parts)
    if origin is tuple:
        return isinstance(value, list) and all(_fits(item, parts[0]) for item in value)
    if origin is not None and issubclass(origin, Mapping):
        return isinstance(value, dict) and all(_fits(item, parts[1]) for item in value.values())
    return type(value) is kind  # true is no number


def _name(kind: Any, is_plural: bool = False) -> str:
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return f"one of {', '.join(map(repr, parts))}"
    if origin in (Union, UnionType):
        return " or ".join(_name(part, is_plural) for part in parts)
    if origin is tuple:
        return f"{'lists' if is_plural else 'a list'} of {_name(parts[0], True)}"
    if origin is not None:
        return f"{'tables' if is_plural else 'a table'} of {_name(parts[1], True)}"
    return "true or false" if kind is bool else _NAMES.get(kind, ("a value", "values"))[is_plural]
