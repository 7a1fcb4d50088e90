"""An assignment on paper: a sheet for each student with their own questions and hands, and last the answers for the teacher."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mam.classroom.answers import Answer, Cards, Choice, Choices, Results
from mam.classroom.assignments import Assignment
from mam.classroom.blocks import Span, name_cards_once, read_blocks
from mam.classroom.quantities import Chance
from mam.classroom.registry import Variant
from mam.drawing.wrap import shorten_line
from mam.handouts.flow import SMALL, TEXT, Row, draw_rows, fill_pages, set_block, set_table
from mam.handouts.paper import GRAY, Paper, draw_fan, draw_lines, draw_text, make_picture
from mam.rules.cards import Card, format_count, sort_hand
from mam.text.notation import NotationError, parse_hand

_MARGIN, _TOP, _BOTTOM = 15.0, 24.0, 12.0  # of the text, left and right, above and below
_CARD = 18.0  # the width of a hand's cards
_COLUMNS, _KEY = 8, 2.5  # of the table of answers: its exercises, and the size of type
_ON_PAPER: Mapping[type[Answer], str] = {
    Chance: "a fraction, or three digits",
    Choice: "one letter",
    Choices: "every letter that fits",
    Cards: "cards, like R40 TIGER",
    Results: "the results, in order",
}


def draw_sheets(assignment: Assignment, key: bytes, paper: Paper) -> list[str]:
    """Return pages: a sheet of one or more for each student of the class, then the teacher's table of answers.

    Raises ValueError if a variant is no longer the one handed out, KeyFault for another class key.
    """
    assignment.check_key(key)
    width, height = paper.width - 2 * _MARGIN, paper.height - _TOP - _BOTTOM
    pages: list[str] = []
    answers = []
    for number, student in enumerate(assignment.students, 1):
        variants = [assignment.variant(student.id, entry, key) for entry in assignment.exercises]
        questions = [
            [*_set_title(f"{place}. {entry.exercise.title}", format_count(entry.points, "point"), width), *_set_question(variant, width)]
            for place, (entry, variant) in enumerate(zip(assignment.exercises, variants, strict=True), 1)
        ]  # fmt: skip
        pages += _draw_pages(assignment.name, student.name, f"sheet {number}", fill_pages(questions, height), paper)
        answers.append([f"{number}", student.name, *(variant.answer.shown for variant in variants)])
    tables = [*_set_answers(assignment, answers, width, height)]
    return [*pages, *_draw_pages(f"{assignment.name}: answers", "for the teacher", "", tables, paper)]


def _draw_pages(title: str, name: str, label: str, pages: Sequence[Sequence[Row]], paper: Paper) -> Iterator[str]:
    """Yield the pages of a sheet, each with a head that says whose it is."""
    right, half = paper.width - _MARGIN, paper.width / 2 - _MARGIN
    for number, rows in enumerate(pages, 1):
        page = f"page {number} of {len(pages)}" if len(pages) > 1 else ""
        body = draw_text(shorten_line(title, 6, half, bold=True), _MARGIN, 17, 6, weight=700)
        body += draw_text(shorten_line(name, 4.5, half, bold=True), right, 12.5, 4.5, anchor="end", weight=700)
        body += draw_text(" · ".join(filter(None, (label, page))), right, 17, SMALL, anchor="end", ink=GRAY)
        body += draw_lines(f"M{_MARGIN} 19H{right:g}", 0.4) + draw_rows(rows, _MARGIN, _TOP)
        yield make_picture(paper.width, paper.height, body)


def _set_title(title: str, points: str, width: float) -> list[Row]:
    return [Row(6, draw_text(shorten_line(title, 4.2, width - 25, bold=True), 0, 4.2, 4.2, weight=700) + draw_text(points, width, 4.2, SMALL, anchor="end", ink=GRAY))]  # fmt: skip


def _set_question(variant: Variant, width: float) -> Iterator[Row]:
    """Yield a statement, the hand it gives as a picture, and a line for the answer."""
    hand = find_hand(variant.given)
    statement = name_cards_once(variant.statement, " ".join(card.code for card in hand))
    for block in read_blocks(statement):
        yield from set_block(block, width)
    if hand:
        yield Row(_CARD * 1.4 + 1, draw_fan(hand, 0, 0, _CARD, width)[0])
    form = _ON_PAPER.get(type(variant.answer), "a number")
    line = draw_lines("M16 7.5H90", 0.35)
    yield Row(12, draw_text("Answer", 0, 7.5, TEXT, ink=GRAY) + line + draw_text(form, 93, 7.5, SMALL, ink=GRAY))


def find_hand(given: Mapping[str, Any]) -> tuple[Card, ...]:
    """Return the hand that an exercise gives, sorted; () if it gives none.

    >>> find_hand({"hand": "TIGER R40"}), find_hand({"hand": 12})
    ((R40, TIGER), ())
    """
    hand = given.get("hand")
    try:
        return sort_hand(parse_hand(hand if isinstance(hand, str) else " ".join(hand or ())))
    except (NotationError, TypeError):
        return ()


def _set_answers(
    assignment: Assignment, answers: Sequence[Sequence[str]], width: float, height: float
) -> Iterator[list[Row]]:
    """Yield the pages of the answers: a row for each student, at most eight exercises beside each other."""
    titles = ["sheet", "student", *(f"{place}. {entry.exercise.title}" for place, entry in enumerate(assignment.exercises, 1))]  # fmt: skip
    for start in range(2, len(titles), _COLUMNS):
        columns = [0, 1, *range(start, min(start + _COLUMNS, len(titles)))]
        heads = [[Span(kind="strong", text=titles[column])] for column in columns]
        cells = [[[Span(kind="plain", text=row[column])] for column in columns] for row in answers]
        head, *rows = set_table([heads, *cells], width, _KEY)
        yield from ([head, *page] for page in fill_pages([[row] for row in rows], height - head.height))
