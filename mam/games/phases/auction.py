"""The auction as a phase: calls go around until it is settled who the bidder is, if anybody."""

from collections.abc import Iterator

from mam.games.phases import nest
from mam.games.state import S, State, name_mover, replace
from mam.rules import auction
from mam.rules.dealing import find_next_seat, find_opposite_seat
from mam.rules.moves import Bid, Call, Misdeal, Move, Pass
from mam.rules.rulings import Reason

MOVES = (Bid, Pass, Misdeal)
DUTY = "bid or pass"


def begin(state: S) -> S:
    """Give the turn to the first player to call."""
    return replace(state, turn=auction.turn(state.rules.persons, state.deal.dealer, (), state.rules.auction))


def why_not(state: State, call: Call) -> Reason | None:
    """Return why this call is illegal now, or None if it is legal."""
    turn = state.turn or ""
    return auction.why_not_call(
        call,
        state.calls,
        state.rules.auction,
        name_mover(state),
        seats=len(state.rules.persons),
        is_barred=state.carry.barred == turn,
        hand=state.hands[turn],
        has_called=any(seat == turn for seat, _ in state.calls),
    )


def candidates(state: State) -> Iterator[Call]:
    """Return the calls to check."""
    return auction.list_calls(state.calls, state.rules.auction, len(state.rules.persons))


def apply(state: S, call: Call) -> S:
    """Record the call; the last call sets the bidder, who in some games changes seats (D-T01)."""
    assert state.turn is not None
    calls = (*state.calls, (state.turn, call))
    if isinstance(call, Misdeal):
        return replace(state, calls=calls, misdealt=state.turn, turn=None, phase="over")
    turn = auction.turn(state.rules.persons, state.deal.dealer, calls, state.rules.auction)
    next_state = replace(state, calls=calls, turn=turn)
    high = auction.find_high_bid(calls)
    if turn is not None:
        return next_state
    if high is None:
        return replace(next_state, phase="over")
    bidder, bid = high
    turn_order = _reseat(state, bidder)
    return replace(next_state, bidder=bidder, bid=bid.amount, trump=bid.color, turn_order=turn_order)


def _reseat(state: State, bidder: str) -> tuple[str, ...]:
    """Return the turn order with the bidder opposite Dummy (R35-3P-2)."""
    turn_order, rules = state.turn_order, state.rules
    if not rules.reseat:
        return turn_order
    (dummy,) = rules.dummies
    if rules.reseat == "exchange":  # with the player now opposite Dummy
        dummy_partner = find_opposite_seat(turn_order, dummy)
        swaps = {bidder: dummy_partner, dummy_partner: bidder}
        return tuple(swaps.get(seat, seat) for seat in turn_order)
    left_neighbor = find_next_seat(rules.persons, bidder)
    return (bidder, left_neighbor, dummy, find_next_seat(rules.persons, left_neighbor))


def reasons(state: State, call: Call, next_state: State) -> Iterator[Reason]:
    """Yield the rules behind the call and, with the last call, behind the end of the auction."""
    rules, names = state.rules, state.rules.seat_names
    yield from auction.why_call(
        call,
        state.calls,
        rules.auction,
        state.name,
        seat=state.turn or "",
        seats=len(rules.persons),
        is_last=next_state.phase != state.phase,
    )
    if next_state.bidder is not None and next_state.bid is not None:
        yield auction.why_won(
            names[next_state.bidder],
            next_state.bid,
            rules.auction,
            seats=len(rules.persons),
            is_only_bid=sum(isinstance(past_call, Bid) for _, past_call in next_state.calls) == 1,
        )
        if next_state.turn_order != state.turn_order:
            yield Reason(
                "reseat", f"{names[next_state.bidder]} sits opposite {names[rules.dummies[0]]} in this round."
            ).resting_on("reseat-how")
        if next_state.phase == "nest":
            yield nest.why_taken(next_state)


def turn_topic(state: State) -> str:
    """Return the topic of the first call's turn, or of the turns after it."""
    return "call-turn" if state.calls else "opener"


def why_spent(state: State, call: Move, seat: str) -> Reason | None:
    """Return why this seat can't call again in this auction, or None if its turn may come (R35-BID-8, RSW-7)."""
    own_calls = [past_call for caller, past_call in state.calls if caller == seat]
    action = (
        "pass again" if isinstance(call, Pass) else "call for a new deal" if isinstance(call, Misdeal) else "bid again"
    )
    if state.rules.auction.one_turn and own_calls:
        return Reason("call-turn", f"You can't {action}:", "each player calls once, and you have called.")
    if Pass() in own_calls and not state.rules.auction.reentry:
        return Reason("pass", f"You can't {action}:", "you passed, so you are out of this auction.")
    return None


def why_too_late(state: State) -> Reason:
    """Return why nobody may call for a new deal after the auction (D-X08), or at all."""
    if state.rules.auction.max_misdeal_money is None:
        return Reason(
            "no-misdeal", "You can't call for a new deal:", "this game is played without misdeals."
        ).resting_on("misdeal")
    return Reason("misdeal-late", "You can't call for a new deal after your first call of the auction.")


def why_over(state: State, seat: str) -> Reason | None:
    """Return why nobody may bid after the auction (R35-BID-11, D-G09); None where there was no auction."""
    if state.bidder is None or state.bid is None:
        return None
    winner = "you" if seat == state.bidder else state.rules.seat_names[state.bidder]
    bid = state.rules.auction.format_amount(state.bid)
    reason = Reason("auction-ends", "You can't bid anymore:", f"the auction is over, and {winner} won it at {bid}.")
    return reason.resting_on("bidder-raises") if seat == state.bidder else reason
