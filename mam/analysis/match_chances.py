"""The score of a match: how likely a side is to win it from where it stands, if both play on like rulebook players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from mam.analysis.auctions import play_auctions
from mam.games.registry import find_rules
from mam.rules.editions import TrickGameRules

_ROUNDS = 20_000  # from which it is learned what a round brings
_STEP = 25  # thousands of dollars between two totals that are told apart
_LOWEST = -600  # totals below are taken for this
_SEED = 1934


class MatchChances:
    """How likely the first of two sides is to win, for any totals.

    What a round brings both sides is taken from 20,000 rounds of rulebook players; the match is worked back from its end
    on totals in steps of $25,000. It says nothing of who deals, and of two level totals beyond the target that the match is open.

    >>> odds = find_match_chances("make-a-million-1935")
    >>> round(float(odds.chance(0, 0)), 1), bool(odds.chance(900, 200) > 0.9)
    (0.5, True)
    """

    def __init__(self, edition: str, table: pd.DataFrame, target: int) -> None:
        self.edition, self.target = edition, target
        names = [*find_rules(edition).accounts]
        pairs = table[names].to_numpy(np.float64)
        pairs = np.concatenate([pairs, pairs[:, ::-1]])  # neither side is the better one
        steps, weights = np.unique(np.rint(pairs / _STEP).astype(np.int64), axis=0, return_counts=True)
        self.chances = self._work_back(steps, weights / weights.sum())

    def _work_back(self, steps: NDArray[np.int64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
        low, top = _LOWEST // _STEP, self.target // _STEP
        totals = np.arange(low, top)
        won = np.full((len(totals), len(totals)), 0.5)
        for _ in range(400):
            new = np.zeros_like(won)
            for (own, others), weight in zip(steps, weights, strict=True):
                new += weight * self._after(won, totals + own, totals + others, low, top)
            if np.abs(new - won).max() < 1e-6:
                break
            won = new
        return won

    @staticmethod
    def _after(
        won: NDArray[np.float64], own: NDArray[np.int64], others: NDArray[np.int64], low: int, top: int
    ) -> NDArray[np.float64]:
        """The chances once these are the totals (in steps): who is beyond the target and ahead has won."""
        inside = won[np.ix_(np.clip(own, low, top - 1) - low, np.clip(others, low, top - 1) - low)]
        over = (own[:, None] >= top) | (others[None, :] >= top)
        ahead = np.sign(own[:, None] - others[None, :])
        return np.where(over, 0.5 + 0.5 * ahead, inside)

    def chance(self, own: float | NDArray[np.float64], others: float | NDArray[np.float64]) -> NDArray[np.float64]:
        """The chance to win with these totals, in thousands of dollars; between steps it is taken in proportion."""
        mine, theirs = np.asarray(own, np.float64), np.asarray(others, np.float64)
        low, high = _LOWEST, self.target - _STEP
        x = (np.clip(mine, low, high) - low) / _STEP
        y = (np.clip(theirs, low, high) - low) / _STEP
        at, beside = x.astype(np.int64), y.astype(np.int64)
        at2, beside2 = np.minimum(at + 1, len(self.chances) - 1), np.minimum(beside + 1, len(self.chances) - 1)
        u, v = x - at, y - beside
        c = self.chances
        inside = (1 - u) * ((1 - v) * c[at, beside] + v * c[at, beside2]) + u * (
            (1 - v) * c[at2, beside] + v * c[at2, beside2]
        )
        over = (mine >= self.target) | (theirs >= self.target)
        return np.where(over, 0.5 + 0.5 * np.sign(mine - theirs), inside)


@lru_cache(maxsize=8)
def find_match_chances(edition: str) -> MatchChances:
    """The odds of a match of this edition (with its options); takes about two seconds the first time.

    Raises ValueError where a match is not a race of two sides to a total.

    >>> bool(find_match_chances("make-a-million-1935").chance(950, 100) > find_match_chances("make-a-million-1935").chance(100, 100))
    True
    """
    rules = find_rules(edition)
    target = rules.scoring.target
    if not isinstance(rules, TrickGameRules) or len(rules.accounts) != 2 or target is None:
        raise ValueError(f"a match of {rules.full_id} is no race of two sides to a total")
    return MatchChances(edition, play_auctions(edition, _ROUNDS, seed=_SEED), target)


@dataclass(frozen=True)
class Standing:
    """How a match stands (thousands of dollars under each name), and which name is one's own."""

    edition: str
    totals: Mapping[str, int]
    own: str

    def chance(self, scores: NDArray[np.float64], gains: NDArray[np.float64]) -> NDArray[np.float64]:
        """The chance to win the match, in percent, after each of these rounds: own scores, and what they are more than the
        others'.
        """
        other = next(name for name in self.totals if name != self.own)
        odds = find_match_chances(self.edition)
        return 100 * odds.chance(self.totals[self.own] + scores, self.totals[other] + scores - gains)
