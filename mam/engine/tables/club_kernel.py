"""How the club player chooses a card, on masks of cards: compiled, as `mam.engine.club.play` does it readably.

Chances are in 4096ths on the way and in 64ths among the features. `mam.engine.club.features` says in words what each
feature is. A choice needs only their weighed sum, so what depends on the card alone is summed in tables, what depends on its
color is summed once for each color, and what depends on who takes the trick once for cards that the same cards beat.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mam.engine.club.features import FEATURES
from mam.engine.tables.bits import count_bits, index, low_bit
from mam.engine.tables.compiling import compiled

ROW = 32  # entries of a row of weights: more than there are features
MOST_COUNTED = 31  # cards of one kind that are told apart
# Nothing here makes or keeps an array, so references need not be counted.
_BARE = {"nogil": True, "_nrt": False, "forceinline": True}

(
    _EXPECTED,
    _SIDE_TAKES,
    _HOLDS,
    _PARTNER_BEATS,
    _RISKED,
    _HIGHER,
    _TRUMPS_UNSEEN,
    _TRUMPS_HELD,
    _LENGTH,
    _SINGLE,
    _SINGLE_TO_TRUMP,
    _COLOR_UNSEEN,
    _MONEY_TO_FALL,
    _MONEY_KEPT,
    _OPPONENTS_TRUMP,
    _PARTNERS_VOID,
    _EARLY,
    _BULL_DOUBLES,
    _BEAR_SAVES,
) = map(
    list(FEATURES).index,
    (
        "expected money",
        "side takes",
        "holds",
        "partner beats",
        "money risked",
        "higher unseen",
        "trump, trumps unseen",
        "trump, trumps held",
        "length",
        "single",
        "single, to trump",
        "color unseen",
        "money to fall",
        "money kept",
        "opponents trump",
        "partners void",
        "captures early",
        "Bull doubles",
        "Bear saves",
    ),
)


class ClubTables(NamedTuple):
    """The club player's knowledge of the rules, and its weights.

    `beats[trump, context, card]` is the mask of the cards that capture from this one, if it holds the trick in this context;
    `group`, `higher` and `rank` of `[trump, card]`: its color, the cards of it that rank above it, and how many rank below;
    `trumps[trump]` the trumps; `money[card]`, and `money_cards` those that have some. `none[unseen, size, count]` is the
    chance, in 4096ths, that a hand of `size` of the `unseen` cards has none of `count` of them. `singles` and `doubles` are the
    cards that the pack has once and twice, `animals` three numbers, of Tiger, Bull and Bear (63: not in the pack).

    What is learned is different in each situation, and for the bidder's side: `weights[situation, side, feature]`. Of
    `[situation, side, trump, card]`, `card_scores` is what a card's features weigh that depend on nothing else, and
    `master_scores` those of a master.
    """

    beats: Any
    group: Any
    higher: Any
    rank: Any
    trumps: Any
    money: Any
    money_cards: int
    none: Any
    singles: int
    doubles: int
    animals: Any
    weights: Any
    card_scores: Any
    master_scores: Any


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
        trumped = 4096 - np.int64(none[index(row | other)])
        stays = max(none[index(row | higher)] - (none[index(row | following)] * trumped >> 12), 0)
        if friends >> p & 1:
            no_ally = no_ally * stays >> 12
        else:
            hold = hold * stays >> 12
    return hold, 4096 - no_ally


@compiled(**_BARE)
def _weigh_chances(weights, at, ours, hold, ally, size):
    """Return what the features weigh that depend only on who is likely to take the trick."""
    return (
        (ours >> 6) * weights[index(at + _SIDE_TAKES)]
        + (hold >> 6) * weights[index(at + _HOLDS)]
        + (ally >> 6) * weights[index(at + _PARTNER_BEATS)]
        + (size if hold else 0) * weights[index(at + _EARLY)]
    )


@compiled(**_BARE)
def choose_by_weights(
    club, game, trump, legal, held, duplicate, cannot, seen, seen_twice, discard, discard_twice, p, turn, context, best, best_card,
    is_ours, total, state, friends, is_bidder, on_bidders_side, scores, features,
):  # fmt: skip
    """Return the card with the highest score (of equals the first), how many are legal, and the situation.

    `best_card` holds the trick (-1: none), `is_ours` says that an ally played it; `friends` is the mask of the positions that
    are known to be on our side, `discard` and `discard_twice` what a bidder knows to be in the nest, and twice there; `cannot[p]` the cards that a position cannot hold,
    because it did not follow. An entry of `scores` and a row of `features`, unless these
    are None, are filled for each legal card, lowest first.
    """
    legal_masks, facts, fixes = game.legal, game.facts, game.fixes
    seats = held.shape[0]
    hand, duplicates = held[index(p)], duplicate[index(p)]
    known = seen | hand | discard
    known_twice = seen_twice | duplicates | discard_twice | seen & (hand | discard) | hand & discard
    once, twice = club.singles & ~known | club.doubles & ~known_twice, club.doubles & ~known
    unseen, size = count_bits(once) + count_bits(twice), count_bits(hand) + count_bits(duplicates)
    none, row = club.none, min(unseen, 127) << 10 | min(size, 31) << 5
    tiger, bull, bear = club.animals
    trump_cards, no_color = club.trumps[index(trump)], trump << 9 | game.colors << 6
    trumps_unseen, own_trumps = _count(trump_cards, once, twice), _count(trump_cards, hand, duplicates)
    after, money_before = seats - 1 - turn, total >> 12
    if turn == 0:
        situation = 0 if is_bidder else 1 if on_bidders_side else 2
    else:
        status = 2
        if context < no_color:
            status = 0 if hand & legal_masks[index(context >> 4)] else 1 if own_trumps else 2
        situation = 3 + ((after == 0) * 2 + is_ours) * 3 + status
    kind = situation << 1 | on_bidders_side
    weights, at, scores_at = club.weights, kind * ROW, (kind * club.trumps.shape[0] + trump) << 6
    best_score, chosen, n = np.int64(-(1 << 62)), np.int64(0), 0
    last_group, last_beating, last_follow, is_now_known = -1, -1, -1, False
    length, color_unseen, color_money, held_money, ruffs, partner_voids, color_score = 0, 0, 0, 0, 0, 0, 0
    hold, ally, ours_capturing, capturing_score, ally_now, ours_now, now_score = 0, 0, 0, 0, 0, 0, 0
    while legal:
        card = low_bit(legal)
        bit = legal & -legal
        legal ^= bit
        key = trump << 6 | card
        group, is_trump = club.group[index(key)], np.int64(trump_cards & bit != 0)
        if group != last_group:  # cards come color by color
            last_group = group
            length, color_unseen = _count(group, hand, duplicates), _count(group, once, twice)
            held_money, color_money = _sum_money(group & hand & club.money_cards, club.money), 0
            ruffs, partner_voids = 0, 0
            if turn == 0:
                color_money = _sum_money(group & once & club.money_cards, club.money)
            color_score = (
                length * weights[index(at + _LENGTH)]
                + color_unseen * weights[index(at + _COLOR_UNSEEN)]
                + held_money * weights[index(at + _MONEY_KEPT)]
            )
            if length == 1:
                color_score += weights[index(at + _SINGLE)]
                if not is_trump and own_trumps:
                    color_score += weights[index(at + _SINGLE_TO_TRUMP)]
            if is_trump:
                color_score += (
                    trumps_unseen * weights[index(at + _TRUMPS_UNSEEN)] + own_trumps * weights[index(at + _TRUMPS_HELD)]
                )
            elif group:
                q = p
                for _ in range(after):
                    q = q + 1 if q + 1 < seats else 0
                    if group & once & ~cannot[index(q)] == 0:
                        is_partner = friends >> q & 1
                        partner_voids += is_partner
                        ruffs += (1 - is_partner) & np.int64(trump_cards & once & ~cannot[index(q)] != 0)
                color_score += (
                    ruffs * weights[index(at + _OPPONENTS_TRUMP)] + partner_voids * weights[index(at + _PARTNERS_VOID)]
                )
        money = club.money[index(card)]
        captures = facts[index(context | card)] & 1023 >= best
        if captures:
            context_after = fixes[index(context | card)] if context >= no_color else context
            follow, beating = legal_masks[index(context_after >> 4)], club.beats[index(context | card)] & once
            if beating != last_beating or follow != last_follow:
                last_beating, last_follow = beating, follow
                hold, ally = _chances(beating, follow, once, twice, cannot, p, after, seats, friends, none, row)
                ours_capturing = hold + (ally * (4096 - hold) >> 13)
                capturing_score = _weigh_chances(weights, at, ours_capturing, hold, ally, size)
            ours, score = ours_capturing, capturing_score
        else:
            if not is_now_known:
                is_now_known = True
                if turn:
                    follow = legal_masks[index(context >> 4)]
                    beating = club.beats[index(context | best_card)] if best_card >= 0 else club.singles | club.doubles
                    hold_now, ally_now = _chances(
                        beating, follow, once, twice, cannot, p, after, seats, friends, none, row
                    )
                    ours_now = hold_now + (ally_now * (4096 - hold_now) >> 13) if is_ours else ally_now * 3 >> 2
                now_score = _weigh_chances(weights, at, ours_now, 0, ally_now, size)
            ours, score = ours_now, now_score
        value = (money_before + money) * game.multipliers[index(game.transitions[index(state << 6 | card)])]
        swing, risked, to_fall = (2 * ours - 4096) * value >> 12, money * (4096 - ours) >> 12, color_money * ours >> 12
        higher = _count(club.higher[index(key)], once, twice)
        is_master = np.int64(group != 0) & np.int64(higher == 0)
        doubles, saves = 0, 0
        score += (
            color_score
            + club.card_scores[index(scores_at | card)]
            + swing * weights[index(at + _EXPECTED)]
            + risked * weights[index(at + _RISKED)]
            + to_fall * weights[index(at + _MONEY_TO_FALL)]
            + min(higher, 8) * weights[index(at + _HIGHER)]
            + is_master * club.master_scores[index(scores_at | card)]
        )
        if card == bull:
            doubles = money_before * ours >> 12
            score += doubles * weights[index(at + _BULL_DOUBLES)]
        elif card == bear:
            saves = money_before * (4096 - ours) >> 12
            score += saves * weights[index(at + _BEAR_SAVES)]
        if scores is not None:
            scores[n] = score
        if features is not None:
            is_single = np.int64(length == 1)
            values = (
                swing,
                ours >> 6,
                hold >> 6 if captures else 0,
                (ally if captures else ally_now) >> 6,
                money,
                risked,
                club.rank[index(key)],
                min(higher, 8),
                is_master,
                is_master & is_trump,
                is_master * money,
                is_trump,
                is_trump * trumps_unseen,
                is_trump * own_trumps,
                length,
                is_single,
                is_single & (1 - is_trump) & np.int64(own_trumps != 0),
                color_unseen,
            )
            more_values = (
                to_fall,
                held_money - money if group else 0,
                ruffs,
                partner_voids,
                size if captures and hold else 0,
                np.int64(card == tiger),
                np.int64(card == bull),
                np.int64(card == bear),
                doubles,
                saves,
                on_bidders_side * swing,
                on_bidders_side * is_trump,
                on_bidders_side * is_master,
            )
            for feature in range(18):  # numba takes no tuple of more than thirty
                features[n, feature] = values[feature]
            for feature in range(len(more_values)):
                features[n, 18 + feature] = more_values[feature]
        n += 1
        if score > best_score:
            best_score, chosen = score, card
    return chosen, n, situation
