"""What a scene consists of: the keys and types of what Python sends to browser, picture and text.

A scene is plain data. Cards are codes ("R40", "??" for an unseen one) everywhere in it; `cards` says once what each of them is.
Money is in thousands of dollars. A widget adds parts to the scene of a table: the `schema.py` in its folder says which.
"""

import types
from typing import Any, Literal, NotRequired, TypedDict, Union, get_args, get_origin, get_type_hints, is_typeddict

from mam.support.messages import quote

Unit = Literal["money", "points", "tricks"]
BidState = Literal["", "open", "made", "set"]


class CardFacts(TypedDict):
    """What a card is. `color` is a letter and `rank` what is printed on it, both "" without a color; `money` is in thousands.

    `description` is the name with what the card is worth or does, `points` what it counts where cards count points,
    `effect` what an animal does to the money of its trick: "×2" or "×0".
    """

    name: str
    description: str
    color: str
    rank: str
    money: int
    points: int
    effect: str


# Rulings and moves


class Cite(TypedDict):
    """A rule with its words and its source."""

    id: str
    words: str
    source: str


class Chip(TypedDict):
    """A move as a small button; one without `move` only says what was possible."""

    text: str
    card: str | None
    move: NotRequired[str]


class RulingPart(TypedDict):
    """Why a move was refused ("stop"), under which rules the last one was made ("ok"), or what is next ("info").

    A refusal says in `what` and `why` together what `text` says: what is wrong, and what follows from it.
    """

    kind: Literal["stop", "ok", "info"]
    head: str
    text: str
    short: NotRequired[str]
    what: NotRequired[str]
    why: NotRequired[str]
    moves: list[Chip]
    cites: list[Cite]


class RefusedMove(TypedDict):
    """A move that was not legal, with the reason and the rule."""

    text: str
    card: str | None
    why: str
    id: str


class Alternatives(TypedDict):
    """What else was legal where the last move was made, and what was not."""

    head: str
    legal: list[Chip]
    refused: list[RefusedMove]


# What the person may do


class HandCard(TypedDict):
    """A card of the hand shown. `card_beneath` lies face down beneath it; those after it are a widget's marks."""

    card: str
    name: str
    state: Literal["rest", "legal", "illegal", "hidden"]
    move: str | None
    why: RulingPart | None
    card_beneath: NotRequired[str]
    is_called: NotRequired[bool]
    hint: NotRequired[bool]
    is_shown: NotRequired[bool]
    value: NotRequired[str]
    value_words: NotRequired[str]
    is_best: NotRequired[bool]


class Hand(TypedDict):
    """The hand before the person: `label` says the `owner` and what to do. `need` cards are to be chosen, `record_cards` is what the record chooses."""

    seat: str
    owner: str
    label: str
    mode: Literal["play", "discard", "call", "look"]
    cards: list[HandCard]
    need: int
    record_cards: list[str]


class Option(TypedDict):
    """A move that has a button, and why it is refused."""

    text: str
    move: str
    legal: bool
    why: RulingPart | None
    hint: NotRequired[bool]


class ColorName(TypedDict):
    """A color or suit of the pack."""

    color: str
    text: str


class ColorChoice(TypedDict):
    """A color that a bid can name."""

    color: str
    text: str
    code: str
    is_chosen: bool


class Calls(TypedDict):
    """The calls that the person can make; `text` says them in a sentence. `max_bid` is None where there is no limit."""

    seat: str
    label: str
    text: str
    record_move: str | None
    options: list[Option]
    kind: NotRequired[Literal["tricks"]]
    min_bid: int
    max_bid: int | None
    step: int
    colors: NotRequired[list[ColorChoice]]


class TrumpOption(TypedDict):
    """A trump to name."""

    color: str
    text: str
    move: str
    hint: NotRequired[bool]


class Trumps(TypedDict):
    """The trumps that the person can name."""

    seat: str
    label: str
    record_move: str | None
    options: list[TrumpOption]


class Choices(TypedDict):
    """A choice among a few moves that have a name."""

    seat: str
    label: str
    record_move: str | None
    options: list[Option]


# Above and below the table


class Heading(TypedDict):
    """The header: the title, where the round stands, and the contract; `color` is a letter, "-" for no trump, or ""."""

    title: str
    subtitle: str
    short: str
    description: str
    bidder: str
    amount: str
    short_amount: str
    color: str
    trump: str
    state: str


class Message(TypedDict):
    """What happened and what to do; `short` stands in for `why` where there is little room."""

    kind: Literal["turn", "ok", "info", "stop", "work", "hint"]
    what: str
    why: str
    short: str


class Nest(TypedDict):
    """The nest: how many cards, what it is called, and those that the person has seen."""

    size: int
    word: str
    cards: list[str]


# The table


class Seat(TypedDict):
    """A seat's plate; `place` is its place at the table, `open_cards` its cards if they lie face up, `cards_beneath` those beneath them.

    `roles` are texts on what it is and did; `is_dealer` and `is_dummy` say two of them as flags.
    """

    seat: str
    name: str
    place: str
    side: Literal["A", "B", ""]
    cards: int
    roles: list[str]
    is_dealer: bool
    is_dummy: bool
    turn: bool
    open_cards: list[str] | None
    is_own_hand: NotRequired[bool]
    cards_beneath: NotRequired[list[str | None]]


class PlayedCard(TypedDict):
    """A card of the trick on the table."""

    seat: str
    card: str
    order: int
    is_last: bool
    is_winning: bool


class NextCard(TypedDict):
    """Whose card is awaited, and as which of the trick."""

    seat: str | None
    order: int


# A call of the auction so far; a bid on a color has its `amount` and `color`. Written as a call, because `pass` is a keyword of Python.
CallMade = TypedDict("CallMade", {"seat": str, "text": str, "amount": int | None, "color": str, "pass": bool})


# Money and tricks


class SideMoney(TypedDict):
    """What a side has captured."""

    name: str
    side: Literal["A", "B"]
    money: int


class Money(TypedDict):
    """The money bar of two sides; `difference` is how far the bid is exceeded or missed."""

    total: int
    bid: int
    left: SideMoney
    right: SideMoney
    remaining: int
    shortfall: int
    spare: int
    nest: int
    word: str
    state: BidState
    difference: int
    sentence: str


class TallyRow(TypedDict):
    """What a person or side has taken, and what the bid needs."""

    name: str
    amount: int
    need: int | None
    text: str
    side: Literal["A", ""]
    state: BidState


class Tally(TypedDict):
    """A row for each person or side, where there is no money bar."""

    head: str
    unit: Unit
    total: int
    rows: list[TallyRow]
    remaining: int
    sentence: str


class StripCell(TypedDict):
    """A rank of the color shown; `points` is what it counts, where points count."""

    rank: str
    money: bool
    state: Literal["yours", "played", "out"]
    points: NotRequired[str]


class Strip(TypedDict):
    """The ranks of one color from strong to weak; `order` is a note on their strength, `second` are the duplicate cards of two packs."""

    heading: str
    order: str
    color: str
    cells: list[StripCell]
    second: NotRequired[list[StripCell]]


class TrickCard(TypedDict):
    """A card of a complete trick."""

    seat: str
    card: str


class PastTrick(TypedDict):
    """A complete trick; `step` is the step just after it. `tag` is its `changer`, the Bull or the Bear, with the `effect`."""

    number: int
    cards: list[TrickCard]
    winner: str | None
    winner_name: str
    trick_value: int
    tag: str
    effect: str
    changer: str
    step: int


class LastTrick(TypedDict):
    """The last complete trick; `trick` is None where a rule forbids to look at it again, and `text` says which."""

    trick: PastTrick | None
    text: str
    cite: Cite


class OpenTrick(TypedDict):
    """A captured trick that lies face up, the animals first."""

    number: int
    cards: list[str]
    tag: str


class Pile(TypedDict):
    """The captured tricks of a side: `face_down` of them face down."""

    name: str
    side: Literal["A", "B", ""]
    count: int
    face_down: int
    open_tricks: list[OpenTrick]


class SideScore(TypedDict):
    """What a side or person scores for a round, with the tricks taken: an amount (thousands of dollars, or points), and as text
    with a sign (`score`) and without (`size`)."""

    name: str
    side: Literal["A", "B", ""]
    tricks: int
    amount: int
    score: str
    size: str


class CountLine(TypedDict):
    """A line of the count, with the running sum."""

    side: str
    text: str
    sum: int


class Count(TypedDict):
    """The count at the end of a round; `is_stopped` where the innocent side ended it after a misplay."""

    head: str
    lines: list[CountLine]
    result: list[str]
    scores: list[SideScore]
    is_stopped: NotRequired[bool]


# Letter games


class Tile(TypedDict):
    """A letter of the word to be spelled."""

    letter: str
    state: Literal["done", "next", "to come"]
    seat: str
    is_last: bool


class Word(TypedDict):
    """The word that all spell together."""

    label: str
    tiles: list[Tile]


class WordLine(TypedDict):
    """A word on the table."""

    number: int
    word: str
    is_last: bool


class Spell(TypedDict):
    """The lines to which a letter can be added."""

    label: str
    lines: list[int]


class LogRow(TypedDict):
    """A turn, and the step just after it where one can go there."""

    number: int
    text: str
    step: NotRequired[int]


class Log(TypedDict):
    """The turns so far, newest first."""

    head: str
    rows: list[LogRow]


# The score sheet


class SheetColumn(TypedDict):
    """A side or person of a match."""

    name: str
    text: str
    is_winner: bool


class SheetCell(TypedDict):
    """What a round entered, and the sum so far."""

    score: str
    total: int
    detail: str


class SheetLine(TypedDict):
    """A round of a match, or an adjustment."""

    kind: str
    head: str
    dealer: str
    bid: str
    outcome: str
    cells: list[SheetCell]


class MatchSheet(TypedDict):
    """The score sheet of a match; `target` is the score that ends it."""

    title: str
    unit: str
    columns: list[SheetColumn]
    rows: list[SheetLine]
    totals: list[int]
    verdict: str
    remarks: list[str]
    target: int | None


# The whole


class Note(TypedDict):
    """What is printed about a moment."""

    head: str
    text: str
    source: str


class GameTable(TypedDict):
    """What lies on the table and what the person may do there."""

    unit: Unit
    colors: list[ColorName]
    viewer: str
    nest: Nest | None
    discards: list[str]
    badges: list[str]
    money: Money | None
    tally: Tally | None
    seats: list[Seat]
    trick: list[PlayedCard]
    is_trick_complete: bool
    next_card: NextCard | None
    trick_value: int
    effect: str
    hand: Hand | None
    calls: Calls | None
    trumps: Trumps | None
    choices: Choices | None
    prompt: str
    auction: list[CallMade]
    strip: Strip | None
    history: list[PastTrick]
    captured: NotRequired[list[Pile] | None]
    count: Count | None
    guide: list[Note]
    last_trick: LastTrick | None
    note: NotRequired[Note | None]
    log: NotRequired[Log | None]
    word: NotRequired[Word]
    lines: NotRequired[list[WordLine]]
    spell: NotRequired[Spell | None]


class Scene(GameTable):
    """The scene of a view, as `make_scene` returns it."""

    title: str
    heading: Heading
    message: Message
    cards: dict[str, CardFacts]
    ruling: RulingPart | None
    alternatives: Alternatives | None
    live: str


def json_schema(kind: Any = Scene) -> dict[str, object]:
    """Return the JSON schema of a type: a TypedDict, list, dict, union, Literal or plain value. Unknown keys are refused.

    >>> json_schema(list[str] | None)
    {'anyOf': [{'type': 'array', 'items': {'type': 'string'}}, {'type': 'null'}]}
    >>> json_schema(Chip)["required"]
    ['card', 'text']

    Raises TypeError for a type that JSON has not.
    """
    if is_typeddict(kind):
        return {
            "type": "object",
            "properties": {name: json_schema(value) for name, value in get_type_hints(kind).items()},
            "required": sorted(kind.__required_keys__),
            "additionalProperties": False,
        }
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return {"enum": list(parts)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [json_schema(part) for part in parts]}
    if origin is list:
        return {"type": "array", "items": json_schema(parts[0])}
    if origin is dict and parts[0] is str:
        return {"type": "object", "additionalProperties": json_schema(parts[1])}
    if kind not in _PLAIN:
        raise TypeError(f"JSON has no {quote(kind)}")
    return {"type": _PLAIN[kind]}


_PLAIN: dict[object, str] = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}
