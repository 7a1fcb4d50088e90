"""What a player can do. Each move prints as its notation and is the same value whoever makes it."""

from collections.abc import Iterable
from dataclasses import dataclass

from mam.cards import Card, Colour, show, sort_hand


@dataclass(frozen=True)
class Bid:
    """A bid in thousands of dollars.

    >>> Bid(175)
    bid 175
    """

    amount: int

    def __repr__(self) -> str:
        return f"bid {self.amount}"


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
        object.__setattr__(self, "cards", sort_hand(cards))

    def __repr__(self) -> str:
        return f"discard {show(self.cards)}"


@dataclass(frozen=True)
class NameTrump:
    """Naming the trump colour.

    >>> NameTrump(Colour.BLACK)
    trump B
    """

    colour: Colour

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

    def __repr__(self) -> str:
        return f"play {self.card.code}"


Call = Bid | Pass
Move = Bid | Pass | Discard | NameTrump | Play
