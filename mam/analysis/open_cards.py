"""Measure what a player's cards cost against perfect play with all cards open, in the same positions for every player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import TYPE_CHECKING, TextIO

from mam.analysis.numbered_rounds import deal_number, run_numbers
from mam.analysis.progress import Progress
from mam.engine import Unsupported
from mam.engine.budget import check_count
from mam.engine.solver.solution import solve
from mam.games.registry import find_rules
from mam.games.trick_round import TrickRound
from mam.players import Player, find_only_move, get_player, get_player_name, play_move, play_on, rulebook_player
from mam.rules.dealing import check_seed, derive_seed
from mam.rules.editions import TrickGameRules
from mam.support.estimates import Estimate
from mam.text.deal_codes import encode_deal

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False)
class OpenCardCost:
    """What a player gave away in each deal, in thousands of dollars, all hands together; `deals` are deal codes."""

    rules: TrickGameRules
    player: str
    seed: int
    tricks: int
    deals: tuple[str, ...]
    costs: tuple[int, ...]

    @property
    def estimate(self) -> Estimate:
        """The mean cost per deal."""
        return Estimate.of(self.costs)

    def minus(self, baseline: OpenCardCost) -> Estimate:
        """Return the mean of this cost minus another player's, deal by deal.

        Raises ValueError unless both players had the same positions.
        """
        self._check_pair(baseline)
        return Estimate.of(
            [cost - baseline_cost for cost, baseline_cost in zip(self.costs, baseline.costs, strict=True)]
        )

    def ratio_to(self, baseline: OpenCardCost) -> Estimate:
        """Return the ratio of this mean cost to another player's; its standard error is first order, for paired deals.

        Raises ValueError unless both players had the same positions, or when the other cost is 0.
        """
        self._check_pair(baseline)
        baseline_mean = fmean(baseline.costs)
        if not baseline_mean:
            raise ValueError(f"{baseline.player} gave nothing away, so there is no ratio")
        ratio = fmean(self.costs) / baseline_mean
        residuals = [
            cost - ratio * baseline_cost for cost, baseline_cost in zip(self.costs, baseline.costs, strict=True)
        ]
        return Estimate(ratio, stdev(residuals) / sqrt(len(residuals)) / baseline_mean, len(residuals))

    def _check_pair(self, baseline: OpenCardCost) -> None:
        if (self.rules, self.tricks, self.deals) != (baseline.rules, baseline.tricks, baseline.deals):
            raise ValueError(
                "only costs in the same positions can be compared: use the same edition, deals, tricks and seed"
            )

    def frame(self) -> pd.DataFrame:
        """Return a table (pandas) with a row for each deal: its code, and its cost in thousands of dollars."""
        import pandas as pd

        return pd.DataFrame({"deal": self.deals, "cost": self.costs})

    def __repr__(self) -> str:
        cost = self.estimate
        low, high = cost.interval()
        return (
            f"{self.player} gives away {cost.mean:.1f} thousand dollars in the last {self.tricks} tricks "
            f"(SE {cost.standard_error:.1f}, 95% confidence interval {low:.1f} to {high:.1f}, {cost.n} deals)"
        )


def open_card_cost(
    edition: str,
    player: str | Player,
    deals: int = 100,
    *,
    tricks: int = 9,
    seed: int = 1,
    options: Sequence[str] = (),
    workers: int = 1,
    progress: bool | TextIO = False,
) -> OpenCardCost:
    """Measure what this player, in every seat, gives away against perfect play with open cards in the last `tricks` tricks.

    The rulebook player bids and plays until that many tricks are left, so every player gets the same positions; a hand that
    is passed out is dealt again. From there on the player sits in every seat and sees only what its views show. A card costs
    what it takes off the exact value of the position (`mam.solve`, all cards open) for the side that plays it; a deal costs
    the sum over all cards. Nobody reaches 0 without seeing all cards: the figure is not a count of mistakes, but it compares
    players. `workers` and `progress` are as in `tournament`.

    Raises Unsupported (a ValueError) for a game that the solver does not know, ValueError for what does not fit the edition.

    >>> cost = open_card_cost("make-a-million-1935", "rulebook", 2, tricks=3, seed=1)
    >>> cost.minus(cost)
    0.0000 (SE 0.0000, n = 2)
    """
    rules = find_rules(edition, options)
    if not isinstance(rules, TrickGameRules):
        raise Unsupported(f"{rules.name} has no tricks, so the solver cannot compare its cards")
    get_player(player)  # raises for an unknown player
    check_count("deals", deals, 2)
    check_count("workers", workers, 1)
    if check_count("tricks", tricks, 1) > rules.hand_size:
        raise ValueError(f"a hand has {rules.hand_size} cards, so {tricks} tricks are too many")
    measure = _Measure(rules, player, check_seed(seed), tricks)
    results: list[tuple[str, int]] = []
    with Progress(deals, progress) as line:
        try:
            for result in run_numbers(measure.cost_of, deals, workers):
                results.append(result)
                line.add(1)
        except KeyboardInterrupt:
            if not results:
                raise
    codes, costs = zip(*results, strict=True)
    return OpenCardCost(rules, get_player_name(player), seed, tricks, codes, costs)


@dataclass(frozen=True)
class _Measure:
    """The measurement: all that a worker process needs."""

    rules: TrickGameRules
    player: str | Player
    seed: int
    tricks: int

    def cost_of(self, number: int) -> tuple[str, int]:
        """Return the code and the cost of the deal with this number."""
        round = _find_start(self.rules, self.seed, self.tricks, number)
        persons = self.rules.persons
        players = dict.fromkeys(persons, get_player(self.player))
        rngs = {person: Random(derive_seed(self.seed, "chances", number, person)) for person in persons}
        value, cost = _value(round), 0
        while not round.is_over:
            has_choice = find_only_move(round) is None
            next_round = play_move(round, players, rngs)
            if has_choice:
                best, value = value, _value(next_round)
                cost += abs(best - value)
            round = next_round
        return encode_deal(round.deal, self.rules.full_id), cost


@lru_cache(maxsize=256)  # the next player gets the same positions
def _find_start(rules: TrickGameRules, seed: int, tricks: int, number: int) -> TrickRound:
    """Return the position of the deal with this number from which a player plays its last `tricks` tricks."""

    def is_start(round: object) -> bool:
        assert isinstance(round, TrickRound)
        return round.trick is not None and not round.trick.cards and len(round.tricks) == rules.hand_size - tricks

    players = dict.fromkeys(rules.persons, rulebook_player)
    rngs = dict.fromkeys(rules.persons, Random(0))  # the rulebook player never uses it
    for attempt in count():
        start = deal_number(rules, seed, number, *([attempt] if attempt else []))
        round = play_on(start, players, rngs, is_start)
        assert isinstance(round, TrickRound)
        if not round.is_over:
            return round
    raise AssertionError("some hand is played")


def _value(round: TrickRound) -> int:
    """Return what the bidder's side takes with all cards open and perfect play, in thousands of dollars."""
    if round.is_over:
        assert round.bidder is not None
        return round.captured[round.side_of(round.bidder)]
    return solve(round).value
