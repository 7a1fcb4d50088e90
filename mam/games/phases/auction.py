"""The auction as a phase: calls go round until somebody is the bidder, or nobody is."""

from collections.abc import Iterator

from mam.games.phases import nest
from mam.games.state import S, State, name_mover, replace
from mam.rules import auction
from mam.rules.dealing import next_seat, opposite
from mam.rules.moves import Bid, Call, Misdeal, Move, Pass
from mam.rules.rulings import Reason

MOVES = (Bid, Pass, Misdeal)
AWAITED = "bid or pass first"


def begin(state: S) -> S:
    """The first to speak has the turn."""
    return replace(state, turn=auction.turn(state.rules.persons, state.deal.dealer, (), state.rules.auction))


def why_not(state: State, call: Call) -> Reason | None:
    """Why this call may not be made now."""
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
    """The calls worth judging."""
    return auction.list_calls(state.calls, state.rules.auction, len(state.rules.persons))


def apply(state: S, call: Call) -> S:
    """The call stands; the last one makes the bidder, who in some games changes seats (D-T01)."""
    assert state.turn is not None
    calls = (*state.calls, (state.turn, call))
    if isinstance(call, Misdeal):
        return replace(state, calls=calls, misdealt=state.turn, turn=None, phase="over")
    turn = auction.turn(state.rules.persons, state.deal.dealer, calls, state.rules.auction)
    done = replace(state, calls=calls, turn=turn)
    standing = auction.high_bid(calls)
    if turn is not None:
        return done
    if standing is None:
        return replace(done, phase="over")
    bidder, bid = standing
    turn_order = _reseated(state, bidder)
    return replace(done, bidder=bidder, bid=bid.amount, trump=bid.color, turn_order=turn_order)


def _reseated(state: State, bidder: str) -> tuple[str, ...]:
    """The order of turns once the bidder sits opposite Dummy (R35-3P-2)."""
    turn_order, rules = state.turn_order, state.rules
    if not rules.reseat:
        return turn_order
    (dummy,) = rules.dummies
    if rules.reseat == "exchange":  # with whoever sits opposite Dummy now
        other = opposite(turn_order, dummy)
        exchanged = {bidder: other, other: bidder}
        return tuple(exchanged.get(seat, seat) for seat in turn_order)
    left = next_seat(rules.persons, bidder)
    return (bidder, left, dummy, next_seat(rules.persons, left))


def reasons(state: State, call: Call, done: State) -> Iterator[Reason]:
    """The rules of the call and, with the last one, of the auction's end."""
    rules, names = state.rules, state.rules.seat_names
    yield from auction.why_call(
        call, state.calls, rules.auction, state.name, seat=state.turn or "", seats=len(rules.persons)
    )
    if done.bidder is not None and done.bid is not None:
        yield auction.why_won(names[done.bidder], done.bid, rules.auction)
        if done.turn_order != state.turn_order:
            yield Reason("reseat", f"{names[done.bidder]} sits opposite {names[rules.dummies[0]]} in this round.")
        if done.phase == "nest":
            yield nest.why_taken(done)


def turn_topic(state: State) -> str:
    """Who calls first, and the rule of turns after that."""
    return "call-turn" if state.calls else "opener"


def why_spent(state: State, call: Move, seat: str) -> Reason | None:
    """Why this seat has no call left in the auction that goes on, or None if its turn may come (R35-BID-8, RSW-7)."""
    own = [one for caller, one in state.calls if caller == seat]
    again = (
        "pass again" if isinstance(call, Pass) else "call for a new deal" if isinstance(call, Misdeal) else "bid again"
    )
    if state.rules.auction.one_turn and own:
        return Reason("call-turn", f"You can't {again}: each player calls once, and you have called.")
    if Pass() in own and not state.rules.auction.reentry:
        return Reason("pass", f"You can't {again}: you passed, so you are out of this auction.")
    return None


def why_too_late(state: State) -> Reason:
    """Why nobody may call for a new deal after the auction (D-X08), or at all."""
    if state.rules.auction.max_misdeal_money is None:
        return Reason("no-misdeal", "You can't call for a new deal: this game is played without misdeals.")
    return Reason("misdeal", "You can't call for a new deal after your first call of the auction.")


def why_over(state: State, seat: str) -> Reason | None:
    """Why nobody may bid after the auction (R35-BID-11, D-G09); None where there was none."""
    if state.bidder is None or state.bid is None:
        return None
    won = "you" if seat == state.bidder else state.rules.seat_names[state.bidder]
    bid = state.rules.auction.format_amount(state.bid)
    return Reason("auction-ends", f"You can't bid anymore: the auction is over, and {won} won it at {bid}.")
