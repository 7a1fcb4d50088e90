"""Bidding tricks at the same time: bids are collected seat by seat, hidden until everybody has bid (REX-4)."""

from collections.abc import Iterator

from mam.games.phases.trump import first_lead
from mam.games.state import S, State, replace
from mam.rules.cards import UNSEEN, format_count
from mam.rules.dealing import find_next_seat
from mam.rules.moves import BidTricks
from mam.rules.rulings import Reason

MOVES = (BidTricks,)
DUTY = "bid a number of tricks"


def begin(state: S) -> S:
    """Give the turn to the dealer's left; the order does not matter, because bids are hidden."""
    return replace(state, turn=find_next_seat(state.rules.seats, state.deal.dealer))


def why_not(state: State, move: BidTricks) -> Reason | None:
    """Return why this number can't be bid, or None if it can."""
    hand = state.hands[state.turn or ""]
    maximum = len(hand)
    if move.count is None:
        if UNSEEN in hand:
            return None  # a hidden bid, as the opponents see it
        return Reason("bid-tricks", f"Bid a number of tricks, from 0 to {maximum}.")
    if not 0 <= move.count <= maximum:
        return Reason(
            "bid-tricks",
            f"You can't bid {move.count}:",
            f"you hold {format_count(maximum, 'card')}, so bid 0 to {format_count(maximum, 'trick')}.",
        )
    return None


def candidates(state: State) -> Iterator[BidTricks]:
    """Yield the bids from none to all tricks."""
    yield from map(BidTricks, range(len(state.hands[state.turn or ""]) + 1))


def apply(state: S, move: BidTricks) -> S:
    """Record the bid."""
    assert state.turn is not None
    sealed = (*state.sealed, (state.turn, move.count))
    turn = None if len(sealed) == len(state.rules.seats) else find_next_seat(state.rules.seats, state.turn)
    return replace(state, sealed=sealed, turn=turn)


def reasons(state: State, move: BidTricks, next_state: State) -> Iterator[Reason]:
    """Yield the rule behind the bid and, with the last bid, all bids."""
    names = state.rules.seat_names
    yield Reason("sealed", f"{state.name} has bid. The bid is shown when everybody has bid.")
    if next_state.phase != "sealed":
        bids_text = ", ".join(f"{names[seat]} {'??' if count is None else count}" for seat, count in next_state.sealed)
        yield Reason("sealed", f"Everybody has bid: {bids_text}.")
        yield first_lead(next_state)


def turn_topic(state: State) -> str:
    """Return the topic of the hidden bids."""
    return "sealed"
