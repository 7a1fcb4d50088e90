"""Reading a table from the bytes of a file: CSV in the common encodings and delimiters, plain text, or a workbook (.xlsx)."""

import csv
import io
import zipfile
from dataclasses import dataclass

from mam.support.toml import PlacedError

MAX_BYTES = 5_000_000  # bytes of a file, packed
_MAX_UNPACKED = 50_000_000  # bytes of a workbook, unpacked
_MAX_ROWS = 5000
_MAX_CELL = 10_000  # characters
_DELIMITERS = ",;\t|"
_FOREIGN = {
    b"%PDF": "a PDF",
    b"PK": "a zip or an office document, but no Excel workbook",
    b"\xd0\xcf\x11\xe0": "an old Excel workbook (.xls)",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"{\\rtf": "a word processor's document",
}


class RosterError(PlacedError):
    """A fault in a class list that was exported: the file, the line and what is wrong."""


@dataclass(frozen=True)
class Cells:
    """The cells of a file, row by row, and how it was written. `lines` has the line in which each row ends."""

    rows: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]
    encoding: str = "utf-8"
    has_mark: bool = False  # a byte order mark
    delimiter: str = ","
    remark: str = ""  # what was guessed


def read_table(content: bytes, file: str) -> Cells:
    """Return the table in the bytes of a file, by what is in it and not by its name.

    Raises RosterError for another kind of file, one that is too long, and a workbook without openpyxl.

    >>> read_table(b"Name;Class\\nAnn;10b", "club.csv").rows
    (('Name', 'Class'), ('Ann', '10b'))
    """
    if len(content) > MAX_BYTES:
        raise RosterError(file, 0, f"is {len(content):,} bytes long; at most {MAX_BYTES:,} are read")
    if _is_workbook(content, file):
        return _read_workbook(content, file)
    _check_kind(content, file)
    encoding, text, remark = _decode(content, file)
    has_mark = text.startswith("\ufeff")
    text = text.removeprefix("\ufeff")
    delimiter = max(_DELIMITERS, key=lambda mark: _measure_fit(text, mark))
    is_column = not any(_measure_fit(text, delimiter))  # where a comma is part of a name
    rows, lines = _split(text, "\x1f" if is_column else delimiter, file)
    return Cells(rows, lines, encoding, has_mark, delimiter, remark)


def _check_kind(content: bytes, file: str) -> None:
    kind = next((kind for start, kind in _FOREIGN.items() if content.startswith(start)), "")
    beginning = content[:200].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if beginning.startswith((b"<!doctype", b"<html", b"<?xml", b"<head", b"<table")):
        kind = "a web page (often the page that asks you to log in)"
    if kind:
        raise RosterError(file, 0, f"is {kind}, not a list: export the class as CSV, or save it as .xlsx")
    if not content.strip():
        raise RosterError(file, 0, "is empty: export the class again")


def _is_workbook(content: bytes, file: str) -> bool:
    if not content.startswith(b"PK"):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            size = sum(entry.file_size for entry in archive.infolist())
            is_workbook = "xl/workbook.xml" in archive.namelist()
    except (zipfile.BadZipFile, ValueError, OSError):
        raise RosterError(file, 0, "is a damaged zip or workbook: export the class again, as CSV") from None
    if is_workbook and size > _MAX_UNPACKED:
        raise RosterError(file, 0, f"unpacks to {size:,} bytes; at most {_MAX_UNPACKED:,} are read")
    return is_workbook


def _read_workbook(content: bytes, file: str) -> Cells:
    try:
        from openpyxl import load_workbook  # an extra: only a teacher with a workbook needs it
    except ImportError:
        raise RosterError(
            file, 0, "is an Excel workbook: install mam[school] to read it, or save it as CSV UTF-8"
        ) from None
    try:
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        cells = [
            tuple(map(_write_cell, row))
            for row in book.worksheets[0].iter_rows(values_only=True, max_row=_MAX_ROWS + 1)
        ]
    except Exception as error:  # openpyxl raises what its parsers raise
        raise RosterError(
            file, 0, f"is an Excel workbook that can't be read ({type(error).__name__}): save it as CSV UTF-8"
        ) from None
    _check_length(cells, file)
    return Cells(tuple(cells), tuple(range(1, len(cells) + 1)), "utf-8", True, ",")


def _write_cell(value: object) -> str:
    """Return the text of a workbook's cell; a whole number has no point, whatever Excel made of it."""
    if value is None:
        return ""
    return f"{value:.0f}" if isinstance(value, float) and value.is_integer() else str(value)[:_MAX_CELL]


def _decode(content: bytes, file: str) -> tuple[str, str, str]:
    """Return the encoding, the text with its byte order mark, and a remark if the encoding was guessed."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16", "\ufeff" + content.decode("utf-16", "replace"), ""
    if b"\0" in content:
        order = "utf-16-le" if content[1:2] == b"\0" else "utf-16-be"
        text = content.decode(order, "replace")
        if "\0" in text or "\ufffd" in text:
            raise RosterError(file, 0, "is not text: export the class as CSV")
        return "utf-16", text, ""
    try:
        return "utf-8", content.decode("utf-8"), ""
    except UnicodeDecodeError:
        remark = "not UTF-8, so read as Windows text (cp1252): check the accents in the names"
        return "cp1252", content.decode("cp1252", "replace"), remark


def _measure_fit(text: str, delimiter: str) -> tuple[int, int]:
    """Return how many of the first rows have as many cells as most, and how many those are; 0 for a single column.

    A comma in a quoted name does not count.
    """
    try:
        rows = [row for row in csv.reader(io.StringIO(text[:20_000], newline=""), delimiter=delimiter) if any(row)][:12]
    except csv.Error:
        return 0, 0
    lengths = [len(row) for row in rows]
    usual = max(lengths, key=lengths.count, default=1)
    return (lengths.count(usual), usual) if usual > 1 else (0, 0)


def _split(text: str, delimiter: str, file: str) -> tuple[tuple[tuple[str, ...], ...], tuple[int, ...]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    rows, lines = [], []
    try:
        for row in reader:
            rows.append(tuple(cell[:_MAX_CELL] for cell in row))
            lines.append(reader.line_num)
            if len(rows) > _MAX_ROWS:
                break
    except csv.Error as fault:
        raise RosterError(file, reader.line_num, f"this is not valid CSV: {fault}") from None
    _check_length(rows, file)
    return tuple(rows), tuple(lines)


def _check_length(rows: list[tuple[str, ...]], file: str) -> None:
    if len(rows) > _MAX_ROWS:
        raise RosterError(file, 0, f"has more than {_MAX_ROWS:,} rows: that is not one class")
