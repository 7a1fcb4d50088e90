"""Auctions of rulebook players by the thousand, held by the kernel, and a round's calls as the kernel needs them."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from mam.engine.rollouts.call_model import find_bid_limits
from mam.engine.rollouts.worlds import Int64Array, Masks
from mam.engine.strategy import find_fixed_side
from mam.engine.tables.auction_kernel import (
    AUCTION,
    AuctionLookup,
    begin_auction,
    call,
    hold_auctions_to_limits,
)
from mam.games.trick_round import TrickRound
from mam.rules.editions import TrickGameRules
from mam.rules.moves import Bid

_NO_LIMIT = 1 << 20


@lru_cache(maxsize=32)
def make_auction_tables(rules: TrickGameRules) -> AuctionLookup:
    """Return the rules of an edition's auction for the kernel."""
    auction, persons = rules.auction, rules.persons
    sides = [
        sum(1 << persons.index(person) for person in find_fixed_side(rules, seat) if person in persons)
        for seat in persons
    ]
    return AuctionLookup(
        sides=np.array(sides, np.int64),
        opens=auction.opens,
        must_open=("first", "last", "nobody").index(auction.must_open),
        min_opening=auction.min_opening,
        max_opening=_NO_LIMIT if auction.max_opening is None else auction.max_opening,
        min_raise=auction.min_raise,
        step=auction.step,
        max_bid=_NO_LIMIT if auction.max_bid is None else auction.max_bid,
        reentry=auction.reentry,
        one_turn=auction.one_turn,
    )


def encode_auction(round: TrickRound) -> Int64Array:
    """Return a round's auction so far, as the kernel has it."""
    tables, auction = make_auction_tables(round.rules), np.zeros(AUCTION, np.int64)
    begin_auction(tables, round.rules.persons.index(round.deal.dealer), auction)
    for _, made in round.calls:
        call(tables, auction, made.amount if isinstance(made, Bid) else 0)
    return auction


def hold_rulebook_auctions(
    round: TrickRound, masks: Masks, person: str | None = None, limit: int = 0
) -> tuple[Int64Array, Int64Array]:
    """Go on with a round's auction in each row: return the bidder (the number of a seat; -1: nobody) and the bid.

    All call as rulebook players do on their hands, except `person`, who bids up to this limit (0: passes), in thousands of dollars.
    """
    rules = round.rules
    seats = [rules.seats.index(seat) for seat in rules.persons]
    limits = np.ascontiguousarray(find_bid_limits(round, masks)[:, seats])
    if round.carry.barred in rules.persons:
        limits[:, rules.persons.index(round.carry.barred)] = 0
    number = -1 if person is None else rules.persons.index(person)
    if person is not None:
        limits[:, number] = limit
    bidders, bids = np.zeros(len(masks), np.int64), np.zeros(len(masks), np.int64)
    hold_auctions_to_limits(make_auction_tables(rules), encode_auction(round), number, limits, bidders, bids)
    return np.array([*seats, -1])[bidders], bids
