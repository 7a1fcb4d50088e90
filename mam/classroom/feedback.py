"""Feedback for a student: one page without scripts, for a phone and for paper."""

from collections.abc import Iterator
from html import escape

from mam.classroom.grades import ExerciseGrade, Grade, Grades, write_points
from mam.classroom.html_text import format_answer, format_line, format_markdown, make_page
from mam.classroom.summary import classify
from mam.rules.cards import format_count

_MARKS = {"right": "✓", "part": "½", "wrong": "✗", "none": "–"}
_VERDICTS = {"right": "Correct.", "part": "Partly correct.", "wrong": "Wrong.", "none": "No answer."}
_STYLE = """
@page { size: A4; margin: 14mm }
* { box-sizing: border-box }
body { margin: 0; color: #1c1b1a; background: #fff; font: 16px/1.45 system-ui, "DejaVu Sans", Arial, sans-serif; font-variant-numeric: tabular-nums }
main { max-width: 680px; margin: 0 auto; padding: 16px }
h1 { font-size: 22px; line-height: 28px; margin: 0 } h2 { font-size: 17px; line-height: 24px; margin: 0 0 6px }
section { border-top: 1px solid #74807a; padding: 14px 0 } p, ul, ol, table { margin: 6px 0 } ul, ol { padding-left: 22px }
.mark { display: inline-block; width: 26px; height: 26px; border: 2px solid; border-radius: 13px; text-align: center; line-height: 22px; margin-right: 8px }
.right { color: #1b6b3a } .wrong, .none { color: #a8201a } .part { color: #7a4a00 }
.fault { border-left: 4px solid; padding: 2px 0 2px 10px; margin: 8px 0 } .fault span { color: #1c1b1a }
.muted { color: #4f5a54; font-size: 14px } code { font: inherit; background: #eef1ef; border-radius: 3px; padding: 0 3px; overflow-wrap: anywhere }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/18px ui-monospace, monospace; background: #f4f6f5; padding: 8px }
table { border-collapse: collapse; display: block; overflow-x: auto } td { border-bottom: 1px solid #c9cfcb; padding: 2px 10px 2px 0 }
summary { font-weight: 600; cursor: pointer; padding: 6px 0 }
@media print { main { padding: 0; max-width: none } body { font-size: 11pt } h2 { break-after: avoid } }
"""


def make_feedback(grades: Grades, grade: Grade, *, solutions: bool = True) -> str:
    """Return the feedback for a student as a page of HTML.

    It has for each exercise the statement, the answer, what is wrong with it, and the worked solution.
    """
    score = f"{write_points(grade.total)} of {format_count(grades.assignment.points, 'point')}"
    right = sum(not result.fault for result in grade.exercises)
    count = format_count(len(grade.exercises), "exercise")
    head = f"<h1>{escape(grades.assignment.name)}: {score}</h1>"
    head += f'<p class="muted">{format_line(grade.student.name)} · {right} of {count} right</p>'
    head += "".join(f"<p>{format_line(remark)}</p>" for remark in grade.remarks)
    sections = ("".join(_list_parts(number, result, solutions)) for number, result in enumerate(grade.exercises, 1))
    return make_page(grades.assignment.name, _STYLE, head + "".join(f"<section>{text}</section>" for text in sections))


def _list_parts(number: int, result: ExerciseGrade, solutions: bool) -> Iterator[str]:
    kind = classify(result)
    points = f"{write_points(result.points)} of {format_count(result.entry.points, 'point')}"
    mark = f'<span class="mark {kind}">{_MARKS[kind]}</span>'
    yield f'<h2>{mark}{number}. {escape(result.entry.exercise.title)} <span class="muted">{points}</span></h2>'
    yield format_markdown(result.variant.statement)
    if result.answer is not None:
        yield f"<p><b>Your answer:</b> <code>{format_answer(result.answer)}</code></p>"
    if result.code:
        yield f"<details><summary>Your program</summary><pre>{escape(result.code)}</pre></details>"
    fault = "" if kind == "none" else f" <span>{format_line(result.fault)}</span>"
    yield f'<div class="fault {kind}"><b>{_VERDICTS[kind]}</b>{fault}</div>'
    if solutions:
        state = "" if kind == "right" else " open"
        yield f"<details{state}><summary>Worked solution</summary>{format_markdown(result.variant.solution)}"
        yield f"<p><b>Correct answer:</b> {escape(result.variant.answer.shown)}</p></details>"
