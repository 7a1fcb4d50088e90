"""The scores of many rounds, asked of the readable rules once for each outcome."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from mam.games.trick_round import TrickRound, score_sides
from mam.rules.cards import money_in
from mam.support.steps import in_steps

if TYPE_CHECKING:
    from mam.engine.rollouts.continuation import RolloutResult

_NUMBERS_PER_KEY, _BITS = 3, 20  # how many numbers of how many bits are packed into one
_MAX_CONTRACTS = 128  # contracts whose scores are remembered …
_MAX_OUTCOMES = 1 << 12  # … and outcomes of each: about 100 MB in all

_SCORED_IN_STEP = 100  # outcomes that are scored in one short step

Scores = dict[str, NDArray[np.int64]]
Outcome = tuple[int, ...]  # who scored with the bidder, as a mask of seats, and what each side captured, or each seat

# Results of `_find_outcomes`, kept while the rollout result is alive: every bid needs the same ones.
_OUTCOMES: WeakKeyDictionary[RolloutResult, tuple[list[Outcome], NDArray[np.int64]]] = WeakKeyDictionary()


@in_steps
def score_results(
    round: TrickRound,
    end: RolloutResult,
    bidder: str | None = None,
    bid: int | None = None,
    rows: NDArray[np.bool_] | None = None,
) -> Generator[None, None, Scores]:
    """Return the score under each name for each row, in thousands of dollars or points, if this person has this bid.

    `bidder` and `bid` None are those of the round; `rows` picks some of the rows. Bids that are still sealed count as none.
    """
    contract = replace(round, bidder=bidder or round.bidder, bid=round.bid if bid is None else bid)
    accounts = list(round.rules.accounts)
    if end not in _OUTCOMES:
        _OUTCOMES[end] = _find_outcomes(round, end)
        yield
    outcomes, outcome_numbers = _OUTCOMES[end]
    if rows is not None:
        outcome_numbers = outcome_numbers[rows]
    scores_by_outcome = _find_scores(_Key(contract))
    scores = np.zeros((len(outcomes), len(accounts)), np.int64)
    present = np.flatnonzero(np.bincount(outcome_numbers, minlength=len(outcomes)))
    for first in range(0, len(present), _SCORED_IN_STEP):
        part, known = present[first : first + _SCORED_IN_STEP], len(scores_by_outcome)
        scores[part] = [scores_by_outcome[outcomes[number]] for number in part.tolist()]
        if len(scores_by_outcome) != known:  # to look up what was scored before takes no time
            yield
    return {name: scores[outcome_numbers, index] for index, name in enumerate(accounts)}


@in_steps
def score_bids(
    round: TrickRound, end_of: Callable[[str], RolloutResult], bidders: NDArray[np.int64], bids: NDArray[np.int64]
) -> Generator[None, None, Scores]:
    """Return the scores where each row has its own bidder (the number of a seat; -1: nobody, and no score) and bid.

    `end_of` returns how all rows end if one seat is the bidder.
    """
    entered = {name: np.zeros(len(bids), np.int64) for name in round.rules.accounts}
    for bidder, bid in sorted({*zip(bidders.tolist(), bids.tolist(), strict=True)}):
        if bidder >= 0:
            rows, seat = (bidders == bidder) & (bids == bid), round.rules.seats[bidder]
            scores = yield from score_results.in_steps(round, end_of(seat), seat, bid, rows)
            for name, score in scores.items():
                entered[name][rows] = score
            yield
    return entered


def score_capture(round: TrickRound, person: str, captured: int) -> tuple[float, float]:
    """Return a person's advantage and score if the bidder's side captures this much, and the opponents the rest of the pack.

    What Bull and Bear did to the opponents' money is not known.
    """
    seats, bidder = round.rules.seats, round.bidder or round.deal.dealer
    members = sum(1 << seats.index(seat) for seat in round.sides[round.side_of(bidder)])
    opponents_captured = money_in(round.rules.pack) - round.nested - captured
    outcome = members, captured, opponents_captured
    entered = dict(zip(round.rules.accounts, _find_scores(_Key(round))[outcome], strict=True))
    scores = {name: np.array([score]) for name, score in entered.items()}
    return float(find_advantage(round, scores, person)[0]), float(entered[round.rules.account_of(person)])


def _find_outcomes(round: TrickRound, end: RolloutResult) -> tuple[list[Outcome], NDArray[np.int64]]:
    """Return the different outcomes of rounds, and for each row which of them it is."""
    members = (end.allies * (1 << np.arange(len(round.rules.seats)))).sum(axis=1)
    money = end.money
    if round.rules.alliance != "alone":
        money = np.column_stack([end.captured, money.sum(axis=1) - end.captured])
    rows = np.column_stack([members, money])
    if rows.shape[1] <= _NUMBERS_PER_KEY:  # as one number each they are sorted far faster
        keys = (rows << _BITS * np.arange(rows.shape[1])).sum(axis=1)
        _, first, numbers = np.unique(keys, return_index=True, return_inverse=True)
        distinct = rows[first]
    else:
        distinct, numbers = np.unique(rows, axis=0, return_inverse=True)
    return [tuple(row) for row in distinct.tolist()], numbers.ravel()


class _Key:
    """What a round's scores depend on, to be used as a key."""

    def __init__(self, round: TrickRound) -> None:
        self.round = round
        rules = round.rules
        named = rules.scoring, rules.alliance, rules.seats, tuple(rules.accounts), tuple(rules.sides.items())
        self.facts = named, round.bidder, round.bid, round.sealed, round.carry, round.misdealt

    def __hash__(self) -> int:
        return hash(self.facts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.facts == other.facts


class _Scores(dict[Outcome, tuple[int, ...]]):
    """The scores of each outcome of a round with one contract, found when they are first asked for."""

    def __init__(self, round: TrickRound) -> None:
        super().__init__()
        self.round = round

    def __missing__(self, outcome: Outcome) -> tuple[int, ...]:
        if len(self) == _MAX_OUTCOMES:
            self.clear()
        self[outcome] = scores = _score_outcome(self.round, outcome)
        return scores


@lru_cache(maxsize=_MAX_CONTRACTS)
def _find_scores(key: _Key) -> _Scores:
    """Return the scores of a contract by outcome."""
    return _Scores(key.round)


def _score_outcome(round: TrickRound, outcome: Outcome) -> tuple[int, ...]:
    seats, rules = round.rules.seats, round.rules
    members, *money = outcome
    if rules.alliance == "alone":
        sides: Mapping[str, tuple[str, ...]] = {seat: (seat,) for seat in seats}
        captured = dict(zip(seats, money, strict=True))
    else:
        bidder_side = tuple(seat for index, seat in enumerate(seats) if members >> index & 1)
        opponents = tuple(seat for seat in seats if seat not in bidder_side)
        names = {seats_of_side: name for name, seats_of_side in rules.sides.items()}
        sides = {
            names.get(seats_of_side, "-".join(seats_of_side)): seats_of_side
            for seats_of_side in (bidder_side, opponents)
            if seats_of_side
        }
        captured = dict(zip(sides, money, strict=False))
    scores, _ = score_sides(round, captured, sides)
    return tuple(scores[name] for name in rules.accounts)


def find_advantage(round: TrickRound, scores: Scores, person: str) -> NDArray[np.float64]:
    """Return a person's score minus the mean score of the others, in each row."""
    account = round.rules.account_of(person)
    opposing = [score for name, score in scores.items() if name != account]
    gains: NDArray[np.float64] = scores[account] - np.mean(opposing, axis=0)
    return gains
