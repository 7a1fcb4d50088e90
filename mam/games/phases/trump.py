"""Naming trump: the bidder's color, or none where the rules allow it. Skipped where the winning bid named it."""

from collections.abc import Iterator

from mam.games.state import S, State, replace
from mam.rules.cards import AnyColor, NoTrump, Suit
from mam.rules.moves import NameTrump
from mam.rules.rulings import Reason

MOVES = (NameTrump,)
AWAITED = "name trump first"


def begin(state: S) -> S:
    """The bidder names it, unless the bid has settled it already (D-M04)."""
    return replace(state, turn=None if is_bid(state) else state.bidder)


def is_bid(state: State) -> bool:
    """Whether the winning bid has named trump for good (D-M04)."""
    return state.trump is not None and (state.rules.trump_bound or isinstance(state.trump, NoTrump))


def why_over(state: State) -> Reason | None:
    """Why trump cannot be named, or changed (D-G29, D-M04); None as long as the bidder has yet to name it."""
    if state.rules.turns_trump:
        return Reason("trump", "You can't name trump: trump is the color of the card turned up from the stock.")
    if state.bidder is None or state.trump is None:
        return None
    if any(isinstance(move, NameTrump) for move in state.history):
        return Reason("trump-final", f"You can't change trump: {state.trump.word} was named.")
    if not is_bid(state):
        return None
    topic = "trump" if isinstance(state.trump, NoTrump) else "trump-final"  # no option changes No Color
    return Reason(topic, f"You can't name another trump: the winning bid named {state.trump.word}.")


def why_not(state: State, move: NameTrump) -> Reason | None:
    """Why this may not be named."""
    if any(move == one for one in candidates(state)):
        return None
    if isinstance(move.color, NoTrump):
        return _why_not_without(state, move.color)
    *colors, last = (color.word for color in _colors(state))
    return Reason(
        "trump", f"There is no {_kind(state)} {move.color.word} in this game: name {', '.join(colors)} or {last}."
    )


def _why_not_without(state: State, named: NoTrump) -> Reason:
    """Why trump may not be this kind of none; where there is another, which, and when it is chosen."""
    if offered := state.rules.no_trumps:
        ways = " or ".join(one.word for one in offered)
        return Reason("no-trump", f"You can't name “{named.word}” in this game: name a color, or {ways}.")
    if state.rules.auction.no_color:
        none = NoTrump.NO_COLOR.word
        return Reason("trump", f"You can't name {none}: it must be bid, and the winning bid named a color.")
    return Reason("no-trump", f"You can't play without trump: you must name a {_kind(state)}.")


def _colors(state: State) -> tuple[AnyColor, ...]:
    kind = next(type(card.color) for card in state.rules.pack if card.color)
    return tuple(kind)


def _kind(state: State) -> str:
    return "suit" if isinstance(_colors(state)[0], Suit) else "color"


def candidates(state: State) -> Iterator[NameTrump]:
    """The colors of the pack, and the ways without one."""
    yield from map(NameTrump, _colors(state))
    yield from map(NameTrump, state.rules.no_trumps)


def apply(state: S, move: NameTrump) -> S:
    """It is final (D-G29)."""
    return replace(state, trump=move.color, turn=None)


def reasons(state: State, move: NameTrump, done: State) -> Iterator[Reason]:
    """What was named, and who leads."""
    topic = "no-trump" if isinstance(move.color, NoTrump) else "trump"
    if state.discarded is not None:
        yield Reason(topic, f"{state.name} has discarded and names {_as_trump(move)}.")
    else:
        yield Reason(topic, f"{state.name} names {_as_trump(move)}.")
    if done.phase == "play":
        yield first_lead(done)


def _as_trump(move: NameTrump) -> str:
    return move.color.word if isinstance(move.color, NoTrump) else f"{move.color.word} as trump"


def first_lead(state: State) -> Reason:
    """Why the seat whose turn it is leads to the first trick."""
    where = {
        "left of bidder": "sits at the bidder's left and leads first",
        "bidder": "is the bidder and leads first",
        "left of dealer": "sits at the dealer's left and leads first",
    }[state.rules.first_lead]
    return Reason("first-lead", f"{state.name} {where}.")


def turn_topic(state: State) -> str:
    """The bidder names trump."""
    return "trump"
