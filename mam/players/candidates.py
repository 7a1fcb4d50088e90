"""Discards and trumps worth considering: of hundreds of discards, the few that a player would think of."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from mam.engine import strategy
from mam.games.phases import trump as naming
from mam.games.trick_round import TrickRound
from mam.rules.cards import Card, NoTrump, Trump, money_in

_MAX_CARDS = 7  # up to this many number cards, every discard is considered
_MAX_TRUMPS = 2


def rank_trumps(round: TrickRound) -> list[Trump]:
    """Return the colors that the seat to move may name, the best for its hand first.

    >>> import mam
    >>> rank_trumps(mam.start("make-a-million-1935", seed=7))
    [Y, R, B, G]
    """
    hand = round.hands[round.turn or ""]
    colors = (move.color for move in naming.candidates(round) if not isinstance(move.color, NoTrump))
    return sorted(colors, key=lambda color: -strategy.estimate_hand(hand, color))


def list_discards(round: TrickRound) -> Iterator[tuple[tuple[Card, ...], Trump]]:
    """Yield discards worth considering, each with the trump that it suits.

    For the trump if the bid has settled it, else for each of the two best colors: the rulebook player's discard, then every set of the
    seven number cards that are wanted least.
    """
    hand, nest = round.hands[round.turn or ""], round.rules.nest
    settled = round.trump if naming.is_bid(round) else None
    for trump in [settled] if settled is not None else rank_trumps(round)[:_MAX_TRUMPS]:
        usual = strategy.choose_discard(hand, nest, trump)
        yield usual, trump
        number_cards = sorted(
            (card for card in hand if card.is_number_card), key=lambda card: -_rate_discard(card, hand, trump)
        )
        if money_in(usual) or len(number_cards) <= nest.size:
            continue
        for cards in dict.fromkeys(combinations(number_cards[:_MAX_CARDS], nest.size)):
            if sorted(cards, key=hand.index) != sorted(usual, key=hand.index):
                yield cards, trump


def _rate_discard(card: Card, hand: tuple[Card, ...], trump: Trump) -> int:
    return strategy.rate_discard(card, sum(hand_card.color == card.color for hand_card in hand), trump)
