"""Questions as a zip that Canvas imports (QTI 1.2), made by text2qti from a text."""

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from mam.classroom.questions.bank import Question
from mam.classroom.questions.markup import write_html
from mam.classroom.questions.pictures import render_hand

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
    with TemporaryDirectory() as folder:  # text2qti reads pictures from files
        pictures = {}
        for question in questions:
            if question.cards:
                name, picture = render_hand(question.cards)
                file = Path(folder) / f"{question.exercise.id}-{question.number}{Path(name).suffix}"
                file.write_bytes(picture)
                pictures[question.name] = file
        quiz = Quiz(write_text(questions, title, pictures), config=Config())
        zip_bytes: bytes = QTI(quiz).zip_bytes()
    return zip_bytes


def write_text(
    questions: Sequence[Question], title: str = "Make-a-Million", pictures: Mapping[str, Path] | None = None
) -> str:
    """Return the text that text2qti reads; `pictures` are the files of hands, by the names of their questions."""
    lines = [
        f"Quiz title: {_flatten(title)}",
        "Quiz description: One variant of each exercise is drawn for each student.",
        "",
    ]
    for _, group in groupby(questions, key=lambda question: question.exercise.id):
        lines += ["GROUP", "pick: 1", f"points per question: {_POINTS}", ""]
        for question in group:
            lines += [*_list_lines(question, (pictures or {}).get(question.name)), ""]
        lines += ["END_GROUP", ""]
    return "\n".join(lines)


def _list_lines(question: Question, picture: Path | None) -> list[str]:
    lines = [f"Title: {_flatten(question.name)}", f"1.  {_escape_math(write_html(question.text))}"]
    if picture:
        lines += ["", f"    ![The cards, as listed above.](<{picture.as_posix()}>)"]
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
