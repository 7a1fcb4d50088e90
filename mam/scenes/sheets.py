"""The score sheet of a match as a scorekeeper would keep it: as text, as a picture, and as a table for a page.

A column for each side or person that scores, a row for each round: who dealt, who bid what and how it went, what was
entered and what it came to. Rounds that were passed out or dealt again have their rows, and so have premiums and penalties
of misplay: those of a round from a table, and those that are given.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mam.drawing.wrap import drop_forbidden, escape_text
from mam.games.match import Match
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.misplay import AdjudicatedResult
from mam.rules import scoring
from mam.rules.amounts import format_short
from mam.rules.cards import NoTrump, is_several
from mam.rules.editions import RuleSet
from mam.scenes.schema import MatchSheet, SheetCell
from mam.support.arguments import check_arguments


@dataclass(frozen=True)
class Adjustment:
    """What misplay brings or costs after a round: it goes on the running totals and changes no bid."""

    after: int  # the number of the round
    scores: Mapping[str, int] = field(hash=False)
    why: str = "misplay"


@dataclass(frozen=True)
class SheetRow:
    """A line of the sheet. `kind` is "before", "round" or "adjustment"; `scores` and `totals` stand under the names of
    the columns, `details` are a few words beside a score, like "2 of 3"."""

    kind: str
    head: str
    dealer: str
    bid: str
    outcome: str
    scores: Mapping[str, int] = field(hash=False)
    totals: Mapping[str, int] = field(hash=False)
    details: Mapping[str, str] = field(hash=False, default_factory=dict)

    @property
    def note(self) -> str:
        """What happened, in one line: who bid what, and how it went."""
        return " ".join(filter(None, (self.bid, self.outcome)))


@dataclass(frozen=True)
class Sheet:
    """A score sheet: its columns (what they are kept under, and what they are called), its rows, totals, and who has won.

    `unit` says what is counted: "thousands of dollars" or "points"; `target` is the score that ends the match. Shown by itself in a notebook it is a table.
    """

    title: str
    unit: str
    columns: Mapping[str, str] = field(hash=False)
    rows: tuple[SheetRow, ...]
    totals: Mapping[str, int] = field(hash=False)
    winners: tuple[str, ...] = ()
    drawn: bool = False
    remarks: tuple[str, ...] = ()
    target: int | None = None

    @property
    def verdict(self) -> str:
        """Who has won, in a sentence; "" while nobody has."""
        return self.describe_winner()

    def describe_winner(self, what: str = "") -> str:
        """Return who has won, in a sentence; a single winner has won `what`. "" while nobody has."""
        names = [self.columns[name] for name in self.winners]
        if not names:
            return ""
        name_list = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
        if self.drawn:
            return f"The match is a draw between {name_list}."
        if len(names) > 1:
            return f"{name_list} win together."
        return " ".join(filter(None, (name_list, "win" if is_several(names[0]) else "wins", what))) + "."

    def text(self) -> str:
        """Return the sheet in plain text, its columns under one another."""
        return _text(self)

    def html(self) -> str:
        """Return the sheet as an HTML table; every name and word in it is escaped."""
        return _html(self)

    def data(self) -> MatchSheet:
        """Return the sheet as plain data, from which it is drawn."""
        return {
            "title": self.title,
            "unit": self.unit,
            "columns": [
                {"name": name, "text": text, "is_winner": name in self.winners} for name, text in self.columns.items()
            ],
            "rows": [
                {
                    "kind": row.kind,
                    "head": row.head,
                    "dealer": row.dealer,
                    "bid": row.bid,
                    "outcome": row.outcome,
                    "cells": [_cell(row, name) for name in self.columns],
                }
                for row in self.rows
            ],
            "totals": [self.totals[name] for name in self.columns],
            "verdict": self.verdict,
            "remarks": list(self.remarks),
            "target": self.target,
        }

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"text/plain": self.text(), "text/html": self.html()}


def _cell(row: SheetRow, name: str) -> SheetCell:
    entered = row.scores.get(name)
    return {
        "score": "" if entered is None or row.kind == "before" else format_short(entered, signed=True),
        "total": row.totals[name],
        "detail": row.details.get(name, ""),
    }


# Making one


@check_arguments
def make_sheet(
    match: Match, *, adjustments: Sequence[Adjustment] = (), names: Mapping[str, str] | None = None, title: str = ""
) -> Sheet:
    """Return the sheet of a match as far as it has been played.

    Premiums and penalties of a round from a `mam.Table` are in a row of their own. `adjustments` are others, entered after
    the rounds they name and count in the totals; `names` are what sides or persons are
    called here. Raises ValueError for an adjustment of a round that was not played, or for a name nobody scores under.

    >>> import mam
    >>> print(make_sheet(mam.start_match("make-a-million-1935", seed=7)).text())
    Make-a-Million, 1935 rules, four players: the score in thousands of dollars
    round  dealer  bid                N-S         E-W
    total                               0           0
    """
    columns = _columns(match.rules, names or {})
    _check(match, adjustments)
    totals = {name: match.carried.get(name, 0) for name in columns}
    rows = [SheetRow("before", "before", "", "", "", {}, dict(totals))] if any(totals.values()) else []
    for number, round in enumerate(match.finished, 1):
        assert round.result is not None
        for name, points in round.result.scores.items():
            totals[name] += points
        rows.append(_round_row(number, round, dict(totals)))
        at_table = {name: gain - round.result.scores[name] for name, gain in round.result.gains.items()}
        settled = [Adjustment(number, at_table)] if any(at_table.values()) else []
        for adjustment in (*settled, *adjustments):
            if adjustment.after == number:
                for name, points in adjustment.scores.items():
                    totals[name] += points
                rows.append(SheetRow("adjustment", "", "", "", adjustment.why, dict(adjustment.scores), dict(totals)))
    winners = _winners(match, totals)
    return Sheet(
        title=title or match.rules.name,
        unit="thousands of dollars" if match.rules.scoring.money else "points",
        columns=columns,
        rows=tuple(rows),
        totals=totals,
        winners=winners,
        drawn=len(winners) > 1 and match.rules.scoring.tie == "draw",
        remarks=() if adjustments else tuple(ruling.reason for ruling in match.why_ended()),
        target=match.rules.scoring.target,
    )


def _columns(rules: RuleSet, names: Mapping[str, str]) -> dict[str, str]:
    """Return the accounts by what people call them; sides by their short names."""
    usual = {name: name if "-" in text else text for name, text in rules.accounts.items()}
    return {name: names.get(name) or text for name, text in usual.items()}


def _check(match: Match, adjustments: Sequence[Adjustment]) -> None:
    for adjustment in adjustments:
        if not 1 <= adjustment.after <= len(match.finished):
            raise ValueError(f"there is no round {adjustment.after} to adjust: {len(match.finished)} have been played")
        if strange := set(adjustment.scores) - set(match.rules.accounts):
            raise ValueError(
                f"nobody scores as {', '.join(sorted(strange))}: there are {', '.join(match.rules.accounts)}"
            )


def _winners(match: Match, totals: Mapping[str, int]) -> tuple[str, ...]:
    """Return who has won with these totals, adjustments included; nobody before a round is scored (D-G25)."""
    last = match.finished[-1] if match.finished else None
    if last is None or last.result is None or last.result.is_misdeal:
        return ()
    return scoring.find_leaders(totals, match.rules.scoring, final=last.is_final)


def _round_row(number: int, round: Round, totals: dict[str, int]) -> SheetRow:
    result = round.result
    assert result is not None
    bid, outcome = _describe_contract(round) if isinstance(round, TrickRound) else ("", "")
    return SheetRow(
        kind="round",
        head=str(number),
        dealer=round.rules.seat_names[round.deal.dealer],
        bid=bid,
        outcome=outcome,
        scores=dict(result.scores),
        totals=totals,
        details=dict(_details(round)),
    )


def _describe_contract(round: TrickRound) -> tuple[str, str]:
    """Return who bid what on which trump, and how it went."""
    result, names = round.result, round.rules.seat_names
    assert result is not None
    trump = ""
    if result.trump is not None:
        trump = result.trump.value if isinstance(result.trump, NoTrump) else result.trump.word
    if round.misdealt:
        return names[round.misdealt], "misdeal"
    if round.sealed:
        return trump, ""
    if result.bidder is None:
        return "", "passed out"
    outcome = (
        "stopped"
        if isinstance(result, AdjudicatedResult) and result.stopped
        else "made"
        if result.is_bid_made
        else "set"
    )
    return f"{names[result.bidder]} {result.bid} {trump}".rstrip(), outcome


def _details(round: Round) -> Iterator[tuple[str, str]]:
    """Yield a few words beside each score: tricks taken and bid, or cards left."""
    if isinstance(round, TrickRound):
        captured = round.captured
        for seat, count in round.sealed:
            yield seat, f"{captured[round.side_of(seat)]} of {count}"
    elif round.hands.keys() == round.rules.accounts.keys():
        yield from ((seat, f"{len(hand)} left") for seat, hand in round.hands.items())


# Text


def _text(sheet: Sheet) -> str:
    names = {name: _clean(text) for name, text in sheet.columns.items()}
    notes = [_clean(row.note) for row in sheet.rows]
    dealers = max(8, *(len(_clean(row.dealer)) + 2 for row in sheet.rows)) if sheet.rows else 8
    wide = max(10, *(len(note) + 2 for note in notes)) if notes else 10
    entries = {name: [_entry(row, name) for row in sheet.rows] for name in names}
    widths = {name: max(12, len(names[name]) + 2, *map(len, entries[name]), 0) for name in names}
    lines = [f"{_clean(sheet.title)}: the score in {sheet.unit}"]
    lines.append(f"{'round':<7}{'dealer':<{dealers}}{'bid':<{wide}}" + _cells(widths, names))
    for place, row in enumerate(sheet.rows):
        head = f"{row.head:<7}{_clean(row.dealer):<{dealers}}{notes[place]:<{wide}}"
        lines.append(head + _cells(widths, {name: entries[name][place] for name in names}))
    totals = {name: format_short(sheet.totals[name]) for name in names}
    lines.append(f"{'total':<{7 + dealers + wide}}" + _cells(widths, totals))
    lines += [_clean(text) for text in (sheet.verdict, *sheet.remarks) if text]
    return "\n".join(line.rstrip() for line in lines)


def _entry(row: SheetRow, name: str) -> str:
    """Return what was entered, and the running total after it."""
    entered = row.scores.get(name)
    score = "" if entered is None else f"{format_short(entered, signed=True):>6}"
    detail = f"  ({row.details[name]})" if row.details.get(name) else ""
    return f"{detail}{score}{format_short(row.totals[name]):>6}"


def _cells(widths: Mapping[str, int], texts: Mapping[str, str]) -> str:
    return "".join(f"{texts[name]:>{width}}" for name, width in widths.items())


def _clean(text: str) -> str:
    return " ".join(drop_forbidden(text).split())


# HTML


def _html(sheet: Sheet) -> str:
    heads = "".join(f'<th scope="col">{escape_text(text)}</th>' for text in sheet.columns.values())
    rows = "".join(_html_row(row, sheet) for row in sheet.rows)
    totals = "".join(
        f"<td><strong>{format_short(sheet.totals[name])}</strong>{' ★ <small>winner</small>' if name in sheet.winners else ''}</td>"
        for name in sheet.columns
    )
    foot = "".join(f"<p>{escape_text(text)}</p>" for text in (sheet.verdict, *sheet.remarks) if text)
    return (
        f'<div class="mam-sheet mathjax_ignore tex2jax_ignore"><table><caption>{escape_text(sheet.title)}: the score in {sheet.unit}</caption>'
        f'<thead><tr><th scope="col">Round</th><th scope="col">Dealer</th><th scope="col">Bid</th>{heads}</tr></thead>'
        f'<tbody>{rows}</tbody><tfoot><tr><th scope="row" colspan="3">Total</th>{totals}</tr></tfoot></table>{foot}</div>'
    )


def _html_row(row: SheetRow, sheet: Sheet) -> str:
    cells = ""
    for name in sheet.columns:
        cell = _cell(row, name)
        beside = " · ".join(filter(None, (cell["detail"], cell["score"])))
        small = f"<small>{escape_text(beside)}</small> " if beside else ""
        cells += f"<td>{small}<strong>{format_short(cell['total'])}</strong></td>"
    row_start = f'<th scope="row">{escape_text(row.head)}</th><td>{escape_text(row.dealer)}</td><td>{escape_text(row.note)}</td>'
    return f'<tr data-kind="{row.kind}">{row_start}{cells}</tr>'
