"""Cards, colors and packs: their names, their values, and how a hand is sorted.

Money is in whole thousands of dollars everywhere in the code; `mam.rules.amounts` formats it for people.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from string import ascii_uppercase

from mam.support.arguments import check_arguments
from mam.support.messages import quote


class Color(Enum):
    """The four colors; none ranks above another (R35-PACK-2)."""

    RED = "R"
    YELLOW = "Y"
    BLACK = "B"
    GREEN = "G"

    @property
    def word(self) -> str:
        """Return the color's name.

        >>> Color.RED.word
        'Red'
        """
        return self.name.capitalize()

    @property
    def card_word(self) -> str:
        """Return what one card of this color is called.

        >>> Color.RED.card_word, Suit.CLUBS.card_word
        ('Red', 'Club')
        """
        return self.word

    @property
    def noun(self) -> str:
        """Return what the rules call it: “color”."""
        return "color"

    def __repr__(self) -> str:
        return self.value


class Suit(Enum):
    """The suits of the pack for Sweven."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def word(self) -> str:
        """Return the suit's name."""
        return self.name.capitalize()

    @property
    def card_word(self) -> str:
        """Return what one card of this suit is called."""
        return self.word.removesuffix("s")

    @property
    def noun(self) -> str:
        """Return what the rules call it: “suit”."""
        return "suit"

    def __repr__(self) -> str:
        return self.value


class NoTrump(Enum):
    """The ways to play without a trump color: No Color in Manhattan, and two in 2004 that say how high the Tiger ranks."""

    NO_COLOR = "NC"
    TIGER_HIGH = "NT+"
    TIGER_LOW = "NT-"

    @property
    def word(self) -> str:
        """Return its name as text.

        >>> NoTrump.TIGER_LOW.word
        'no trump, Tiger lowest'
        """
        return f"{self.short_word}, Tiger {self.tiger_rank}" if self.tiger_rank else self.short_word

    @property
    def short_word(self) -> str:
        """Return its name without the rank of the Tiger."""
        return "No Color" if self is NoTrump.NO_COLOR else "no trump"

    @property
    def tiger_rank(self) -> str:
        """Return how high the Tiger ranks, "highest" or "lowest"; empty where its rank is not in the name."""
        return {NoTrump.TIGER_HIGH: "highest", NoTrump.TIGER_LOW: "lowest"}.get(self, "")

    def __repr__(self) -> str:
        return self.value


AnyColor = Color | Suit
Trump = Color | Suit | NoTrump


# High to low. The number on a card is also its rank: 11 ranks above 10 (R35-PACK-3, R35-PACK-5).
RANKS = (40, 30, 15, 11, 10, 9, 8, 7, 5, 4, 3, 2, 1)
MONEY_RANKS = frozenset({40, 30, 15, 10, 5})


_COURT = {14: ("A", "Ace"), 13: ("K", "King"), 12: ("Q", "Queen"), 11: ("J", "Jack")}
_LOWEST = 3  # no pack with suits has a rank below 3


def _suit_code(suit: Suit, rank: int) -> str:
    return f"{suit.value}{_COURT.get(rank, (str(rank),))[0]}"


def _points(suit: Suit, rank: int) -> int:
    return (2 if suit == Suit.HEARTS and rank == 11 else 1) if rank in _COURT else 0


# The color, rank and money that each code stands for.
_FACTS: dict[str, tuple[AnyColor | None, int, int]] = {
    **{f"{c.value}{rank}": (c, rank, rank if rank in MONEY_RANKS else 0) for c in Color for rank in RANKS},
    **{_suit_code(s, rank): (s, rank, _points(s, rank)) for s in Suit for rank in range(14, _LOWEST - 1, -1)},
    **dict.fromkeys(("TIGER", "BULL", "BEAR", "??", *ascii_uppercase), (None, 0, 0)),
}


_CARDS: dict[str, Card] = {}


def explain_codes(code: str) -> str:
    """Return what to write instead of a code that no card has.

    >>> explain_codes("R6")
    'the ranks are 40 30 15 11 10 9 8 7 5 4 3 2 1 (no 6)'
    """
    if code.upper() in _FACTS:
        return f"write {code.upper()}"
    if re.fullmatch(r"[RYBG]\d+", code.upper()):
        return f"the ranks are {' '.join(map(str, RANKS))} (no 6)"
    if re.fullmatch(r"[SHDC]\w{1,2}", code.upper()):
        return "the ranks of a suit are A K Q J 10 9 8 7 6 5 4 3"
    return (
        "write R, Y, B or G and a rank (R40), TIGER, BULL, BEAR, S, H, D or C and a rank (SA), a letter, "
        "or ?? for an unseen card"
    )


@dataclass(frozen=True, init=False, eq=False)
class Card:
    """A card of any pack, made from its code (`R40`, `TIGER`, or `??` for an unseen card).

    `rank` orders the cards of a color; `money` is the card's value in thousands of dollars (R35-PACK-6), or in Sweven in
    points (RSW-13); a number card is neither money nor an animal. There is one object for each code, however often it is
    made, copied or unpickled. Raises ValueError for a code that no card has, TypeError for anything but text.

    >>> Card("R40"), Card("R40").rank, Card("R40").money, Card("R40") == PACK[0]
    (R40, 40, 40, True)
    """

    code: str
    color: AnyColor | None = field(init=False)
    rank: int = field(init=False)
    money: int = field(init=False)
    is_number_card: bool = field(init=False)

    def __new__(cls, code: str) -> Card:
        if not isinstance(code, str):
            raise TypeError(f"a card is made from its code, like Card('R40'), not from {quote(code)}")
        if (card := _CARDS.get(code)) is not None:
            return card
        if code not in _FACTS:
            raise ValueError(f"{quote(code)} is not a card: {explain_codes(code)}")
        color, rank, money = _FACTS[code]
        card = super().__new__(cls)
        is_number_card = color is not None and not money
        card.__dict__.update(code=code, color=color, rank=rank, money=money, is_number_card=is_number_card)
        return _CARDS.setdefault(code, card)  # so cards are compared by identity, which millions of comparisons need

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (self.code,)

    def __repr__(self) -> str:
        return self.code

    @property
    def words(self) -> str:
        """Return the card's name.

        >>> [card.words for card in PACK if card.code in ("Y11", "R5", "BULL")]
        ['Red 5', 'Yellow 11', 'Bull']
        """
        if self.color is None:
            return "unseen card" if self == UNSEEN else self.code.capitalize()
        if isinstance(self.color, Suit):
            return f"{_COURT.get(self.rank, (str(self.rank),))[-1]} of {self.color.word}"
        return f"{self.color.word} {self.rank}"

    @property
    def named(self) -> str:
        """Return the card's name within a sentence: an animal gets its article, and so does a card of a suit.

        >>> TIGER.named, PACK[0].named, make_suit_pack(9)[1].named
        ('the Tiger', 'Red 40', 'the King of Spades')
        """
        article = "an " if self == UNSEEN else "the " if self in ANIMALS or isinstance(self.color, Suit) else ""
        return article + self.words


UNSEEN = Card("??")
TIGER, BULL, BEAR = (Card(code) for code in ("TIGER", "BULL", "BEAR"))
ANIMALS = (TIGER, BULL, BEAR)

# 55 cards in the order in which a hand is sorted (R35-PACK-1); there is no 6 (R35-PACK-4).
PACK: tuple[Card, ...] = (
    *(Card(f"{c.value}{r}") for c in Color for r in RANKS),
    *ANIMALS,
)


def make_two_packs(omit: Iterable[str]) -> tuple[Card, ...]:
    """Return two packs together, sorted, without the cards named (R68-1).

    >>> len(make_two_packs("R1 Y1 G1".split()))
    107
    """
    cards = Counter(dict.fromkeys(PACK, 2))
    cards.subtract(Card(code) for code in omit)
    return tuple(card for card in PACK for _ in range(cards[card]))


def make_suit_pack(lowest: int) -> tuple[Card, ...]:
    """Return the cards from the Ace down to this rank: A, K, Q and J count one point, the Jack of Hearts two (RSW-2).

    >>> len(make_suit_pack(9)), sum(card.money for card in make_suit_pack(3))
    (24, 17)
    """
    return tuple(Card(_suit_code(suit, rank)) for suit in Suit for rank in range(14, lowest - 1, -1))


LETTERS: tuple[Card, ...] = tuple(Card(letter) for letter in ascii_uppercase)

# Every card of every pack, once each, in the order in which a hand is sorted.
ALL_CARDS: tuple[Card, ...] = (*PACK, *make_suit_pack(_LOWEST), *LETTERS)
_ORDER = {card: index for index, card in enumerate((*ALL_CARDS, UNSEEN))}


def sort_hand(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards sorted by color, strongest first, then Tiger, Bull, Bear and unseen cards.

    >>> sort_hand([BULL, PACK[14], PACK[0]])
    (R40, Y30, BULL)
    """
    return tuple(sorted(cards, key=_ORDER.__getitem__))


def number_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the kinds of these cards in the order of the engine's numbers: color by color, lowest first, the rest as they come.

    >>> number_cards([BULL, PACK[14], PACK[0], PACK[1], PACK[1]])
    (Y30, R30, R40, BULL)
    """
    kinds = dict.fromkeys(cards)
    colors = dict.fromkeys(card.color for card in kinds if card.color is not None)
    colored = [
        card for color in colors for card in sorted((k for k in kinds if k.color == color), key=lambda k: k.rank)
    ]
    return (*colored, *(card for card in kinds if card.color is None))


def remove_cards(hand: tuple[Card, ...], cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the hand without these cards; a card that is not visible is taken from the unseen ones.

    Raises ValueError when the hand can't hold such a card.

    >>> remove_cards((PACK[0], UNSEEN), [BULL])
    (R40,)
    """
    remaining = list(hand)
    for card in cards:
        try:
            remaining.remove(card if card in remaining else UNSEEN)
        except ValueError:
            raise ValueError(f"{card.code} is not in the hand {format_cards(hand)}") from None
    return tuple(remaining)


@check_arguments
def money_in(cards: Iterable[Card]) -> int:
    """Return the money on the cards, in thousands of dollars.

    >>> money_in(PACK)
    400
    """
    return sum(card.money for card in cards)


@check_arguments
def format_cards(cards: Iterable[Card]) -> str:
    """Return cards as one line of codes, in the order given.

    >>> format_cards(PACK[:3])
    'R40 R30 R15'
    """
    return " ".join(card.code for card in cards)


def name_trump(trump: Trump) -> str:
    """Return what a bidder names, as a sentence has it.

    >>> name_trump(Color.RED), name_trump(NoTrump.TIGER_LOW)
    ('Red', 'no trump with the Tiger lowest')
    """
    if isinstance(trump, NoTrump) and trump.tiger_rank:
        return f"{trump.short_word} with the Tiger {trump.tiger_rank}"
    return trump.word


def format_count(number: int, noun: str) -> str:
    """Return a number with its noun, as in "3 cards".

    >>> format_count(1, "card"), format_count(3, "card")
    ('1 card', '3 cards')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def join_words(words: Iterable[str], link: str = "and") -> str:
    """Return words in a row as a sentence has them.

    >>> join_words(["A"]), join_words(["A", "B", "C"]), join_words(["A", "B"], "or")
    ('A', 'A, B and C', 'A or B')
    """
    *first, last = list(words) or [""]
    return f"{', '.join(first)} {link} {last}" if first else last


def is_several(name: str) -> bool:
    """Return whether the name of an account stands for several players.

    >>> is_several("North-South"), is_several("A and Dummy"), is_several("North")
    (True, True, False)
    """
    return "-" in name or " and " in name


def format_times(number: int) -> str:
    """Return how many times, as text.

    >>> format_times(2), format_times(3), format_times(4)
    ('twice', 'three times', '4 times')
    """
    return {1: "once", 2: "twice", 3: "three times"}.get(number, f"{number} times")
