"""Auctions call by call, for the compiled engine: the counterpart of `mam.rules.auction`.

An auction is a row of numbers: the high bid, the high bidder (-1: nobody), whose turn it is (-1: the auction is over), how many
calls were made, the mask of who has passed; then for each seat its highest bid that was not forced, the bids that it declined when
nobody or an opponent was the high bidder, and how often it passed when a partner was. The bids of seats are stored as amounts
above `min_opening - min_raise`; declined bids as their number, above 32 bits, and their sum.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mam.engine.tables.compiling import compiled

HIGH_BID, HIGH_BIDDER, CALLER, CALLS, PASSED = range(5)
BIDS, DECLINED_BIDS, PASSES_TO_PARTNER = 8, 20, 32  # where the entries of the seats begin
AUCTION = 44  # how many entries an auction has


class AuctionLookup(NamedTuple):
    """The rules of an auction. `sides[seat]` is a mask of seats; `must_open` is 0 for the first, 1 for the last, 2 for nobody."""

    sides: Any
    opens: int
    must_open: int
    min_opening: int
    max_opening: int
    min_raise: int
    step: int
    max_bid: int
    reentry: bool
    one_turn: bool


@compiled(nogil=True)
def begin_auction(rules, dealer, auction):
    """Begin the auction of this dealer."""
    auction[:] = 0
    auction[HIGH_BIDDER], auction[CALLER] = -1, (dealer + rules.opens) % rules.sides.shape[0]


@compiled(nogil=True)
def must_bid(rules, auction):
    """Return whether the next to call must bid."""
    if auction[HIGH_BIDDER] >= 0:
        return False
    return rules.must_open == 0 or (rules.must_open == 1 and auction[CALLS] == rules.sides.shape[0] - 1)


@compiled(nogil=True)
def find_bid_range(rules, auction):
    """Return the lowest and the highest bid that the next to call may make."""
    if auction[HIGH_BIDDER] >= 0:
        return auction[HIGH_BID] + rules.min_raise, rules.max_bid
    if rules.must_open == 1 and must_bid(rules, auction):
        return rules.min_opening, rules.min_opening
    return rules.min_opening, min(rules.max_opening, rules.max_bid)


@compiled(nogil=True)
def has_won_auction(rules, auction):
    """Return whether the side of the next to call has the high bid, and no opponent may call again."""
    high_bidder, side = auction[HIGH_BIDDER], rules.sides[auction[CALLER]]
    if high_bidder < 0 or not side >> high_bidder & 1 or rules.reentry or rules.one_turn:
        return False
    all_seats = (np.int64(1) << rules.sides.shape[0]) - 1
    return all_seats & ~side & ~auction[PASSED] == 0


@compiled(nogil=True)
def call(rules, auction, amount):
    """Let the next to call bid this amount, or pass (0). Afterward it is nobody's turn (-1) if the auction is over."""
    seat, seats, base = auction[CALLER], rules.sides.shape[0], rules.min_opening - rules.min_raise
    lowest, _ = find_bid_range(rules, auction)
    if amount:
        if amount > rules.min_opening or not must_bid(rules, auction):
            auction[BIDS + seat] = amount - base
        auction[HIGH_BID], auction[HIGH_BIDDER] = amount, seat
    else:
        auction[PASSED] |= np.int64(1) << seat
        if auction[HIGH_BIDDER] >= 0 and rules.sides[seat] >> auction[HIGH_BIDDER] & 1:
            auction[PASSES_TO_PARTNER + seat] += 1
        else:
            # Their number above 32 bits, their sum below.
            auction[DECLINED_BIDS + seat] += (lowest - base) | np.int64(1) << 32
    auction[CALLS] += 1
    auction[CALLER] = -1
    if rules.one_turn:
        if auction[CALLS] < seats:
            auction[CALLER] = seat + 1 if seat + 1 < seats else 0
        return
    seats_out = auction[PASSED] if not rules.reentry or auction[HIGH_BIDDER] < 0 else 0
    for _ in range(seats):
        seat = seat + 1 if seat + 1 < seats else 0
        if seat == auction[HIGH_BIDDER]:
            return
        if not seats_out >> seat & 1:
            auction[CALLER] = seat
            return


@compiled(nogil=True)
def hold_auctions_to_limits(rules, start, person, limits, bidders, bids):
    """Go on with an auction in each row: fill in the number of the bidder (-1: nobody) and the bid.

    All call as rulebook players with these `limits` (row, seat) do: each makes the lowest bid up to its limit, unless its side
    has won. Only the first bid of `person`, who is to decide now, may raise a partner even then.
    """
    auction = start.copy()
    for row in range(limits.shape[0]):
        for entry in range(AUCTION):  # to assign a slice would need numba's runtime, which a browser does not have
            auction[entry] = start[entry]
        while auction[CALLER] >= 0:
            lowest, highest = find_bid_range(rules, auction)
            seat = auction[CALLER]
            wants_to_bid = lowest <= min(limits[row, seat], highest)
            if has_won_auction(rules, auction):
                wants_to_bid = wants_to_bid and seat == person and auction[CALLS] == start[CALLS]
            call(rules, auction, lowest if wants_to_bid or must_bid(rules, auction) else 0)
        bidders[row], bids[row] = auction[HIGH_BIDDER], auction[HIGH_BID]
