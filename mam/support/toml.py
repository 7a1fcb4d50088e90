"""TOML with places: `tomllib` reads values but forgets where they stood; errors for people need the line."""

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

Table = str | tuple[str, int]  # "" for the top level, "deal" for [deal], ("note", 0) for the first [[note]]


class PlacedError(ValueError):
    """A fault in a text file: `name` of the file, `line` (0 when the whole file is meant), and what is wrong."""

    def __init__(self, name: str, line: int, fault: str) -> None:
        super().__init__(f"{name}{f', line {line}' if line else ''}: {fault}")
        self.name, self.line, self.fault = name, line, fault

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.name, self.line, self.fault)


def read_text(path: str | Path, most: int, error: type[PlacedError]) -> str:
    """The text of a file of so many bytes at most. Raises this error for a longer one or one that is no UTF-8 text."""
    path = Path(path)
    if path.stat().st_size > most:
        raise error(path.name, 0, f"is {path.stat().st_size:,} bytes long; at most {most:,} are read")
    with path.open("rb") as file:  # a pipe or a device has no size, and may have no end
        content = file.read(most + 1)
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
        # Where keys and headings are looked for: a text of several lines may hold what looks like one.
        self.plain = _LITERAL.sub(lambda found: _blank(found[0]), text)
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
        """The error for a fault at a place: (table, key) or (table, key, index in its list)."""
        return self.error(self.name, self.line(*place[:3]), fault)

    def table(self, table: Table) -> dict[str, Any]:
        """A table's values; empty when it is missing."""
        if table == "":
            return self.top
        name, number = (table, None) if isinstance(table, str) else table
        found = self.top.get(name, {} if number is None else [])
        found = found[number] if number is not None else found
        if not isinstance(found, dict):
            raise self.fail(("", name), f"{name} must be a table, written [{name}]")
        return found

    def tables(self, name: str, keys: set[str]) -> list[dict[str, Any]]:
        """The tables of a [[name]] list, their keys checked."""
        found = self.top.get(name, [])
        if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
            raise self.fail(("", name), f"{name} must be a list of tables, each written [[{name}]]")
        for number in range(len(found)):
            self.check_keys(keys, (name, number))
        return found

    def check_keys(self, known: set[str], table: Table = "") -> None:
        """Refuse a key that nothing reads: it is a slip of the pen that would otherwise be lost."""
        for key in self.table(table):
            if key not in known:
                raise self.fail((table, key), f"unknown key {key!r}; known here: {', '.join(sorted(known))}")

    def string(self, table: Table, key: str, *, required: bool = False) -> str:
        """A text value ("" when missing and not required)."""
        values = self.table(table)
        if key not in values and required:
            raise self.fail((table, ""), f"{key} is missing")
        value = values.get(key, "")
        if not isinstance(value, str):
            raise self.fail((table, key), f"{key} must be text in quotes")
        return value

    def strings(self, table: Table, key: str) -> list[str]:
        """A list of texts (empty when missing)."""
        value = self.table(table).get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self.fail((table, key), f"{key} must be a list of texts in quotes")
        return value

    def integer(self, table: Table, key: str, otherwise: int) -> int:
        """A whole number."""
        value = self.table(table).get(key, otherwise)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.fail((table, key), f"{key} must be a whole number")
        return value

    def boolean(self, table: Table, key: str) -> bool:
        """True or false (false when missing)."""
        value = self.table(table).get(key, False)
        if not isinstance(value, bool):
            raise self.fail((table, key), f"{key} must be true or false")
        return value

    def line(self, table: Table, key: str, index: int | None = None) -> int:
        """The line of a key, or of one text in its list; of the table's heading or 0 when the key is not found."""
        start, end = self._span(table)
        if not key:
            return self.text.count("\n", 0, start) + 1 if table else 0
        own = re.compile(rf"^[ \t]*[\"']?{re.escape(key)}[\"']?[ \t]*[.=]", re.MULTILINE).search(self.plain, start, end)
        found = own or re.compile(rf"\b{re.escape(key)}[\"']?[ \t]*=").search(self.plain)  # dotted, or in one line
        if found is None:
            heading = re.compile(rf"^[ \t]*\[+[ \t]*{re.escape(key)}\b", re.MULTILINE).search(self.plain)
            return self.text.count("\n", 0, heading.end()) + 1 if heading else 0
        position = found.end()
        if index is not None:
            for number, literal in enumerate(_literals(self.text, position)):
                if number == index:
                    position = literal
                    break
        return self.text.count("\n", 0, position) + 1

    def _span(self, table: Table) -> tuple[int, int]:
        """From the heading of a table to the next one."""
        headings = [(m.start(), m[1].strip()) for m in re.finditer(r"^[ \t]*(\[[^\n]*)", self.plain, re.MULTILINE)]
        headings = [
            (start, heading) for start, heading in headings if re.match(r"\[\[?[ \t]*[\w.\"'-]+[ \t]*\]", heading)
        ]
        if table == "":
            return 0, headings[0][0] if headings else len(self.text)
        name, number = (table, 0) if isinstance(table, str) else table
        own = [
            place
            for place, (_, heading) in enumerate(headings)
            if re.match(rf"\[\[?[ \t]*{re.escape(name)}[ \t]*\]", heading)
        ]
        if number >= len(own):
            return 0, len(self.text)
        after = own[number] + 1
        return headings[own[number]][0], headings[after][0] if after < len(headings) else len(self.text)


_LITERAL = re.compile(r"#[^\n]*|\"\"\".*?\"\"\"|'''.*?'''|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'", re.DOTALL)


def _blank(literal: str) -> str:
    """A comment or a text of several lines as blanks of the same length; a short text, which may be a key, as it is."""
    return re.sub(r"[^\n]", " ", literal) if literal[:3] in ('"""', "'''") or literal[0] == "#" else literal


def _literals(text: str, start: int) -> Iterator[int]:
    """Where the texts in quotes begin, comments skipped."""
    for found in _LITERAL.finditer(text, start):
        if not found[0].startswith("#"):
            yield found.start()


_ESCAPES = {"\\": "\\\\", '"': '\\"', "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def write_string(text: str) -> str:
    """A text as a TOML string; several lines stay several lines.

    >>> print(write_string('say "1934"'))
    "say \\"1934\\""
    """
    escaped = "".join(
        _ESCAPES.get(sign) or (f"\\u{ord(sign):04X}" if ord(sign) < 32 or ord(sign) == 127 else sign) for sign in text
    )
    if "\n" in text:
        return '"""\n' + escaped.replace("\\n", "\n") + '"""' if "\\" not in text else f'"{escaped}"'
    return f'"{escaped}"'


def write_strings(texts: Iterable[str], *, always_split: bool = False) -> str:
    """A list of texts, on one line if it is short."""
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
