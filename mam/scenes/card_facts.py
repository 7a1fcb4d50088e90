"""What each card of a scene is: its name, color, rank and money."""

from collections.abc import Iterator

from mam.rules.amounts import format_amount
from mam.rules.cards import BEAR, BULL, UNSEEN, Card, Suit
from mam.rules.editions import RuleSet, TrickGameRules
from mam.rules.tricks import Trick, TrickRules
from mam.scenes.schema import CardFacts

_USUAL = TrickRules()


def label_card(card: Card) -> str:
    """Return what a person calls a card.

    >>> label_card(Card("R40")), label_card(Card("M")), label_card(UNSEEN)
    ('Red 40', 'Letter M', 'card, face down')
    """
    if card == UNSEEN:
        return "card, face down"
    return f"Letter {card.code}" if len(card.code) == 1 else card.words


def describe_card(card: Card, rules: TrickRules = _USUAL) -> str:
    """Return a card's name with what it is worth or does by these rules.

    >>> describe_card(Card("R40")), describe_card(Card("HJ")), describe_card(Card("M")), describe_card(UNSEEN)
    ('Red 40, money, $40,000', 'Jack of Hearts, 2 points', 'Letter M', 'Card, face down')
    """
    if card == UNSEEN:
        return "Card, face down"
    if card == BULL:
        return f"Bull, {rules.bull_verb} the money of its trick"
    if card == BEAR:
        return "Bear, makes its trick worth nothing"
    name = label_card(card)
    if not card.money:
        return name
    if isinstance(card.color, Suit):
        return f"{name}, {format_amount(card.money, 'points')}"
    return f"{name}, money, {format_amount(card.money)}"


def list_card_facts(parts: object, rules: RuleSet) -> dict[str, CardFacts]:
    """Return the facts of every card of the pack that these parts of a scene name, by its code."""
    cards = {card.code: card for card in (*rules.pack, UNSEEN)}
    codes = dict.fromkeys(text for text in _texts(parts) if text in cards)
    tricks = rules.tricks if isinstance(rules, TrickGameRules) else _USUAL
    return {code: list_facts(cards[code], tricks) for code in codes}


def list_facts(card: Card, rules: TrickRules = _USUAL) -> CardFacts:
    """Return what a card is by these rules.

    >>> facts = list_facts(Card("R40"))
    >>> facts["name"], facts["color"], facts["rank"], facts["money"], facts["points"]
    ('Red 40', 'R', '40', 40, 0)
    """
    color = card.color.value if card.color else ""
    is_suit = isinstance(card.color, Suit)
    return {
        "name": label_card(card),
        "description": describe_card(card, rules),
        "color": color,
        "rank": card.code.removeprefix(color) if color else "",
        "money": 0 if is_suit else card.money,
        "points": card.money if is_suit else 0,
        "effect": Trick((), (card,), rules=rules).effect,
    }


def _texts(part: object) -> Iterator[str]:
    """Return all texts within plain data."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict):
        for value in part.values():
            yield from _texts(value)
    elif isinstance(part, list):
        for value in part:
            yield from _texts(value)
