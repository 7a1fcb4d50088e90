"""The decision of a round that mattered most, by the measures of a review: what was sure in the last tricks, simulated deals before them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from mam.games.trick_round import TrickRound
from mam.games.views import View, view
from mam.players.turns import find_only_move
from mam.rules.moves import Bid, Move, Play
from mam.studies.problems.decisions import find_last_tricks, find_sure_costs

Adviser = Callable[[View[TrickRound]], Move]
Turn = tuple[TrickRound, Move]  # the round before a decision of yours, and what you did


@dataclass(frozen=True)
class TurningPoint:
    """Your decision with this index: a mistake with the better choice, or a find with the next best card (`is_sure`) or what the rulebook player does.

    A bid as the better choice is the most that is worth bidding. `amount` is the difference (thousands of dollars or points); `is_sure` tells whether the cards guarantee it. Otherwise it is the
    mean of simulated deals.
    """

    index: int
    round: TrickRound
    move: Move
    other: Move
    amount: int
    is_mistake: bool
    is_sure: bool


def judge_turns(
    turns: Sequence[Turn], end: TrickRound, you: str, advise: Adviser | None = None
) -> Iterator[TurningPoint | None]:
    """Yield for each of your decisions in a finished round whether it was a mistake or a find; None for any other.

    With at most five tricks left what is sure decides: $10,000 or more. Before, and where that can't be found, the review does: $20,000
    or more (a point, where points are counted) and four standard errors. There a find is a choice that nothing beats where the rulebook player's costs as
    much as a mistake. A move that `advise` gives is never a mistake, nor such a find. Raises ImportError where nothing can compute that.
    """
    for index, (before, move) in enumerate(turns):
        is_advised = advise is not None and advise(view(before, you)) == move
        point = None if find_only_move(before) is not None else _judge(index, before, move, end, you, is_advised)
        yield None if point and point.is_mistake and is_advised else point


def _judge(
    index: int, before: TrickRound, move: Move, end: TrickRound, you: str, is_advised: bool
) -> TurningPoint | None:
    if len(before.history) >= find_last_tricks(end) and isinstance(move, Play):
        costs = find_sure_costs(before, you, move.card)
        if costs is not None and costs.is_mistake:
            return TurningPoint(index, before, move, Play(costs.best), costs.cost, is_mistake=True, is_sure=True)
        if costs is not None and costs.is_find and costs.second is not None:
            return TurningPoint(index, before, move, Play(costs.second), costs.lead, is_mistake=False, is_sure=True)
        if costs is not None:
            return None
    return None if is_advised else _review(index, before, move, end, you)


def choose_turning_point(points: Sequence[TurningPoint]) -> TurningPoint | None:
    """Return the costliest mistake; if there is none, the best find."""
    return max(points, key=lambda point: (point.is_mistake, point.amount), default=None)


def _review(index: int, before: TrickRound, move: Move, end: TrickRound, you: str) -> TurningPoint | None:
    """Return a decision if the review finds that it was a clear mistake, or, where money is counted, a find."""
    from mam.analysis.advice import review_each  # what simulates takes a second to load
    from mam.analysis.alternatives import GoTo, parse_alternative
    from mam.studies.problems.earlier_decisions import MIN_COST, choose_usual, find_gain, is_clear

    row, counts_money = (
        next(review_each(end, persons=you, start=len(before.history))),
        end.rules.tricks.counts == "money",
    )
    if counts_money and float(str(row["cost"])) <= 0 and len(before.history) < find_last_tricks(end):
        usual = choose_usual(before, you)
        gain = find_gain(before, move, usual)
        return TurningPoint(index, before, move, usual, gain, is_mistake=False, is_sure=False) if gain else None
    if not is_clear(row, MIN_COST if counts_money else 1):
        return None
    better = next(
        part for part in parse_alternative(str(row["best"])) if part != move
    )  # another trump after the same discard
    other = Bid(better.limit, better.trump) if isinstance(better, GoTo) else better
    return TurningPoint(index, before, move, other, round(float(str(row["cost"]))), is_mistake=True, is_sure=False)
