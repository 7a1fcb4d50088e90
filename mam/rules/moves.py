"""The moves a player can make. Each move prints as its notation and is the same value for every player."""

from collections.abc import Iterable
from dataclasses import dataclass

from mam.rules.cards import Card, Color, NoTrump, Suit, Trump, format_cards, sort_hand
from mam.support.arguments import check_fields
from mam.support.messages import quote


def _check(value: object, kind: type | tuple[type, ...], right: str) -> None:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise TypeError(f"{right}, not {quote(value)}")


_TRUMPS = (Color, Suit, NoTrump)


@dataclass(frozen=True)
class Bid:
    """Bid thousands of dollars (in Sweven, points), with a color where bids name one.

    >>> Bid(175), Bid(120, Color.GREEN), Bid(130, NoTrump.NO_COLOR)
    (bid 175, bid 120 G, bid 130 NC)
    """

    amount: int
    color: Trump | None = None

    def __post_init__(self) -> None:
        _check(self.amount, int, "a bid is a whole number of thousands of dollars, like Bid(175)")
        _check(self.color, (*_TRUMPS, type(None)), "a bid is made on a Color, on NoTrump.NO_COLOR, or on none")

    def __repr__(self) -> str:
        # A bare number from 10,000 up would be read as dollars, not thousands.
        amount = f"bid {self.amount}" if self.amount < 10_000 else f"bid ${self.amount}000"
        return f"{amount} {self.color.value}" if self.color else amount


@dataclass(frozen=True)
class Pass:
    """Pass: leave the auction, or in other games give up a turn.

    >>> Pass()
    pass
    """

    def __repr__(self) -> str:
        return "pass"


@dataclass(frozen=True)
class Misdeal:
    """Call for a new deal, showing a hand too poor to play.

    >>> Misdeal()
    misdeal
    """

    def __repr__(self) -> str:
        return "misdeal"


@dataclass(frozen=True)
class BidTricks:
    """Bid a number of tricks; `count` is None until all bids are shown.

    >>> BidTricks(3), BidTricks(None)
    (tricks 3, tricks ??)
    """

    count: int | None

    def __post_init__(self) -> None:
        _check(self.count, (int, type(None)), "a number of tricks is a whole number, like BidTricks(3)")

    def __repr__(self) -> str:
        return f"tricks {'??' if self.count is None else self.count}"


@dataclass(frozen=True)
class Vote:
    """Vote on whether to show the nest to everybody.

    >>> Vote(True), Vote(False)
    (vote yes, vote no)
    """

    yes: bool

    def __post_init__(self) -> None:
        if not isinstance(self.yes, bool):
            raise TypeError(f"a vote is yes or no, like Vote(True), not {quote(self.yes)}")

    def __repr__(self) -> str:
        return f"vote {'yes' if self.yes else 'no'}"


@check_fields
@dataclass(frozen=True, init=False)
class Discard:
    """Discard cards to the nest; their order does not matter.

    >>> from mam.rules.cards import PACK
    >>> Discard([PACK[20], PACK[9]]) == Discard([PACK[9], PACK[20]])
    True
    """

    cards: tuple[Card, ...]

    def __init__(self, cards: Iterable[Card]) -> None:
        card_list = tuple(cards)
        for card in card_list:
            _check(card, Card, "a discard is made of cards: mam.parse_move('discard R4 Y4 G8') reads them from text")
        object.__setattr__(self, "cards", sort_hand(card_list))

    def __repr__(self) -> str:
        return f"discard {format_cards(self.cards)}"


@dataclass(frozen=True)
class NameTrump:
    """Name the trump color, or no trump.

    >>> NameTrump(Color.BLACK), NameTrump(NoTrump.TIGER_HIGH)
    (trump B, trump NT+)
    """

    color: Trump

    def __post_init__(self) -> None:
        _check(self.color, _TRUMPS, "trump is a Color: mam.parse_move('trump B') reads it from text")

    def __repr__(self) -> str:
        return f"trump {self.color.value}"


@dataclass(frozen=True)
class Exchange:
    """Call for the Tiger: its holder swaps it for a card drawn from the nest.

    As a legal move it is empty; once made, it has the Tiger's seat and the card drawn (`??` if hidden).

    >>> from mam.rules.cards import UNSEEN
    >>> Exchange(), Exchange("S", UNSEEN)
    (exchange, exchange S ??)
    """

    seat: str | None = None
    card: Card | None = None

    def __post_init__(self) -> None:
        _check(self.seat, (str, type(None)), "the Tiger's seat is text, like Exchange('S', UNSEEN)")
        _check(self.card, (Card, type(None)), "a card is drawn: mam.parse_move('exchange S R4') reads it from text")
        if (self.seat is None) != (self.card is None):
            raise ValueError("an exchange names the seat and the card drawn (UNSEEN where it is hidden), or neither")

    def __repr__(self) -> str:
        return f"exchange {self.seat} {self.card}" if self.seat and self.card else "exchange"


@check_fields
@dataclass(frozen=True, init=False)
class CallCards:
    """Show cards of your own: whoever holds their duplicates is a silent partner.

    >>> from mam.rules.cards import PACK
    >>> CallCards([PACK[39], PACK[0]])
    call R40 G40
    """

    cards: tuple[Card, ...]

    def __init__(self, cards: Iterable[Card]) -> None:
        card_list = tuple(cards)
        for card in card_list:
            _check(card, Card, "cards are called: mam.parse_move('call R40 G40') reads them from text")
        object.__setattr__(self, "cards", sort_hand(card_list))

    def __repr__(self) -> str:
        return f"call {format_cards(self.cards)}".rstrip()


@dataclass(frozen=True)
class Play:
    """Play a card to the trick, or a letter to the word.

    >>> from mam.rules.cards import TIGER
    >>> Play(TIGER)
    play TIGER
    """

    card: Card

    def __post_init__(self) -> None:
        _check(self.card, Card, "a card is played: mam.parse_move('play R40') reads it from text")

    def __repr__(self) -> str:
        return f"play {self.card.code}"


@dataclass(frozen=True)
class Draw:
    """Draw the top card of the stock.

    >>> Draw()
    draw
    """

    def __repr__(self) -> str:
        return "draw"


@dataclass(frozen=True)
class Stop:
    """End your turn, even if you could play more letters.

    >>> Stop()
    stop
    """

    def __repr__(self) -> str:
        return "stop"


@dataclass(frozen=True)
class Lay:
    """Start a new word with one letter.

    >>> Lay(Card("A"))
    lay A
    """

    card: Card

    def __post_init__(self) -> None:
        _check(self.card, Card, "a letter is laid: mam.parse_move('lay A') reads it from text")

    def __repr__(self) -> str:
        return f"lay {self.card.code}"


@dataclass(frozen=True)
class Extend:
    """Add one letter to a word on the table (the first line is 1) to make this word.

    >>> Extend(1, "MANY")
    word 1 MANY
    """

    line: int
    word: str

    def __post_init__(self) -> None:
        _check(self.line, int, "a line is a whole number, like Extend(1, 'MANY')")
        _check(self.word, str, "a word is text, like Extend(1, 'MANY')")

    def __repr__(self) -> str:
        return f"word {self.line} {self.word}"


def name_deed(move: "Move") -> str:
    """Return what the move does, as text that follows "you can't".

    >>> name_deed(Bid(175)), name_deed(Draw())
    ('bid', 'draw a card')
    """
    return _DEEDS[type(move)]


_DEEDS: dict[type, str] = {
    Bid: "bid",
    Pass: "pass",
    Misdeal: "call for a new deal",
    BidTricks: "bid tricks",
    Vote: "vote",
    Discard: "discard",
    NameTrump: "name trump",
    Exchange: "exchange the Tiger",
    CallCards: "call partners",
    Play: "play a card",
    Draw: "draw a card",
    Stop: "stop",
    Lay: "start a word",
    Extend: "add a letter",
}
Call = Bid | Pass | Misdeal
Move = (
    Bid
    | Pass
    | Misdeal
    | BidTricks
    | Vote
    | Discard
    | NameTrump
    | Exchange
    | CallCards
    | Play
    | Draw
    | Stop
    | Lay
    | Extend
)
