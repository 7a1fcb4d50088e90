"""Slips to cut, one for each student: name, code, and what to do with it."""

from collections.abc import Mapping, Sequence
from unicodedata import east_asian_width

from mam.classroom.classes import Student
from mam.handouts.paper import GRAY, Paper, draw_lines, draw_text, make_picture
from mam.support.messages import quote

_COLUMNS, _ROWS = 2, 6
_A_PAGE = _COLUMNS * _ROWS
_INSET = 10.0  # from the cut to the text
_EDGE = 6.0  # of the paper, where most printers print nothing
_NAME = 6.0  # the size of a short name; a long one is smaller
_SMALLEST = 2.8
_TEXT = 3.3
_ADDRESS = 4.0
_WIDE, _NARROW = (
    "MWmw@%",
    "IJfijlrt.,:;'’!|/()- ",
)  # letters, with the others 1.05, 0.45 and 0.72 of the size of bold type


def draw_slips(
    students: Sequence[Student], codes: Mapping[str, str], class_name: str, paper: Paper, address: str = ""
) -> list[str]:
    """Return pages of twelve slips to cut, in the order of the class; `codes` has each student's code by id.

    A slip names the address of the homework page, if it is given. Raises ValueError for one that is too long for a slip.

    >>> from mam.handouts.paper import PAPERS
    >>> len(draw_slips([Student(f"s{number}", "Ann") for number in range(30)], {f"s{number}": "GSMHX-JT8SZ" for number in range(30)}, "9b", PAPERS["a4"]))
    3
    """
    width, height = paper.width / _COLUMNS, paper.height / _ROWS
    room = width - 2 * _INSET
    if fit_line(address, room, _ADDRESS)[0] != address:
        raise ValueError(f"the address {quote(address)} is too long for a slip: use a shorter one, without “https://”")
    pages = []
    for start in range(0, len(students), _A_PAGE):
        on_page = students[start : start + _A_PAGE]
        rows = -(-len(on_page) // _COLUMNS)
        body = _draw_cuts(paper, rows)
        for place, student in enumerate(on_page):
            left, top = place % _COLUMNS * width + _INSET, place // _COLUMNS * height
            body += _draw_slip(student.name, codes[student.id], class_name, address, left, top, room)
        pages.append(make_picture(paper.width, paper.height, body))
    return pages


def _draw_cuts(paper: Paper, rows: int) -> str:
    """Return the dashed lines between slips, and below the last row of a page that is not full."""
    height = paper.height / _ROWS
    bottom = min(rows * height, paper.height - _EDGE)
    path = f"M{paper.width / 2:g} {_EDGE:g}V{bottom:.2f}"
    for row in range(1, min(rows, _ROWS - 1) + 1):
        path += f"M{_EDGE:g} {row * height:.2f}H{paper.width - _EDGE:g}"
    return draw_lines(path, ink=GRAY, dashes="2 2")


def _draw_slip(name: str, code: str, class_name: str, address: str, left: float, top: float, room: float) -> str:
    label, label_size = fit_line(class_name, room, _TEXT)
    fitted, size = fit_line(name, room, _NAME)
    way = [("1. Open this page, then the class file:", _TEXT), fit_line(address, room, _ADDRESS)] if address else [("1. Open the homework page, then the class file.", _TEXT)]  # fmt: skip
    lines = [*way, ("2. Type this code. Keep it to yourself, all year.", _TEXT)]
    return (
        draw_text(label, left, top + 9, label_size, ink=GRAY)
        + draw_text(fitted, left, top + 16, size, weight=700)
        + draw_text(code, left, top + 26, 9, weight=700)
        + "".join(draw_text(line, left, top + 32 + 4.3 * row, size) for row, (line, size) in enumerate(lines))
    )


def fit_line(text: str, room: float, size: float) -> tuple[str, float]:
    """Return a line and the size, up to `size`, at which it fits into `room`; one that is too long even then is cut short.

    >>> fit_line("Ann Smith", 85, 6)
    ('Ann Smith', 6)
    >>> fit_line("Ann " * 30, 20, 6)
    ('Ann Ann A…', 2.8)
    """
    text = text.strip()
    while size > _SMALLEST and _measure(text) * size > room:
        size = max(round(size - 0.2, 1), _SMALLEST)
    if _measure(text) * size > room:
        while text and _measure(f"{text}…") * size > room:
            text = text[:-1]
        text += "…"
    return text, size


def _measure(text: str) -> float:
    """Return about how wide a text is at size 1."""
    return sum(
        1.05 if sign in _WIDE or east_asian_width(sign) in "WF" else 0.45 if sign in _NARROW else 0.72 for sign in text
    )
