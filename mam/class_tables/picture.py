"""A class at one table as one page without scripts: a dot for each student's round, beside what the first choice is worth in simulated deals."""

from collections.abc import Callable, Sequence
from html import escape
from statistics import fmean

from mam.class_tables.choices import Worth
from mam.class_tables.results import Row, TableResults
from mam.class_tables.starts import name_level
from mam.classroom.html_text import format_line, make_page
from mam.games.trick_round import TrickRound
from mam.rules.cards import format_count
from mam.scenes.labels import find_unit

_STYLE = """
@page { size: A4; margin: 13mm }
* { box-sizing: border-box }
body { margin: 0; background: #fff; color: #1c1b1a; font: 14px/20px system-ui, "DejaVu Sans", Arial, sans-serif; font-variant-numeric: tabular-nums }
main { max-width: 940px; margin: 0 auto; padding: 20px } h1 { font-size: 25px; line-height: 30px; margin: 0 } h2 { font-size: 16px; margin: 20px 0 6px }
p { margin: 6px 0; overflow-wrap: anywhere } .muted { color: #4f5a54 } svg { display: block; width: 100%; min-width: 520px; height: auto; max-width: 900px }
.scroll { overflow-x: auto } table { border-collapse: collapse; width: 100% } tr { break-inside: avoid }
th { text-align: left; vertical-align: bottom; color: #4f5a54; font-size: 13px; line-height: 16px; border-bottom: 1.5px solid #74807a; padding: 4px 10px 4px 0 }
td { border-bottom: 1px solid #c9cfcb; padding: 4px 10px 4px 0; vertical-align: top } td:first-child { min-width: 96px } td.n, th.n { text-align: right; white-space: nowrap } tr.reference td { font-style: italic }
@media (max-width: 640px) { main { padding: 12px } }
@media print { main { padding: 0; max-width: none } body { font-size: 11px; line-height: 14px } h1 { font-size: 19px; line-height: 22px } h2 { font-size: 13px; margin: 10px 0 3px } td, th { padding: 2px 8px 2px 0 } }
"""
_LEFT, _RIGHT, _TOP, _STEP = 190, 690, 34, 22  # of the chart: the axis, and the height of a row
_LONGEST = 24  # characters of a name beside its row


def make_picture(results: TableResults) -> str:
    """Return the page: what everybody began with, the chart, the choices, the table, and what does not count."""
    parts = [_make_head(results)]
    if results.rows:
        parts += [_draw_chart(results), _make_choices(results), _make_table(results)]
    parts.append(_make_refusals(results))
    title = results.start.class_table.title if results.start.class_table else ""
    return make_page(f"{title}: class at one table", _STYLE, "".join(parts))


def name_unit(results: TableResults) -> str:
    """Return what amounts are in, as a heading says it."""
    return "thousands of dollars" if find_unit(results.start.rules) == "money" else "points"


def _write_auction(results: TableResults) -> str:
    """Return who won the auction, and how often the bid was made: by the students, or by the bidder whom the start has already."""
    start, rows = results.start, results.rows
    round = start.round
    assert isinstance(round, TrickRound)
    if round.phase != "auction" and round.bidder not in (None, start.you):
        made = sum(bool(row.is_made) for row in rows)
        return f"{start.rules.seat_names[str(round.bidder)]} won the auction, and made the bid in {made or 'none'} of {format_count(len(rows), 'round')}."
    bid = [row for row in rows if row.bidder == start.you]
    made = sum(bool(row.is_made) for row in bid)
    how_many = f", and {made or 'none'} of them made the bid" if bid else ""
    return f"{len(bid) or 'None'} of {len(rows)} won the auction{how_many}."


def _make_head(results: TableResults) -> str:
    start, rows = results.start, results.rows
    round, rules = start.round, start.rules
    assert isinstance(round, TrickRound) and start.class_table is not None
    progress = f"after {format_count(len(round.calls), 'call')}, {format_count(len(round.tricks), 'trick')}"
    facts = f"{rules.name}. {format_count(len(rows), 'student')} in the seat of {rules.seat_names[start.you]}, from the same position ({progress}) against the same {name_level(start)} players."
    lines = [f"<h1>{escape(start.class_table.title)}: one table, one class</h1>", f"<p>{escape(facts)}</p>"]
    if rows:
        mean = _write_signed(fmean(row.difference for row in rows))
        lines.append(
            f"<p>{escape(_write_auction(results))} Mean difference between the two sides' scores: <b>{mean}</b> {name_unit(results)}.</p>"
        )
    if results.simulation:
        worth = results.simulation.worths[results.simulation.reference.text]
        lines.append(
            f"<p>A {name_level(start)} player in this seat {escape(results.simulation.reference.text)}. In {results.simulation.deals:,} simulated deals that is worth "
            f"<b>{_estimate(worth, paired=False)}</b>; with these cards it brought <b>{_write_signed(results.reference.difference)}</b>.</p>"
        )
    return "".join(lines)


# The chart


def _draw_chart(results: TableResults) -> str:
    """Return a row for each student: a dot for the round, a bar for what the first choice is worth, 95% margin of error."""
    shown_rows = sorted([*results.rows, results.reference], key=lambda row: -row.difference)
    low, high = _find_range(results, shown_rows)
    ticks, height = _list_ticks(low, high), _TOP + _STEP * len(shown_rows) + 14

    def x(amount: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * (amount - low) / (high - low)

    parts = [
        f'<line x1="{x(tick):.1f}" x2="{x(tick):.1f}" y1="{_TOP - 8}" y2="{height - 14}" stroke="{"#1c1b1a" if not tick else "#d8dcd9"}"/>'
        f'<text x="{x(tick):.1f}" y="{_TOP - 14}" text-anchor="middle">{_write_signed(tick)}</text>'
        for tick in ticks
    ]
    for place, row in enumerate(shown_rows):
        parts.append(_draw_row(results, row, _TOP + _STEP * place + 8, x))
    label = f"A dot for each round: the difference between the two sides' scores, from {_write_signed(shown_rows[-1].difference)} to {_write_signed(shown_rows[0].difference)} {name_unit(results)}."
    legend = "● the round as it was played · ◇ the player of the table in the same seat"
    if results.simulation:
        legend += " · bar: what the first choice is worth in simulated deals, with its 95% margin of error"
    return (
        f"<h2>Difference between the sides' scores, {name_unit(results)}</h2>"
        f'<div class="scroll"><svg viewBox="0 0 700 {height}" role="img" aria-label="{escape(label)}" font-size="12" font-family="inherit">{"".join(parts)}</svg></div>'
        f'<p class="muted">{legend}.</p>'
    )


def _draw_row(results: TableResults, row: Row, y: float, x: Callable[[float], float]) -> str:
    name = row.name or f"a {name_level(results.start)} player"
    shown_name = name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
    style = ' font-style="italic"' if not row.name else ""
    parts = [f'<text x="{_LEFT - 12}" y="{y + 4}" text-anchor="end"{style}>{escape(shown_name)}</text>']
    if worth := results.find_worth(row):
        middle, margin = worth.expected.mean, worth.expected.margin
        parts.append(
            f'<line x1="{x(middle - margin):.1f}" x2="{x(middle + margin):.1f}" y1="{y}" y2="{y}" stroke="#74807a" stroke-width="5"/>'
        )
    place = x(row.difference)
    if row.name:
        parts.append(f'<circle cx="{place:.1f}" cy="{y}" r="5" fill="#1f55b5"/>')
    else:
        parts.append(f'<path d="M{place:.1f} {y - 7}l7 7-7 7-7-7z" fill="#fff" stroke="#1c1b1a" stroke-width="1.5"/>')
    return "".join(parts)


def _find_range(results: TableResults, rows: Sequence[Row]) -> tuple[float, float]:
    amounts = [0.0, *(row.difference for row in rows)]
    for row in rows:
        if worth := results.find_worth(row):
            amounts += [worth.expected.mean - worth.expected.margin, worth.expected.mean + worth.expected.margin]
    low, high = min(amounts), max(amounts)
    room = max(high - low, 1) * 0.04
    return low - room, high + room


def _list_ticks(low: float, high: float) -> list[float]:
    """Return five to ten round amounts in a range, 0 among them if it is there."""
    step = next(size for size in _sizes() if (high - low) / size <= 9)
    first = int(-(-low // step))
    return [step * number for number in range(first, int(high // step) + 1)]


def _sizes() -> list[float]:
    return [digit * 10.0**power for power in range(-1, 7) for digit in (1, 2, 5)]


# Tables


def _make_choices(results: TableResults) -> str:
    """Return each first choice with its number of students, the mean of their rounds, and what it is worth in simulated deals."""
    by_choice: dict[str, list[Row]] = {}
    for row in results.rows:
        by_choice.setdefault(row.choice.text, []).append(row)
    heads = ["first choice", "students", "mean at this table"]
    if results.simulation:
        heads += ["in simulated deals", f"minus the {name_level(results.start)} player's, same deals"]
    lines = []
    for text, rows in sorted(by_choice.items(), key=lambda pair: -len(pair[1])):
        cells = [str(len(rows)), _write_signed(fmean(row.difference for row in rows))]
        if worth := results.find_worth(rows[0]):
            cells += [_estimate(worth, paired=False), _estimate(worth, paired=True)]
        lines.append(f"<tr><td>{escape(text)}</td>{''.join(f'<td class=n>{cell}</td>' for cell in cells)}</tr>")
    note = ""
    if results.simulation:
        note = f'<p class="muted">±: 95% margin of error. {results.simulation.deals:,} simulated deals, the same for every choice: {escape(results.simulation.model)}.</p>'
    return f'<h2>First choices</h2><div class="scroll"><table><tr>{_make_heads(heads)}</tr>{"".join(lines)}</table></div>{note}'


def _make_heads(heads: Sequence[str]) -> str:
    return "".join(f"<th{' class=n' if number else ''}>{escape(head)}</th>" for number, head in enumerate(heads))


def _make_table(results: TableResults) -> str:
    start = results.start
    heads = ["student", "bid", "made", "captured", "score", "difference"]
    if results.simulation:
        heads += ["choice is worth", "luck and play"]
    lines = [_make_row(results, row) for row in [*results.rows, results.reference]]
    unit = f"{name_unit(results)[0].upper()}{name_unit(results)[1:]}"
    note = f"{unit}. Captured and score are those of {start.rules.seat_names[start.you]}'s side."
    if results.simulation:
        note += " Luck and play: the difference minus what the choice is worth."
    return f'<h2>Student by student</h2><div class="scroll"><table><tr>{_make_heads(heads)}</tr>{"".join(lines)}</table></div><p class="muted">{escape(note)}</p>'


def _make_row(results: TableResults, row: Row) -> str:
    names = results.start.rules.seat_names
    contract = "nobody" if row.bidder is None else f"{names[row.bidder]} {row.bid}"
    if row.trump is not None:
        contract += f" {row.trump.value}"
    made = "" if row.is_made is None else "made" if row.is_made else "set back"
    cells = [contract, made, str(row.captured), _write_plain(row.score), _write_signed(row.difference)]
    if worth := results.find_worth(row):
        cells += [_estimate(worth, paired=False), _write_signed(row.difference - worth.expected.mean)]
    name = format_line(row.name) if row.name else f"a {name_level(results.start)} player"
    look = "" if row.name else ' class="reference"'
    return f"<tr{look}><td>{name}</td>{''.join(f'<td class=n>{escape(cell)}</td>' for cell in cells)}</tr>"


def _make_refusals(results: TableResults) -> str:
    if not results.refusals:
        return ""
    lines = "".join(
        f"<p><b>{format_line(refusal.place)}</b> {format_line(refusal.reason)}</p>" for refusal in results.refusals
    )
    return f"<h2>Not counted</h2>{lines}"


def _estimate(worth: Worth, *, paired: bool) -> str:
    estimate = worth.paired if paired else worth.expected
    return (
        "0" if not estimate.mean and not estimate.margin else f"{_write_signed(estimate.mean)} ± {estimate.margin:.1f}"
    )


def _write_signed(amount: float) -> str:
    """Return an amount with its sign.

    >>> _write_signed(12.5), _write_signed(-3), _write_signed(0)
    ('+12.5', '−3', '0')
    """
    text = f"{abs(amount):.1f}".removesuffix(".0")
    return "0" if text == "0" else f"{'−' if amount < 0 else '+'}{text}"


def _write_plain(amount: float) -> str:
    return _write_signed(amount).removeprefix("+")
