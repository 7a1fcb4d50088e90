"""What a player can do. Each move prints as its notation and is the same value whoever makes it."""

from collections.abc import Iterable
from dataclasses import dataclass

from mam.cards import Card, Colour, show, sort_hand


def _check(value: object, kind: type, right: str) -> None:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise TypeError(f"{right}, not {value!r}")


@dataclass(frozen=True)
class Bid:
    """A bid in thousands of dollars.

    >>> Bid(175)
    bid 175
    """

    amount: int

    def __post_init__(self) -> None:
        _check(self.amount, int, "a bid is a whole number of thousands of dollars, like Bid(175)")

    def __repr__(self) -> str:
        # From 10,000 thousands on a bare number would be read as dollars.
        return f"bid {self.amount}" if self.amount < 10_000 else f"bid ${self.amount}000"


@dataclass(frozen=True)
class Pass:
    """Leaving the auction.

    >>> Pass()
    pass
    """

    def __repr__(self) -> str:
        return "pass"


@dataclass(frozen=True, init=False)
class Discard:
    """Putting cards out to the nest; the order in which they are named does not matter.

    >>> from mam.cards import PACK
    >>> Discard([PACK[20], PACK[9]]) == Discard([PACK[9], PACK[20]])
    True
    """

    cards: tuple[Card, ...]

    def __init__(self, cards: Iterable[Card]) -> None:
        chosen = tuple(cards)
        for card in chosen:
            _check(card, Card, "a discard is made of cards: mam.parse_move('discard R4 Y4 G8') reads them from text")
        object.__setattr__(self, "cards", sort_hand(chosen))

    def __repr__(self) -> str:
        return f"discard {show(self.cards)}"


@dataclass(frozen=True)
class NameTrump:
    """Naming the trump colour.

    >>> NameTrump(Colour.BLACK)
    trump B
    """

    colour: Colour

    def __post_init__(self) -> None:
        _check(self.colour, Colour, "trump is a Colour: mam.parse_move('trump B') reads it from text")

    def __repr__(self) -> str:
        return f"trump {self.colour.value}"


@dataclass(frozen=True)
class Play:
    """Playing a card to the trick.

    >>> from mam.cards import TIGER
    >>> Play(TIGER)
    play TIGER
    """

    card: Card

    def __post_init__(self) -> None:
        _check(self.card, Card, "a card is played: mam.parse_move('play R40') reads it from text")

    def __repr__(self) -> str:
        return f"play {self.card.code}"


Call = Bid | Pass
Move = Bid | Pass | Discard | NameTrump | Play
