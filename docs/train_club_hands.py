"""Teach the club player to bid, discard and name trump: `python docs/train_club_hands.py make-a-million-1935`.

It plays rounds with auctions, three quarters against itself and the rest against the rulebook player, and learns four things from
them, one after the other, for some iterations:

1. What a hand is worth after the discard. Several discards and trumps, drawn at random, are each played once in the true deal;
   the weights are those that gain most when discards are drawn with probabilities from their scores (softmax).
2. What a person is likely to capture as the bidder. Whenever somebody may call, and when the auction is over, the round is
   played with that person as the bidder; a regression on hand and calls. How far captures lie from that is the spread of what the
   winners of auctions captured.
3. What the high bidder's side captures with a partner's hand, or against an opponent's: at calls drawn at random the round is played
   for the bid that is high then; a regression on the hand and calls of the person who is about to call, and the spread around it.
4. Whether to bid. At calls drawn at random a pass and each bid considered are tried, the auction and the round finished once in
   the true deal; the weights of each situation are those that gain most when calls are drawn with probabilities from their
   gains, and move half the way.

It needs scipy (`pip install 'mam[train]'`), and writes `data/players/club-hands-EDITION.toml` with how it was made. The
first iteration of each command takes whole steps.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter

import numpy as np
from numba import njit
from scipy.optimize import minimize
from train_club import WHOLE, Trainer
from train_rounds import (
    BID,
    BIDDER,
    CALLED_CARDS,
    CAPTURES,
    DISCARD,
    DISCARD_DUPLICATES,
    DUPLICATES,
    FRIENDS,
    HANDS,
    LEADER,
    LENGTH,
    SHOWN_ALLIES,
    SIDE,
    TRICKS_LEFT,
    TRUMP,
    begin_trick,
    finish,
)

from mam.engine.club.hand_weights import (
    BID_FEATURES,
    BID_SITUATIONS,
    CALL_FEATURES,
    HAND_FEATURES,
    HIGHEST,
    LENGTHS,
    MONEY,
    OUTCOMES,
    TRUMPLESS_FEATURES,
    CaptureWeights,
    HandWeights,
    find_hand_weights,
    read_hand_file,
    write_hand_weights,
)
from mam.engine.club.weights import find_weights
from mam.engine.rollouts.call_model import estimate_bids
from mam.engine.rollouts.club_hand_tables import make_hand_tables
from mam.engine.tables.auction_kernel import (
    AUCTION,
    CALLER,
    HIGH_BID,
    HIGH_BIDDER,
    begin_auction,
    call,
    find_bid_range,
    has_won_auction,
    must_bid,
)
from mam.engine.tables.bits import count_bits
from mam.engine.tables.club_hands_kernel import (
    ESTIMATES,
    HandTables,
    choose_call,
    count_numbers,
    describe_bids,
    describe_calls,
    estimate_hand,
    plan_discard,
    rank_trumps,
)
from mam.engine.tables.kernel import (
    FRACTION_BITS,
    KEY_STEP,
    choose_discard,
    deal_cards,
    draw_fraction,
    find_best_trump,
    pick_best,
)
from mam.rules.cards import money_in

EXPLORE, RECORD = 0.15, 0.3  # how often a call is drawn at random; how many calls are recorded
TEMPERATURE = 20.0  # thousands of dollars
# A better hand never bids less, and one that scores more by passing never bids more.
RISING, FALLING = (BID_FEATURES.index("contract"), BID_FEATURES.index("made")), (BID_FEATURES.index("passing"),)
PASSES = BID_FEATURES.index("any bid"), BID_FEATURES.index("passing")  # what is learned of passes alone
FEWEST = 500  # examples from which something is learned
DEALS = 20_000  # on which an iteration is measured, every one at two tables


@njit(nogil=True)
def pick_up(game, hands, duplicates, seat):
    """Return the bidder's hand with the nest: its cards, and those that it has twice."""
    nest = game.turn_order.shape[1]
    return hands[seat] | hands[nest], duplicates[seat] | duplicates[nest] | hands[seat] & hands[nest]


@njit(nogil=True)
def plan_contract(game, rulebook, tables, is_club, hand, hand_duplicates, decided_trump, scratch):
    """Return the trump and the discard, by the club player's weights or as the rulebook player.

    The trump is `decided_trump`, unless that is -1.
    """
    if is_club and count_numbers(tables, hand, hand_duplicates) >= game.size:
        return plan_discard(tables, hand, hand_duplicates, game.size, game.trumps, decided_trump, scratch)
    if decided_trump >= 0:
        trump = decided_trump
    elif is_club:
        trump, _ = rank_trumps(tables, 1, hand, hand_duplicates, game.trumps)
    else:
        trump, _ = find_best_trump(hand, hand_duplicates, game.trumps, rulebook.estimate)
    discard, discard_duplicates, _ = choose_discard(
        hand, hand_duplicates, game.size, game.discardable, rulebook.discard_scores, trump << 11, rulebook.color,
        np.uint64(0), None,
    )  # fmt: skip
    return trump, discard, discard_duplicates


@njit(nogil=True)
def name_trump_early(game, rulebook, tables, is_club, hands, duplicates, seat, decided_trump):
    """Return the trump that the bid named; where bids name none, `decided_trump`."""
    if decided_trump >= 0 or not game.trump_bound:
        return decided_trump
    if is_club:
        return rank_trumps(tables, 0, hands[seat], duplicates[seat], game.trumps)[0]
    return find_best_trump(hands[seat], duplicates[seat], game.trumps, rulebook.estimate)[0]


@njit(nogil=True)
def begin_round(game, rulebook, hands, duplicates, seat, trump, discard, discard_duplicates, bid, round):
    """Fill in the round of a contract as it is before the first lead. Cards are called as by the rulebook player."""
    seats, bidder = game.turn_order.shape[1], game.bidder_position[seat]
    hand, hand_duplicates = pick_up(game, hands, duplicates, seat)
    round[:] = 0
    for p in range(seats):
        round[HANDS + p], round[DUPLICATES + p] = hands[game.turn_order[seat, p]], duplicates[game.turn_order[seat, p]]
        round[FRIENDS + p] = game.friends[seat, p]
    round[HANDS + bidder] = hand & ~(discard & ~(hand_duplicates & ~discard_duplicates))
    round[DUPLICATES + bidder] = hand_duplicates & ~discard
    round[TRUMP], round[BIDDER], round[SIDE] = trump, bidder, game.allies[seat]
    round[DISCARD], round[DISCARD_DUPLICATES], round[BID] = discard, discard_duplicates, bid
    round[TRICKS_LEFT], round[LEADER] = game.tricks, game.lead[seat]
    if game.called:
        eligible = round[HANDS + bidder] & ~round[DUPLICATES + bidder] & game.callable & ~discard
        round[CALLED_CARDS] = eligible
        if count_bits(eligible) > game.called:
            round[CALLED_CARDS], _ = pick_best(
                eligible, 0, game.called, rulebook.call_scores, trump << 6, rulebook.color, 0, 0
            )
        round[SHOWN_ALLIES] = np.int64(1) << bidder
        for p in range(seats):
            round[SIDE] |= np.int64(round[HANDS + p] & round[CALLED_CARDS] != 0) << p
    begin_trick(game, round)


@njit(nogil=True)
def find_gain(game, tables, round, bidder, seat, difference):
    """Return what a seat gains in a round: its side's score minus the other side's.

    `difference` is how much more the bidder's side scores than the others. Where sides are formed for each round, the gain is the
    seat's score minus the mean of the others' scores.
    """
    persons, is_ours, allies = tables.auction.sides.shape[0], False, 0
    if tables.auction.sides[seat] != np.int64(1) << seat:
        return difference if tables.auction.sides[seat] >> bidder & 1 else -difference
    for p in range(game.turn_order.shape[1]):
        if round[SIDE] >> p & 1 and game.turn_order[bidder, p] < persons:
            allies += 1
            is_ours = is_ours or game.turn_order[bidder, p] == seat
    return difference * (persons - allies if is_ours else -allies) / (persons - 1)


@njit(nogil=True)
def play_contract(
    game, rulebook, club, tables, players, planners, hands, duplicates, seat, bid, decided_trump, round, scratch
):
    """Play a contract. Return how much more the bidder's side scores than the others, and what it captures.

    `players[seat]` says who plays as the club player (everybody, where sides are formed for each round), `planners[seat]` who
    discards and names trump like it. `decided_trump` is the trump (-1: the bidder chooses).
    """
    hand, hand_duplicates = pick_up(game, hands, duplicates, seat)
    decided_trump = name_trump_early(game, rulebook, tables, planners[seat], hands, duplicates, seat, decided_trump)
    trump, discard, discard_duplicates = plan_contract(
        game, rulebook, tables, planners[seat], hand, hand_duplicates, decided_trump, scratch
    )
    begin_round(game, rulebook, hands, duplicates, seat, trump, discard, discard_duplicates, bid, round)
    opponent, seats = seat, game.turn_order.shape[1]
    for candidate in range(len(players)):
        if not tables.auction.sides[seat] >> candidate & 1:
            opponent = candidate
    is_alone = tables.auction.sides[seat] == np.int64(1) << seat
    uses_weights = (players[seat] or is_alone, players[opponent] or is_alone)
    difference = finish(game, rulebook, (club, club), uses_weights, seats, False, round)
    captured = 0
    for p in range(seats):
        if round[SIDE] >> p & 1:
            captured += round[CAPTURES + p]
    return difference, captured


@njit(nogil=True)
def choose_bid(tables, auction, estimates, limits, players, call_features, amounts, bid_features):
    """Return what the next to call bids, or 0 for a pass. `players[seat]` says who calls as the club player."""
    seat = auction[CALLER]
    if players[seat]:
        return choose_call(tables, auction, estimates[seat], call_features, amounts, bid_features)
    lowest, highest = find_bid_range(tables.auction, auction)
    wants_to_bid = lowest <= min(limits[seat], highest) and not has_won_auction(tables.auction, auction)
    return lowest if must_bid(tables.auction, auction) or wants_to_bid else 0


@njit(nogil=True)
def deal(game, rulebook, tables, extra, key, pool, hands, duplicates, estimates, limits):
    """Deal, and fill in the club player's estimates of each hand, and the rulebook player's limit. Return the next key."""
    key = deal_cards(
        game.pool, game.known_cards, game.known_duplicates, game.ends, game.drawn, pool, hands, duplicates, key
    )
    for seat in range(len(limits)):
        estimate_hand(tables, hands[seat], duplicates[seat], game.trumps, estimates[seat])
        limits[seat] = find_best_trump(hands[seat], duplicates[seat], game.trumps, rulebook.estimate)[1] + extra
    return key


@njit(nogil=True)
def try_discards(
    game, rulebook, club, tables, extra, seed, first, rounds, tries, kept_hands, kept_duplicates, trumps, gains
):
    """Play each of several discards and trumps once, in deals in which one of the better hands becomes the bidder."""
    pool, hands = game.pool.copy(), np.zeros(game.ends.shape[0], np.int64)
    duplicates, round = hands.copy(), np.zeros(LENGTH, np.int64)
    persons = tables.auction.sides.shape[0]
    estimates, limits = np.zeros((persons, ESTIMATES), np.int64), np.zeros(persons, np.int64)
    scratch = np.zeros(128, np.int64)
    for row in range(rounds):
        key = np.uint64(draw_fraction(np.uint64(seed) + KEY_STEP * np.uint64(first + row))) << np.uint64(8)
        key = deal(game, rulebook, tables, extra, key, pool, hands, duplicates, estimates, limits)
        seat = 0
        for candidate in range(persons):
            key += KEY_STEP
            limits[candidate] += (draw_fraction(key) * 50 >> FRACTION_BITS) - 25
            seat = candidate if limits[candidate] > limits[seat] else seat
        hand, hand_duplicates = pick_up(game, hands, duplicates, seat)
        for number in range(tries):
            decided_trump = name_trump_early(game, rulebook, tables, True, hands, duplicates, seat, np.int64(-1))
            trump, discard, discard_duplicates = plan_contract(
                game, rulebook, tables, True, hand, hand_duplicates, decided_trump, scratch
            )
            if number:  # swap number cards at random; every other time choose another trump too
                key += KEY_STEP
                if number & 1:
                    trump = game.trumps[draw_below(key, len(game.trumps))]
                    if count_numbers(tables, hand, hand_duplicates) >= game.size:
                        _, discard, discard_duplicates = plan_discard(
                            tables, hand, hand_duplicates, game.size, game.trumps, trump, scratch
                        )
                swaps = draw_below(key + KEY_STEP * np.uint64(5), 3)
                for _ in range(swaps):
                    key += KEY_STEP
                    discard = swap_card(discard, hand & tables.number_cards & ~hand_duplicates, key)
            begin_round(game, rulebook, hands, duplicates, seat, trump, discard, discard_duplicates, 0, round)
            entry, bidder = row * tries + number, round[BIDDER]
            kept_hands[entry], kept_duplicates[entry] = round[HANDS + bidder], round[DUPLICATES + bidder]
            trumps[entry] = trump
            gains[entry] = finish(game, rulebook, (club, club), (True, True), game.turn_order.shape[1], False, round)


@njit(nogil=True)
def draw_below(key, count):
    """Return a random number from 0 to count - 1."""
    return (draw_fraction(key) >> 8) * count >> 48


@njit(nogil=True)
def swap_card(discard, numbers, key):
    """Return a discard with one of its cards exchanged for another number card, both drawn at random."""
    outside, inside = numbers & ~discard, numbers & discard
    if not outside or not inside:
        return discard
    n = draw_below(key, count_bits(outside))
    for _ in range(n):
        outside &= outside - 1
    n = draw_below(key ^ np.uint64(0x5555), count_bits(inside))
    for _ in range(n):
        inside &= inside - 1
    return discard ^ (outside & -outside) ^ (inside & -inside)


@njit(nogil=True)
def watch_auctions(
    game, rulebook, club, tables, players, extra, explore, seed, first, rounds, facts, call_rows, captures
):
    """Hold auctions. At half of the calls, and when an auction is won, play the round with that person as the bidder.

    `explore` says how often a call is drawn at random. A row of `facts` has the hand, its duplicates, the trump, and the bid (0: the
    auction is not over). Return how many rows there are.
    """
    pool, hands = game.pool.copy(), np.zeros(game.ends.shape[0], np.int64)
    duplicates, round, auction = hands.copy(), np.zeros(LENGTH, np.int64), np.zeros(AUCTION, np.int64)
    persons = tables.auction.sides.shape[0]
    estimates, limits = np.zeros((persons, ESTIMATES), np.int64), np.zeros(persons, np.int64)
    scratch = np.zeros(128, np.int64)
    call_features, amounts = np.zeros(tables.calls.shape[1], np.int64), np.zeros(16, np.int64)
    bid_features, entry = np.zeros((16, tables.bids.shape[1]), np.int64), 0
    for number in range(first, first + rounds):
        key = np.uint64(draw_fraction(np.uint64(seed) + KEY_STEP * np.uint64(number))) << np.uint64(8)
        key = deal(game, rulebook, tables, extra, key, pool, hands, duplicates, estimates, limits)
        begin_auction(tables.auction, number % persons, auction)
        while True:
            seat, is_won = auction[CALLER], auction[CALLER] < 0
            if is_won:
                seat = auction[HIGH_BIDDER]
            key += KEY_STEP
            if seat < 0 or entry == len(captures):
                break
            if players[seat] and (is_won or draw_fraction(key) & 1):
                describe_calls(tables, auction, seat, call_features)
                trump, _ = rank_trumps(tables, 0, hands[seat], duplicates[seat], game.trumps)
                decided_trump = np.int64(-1)
                # Now and then another trump is named, to compare.
                if not is_won and draw_fraction(key + KEY_STEP * np.uint64(7)) & 3 == 0:
                    trump = decided_trump = game.trumps[draw_below(key, len(game.trumps))]
                _, captured = play_contract(
                    game,
                    rulebook,
                    club,
                    tables,
                    players,
                    players,
                    hands,
                    duplicates,
                    seat,
                    auction[HIGH_BID],
                    decided_trump,
                    round,
                    scratch,
                )
                facts[entry, 0], facts[entry, 1], facts[entry, 2] = hands[seat], duplicates[seat], trump
                facts[entry, 3] = auction[HIGH_BID] if is_won else 0
                call_rows[entry], captures[entry] = call_features, captured
                entry += 1
            if is_won:
                break
            amount = choose_bid(tables, auction, estimates, limits, players, call_features, amounts, bid_features)
            if players[seat] and draw_fraction(key + KEY_STEP * np.uint64(3)) < explore * WHOLE:
                amount = draw_call(tables, auction, estimates[seat], call_features, amounts, bid_features, key)
            call(tables.auction, auction, amount)
    return entry


@njit(nogil=True)
def watch_high_bids(game, rulebook, club, tables, players, extra, seed, first, rounds, facts, call_rows, captures):
    """Hold auctions. At some calls, play the round for the high bid of another person.

    A row of `facts` has the hand of the person about to call, its duplicates, and whether a partner is the high bidder. Return how
    many rows there are.
    """
    pool, hands = game.pool.copy(), np.zeros(game.ends.shape[0], np.int64)
    duplicates, round, auction = hands.copy(), np.zeros(LENGTH, np.int64), np.zeros(AUCTION, np.int64)
    persons = tables.auction.sides.shape[0]
    estimates, limits = np.zeros((persons, ESTIMATES), np.int64), np.zeros(persons, np.int64)
    scratch = np.zeros(128, np.int64)
    call_features, amounts = np.zeros(tables.calls.shape[1], np.int64), np.zeros(16, np.int64)
    bid_features, entry = np.zeros((16, tables.bids.shape[1]), np.int64), 0
    for number in range(first, first + rounds):
        key = np.uint64(draw_fraction(np.uint64(seed) + KEY_STEP * np.uint64(number))) << np.uint64(8)
        key = deal(game, rulebook, tables, extra, key, pool, hands, duplicates, estimates, limits)
        begin_auction(tables.auction, number % persons, auction)
        while auction[CALLER] >= 0:
            seat, bidder = auction[CALLER], auction[HIGH_BIDDER]
            key += KEY_STEP
            if players[seat] and bidder >= 0 and entry < len(captures) and draw_fraction(key) & 1:
                describe_calls(tables, auction, seat, call_features)
                _, captured = play_contract(
                    game, rulebook, club, tables, players, players, hands, duplicates, bidder, auction[HIGH_BID], -1, round,
                    scratch,
                )  # fmt: skip
                facts[entry, 0], facts[entry, 1] = hands[seat], duplicates[seat]
                facts[entry, 2] = tables.auction.sides[seat] >> bidder & 1
                call_rows[entry], captures[entry] = call_features, captured
                entry += 1
            amount = choose_bid(tables, auction, estimates, limits, players, call_features, amounts, bid_features)
            if players[seat] and draw_fraction(key + KEY_STEP * np.uint64(3)) < EXPLORE * WHOLE:
                amount = draw_call(tables, auction, estimates[seat], call_features, amounts, bid_features, key)
            call(tables.auction, auction, amount)
    return entry


@njit(nogil=True)
def draw_call(tables, auction, estimates, call_features, amounts, bid_features, key):
    """Return a call drawn at random: half of the time a pass, if that is allowed, else one of the bids considered."""
    n, _ = describe_bids(tables, auction, estimates, call_features, amounts, bid_features)
    is_free = not must_bid(tables.auction, auction)
    if n == 0 or has_won_auction(tables.auction, auction) or (draw_fraction(key ^ np.uint64(0x777)) & 1 and is_free):
        return 0
    return amounts[draw_below(key ^ np.uint64(0x999), n)]


@njit(nogil=True)
def try_calls(
    game, rulebook, club, tables, players, extra, seed, first, rounds, descriptions, gains, sizes, situations
):
    """Hold auctions. At calls drawn at random, try a pass (a row of zeros) and each bid considered.

    Return how many decisions and alternatives there are.
    """
    pool, hands = game.pool.copy(), np.zeros(game.ends.shape[0], np.int64)
    duplicates, round, auction = hands.copy(), np.zeros(LENGTH, np.int64), np.zeros(AUCTION, np.int64)
    branch = auction.copy()
    persons = tables.auction.sides.shape[0]
    estimates, limits = np.zeros((persons, ESTIMATES), np.int64), np.zeros(persons, np.int64)
    scratch = np.zeros(128, np.int64)
    call_features, amounts = np.zeros(tables.calls.shape[1], np.int64), np.zeros(16, np.int64)
    bid_features = np.zeros((16, tables.bids.shape[1]), np.int64)
    candidate_amounts, scratch_features = amounts.copy(), bid_features.copy()
    decisions, entries = 0, 0
    for number in range(first, first + rounds):
        key = np.uint64(draw_fraction(np.uint64(seed) + KEY_STEP * np.uint64(number))) << np.uint64(8)
        key = deal(game, rulebook, tables, extra, key, pool, hands, duplicates, estimates, limits)
        begin_auction(tables.auction, number % persons, auction)
        while auction[CALLER] >= 0:
            seat = auction[CALLER]
            key += KEY_STEP
            if players[seat] and draw_fraction(key) < RECORD * WHOLE and not has_won_auction(tables.auction, auction):
                n, situation = describe_bids(
                    tables, auction, estimates[seat], call_features, candidate_amounts, bid_features
                )
                is_forced = must_bid(tables.auction, auction)
                if n and decisions < len(sizes) and entries + n + 1 <= len(gains):
                    size = 0
                    for row in range(0 if is_forced else -1, n):
                        branch[:] = auction
                        call(tables.auction, branch, 0 if row < 0 else candidate_amounts[row])
                        while branch[CALLER] >= 0:
                            amount = choose_bid(
                                tables, branch, estimates, limits, players, call_features, amounts, scratch_features
                            )
                            call(tables.auction, branch, amount)
                        gain = 0.0
                        if branch[HIGH_BIDDER] >= 0:
                            gain, _ = play_contract(
                                game, rulebook, club, tables, players, players, hands, duplicates, branch[HIGH_BIDDER],
                                branch[HIGH_BID], -1, round, scratch,
                            )  # fmt: skip
                            gain = find_gain(game, tables, round, branch[HIGH_BIDDER], seat, gain)
                        descriptions[entries] = 0
                        if row >= 0:
                            descriptions[entries] = bid_features[row]
                        gains[entries] = gain
                        entries, size = entries + 1, size + 1
                    sizes[decisions], situations[decisions] = size, situation
                    decisions += 1
            amount = choose_bid(tables, auction, estimates, limits, players, call_features, amounts, scratch_features)
            if players[seat] and draw_fraction(key + KEY_STEP * np.uint64(3)) < EXPLORE * WHOLE:
                amount = draw_call(tables, auction, estimates[seat], call_features, amounts, scratch_features, key)
            call(tables.auction, auction, amount)
    return decisions, entries


@njit(nogil=True)
def compare(game, rulebook, club, tables, extra, uses_bids, uses_hands, seed, differences, contracts):
    """Fill in how much more the club player scores than the rulebook player in each deal: the mean of two tables, sides exchanged.

    Where sides are formed for each round, every second seat calls like the club player, and the gain is the mean over all
    seats, each at the table where it does; everybody plays cards as the club player. Without `uses_bids` everybody bids as the
    rulebook player does; without `uses_hands` everybody discards and names trump like it.
    """
    pool, hands = game.pool.copy(), np.zeros(game.ends.shape[0], np.int64)
    duplicates, round, auction = hands.copy(), np.zeros(LENGTH, np.int64), np.zeros(AUCTION, np.int64)
    persons, is_alone = tables.auction.sides.shape[0], tables.auction.sides[0] == 1
    estimates, limits = np.zeros((persons, ESTIMATES), np.int64), np.zeros(persons, np.int64)
    scratch = np.zeros(128, np.int64)
    call_features, amounts = np.zeros(tables.calls.shape[1], np.int64), np.zeros(16, np.int64)
    bid_features = np.zeros((16, tables.bids.shape[1]), np.int64)
    for number in range(len(differences)):
        key = np.uint64(draw_fraction(np.uint64(seed) + KEY_STEP * np.uint64(number))) << np.uint64(8)
        key = deal(game, rulebook, tables, extra, key, pool, hands, duplicates, estimates, limits)
        differences[number] = 0
        for table in range(2):
            players, bidders = np.zeros(persons, np.bool_), np.zeros(persons, np.bool_)
            for seat in range(persons):
                players[seat] = seat & 1 == table
                bidders[seat] = players[seat] and uses_bids
            begin_auction(tables.auction, number // 2 % persons, auction)
            while auction[CALLER] >= 0:
                call(
                    tables.auction,
                    auction,
                    choose_bid(tables, auction, estimates, limits, bidders, call_features, amounts, bid_features),
                )
            if auction[HIGH_BIDDER] >= 0:
                seat, planners = auction[HIGH_BIDDER], np.zeros(persons, np.bool_)
                planners[seat] = uses_hands and players[seat]
                gain, captured = play_contract(
                    game,
                    rulebook,
                    club,
                    tables,
                    players,
                    planners,
                    hands,
                    duplicates,
                    seat,
                    auction[HIGH_BID],
                    -1,
                    round,
                    scratch,
                )
                if is_alone:
                    for person in range(persons):
                        if players[person]:
                            differences[number] += find_gain(game, tables, round, seat, person, gain) / persons
                else:
                    differences[number] += (gain if players[seat] else -gain) / 2
                contracts[2 * number + table, 0] = players[seat]
                contracts[2 * number + table, 1] = auction[HIGH_BID]
                contracts[2 * number + table, 2] = captured


class HandTrainer:
    """Plays, records and fits for one edition."""

    def __init__(self, edition: str, seed: int) -> None:
        base = Trainer(edition, seed)
        self.rules, self.seed, plan = base.rules, seed, base.plan
        self.game, self.rulebook, self.cards, self.trumps = plan.game, plan.policy, plan.cards, plan.trumps
        self.extra = estimate_bids(np.zeros(1, np.int64), self.rules)[0]
        self.money = money_in(self.rules.pack)
        play = find_weights(self.rules.full_id)
        assert play is not None, "teach it to play the cards first: docs/train_club.py"
        self.club = base.make_tables(play)
        self.all_seats = np.ones(len(self.rules.persons), np.bool_)

    def make_tables(self, weights: HandWeights) -> HandTables:
        """Return what the compiled functions need to bid, discard and name trump by these weights."""
        return make_hand_tables(self.rules, self.cards, self.trumps, weights)

    def list_opponents(self) -> list[tuple[np.ndarray, float]]:
        """Return which seats play as the club player, and in what part of the rounds."""
        first_side = np.arange(len(self.rules.persons)) % 2 == 0
        return [(self.all_seats, 0.75), (first_side, 0.125), (~first_side, 0.125)]

    def describe(self, hands: np.ndarray, duplicates: np.ndarray, trumps: np.ndarray) -> np.ndarray:
        """Return the features of hands, as `mam.engine.club.hands.describe_hand` does."""
        bits = np.arange(len(self.cards))
        counts = ((hands[:, None] >> bits & 1) + (duplicates[:, None] >> bits & 1)).astype(np.float32)
        colors = list(dict.fromkeys(card.color for card in self.cards if card.color))
        features = np.zeros((len(hands), len(HAND_FEATURES)), np.float32)
        columns = {name: number for number, name in enumerate(HAND_FEATURES)}
        for color in colors:
            numbers = [n for n, card in enumerate(self.cards) if card.color == color]
            length = counts[:, numbers].sum(axis=1)
            is_trump = np.array([self.trumps.index(color)] * len(hands)) == trumps
            for n in numbers:
                rank = self.cards[n].rank
                if rank in MONEY:
                    features[:, columns[f"trump {rank}"]] += counts[:, n] * is_trump
                    features[:, columns[f"side {rank}"]] += counts[:, n] * ~is_trump
                if rank in HIGHEST:
                    features[:, columns[f"side {rank}, times its length"]] += counts[:, n] * ~is_trump * length
            for kind, first in ((True, "0 trumps"), (False, "side color of 0")):
                rows = np.flatnonzero(is_trump == kind)
                features[rows, columns[first] + np.minimum(length[rows], LENGTHS[kind]).astype(int)] += 1
        for name in ("Tiger", "Bull", "Bear"):
            numbers = [n for n, card in enumerate(self.cards) if card.words.title().endswith(name)]
            features[:, columns[name]] = counts[:, numbers].sum(axis=1)
        features[:, columns["any hand"]] = 1
        return features

    # What is learned

    def learn_discards(self, weights: HandWeights, first: int, rounds: int, tries: int = 6) -> HandWeights:
        """Learn what a hand is worth after the discard."""
        size = rounds * tries
        hands, duplicates, trumps, gains = (np.zeros(size, np.int64) for _ in range(4))
        try_discards(
            self.game, self.rulebook, self.club, self.make_tables(weights), self.extra, self.seed, first, rounds,
            tries, hands, duplicates, trumps, gains,
        )  # fmt: skip
        rows = self.describe(hands, duplicates, trumps) @ BY_LENGTH
        fitted = BY_LENGTH @ fit_gains(rows, gains / 2, np.full(rounds, tries))
        return replace(weights, after_discard=tuple(np.rint(fitted * 64).astype(int).tolist()))

    def learn_captures(self, weights: HandWeights, first: int, rounds: int) -> tuple[HandWeights, str]:
        """Learn what a person captures as the bidder, by hand and calls, and the spread around that. Return how well it fits, too."""
        parts = []
        for players, part in self.list_opponents():
            size = int(rounds * part) * 5
            facts, captures = np.zeros((size, 4), np.int64), np.zeros(size)
            call_rows = np.zeros((size, len(CALL_FEATURES)), np.int64)
            n = watch_auctions(
                self.game, self.rulebook, self.club, self.make_tables(weights), players, self.extra, EXPLORE,
                self.seed, first, int(rounds * part), facts, call_rows, captures,
            )  # fmt: skip
            parts.append((facts[:n], call_rows[:n], captures[:n]))
            first += rounds
        facts, call_rows, captures = (np.concatenate(column) for column in zip(*parts, strict=True))
        hands, count = self.describe(facts[:, 0], facts[:, 1], facts[:, 2]), len(HAND_FEATURES)
        fitted = solve(np.concatenate([hands @ BY_LENGTH, call_rows], axis=1), captures, 100.0)
        fitted = np.rint(
            np.concatenate([BY_LENGTH @ fitted[: -len(CALL_FEATURES)], fitted[-len(CALL_FEATURES) :]]) * 64
        )
        rows = np.concatenate([hands, call_rows], axis=1)
        expected, won = rows @ fitted / 64, facts[:, 3] > 0
        distance, middle = (captures - expected)[won], expected[won] - 250
        slope = np.polyfit(middle, abs(distance), 1)
        narrowing = round(float(-slope[0] / slope[1] * 4096))
        spread = np.quantile(distance / (1 - narrowing / 4096 * middle), (np.arange(OUTCOMES) + 0.5) / OUTCOMES) * 64
        text = f"{len(captures)} captures, {np.std(captures - expected):.1f} from the expected ones, "
        return replace(
            weights,
            own=CaptureWeights(_list(fitted[:count]), _list(fitted[count:]), _list(spread)),
            narrowing=narrowing,
        ), text

    def learn_passes(self, weights: HandWeights, first: int, rounds: int) -> HandWeights:
        """Learn what the side of a partner or an opponent captures as the bidder, by a hand and calls, and the spread around that."""
        parts = []
        for players, part in self.list_opponents():
            size = int(rounds * part) * 8
            facts, captures = np.zeros((size, 3), np.int64), np.zeros(size)
            call_rows = np.zeros((size, len(CALL_FEATURES)), np.int64)
            n = watch_high_bids(
                self.game, self.rulebook, self.club, self.make_tables(weights), players, self.extra, self.seed, first,
                int(rounds * part), facts, call_rows, captures,
            )  # fmt: skip
            parts.append((facts[:n], call_rows[:n], captures[:n]))
            first += rounds
        facts, call_rows, captures = (np.concatenate(column) for column in zip(*parts, strict=True))
        columns, learned = [HAND_FEATURES.index(feature) for feature in TRUMPLESS_FEATURES], []
        for is_partner in (1, 0):
            chosen = facts[:, 2] == is_partner
            if np.count_nonzero(chosen) < FEWEST:
                learned.append(NOTHING)
                continue
            no_trump = np.full(np.count_nonzero(chosen), -1)
            hands = self.describe(facts[chosen, 0], facts[chosen, 1], no_trump)[:, columns]
            rows = np.concatenate([hands, call_rows[chosen]], axis=1)
            fitted = np.rint(solve(rows, captures[chosen], 100.0) * 64)
            spread = np.quantile(captures[chosen] - rows @ fitted / 64, (np.arange(OUTCOMES) + 0.5) / OUTCOMES) * 64
            hand = np.zeros(len(HAND_FEATURES))
            hand[columns] = fitted[: len(columns)]
            learned.append(CaptureWeights(_list(hand), _list(fitted[len(columns) :]), _list(spread)))
        return replace(weights, partners=learned[0], opponents=learned[1])

    def learn_bids(
        self, weights: HandWeights, first: int, rounds: int, step: float, passes_only: bool
    ) -> tuple[HandWeights, str]:
        """Learn what each bid gains over a pass. Return how many calls that rests on, too.

        With `passes_only` only the weights at PASSES move, and as many calls are bids as before, but other ones.
        """
        parts = []
        for players, part in self.list_opponents():
            size = int(rounds * part) * 20
            descriptions, gains = np.zeros((size, len(BID_FEATURES)), np.float32), np.zeros(size)
            sizes, situations = np.zeros(size // 3, np.int64), np.zeros(size // 3, np.int64)
            decisions, entries = try_calls(
                self.game, self.rulebook, self.club, self.make_tables(weights), players, self.extra, self.seed,
                first, int(rounds * part), descriptions, gains, sizes, situations,
            )  # fmt: skip
            parts.append((descriptions[:entries], gains[:entries], sizes[:decisions], situations[:decisions]))
            first += rounds
        descriptions, gains, sizes, situations = (np.concatenate(column) for column in zip(*parts, strict=True))
        decision, bids = np.repeat(np.arange(len(sizes)), sizes), np.array(weights.bids, float)
        for situation in range(len(BID_SITUATIONS)):
            chosen = situations[decision] == situation
            if np.count_nonzero(situations == situation) >= FEWEST:
                fitted = fit_gains(
                    descriptions[chosen], gains[chosen], sizes[situations == situation], RISING, FALLING,
                    bids[situation] / 64 if passes_only else None,
                )  # fmt: skip
                if passes_only:
                    fitted[PASSES[0]] = find_offset(
                        descriptions[chosen], sizes[situations == situation], bids[situation] / 64, fitted
                    )
                bids[situation] += step * (fitted * 64 - bids[situation])
        return replace(
            weights, bids=tuple(tuple(row) for row in np.rint(bids).astype(int).tolist())
        ), f"{len(sizes)} calls"

    def compare(
        self, weights: HandWeights, deals: int, *, bids: bool = True, hands: bool = True
    ) -> tuple[float, float, np.ndarray]:
        """Return by how much the club player beats the rulebook player per deal, the standard error, and the contracts."""
        differences, contracts = np.zeros(deals), np.zeros((2 * deals, 3), np.int64)
        compare(
            self.game, self.rulebook, self.club, self.make_tables(weights), self.extra, bids, hands,
            self.seed + 1000, differences, contracts,
        )  # fmt: skip
        return float(differences.mean()), float(differences.std() / deals**0.5), contracts


def _list(row: np.ndarray) -> tuple[int, ...]:
    """Return a row of weights as whole numbers."""
    return tuple(np.rint(row).astype(int).tolist())


NOTHING = CaptureWeights((0,) * len(HAND_FEATURES), (0,) * len(CALL_FEATURES), (0,) * OUTCOMES)


def _make_length_columns() -> np.ndarray:
    """Return a matrix that adds two columns to the features of hands: the length of the trump color, and of side colors.

    A ridge regression shrinks the weights of rare lengths toward 0; with these columns, toward a straight line.
    """
    further = np.zeros((len(HAND_FEATURES), 2), np.float32)
    for kind, name in ((True, "0 trumps"), (False, "side color of 0")):
        for length in range(LENGTHS[kind] + 1):
            further[HAND_FEATURES.index(name) + length, int(kind)] = length
    return np.concatenate([np.eye(len(HAND_FEATURES), dtype=np.float32), further], axis=1)


BY_LENGTH = _make_length_columns()


def solve(rows: np.ndarray, values: np.ndarray, ridge: float) -> np.ndarray:
    """Return the weights of a ridge regression."""
    rows = rows.astype(float)
    return np.linalg.solve(rows.T @ rows + ridge * np.eye(rows.shape[1]), rows.T @ values)


def fit_gains(
    rows: np.ndarray,
    gains: np.ndarray,
    sizes: np.ndarray,
    rising: Sequence[int] = (),
    falling: Sequence[int] = (),
    known: np.ndarray | None = None,
) -> np.ndarray:
    """Return the weights that gain most when alternatives are drawn with probabilities from their scores (softmax).

    The search begins with a regression on the differences within each decision. The weights at `rising` must not be negative, those at
    `falling` not positive. If weights are `known`, all but those at PASSES stay as they are.
    """
    starts = np.cumsum(sizes) - sizes
    rows = rows.astype(float)
    spread = np.sqrt((rows**2).mean(axis=0)) + 1e-9
    rows /= spread
    gains = gains - np.repeat(np.add.reduceat(gains, starts) / sizes, sizes)
    centered = rows - np.repeat(np.add.reduceat(rows, starts) / sizes[:, None], sizes, axis=0)
    bounds: list[tuple[float | None, float | None]]
    if known is None:
        start = solve(centered, gains, 100.0)
        bounds = [(0 if place in rising else None, 0 if place in falling else None) for place in range(len(start))]
    else:
        start = known * spread
        bounds = [
            (None, 0 if place in falling else None) if place in PASSES else (value, value)
            for place, value in enumerate(start)
        ]

    def find_loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        scores = rows @ weights / TEMPERATURE
        powers = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), sizes))
        probabilities = powers / np.repeat(np.add.reduceat(powers, starts), sizes)
        expected = np.add.reduceat(probabilities * gains, starts)
        slope = rows.T @ (probabilities * (gains - np.repeat(expected, sizes))) / TEMPERATURE
        shift = weights - start
        return -expected.mean() + 1e-4 * (shift @ shift), -slope / len(sizes) + 2e-4 * shift

    options = {"maxiter": 100}
    return minimize(find_loss, start, jac=True, method="L-BFGS-B", bounds=bounds, options=options).x / spread


def find_offset(rows: np.ndarray, sizes: np.ndarray, known: np.ndarray, fitted: np.ndarray) -> float:
    """Return the weight of any bid with which as many decisions are bids by the `fitted` weights as by the `known` ones."""
    starts, is_bid = np.cumsum(sizes) - sizes, rows[:, PASSES[0]] > 0

    def find_best(weights: np.ndarray) -> np.ndarray:
        best: np.ndarray = np.maximum.reduceat(np.where(is_bid, rows @ weights, -np.inf), starts)
        return best

    others = fitted.copy()
    others[PASSES[0]] = 0
    best = np.sort(find_best(others))
    count = np.count_nonzero(find_best(known) > 0)
    return -float(best[max(len(best) - count, 0)]) + 1e-6 if count else -float(best[-1])


def begin_weights(trainer: HandTrainer) -> HandWeights:
    """Return weights to begin with, about as the rulebook player estimates hands."""
    row = dict.fromkeys(HAND_FEATURES, 0)
    row |= {f"trump {rank}": 12 + rank // 4 for rank in MONEY} | {"side 40": 25, "side 30": 8}
    row |= {"Tiger": 30, "Bull": 20, "Bear": 10, "any hand": 130 * trainer.money // 400}
    row |= {f"{n} trumps": 10 * n for n in range(LENGTHS[True])} | {f"{LENGTHS[True]} trumps or more": 90}
    hand = tuple(64 * value for value in row.values())
    own = CaptureWeights(hand, (0,) * len(CALL_FEATURES), tuple(range(-16 * 384, 16 * 384, 384)))
    bids = tuple((dict.fromkeys(BID_FEATURES, 0) | {"contract": 64}).values())
    return HandWeights(trainer.rules.full_id, own, NOTHING, NOTHING, 0, hand, (bids,) * len(BID_SITUATIONS))


def train(
    edition: str,
    iterations: int,
    rounds: int,
    seed: int,
    *,
    goes_on: bool,
    calls_only: bool,
    passes_only: bool,
    first_step: float,
) -> None:
    """Train, printing each iteration, and write the weights. If it `goes_on`, begin with those in the file.

    With `calls_only` what the hand is worth to a bidder, before the nest and after the discard, stays as it is in the file; with
    `passes_only` the weights of bids do so, too, apart from those at PASSES. The
    weights of bids move by `first_step` of the way in the first iteration, then half the way.
    """
    trainer, started = HandTrainer(edition, seed), perf_counter()
    weights, lines = begin_weights(trainer), list[str]()
    commands = [f"python docs/train_club_hands.py {edition} --iterations {iterations} --rounds {rounds} --seed {seed}"]
    commands[0] += (
        " --calls-only" * calls_only
        + " --passes-only" * passes_only
        + f" --first-step {first_step}" * (first_step != 1)
    )
    if (goes_on or calls_only or passes_only) and (saved_weights := find_hand_weights(edition)):
        weights, history = saved_weights, read_hand_file(edition)["made"]
        commands, lines = [*history["commands"], commands[0] + " --continue" * goes_on], history["iterations"]
    for iteration in range(iterations):
        first = len(lines) * 100 * rounds
        captures = ""
        if not calls_only and not passes_only:
            weights = trainer.learn_discards(weights, first, rounds // 2)
            weights, captures = trainer.learn_captures(weights, first + 10 * rounds, rounds)
        weights = trainer.learn_passes(weights, first + 30 * rounds, rounds // 2)
        weights, calls = trainer.learn_bids(
            weights, first + 20 * rounds, rounds, 0.5 if iteration else first_step, passes_only
        )
        gain, standard_error, contracts = trainer.compare(weights, DEALS)
        gain_without_bids, standard_error_without_bids, _ = trainer.compare(weights, DEALS, bids=False)
        club_contracts = contracts[contracts[:, 0] == 1]
        text = (
            f"{captures}{calls}; beats the rulebook player by {gain:.1f} (SE {standard_error:.1f}), with its bids by "
            f"{gain_without_bids:.1f} (SE {standard_error_without_bids:.1f}); wins "
            f"{len(club_contracts) / len(contracts):.0%} of the auctions, at {club_contracts[:, 1].mean():.0f} on average, and "
            f"makes {np.mean(club_contracts[:, 2] >= club_contracts[:, 1]):.0%}"
        )
        lines = [*lines, f"iteration {len(lines) + 1}: {text}"]
        print(lines[-1], f"{perf_counter() - started:.0f} s", flush=True)
        write_hand_weights(weights, commands, lines)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Teach the club player to bid, discard and name trump.")
    parser.add_argument("edition", help="for example make-a-million-1935")
    parser.add_argument("--iterations", type=int, default=5, help="how often to play and fit (5)")
    parser.add_argument("--rounds", type=int, default=60_000, help="rounds played in an iteration (60000)")
    parser.add_argument("--seed", type=int, default=1, help="other numbers give other deals (1)")
    parser.add_argument("--continue", dest="goes_on", action="store_true", help="go on from the weights in the file")
    parser.add_argument(
        "--calls-only", action="store_true", help="go on, but learn only what others' bids capture, and whether to bid"
    )
    parser.add_argument(
        "--passes-only",
        action="store_true",
        help="go on, but learn only what others' bids capture, and what a pass gains",
    )
    parser.add_argument(
        "--first-step", type=float, default=1.0, help="how far the weights of bids move in the first iteration (1)"
    )
    arguments = parser.parse_args()
    train(
        arguments.edition, arguments.iterations, arguments.rounds, arguments.seed, goes_on=arguments.goes_on,
        calls_only=arguments.calls_only, passes_only=arguments.passes_only, first_step=arguments.first_step,
    )  # fmt: skip
