"""Teach the club player to play cards: `python tools/train_club.py make-a-million-1935`.

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
from train_exact import begin_deal, find_exact_value
from train_rounds import (
    BID,
    CARDS_IN_TRICK,
    LENGTH,
    SIDE,
    TRICKS_LEFT,
    TURN,
    choose_by_club,
    choose_play,
    find_legal,
    finish,
    play_card,
    read_start,
)

from mam.engine.club.features import FEATURES, LATE_HAND, SITUATIONS
from mam.engine.club.weights import MAX_WEIGHT, ClubWeights, find_weights, read_file, write_weights
from mam.engine.rollouts.call_model import estimate_bids
from mam.engine.rollouts.club_hand_tables import NO_HANDS
from mam.engine.rollouts.club_tables import make_club_tables
from mam.engine.rollouts.plan import make_plan
from mam.engine.rollouts.playouts import make_spec
from mam.engine.tables.bits import low_bit
from mam.engine.tables.build import tabulate
from mam.engine.tables.kernel import DEAL_START, FRACTION_BITS, KEY_STEP, draw_fraction, play_rounds

SCALE = 64  # weights are whole numbers: of 64ths of what was fitted
HALF, EXPLORE, RECORD = 0.5, 0.3, 0.15  # the step; how often another card is played; how many decisions are recorded
EXACT = 0.8  # how much an exact value counts in what a card gains, where there is one
DEALS = 20_000  # on which an iteration is measured, every one at two tables
WHOLE = 1 << FRACTION_BITS


@njit(nogil=True)
def record(
    game,
    rulebook,
    players,
    uses_weights,
    seats,
    is_account,
    seed,
    rounds,
    descriptions,
    gains,
    sizes,
    situations,
    exact,
):
    """Play rounds and record decisions: the features of each card, and what its side gained by it.

    Return how many decisions and cards there are. With `exact` tables, what a card gains late in a round is partly its exact value
    with all cards open (in thousands of dollars, for the bidder's side).
    """
    branch, features = np.zeros(LENGTH, np.int64), np.zeros((64, descriptions.shape[1]), np.int32)
    decisions, entries, key = 0, 0, np.uint64(draw_fraction(np.uint64(seed)))
    for number in range(len(rounds)):
        round, table_cards = rounds[number], 0
        if exact is not None:
            begin_deal(exact, number)
        while round[TRICKS_LEFT]:
            legal, side = find_legal(game, round), round[SIDE] >> round[TURN] & 1
            card = choose_play(game, rulebook, players, uses_weights, seats, round, legal)
            key += KEY_STEP
            if legal & (legal - 1) and draw_fraction(key) < RECORD * WHOLE:
                _, n, situation = choose_by_club(game, players[1 - side], seats, round, legal, features)
                if decisions < len(sizes) and entries + n <= len(gains):
                    key += KEY_STEP
                    is_explored = draw_fraction(key + KEY_STEP) < EXPLORE * WHOLE
                    explored_row = (draw_fraction(key) >> 8) * n >> 48 if is_explored else -1
                    key += KEY_STEP
                    value = -1
                    for row in range(n):
                        candidate = low_bit(legal)
                        legal &= legal - 1
                        if row == explored_row:
                            card = candidate
                        branch[:] = round
                        play_card(game, seats, branch, candidate)
                        if exact is not None and round[TRICKS_LEFT] <= LATE_HAND:
                            cards = table_cards | np.int64(1) << candidate if branch[CARDS_IN_TRICK] else 0
                            value = find_exact_value(exact, game, branch, cards, value)
                        gain = finish(game, rulebook, players, uses_weights, seats, is_account, branch)
                        if value >= 0:
                            gain = EXACT * value + (1 - EXACT) * gain
                        descriptions[entries], gains[entries] = features[row], gain if side else -gain
                        entries += 1
                    sizes[decisions], situations[decisions] = n, situation
                    decisions += 1
            play_card(game, seats, round, card)
            table_cards = table_cards | np.int64(1) << card if round[CARDS_IN_TRICK] else 0
    return decisions, entries


@njit(nogil=True)
def compare(game, rulebook, players, uses_weights, seats, is_account, rounds, differences):
    """Fill in how much more the first player scores than the second in each deal: the mean of two tables, with sides exchanged."""
    exchanged_players, exchanged_uses = (players[1], players[0]), (uses_weights[1], uses_weights[0])
    for number in range(len(rounds)):
        exchanged_round = rounds[number].copy()
        differences[number] = (
            finish(game, rulebook, players, uses_weights, seats, is_account, rounds[number])
            - finish(game, rulebook, exchanged_players, exchanged_uses, seats, is_account, exchanged_round)
        ) / 2


@dataclass
class Decisions:
    """Recorded decisions: `features` and `gains` of all their cards, one after the other; how many cards each has, and its situation."""

    features: np.ndarray
    gains: np.ndarray
    sizes: np.ndarray
    situations: np.ndarray


def join(parts: list[Decisions]) -> Decisions:
    """Return all these decisions as one."""
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
        self.facts = len(self.rules.seats), self.rules.scoring.method == "account"  # `seats`, `is_account`

    def deal(self, first: int, rounds: int, seed: int) -> np.ndarray:
        """Return rounds as they are before the first lead. The rulebook player has bid and discarded."""
        game, seats = self.plan.game, len(self.rules.seats)
        results, log = np.zeros((rounds, 4 + seats), np.int32), np.zeros((rounds, self.plan.log_width), np.int64)
        play_rounds(game, self.plan.policy, None, NO_HANDS, DEAL_START, np.uint64(seed), first, results, log, None)
        starts, club, bids = np.zeros((rounds, LENGTH), np.int64), self.make_tables(self.wrap(self.zero)), self.bid(log)
        for result, entries, start, bid in zip(results, log, starts, bids, strict=True):
            read_start(game, club, result, entries, start)
            start[BID] = bid
        return starts

    def bid(self, log: np.ndarray) -> np.ndarray:
        """Return the bid of each round: the best hand bids one raise above the limit of the second best, or its own limit."""
        game, auction, seats = self.plan.game, self.rules.auction, len(self.rules.seats)
        ends = game.ends[:seats]
        assert self.plan.policy is not None
        estimates = self.plan.policy.estimate.reshape(-1, 64)[:, log[:, : ends[-1]]]
        hands = np.add.reduceat(estimates, [0, *ends[:-1]], axis=2).max(axis=0)[:, game.bidders]
        limits = np.sort(estimate_bids(hands, self.rules), axis=1)
        bids = np.minimum(limits[:, -1], limits[:, -2] + auction.min_raise)
        return np.clip(bids, auction.min_opening, auction.max_bid)

    def wrap(self, weights: np.ndarray) -> ClubWeights:
        """Return an array of weights as the club player has them."""
        return ClubWeights(self.rules.full_id, tuple(map(tuple, weights.tolist())))

    def seat(self, bidder_weights: np.ndarray, opponent_weights: np.ndarray) -> tuple[Any, ...]:
        """Return the arguments with which the compiled functions play the bidder's side and the others by these weights."""
        players = self.make_tables(self.wrap(bidder_weights)), self.make_tables(self.wrap(opponent_weights))
        uses_weights = bool(bidder_weights.any()), bool(opponent_weights.any())
        return self.plan.game, self.plan.policy, players, uses_weights, *self.facts

    def record(self, bidder_weights: np.ndarray, opponent_weights: np.ndarray, first: int, count: int) -> Decisions:
        """Play and record some of the decisions of `count` rounds."""
        rounds = self.deal(first, count, self.seed)
        entries = count * self.plan.game.tricks * len(self.rules.seats)
        descriptions = np.zeros((entries, len(FEATURES)), np.float32)
        gains, sizes, situations = np.zeros(entries), np.zeros(entries // 2, np.int64), np.zeros(entries // 2, np.int64)
        decisions, cards = record(
            *self.seat(bidder_weights, opponent_weights), self.seed + first, rounds, descriptions, gains, sizes, situations, None,
        )  # fmt: skip
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

    def compare(self, weights: np.ndarray, opponent_weights: np.ndarray, deals: int) -> tuple[float, float]:
        """Return by how much these weights beat those of the opponents per deal, and the standard error."""
        differences = np.zeros(deals)
        compare(*self.seat(weights, opponent_weights), self.deal(0, deals, self.seed + 1000), differences)
        return float(differences.mean()), float(differences.std() / deals**0.5)


def fit(data: Decisions, before: np.ndarray) -> np.ndarray:
    """Return the weights of each situation that gain most on these decisions; the search begins at the weights `before`."""
    weights, situation_of_row = before / SCALE, np.repeat(data.situations, data.sizes)
    for situation in range(len(SITUATIONS)):
        rows, sizes = situation_of_row == situation, data.sizes[data.situations == situation]
        if len(sizes) >= 200:
            features = data.features[rows].astype(float)
            weights[situation] = fit_situation(features, data.gains[rows], sizes, weights[situation])
    return weights * SCALE


def fit_situation(features: np.ndarray, gains: np.ndarray, sizes: np.ndarray, before: np.ndarray) -> np.ndarray:
    """Return the weights that gain most in expectation when cards are drawn with probabilities from their scores."""
    from scipy.optimize import minimize

    starts = np.cumsum(sizes) - sizes
    gains = gains - np.repeat(np.add.reduceat(gains, starts) / sizes, sizes)
    features = features - np.repeat(np.add.reduceat(features, starts) / sizes[:, None], sizes, axis=0)
    spread = features.std(axis=0)
    spread[spread < 1e-9] = np.inf  # a feature that is the same for all cards of a decision does not count
    features /= spread

    def find_loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        scores = features @ weights
        powers = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), sizes))
        probabilities = powers / np.repeat(np.add.reduceat(powers, starts), sizes)
        expected = np.add.reduceat(probabilities * gains, starts)
        slope = features.T @ (probabilities * (gains - np.repeat(expected, sizes)))
        return -expected.mean() + 1e-3 * (weights @ weights), -slope / len(sizes) + 2e-3 * weights

    start = before * np.where(np.isinf(spread), 0, spread)
    if not start.any():  # a ridge regression to begin with
        start = np.linalg.solve(features.T @ features + 10 * np.eye(len(spread)), features.T @ gains) / 20
    found = minimize(find_loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 80}).x
    weights: np.ndarray = found / spread
    return weights


def train(edition: str, iterations: int, rounds: int, seed: int, pool: int, begin: str | None) -> None:
    """Train, printing each iteration, and write the weights."""
    trainer, start_time, recorded = Trainer(edition, seed), perf_counter(), list[Decisions]()
    weights, lines = trainer.zero, list[str]()
    command = (
        f"python tools/train_club.py {edition} --iterations {iterations} --rounds {rounds} --seed {seed} --pool {pool}"
    )
    commands = [command if begin is None else f"{command} --begin {begin}"]
    if begin is not None and (begin_weights := find_weights(begin)):
        weights, history = np.array(begin_weights.play), read_file(begin)["made"]
        commands, lines = [*history["commands"], *commands], history["iterations"] if begin == edition else []
    for _ in range(iterations):
        recorded = [*recorded, trainer.record_mixed(weights, len(lines) * 10 * rounds, rounds)][-pool:]
        data = join(recorded)
        step = HALF if weights.any() else 1.0
        weights = (
            np.rint(weights + step * (fit(data, weights) - weights)).clip(-MAX_WEIGHT, MAX_WEIGHT).astype(np.int64)
        )
        gain, standard_error = trainer.compare(weights, trainer.zero, DEALS)
        text = f"{len(data.sizes)} decisions, beats the rulebook player by {gain:.1f} (SE {standard_error:.1f})"
        lines = [*lines, f"{edition}, iteration {len(lines) + 1}: {text}"]
        print(lines[-1], f"{perf_counter() - start_time:.0f} s", flush=True)
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
    arguments = parser.parse_args()
    train(arguments.edition, arguments.iterations, arguments.rounds, arguments.seed, arguments.pool, arguments.begin)
