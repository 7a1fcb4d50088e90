"""What can be compared at a decision: moves one after another, or in an auction how far to go; in notation, and back."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mam.rules.cards import Trump
from mam.rules.moves import Move, NameTrump
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
