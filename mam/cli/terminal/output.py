"""Print a session in a terminal: sentences, parts of the table, hints and reviews, folded to the width."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, TextIO

from mam.drawing import table_text
from mam.games.round import Round
from mam.games.views import view
from mam.rules.amounts import format_short
from mam.rules.cards import format_count
from mam.rules.moves import Misdeal, Move, Pass, Play
from mam.rules.rulings import Ruling, list_moves
from mam.scenes import Scene, make_scene
from mam.scenes.sheets import make_sheet
from mam.sessions import Hint, Session
from mam.sessions.actions import DUTIES
from mam.sessions.costs import judge_cost
from mam.support.estimates import Estimate
from mam.support.messages import escape_controls

_WIDEST, _NARROWEST = 88, 32  # characters in a line: longer lines are hard to read
_MAX_MOVES = 16  # listed one by one
_MAX_ROWS = 8  # of a hint or a review


class Printer:
    """Prints a session as its person may know it."""

    def __init__(self, session: Session, stream: TextIO, width: int) -> None:
        self.session = session
        self._out = stream
        self._width = max(_NARROWEST, min(width, _WIDEST))

    def greet(self) -> None:
        session = self.session
        names = session.rules.seat_names
        players = ", ".join(f"{names[seat]} ({level})" for seat, level in session.skill_levels.items())
        self.print(f"{session.rules.name}. You are {names[session.you]}; seed {session.match.seed}.")
        self.print(f"Opponents and partners: {players}.")
        self.print("Type help for all commands. Press Enter to play on to your turn.")
        self.print(f"Round {session.number}.")
        self.print_last_move()
        self.show_position()

    def prompt(self) -> str:
        session = self.session
        if session.is_over:
            return "The match is over> "
        if session.round.is_over:
            return "Enter for the next deal> "
        return "Your move> " if session.to_move else "Enter to continue> "

    def your_turn(self) -> str:
        """Say that it is the person's turn, and what to decide."""
        choice = DUTIES.get(self.session.round.phase)
        return f"It's your turn: {choice}." if choice else "It's your turn."

    def show_position(self) -> None:
        """Print what matters now: your turn and your hand, or the result of the round."""
        session = self.session
        if session.round.is_over:
            self.show("count")
            self.print_result() if session.is_over else self._totals()
        elif session.to_move:
            self.show("words", "trick", "waiting", "hand")
            self._suggest()

    def _suggest(self) -> None:
        """Print how to type the legal moves, unless they are just the cards in hand."""
        round = self.session.view.round
        legal = iter(round.legal_moves)
        moves = list(islice(legal, _MAX_MOVES + 1))
        if len(moves) > _MAX_MOVES:
            example = next((move for move in moves if not isinstance(move, Pass | Misdeal)), moves[0])
            self.print(f"For example: {example}.")
        elif not all(isinstance(move, Play) for move in moves):
            self.print(f"You may: {list_moves(moves)}.")

    def _totals(self) -> None:
        rules = self.session.rules
        totals = [
            f"{rules.accounts[name]} {rules.scoring.format_amount(total)}"
            for name, total in self.session.totals.items()
        ]
        self.print(f"Match score: {', '.join(totals)}.")

    def print_result(self) -> None:
        """Print the totals and who has won."""
        self._totals()
        self.print(make_sheet(self.session.match).verdict)

    def print_score(self) -> None:
        """Print the score sheet; if it is too wide, a sentence for each row."""
        sheet = make_sheet(self.session.match)
        text = sheet.text()
        if max(map(len, text.splitlines())) <= self._width:
            self.write(text + "\n")
            return
        self.print(f"{sheet.title}: the score in {sheet.unit}.")
        for row in sheet.rows:
            points_texts = (
                f"{sheet.columns[name]} {format_short(points, signed=True)}" for name, points in row.scores.items()
            )
            head = f"Round {row.head}" if row.kind == "round" else row.kind.capitalize()
            self.print(f"{head}: {'. '.join(filter(None, (row.note, ', '.join(points_texts))))}.", "  ")
        totals = (f"{sheet.columns[name]} {format_short(total)}" for name, total in sheet.totals.items())
        self.print(f"Total: {', '.join(totals)}.", "  ")
        for remark in filter(None, (*sheet.remarks, sheet.verdict)):
            self.print(remark)

    def print_last_move(self) -> None:
        """Print what has just happened."""
        self.print(str(self._scene()["live"]))

    def refuse(self, move: Move, ruling: Ruling) -> None:
        self.write(table_text(self._scene(refusal=(move, ruling)), ["ruling"], self._width))

    def show(self, *parts: str) -> None:
        text = table_text(self._scene(), parts, self._width)
        if text.strip():
            self.write(text)

    def print_hint(self, hint: Hint) -> None:
        """Print the recommended move, the reason, and by how much other moves are worse."""
        self.print(f"Recommended: {hint.move}. Reason: {hint.reason}.")
        other_rows = [row for row in hint.rows[1:] if row["difference"]]
        for row in other_rows[:_MAX_ROWS]:
            difference = f"{abs(row['difference']):.1f} {'less' if row['difference'] < 0 else 'more'} on average"
            self.print(f"  {row['alternative']}: {difference}", "    ")
        if other_rows:
            self.print(f"Compared: {hint.measure}, in {self._unit}. Model: {hint.model}.")

    def print_review(self, review: Sequence[Mapping[str, Any]]) -> None:
        """Print the decisions that clearly cost something, the most expensive first."""
        rows = sorted(review, key=lambda row: -float(row["cost"]))
        clear = [row for row in rows if judge_cost(row).clear]
        self.print(f"{format_count(len(clear), 'decision')} clearly cost something{':' if clear else '.'}")
        for row in clear[:_MAX_ROWS]:
            decision = f"{row['move']} at move {row['step'] + 1}"
            estimate = Estimate(row["cost"], row["standard_error"], row["n"])
            cost = f"cost {estimate:.1f} on average"
            self.print(f"  {decision} {cost}. Better: {row['best']}; {row['reason']}.", "    ")
        if clear:
            self.print(f"In {self._unit}, given what you could know then. ±: 95% margin of error.")

    @property
    def _unit(self) -> str:
        return "thousands of dollars" if self.session.rules.scoring.money else "points"

    def _scene(self, refusal: tuple[Move, Ruling] | None = None) -> Scene:
        player_view = self.session.table_view
        before: Round | None = None
        if player_view.round.history:
            before = view(self.session.round.at(-1), player_view.person).round
        title = f"Round {self.session.number}"
        return make_scene(player_view, title=title, bottom=self.session.you, before=before, refused=refusal)

    def print(self, text: str, indent: str = "") -> None:
        """Print a text, folded to the width."""
        lines = textwrap.wrap(
            text, self._width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
        )
        self.write("\n".join(lines) + "\n")

    def write(self, text: str) -> None:
        self._out.write(escape_controls(text))
        self._out.flush()
