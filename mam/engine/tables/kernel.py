"""The compiled kernel: whole rounds played on masks of cards. Mechanism only: it knows tables, no game.

A hand is two masks, `held` and `twin`: the cards in it, and those of them it holds twice. A card is a number, a mask an
int64 with a bit for each. Chance is a stream of its own for every round, made of the seed and the round's number, so a
round is the same whoever plays it and in whatever order. Everything compiled stands in this one module, because a change
elsewhere would leave stale callers in numba's cache. An argument that is None takes its branches out before compiling.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.cgutils import get_or_insert_function
from numba.extending import intrinsic

from mam.engine.tables.kernel_cache import compiled

PLACES, HOLDERS, MONEY, EFFECTS = 3, 3, 2, 3  # what a situation is made of
_STEP = np.uint64(0x9E3779B97F4A7C15)
_FRACTION = 56  # bits of a random fraction: times a number below 128 it still fits into 63
_LOW = (1 << _FRACTION) - 1
index = np.uint64  # an index known not to count from the end, which numba would look at each time


class GameTables(NamedTuple):
    """What is played. Places are the seats, the nest, and one for each card of the pile; `c` is a chair, `p` a position.

    `pool` are the cards that are dealt by chance; place after place gets those up to its entry in `ends`, beside `known`
    and `duplicates`, which it holds anyway; `drawn` cards are drawn, the rest is what is left. `chairs` are the seats of which one is picked (the bidder; where
    there is none, the dealer), by a policy the one whose hand is worth most, if `valued`; `turn_order[c, p]` is the seat at each position once it is, `home[c]` its position,
    `lead[c]` the first leader's, `allies[c]` the positions on its side, `friends[c, p]` those that a position knows to be
    on its own. `trumps` are those of which one is picked, `turned[card]` what a pile card decides in their place (-1: nothing);
    `bound` says that it is settled before the nest is taken. `size` cards are put out, from the first mask in `put_out`, then from the second. Of the cards in `callable` `called` are called.
    Under some trumps a card is given up, `swap[trump]`, for the one that the `lot` names (-1: by chance, -2: there is none)
    among those put out, taken in `order`.

    Tables are flat: `legal[trump, context, level]` of 8 and 4, `facts[trump, context, card]` of 8 and 64: a
    card's strength in 12 bits (ten cards' strengths together fit there), its money above them; `fixes`, of the same shape:
    where in it the facts of the next context begin; `turns[state, card]`.
    """

    pool: Any
    ends: Any
    known: Any
    duplicates: Any
    drawn: int
    chairs: Any
    valued: bool
    turn_order: Any
    home: Any
    lead: Any
    allies: Any
    friends: Any
    trumps: Any
    turned: Any
    bound: bool
    size: int
    put_out: Any
    callable: int
    called: int
    swap: Any
    lot: int
    order: Any
    tricks: int
    legal: Any
    facts: Any
    fixes: Any
    broken: Any
    colors: int
    turns: Any
    times: Any
    trick: int


class Begun(NamedTuple):
    """Where a round goes on instead of being dealt: one bidder, trump and table for all rows, the cards of each row.

    `held[row, place]` and `twins[row, place]` are masks of what lies in each place; cards that were played are still counted
    to the hands that played them. Who is the bidder, and what is trump, stands in the game. From the first lead on, by the
    position `leader` (-1: whoever leads), the first cards are `laid`, in order; in `strange[row]` is counted how many of them the policy would
    not have played, at the positions in `watched`. `out` and `double` are put out (-1: as the policy wishes, or nothing if `settled`), `called` was
    called (-1: as the policy wishes).
    """

    held: Any
    duplicates: Any
    leader: int
    laid: Any
    strange: Any
    watched: int
    settled: bool
    out: int
    double: int
    called: int


class Policy(NamedTuple):
    """What a policy prefers, as tables: in each the highest entry is chosen, and its lowest six bits are the card.

    `prefer[trump, situation, captures, card]`; `part[trump, length of its color, card]` for putting cards out;
    `call[trump, card]`; `estimate[trump, card]` is added up to compare chairs and trumps. `effect[state]` and
    `color[card]` say how situations and lengths are found.
    """

    prefer: Any
    part: Any
    call: Any
    estimate: Any
    effect: Any
    color: Any


# Bits


def _unary(name: str):
    @intrinsic
    def ask(typing, mask):
        def code(context, builder, signature, args):
            more = (ir.Constant(ir.IntType(1), 0),) if name == "cttz" else ()
            return getattr(builder, name)(args[0], *more)

        return types.int64(types.int64), code

    return ask


count_bits = _unary("ctpop")
low_bit = _unary("cttz")


@intrinsic
def _deposit(typing, bits, mask):
    def code(context, builder, signature, args):
        word = ir.IntType(64)
        pdep = get_or_insert_function(builder.module, ir.FunctionType(word, [word, word]), "llvm.x86.bmi.pdep.64")
        return builder.call(pdep, args)

    return types.int64(types.int64, types.int64), code


@compiled(nogil=True)
def nth_bit(mask, n, pdep):
    """The n-th set bit of a mask, counted from 0; `pdep` is None where the processor has no such instruction."""
    if pdep is not None:
        return _deposit(1 << n, mask)
    for past in range(4):  # without a branch that depends on chance
        mask &= mask - np.int64(n > past)
    for _ in range(n - 4):
        mask &= mask - 1
    return mask & -mask


# Chance


@compiled(nogil=True)
def _fraction(key):
    key = (key ^ (key >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    key = (key ^ (key >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.int64((key ^ (key >> np.uint64(31))) >> np.uint64(64 - _FRACTION))


@compiled(nogil=True)
def _some_of(held, twin, wanted, key, pdep):
    """So many of these cards, every different choice with the same chance; there are more of them than wanted."""
    while True:
        h, t, chosen, double = held, twin, 0, 0
        fraction = _fraction(key)
        key += _STEP
        for _ in range(wanted):
            singles = count_bits(h)
            fraction *= singles + count_bits(t)
            n = fraction >> _FRACTION
            fraction &= _LOW
            if n < singles:
                bit = nth_bit(h, n, pdep)
                h ^= bit
            else:
                bit = nth_bit(t, n - singles, pdep)
                t ^= bit
            double |= chosen & bit
            chosen |= bit
        # One of two equal cards could be taken in two ways: such a choice counts half, two of them a quarter.
        if fraction >> (_FRACTION - count_bits(chosen & twin & ~double)) == 0:
            return chosen, double, key


# Whole rounds


@compiled(nogil=True)
def _best_trump(held, twin, trumps, estimate):
    """The trump with which a hand is worth most, and what it is worth."""
    best, found = np.int64(-(1 << 62)), trumps[0]
    for trump in trumps:
        worth, left = 0, held
        while left:
            bit = left & -left
            left ^= bit
            worth += estimate[index(trump << 6 | low_bit(bit))] * (1 + (twin & bit != 0))
        if worth > best:
            best, found = worth, trump
    return found, best


@compiled(nogil=True)
def _put_out(held, twin, need, masks, wishes, at, color, key, pdep):
    """What goes into the nest, from one mask after the other, as two masks; by chance or by `wishes`."""
    out, double = 0, 0
    for mask in masks:
        h, t = held & mask, twin & mask
        there = count_bits(h) + count_bits(t)
        if there > need:
            if wishes is None:
                h, t, key = _some_of(h, t, need, key, pdep)
            else:
                h, t = _dearest(h, t, need, wishes, at, color, held, twin)
        out, double, need = out | h, double | t, max(need - there, 0)
    return out, double, key


@compiled(nogil=True)
def _dearest(held, twin, wanted, wishes, at, color, hand, twins):
    """The cards with the highest wishes, from entry `at` on, which ask how many of its color a hand has; as two masks."""
    lengths = 0  # six bits for each color
    while hand:
        bit = hand & -hand
        hand ^= bit
        lengths += np.int64(1 + (twins & bit != 0)) << 6 * color[index(low_bit(bit))]
    out, double = 0, 0
    for _ in range(wanted):
        best, left = np.int64(-1), held
        while left:
            card = low_bit(left)
            left &= left - 1
            length = lengths >> 6 * color[index(card)] & 31
            best = max(best, np.int64(wishes[index(at + (length << 6 | card))]))
        bit = np.int64(1) << (best & 63)
        held, twin = held ^ bit ^ (twin & bit), twin & ~bit
        double |= out & bit
        out |= bit
    return out, double


@compiled(nogil=True)
def _choose(legal, facts, here, strongest, prefer, at):
    """The legal card that is preferred; `here` and `at` are where the position's entries begin."""
    best = np.int64(-1)
    while legal:
        card = low_bit(legal)
        legal &= legal - 1
        captures = np.int64(facts[index(here | card)] & 1023 >= strongest)
        best = max(best, np.int64(prefer[index(at + (captures << 6 | card))]))
    return best & 63


@compiled(nogil=True)
def _deal(start, known, twins, ends, drawn, pool, hands, doubles, key):
    """Shuffle and deal: fills `pool`, and the masks of every place."""
    for n in range(start.shape[0]):
        pool[n] = start[n]
    fraction, left, n = np.int64(0), start.shape[0], 0
    for place in range(ends.shape[0]):
        held, twin = known[place], twins[place]
        while n < ends[place]:
            if n < drawn:
                if n & 3 == 0:  # four numbers come from one fraction, which leaves them 28 bits
                    key += _STEP
                    fraction = _fraction(key)
                fraction *= left - n
                other = n + (fraction >> _FRACTION)
                fraction &= _LOW
                pool[index(n)], pool[index(other)] = pool[index(other)], pool[index(n)]
            bit = np.int64(1) << np.int64(pool[index(n)])
            twin |= held & bit
            held |= bit
            n += 1
        hands[place], doubles[place] = held, twin
    return key


@compiled(nogil=True)
def play_rounds(game, policy, begun, seed, first, found, log, pdep):
    """Play the rounds `first`, `first` + 1 …, one for each row of `found`: chair, trump, the chair's allies (a mask of
    seats), money put out, and what each seat captured. They are dealt, or go on from what is `begun`.

    A row of `log`, unless that is None, gets the pool as it was dealt, lot, what was put out and doubly, what was called;
    for every card the card and the mask of the legal ones; for every trick its captor's seat (or -1) and its worth.
    """
    seats, places, size, colors = game.turn_order.shape[1], game.ends.shape[0], game.size, game.colors
    # Arrays are named once: every look into the tuple would count a reference.
    legals, facts, fixes, turns, times = game.legal, game.facts, game.fixes, game.turns, game.times
    start, known, twins, ends, masks = game.pool, game.known, game.duplicates, game.ends, game.put_out
    chairs, turn_order, homes, lead, sides = game.chairs, game.turn_order, game.home, game.lead, game.allies
    friends, trumps, turned = game.friends, game.trumps, game.turned
    if policy is None:
        wishes, color = None, None
    else:
        prefer, effect, calls, estimate = policy.prefer, policy.effect, policy.call, policy.estimate
        wishes, color = policy.part, policy.color
    pool = start.copy()
    hands, doubles = np.zeros(places, np.int64), np.zeros(places, np.int64)
    held, twin, got = np.zeros(seats, np.int64), np.zeros(seats, np.int64), np.zeros(seats + 1, np.int64)
    for row in range(found.shape[0]):
        key = np.uint64(_fraction(seed + _STEP * np.uint64(first + row))) << np.uint64(8)
        if begun is None:
            key = _deal(start, known, twins, ends, game.drawn, pool, hands, doubles, key)
        else:
            for place in range(places):
                hands[place], doubles[place] = begun.held[row, place], begun.duplicates[row, place]
        # Whose chair, which trump
        key += _STEP
        fraction = _fraction(key) * chairs.shape[0]
        chair = chairs[index(fraction >> _FRACTION)]
        fraction = (fraction & _LOW) * trumps.shape[0]
        trump = trumps[index(fraction >> _FRACTION)]
        lot = game.lot
        if lot == -1:
            lot = ((fraction & _LOW) * size) >> _FRACTION
        if policy is not None and game.valued:
            best = np.int64(-(1 << 62))
            for one in chairs:
                _, worth = _best_trump(hands[one], doubles[one], trumps, estimate)
                if worth > best:
                    best, chair = worth, one
        for place in range(seats + 1, places):
            decided = turned[index(low_bit(hands[place]))]
            if decided >= 0:
                trump = decided
                break
        for p in range(seats):
            seat = index(turn_order[index(chair), p])
            held[p], twin[p], got[p] = hands[seat], doubles[seat], 0
        # The nest, the cards called, the card given up
        home, allies = homes[index(chair)], sides[index(chair)]
        out, double, called, nested, core, entry = 0, 0, 0, 0, 0, 0
        hand, second = held[index(home)], twin[index(home)]
        settled = begun is not None and begun.settled
        if policy is not None and game.bound and not settled:
            trump, _ = _best_trump(hand, second, trumps, estimate)
        whole, twice = hand | hands[seats], second | doubles[seats] | (hand & hands[seats])
        if policy is not None and not game.bound and trumps.shape[0] > 1:
            trump, _ = _best_trump(whole, twice, trumps, estimate)
        if not settled:
            hand, second = whole, twice
        if settled:
            out, double = hands[seats], doubles[seats]
        elif size:
            if begun is not None and begun.out >= 0:
                out, double = begun.out, begun.double
            else:
                key += _STEP
                out, double, key = _put_out(hand, second, size, masks, wishes, trump << 11, color, key, pdep)
            hand, second = hand & ~(out & ~(second & ~double)), second & ~out
            held[index(home)], twin[index(home)] = hand, second
        if begun is not None and begun.called >= 0:
            called, core = begun.called, np.int64(1) << home
            for p in range(seats):
                allies |= np.int64(held[p] & called != 0) << p
        elif game.called:
            eligible = hand & ~second & game.callable & ~out
            called = eligible
            if count_bits(eligible) > game.called:
                if policy is None:
                    key += _STEP
                    called, _, key = _some_of(eligible, 0, game.called, key, pdep)
                else:
                    called, _ = _dearest(eligible, 0, game.called, calls, trump << 6, color, 0, 0)
            core = np.int64(1) << home
            for p in range(seats):
                allies |= np.int64(held[p] & called != 0) << p
        if log is not None:
            for n in range(pool.shape[0]):
                log[row, n] = pool[n]
            entry = pool.shape[0]
            log[row, entry], log[row, entry + 1], log[row, entry + 2], log[row, entry + 3] = lot, out, double, called
            entry += 4
        if game.swap[trump] >= 0:
            drawn = 0
            for card in game.order:
                bit = np.int64(1) << card
                if out & bit and lot >= 0:
                    drawn, lot = bit, lot - 1
            exchanged = drawn | np.int64(1) << game.swap[trump]
            for p in range(seats):
                if held[p] & exchanged:
                    held[p] ^= exchanged
            out ^= exchanged
        free, broken = trump << 9 | colors << 6, game.broken[trump]
        opened = free + 64
        left = out
        while left:
            bit = left & -left
            left ^= bit
            nested += (facts[index(trump << 9 | low_bit(bit))] >> 12) * (1 + (double & bit != 0))
        # The tricks
        seen, leader, ready, strange = 0, lead[index(chair)], 0, 0
        if begun is not None:
            ready = begun.laid.shape[0]
            leader = begun.leader if begun.leader >= 0 else leader
        laid = 0
        for _ in range(game.tricks):
            key += _STEP
            fraction = _fraction(key)
            here = opened + (np.int64(seen & broken == 0) << 6)
            best, winner, total, state, p = 1, seats, 0, 0, leader
            for turn in range(seats):
                hand, level = held[index(p)], here >> 4
                legal, lower = hand & legals[index(level)], hand & legals[index(level + 1)]
                least = hand & legals[index(level + 2)]
                lower = lower if lower else least
                legal = legal if legal else lower
                if policy is None:
                    fraction *= count_bits(legal)
                    bit = nth_bit(legal, fraction >> _FRACTION, pdep)
                    fraction &= _LOW
                    card = low_bit(bit)
                else:
                    place = 0 if turn == 0 else 2 if turn == seats - 1 else 1
                    own = friends[index(chair), index(p)] | (core if allies >> p & 1 else 0)
                    holder = 0 if winner == seats else 1 if own >> winner & 1 else 2
                    kind = ((trump * PLACES + place) * HOLDERS + holder) * MONEY + np.int64(total >> 12 > 0)
                    kind = kind * EFFECTS + effect[index(state)]
                    card = _choose(legal, facts, here, best, prefer, kind << 7)
                    bit = np.int64(1) << card
                if begun is not None and laid < ready:
                    strange += np.int64(card != begun.laid[laid]) & (begun.watched >> p)
                    card = np.int64(begun.laid[laid])
                    bit = np.int64(1) << card
                    laid += 1
                if policy is not None and bit & called and p != home:
                    core |= np.int64(1) << p
                if log is not None:
                    log[row, entry], log[row, entry + 1] = card, legal
                    entry += 2
                copy = twin[index(p)] & bit
                held[index(p)] = hand ^ bit ^ copy
                if copy:
                    twin[index(p)] ^= copy
                fact = np.int64(facts[index(here | card)])
                strength = fact & 1023
                winner = p if strength >= best else winner
                best = max(best, strength)
                total += fact
                if here >= free:  # looked up only here, so that the processor need not wait for each card
                    here = np.int64(fixes[index(here | card)])
                state = turns[index(state << 6 | card)]
                seen |= bit
                p = p + 1 if p + 1 < seats else 0
            worth = game.trick + (total >> 12) * times[index(state)]
            got[index(winner)] += worth
            leader = winner if winner < seats else leader
            if log is not None:
                log[row, entry], log[row, entry + 1] = turn_order[chair, winner] if winner < seats else -1, worth
                entry += 2
        if begun is not None:
            begun.strange[row] = strange
        found[row, 0], found[row, 1], found[row, 2], found[row, 3] = chair, trump, 0, nested
        for p in range(seats):
            seat = turn_order[index(chair), p]
            found[row, 2] |= (allies >> p & 1) << seat
            found[row, index(4 + seat)] = got[p]
