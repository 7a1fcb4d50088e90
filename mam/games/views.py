"""What one person may know of a round: the same round, with `??` wherever that person may not look."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib import import_module  # as in game.py: only printing reaches up to the scenes
from typing import Generic, TypeVar

from mam.games.round import Round
from mam.rules.cards import Card
from mam.rules.moves import Move
from mam.rules.rulings import Reason, Ruling

R = TypeVar("R", bound=Round, covariant=True)


@dataclass(frozen=True)
class View(Generic[R]):
    """A person's view: whose it is (None: somebody who sees all cards), and the round as that person knows it.

    `round` has `??` for every hidden card and answers like any round; equal views know the same.
    """

    person: str | None
    round: R

    @property
    def hand(self) -> tuple[Card, ...]:
        """The person's own cards."""
        return self.round.hands[self.person] if self.person else ()

    @property
    def to_move(self) -> bool:
        """Whether this person is to decide."""
        return self.round.actor is not None and self.person in (None, self.round.actor)

    @property
    def legal_moves(self) -> Sequence[Move]:
        """The person's legal moves; empty while somebody else decides."""
        return self.round.legal_moves if self.to_move else ()

    def why_not(self, move: Move) -> Ruling | None:
        """The ruling that forbids this person the move, or None if it is legal.

        It lists what is legal instead only when this person is to move: of a hidden hand nobody can say. A hand that lies
        open is played by the bidder alone, not by the person it was dealt to (RMM-8).
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
        """The table in words as this person sees it: what `print` shows."""
        tell: Callable[[Round, str | None], str] = import_module("mam.scenes").describe_table
        return tell(self.round, self.person)


def view(round: R, person: str | None) -> View[R]:  # type: ignore[misc]
    """Exactly what this person may know at this moment (None: all cards).

    Own cards as dealt, all calls and cards played, hands and cards turned face up; the nest and the discards only for the
    bidder, unless they had to be shown (R35-NEST-5, R35-NEST-7) or the round is over. Raises ValueError for a seat that
    does not exist, or has nobody behind it, TypeError for what is no round.

    >>> import mam
    >>> round = mam.start("make-a-million-1935", seed=7, dealer="S")
    >>> mam.view(round, "N").round.deal["E"][:2]
    (??, ??)
    """
    if not isinstance(round, Round):
        raise TypeError(f"a view is taken of a round (of a match, of match.round), not of {round!r}")
    round.rules.check_seat(person)
    if person in round.rules.dummies:
        raise ValueError(f"nobody sits at {person}: the persons are {' '.join(round.rules.persons)}")
    return View(person, round.seen_by(person))
