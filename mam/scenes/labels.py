"""Moves, amounts and rulings as a scene spells them."""

from collections.abc import Iterable, Sequence
from typing import Any

from mam.rules.amounts import format_amount
from mam.rules.cards import UNSEEN, Card, NoTrump, Trump, format_cards
from mam.rules.editions import RuleSet, TrickGameRules
from mam.rules.moves import (
    Bid,
    BidTricks,
    CallCards,
    Discard,
    Draw,
    Exchange,
    Extend,
    Lay,
    Misdeal,
    Move,
    NameTrump,
    Pass,
    Play,
    Stop,
    Vote,
)
from mam.rules.rulings import Ruling

Scene = dict[str, Any]
NO_COLOR = "-"  # in the place of a color's letter: there is no trump


def unit_of(rules: RuleSet) -> str:
    """What is captured in this game: "money" in thousands of dollars, "points", or "tricks"."""
    return rules.tricks.counts if isinstance(rules, TrickGameRules) else "points"


def listed(words: Iterable[str], link: str = "and") -> str:
    """Words in a row as a sentence has them.

    >>> listed(["A"]), listed(["A", "B", "C"]), listed(["A", "B"], "or")
    ('A', 'A, B and C', 'A or B')
    """
    told = list(words)
    return f" {link} ".join([", ".join(told[:-1]), told[-1]] if len(told) > 1 else told)


def color_code(trump: Trump) -> str:
    """The letter by which a color or suit is drawn; a dash where there is no trump."""
    return NO_COLOR if isinstance(trump, NoTrump) else trump.value


def write_ruling(ruling: Ruling, kind: str, head: str, may: Sequence[Move] = ()) -> Scene:
    """A ruling as the panel shows it: headline, reason, what may be done instead, and the rule with its source."""
    return {
        "kind": kind,
        "head": head,
        "text": ruling.because or ruling.words,
        "short": ruling.title[0].lower() + ruling.title[1:],
        "may": [chip(move) for move in may],
        "cites": [cite(one) for one in (ruling, *ruling.beside)],
    }


def cite(ruling: Ruling) -> Scene:
    """A rule with its words and source."""
    words = f"{ruling.words} {ruling.other_reading}".rstrip()
    return {"id": ruling.id, "words": words, "source": ruling.source}


def chip(move: Move) -> Scene:
    """A move as a small button."""
    card = move.card.code if isinstance(move, Play) else None
    return {"text": card or button(move), "card": card, "move": str(move)}


def button(move: Move) -> str:
    """A move in as few words as fit on a button."""
    match move:
        case Bid():
            return call_words(move)
        case BidTricks():
            return call_words(move)
        case NameTrump():
            return move.color.word
        case Misdeal():
            return "New deal"
        case Vote():
            return "Show it to all" if move.yes else "Keep it closed"
        case Exchange():
            return "Exchange the Tiger"
        case CallCards():
            return f"Call {format_cards(move.cards) or 'nobody'}"
        case Draw():
            return "Draw a card"
        case Lay():
            return f"Lay {move.card.code}"
        case Extend():
            return move.word
        case Pass() | Play() | Stop() | Discard():
            return str(move).capitalize()


def call_words(call: Move) -> str:
    """A call as it stands in the table of the auction."""
    match call:
        case Bid():
            return str(call.amount) + (f" {call.color.word}" if call.color else "")
        case BidTricks():
            return "??" if call.count is None else str(call.count)
        case Misdeal():
            return "new deal"
        case _:
            return "pass"


def refusal(move: Move, unit: str = "money") -> str:
    """The headline over the ruling that refused a move: what was refused. The ruling says why.

    >>> refusal(Bid(183)), refusal(Pass())
    ('Refused: bid $183,000', 'Refused: pass')
    """
    match move:
        case Bid():
            color = f" in {move.color.word}" if move.color else ""
            named = f"bid {format_amount(move.amount, unit)}{color}"
        case BidTricks():
            named = f"bid {call_words(move)}"
        case Discard() | CallCards():
            verb = "discard" if isinstance(move, Discard) else "call"
            named = f"{verb} {cards_said(move.cards) or 'nothing'}"
        case NameTrump():
            named = f"trump {move.color.word}"
        case Play() | Lay():
            named = card_words(move.card)
        case Extend():
            named = f"{move.word.upper()} on line {move.line}"
        case _:
            named = button(move)
            named = named[0].lower() + named[1:]
    return f"Refused: {named}"


def card_words(card: Card) -> str:
    """How a card is called in a sentence: a letter by its letter.

    >>> card_words(Card("M")), card_words(Card("BULL"))
    ('The letter M', 'Bull')
    """
    return f"The letter {card.code}" if len(card.code) == 1 else card.words


def cards_said(cards: Sequence[Card]) -> str:
    """Cards as a sentence has them, or how many there are where they are not all seen.

    >>> from mam.text.notation import parse_hand
    >>> cards_said(parse_hand("R7 G4 BULL")), cards_said([UNSEEN])
    ('Red 7, Green 4 and the Bull', 'a card')
    """
    if UNSEEN in cards:
        return f"{len(cards)} cards" if len(cards) != 1 else "a card"
    return listed([card.named for card in cards])
