"""Moves and rulings as a scene spells them."""

from collections.abc import Sequence
from typing import Any

from mam.cards import dollars, show
from mam.moves import Bid, Discard, Move, NameTrump, Pass, Play
from mam.rulings import Ruling

Scene = dict[str, Any]


def write_ruling(ruling: Ruling, kind: str, head: str, may: Sequence[Move] = ()) -> Scene:
    """A ruling as the panel shows it: headline, reason, what may be done instead, and the rule with its source."""
    return {
        "kind": kind,
        "head": head,
        "text": ruling.because or ruling.words,
        "short": ruling.title[0].lower() + ruling.title[1:],
        "may": [chip(move) for move in may],
        "cites": [cite(ruling)],
    }


def cite(ruling: Ruling) -> Scene:
    """A rule with its words and source."""
    words = ruling.words + (f" Another reading: {ruling.alternative}" if ruling.alternative else "")
    return {"id": ruling.id, "words": words, "source": ruling.source}


def chip(move: Move) -> Scene:
    """A move as a small button."""
    card = move.card.code if isinstance(move, Play) else None
    return {"text": card or button(move), "card": card, "move": str(move)}


def button(move: Move) -> str:
    """A move in as few words as fit on a button."""
    match move:
        case Bid():
            return str(move.amount)
        case NameTrump():
            return move.colour.word
        case _:
            return str(move).capitalize()


def said(call: Move) -> str:
    """A call as it stands in the table of the auction."""
    return str(call.amount) if isinstance(call, Bid) else "pass"


def refusal(move: Move) -> str:
    """The headline over the ruling that refused a move."""
    match move:
        case Pass():
            return "You cannot pass now"
        case Bid():
            return f"{dollars(move.amount)} cannot be bid now"
        case Discard():
            return f"{show(move.cards) or 'Nothing'} cannot be put out"
        case NameTrump():
            return f"{move.colour.word} cannot be named now"
        case Play():
            return f"{move.card.words} cannot be played now"
