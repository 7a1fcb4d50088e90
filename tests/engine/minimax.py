"""Plain minimax on the tables, compiled, without bounds, memory or move ordering: the solver must agree with it."""

import numpy as np
from numba import njit

from mam.engine.tables.build import tabulate
from mam.games.trick_round import TrickRound


@njit
def _value(tables, side_mask, hands, seat, place, led, top, winner, state, laid, broken):
    legal, fixes, strength, money, turns, times, breaks = tables
    colors = strength.shape[0] - 1
    if place == 0 and not (hands[0] | hands[1] | hands[2] | hands[3]):
        return 0
    context = led if place else colors + 1 + (0 if broken & 1 else 1)
    cards = 0
    for level in range(legal.shape[1]):
        cards = hands[seat] & legal[context, level]
        if cards:
            break
    best = -1
    for card in range(money.shape[0]):
        if not cards >> card & 1:
            continue
        hands[seat] ^= 1 << card
        led_now = fixes[1 if place else 0, card] if led == colors else led
        power = strength[led_now, card]
        highest, taker = (power, seat) if power and power >= top else (top, winner)
        changed = turns[state, card]
        total = laid + money[card]
        broken_now = broken | (breaks >> card & 1) << 1
        if place < 3:
            value = _value(
                tables, side_mask, hands, (seat + 1) % 4, place + 1, led_now, highest, taker, changed, total, broken_now
            )
        else:
            won = total * times[changed] if taker >= 0 and side_mask >> taker & 1 else 0
            leader = taker if taker >= 0 else (seat + 1) % 4
            still_broken = 1 if broken_now else 0
            value = won + _value(tables, side_mask, hands, leader, 0, colors, 0, -1, 0, 0, still_broken)
        hands[seat] ^= 1 << card
        if best < 0 or (value > best if side_mask >> seat & 1 else value < best):
            best = value
    return best


def minimax(round: TrickRound) -> int:
    """The money of the bidder's side in the whole round, from a position between two tricks."""
    assert round.trick is not None and not round.trick.cards and round.bidder and round.trump and round.turn
    tables = tabulate(round.rules, round.trump)
    side = round.side_of(round.bidder)
    hands = np.array([tables.mask(round.hands[seat]) for seat in round.turn_order], np.int64)
    side_mask = sum(1 << place for place, seat in enumerate(round.turn_order) if seat in round.sides[side])
    broken = int(round.is_trump_broken or not round.rules.tricks.trump_break)
    arrays = (
        tables.legal.astype(np.int64), tables.fixes, tables.strength, tables.money, tables.transitions, tables.multipliers, tables.broken,
    )  # fmt: skip
    seat, colors = round.turn_order.index(round.turn), len(tables.colors)
    return round.captured[side] + int(_value(arrays, side_mask, hands, seat, 0, colors, 0, -1, 0, 0, broken))
