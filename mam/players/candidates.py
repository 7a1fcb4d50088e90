"""What is worth trying, out of hundreds of discards: the few that a player would think of."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from mam.engine import strategy
from mam.games.phases import trump as naming
from mam.games.trick_round import TrickRound
from mam.rules.cards import Card, NoTrump, Trump, money_in

_SPARE = 7  # of how many plain cards all discards are tried
_TRUMPS = 2  # with how many trumps


def rank_trumps(round: TrickRound) -> list[Trump]:
    """The colors that the seat to move may name, the richest of its hand first.

    >>> import mam
    >>> rank_trumps(mam.start("make-a-million-1935", seed=7))
    [Y, R, B, G]
    """
    hand = round.hands[round.turn or ""]
    colors = (move.color for move in naming.candidates(round) if not isinstance(move.color, NoTrump))
    return sorted(colors, key=lambda one: -strategy.estimate_hand(hand, one))


def list_discards(round: TrickRound) -> Iterator[tuple[tuple[Card, ...], Trump]]:
    """Discards worth trying, each with the trump it is made for: all sets of the seven plain cards that are wanted least, for
    the trump that is settled or each of the two richest colors; the rulebook player's own comes first.
    """
    hand, nest = round.hands[round.turn or ""], round.rules.nest
    for trump in [round.trump] if round.trump is not None else rank_trumps(round)[:_TRUMPS]:
        usual = strategy.choose_discard(hand, nest, trump)
        yield usual, trump
        plain = sorted((card for card in hand if card.is_plain), key=lambda card: -_parting(card, hand, trump))
        if money_in(usual) or len(plain) <= nest.size:
            continue
        for cards in dict.fromkeys(combinations(plain[:_SPARE], nest.size)):
            if sorted(cards, key=hand.index) != sorted(usual, key=hand.index):
                yield cards, trump


def _parting(card: Card, hand: tuple[Card, ...], trump: Trump) -> int:
    return strategy.rate_discard(card, sum(one.color == card.color for one in hand), trump)
