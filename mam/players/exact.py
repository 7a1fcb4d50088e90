"""The player of exact tricks: bids the tricks its cards should bring, takes them early, and then keeps out of the way."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.rules import tricks
from mam.rules.cards import Card, Trump
from mam.rules.moves import BidTricks, Move, Play


def exact_player(view: View[TrickRound], rng: Random) -> Move:
    """The bid, or the card, of a player who means to take exactly as many tricks as it bid.

    It wants tricks as long as some are missing, and again when there are too many already: then each counts one point. Raises
    ValueError when somebody else is to move.

    >>> import mam
    >>> exact_player(mam.view(mam.start("exact-tricks", seed=7, dealer="D"), "A"), Random(1))
    tricks 3
    """
    round = view.round
    if not view.to_move or round.turn is None:
        raise ValueError(f"it is not {view.person or 'anybody'}'s turn: {round.name or 'nobody'} is to move")
    if round.phase == "sealed":
        return BidTricks(expect_tricks(round, round.hands[round.turn]))
    wanted = dict(round.sealed)[round.turn] or 0
    cards = [move.card for move in round.moves() if isinstance(move, Play)]
    return Play(_duck(round, cards) if round.captured[round.turn] == wanted else _take(round, cards))


def expect_tricks(round: TrickRound, hand: Sequence[Card]) -> int:
    """How many tricks a hand should bring: each card counts the chance that it is the best of as many cards as there are
    players, taken from the pack at random; over all hands that makes as many tricks as there are.
    """
    others = len(round.rules.seats) - 1
    return int(sum(beaten_fraction(card, round.rules.pack, round.trump) ** others for card in hand) + 0.5)


def beaten_fraction(card: Card, pack: Sequence[Card], trump: Trump | None) -> float:
    """The share of the pack that this card would beat if its own color, and that of each other card, had been led.

    >>> from mam.rules.cards import BEAR, PACK, TIGER, Color
    >>> round(beaten_fraction(TIGER, PACK, Color.RED), 2), beaten_fraction(BEAR, PACK, Color.RED)
    (0.98, 0.0)
    """
    own = _strength(card, trump)
    return sum(_strength(other, trump) < own for other in pack) / len(pack)


def _strength(card: Card, trump: Trump | None) -> int:
    return tricks.strength(card, card.color, trump)


def _take(round: TrickRound, cards: Sequence[Card]) -> Card:
    """The card most likely to take the trick, as cheap as possible; the weakest where none can."""
    chances = {card: _chance(round, card) for card in cards}
    best = max(chances.values())
    able = [card for card in cards if not best or chances[card] == best]
    return min(able, key=lambda card: _strength(card, round.trump))


def _duck(round: TrickRound, cards: Sequence[Card]) -> Card:
    """The strongest of those cards that take the trick least."""
    chances = {card: _chance(round, card) for card in cards}
    safe = [card for card in cards if chances[card] == min(chances.values())]
    return max(safe, key=lambda card: _strength(card, round.trump))


def _chance(round: TrickRound, card: Card) -> float:
    """The chance that this card takes the trick if the cards still to come are any of those not seen; 0 if it does not
    capture as things stand.
    """
    assert round.trick is not None
    laid, rules, trump = (*round.trick.cards, card), round.rules.tricks, round.trump
    if tricks.find_winner(laid, trump, rules) != len(laid) - 1:
        return 0.0
    led, coming = tricks.led_color(laid, trump, rules), len(round.trick.seats) - len(laid)
    own, unseen = tricks.strength(card, led, trump), round.unaccounted
    below = sum(tricks.strength(other, led, trump) < own for other in unseen)
    return (below / len(unseen)) ** coming if unseen else 1.0
