"""A round that is being played at a table, as its cards lie, for whoever watches or plays it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, replace
from typing import Any

from mam.games.trick_round import TrickRound
from mam.misplay.table import Table
from mam.misplay.wrong_moves import lay_moves
from mam.rules.moves import Move
from mam.rules.rulings import Reason


@dataclass(frozen=True, repr=False)
class LaidRound(TrickRound):
    """The round in play at a `table`, right or wrong, with the table's phase, turn and actor; `open_round` makes it.

    Its legal moves are those of the rules, not the wrong ones that the table accepts too.
    """

    table: Table | None = field(default=None, repr=False)

    @property
    def _table(self) -> Table:
        assert self.table is not None
        return self.table

    @property
    def events(self) -> tuple[str, ...]:
        """The lines from which `replay_table` makes the table again."""
        return self._table.events

    @property
    def actor(self) -> str | None:
        return self._table.actor

    @property
    def choosers(self) -> tuple[str, ...]:
        return self._table.choosers

    @property
    def _waits(self) -> bool:
        """Whether something else is due than a move of the round: a choice, a replacement, or the score."""
        return self.phase in ("choice", "amends", "count")

    def _reason_against(self, move: Move, seat: str | None = None) -> Reason | None:
        return self._table._reason_against(move, seat) if self._waits else super()._reason_against(move, seat)

    def _candidates(self) -> Iterator[Move]:
        return iter(self._table.legal_moves) if self._waits else super()._candidates()

    def _apply(self, move: Move) -> LaidRound:
        return open_round(self._table.play(move))

    def at(self, step: int) -> TrickRound:  # type: ignore[override]
        count = len(self.history)
        if not -count <= step <= count:
            raise ValueError(f"no step {step}: {count} moves have been made")
        return lay_moves(self.rules, self.deal, self.history[:step], self._table.leaders)

    def seen_by(self, person: str | None) -> TrickRound:  # type: ignore[override]
        # Until the score nobody may look at the discards: a round whose last card lies is still in play.
        in_play = replace(self._table.round, phase="play", turn=None) if self._waits else self._table.round
        seen_round = in_play if person is None else replace(self._table, round=in_play).seen_by(person)
        return replace(seen_round, phase="play", turn=self.turn) if self._waits else seen_round

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return open_round, (self.table,)

    def __repr__(self) -> str:
        return repr(self.table)


def open_round(table: Table) -> LaidRound:
    """Return the round in play at this table."""
    facts = {item.name: getattr(table.round, item.name) for item in fields(TrickRound)}
    return LaidRound(**{**facts, "phase": table.phase, "turn": table.turn}, table=table)
