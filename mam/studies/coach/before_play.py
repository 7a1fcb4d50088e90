"""The coach's advice before the play: what to call, what to discard, which color to name."""

from mam.engine import strategy
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.rules.auction import find_high_bid
from mam.rules.cards import TIGER, AnyColor, Card, Color, money_in
from mam.rules.dealing import find_opposite_seat
from mam.rules.moves import Bid, Discard, NameTrump, Pass
from mam.studies.coach.advice import Advice, format_dollars

_GOOD_HAND = 200  # thousands of dollars
_OVER_PARTNER = 20  # how much more a hand must be worth than the bid over a partner


def _count(hand: tuple[Card, ...], color: AnyColor | None) -> int:
    return sum(card.color == color for card in hand)


def advise_call(view: View[TrickRound]) -> Advice:
    """Return the advice in the auction."""
    round, hand, you = view.round, view.hand, view.person or ""
    trump = strategy.choose_trump(round, hand)
    limit = strategy.find_bid_limit(strategy.estimate_hand(hand, trump), round.rules) // 5 * 5
    lowest = next((move for move in round.legal_moves if isinstance(move, Bid)), None)
    if lowest is None:
        return Advice(Pass(), "The bids have reached their limit.", "Pass: nobody may bid higher.", "limit")
    amount, high = format_dollars(lowest.amount), find_high_bid(round.calls)
    if Pass() not in round.legal_moves:
        if limit >= _GOOD_HAND:
            text = f"Your {trump.word} is good. Open low: you may raise later."
            return Advice(lowest, "You dealt, so you must open.", text, "open")
        text = f"Your hand is not strong: bid {amount}, the lowest."
        return Advice(lowest, "You dealt, so you must open.", text, "open low")
    partner = find_opposite_seat(round.rules.seats, you)
    if high and high[0] == partner and limit < lowest.amount + _OVER_PARTNER:
        cause = f"{round.rules.seat_names[partner]}, your partner, has the high bid."
        return Advice(Pass(), cause, "Pass. You play together, whoever made the bid.", "leave it to partner")
    if lowest.amount <= limit:
        cause = f"With {trump.word} as trump, your hand is worth {format_dollars(limit)}."
        return Advice(lowest, cause, f"Bid {amount}, the minimum.", "raise")
    cause = f"The next bid is {amount}. Your hand is worth about {format_dollars(limit)}."
    return Advice(Pass(), cause, "Pass. Your side still scores what it takes.", "pass")


def advise_discard(view: View[TrickRound]) -> Advice:
    """Return the advice with the nest in hand."""
    round, hand = view.round, view.hand
    trump = strategy.plan_trump(round)
    cards = strategy.choose_discard(hand, round.rules.nest, trump)
    remaining = tuple(card for card in hand if card not in cards)
    colors = {card.color for card in cards if card.color and card.color != trump}
    emptied = sorted(color.word for color in colors if not _count(remaining, color))
    tiger = ", and the Tiger" if TIGER in hand else ""
    cause = f"{trump.word} is your best color: {_count(hand, _color(trump))} cards{tiger}."
    if money_in(cards):
        text = "All number cards must go, then your smallest money."
        return Advice(Discard(cards), "You hold too few number cards.", text, "forced money")
    if emptied:
        pronoun = "it" if len(emptied) == 1 else "them"
        return Advice(
            Discard(cards), cause, f"Keep no {' and no '.join(emptied)}: then you can trump {pronoun}.", "empty a color"
        )
    return Advice(Discard(cards), cause, "Discard low number cards of your shortest colors.", "low cards")


def advise_trump(view: View[TrickRound]) -> Advice:
    """Return the advice after the discard."""
    trump, hand = strategy.plan_trump(view.round), view.hand
    count = _count(hand, _color(trump))
    is_longest = all(count >= _count(hand, color) for color in Color)
    reason = "your longest color" if is_longest else "your highest cards are there"
    cause = f"You hold {count} {trump.word} cards{' and the Tiger' if TIGER in hand else ''}."
    return Advice(NameTrump(trump), cause, f"Name {trump.word}: {reason}.", "trump")


def _color(trump: object) -> AnyColor | None:
    return trump if isinstance(trump, Color) else None
