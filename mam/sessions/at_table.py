"""The part of a session that is played at a real table: wrong cards, claims, and what an innocent side chooses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from mam.misplay import Misplay, Table, TableRound, open_round, parse_claim, replay_table
from mam.rules.dealing import derive_seed
from mam.rules.moves import Move
from mam.rules.rulings import IllegalMove, Ruling
from mam.sessions.class_table import NO_REAL_TABLE, ClassTable
from mam.sessions.real_table import RealTable, find_claim, find_event, why_no_real_table

if TYPE_CHECKING:
    from mam.games.match import Match
    from mam.games.round import Round
    from mam.rules.editions import RuleSet


class TableSession:
    """A session whose rounds can be played at a real table; the base of `Session`, which has these fields."""

    you: str
    real_table: RealTable | None
    class_table: ClassTable | None
    _line: list[Match]
    _is_paused: bool
    _claim: tuple[Match, int] | None = None  # the match after the rest was claimed, and the step from which on it was

    @property
    def match(self) -> Match:
        """The match that the session plays."""
        raise NotImplementedError

    @property
    def rules(self) -> RuleSet:
        """The rules of the match, with the chosen options."""
        raise NotImplementedError

    @property
    def round(self) -> Round:
        """The round in play."""
        raise NotImplementedError

    @property
    def number(self) -> int:
        """The number of the round, from 1 on."""
        raise NotImplementedError

    def _advance_match(self, move: Move) -> Round:
        raise NotImplementedError

    @property
    def table(self) -> Table | None:
        """The table at which the current round is played, where wrong cards can lie; None if they are refused."""
        return self.round.table if isinstance(self.round, TableRound) else None

    @property
    def is_table_open(self) -> bool:
        """Whether the current round is in play at a table, where it has not been scored yet."""
        return isinstance(self.round, TableRound) and not self.round.is_over

    @property
    def choices(self) -> tuple[str, ...]:
        """What you may choose now after a late misplay of your opponents: "stop" and "play on", or nothing."""
        return ("stop", "play on") if self.table and self.you in self.table.choosers else ()

    def sit_at_real_table(self, settings: RealTable | None) -> None:
        """Let wrong cards lie from now on; with None refuse them again, from the next round on if one lies.

        Raises IllegalMove in a game that has no rules of misplay, ValueError at a class table.
        """
        if settings is not None and self.class_table:
            raise ValueError(NO_REAL_TABLE)
        if settings is not None and (ruling := why_no_real_table(self.rules)):
            raise IllegalMove(ruling)
        self.real_table = settings
        if settings is None and self.is_table_open and self.table and not self.table.misplays:
            self._enter_moves(self.round.history)

    def claim(self, trick: int | str, seat: str | None = None) -> tuple[Ruling, ...]:
        """Claim a misplay in this trick (counted from 1) or in the "nest", and return the rulings: right or wrong.

        A wrong claim costs nothing and changes nothing. Raises IllegalMove when nothing can be claimed there, ValueError
        away from a real table.
        """
        if not (self.table or self._is_at_table):
            raise ValueError("Nothing can be claimed here: a wrong card is refused.")
        table = self._sit_down()
        claimed_table = table.claim(trick, seat, self.you)
        if (claimed_table.misplays, claimed_table.pending) != (table.misplays, table.pending):
            self._take(claimed_table)
        return claimed_table.rulings

    def choose(self, choice: str) -> tuple[Ruling, ...]:
        """Choose to "stop" the round or to "play on" after a late misplay of your opponents, and return the rulings.

        Raises IllegalMove when there is nothing for you to choose, ValueError away from a real table.
        """
        if self.table is None:
            raise ValueError("There is nothing to choose: no misplay has been claimed.")
        table = self.table.choose(choice, self.you)
        self._take(table)
        return table.rulings

    @property
    def _is_at_table(self) -> bool:
        """Whether wrong cards can lie in the current round, or lie there already."""
        return not self.round.is_over and (self.is_table_open or self.real_table is not None)

    def _sit_down(self) -> Table:
        """Return the table of the current round: the one it is played at, or one with the same moves."""
        return self.table or replay_table(self.rules, self.round.deal, [*map(str, self.round.history)])  # type: ignore[arg-type]

    @property
    def due_claim(self) -> tuple[Misplay, str] | None:
        """Return the misplay that an opponent of its side claims now, and who does."""
        if self.table is None or self.real_table is None:
            return None
        return find_claim(self.table, self.you, self.real_table, derive_seed(self.match.seed, "notice", self.number))

    def _find_event(self) -> Table | None:
        """Return the table after what another player does that no lawful round has; None for an ordinary move."""
        table = self._sit_down()
        if claim := self.due_claim:
            return table.notice(*claim)
        return find_event(table, self.real_table, derive_seed(self.match.seed, "misplay", self.number))

    def _take(self, table: Table) -> None:
        """Go on at this table; a round that has been scored enters the match, as an ordinary one if nothing was wrong."""
        if table.phase == "count" and not table.round.played:
            table = table.score()  # passed out: nothing can be claimed
        if not table.is_over:
            self._line.append(replace(self.match, round=open_round(table)))
        elif table.misplays or self.real_table is None:
            self._line.append(self._line[0].with_table(table))
            self._is_paused = True
        else:
            self._enter_moves(table.round.history)

    def _enter_moves(self, moves: Sequence[Move]) -> None:
        """Make the round an ordinary one with these lawful moves."""
        self._line = self._line[:1]
        for move in moves:
            self._advance_match(move)

    @contextmanager
    def one_decision(self) -> Iterator[None]:
        """Count all moves that are made in this block, to the end of the round, as one decision: one undo takes them back."""
        start = len(self._line) - 1
        yield
        self._claim = (self.match, start)

    def _is_decision(self, step: int) -> bool:
        """Return whether you decided what happened after this step: a move, a claim or a choice."""
        if self._claim and self._claim[0] is self.match and step > self._claim[1]:
            return False
        before, after = self._line[step].round, self._line[step + 1].round
        events = after.events if isinstance(after, TableRound) else ()
        if events and (claim := parse_claim(events[-1])):
            return claim.by == self.you
        if isinstance(before, TableRound) and before.phase == "choice":
            return self.you in before.choosers
        return before.actor == self.you
