"""What can be compared at a decision: moves one after another, or in an auction how far to go; in notation, and back."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mam.engine.strategy import plan_trump
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.players.candidates import rank_trumps
from mam.rules.cards import Trump
from mam.rules.editions import TrickGameRules
from mam.rules.moves import Bid, Discard, Move, NameTrump
from mam.text.notation import parse_move

_GO_TO = re.compile(r"go to (\d+)(?:, trump (\S+))?")


@dataclass(frozen=True)
class GoTo:
    """Keep bidding up to an amount (thousands of dollars, or points) while opponents may call, and name this trump."""

    limit: int
    trump: Trump | None = None

    def __repr__(self) -> str:
        return f"go to {self.limit}" + (f", trump {self.trump.value}" if self.trump else "")


Alternative = tuple[Move | GoTo, ...]


def describe_alternative(alternative: Alternative) -> str:
    """Write an alternative in notation, like "discard R1 Y1 B1, trump R"."""
    return ", ".join(map(str, alternative))


def parse_alternative(text: str) -> Alternative:
    """Read an alternative as `describe_alternative` writes it. Raises NotationError as `mam.parse_move` does.

    >>> parse_alternative("discard R3 Y4 Y2, trump G"), parse_alternative("go to 215, trump R")
    ((discard R3 Y4 Y2, trump G), (go to 215, trump R,))
    """
    limit = parse_limit(text)
    return (limit,) if limit else tuple(map(parse_move, text.split(", ")))


def parse_limit(text: str) -> GoTo | None:
    """Read how far to go in an auction; return None for anything else."""
    if not (limit := _GO_TO.fullmatch(text.strip())):
        return None
    naming_move = parse_move(f"trump {limit[2]}") if limit[2] else None
    return GoTo(int(limit[1]), naming_move.color if isinstance(naming_move, NameTrump) else None)


def as_alternative(view: View[Round], move: Move, last: Round) -> Alternative:
    """Return the move made as an alternative: a bid as a limit, a discard with the trump named after it."""
    round = view.round
    if isinstance(move, Bid) and isinstance(round, TrickRound):
        return (GoTo(move.amount, move.color or rank_trumps(round)[0]),)
    if isinstance(move, Discard) and isinstance(last, TrickRound) and isinstance(round.rules, TrickGameRules):
        namings = [later for later in last.history[len(round.history) :] if isinstance(later, NameTrump)]
        if namings and not round.rules.trump_bound:
            return move, namings[0]
        if not round.rules.trump_bound and isinstance(round, TrickRound):
            return move, NameTrump(plan_trump(round))
    return (move,)
