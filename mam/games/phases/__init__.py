"""The phases of a round of tricks, one file each: the moves, why a move is illegal, and what it brings about."""

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from mam.games.phases import auction, called, exchange, nest, play, sealed, trump, vote
from mam.games.state import S, State
from mam.rules.moves import Move
from mam.rules.rulings import Reason


class Phase(Protocol):
    """The eight names that each phase's module has. A state without a turn has finished its phase.

    `MOVES` are the phase's kinds of move; `DUTY` says what the player must do ("name trump"). A phase receives
    only moves of these kinds.
    """

    @property
    def MOVES(self) -> tuple[type[Move], ...]: ...
    @property
    def DUTY(self) -> str: ...

    def begin(self, state: S, /) -> S:
        """Return the state at the start of the phase, with the turn given to the first player."""

    def why_not(self, state: State, move: Any, /) -> Reason | None:
        """Return why this move may not be made now, or None if it may."""

    def candidates(self, state: State, /) -> Iterator[Any]:
        """Yield the moves to check, including every legal one."""

    def apply(self, state: S, move: Any, /) -> S:
        """Return the state after a legal move; nothing is checked again."""

    def reasons(self, state: State, move: Any, next_state: State, /) -> Iterator[Reason]:
        """Yield the rules behind a legal move, and what it brings about."""

    def turn_topic(self, state: State, /) -> str:
        """Return the topic of the rule that says whose turn it is."""


PHASES: Mapping[str, Phase] = {
    "auction": auction,
    "sealed": sealed,
    "vote": vote,
    "nest": nest,
    "trump": trump,
    "called": called,
    "exchange": exchange,
    "play": play,
}
