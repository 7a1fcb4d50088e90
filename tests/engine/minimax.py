"""Plain minimax on the tables, compiled, without bounds, memory or move ordering: the solver must agree with it."""

import numpy as np
from numba import njit

from mam.engine.tables.build import tabulate
from mam.games.trick_round import TrickRound


@njit
def _value(
    held, ours, seat, place, led, top, winner, state, laid, broken, legal, fixes, strength, money, turns, times, breaks
):
    colors = strength.shape[0] - 1
    if place == 0 and not (held[0] | held[1] | held[2] | held[3]):
        return 0
    context = led if place else colors + 1 + (0 if broken & 1 else 1)
    cards = 0
    for level in range(legal.shape[1]):
        cards = held[seat] & legal[context, level]
        if cards:
            break
    best = -1
    for card in range(money.shape[0]):
        if not cards >> card & 1:
            continue
        held[seat] ^= 1 << card
        now = fixes[1 if place else 0, card] if led == colors else led
        power = strength[now, card]
        highest, who = (power, seat) if power and power >= top else (top, winner)
        changed = turns[state, card]
        total = laid + money[card]
        seen = broken | (breaks >> card & 1) << 1
        if place < 3:
            value = _value(
                held,
                ours,
                (seat + 1) % 4,
                place + 1,
                now,
                highest,
                who,
                changed,
                total,
                seen,
                legal,
                fixes,
                strength,
                money,
                turns,
                times,
                breaks,
            )
        else:
            won = total * times[changed] if who >= 0 and ours >> who & 1 else 0
            leader = who if who >= 0 else (seat + 1) % 4
            value = won + _value(
                held,
                ours,
                leader,
                0,
                colors,
                0,
                -1,
                0,
                0,
                1 if seen else 0,
                legal,
                fixes,
                strength,
                money,
                turns,
                times,
                breaks,
            )
        held[seat] ^= 1 << card
        if best < 0 or (value > best if ours >> seat & 1 else value < best):
            best = value
    return best


def minimax(round: TrickRound) -> int:
    """The money of the bidder's side in the whole round, from a position between two tricks."""
    assert round.trick is not None and not round.trick.cards and round.bidder and round.trump and round.turn
    tables = tabulate(round.rules, round.trump)
    side = round.side_of(round.bidder)
    held = np.array([tables.mask(round.hands[seat]) for seat in round.turn_order], np.int64)
    ours = sum(1 << place for place, seat in enumerate(round.turn_order) if seat in round.sides[side])
    broken = int(round.is_trump_broken or not round.rules.tricks.trump_break)
    legal = tables.legal.astype(np.int64)
    return round.captured[side] + int(
        _value(
            held, ours, round.turn_order.index(round.turn), 0, len(tables.colors), 0, -1, 0, 0, broken,
            legal, tables.fixes, tables.strength, tables.money, tables.transitions, tables.multipliers, tables.broken,
        )
    )  # fmt: skip
