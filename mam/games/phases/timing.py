"""Moves at the wrong time: out of turn, before their phase or after it, or of another game."""

from mam.games.phases import PHASES, auction, trump
from mam.games.state import State, name_mover
from mam.rules.moves import Bid, BidTricks, Misdeal, Move, NameTrump, Pass, Vote, name_deed
from mam.rules.rulings import YOU, Reason

_NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four"}


def why_over(move: Move) -> Reason:
    """Why nothing can be done after the last card, or after the last call of a hand that nobody plays."""
    return Reason("not-now", f"You can't {name_deed(move)}: the round is over.")


def why_not_now(state: State, move: Move, seat: str | None) -> Reason:
    """Why a move of another phase, or of another game, cannot be made now by this seat (None: the one to move)."""
    asked = seat or state.turn or ""
    past: Reason | None = None
    match move:
        case Bid() if state.phase != "auction":
            past = auction.why_over(state, asked)
        case BidTricks() if state.phase != "sealed" and "sealed" in state.rules.phases:
            past = Reason("sealed", "You can't bid anymore: everybody has bid.")
        case Misdeal() if state.phase != "auction" and "auction" in state.rules.phases:
            past = auction.why_too_late(state)
        case NameTrump():
            past = trump.why_over(state)
        case Vote() if "vote" not in state.rules.phases and "open-nest" in state.rules.cites:
            past = Reason("open-nest", f"You can't vote on the {state.rules.nest.word}: only the bidder sees it.")
    if past is not None:
        return past
    if not any(isinstance(move, PHASES[name].MOVES) for name in state.rules.phases):
        return Reason("not-now", f"There is no “{move}” in this game.")
    owed = PHASES[state.phase].AWAITED.format(
        nest=state.rules.nest.word, size=_NUMBERS.get(state.rules.nest.size, str(state.rules.nest.size))
    )
    who = name_mover(state) if asked == state.turn else state.name
    return Reason("not-now", f"You can't {name_deed(move)} now: {'you' if who == YOU else who} must {owed}.")


def why_out_of_turn(state: State, move: Move, seat: str) -> Reason:
    """Why this seat may not move while another one has the turn: it may have no turn left at all."""
    if isinstance(move, Misdeal) and state.rules.auction.max_misdeal_money is None and "auction" in state.rules.phases:
        return auction.why_too_late(state)
    called = state.phase == "auction" and isinstance(move, Bid | Pass | Misdeal)
    if called and (spent := auction.why_spent(state, move, seat)):
        return spent
    yours = "yours" if seat in state.rules.persons and seat != state.dummy else f"{state.rules.seat_names[seat]}'s"
    return Reason(PHASES[state.phase].turn_topic(state), f"It is {state.name}'s turn, not {yours}.")
