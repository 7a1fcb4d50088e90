"""An assignment on paper: a sheet for each student with their own questions and hands, and one table of answers for the teacher."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from mam.classroom.answers import Answer, Cards, Choice, Choices, Results
from mam.classroom.assignments import Assignment
from mam.classroom.blocks import Block, Span, name_cards_once, read_blocks
from mam.classroom.quantities import Chance
from mam.classroom.registry import Variant
from mam.handouts.paper import FONT, GRAY, INK, Paper, draw_fan, make_html, make_picture
from mam.rules.cards import Card, format_count, sort_hand
from mam.text.notation import NotationError, parse_hand

_CARD, _WIDTH = 18.0, 180.0  # of a hand's cards and of the text
_TAGS = {"strong": "b", "em": "i", "code": "code", "cards": "code"}
_ON_PAPER: Mapping[type[Answer], str] = {
    Chance: "a fraction, or three digits",
    Choice: "one letter",
    Choices: "every letter that fits",
    Cards: "cards, like R40 TIGER",
    Results: "the results, in order",
}
_STYLE = f"""@page{{size:%s;margin:12mm 14mm}}*{{box-sizing:border-box}}
body{{margin:0;font:10pt/13pt {FONT};color:{INK}}}
section+section{{break-before:page}}
header{{display:flex;justify-content:space-between;align-items:flex-end;border-bottom:1.2pt solid {INK};margin-bottom:8pt}}
h1{{font-size:17pt;line-height:22pt;margin:0}}h2{{font-size:11.5pt;margin:0 0 2pt}}
article{{break-inside:avoid;margin:0 0 8pt}}article p{{margin:2pt 0}}
ul,ol{{margin:2pt 0;padding-left:16pt;columns:2}}ul{{list-style:none;padding-left:8pt}}code{{font-family:inherit;font-weight:600}}
pre{{margin:2pt 0;font-size:9pt;white-space:pre-wrap}}small{{color:{GRAY};font-size:9pt;font-weight:400}}
.answer{{display:flex;align-items:flex-end;gap:6pt;margin-top:4pt}}.answer i{{border-bottom:1pt solid {INK};width:68mm;height:17pt}}
table{{border-collapse:collapse;font-size:9pt;line-height:11.5pt;margin:3pt 0}}
td,th{{border:.6pt solid {GRAY};padding:2.5pt 4pt;text-align:left;vertical-align:top}}
.key{{width:100%%;font-size:8pt;overflow-wrap:anywhere}}thead{{display:table-header-group}}tr{{break-inside:avoid}}
@media screen{{body{{background:#ccc}}section{{background:#fff;width:210mm;margin:8px auto;padding:12mm 14mm}}}}"""


def make_sheets(assignment: Assignment, key: bytes, paper: Paper) -> str:
    """Return an HTML file to print: a sheet for each student of the class, then the teacher's table of answers.

    Raises ValueError if a variant is no longer the one handed out, KeyFault for another class key.
    """
    assignment.check_key(key)
    sections, rows = [], []
    for number, student in enumerate(assignment.students, 1):
        variants = [assignment.variant(student.id, entry, key) for entry in assignment.exercises]
        head = _make_head(assignment.name, f"<b>{escape(student.name)}</b><br><small>sheet {number}</small>")
        questions = (
            f"<article><h2>{place}. {escape(entry.exercise.title)} <small>{format_count(entry.points, 'point')}</small></h2>"
            f"{_write_question(variant)}</article>"
            for place, (entry, variant) in enumerate(zip(assignment.exercises, variants, strict=True), 1)
        )
        sections.append(f"<section>{head}{''.join(questions)}</section>")
        cells = "".join(f"<td>{escape(variant.answer.shown)}" for variant in variants)
        rows.append(f"<tr><td>{number}<td>{escape(student.name)}{cells}")
    titles = "".join(f"<th>{place}. {escape(entry.id)}" for place, entry in enumerate(assignment.exercises, 1))
    table = f"<table class=key><thead><tr><th>sheet<th>student{titles}</thead>{''.join(rows)}</table>"
    head = _make_head(f"{assignment.name}: answers", "<small>for the teacher</small>")
    return make_html(assignment.name, _STYLE % paper.size, "".join([*sections, f"<section>{head}{table}</section>"]))


def _make_head(title: str, beside: str) -> str:
    return f"<header><h1>{escape(title)}</h1><div>{beside}</div></header>"


def _write_question(variant: Variant) -> str:
    """Return a statement, the hand it gives as a picture, and a line for the answer."""
    hand = find_hand(variant.given)
    statement = name_cards_once(variant.statement, " ".join(card.code for card in hand))
    form = _ON_PAPER.get(type(variant.answer), "a number")
    return (
        "".join(_write_block(block) for block in read_blocks(statement))
        + (_draw_hand(hand) if hand else "")
        + f"<div class=answer><small>Answer</small><i></i><small>{form}</small></div>"
    )


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


def _draw_hand(hand: Sequence[Card]) -> str:
    body, width = draw_fan(hand, 0, 0, _CARD, _WIDTH)
    return make_picture(round(width, 2), round(_CARD * 1.4, 2), body)


def _write_block(block: Block) -> str:
    rows = block["rows"]
    if block["kind"] == "table":
        return (
            "<table>"
            + "".join("<tr>" + "".join(f"<td>{_write_line(cell)}" for cell in row) for row in rows)
            + "</table>"
        )
    lines = (_write_line(row[0]) for row in rows)
    if block["kind"] in ("list", "numbered"):
        tag = "ul" if block["kind"] == "list" else "ol"
        return f"<{tag}>{''.join(f'<li>{line}' for line in lines)}</{tag}>"
    tag = "pre" if block["kind"] == "program" else "p"
    return "".join(f"<{tag}>{line}</{tag}>" for line in lines)


def _write_line(spans: Sequence[Span]) -> str:
    return "".join(_write_spans(spans))


def _write_spans(spans: Sequence[Span]) -> Iterator[str]:
    for span in spans:
        tag = _TAGS.get(span["kind"])
        text = escape(span["text"])
        yield f"<{tag}>{text}</{tag}>" if tag else text
