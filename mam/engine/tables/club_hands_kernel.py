"""How the club player bids, discards and names trump, on masks of cards: the compiled counterpart of `mam.engine.club.hands` and `bidding`.

Both compute the same whole numbers, so they make the same choices. An auction is a row of numbers (`mam.engine.tables.auction_kernel`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mam.engine.tables.auction_kernel import (
    AUCTION,
    BIDS,
    CALLER,
    DECLINED_BIDS,
    HIGH_BID,
    HIGH_BIDDER,
    PASSED,
    PASSES_TO_PARTNER,
    AuctionLookup,
    begin_auction,
    call,
    find_bid_range,
    has_won_auction,
    must_bid,
)
from mam.engine.tables.bits import count_cards, index, low_bit
from mam.engine.tables.compiling import compiled

_NEVER = -(1 << 40)
# What a hand is expected to bring, as three numbers in thousands of dollars: the capture of its player's side as the bidder,
# of a partner who is the bidder, of an opponent who is.
OWN, PARTNERS, OPPONENTS = np.int64(0), np.int64(1), np.int64(2)
ESTIMATES = 3
# Stages, and kinds of colors. Not plain numbers, for which numba would compile each function once more.
BEFORE_NEST, AFTER_DISCARD, PARTNER_STAGE = np.int64(0), np.int64(1), np.int64(2)
_SIDE_COLOR, _TRUMP_COLOR = np.int64(0), np.int64(1)
PASSING = 8  # the last feature of a bid, the same for all bids: what a pass is likely to score


class HandLookup(NamedTuple):
    """The club player's weights for hands and bids, by card.

    A stage is 0 before the nest, 1 after the discard, 2 where a partner is the bidder, 3 where an opponent is.
    `values[stage, is_trump, length, card]` of 4, 2, 32 and 64: what a card counts in a color of this length; `lengths[stage,
    is_trump, length]` what the length itself does. `colors` are masks, `trump_colors[trump]` the number of a color (-1: none);
    `colorless_cards` those without a color, `counted_cards` those that have values, `number_cards` those that may always be
    discarded. `constants[stage]` is what any hand counts.

    `calls[bidder]` and `spread[bidder]` say how the others' calls move an estimate, and how far captures lie from it, for the three
    estimates; `narrowing`, `bids[situation, feature]`, `jumps` and `money` are as in `mam.engine.club.hand_weights`.
    """

    values: Any
    lengths: Any
    colors: Any
    trump_colors: Any
    colorless_cards: int
    counted_cards: int
    number_cards: int
    constants: Any
    calls: Any
    spread: Any
    narrowing: int
    bids: Any
    jumps: Any
    money: int
    auction: AuctionLookup


@compiled(nogil=True)
def rate_color(tables, stage, is_trump, cards, duplicates):
    """Return what these cards, all of one color, are worth."""
    kind = stage << 1 | is_trump
    length = min(count_cards(cards, duplicates), 31)
    value, left = tables.lengths[index(kind << 5 | length)], cards & tables.counted_cards
    while left:
        bit = left & -left
        left ^= bit
        value += tables.values[index((kind << 5 | length) << 6 | low_bit(bit))] * (1 + np.int64(duplicates & bit != 0))
    return value


@compiled(nogil=True)
def rate_colorless(tables, stage, cards, duplicates):
    """Return what the cards without a color are worth, together with what any hand counts."""
    value, left = tables.constants[index(stage)], cards & tables.colorless_cards
    while left:
        bit = left & -left
        left ^= bit
        value += tables.values[index(stage << 12 | low_bit(bit))] * (1 + np.int64(duplicates & bit != 0))
    return value


@compiled(nogil=True)
def rate_without_trump(tables, stage, cards, duplicates):
    """Return what a hand is worth if none of its colors is trump."""
    value = rate_colorless(tables, stage, cards, duplicates)
    for color in tables.colors:
        value += rate_color(tables, stage, _SIDE_COLOR, cards & color, duplicates & color)
    return value


@compiled(nogil=True)
def rank_trumps(tables, stage, cards, duplicates, trumps):
    """Return the trump with which a hand is worth most (of equals the first), and what it is worth."""
    value_without_trump = rate_without_trump(tables, stage, cards, duplicates)
    best, best_trump = np.int64(_NEVER), trumps[0]
    for trump in trumps:
        value = value_without_trump
        if tables.trump_colors[index(trump)] >= 0:
            color = tables.colors[index(tables.trump_colors[index(trump)])]
            value += rate_color(tables, stage, _TRUMP_COLOR, cards & color, duplicates & color)
            value -= rate_color(tables, stage, _SIDE_COLOR, cards & color, duplicates & color)
        if value > best:
            best, best_trump = value, trump
    return best_trump, best


@compiled(nogil=True)
def count_numbers(tables, cards, duplicates):
    """Return how many number cards a hand has."""
    return count_cards(cards & tables.number_cards, duplicates & tables.number_cards)


@compiled(nogil=True)
def plan_discard(tables, hand, hand_duplicates, size, trumps, decided_trump, scratch):
    """Return the trump and the discard, as two masks, after which a hand is worth most.

    One of `trumps` is named, unless `decided_trump` says which (-1: it does not). There must be enough number cards. `scratch` has
    room for 128 numbers. Values are multiplied to make room below them for the number of cards from each color, as octal digits:
    of equal values the lowest such number wins.
    """
    colors = tables.colors.shape[0]
    for c in range(colors):
        color_cards, color_duplicates = hand & tables.colors[index(c)], hand_duplicates & tables.colors[index(c)]
        for count in range(size + 1):
            digit = np.int64(count) << 3 * (colors - 1 - c)
            scratch[index(c << 4 | count)] = (
                rate_color(tables, AFTER_DISCARD, _SIDE_COLOR, color_cards, color_duplicates) << 12
            ) - digit
            scratch[index(c << 4 | 8 | count)] = (
                rate_color(tables, AFTER_DISCARD, _TRUMP_COLOR, color_cards, color_duplicates) << 12
            ) - digit
            left = color_cards & tables.number_cards
            if left == 0:
                for larger_count in range(count + 1, size + 1):
                    scratch[index(c << 4 | larger_count)] = scratch[index(c << 4 | 8 | larger_count)] = _NEVER << 12
                break
            bit = left & -left
            color_cards, color_duplicates = color_cards ^ (bit & ~color_duplicates), color_duplicates & ~bit
    best, best_trump = np.int64(_NEVER) << 16, trumps[0]
    sums = np.int64(64)  # where the best values of 0, 1, 2 … cards begin
    for trump in trumps:
        if decided_trump >= 0 and trump != decided_trump:
            continue
        for total in range(size + 1):
            scratch[index(sums + total)] = 0 if total == 0 else _NEVER << 12
        for c in range(colors):
            row = c << 4 | np.int64(tables.trump_colors[index(trump)] == c) << 3
            for total in range(size, -1, -1):
                highest = np.int64(_NEVER) << 14
                for count in range(total + 1):
                    highest = max(highest, scratch[index(sums + total - count)] + scratch[index(row + count)])
                scratch[index(sums + total)] = highest
        if scratch[index(sums + size)] >> 12 > best >> 12 or best == np.int64(_NEVER) << 16:
            best, best_trump = scratch[index(sums + size)], trump
    discard, discard_duplicates = np.int64(0), np.int64(0)
    for c in range(colors):
        count = -best >> 3 * (colors - 1 - c) & 7
        color_cards, color_duplicates = (
            hand & tables.colors[index(c)] & tables.number_cards,
            hand_duplicates & tables.colors[index(c)],
        )
        for _ in range(count):
            bit = color_cards & -color_cards
            discard_duplicates |= discard & bit
            discard |= bit
            color_cards, color_duplicates = color_cards ^ (bit & ~color_duplicates), color_duplicates & ~bit
    return best_trump, discard, discard_duplicates


# The auction


@compiled(nogil=True)
def estimate_hand(tables, cards, duplicates, trumps, estimates):
    """Fill in the three estimates of a hand before the nest."""
    _, value = rank_trumps(tables, BEFORE_NEST, cards, duplicates, trumps)
    estimates[OWN] = min(max(value + 32 >> 6, 0), 2 * tables.money)
    for bidder in (PARTNERS, OPPONENTS):
        estimates[bidder] = rate_without_trump(tables, PARTNER_STAGE + bidder - PARTNERS, cards, duplicates) + 32 >> 6


@compiled(nogil=True)
def describe_calls(tables, auction, seat, features):
    """Fill in the features of the others' calls, as a seat sees them."""
    features[:] = 0
    sides = tables.auction.sides
    for caller in range(sides.shape[0]):
        if caller != seat:
            first = 0 if sides[seat] >> caller & 1 else 4
            features[first] += auction[BIDS + caller]
            features[first + 1] += auction[DECLINED_BIDS + caller] >> 32
            features[first + 2] += auction[DECLINED_BIDS + caller] & 0xFFFFFFFF
            features[first + 3] += auction[PASSES_TO_PARTNER + caller]


@compiled(nogil=True)
def expect_capture(tables, bidder, estimate, call_features):
    """Return the capture expected by an estimate and the calls, in 64ths of $1,000."""
    expected = estimate << 6
    for feature in range(call_features.shape[0]):
        expected += tables.calls[bidder, feature] * call_features[feature]
    return expected


@compiled(nogil=True)
def score_bid(tables, bidder, expected, bid):
    """Return the expected score of a bid, less what the other side scores, and how many of the likely captures make it."""
    scale, total, successes = 4096, 0, 0
    if bidder == OWN:
        scale -= tables.narrowing * ((expected >> 6) - 250)
    for outcome in range(tables.spread.shape[1]):
        capture = (expected + (tables.spread[bidder, outcome] * scale >> 12)) >> 6
        total += (capture if capture >= bid else -bid) + capture - tables.money
        successes += capture >= bid
    return total // tables.spread.shape[1], successes


@compiled(nogil=True)
def score_pass(tables, auction, is_partner, estimates, call_features):
    """Return what the caller's side is likely to score if the high bid stands, less what the opponents score."""
    if auction[HIGH_BIDDER] < 0:
        return np.int64(0)
    bidder = PARTNERS if is_partner else OPPONENTS
    score, _ = score_bid(
        tables, bidder, expect_capture(tables, bidder, estimates[bidder], call_features), auction[HIGH_BID]
    )
    return np.int64(score if is_partner else -score)


@compiled(nogil=True)
def find_situation(tables, auction, seat):
    """Return the number of the situation: who is the high bidder, and whether a partner may still call."""
    high_bidder, side = auction[HIGH_BIDDER], tables.auction.sides[seat]
    if high_bidder < 0:
        return 0
    if side >> high_bidder & 1:
        return 1
    waiting = side & ~(np.int64(1) << seat)
    if not tables.auction.reentry:
        waiting &= ~auction[PASSED]
    return 2 if waiting else 3


@compiled(nogil=True)
def describe_bids(tables, auction, estimates, call_features, amounts, features):
    """Fill in the bids considered and their features; return how many there are, and the situation."""
    seat = auction[CALLER]
    describe_calls(tables, auction, seat, call_features)
    lowest, highest = find_bid_range(tables.auction, auction)
    situation, n = find_situation(tables, auction, seat), 0
    expected = expect_capture(tables, OWN, estimates[OWN], call_features)
    passing = score_pass(tables, auction, situation == 1, estimates, call_features)
    for jump in tables.jumps:
        amount = lowest + jump
        if amount <= highest and amount % tables.auction.step == 0:
            score, successes = score_bid(tables, OWN, expected, amount)
            features[n, 0] = 1
            features[n, 1] = score
            features[n, 2] = successes
            features[n, 3] = amount
            features[n, 4] = jump > 0
            features[n, 5] = jump
            features[n, 6] = call_features[0]
            features[n, 7] = call_features[4]
            features[n, PASSING] = passing
            amounts[n] = amount
            n += 1
    return n, situation


@compiled(nogil=True)
def rank_bids(tables, situation, n, features):
    """Return the number of the bid that gains most, and what it gains apart from what a pass scores."""
    best, chosen = np.int64(_NEVER), 0
    for row in range(n):
        gain = np.int64(0)
        for feature in range(PASSING):
            gain += tables.bids[situation, feature] * features[row, feature]
        if gain > best:
            best, chosen = gain, row
    return chosen, best


@compiled(nogil=True)
def choose_call(tables, auction, estimates, call_features, amounts, features):
    """Return the bid of the next to call, or 0 for a pass."""
    if has_won_auction(tables.auction, auction):
        return 0
    n, situation = describe_bids(tables, auction, estimates, call_features, amounts, features)
    if n == 0:
        return 0
    chosen, gain = rank_bids(tables, situation, n, features)
    is_better = gain + tables.bids[situation, PASSING] * features[0, PASSING] > 0
    return amounts[chosen] if is_better or must_bid(tables.auction, auction) else 0


# What calls say


@compiled(nogil=True)
def tabulate_calls(tables, dealer, amounts, callers, call_rows, situations, high_bids, gains):
    """Fill in for each of these calls (bids, and 0 for a pass) what decides it.

    Who called, the features of the calls before, the situation, the high bid, and, by the estimate as the bidder, what the best bid
    gains apart from what a pass scores. The situation is -1 where a call says nothing: a forced bid, a pass where no bid is allowed or when the
    caller's side has won.
    """
    auction, estimates = np.zeros(AUCTION, np.int64), np.zeros(ESTIMATES, np.int64)
    considered = np.zeros(tables.jumps.shape[0], np.int64)
    features = np.zeros((tables.jumps.shape[0], tables.bids.shape[1]), np.int64)
    begin_auction(tables.auction, dealer, auction)
    for number in range(amounts.shape[0]):
        is_pass, situation = amounts[number] == 0, -1
        callers[number], high_bids[number] = auction[CALLER], auction[HIGH_BID]
        if not must_bid(tables.auction, auction) and not (is_pass and has_won_auction(tables.auction, auction)):
            for estimate in range(gains.shape[1]):
                estimates[OWN] = estimate
                n, situation = describe_bids(tables, auction, estimates, call_rows[number], considered, features)
                if n == 0:
                    situation = -1
                    break
                _, gains[number, estimate] = rank_bids(tables, situation, n, features)
        situations[number] = situation
        call(tables.auction, auction, amounts[number])


@compiled(nogil=True)
def measure_calls(
    tables, seat, amounts, callers, call_rows, situations, high_bids, gains, reads_passes, estimates, deviations
):
    """Add to `deviations`, for each row of a seat's estimates, how far its calls deviate from the club player's, in thousands of dollars.

    A bid deviates by how much too low the estimate as the bidder is for any bid, a pass by how much too high it is for a pass. Bids count
    once, by the greatest deviation; without `reads_passes` passes do not count.
    """
    auction = np.zeros(AUCTION, np.int64)
    for row in range(estimates.shape[0]):
        missing = np.int64(0)
        for number in range(amounts.shape[0]):
            situation = situations[number]
            if callers[number] != seat or situation < 0 or (amounts[number] == 0 and not reads_passes):
                continue
            auction[HIGH_BIDDER], auction[HIGH_BID] = -1 if situation == 0 else 0, high_bids[number]
            passing = score_pass(tables, auction, situation == 1, estimates[row], call_rows[number])
            threshold, low, high = -tables.bids[situation, PASSING] * passing, 0, gains.shape[1]
            while low < high:  # the lowest estimate that bids: a better hand never bids less
                middle = (low + high) >> 1
                if gains[number, middle] > threshold:
                    high = middle
                else:
                    low = middle + 1
            if amounts[number]:
                missing = max(missing, low - estimates[row, OWN])
            else:
                deviations[row] += max(estimates[row, OWN] + 1 - low, 0)
        deviations[row] += missing


@compiled(nogil=True)
def estimate_hands(tables, hands, duplicates, trumps, estimates):
    """Fill in the estimates of each of these hands."""
    for row in range(hands.shape[0]):
        estimate_hand(tables, hands[row], duplicates[row], trumps, estimates[row])


@compiled(nogil=True)
def hold_auctions(tables, dealer, hands, duplicates, trumps, bidders, bids):
    """Hold the auction of each row of hands: fill in the number of the bidder (-1: nobody) and the bid."""
    seats = tables.auction.sides.shape[0]
    auction, estimates = np.zeros(AUCTION, np.int64), np.zeros((seats, ESTIMATES), np.int64)
    call_features, amounts = np.zeros(tables.calls.shape[1], np.int64), np.zeros(tables.jumps.shape[0], np.int64)
    features = np.zeros((tables.jumps.shape[0], tables.bids.shape[1]), np.int64)
    for row in range(hands.shape[0]):
        for seat in range(seats):
            estimate_hand(tables, hands[row, seat], duplicates[row, seat], trumps, estimates[seat])
        begin_auction(tables.auction, dealer, auction)
        while auction[CALLER] >= 0:
            seat = auction[CALLER]
            amount = choose_call(tables, auction, estimates[seat], call_features, amounts, features)
            call(tables.auction, auction, amount)
        bidders[row], bids[row] = auction[HIGH_BIDDER], auction[HIGH_BID]
