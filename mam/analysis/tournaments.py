"""Duplicate matches: two players play the same deals with seats exchanged, so that the luck of the cards cancels out.

Each deal is played twice. At the first table player a has the seats of one side and b those of the other (without two fixed
sides: every other seat each); at the second table they exchange seats. The score of the round is compared, auction included;
a hand that is passed out or thrown in counts 0 for everybody. Rounds are independent: nothing is carried over, and hands
that shrink during a match have their full size. If a player has several scores (everybody scores alone), their mean counts.
The `difference` of a deal is a's score minus b's, the mean of its two tables, in thousands of dollars (in some games points).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, TextIO

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
from mam.support.estimates import Estimate
from mam.text.deal_codes import encode_deal

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class TournamentRound:
    """One round of a tournament: the number and code of its deal, the table, the seats of player a, and the result.

    `bid` and `taken` (what the bidder's side captured) are in thousands of dollars, in some games points; they, `bidder`
    and `trump` are None if nobody was the bidder. `score_a` and `score_b` are means over the scores of a player.
    """

    number: int
    deal: str
    table: int
    seats_a: tuple[str, ...]
    bidder: str | None
    bid: int | None
    trump: Trump | None
    taken: int | None
    score_a: float
    score_b: float

    @property
    def difference(self) -> float:
        """The score of a minus that of b at this table."""
        return self.score_a - self.score_b


@dataclass(frozen=True, repr=False)
class Tournament:
    """The result of a duplicate match: every table that was played, in the order of the deals.

    `requested` is the number of deals asked for; after an interrupt fewer were played.
    """

    rules: RuleSet
    a: str
    b: str
    seed: int
    requested: int
    level: float
    tables: tuple[TournamentRound, ...]

    def __len__(self) -> int:
        return len(self.differences)

    @cached_property
    def differences(self) -> tuple[float, ...]:
        """The difference for each deal: the mean of its tables."""
        by_deal: dict[int, list[float]] = {}
        for table in self.tables:
            by_deal.setdefault(table.number, []).append(table.difference)
        return tuple(map(fmean, by_deal.values()))

    @cached_property
    def estimate(self) -> Estimate:
        """The mean difference. Deals are independent; the two tables of one deal are not, so a deal counts once."""
        return Estimate.of(self.differences)

    @property
    def mean(self) -> float:
        """The mean difference per round."""
        return self.estimate.mean

    @property
    def standard_error(self) -> float:
        """The standard error of the mean difference."""
        return self.estimate.standard_error

    @property
    def interval(self) -> tuple[float, float]:
        """The confidence interval for the mean difference at the `level`."""
        return self.estimate.interval(self.level)

    @property
    def is_decided(self) -> bool:
        """Whether the confidence interval excludes 0, so that one player is better at this level."""
        low, high = self.interval
        return low > 0 or high < 0

    def frame(self) -> pd.DataFrame:
        """Return a table (pandas) with a row for each round played."""
        import pandas as pd

        return pd.DataFrame(
            {
                "deal": table.deal,
                "table": table.table,
                "seats_a": " ".join(table.seats_a),
                "bidder": table.bidder,
                "bid": table.bid,
                "trump": None if table.trump is None else table.trump.value,
                "taken": table.taken,
                "score_a": table.score_a,
                "score_b": table.score_b,
                "difference": table.difference,
            }
            for table in self.tables
        )

    def __repr__(self) -> str:
        (low, high), mean, error = self.interval, self.mean, self.standard_error
        unit = "thousand dollars" if self.rules.scoring.money else "points"
        first, second, sign = (self.a, self.b, 1) if mean >= 0 else (self.b, self.a, -1)
        low, high = sorted((sign * low, sign * high))
        places = 0 if error >= 2 else 2
        verb = f"{first} beats {second} by" if self.is_decided else f"no clear difference between {first} and {second}:"
        count = f"{len(self):,}" + (f" of {self.requested:,}" if len(self) < self.requested else "")
        return (
            f"{verb} {abs(mean):.{places}f} {unit} a deal "
            f"(SE {error:.{places}f}, {100 * self.level:g}% confidence interval {low:.{places}f} to {high:.{places}f}, {count} deals)"
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
    """Play a duplicate match between two players: names (see `mam.players.PLAYERS`) or functions of a view and a `Random`.

    Deal number i, and everything its players leave to chance, depends only on the seed and i: not on the number of deals or
    of `workers` (processes; a function must then pickle). But a player with a time limit may not play the same way twice.
    An interrupt (Ctrl-C) ends the match with the deals played so far. `progress` reports on standard error or a stream;
    `level` is the confidence level of the interval.

    Two null tests show that the method favors nobody. A player against itself has differences around 0, because each seat
    has its own random numbers. But a player without randomness plays both tables alike, so every difference is exactly 0: true,
    but weak. With `exchange=False` each deal is played at one table only, and the seats are drawn at random. Then the luck of
    the cards stays in the differences, and the interval of a player against itself misses 0 as often as its level says.

    Raises ValueError for an unknown edition, option or player, for fewer than 2 deals, and for a player's illegal move (with
    its name, the deal and the position); TypeError for anything that is not a player, number or seed.

    >>> tournament("make-a-million-1935", "rulebook", "rulebook", 2, seed=1).differences
    (0.0, 0.0)
    """
    rules = find_rules(edition, options, players)
    for player in (a, b):
        get_player(player)  # raises for an unknown one
    contest = _Contest(rules, a, b, check_seed(seed), exchange)
    check_count("deals", deals, 2)
    check_count("workers", workers, 1)
    Estimate(0, 1, 2).interval(level)  # raises for an impossible level
    tables: list[TournamentRound] = []
    with Progress(deals, progress) as line:
        try:
            for played in run_numbers(contest.play, deals, workers):
                tables += played
                line.add(1)
        except KeyboardInterrupt:
            if not tables:
                raise
    return Tournament(rules, get_player_name(a), get_player_name(b), seed, deals, level, tuple(tables))


def split_seats(rules: RuleSet) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Split the persons into two parties: the two fixed sides, or every other seat.

    >>> split_seats(find_rules("make-a-million-1935")), split_seats(find_rules("sweven", players=3))
    ((('N', 'S'), ('E', 'W')), (('A', 'C'), ('B',)))
    """
    if isinstance(rules, TrickGameRules) and rules.sides:
        first, second = ([person for person in rules.persons if person in side] for side in rules.sides.values())
        return tuple(first), tuple(second)
    return rules.persons[::2], rules.persons[1::2]


# Playing


@dataclass(frozen=True)
class _Contest:
    """The contest: who plays what, all that a worker process needs."""

    rules: RuleSet
    a: str | Player
    b: str | Player
    seed: int
    exchange: bool

    def play(self, number: int) -> tuple[TournamentRound, ...]:
        """Play the tables of the deal with this number."""
        start = deal_number(self.rules, self.seed, number)
        code = encode_deal(start.deal, self.rules.full_id)
        parties: tuple[tuple[str, ...], ...] = split_seats(self.rules)
        if not self.exchange:  # draw the seats of a
            first = Random(derive_seed(self.seed, "chairs", number)).random() < 0.5
            parties = (parties[0 if first else 1],)
        return tuple(self._play_table(start, code, number, table, seats_a) for table, seats_a in enumerate(parties, 1))

    def _play_table(
        self, start: Round, code: str, number: int, table: int, seats_a: tuple[str, ...]
    ) -> TournamentRound:
        a, b = get_player(self.a), get_player(self.b)
        persons = self.rules.persons
        rngs = {person: Random(derive_seed(self.seed, "chances", number, table, person)) for person in persons}
        result = play_on(start, {person: a if person in seats_a else b for person in persons}, rngs).result
        assert result is not None
        seats_b = tuple(person for person in persons if person not in seats_a)
        means = (_mean_score(self.rules, result.scores, seats) for seats in (seats_a, seats_b))
        return TournamentRound(number, code, table, seats_a, *_contract(result), *means)


def _contract(result: Outcome) -> tuple[str | None, int | None, Trump | None, int | None]:
    """Return the bidder, the bid, the trump and what that side captured; None each if nobody bid."""
    if not isinstance(result, Result):
        return None, None, None, None
    captured = None if result.side is None else result.captured[result.side]
    return result.bidder, result.bid, result.trump, captured


def _mean_score(rules: RuleSet, scores: Mapping[str, int], persons: Sequence[str]) -> float:
    """Return the mean score of these persons: one for a side, one for each who scores alone."""
    accounts = {rules.account_of(person) for person in persons}
    return fmean(scores[account] for account in accounts)
