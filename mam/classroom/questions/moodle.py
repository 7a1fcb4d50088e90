"""Questions as Moodle XML."""

import base64
import html
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from fractions import Fraction

from mam.classroom.quantities import Chance
from mam.classroom.questions.bank import Option, Question
from mam.classroom.questions.markup import write_html
from mam.classroom.questions.pictures import render_hand

_DECIMAL = "<p><i>Give a decimal number, like 0.0906: no fraction, no percent sign.</i></p>"
_SEVERAL = "<p><i>Choose all that fit.</i></p>"


def write_moodle(questions: Sequence[Question]) -> bytes:
    """Return questions as Moodle XML, in the category Make-a-Million.

    A number has its tolerance, and each typical mistake is an answer that earns 0 and has its sentence; `*` is for all others. The
    hand is a picture beside its codes.
    """
    quiz = ET.Element("quiz")
    category = ET.SubElement(quiz, "question", type="category")
    _add_text(category, "category", "$course$/top/Make-a-Million")
    for question in questions:
        _add_question(quiz, question)
    ET.indent(quiz, " ")
    content: bytes = ET.tostring(quiz, encoding="utf-8", xml_declaration=True)
    return content


def _add_question(quiz: ET.Element, question: Question) -> None:
    exercise, is_number = question.exercise, question.kind == "number"
    element = ET.SubElement(quiz, "question", type="numerical" if is_number else "multichoice")
    _add_text(element, "name", question.name)
    text = ET.SubElement(element, "questiontext", format="html")
    body = write_body(question)
    if question.cards:
        name, picture = render_hand(question.cards)
        body += f'<p><img src="@@PLUGINFILE@@/{name}" alt="The cards, as listed above."></p>'
    ET.SubElement(text, "text").text = body
    if question.cards:
        ET.SubElement(text, "file", name=name, path="/", encoding="base64").text = base64.b64encode(picture).decode()
    _add_text(element, "generalfeedback", write_html(question.variant.solution), format="html")
    for name, value in (("defaultgrade", "1"), ("penalty", "0.3333333"), ("hidden", "0")):
        ET.SubElement(element, name).text = value
    ET.SubElement(element, "idnumber").text = f"mam-{exercise.id}-{exercise.version}-{question.number}"
    if is_number:
        for option in question.options:
            _add_number(element, option)
        _add_number(element, Option("*", Fraction(0), question.nudge))
        ET.SubElement(element, "unitgradingtype").text = "0"
        ET.SubElement(element, "showunits").text = "3"
    else:
        ET.SubElement(element, "single").text = "true" if question.kind == "one" else "false"
        ET.SubElement(element, "shuffleanswers").text = "false"
        ET.SubElement(element, "answernumbering").text = "abc"
        for option in question.options:
            answer = ET.SubElement(element, "answer", fraction=write_share(option.share), format="html")
            ET.SubElement(answer, "text").text = html.escape(option.text, quote=False)
            _add_text(answer, "feedback", write_html(option.why or "Correct."), format="html")
    tags = ET.SubElement(element, "tags")
    for word in ("mam", exercise.kind, f"level {exercise.level}"):
        _add_text(tags, "tag", word)


def _add_number(question: ET.Element, option: Option) -> None:
    answer = ET.SubElement(question, "answer", fraction=write_share(option.share), format="moodle_auto_format")
    ET.SubElement(answer, "text").text = option.text
    _add_text(answer, "feedback", write_html(option.why), format="html")
    ET.SubElement(answer, "tolerance").text = write_slack(option.slack)


def _add_text(parent: ET.Element, name: str, text: str, **attributes: str) -> None:
    ET.SubElement(ET.SubElement(parent, name, attributes), "text").text = text


def write_body(question: Question) -> str:
    """Return the statement as HTML, with what the form of the platform needs."""
    asks_fraction = "fraction" in question.text or isinstance(question.variant.answer, Chance)
    note = {"number": _DECIMAL if asks_fraction else "", "several": _SEVERAL}.get(question.kind, "")
    return write_html(question.text) + note


def write_share(share: Fraction) -> str:
    """Return a proportion as a percentage with the digits that Moodle knows.

    >>> write_share(Fraction(1, 3)), write_share(Fraction(-1, 10)), write_share(Fraction(1))
    ('33.33333', '-10', '100')
    """
    text = f"{float(100 * share):.5f}"
    return text.rstrip("0").rstrip(".")


def write_slack(slack: Fraction) -> str:
    """Return a tolerance: a decimal without an exponent."""
    return f"{float(slack):.12f}".rstrip("0").rstrip(".")
