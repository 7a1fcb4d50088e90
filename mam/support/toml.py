"""Read TOML with the line of a fault in errors; write text as TOML."""

import copy
import re
import tomllib
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from mam.support.kinds import Key, Keys, freeze
from mam.support.messages import quote, shorten, trim_message
from mam.support.toml_lines import KeyPath, find_long_key, read_lines

Place = str | KeyPath  # "" for the top level, "deal" for [deal], ("note", 0) for the first [[note]], and so on downward


class PlacedError(ValueError):
    """A fault in a text file: `name` of the file, `line` (0 when the whole file is meant), and what is wrong."""

    def __init__(self, name: str, line: int, fault: str) -> None:
        super().__init__(trim_message(f"{name}{f', line {line}' if line else ''}: {fault}"))
        self.name, self.line, self.fault = name, line, fault

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.name, self.line, self.fault)


class DataError(PlacedError):
    """A fault in a file of `data/`: the file, the line, the id of the entry, and what is wrong."""


def read_text(path: str | Path, max_bytes: int, error: type[PlacedError]) -> str:
    """Return the text of a file. Raises this error for a file that is too long or not UTF-8 text."""
    path = Path(path)
    try:
        size = path.stat().st_size
    except ValueError:  # it has a zero byte or half a character
        raise error(path.name, 0, "no file can have this name") from None
    if size > max_bytes:
        raise error(path.name, 0, f"is {size:,} bytes long; at most {max_bytes:,} are read")
    with path.open("rb") as file:  # a pipe or a device has no size, and may have no end
        content = file.read(max_bytes + 1)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise error(path.name, 0, f"is not UTF-8 text (byte {fault.start})") from None
    return text.replace("\r\n", "\n")


class Document:
    """A parsed TOML text whose values are fetched by table and key, checked for their type, with the line in errors.

    >>> Document("title = 3", "x.toml", PlacedError).string("", "title")
    Traceback (most recent call last):
    mam.support.toml.PlacedError: x.toml, line 1: title must be text in quotes, not 3
    """

    def __init__(self, text: str, name: str, error: type[PlacedError]) -> None:
        self.text, self.name, self.error = text, name, error
        if line := find_long_key(text):
            raise error(name, line, "a key has more than sixteen parts")
        try:
            self.top: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as fault:
            place = re.search(r"at line (\d+)", str(fault))
            line = int(place[1]) if place else text.rstrip("\n").count("\n") + 1  # the other place is the end
            raise error(name, line, f"this is not valid TOML: {fault}") from None
        except (ValueError, RecursionError):
            raise error(name, 0, "this is not valid TOML: a value is too long or too deeply nested") from None

    @classmethod
    def read(cls, path: str | Path, max_bytes: int, error: type[PlacedError]) -> "Document":
        """Read a file of at most this size. Raises this error for one that is no TOML, OSError if it cannot be opened."""
        return cls(read_text(path, max_bytes, error), Path(path).name, error)

    def part(self, *place: str | int) -> "Document":
        """Return one table of this document as a document of its own, with the same lines: ("chapter", 2), or ("position",).

        >>> document = Document("[[chapter]]\\n[[chapter.stop]]\\nask = 'card'\\nright = 3", "x.toml", PlacedError)
        >>> document.part("chapter", 0).part("stop", 0).strings("", "right")
        Traceback (most recent call last):
        mam.support.toml.PlacedError: x.toml, line 4: right must be a list of texts in quotes, not 3
        """
        name, *numbers = place or ("",)
        part = copy.copy(self)
        part.top = self.table((str(name), int(numbers[0]))) if numbers else self.table(str(name))
        part.__dict__["lines"] = {
            path[len(place) :]: line for path, line in self.lines.items() if path[: len(place)] == place
        }
        return part

    @cached_property
    def lines(self) -> dict[KeyPath, int]:
        """The line of each key, heading and item of a list, by its path; `()` is the line where a part begins."""
        return read_lines(self.text)

    def fail(self, place: tuple[Any, ...], fault: str) -> PlacedError:
        """Return the error for a fault at a place: (table, key) or (table, key, index in its list)."""
        return self.error(self.name, self.line(*place[:3]), fault)

    @contextmanager
    def at(self, *place: Any) -> Iterator[None]:
        """Report whatever is wrong inside this block as a fault at a place: table, key, and index in its list.

        >>> document = Document("deal = 'N R40'", "x.toml", PlacedError)
        >>> with document.at("", "deal"):
        ...     raise ValueError("13 cards are missing")
        Traceback (most recent call last):
        mam.support.toml.PlacedError: x.toml, line 1: 13 cards are missing
        """
        try:
            yield
        except PlacedError:
            raise
        except ValueError as error:
            raise self.fail(place, str(error)) from None

    def check_format(self, key: str, number: int, default: int) -> None:
        """Refuse a file of another format than this one; `default` is the format of a file that names none."""
        if self.integer("", key, default) != number:
            raise self.fail(("", key), f"this mam reads format {number}")

    def table(self, path: Place) -> dict[str, Any]:
        """Return the values of a table at any depth, none if it is missing."""
        values: Any = self.top
        for depth, step in enumerate(steps := _list_steps(path), 1):
            values = values[step] if isinstance(step, int) else values.get(str(step), {})
            is_table = depth == len(steps) or isinstance(steps[depth], str)
            if is_table and not isinstance(values, dict):
                name = next(part for part in reversed(steps[:depth]) if isinstance(part, str))
                raise self.fail((steps[: depth - 1], step), f"{name} must be a table, written [{name}]")
        return values  # type: ignore[no-any-return]

    def tables(self, path: Place, keys: Collection[str] | None = None) -> list[dict[str, Any]]:
        """Return the tables of a [[list]] at any depth, none if it is missing, with their keys checked if these are given."""
        *parents, name = _list_steps(path)
        tables = self.table(tuple(parents)).get(str(name), [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            raise self.fail((tuple(parents), name), f"{name} must be a list of tables, each written [[{name}]]")
        for number in range(len(tables) if keys is not None else 0):
            self.check_keys(keys or (), (*parents, name, number))
        return tables

    def entries(self, path: Place, keys: Keys, label: str = "id") -> Iterator[tuple[KeyPath, dict[str, Any]]]:
        """Yield the path and the values of each table of a [[list]], as `read_table` does; `label` is the key with the name of a
        table."""
        for number, entry in enumerate(self.tables(path)):
            place, name = (*_list_steps(path), number), entry.get(label)
            yield place, self.read_table(place, keys, name if isinstance(name, str) else "")

    def read_list(self, name: str, keys: Keys, label: str = "id") -> Iterator[tuple[KeyPath, dict[str, Any]]]:
        """Do so for a list with which alone the file is filled, and which must be there."""
        self.check_keys({name})
        if name not in self.top:
            raise self.fail(("", ""), f"there is no [[{name}]] table")
        yield from self.entries(name, keys, label)

    def read_table(self, path: Place, keys: Keys, label: str = "") -> dict[str, Any]:
        """Return the values of a table, lists as tuples, each as its key says; in errors `label` is the name of the table.

        Refuses a key that is missing or unknown, and a value of another kind or out of range.

        >>> document = Document("[[chapter]]\\n[[chapter.stop]]\\nat = -1", "x.toml", PlacedError)
        >>> document.read_table(("chapter", 0, "stop", 0), {"at": Key(int, True, least=0)})
        Traceback (most recent call last):
        mam.support.toml.PlacedError: x.toml, line 3: at must be 0 or more, not -1
        """
        self.check_keys(keys, path, label)
        values = {name: self.value(path, name, key, label) for name, key in keys.items()}
        return {name: freeze(values[name]) for name in self.table(path)}

    def value(self, path: Place, name: str, key: Key, label: str = "") -> Any:
        """Return one value of a table, None if it is missing and not needed."""
        head, values = f"{shorten(label)}: " if label else "", self.table(path)
        if name not in values:
            if key.is_needed:
                raise self.fail((path, ""), f"{head}{name} is missing")
            return None
        if fault := key.find_fault(values[name]):
            raise self.fail((path, name), f"{head}{name} {fault}, not {quote(values[name])}")
        return values[name]

    def check_keys(self, known_keys: Collection[str], path: Place = "", label: str = "") -> None:
        """Refuse an unknown key: a typing mistake would otherwise be ignored."""
        head = f"{shorten(label)}: " if label else ""
        for key in self.table(path):
            if key not in known_keys:
                known = ", ".join(sorted(known_keys))
                raise self.fail((path, key), f"{head}unknown key {quote(key)}; known here: {known}")

    def string(self, path: Place, name: str, *, required: bool = False) -> str:
        """Return a text ("" if it is missing and not required)."""
        return self.value(path, name, Key(str, required)) or ""

    def strings(self, path: Place, name: str) -> list[str]:
        """Return a list of texts, empty if it is missing."""
        return self.value(path, name, Key(tuple[str, ...])) or []

    def integer(self, path: Place, name: str, default: int | None = None, *, least: int | None = None) -> int:
        """Return a whole number; without a default it must be there, and where there is a `least` one, not be below it."""
        value = self.value(path, name, Key(int, default is None, least))
        return default if value is None and default is not None else value

    def boolean(self, path: Place, name: str) -> bool:
        """Return true or false (false if it is missing)."""
        return bool(self.value(path, name, Key(bool)))

    def line(self, path: Place, key: str, index: int | None = None) -> int:
        """Return the line of a key or of one item of its list; of the table's heading, or 0, if the key is not found."""
        place = _list_steps(path)
        places = [(*place, key, index), (*place, key), place] if key else [place]
        return next((self.lines[path] for path in places if path in self.lines), self.lines.get((), 0))


def _list_steps(path: Place) -> KeyPath:
    """Return a path as its steps; "" is the top level."""
    return path if isinstance(path, tuple) else (path,) if path else ()


# Writing


_ESCAPES = {"\\": "\\\\", '"': '\\"', "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def write_string(text: str) -> str:
    """Return a text as a TOML string; several lines stay several lines.

    >>> print(write_string('say "1934"'))
    "say \\"1934\\""
    """
    escapes = "".join(
        _ESCAPES.get(sign) or (f"\\u{ord(sign):04X}" if ord(sign) < 32 or ord(sign) == 127 else sign) for sign in text
    )
    if "\n" in text:
        return '"""\n' + escapes.replace("\\n", "\n") + '"""' if "\\" not in text else f'"{escapes}"'
    return f'"{escapes}"'


def write_strings(texts: Iterable[str], *, always_split: bool = False) -> str:
    """Return a list of texts as TOML, on one line if it is short."""
    items = [write_string(text) for text in texts]
    line = f"[{', '.join(items)}]"
    if len(line) <= 100 and not always_split:
        return line
    rows: list[str] = []
    for item in items:
        if not always_split and rows and len(rows[-1]) + len(item) < 100:
            rows[-1] += f" {item},"
        else:
            rows.append(f"    {item},")
    return "[\n" + "\n".join(rows) + "\n]"
