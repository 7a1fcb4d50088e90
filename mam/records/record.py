"""What a record holds, and the names of its moments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from mam.games.registry import make_round
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.misplay import TableRound
from mam.rules.dealing import Deal
from mam.rules.editions import get_edition, list_editions
from mam.rules.moves import Move
from mam.rules.scoring import Carry
from mam.support.arguments import check_methods
from mam.support.messages import quote
from mam.text.notation import NotationError


@dataclass(frozen=True)
class Note:
    """A comment on the moment after `step` moves of the record, about a seat if one is named."""

    step: int
    text: str
    seat: str = ""
    source: str = ""


@dataclass(frozen=True)
class Branch:
    """A what-if: different moves from the moment after `step` moves of the record."""

    step: int
    moves: tuple[Move, ...]
    name: str = ""


@check_methods
@dataclass(frozen=True)
class Record:
    """A round with its story: deal (unseen cards allowed), moves, notes and branches.

    A record that `allows_misplays` holds a round in which wrong cards may have been played: its `events` are kept word
    for word, and nothing is replayed. Raises ValueError when it has moves or branches as well, when another record has
    events, or when a note or a branch belongs to a moment that does not exist.

    >>> import mam
    >>> record = mam.Record.from_round(mam.start("make-a-million-1935", seed=7).play(mam.Bid(200)), title="An opening")
    >>> record.moments
    ('deal', 'call 1')
    """

    deal: Deal
    moves: tuple[Move, ...] = ()
    edition: str = field(default_factory=lambda: list_editions()[0])
    options: tuple[str, ...] = ()
    title: str = ""
    source: str = ""
    comment: str = ""
    players: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()
    branches: tuple[Branch, ...] = ()
    carry: Carry = Carry()
    allows_misplays: bool = False
    events: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.allows_misplays and (self.moves or self.branches):
            raise ValueError("a record that allows misplays has events, not moves or branches")
        if self.events and not self.allows_misplays:
            raise ValueError("only a record that allows misplays has events")
        for step in (*(note.step for note in self.notes), *(branch.step for branch in self.branches)):
            self._check_step(step)

    def _check_step(self, step: int) -> None:
        last = len(self.events if self.allows_misplays else self.moves)
        if not 0 <= step <= last:
            raise ValueError(f"no step {step}: the moments of this record are 0 to {last}")

    @classmethod
    def from_round(cls, round: Round, **story: Any) -> Record:
        """Return the record of a round as far as it has been played; `story` fills the other fields.

        A round that a match has from a table with misplays is recorded by the table's events.
        """
        rules = round.rules
        if isinstance(round, TableRound):
            return cls(round.deal, (), rules.id, rules.chosen, allows_misplays=True, events=round.events, **story)
        return cls(round.deal, round.history, rules.id, rules.chosen, carry=round.carry, **story)

    @property
    def start(self) -> Round:
        """The round as dealt."""
        return make_round(get_edition(self.edition, self.options), self.deal, (), self.carry)

    @cached_property
    def _rounds(self) -> tuple[Round, ...]:
        return _replay(self.start, self.moves)

    def rounds(self) -> tuple[Round, ...]:
        """Return the round after 0, 1, 2 … moves. Raises IllegalMove where the rules refuse a move."""
        return self._rounds

    def branch_rounds(self, index: int) -> tuple[Round, ...]:
        """Return the rounds along a branch, beginning with the one it leaves from."""
        if not -len(self.branches) <= index < len(self.branches):
            raise ValueError(
                f"no branch {index}: the branches of this record have the numbers below {len(self.branches)}"
            )
        branch = self.branches[index]
        return _replay(self.rounds()[branch.step], branch.moves)

    @cached_property
    def moments(self) -> tuple[str, ...]:
        """What people call the moments after 0, 1, 2 … moves: "deal", "call 3", "discard", "trick 2 card 4"."""
        if self.allows_misplays:
            return ("deal", *(f"event {number}" for number, _ in enumerate(self.events, 1)))
        return ("deal", *(name_move(round, number) for number, round in enumerate(self.rounds()[:-1], 1)))


def _replay(round: Round, moves: Iterable[Move]) -> tuple[Round, ...]:
    rounds = [round]
    for move in moves:
        rounds.append(rounds[-1].play(move))
    return tuple(rounds)


# Moments of a record, as people name them


def name_move(before: Round, number: int) -> str:
    """Return what people call the moment after the next move of this round, the `number`th of all."""
    if not isinstance(before, TrickRound):
        return f"move {number}"
    match before.phase:
        case "auction":
            return f"call {len(before.calls) + 1}"
        case "sealed":
            return f"bid {len(before.sealed) + 1}"
        case "vote":
            return f"vote {len(before.votes) + 1}"
        case "play" if before.trick is not None:
            return f"trick {len(before.tricks) + 1} card {len(before.trick.cards) + 1}"
    return {"nest": "discard", "called": "called cards"}.get(before.phase, before.phase)


def name_step(record: Record, step: int) -> str:
    """Name the moment after `step` moves: "deal", "call 3", "discard", "trick 2 card 4"; in a letter game "move 5".

    Raises ValueError where the record has fewer moves.
    """
    record._check_step(step)
    return record.moments[step]


def find_step(record: Record, moment: str) -> int:
    """Return how many moves had been made at a named moment. Raises NotationError naming the moments there are."""
    name = " ".join(moment.lower().split())
    if name not in record.moments:
        raise NotationError(f"{quote(moment)} is not in this record; write {_list_kinds(record.moments)}")
    return record.moments.index(name)


def _list_kinds(moments: Sequence[str]) -> str:
    """Return one moment of each kind, and how far they go."""
    kinds = list({moment.split()[0]: moment for moment in reversed(moments)}.values())[::-1]
    text = ", ".join(kinds[:-1]) + " or " + kinds[-1] if len(kinds) > 1 else kinds[0]
    return f"{text} (up to {moments[-1]})" if moments[-1] not in kinds else text
