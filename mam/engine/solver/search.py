"""The solver's kernel: a zero-window search over positions with all cards open; see `docs/solver.md`.

Numbers, masks and tables are those of `tabulate`. Amounts are counted in units, the greatest amount that divides all
money. The search keeps its own stack, so it can stop after any number of nodes and go on later.

Throughout, `s` is the array of the state and `t` that of the tables; `f` is where a frame begins in `s`, and `g` where the next
one does. `pdep` is None if the processor has no instruction for extracting and depositing bits.
"""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from mam.engine.tables.bits import count_bits, low_bit
from mam.engine.tables.compiling import compiled, make_instruction

# Nothing here makes or stores an array, so references need not be counted: counting took two thirds of the time.
_WHOLE = {"nogil": True, "_nrt": False}
_INLINE = {**_WHOLE, "forceinline": True}

_extract = make_instruction("llvm.x86.bmi.pext.64", 2)
_deposit = make_instruction("llvm.x86.bmi.pdep.64", 2)
_zeros_above = make_instruction("llvm.ctlz.i64", 1, False)


@compiled(**_INLINE)
def find_high_bit(mask):
    """Return the number of the highest set bit."""
    return 63 - _zeros_above(mask)


@compiled(**_INLINE)
def extract_bits(bits, mask, pdep):
    """Return the bits at the places of a mask, packed into the low bits."""
    if pdep is not None:
        return _extract(bits, mask)
    extracted, place = 0, 0
    while mask:
        extracted |= (bits >> low_bit(mask) & 1) << place
        mask &= mask - 1
        place += 1
    return extracted


@compiled(**_INLINE)
def deposit_bits(bits, mask, pdep):
    """Return the bits moved to the places of a mask: the inverse of `extract_bits`."""
    if pdep is not None:
        return _deposit(bits, mask)
    deposited = 0
    while bits:
        bit = mask & -mask
        if bits & 1:
            deposited |= bit
        mask ^= bit
        bits >>= 1
    return deposited


# Where each table begins in the array of tables. NOTHING is no card, NONE no color.
#   LEGAL                      by context: the masks that `find_legal` and `find_leads` try
#   FIXES                      by place (first or later) and card: the color to follow after it
#   STRENGTH, STRONGER         by led color and card: its strength, and the cards that beat it
#   UNITS, GROUPS              by card: its money, and the cards of its color
#   TRANSITIONS, MULTIPLIERS   by state and card: the next state; by state: the multiplier
#   CLASSES, VALUES            the cards of each money value, and the value, the richest first
#   OFFSETS, COLOR_MASKS       by color: the number of its first card, and the mask of its cards shifted down to bit 0
#   MONEY_ORDERS               by color and set of its cards: a random number for the order of their money
#   WEIGHTS                    by place in the trick: what each feature of a card counts in `expand`
#   BOOST, FACTOR              the cards that raise the multiplier, and the highest multiplier
#   TRUMP_BREAKERS, COLORLESS  the cards after which trump may be led, and those without a color
#   WORTHLESS, ODD, HIGH       the cards without money, of the second and fourth color, of the third and fourth
#   SIDE                       the last bit of the seats on the bidder's side
#   SALT, AGE                  numbers that go into every key, and into every entry of the memory
_TABLES = {
    "LEGAL": 32, "FIXES": 2 * 64, "STRENGTH": 5 * 64, "STRONGER": 5 * 64, "UNITS": 64, "TRANSITIONS": 8 * 64,
    "MULTIPLIERS": 8, "CLASSES": 8, "VALUES": 8, "OFFSETS": 4, "COLOR_MASKS": 4, "WEIGHTS": 64, "BOOST": 1, "FACTOR": 1,
    "TRUMP_BREAKERS": 1, "COLORLESS": 1, "SALT": 1, "WORTHLESS": 1, "ODD": 1, "HIGH": 1, "SIDE": 1, "AGE": 1,
    "GROUPS": 64, "MONEY_ORDERS": 4 << 13,
}  # fmt: skip
(
    LEGAL, FIXES, STRENGTH, STRONGER, UNITS, TRANSITIONS, MULTIPLIERS, CLASSES, VALUES, OFFSETS, COLOR_MASKS, WEIGHTS, BOOST,
    FACTOR, TRUMP_BREAKERS, COLORLESS, SALT, WORTHLESS, ODD, HIGH, SIDE, AGE, GROUPS, MONEY_ORDERS, TABLE_SIZE,
) = accumulate(_TABLES.values(), initial=0)  # fmt: skip
NONE, NOTHING = 4, 63

# Where things lie in the array of the state: the number of the frame, what to do next there (MODE), the value found last, the
# nodes searched so far, the hands, and a frame for each card played on the way from the root. A frame begins with a position: the seat to move, its place in the trick, the color led;
# the strength, seat and number of the winning card; the multiplier's state, and the money in the trick; what the
# bidder's side still needs; whether trump was broken before this trick (bit 0) or in it (bit 1); all cards, which of them equal
# their upper neighbors (`find_equals`), and the money left. Then comes the search: the best value so far, the move searched
# last, how many were searched, how many there are; the position's key, the card being searched, what the side gains in its
# trick; and the moves, each a score and, in its last six bits, a card.
PLY, MODE, VALUE, NODES, HANDS, FRAMES = 0, 1, 2, 3, 4, 8
TURN, PLACE, LED, TOP, WINNER, BEST_CARD, STATE, MONEY, NEED, BROKEN, UNION, EQUALS, LEFT = range(13)
BEST, LAST, SEARCHED, COUNT, KEY, CARD, GAIN, MOVES = range(13, 21)
FRAME_SIZE = MOVES + 13
STATE_SIZE = FRAMES + 53 * FRAME_SIZE
ENTER, NEXT, RETURN = range(3)
INFINITE = 1 << 20

U = np.uint64  # an unsigned index cannot count from the end, so numba need not check for that
K1, K2, K3 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F), np.uint64(0x165667B19E3779F9)  # for keys


@compiled(**_INLINE)
def find_legal(t, hand, context):
    """Return the cards of a hand that may be played to a lead."""
    candidates = hand & t[U(LEGAL + 4 * context)]
    return candidates if candidates else hand & t[U(LEGAL + 4 * context + 1)]


@compiled(**_INLINE)
def find_leads(t, hand, context):
    """Return the cards of a hand that may be led."""
    candidates = find_legal(t, hand, context)
    return candidates if candidates else hand & t[U(LEGAL + 4 * context + 2)]


@compiled(**_INLINE)
def find_equals(t, union, pdep):
    """Return the cards without money whose next higher card left has the same color and no money either, as packed bits."""
    worthless, odd, high = (
        extract_bits(t[U(WORTHLESS)], union, pdep),
        extract_bits(t[U(ODD)], union, pdep),
        extract_bits(t[U(HIGH)], union, pdep),
    )
    return worthless & (worthless >> 1) & ~(odd ^ (odd >> 1)) & ~(high ^ (high >> 1))


@compiled(**_INLINE)
def make_key(s, t, union, leader, broken, pdep):
    """Return a position's key. Positions with the same order of owners and money in each color share it."""
    plane0 = U(extract_bits(s[U(HANDS + 1)] | s[U(HANDS + 3)], union, pdep))
    plane1 = U(extract_bits(s[U(HANDS + 2)] | s[U(HANDS + 3)], union, pdep))
    orders = t[U(SALT)] ^ ((union & t[U(COLORLESS)]) << 3) ^ (leader << 1) ^ broken
    for c in range(4):
        orders ^= t[U(MONEY_ORDERS + (c << 13) + ((union >> t[U(OFFSETS + c)]) & t[U(COLOR_MASKS + c)]))]
    key = (plane0 ^ U(orders)) * K1
    key ^= key >> U(32)
    key = (key ^ plane1) * K2
    key ^= key >> U(29)
    key = (key ^ U(orders)) * K3
    return key ^ (key >> U(32))


@compiled(**_INLINE)
def value_last_trick(s, t, leader):
    """Return what the bidder's side captures in the last trick, in which nobody has a choice."""
    led, top, winner, state, money_laid = NONE, 0, -1, 0, 0
    for place in range(4):
        seat = (leader + place) & 3
        card = low_bit(s[U(HANDS + seat)])
        if led == NONE:
            led = t[U(FIXES + 64 * (place > 0) + card)]
        power = t[U(STRENGTH + 64 * led + card)]
        if power and power >= top:
            top, winner = power, seat
        state = t[U(TRANSITIONS + 64 * state + card)]
        money_laid += t[U(UNITS + card)]
    if winner < 0 or (winner & 1) != t[U(SIDE)]:
        return 0
    return money_laid * t[U(MULTIPLIERS + state)]


@compiled(**_INLINE)
def bound_boost(s, t):
    """Return the maximum that a multiplying card can add to one trick, if the other seats play their richest cards."""
    richest_sum = 0
    for seat in range(4):
        hand = s[U(HANDS + seat)]
        if hand & t[U(BOOST)]:
            continue
        for c in range(8):
            if hand & t[U(CLASSES + c)]:
                richest_sum += t[U(VALUES + c)]
                break
    return richest_sum * (t[U(FACTOR)] - 1)


@compiled(**_INLINE)
def expand(s, t, f, first, pdep):
    """List the cards to search, each with a score; of equal neighbors one is enough.

    The score is a weighted sum: who takes the trick if everybody after this card plays the strongest card they have, how much
    money is in it, and what the card itself is good for. `position.py` has the weights; the card `first` (-1: none) comes first.
    """
    seat, place, union, led = s[U(f + TURN)], s[U(f + PLACE)], s[U(f + UNION)], s[U(f + LED)]
    hand = s[U(HANDS + seat)]
    candidates = find_legal(t, hand, led) if place else find_leads(t, hand, NONE + 2 - (s[U(f + BROKEN)] & 1))
    s[U(f + SEARCHED)] = 0
    s[U(f + BEST)] = -1 if (seat & 1) == t[U(SIDE)] else INFINITE
    if candidates & (candidates - 1):
        hand_bits = extract_bits(hand, union, pdep)
        candidates &= ~deposit_bits(hand_bits & (hand_bits >> 1) & s[U(f + EQUALS)], union, pdep)
    if not candidates & (candidates - 1):
        s[U(f + MOVES)] = low_bit(candidates)
        s[U(f + COUNT)] = 1
        s[U(f + LAST)] = INFINITE << 8
        return
    count, looked_up_color = 0, -1  # the color for which the following seats' legal cards were found
    after1, after2, after3 = 0, 0, 0
    top, winner, best_card = s[U(f + TOP)], s[U(f + WINNER)], s[U(f + BEST_CARD)]
    partner_wins = winner >= 0 and not (winner ^ seat) & 1
    money_laid, state = s[U(f + MONEY)], s[U(f + STATE)]
    usual = t[U(MULTIPLIERS + state)]
    w = WEIGHTS + 16 * place  # where the weights of this place begin
    while candidates:
        card = low_bit(candidates)
        candidates &= candidates - 1
        color = led if led != NONE else t[U(FIXES + 64 * (place > 0) + card)]
        if color != looked_up_color:
            looked_up_color = color
            if place < 3:
                after1 = find_legal(t, s[U(HANDS + ((seat + 1) & 3))], color)
                if place < 2:
                    after2 = find_legal(t, s[U(HANDS + ((seat + 2) & 3))], color)
                    if place < 1:
                        after3 = find_legal(t, s[U(HANDS + ((seat + 3) & 3))], color)
        power = t[U(STRENGTH + 64 * color + card)]
        takes = power != 0 and power >= top
        side_takes = takes or partner_wins
        best = card if takes else best_card
        row = STRONGER + 64 * color
        stronger = after1 & t[U(row + best)]
        if side_takes and stronger:
            side_takes, best = False, find_high_bit(stronger)
        stronger = after2 & t[U(row + best)]
        if not side_takes and stronger:
            side_takes, best = True, find_high_bit(stronger)
        if side_takes and after3 & t[U(row + best)]:
            side_takes = False
        money = t[U(UNITS + card)]
        times = usual
        special = t[U(COLORLESS)] >> card & 1
        if special:
            times = t[U(MULTIPLIERS + t[U(TRANSITIONS + 64 * state + card)])]
        trump = t[U(TRUMP_BREAKERS)] >> card & 1
        length = count_bits(hand & t[U(GROUPS + card)])
        if side_takes:
            score = (money_laid + money) * times * t[U(w)] + t[U(w + 1)] - power * t[U(w + 2)] + t[U(w + 3)] * money
            score += takes * t[U(w + 4)] + trump * t[U(w + 5)] + special * t[U(w + 6)] - length * t[U(w + 7)]
        else:
            score = -(money_laid + money) * times * t[U(w + 8)] - power * t[U(w + 9)] - t[U(w + 10)] * money
            score += trump * t[U(w + 11)] + special * t[U(w + 12)] - length * t[U(w + 13)]
        if card == first:
            score = INFINITE >> 1
        s[U(f + MOVES + count)] = (score << 6) | card
        count += 1
    s[U(f + COUNT)] = count
    s[U(f + LAST)] = INFINITE << 8


@compiled(**_INLINE)
def find_nth(union, n, pdep):
    """Return the number of the n-th card of a mask, counted from 0."""
    return low_bit(deposit_bits(1 << n, union, pdep))


@compiled(**_INLINE)
def look_up(s, t, memory, f, pdep):
    """Return the value of a position between two tricks if its bounds answer the question, else -1; and the card to search first."""
    need, seat = s[U(f + NEED)], s[U(f + TURN)]
    if need <= 0:
        return 0, -1
    union = s[U(HANDS)] | s[U(HANDS + 1)] | s[U(HANDS + 2)] | s[U(HANDS + 3)]
    maximum = s[U(f + LEFT)]
    if maximum < need:
        if union & t[U(BOOST)]:
            maximum += bound_boost(s, t)
        if maximum < need:
            return maximum, -1
    hand = s[U(HANDS + seat)]
    if hand & (hand - 1) == 0:
        if not hand:
            return 0, -1
        return value_last_trick(s, t, seat), -1
    key = make_key(s, t, union, seat, s[U(f + BROKEN)], pdep)
    s[U(f + KEY)] = np.int64(key)
    slot = (np.int64(key) & (memory.size // 4 - 1)) << 2
    first = -1
    for entry_index in (slot, slot + 2):
        if memory[U(entry_index)] == np.int64(key):
            entry = memory[U(entry_index + 1)]
            low, high = entry & 255, (entry >> 8) & 255
            if low >= need:
                return low, -1
            if high < need:
                return high, -1
            first = find_nth(union, (entry >> 16) & 255, pdep)
    s[U(f + UNION)] = union
    s[U(f + EQUALS)] = find_equals(t, union, pdep)
    return -1, first


@compiled(**_INLINE)
def remember(s, t, memory, f, value):
    """Store the bounds now proven for a position between two tricks."""
    key, union = s[U(f + KEY)], s[U(f + UNION)]
    weight = t[U(AGE)] << 8 | count_bits(union)
    slot = (key & (memory.size // 4 - 1)) << 2
    if memory[U(slot + 2)] == key:
        slot += 2
    elif memory[U(slot)] != key and (memory[U(slot + 1)] >> 24) > weight:
        slot += 2  # the first of the two keeps the larger position, among those of the same age
    low, high = 0, 255
    if memory[U(slot)] == key:
        low, high = memory[U(slot + 1)] & 255, (memory[U(slot + 1)] >> 8) & 255
    if value >= s[U(f + NEED)]:
        low = max(low, value)
    else:
        high = min(high, value)
    move = count_bits(union & ((1 << s[U(f + CARD)]) - 1))
    memory[U(slot)] = key
    memory[U(slot + 1)] = low | (high << 8) | (move << 16) | (weight << 24)


@compiled(**_INLINE)
def step(s, t, f):
    """Play the most promising card that was not searched yet, and write the next frame."""
    g = f + FRAME_SIZE
    last, next_move = s[U(f + LAST)], -(INFINITE << 8)
    for number in range(s[U(f + COUNT)]):
        move = s[U(f + MOVES + number)]
        if next_move < move < last:
            next_move = move
    s[U(f + LAST)] = next_move
    s[U(f + SEARCHED)] += 1
    card = next_move & 63
    s[U(f + CARD)] = card
    seat, place, led = s[U(f + TURN)], s[U(f + PLACE)], s[U(f + LED)]
    s[U(HANDS + seat)] ^= 1 << card
    if led == NONE:
        led = t[U(FIXES + 64 * (place > 0) + card)]
    top, winner, best = s[U(f + TOP)], s[U(f + WINNER)], s[U(f + BEST_CARD)]
    power = t[U(STRENGTH + 64 * led + card)]
    if power and power >= top:
        top, winner, best = power, seat, card
    state = t[U(TRANSITIONS + 64 * s[U(f + STATE)] + card)]
    money_laid = s[U(f + MONEY)] + t[U(UNITS + card)]
    broken = s[U(f + BROKEN)] | ((t[U(TRUMP_BREAKERS)] >> card & 1) << 1)
    if place < 3:
        s[U(f + GAIN)] = 0
        s[U(g + TURN)], s[U(g + PLACE)], s[U(g + LED)] = (seat + 1) & 3, place + 1, led
        s[U(g + TOP)], s[U(g + WINNER)], s[U(g + BEST_CARD)] = top, winner, best
        s[U(g + STATE)], s[U(g + MONEY)], s[U(g + NEED)] = state, money_laid, s[U(f + NEED)]
        s[U(g + BROKEN)], s[U(g + UNION)], s[U(g + LEFT)] = broken, s[U(f + UNION)], s[U(f + LEFT)]
        s[U(g + EQUALS)] = s[U(f + EQUALS)]
        return
    gain = money_laid * t[U(MULTIPLIERS + state)] if winner >= 0 and (winner & 1) == t[U(SIDE)] else 0
    s[U(f + GAIN)] = gain
    s[U(g + TURN)], s[U(g + PLACE)], s[U(g + LED)] = winner if winner >= 0 else (seat + 1) & 3, 0, NONE
    s[U(g + TOP)], s[U(g + WINNER)], s[U(g + BEST_CARD)] = 0, -1, NOTHING
    s[U(g + STATE)], s[U(g + MONEY)], s[U(g + NEED)] = 0, 0, s[U(f + NEED)] - gain
    s[U(g + BROKEN)], s[U(g + LEFT)] = 1 if broken else 0, s[U(f + LEFT)] - money_laid


@compiled(**_WHOLE)
def run(s, t, memory, budget, pdep):
    """Search for at most `budget` nodes, and return whether the root's value (`s[VALUE]`) is found.

    The question is whether the bidder's side captures at least the NEED of the first frame. A value of NEED or more is a lower
    bound; one below it is an upper bound.
    """
    ply, mode, value, nodes = s[PLY], s[MODE], s[VALUE], 0
    our_side = t[U(SIDE)]
    while True:
        f = FRAMES + ply * FRAME_SIZE
        if mode == ENTER:
            if nodes == budget:
                s[PLY], s[MODE], s[VALUE] = ply, mode, value
                s[NODES] += nodes
                return False
            nodes += 1
            first = np.int64(-1)
            if s[U(f + PLACE)] == 0:
                value, first = look_up(s, t, memory, f, pdep)
                if value >= 0:
                    mode = RETURN
            if mode == ENTER:
                expand(s, t, f, first, pdep)
                mode = NEXT
        if mode == NEXT:
            if s[U(f + SEARCHED)] < s[U(f + COUNT)]:
                step(s, t, f)
                ply += 1
                mode = ENTER
                continue
            value, mode = s[U(f + BEST)], RETURN
            if s[U(f + PLACE)] == 0:
                remember(s, t, memory, f, value)
        if ply == 0:
            s[PLY], s[MODE], s[VALUE] = 0, ENTER, value
            s[NODES] += nodes
            return True
        ply -= 1
        f -= FRAME_SIZE
        s[U(HANDS + s[U(f + TURN)])] ^= 1 << s[U(f + CARD)]
        value += s[U(f + GAIN)]
        if (s[U(f + TURN)] & 1) == our_side:
            if value > s[U(f + BEST)]:
                s[U(f + BEST)] = value
            is_decided = value >= s[U(f + NEED)]
        else:
            if value < s[U(f + BEST)]:
                s[U(f + BEST)] = value
            is_decided = value < s[U(f + NEED)]
        mode = NEXT
        if is_decided:
            s[U(f + SEARCHED)] = s[U(f + COUNT)]


@compiled(**_WHOLE)
def sketch(s, t, pdep):
    """Return what the bidder's side captures if everybody plays the most promising card: a first guess at the value."""
    f, total = np.int64(FRAMES), 0
    while True:
        if s[U(f + PLACE)] == 0:
            union = s[U(HANDS)] | s[U(HANDS + 1)] | s[U(HANDS + 2)] | s[U(HANDS + 3)]
            if not union:
                break
            s[U(f + UNION)] = union
            s[U(f + EQUALS)] = find_equals(t, union, pdep)
        expand(s, t, f, np.int64(-1), pdep)
        step(s, t, f)
        total += s[U(f + GAIN)]
        f += FRAME_SIZE
    while f > FRAMES:
        f -= FRAME_SIZE
        s[U(HANDS + s[U(f + TURN)])] ^= 1 << s[U(f + CARD)]
    return total


@compiled(**_WHOLE)
def find_value(s, t, memory, union, money, guess, node_limit, pdep):
    """Return what the bidder's side still takes in the first frame's position, in units, or -1 after `node_limit` nodes.

    `union` are all cards, those on the table too; `money` lists the masks of money cards and their units, the richest first. The
    search begins at the `guess` (-1: none). `s[NODES]` is then the number of nodes.
    """
    left, richest, richest_sum, nodes = 0, 0, 0, 0
    for n in range(money.shape[0]):
        if union & money[n, 0]:
            left += money[n, 1]
            richest_sum += money[n, 1] if richest < 3 else 0
            richest += 1
    s[FRAMES + UNION], s[FRAMES + LEFT] = union, left
    low, high = 0, left + (t[FACTOR] - 1) * richest_sum if union & t[BOOST] else left
    if guess < 0:
        guess = sketch(s, t, pdep)
    need, stride = min(max(guess, 1), high), 1
    while low < high:
        s[PLY], s[MODE], s[VALUE], s[NODES] = 0, ENTER, 0, 0
        s[FRAMES + NEED] = need
        is_found = run(s, t, memory, node_limit - nodes, pdep)
        nodes += s[NODES]
        if not is_found:
            low, high = -1, -1
        elif s[VALUE] >= need:
            low = max(low, s[VALUE])
            need = low + 1 + stride
        else:
            high = min(high, s[VALUE])
            need = high - stride
        need, stride = min(max(need, low + 1), high), 0
    s[NODES] = nodes
    return low


@compiled(nogil=True)
def value_worlds(states, tables, memory, hands, table_mask, money, node_limit, values, pdep):
    """Fill in the exact value of several positions in several worlds, row by row, and return the number of nodes searched.

    Stops when it reaches `node_limit`. `states[position]` is the state before the first step and `tables[position]` its tables;
    `hands[row, position, seat]` what each hand holds. `money` is as in `find_value`.
    """
    nodes_left = node_limit
    for row in range(hands.shape[0]):
        guess = np.int64(-1)
        for position in range(states.shape[0]):
            s, t = states[position], tables[position]
            union = table_mask[position]
            for seat in range(4):
                s[HANDS + seat] = hands[row, position, seat]
                union |= hands[row, position, seat]
            guess = find_value(s, t, memory, union, money, guess, nodes_left, pdep)
            if guess < 0:
                return node_limit
            nodes_left -= s[NODES]
            values[row, position] = guess
    return node_limit - nodes_left
