"""How the club player bids, discards and names trump, on masks of cards: the compiled counterpart of `mam.engine.club.hands` and `bidding`.

The same whole numbers, so the same choices. An auction is a row of numbers: the high bid, who holds it (-1: nobody), whose turn
it is, how many have called, the mask of who has passed; then for each seat its highest bid of its own accord, what it passed
at, and whether it passed under a partner's bid.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mam.engine.tables.bits import count_bits, index, low_bit
from mam.engine.tables.compiling import compiled

HIGH, HOLDER, CALLER, CALLS, PASSED = range(5)
BIDS, DECLINED, UNDER = 8, 20, 32  # where the numbers of the seats begin
AUCTION = 44  # entries of an auction
_NEVER = -(1 << 40)


class HandTables(NamedTuple):
    """The club player's weights for hands and bids, by card; every stage (0: before the nest, 1: after the discard) has its own.

    `values[stage, is_trump, length, card]` of 2, 2, 32 and 64: what a card counts in a color of this length; `lengths[stage,
    is_trump, length]` what the length itself does. `colors` are masks, `trump_colors[trump]` the number of a color (-1: none);
    `uncolored` the cards that have none, `counted` those that have values, `numbers` those that may be discarded without need.

    `calls`, `spread`, `narrowing`, `bids[situation, feature]`, `jumps` and `money` are as in
    `mam.engine.club.hand_weights`; `sides[seat]` is a mask of seats. The rules of the auction: `opens`, `must_open` (0: the first, 1: the
    last, 2: nobody), `min_opening`, `max_opening`, `min_raise`, `step`, `max_bid`, `reentry`.
    """

    values: Any
    lengths: Any
    colors: Any
    trump_colors: Any
    uncolored: int
    counted: int
    numbers: int
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
def rate_color(tables, stage, is_trump, held, duplicate):
    """Return what these cards, all of one color, are worth."""
    kind = stage << 1 | is_trump
    length = min(count_bits(held) + count_bits(duplicate), 31)
    value, left = tables.lengths[index(kind << 5 | length)], held & tables.counted
    while left:
        bit = left & -left
        left ^= bit
        value += tables.values[index((kind << 5 | length) << 6 | low_bit(bit))] * (1 + np.int64(duplicate & bit != 0))
    return value


@compiled(nogil=True)
def rate_uncolored(tables, stage, held, duplicate):
    """Return what the cards of no color are worth, and any hand."""
    value, left = tables.constants[index(stage)], held & tables.uncolored
    while left:
        bit = left & -left
        left ^= bit
        value += tables.values[index(stage << 12 | low_bit(bit))] * (1 + np.int64(duplicate & bit != 0))
    return value


@compiled(nogil=True)
def rank_trumps(tables, stage, held, duplicate, trumps):
    """Return the trump with which a hand is worth most (of equals the first), and what it is worth."""
    side = rate_uncolored(tables, stage, held, duplicate)
    for color in tables.colors:
        side += rate_color(tables, stage, 0, held & color, duplicate & color)
    best, best_trump = np.int64(_NEVER), trumps[0]
    for trump in trumps:
        value = side
        if tables.trump_colors[index(trump)] >= 0:
            color = tables.colors[index(tables.trump_colors[index(trump)])]
            value += rate_color(tables, stage, 1, held & color, duplicate & color)
            value -= rate_color(tables, stage, 0, held & color, duplicate & color)
        if value > best:
            best, best_trump = value, trump
    return best_trump, best


@compiled(nogil=True)
def count_numbers(tables, held, duplicate):
    """Return how many number cards a hand has."""
    return count_bits(held & tables.numbers) + count_bits(duplicate & tables.numbers)


@compiled(nogil=True)
def plan_discard(tables, held, duplicate, size, trumps, decided, scratch):
    """Return the trump and the discard (a mask, and what of it is discarded twice) after which a hand is worth most.

    One of `trumps` is named, unless it is `decided` (-1: it is not). There must be enough number cards. `scratch` is room for 128 numbers. A worth is multiplied so that the number of cards from each
    color, as digits, fits below it: of equals the lowest is chosen.
    """
    colors = tables.colors.shape[0]
    for c in range(colors):
        cards, twins = held & tables.colors[index(c)], duplicate & tables.colors[index(c)]
        for count in range(size + 1):
            digit = np.int64(count) << 3 * (colors - 1 - c)
            scratch[index(c << 4 | count)] = (rate_color(tables, 1, 0, cards, twins) << 12) - digit
            scratch[index(c << 4 | 8 | count)] = (rate_color(tables, 1, 1, cards, twins) << 12) - digit
            left = cards & tables.numbers
            if left == 0:
                for more in range(count + 1, size + 1):
                    scratch[index(c << 4 | more)] = scratch[index(c << 4 | 8 | more)] = _NEVER << 12
                break
            bit = left & -left
            cards, twins = cards ^ (bit & ~twins), twins & ~bit
    best, best_trump = np.int64(_NEVER) << 16, trumps[0]
    sums = np.int64(64)
    for trump in trumps:
        if decided >= 0 and trump != decided:
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
        cards, twins = held & tables.colors[index(c)] & tables.numbers, duplicate & tables.colors[index(c)]
        for _ in range(count):
            bit = cards & -cards
            discard_duplicates |= discard & bit
            discard |= bit
            cards, twins = cards ^ (bit & ~twins), twins & ~bit
    return best_trump, discard, discard_duplicates


# The auction


@compiled(nogil=True)
def begin_auction(tables, dealer, auction):
    """Begin the auction of this dealer."""
    auction[:] = 0
    auction[HOLDER], auction[CALLER] = -1, (dealer + tables.opens) % tables.sides.shape[0]


@compiled(nogil=True)
def must_bid(tables, auction):
    """Return whether the next to call must bid."""
    if auction[HOLDER] >= 0:
        return False
    return tables.must_open == 0 or (tables.must_open == 1 and auction[CALLS] == tables.sides.shape[0] - 1)


@compiled(nogil=True)
def find_bid_range(tables, auction):
    """Return the lowest and the highest bid that the next to call may make."""
    if auction[HOLDER] >= 0:
        return auction[HIGH] + tables.min_raise, tables.max_bid
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
        auction[HIGH], auction[HOLDER] = amount, seat
    else:
        auction[PASSED] |= np.int64(1) << seat
        if auction[HOLDER] >= 0 and tables.sides[seat] >> auction[HOLDER] & 1:
            auction[UNDER + seat] += 1
        else:
            auction[DECLINED + seat] += (lowest - base) | np.int64(1) << 32  # how often, and at what in all
    auction[CALLS] += 1
    stays_out = auction[PASSED] if not tables.reentry or auction[HOLDER] < 0 else 0
    auction[CALLER] = -1
    for _ in range(seats):
        seat = seat + 1 if seat + 1 < seats else 0
        if seat == auction[HOLDER]:
            return
        if not stays_out >> seat & 1:
            auction[CALLER] = seat
            return


@compiled(nogil=True)
def hear(tables, auction, seat, heard):
    """Fill in what the others' calls say to a seat: the features of calls."""
    heard[:] = 0
    for other in range(tables.sides.shape[0]):
        if other != seat:
            first = 0 if tables.sides[seat] >> other & 1 else 4
            heard[first] += auction[BIDS + other]
            heard[first + 1] += auction[DECLINED + other] >> 32
            heard[first + 2] += auction[DECLINED + other] & 0xFFFFFFFF
            heard[first + 3] += auction[UNDER + other]


@compiled(nogil=True)
def expect_capture(tables, by_hand, heard):
    """Return the expected capture by the hand and the calls, in 64ths of $1,000."""
    expected = by_hand
    for feature in range(heard.shape[0]):
        expected += tables.calls[feature] * heard[feature]
    return expected


@compiled(nogil=True)
def score_bid(tables, expected, bid):
    """Return the expected score of a bid, less what the opponents score, and how many of the likely captures make it."""
    scale, total, made = 4096 - tables.narrowing * ((expected >> 6) - 250), 0, 0
    for distance in tables.spread:
        capture = (expected + (distance * scale >> 12)) >> 6
        total += (capture if capture >= bid else -bid) + capture - tables.money
        made += capture >= bid
    return total // tables.spread.shape[0], made


@compiled(nogil=True)
def find_situation(tables, auction, seat):
    """Return the number of the situation: who is the high bidder, and who may still call."""
    holder, side = auction[HOLDER], tables.sides[seat]
    if holder < 0:
        return 0
    everyone = (np.int64(1) << tables.sides.shape[0]) - 1
    waiting = everyone & ~(np.int64(1) << seat | np.int64(1) << holder)
    if not tables.reentry:
        waiting &= ~auction[PASSED]
    if side >> holder & 1:
        return 1 if waiting & ~side else 2
    return 3 if waiting & side else 4


@compiled(nogil=True)
def describe_bids(tables, auction, by_hand, heard, amounts, features):
    """Fill in the bids considered and their features; return how many there are, and the situation."""
    seat = auction[CALLER]
    hear(tables, auction, seat, heard)
    lowest, highest = find_bid_range(tables, auction)
    expected, n = expect_capture(tables, by_hand, heard), 0
    for jump in tables.jumps:
        amount = lowest + jump
        if amount <= highest and amount % tables.step == 0:
            score, made = score_bid(tables, expected, amount)
            features[n, 0] = 1
            features[n, 1] = score
            features[n, 2] = made
            features[n, 3] = amount
            features[n, 4] = jump > 0
            features[n, 5] = jump
            features[n, 6] = heard[0]
            features[n, 7] = heard[4]
            amounts[n] = amount
            n += 1
    return n, find_situation(tables, auction, seat)


@compiled(nogil=True)
def choose_call(tables, auction, by_hand, heard, amounts, features):
    """Return the bid of the next to call, or 0 for a pass."""
    n, situation = describe_bids(tables, auction, by_hand, heard, amounts, features)
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
    """Fill in for each of these calls (bids, and 0 for a pass) what a hand must be worth at least to bid there.

    Worths are in 64ths of $1,000. A better hand never bids less, so one limit says it; the lowest number where a bid is forced.
    """
    auction, heard = np.zeros(AUCTION, np.int64), np.zeros(tables.calls.shape[0], np.int64)
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
            if choose_call(tables, auction, middle, heard, considered, features):
                high = middle
            else:
                low = middle + 1
        limits[number] = low
        call(tables, auction, amounts[number])


@compiled(nogil=True)
def rate_hands(tables, held, duplicates, trumps, worths):
    """Fill in what each of these hands is worth before the nest with its best trump, in 64ths of $1,000."""
    for row in range(held.shape[0]):
        _, worths[row] = rank_trumps(tables, 0, held[row], duplicates[row], trumps)


@compiled(nogil=True)
def hold_auctions(tables, dealer, held, duplicates, trumps, bidders, bids):
    """Hold the auction of each row of hands: fill in the number of the bidder (-1: nobody) and the bid."""
    seats = tables.sides.shape[0]
    auction, worths = np.zeros(AUCTION, np.int64), np.zeros(seats, np.int64)
    heard, amounts = np.zeros(tables.calls.shape[0], np.int64), np.zeros(tables.jumps.shape[0], np.int64)
    features = np.zeros((tables.jumps.shape[0], tables.bids.shape[1]), np.int64)
    for row in range(held.shape[0]):
        for seat in range(seats):
            _, worths[seat] = rank_trumps(tables, 0, held[row, seat], duplicates[row, seat], trumps)
        begin_auction(tables, dealer, auction)
        while auction[CALLER] >= 0:
            call(tables, auction, choose_call(tables, auction, worths[auction[CALLER]], heard, amounts, features))
        bidders[row], bids[row] = auction[HOLDER], auction[HIGH]
