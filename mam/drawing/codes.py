"""The codes of cards: which pack a code belongs to, its color, rank and worth, and what a person calls the card.

A code alone says it: `R40` and `TIGER` are cards of the money pack, `HJ` is one of the suits, `M` a letter, `??` unseen.
"""

from __future__ import annotations

from string import ascii_uppercase

from mam.drawing.tokens import COLORS, SUITS, color_name

RANKS = ("40", "30", "15", "11", "10", "9", "8", "7", "5", "4", "3", "2", "1")
MONEY = ("40", "30", "15", "10", "5")
ANIMALS = ("TIGER", "BULL", "BEAR")
UNSEEN = "??"
CODES = (*(color + rank for color in COLORS for rank in RANKS), *ANIMALS, UNSEEN)

COURT = {"A": "Ace", "K": "King", "Q": "Queen", "J": "Jack"}
SUIT_RANKS = (*COURT, "10", "9", "8", "7", "6", "5", "4", "3")
SUIT_CODES = tuple(suit + rank for suit in SUITS for rank in SUIT_RANKS)
LETTER_CODES = tuple(ascii_uppercase)
ALL_CODES = (*CODES, *SUIT_CODES, *LETTER_CODES)


def count_cards(number: int) -> str:
    """Return a number of cards as people write it."""
    return "1 card" if number == 1 else f"{number} cards"


_ANIMAL_NAMES = {
    "TIGER": "Tiger",
    "BULL": "Bull, doubles the money of its trick",
    "BEAR": "Bear, makes its trick worth nothing",
}


def is_suit(code: str) -> bool:
    """Whether the card belongs to the pack of suits.

    >>> is_suit("HJ"), is_suit("H"), is_suit("R10")
    (True, False, False)
    """
    return code in SUIT_CODES


def is_letter(code: str) -> bool:
    """Whether the card is a letter."""
    return code in LETTER_CODES


def color_of(code: str) -> str:
    """The letter of a card's color or suit, or "" for an animal, a letter or an unseen card.

    >>> color_of("B7"), color_of("SA"), color_of("BULL"), color_of("B")
    ('B', 'S', '', '')
    """
    return code[0] if (code[0] in COLORS and code[1:] in RANKS) or is_suit(code) else ""


def rank_of(code: str) -> str:
    """The rank of a card of a color or suit as text, or ""."""
    return code[1:] if color_of(code) else ""


def is_money(code: str) -> bool:
    """Whether the card is worth money.

    >>> is_money("R10"), is_money("R11"), is_money("H10")
    (True, False, False)
    """
    return rank_of(code) in MONEY and not is_suit(code)


def points_of(code: str) -> int:
    """What a card of the suits counts: one for each of Ace, King, Queen and Jack, two for the Jack of Hearts.

    >>> points_of("SA"), points_of("HJ"), points_of("S10"), points_of("R40")
    (1, 2, 0, 0)
    """
    return 0 if not is_suit(code) or code[1:] not in COURT else 2 if code == "HJ" else 1


def card_name(code: str) -> str:
    """What a person would call the card.

    >>> card_name("R40"), card_name("G11"), card_name("HJ"), card_name("M")
    ('Red 40, money, $40,000', 'Green 11', 'Jack of Hearts, 2 points', 'Letter M')

    Raises ValueError for a code that is no card.
    """
    if code not in ALL_CODES:
        raise ValueError(f"unknown card {code!r}")
    if code == UNSEEN:
        return "Card, face down"
    if code in ANIMALS:
        return _ANIMAL_NAMES[code]
    if is_letter(code):
        return f"Letter {code}"
    if is_suit(code):
        points = points_of(code)
        worth = f", {points} point{'s' if points > 1 else ''}" if points else ""
        return f"{COURT.get(code[1:], code[1:])} of {color_name(code[0])}{worth}"
    money = f", money, ${rank_of(code)},000" if is_money(code) else ""
    return f"{color_name(color_of(code))} {rank_of(code)}{money}"
