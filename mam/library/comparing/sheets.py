"""Things side by side, as text that a terminal shows and as an HTML table."""

import textwrap
from collections.abc import Iterable, Sequence
from html import escape

Cell = Sequence[str]  # one paragraph after the other
Row = Sequence[Cell]
Group = Sequence[Row]  # rows that belong together


def format_text(head: Sequence[str], groups: Iterable[Group], widths: Sequence[int]) -> str:
    """Return columns of these widths, each cell wrapped, with an empty line between groups of rows.

    >>> print(format_text(["", "one"], [[[["a long topic"], ["so", "and so"]]]], [7, 10]))
            one
    ------- ----------
    a long  so
    topic   and so
    """
    lines = [_join(head, widths)] if any(head) else []
    lines.append(" ".join("-" * width for width in widths))
    for number, group in enumerate(groups):
        if number:
            lines.append("")
        for row in group:
            columns = [_wrap(cell, width) for cell, width in zip(row, widths, strict=True)]
            lines += [_join([*line], widths) for line in _level(columns)]
    return "\n".join(lines)


def _wrap(cell: Cell, width: int) -> list[str]:
    return [line for paragraph in cell for line in textwrap.wrap(paragraph, width) or [""]]


def _level(columns: Sequence[list[str]]) -> Iterable[tuple[str, ...]]:
    longest = max(map(len, columns))
    return zip(*([*column, *[""] * (longest - len(column))] for column in columns), strict=True)


def _join(cells: Sequence[str], widths: Sequence[int]) -> str:
    return " ".join(f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True)).rstrip()


def format_html(head: Sequence[str], groups: Iterable[Group], caption: str = "") -> str:
    """Return the same as an HTML table, all its text escaped; the first cell of a group's first row is its heading.

    >>> format_html(["", "one"], [[[["a"], ["<b>"]]]]).partition("<thead>")[2]
    '<tr><th></th><th>one</th></tr></thead><tbody><tr><th>a</th><td>&lt;b&gt;</td></tr></tbody></table></div>'
    """
    caption_html = f"<caption>{escape(caption)}</caption>" if caption else ""
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join(f"<tbody>{''.join(map(_row, group, range(len(group))))}</tbody>" for group in groups)
    # the class keeps Jupyter from taking the text between two dollar signs for a formula
    table = f"<table>{caption_html}<thead><tr>{top}</tr></thead>{body}</table>"
    return f'<div class="mathjax_ignore tex2jax_ignore">{table}</div>'


def _row(row: Row, number: int) -> str:
    kinds = ["td" if number or place else "th" for place in range(len(row))]
    cells = (f"<{kind}>{'<br>'.join(map(escape, cell))}</{kind}>" for kind, cell in zip(kinds, row, strict=True))
    return f"<tr>{''.join(cells)}</tr>"
