"""Cards, colours and the pack: what they are called, what they are worth, how a hand is sorted.

Money is in whole thousands of dollars everywhere in the code; `dollars` spells it for people.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum


class Colour(Enum):
    """The four colours, none above another (R35-PACK-2)."""

    RED = "R"
    YELLOW = "Y"
    BLACK = "B"
    GREEN = "G"

    @property
    def word(self) -> str:
        """The colour's name.

        >>> Colour.RED.word
        'Red'
        """
        return self.name.capitalize()

    def __repr__(self) -> str:
        return self.value


# High to low. The figure on a card is also its rank: 11 stands above the 10,000 card (R35-PACK-3, R35-PACK-5).
RANKS = (40, 30, 15, 11, 10, 9, 8, 7, 5, 4, 3, 2, 1)
MONEY_RANKS = frozenset({40, 30, 15, 10, 5})


@dataclass(frozen=True)
class Card:
    """One card, known by its code (`R40`, `TIGER`, `??` for an unseen one); everything else follows from that.

    `rank` orders the cards of a colour, `money` is what it scores in thousands of dollars (R35-PACK-6).

    >>> Card("R40", Colour.RED, 40, 40)
    R40
    """

    code: str
    colour: Colour | None = field(default=None, compare=False)
    rank: int = field(default=0, compare=False)
    money: int = field(default=0, compare=False)

    def __repr__(self) -> str:
        return self.code

    @property
    def words(self) -> str:
        """How a person says the card.

        >>> [card.words for card in PACK if card.code in ("Y11", "R5", "BULL")]
        ['Red 5', 'Yellow 11', 'Bull']
        """
        if self.colour is None:
            return "unseen card" if self == UNSEEN else self.code.capitalize()
        return f"{self.colour.word} {self.rank}"

    @property
    def is_plain(self) -> bool:
        """Whether it is a plain number card: neither money nor an animal."""
        return self.colour is not None and not self.money


UNSEEN = Card("??")
TIGER, BULL, BEAR = (Card(code) for code in ("TIGER", "BULL", "BEAR"))
ANIMALS = (TIGER, BULL, BEAR)

# 55 cards in the order in which a hand is sorted (R35-PACK-1); there is no 6 (R35-PACK-4).
PACK: tuple[Card, ...] = (
    *(Card(f"{c.value}{r}", c, r, r if r in MONEY_RANKS else 0) for c in Colour for r in RANKS),
    *ANIMALS,
)
_ORDER = {card: place for place, card in enumerate((*PACK, UNSEEN))}


def sort_hand(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards by colour, strongest first, then Tiger, Bull, Bear and the unseen ones.

    >>> sort_hand([BULL, PACK[14], PACK[0]])
    (R40, Y30, BULL)
    """
    return tuple(sorted(cards, key=_ORDER.__getitem__))


def without(hand: tuple[Card, ...], cards: Iterable[Card]) -> tuple[Card, ...]:
    """The hand less these cards; a card that is not in sight is taken from the unseen ones.

    Raises ValueError when the hand can hold no such card.

    >>> without((PACK[0], UNSEEN), [BULL])
    (R40,)
    """
    left = list(hand)
    for card in cards:
        try:
            left.remove(card if card in left else UNSEEN)
        except ValueError:
            raise ValueError(f"{card.code} is not in the hand {show(hand)}") from None
    return tuple(left)


def money_in(cards: Iterable[Card]) -> int:
    """The money on the cards, in thousands of dollars.

    >>> money_in(PACK)
    400
    """
    return sum(card.money for card in cards)


def show(cards: Iterable[Card]) -> str:
    """Cards as one line of text, in the order given.

    >>> show(PACK[:3])
    'R40 R30 R15'
    """
    return " ".join(card.code for card in cards)


def dollars(thousands: int) -> str:
    """Thousands of dollars as people write them.

    >>> dollars(175), dollars(-260), dollars(0)
    ('$175,000', '−$260,000', '$0')
    """
    return f"{'−' if thousands < 0 else ''}${abs(thousands) * 1000:,}"
