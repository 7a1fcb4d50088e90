"""What a player may know of a round: the same round, with `??` for every hidden card."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from mam.games.round import Round
from mam.rules.cards import Card
from mam.rules.moves import Exchange, Move
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
            return self.why_unseen(move) or round.why_not(move)
        if round.turn is not None and self.person == round.turn:
            bidder = round.rules.seat_names[round.actor or ""]
            return round.rules.cite(Reason("exposed", f"{round.name}'s hand is face up, and {bidder} plays it."))
        ruling = round.why_not(move, self.person)
        return ruling and replace(ruling, instead=())

    def why_unseen(self, move: Move) -> Ruling | None:
        """Return the ruling against a move that names what this player can't see, so that trying it would tell; else None.

        Only the Tiger's holder knows where it is, and nobody which card the blind draw brings (RMM-7).
        """
        round = self.round
        if self.person is None or not isinstance(move, Exchange) or move == Exchange() or round.phase != "exchange":
            return None
        sentence = "Ask for the Tiger without naming a seat or a card: only its holder knows where it is."
        return round.rules.refuse(Reason("exchange", sentence), round.legal_moves)

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


def try_move(round: R, person: str | None, move: Move) -> Ruling | R:  # type: ignore[misc]
    """Return the round after a move that this person tries (None: somebody who sees all cards), or the ruling that forbids it.

    The move is judged once, on what the person may know: a ruling on hidden cards would tell what they are.

    >>> import mam
    >>> round = mam.start("make-a-million-1935", seed=7, dealer="S")
    >>> try_move(round, "S", mam.Bid(200)).history, try_move(round, "N", mam.Bid(200)).id
    ((bid 200,), 'R35-BID-1')
    """
    return view(round, person).why_not(move) or round._apply(move)
