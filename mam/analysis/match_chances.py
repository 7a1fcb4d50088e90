"""Estimate the chance to win a match from its current score, if both sides play like club players (rulebook players where those have learned nothing)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mam.engine.club.weights import choose_policy
from mam.games.registry import find_rules
from mam.rules.editions import TrickGameRules

if TYPE_CHECKING:
    import pandas as pd

_ROUNDS = 20_000  # simulated to learn the scores of a round
_STEP = 25  # the grid of totals, in thousands of dollars
_LOWEST = -600  # lower totals count as this
_SEED = 1934


class MatchChances:
    """The chance of the first of two sides to win, for any totals.

    The scores of a round come from 20,000 rounds of club players, or of rulebook players where those have learned nothing; the match is solved backward from its end on totals in
    steps of $25,000. The dealer is ignored, and two equal totals above the target count as an even chance.

    >>> odds = find_match_chances("make-a-million-1935")
    >>> round(float(odds.chance(0, 0)), 1), bool(odds.chance(900, 200) > 0.9)
    (0.5, True)
    """

    def __init__(self, edition: str, table: pd.DataFrame, target: int) -> None:
        self.edition, self.target = edition, target
        names = [*find_rules(edition).accounts]
        pairs = table[names].to_numpy(np.float64)
        pairs = np.concatenate([pairs, pairs[:, ::-1]])  # neither side is better
        steps, weights = np.unique(np.rint(pairs / _STEP).astype(np.int64), axis=0, return_counts=True)
        self.chances = self._compute_backward(steps, weights / weights.sum())

    def _compute_backward(self, steps: NDArray[np.int64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
        low, top = _LOWEST // _STEP, self.target // _STEP
        totals = np.arange(low, top)
        won = np.full((len(totals), len(totals)), 0.5)
        for _ in range(400):
            new = np.zeros_like(won)
            for (gain, opponents_gain), weight in zip(steps, weights, strict=True):
                new += weight * self._look_up(won, totals + gain, totals + opponents_gain, low, top)
            if np.abs(new - won).max() < 1e-6:
                break
            won = new
        return won

    @staticmethod
    def _look_up(
        won: NDArray[np.float64], totals: NDArray[np.int64], opponents: NDArray[np.int64], low: int, top: int
    ) -> NDArray[np.float64]:
        """Return the chances at these totals (in steps): a side above the target and ahead has won."""
        inside = won[np.ix_(np.clip(totals, low, top - 1) - low, np.clip(opponents, low, top - 1) - low)]
        is_match_over = (totals[:, None] >= top) | (opponents[None, :] >= top)
        lead = np.sign(totals[:, None] - opponents[None, :])
        return np.where(is_match_over, 0.5 + 0.5 * lead, inside)

    def chance(self, total: float | NDArray[np.float64], opponents: float | NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the chance to win with these totals, in thousands of dollars, interpolated between grid points."""
        side_total, opponents_total = np.asarray(total, np.float64), np.asarray(opponents, np.float64)
        low, high = _LOWEST, self.target - _STEP
        x = (np.clip(side_total, low, high) - low) / _STEP
        y = (np.clip(opponents_total, low, high) - low) / _STEP
        row, column = x.astype(np.int64), y.astype(np.int64)
        next_row, next_column = (
            np.minimum(row + 1, len(self.chances) - 1),
            np.minimum(column + 1, len(self.chances) - 1),
        )
        u, v = x - row, y - column
        c = self.chances
        inside = (1 - u) * ((1 - v) * c[row, column] + v * c[row, next_column]) + u * (
            (1 - v) * c[next_row, column] + v * c[next_row, next_column]
        )
        is_match_over = (side_total >= self.target) | (opponents_total >= self.target)
        return np.where(is_match_over, 0.5 + 0.5 * np.sign(side_total - opponents_total), inside)


@lru_cache(maxsize=8)
def find_match_chances(edition: str) -> MatchChances:
    """Return the chances in a match of this edition (with its options); takes about two seconds the first time.

    Raises ValueError if the match is not a race of two sides to a total.

    >>> bool(find_match_chances("make-a-million-1935").chance(950, 100) > find_match_chances("make-a-million-1935").chance(100, 100))
    True
    """
    from mam.analysis.auctions import play_auctions  # with pandas, which takes a while to load

    rules = find_rules(edition)
    target = rules.scoring.target
    if not isinstance(rules, TrickGameRules) or len(rules.accounts) != 2 or target is None:
        raise ValueError(f"a match of {rules.full_id} is not a race of two sides to a total")
    return MatchChances(edition, play_auctions(edition, _ROUNDS, seed=_SEED, policy=choose_policy(edition)), target)


@dataclass(frozen=True)
class Standing:
    """The score of a match (thousands of dollars for each side), and the side it is about."""

    edition: str
    totals: Mapping[str, int]
    account: str

    def chance(self, scores: NDArray[np.float64], gains: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the chance to win the match, in percent, after rounds with these scores and gains over the opponents."""
        opponents = next(name for name in self.totals if name != self.account)
        chances = find_match_chances(self.edition)
        return 100 * chances.chance(self.totals[self.account] + scores, self.totals[opponents] + scores - gains)
