"""Teach the club player to play cards: `python docs/train_club.py make-a-million-1935`.

Every iteration plays rounds with the weights so far: three quarters against itself, the rest against the rulebook player. At
decisions drawn at random each legal card is played and the round finished once, with the cards as they really lie. The
features see what the person sees, so over many decisions the luck of the others' cards cancels out. Then the weights of each
situation are moved half the way to those that gain most when cards are drawn with probabilities from their scores (softmax);
whole steps overshoot. It needs scipy (`pip install 'mam[train]'`), and writes `data/players/club-EDITION.toml` with how it was made.
"""

from __future__ import annotations

import argparse
from collections import namedtuple
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numba import njit
from scipy.optimize import minimize

from mam.engine.club.features import FEATURES, SITUATIONS
from mam.engine.club.weights import ClubWeights
from mam.engine.rollouts.club_tables import make_club_tables
from mam.engine.rollouts.plan import make_plan
from mam.engine.rollouts.playouts import make_spec
from mam.engine.tables.bits import low_bit
from mam.engine.tables.build import tabulate
from mam.engine.tables.club_kernel import choose_described, describe_cards
from mam.engine.tables.kernel import _STEP, _choose_card, _choose_discard, _deal, _find_best_trump, _fraction
from mam.support.data_files import find_data_folder, write_file

SCALE = 64  # weights are whole numbers: of 64ths of what was fitted
HALF, EXPLORE, RECORD = 0.5, 0.3, 0.15  # the step; how often another card is played; how many decisions are recorded
_WHOLE = 1 << 56

# A position is a row of numbers, so that it can be copied: these, then what each position holds, held twice, cannot hold, took.
CONTEXT, BEST, BEST_CARD, WINNER, TOTAL, STATE, TURN, PLAYED, TRICKS, SEEN, SEEN_TWICE, LEADER = range(12)
HELD, TWINS, CANNOT, TAKEN = 12, 24, 36, 48
LENGTH = 60

Round = namedtuple("Round", "game rulebook club trump bidder position side friends discard bid")


@njit(nogil=True)
def begin_trick(game, trump, position):
    broken = position[SEEN] & game.broken[trump] == 0
    position[CONTEXT] = (trump << 9 | game.colors << 6) + 64 + (np.int64(broken) << 6)
    position[BEST], position[BEST_CARD], position[WINNER] = 1, -1, -1
    position[TOTAL], position[STATE], position[PLAYED] = 0, 0, 0
    position[TURN] = position[LEADER]


@njit(nogil=True)
def find_legal(game, position):
    hand, level = position[HELD + position[TURN]], position[CONTEXT] >> 4
    for mask in game.legal[level : level + 3]:
        if hand & mask:
            return hand & mask
    return 0


@njit(nogil=True)
def play_card(game, trump, seats, position, card):
    p, bit = position[TURN], np.int64(1) << card
    follow = game.legal[position[CONTEXT] >> 4]
    no_color = trump << 9 | game.colors << 6
    if position[CONTEXT] < no_color and not bit & follow:
        position[CANNOT + p] |= follow
    twin = position[TWINS + p] & bit
    position[HELD + p] ^= bit ^ twin
    position[TWINS + p] ^= twin
    fact = np.int64(game.facts[position[CONTEXT] | card])
    if fact & 1023 >= position[BEST]:
        position[BEST], position[BEST_CARD], position[WINNER] = fact & 1023, card, p
    position[TOTAL] += fact
    if position[CONTEXT] >= no_color:
        position[CONTEXT] = game.fixes[position[CONTEXT] | card]
    position[STATE] = game.transitions[position[STATE] << 6 | card]
    position[SEEN_TWICE] |= position[SEEN] & bit
    position[SEEN] |= bit
    position[TURN] = p + 1 if p + 1 < seats else 0
    position[PLAYED] += 1
    if position[PLAYED] == seats:
        winner = position[WINNER]
        if winner >= 0:
            position[TAKEN + winner] += game.trick_points + (position[TOTAL] >> 12) * game.multipliers[position[STATE]]
            position[LEADER] = winner
        position[TRICKS] -= 1
        begin_trick(game, trump, position)


@njit(nogil=True)
def describe(round, position, legal, cards, features):
    p, seats = position[TURN], round.friends.shape[0]
    winner = position[WINNER]
    return describe_cards(
        round.club, round.game.legal, round.game.facts, round.game.fixes, round.game.transitions, round.game.multipliers,
        round.game.colors, round.trump, legal, position[HELD : HELD + seats], position[TWINS : TWINS + seats],
        position[CANNOT : CANNOT + seats], position[SEEN], position[SEEN_TWICE], round.discard if p == round.bidder else 0,
        p, position[PLAYED], position[CONTEXT], position[BEST], position[BEST_CARD],
        np.int64(winner >= 0 and round.friends[p] >> winner & 1), position[TOTAL], position[STATE], round.friends[p],
        p == round.bidder, round.side >> p & 1, cards, features,
    )  # fmt: skip


@njit(nogil=True)
def rate_by_rulebook(round, position, legal):
    winner, seats, rulebook = position[WINNER], round.friends.shape[0], round.rulebook
    turn = position[PLAYED]
    place = 0 if turn == 0 else 2 if turn == seats - 1 else 1
    side = 0 if winner < 0 else 1 if round.friends[position[TURN]] >> winner & 1 else 2
    kind = ((round.trump * 3 + place) * 3 + side) * 2 + np.int64(position[TOTAL] >> 12 > 0)
    kind = kind * 3 + rulebook.effect[position[STATE]]
    return _choose_card(legal, round.game.facts, position[CONTEXT], position[BEST], rulebook.play_scores, kind << 7)


@njit(nogil=True)
def choose(round, position, legal, weights, cards, features):
    """Return the card of the side to move: by its weights, or by the rulebook if these are all 0."""
    if not legal & (legal - 1):
        return low_bit(legal)
    own = weights[0] if round.side >> position[TURN] & 1 else weights[1]
    if not own[0, 0] and not own[4, 0]:
        return rate_by_rulebook(round, position, legal)
    n, situation = describe(round, position, legal, cards, features)
    return choose_described(own, situation, features, cards, n)


@njit(nogil=True)
def finish(round, position, weights, cards, features):
    """Play on, and return by how much the bidder's side scores more than the others."""
    seats = round.friends.shape[0]
    while position[TRICKS]:
        card = choose(round, position, find_legal(round.game, position), weights, cards, features)
        play_card(round.game, round.trump, seats, position, card)
    ours, theirs = 0, 0
    for p in range(seats):
        if round.side >> p & 1:
            ours += position[TAKEN + p]
        else:
            theirs += position[TAKEN + p]
    return (ours if ours >= round.bid else -round.bid) - theirs


@njit(nogil=True)
def begin(game, rulebook, club, key, opening, extra, pool, hands, twins, position):
    """Deal and bid as the rulebook player does; return the round and the next key."""
    seats = game.turn_order.shape[1]
    key = _deal(game.pool, game.known, game.duplicates, game.ends, game.drawn, pool, hands, twins, key)
    best, second, seat = -1, -1, 0
    for candidate in game.bidders:
        _, value = _find_best_trump(hands[candidate], twins[candidate], game.trumps, rulebook.estimate)
        if value > best:
            best, second, seat = value, best, candidate
        else:
            second = max(second, value)
    position[:] = 0
    for p in range(seats):
        position[HELD + p], position[TWINS + p] = hands[game.turn_order[seat, p]], twins[game.turn_order[seat, p]]
    bidder = game.bidder_position[seat]
    held = position[HELD + bidder] | hands[seats]
    held_twice = position[TWINS + bidder] | twins[seats] | position[HELD + bidder] & hands[seats]
    trump, _ = _find_best_trump(held, held_twice, game.trumps, rulebook.estimate)
    discard = np.int64(0)
    if game.size:
        key += _STEP
        discard, discard_twice, key = _choose_discard(
            held,
            held_twice,
            game.size,
            game.discardable,
            rulebook.discard_scores,
            trump << 11,
            rulebook.color,
            key,
            None,
        )
        held, held_twice = held & ~(discard & ~(held_twice & ~discard_twice)), held_twice & ~discard
    position[HELD + bidder], position[TWINS + bidder] = held, held_twice
    friends = np.empty(seats, np.int64)
    for p in range(seats):
        friends[p] = game.friends[seat, p]
    position[TRICKS], position[LEADER] = game.tricks, game.lead[seat]
    begin_trick(game, trump, position)
    bid = max(opening, min(best, second + 5) + extra)
    return Round(game, rulebook, club, trump, bidder, 0, game.allies[seat], friends, discard, bid), key


@njit(nogil=True)
def record(game, rulebook, club, opening, extra, weights, seed, first, rounds, descriptions, gains, sizes, situations):
    """Play rounds and record decisions: the features of each card, and what its side gained by it. Return how many of each."""
    pool, hands = game.pool.copy(), np.zeros(game.ends.shape[0], np.int64)
    twins, position, branch = hands.copy(), np.zeros(LENGTH, np.int64), np.zeros(LENGTH, np.int64)
    cards, features = np.zeros(64, np.int64), np.zeros((64, club.weights.shape[1]), np.int64)
    more_cards, more_features = cards.copy(), features.copy()
    decisions, entries = 0, 0
    for number in range(first, first + rounds):
        key = np.uint64(_fraction(np.uint64(seed) + _STEP * np.uint64(number))) << np.uint64(8)
        round, key = begin(game, rulebook, club, key, opening, extra, pool, hands, twins, position)
        seats = round.friends.shape[0]
        while position[TRICKS]:
            legal, side = find_legal(game, position), round.side >> position[TURN] & 1
            card = choose(round, position, legal, weights, cards, features)
            key += _STEP
            if legal & (legal - 1) and _fraction(key) < RECORD * _WHOLE:
                n, situation = describe(round, position, legal, cards, features)
                if decisions < len(sizes) and entries + n <= len(gains):
                    for row in range(n):
                        branch[:] = position
                        play_card(game, round.trump, seats, branch, cards[row])
                        gain = finish(round, branch, weights, more_cards, more_features)
                        descriptions[entries], gains[entries] = features[row], gain if side else -gain
                        entries += 1
                    sizes[decisions], situations[decisions] = n, situation
                    decisions += 1
                key += _STEP
                if _fraction(key) < EXPLORE * _WHOLE:
                    card = cards[(_fraction(key + _STEP) >> 8) * n >> 48]
            play_card(game, round.trump, seats, position, card)
    return decisions, entries


@njit(nogil=True)
def compare(game, rulebook, club, opening, extra, ours, theirs, seed, differences):
    """Fill in how much `ours` gains over `theirs` in each deal: the mean of two tables, with sides exchanged."""
    pool, hands = game.pool.copy(), np.zeros(game.ends.shape[0], np.int64)
    twins, position, again = hands.copy(), np.zeros(LENGTH, np.int64), np.zeros(LENGTH, np.int64)
    cards, features = np.zeros(64, np.int64), np.zeros((64, club.weights.shape[1]), np.int64)
    for number in range(len(differences)):
        key = np.uint64(_fraction(np.uint64(seed) + _STEP * np.uint64(number))) << np.uint64(8)
        round, key = begin(game, rulebook, club, key, opening, extra, pool, hands, twins, position)
        again[:] = position
        differences[number] = (
            finish(round, position, (ours, theirs), cards, features)
            - finish(round, again, (theirs, ours), cards, features)
        ) / 2


@dataclass
class Decisions:
    """Recorded decisions: `features` and `gains` of all cards one after the other, `sizes` and `situations` of the decisions."""

    features: np.ndarray
    gains: np.ndarray
    sizes: np.ndarray
    situations: np.ndarray


class Trainer:
    """Plays, records and fits for one edition."""

    def __init__(self, edition: str, seed: int) -> None:
        spec = make_spec(edition, seed=seed, policy="rulebook")
        plan = make_plan(spec)
        rules = spec.rules
        zero = ClubWeights(rules.full_id, ((0,) * len(FEATURES),) * len(SITUATIONS))
        tables = tuple(tabulate(rules, trump) for trump in plan.trumps)
        self.rules, self.seed, self.game, self.rulebook = rules, seed, plan.game, plan.policy
        self.club = make_club_tables(rules.pack, plan.trumps, tables, zero)
        self.opening = rules.auction.min_opening if "auction" in rules.phases else 0
        self.extra = sum(card.money for card in rules.pack) // 4 if rules.auction.money else 0
        self.zero = np.zeros((len(SITUATIONS), len(FEATURES)), np.int64)

    def record(self, ours: np.ndarray, theirs: np.ndarray, first: int, rounds: int) -> Decisions:
        """Play and record about a fifth of the decisions of so many rounds."""
        entries = rounds * 12 * max(1, len(self.rules.seats) // 4 * 2)
        descriptions = np.zeros((entries, len(FEATURES)), np.float32)
        gains, sizes, situations = np.zeros(entries), np.zeros(entries // 2, np.int64), np.zeros(entries // 2, np.int64)
        decisions, cards = record(
            self.game, self.rulebook, self.club, self.opening, self.extra, (ours, theirs), self.seed, first, rounds,
            descriptions, gains, sizes, situations,
        )  # fmt: skip
        return Decisions(descriptions[:cards].copy(), gains[:cards], sizes[:decisions], situations[:decisions])

    def compare(self, ours: np.ndarray, theirs: np.ndarray, deals: int) -> tuple[float, float]:
        """Return by how much `ours` beats `theirs` a deal, and the standard error."""
        differences = np.zeros(deals)
        compare(
            self.game, self.rulebook, self.club, self.opening, self.extra, ours, theirs, self.seed + 1000, differences
        )
        return float(differences.mean()), float(differences.std() / deals**0.5)


def fit(data: Decisions, before: np.ndarray) -> np.ndarray:
    """Return the weights of each situation that gain most on these decisions, beginning with those before."""
    weights = before.astype(float) / SCALE
    decision = np.repeat(np.arange(len(data.sizes)), data.sizes)
    for situation in range(len(SITUATIONS)):
        chosen = data.situations[decision] == situation
        if np.count_nonzero(data.situations == situation) < 200:
            continue
        rows, gains = data.features[chosen].astype(float), data.gains[chosen]
        sizes = data.sizes[data.situations == situation]
        starts = np.cumsum(sizes) - sizes
        spread = rows.std(axis=0) + 1e-9
        rows /= spread
        gains = gains - np.repeat(np.add.reduceat(gains, starts) / sizes, sizes)
        start = weights[situation] * spread
        if not start.any():  # a ridge regression to begin with
            centered = rows - np.repeat(np.add.reduceat(rows, starts) / sizes[:, None], sizes, axis=0)
            start = np.linalg.solve(centered.T @ centered + 10 * np.eye(rows.shape[1]), centered.T @ gains) / 20

        def lose(w: np.ndarray, rows=rows, gains=gains, sizes=sizes, starts=starts) -> tuple[float, np.ndarray]:
            scores = rows @ w
            powers = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), sizes))
            chances = powers / np.repeat(np.add.reduceat(powers, starts), sizes)
            expected = np.add.reduceat(chances * gains, starts)
            slope = rows.T @ (chances * (gains - np.repeat(expected, sizes)))
            return -expected.mean() + 1e-3 * (w @ w), -slope / len(sizes) + 2e-3 * w

        weights[situation] = minimize(lose, start, jac=True, method="L-BFGS-B", options={"maxiter": 80}).x / spread
    return weights


def train(edition: str, iterations: int, rounds: int, seed: int) -> None:
    """Train, printing each iteration, and write the weights."""
    trainer, started = Trainer(edition, seed), perf_counter()
    weights, lines = trainer.zero, []
    for iteration in range(iterations):
        first = iteration * 10 * rounds
        parts = [
            trainer.record(weights, weights, first, rounds * 3 // 4),
            trainer.record(weights, trainer.zero, first + rounds, rounds // 8),
            trainer.record(trainer.zero, weights, first + 2 * rounds, rounds // 8),
        ]
        data = Decisions(*(np.concatenate([getattr(p, name) for p in parts]) for name in Decisions.__annotations__))
        step = HALF if weights.any() else 1.0
        fitted = fit(data, weights) * SCALE
        weights = np.rint(weights + step * (fitted - weights)).astype(np.int64)
        gain, error = trainer.compare(weights, trainer.zero, 20_000)
        lines.append(
            f"iteration {iteration + 1}: {len(data.sizes)} decisions, beats the rulebook player by {gain:.1f} (SE {error:.1f})"
        )
        print(lines[-1], f"{perf_counter() - started:.0f} s", flush=True)
        write_weights(trainer.rules.full_id, weights, lines, f"{edition} {iterations} {rounds} --seed {seed}")


def write_weights(edition: str, weights: np.ndarray, lines: list[str], arguments: str) -> None:
    """Write the file of an edition."""
    head = [
        f"# The club player's weights for {edition}: what each feature counts in each situation (mam/engine/club/features.py).",
        f"# Made by: python docs/train_club.py {arguments}",
        *(f"# {line}" for line in lines),
    ]
    for situation, row in zip(SITUATIONS, weights.tolist(), strict=True):
        head += [
            "",
            f'[play."{situation}"]',
            *(f'"{name}" = {value}' for name, value in zip(FEATURES, row, strict=True)),
        ]
    folder = find_data_folder() / "players"
    folder.mkdir(exist_ok=True)
    write_file(folder / f"club-{edition}.toml", "\n".join(head) + "\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Teach the club player to play cards.")
    parser.add_argument("edition")
    parser.add_argument("iterations", type=int, nargs="?", default=8)
    parser.add_argument("rounds", type=int, nargs="?", default=60_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    train(given.edition, given.iterations, given.rounds, given.seed)
