"""Naming trump: the bidder names a color, or no trump where the rules allow it. Skipped if the winning bid named trump."""

from collections.abc import Iterator

from mam.games.state import S, State, replace
from mam.rules.cards import AnyColor, NoTrump, join_words, name_trump
from mam.rules.moves import NameTrump
from mam.rules.rulings import Reason

MOVES = (NameTrump,)
DUTY = "name trump"


def begin(state: S) -> S:
    """Give the turn to the bidder, unless the bid has named trump (D-M04)."""
    return replace(state, turn=None if is_bid(state) else state.bidder)


def is_bid(state: State) -> bool:
    """Return whether the winning bid has fixed trump (D-M04)."""
    return state.trump is not None and (state.rules.trump_bound or isinstance(state.trump, NoTrump))


def why_never(state: State, move: NameTrump) -> Reason | None:
    """Return why this trump can be named at no time in this game, or None if it may be."""
    if state.rules.turns_trump:
        return None  # why_over says that nobody names trump
    if reason := why_not(state, move):
        return reason
    is_bid_only = state.rules.auction.speaks_color and state.rules.trump_bound and state.bidder is None
    return Reason("trump-final", "You can't name trump:", "the winning bid names it.") if is_bid_only else None


def why_over(state: State) -> Reason | None:
    """Return why trump can't be named or changed (D-G29, D-M04); None if the bidder has not named it yet."""
    if state.rules.turns_trump:
        return Reason("trump", "You can't name trump:", "trump is the color of the card turned up from the stock.")
    if state.bidder is None or state.trump is None:
        return None
    if any(isinstance(move, NameTrump) for move in state.history):
        return Reason("trump-final", "You can't change trump:", f"{name_trump(state.trump)} was named.")
    if not is_bid(state):
        return None
    topic = "trump" if isinstance(state.trump, NoTrump) else "trump-final"  # no option allows changing No Color
    return Reason(topic, "You can't name another trump:", f"the winning bid named {name_trump(state.trump)}.")


def why_not(state: State, move: NameTrump) -> Reason | None:
    """Return why this trump may not be named, or None if it may."""
    if any(move == candidate for candidate in candidates(state)):
        return None
    if isinstance(move.color, NoTrump):
        return _why_not_no_trump(state, move.color)
    colors = join_words((color.word for color in _colors(state)), "or")
    return Reason("trump", f"There is no {_color_word(state)} {move.color.word} in this game:", f"name {colors}.")


def _why_not_no_trump(state: State, choice: NoTrump) -> Reason:
    """Return why this kind of no trump may not be named."""
    if allowed := state.rules.no_trumps:
        choices_text = join_words(["a color", *map(name_trump, allowed)], "or")
        return Reason("no-trump", f"You can't name “{name_trump(choice)}” in this game:", f"name {choices_text}.")
    if state.rules.auction.no_color:
        no_color = NoTrump.NO_COLOR.word
        if choice == NoTrump.NO_COLOR:
            after = ", and the winning bid named a color" if state.bidder else ""
            return Reason("no-trump", f"You can't name {no_color}:", f"it must be bid{after}.")
        return Reason("no-trump", f"You can't name “{name_trump(choice)}” in this game:", "you must name a color.")
    return Reason("trump-needed", "You can't play without trump:", f"you must name a {_color_word(state)}.").resting_on(
        "no-trump"
    )


def _colors(state: State) -> tuple[AnyColor, ...]:
    kind = next(type(card.color) for card in state.rules.pack if card.color)
    return tuple(kind)


def _color_word(state: State) -> str:
    return _colors(state)[0].noun


def candidates(state: State) -> Iterator[NameTrump]:
    """Yield the colors of the pack, and the kinds of no trump."""
    yield from map(NameTrump, _colors(state))
    yield from map(NameTrump, state.rules.no_trumps)


def apply(state: S, move: NameTrump) -> S:
    """Set trump, which is final (D-G29)."""
    return replace(state, trump=move.color, turn=None)


def reasons(state: State, move: NameTrump, next_state: State) -> Iterator[Reason]:
    """Yield what was named, and who leads."""
    names = "has discarded and names" if state.discarded is not None else "names"
    reason = Reason("trump", f"{state.name} {names} {_format_trump(move)}.")
    if isinstance(move.color, NoTrump):
        reason = reason._replace(topic="no-trump").resting_on("tiger-rank")
    yield reason
    if next_state.phase == "play":
        yield first_lead(next_state)


def _format_trump(move: NameTrump) -> str:
    return name_trump(move.color) if isinstance(move.color, NoTrump) else f"{move.color.word} as trump"


def first_lead(state: State) -> Reason:
    """Return why the seat to move leads to the first trick."""
    role = {
        "left of bidder": "sits at the bidder's left and leads first",
        "bidder": "is the bidder and leads first",
        "left of dealer": "sits at the dealer's left and leads first",
    }[state.rules.first_lead]
    return Reason("first-lead", f"{state.name} {role}.")


def turn_topic(state: State) -> str:
    """Return the topic of naming trump."""
    return "trump"
