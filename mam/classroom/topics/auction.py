"""Exercises on the auction: what may be called, and where it ends."""

from mam.classroom.phrases import describe_call, quote_ruling
from mam.classroom.rounds import begin_round
from mam.classroom.template import DOLLARS, Choices, Draw, Variant, ask_number, ask_options, exercise, list_reasons
from mam.games.trick_round import TrickRound
from mam.rules.amounts import format_amount
from mam.rules.auction import high_bid, min_bid
from mam.rules.cards import Color
from mam.rules.moves import Bid, Call, Pass

_LESSON = "05-bidding"


def _state(round: TrickRound) -> dict[str, str]:
    """Return the dealer, the calls so far and whose turn it is, in words."""
    names = round.rules.seat_names
    return {
        "dealer": names[round.deal.dealer],
        "calls": ", ".join(f"{names[seat]} {describe_call(call)}" for seat, call in round.calls),
        "to_speak": names[round.turn or ""],
    }


@exercise("Which calls are legal?", kind="rules", level=2, lesson=_LESSON, form=Choices)
def legal_calls(draw: Draw) -> Variant:
    """Stop an auction at some call and ask which calls are legal."""
    round = _stop_auction(draw)
    state, calls, high = _state(round), _choose_options(draw, round), high_bid(round.calls)
    reasons = {describe_call(call): quote_ruling(round.why_not(call) or round.why(call)[0]) for call in calls}
    right = tuple(describe_call(call) for call in calls if not round.why_not(call))
    answer = Choices(right, tuple(reasons), reasons)
    text = f"""
        Rules of 1935. {state["dealer"]} is the dealer. {f"The calls so far: {state['calls']}." if round.calls else "Nobody has called yet."} It is {state["to_speak"]}'s turn. Which of these calls are legal now?

        Hint: Ask of each call: is it high enough, is it a multiple of $5,000, and is it only an amount? (R35-BID-5, R35-BID-6, R35-BID-7)
        Hint: The dealer calls first and must open, with $175,000 to $200,000; that maximum is for the opening bid only (R35-BID-1, R35-BID-2).
        Hint: {f"The high bid is {format_amount(high[1].amount)}: the lowest legal bid is {format_amount(min_bid(round.calls, round.rules.auction))}." if high else "The dealer opens, with $175,000 to $200,000, and can't pass."}
        Solution: {list_reasons(answer, "legal", "not legal")}
    """
    return ask_options(text, answer, state)


def _stop_auction(draw: Draw, minimum: int = 0) -> TrickRound:
    """Return an auction after a few calls that is not over."""
    round, call_count = begin_round(draw), draw.between(minimum, 8)
    while len(round.calls) < call_count:
        bids = [move for move in round.legal_moves if isinstance(move, Bid)][:8]
        alive = len({seat for seat, call in round.calls if call == Pass()}) < 2
        call = Pass() if round.calls and alive and draw.below(3) == 0 else draw.one_of(bids)
        next_round = round.play(call)
        if next_round.phase != "auction":
            break
        round = next_round
    return round


def _choose_options(draw: Draw, round: TrickRound) -> list[Call]:
    """Return calls to choose from, some legal and some not, for different reasons."""
    standing = high_bid(round.calls)
    if standing is None:
        wrong = [Bid(draw.one_of([150, 160, 170])), Bid(draw.between(176, 179)), Bid(draw.one_of([205, 210, 225]))]
        legal = [Bid(amount) for amount in draw.some_of([175, 180, 185, 190, 195, 200], 2)]
        return draw.shuffled([*wrong, *legal, Bid(185, draw.one_of(list(Color))), Pass()])
    high_amount = standing[1].amount
    low = [Bid(high_amount), Bid(high_amount + 5), Bid(high_amount - draw.one_of([5, 10]))]
    odd = Bid(high_amount + 10 + draw.one_of([1, 2, 3, 4, 6, 7, 8, 9]))
    legal = [Bid(high_amount + step) for step in draw.some_of([10, 15, 20, 25, 40, 60], 2)]
    color_bid = Bid(high_amount + draw.one_of([10, 20]), draw.one_of(list(Color)))
    return draw.shuffled([*draw.some_of(low, 2), odd, *legal, color_bid, Pass()])


@exercise("The lowest raise", kind="rules", level=1, lesson=_LESSON, unit=DOLLARS)
def least_raise(draw: Draw) -> Variant:
    """Describe an auction call by call and ask for the lowest amount that the next player may bid."""
    round = _stop_auction(draw, 4)
    state, minimum = _state(round), min_bid(round.calls, round.rules.auction)
    high_amount = minimum - 10
    opening = next(call.amount for _, call in round.calls if isinstance(call, Bid))
    slips = {
        "high-bid": high_amount,
        "one-step": high_amount + 5,
        "from-the-opening": opening + 10,
        "by-one": high_amount + 1,
    }
    text = f"""
        Rules of 1935. {state["dealer"]} is the dealer. The calls: {state["calls"]}. What is the lowest bid that {state["to_speak"]} may make now, in thousands of dollars?

        Nudge: Find the last bid, then add the smallest raise.
        Hint: A pass changes nothing: look for the last bid.
        Hint: Each bid is at least $10,000 above the one before (R35-BID-5).
        Slip high-bid: {high_amount} is already bid. A raise must be at least $10,000 (R35-BID-5).
        Slip one-step: Bids go in steps of $5,000, but a raise must be at least $10,000 (R35-BID-5).
        Slip from-the-opening: That raises the opening bid. Count from the last bid.
        Slip by-one: Bids are multiples of $5,000, and a raise must be at least $10,000 (R35-BID-5, R35-BID-6).
        Solution: The last bid is {format_amount(high_amount)}. A raise is at least $10,000 (R35-BID-5), so {format_amount(minimum)}.
    """
    return ask_number(text, minimum, slips, state)
