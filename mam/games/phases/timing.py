"""Moves at the wrong time: out of turn, in the wrong phase, or from another game."""

from mam.games.phases import PHASES, auction, exchange, trump
from mam.games.state import State, name_mover
from mam.rules.moves import Bid, BidTricks, Exchange, Misdeal, Move, NameTrump, Pass, Vote, name_deed
from mam.rules.rulings import YOU, Reason
from mam.support.messages import shorten
from mam.support.numbers import spell_number

# Why a move of a phase that is over can't be made again; bids and trump have their own rules.
_PAST = {
    "auction": "the auction is over",
    "vote": "everybody has voted",
    "nest": "the bidder has discarded",
    "called": "the bidder has called",
    "exchange": "the Tiger has been exchanged",
}


def why_over(move: Move) -> Reason:
    """Return why nothing can be done after the end of the round."""
    return Reason("not-now", f"You can't {name_deed(move)}:", "the round is over.")


def why_not_now(state: State, move: Move, seat: str | None) -> Reason:
    """Return why a move of another phase or game can't be made now by this seat (None: the seat to move)."""
    mover = seat or state.turn or ""
    reason: Reason | None = None
    match move:
        case Bid() if state.phase != "auction":
            reason = auction.why_over(state, mover)
        case BidTricks() if state.phase != "sealed" and "sealed" in state.rules.phases:
            reason = Reason("sealed", "You can't bid anymore:", "everybody has bid.")
        case Misdeal() if state.phase != "auction" and "auction" in state.rules.phases:
            reason = auction.why_too_late(state)
        case NameTrump() if "trump" in state.rules.phases or state.rules.turns_trump:
            reason = trump.why_never(state, move) or trump.why_over(state)
        case Exchange() if "exchange" in state.rules.phases:
            reason = exchange.why_never(state)
        case Vote() if "vote" not in state.rules.phases and "open-nest" in state.rules.cites:
            reason = Reason("open-nest", f"You can't vote on the {state.rules.nest.word}:", "only the bidder sees it.")
    if reason is not None:
        return reason
    if not any(isinstance(move, PHASES[name].MOVES) for name in state.rules.phases):
        return Reason("not-now", f"There is no “{shorten(str(move))}” in this game.")
    duty = PHASES[state.phase].DUTY.format(nest=state.rules.nest.word, size=spell_number(state.rules.nest.size))
    name = name_mover(state) if mover == state.turn else state.name
    *_, phase = (name for name in state.rules.phases if isinstance(move, PHASES[name].MOVES))
    if state.rules.phases.index(phase) < state.rules.phases.index(state.phase) and phase in _PAST:
        return Reason("not-now", f"You can't {name_deed(move)} anymore:", f"{_PAST[phase]}. {name} must {duty}.")
    first = "" if state.phase == state.rules.phases[-1] else " first"  # what comes later can be done then
    return Reason(
        "not-now", f"You can't {name_deed(move)} now:", f"{'you' if name == YOU else name} must {duty}{first}."
    )


def why_no_player(state: State, move: Move, seat: str) -> Reason:
    """Return why a dummy can't bid, discard, name trump or do anything but play its cards."""
    if not any(isinstance(move, PHASES[name].MOVES) for name in state.rules.phases):
        return why_not_now(state, move, seat)
    name = state.rules.seat_names[seat]
    return Reason("not-now", f"{name} can't {name_deed(move)}:", "it is a hand without a player.")


def why_out_of_turn(state: State, move: Move, seat: str) -> Reason:
    """Return why this seat may not move during another seat's turn."""
    if isinstance(move, Misdeal) and state.rules.auction.max_misdeal_money is None and "auction" in state.rules.phases:
        return auction.why_too_late(state)
    is_call = state.phase == "auction" and isinstance(move, Bid | Pass | Misdeal)
    if is_call and (reason := auction.why_spent(state, move, seat)):
        return reason
    owner = "yours" if seat in state.rules.persons and seat != state.dummy else f"{state.rules.seat_names[seat]}'s"
    return Reason(PHASES[state.phase].turn_topic(state), f"It is {state.name}'s turn, not {owner}.")
