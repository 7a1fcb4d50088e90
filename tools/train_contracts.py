"""Auctions and contracts played by compiled functions: what `train_club_hands.py` learns from."""

from __future__ import annotations

import numpy as np
from numba import njit
from train_club import WHOLE
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

EXPLORE, RECORD = 0.15, 0.3  # how often a call is drawn at random; how many calls are recorded


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
        hand, hand_duplicates, game.size, game.discardable, rulebook, trump, np.uint64(0), None
    )
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
