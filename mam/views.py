"""What one person may know of a round: the same round, with `??` wherever that person may not look."""

from dataclasses import dataclass, replace

from mam import nest
from mam.cards import UNSEEN, Card
from mam.moves import Discard, Move
from mam.round import Round
from mam.rulings import Ruling


@dataclass(frozen=True)
class View:
    """A person's view: whose it is (None: somebody who sees all cards), and the round as that person knows it.

    `round` has `??` for every hidden card and answers like any round; equal views know the same.
    """

    person: str | None
    round: Round

    @property
    def hand(self) -> tuple[Card, ...]:
        """The person's own cards."""
        return self.round.hands[self.person] if self.person else ()

    @property
    def to_move(self) -> bool:
        """Whether this person is to decide."""
        return self.round.actor is not None and self.person in (None, self.round.actor)

    def moves(self) -> tuple[Move, ...]:
        """The person's legal moves; empty while somebody else decides."""
        return self.round.moves() if self.to_move else ()

    def why_not(self, move: Move) -> Ruling | None:
        """The ruling that forbids this person the move, or None if it is legal.

        It lists what is legal instead only when this person is to move: of a hidden hand nobody can say.
        """
        ruling = self.round.why_not(move, self.person)
        return ruling if ruling is None or self.to_move else replace(ruling, instead=())

    def __repr__(self) -> str:
        return f"view of {self.person or 'all'} | {self.round!r}"


def view(round: Round, person: str | None) -> View:
    """Exactly what this person may know at this moment (None: all cards).

    Own cards as dealt, all calls and cards played; the nest and the discards only for the bidder, unless the discard
    was forced and had to be shown (R35-NEST-5, R35-NEST-7) or the round is over. Raises ValueError for a seat that
    does not exist.

    >>> import mam
    >>> round = mam.start("make-a-million-1935", seed=7, dealer="S")
    >>> mam.view(round, "N").round.deal["E"][:2]
    (??, ??)
    """
    if person is None:
        return View(None, round)
    if person not in round.rules.seats:
        raise ValueError(f"no seat {person!r}: the seats are {' '.join(round.rules.seats)}")
    is_bidder = round.bidder == person
    deal = replace(
        round.deal,
        hands=tuple(
            hand if seat == person else (UNSEEN,) * len(hand)
            for seat, hand in zip(round.deal.seats, round.deal.hands, strict=True)
        ),
        nest=round.deal.nest if is_bidder else (UNSEEN,) * len(round.deal.nest),
    )
    seen = Round(round.rules, deal)
    for move in round.history:
        seen = seen.after(_shown(move, round, is_bidder) if isinstance(move, Discard) else move)
    return View(person, seen)


def _shown(move: Discard, round: Round, is_bidder: bool) -> Discard:
    """A discard as it looks to this person; after the round the nest may be examined."""
    if is_bidder or round.over:
        return move
    return Discard(nest.shown(move.cards))
