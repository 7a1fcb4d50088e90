"""Explain a move in words: what it does on the table, and what the simulation says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import isnan
from typing import Any

from mam.analysis.alternatives import Alternative, GoTo
from mam.engine.strategy import find_known_side
from mam.games.round import Round, list_unaccounted
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.rules import tricks
from mam.rules.amounts import format_amount
from mam.rules.cards import BEAR, BULL, TIGER, UNSEEN, Card, format_count, money_in, remove_cards
from mam.rules.moves import Bid, Discard, Move, NameTrump, Pass, Play
from mam.support.messages import capitalize


def explain_alternative(view: View[Round], alternative: Alternative, row: Mapping[str, Any]) -> str:
    """Explain an alternative, from the position as this person sees it and its row in the table.

    >>> import mam
    >>> round = mam.make_position("make-a-million-1935", "N R40 B2 | E R30 B5 | S R1 B40 | W R2 B3", "B", bidder="N", bid=200)
    >>> view = mam.view(round, round.turn)
    >>> explain_alternative(view, (view.legal_moves[0],), {"made": 0.5, "money": 100.0})
    'leads money: Red 30; the opponents make the bid in 50% of simulated deals'
    """
    round = view.round
    parts = []
    if isinstance(round, TrickRound):
        parts = [_describe_action(round, alternative), *_describe_figures(round, view.person or "", alternative, row)]
    return "; ".join(part for part in parts if part) or f"expected gain {float(row.get('estimate', 0)):+.1f}".replace(
        "-", "−"
    )


def explain_difference(
    view: View[Round],
    best: Alternative,
    chosen: Alternative,
    best_row: Mapping[str, Any],
    chosen_row: Mapping[str, Any],
) -> list[str]:
    """Explain in sentences what the better alternative does, what the chosen one does, and what that changes.

    >>> import mam
    >>> round = mam.make_position("make-a-million-1935", "N R40 B2 | E R30 B5 | S R1 B40 | W R2 B3", "B", bidder="N", bid=200)
    >>> view = mam.view(round, round.turn)
    >>> high, low = ((move,) for move in view.legal_moves)
    >>> explain_difference(view, high, low, {"made": 0.2, "money": 80.0}, {"made": 0.5, "money": 60.0})
    ['Red 30 is money; Red 40 is still out.', 'Black 5 is a trump; Black 40 is still out.', 'The opponents make the bid in 20% of simulated deals instead of 50%.']
    """
    round = view.round
    if not isinstance(round, TrickRound):
        return []
    words = {alternative: _describe_choice(round, alternative) for alternative in (best, chosen)}
    sentences = [f"{name} {text}" for name, text in words.values() if text]
    if len({text for _, text in words.values()}) == 1:  # what both do explains nothing
        sentences = [_describe_saving(best[0], chosen[0])]
    sentences += _describe_change(round, view.person or "", best, chosen, best_row, chosen_row)
    return [f"{capitalize(text)}." for text in sentences if text]


def _describe_saving(best: Move | GoTo, chosen: Move | GoTo) -> str:
    """Describe which higher card is kept for later, where both cards do the same now."""
    if not (isinstance(best, Play) and isinstance(chosen, Play) and best.card.color == chosen.card.color is not None):
        return ""
    return f"{best.card.named} does the same and keeps {chosen.card.named}" if best.card.rank < chosen.card.rank else ""


def _describe_choice(round: TrickRound, alternative: Alternative) -> tuple[str, str]:
    """Return the name of a choice and what it does; neither for a bid."""
    match alternative[0]:
        case Play() as play:
            return play.card.named, _describe_card(round, play.card)
        case Discard() as discard:
            cards = " ".join(card.code for card in discard.cards)
            return f"discarding {cards}", _describe_discard(round, discard.cards)
        case NameTrump() as named:
            return f"{named.color.word}:", _describe_action(round, alternative)
    return "", ""


def _describe_card(round: TrickRound, card: Card) -> str:
    """Describe a card that is played, and what can still beat it."""
    assert round.trick is not None
    if round.trick.cards:
        action = _describe_play(round, card)
    elif card in (BULL, BEAR):
        return "captures nothing when led"
    else:
        is_trump = card == TIGER or card.color == round.trump
        action = f"is {'a trump' if is_trump else _describe_kind(round, card)}"
    return action + _describe_threat(round, card)


_FEW_CARDS = 2  # that are named one by one


def _describe_threat(round: TrickRound, card: Card) -> str:
    """Describe which cards of its own color, still unseen, beat a card that would capture; empty if it cannot be beaten."""
    assert round.trick is not None
    laid, rules = round.trick.cards, round.rules.tricks
    place = len(laid)
    is_last = place + 1 == len(round.trick.seats)
    if is_last or tricks.find_winner((*laid, card), round.trump, rules) != place:
        return ""
    is_trump = card == TIGER or card.color == round.trump
    higher = [
        unseen_card
        for unseen_card in _list_unseen(round)
        if (is_trump or unseen_card.color == card.color)
        and tricks.find_winner((*laid, card, unseen_card), round.trump, rules) == place + 1
    ]
    if higher and len(higher) <= _FEW_CARDS:
        return f"; {' and '.join(higher_card.named for higher_card in higher)} {'is' if len(higher) == 1 else 'are'} still out"
    if higher:
        return f"; {len(higher)} cards that beat it are still out"
    if is_trump:
        return " and cannot be beaten"
    return f" and {'' if not laid else 'is '}the highest {getattr(card.color, 'word', '')} left"


def _list_unseen(round: TrickRound) -> tuple[Card, ...]:
    """List the cards that this view does not know."""
    hand_cards = [card for hand in round.hands.values() for card in hand]
    known_cards = [card for card in (*hand_cards, *round.played, *round.nest) if card != UNSEEN]
    return list_unaccounted(round.rules.pack, known_cards)


def _describe_change(
    round: TrickRound,
    person: str,
    best: Alternative,
    chosen: Alternative,
    best_row: Mapping[str, Any],
    chosen_row: Mapping[str, Any],
) -> list[str]:
    """Describe how the better alternative changes the chance of the bid, or the money captured."""
    pairs = ((best, best_row), (chosen, chosen_row))
    if round.phase == "auction":
        figures = []
        for alternative, row in pairs:
            trump = getattr(alternative[0], "trump", None)
            for text in _describe_figures(round, person, alternative, row):
                figures.append(f"in {trump.word}, {text}" if trump else text)
        return figures
    better, worse = (float(row["made"]) for _, row in pairs)
    if round.bidder is not None and abs(better - worse) >= 0.01:
        return [f"{text} instead of {100 * worse:.0f}%" for text in _describe_figures(round, person, best, best_row)]
    gain = float(best_row["money"]) - float(chosen_row["money"])
    if round.rules.tricks.counts == "money" and gain >= 1:
        return [f"your side captures {_format_amount(round, gain)} more on average"]
    return []


def _describe_action(round: TrickRound, alternative: Alternative) -> str:
    """Describe what the move does on the table."""
    match alternative[0]:
        case Play() as play:
            return _describe_play(round, play.card, "if nobody plays higher")
        case Discard() as discard:
            return _describe_discard(round, discard.cards)
        case NameTrump() as name_trump:
            cards = [card for card in round.hands[round.turn or ""] if card.color == name_trump.color]
            return f"{format_count(len(cards), 'trump')}{_describe_money(round, cards)}" if cards else "void in trump"
        case Pass():
            return "leaves the auction to the others"
        case GoTo() as limit:
            return f"worth bidding up to {round.rules.auction.format_amount(limit.limit)}"
    return ""


def _describe_money(round: TrickRound, cards: Sequence[Card]) -> str:
    """Describe the money on these cards, in games where cards count."""
    return "" if round.rules.tricks.counts == "tricks" else f" with {_format_amount(round, money_in(cards))}"


def _describe_play(round: TrickRound, card: Card, unless_last: str = "") -> str:
    """Describe what a card does; `unless_last` is added where it would capture the trick and others still play to it."""
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
        return f"{text} {unless_last}" if unless_last and not last else text
    if card.money and rules.counts != "tricks":
        return f"gives {_format_amount(round, card.money)} to {'the opponents' if opponent_wins else 'your side'}"
    return "plays low" if opponent_wins else "leaves the trick to your side"


def _describe_discard(round: TrickRound, cards: tuple[Card, ...]) -> str:
    hand = remove_cards(round.hands[round.turn or ""], cards)
    counts = Counter(card.color for card in hand if card.color is not None)
    void = [card.color.word for card in dict.fromkeys(cards) if card.color is not None and not counts[card.color]]
    parts = [f"makes you void in {' and '.join(dict.fromkeys(void))}"] if void else []
    if money_in(cards):
        parts.append(f"discards {_format_amount(round, money_in(cards))}")
    longest, length = counts.most_common(1)[0]
    left = f"leaves you {format_count(length, f'{longest.word} card' if longest else 'card')}"
    return f"{', '.join(parts)} and {left}" if parts else left


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
    return "money" if round.rules.tricks.counts == "money" else format_count(card.money, "point")


def _format_amount(round: TrickRound, amount: float) -> str:
    """Return an amount as this game counts: an average of money to the nearest thousand."""
    return format_amount(amount, round.rules.tricks.counts, digits=0)
