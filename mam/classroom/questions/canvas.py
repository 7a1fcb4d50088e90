"""Questions as a zip that Canvas imports (QTI 1.2), made by text2qti from a text."""

import re
from collections.abc import Sequence
from itertools import groupby

from mam.classroom.questions.bank import Question
from mam.classroom.questions.markup import write_html

_POINTS = 10
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def write_canvas(questions: Sequence[Question], title: str = "Make-a-Million") -> bytes:
    """Return the zip: a group for each exercise, from which Canvas draws one variant for each student.

    Canvas has no sentence for a single wrong number, so a number is a choice among the right one and typical mistakes. Raises ValueError
    if text2qti is not installed.
    """
    try:
        from text2qti.config import Config
        from text2qti.qti import QTI
        from text2qti.quiz import Quiz
    except ImportError:
        raise ValueError("questions for Canvas need text2qti: install mam[school], or choose another format") from None
    zip_bytes: bytes = QTI(Quiz(write_text(questions, title), config=Config())).zip_bytes()
    return zip_bytes


def write_text(questions: Sequence[Question], title: str = "Make-a-Million") -> str:
    """Return the text that text2qti reads."""
    lines = [
        f"Quiz title: {_flatten(title)}",
        "Quiz description: One variant of each exercise is drawn for each student.",
        "",
    ]
    for _, group in groupby(questions, key=lambda question: question.exercise.id):
        lines += ["GROUP", "pick: 1", f"points per question: {_POINTS}", ""]
        for question in group:
            lines += [*_list_lines(question), ""]
        lines += ["END_GROUP", ""]
    return "\n".join(lines)


def _list_lines(question: Question) -> list[str]:
    lines = [f"Title: {_flatten(question.name)}", f"1.  {_escape_math(write_html(question.text))}"]
    if solution := question.variant.solution:
        lines.append(f"... {_escape_math(write_html(solution))}")
    for letter, option in zip(_LETTERS, question.list_choices(), strict=False):
        if question.kind == "several":
            mark = "[*]" if option.is_right else "[ ]"
        else:
            mark = f"{'*' * option.is_right}{letter})"
        lines.append(f"{mark} {_escape_math(write_html(option.text))}")
        lines += [f"... {_escape_math(write_html(option.why))}"] * bool(option.why)
    return lines


def _escape_math(markup: str) -> str:
    """Return text in which no dollar begins a formula, and no Markdown is left."""
    return re.sub(r"\$", "&#36;", markup)


def _flatten(text: str) -> str:
    return " ".join(text.replace("$", "USD ").split())
