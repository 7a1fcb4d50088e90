"""What a player's cards cost, measured by perfect play with all cards open: the same positions for every player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import TYPE_CHECKING, TextIO

from mam.analysis.estimates import Estimate
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
from mam.text.deal_codes import deal_code

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False)
class OpenCardCost:
    """What a player gave away in each deal, in thousands of dollars, all hands together; `deals` are the codes."""

    rules: TrickGameRules
    player: str
    seed: int
    tricks: int
    deals: tuple[str, ...]
    costs: tuple[int, ...]

    @property
    def estimate(self) -> Estimate:
        """The mean cost of a deal."""
        return Estimate.of(self.costs)

    def less(self, other: OpenCardCost) -> Estimate:
        """The mean of this cost less the other one's, deal by deal: both players have to have had the same positions.

        Raises ValueError when they had not.
        """
        self._check_pair(other)
        return Estimate.of([own - its for own, its in zip(self.costs, other.costs, strict=True)])

    def share_of(self, other: OpenCardCost) -> Estimate:
        """This mean cost as a share of the other one's, with its standard error (to first order, pairs kept).

        Raises ValueError when the positions were not the same, or the other one's cost is nothing.
        """
        self._check_pair(other)
        whole = fmean(other.costs)
        if not whole:
            raise ValueError(f"{other.player} gave nothing away: no cost is a share of that")
        share = fmean(self.costs) / whole
        rest = [own - share * its for own, its in zip(self.costs, other.costs, strict=True)]
        return Estimate(share, stdev(rest) / sqrt(len(rest)) / whole, len(rest))

    def _check_pair(self, other: OpenCardCost) -> None:
        if (self.rules, self.tricks, self.deals) != (other.rules, other.tricks, other.deals):
            raise ValueError("only costs in the same positions can be compared: same edition, deals, tricks and seed")

    def frame(self) -> pd.DataFrame:
        """A table (pandas), one row for each deal: its code, and what it cost in thousands of dollars."""
        import pandas as pd

        return pd.DataFrame({"deal": self.deals, "cost": self.costs})

    def __repr__(self) -> str:
        found = self.estimate
        low, high = found.interval()
        return (
            f"{self.player} gives away {found.mean:.1f} thousand dollars in the last "
            f"{self.tricks} tricks (SE {found.standard_error:.1f}, 99 % interval {low:.1f} to {high:.1f}, {found.n} deals)"
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
    """What this player, at every chair, gives away against perfect play with open cards in the last so many tricks.

    The rulebook player bids and plays until so many tricks are left, so that every player is put into the same positions;
    a hand that is not played is dealt again. From there on the player sits everywhere, seeing only what its views show. At
    each of its choices the card costs what the exact value (`mam.solve`, all cards open) of the position loses by it for
    the side of the hand that plays it; a deal costs the sum over all hands. Nobody comes to 0 without seeing all
    cards: what is measured is not mistakes alone, but compares players. `workers` and `progress` are as in `tournament`.

    Raises Unsupported (a ValueError) for a game that the solver does not know, ValueError for what does not fit the edition.

    >>> cost = open_card_cost("make-a-million-1935", "rulebook_player", 2, tricks=3, seed=1)
    >>> cost.less(cost)
    0.000 (SE 0.000, n = 2)
    """
    rules = find_rules(edition, options)
    if not isinstance(rules, TrickGameRules):
        raise Unsupported(f"{rules.name}: cards are compared by the solver, which knows games of tricks")
    get_player(player)  # says what is wrong with it
    check_count("deals", deals, 2)
    check_count("workers", workers, 1)
    if check_count("tricks", tricks, 1) > rules.hand_size:
        raise ValueError(f"hands of {rules.hand_size} cards make no {tricks} tricks")
    measure = _Measure(rules, player, check_seed(seed), tricks)
    found: list[tuple[str, int]] = []
    with Progress(deals, progress) as told:
        try:
            for one in run_numbers(measure.cost_of, deals, workers):
                found.append(one)
                told.add(1)
        except KeyboardInterrupt:
            if not found:
                raise
    codes, costs = zip(*found, strict=True)
    return OpenCardCost(rules, get_player_name(player), seed, tricks, codes, costs)


@dataclass(frozen=True)
class _Measure:
    """What is measured: all that a process has to know."""

    rules: TrickGameRules
    player: str | Player
    seed: int
    tricks: int

    def cost_of(self, number: int) -> tuple[str, int]:
        """The code and the cost of the deal of this number."""
        round = self._begin(number)
        persons = self.rules.persons
        players = dict.fromkeys(persons, get_player(self.player))
        chances = {one: Random(derive_seed(self.seed, "chances", number, one)) for one in persons}
        value, cost = _value(round), 0
        while not round.over:
            choice = find_only_move(round) is None
            after = play_move(round, players, chances)
            if choice:  # where there is none, nothing is lost
                best, value = value, _value(after)
                cost += abs(best - value)
            round = after
        return deal_code(round.deal, self.rules.full_id), cost

    def _begin(self, number: int) -> TrickRound:
        """The position from which the player plays."""
        players = dict.fromkeys(self.rules.persons, rulebook_player)
        chances = dict.fromkeys(self.rules.persons, Random(0))  # this player leaves nothing to chance
        for again in count():
            dealt = deal_number(self.rules, self.seed, number, *([again] if again else []))
            round = play_on(dealt, players, chances, self._is_begin)
            assert isinstance(round, TrickRound)
            if not round.over:
                return round
        raise AssertionError("some hand is played")

    def _is_begin(self, round: object) -> bool:
        assert isinstance(round, TrickRound)
        return (
            round.trick is not None
            and not round.trick.cards
            and len(round.tricks) == self.rules.hand_size - self.tricks
        )


def _value(round: TrickRound) -> int:
    """What the bidder's side takes from here with all cards open, in thousands of dollars."""
    if round.over:
        assert round.bidder is not None
        return round.captured[round.side_of(round.bidder)]
    return solve(round).value
