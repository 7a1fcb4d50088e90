"""Bidding tricks all at once: collected seat by seat, and hidden until everybody has bid (REX-4)."""

from collections.abc import Iterator

from mam.games.phases.trump import first_lead
from mam.games.state import S, State, replace
from mam.rules.cards import UNSEEN, counted
from mam.rules.dealing import next_seat
from mam.rules.moves import BidTricks
from mam.rules.rulings import Reason

MOVES = (BidTricks,)
AWAITED = "bid a number of tricks first"


def begin(state: S) -> S:
    """Seat by seat from the dealer's left, which tells nobody anything."""
    return replace(state, turn=next_seat(state.rules.seats, state.deal.dealer))


def why_not(state: State, move: BidTricks) -> Reason | None:
    """Why this number cannot be bid."""
    hand = state.hands[state.turn or ""]
    most = len(hand)
    if move.count is None:
        if UNSEEN in hand:
            return None  # as the others see it until everybody has bid
        return Reason("bid-tricks", f"Bid a number of tricks, from 0 to {most}.")
    if not 0 <= move.count <= most:
        return Reason(
            "bid-tricks",
            f"You can't bid {move.count}: you hold {counted(most, 'card')}, so bid 0 to {counted(most, 'trick')}.",
        )
    return None


def candidates(state: State) -> Iterator[BidTricks]:
    """From none to all."""
    yield from map(BidTricks, range(len(state.hands[state.turn or ""]) + 1))


def apply(state: S, move: BidTricks) -> S:
    """The bid is in."""
    assert state.turn is not None
    sealed = (*state.sealed, (state.turn, move.count))
    turn = None if len(sealed) == len(state.rules.seats) else next_seat(state.rules.seats, state.turn)
    return replace(state, sealed=sealed, turn=turn)


def reasons(state: State, move: BidTricks, done: State) -> Iterator[Reason]:
    """The bid, and with the last one what all have bid."""
    names = state.rules.seat_names
    yield Reason("sealed", f"{state.name} has bid. The bid is shown when everybody has bid.")
    if done.phase != "sealed":
        said = ", ".join(f"{names[seat]} {'??' if count is None else count}" for seat, count in done.sealed)
        yield Reason("bid-tricks", f"Everybody has bid: {said}.")
        yield first_lead(done)


def turn_topic(state: State) -> str:
    """All bid at once; mam collects the bids in turn."""
    return "sealed"
