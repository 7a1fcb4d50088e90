"""What moves and cards are called: on a button, as an instruction, and in a sentence."""

from collections.abc import Mapping, Sequence

from mam.rules.amounts import format_amount
from mam.rules.cards import UNSEEN, Card, NoTrump, format_cards, join_words, name_trump
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
from mam.support.messages import capitalize


def name_card(card: Card) -> str:
    """Return what a card is called in a sentence: a letter by its letter.

    >>> name_card(Card("M")), name_card(Card("BULL"))
    ('the letter M', 'Bull')
    """
    return f"the letter {card.code}" if len(card.code) == 1 else card.words


def name_cards(cards: Sequence[Card]) -> str:
    """Return cards as a sentence has them, or how many there are if one of them is unseen.

    >>> from mam.text.notation import parse_hand
    >>> name_cards(parse_hand("R7 G4 BULL")), name_cards([UNSEEN])
    ('Red 7, Green 4 and the Bull', 'a card')
    """
    if UNSEEN in cards:
        return f"{len(cards)} cards" if len(cards) != 1 else "a card"
    return join_words(card.named for card in cards)


def label_call(call: Move) -> str:
    """Return a call as the list of calls has it, its amount in thousands.

    >>> label_call(Bid(175)), label_call(Pass())
    ('175', 'pass')
    """
    match call:
        case Bid():
            return str(call.amount) + (f" {call.color.word}" if call.color else "")
        case BidTricks():
            return "??" if call.count is None else str(call.count)
        case Misdeal():
            return "new deal"
        case _:
            return "pass"


def label_move(move: Move) -> str:
    """Return a move in as few words as fit on a button.

    >>> label_move(Pass()), label_move(Vote(True)), label_move(Draw())
    ('Pass', 'Show it', 'Draw a card')
    """
    match move:
        case Bid() | BidTricks():
            return label_call(move)
        case NameTrump():
            return move.color.word
        case Misdeal():
            return "New deal"
        case Vote():
            return "Show it" if move.yes else "Keep it hidden"
        case Exchange():
            return "Ask for the Tiger"
        case CallCards():
            return f"Call {format_cards(move.cards) or 'nobody'}"
        case Discard():
            return f"Discard {format_cards(move.cards)}"
        case Play():
            return f"Play {move.card.code}"
        case Extend():
            return move.word
    return capitalize(phrase_move(move))


def phrase_move(move: Move, unit: str = "money", nest: str = "nest") -> str:
    """Return a move as an instruction, in full.

    >>> from mam.text.notation import parse_move
    >>> phrase_move(Bid(200)), phrase_move(parse_move("discard R4 Y4 G8"))
    ('bid $200,000', 'discard Red 4, Yellow 4 and Green 8')
    """
    return " ".join(filter(None, _choose_words(move, unit, nest)))


def _choose_words(move: Move, unit: str, nest: str) -> tuple[str, str]:
    """Return the verb of a move, and what follows it."""
    match move:
        case Bid():
            color = f" on {move.color.word}" if move.color else ""
            return "bid", f"{format_amount(move.amount, unit)}{color}"
        case Pass():
            return "pass", ""
        case Misdeal():
            return "ask", "for a new deal"
        case BidTricks():
            return "bid", "" if move.count is None else format_amount(move.count, "tricks")
        case Vote():
            return "vote", f"{'for' if move.yes else 'against'} showing the {nest}"
        case Discard():
            return "discard", name_cards(move.cards)
        case NameTrump():
            return "name", name_trump(move.color) + ("" if isinstance(move.color, NoTrump) else " as trump")
        case CallCards():
            return "call", name_cards(move.cards) or "nobody"
        case Exchange():
            return "ask", "for the Tiger"
        case Play():
            return "play", name_card(move.card)
        case Draw():
            return "draw", "a card"
        case Stop():
            return "stop", ""
        case Lay():
            return "start", f"a word with {move.card.code}"
        case Extend():
            return "make", f"{move.word.upper()} on line {move.line}"


def describe_move(move: Move, mover: str, unit: str, names: Mapping[str, str], nest: str = "nest") -> str:
    """Return a move as a sentence about the person who makes it.

    >>> describe_move(Bid(200), "South", "money", {}), describe_move(Pass(), "East", "money", {})
    ('South bids $200,000.', 'East passes.')
    """
    return f"{write_clause(move, mover, unit, names, nest)}."


def write_clause(move: Move, mover: str, unit: str, names: Mapping[str, str], nest: str = "nest") -> str:
    """Return a move as a clause about the person who makes it, for the beginning of a sentence."""
    if isinstance(move, BidTricks) and move.count is None:
        return f"{mover} has bid"
    verb, object_words = _choose_words(move, unit, nest)
    clause = f"{mover} {verb}{'es' if verb == 'pass' else 's'} {object_words}".rstrip()
    if isinstance(move, Exchange):
        giver = names.get(move.seat or "", "somebody")
        clause += f": {giver} gives it up and draws {name_cards([move.card or UNSEEN])}"
    return clause


def head_refusal(move: Move, unit: str = "money") -> str:
    """Return the headline over the ruling that refused a move. The ruling says why.

    >>> head_refusal(Bid(183)), head_refusal(Pass()), head_refusal(Play(Card("R40")))
    ('Refused: bid $183,000', 'Refused: pass', 'Refused: Red 40')
    """
    named = name_card(move.card) if isinstance(move, Play | Lay) else phrase_move(move, unit)
    return f"Refused: {named}"
