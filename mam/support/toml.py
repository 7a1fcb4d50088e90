"""Read TOML with the line of a fault in errors; write text as TOML."""

import copy
import re
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from mam.support.messages import quote, trim_message
from mam.support.toml_lines import KeyPath, find_long_key, read_lines

Section = str | tuple[str, int]  # "" for the top level, "deal" for [deal], ("note", 0) for the first [[note]]


class PlacedError(ValueError):
    """A fault in a text file: `name` of the file, `line` (0 when the whole file is meant), and what is wrong."""

    def __init__(self, name: str, line: int, fault: str) -> None:
        super().__init__(trim_message(f"{name}{f', line {line}' if line else ''}: {fault}"))
        self.name, self.line, self.fault = name, line, fault

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.name, self.line, self.fault)


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
    mam.support.toml.PlacedError: x.toml, line 1: title must be text in quotes
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
        mam.support.toml.PlacedError: x.toml, line 4: right must be a list of texts in quotes
        """
        name, *numbers = place
        table = self.table((str(name), int(numbers[0]))) if numbers else self.table(str(name))
        part = copy.copy(self)
        part.top = table
        part.__dict__["_lines"] = {
            path[len(place) :]: line for path, line in self._lines.items() if path[: len(place)] == place
        }
        return part

    @cached_property
    def _lines(self) -> dict[KeyPath, int]:
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

    def table(self, table: Section) -> dict[str, Any]:
        """Return a table's values, none if it is missing."""
        if table == "":
            return self.top
        name, number = (table, None) if isinstance(table, str) else table
        values = self.top.get(name, {} if number is None else [])
        values = values[number] if number is not None else values
        if not isinstance(values, dict):
            raise self.fail(("", name), f"{name} must be a table, written [{name}]")
        return values

    def tables(self, name: str, keys: set[str]) -> list[dict[str, Any]]:
        """Return the tables of a [[name]] list, their keys checked."""
        tables = self.top.get(name, [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            raise self.fail(("", name), f"{name} must be a list of tables, each written [[{name}]]")
        for number in range(len(tables)):
            self.check_keys(keys, (name, number))
        return tables

    def check_keys(self, known_keys: set[str], table: Section = "") -> None:
        """Refuse an unknown key: a typing mistake would otherwise be ignored."""
        for key in self.table(table):
            if key not in known_keys:
                raise self.fail((table, key), f"unknown key {quote(key)}; known here: {', '.join(sorted(known_keys))}")

    def string(self, table: Section, key: str, *, required: bool = False) -> str:
        """Return a text ("" if it is missing and not required)."""
        values = self.table(table)
        if key not in values and required:
            raise self.fail((table, ""), f"{key} is missing")
        value = values.get(key, "")
        if not isinstance(value, str):
            raise self.fail((table, key), f"{key} must be text in quotes")
        return value

    def strings(self, table: Section, key: str) -> list[str]:
        """Return a list of texts, empty if it is missing."""
        value = self.table(table).get(key, [])
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            raise self.fail((table, key), f"{key} must be a list of texts in quotes")
        return value

    def integer(self, table: Section, key: str, default: int | None = None, *, least: int | None = None) -> int:
        """Return a whole number; without a default it must be there, and where there is a `least` one, not be below it."""
        value = self.table(table).get(key, default)
        if value is None:
            raise self.fail((table, ""), f"{key} is missing")
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.fail((table, key), f"{key} must be a whole number")
        if least is not None and value < least:
            raise self.fail((table, key), f"{key} must be {least} or more, not {value}")
        return value

    def boolean(self, table: Section, key: str) -> bool:
        """Return true or false (false if it is missing)."""
        value = self.table(table).get(key, False)
        if not isinstance(value, bool):
            raise self.fail((table, key), f"{key} must be true or false")
        return value

    def line(self, table: Section | KeyPath, key: str, index: int | None = None) -> int:
        """Return the line of a key or of one item of its list; of the table's heading, or 0, if the key is not found."""
        place: KeyPath = () if table == "" else (table,) if isinstance(table, str) else table
        places = [(*place, key, index), (*place, key), place] if key else [place]
        return next((self._lines[path] for path in places if path in self._lines), 0)


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
