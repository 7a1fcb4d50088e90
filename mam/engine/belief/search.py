"""The kernel of `mam.sure`: is there one line of play that reaches a goal in every layout? See `docs/belief.md`.

Cards, masks and the tables `t` are those of the solver (`mam.engine.solver.search`). `s` has a row for each card played from
the root on; `p` is the row of the position. `k` says what kind each place is. Places 0 to 3 are the seats in turn order, and
place 4 is what lies aside: the discards, or cards out of play.

In a row, an open hand is the mask of its cards. A hidden place is the mask of the cards that may lie there, and how many of
them do follows from the tricks left. So a row stands for all layouts that fit, and no list of them is kept.
"""

from __future__ import annotations

import numpy as np

from mam.engine.solver.search import (
    BOOST,
    CLASSES,
    FACTOR,
    FIXES,
    GROUPS,
    LEGAL,
    MULTIPLIERS,
    NONE,
    SIDE,
    STRENGTH,
    TRANSITIONS,
    TRUMP_BREAKERS,
    UNITS,
    VALUES,
    WORTHLESS,
    find_high_bit,
)
from mam.engine.tables.bits import count_bits
from mam.engine.tables.compiling import compiled

# Who decides at a seat: you; an opponent whose hand is open; a hidden opponent; your hidden partner. A place that is aside is
# HIDDEN if a card lies there, else OPEN. After the kinds of the five places come how many cards lie aside, the last bit of
# your seats, whether equal neighbors are all searched (slower, for the test), and the cards Bear and Bull.
YOURS, OPEN, HIDDEN, PARTNER = range(4)
ASIDE = 4
ROOM_ASIDE, YOUR_SIDE, ALL_CARDS, BEAR_MASK, BULL_MASK, KINDS_SIZE = range(5, 11)

# The columns of a row: the five places; the unseen cards; the seat to move, its place in the trick, the color led; the strength
# and seat of the winning card; the multiplier's state, and the money in the trick; what the counted side still needs; the
# money left in hands and unseen; the tricks left; the cards on the table; whether trump was broken (as in the solver).
UNSEEN, TURN, PLACE, LED, TOP, WINNER, STATE, MONEY, NEED, LEFT, TRICKS, TABLE, BROKEN, ROW_SIZE = range(5, 19)

MAX_PLAYS = 56  # rows: a card each, and the root
MAX_CARDS = 55
_FAST = {"nogil": True, "_nrt": False}
_INLINE = {**_FAST, "forceinline": True}
_K1, _K2 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)  # for keys


@compiled(**_INLINE)
def count_room(s, k, p, place):
    """Return how many cards lie at a place."""
    if place == ASIDE:
        return k[ROOM_ASIDE]
    distance = (s[p, TURN] - place) & 3
    return s[p, TRICKS] - (1 if 0 < distance <= s[p, PLACE] else 0)


@compiled(**_FAST)
def is_possible(s, k, p):
    """Return whether some layout fits: no set of hidden places, the empty one included, has more cards confined to it than room."""
    for chosen in range(32):
        elsewhere, room, is_valid = 0, 0, True
        for place in range(5):
            if chosen >> place & 1:
                if k[place] < HIDDEN:
                    is_valid = False
                    break
                room += count_room(s, k, p, place)
            elif k[place] >= HIDDEN:
                elsewhere |= s[p, place]
        if is_valid and count_bits(s[p, UNSEEN] & ~elsewhere) > room:
            return False
    return True


@compiled(**_INLINE)
def find_context(s, p):
    """Return which masks of legal cards apply: those for the color led, for no color, or for a lead."""
    if s[p, PLACE]:
        return s[p, LED]
    return NONE + 2 - (s[p, BROKEN] & 1)


@compiled(**_FAST)
def apply(s, t, k, p, card):
    """Write the row after this card of the seat to move."""
    g = p + 1
    for column in range(ROW_SIZE):
        s[g, column] = s[p, column]
    seat, place, led = s[p, TURN], s[p, PLACE], s[p, LED]
    bit = 1 << card
    if k[seat] >= HIDDEN:  # it holds no card that would have had to be played instead
        context, level = find_context(s, p), 0
        while not t[LEGAL + 4 * context + level] & bit:
            s[g, seat] &= ~t[LEGAL + 4 * context + level]
            level += 1
    for other_place in range(5):
        s[g, other_place] &= ~bit
    s[g, UNSEEN] &= ~bit
    if led == NONE:
        led = t[FIXES + 64 * (1 if place > 0 else 0) + card]
    power = t[STRENGTH + 64 * led + card]
    if power and power >= s[p, TOP]:
        s[g, TOP], s[g, WINNER] = power, seat
    s[g, STATE] = t[TRANSITIONS + 64 * s[p, STATE] + card]
    s[g, MONEY] += t[UNITS + card]
    s[g, LEFT] -= t[UNITS + card]
    s[g, LED] = led
    s[g, TABLE] |= bit
    s[g, BROKEN] |= (t[TRUMP_BREAKERS] >> card & 1) << 1
    if place < 3:
        s[g, TURN], s[g, PLACE] = (seat + 1) & 3, place + 1
        return
    winner = s[g, WINNER]
    if winner >= 0 and (winner & 1) == t[SIDE]:
        s[g, NEED] -= s[g, MONEY] * t[MULTIPLIERS + s[g, STATE]]
    s[g, TURN] = winner if winner >= 0 else (seat + 1) & 3
    s[g, PLACE], s[g, LED], s[g, TOP], s[g, WINNER], s[g, STATE], s[g, MONEY] = 0, NONE, 0, -1, 0, 0
    s[g, TABLE] = 0
    s[g, BROKEN] |= s[g, BROKEN] >> 1
    s[g, TRICKS] -= 1


@compiled(**_INLINE)
def find_cards_out(s, k, p):
    """Return the cards that are in a hand or aside."""
    cards = s[p, UNSEEN]
    for seat in range(4):
        if k[seat] < HIDDEN:
            cards |= s[p, seat]
    return cards


@compiled(**_INLINE)
def find_pattern(s, k, p, bit):
    """Return the hidden places where a card may lie, as bits."""
    pattern = 0
    for place in range(5):
        if k[place] >= HIDDEN and s[p, place] & bit:
            pattern |= 1 << place
    return pattern


@compiled(**_FAST)
def list_cards(s, t, k, p, cards):
    """Write the cards that the seat to move may play in some layout; return how many. Of equal neighbors one is enough.

    Neighbors are equal if they have no money, nothing that is out or on the table lies between, both may lie in the same
    places, and nobody who still plays to this trick may hold the other.
    """
    seat, place = s[p, TURN], s[p, PLACE]
    is_hidden, is_partner = k[seat] >= HIDDEN, k[seat] == PARTNER
    context, cards_out = find_context(s, p), find_cards_out(s, k, p)
    to_come = 0
    for distance in range(1, 4 - place):
        to_come |= 1 << ((seat + distance) & 3)
    count = 0
    for level in range(3):
        candidates = s[p, seat] & t[LEGAL + 4 * context + level]
        last_group, last_pattern = 0, -1  # of the upper neighbor, if this card can equal it
        left = cards_out | s[p, TABLE] if candidates else 0
        while left:
            card = find_high_bit(left)
            bit = 1 << card
            left ^= bit
            if not candidates & bit:
                last_group = 0
                continue
            pattern = find_pattern(s, k, p, bit) if is_hidden else 0
            can_be_equal = t[WORTHLESS] & bit and not pattern & to_come and not k[ALL_CARDS]
            if can_be_equal and t[GROUPS + card] == last_group and pattern == last_pattern:
                continue
            last_group, last_pattern = (t[GROUPS + card] if can_be_equal else 0), pattern
            if is_partner and place and s[p, TRICKS] > 1 and s[p, WINNER] >= 0:
                is_ours = (s[p, WINNER] & 1) == (seat & 1)
                if bit & (k[BEAR_MASK] if is_ours else k[BULL_MASK]):
                    continue  # no partner spoils a trick of yours, or doubles one of theirs, while another card is left
            if is_hidden:
                apply(s, t, k, p, card)
                if not is_possible(s, k, p + 1):
                    continue
            cards[count] = card
            count += 1
        if count and not is_hidden:
            break
    return count


@compiled(**_FAST)
def find_maximum(s, t, k, p):
    """Return a bound on what the counted side can still take."""
    maximum = s[p, LEFT] + s[p, MONEY]
    cards_out = find_cards_out(s, k, p)
    factor = t[FACTOR] if cards_out & t[BOOST] else t[MULTIPLIERS + s[p, STATE]]
    if factor > 1:  # on the money in this trick, and on the richest cards of three hands
        richest, cards = s[p, MONEY], 3
        for number in range(8):
            several = min(cards, count_bits(cards_out & t[CLASSES + number]))
            richest += several * t[VALUES + number]
            cards -= several
        maximum += (factor - 1) * richest
    return maximum


@compiled(**_INLINE)
def make_key(s, p):
    """Return the key of a position between two tricks."""
    key = np.uint64(s[p, TURN] + 8 * (s[p, BROKEN] & 1) + 1)
    for column in range(6):
        key = (key ^ np.uint64(s[p, column])) * _K1
        key ^= key >> np.uint64(29)
        key *= _K2
        key ^= key >> np.uint64(32)
    return np.int64(key)


@compiled(**_INLINE)
def rate(s, t, p, card):
    """Return how early a card is searched: a rich or strong one that takes the trick, or money for its side's trick."""
    led = s[p, LED] if s[p, LED] != NONE else t[FIXES + 64 * (1 if s[p, PLACE] > 0 else 0) + card]
    power, units = t[STRENGTH + 64 * led + card], t[UNITS + card]
    partner_wins = s[p, WINNER] >= 0 and (s[p, WINNER] & 1) == (s[p, TURN] & 1)
    if power > 0 and power >= s[p, TOP] and not partner_wins:
        return 50 + units - power // 4
    return (units if partner_wins else -3 * units) - power // 8


@compiled(**_FAST)
def can_reach(s, t, k, p, memory, moves, nodes):
    """Return whether your side reaches its goal from row p: the counted side's need, or to keep it below that need.

    `nodes` holds how many positions were searched and how many may be; if it is more, the answer means nothing.
    """
    nodes[0] += 1
    you_need = k[YOUR_SIDE] == t[SIDE]
    need = s[p, NEED]
    if need <= 0:
        return you_need
    if s[p, TRICKS] == 0 or find_maximum(s, t, k, p) < need:
        return not you_need
    if nodes[0] > nodes[1]:
        return False
    slot, key = -1, 0
    if s[p, PLACE] == 0 and s[p, TRICKS] > 1:
        key = make_key(s, p)
        slot = key & (memory.shape[0] - 1)
        if memory[slot, 0] == key:
            if memory[slot, 1] >= need:
                return you_need
            if memory[slot, 2] < need:
                return not you_need
    is_yours = k[s[p, TURN]] == YOURS
    cards = moves[p]
    count = list_cards(s, t, k, p, cards)
    result = not is_yours
    for _ in range(count):
        best, best_score = 0, -(1 << 30)
        for number in range(count):
            if cards[number] >= 0:
                score = rate(s, t, p, cards[number])
                if score > best_score:
                    best, best_score = number, score
        card = cards[best]
        cards[best] = -1
        apply(s, t, k, p, card)
        if can_reach(s, t, k, p + 1, memory, moves, nodes) == is_yours:
            result = is_yours
            break
    if slot >= 0 and nodes[0] <= nodes[1]:
        if memory[slot, 0] != key:
            memory[slot, 0], memory[slot, 1], memory[slot, 2] = key, 0, 1 << 30
        if result == you_need:
            memory[slot, 1] = max(memory[slot, 1], need)
        else:
            memory[slot, 2] = min(memory[slot, 2], need - 1)
    return result
