"""Teach the club player to play cards: `python docs/train_club.py make-a-million-1935`.

Every iteration plays rounds with the weights so far: three quarters against itself, the rest against the rulebook player. At
decisions drawn at random each legal card is played and the round finished once, with the cards as they really lie. The
features see what the person sees, so over many decisions the luck of the others' cards cancels out. Then the weights of each
situation are moved half the way to those that gain most when cards are drawn with probabilities from their scores (softmax);
whole steps overshoot. It needs scipy (`pip install 'mam[train]'`), and writes `data/players/club-EDITION.toml` with how it was made.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np
from numba import njit
from scipy.optimize import minimize

from mam.engine.club.features import FEATURES, SITUATIONS
from mam.engine.club.weights import MAX_WEIGHT, ClubWeights, find_weights, read_file, write_weights
from mam.engine.rollouts.call_model import bids_from_estimates
from mam.engine.rollouts.club_tables import make_club_tables
from mam.engine.rollouts.plan import make_plan
from mam.engine.rollouts.playouts import make_spec
from mam.engine.tables.bits import low_bit
from mam.engine.tables.build import tabulate
from mam.engine.tables.club_kernel import choose_by_weights
from mam.engine.tables.kernel import _STEP, _choose_card, _fraction, play_rounds

SCALE = 64  # weights are whole numbers: of 64ths of what was fitted
HALF, EXPLORE, RECORD = 0.5, 0.3, 0.15  # the step; how often another card is played; how many decisions are recorded
DEALS = 20_000  # on which an iteration is measured, every one at two tables
_WHOLE = 1 << 56

# A round is a row of numbers, so that it can be copied: first what stays, then where it is, then what belongs to positions.
TRUMP, BIDDER, SIDE, CALLED, DISCARD, BID = range(6)
CONTEXT, BEST, BEST_CARD, WINNER, TOTAL, STATE, TURN, PLAYED, TRICKS, SEEN, SEEN_TWICE, LEADER, SHOWN = range(6, 19)
DISCARD_TWICE = 19
FRIENDS, HELD, DUPLICATES, CANNOT, TAKEN = 20, 30, 40, 50, 60
LENGTH = 70


@njit(nogil=True)
def read_start(game, club, result, log, round):
    """Fill in a round as it is before the first lead: everyone holds what the log says that he played."""
    seats, bidder, entry = game.turn_order.shape[1], result[0], game.pool.shape[0] + 4
    round[:] = 0
    round[TRUMP], round[BIDDER], round[CALLED] = result[1], game.bidder_position[bidder], log[entry - 1]
    p = game.lead[bidder]
    round[LEADER], round[TRICKS] = p, game.tricks
    played, played_twice = 0, 0
    for _ in range(game.tricks):
        for _ in range(seats):
            bit = np.int64(1) << log[entry]
            round[DUPLICATES + p] |= round[HELD + p] & bit
            round[HELD + p] |= bit
            played, played_twice = played | bit, played_twice | played & bit
            entry, p = entry + 2, (p + 1) % seats
        if log[entry] >= 0:
            p = np.argmax(game.turn_order[bidder] == log[entry])
        entry += 2
    if game.size:  # what nobody played lies in the nest
        round[DISCARD] = club.singles & ~played | club.doubles & ~played_twice
        round[DISCARD_TWICE] = club.doubles & ~played
    for q in range(seats):
        round[FRIENDS + q] = game.friends[bidder, q]
        round[SIDE] |= (result[2] >> game.turn_order[bidder, q] & 1) << q
    round[SHOWN] = np.int64(1) << round[BIDDER] if round[CALLED] else 0
    begin_trick(game, round)


@njit(nogil=True)
def begin_trick(game, round):
    is_unbroken = np.int64(round[SEEN] & game.broken[round[TRUMP]] == 0)
    round[CONTEXT] = (round[TRUMP] << 9 | game.colors << 6) + 64 + (is_unbroken << 6)
    round[BEST], round[BEST_CARD], round[WINNER] = 1, -1, -1
    round[TOTAL], round[STATE], round[PLAYED] = 0, 0, 0
    round[TURN] = round[LEADER]


@njit(nogil=True)
def find_legal(game, round):
    hand, level = round[HELD + round[TURN]], round[CONTEXT] >> 4
    for mask in game.legal[level : level + 3]:
        if hand & mask:
            return hand & mask
    return 0


@njit(nogil=True)
def play_card(game, seats, round, card):
    p, bit, context = round[TURN], np.int64(1) << card, round[CONTEXT]
    follow, no_color = game.legal[context >> 4], round[TRUMP] << 9 | game.colors << 6
    if context < no_color and not bit & follow:
        round[CANNOT + p] |= follow
    copy = round[DUPLICATES + p] & bit
    round[HELD + p] ^= bit ^ copy
    round[DUPLICATES + p] ^= copy
    if bit & round[CALLED] and p != round[BIDDER]:
        round[SHOWN] |= np.int64(1) << p
    fact = np.int64(game.facts[context | card])
    if fact & 1023 >= round[BEST]:
        round[BEST], round[BEST_CARD], round[WINNER] = fact & 1023, card, p
    round[TOTAL] += fact
    if context >= no_color:
        round[CONTEXT] = game.fixes[context | card]
    round[STATE] = game.transitions[round[STATE] << 6 | card]
    round[SEEN_TWICE] |= round[SEEN] & bit
    round[SEEN] |= bit
    round[TURN] = p + 1 if p + 1 < seats else 0
    round[PLAYED] += 1
    if round[PLAYED] == seats:
        if round[WINNER] >= 0:
            round[TAKEN + round[WINNER]] += game.trick_points + (round[TOTAL] >> 12) * game.multipliers[round[STATE]]
            round[LEADER] = round[WINNER]
        round[TRICKS] -= 1
        begin_trick(game, round)


@njit(nogil=True)
def list_friends(round):
    p = round[TURN]
    return round[FRIENDS + p] | (round[SHOWN] if round[SIDE] >> p & 1 else 0)


@njit(nogil=True)
def choose_learned(game, club, seats, round, legal, features):
    """Return the club player's card, how many are legal, and the situation."""
    p, friends, winner = round[TURN], list_friends(round), round[WINNER]
    return choose_by_weights(
        club, game, round[TRUMP], legal, round[HELD : HELD + seats], round[DUPLICATES : DUPLICATES + seats],
        round[CANNOT : CANNOT + seats], round[SEEN], round[SEEN_TWICE], round[DISCARD] if p == round[BIDDER] else 0,
        round[DISCARD_TWICE] if p == round[BIDDER] else 0,
        p, round[PLAYED], round[CONTEXT], round[BEST], round[BEST_CARD], np.int64(winner >= 0 and friends >> winner & 1),
        round[TOTAL], round[STATE], friends, p == round[BIDDER], round[SIDE] >> p & 1, None, features,
    )  # fmt: skip


@njit(nogil=True)
def choose_by_rulebook(game, rulebook, seats, round, legal):
    winner, turn = round[WINNER], round[PLAYED]
    place = 0 if turn == 0 else 2 if turn == seats - 1 else 1
    side = 0 if winner < 0 else 1 if list_friends(round) >> winner & 1 else 2
    kind = ((round[TRUMP] * 3 + place) * 3 + side) * 2 + np.int64(round[TOTAL] >> 12 > 0)
    kind = kind * 3 + rulebook.effect[round[STATE]]
    return _choose_card(legal, game.facts, round[CONTEXT], round[BEST], rulebook.play_scores, kind << 7)


@njit(nogil=True)
def choose(game, rulebook, players, learned, seats, round, legal):
    """Return the card of the side to move: the bidder's side is the first of `players`, the rulebook player if not `learned`."""
    side = 1 - (round[SIDE] >> round[TURN] & 1)
    if not legal & (legal - 1):
        return low_bit(legal)
    if not learned[side]:
        return choose_by_rulebook(game, rulebook, seats, round, legal)
    card, _, _ = choose_learned(game, players[side], seats, round, legal, None)
    return card


@njit(nogil=True)
def finish(game, rulebook, players, learned, seats, is_account, round):
    """Play on, and return by how much the bidder's side scores more than the others."""
    while round[TRICKS]:
        card = choose(game, rulebook, players, learned, seats, round, find_legal(game, round))
        play_card(game, seats, round, card)
    ours, theirs, bid = 0, 0, round[BID]
    for p in range(seats):
        if round[SIDE] >> p & 1:
            ours += round[TAKEN + p]
        else:
            theirs += round[TAKEN + p]
    if is_account:  # a bid that is made scores itself, and half of what is beyond it may be paid later
        return bid + (ours - bid) / 2 if ours >= bid else -float(bid)
    return float((ours if ours >= bid else -bid) - theirs)


@njit(nogil=True)
def record(game, rulebook, players, learned, seats, is_account, seed, rounds, descriptions, gains, sizes, situations):
    """Play rounds and record decisions: the features of each card, and what its side gained by it. Return how many of each."""
    branch, features = np.zeros(LENGTH, np.int64), np.zeros((64, descriptions.shape[1]), np.int32)
    decisions, entries, key = 0, 0, np.uint64(_fraction(np.uint64(seed)))
    for number in range(len(rounds)):
        round = rounds[number]
        while round[TRICKS]:
            legal, side = find_legal(game, round), round[SIDE] >> round[TURN] & 1
            card = choose(game, rulebook, players, learned, seats, round, legal)
            key += _STEP
            if legal & (legal - 1) and _fraction(key) < RECORD * _WHOLE:
                _, n, situation = choose_learned(game, players[1 - side], seats, round, legal, features)
                if decisions < len(sizes) and entries + n <= len(gains):
                    key += _STEP
                    drawn = (_fraction(key) >> 8) * n >> 48 if _fraction(key + _STEP) < EXPLORE * _WHOLE else -1
                    key += _STEP
                    for row in range(n):
                        candidate = low_bit(legal)
                        legal &= legal - 1
                        if row == drawn:
                            card = candidate
                        branch[:] = round
                        play_card(game, seats, branch, candidate)
                        gain = finish(game, rulebook, players, learned, seats, is_account, branch)
                        descriptions[entries], gains[entries] = features[row], gain if side else -gain
                        entries += 1
                    sizes[decisions], situations[decisions] = n, situation
                    decisions += 1
            play_card(game, seats, round, card)
    return decisions, entries


@njit(nogil=True)
def compare(game, rulebook, players, learned, seats, is_account, rounds, differences):
    """Fill in how much the first player gains over the second in each deal: the mean of two tables, with sides exchanged."""
    exchanged, exchanged_learned = (players[1], players[0]), (learned[1], learned[0])
    for number in range(len(rounds)):
        again = rounds[number].copy()
        differences[number] = (
            finish(game, rulebook, players, learned, seats, is_account, rounds[number])
            - finish(game, rulebook, exchanged, exchanged_learned, seats, is_account, again)
        ) / 2


@dataclass
class Decisions:
    """Recorded decisions: `features` and `gains` of all cards one after the other, `sizes` and `situations` of the decisions."""

    features: np.ndarray
    gains: np.ndarray
    sizes: np.ndarray
    situations: np.ndarray


def join(parts: list[Decisions]) -> Decisions:
    """Return all these decisions."""
    return Decisions(*(np.concatenate([getattr(part, name) for part in parts]) for name in Decisions.__annotations__))


class Trainer:
    """Plays, records and measures for one edition. Weights are arrays of `[situation, feature]`; all 0 is the rulebook player."""

    def __init__(self, edition: str, seed: int) -> None:
        self.spec = make_spec(edition, seed=seed, policy="rulebook")
        self.rules, self.seed = self.spec.rules, seed
        plan = make_plan(self.spec)
        tables = tuple(tabulate(self.rules, trump) for trump in plan.trumps)
        self.make_tables = partial(make_club_tables, self.rules.pack, plan.trumps, tables)
        self.plan, self.zero = plan, np.zeros((len(SITUATIONS), len(FEATURES)), np.int64)
        self.facts = len(self.rules.seats), self.rules.scoring.method == "account"

    def deal(self, first: int, rounds: int, seed: int) -> np.ndarray:
        """Return rounds as they are before the first lead, bid and discarded by the rulebook player."""
        game, seats = self.plan.game, len(self.rules.seats)
        results, log = np.zeros((rounds, 4 + seats), np.int32), np.zeros((rounds, self.plan.log_width), np.int64)
        play_rounds(game, self.plan.policy, None, None, None, np.uint64(seed), first, results, log, None)
        starts, club, bids = np.zeros((rounds, LENGTH), np.int64), self.make_tables(self.wrap(self.zero)), self.bid(log)
        for result, entries, start, bid in zip(results, log, starts, bids, strict=True):
            read_start(game, club, result, entries, start)
            start[BID] = bid
        return starts

    def bid(self, log: np.ndarray) -> np.ndarray:
        """Return how far the auction goes: as far as the second best hand."""
        game, auction, seats = self.plan.game, self.rules.auction, len(self.rules.seats)
        ends = game.ends[:seats]
        estimates = self.plan.policy.estimate.reshape(-1, 64)[:, log[:, : ends[-1]]]
        hands = np.add.reduceat(estimates, [0, *ends[:-1]], axis=2).max(axis=0)[:, game.bidders]
        limits = np.sort(bids_from_estimates(hands, self.rules), axis=1)
        bids = np.minimum(limits[:, -1], limits[:, -2] + auction.min_raise)
        return np.clip(bids, auction.min_opening, auction.max_bid)

    def wrap(self, weights: np.ndarray) -> ClubWeights:
        return ClubWeights(self.rules.full_id, tuple(map(tuple, weights.tolist())))

    def seat(self, ours: np.ndarray, theirs: np.ndarray) -> tuple[Any, ...]:
        """Return what the compiled functions need to let the bidder's side play by `ours`, and the others by `theirs`."""
        players = self.make_tables(self.wrap(ours)), self.make_tables(self.wrap(theirs))
        return self.plan.game, self.plan.policy, players, (bool(ours.any()), bool(theirs.any())), *self.facts

    def record(self, ours: np.ndarray, theirs: np.ndarray, first: int, count: int) -> Decisions:
        """Play and record some of the decisions of `count` rounds."""
        rounds = self.deal(first, count, self.seed)
        entries = count * self.plan.game.tricks * len(self.rules.seats)
        descriptions = np.zeros((entries, len(FEATURES)), np.float32)
        gains, sizes, situations = np.zeros(entries), np.zeros(entries // 2, np.int64), np.zeros(entries // 2, np.int64)
        decisions, cards = record(
            *self.seat(ours, theirs), self.seed + first, rounds, descriptions, gains, sizes, situations
        )
        return Decisions(descriptions[:cards].copy(), gains[:cards].copy(), sizes[:decisions], situations[:decisions])

    def record_mixed(self, weights: np.ndarray, first: int, count: int) -> Decisions:
        """Record three quarters of the rounds against itself, the rest against the rulebook player, on either side."""
        return join(
            [
                self.record(weights, weights, first, count * 3 // 4),
                self.record(weights, self.zero, first + count, count // 8),
                self.record(self.zero, weights, first + 2 * count, count // 8),
            ]
        )

    def compare(self, ours: np.ndarray, theirs: np.ndarray, deals: int) -> tuple[float, float]:
        """Return by how much `ours` beats `theirs` a deal, and the standard error."""
        differences = np.zeros(deals)
        compare(*self.seat(ours, theirs), self.deal(0, deals, self.seed + 1000), differences)
        return float(differences.mean()), float(differences.std() / deals**0.5)


def fit(data: Decisions, before: np.ndarray) -> np.ndarray:
    """Return the weights of each situation that gain most on these decisions, beginning with those before."""
    weights, situation_of_row = before / SCALE, np.repeat(data.situations, data.sizes)
    for situation in range(len(SITUATIONS)):
        rows, sizes = situation_of_row == situation, data.sizes[data.situations == situation]
        if len(sizes) >= 200:
            features = data.features[rows].astype(float)
            weights[situation] = fit_situation(features, data.gains[rows], sizes, weights[situation])
    return weights * SCALE


def fit_situation(features: np.ndarray, gains: np.ndarray, sizes: np.ndarray, before: np.ndarray) -> np.ndarray:
    """Return the weights that gain most in expectation when cards are drawn with probabilities from their scores."""
    starts = np.cumsum(sizes) - sizes
    gains = gains - np.repeat(np.add.reduceat(gains, starts) / sizes, sizes)
    features = features - np.repeat(np.add.reduceat(features, starts) / sizes[:, None], sizes, axis=0)
    spread = features.std(axis=0)
    spread[spread < 1e-9] = np.inf  # what is the same for all cards of a decision does not count
    features /= spread

    def lose(weights: np.ndarray) -> tuple[float, np.ndarray]:
        scores = features @ weights
        powers = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), sizes))
        chances = powers / np.repeat(np.add.reduceat(powers, starts), sizes)
        expected = np.add.reduceat(chances * gains, starts)
        slope = features.T @ (chances * (gains - np.repeat(expected, sizes)))
        return -expected.mean() + 1e-3 * (weights @ weights), -slope / len(sizes) + 2e-3 * weights

    start = before * np.where(np.isinf(spread), 0, spread)
    if not start.any():  # a ridge regression to begin with
        start = np.linalg.solve(features.T @ features + 10 * np.eye(len(spread)), features.T @ gains) / 20
    return minimize(lose, start, jac=True, method="L-BFGS-B", options={"maxiter": 80}).x / spread


def train(edition: str, iterations: int, rounds: int, seed: int, pool: int, begin: str | None) -> None:
    """Train, printing each iteration, and write the weights."""
    trainer, started, recorded = Trainer(edition, seed), perf_counter(), []
    weights, lines = trainer.zero, []
    command = (
        f"python docs/train_club.py {edition} --iterations {iterations} --rounds {rounds} --seed {seed} --pool {pool}"
    )
    commands = [command if begin is None else f"{command} --begin {begin}"]
    if begin is not None and (learned := find_weights(begin)):
        weights, made = np.array(learned.play), read_file(begin)["made"]
        commands, lines = [*made["commands"], *commands], made["iterations"] if begin == edition else []
    for _ in range(iterations):
        recorded = [*recorded, trainer.record_mixed(weights, len(lines) * 10 * rounds, rounds)][-pool:]
        data = join(recorded)
        step = HALF if weights.any() else 1.0
        weights = (
            np.rint(weights + step * (fit(data, weights) - weights)).clip(-MAX_WEIGHT, MAX_WEIGHT).astype(np.int64)
        )
        gain, error = trainer.compare(weights, trainer.zero, DEALS)
        text = f"{len(data.sizes)} decisions, beats the rulebook player by {gain:.1f} (SE {error:.1f})"
        lines = [*lines, f"{edition}, iteration {len(lines) + 1}: {text}"]
        print(lines[-1], f"{perf_counter() - started:.0f} s", flush=True)
        write_weights(trainer.wrap(weights), commands, lines)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Teach the club player to play cards.")
    parser.add_argument("edition", help="for example make-a-million-1935")
    parser.add_argument("--iterations", type=int, default=8, help="how often to play, fit and step (8)")
    parser.add_argument("--rounds", type=int, default=60_000, help="rounds played in an iteration (60000)")
    parser.add_argument("--seed", type=int, default=1, help="other numbers give other deals (1)")
    parser.add_argument("--pool", type=int, default=1, help="fit on the decisions of the last N iterations (1)")
    parser.add_argument(
        "--begin", metavar="EDITION", help="begin with its weights; with those of EDITION itself, go on"
    )
    given = parser.parse_args()
    train(given.edition, given.iterations, given.rounds, given.seed, given.pool, given.begin)
