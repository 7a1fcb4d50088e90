"""What each has taken, where more or fewer than two sides count: a thin bar each, with the bid where there is one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mam.drawing.glyphs import number
from mam.drawing.parts import Piece, box, flow, label
from mam.drawing.wrap import cut, text_width

_MIN_WIDTH, _HEIGHT = 100.8, 36.0
_TICK = "M-5 0L-1.5 3.5L5-4"


def tally_bars(tally: Mapping[str, Any], width: float) -> Piece:
    """Return the rows of a scene's `tally` side by side."""
    rows = tally["rows"]
    across = max(2, min(len(rows), int((width + 16) // (_MIN_WIDTH + 16))))
    across = -(-len(rows) // -(-len(rows) // across))  # rows of one length
    row_width = (width - 16 * (across - 1)) / across
    return flow([_row(row, int(tally["total"]), row_width) for row in rows], width + 1, 16)


def _row(row: Mapping[str, Any], total: int, width: float) -> Piece:
    """Return a name, what it has, and the bar; the marker stands at what was bid."""
    text = str(row["text"])
    sign = _sign(str(row["state"]))
    end = width - (18 if sign else 0)
    room = end - text_width(text, 13, True) - 8
    scale = width / max(total, 1)
    filled = min(int(row["amount"]) * scale, width)
    ink = "sideA" if row["side"] == "A" else "muted"
    parts = [
        label(0, 13, cut(str(row["name"]), 13, room, True), 13, 600),
        label(end, 13, text, 13, 700, anchor="end"),
        f'<g transform="translate({number(width - 7)} 9)">{sign}</g>' if sign else "",
        box(0.5, 20.5, width - 1, 9, 4, "out", "line"),
        box(0.5, 20.5, max(filled - 1, 0), 9, 4, ink, "none") if filled else "",
    ]
    if row["need"] is not None:
        mark = min(max(int(row["need"]) * scale, 1.5), width - 1.5)
        parts.append(f'<path d="M{number(mark)} 17V33" stroke="var(--mam-text)" stroke-width="3"/>')
    return Piece("".join(parts), width, _HEIGHT)


def _sign(state: str) -> str:
    if state == "made":
        return f'<path d="{_TICK}" fill="none" stroke="var(--mam-ok)" stroke-width="2.4"/>'
    if state == "set":
        shape = '<circle r="5.5"/><path d="M-3.8-3.8L3.8 3.8"/>'
        return f'<g fill="none" stroke="var(--mam-danger)" stroke-width="2">{shape}</g>'
    return ""
