"""Score sheets: every round has its row, the totals are those of the match, and what people write stays text."""

import re
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from random import Random
from typing import Any

import pytest

import mam
from mam.players import random_player
from mam.rules.amounts import format_short
from mam.scenes.sheets import Adjustment, make_sheet

SVG = "{http://www.w3.org/2000/svg}"
CASES: list[tuple[str, int | None]] = [
    *((edition, None) for edition in mam.list_editions()),
    *(("exact-tricks", players) for players in (2, 3, 7, 9, 10)),
    ("sweven", 2),
    ("sweven", 6),
    ("millionaire", 5),
]


@cache
def match(edition: str, players: int | None = None, rounds: int = 3, options: tuple[str, ...] = ()) -> mam.Match:
    """A match of a few rounds, played with no aim."""
    playing, rng = mam.start_match(edition, 3, players=players, options=options), Random(3)
    while not playing.is_over and len(playing.finished) < rounds:
        playing = playing.play(random_player(mam.view(playing.round, playing.round.actor), rng))
    return playing


class Cells(HTMLParser):
    """The rows of a table as lists of texts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.tags: list[str] = []
        self.is_table_over = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        self.is_table_over = self.is_table_over or tag == "table"

    def handle_data(self, data: str) -> None:
        if self.rows and self.rows[-1] and not self.is_table_over:
            self.rows[-1][-1] += data


@pytest.mark.parametrize(("edition", "players"), CASES)
@pytest.mark.sample(8, 14)
def test_every_round_is_a_row_and_the_totals_are_those_of_the_match(edition: str, players: int | None) -> None:
    playing = match(edition, players)
    sheet = make_sheet(playing)
    assert list(sheet.columns) == list(playing.rules.accounts) and 2 <= len(sheet.columns) <= 10
    assert sheet.totals == playing.totals == sheet.rows[-1].totals
    assert [row.head for row in sheet.rows] == [str(number) for number, _ in enumerate(playing.finished, 1)]
    for row, finished_round in zip(sheet.rows, playing.finished, strict=True):
        assert finished_round.result is not None and row.scores == dict(finished_round.result.scores)
        assert row.dealer == playing.rules.seat_names[finished_round.deal.dealer]
        bidder = getattr(finished_round.result, "bidder", None)
        assert bidder is None or row.bid.startswith(playing.rules.seat_names[bidder])
        assert row.outcome in ("made", "set", "passed out", "misdeal", "")
    assert sheet.winners == (playing.result or ())


@pytest.mark.parametrize(("edition", "players"), CASES)
def test_the_table_says_the_same_as_the_text(edition: str, players: int | None) -> None:
    sheet = make_sheet(match(edition, players))
    rows = Cells(sheet.html()).rows
    assert rows[0] == ["Round", "Dealer", "Bid", *sheet.columns.values()]
    assert len(rows) == len(sheet.rows) + 2 == sheet.text().count("\n") - len(sheet.remarks) - bool(sheet.winners)
    for cells, row in zip(rows[1:-1], sheet.rows, strict=True):
        assert cells[:3] == [row.head, row.dealer, row.note]
        for text, name in zip(cells[3:], sheet.columns, strict=True):
            assert (
                text.split()[-1] == format_short(row.totals[name])
                and format_short(row.scores[name], signed=True) in text
            )
    assert [cell.split()[0] for cell in rows[-1][1:]] == [format_short(total) for total in sheet.totals.values()]


def test_names_and_titles_stay_text() -> None:
    evil = "<b>Ann</b> & \"Co\" <script>alert('x')</script> \x00"
    sheet = make_sheet(
        match("make-a-million-1935"),
        names={"N-S": evil},
        title=evil,
        adjustments=[Adjustment(1, {"N-S": -50}, evil)],
    )
    page = Cells(sheet.html())
    assert set(page.tags) <= {*"div table caption thead tbody tfoot tr th td small strong p".split()}
    assert "<b>Ann</b>" in page.rows[0][3]
    assert "\x00" not in sheet.text() + sheet.html()


def test_premiums_and_penalties_are_rows_of_their_own() -> None:
    playing = match("make-a-million-1935")
    plain, sheet = make_sheet(playing), make_sheet(playing, adjustments=[Adjustment(2, {"E-W": 30}, "premium")])
    assert [row.kind for row in sheet.rows] == ["round", "round", "adjustment", "round"]
    assert sheet.rows[2].scores == {"E-W": 30} and sheet.rows[2].note == "premium"
    assert sheet.totals == {**plain.totals, "E-W": plain.totals["E-W"] + 30}
    for shown in (sheet.text(), sheet.html()):
        assert "premium" in shown and "+30" in shown
    with pytest.raises(ValueError, match="no round 9"):
        make_sheet(playing, adjustments=[Adjustment(9, {"E-W": 1})])
    with pytest.raises(ValueError, match="nobody scores as X"):
        make_sheet(playing, adjustments=[Adjustment(1, {"X": 1})])


def test_a_penalty_can_cost_the_match() -> None:
    playing = match("make-a-million-1935", rounds=99)
    (winner,) = playing.result or ()
    last = len(playing.finished)
    assert make_sheet(playing).winners == (winner,) and make_sheet(playing).remarks
    after = make_sheet(playing, adjustments=[Adjustment(last, {winner: -1000})])
    assert after.winners == () and not after.verdict and not after.remarks


def test_what_a_match_began_with_stands_first() -> None:
    carried_match = mam.start_match("make-a-million-1935", 3, carried={"N-S": 300, "E-W": -20})
    sheet = make_sheet(carried_match)
    assert [row.kind for row in sheet.rows] == ["before"] and sheet.totals == {"N-S": 300, "E-W": -20}
    assert sheet.text().splitlines()[2].split() == ["before", "300", "−20"]


def test_the_winner_is_marked_and_a_draw_is_called_one() -> None:
    sheet = make_sheet(match("make-a-million-1935", rounds=99))
    assert re.search(r"(N-S|E-W) win\.$", sheet.verdict) and "★" in sheet.html()
    level = replace(sheet, winners=("N-S", "E-W"), drawn=True)
    assert level.verdict == "The match is a draw between N-S and E-W."
    assert replace(level, drawn=False).verdict == "N-S and E-W win together."
    assert make_sheet(mam.start_match("sweven", 1)).verdict == ""


def test_hands_that_nobody_played_have_their_rows() -> None:
    playing = mam.start_match("sweven", 1)
    while len(playing.finished) < 2:
        playing = playing.play(mam.Pass())
    assert [row.note for row in make_sheet(playing).rows] == ["passed out"] * 2
    exact = make_sheet(match("exact-tricks", 3))
    assert all(re.fullmatch(r"\d+ of \d+", text) for row in exact.rows for text in row.details.values())
    assert all(len(row.details) == 3 for row in exact.rows)


def test_a_sheet_shows_itself_in_a_notebook() -> None:
    sheet = make_sheet(match("six"))
    assert sheet._repr_mimebundle_() == {"text/plain": sheet.text(), "text/html": sheet.html()}
