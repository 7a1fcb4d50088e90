"""What the club player looks at before it plays a card, on masks of cards: the compiled twin of `mam.engine.club.play`.

For each legal card a row of whole numbers, its features, in the order of `mam.engine.club.features.FEATURES`; chances are in 4096ths
on the way and in 64ths in the row. `mam.engine.club.features` says in words what each of them is.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mam.engine.tables.bits import count_bits, index, low_bit
from mam.engine.tables.kernel_cache import compiled

ROW = 32  # entries of a row: one for each feature, and one that stays 0
MOST_COUNTED = 31  # cards of one kind that are told apart
# Nothing here makes or keeps an array, so references need not be counted.
_BARE = {"nogil": True, "_nrt": False, "forceinline": True}


class ClubTables(NamedTuple):
    """The club player's knowledge of the rules, and its weights.

    `beats[trump, context, card]` is the mask of the cards that capture from this one, if it holds the trick in this context;
    `group`, `higher` and `rank` of `[trump, card]`: its color, the cards of it that rank above it, and how many rank below;
    `trumps[trump]` the trumps; `money[card]`. `none[unseen, hand, count]` is the chance, in 4096ths, that a hand of so many of
    the unseen cards has none of so many of them. `singles` and `doubles` are the cards that the pack has once and twice,
    `animals` three numbers, of Tiger, Bull and Bear (63: not in the pack). `weights[situation, feature]`.
    """

    beats: Any
    group: Any
    higher: Any
    rank: Any
    trumps: Any
    money: Any
    none: Any
    singles: int
    doubles: int
    animals: Any
    weights: Any


@compiled(**_BARE)
def _count(mask, once, twice):
    return count_bits(mask & once) + count_bits(mask & twice)


@compiled(**_BARE)
def _sum_money(mask, money):
    total = 0
    while mask:
        total += money[index(low_bit(mask))]
        mask &= mask - 1
    return total


@compiled(**_BARE)
def _chances(beating, follow, once, twice, cannot, p, after, seats, friends, none, row):
    """Return the chances that no opponent who is still to play beats a card, and that an ally does, in 4096ths.

    `none[row]` are the chances that a hand has none of 0, 1, 2 … cards.
    """
    hold, no_ally = 4096, 4096
    for _ in range(after):
        p = p + 1 if p + 1 < seats else 0
        possible = ~cannot[index(p)]
        higher = min(_count(beating & follow & possible, once, twice), MOST_COUNTED)
        following = min(_count(follow & possible, once, twice), MOST_COUNTED)
        other = min(_count(beating & ~follow & possible, once, twice), MOST_COUNTED)
        stays = none[index(row | higher)] - (none[index(row | following)] * (4096 - none[index(row | other)]) >> 12)
        stays = max(stays, 0)
        if friends >> p & 1:
            no_ally = no_ally * stays >> 12
        else:
            hold = hold * stays >> 12
    return hold, 4096 - no_ally


@compiled(**_BARE)
def describe_cards(
    club,
    legal_masks,
    facts,
    fixes,
    transitions,
    multipliers,
    colors,
    trump,
    legal,
    held,
    duplicate,
    cannot,
    seen,
    seen_twice,
    discard,
    p,
    turn,
    context,
    best,
    best_card,
    is_ours,
    total,
    state,
    friends,
    is_bidder,
    on_bidders_side,
    cards,
    features,
):
    """Fill a row of `features` and an entry of `cards` for each legal card; return how many there are, and the situation.

    `best_card` holds the trick (-1: none), `is_ours` says that an ally played it; `friends` is the mask of the positions that
    are known to be on our side, `discard` what a bidder knows to be in the nest; `cannot[p]` the cards that a position cannot hold,
    because it did not follow.
    """
    seats = held.shape[0]
    hand, twins = held[index(p)], duplicate[index(p)]
    known, known_twice = seen | hand | discard, seen_twice | twins | seen & (hand | discard)
    once, twice = club.singles & ~known | club.doubles & ~known_twice, club.doubles & ~known
    unseen, size = count_bits(once) + count_bits(twice), count_bits(hand) + count_bits(twins)
    none, row = club.none, min(unseen, 127) << 10 | min(size, 31) << 5
    tiger, bull, bear = club.animals
    trump_cards, no_color = club.trumps[index(trump)], trump << 9 | colors << 6
    trumps_unseen, own_trumps = _count(trump_cards, once, twice), _count(trump_cards, hand, twins)
    after, money_before = seats - 1 - turn, total >> 12
    hold_now, ally_now = 0, 0
    if turn:
        follow = legal_masks[index(context >> 4)]
        beating = club.beats[index(context | best_card)] if best_card >= 0 else club.singles | club.doubles
        hold_now, ally_now = _chances(beating, follow, once, twice, cannot, p, after, seats, friends, none, row)
    if turn == 0:
        situation = 0 if is_bidder else 1 if on_bidders_side else 2
    else:
        status = 2
        if context < no_color:
            status = 0 if hand & legal_masks[index(context >> 4)] else 1 if own_trumps else 2
        situation = 3 + ((after == 0) * 2 + is_ours) * 3 + status
    n, last_group, last_beating, last_follow = 0, -1, -1, -1
    length, color_unseen, color_money, held_money, ruffs, partner_voids, hold, ally = 0, 0, 0, 0, 0, 0, 0, 0
    while legal:
        card = low_bit(legal)
        bit = legal & -legal
        legal ^= bit
        key = trump << 6 | card
        group, is_trump = club.group[index(key)], np.int64(trump_cards & bit != 0)
        if group != last_group:  # cards come color by color: what is said of a color is worked out once
            last_group = group
            length, color_unseen = _count(group, hand, twins), _count(group, once, twice)
            held_money, color_money, ruffs, partner_voids = _sum_money(group & hand, club.money), 0, 0, 0
            if turn == 0:
                color_money = _sum_money(group & once, club.money)
            if group and not is_trump:
                q = p
                for _ in range(after):
                    q = q + 1 if q + 1 < seats else 0
                    if group & once & ~cannot[index(q)] == 0:
                        is_partner = friends >> q & 1
                        partner_voids += is_partner
                        ruffs += (1 - is_partner) & np.int64(trump_cards & once & ~cannot[index(q)] != 0)
        money = club.money[index(card)]
        held_now, ally_beats = 0, ally_now
        if facts[index(context | card)] & 1023 >= best:
            context_after = fixes[index(context | card)] if context >= no_color else context
            follow, beating = legal_masks[index(context_after >> 4)], club.beats[index(context | card)] & once
            if beating != last_beating or follow != last_follow:
                last_beating, last_follow = beating, follow
                hold, ally = _chances(beating, follow, once, twice, cannot, p, after, seats, friends, none, row)
            held_now, ally_beats = hold, ally
            ours = hold + (ally * (4096 - hold) >> 13)
        elif is_ours:
            ours = hold_now + (ally_now * (4096 - hold_now) >> 13)
        else:
            ours = ally_now * 3 >> 2
        value = (money_before + money) * multipliers[index(transitions[index(state << 6 | card)])]
        swing = (2 * ours - 4096) * value >> 12
        higher = _count(club.higher[index(key)], once, twice)
        is_master = np.int64(group != 0) & np.int64(higher == 0)
        is_single = np.int64(length == 1)
        features[index(n), 0] = swing
        features[index(n), 1] = ours >> 6
        features[index(n), 2] = held_now >> 6
        features[index(n), 3] = ally_beats >> 6
        features[index(n), 4] = money
        features[index(n), 5] = money * (4096 - ours) >> 12
        features[index(n), 6] = club.rank[index(key)]
        features[index(n), 7] = min(higher, 8)
        features[index(n), 8] = is_master
        features[index(n), 9] = is_master & is_trump
        features[index(n), 10] = is_master * money
        features[index(n), 11] = is_trump
        features[index(n), 12] = is_trump * trumps_unseen
        features[index(n), 13] = is_trump * own_trumps
        features[index(n), 14] = length
        features[index(n), 15] = is_single
        features[index(n), 16] = is_single & (1 - is_trump) & np.int64(own_trumps != 0)
        features[index(n), 17] = color_unseen
        features[index(n), 18] = color_money * ours >> 12
        features[index(n), 19] = held_money - money if group else 0
        features[index(n), 20] = ruffs
        features[index(n), 21] = partner_voids
        features[index(n), 22] = np.int64(held_now != 0) * size
        features[index(n), 23] = np.int64(card == tiger)
        features[index(n), 24] = np.int64(card == bull)
        features[index(n), 25] = np.int64(card == bear)
        features[index(n), 26] = np.int64(card == bull) * (money_before * ours >> 12)
        features[index(n), 27] = np.int64(card == bear) * (money_before * (4096 - ours) >> 12)
        features[index(n), 28] = on_bidders_side * swing
        features[index(n), 29] = on_bidders_side * is_trump
        features[index(n), 30] = on_bidders_side * is_master
        cards[n] = card
        n += 1
    return n, situation


@compiled(**_BARE)
def choose_described(weights, situation, features, cards, n):
    """Return the card whose features, weighed, give the most; of equals the first."""
    best, chosen = np.int32(-(1 << 31)), cards[0]
    for row in range(n):
        score = np.int32(0)
        for feature in range(ROW):
            score = np.int32(score + weights[index(situation), index(feature)] * features[index(row), index(feature)])
        if score > best:
            best, chosen = score, cards[row]
    return chosen
