"""Text that flows over printed pages: spans broken into lines, lists, tables, programs, and pages filled with them. All lengths are millimeters."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from mam.classroom.blocks import Block, Span
from mam.drawing.wrap import break_lines, escape_text, text_width
from mam.handouts.paper import FONT, GRAY, INK, draw_lines

TEXT, SMALL = 3.5, 3.1  # sizes of type
_LEADING = 1.32  # from a line to the next, at size 1
_GAP = 1.0  # after a block
_INDENT = 3.0
_CELL = 1.3  # white in a cell of a table, left and right
_MONOSPACE = "'Liberation Mono', 'DejaVu Sans Mono', 'Courier New', monospace"
_LETTER = 0.61  # how wide a letter of a program is at size 1
_STYLES = {
    "strong": ' font-weight="700"',
    "em": ' font-style="italic"',
    "code": ' font-weight="700"',
    "cards": ' font-weight="700"',
}


@dataclass(frozen=True)
class Row:
    """A part of a page that is never divided: its height, and what is drawn with its upper left corner at 0,0."""

    height: float
    body: str = ""


def fill_pages(groups: Iterable[Sequence[Row]], height: float) -> list[list[Row]]:
    """Return the rows of each page. A group is divided only if it is higher than a page.

    >>> [len(page) for page in fill_pages([[Row(40), Row(40)], [Row(30)], [Row(40)] * 3], 100)]
    [2, 2, 2]
    """
    pages: list[list[Row]] = [[]]
    room = height
    for group in groups:
        is_whole = sum(row.height for row in group) <= height
        for place, row in enumerate(group):
            needed = sum(row.height for row in group) if is_whole and place == 0 else row.height
            if pages[-1] and needed > room:
                pages.append([])
                room = height
            pages[-1].append(row)
            room -= row.height
    return pages


def draw_rows(rows: Iterable[Row], left: float, top: float) -> str:
    """Return rows one below the other, the first of them at a place of the page."""
    body = ""
    for row in rows:
        body += f'<g transform="translate({left:.2f} {top:.2f})">{row.body}</g>' if row.body else ""
        top += row.height
    return body


def set_block(block: Block, width: float) -> list[Row]:
    """Return the rows of a paragraph, a list, a table or a program."""
    lines = [row[0] for row in block["rows"]]
    if block["kind"] == "table":
        rows = set_table(block["rows"], width)
    elif block["kind"] == "program":
        rows = [row for line in lines for row in _set_program("".join(span["text"] for span in line), width)]
    elif block["kind"] == "text":
        rows = [row for line in lines for row in set_text(line, width)]
    else:
        is_numbered = block["kind"] == "numbered"
        rows = _set_list([_plain(f"{number}. " * is_numbered) + line for number, line in enumerate(lines, 1)], width)
    return [*rows, Row(_GAP)]


def set_text(spans: Sequence[Span], width: float, size: float = TEXT, indent: float = 0) -> list[Row]:
    """Return a row for each line of a paragraph.

    >>> [row.height for row in set_text([Span(kind="plain", text="one two three")], 14, 3)]
    [3.96, 3.96]
    """
    return [Row(_height(size), _draw_line(line, indent, size)) for line in break_spans(spans, width - indent, size)]


def _set_list(items: Sequence[Sequence[Span]], width: float) -> list[Row]:
    """Return the items of a list: in two columns if each fits into half the width."""
    half = width / 2
    if len(items) < 2 or any(_measure(item, TEXT) > half - 2 * _INDENT for item in items):
        return [row for item in items for row in set_text(item, width, indent=_INDENT)]
    down = -(-len(items) // 2)
    return [
        Row(_height(TEXT), "".join(_draw_line(item, _INDENT + half * column, TEXT) for column, item in enumerate(items[row::down])))
        for row in range(down)
    ]  # fmt: skip


def set_table(rows: Sequence[Sequence[Sequence[Span]]], width: float, size: float = SMALL) -> list[Row]:
    """Return the rows of a table, each in a grid; it is as wide as its text needs, and no wider than `width`."""
    columns = max(map(len, rows))
    cells = [[*row, *[[]] * (columns - len(row))] for row in rows]
    white = 2 * _CELL + 0.2
    wanted = [max(_measure(row[column], size) for row in cells) + white for column in range(columns)]
    least = [max(_measure_words(row[column], size) for row in cells) + white for column in range(columns)]
    if sum(least) > width:
        widths = share_width(least, width)
    else:
        more = share_width([wish - need for wish, need in zip(wanted, least, strict=True)], width - sum(least))
        widths = [need + extra for need, extra in zip(least, more, strict=True)]
    return [_set_cells(row, widths, size) for row in cells]


def _set_cells(cells: Sequence[Sequence[Span]], widths: Sequence[float], size: float) -> Row:
    body, x, rows = "", 0.0, 1
    for cell, width in zip(cells, widths, strict=True):
        lines = set_text(cell, width - 2 * _CELL, size)
        body += draw_rows(lines, x + _CELL, 0.5)
        rows = max(rows, len(lines))
        x += width
    height = rows * _height(size) + 1
    edges = [sum(widths[:place]) for place in range(len(widths) + 1)]
    grid = f"M0 0H{x:.2f}V{height:.2f}H0Z" + "".join(f"M{edge:.2f} 0V{height:.2f}" for edge in edges[1:-1])
    return Row(height, body + draw_lines(grid, 0.2, ink=GRAY))


def share_width(widths: Sequence[float], width: float) -> list[float]:
    """Return how wide columns become: as they want, or the widest ones less, so that all fit.

    >>> share_width([10, 20, 90, 80], 100)
    [10, 20, 35.0, 35.0]
    """
    limit, room = max(widths), width
    for place, wish in enumerate(sorted(widths)):
        limit = room / (len(widths) - place)
        if wish > limit:
            break
        room -= wish
    return [min(wish, limit) for wish in widths] if sum(widths) > width else [*widths]


def _set_program(text: str, width: float) -> Iterator[Row]:
    """Yield a row for each line of a program; a long one is cut into pieces."""
    letters = int((width - _INDENT) / (_LETTER * SMALL))
    for line in text.split("\n"):
        for start in range(0, max(len(line), 1), letters):
            piece = escape_text(line[start : start + letters]).replace(" ", "\u00a0")
            yield Row(
                _height(SMALL),
                f'<text x="{_INDENT}" y="{SMALL}" font-size="{SMALL}" font-family="{_MONOSPACE}" fill="{INK}">{piece}</text>',
            )


def break_spans(spans: Sequence[Span], width: float, size: float) -> list[list[Span]]:
    """Return the lines of a paragraph, each no wider than `width`; a word that is wider alone is cut into pieces.

    >>> spans = [Span(kind="plain", text="Trump is "), Span(kind="strong", text="Red"), Span(kind="plain", text=". Who wins?")]
    >>> [["".join(span["text"] for span in line)] for line in break_spans(spans, 27, 3)]
    [['Trump is Red.'], ['Who wins?']]
    """
    lines: list[list[Span]] = [[]]
    used = 0.0
    for word in _list_words(spans, width, size):
        wide = _measure(word, size)
        space = text_width(" ", size) if lines[-1] else 0
        if lines[-1] and used + space + wide > width:
            lines.append([])
            used = space = 0.0
        lines[-1] += _plain(" " if space else "") + word
        used += space + wide
    return lines


def _list_words(spans: Sequence[Span], width: float, size: float) -> Iterator[list[Span]]:
    """Yield what stands between spaces: each word in pieces of one kind, as in “**Red**.”"""
    word: list[Span] = []
    for span in spans:
        for number, text in enumerate(span["text"].replace("\n", " ").split(" ")):
            if number and word:
                yield word
                word = []
            *pieces, last = break_lines(text, size, width, span["kind"] in _STYLES) if text else [""]
            yield from ([Span(kind=span["kind"], text=piece)] for piece in pieces)
            word = [*word, Span(kind=span["kind"], text=last)] if last else word
    if word:
        yield word


def _plain(text: str) -> list[Span]:
    return [Span(kind="plain", text=text)] if text else []


def _measure(spans: Sequence[Span], size: float) -> float:
    return sum(text_width(span["text"], size, span["kind"] in _STYLES) for span in spans)


def _measure_words(spans: Sequence[Span], size: float) -> float:
    """Return how wide the longest word is."""
    return max((_measure(word, size) for word in _list_words(spans, float("inf"), size)), default=0.0)


def _height(size: float) -> float:
    return round(size * _LEADING, 3)


def _join_spans(line: Sequence[Span]) -> list[tuple[str, str]]:
    """Return the style and the text of each part of a line; a space belongs to the word before it."""
    parts: list[tuple[str, str]] = []
    for span in line:
        style = _STYLES.get(span["kind"], "")
        if parts and (span["text"] == " " or style == parts[-1][0]):
            style, before = parts.pop()
            parts.append((style, before + span["text"]))
        else:
            parts.append((style, span["text"]))
    return parts


def _draw_line(line: Sequence[Span], x: float, size: float) -> str:
    pieces = "".join(
        f"<tspan{style}>{escape_text(text)}</tspan>" if style else escape_text(text)
        for style, text in _join_spans(line)
    )
    return f'<text x="{x:.2f}" y="{size:.2f}" font-size="{size}" font-family="{FONT}" fill="{INK}" xml:space="preserve">{pieces}</text>'
