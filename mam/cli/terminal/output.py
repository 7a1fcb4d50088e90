"""What a terminal says of a session: sentences, parts of the table, advice; each line as long as there is room for."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, TextIO

from mam.drawing import table_text
from mam.games.round import Round
from mam.games.views import view
from mam.rules.amounts import format_short
from mam.rules.cards import counted
from mam.rules.moves import Misdeal, Move, Pass, Play
from mam.rules.rulings import Ruling, list_moves
from mam.scenes import TableScene, make_scene
from mam.scenes.sheets import make_sheet
from mam.sessions import Hint, Session
from mam.support.messages import escaped

_WIDEST, _NARROWEST = 88, 32  # signs in a line: more is hard to read, fewer break words apart
_MOST_MOVES = 16  # are listed one by one
_MOST_ROWS = 8  # of what was considered, or of what it cost


class Teller:
    """Tells a person about a session, by what that person may know."""

    def __init__(self, session: Session, out: TextIO, width: int) -> None:
        self.session = session
        self._out = out
        self._width = max(_NARROWEST, min(width, _WIDEST))

    def greet(self) -> None:
        session = self.session
        names = session.rules.seat_names
        others = ", ".join(f"{names[seat]} ({strength})" for seat, strength in session.strength.items())
        self.tell(f"{session.rules.name}. You are {names[session.you]}; seed {session.match.seed}.")
        self.tell(f"The others: {others}.")
        self.tell("Type help for all that can be typed here; Enter lets the others move.")
        self.tell(f"Round {session.number}.")
        self.news()
        self.look()

    def prompt(self) -> str:
        session = self.session
        if session.over:
            return "The match is over> "
        if session.round.over:
            return "Enter for the next deal> "
        return "Your move> " if session.to_move else "Enter to go on> "

    def look(self) -> None:
        """What matters now: your turn and what you hold, or how the round came out."""
        session = self.session
        if session.round.over:
            self.show("count")
            self.verdict() if session.over else self._totals()
        elif session.to_move:
            self.show("words", "trick", "waiting", "hand")
            self._suggest()

    def _suggest(self) -> None:
        """How to write what may be done, where the hand does not say so already."""
        round = self.session.view.round
        legal = (move for move in round.candidates() if round.reason_against(move) is None)
        moves = list(islice(legal, _MOST_MOVES + 1))
        if len(moves) > _MOST_MOVES:
            example = next((move for move in moves if not isinstance(move, Pass | Misdeal)), moves[0])
            self.tell(f"For example: {example}.")
        elif not all(isinstance(move, Play) for move in moves):
            self.tell(f"You may: {list_moves(moves)}.")

    def _totals(self) -> None:
        rules = self.session.rules
        said = [
            f"{rules.accounts[name]} {rules.scoring.format_amount(total)}"
            for name, total in self.session.totals.items()
        ]
        self.tell(f"The match stands: {', '.join(said)}.")

    def verdict(self) -> None:
        self._totals()
        self.tell(make_sheet(self.session.match).verdict)

    def score(self) -> None:
        """The score sheet; where it is too wide, a sentence for each of its rows."""
        sheet = make_sheet(self.session.match)
        text = sheet.text()
        if max(map(len, text.splitlines())) <= self._width:
            self.write(text + "\n")
            return
        self.tell(f"{sheet.title}: the score in {sheet.unit}.")
        for row in sheet.rows:
            got = (f"{sheet.columns[name]} {format_short(points, signed=True)}" for name, points in row.scores.items())
            head = f"Round {row.head}" if row.kind == "round" else row.kind.capitalize()
            self.tell(f"{head}: {'. '.join(filter(None, (row.note, ', '.join(got))))}.", "  ")
        totals = (f"{sheet.columns[name]} {format_short(total)}" for name, total in sheet.totals.items())
        self.tell(f"Total: {', '.join(totals)}.", "  ")
        for remark in filter(None, (*sheet.remarks, sheet.verdict)):
            self.tell(remark)

    def news(self) -> None:
        """The sentence on what has just happened."""
        self.tell(str(self._scene()["live"]))

    def refuse(self, move: Move, ruling: Ruling) -> None:
        self.write(table_text(self._scene(refused=(move, ruling)), ["ruling"], self._width))

    def show(self, *parts: str) -> None:
        text = table_text(self._scene(), parts, self._width)
        if text.strip():
            self.write(text)

    def advice(self, hint: Hint) -> None:
        """What is advised and why, and by how much the rest falls short."""
        self.tell(f"Advised: {hint.move}. Reason: {hint.reason}.")
        others = [row for row in hint.table[1:] if row["difference"]]
        for row in others[:_MOST_ROWS]:
            off = f"{abs(row['difference']):.1f} {'less' if row['difference'] < 0 else 'more'} on average"
            self.tell(f"  {row['alternative']}: {off}", "    ")
        if others:
            self.tell(f"Counted: {hint.measure}, in {self._unit}. Supposed: {hint.model}.")

    def costs(self, review: Sequence[Mapping[str, Any]]) -> None:
        """Which decisions cost something, the dearest first."""
        rows = sorted(review, key=lambda row: -float(row["cost"]))
        clear = [row for row in rows if row["cost"] > 2 * row["error"] and row["move"] != row["best"]]
        self.tell(f"{counted(len(clear), 'decision')} of them cost something beyond doubt{':' if clear else '.'}")
        for row in clear[:_MOST_ROWS]:
            made = f"{row['move']} at move {row['step'] + 1}"
            cost = f"cost {row['cost']:.1f} on average (standard error {row['error']:.1f})"
            self.tell(f"  {made} {cost}. Better: {row['best']}; {row['because']}.", "    ")
        if clear:
            self.tell(f"Counted in {self._unit}, by what you could know then.")

    @property
    def _unit(self) -> str:
        return "thousands of dollars" if self.session.rules.scoring.money else "points"

    def _scene(self, refused: tuple[Move, Ruling] | None = None) -> TableScene:
        shown = self.session.shown
        before: Round | None = None
        if shown.round.history:
            before = view(self.session.round.at(-1), shown.person).round
        title = f"Round {self.session.number}"
        return make_scene(shown, title=title, bottom=self.session.you, before=before, refused=refused)

    def tell(self, text: str, indent: str = "") -> None:
        """A sentence, folded to the width there is."""
        lines = textwrap.wrap(
            text, self._width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
        )
        self.write("\n".join(lines) + "\n")

    def write(self, text: str) -> None:
        self._out.write(escaped(text))
        self._out.flush()
