"""Shuffling, dealing and the draw for the first deal. All chance of a round is here."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from mam.cards import Card, show, sort_hand

T = TypeVar("T")


def shuffled(things: Sequence[T], rng: Random) -> list[T]:
    """A random order, by Fisher and Yates over `rng.random()`: Python promises that sequence for ever, not `shuffle`'s.

    >>> shuffled("abcde", Random(1))
    ['b', 'e', 'c', 'd', 'a']
    """
    pile = list(things)
    for last in range(len(pile) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        pile[last], pile[other] = pile[other], pile[last]
    return pile


def check_seed(seed: object) -> None:
    """Refuse what would not give the same cards again: raises TypeError, or ValueError for a number below 0."""
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise TypeError(f"a seed is a whole number, like 7, not {seed!r}")
    if seed < 0:
        raise ValueError(f"a seed is 0 or more, not {seed}")


def derive_seed(seed: int, *path: object) -> int:
    """A seed for one purpose (say round 3 of a match) that depends on nothing but the first seed and its name."""
    text = "/".join(map(str, (seed, *path)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


@dataclass(frozen=True)
class Deal:
    """Who was dealt what: a hand for each seat, the nest and the dealer. Unseen cards are `??`.

    >>> from mam.cards import UNSEEN
    >>> deal = Deal(("N", "S"), "S", ((UNSEEN,), (UNSEEN,)), ())
    >>> deal["N"]
    (??,)
    """

    seats: tuple[str, ...]
    dealer: str
    hands: tuple[tuple[Card, ...], ...]
    nest: tuple[Card, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "hands", tuple(sort_hand(hand) for hand in self.hands))
        object.__setattr__(self, "nest", sort_hand(self.nest))

    def __getitem__(self, seat: str) -> tuple[Card, ...]:
        """The hand dealt to this seat; raises KeyError naming the seats there are."""
        try:
            return self.hands[self.seats.index(seat)]
        except ValueError:
            raise KeyError(f"no seat {seat!r}: the seats are {' '.join(self.seats)}") from None

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards dealt, hand after hand, the nest last."""
        return (*(card for hand in self.hands for card in hand), *self.nest)

    def __repr__(self) -> str:
        hands = "".join(f" | {seat} {show(hand)}" for seat, hand in zip(self.seats, self.hands, strict=True))
        return f"dealer {self.dealer}{hands} | nest {show(self.nest)}"


def seats_from(seats: Sequence[str], first: str) -> tuple[str, ...]:
    """The seats in turn, to the left, from this one on (R35-TEAM-2).

    >>> seats_from("NESW", "S")
    ('S', 'W', 'N', 'E')
    """
    place = seats.index(first)
    return (*seats[place:], *seats[:place])


def next_seat(seats: Sequence[str], seat: str) -> str:
    """The seat at the left of this one.

    >>> next_seat("NESW", "W")
    'N'
    """
    return seats[(seats.index(seat) + 1) % len(seats)]


def deal_round(pack: Sequence[Card], seats: tuple[str, ...], dealer: str, nest_size: int, rng: Random) -> Deal:
    """Shuffle and deal the whole pack, card by card from the dealer's left, the last ones to the nest (R35-DEAL-3, D-G02)."""
    pile = shuffled(pack, rng)
    cut = len(pile) - nest_size
    order = seats_from(seats, next_seat(seats, dealer))
    got = {seat: tuple(pile[place : cut : len(seats)]) for place, seat in enumerate(order)}
    return Deal(seats, dealer, tuple(got[seat] for seat in seats), tuple(pile[cut:]))


def draw_for_deal(pack: Sequence[Card], seats: Sequence[str], rng: Random) -> tuple[str, tuple[tuple[str, Card], ...]]:
    """Who deals first: all draw a card, the highest deals; ties and animals draw again (R35-DEAL-1, D-G01).

    Returns the dealer and every card drawn, in order.

    >>> from mam.cards import PACK
    >>> draw_for_deal(PACK, "NESW", Random(3))[0] in "NESW"
    True
    """
    drawn: list[tuple[str, Card]] = []
    rivals = list(seats)
    while True:
        pile = shuffled(pack, rng)
        cards = dict(zip(rivals, pile, strict=False))
        drawn += cards.items()
        # An animal has no rank: whoever drew one stays in and draws again with the highest of the others.
        best = max(card.rank for card in cards.values())
        rivals = [seat for seat, card in cards.items() if card.rank == best or card.colour is None]
        if len(rivals) == 1:
            return rivals[0], tuple(drawn)
