"""A score sheet as a picture, drawn like a scorekeeper's ruled page: plain data in, SVG out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mam.drawing.card_faces import prefixed
from mam.drawing.glyphs import number
from mam.drawing.parts import EMPTY, Piece, box, label, paragraph, pill, stack
from mam.drawing.tokens import FONT, resolve
from mam.drawing.wrap import cut, safe, text_width

Data = Mapping[str, Any]
MIN_WIDTH, _NARROW = 240, 480
_CELL, _ROW = 62.0, 42.0  # the least width of a column, the height of a line


def sheet_svg(sheet: Data, *, theme: str = "light", width: int = 960) -> str:
    """Return a score sheet as an SVG picture `width` pixels wide, as high as it needs; columns that do not fit side by side
    follow in a second table. Raises ValueError for a width under 240 or an unknown theme."""
    if width < MIN_WIDTH:
        raise ValueError(f"a score sheet needs at least {MIN_WIDTH} pixels")
    pad = 8 if width < _NARROW else 16
    room = width - 2 * pad
    heading = paragraph(f"{sheet['title']}", room, 16, 22, 600)
    unit = paragraph(f"The score in {sheet['unit']}; small: what was entered", room, 12, 16, 400, "muted")
    last = [
        paragraph(str(text), room, 14, 20, 600 if not index else 400)
        for index, text in enumerate(_closing_lines(sheet))
    ]
    whole = stack([stack([heading, unit], 0), *_tables(sheet, room), stack(last, 2) if last else EMPTY], 12)
    height = round(whole.height + 2 * pad + 0.5)
    surface = box(0.5, 0.5, width - 1, height - 1, 12, "table", "line")
    body = resolve(surface + whole.at(pad, pad), theme)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}"><title>{safe(str(sheet["title"]))}</title><desc>{safe(_summary(sheet))}</desc>'
    )
    style = f'font-family="{safe(FONT)}" style="font-variant-numeric:tabular-nums"'
    return prefixed(f"{head}<g {style}>{body}</g></svg>")


def _closing_lines(sheet: Data) -> list[str]:
    """Return the verdict and the remarks below the totals."""
    return [str(text) for text in (sheet["verdict"], *sheet["remarks"]) if text]


def _summary(sheet: Data) -> str:
    """Return the totals in a sentence, for those who cannot see the picture."""
    totals = zip(sheet["columns"], sheet["totals"], strict=True)
    totals_text = ", ".join(f"{column['text']} {total}" for column, total in totals)
    return " ".join(filter(None, (f"Totals: {totals_text}.", str(sheet["verdict"]))))


def _tables(sheet: Data, width: float) -> list[Piece]:
    """Return the ruled tables: one, or several where there are too many columns for the width. On a narrow page what happened
    in a round stands over its scores, elsewhere at their left."""
    left = 0.0 if width < _NARROW else min(292.0, max(170.0, width * 0.36))
    count = len(sheet["columns"])
    across = max(1, min(count, int((width - left) // _CELL)))
    across = -(-count // -(-count // across))
    return [_table(sheet, range(first, min(first + across, count)), left, width) for first in range(0, count, across)]


def _table(sheet: Data, shown: Sequence[int], left: float, width: float) -> Piece:
    column_width = (width - left) / len(shown)
    rows = [_head(sheet, shown, left, column_width)]
    rows += [_row(row, shown, left, column_width, width) for row in sheet["rows"]]
    rows.append(_totals(sheet, shown, left, column_width, width))
    body, y = "", 0.0
    for place, row in enumerate(rows):
        if place:
            heavy = place in (1, len(rows) - 1)
            body += _rule(y, width, 2 if heavy else 1)
        body += row.at(0, y)
        y += row.height
    edges = "".join(
        f'<path d="M{number(left + index * column_width)} 0V{number(y)}" stroke="var(--mam-line)"/>'
        for index in range(len(shown))
    )
    return Piece(box(0, 0, width, y, 8) + edges + body, width, y)


def _rule(y: float, width: float, stroke: float) -> str:
    return f'<path d="M0 {number(y)}H{number(width)}" stroke="var(--mam-line)" stroke-width="{number(stroke)}"/>'


def _head(sheet: Data, shown: Sequence[int], left: float, column_width: float) -> Piece:
    parts = [label(12, 20, "Round, dealer, bid", 12, 600, "muted")] if left else []
    for index, column in enumerate(shown):
        text = cut(str(sheet["columns"][column]["text"]), 13, column_width - 12, True)
        parts.append(label(left + (index + 0.5) * column_width, 20, text, 13, 700, anchor="middle"))
    return Piece("".join(parts), left, 32)


def _row(row: Data, shown: Sequence[int], left: float, column_width: float, width: float) -> Piece:
    """Return one line: what happened, then for each column what was entered (small) and the total after it."""
    cells = "".join(
        _scores(row["cells"][column], left + index * column_width, column_width) for index, column in enumerate(shown)
    )
    if left:
        return Piece(_row_label(row, left) + cells, width, _ROW)
    summary = " ".join(filter(None, (str(row["bid"]), str(row["outcome"]))))
    dealt = f"{row['dealer']} dealt" if row["dealer"] else ""
    heading = _full_width_line(" · ".join(filter(None, (str(row["head"]), summary, dealt))), width)
    return Piece(
        heading.markup + f'<g transform="translate(0 {heading.height})">{cells}</g>', width, heading.height + _ROW
    )


def _scores(cell: Data, x: float, column_width: float) -> str:
    """Return a score and the total after it, side by side where both fit, else one over the other."""
    small = " · ".join(filter(None, (str(cell["detail"]), str(cell["score"]))))
    total, right = _minus(cell["total"]), x + column_width - 10
    if text_width(small, 12) + text_width(total, 14, True) + 12 <= column_width - 16:
        first = label(x + 10, 26, small, 12, 400, "muted") if small else ""
        return first + label(right, 26, total, 14, 700, anchor="end")
    first = label(right, 16, cut(small, 12, column_width - 12), 12, 400, "muted", "end") if small else ""
    return first + label(right, 34, total, 14, 700, anchor="end")


def _full_width_line(words: str, width: float) -> Piece:
    """Return a line over the whole width, where there is no room for it at the left of the scores."""
    ground = f'<path d="M1 1H{number(width - 1)}V22H1Z" fill="var(--mam-table)"/>'
    return Piece(ground + label(12, 16, cut(words, 12, width - 24, True), 12, 600), width, 22)


def _minus(amount: int) -> str:
    return f"−{-amount}" if amount < 0 else str(amount)


def _row_label(row: Data, left: float) -> str:
    """Return the left end of a line: number, dealer, bid and outcome, in one line or two."""
    ink = {"made": "ok", "set": "danger"}.get(str(row["outcome"]), "muted")
    parts = [label(12, 26, str(row["head"]), 14, 700)] if row["kind"] != "adjustment" else []
    x = 40.0 if row["kind"] == "round" else 84.0 if row["kind"] == "before" else 12.0
    room = left - x - 8
    dealer = f"{row['dealer']} dealt" if row["dealer"] else ""
    outcome = str(row["outcome"])
    if row["kind"] == "adjustment":
        return label(x, 26, cut(outcome, 13, room), 13, 600, "accent")
    first, wide = str(row["bid"]), text_width(outcome, 13, True) + 8 if outcome else 0
    if not dealer and not first:
        return "".join(parts)
    line = cut(first, 13, room - wide, True)
    if line:
        parts.append(label(x, 17, line, 13, 600))
    if outcome:
        parts.append(label(x + (text_width(line, 13, True) + 8 if line else 0), 17, outcome, 13, 700, ink))
    y = 34 if line or outcome else 26
    parts.append(label(x, y, cut(dealer, 12, room), 12, 400, "muted"))
    return "".join(parts)


def _totals(sheet: Data, shown: Sequence[int], left: float, column_width: float, width: float) -> Piece:
    head = Piece(label(12, 26, "Total", 14, 700), width, 0) if left else _full_width_line("Total", width)
    parts = []
    for index, column in enumerate(shown):
        right = left + (index + 1) * column_width - 10
        parts.append(label(right, 26, _minus(sheet["totals"][column]), 16, 700, anchor="end"))
        if sheet["columns"][column]["is_winner"]:
            words = pill("winner" if column_width >= 90 else "won", "win", "casing", 12)
            parts.append(words.at(left + (index + 0.5) * column_width - words.width / 2, 36))
    below = f'<g transform="translate(0 {number(head.height)})">{"".join(parts)}</g>'
    height = 64 if any(sheet["columns"][column]["is_winner"] for column in shown) else 40
    return Piece(head.markup + below, width, head.height + height)
