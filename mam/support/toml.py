"""Read TOML with line numbers for errors, which `tomllib` does not keep; write text as TOML."""

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from mam.support.messages import quote

Table = str | tuple[str, int]  # "" for the top level, "deal" for [deal], ("note", 0) for the first [[note]]


class PlacedError(ValueError):
    """A fault in a text file: `name` of the file, `line` (0 when the whole file is meant), and what is wrong."""

    def __init__(self, name: str, line: int, fault: str) -> None:
        super().__init__(f"{name}{f', line {line}' if line else ''}: {fault}")
        self.name, self.line, self.fault = name, line, fault

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.name, self.line, self.fault)


def read_text(path: str | Path, max_bytes: int, error: type[PlacedError]) -> str:
    """Return the text of a file. Raises this error for a file that is too long or not UTF-8 text."""
    path = Path(path)
    if path.stat().st_size > max_bytes:
        raise error(path.name, 0, f"is {path.stat().st_size:,} bytes long; at most {max_bytes:,} are read")
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
        # For finding keys and headings: a text of several lines may hold what looks like one.
        self.plain = _LITERAL.sub(lambda match: _blank(match[0]), text)
        # tomllib takes time in the square of a dotted key's length: minutes for a hostile file of moderate size.
        if re.search(r"(?:[\w-]*[ \t]*\.[ \t]*){17}", _LITERAL.sub("", text)):
            raise error(name, 0, "this is no record: it has a key of more than sixteen parts")
        try:
            self.top: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as fault:
            line = re.search(r"at line (\d+)", str(fault))
            raise error(name, int(line[1]) if line else 0, f"this is not valid TOML: {fault}") from None
        except (ValueError, RecursionError):
            raise error(name, 0, "this is not valid TOML: a value is too long or too deeply nested") from None

    def fail(self, place: tuple[Any, ...], fault: str) -> PlacedError:
        """Return the error for a fault at a place: (table, key) or (table, key, index in its list)."""
        return self.error(self.name, self.line(*place[:3]), fault)

    def table(self, table: Table) -> dict[str, Any]:
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

    def check_keys(self, known_keys: set[str], table: Table = "") -> None:
        """Refuse an unknown key: a typing mistake would otherwise be ignored."""
        for key in self.table(table):
            if key not in known_keys:
                raise self.fail((table, key), f"unknown key {quote(key)}; known here: {', '.join(sorted(known_keys))}")

    def string(self, table: Table, key: str, *, required: bool = False) -> str:
        """Return a text ("" if it is missing and not required)."""
        values = self.table(table)
        if key not in values and required:
            raise self.fail((table, ""), f"{key} is missing")
        value = values.get(key, "")
        if not isinstance(value, str):
            raise self.fail((table, key), f"{key} must be text in quotes")
        return value

    def strings(self, table: Table, key: str) -> list[str]:
        """Return a list of texts, empty if it is missing."""
        value = self.table(table).get(key, [])
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            raise self.fail((table, key), f"{key} must be a list of texts in quotes")
        return value

    def integer(self, table: Table, key: str, default: int) -> int:
        """Return a whole number."""
        value = self.table(table).get(key, default)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.fail((table, key), f"{key} must be a whole number")
        return value

    def boolean(self, table: Table, key: str) -> bool:
        """Return true or false (false if it is missing)."""
        value = self.table(table).get(key, False)
        if not isinstance(value, bool):
            raise self.fail((table, key), f"{key} must be true or false")
        return value

    def line(self, table: Table, key: str, index: int | None = None) -> int:
        """Return the line of a key or of one text in its list; of the table's heading, or 0, if the key is not found."""
        start, end = self._span(table)
        if not key:
            return self.text.count("\n", 0, start) + 1 if table else 0
        match = re.compile(rf"^[ \t]*[\"']?{re.escape(key)}[\"']?[ \t]*[.=]", re.MULTILINE).search(
            self.plain, start, end
        )
        match = match or re.compile(rf"\b{re.escape(key)}[\"']?[ \t]*=").search(self.plain)  # dotted, or in one line
        if match is None:
            heading = re.compile(rf"^[ \t]*\[+[ \t]*{re.escape(key)}\b", re.MULTILINE).search(self.plain)
            return self.text.count("\n", 0, heading.end()) + 1 if heading else 0
        position = match.end()
        if index is not None:
            for number, literal in enumerate(_literals(self.text, position)):
                if number == index:
                    position = literal
                    break
        return self.text.count("\n", 0, position) + 1

    def _span(self, table: Table) -> tuple[int, int]:
        """Return where a table starts and ends, from its heading to the next one."""
        headings = [
            (match.start(), match[1].strip()) for match in re.finditer(r"^[ \t]*(\[[^\n]*)", self.plain, re.MULTILINE)
        ]
        headings = [
            (start, heading) for start, heading in headings if re.match(r"\[\[?[ \t]*[\w.\"'-]+[ \t]*\]", heading)
        ]
        if table == "":
            return 0, headings[0][0] if headings else len(self.text)
        name, number = (table, 0) if isinstance(table, str) else table
        matches = [
            index
            for index, (_, heading) in enumerate(headings)
            if re.match(rf"\[\[?[ \t]*{re.escape(name)}[ \t]*\]", heading)
        ]
        if number >= len(matches):
            return 0, len(self.text)
        next_index = matches[number] + 1
        return headings[matches[number]][0], headings[next_index][0] if next_index < len(headings) else len(self.text)


_LITERAL = re.compile(r"#[^\n]*|\"\"\".*?\"\"\"|'''.*?'''|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'", re.DOTALL)


def _blank(literal: str) -> str:
    """Replace a comment or a text of several lines by spaces; keep a short text, which may be a key."""
    return re.sub(r"[^\n]", " ", literal) if literal[:3] in ('"""', "'''") or literal[0] == "#" else literal


def _literals(text: str, start: int) -> Iterator[int]:
    """Yield where the texts in quotes begin, comments skipped."""
    for match in _LITERAL.finditer(text, start):
        if not match[0].startswith("#"):
            yield match.start()


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
