"""Rounds as rows of numbers, played by compiled functions: what the scripts that teach the club player play and copy."""

from __future__ import annotations

import numpy as np
from numba import njit

from mam.engine.tables.bits import low_bit
from mam.engine.tables.club_kernel import choose_by_weights
from mam.engine.tables.kernel import choose_card

# A round is a row of numbers, so that it can be copied: first what stays the same, then the state of play, then an entry for each
# position. Cards are masks, as in the kernel.
TRUMP, BIDDER, SIDE, CALLED_CARDS, DISCARD, BID = range(6)
CONTEXT, BEST, BEST_CARD, WINNER, TOTAL, STATE, TURN, CARDS_IN_TRICK, TRICKS_LEFT = range(6, 15)
PLAYED_CARDS, PLAYED_DUPLICATES, LEADER, SHOWN_ALLIES, DISCARD_DUPLICATES = range(15, 20)
FRIENDS, HANDS, DUPLICATES, VOID_CARDS, CAPTURES = 20, 30, 40, 50, 60
LENGTH = 70


@njit(nogil=True)
def read_start(game, club, result, log, round):
    """Fill in a round as it is before the first lead: everyone holds the cards that they play in the log."""
    seats, bidder, entry = game.turn_order.shape[1], result[0], game.pool.shape[0] + 4
    round[:] = 0
    round[TRUMP], round[BIDDER], round[CALLED_CARDS] = result[1], game.bidder_position[bidder], log[entry - 1]
    p = game.lead[bidder]
    round[LEADER], round[TRICKS_LEFT] = p, game.tricks
    played_cards, played_duplicates = 0, 0
    for _ in range(game.tricks):
        for _ in range(seats):
            bit = np.int64(1) << log[entry]
            round[DUPLICATES + p] |= round[HANDS + p] & bit
            round[HANDS + p] |= bit
            played_cards, played_duplicates = played_cards | bit, played_duplicates | played_cards & bit
            entry, p = entry + 2, (p + 1) % seats
        if log[entry] >= 0:
            p = np.argmax(game.turn_order[bidder] == log[entry])
        entry += 2
    if game.size:  # the cards that nobody played lie in the nest
        round[DISCARD] = club.singles & ~played_cards | club.doubles & ~played_duplicates
        round[DISCARD_DUPLICATES] = club.doubles & ~played_cards
    for q in range(seats):
        round[FRIENDS + q] = game.friends[bidder, q]
        round[SIDE] |= (result[2] >> game.turn_order[bidder, q] & 1) << q
    round[SHOWN_ALLIES] = np.int64(1) << round[BIDDER] if round[CALLED_CARDS] else 0
    begin_trick(game, round)


@njit(nogil=True)
def begin_trick(game, round):
    """Clear the table: the leader is to play."""
    is_unbroken = np.int64(round[PLAYED_CARDS] & game.broken[round[TRUMP]] == 0)
    round[CONTEXT] = (round[TRUMP] << 9 | game.colors << 6) + 64 + (is_unbroken << 6)
    round[BEST], round[BEST_CARD], round[WINNER] = 1, -1, -1
    round[TOTAL], round[STATE], round[CARDS_IN_TRICK] = 0, 0, 0
    round[TURN] = round[LEADER]


@njit(nogil=True)
def find_legal(game, round):
    """Return the mask of the legal cards of the position to play."""
    hand, level = round[HANDS + round[TURN]], round[CONTEXT] >> 4
    for mask in game.legal[level : level + 3]:
        if hand & mask:
            return hand & mask
    return 0


@njit(nogil=True)
def play_card(game, seats, round, card):
    """Play a card; score the trick if it is the last one."""
    p, bit, context = round[TURN], np.int64(1) << card, round[CONTEXT]
    follow, no_color = game.legal[context >> 4], round[TRUMP] << 9 | game.colors << 6
    if context < no_color and not bit & follow:
        round[VOID_CARDS + p] |= follow
    duplicate = round[DUPLICATES + p] & bit
    round[HANDS + p] ^= bit ^ duplicate
    round[DUPLICATES + p] ^= duplicate
    if bit & round[CALLED_CARDS] and p != round[BIDDER]:
        round[SHOWN_ALLIES] |= np.int64(1) << p
    fact = np.int64(game.facts[context | card])
    if fact & 1023 >= round[BEST]:
        round[BEST], round[BEST_CARD], round[WINNER] = fact & 1023, card, p
    round[TOTAL] += fact
    if context >= no_color:
        round[CONTEXT] = game.fixes[context | card]
    round[STATE] = game.transitions[round[STATE] << 6 | card]
    round[PLAYED_DUPLICATES] |= round[PLAYED_CARDS] & bit
    round[PLAYED_CARDS] |= bit
    round[TURN] = p + 1 if p + 1 < seats else 0
    round[CARDS_IN_TRICK] += 1
    if round[CARDS_IN_TRICK] == seats:
        if round[WINNER] >= 0:
            round[CAPTURES + round[WINNER]] += game.trick_points + (round[TOTAL] >> 12) * game.multipliers[round[STATE]]
            round[LEADER] = round[WINNER]
        round[TRICKS_LEFT] -= 1
        begin_trick(game, round)


@njit(nogil=True)
def find_friends(round):
    """Return the mask of the positions that the position to play knows to be on its side."""
    p = round[TURN]
    return round[FRIENDS + p] | (round[SHOWN_ALLIES] if round[SIDE] >> p & 1 else 0)


@njit(nogil=True)
def choose_by_club(game, club, seats, round, legal, features):
    """Return the club player's card, how many are legal, and the situation."""
    p, friends, winner = round[TURN], find_friends(round), round[WINNER]
    return choose_by_weights(
        club, game, round[TRUMP], legal, round[HANDS : HANDS + seats], round[DUPLICATES : DUPLICATES + seats],
        round[VOID_CARDS : VOID_CARDS + seats], round[PLAYED_CARDS], round[PLAYED_DUPLICATES], round[DISCARD] if p == round[BIDDER] else 0,
        round[DISCARD_DUPLICATES] if p == round[BIDDER] else 0,
        p, round[CARDS_IN_TRICK], round[CONTEXT], round[BEST], round[BEST_CARD], np.int64(winner >= 0 and friends >> winner & 1),
        round[TOTAL], round[STATE], friends, p == round[BIDDER], round[SIDE] >> p & 1, None, features,
    )  # fmt: skip


@njit(nogil=True)
def choose_by_rulebook(game, rulebook, seats, round, legal):
    """Return the rulebook player's card."""
    winner, turn = round[WINNER], round[CARDS_IN_TRICK]
    place = 0 if turn == 0 else 2 if turn == seats - 1 else 1
    side = 0 if winner < 0 else 1 if find_friends(round) >> winner & 1 else 2
    kind = ((round[TRUMP] * 3 + place) * 3 + side) * 2 + np.int64(round[TOTAL] >> 12 > 0)
    kind = kind * 3 + rulebook.effect[round[STATE]]
    return choose_card(legal, game.facts, round[CONTEXT], round[BEST], rulebook.play_scores, kind << 7)


@njit(nogil=True)
def choose_play(game, rulebook, players, uses_weights, seats, round, legal):
    """Return the card to play. The first of `players` is the bidder's side; without `uses_weights` it is the rulebook player."""
    side = 1 - (round[SIDE] >> round[TURN] & 1)
    if not legal & (legal - 1):
        return low_bit(legal)
    if not uses_weights[side]:
        return choose_by_rulebook(game, rulebook, seats, round, legal)
    card, _, _ = choose_by_club(game, players[side], seats, round, legal, None)
    return card


@njit(nogil=True)
def finish(game, rulebook, players, uses_weights, seats, is_account, round):
    """Play the round to its end, and return how much more the bidder's side scores than the others."""
    while round[TRICKS_LEFT]:
        card = choose_play(game, rulebook, players, uses_weights, seats, round, find_legal(game, round))
        play_card(game, seats, round, card)
    bidder_money, opponent_money, bid = 0, 0, round[BID]
    for p in range(seats):
        if round[SIDE] >> p & 1:
            bidder_money += round[CAPTURES + p]
        else:
            opponent_money += round[CAPTURES + p]
    if is_account:  # a bid that is made scores itself, and about half of the money above it pays off later
        return bid + (bidder_money - bid) / 2 if bidder_money >= bid else -float(bid)
    return float((bidder_money if bidder_money >= bid else -bid) - opponent_money)
