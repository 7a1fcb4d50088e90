"""Moves, amounts and rulings as a scene spells them."""

from collections.abc import Iterable, Sequence
from typing import Any

from mam.cards import UNSEEN, Card, NoTrump, Trump, dollars, show
from mam.editions import RuleSet, TrickGame
from mam.moves import (
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
from mam.rulings import Ruling

Scene = dict[str, Any]
NO_COLOUR = "-"  # in the place of a colour's letter: there is no trump


def unit_of(rules: RuleSet) -> str:
    """What is captured in this game: "money" in thousands of dollars, "points", or "tricks"."""
    return rules.tricks.counts if isinstance(rules, TrickGame) else "points"


def spell(amount: int, unit: str) -> str:
    """An amount of money, points or tricks in full.

    >>> spell(175, "money"), spell(1, "points"), spell(3, "tricks")
    ('$175,000', '1 point', '3 tricks')
    """
    return dollars(amount) if unit == "money" else f"{amount} {unit if amount != 1 else unit[:-1]}"


def brief(amount: int, unit: str) -> str:
    """An amount where there is little room.

    >>> brief(175, "money"), brief(4, "points")
    ('$175k', '4')
    """
    return f"${amount}k" if unit == "money" else str(amount)


def listed(words: Iterable[str], link: str = "and") -> str:
    """Words in a row as a sentence has them.

    >>> listed(["A"]), listed(["A", "B", "C"]), listed(["A", "B"], "or")
    ('A', 'A, B and C', 'A or B')
    """
    told = list(words)
    return f" {link} ".join([", ".join(told[:-1]), told[-1]] if len(told) > 1 else told)


def colour_code(trump: Trump) -> str:
    """The letter by which a colour or suit is drawn; a dash where there is no trump."""
    return NO_COLOUR if isinstance(trump, NoTrump) else trump.value


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
            return move.colour.word
        case Misdeal():
            return "New deal"
        case Vote():
            return "Show it to all" if move.yes else "Keep it closed"
        case Exchange():
            return "Exchange the Tiger"
        case CallCards():
            return f"Call {show(move.cards) or 'nobody'}"
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
            return str(call.amount) + (f" {call.colour.word}" if call.colour else "")
        case BidTricks():
            return "??" if call.count is None else str(call.count)
        case Misdeal():
            return "new deal"
        case _:
            return "pass"


def refusal(move: Move, unit: str = "money") -> str:
    """The headline over the ruling that refused a move."""
    match move:
        case Pass():
            return "You cannot pass now"
        case Bid():
            colour = f" on {move.colour.word}" if move.colour else ""
            return f"{spell(move.amount, unit)}{colour} cannot be bid now"
        case BidTricks():
            return f"{call_words(move)} tricks cannot be bid now"
        case Misdeal():
            return "No new deal can be called for now"
        case Vote():
            return "There is no vote now"
        case Discard():
            return f"{_capital(cards_said(move.cards) or 'nothing')} cannot be put out"
        case NameTrump():
            return f"{move.colour.word} cannot be named now"
        case Exchange():
            return "Nothing is exchanged now"
        case CallCards():
            return f"{_capital(cards_said(move.cards) or 'nothing')} cannot be called"
        case Play():
            return f"{card_words(move.card)} cannot be played now"
        case Draw():
            return "You cannot draw now"
        case Stop():
            return "You cannot stop now"
        case Lay():
            return f"{move.card.code} cannot begin a word now"
        case Extend():
            return f"{move.word.upper()} cannot be made on line {move.line}"


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]


def card_words(card: Card) -> str:
    """How a card is called in a sentence: a letter by its letter.

    >>> card_words(Card("M")), card_words(Card("BULL"))
    ('The letter M', 'Bull')
    """
    return f"The letter {card.code}" if len(card.code) == 1 else card.words


def cards_said(cards: Sequence[Card]) -> str:
    """Cards as a sentence has them, or how many there are where they are not all seen.

    >>> from mam.notation import parse_hand
    >>> cards_said(parse_hand("R7 G4 BULL")), cards_said([UNSEEN])
    ('Red 7, Green 4 and the Bull', 'a card')
    """
    if UNSEEN in cards:
        return f"{len(cards)} cards" if len(cards) != 1 else "a card"
    return listed([card.named for card in cards])
