"""The rounds of a class at one table: each replayed by the rules, and all side by side."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from mam.class_tables.choices import Choice, Simulation, Worth, find_choice, play_reference, simulate
from mam.class_tables.hand_ins import HandInError, parse_hand_in, replay_hand_in, split_text
from mam.class_tables.starts import find_start
from mam.classroom.gradebook import escape_cell
from mam.classroom.incoming import SubmittedFile, find_files
from mam.games.trick_round import TrickRound
from mam.rules.cards import Trump
from mam.sessions import Session

DEALS = 4000  # simulated
_COLUMNS = (
    *("name", "bidder", "bid", "trump", "made", "captured", "score", "difference"),
    *("choice", "expected", "expected_margin", "paired", "paired_margin"),
)


@dataclass(frozen=True)
class Row:
    """One student's round: the contract, what the student's side captured and scored, and `difference`, that minus the opponents' mean
    score; thousands of dollars, in some games points. `bidder`, `bid`, `trump` and `is_made` are None if nobody bid."""

    name: str
    place: str
    bidder: str | None
    bid: int | None
    trump: Trump | None
    is_made: bool | None
    captured: int
    score: int
    difference: float
    choice: Choice
    moves: tuple[str, ...]  # of the whole round


@dataclass(frozen=True)
class Refusal:
    """A file or text that does not count, and why."""

    place: str
    reason: str

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}"


@dataclass(frozen=True, eq=False)
class TableResults:
    """A class at one table: a row for each student, the best result first, and what was refused.

    `reference` is the round as a player of the table's skill level plays it in the student's seat; `simulation` is None without the
    libraries of `mam[lab]`, or with nobody's round.
    """

    start: Session
    rows: tuple[Row, ...]
    refusals: tuple[Refusal, ...]
    reference: Row
    simulation: Simulation | None

    def find_worth(self, row: Row) -> Worth | None:
        """Return what a student's choice is worth in the simulated deals."""
        return self.simulation.worths[row.choice.text] if self.simulation else None

    def table(self) -> list[dict[str, object]]:
        """Return what `mam.charts.class_table` draws, and pandas makes a DataFrame of: a dict for each student.

        `expected` is what the first choice is worth in simulated deals, `paired` that minus the reference's in the same deals, each with
        its 95% margin of error (`expected_margin`, `paired_margin`); None without a simulation.
        """
        return [dict(zip(_COLUMNS, self._list_cells(row), strict=True)) for row in self.rows]

    def _list_cells(self, row: Row) -> tuple[object, ...]:
        figures: tuple[float | None, ...] = (None,) * 4
        if worth := self.find_worth(row):
            figures = (worth.expected.mean, worth.expected.margin, worth.paired.mean, worth.paired.margin)
        trump = None if row.trump is None else row.trump.value
        contract = (row.bidder, row.bid, trump, row.is_made)
        return (row.name, *contract, row.captured, row.score, row.difference, row.choice.text, *figures)

    def make_csv(self) -> str:
        """Return the table as CSV; no cell of it is a formula to a spreadsheet."""
        out = io.StringIO()
        rows = ([escape_cell(_write_cell(cell)) for cell in self._list_cells(row)] for row in self.rows)
        csv.writer(out, lineterminator="\n").writerows([_COLUMNS, *rows])
        return out.getvalue()


def _write_cell(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return f"{cell:.1f}" if isinstance(cell, float) else str(cell)


def read_results(start: Session, folder: str | Path, *, deals: int = DEALS, any_players: bool = False) -> TableResults:
    """Read every hand-in of a class table in a folder, its subfolders and zip files, and replay each from `start` by the rules.

    A student's first choice is then compared with the reference's in the same simulated `deals`. With `any_players` a round counts in
    which other seats played differently from the players here. Nothing that was handed in is run. Raises OSError if the folder
    cannot be opened, ValueError for fewer than 2 deals.
    """
    if deals < 2:
        raise ValueError(f"simulate at least 2 deals, not {deals}")
    start = find_start(start)
    rows: dict[str, Row] = {}
    refusals: list[Refusal] = []
    for file in find_files(folder, split_text):
        try:
            row = _read_row(start, file, any_players)
        except HandInError as error:
            refusals.append(Refusal(file.place, str(error)))
            continue
        key = row.name.casefold()
        if (earlier := rows.get(key)) is None:
            rows[key] = row
        else:
            same = earlier.moves == row.moves
            words = "is the same round as" if same else f"is another round of {row.name}: delete one to choose;"
            refusals.append(Refusal(file.place, f"{words} {earlier.place}{'' if same else ' counts'}"))
    reference = make_row("", "", start, play_reference(start))
    try:
        simulation = simulate(start, [row.choice for row in rows.values()], deals) if rows else None
    except ImportError:
        simulation = None
    ranking = sorted(rows.values(), key=lambda row: (-row.difference, row.name.casefold()))
    return TableResults(start, tuple(ranking), tuple(refusals), reference, simulation)


def _read_row(start: Session, file: SubmittedFile, any_players: bool) -> Row:
    if file.fault:
        raise HandInError(file.fault)
    if not file.text:
        raise HandInError("holds no hand-in of a class table: it would begin with “mam table 1”")
    hand_in = parse_hand_in(file.text)
    session = replay_hand_in(start, hand_in, any_players=any_players)
    assert isinstance(session.round, TrickRound)
    return make_row(hand_in.name, file.place, start, session.round)


def make_row(name: str, place: str, start: Session, round: TrickRound) -> Row:
    """Return a finished round as a row."""
    result, you = round.result, start.you
    assert result is not None
    account = round.rules.account_of(you)
    score = result.scores[account]
    rivals = [points for other, points in result.scores.items() if other != account]
    has_bidder = round.bidder is not None and round.bid is not None
    return Row(
        name,
        place,
        round.bidder,
        round.bid,
        round.trump,
        result.is_bid_made if has_bidder else None,
        round.captured.get(round.side_of(you), 0),
        score,
        score - fmean(rivals) if rivals else score,
        find_choice(start, round),
        tuple(map(str, round.history)),
    )
