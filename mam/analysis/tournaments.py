"""Duplicate matches: two players at the same deals with the chairs exchanged, so that the luck of the cards cancels.

Each deal is played twice. At the first table player a has the chairs of one side and b those of the other (where there are
no two fixed sides: every other chair each); at the second table they have exchanged them. What is compared is the score of
the round under the game's own rules, auction and all; a hand that is passed out or thrown in counts 0 for everybody. Every
round stands alone: nothing is carried into it from another, and hands that shrink in a match have their full size. Where a
player has several scores (everybody scores alone), their mean is taken. A deal's `difference` is a's score less b's, the
mean of its two tables, in thousands of dollars (in some games points) a round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, TextIO

from mam.analysis.estimates import Estimate
from mam.analysis.numbered_rounds import deal_number, run_numbers
from mam.analysis.progress import Progress
from mam.engine.budget import check_count
from mam.games.registry import find_rules
from mam.games.round import Round
from mam.players import Player, get_player, get_player_name, play_on
from mam.rules.cards import Trump
from mam.rules.dealing import check_seed, derive_seed
from mam.rules.editions import RuleSet, TrickGameRules
from mam.rules.scoring import Outcome, Result
from mam.text.deal_codes import deal_code

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class PlayedTable:
    """One round of a tournament: the number and code of its deal, the table, which chairs a had, and what came of it.

    `bid` and `taken` (what the bidder's side captured) are in thousands of dollars, in some games points; they, `bidder`
    and `trump` are None where nobody was the bidder. `score_a` and `score_b` are means over the scores of a player.
    """

    number: int
    deal: str
    table: int
    chairs_a: tuple[str, ...]
    bidder: str | None
    bid: int | None
    trump: Trump | None
    taken: int | None
    score_a: float
    score_b: float

    @property
    def difference(self) -> float:
        """What a scored more than b at this table."""
        return self.score_a - self.score_b


@dataclass(frozen=True, repr=False)
class Tournament:
    """What came of a duplicate match: every table that was played, in the order of the deals.

    `asked` is how many deals were to be played: more than there are after an interrupt.
    """

    rules: RuleSet
    a: str
    b: str
    seed: int
    asked: int
    level: float
    tables: tuple[PlayedTable, ...]

    def __len__(self) -> int:
        return len(self.differences)

    @cached_property
    def differences(self) -> tuple[float, ...]:
        """For each deal what a scored more than b, the mean of its tables."""
        found: dict[int, list[float]] = {}
        for one in self.tables:
            found.setdefault(one.number, []).append(one.difference)
        return tuple(map(fmean, found.values()))

    @cached_property
    def estimate(self) -> Estimate:
        """The mean difference with its standard error: the deals are independent, the two tables of one deal are not."""
        return Estimate.of(self.differences)

    @property
    def mean(self) -> float:
        """What a scores more than b in a round, on average."""
        return self.estimate.mean

    @property
    def standard_error(self) -> float:
        """The standard error of the mean."""
        return self.estimate.standard_error

    @property
    def interval(self) -> tuple[float, float]:
        """The interval that holds the true mean with the confidence `level`, by the normal law."""
        return self.estimate.interval(self.level)

    @property
    def decided(self) -> bool:
        """Whether the interval leaves zero out: one of the two is better, as far as this level of confidence goes."""
        low, high = self.interval
        return low > 0 or high < 0

    def frame(self) -> pd.DataFrame:
        """A table (pandas), one row for each round played: what `PlayedTable` says, and the difference at that table."""
        import pandas as pd

        return pd.DataFrame(
            {
                "deal": one.deal,
                "table": one.table,
                "chairs_a": " ".join(one.chairs_a),
                "bidder": one.bidder,
                "bid": one.bid,
                "trump": None if one.trump is None else one.trump.value,
                "taken": one.taken,
                "score_a": one.score_a,
                "score_b": one.score_b,
                "difference": one.difference,
            }
            for one in self.tables
        )

    def __repr__(self) -> str:
        (low, high), mean, error = self.interval, self.mean, self.standard_error
        unit = "thousand dollars" if self.rules.scoring.money else "points"
        first, second, sign = (self.a, self.b, 1) if mean >= 0 else (self.b, self.a, -1)
        low, high = sorted((sign * low, sign * high))
        places = 0 if error >= 2 else 2
        verb = f"{first} beats {second} by" if self.decided else f"{first} and {second} are not told apart:"
        count = f"{len(self):,}" + (f" of {self.asked:,}" if len(self) < self.asked else "")
        return (
            f"{verb} {abs(mean):.{places}f} {unit} a deal "
            f"(SE {error:.{places}f}, {100 * self.level:g} % interval {low:.{places}f} to {high:.{places}f}, {count} deals)"
        )


def tournament(
    edition: str,
    a: str | Player,
    b: str | Player,
    deals: int = 1000,
    *,
    seed: int = 1,
    options: Sequence[str] = (),
    players: int | None = None,
    exchange: bool = True,
    workers: int = 1,
    progress: bool | TextIO = False,
    level: float = 0.99,
) -> Tournament:
    """A duplicate match between two players: names (see `mam.players.PLAYERS`) or functions of a view and a `Random`.

    Deal number i, and all that its players leave to chance, depends only on the seed and i: not on how many deals there are,
    nor on the `workers`, the processes that play (a function has to pickle then). A player that is given seconds, not worlds,
    never plays quite the same twice, though. An interrupt (Ctrl-C) ends it with the deals played so far. `progress` is told
    on standard error or the stream given, `level` is that of the interval.

    Two null tests show that the machinery favors nobody. A player against itself has differences around zero: its chairs
    have their own chances each. But one that leaves nothing to chance plays both tables alike, so that every difference is
    exactly 0, and so is the interval: true, but weak. With `exchange=False` each deal is played at one table only, where it
    is drawn by lot who has which chairs. Then the luck of the cards stays in the differences, and the interval of a player
    against itself is a real one; it misses zero as often as its level says.

    Raises ValueError for an unknown edition, option or player, for fewer than 2 deals, and for a player's illegal move, with
    its name, the deal and the position; TypeError for what is no player, number or seed.

    >>> tournament("make-a-million-1935", "rulebook", "rulebook", 2, seed=1).differences
    (0.0, 0.0)
    """
    rules = find_rules(edition, options, players)
    for one in (a, b):
        get_player(one)  # says what is wrong with it
    contest = _Contest(rules, a, b, check_seed(seed), exchange)
    check_count("deals", deals, 2)
    check_count("workers", workers, 1)
    Estimate(0, 1, 2).interval(level)  # says what is wrong with a level
    tables: list[PlayedTable] = []
    with Progress(deals, progress) as told:
        try:
            for played in run_numbers(contest.play, deals, workers):
                tables += played
                told.add(1)
        except KeyboardInterrupt:
            if not tables:
                raise
    return Tournament(rules, get_player_name(a), get_player_name(b), seed, deals, level, tuple(tables))


def share_chairs(rules: RuleSet) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The persons in two parties: those of each fixed side, or every other one round the table.

    >>> share_chairs(find_rules("make-a-million-1935")), share_chairs(find_rules("sweven", players=3))
    ((('N', 'S'), ('E', 'W')), (('A', 'C'), ('B',)))
    """
    if isinstance(rules, TrickGameRules) and rules.sides:
        first, second = ([one for one in rules.persons if one in side] for side in rules.sides.values())
        return tuple(first), tuple(second)
    return rules.persons[::2], rules.persons[1::2]


# Playing


@dataclass(frozen=True)
class _Contest:
    """What is played, and by whom: all that a process has to know."""

    rules: RuleSet
    a: str | Player
    b: str | Player
    seed: int
    exchange: bool

    def play(self, number: int) -> tuple[PlayedTable, ...]:
        """The tables of the deal of this number."""
        dealt = deal_number(self.rules, self.seed, number)
        code = deal_code(dealt.deal, self.rules.full_id)
        chairs: tuple[tuple[str, ...], ...] = share_chairs(self.rules)
        if not self.exchange:  # by lot who has which
            first = Random(derive_seed(self.seed, "chairs", number)).random() < 0.5
            chairs = (chairs[0 if first else 1],)
        return tuple(self._play_table(dealt, code, number, table, own) for table, own in enumerate(chairs, 1))

    def _play_table(self, dealt: Round, code: str, number: int, table: int, own: tuple[str, ...]) -> PlayedTable:
        a, b = get_player(self.a), get_player(self.b)
        persons = self.rules.persons
        chances = {one: Random(derive_seed(self.seed, "chances", number, table, one)) for one in persons}
        result = play_on(dealt, {one: a if one in own else b for one in persons}, chances).result
        assert result is not None
        others = tuple(one for one in persons if one not in own)
        means = (_mean_score(self.rules, result.scores, chairs) for chairs in (own, others))
        return PlayedTable(number, code, table, own, *_contract(result), *means)


def _contract(result: Outcome) -> tuple[str | None, int | None, Trump | None, int | None]:
    """Who bid what on which trump, and what that side captured; None where nobody did."""
    if not isinstance(result, Result):
        return None, None, None, None
    taken = None if result.side is None else result.captured[result.side]
    return result.bidder, result.bid, result.trump, taken


def _mean_score(rules: RuleSet, scores: Mapping[str, int], persons: Sequence[str]) -> float:
    """The mean of the scores that these persons have: one for a side, one for each who scores alone."""
    own = {rules.account_of(one) for one in persons}
    return fmean(scores[name] for name in own)
