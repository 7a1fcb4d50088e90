"""What the policies discard from a hand, for players who ask what a hidden discard may have been."""

from __future__ import annotations

import numpy as np

from mam.engine.tables.bits import index, remove_cards
from mam.engine.tables.club_hands_kernel import AFTER_DISCARD, count_numbers, plan_discard, rank_trumps
from mam.engine.tables.compiling import compiled
from mam.engine.tables.kernel import choose_discard, find_best_trump


@compiled(nogil=True)
def find_discards(
    game, policy, club_hands, hands, duplicates, trump, trumps, discards, discard_duplicates, values, pdep
):
    """Fill in what the policy discards from each of these hands if it names this trump.

    `values[row, n]` gets what the hand is worth with the n-th of `trumps`: for the rulebook player before the discard, in
    thousands of dollars; for the club player (if it has `club_hands`) after it, in 64ths of that.
    """
    scratch, size, has_club_hands = np.zeros(128, np.int64), game.size, club_hands.constants.size > 0
    for row in range(hands.shape[0]):
        hand, hand_duplicates = hands[row], duplicates[row]
        is_planned = False
        if has_club_hands:
            is_planned = (
                club_hands.trump_colors[index(trump)] >= 0 and count_numbers(club_hands, hand, hand_duplicates) >= size
            )
            if is_planned:
                _, discard, duplicate = plan_discard(club_hands, hand, hand_duplicates, size, trumps, trump, scratch)
        if not is_planned:
            discard, duplicate, _ = choose_discard(
                hand, hand_duplicates, size, game.discardable, policy, trump, np.uint64(0), pdep
            )
        discards[row], discard_duplicates[row] = discard, duplicate
        hand_after, duplicates_after = remove_cards(hand, hand_duplicates, discard, duplicate)
        for n in range(trumps.shape[0]):
            if has_club_hands:
                _, values[row, n] = rank_trumps(
                    club_hands, AFTER_DISCARD, hand_after, duplicates_after, trumps[n : n + 1]
                )
            else:
                _, values[row, n] = find_best_trump(hand, hand_duplicates, trumps[n : n + 1], policy.estimate)
