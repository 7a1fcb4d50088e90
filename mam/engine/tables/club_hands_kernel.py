"""How the club player bids, discards and names trump, on masks of cards: the compiled counterpart of `mam.engine.club.hands` and `bidding`.

Both compute the same whole numbers, so they make the same choices. An auction is a row of numbers: the high bid, the high bidder
(-1: nobody), whose turn it is, how many calls were made, the mask of who has passed; then for each seat its highest bid that was
not forced, the bids that it declined when nobody or an opponent was the high bidder, and how often it passed when a partner was. Bids are stored as amounts above
`min_opening - min_raise`; declined bids as their number, above 32 bits, and their sum.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mam.engine.tables.bits import count_bits, index, low_bit
from mam.engine.tables.compiling import compiled

HIGH_BID, HIGH_BIDDER, CALLER, CALLS, PASSED = range(5)
BIDS, DECLINED_BIDS, PASSES_TO_PARTNER = 8, 20, 32  # where the entries of the seats begin
AUCTION = 44  # how many entries an auction has
_NEVER = -(1 << 40)


class HandTables(NamedTuple):
    """The club player's weights for hands and bids, by card. A stage is 0 before the nest, 1 after the discard.

    `values[stage, is_trump, length, card]` of 2, 2, 32 and 64: what a card counts in a color of this length; `lengths[stage,
    is_trump, length]` what the length itself does. `colors` are masks, `trump_colors[trump]` the number of a color (-1: none);
    `colorless_cards` those without a color, `counted_cards` those that have values, `number_cards` those that may always be
    discarded. `constants[stage]` is what any hand counts.

    `calls`, `spread`, `narrowing`, `bids[situation, feature]`, `jumps` and `money` are as in
    `mam.engine.club.hand_weights`; `sides[seat]` is a mask of seats. The rules of the auction: `opens`, `must_open` (0: the first, 1: the
    last, 2: nobody), `min_opening`, `max_opening`, `min_raise`, `step`, `max_bid`, `reentry`.
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
    sides: Any
    opens: int
    must_open: int
    min_opening: int
    max_opening: int
    min_raise: int
    step: int
    max_bid: int
    reentry: bool


@compiled(nogil=True)
def rate_color(tables, stage, is_trump, cards, duplicates):
    """Return what these cards, all of one color, are worth."""
    kind = stage << 1 | is_trump
    length = min(count_bits(cards) + count_bits(duplicates), 31)
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
def rank_trumps(tables, stage, cards, duplicates, trumps):
    """Return the trump with which a hand is worth most (of equals the first), and what it is worth."""
    value_without_trump = rate_colorless(tables, stage, cards, duplicates)
    for color in tables.colors:
        value_without_trump += rate_color(tables, stage, 0, cards & color, duplicates & color)
    best, best_trump = np.int64(_NEVER), trumps[0]
    for trump in trumps:
        value = value_without_trump
        if tables.trump_colors[index(trump)] >= 0:
            color = tables.colors[index(tables.trump_colors[index(trump)])]
            value += rate_color(tables, stage, 1, cards & color, duplicates & color)
            value -= rate_color(tables, stage, 0, cards & color, duplicates & color)
        if value > best:
            best, best_trump = value, trump
    return best_trump, best


@compiled(nogil=True)
def count_numbers(tables, cards, duplicates):
    """Return how many number cards a hand has."""
    return count_bits(cards & tables.number_cards) + count_bits(duplicates & tables.number_cards)


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
            scratch[index(c << 4 | count)] = (rate_color(tables, 1, 0, color_cards, color_duplicates) << 12) - digit
            scratch[index(c << 4 | 8 | count)] = (rate_color(tables, 1, 1, color_cards, color_duplicates) << 12) - digit
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
def begin_auction(tables, dealer, auction):
    """Begin the auction of this dealer."""
    auction[:] = 0
    auction[HIGH_BIDDER], auction[CALLER] = -1, (dealer + tables.opens) % tables.sides.shape[0]


@compiled(nogil=True)
def must_bid(tables, auction):
    """Return whether the next to call must bid."""
    if auction[HIGH_BIDDER] >= 0:
        return False
    return tables.must_open == 0 or (tables.must_open == 1 and auction[CALLS] == tables.sides.shape[0] - 1)


@compiled(nogil=True)
def find_bid_range(tables, auction):
    """Return the lowest and the highest bid that the next to call may make."""
    if auction[HIGH_BIDDER] >= 0:
        return auction[HIGH_BID] + tables.min_raise, tables.max_bid
    if tables.must_open == 1 and must_bid(tables, auction):
        return tables.min_opening, tables.min_opening
    return tables.min_opening, min(tables.max_opening, tables.max_bid)


@compiled(nogil=True)
def call(tables, auction, amount):
    """Let the next to call bid this amount, or pass (0). Afterward it is nobody's turn (-1) if the auction is over."""
    seat, seats, base = auction[CALLER], tables.sides.shape[0], tables.min_opening - tables.min_raise
    lowest, _ = find_bid_range(tables, auction)
    if amount:
        if amount > tables.min_opening or not must_bid(tables, auction):
            auction[BIDS + seat] = amount - base
        auction[HIGH_BID], auction[HIGH_BIDDER] = amount, seat
    else:
        auction[PASSED] |= np.int64(1) << seat
        if auction[HIGH_BIDDER] >= 0 and tables.sides[seat] >> auction[HIGH_BIDDER] & 1:
            auction[PASSES_TO_PARTNER + seat] += 1
        else:
            # Their number above 32 bits, their sum below.
            auction[DECLINED_BIDS + seat] += (lowest - base) | np.int64(1) << 32
    auction[CALLS] += 1
    seats_out = auction[PASSED] if not tables.reentry or auction[HIGH_BIDDER] < 0 else 0
    auction[CALLER] = -1
    for _ in range(seats):
        seat = seat + 1 if seat + 1 < seats else 0
        if seat == auction[HIGH_BIDDER]:
            return
        if not seats_out >> seat & 1:
            auction[CALLER] = seat
            return


@compiled(nogil=True)
def describe_calls(tables, auction, seat, features):
    """Fill in the features of the others' calls, as a seat sees them."""
    features[:] = 0
    for caller in range(tables.sides.shape[0]):
        if caller != seat:
            first = 0 if tables.sides[seat] >> caller & 1 else 4
            features[first] += auction[BIDS + caller]
            features[first + 1] += auction[DECLINED_BIDS + caller] >> 32
            features[first + 2] += auction[DECLINED_BIDS + caller] & 0xFFFFFFFF
            features[first + 3] += auction[PASSES_TO_PARTNER + caller]


@compiled(nogil=True)
def expect_capture(tables, by_hand, call_features):
    """Return the expected capture by the hand and the calls, in 64ths of $1,000."""
    expected = by_hand
    for feature in range(call_features.shape[0]):
        expected += tables.calls[feature] * call_features[feature]
    return expected


@compiled(nogil=True)
def score_bid(tables, expected, bid):
    """Return the expected score of a bid, less what the opponents score, and how many of the likely captures make it."""
    scale, total, successes = 4096 - tables.narrowing * ((expected >> 6) - 250), 0, 0
    for distance in tables.spread:
        capture = (expected + (distance * scale >> 12)) >> 6
        total += (capture if capture >= bid else -bid) + capture - tables.money
        successes += capture >= bid
    return total // tables.spread.shape[0], successes


@compiled(nogil=True)
def find_situation(tables, auction, seat):
    """Return the number of the situation: who is the high bidder, and who may still call."""
    high_bidder, side = auction[HIGH_BIDDER], tables.sides[seat]
    if high_bidder < 0:
        return 0
    all_seats = (np.int64(1) << tables.sides.shape[0]) - 1
    waiting = all_seats & ~(np.int64(1) << seat | np.int64(1) << high_bidder)
    if not tables.reentry:
        waiting &= ~auction[PASSED]
    if side >> high_bidder & 1:
        return 1 if waiting & ~side else 2
    return 3 if waiting & side else 4


@compiled(nogil=True)
def describe_bids(tables, auction, by_hand, call_features, amounts, features):
    """Fill in the bids considered and their features; return how many there are, and the situation."""
    seat = auction[CALLER]
    describe_calls(tables, auction, seat, call_features)
    lowest, highest = find_bid_range(tables, auction)
    expected, n = expect_capture(tables, by_hand, call_features), 0
    for jump in tables.jumps:
        amount = lowest + jump
        if amount <= highest and amount % tables.step == 0:
            score, successes = score_bid(tables, expected, amount)
            features[n, 0] = 1
            features[n, 1] = score
            features[n, 2] = successes
            features[n, 3] = amount
            features[n, 4] = jump > 0
            features[n, 5] = jump
            features[n, 6] = call_features[0]
            features[n, 7] = call_features[4]
            amounts[n] = amount
            n += 1
    return n, find_situation(tables, auction, seat)


@compiled(nogil=True)
def choose_call(tables, auction, by_hand, call_features, amounts, features):
    """Return the bid of the next to call, or 0 for a pass."""
    n, situation = describe_bids(tables, auction, by_hand, call_features, amounts, features)
    best, chosen = np.int64(_NEVER), 0
    for row in range(n):
        gain = np.int64(0)
        for feature in range(features.shape[1]):
            gain += tables.bids[situation, feature] * features[row, feature]
        if gain > best:
            best, chosen = gain, amounts[row]
    return chosen if best > 0 or must_bid(tables, auction) else 0


@compiled(nogil=True)
def find_call_limits(tables, dealer, amounts, limits):
    """Fill in for each of these calls (bids, and 0 for a pass) the lowest value with which a hand bids there.

    Values are in 64ths of $1,000. A better hand never bids less, so one limit is enough; where a bid is forced, it is below
    every value.
    """
    auction, call_features = np.zeros(AUCTION, np.int64), np.zeros(tables.calls.shape[0], np.int64)
    considered, features = (
        np.zeros(tables.jumps.shape[0], np.int64),
        np.zeros((tables.jumps.shape[0], tables.bids.shape[1]), np.int64),
    )
    begin_auction(tables, dealer, auction)
    for number in range(amounts.shape[0]):
        low, high = np.int64(0), np.int64(2 * tables.money) << 6
        if must_bid(tables, auction):
            low = high = np.int64(_NEVER)
        while low < high:
            middle = (low + high) >> 1
            if choose_call(tables, auction, middle, call_features, considered, features):
                high = middle
            else:
                low = middle + 1
        limits[number] = low
        call(tables, auction, amounts[number])


@compiled(nogil=True)
def rate_hands(tables, hands, duplicates, trumps, values):
    """Fill in what each of these hands is worth before the nest with its best trump, in 64ths of $1,000."""
    for row in range(hands.shape[0]):
        _, values[row] = rank_trumps(tables, 0, hands[row], duplicates[row], trumps)


@compiled(nogil=True)
def hold_auctions(tables, dealer, hands, duplicates, trumps, bidders, bids):
    """Hold the auction of each row of hands: fill in the number of the bidder (-1: nobody) and the bid."""
    seats = tables.sides.shape[0]
    auction, values = np.zeros(AUCTION, np.int64), np.zeros(seats, np.int64)
    call_features, amounts = np.zeros(tables.calls.shape[0], np.int64), np.zeros(tables.jumps.shape[0], np.int64)
    features = np.zeros((tables.jumps.shape[0], tables.bids.shape[1]), np.int64)
    for row in range(hands.shape[0]):
        for seat in range(seats):
            _, values[seat] = rank_trumps(tables, 0, hands[row, seat], duplicates[row, seat], trumps)
        begin_auction(tables, dealer, auction)
        while auction[CALLER] >= 0:
            call(
                tables, auction, choose_call(tables, auction, values[auction[CALLER]], call_features, amounts, features)
            )
        bidders[row], bids[row] = auction[HIGH_BIDDER], auction[HIGH_BID]
