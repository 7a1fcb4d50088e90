"""The report on a class: three pages without scripts, for the teacher and, with numbers instead of names, for the wall."""

from collections import Counter
from collections.abc import Iterable, Iterator
from html import escape

from mam.classroom.answers import Plain
from mam.classroom.demonstrations import find_demonstration
from mam.classroom.grades import ExerciseGrade, Grade, Grades, write_points
from mam.classroom.html_text import format_answer, format_line, make_page
from mam.classroom.mistakes import list_mistakes
from mam.classroom.summary import ClassSummary, ExerciseSummary, MistakeCount, classify, name_students
from mam.rules.cards import format_count

_ALARM = 0.25  # of those graded: a mistake so frequent is marked
_MOST_SHOWN = 4  # mistakes of one exercise that are listed
_MOST_ANSWERS = 5  # wrong in other ways
_MOST_STUDENTS = 10  # to talk to: the others are in the grid
_KINDS = {"right": "right", "part": "in part", "wrong": "wrong", "none": "none"}
_FILLS = {"right": "#1b6b3a", "part": "url(#half)", "wrong": "#fff", "none": "url(#dots)"}
_STYLE = """
@page { size: A4; margin: 13mm }
* { box-sizing: border-box }
body { margin: 0; background: #fff; color: #1c1b1a; font: 14px/20px system-ui, "DejaVu Sans", Arial, sans-serif; font-variant-numeric: tabular-nums }
main { max-width: 940px; margin: 0 auto; padding: 20px } h1 { font-size: 25px; line-height: 30px; margin: 0 }
h2 { font-size: 16px; margin: 20px 0 6px } p { margin: 4px 0; overflow-wrap: anywhere } .muted { color: #4f5a54 }
.head { display: flex; justify-content: space-between; align-items: baseline; gap: 4px 16px; flex-wrap: wrap }
.box { border: 1.5px solid #0b57d0; border-radius: 8px; background: #eef4fd; padding: 10px 14px; margin: 12px 0 }
.box h2 { margin: 0 0 4px } ol { margin: 0; padding-left: 22px } li { margin: 7px 0; overflow-wrap: anywhere } .count { font-weight: 700; color: #a8201a; white-space: nowrap }
table { border-collapse: collapse; width: 100% } th { text-align: left; color: #4f5a54; font-size: 13px; border-bottom: 1.5px solid #74807a; padding: 4px 8px 4px 0 }
td { border-bottom: 1px solid #c9cfcb; padding: 7px 10px 7px 0; vertical-align: top; overflow-wrap: anywhere } tr { break-inside: avoid }
.slip { display: flex; gap: 8px; margin-bottom: 3px } .pill { flex: none; min-width: 26px; height: 20px; border: 1.2px solid #74807a; border-radius: 10px; text-align: center; font-weight: 700; font-size: 13px; line-height: 18px }
.alarm .pill { border: 2px solid #a8201a; color: #a8201a; line-height: 16.5px }
.cols { display: grid; grid-template-columns: 1fr 1fr; gap: 0 28px } .cols > div { min-width: 0 }
.scroll { overflow-x: auto } .grid td, .grid th { text-align: center; padding: 2px 4px; font-size: 13px } .grid td:first-child, .grid th:first-child { text-align: left }
.grid td.flag { text-align: left; color: #4f5a54 } .bad { font-weight: 700 } pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 12px/16px ui-monospace, monospace; background: #f4f6f5; padding: 6px; margin: 4px 0 }
@media (max-width: 640px) { .cols { display: block } main { padding: 12px } .exercises td, .exercises th { display: block; border: 0; padding: 2px 0 } .exercises tr { display: block; border-bottom: 1px solid #c9cfcb; padding: 8px 0 } .exercises tr:first-child { display: none } }
.whole { break-inside: avoid } h2 { break-after: avoid }
@media print { th { font-size: 10px; line-height: 13px } td:first-child { min-width: 132px } main { padding: 0; max-width: none } .box { background: none } body { font-size: 11px; line-height: 14px } h1 { font-size: 19px; line-height: 22px } h2 { font-size: 13px; margin: 10px 0 3px } li { margin: 3px 0 } td { padding: 3px 8px 3px 0 } .slip { margin-bottom: 1px } .pill { height: 15px; font-size: 11px; line-height: 13px; min-width: 22px } .alarm .pill { line-height: 11.5px } .grid td, .grid th { padding: 1.4px 3px; font-size: 10.5px } p { margin: 2px 0 } .page { break-before: page } pre { display: none } }
"""
_PATTERNS = (
    '<svg width="0" height="0" style="position:absolute"><pattern id="half" width="5" height="5" patternUnits="userSpaceOnUse">'
    '<rect width="5" height="5" fill="#fff"/><path d="M0 5L5 0" stroke="#1b6b3a" stroke-width="2"/></pattern>'
    '<pattern id="dots" width="5" height="5" patternUnits="userSpaceOnUse"><rect width="5" height="5" fill="#fff"/>'
    '<circle cx="2.5" cy="2.5" r="0.8" fill="#1c1b1a"/></pattern></svg>'
)


def make_report(grades: Grades, *, numbers: bool = False) -> str:
    """Return the report on a graded folder as a page of HTML.

    With `numbers` students have the numbers of their places in the class instead of names, and nothing about single students or files
    is said except the points.
    """
    summary = ClassSummary(grades)
    names = name_students(grades.grades, numbers=numbers)
    parts = [_PATTERNS, _make_head(summary)]
    if summary.graded:
        parts += [_make_advice(summary), _make_exercise_table(summary)]
        points = _make_points(summary) + _make_calibration(summary)
        parts.append(_make_columns(points, _make_fit(summary, names, numbers)))
    if not numbers:
        parts.append(_make_columns(_make_talk_list(summary, names), _make_file_list(summary, names)))
        parts.append(_make_pairs(summary, names))
    parts.append(_make_grid(summary, names))
    return make_page(f"{grades.assignment.name}: class report", _STYLE, "".join(parts))


def _make_columns(*columns: str) -> str:
    return f'<div class="cols">{"".join(f"<div>{column}</div>" for column in columns)}</div>'


def _make_head(summary: ClassSummary) -> str:
    grades = summary.grades
    assignment, graded = grades.assignment, len(summary.graded)
    middle = f" · median {summary.quartiles[1]:g} of {assignment.points}" if graded else ""
    facts = f"{escape(assignment.class_name)} · {graded} of {len(grades.grades)} graded{middle}"
    return f'<div class="head"><h1>{escape(assignment.name)}: class report</h1><span class="muted">{facts}</span></div>'


def _make_advice(summary: ClassSummary) -> str:
    """Return the three mistakes that most students made, each with a real answer and where to show what is right."""
    items = "".join(_describe_advice(summary, *pair) for pair in summary.rank_mistakes(3))
    content = f"<ol>{items}</ol>" if items else "<p>Nobody made a typical mistake.</p>"
    return f'<div class="box"><h2>What to say tomorrow</h2>{content}</div>'


def _describe_advice(summary: ClassSummary, exercise: ExerciseSummary, row: MistakeCount) -> str:
    _, result = row.answers[0]
    title, right = escape(exercise.entry.exercise.title), format_line(result.variant.answer.shown)
    colon = "" if title.endswith("?") else ":"
    return (
        f'<li><span class="count">{row.count} of {len(summary.graded)}</span> in <b>{title}</b>{colon} {format_line(row.mistake.sentence)} '
        f'<span class="muted">One answer: {format_answer(result.answer)}; correct: {right}. '
        f"Show it with {escape(_name_places(exercise, row))}.</span></li>"
    )


def _name_places(exercise: ExerciseSummary, row: MistakeCount) -> str:
    """Return what to open before the class: a page, a board or a case of the site, and the lesson."""
    lesson, is_on_site = exercise.entry.exercise.lesson_name, "/" in exercise.entry.exercise.lesson
    place = find_demonstration(exercise.entry.id, row.mistake.name)
    if not place:
        return lesson
    return f"/{place} on the site" if is_on_site else f"/{place} on the site, or {lesson}"


def _make_exercise_table(summary: ClassSummary) -> str:
    rows = "".join(_make_exercise_row(summary, number, row) for number, row in enumerate(summary.exercises, 1))
    heads = f"<th>exercise</th><th>{' · '.join(_KINDS.values())}</th><th>mistakes, and how many made them</th>"
    return f'<table class="exercises"><tr>{heads}</tr>{rows}</table>'


def _make_exercise_row(summary: ClassSummary, number: int, row: ExerciseSummary) -> str:
    entry, students = row.entry, len(summary.graded)
    slips = "".join(
        f'<div class="slip{" alarm" if mistake.count >= _ALARM * students else ""}"><span class="pill">{mistake.count}</span>'
        f"<span>{row.find_letter(mistake.mistake.name)}: {format_line(mistake.mistake.sentence)}</span></div>"
        for mistake in row.mistakes[:_MOST_SHOWN]
    )
    notes = []
    if rare := row.mistakes[_MOST_SHOWN:]:
        notes.append(
            f"{sum(mistake.count for mistake in rare)} with {format_count(len(rare), 'other typical mistake')}"
        )
    if row.others:
        notes.append(f"{len(row.others)} wrong in other ways: {_list_answers(row.others)}")
    if row.unread:
        notes.append(f"{row.unread} {'try' if row.unread == 1 else 'tries'} could not be read")
    counts = " · ".join(str(row.counts[kind]) for kind in _KINDS)
    title = f'<b>{number}. {escape(entry.exercise.title)}</b><br><span class="muted">{entry.id}, {entry.points} points</span>'
    return (
        f'<tr><td>{title}</td><td>{_draw_bar(row.counts)}<br><span class="muted">{counts}</span></td>'
        f'<td>{slips}<div class="muted">{". ".join(notes)}</div></td></tr>'
    )


def _list_answers(answers: Iterable[Plain]) -> str:
    """Return the most frequent of these answers, each once."""
    counts = Counter(map(format_answer, answers)).most_common(_MOST_ANSWERS)
    return "; ".join(f"{text} ({count} times)" if count > 1 else text for text, count in counts)


def _draw_bar(counts: Counter[str]) -> str:
    """Return a bar that also prints in black and white: right, in part, wrong, no answer."""
    total, left, parts = counts.total(), 0.0, []
    for kind, fill in _FILLS.items():
        width = 150 * counts[kind] / total
        if width:
            shape = f'x="{1 + left:.1f}" y="1" width="{width:.1f}" height="13"'
            parts.append(f'<rect {shape} fill="{fill}" stroke="#1c1b1a"/>')
        left += width
    label = ", ".join(f"{counts[kind]} {words}" for kind, words in _KINDS.items())
    return f'<svg width="152" height="15" role="img" aria-label="{label}">{"".join(parts)}</svg>'


def _make_points(summary: ClassSummary) -> str:
    """Return one dot for each student over the points, and the quartiles."""
    most = summary.grades.assignment.points or 1
    columns = Counter(round(19 * min(points / most, 1)) for points in summary.totals)
    step = min(11.0, 76 / max(columns.values()))
    dots = "".join(
        f'<circle cx="{16 + 17 * column}" cy="{78 - step * place:.1f}" r="{min(4.6, step / 2):.1f}" fill="#1f55b5"/>'
        for column, count in sorted(columns.items())
        for place in range(count)
    )
    ticks = "".join(
        f'<text x="{16 + 17 * 19 * quarter / 4:.0f}" y="104" text-anchor="middle" font-size="12">{most * quarter / 4:g}</text>'
        for quarter in range(5)
    )
    low, middle, high = summary.quartiles
    words = f"Lower quartile {low:g}, median {middle:g}, upper quartile {high:g} of {most} points."
    return (
        f'<h2>Points</h2><svg viewBox="0 0 356 110" width="100%" style="max-width:356px" role="img" aria-label="{words}">'
        f'<line x1="8" x2="348" y1="85" y2="85" stroke="#74807a"/>{dots}{ticks}</svg><p class="muted">{words}</p>'
    )


def _make_calibration(summary: ClassSummary) -> str:
    """Return how sure the students were, and how often they were right then; nothing where nobody was asked."""
    rows = "".join(
        f"<p><b>{row.sure}% sure</b>: {row.right} of {format_count(row.count, 'answer')} right ({100 * row.right / row.count:.0f}%)</p>"
        for row in summary.calibration
    )
    return f"<h2>How sure they were</h2>{rows}" if rows else ""


def _make_fit(summary: ClassSummary, names: dict[str, str], numbers: bool) -> str:
    students, lines = len(summary.graded), []
    for row in summary.exercises:
        remarks = row.describe_fit(students)
        if row.doubtful:
            who = "" if numbers else f": {', '.join(names[grade.student.id] for grade in row.doubtful)}"
            remarks.append(f"{len(row.doubtful)} taken as right, though nearer to a typical mistake{who}")
        if remarks:
            lines.append(f"<p><b>{escape(row.entry.exercise.title)}</b>: {format_line('; '.join(remarks))}.</p>")
    nothing = "<p>None is too easy (over 90% right), too hard (under 20%), or out of step with the others.</p>"
    chance = f'<p class="muted">With {students} students, a correlation varies by about {1 / max(students, 1) ** 0.5:.1f} by chance.</p>'
    return f"<h2>The exercises themselves</h2>{''.join(lines) or nothing}{chance}"


def _make_talk_list(summary: ClassSummary, names: dict[str, str]) -> str:
    low = summary.list_low()
    lines = [_describe_student(summary, grade, names) for grade in low[:_MOST_STUDENTS]]
    if more := len(low) - _MOST_STUDENTS if len(low) > _MOST_STUDENTS else 0:
        lines.append(f'<p class="muted">And {more} more with less than 40% of the points: see the last page.</p>')
    return f"<h2>Students to talk to</h2>{''.join(lines) or '<p>Nobody has less than 40% of the points.</p>'}"


def _describe_student(summary: ClassSummary, grade: Grade, names: dict[str, str]) -> str:
    titles = [
        row.entry.exercise.title
        for row, result in zip(summary.exercises, grade.exercises, strict=True)
        if any(mistake.is_listed for mistake in list_mistakes(result))
    ]
    more = f" and {len(titles) - 3} more" if len(titles) > 3 else ""
    words = f": {' · '.join(titles[:3])}{more}" if titles else ""
    return (
        f"<p><b>{format_line(names[grade.student.id])}</b>, {write_points(grade.total)} points{format_line(words)}</p>"
    )


def _make_file_list(summary: ClassSummary, names: dict[str, str]) -> str:
    lines = [
        f"<p><b>{format_line(names[grade.student.id])}</b>: {format_line(_describe_status(grade))}</p>"
        for grade in summary.grades.grades
        if grade.status != "graded" or grade.remarks
    ]
    lines += [f'<p class="muted">{format_line(str(problem))}</p>' for problem in summary.grades.problems]
    return f"<h2>Not graded, decided, and files to check</h2>{''.join(lines) or '<p>Nothing.</p>'}"


def _describe_status(grade: Grade) -> str:
    words = [] if grade.status == "graded" else [grade.status]
    return "; ".join(dict.fromkeys([*words, *grade.remarks]))


def _make_pairs(summary: ClassSummary, names: dict[str, str]) -> str:
    """Return the pairs of programs that are alike, to look at."""
    if not summary.pairs:
        return ""
    lines = "".join(
        f"<p><b>{format_line(names[pair.first.student.id])}</b> and <b>{format_line(names[pair.second.student.id])}</b>, "
        f"{escape(pair.entry.exercise.title)}: {100 * pair.likeness:.0f}% alike, whatever the names are</p>"
        f"<pre>{escape(_find_code(pair.first, pair.entry.id))}</pre><pre>{escape(_find_code(pair.second, pair.entry.id))}</pre>"
        for pair in summary.pairs[:10]
    )
    more = f"<p>And {len(summary.pairs) - 10} more pairs.</p>" if len(summary.pairs) > 10 else ""
    return f'<div class="whole"><h2>Programs that are alike: look at these two</h2>{lines}{more}</div>'


def _find_code(grade: Grade, id: str) -> str:
    return next(result.code for result in grade.exercises if result.entry.id == id)


def _make_grid(summary: ClassSummary, names: dict[str, str]) -> str:
    assignment = summary.grades.assignment
    heads = "".join(f"<th>{number}</th>" for number in range(1, len(assignment.exercises) + 1))
    rows = "".join(f"<tr>{''.join(_list_cells(summary, grade, names))}</tr>" for grade in summary.grades.grades)
    legend = "✓ right, ½ in part, · no answer; a letter is a mistake of the table above, × any other."
    return (
        f'<h2 class="page">Student by student</h2><p class="muted">{legend}</p><div class="scroll"><table class="grid">'
        f"<tr><th>student</th>{heads}<th>of {assignment.points}</th></tr>{rows}</table></div>"
    )


def _list_cells(summary: ClassSummary, grade: Grade, names: dict[str, str]) -> Iterator[str]:
    yield f"<td>{format_line(names[grade.student.id])}</td>"
    if grade.status != "graded":
        yield f'<td class="flag" colspan="{len(summary.exercises) + 1}">{grade.status}</td>'
        return
    for row, result in zip(summary.exercises, grade.exercises, strict=True):
        kind = classify(result)
        yield f"<td{' class=bad' if kind in ('part', 'wrong') else ''}>{_mark(row, result, kind)}</td>"
    yield f"<td>{write_points(grade.total)}</td>"


def _mark(row: ExerciseSummary, result: ExerciseGrade, kind: str) -> str:
    letters: Iterable[str] = sorted({row.find_letter(mistake.name) for mistake in list_mistakes(result)})
    return {"right": "✓", "none": "·", "part": f"½ {''.join(letters)}"}.get(kind, "".join(letters))
