"""Teach the club player to bid, discard and name trump: `python tools/train_club_hands.py make-a-million-1935`.

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
from train_club import Trainer
from train_contracts import EXPLORE, compare, try_calls, try_discards, watch_auctions, watch_high_bids

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
from mam.engine.tables.club_hands_kernel import (
    HandLookup,
)
from mam.rules.cards import money_in

TEMPERATURE = 20.0  # thousands of dollars
# A better hand never bids less, and one that scores more by passing never bids more.
RISING, FALLING = (BID_FEATURES.index("contract"), BID_FEATURES.index("made")), (BID_FEATURES.index("passing"),)
PASSES = BID_FEATURES.index("any bid"), BID_FEATURES.index("passing")  # what is learned of passes alone
FEWEST = 500  # examples from which something is learned
DEALS = 20_000  # on which an iteration is measured, every one at two tables


class HandTrainer:
    """Plays, records and fits for one edition."""

    def __init__(self, edition: str, seed: int) -> None:
        base = Trainer(edition, seed)
        self.rules, self.seed, plan = base.rules, seed, base.plan
        self.game, self.rulebook, self.cards, self.trumps = plan.game, plan.policy, plan.cards, plan.trumps
        self.extra = estimate_bids(np.zeros(1, np.int64), self.rules)[0]
        self.money = money_in(self.rules.pack)
        play = find_weights(self.rules.full_id)
        assert play is not None, "teach it to play the cards first: tools/train_club.py"
        self.club = base.make_tables(play)
        self.all_seats = np.ones(len(self.rules.persons), np.bool_)

    def make_tables(self, weights: HandWeights) -> HandLookup:
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
    from scipy.optimize import minimize

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
    found = minimize(find_loss, start, jac=True, method="L-BFGS-B", bounds=bounds, options=options).x
    weights: np.ndarray = found / spread
    return weights


def find_offset(rows: np.ndarray, sizes: np.ndarray, known: np.ndarray, fitted: np.ndarray) -> float:
    """Return the weight of any bid with which as many decisions are bids by the `fitted` weights as by the `known` ones."""
    starts, is_bid = np.cumsum(sizes) - sizes, rows[:, PASSES[0]] > 0

    def find_best(weights: np.ndarray) -> np.ndarray:
        best: np.ndarray = np.maximum.reduceat(np.where(is_bid, rows @ weights, -np.inf), starts)
        return best

    other_weights = fitted.copy()
    other_weights[PASSES[0]] = 0
    best = np.sort(find_best(other_weights))
    count = int(np.count_nonzero(find_best(known) > 0))
    return -float(best[max(len(best) - count, 0)]) + 1e-6 if count else -float(best[-1])


def begin_weights(trainer: HandTrainer) -> HandWeights:
    """Return weights to begin with, about as the rulebook player estimates hands."""
    row = dict.fromkeys(HAND_FEATURES, 0)
    row |= {f"trump {rank}": 12 + rank // 4 for rank in MONEY} | {"side 40": 25, "side 30": 8}
    row |= {"Tiger": 30, "Bull": 20, "Bear": 10, "any hand": 130 * trainer.money // 400}
    row |= {f"{n} trumps": 10 * n for n in range(LENGTHS[True])} | {f"{LENGTHS[True]} trumps or more": 90}
    hand = tuple(64 * value for value in row.values())
    own_weights = CaptureWeights(hand, (0,) * len(CALL_FEATURES), tuple(range(-16 * 384, 16 * 384, 384)))
    bids = tuple((dict.fromkeys(BID_FEATURES, 0) | {"contract": 64}).values())
    return HandWeights(trainer.rules.full_id, own_weights, NOTHING, NOTHING, 0, hand, (bids,) * len(BID_SITUATIONS))


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
    trainer, start_time = HandTrainer(edition, seed), perf_counter()
    weights, lines = begin_weights(trainer), list[str]()
    commands = [f"python tools/train_club_hands.py {edition} --iterations {iterations} --rounds {rounds} --seed {seed}"]
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
        print(lines[-1], f"{perf_counter() - start_time:.0f} s", flush=True)
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
