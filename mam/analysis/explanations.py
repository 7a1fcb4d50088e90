"""Why a move is good or bad, in words: what it does on the table, and what the figures say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import isnan
from typing import Any

from mam.analysis.trials import Alternative, GoTo
from mam.engine.strategy import known_side
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.rules import tricks
from mam.rules.amounts import format_amount
from mam.rules.cards import BEAR, BULL, TIGER, Card, counted, money_in, without
from mam.rules.moves import Bid, Discard, NameTrump, Pass, Play


def because(view: View[Round], alternative: Alternative, row: Mapping[str, Any]) -> str:
    """A sentence about an alternative, from the position as this person sees it and its row in the table.

    >>> import mam
    >>> round = mam.make_position("make-a-million-1935", "N R40 B2 | E R30 B5 | S R1 B40 | W R2 B3", "B", bidder="N")
    >>> seen = mam.view(round, round.turn)
    >>> because(seen, (view_move := seen.moves()[0],), {"made": 0.5, "money": 100.0})
    'leads money: Red 30; they make the bid in 50 % of the worlds'
    """
    round = view.round
    parts = []
    if isinstance(round, TrickRound):
        parts = [_deed(round, alternative), *_figures(round, view.person or "", alternative, row)]
    return (
        "; ".join(part for part in parts if part)
        or f"{float(row.get('estimate', 0)):+.1f} against the others on average"
    )


def _deed(round: TrickRound, alternative: Alternative) -> str:
    """What is done on the table."""
    match alternative[0]:
        case Play() as play:
            return _playing(round, play.card)
        case Discard() as discard:
            return _discarding(round, discard.cards)
        case NameTrump() as named:
            cards = [card for card in round.hands[round.turn or ""] if card.color == named.color]
            return f"{counted(len(cards), 'trump')}{_with(round, cards)}" if cards else "no trump of its own"
        case Pass():
            return "leaves the bid to the others"
        case GoTo() as limit:
            return f"bids on, {round.rules.auction.format_amount(limit.most)} at most"
    return ""


def _with(round: TrickRound, cards: Sequence[Card]) -> str:
    """What these cards count, where cards count anything."""
    return "" if round.rules.tricks.counts == "tricks" else f" with {_amount(round, money_in(cards))}"


def _playing(round: TrickRound, card: Card) -> str:
    assert round.trick is not None and round.turn is not None
    laid, rules, trump = round.trick.cards, round.rules.tricks, round.trump
    if not laid:
        if card in (BULL, BEAR):
            return f"leads the {card.words}, which captures nothing"
        kind = "a trump" if card == TIGER or card.color == trump else _kind(round, card)
        return f"leads {kind}: {card.words}"
    winner = tricks.find_winner(laid, trump, rules)
    own = known_side(round, round.turn)
    theirs = winner is not None and round.trick.seats[winner] not in own
    if card == BULL:
        return "doubles a trick that the others hold" if theirs else "doubles a trick of the own side"
    if card == BEAR:
        return "makes the others' trick worthless" if theirs else "makes the own side's trick worthless"
    there = _amount(round, money_in(laid)) if rules.counts != "tricks" and money_in(laid) else ""
    if tricks.find_winner((*laid, card), trump, rules) == len(laid):
        last = len(laid) + 1 == len(round.trick.seats)
        what = f"captures {there}" if there else "captures"
        return what if last else f"{what}, if nobody plays higher"
    gives = f"gives {_amount(round, card.money)} to " if card.money and rules.counts != "tricks" else ""
    if gives:
        return gives + ("the others" if theirs else "the own side")
    return "follows low" if theirs else "leaves the trick with the own side"


def _discarding(round: TrickRound, cards: tuple[Card, ...]) -> str:
    hand = without(round.hands[round.turn or ""], cards)
    left = Counter(card.color for card in hand if card.color is not None)
    gone = [one.color.word for one in dict.fromkeys(cards) if one.color is not None and not left[one.color]]
    said = [f"empties {' and '.join(dict.fromkeys(gone))}"] if gone else []
    if money_in(cards):
        said.append(f"puts out {_amount(round, money_in(cards))}")
    longest, length = left.most_common(1)[0]
    return ", ".join([*said, f"keeps {length} {getattr(longest, 'word', '')}"])


def _figures(round: TrickRound, person: str, alternative: Alternative, row: Mapping[str, Any]) -> list[str]:
    """What the worlds say."""
    made, money = float(row["made"]), float(row["money"])
    first = alternative[0]
    spelled = round.rules.auction.format_amount
    if isinstance(first, GoTo | Bid):
        if isnan(made):
            return []
        amount = first.most if isinstance(first, GoTo) else first.amount
        return [f"{spelled(amount)} or more in {100 * made:.0f} % of the worlds, {_amount(round, money)} on average"]
    if isnan(made) or round.bidder is None:
        return []
    ours = person in round.sides[round.side_of(round.bidder)]
    said = "the bid is made" if ours else "they make the bid"
    return [f"{said} in {100 * made:.0f} % of the worlds"]


def _kind(round: TrickRound, card: Card) -> str:
    if not card.money or round.rules.tricks.counts == "tricks":
        return "a plain card"
    return "money" if round.rules.tricks.counts == "money" else counted(card.money, "point")


def _amount(round: TrickRound, amount: float) -> str:
    """Return an amount as this game counts: an average of money to the nearest thousand."""
    return format_amount(amount, round.rules.tricks.counts, digits=0)
