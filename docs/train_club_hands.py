"""Teach the club player to bid, discard and name trump: `python docs/train_club_hands.py make-a-million-1935`.

It plays rounds with auctions, three quarters against itself and the rest against the rulebook player, and learns four things from
them, one after the other, for some iterations:

1. Which hand to keep after the discard. Several discards and trumps, drawn at random, are each played once in the true deal; the
   weights of the hand that is left are those that gain most when discards are drawn with probabilities from their scores (softmax).
2. What a person is likely to capture as the bidder. Whenever somebody may call, and when the auction is over, the round is
   played with that person as the bidder; a regression on hand and calls.
3. How far captures lie from that: the spread of what the winners of auctions captured.
4. Whether to bid. At calls drawn at random a pass and each bid considered are tried, the auction and the round finished once in
   the true deal; the weights of each situation are those that gain most when calls are drawn with probabilities from their
   gains, and move half the way.

It needs scipy (`pip install 'mam[train]'`), and writes `data/players/club-hands-EDITION.toml` with how it was made. The
first iteration takes whole steps.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter

import numpy as np
from numba import njit
from scipy.optimize import minimize
from train_club import (
    BID,
    BIDDER,
    DISCARD,
    DUPLICATES,
    FRIENDS,
    HELD,
    LEADER,
    LENGTH,
    SIDE,
    TAKEN,
    TRICKS,
    TRUMP,
    Trainer,
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
    HandWeights,
    find_hand_weights,
    read_hand_file,
    write_hand_weights,
)
from mam.engine.club.weights import find_weights
from mam.engine.rollouts.call_model import bids_from_estimates
from mam.engine.rollouts.club_hand_tables import make_hand_tables
from mam.engine.tables.bits import count_bits
from mam.engine.tables.club_hands_kernel import (
    AUCTION,
    CALLER,
    HIGH,
    HOLDER,
    begin_auction,
    call,
    choose_call,
    count_numbers,
    describe_bids,
    find_bid_range,
    hear,
    must_bid,
    plan_discard,
    rank_trumps,
)
from mam.engine.tables.kernel import _STEP, _choose_discard, _deal, _find_best_trump, _fraction

_WHOLE = 1 << 56
EXPLORE, RECORD = 0.15, 0.3  # how often a call is drawn at random; how many calls are recorded
TEMPERATURE = 20.0  # thousands of dollars
RISING = BID_FEATURES.index("contract"), BID_FEATURES.index("made")  # a better hand never bids less
DEALS = 20_000  # on which an iteration is measured, every one at two tables


@njit(nogil=True)
def pick_up(game, hands, twins, seat):
    """Return the bidder's hand with the nest: its cards, and those that it has twice."""
    nest = game.turn_order.shape[1]
    return hands[seat] | hands[nest], twins[seat] | twins[nest] | hands[seat] & hands[nest]


@njit(nogil=True)
def plan(game, rulebook, tables, is_club, held, duplicate, decided, scratch):
    """Return trump (if it is not `decided`) and discard: by the club player's weights, or as the rulebook player."""
    if is_club and count_numbers(tables, held, duplicate) >= game.size:
        return plan_discard(tables, held, duplicate, game.size, game.trumps, decided, scratch)
    if decided >= 0:
        trump = decided
    elif is_club:
        trump, _ = rank_trumps(tables, 1, held, duplicate, game.trumps)
    else:
        trump, _ = _find_best_trump(held, duplicate, game.trumps, rulebook.estimate)
    discard, discard_duplicates, _ = _choose_discard(
        held, duplicate, game.size, game.discardable, rulebook.discard_scores, trump << 11, rulebook.color,
        np.uint64(0), None,
    )  # fmt: skip
    return trump, discard, discard_duplicates


@njit(nogil=True)
def settle(game, hands, twins, seat, trump, discard, discard_duplicates, bid, round):
    """Fill in a round of this contract, as it is before the first lead."""
    seats, bidder = game.turn_order.shape[1], game.bidder_position[seat]
    held, duplicate = pick_up(game, hands, twins, seat)
    round[:] = 0
    for p in range(seats):
        round[HELD + p], round[DUPLICATES + p] = hands[game.turn_order[seat, p]], twins[game.turn_order[seat, p]]
        round[FRIENDS + p] = game.friends[seat, p]
    round[HELD + bidder] = held & ~(discard & ~(duplicate & ~discard_duplicates))
    round[DUPLICATES + bidder] = duplicate & ~discard
    round[TRUMP], round[BIDDER], round[SIDE] = trump, bidder, game.allies[seat]
    round[DISCARD], round[BID] = discard, bid
    round[TRICKS], round[LEADER] = game.tricks, game.lead[seat]
    begin_trick(game, round)


@njit(nogil=True)
def play_contract(game, rulebook, club, tables, players, planners, hands, twins, seat, bid, decided, round, scratch):
    """Play a contract: return how much more the bidder's side scores than the others, and what it captures.

    `players[seat]` says who plays as the club player, `planners[seat]` who discards and names trump like it; trump may be
    `decided` (-1: it is not).
    """
    held, duplicate = pick_up(game, hands, twins, seat)
    trump, discard, discard_duplicates = plan(game, rulebook, tables, planners[seat], held, duplicate, decided, scratch)
    settle(game, hands, twins, seat, trump, discard, discard_duplicates, bid, round)
    other, seats = seat, game.turn_order.shape[1]
    for candidate in range(len(players)):
        if not tables.sides[seat] >> candidate & 1:
            other = candidate
    difference = finish(game, rulebook, (club, club), (players[seat], players[other]), seats, False, round)
    captured = 0
    for p in range(seats):
        if round[SIDE] >> p & 1:
            captured += round[TAKEN + p]
    return difference, captured


@njit(nogil=True)
def choose(tables, auction, worths, limits, players, heard, amounts, features):
    """Return what the next to call bids, or 0."""
    seat = auction[CALLER]
    if players[seat]:
        return choose_call(tables, auction, worths[seat], heard, amounts, features)
    lowest, highest = find_bid_range(tables, auction)
    return lowest if must_bid(tables, auction) or lowest <= min(limits[seat], highest) else 0


@njit(nogil=True)
def deal(game, rulebook, tables, extra, key, pool, hands, twins, worths, limits):
    key = _deal(game.pool, game.known, game.duplicates, game.ends, game.drawn, pool, hands, twins, key)
    for seat in range(len(worths)):
        worths[seat] = rank_trumps(tables, 0, hands[seat], twins[seat], game.trumps)[1]
        limits[seat] = _find_best_trump(hands[seat], twins[seat], game.trumps, rulebook.estimate)[1] + extra
    return key


@njit(nogil=True)
def try_discards(game, rulebook, club, tables, extra, seed, first, rounds, tries, kept, kept_twice, trumps, gains):
    """Play each of some discards and trumps once, in deals won by one of the better hands."""
    pool, hands = game.pool.copy(), np.zeros(game.ends.shape[0], np.int64)
    twins, played = hands.copy(), np.zeros(LENGTH, np.int64)
    persons = tables.sides.shape[0]
    worths, limits, scratch = np.zeros(persons, np.int64), np.zeros(persons, np.int64), np.zeros(128, np.int64)
    for row in range(rounds):
        key = np.uint64(_fraction(np.uint64(seed) + _STEP * np.uint64(first + row))) << np.uint64(8)
        key = deal(game, rulebook, tables, extra, key, pool, hands, twins, worths, limits)
        seat = 0
        for candidate in range(persons):
            key += _STEP
            limits[candidate] += (_fraction(key) * 50 >> 56) - 25
            seat = candidate if limits[candidate] > limits[seat] else seat
        held, duplicate = pick_up(game, hands, twins, seat)
        for number in range(tries):
            trump, discard, discard_duplicates = plan(game, rulebook, tables, True, held, duplicate, -1, scratch)
            if number:  # another discard: number cards drawn at random; and every other time another trump
                key += _STEP
                if number & 1:
                    trump = game.trumps[index_below(key, len(game.trumps))]
                    if count_numbers(tables, held, duplicate) >= game.size:
                        _, discard, discard_duplicates = plan_discard(
                            tables, held, duplicate, game.size, game.trumps, trump, scratch
                        )
                swaps = index_below(key + _STEP * np.uint64(5), 3)
                for _ in range(swaps):
                    key += _STEP
                    discard = swap_one(discard, held & tables.numbers & ~duplicate, key)
            settle(game, hands, twins, seat, trump, discard, discard_duplicates, 0, played)
            entry, bidder = row * tries + number, played[BIDDER]
            kept[entry], kept_twice[entry], trumps[entry] = played[HELD + bidder], played[DUPLICATES + bidder], trump
            gains[entry] = finish(game, rulebook, (club, club), (True, True), game.turn_order.shape[1], False, played)


@njit(nogil=True)
def index_below(key, count):
    return (_fraction(key) >> 8) * count >> 48


@njit(nogil=True)
def swap_one(discard, numbers, key):
    """Exchange one card of a discard for another number card."""
    outside, inside = numbers & ~discard, numbers & discard
    if not outside or not inside:
        return discard
    n = index_below(key, count_bits(outside))
    for _ in range(n):
        outside &= outside - 1
    n = index_below(key ^ np.uint64(0x5555), count_bits(inside))
    for _ in range(n):
        inside &= inside - 1
    return discard ^ (outside & -outside) ^ (inside & -inside)


@njit(nogil=True)
def watch_auctions(game, rulebook, club, tables, players, extra, explore, seed, first, rounds, facts, heards, captures):
    """Hold auctions; at half of the calls, and when one is won, play the round with that person as the bidder.

    `explore` says how often a call is drawn at random. A row of `facts`: hand, cards held twice, trump, bid (0: not won yet). Return how
    many rows there are.
    """
    pool, hands = game.pool.copy(), np.zeros(game.ends.shape[0], np.int64)
    twins, played, auction = hands.copy(), np.zeros(LENGTH, np.int64), np.zeros(AUCTION, np.int64)
    persons = tables.sides.shape[0]
    worths, limits, scratch = np.zeros(persons, np.int64), np.zeros(persons, np.int64), np.zeros(128, np.int64)
    heard, amounts = np.zeros(tables.calls.shape[0], np.int64), np.zeros(16, np.int64)
    bids, entry = np.zeros((16, tables.bids.shape[1]), np.int64), 0
    for number in range(first, first + rounds):
        key = np.uint64(_fraction(np.uint64(seed) + _STEP * np.uint64(number))) << np.uint64(8)
        key = deal(game, rulebook, tables, extra, key, pool, hands, twins, worths, limits)
        begin_auction(tables, number % persons, auction)
        while True:
            seat, is_won = auction[CALLER], auction[CALLER] < 0
            if is_won:
                seat = auction[HOLDER]
            key += _STEP
            if seat < 0 or entry == len(captures):
                break
            if players[seat] and (is_won or _fraction(key) & 1):
                hear(tables, auction, seat, heard)
                trump, _ = rank_trumps(tables, 0, hands[seat], twins[seat], game.trumps)
                decided = np.int64(-1)
                if (
                    not is_won and _fraction(key + _STEP * np.uint64(7)) & 3 == 0
                ):  # another trump now and then, to compare
                    trump = decided = game.trumps[index_below(key, len(game.trumps))]
                _, captured = play_contract(
                    game,
                    rulebook,
                    club,
                    tables,
                    players,
                    players,
                    hands,
                    twins,
                    seat,
                    auction[HIGH],
                    decided,
                    played,
                    scratch,
                )
                facts[entry, 0], facts[entry, 1], facts[entry, 2] = hands[seat], twins[seat], trump
                facts[entry, 3] = auction[HIGH] if is_won else 0
                heards[entry], captures[entry] = heard, captured
                entry += 1
            if is_won:
                break
            amount = choose(tables, auction, worths, limits, players, heard, amounts, bids)
            if players[seat] and _fraction(key + _STEP * np.uint64(3)) < explore * _WHOLE:
                amount = draw_call(tables, auction, worths[seat], heard, amounts, bids, key)
            call(tables, auction, amount)
    return entry


@njit(nogil=True)
def draw_call(tables, auction, worth, heard, amounts, bids, key):
    """Return one of the calls considered, drawn at random; a pass half of the time, if that is allowed."""
    n, _ = describe_bids(tables, auction, worth, heard, amounts, bids)
    if n == 0 or (_fraction(key ^ np.uint64(0x777)) & 1 and not must_bid(tables, auction)):
        return 0
    return amounts[index_below(key ^ np.uint64(0x999), n)]


@njit(nogil=True)
def try_calls(
    game, rulebook, club, tables, players, extra, seed, first, rounds, descriptions, gains, sizes, situations
):
    """Hold auctions, and at calls drawn at random try a pass (a row of zeros) and each bid. Return how many of each."""
    pool, hands = game.pool.copy(), np.zeros(game.ends.shape[0], np.int64)
    twins, played, auction = hands.copy(), np.zeros(LENGTH, np.int64), np.zeros(AUCTION, np.int64)
    branch = auction.copy()
    persons = tables.sides.shape[0]
    worths, limits, scratch = np.zeros(persons, np.int64), np.zeros(persons, np.int64), np.zeros(128, np.int64)
    heard, amounts, tried = np.zeros(tables.calls.shape[0], np.int64), np.zeros(16, np.int64), np.zeros(16, np.int64)
    bids, more_bids = np.zeros((16, tables.bids.shape[1]), np.int64), np.zeros((16, tables.bids.shape[1]), np.int64)
    decisions, entries = 0, 0
    for number in range(first, first + rounds):
        key = np.uint64(_fraction(np.uint64(seed) + _STEP * np.uint64(number))) << np.uint64(8)
        key = deal(game, rulebook, tables, extra, key, pool, hands, twins, worths, limits)
        begin_auction(tables, number % persons, auction)
        while auction[CALLER] >= 0:
            seat = auction[CALLER]
            key += _STEP
            if players[seat] and _fraction(key) < RECORD * _WHOLE:
                n, situation = describe_bids(tables, auction, worths[seat], heard, tried, bids)
                is_forced = must_bid(tables, auction)
                if n and decisions < len(sizes) and entries + n + 1 <= len(gains):
                    size = 0
                    for row in range(0 if is_forced else -1, n):
                        branch[:] = auction
                        call(tables, branch, 0 if row < 0 else tried[row])
                        while branch[CALLER] >= 0:
                            amount = choose(tables, branch, worths, limits, players, heard, amounts, more_bids)
                            call(tables, branch, amount)
                        gain = 0
                        if branch[HOLDER] >= 0:
                            gain, _ = play_contract(
                                game, rulebook, club, tables, players, players, hands, twins, branch[HOLDER], branch[HIGH], -1,
                                played, scratch,
                            )  # fmt: skip
                        is_ours = tables.sides[seat] >> branch[HOLDER] & 1
                        descriptions[entries] = 0
                        if row >= 0:
                            descriptions[entries] = bids[row]
                        gains[entries] = gain if is_ours else -gain
                        entries, size = entries + 1, size + 1
                    sizes[decisions], situations[decisions] = size, situation
                    decisions += 1
            amount = choose(tables, auction, worths, limits, players, heard, amounts, more_bids)
            if players[seat] and _fraction(key + _STEP * np.uint64(3)) < EXPLORE * _WHOLE:
                amount = draw_call(tables, auction, worths[seat], heard, amounts, more_bids, key)
            call(tables, auction, amount)
    return decisions, entries


@njit(nogil=True)
def compare(game, rulebook, club, tables, extra, bids_too, hands_too, seed, differences, contracts):
    """Fill in what the club player gains on the rulebook player in each deal: the mean of two tables, with sides exchanged.

    Without `bids_too` everybody bids as the rulebook player does, without `hands_too` they discard and name trump like it.
    """
    pool, hands = game.pool.copy(), np.zeros(game.ends.shape[0], np.int64)
    twins, played, auction = hands.copy(), np.zeros(LENGTH, np.int64), np.zeros(AUCTION, np.int64)
    persons = tables.sides.shape[0]
    worths, limits, scratch = np.zeros(persons, np.int64), np.zeros(persons, np.int64), np.zeros(128, np.int64)
    heard, amounts = np.zeros(tables.calls.shape[0], np.int64), np.zeros(16, np.int64)
    bids = np.zeros((16, tables.bids.shape[1]), np.int64)
    for number in range(len(differences)):
        key = np.uint64(_fraction(np.uint64(seed) + _STEP * np.uint64(number))) << np.uint64(8)
        key = deal(game, rulebook, tables, extra, key, pool, hands, twins, worths, limits)
        differences[number] = 0
        for table in range(2):
            players, bidders = np.zeros(persons, np.bool_), np.zeros(persons, np.bool_)
            for seat in range(persons):
                players[seat] = (tables.sides[table] >> seat & 1) != 0
                bidders[seat] = players[seat] and bids_too
            begin_auction(tables, number // 2 % persons, auction)
            while auction[CALLER] >= 0:
                call(tables, auction, choose(tables, auction, worths, limits, bidders, heard, amounts, bids))
            if auction[HOLDER] >= 0:
                seat, planners = auction[HOLDER], np.zeros(persons, np.bool_)
                planners[seat] = hands_too and players[seat]
                gain, captured = play_contract(
                    game,
                    rulebook,
                    club,
                    tables,
                    players,
                    planners,
                    hands,
                    twins,
                    seat,
                    auction[HIGH],
                    -1,
                    played,
                    scratch,
                )
                differences[number] += (gain if players[seat] else -gain) / 2
                contracts[2 * number + table, 0] = players[seat]
                contracts[2 * number + table, 1] = auction[HIGH]
                contracts[2 * number + table, 2] = captured


class HandTrainer:
    """Plays, records and fits for one edition."""

    def __init__(self, edition: str, seed: int) -> None:
        base = Trainer(edition, seed)
        self.rules, self.seed, plan = base.rules, seed, base.plan
        self.game, self.rulebook, self.cards, self.trumps = plan.game, plan.policy, plan.cards, plan.trumps
        self.extra = bids_from_estimates(np.zeros(1, np.int64), self.rules)[0]
        play = find_weights(self.rules.full_id)
        assert play is not None, "teach it to play the cards first: docs/train_club.py"
        self.club = base.make_tables(play)
        self.everyone = np.ones(len(self.rules.persons), np.bool_)

    def tables(self, weights: HandWeights):
        return make_hand_tables(self.rules, self.cards, self.trumps, weights)

    def opponents(self) -> list[tuple[np.ndarray, float]]:
        """Return who plays as the club player, and in what part of the rounds."""
        first_side = np.array([person in next(iter(self.rules.sides.values())) for person in self.rules.persons])
        return [(self.everyone, 0.75), (first_side, 0.125), (~first_side, 0.125)]

    def describe(self, held: np.ndarray, twice: np.ndarray, trumps: np.ndarray) -> np.ndarray:
        """Return the features of hands, as `mam.engine.club.hands.describe_hand` does."""
        bits = np.arange(len(self.cards))
        counts = ((held[:, None] >> bits & 1) + (twice[:, None] >> bits & 1)).astype(np.float32)
        colors = list(dict.fromkeys(card.color for card in self.cards if card.color))
        features = np.zeros((len(held), len(HAND_FEATURES)), np.float32)
        at = {name: number for number, name in enumerate(HAND_FEATURES)}
        for color in colors:
            own = [n for n, card in enumerate(self.cards) if card.color == color]
            length = counts[:, own].sum(axis=1)
            is_trump = np.array([self.trumps.index(color)] * len(held)) == trumps
            for n in own:
                rank = self.cards[n].rank
                if rank in MONEY:
                    features[:, at[f"trump {rank}"]] += counts[:, n] * is_trump
                    features[:, at[f"side {rank}"]] += counts[:, n] * ~is_trump
                if rank in HIGHEST:
                    features[:, at[f"side {rank}, times its length"]] += counts[:, n] * ~is_trump * length
            for kind, first in ((True, "0 trumps"), (False, "side color of 0")):
                rows = np.flatnonzero(is_trump == kind)
                features[rows, at[first] + np.minimum(length[rows], LENGTHS[kind]).astype(int)] += 1
        for name in ("Tiger", "Bull", "Bear"):
            own = [n for n, card in enumerate(self.cards) if card.words.title().endswith(name)]
            features[:, at[name]] = counts[:, own].sum(axis=1)
        features[:, at["any hand"]] = 1
        return features

    # What is learned

    def learn_kept(self, weights: HandWeights, first: int, rounds: int, tries: int = 6) -> HandWeights:
        """Learn what a hand is worth after the discard."""
        size = rounds * tries
        kept, twice, trumps, gains = (np.zeros(size, np.int64) for _ in range(4))
        try_discards(
            self.game, self.rulebook, self.club, self.tables(weights), self.extra, self.seed, first, rounds,
            tries, kept, twice, trumps, gains,
        )  # fmt: skip
        rows = self.describe(kept, twice, trumps) @ BY_LENGTH
        fitted = BY_LENGTH @ fit_gains(rows, gains / 2, np.full(rounds, tries))
        return replace(weights, after_discard=tuple(np.rint(fitted * 64).astype(int).tolist()))

    def learn_captures(self, weights: HandWeights, first: int, rounds: int) -> tuple[HandWeights, str]:
        """Learn what a person captures as the bidder, by hand and calls, and how far captures lie from that."""
        parts = []
        for players, part in self.opponents():
            size = int(rounds * part) * 5
            facts, captures = np.zeros((size, 4), np.int64), np.zeros(size)
            heards = np.zeros((size, len(CALL_FEATURES)), np.int64)
            n = watch_auctions(
                self.game, self.rulebook, self.club, self.tables(weights), players, self.extra, EXPLORE,
                self.seed, first, int(rounds * part), facts, heards, captures,
            )  # fmt: skip
            parts.append((facts[:n], heards[:n], captures[:n]))
            first += rounds
        facts, heards, captures = (np.concatenate(column) for column in zip(*parts, strict=True))
        hands, count = self.describe(facts[:, 0], facts[:, 1], facts[:, 2]), len(HAND_FEATURES)
        fitted = solve(np.concatenate([hands @ BY_LENGTH, heards], axis=1), captures, 100.0)
        fitted = np.rint(
            np.concatenate([BY_LENGTH @ fitted[: -len(CALL_FEATURES)], fitted[-len(CALL_FEATURES) :]]) * 64
        )
        rows = np.concatenate([hands, heards], axis=1)
        expected, won = rows @ fitted / 64, facts[:, 3] > 0
        distance, middle = (captures - expected)[won], expected[won] - 250
        slope = np.polyfit(middle, abs(distance), 1)
        narrowing = round(float(-slope[0] / slope[1] * 4096))
        spread = np.quantile(distance / (1 - narrowing / 4096 * middle), (np.arange(OUTCOMES) + 0.5) / OUTCOMES) * 64
        text = f"{len(captures)} captures, {np.std(captures - expected):.1f} from the expected ones"
        return replace(
            weights,
            before_nest=tuple(fitted[:count].astype(int).tolist()),
            calls=tuple(fitted[count:].astype(int).tolist()),
            spread=tuple(np.rint(spread).astype(int).tolist()),
            narrowing=narrowing,
        ), text

    def learn_bids(self, weights: HandWeights, first: int, rounds: int, step: float) -> tuple[HandWeights, str]:
        """Learn what each bid gains over a pass."""
        parts = []
        for players, part in self.opponents():
            size = int(rounds * part) * 20
            descriptions, gains = np.zeros((size, len(BID_FEATURES)), np.float32), np.zeros(size)
            sizes, situations = np.zeros(size // 3, np.int64), np.zeros(size // 3, np.int64)
            decisions, entries = try_calls(
                self.game, self.rulebook, self.club, self.tables(weights), players, self.extra, self.seed,
                first, int(rounds * part), descriptions, gains, sizes, situations,
            )  # fmt: skip
            parts.append((descriptions[:entries], gains[:entries], sizes[:decisions], situations[:decisions]))
            first += rounds
        descriptions, gains, sizes, situations = (np.concatenate(column) for column in zip(*parts, strict=True))
        decision, bids = np.repeat(np.arange(len(sizes)), sizes), np.array(weights.bids, float)
        for situation in range(len(BID_SITUATIONS)):
            chosen = situations[decision] == situation
            if np.count_nonzero(situations == situation) >= 500:
                fitted = fit_gains(descriptions[chosen], gains[chosen], sizes[situations == situation], RISING)
                bids[situation] += step * (fitted * 64 - bids[situation])
        return replace(
            weights, bids=tuple(tuple(row) for row in np.rint(bids).astype(int).tolist())
        ), f"{len(sizes)} calls"

    def compare(
        self, weights: HandWeights, deals: int, *, bids: bool = True, hands: bool = True
    ) -> tuple[float, float, np.ndarray]:
        """Return by how much the club player beats the rulebook player a deal, the standard error, and the contracts."""
        differences, contracts = np.zeros(deals), np.zeros((2 * deals, 3), np.int64)
        compare(
            self.game, self.rulebook, self.club, self.tables(weights), self.extra, bids, hands,
            self.seed + 1000, differences, contracts,
        )  # fmt: skip
        return float(differences.mean()), float(differences.std() / deals**0.5), contracts


def _make_lengths() -> np.ndarray:
    """Return the features of hands as columns of what is fitted: two more, for each further card of a color.

    A ridge makes the weights of rare lengths small; with these they go on where those of usual lengths end.
    """
    further = np.zeros((len(HAND_FEATURES), 2), np.float32)
    for kind, name in ((True, "0 trumps"), (False, "side color of 0")):
        for length in range(LENGTHS[kind] + 1):
            further[HAND_FEATURES.index(name) + length, int(kind)] = length
    return np.concatenate([np.eye(len(HAND_FEATURES), dtype=np.float32), further], axis=1)


BY_LENGTH = _make_lengths()


def solve(rows: np.ndarray, values: np.ndarray, ridge: float) -> np.ndarray:
    """Return the weights of a ridge regression."""
    rows = rows.astype(float)
    return np.linalg.solve(rows.T @ rows + ridge * np.eye(rows.shape[1]), rows.T @ values)


def fit_gains(rows: np.ndarray, gains: np.ndarray, sizes: np.ndarray, rising: Sequence[int] = ()) -> np.ndarray:
    """Return the weights that gain most: a regression on the differences within each decision, sharpened by softmax.

    Those at `rising` must not be negative.
    """
    starts = np.cumsum(sizes) - sizes
    rows = rows.astype(float)
    spread = np.sqrt((rows**2).mean(axis=0)) + 1e-9
    rows /= spread
    gains = gains - np.repeat(np.add.reduceat(gains, starts) / sizes, sizes)
    centered = rows - np.repeat(np.add.reduceat(rows, starts) / sizes[:, None], sizes, axis=0)
    start = solve(centered, gains, 100.0)
    bounds = [(0 if place in rising else None, None) for place in range(len(start))]

    def lose(w: np.ndarray) -> tuple[float, np.ndarray]:
        scores = rows @ w / TEMPERATURE
        powers = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), sizes))
        chances = powers / np.repeat(np.add.reduceat(powers, starts), sizes)
        expected = np.add.reduceat(chances * gains, starts)
        slope = rows.T @ (chances * (gains - np.repeat(expected, sizes))) / TEMPERATURE
        off = w - start
        return -expected.mean() + 1e-4 * (off @ off), -slope / len(sizes) + 2e-4 * off

    options = {"maxiter": 100}
    return minimize(lose, start, jac=True, method="L-BFGS-B", bounds=bounds, options=options).x / spread


def begin_weights(trainer: HandTrainer) -> HandWeights:
    """Return weights to begin with: a hand is worth what the rulebook player's estimate says."""
    row = dict.fromkeys(HAND_FEATURES, 0)
    row |= {f"trump {rank}": 12 + rank // 4 for rank in MONEY} | {"side 40": 25, "side 30": 8}
    row |= {"Tiger": 30, "Bull": 20, "Bear": 10, "any hand": 130}
    row |= {f"{n} trumps": 10 * n for n in range(LENGTHS[True])} | {f"{LENGTHS[True]} trumps or more": 90}
    hand = tuple(64 * value for value in row.values())
    bids = dict.fromkeys(BID_FEATURES, 0) | {"contract": 64}
    return HandWeights(
        trainer.rules.full_id, hand, hand, (0,) * len(CALL_FEATURES), tuple(range(-16 * 384, 16 * 384, 384)), 0,
        (tuple(bids.values()),) * len(BID_SITUATIONS),
    )  # fmt: skip


def train(edition: str, iterations: int, rounds: int, seed: int, goes_on: bool) -> None:
    """Train, printing each iteration, and write the weights; on from those in the file, if it `goes_on`."""
    trainer, started = HandTrainer(edition, seed), perf_counter()
    weights, lines = begin_weights(trainer), list[str]()
    commands = [f"python docs/train_club_hands.py {edition} --iterations {iterations} --rounds {rounds} --seed {seed}"]
    if goes_on and (known := find_hand_weights(edition)):
        weights, made = known, read_hand_file(edition)["made"]
        commands, lines = [*made["commands"], f"{commands[0]} --continue"], made["iterations"]
    for _ in range(iterations):
        first = len(lines) * 100 * rounds
        weights = trainer.learn_kept(weights, first, rounds // 2)
        weights, captures = trainer.learn_captures(weights, first + 10 * rounds, rounds)
        weights, calls = trainer.learn_bids(weights, first + 20 * rounds, rounds, 0.5 if lines else 1.0)
        gain, error, contracts = trainer.compare(weights, DEALS)
        left, left_error, _ = trainer.compare(weights, DEALS, bids=False)
        ours = contracts[contracts[:, 0] == 1]
        text = (
            f"{captures}, {calls}; beats the rulebook player by {gain:.1f} (SE {error:.1f}), with its bids by {left:.1f} "
            f"(SE {left_error:.1f}); wins {len(ours) / len(contracts):.0%} of the auctions, at {ours[:, 1].mean():.0f} on "
            f"average, and makes {np.mean(ours[:, 2] >= ours[:, 1]):.0%}"
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
    given = parser.parse_args()
    train(given.edition, given.iterations, given.rounds, given.seed, given.goes_on)
