"""Questions in GIFT, a text format that many platforms read."""

import html
import re
from collections.abc import Sequence

from mam.classroom.questions.bank import Question
from mam.classroom.questions.markup import write_html
from mam.classroom.questions.moodle import write_body, write_share, write_slack


def write_gift(questions: Sequence[Question]) -> str:
    """Return questions as GIFT: numbers with their tolerance and typical mistakes, choices with a sentence for each option."""
    return "\n".join(
        ["$CATEGORY: Make-a-Million", "", *("\n".join([*_list_lines(question), ""]) for question in questions)]
    )


def _list_lines(question: Question) -> list[str]:
    lines = [f"::{_escape(question.name)}::[html]{_escape(write_body(question))} {{{'#' * (question.kind == 'number')}"]
    for option in question.options:
        why = _escape(write_html(option.why or "Correct."))
        share = write_share(option.share)
        if question.kind == "number":
            lines.append(f"=%{share}%{option.text}:{write_slack(option.slack)}#{why}")
        else:
            mark = f"~%{share}%" if question.kind == "several" else "=" if option.is_right else "~"
            lines.append(f"{mark}{_escape(html.escape(option.text, quote=False))}#{why}")
    if question.kind == "number":
        lines.append(f"~#{_escape(write_html(question.nudge))}")  # for every other number
    return [*lines, f"####{_escape(write_html(question.variant.solution))}", "}"]


def _escape(text: str) -> str:
    """Return text in which no sign means anything to GIFT."""
    return re.sub(r"([\\~=#{}:])", r"\\\1", " ".join(text.split()))
