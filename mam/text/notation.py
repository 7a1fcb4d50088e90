"""Read cards, hands, moves, deals and rounds of every game from text.

`repr` of every value is the text that these functions read, unseen cards (`??`) included. Deal codes are in `deal_codes`.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from mam.games.position import Position
from mam.games.registry import make_round
from mam.games.round import Round
from mam.rules.cards import (
    ALL_CARDS,
    UNSEEN,
    AnyColor,
    Card,
    Color,
    NoTrump,
    Suit,
    Trump,
    explain_codes,
    format_times,
    sort_hand,
)
from mam.rules.dealing import Deal
from mam.rules.editions import get_edition, list_editions
from mam.rules.moves import (
    Bid,
    BidTricks,
    Call,
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
from mam.rules.rulings import IllegalMove
from mam.rules.scoring import Carry
from mam.support.messages import quote

Covers = tuple[tuple[Card, Card], ...]


class NotationError(ValueError):
    """A text that cannot be read: the message quotes it and says what would be right."""


def check_text(text: object, thing: str) -> None:
    """Raise TypeError, which names the thing to be read, unless this is text."""
    if not isinstance(text, str):
        raise TypeError(f"{thing} is read from text, not from {quote(text)}")


# Cards


@cache
def _by_code() -> Mapping[str, Card]:
    return {card.code: card for card in (*ALL_CARDS, UNSEEN)}


def parse_card(text: str) -> Card:
    """Return the card with this code, of any pack and in any case.

    Raises NotationError for anything else.

    >>> parse_card("y40"), parse_card("Tiger"), parse_card("HJ"), parse_card("q"), parse_card("??")
    (Y40, TIGER, HJ, Q, ??)
    """
    check_text(text, "a card")
    card = _by_code().get(text.strip().upper()) if text.isascii() else None
    if card is None:
        raise NotationError(f"{quote(text)} is not a card: {explain_codes(text.strip().upper())}")
    return card


@cache
def _max_copies() -> Mapping[Card, int]:
    """Return how often each card may be named in one hand: as often as it is in any pack."""
    counts = Counter(ALL_CARDS)
    for name in list_editions():
        counts |= Counter(get_edition(name).pack)
    return counts


def _check_copies(cards: list[Card], text: str) -> None:
    for card, count in Counter(cards).items():
        if card != UNSEEN and count > _max_copies()[card]:
            raise NotationError(f"{card.code} is named {format_times(count)} in {quote(text)}")


def _split(text: str) -> list[str]:
    return text.replace(",", " ").split()


def parse_hand(text: str) -> tuple[Card, ...]:
    """Return the cards in one line, sorted.

    Raises NotationError for a wrong card or one named more often than any pack has it. Whether the pack of a certain game
    has two of a card is checked when the round is made.

    >>> parse_hand("bull Y11 R40"), parse_hand("R40 B1 R40")
    ((R40, Y11, BULL), (R40, R40, B1))
    """
    check_text(text, "a hand")
    cards = [parse_card(word) for word in _split(text)]
    _check_copies(cards, text)
    return sort_hand(cards)


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards in one line, in the order in which they are named. Raises NotationError for a wrong card.

    >>> parse_cards("bull, Y11 R40 R40 R40")
    (BULL, Y11, R40, R40, R40)
    """
    check_text(text, "a list of cards")
    return tuple(parse_card(word) for word in _split(text))


def parse_dealt_hand(text: str) -> tuple[tuple[Card, ...], Covers]:
    """Return a hand as it was dealt: its cards, and which of them lie face down under which, written like R40/B3.

    >>> parse_dealt_hand("G8 R40/B3")
    ((R40, B3, G8), ((R40, B3),))
    """
    check_text(text, "a hand")
    cards: list[Card] = []
    covers: list[tuple[Card, Card]] = []
    for word in _split(text):
        cover, slash, covered = word.partition("/")
        cards.append(parse_card(cover))
        if slash:
            cards.append(parse_card(covered))
            covers.append((cards[-2], cards[-1]))
            if cards[-2] == UNSEEN:
                raise NotationError(f"{quote(word)} is not a pair: the card on top is face up, so name it")
    _check_copies(cards, text)
    return sort_hand(cards), tuple(covers)


# Moves


def parse_color(text: str) -> AnyColor:
    """Return a color or a suit from its letter or its name. Raises NotationError for anything else.

    >>> parse_color("B"), parse_color("black"), parse_color("S"), parse_color("Hearts")
    (B, B, S, H)
    """
    check_text(text, "a color")
    name = text.strip().upper()
    colors: tuple[AnyColor, ...] = (*Color, *Suit)
    for color in colors:
        if name in (color.value, color.name):
            return color
    raise NotationError(
        f"{quote(text)} is not a color: write R, Y, B or G (of suits S, H, D or C), or the color's name"
    )


def parse_trump(text: str) -> Trump:
    """Return the trump that is bid on or named: a color, a suit, or a kind of no trump (`NC`, `NT+`, `NT-`).

    Raises NotationError for anything else.

    >>> parse_trump("green"), parse_trump("nc"), parse_trump("No Color"), parse_trump("NT+")
    (G, NC, NC, NT+)
    """
    check_text(text, "trump")
    name = " ".join(text.upper().split())
    for no_trump in NoTrump:
        if name in (no_trump.value, no_trump.word.upper()):
            return no_trump
    return parse_color(text)


def parse_amount(text: str) -> int:
    """Return a bid in thousands of dollars, however people write it. Raises NotationError for anything else.

    >>> parse_amount("175"), parse_amount("$175,000"), parse_amount("175000")
    (175, 175, 175)
    """
    check_text(text, "a bid")
    digits = re.fullmatch(r"\$?(\d{1,3}(?:,\d{3})*|\d{1,15})", text.strip(), re.ASCII)
    if digits is None:
        raise NotationError(f"{quote(text)} is not a bid: write thousands (175) or dollars ($175,000)")
    amount = int(digits[1].replace(",", ""))
    if amount < 10_000 and "$" not in text and "," not in text:
        return amount
    if amount % 1000:
        raise NotationError(f"{quote(text)} is not a bid: bids are whole thousands of dollars")
    return amount // 1000


def parse_call(text: str) -> Call:
    """Return a bid (with its color, where bids name one), a pass or a misdeal. Raises NotationError for anything else.

    >>> parse_call("pass"), parse_call("200"), parse_call("bid 200"), parse_call("120 green"), parse_call("misdeal")
    (pass, bid 200, bid 200, bid 120 G, misdeal)
    """
    check_text(text, "a call")
    call = text.strip().lower()
    if call in ("pass", "passes", "p"):
        return Pass()
    if call == "misdeal":
        return Misdeal()
    amount, _, color = call.removeprefix("bid ").strip().partition(" ")
    return Bid(parse_amount(amount), parse_trump(color) if color.strip() else None)


def _read_tricks(argument: str, text: str) -> Move:
    if argument == "??":
        return BidTricks(None)
    if not re.fullmatch(r"\d{1,4}", argument, re.ASCII):
        raise NotationError(
            f"{quote(text)} is not a number of tricks: write tricks 3, or tricks ?? where it is unknown"
        )
    return BidTricks(int(argument))


def _read_vote(argument: str, text: str) -> Move:
    if argument.lower() not in ("yes", "no"):
        raise NotationError(f"{quote(text)} is not a vote: write vote yes or vote no")
    return Vote(argument.lower() == "yes")


def _read_exchange(argument: str, text: str) -> Move:
    words = argument.split()
    if not words:
        return Exchange()
    if len(words) != 2:
        raise NotationError(
            f"{quote(text)} is not an exchange: write exchange, or exchange S R4 (the seat, the card drawn)"
        )
    return Exchange(words[0].upper(), parse_card(words[1]))


def _read_word(argument: str, text: str) -> Move:
    match = re.fullmatch(r"(\d{1,4})\s+([A-Za-z]+)", argument, re.ASCII)
    if not match:
        raise NotationError(f"{quote(text)} is not a word on a line: write word 1 MANY")
    return Extend(int(match[1]), match[2].upper())


# Each reads the rest of the text after its verb; the whole text is for the error message.
_READERS: Mapping[str, Callable[[str, str], Move]] = {
    "bid": lambda argument, text: parse_call(text),
    "tricks": _read_tricks,
    "vote": _read_vote,
    "discard": lambda argument, text: Discard(parse_cards(argument)),
    "trump": lambda argument, text: NameTrump(parse_trump(argument)),
    "call": lambda argument, text: CallCards(parse_cards(argument)),
    "exchange": _read_exchange,
    "play": lambda argument, text: Play(parse_card(argument)),
    "lay": lambda argument, text: Lay(parse_card(argument)),
    "word": _read_word,
}
_SINGLE_WORDS: Mapping[str, Move] = {"pass": Pass(), "misdeal": Misdeal(), "draw": Draw(), "stop": Stop()}


def parse_move(text: str) -> Move:
    """Return a move from its notation; a card alone is played, an amount alone is bid.

    Raises NotationError for anything else.

    >>> [parse_move(text) for text in ("bid 175", "pass", "discard G8 R4 Y4", "trump Black", "play R40", "TIGER")]
    [bid 175, pass, discard R4 Y4 G8, trump B, play R40, play TIGER]
    >>> [parse_move(text) for text in ("bid 130 NC", "tricks ??", "vote yes", "call R40 G40", "word 1 many", "M")]
    [bid 130 NC, tricks ??, vote yes, call R40 G40, word 1 MANY, play M]
    """
    check_text(text, "a move")
    phrase = text.strip()
    verb, _, argument = phrase.partition(" ")
    if read := _READERS.get(verb.lower()):
        return read(argument.strip(), phrase)
    if phrase.lower() in _SINGLE_WORDS:
        return _SINGLE_WORDS[phrase.lower()]
    if phrase.upper() in _by_code() or re.fullmatch(r"[RYBG]\d{1,2}", phrase.upper()):
        return Play(parse_card(phrase))  # or it says which ranks there are
    if re.match(r"\$?\d", phrase):
        return parse_call(phrase)
    raise NotationError(
        f"{quote(text)} is not a move: bid 175, pass, discard R4 Y4 G8, trump B or play R40 (in other games also misdeal, "
        "tricks 3, vote yes, call R40 G40, exchange, draw, stop, lay A or word 1 MANY)"
    )


# Deals and rounds


def parse_deal(text: str) -> Deal:
    """Return a deal from its one-line text: dealer, hands, nest; in some games the stock and which discard is drawn blind.

    Raises NotationError naming the part that is wrong.

    >>> parse_deal("dealer S | N R4 | S ?? | nest")
    dealer S | N R4 | S ?? | nest
    """
    check_text(text, "a deal")
    first, *parts = (part.strip() for part in text.strip().split("|"))
    word, _, dealer = first.partition(" ")
    is_position = first == "no dealer"
    blind_draw = _take_part(parts, "blind_draw")
    stock = _take_part(parts, "stock")
    nest = _take_part(parts, "nest")
    if not (word == "dealer" or is_position) or len(parts) < 1 or nest is None:
        raise NotationError(f"{quote(text)} is not a deal: write dealer S | N cards | E cards | … | nest cards")
    if blind_draw is not None and not re.fullmatch(r"\d{1,2}", blind_draw, re.ASCII):
        raise NotationError(f"{quote(blind_draw)} is not the number of a discard: write blind_draw 0, blind_draw 1 …")
    hands: dict[str, tuple[Card, ...]] = {}
    covers: list[tuple[Card, Card]] = []
    for part in parts:
        seat, _, cards = part.partition(" ")
        if seat in hands:
            raise NotationError(f"seat {seat} has two hands in the deal")
        hands[seat], pairs = parse_dealt_hand(cards)
        covers += pairs
    if dealer not in hands and not is_position:
        raise NotationError(f"the dealer {quote(dealer)} has no hand; the seats are {quote(' '.join(hands))}")
    return Deal(
        tuple(hands),
        "" if is_position else dealer,
        tuple(hands.values()),
        parse_hand(nest),
        tuple(covers),
        _parse_stock(stock or ""),
        None if blind_draw is None else int(blind_draw),
    )


def _parse_stock(text: str) -> tuple[Card, ...]:
    """Return the stock; `44 ??` stands for 44 unseen cards."""
    count, _, code = text.partition(" ")
    if re.fullmatch(r"\d{1,3}", count, re.ASCII) and code.strip() == UNSEEN.code:
        return (UNSEEN,) * int(count)
    return parse_cards(text)


def _take_part(parts: list[str], name: str) -> str | None:
    """Remove the last part if it begins with this name, and return the rest of it."""
    if parts and parts[-1].partition(" ")[0] == name:
        return parts.pop().partition(" ")[2].strip()
    return None


def parse_carry(text: str) -> Carry:
    """Return what is carried into a round: points that wait for somebody, and who may not bid.

    Raises NotationError. Whether a certain game carries anything, and has these seats, is checked when the round is made.

    >>> parse_carry("account A 3, barred B")
    account A 3, barred B
    """
    check_text(text, "a carry")
    carry = Carry()
    for part in text.split(","):
        words = part.upper().split()
        match words:
            case ["ACCOUNT", seat, points] if re.fullmatch(r"0*[1-9]\d{0,3}", points, re.ASCII):
                carry = Carry(seat, int(points), carry.barred)
            case ["BARRED", seat]:
                carry = Carry(carry.owner, carry.points, seat)
            case _:
                raise NotationError(f"{quote(text)} is not a carry: write account A 3, or barred B")
    return carry


def parse_position(text: str) -> Position:
    """Return what is given in a position, from its one-line text. Raises NotationError naming the part that is wrong.

    Whether it fits an edition and its cards is checked when the round is made.

    >>> parse_position("position leads W, trump B, bid N 220, captured N-S 200")
    position leads W, trump B, bid N 220, captured N-S 200
    """
    check_text(text, "a position")
    facts: dict[str, Any] = {}
    captured: list[tuple[str, int]] | None = None
    for part in text.strip().removeprefix("position").split(","):
        match part.split():
            case ["leads", seat]:
                facts["leader"] = seat
            case ["trump", trump]:
                facts["trump"] = parse_trump(trump)
            case ["bid", bidder]:
                facts["bidder"] = bidder
            case ["bid", bidder, amount] if re.fullmatch(r"\d{1,6}", amount, re.ASCII):
                facts |= {"bidder": bidder, "bid": int(amount)}
            case ["captured", "nothing"]:
                captured = []
            case ["captured", side, amount] if re.fullmatch(r"\d{1,6}", amount, re.ASCII):
                captured = [*(captured or ()), (side, int(amount))]
            case _:
                raise NotationError(
                    f"{quote(part.strip())} says nothing of a position: write leads W, trump B, bid N 220, captured N-S 90"
                )
    return Position(**facts, captured=None if captured is None else tuple(captured))


def parse_round(text: str) -> Round:
    """Return a round from its `repr`, one line: edition and options, what is carried or given, deal, moves.

    Raises NotationError, or IllegalMove for a move that its position refuses.
    """
    check_text(text, "a round")
    edition, *parts = (part.strip() for part in text.split("|"))
    carry_text = parts.pop(0).partition(" ")[2] if parts and parts[0].startswith("carry ") else ""
    position_text = parts.pop(0) if parts and parts[0].startswith("position ") else ""
    moves_text = parts.pop() if parts else ""
    try:
        rules = get_edition(edition)
        carry = parse_carry(carry_text) if carry_text else Carry()
        position = parse_position(position_text) if position_text else None
        moves = [parse_move(move) for move in map(str.strip, moves_text.split(",")) if move]
        return make_round(rules, parse_deal(" | ".join(parts)), moves, carry, position=position)
    except (NotationError, IllegalMove):
        raise
    except ValueError as error:  # an unknown edition, or a deal of another one
        raise NotationError(str(error)) from None
