"""Cards as two masks: those that a hand holds, and those of them that it holds twice. No hand holds a card more often.

`join` and `remove` say what can be done with such a pair: to `Hands` of numpy's arrays, and to single hands in compiled
functions (`join_cards` and `remove_cards` in `bits.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


def join(cards: Any, duplicates: Any, more: Any, more_duplicates: Any) -> tuple[Any, Any]:
    """Return the cards of two hands together."""
    return cards | more, duplicates | more_duplicates | (cards & more)


def remove(cards: Any, duplicates: Any, fewer: Any, fewer_duplicates: Any) -> tuple[Any, Any]:
    """Return a hand without some of its cards."""
    return cards & ~(fewer & ~(duplicates & ~fewer_duplicates)), duplicates & ~fewer


@dataclass(frozen=True, eq=False)
class Hands:
    """Many hands, or one that is the same for all: `cards` are those there, `duplicates` those there twice.

    >>> hand = Hands(np.array([0b0111]), np.array([0b0001])) + Hands(np.array([0b1010]), np.array([0]))
    >>> bin(hand.cards[0]), bin(hand.duplicates[0]), hand.count().tolist(), (hand - Hands(0b0010)).count().tolist()
    ('0b1111', '0b11', [6], [5])
    """

    cards: Any
    duplicates: Any = 0

    def __add__(self, more: Hands) -> Hands:
        return Hands(*join(self.cards, self.duplicates, more.cards, more.duplicates))

    def __sub__(self, fewer: Hands) -> Hands:
        return Hands(*remove(self.cards, self.duplicates, fewer.cards, fewer.duplicates))

    def __and__(self, mask: int) -> Hands:
        """Return the cards of a mask alone."""
        return Hands(self.cards & mask, self.duplicates & mask)

    def __getitem__(self, rows: Any) -> Hands:
        return Hands(self.cards[rows], self.duplicates[rows])

    def __len__(self) -> int:
        return len(self.cards)

    def count(self) -> NDArray[np.int64]:
        """Return how many cards each hand has."""
        counts: NDArray[np.int64] = np.bitwise_count(self.cards).astype(np.int64) + np.bitwise_count(self.duplicates)
        return counts
