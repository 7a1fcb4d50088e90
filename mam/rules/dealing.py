"""Shuffling, dealing and the draw for the first deal. All chance of a round is here."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from mam.rules.cards import Card, format_cards, sort_hand, without

T = TypeVar("T")
Pairs = tuple[tuple[Card, Card], ...]  # an open card, and the card face down under it


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


def check_seed(seed: object) -> int:
    """The seed; what would not give the same cards again is refused: raises TypeError, or ValueError below 0."""
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise TypeError(f"a seed is a whole number, like 7, not {seed!r}")
    if seed < 0:
        raise ValueError(f"a seed is 0 or more, not {seed}")
    return seed


def derive_seed(seed: int, *path: object) -> int:
    """A seed for one purpose (say round 3 of a match) that depends on nothing but the first seed and its name."""
    text = "/".join(map(str, (seed, *path)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


@dataclass(frozen=True)
class Deal:
    """Who was dealt what: a hand for each seat, the nest and the dealer. Unseen cards are `??`.

    Some games need more: `covers` are the pairs of a half-hidden dummy, each an open card and the card face down under
    it (both are in the dummy's hand); `stock` is what was not dealt, the top card first; `blind_draw` says which of the
    discards a blind draw would bring (a place from 0, in the order of a sorted hand), None where nobody knows.

    >>> from mam.rules.cards import UNSEEN
    >>> deal = Deal(("N", "S"), "S", ((UNSEEN,), (UNSEEN,)), ())
    >>> deal["N"]
    (??,)
    """

    seats: tuple[str, ...]
    dealer: str
    hands: tuple[tuple[Card, ...], ...]
    nest: tuple[Card, ...] = ()
    covers: tuple[tuple[Card, Card], ...] = ()
    stock: tuple[Card, ...] = ()
    blind_draw: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "hands", tuple(sort_hand(hand) for hand in self.hands))
        object.__setattr__(self, "nest", sort_hand(self.nest))
        if self.covers:
            over, below = (sort_hand(cards) for cards in zip(*self.covers, strict=True))
            order = sorted(self.covers, key=lambda pair: (over.index(pair[0]), below.index(pair[1])))
            object.__setattr__(self, "covers", tuple(order))

    def __getitem__(self, seat: str) -> tuple[Card, ...]:
        """The hand dealt to this seat; raises KeyError naming the seats there are."""
        try:
            return self.hands[self.seats.index(seat)]
        except ValueError:
            raise KeyError(f"no seat {seat!r}: the seats are {' '.join(self.seats)}") from None

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the pack as they were dealt: hand after hand, then the nest, then the pile."""
        return (*(card for hand in self.hands for card in hand), *self.nest, *self.stock)

    def __repr__(self) -> str:
        covered = _share_out(self.covers, list(self.hands)) or [()] * len(self.hands)
        hands = "".join(
            f" | {seat} {_dealt_text(hand, pairs)}"
            for seat, hand, pairs in zip(self.seats, self.hands, covered, strict=True)
        )
        pile = f" | stock {format_cards(self.stock)}" if self.stock else ""
        blind_draw = f" | blind_draw {self.blind_draw}" if self.blind_draw is not None else ""
        return f"dealer {self.dealer}{hands} | nest {format_cards(self.nest)}".rstrip() + pile + blind_draw


def _share_out(pairs: Pairs, hands: list[tuple[Card, ...]]) -> list[Pairs] | None:
    """In which hand each of these pairs lies, where each hand holds both cards of its pairs; None if there is no such way."""
    if not pairs:
        return [()] * len(hands)
    first, *more = pairs
    for place, hand in enumerate(hands):
        if Counter(first) <= Counter(hand):
            found = _share_out(tuple(more), [*hands[:place], without(hand, first), *hands[place + 1 :]])
            if found is not None:
                return [*found[:place], (first, *found[place]), *found[place + 1 :]]
    return None


def _dealt_text(hand: tuple[Card, ...], pairs: Pairs) -> str:
    """A hand; of a half-hidden one each open card with the card under it, like R40/??."""
    rest = without(hand, (card for pair in pairs for card in pair))
    texts = [(over, f"{over}/{below}") for over, below in pairs] + [(card, str(card)) for card in rest]
    order = sort_hand(over for over, _ in texts)
    return " ".join(text for _, text in sorted(texts, key=lambda one: order.index(one[0])))


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


def opposite(seats: Sequence[str], seat: str) -> str:
    """The seat opposite this one, where an even number sit round the table.

    >>> opposite("NESW", "W")
    'E'
    """
    return seats[(seats.index(seat) + len(seats) // 2) % len(seats)]


def deal_round(
    pack: Sequence[Card],
    seats: tuple[str, ...],
    dealer: str,
    nest_size: int,
    rng: Random,
    *,
    hand_size: int | None = None,
    half_hidden: Sequence[str] = (),
    blind_draw: bool = False,
) -> Deal:
    """Shuffle and deal card by card from the dealer's left, the cards after that to the nest (R35-DEAL-3, D-G02).

    Without a `hand_size` the whole pack is dealt; with one, what is left over is the pile. A `half_hidden` seat gets its
    first six cards face down and its others face up, one on each of those (R2H-3, R2H-5, D-H06).
    """
    pile = shuffled(pack, rng)
    cut = len(pile) - nest_size if hand_size is None else hand_size * len(seats)
    order = seats_from(seats, next_seat(seats, dealer))
    got = {seat: tuple(pile[place : cut : len(seats)]) for place, seat in enumerate(order)}
    down = count_covered(cut // len(seats))
    covers = tuple(pair for seat in half_hidden for pair in zip(got[seat][down:], got[seat][:down], strict=False))
    return Deal(
        seats,
        dealer,
        tuple(got[seat] for seat in seats),
        tuple(pile[cut : cut + nest_size]),
        covers,
        tuple(pile[cut + nest_size :]),
        int(rng.random() * nest_size) if blind_draw else None,
    )


def count_covered(hand_size: int) -> int:
    """How many cards of a half-hidden hand lie face down under others: six, in hands of few cards half of them (R2H-4).

    >>> count_covered(13), count_covered(12), count_covered(3)
    (6, 6, 1)
    """
    return min(6, hand_size // 2)


def draw_for_deal(pack: Sequence[Card], seats: Sequence[str], rng: Random) -> tuple[str, tuple[tuple[str, Card], ...]]:
    """Who deals first: all draw a card, the highest deals; ties and animals draw again (R35-DEAL-1, D-G01).

    Returns the dealer and every card drawn, in order.

    >>> from mam.rules.cards import PACK
    >>> draw_for_deal(PACK, "NESW", Random(3))[0] in "NESW"
    True
    """
    drawn: list[tuple[str, Card]] = []
    rivals = list(seats)
    if not any(card.rank for card in pack):  # letters have no order: somebody is picked
        return rivals[int(rng.random() * len(rivals))], ()
    while True:
        pile = shuffled(pack, rng)
        cards = dict(zip(rivals, pile, strict=False))
        drawn += cards.items()
        # An animal has no rank: whoever drew one stays in and draws again with the highest of the others.
        best = max(card.rank for card in cards.values())
        rivals = [seat for seat, card in cards.items() if card.rank == best or card.color is None]
        if len(rivals) == 1:
            return rivals[0], tuple(drawn)
