"""What a hand is worth to the club player who bids, by trump: its discard and trump are those after which it is worth most.

A hand is described by a row of whole numbers, its features; its worth is their sum, each times a weight, in 64ths of $1,000: what
the bidder's side is likely to capture. There are two rows of weights: for the hand before the nest, and for the hand that is left
after the discard. They were learned from rounds that the player played against itself (`tools/train_club_hands.py`).
`mam.engine.tables.club_hands_kernel` computes the same numbers on masks of cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from mam.engine import strategy
from mam.engine.club.hand_weights import HIGHEST, LENGTHS, MONEY, HandWeights
from mam.engine.club.weights import Row
from mam.games.trick_round import TrickRound
from mam.rules.cards import ANIMALS, AnyColor, Card, Color, NoTrump, Suit, Trump
from mam.rules.editions import TrickGameRules
from mam.rules.moves import Discard, Move, NameTrump


def describe_hand(hand: Sequence[Card], trump: Trump | None, colors: Iterable[AnyColor]) -> Row:
    """Return the features of a hand with this trump, in the order of HAND_FEATURES.

    >>> from mam.rules.cards import Color
    >>> describe_hand([Card(code) for code in ("R40", "R30", "R9", "Y15", "Y8", "B1")], Color.RED, Color)[:13]
    (1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2)
    """
    counts = Counter((card.color == trump, card.rank) for card in hand if card.color is not None)
    lengths = Counter(card.color for card in hand)
    by_length = [
        sum(lengths[card.color] for card in hand if card.color not in (None, trump) and card.rank == rank)
        for rank in HIGHEST
    ]
    side_lengths = Counter(min(lengths[color], LENGTHS[False]) for color in colors if color != trump)
    trumps = min(lengths[trump], LENGTHS[True]) if isinstance(trump, Color | Suit) else None
    return (
        *(counts[is_trump, rank] for is_trump in (True, False) for rank in MONEY),
        *by_length,
        *(int(length == trumps) for length in range(LENGTHS[True] + 1)),
        *(side_lengths[length] for length in range(LENGTHS[False] + 1)),
        *(hand.count(animal) for animal in ANIMALS),
        1,
    )


def rate_hand(hand: Sequence[Card], trump: Trump | None, row: Row, colors: Iterable[AnyColor]) -> int:
    """Return what a hand is worth with this trump by a row of weights, in 64ths of $1,000."""
    return sum(weight * value for weight, value in zip(row, describe_hand(hand, trump, colors), strict=True))


def rank_trumps(
    hand: Sequence[Card], trumps: Sequence[Trump], row: Row, colors: Sequence[AnyColor]
) -> tuple[Trump, int]:
    """Return the trump with which a hand is worth most (of equals the first), and what it is worth."""
    worths = {trump: rate_hand(hand, trump, row, colors) for trump in trumps}
    best = max(worths, key=worths.__getitem__)
    return best, worths[best]


def list_colors(rules: TrickGameRules) -> tuple[AnyColor, ...]:
    """Return the colors of the pack: all that the club player names as trump, in the order in which they are named."""
    return tuple(dict.fromkeys(card.color for card in rules.pack if card.color is not None))


def choose_move(round: TrickRound, weights: HandWeights, trump: Trump | None = None) -> Move:
    """Return the club player's discard or trump for the bidder, whose hand must be seen; `trump` if it is decided."""
    assert round.turn is not None
    hand, colors = round.hands[round.turn], list_colors(round.rules)
    if trump is None and round.trump is not None and (round.rules.trump_bound or isinstance(round.trump, NoTrump)):
        trump = round.trump
    trumps = colors if trump is None else (trump,)
    if round.phase == "trump":
        return NameTrump(rank_trumps(hand, trumps, weights.after_discard, colors)[0])
    size = round.rules.nest.size
    if trump is not None and trump not in colors:  # it has learned nothing of play without trump
        return Discard(strategy.choose_discard(hand, round.rules.nest, trump))
    if sum(card.is_number_card for card in hand) < size:  # money must be discarded too
        trump, _ = rank_trumps(hand, trumps, weights.after_discard, colors)
        return Discard(strategy.choose_discard(hand, round.rules.nest, trump))
    return Discard(choose_discard(hand, size, trumps, weights.after_discard, colors))


def choose_discard(
    hand: Sequence[Card], size: int, trumps: Sequence[Trump], row: Row, colors: Sequence[AnyColor]
) -> tuple[Card, ...]:
    """Return the number cards to discard: the hand that is left is worth most, with the trump that suits it best.

    Of a color its lowest cards are discarded. Of equals the first trump comes first, then the discard with the fewest cards of the
    first color, then of the second, and so on.
    """
    splits = list(split_discards(hand, size, colors))
    rated_hands = ((rate_hand(_remove(hand, cards), trump, row, colors), cards) for trump in trumps for cards in splits)
    return max(rated_hands, key=lambda pair: pair[0])[1]


def split_discards(hand: Sequence[Card], size: int, colors: Sequence[AnyColor]) -> Iterator[tuple[Card, ...]]:
    """Yield the discards to consider: some of the lowest number cards of each color."""
    ascending = sorted((card for card in hand if card.is_number_card), key=lambda card: card.rank)
    by_color = [[card for card in ascending if card.color == color] for color in colors]
    for counts in product(range(size + 1), repeat=len(by_color)):
        if sum(counts) == size and all(count <= len(cards) for count, cards in zip(counts, by_color, strict=True)):
            yield tuple(card for count, cards in zip(counts, by_color, strict=True) for card in cards[:count])


def _remove(hand: Sequence[Card], cards: Iterable[Card]) -> tuple[Card, ...]:
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)
