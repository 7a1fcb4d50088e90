"""The scenes of the widgets as TypeScript types, by which `tsc` checks what the browser's files read."""

import json
import types
from collections.abc import Sequence
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

_HEAD = "// Made from the schema in Python: MAM_WRITE=1 pytest tests/widgets/test_javascript.py writes it again."
_TYPESCRIPT: dict[object, str] = {
    str: "string",
    bool: "boolean",
    int: "number",
    float: "number",
    type(None): "null",
}


def declare_scene(scenes: Sequence[type]) -> str:
    """Return one TypeScript interface `Scene` for all these TypedDicts, and an interface for each TypedDict within them.

    The browser's files are shared, so `Scene` has the keys of every widget: those that only some send are optional.
    """
    types: dict[str, str] = {}
    scene = f"export interface Scene {_declare_object(scenes, types)}"
    return "\n\n".join([_HEAD, scene, *(types[name] for name in sorted(types))]) + "\n"


def declare_types(kinds: Sequence[type]) -> str:
    """Return a TypeScript interface for each of these TypedDicts, under its own name, and for each TypedDict within them."""
    types: dict[str, str] = {}
    for kind in kinds:
        _name_type([kind], types)
    return "\n\n".join([_HEAD, *(types[name] for name in sorted(types))]) + "\n"


def _declare_object(kinds: Sequence[Any], types: dict[str, str]) -> str:
    """Return the keys of these TypedDicts together; a key that one of them may leave out is optional."""
    hints = [get_type_hints(kind) for kind in kinds]
    lines = []
    for key in dict.fromkeys(key for hint in hints for key in hint):
        mark = "" if all(key in kind.__required_keys__ for kind in kinds) else "?"
        values = dict.fromkeys(hint[key] for hint in hints if key in hint)
        lines.append(f"  {key}{mark}: {_name_type(list(values), types)};\n")
    return "{\n" + "".join(lines) + "}"


def _name_type(kinds: Sequence[Any], named: dict[str, str]) -> str:
    """Return what TypeScript calls a value of any of these types; several TypedDicts become one object."""
    parts = list(dict.fromkeys(part for kind in kinds for part in _list_parts(kind)))
    objects = [part for part in parts if is_typeddict(part)]
    names = [_name_plain(part, named) for part in parts if not is_typeddict(part)]
    if len(objects) > 1:
        names.insert(0, _declare_object(objects, named).replace("\n", "\n  "))
    elif objects:
        (kind,) = objects
        if kind.__name__ not in named:
            named[kind.__name__] = ""  # so that a type within itself ends
            named[kind.__name__] = f"export interface {kind.__name__} {_declare_object([kind], named)}"
        names.insert(0, kind.__name__)
    return " | ".join(dict.fromkeys(names))


def _list_parts(kind: Any) -> tuple[Any, ...]:
    """Return the types of a union and the values of a Literal, or the one type."""
    if get_origin(kind) is Literal:
        return tuple(Literal[value] for value in get_args(kind))
    return get_args(kind) if get_origin(kind) in (Union, types.UnionType) else (kind,)


def _name_plain(kind: Any, types: dict[str, str]) -> str:
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return json.dumps(parts[0])
    if origin is list:
        entry = _name_type(parts, types)
        return f"{entry}[]" if entry.isidentifier() else f"({entry})[]"
    if origin is dict:
        return f"Record<string, {_name_type(parts[1:], types)}>"
    return _TYPESCRIPT[kind]
