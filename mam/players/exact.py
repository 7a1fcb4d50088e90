"""The player of Exact Tricks: bids the tricks its cards should take, takes them early, and then avoids the rest."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.rules import tricks
from mam.rules.cards import Card, Trump
from mam.rules.moves import BidTricks, Move, Play


def exact_player(view: View[TrickRound], rng: Random) -> Move:
    """Return the bid or the card of a player who tries to take exactly as many tricks as it bid.

    It wants tricks while some are missing, and again once there are too many: then each counts one point. Raises ValueError
    when it is not this person's turn.

    >>> import mam
    >>> exact_player(mam.view(mam.start("exact-tricks", seed=7, dealer="D"), "A"), Random(1))
    tricks 3
    """
    round = view.round
    if not view.to_move or round.turn is None:
        raise ValueError(f"it is not {view.person or 'anybody'}'s turn: {round.name or 'nobody'} is to move")
    if round.phase == "sealed":
        return BidTricks(expect_tricks(round, round.hands[round.turn]))
    target = dict(round.sealed)[round.turn] or 0
    cards = [move.card for move in round.legal_moves if isinstance(move, Play)]
    return Play(_duck(round, cards) if round.captured[round.turn] == target else _take(round, cards))


def expect_tricks(round: TrickRound, hand: Sequence[Card]) -> int:
    """Return how many tricks a hand should take.

    Each card counts the probability that it is the best of as many random cards as there are players; over all hands these
    add up to the number of tricks.
    """
    rivals = len(round.rules.seats) - 1
    return int(sum(find_beaten_fraction(card, round.rules.pack, round.trump) ** rivals for card in hand) + 0.5)


def find_beaten_fraction(card: Card, pack: Sequence[Card], trump: Trump | None) -> float:
    """Return the fraction of the pack that this card beats if its own color, and that of each other card, had been led.

    >>> from mam.rules.cards import BEAR, PACK, TIGER, Color
    >>> round(find_beaten_fraction(TIGER, PACK, Color.RED), 2), find_beaten_fraction(BEAR, PACK, Color.RED)
    (0.98, 0.0)
    """
    strength = _strength(card, trump)
    return sum(_strength(rival, trump) < strength for rival in pack) / len(pack)


def _strength(card: Card, trump: Trump | None) -> int:
    return tricks.find_strength(card, card.color, trump)


def _take(round: TrickRound, cards: Sequence[Card]) -> Card:
    """Return the card most likely to take the trick, as weak as possible; the weakest if none can."""
    probabilities = {card: _find_probability(round, card) for card in cards}
    best = max(probabilities.values())
    candidates = [card for card in cards if not best or probabilities[card] == best]
    return min(candidates, key=lambda card: _strength(card, round.trump))


def _duck(round: TrickRound, cards: Sequence[Card]) -> Card:
    """Return the strongest of the cards least likely to take the trick."""
    probabilities = {card: _find_probability(round, card) for card in cards}
    safest_cards = [card for card in cards if probabilities[card] == min(probabilities.values())]
    return max(safest_cards, key=lambda card: _strength(card, round.trump))


def _find_probability(round: TrickRound, card: Card) -> float:
    """Return the probability that this card takes the trick if the next cards are any unseen ones; 0 if it is not winning now."""
    assert round.trick is not None
    table, rules, trump = (*round.trick.cards, card), round.rules.tricks, round.trump
    if tricks.find_winner(table, trump, rules) != len(table) - 1:
        return 0.0
    led_color, coming = tricks.find_led_color(table, trump, rules), len(round.trick.seats) - len(table)
    strength, unseen = tricks.find_strength(card, led_color, trump), round.unaccounted
    weaker = sum(tricks.find_strength(rival, led_color, trump) < strength for rival in unseen)
    return (weaker / len(unseen)) ** coming if unseen else 1.0
