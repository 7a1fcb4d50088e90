"""The auction: who speaks, which bids are enough, when it ends. Amounts are thousands of dollars."""

from collections.abc import Sequence
from dataclasses import dataclass

from mam.cards import dollars
from mam.dealing import next_seat
from mam.moves import Bid, Call, Pass
from mam.rulings import Reason

Calls = Sequence[tuple[str, Call]]


@dataclass(frozen=True)
class AuctionRules:
    """What differs between editions about the bidding.

    `most` is the highest bid (None: no limit, D-G06); `opens` says who speaks first, counted to the left of the dealer.
    """

    opens: int = 0
    must_open: bool = True
    opening_least: int = 175
    opening_most: int = 200
    raise_least: int = 10
    step: int = 5
    most: int | None = 520


def highest(calls: Calls) -> tuple[str, int] | None:
    """Who holds the standing bid, and its amount; None before the opening.

    >>> highest([("S", Bid(175)), ("W", Pass())])
    ('S', 175)
    """
    return next(((seat, call.amount) for seat, call in reversed(calls) if isinstance(call, Bid)), None)


def opener(seats: Sequence[str], dealer: str, rules: AuctionRules) -> str:
    """The seat that speaks first (R35-BID-1)."""
    return seats[(seats.index(dealer) + rules.opens) % len(seats)]


def turn(seats: Sequence[str], dealer: str, calls: Calls, rules: AuctionRules) -> str | None:
    """Whose call is awaited, or None once nobody is left to outbid the last bidder (R35-BID-3, R35-BID-8, R35-BID-11).

    >>> turn("NESW", "S", [("S", Bid(175)), ("W", Pass()), ("N", Pass())], AuctionRules())
    'E'
    """
    if not calls:
        return opener(seats, dealer, rules)
    passed = {seat for seat, call in calls if isinstance(call, Pass)}
    seat = next_seat(seats, calls[-1][0])
    while seat in passed:
        seat = next_seat(seats, seat)
    standing = highest(calls)
    return None if standing and seat == standing[0] else seat  # nobody else is left to speak


def least_bid(calls: Calls, rules: AuctionRules) -> int:
    """The least amount that may be bid now."""
    standing = highest(calls)
    return standing[1] + rules.raise_least if standing else rules.opening_least


def list_calls(calls: Calls, rules: AuctionRules) -> list[Call]:
    """Every call worth judging: pass and each amount in steps up to the limit (to 520 where there is none)."""
    top = rules.most if rules.most is not None else max(520, least_bid(calls, rules) + 100)
    return [Pass(), *(Bid(amount) for amount in range(least_bid(calls, rules), top + 1, rules.step))]


def why_not_call(call: Call, calls: Calls, rules: AuctionRules, who: str) -> Reason | None:
    """Why this call may not be made now, or None if it may."""
    standing = highest(calls)
    if isinstance(call, Pass):
        if standing is None and rules.must_open:
            return Reason("must-open", f"{who} dealt and must open the bidding; passing comes later.")
        return None
    said = dollars(call.amount)
    if call.amount % rules.step:
        return Reason("bid-step", f"{said} is not a multiple of {dollars(rules.step)}.")
    if standing is None:
        if not rules.opening_least <= call.amount <= rules.opening_most:
            limits = f"{dollars(rules.opening_least)} to {dollars(rules.opening_most)}"
            return Reason("opening", f"The opening bid must be {limits}; {said} is not.")
        return None
    if call.amount < standing[1] + rules.raise_least:
        enough = dollars(standing[1] + rules.raise_least)
        return Reason(
            "raise", f"{dollars(standing[1])} stands, so the next bid is at least {enough}; {said} is too little."
        )
    if rules.most is not None and call.amount > rules.most:
        return Reason("most", f"No round can yield more than {dollars(rules.most)}, so {said} could never be made.")
    return None


def why_call(call: Call, calls: Calls, rules: AuctionRules, who: str) -> tuple[Reason, ...]:
    """The rules under which a legal call is made."""
    standing = highest(calls)
    if isinstance(call, Pass):
        return (Reason("pass", f"{who} passes and is out of this auction."),)
    if standing is None:
        return (
            Reason("must-open", f"{who} dealt and therefore opens."),
            Reason("opening", f"{dollars(call.amount)} lies within the limits of an opening bid."),
        )
    return (Reason("raise", f"{who} raises by {dollars(call.amount - standing[1])} to {dollars(call.amount)}."),)


def why_won(bidder: str, amount: int) -> Reason:
    """The rule that ends the auction."""
    return Reason("auction-ends", f"All others have passed: {bidder} is the bidder at {dollars(amount)}.")
