"""Explain a move in words: what it does on the table, and what the simulation says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import isnan
from typing import Any

from mam.analysis.trials import Alternative, GoTo
from mam.engine.strategy import find_known_side
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.rules import tricks
from mam.rules.amounts import format_amount
from mam.rules.cards import BEAR, BULL, TIGER, Card, counted, money_in, without
from mam.rules.moves import Bid, Discard, NameTrump, Pass, Play


def explain_alternative(view: View[Round], alternative: Alternative, row: Mapping[str, Any]) -> str:
    """Explain an alternative, from the position as this person sees it and its row in the table.

    >>> import mam
    >>> round = mam.make_position("make-a-million-1935", "N R40 B2 | E R30 B5 | S R1 B40 | W R2 B3", "B", bidder="N")
    >>> seen = mam.view(round, round.turn)
    >>> explain_alternative(seen, (seen.legal_moves[0],), {"made": 0.5, "money": 100.0})
    'leads money: Red 30; the opponents make the bid in 50% of simulated deals'
    """
    round = view.round
    parts = []
    if isinstance(round, TrickRound):
        parts = [_describe_action(round, alternative), *_describe_figures(round, view.person or "", alternative, row)]
    return "; ".join(part for part in parts if part) or f"expected gain {float(row.get('estimate', 0)):+.1f}"


def _describe_action(round: TrickRound, alternative: Alternative) -> str:
    """Describe what the move does on the table."""
    match alternative[0]:
        case Play() as play:
            return _describe_play(round, play.card)
        case Discard() as discard:
            return _describe_discard(round, discard.cards)
        case NameTrump() as name_trump:
            cards = [card for card in round.hands[round.turn or ""] if card.color == name_trump.color]
            return f"{counted(len(cards), 'trump')}{_describe_money(round, cards)}" if cards else "void in trump"
        case Pass():
            return "leaves the auction to the others"
        case GoTo() as limit:
            return f"worth bidding up to {round.rules.auction.format_amount(limit.limit)}"
    return ""


def _describe_money(round: TrickRound, cards: Sequence[Card]) -> str:
    """Describe the money on these cards, in games where cards count."""
    return "" if round.rules.tricks.counts == "tricks" else f" with {_format_amount(round, money_in(cards))}"


def _describe_play(round: TrickRound, card: Card) -> str:
    assert round.trick is not None and round.turn is not None
    laid, rules, trump = round.trick.cards, round.rules.tricks, round.trump
    if not laid:
        if card in (BULL, BEAR):
            return f"leads the {card.words}, which captures nothing"
        kind = "a trump" if card == TIGER or card.color == trump else _describe_kind(round, card)
        return f"leads {kind}: {card.words}"
    winner = tricks.find_winner(laid, trump, rules)
    side = find_known_side(round, round.turn)
    opponent_wins = winner is not None and round.trick.seats[winner] not in side
    if card == BULL:
        return f"{rules.bull_verb} a trick that {'the opponents are' if opponent_wins else 'your side is'} winning"
    if card == BEAR:
        return "makes the opponents' trick worthless" if opponent_wins else "makes your side's trick worthless"
    money = _format_amount(round, money_in(laid)) if rules.counts != "tricks" and money_in(laid) else ""
    if tricks.find_winner((*laid, card), trump, rules) == len(laid):
        last = len(laid) + 1 == len(round.trick.seats)
        text = f"captures {money}" if money else "wins the trick"
        return text if last else f"{text} if nobody plays higher"
    if card.money and rules.counts != "tricks":
        return f"gives {_format_amount(round, card.money)} to {'the opponents' if opponent_wins else 'your side'}"
    return "plays low" if opponent_wins else "leaves the trick to your side"


def _describe_discard(round: TrickRound, cards: tuple[Card, ...]) -> str:
    hand = without(round.hands[round.turn or ""], cards)
    counts = Counter(card.color for card in hand if card.color is not None)
    void = [card.color.word for card in dict.fromkeys(cards) if card.color is not None and not counts[card.color]]
    parts = [f"makes you void in {' and '.join(dict.fromkeys(void))}"] if void else []
    if money_in(cards):
        parts.append(f"discards {_format_amount(round, money_in(cards))}")
    longest, length = counts.most_common(1)[0]
    return ", ".join([*parts, f"keeps {length} {getattr(longest, 'word', '')}"])


def _describe_figures(round: TrickRound, person: str, alternative: Alternative, row: Mapping[str, Any]) -> list[str]:
    """Describe what the simulated deals show."""
    proportion, money = float(row["made"]), float(row["money"])
    first = alternative[0]
    format_bid = round.rules.auction.format_amount
    if isinstance(first, GoTo | Bid):
        if isnan(proportion):
            return []
        amount = first.limit if isinstance(first, GoTo) else first.amount
        average = _format_amount(round, money)
        return [
            f"your side captures {format_bid(amount)} or more in {100 * proportion:.0f}% of simulated deals ({average} on average)"
        ]
    if isnan(proportion) or round.bidder is None:
        return []
    is_bidding_side = person in round.sides[round.side_of(round.bidder)]
    makes = "your side makes the bid" if is_bidding_side else "the opponents make the bid"
    return [f"{makes} in {100 * proportion:.0f}% of simulated deals"]


def _describe_kind(round: TrickRound, card: Card) -> str:
    if not card.money or round.rules.tricks.counts == "tricks":
        return "a number card"
    return "money" if round.rules.tricks.counts == "money" else counted(card.money, "point")


def _format_amount(round: TrickRound, amount: float) -> str:
    """Return an amount as this game counts: an average of money to the nearest thousand."""
    return format_amount(amount, round.rules.tricks.counts, digits=0)
