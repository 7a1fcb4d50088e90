"""What a player may know of a round: the same round, with `??` for every hidden card."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from mam.games.round import Round
from mam.rules.cards import Card
from mam.rules.moves import Move
from mam.rules.rulings import Reason, Ruling
from mam.support.messages import quote

R = TypeVar("R", bound=Round, covariant=True)


@dataclass(frozen=True)
class View(Generic[R]):
    """A player's view: the player (None: an observer who sees all cards), and the round as that player knows it.

    `round` has `??` for every hidden card and works like any round; equal views show the same.
    """

    person: str | None
    round: R

    @property
    def hand(self) -> tuple[Card, ...]:
        """Return the player's hand."""
        return self.round.hands[self.person] if self.person else ()

    @property
    def to_move(self) -> bool:
        """Return whether it is this player's turn to decide."""
        return self.round.actor is not None and self.person in (None, self.round.actor)

    @property
    def legal_moves(self) -> Sequence[Move]:
        """Return the player's legal moves; empty during another player's turn."""
        return self.round.legal_moves if self.to_move else ()

    def why_not(self, move: Move) -> Ruling | None:
        """Return the ruling that forbids the player this move, or None if it is legal.

        It lists the legal moves only if it is this player's turn, because another hand is hidden. A hand that is face up is
        played by the bidder alone, not by the player it was dealt to (RMM-8).
        """
        round = self.round
        if self.to_move:
            return round.why_not(move)
        if round.turn is not None and self.person == round.turn:
            bidder = round.rules.seat_names[round.actor or ""]
            return round.rules.cite(Reason("exposed", f"{round.name}'s hand is face up, and {bidder} plays it."))
        ruling = round.why_not(move, self.person)
        return ruling and replace(ruling, instead=())

    def __repr__(self) -> str:
        return f"view of {self.person or 'all'} | {self.round!r}"

    def __str__(self) -> str:
        """Return a short summary of the round as this player knows it; `mam.describe_table` shows the table."""
        return str(self.round)


def view(round: R, person: str | None) -> View[R]:  # type: ignore[misc]
    """Return exactly what this player may know now (None: all cards).

    A view shows the player's cards as dealt, all calls and plays, and hands and cards that are face up; the nest and the
    discards only to the bidder, unless they had to be shown (R35-NEST-5, R35-NEST-7) or the round is over. Raises
    ValueError for an unknown seat or a seat without a player, TypeError for anything but a round.

    >>> import mam
    >>> round = mam.start("make-a-million-1935", seed=7, dealer="S")
    >>> mam.view(round, "N").round.deal["E"][:2]
    (??, ??)
    """
    if not isinstance(round, Round):
        raise TypeError(f"a view is taken of a round (of a match, of match.round), not of {quote(round)}")
    round.rules.check_seat(person)
    if person in round.rules.dummies:
        raise ValueError(f"nobody sits at {person}: the persons are {' '.join(round.rules.persons)}")
    return View(person, round.seen_by(person))
