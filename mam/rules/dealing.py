"""Shuffling, dealing and the draw for the first deal. Everything random about a round is here."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from mam.rules.cards import UNSEEN, Card, format_cards, remove_cards, sort_hand
from mam.support.arguments import check_fields
from mam.support.messages import quote

T = TypeVar("T")
Pairs = tuple[tuple[Card, Card], ...]  # an open card, and the card face down under it


def shuffle(things: Sequence[T], rng: Random) -> list[T]:
    """Return the things in random order (Fisher–Yates with `rng.random()`, whose sequence Python guarantees, unlike `shuffle`'s).

    >>> shuffle("abcde", Random(1))
    ['b', 'e', 'c', 'd', 'a']
    """
    result = list(things)
    for last in range(len(result) - 1, 0, -1):
        index = int(rng.random() * (last + 1))
        result[last], result[index] = result[index], result[last]
    return result


def check_seed(seed: object) -> int:
    """Return the seed, or raise TypeError (not a whole number) or ValueError (below 0)."""
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise TypeError(f"a seed is a whole number, like 7, not {quote(seed)}")
    if seed < 0:
        raise ValueError(f"a seed is 0 or more, not {seed}")
    return seed


def derive_seed(seed: int, *path: object) -> int:
    """Return a seed for one purpose (like round 3 of a match), derived only from the first seed and the purpose."""
    text = "/".join(map(str, (seed, *path)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


@check_fields
@dataclass(frozen=True)
class Deal:
    """The cards as dealt: a hand for each seat, the nest and the dealer ("" for a position, which nobody dealt). Unseen cards are `??`.

    Some games need more: `covers` are the pairs of a half-hidden dummy, each an open card and the card face down under
    it (both are in the dummy's hand); `stock` is what was not dealt, top card first; `blind_draw` is the index, in the
    sorted discards, of the card that a blind draw brings (None if unknown).

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
            tops, bottoms = (sort_hand(cards) for cards in zip(*self.covers, strict=True))
            order = sorted(self.covers, key=lambda pair: (tops.index(pair[0]), bottoms.index(pair[1])))
            object.__setattr__(self, "covers", tuple(order))

    def __getitem__(self, seat: str) -> tuple[Card, ...]:
        """Return the hand dealt to this seat; raise KeyError with the seats if there is no such seat."""
        try:
            return self.hands[self.seats.index(seat)]
        except ValueError:
            raise KeyError(f"no seat {quote(seat)}: the seats are {' '.join(self.seats)}") from None

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return all cards as dealt: hand by hand, then the nest, then the stock."""
        return (*(card for hand in self.hands for card in hand), *self.nest, *self.stock)

    def __repr__(self) -> str:
        pairs_by_hand = _assign_pairs(self.covers, list(self.hands)) or [()] * len(self.hands)
        hands = "".join(
            f" | {seat} {_format_hand(hand, pairs)}"
            for seat, hand, pairs in zip(self.seats, self.hands, pairs_by_hand, strict=True)
        )
        stock = (
            f" | stock {format_cards(self.stock) if self.dealer else _format_stock(self.stock)}" if self.stock else ""
        )
        blind_draw = f" | blind_draw {self.blind_draw}" if self.blind_draw is not None else ""
        dealer = f"dealer {self.dealer}" if self.dealer else "no dealer"
        return f"{dealer}{hands} | nest {format_cards(self.nest)}".rstrip() + stock + blind_draw


def _assign_pairs(pairs: Pairs, hands: list[tuple[Card, ...]]) -> list[Pairs] | None:
    """Return the pairs of each hand, so that each hand holds both cards of its pairs, or None if that is impossible."""
    if not pairs:
        return [()] * len(hands)
    first, *later_pairs = pairs
    for index, hand in enumerate(hands):
        if Counter(first) <= Counter(hand):
            shares = _assign_pairs(tuple(later_pairs), [*hands[:index], remove_cards(hand, first), *hands[index + 1 :]])
            if shares is not None:
                return [*shares[:index], (first, *shares[index]), *shares[index + 1 :]]
    return None


def _format_stock(stock: Sequence[Card]) -> str:
    """Return what is left of the pack in a position; many unseen cards are counted, like 44 ??."""
    is_hidden = len(stock) > 5 and {*stock} == {UNSEEN}
    return f"{len(stock)} {UNSEEN}" if is_hidden else format_cards(stock)


def _format_hand(hand: tuple[Card, ...], pairs: Pairs) -> str:
    """Return a hand as text; an open card of a half-hidden hand comes with the card under it, like R40/??."""
    loose = remove_cards(hand, (card for pair in pairs for card in pair))
    texts = [(top, f"{top}/{bottom}") for top, bottom in pairs] + [(card, str(card)) for card in loose]
    order = sort_hand(top for top, _ in texts)
    return " ".join(text for _, text in sorted(texts, key=lambda item: order.index(item[0])))


def list_seats_from(seats: Sequence[str], first: str) -> tuple[str, ...]:
    """Return the seats in turn order, to the left, starting with this one (R35-TEAM-2).

    >>> list_seats_from("NESW", "S")
    ('S', 'W', 'N', 'E')
    """
    index = seats.index(first)
    return (*seats[index:], *seats[:index])


def find_next_seat(seats: Sequence[str], seat: str) -> str:
    """Return the seat to the left of this one.

    >>> find_next_seat("NESW", "W")
    'N'
    """
    return seats[(seats.index(seat) + 1) % len(seats)]


def find_opposite_seat(seats: Sequence[str], seat: str) -> str:
    """Return the seat opposite this one, at a table with an even number of seats.

    >>> find_opposite_seat("NESW", "W")
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
    """Shuffle, deal card by card from the dealer's left, then deal the nest (R35-DEAL-3, D-G02).

    Without a `hand_size` the whole pack is dealt; with one, the rest is the stock. A `half_hidden` seat gets its first six
    cards face down and the rest face up, one on each of those (R2H-3, R2H-5, D-H06).
    """
    deck = shuffle(pack, rng)
    cut = len(deck) - nest_size if hand_size is None else hand_size * len(seats)
    order = list_seats_from(seats, find_next_seat(seats, dealer))
    hands = {seat: tuple(deck[index : cut : len(seats)]) for index, seat in enumerate(order)}
    covered_count = count_covered(cut // len(seats))
    covers = tuple(
        pair
        for seat in half_hidden
        for pair in zip(hands[seat][covered_count:], hands[seat][:covered_count], strict=False)
    )
    return Deal(
        seats,
        dealer,
        tuple(hands[seat] for seat in seats),
        tuple(deck[cut : cut + nest_size]),
        covers,
        tuple(deck[cut + nest_size :]),
        int(rng.random() * nest_size) if blind_draw else None,
    )


def count_covered(hand_size: int) -> int:
    """Return how many cards of a half-hidden hand lie face down under others: six, or half of a small hand (R2H-4).

    >>> count_covered(13), count_covered(12), count_covered(3)
    (6, 6, 1)
    """
    return min(6, hand_size // 2)


def draw_for_deal(pack: Sequence[Card], seats: Sequence[str], rng: Random) -> tuple[str, tuple[tuple[str, Card], ...]]:
    """Draw for the first deal: the highest card deals; ties and animals draw again (R35-DEAL-1, D-G01).

    Return the dealer and every card drawn, in order.

    >>> from mam.rules.cards import PACK
    >>> draw_for_deal(PACK, "NESW", Random(3))[0] in "NESW"
    True
    """
    draws: list[tuple[str, Card]] = []
    rivals = list(seats)
    if not any(card.rank for card in pack):  # letters have no rank: pick the dealer at random
        return rivals[int(rng.random() * len(rivals))], ()
    while True:
        deck = shuffle(pack, rng)
        cards = dict(zip(rivals, deck, strict=False))
        draws += cards.items()
        # An animal has no rank: its player draws again, together with the players who drew the highest rank.
        best = max(card.rank for card in cards.values())
        rivals = [seat for seat, card in cards.items() if card.rank == best or card.color is None]
        if len(rivals) == 1:
            return rivals[0], tuple(draws)
