"""Naming trump: the bidder's colour, or none where the rules allow it. Skipped where the winning bid named it."""

from collections.abc import Iterator

from mam.cards import AnyColour, NoTrump
from mam.moves import NameTrump
from mam.rulings import Reason
from mam.state import State, replace

MOVES = (NameTrump,)
AWAITED = "the trump colour"


def begin(state: State) -> State:
    """The bidder names it, unless the bid has settled it already (D-M04)."""
    settled = state.trump is not None and (state.rules.trump_bound or isinstance(state.trump, NoTrump))
    return replace(state, turn=None if settled else state.bidder)


def why_not(state: State, move: NameTrump) -> Reason | None:
    """Why this may not be named."""
    if any(move == one for one in candidates(state)):
        return None
    if isinstance(move.colour, NoTrump):
        return _why_not_without(state, move.colour)
    colours = ", ".join(colour.word for colour in _colours(state))
    return Reason("trump", f"{move.colour.word} is no colour of this pack; there are {colours}.")


def _why_not_without(state: State, named: NoTrump) -> Reason:
    """Why trump may not be this kind of none; where there is another, which, and when it is chosen."""
    if offered := state.rules.no_trumps:
        ways = " or ".join(one.word for one in offered)
        return Reason("no-trump", f"“{named.word}” is not offered here; without a colour the bidder names {ways}.")
    if state.rules.auction.no_colour:
        none = NoTrump.NO_COLOUR.word
        return Reason("trump", f"{none} has to be bid: the winning bid named a colour, and so a colour is trump.")
    return Reason("no-trump", "In this game a trump colour is named: there is no playing without one.")


def _colours(state: State) -> tuple[AnyColour, ...]:
    kind = next(type(card.colour) for card in state.rules.pack if card.colour)
    return tuple(kind)


def candidates(state: State) -> Iterator[NameTrump]:
    """The colours of the pack, and the ways without one."""
    yield from map(NameTrump, _colours(state))
    yield from map(NameTrump, state.rules.no_trumps)


def apply(state: State, move: NameTrump) -> State:
    """It is final (D-G29)."""
    return replace(state, trump=move.colour, turn=None)


def reasons(state: State, move: NameTrump, done: State) -> Iterator[Reason]:
    """What was named, and who leads."""
    topic = "no-trump" if isinstance(move.colour, NoTrump) else "trump"
    if state.discarded is not None:
        yield Reason(topic, f"{state.name} has put out the {state.rules.nest.word} and names {move.colour.word}.")
    else:
        yield Reason(topic, f"{state.name} names {move.colour.word}.")
    if done.phase == "play":
        yield first_lead(done)


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
