"""How the club player chooses a card, on masks of cards: compiled, as `mam.engine.club.play` does it readably.

Chances are in 4096ths on the way and in 64ths among the features. `mam.engine.club.features` says in words what each
feature is. A choice needs only their weighted sum, so what depends on the card alone is summed in tables, what depends on its
color is summed once for each color, and what depends on who takes the trick once for cards that the same cards beat.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mam.engine.club.features import EARLY_SITUATIONS, FEATURES, LATE_HAND
from mam.engine.tables.bits import count_cards, index, low_bit
from mam.engine.tables.compiling import compiled

EARLY = len(EARLY_SITUATIONS)  # late situations follow these in the same order
ROW = 32  # entries of a row of weights: more than there are features
MAX_COUNTED = 31  # largest number of cards of one kind; more are counted as this
# Nothing here makes or stores an array, so references need not be counted.
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


class ClubLookup(NamedTuple):
    """The club player's knowledge of the rules, and its weights.

    `beats[trump, context, card]` is the mask of the cards that capture from this one, if it holds the trick in this context;
    `group`, `higher` and `rank` of `[trump, card]`: its color, the cards of it that rank above it, and how many rank below;
    `trumps[trump]` the trumps; `money[card]` its money, `money_cards` the cards that have some.
    `chances_of_none[unseen, size, count]` is the chance, in 4096ths, that a hand of `size` of the `unseen` cards has none of
    `count` of them. `singles` and `doubles` are the cards that the pack has once and twice, `animals` the numbers of Tiger, Bull
    and Bear (63: not in the pack).

    `weights[situation, feature]` are the weights. `card_scores` of `[situation, trump, card]` is the weighted sum of the features that
    depend on the card alone, `master_scores` what a master gets besides.
    """

    beats: Any
    group: Any
    higher: Any
    rank: Any
    trumps: Any
    money: Any
    money_cards: int
    chances_of_none: Any
    singles: int
    doubles: int
    animals: Any
    weights: Any
    card_scores: Any
    master_scores: Any


@compiled(**_BARE)
def _count(mask, cards, duplicates):
    """Return how many of these cards are in a mask."""
    return count_cards(mask & cards, mask & duplicates)


@compiled(**_BARE)
def _sum_money(mask, money):
    """Return the money of the cards in a mask; of a card held twice it counts once."""
    total = 0
    while mask:
        total += money[index(low_bit(mask))]
        mask &= mask - 1
    return total


@compiled(**_BARE)
def _find_chances(
    beating, follow, unseen_cards, unseen_duplicates, void_cards, p, turns_left, seats, friends, chances_of_none, row
):
    """Return the chances that no opponent who is still to play beats a card, and that an ally does, in 4096ths.

    From entry `row` on, `chances_of_none` has the chances that a hand has none of 0, 1, 2 … cards.
    """
    hold_chance, no_ally = 4096, 4096
    for _ in range(turns_left):
        p = p + 1 if p + 1 < seats else 0
        possible = ~void_cards[index(p)]
        higher_count = min(_count(beating & follow & possible, unseen_cards, unseen_duplicates), MAX_COUNTED)
        follow_count = min(_count(follow & possible, unseen_cards, unseen_duplicates), MAX_COUNTED)
        trump_count = min(_count(beating & ~follow & possible, unseen_cards, unseen_duplicates), MAX_COUNTED)
        trump_chance = 4096 - np.int64(chances_of_none[index(row | trump_count)])
        stays = max(
            chances_of_none[index(row | higher_count)]
            - (chances_of_none[index(row | follow_count)] * trump_chance >> 12),
            0,
        )
        if friends >> p & 1:
            no_ally = no_ally * stays >> 12
        else:
            hold_chance = hold_chance * stays >> 12
    return hold_chance, 4096 - no_ally


@compiled(**_BARE)
def _weigh_chances(weights, start, side_takes, hold_chance, ally_chance, size):
    """Return the weighted sum of the features that depend only on who is likely to take the trick."""
    return (
        (side_takes >> 6) * weights[index(start + _SIDE_TAKES)]
        + (hold_chance >> 6) * weights[index(start + _HOLDS)]
        + (ally_chance >> 6) * weights[index(start + _PARTNER_BEATS)]
        + (size if hold_chance else 0) * weights[index(start + _EARLY)]
    )


@compiled(**_BARE)
def choose_by_weights(
    club, game, trump, legal, hands, duplicates, void_cards, played_cards, played_duplicates, discard, discard_duplicates,
    p, turn, context, best, best_card, is_ours, total, state, friends, is_bidder, on_bidders_side, scores, features,
):  # fmt: skip
    """Return the card with the highest score (of equals the first), how many are legal, and the situation.

    Position `p` is to move, and `turn` cards lie in the trick. `best` is the strength that captures it, `best_card` the card
    that holds it (-1: none); `is_ours` says that an ally played that card. `total` has the money in the trick, as in `facts`.
    `friends` is the mask of the positions known to be on our side. `played_cards` were played in this round;
    `discard` is what the bidder knows to be in the nest; `played_duplicates` and `discard_duplicates` are those of them that are
    there twice. `void_cards[p]` are the cards that a position cannot hold, because it did not follow.

    For each legal card, lowest first, an entry of `scores` and a row of `features` are filled in, unless these are None.
    """
    legal_masks, facts, fixes = game.legal, game.facts, game.fixes
    seats = hands.shape[0]
    hand, hand_duplicates = hands[index(p)], duplicates[index(p)]
    known_cards = played_cards | hand | discard
    known_duplicates = (
        played_duplicates | hand_duplicates | discard_duplicates | played_cards & (hand | discard) | hand & discard
    )
    unseen_cards = club.singles & ~known_cards | club.doubles & ~known_duplicates
    unseen_duplicates = club.doubles & ~known_cards
    unseen, size = count_cards(unseen_cards, unseen_duplicates), count_cards(hand, hand_duplicates)
    chances_of_none, row = club.chances_of_none, min(unseen, 127) << 10 | min(size, 31) << 5
    tiger, bull, bear = club.animals
    trump_cards, no_color = club.trumps[index(trump)], trump << 9 | game.colors << 6
    trumps_unseen = _count(trump_cards, unseen_cards, unseen_duplicates)
    own_trumps = _count(trump_cards, hand, hand_duplicates)
    turns_left, money_before = seats - 1 - turn, total >> 12
    if turn == 0:
        situation = 0 if is_bidder else 1 if on_bidders_side else 2
    else:
        status = 2
        if context < no_color:
            status = 0 if hand & legal_masks[index(context >> 4)] else 1 if own_trumps else 2
        situation = 3 + (((on_bidders_side * 2 + (turns_left == 0)) * 2 + is_ours) * 3 + status)
    if size <= LATE_HAND:
        situation += EARLY
    weights, weights_start = club.weights, situation * ROW
    scores_start = (situation * club.trumps.shape[0] + trump) << 6
    best_score, chosen, n = np.int64(-(1 << 62)), np.int64(0), 0
    # A card either becomes the winning card of the trick so far, or leaves another one winning.
    last_group, last_beating, last_follow, is_now_known = -1, -1, -1, False
    length, color_unseen, color_money, money_in_color, ruffs, partner_voids, color_score = 0, 0, 0, 0, 0, 0, 0
    hold_chance, ally_chance, side_takes_if_winning, score_if_winning = 0, 0, 0, 0
    ally_chance_otherwise, side_takes_otherwise, score_otherwise = 0, 0, 0
    while legal:
        card = low_bit(legal)
        bit = legal & -legal
        legal ^= bit
        key = trump << 6 | card
        group, is_trump = club.group[index(key)], np.int64(trump_cards & bit != 0)
        if group != last_group:  # cards come color by color
            last_group = group
            length, color_unseen = _count(group, hand, hand_duplicates), _count(group, unseen_cards, unseen_duplicates)
            money_in_color, color_money = _sum_money(group & hand & club.money_cards, club.money), 0
            ruffs, partner_voids = 0, 0
            if turn == 0:
                color_money = _sum_money(group & unseen_cards & club.money_cards, club.money)
            color_score = (
                length * weights[index(weights_start + _LENGTH)]
                + color_unseen * weights[index(weights_start + _COLOR_UNSEEN)]
                + money_in_color * weights[index(weights_start + _MONEY_KEPT)]
            )
            if length == 1:
                color_score += weights[index(weights_start + _SINGLE)]
                if not is_trump and own_trumps:
                    color_score += weights[index(weights_start + _SINGLE_TO_TRUMP)]
            if is_trump:
                color_score += (
                    trumps_unseen * weights[index(weights_start + _TRUMPS_UNSEEN)]
                    + own_trumps * weights[index(weights_start + _TRUMPS_HELD)]
                )
            elif group:
                q = p
                for _ in range(turns_left):
                    q = q + 1 if q + 1 < seats else 0
                    if group & unseen_cards & ~void_cards[index(q)] == 0:
                        is_partner = friends >> q & 1
                        partner_voids += is_partner
                        ruffs += (1 - is_partner) & np.int64(trump_cards & unseen_cards & ~void_cards[index(q)] != 0)
                color_score += (
                    ruffs * weights[index(weights_start + _OPPONENTS_TRUMP)]
                    + partner_voids * weights[index(weights_start + _PARTNERS_VOID)]
                )
        money = club.money[index(card)]
        captures = facts[index(context | card)] & 1023 >= best
        if captures:
            context_after = fixes[index(context | card)] if context >= no_color else context
            follow, beating = legal_masks[index(context_after >> 4)], club.beats[index(context | card)] & unseen_cards
            if beating != last_beating or follow != last_follow:
                last_beating, last_follow = beating, follow
                hold_chance, ally_chance = _find_chances(
                    beating, follow, unseen_cards, unseen_duplicates, void_cards, p, turns_left, seats, friends,
                    chances_of_none, row,
                )  # fmt: skip
                side_takes_if_winning = hold_chance + (ally_chance * (4096 - hold_chance) >> 13)
                score_if_winning = _weigh_chances(
                    weights, weights_start, side_takes_if_winning, hold_chance, ally_chance, size
                )
            side_takes, score = side_takes_if_winning, score_if_winning
        else:
            if not is_now_known:
                is_now_known = True
                if turn:
                    follow = legal_masks[index(context >> 4)]
                    beating = club.beats[index(context | best_card)] if best_card >= 0 else club.singles | club.doubles
                    hold_chance_otherwise, ally_chance_otherwise = _find_chances(
                        beating, follow, unseen_cards, unseen_duplicates, void_cards, p, turns_left, seats, friends,
                        chances_of_none, row,
                    )  # fmt: skip
                    side_takes_otherwise = (
                        hold_chance_otherwise + (ally_chance_otherwise * (4096 - hold_chance_otherwise) >> 13)
                        if is_ours
                        else ally_chance_otherwise * 3 >> 2
                    )
                score_otherwise = _weigh_chances(
                    weights, weights_start, side_takes_otherwise, np.int64(0), ally_chance_otherwise, size
                )
            side_takes, score = side_takes_otherwise, score_otherwise
        value = (money_before + money) * game.multipliers[index(game.transitions[index(state << 6 | card)])]
        swing, money_at_risk = (2 * side_takes - 4096) * value >> 12, money * (4096 - side_takes) >> 12
        color_money_captured = color_money * side_takes >> 12
        higher = _count(club.higher[index(key)], unseen_cards, unseen_duplicates)
        is_master = np.int64(group != 0) & np.int64(higher == 0)
        doubles, saves = 0, 0
        score += (
            color_score
            + club.card_scores[index(scores_start | card)]
            + swing * weights[index(weights_start + _EXPECTED)]
            + money_at_risk * weights[index(weights_start + _RISKED)]
            + color_money_captured * weights[index(weights_start + _MONEY_TO_FALL)]
            + min(higher, 8) * weights[index(weights_start + _HIGHER)]
            + is_master * club.master_scores[index(scores_start | card)]
        )
        if card == bull:
            doubles = money_before * side_takes >> 12
            score += doubles * weights[index(weights_start + _BULL_DOUBLES)]
        elif card == bear:
            saves = money_before * (4096 - side_takes) >> 12
            score += saves * weights[index(weights_start + _BEAR_SAVES)]
        if scores is not None:
            scores[n] = score
        if features is not None:
            is_single = np.int64(length == 1)
            values = (
                swing,
                side_takes >> 6,
                hold_chance >> 6 if captures else 0,
                (ally_chance if captures else ally_chance_otherwise) >> 6,
                money,
                money_at_risk,
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
                color_money_captured,
                money_in_color - money if group else 0,
                ruffs,
                partner_voids,
                size if captures and hold_chance else 0,
                np.int64(card == tiger),
                np.int64(card == bull),
                np.int64(card == bear),
                doubles,
                saves,
            )
            for feature in range(18):  # numba takes no tuple of more than thirty
                features[n, feature] = values[feature]
            for feature in range(len(more_values)):
                features[n, 18 + feature] = more_values[feature]
        n += 1
        if score > best_score:
            best_score, chosen = score, card
    return chosen, n, situation
