"""Claims: whether whoever is to lead takes all the tricks left, whatever the others hold and do."""

from collections import Counter
from collections.abc import Iterable

from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.rules.cards import BEAR, BULL, UNSEEN, AnyColor, Card, NoTrump
from mam.rules.tricks import find_color, find_strength


def plan_claim(view: View[Round]) -> tuple[Card, ...] | None:
    """Return the cards to lead, in this order, to take every trick that is left; None unless that is certain.

    The condition is sufficient, not necessary. The person leads from a hand without Bull and Bear, for money, and every
    card that has not been seen may be in any hand. A card takes the trick if it beats all that is out in its color, or
    once that color has been drawn: each lead draws a card at least, as everybody must follow. Trumps come first, and beside
    other colors they must draw all that are out. Where a hand lies half hidden not everybody must follow, and where
    trumps may not be led at any time they may come too late: there nothing is certain.
    """
    round = view.round
    if not isinstance(round, TrickRound) or not view.to_move or round.phase != "play" or round.trick is None:
        return None
    rules = round.rules
    hand = round.playable(round.turn or "")
    if round.trick.cards or not hand or rules.tricks.counts != "money":
        return None
    if rules.half_hidden_seats or rules.tricks.trump_break or {UNSEEN, BULL, BEAR} & set(hand):
        return None
    known_discards = [card for card in round.discarded or () if card != UNSEEN]
    out = [*(Counter(rules.pack) - Counter(round.played) - Counter(hand) - Counter(known_discards)).elements()]
    plan: list[Card] = []
    trump = round.trump
    colors = sorted({find_color(card, trump) for card in hand}, key=lambda color: (color != trump, str(color)))
    for color in colors:
        if color is None:
            return None  # a Tiger without trumps
        color_cards, against = _of_color(hand, color, round), _of_color(out, color, round)
        winner_count = sum(not against or _power(card, round) > _power(against[0], round) for card in color_cards)
        if winner_count < min(len(color_cards), len(against)):
            return None
        plan += color_cards
    drawn = len([card for card in plan if find_color(card, trump) == trump])
    trumps_out = 0 if trump is None or isinstance(trump, NoTrump) else len(_of_color(out, trump, round))
    return tuple(plan) if drawn == len(plan) or drawn >= trumps_out else None


def _of_color(cards: Iterable[Card], color: AnyColor, round: TrickRound) -> list[Card]:
    """Return the cards that count as this color, the strongest first."""
    return sorted(
        (card for card in cards if find_color(card, round.trump) == color), key=lambda card: -_power(card, round)
    )


def _power(card: Card, round: TrickRound) -> int:
    return find_strength(card, find_color(card, round.trump), round.trump)
