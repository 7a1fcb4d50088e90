"""What the coach says: a move with its cause and what follows from it."""

from dataclasses import dataclass

from mam.rules.amounts import format_amount
from mam.rules.cards import Card
from mam.rules.moves import Move, Play


@dataclass(frozen=True)
class Advice:
    """The recommended move; `cause` is what the table shows, `text` what follows from it, `rule` the rule that fits."""

    move: Move
    cause: str
    text: str
    rule: str


def advise_card(card: Card, cause: str, text: str, rule: str) -> Advice:
    """Return the advice to play a card."""
    return Advice(Play(card), cause, text, rule)


def format_dollars(amount: int) -> str:
    """Return an amount in full."""
    return format_amount(amount, "money")


def name_card(card: Card) -> str:
    """Return a card as a sentence names it: "Red 40", "the Tiger"."""
    return f"{card.color.word} {card.rank}" if card.color else f"the {card.words}"
