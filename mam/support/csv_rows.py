"""Reading a CSV file that people write, with the line in every error."""

import csv
import io
from collections.abc import Sequence

from mam.support.toml import PlacedError


def read_rows(
    text: str, file: str, required_columns: Sequence[str], optional: Sequence[str], error: type[PlacedError]
) -> list[tuple[int, dict[str, str]]]:
    """Return the rows of a CSV text with a heading line, each with its line and its values by column.

    Raises this error for a heading that lacks a column or has another one, a row that is too long, and text that is not CSV.

    >>> read_rows("id,name\\nann,Ann Smith\\nbob", "club.csv", ["id"], ["name"], PlacedError)
    [(2, {'id': 'ann', 'name': 'Ann Smith'}), (3, {'id': 'bob'})]
    """
    # Where a half is written 0,5, spreadsheets separate with semicolons.
    separator = ";" if ";" in text.partition("\n")[0] else ","
    reader = csv.reader(io.StringIO(text), delimiter=separator, strict=True)
    rows = []
    try:
        heading = [cell.strip().casefold() for cell in next(reader, [])]
        if len(set(heading)) < len(heading) or not {*required_columns} <= {*heading} <= {*required_columns, *optional}:
            raise error(file, 1, f"the first line must be {separator.join([*required_columns, *optional])}")
        for row in filter(any, reader):
            if len(row) > len(heading):
                raise error(file, reader.line_num, f"{len(row)} values, but the first line names {len(heading)}")
            cells = (cell.strip() for cell in row)
            rows.append((reader.line_num, dict(zip(heading, cells, strict=False))))
    except csv.Error as fault:
        raise error(file, reader.line_num, f"this is not valid CSV: {fault}") from None
    return rows
