"""Exact answers with all cards open: what the bidder's side takes when both sides play their best.

A search only ever answers “can that side still take this much?” This module turns such answers into a value, and returns
bounds when time runs out. `position.py` holds what is searched, `search.py` the search; see `docs/solver.md`.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Protocol, TextIO

from mam.engine import Unsupported
from mam.engine.budget import Budget, ProgressLine, Stopped, check_limit
from mam.games.round import Round
from mam.games.state import find_counted_side
from mam.games.trick_round import TrickRound
from mam.rules.amounts import format_amount
from mam.rules.cards import UNSEEN, Card
from mam.rules.moves import Play
from mam.support.messages import quote
from mam.support.steps import in_steps, take_all

_FIRST_ATTEMPT = 300_000  # nodes for a question before an easier one is asked
_HARD = 50_000_000  # nodes after which a question counts as hard, even without a limit


class ProvenMoney:
    """What is proven of an amount: it lies between `low` and `high`, in thousands of dollars."""

    low: int
    high: int

    @property
    def exact(self) -> bool:
        """Return whether the value is known."""
        return self.low == self.high

    @property
    def value(self) -> int:
        """Return the money of the counted side, in thousands of dollars. Raises ValueError if only bounds are proven."""
        if not self.exact:
            raise ValueError(f"only bounds are proven: {format_amount(self.low)} to {format_amount(self.high)}")
        return self.low


@dataclass(frozen=True)
class Solution(ProvenMoney):
    """What the bidder's side takes in a round under best play of both sides, with all cards open.

    `low` and `high` are proven bounds on its money in the whole round, in thousands of dollars, including what it has
    captured already. `moves` has the same bounds after each legal card of the seat to move, and `line` is one line of best
    play, as moves that `round.play` takes in turn, if they were asked for. `nodes` is the number of positions searched. `stopped` says what ended the search early:
    "time", "nodes" or "interrupted"; "" if nothing did.
    """

    round: TrickRound
    side: str
    low: int
    high: int
    moves: Mapping[Card, tuple[int, int]] = field(default_factory=dict)
    line: tuple[Play, ...] = ()
    nodes: int = 0
    seconds: float = 0.0
    stopped: str = ""

    def makes(self, bid: int) -> bool | None:
        """Return whether the side makes this bid, in thousands of dollars; None if the bounds leave it open."""
        return True if self.low >= bid else False if self.high < bid else None

    def __str__(self) -> str:
        names = self.round.side_names[self.side]
        if self.exact:
            return f"{names} take {format_amount(self.low)} with best play on both sides"
        return f"{names} take {format_amount(self.low)} to {format_amount(self.high)} with best play on both sides"


Answer = Generator[None, None, int | None]  # the steps to an answer


class SearchPosition(Protocol):
    """A position to search; amounts are what the bidder's side still takes, in units of `unit` thousands of dollars."""

    unit: int

    @property
    def upper_bound(self) -> int:
        """Return what cannot be exceeded."""

    def guess(self) -> int:
        """Return what is likely to be taken."""

    def probe_in_steps(self, need: int, budget: Budget, max_nodes: int | None = None) -> Answer:
        """Return a lower bound of `need` or more, or else an upper bound below it; None after `max_nodes` nodes.

        Raises Stopped when the budget is used up.
        """


# Questions


@in_steps
def solve(
    round: Round,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    moves: bool = False,
    line: bool = False,
    progress: bool | TextIO = False,
    is_canceled: Callable[[], bool] | None = None,
) -> Generator[None, None, Solution]:
    """Return the exact money of the bidder's side from this position on, with all cards open and best play on both sides.

    Of a position in which nobody has bid (`mam.make_position`), it is the money of the side that leads first. When the budget of
    `seconds` or `nodes` is used up, when `is_canceled` answers True, or after an interrupt (Ctrl-C, or the notebook's stop button), the answer is what is proven by then: bounds, never a guess. `moves` asks for the value of each
    legal card, `line` for a line of best play. `progress` shows how far the search is, on standard error or on the stream given.

    The first call compiles the search, which takes some seconds; `mam warm` does it ahead.

    Raises Unsupported for a game that the solver cannot play (it needs four hands, two sides, one pack), ValueError for
    a position with unseen cards or without cards to play.

    >>> import mam
    >>> round = mam.make_position("make-a-million-1935", "N R40 B2 | E R30 B5 | S R1 B40 | W R2 B3", "B", bidder="N")
    >>> print(mam.solve(round))
    North-South take $115,000 with best play on both sides
    """
    fault = _check(round)
    with ProgressLine(progress) as report:
        bounds = ProvenBounds(fault)
        budget = Budget(check_limit("seconds", seconds), check_limit("nodes", nodes), report, is_canceled)
        for card, after in _list_bounds_after(fault) if moves else ():
            bounds.after[card] = after
            yield
        try:
            yield from bounds.narrow(budget)
            for after in bounds.after.values():
                yield from after.narrow(budget, bounds.low)
            best = (yield from _follow(bounds, budget)) if line else ()
            stopped = ""
        except (Stopped, KeyboardInterrupt) as reason:
            best, stopped = (), str(reason) or "interrupted"
    return Solution(
        fault,
        bounds.side,
        *bounds.money,
        {card: after.money for card, after in bounds.after.items()},
        best,
        budget.nodes_used,
        budget.count_seconds(),
        stopped,
    )


def can_make(
    round: Round,
    bid: int,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    progress: bool | TextIO = False,
) -> bool | None:
    """Return whether the bidder's side can take this many thousands of dollars in the round, whatever the opponents play.

    None if the budget was used up, or the search interrupted, before that was proven. Faster than finding the exact value.

    The first call compiles the search, which takes some seconds; `mam warm` does it ahead.

    Raises what `solve` raises, and ValueError for a bid that is not a whole number.

    >>> import mam
    >>> round = mam.make_position("make-a-million-1935", "N R40 B2 | E R30 B5 | S R1 B40 | W R2 B3", "B", bidder="N")
    >>> mam.can_make(round, 115), mam.can_make(round, 120)
    (True, False)
    """
    return judge_bid(round, bid, seconds=seconds, nodes=nodes, progress=progress)[0]


def judge_bid(
    round: Round,
    bid: int,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    progress: bool | TextIO = False,
) -> tuple[bool | None, str]:
    """Return the answer of `can_make`, and what stopped the search early: "time", "nodes", "interrupted", or "" if proven."""
    if not isinstance(bid, int) or isinstance(bid, bool):
        raise ValueError(f"a bid must be a whole number of thousands of dollars, not {quote(bid)}")
    bounds = ProvenBounds(_check(round))
    with ProgressLine(progress) as report:
        budget = Budget(check_limit("seconds", seconds), check_limit("nodes", nodes), report)
        need = -((bounds.captured - bid) // bounds.unit)  # the money still missing, rounded up
        try:
            value = take_all(bounds.position.probe_in_steps(need, budget)) if bounds.position else 0
        except (Stopped, KeyboardInterrupt) as reason:
            return None, str(reason) or "interrupted"
    assert value is not None
    return value >= need, ""


def _check(round: object) -> TrickRound:
    """Return the round if the solver can solve it. Raise Unsupported, TypeError or ValueError otherwise."""
    checked = check_solvable(round)
    if any(UNSEEN in hand for hand in checked.hands.values()):
        raise ValueError("the solver needs all cards open; mam.worlds fills in the unseen cards of a view")
    return checked


def check_solvable(round: object) -> TrickRound:
    """Return the round if the solver can solve it once its cards are known. Raise what `solve` raises otherwise."""
    if not isinstance(round, Round):
        raise TypeError(f"the solver solves a round, not {quote(round)}")
    rules = round.rules
    if not isinstance(round, TrickRound) or round.rules.tricks.counts != "money":
        raise Unsupported(f"{rules.name}: the solver plays only games in which money is captured")
    if len(rules.seats) != 4 or round.rules.alliance not in ("fixed", "dummy") or rules.half_hidden_seats:
        raise Unsupported(f"{rules.name}: the solver needs four hands, two sides, and no face-down cards under others")
    if len(set(rules.pack)) != len(rules.pack):
        raise Unsupported(f"{rules.name}: the solver needs a single pack without duplicate cards")
    if round.phase != "play":
        raise ValueError(
            f"there is nothing to solve in the phase “{round.phase}”: it must be a seat's turn to play a card"
        )
    return round


@cache
def _warn_slow() -> None:
    """Warn once that there is no compiled search."""
    warnings.warn(
        'numba is not installed (pip install "mam[lab]" adds it): the solver uses the readable rules, which takes far longer',
        stacklevel=4,
    )


def _open(round: TrickRound, least_money: int) -> SearchPosition:
    try:  # imported late: numba may be missing, and takes a while to load
        from mam.engine.solver.position import Position
    except ImportError:
        from mam.engine.solver.minimax import ReadablePosition

        _warn_slow()
        return ReadablePosition(round)
    return Position(round, least_money)


# How answers become a value


class ProvenBounds:
    """What is proven of a round: bounds on what the bidder's side still takes, in units, and the same after each card.

    The compiled search counts cards worth less than `least_money` thousand dollars as worthless.
    """

    def __init__(self, round: TrickRound, least_money: int = 0) -> None:
        self.round, self.side = round, find_counted_side(round)
        self.captured = round.captured[self.side]
        self.position = None if round.is_over else _open(round, least_money)
        self.unit = self.position.unit if self.position else 1
        self.after: dict[Card, ProvenBounds] = {}
        self.reset()

    def reset(self) -> None:
        """Forget the bounds: the position may have new cards."""
        self.low, self.high = 0, self.position.upper_bound if self.position else 0

    @property
    def money(self) -> tuple[int, int]:
        """Return the bounds as money in the whole round, in thousands of dollars."""
        return self.captured + self.low * self.unit, self.captured + self.high * self.unit

    def probe(self, need: int, budget: Budget, max_nodes: int | None = None) -> Answer:
        """Ask one question, and tighten the bounds by the answer."""
        assert self.position is not None
        value = yield from self.position.probe_in_steps(need, budget, max_nodes)
        if value is not None and value >= need:
            self.low = max(self.low, value)
        elif value is not None:
            self.high = min(self.high, value)
        return value

    def narrow(self, budget: Budget, guess: int | None = None) -> Generator[None, None, None]:
        """Narrow the bounds in steps until they meet; `guess` is the value of a similar position, in units."""
        if self.position is None or self.low == self.high:
            return
        guess = self.position.guess() if guess is None else guess
        if budget.seconds is None and budget.nodes is None:
            yield from self._ask_near_guess(guess, budget)
        yield from self._ask_easy_first(guess, budget)  # the questions still open

    def _ask_near_guess(self, guess: int, budget: Budget) -> Generator[None, None, None]:
        """Ask at the guess, then next to what each answer proves: the fewest positions in all. Stop at a hard question."""
        need, stride = min(max(guess, self.low + 1), self.high), 1  # a first step of two saves questions
        while self.low < self.high:
            value = yield from self.probe(need, budget, _HARD)
            if value is None:
                return
            next_need = self.low + 1 + stride if value >= need else self.high - stride
            need, stride = min(max(next_need, self.low + 1), self.high), 0

    def _ask_easy_first(self, guess: int, budget: Budget) -> Generator[None, None, None]:
        """Ask so that a short search proves much: a question that takes long is postponed for one closer to what is proven."""
        stretch, node_limit = [1.0, 1.0], _FIRST_ATTEMPT  # how far toward the guess to ask, from below and from above
        while self.low < self.high:
            guess = min(max(guess, self.low), self.high)
            gaps = [(guess - self.low) * stretch[0], (self.high - guess) * stretch[1]]
            above = gaps[1] > gaps[0]
            step = max(1, math.ceil(gaps[above]))
            need = self.high - step + 1 if above else self.low + step
            answer = yield from self.probe(need, budget, node_limit)
            if answer is None and step > 1:
                stretch[above] /= 2
            elif answer is None:
                stretch, node_limit = [1.0, 1.0], 4 * node_limit


def _list_bounds_after(round: TrickRound) -> Iterator[tuple[Card, ProvenBounds]]:
    """Yield each legal card with the bounds after it, not narrowed yet."""
    for move in round.legal_moves:
        assert isinstance(move, Play)
        yield move.card, ProvenBounds(round._apply(move))


def _follow(bounds: ProvenBounds, budget: Budget) -> Generator[None, None, tuple[Play, ...]]:
    """Return one line of best play from a position whose value is known."""
    line: list[Play] = []
    while not bounds.round.is_over:
        is_ours = bounds.round.turn in bounds.round.sides[bounds.side]
        value = bounds.money[0]
        for card, after in _list_bounds_after(bounds.round):
            need = -((after.captured - value) // after.unit)
            low = (yield from after.probe(need if is_ours else need + 1, budget)) if after.position else 0
            assert low is not None
            money = after.captured + low * after.unit
            if money >= value if is_ours else money <= value:
                after.low = after.high = need
                bounds = after
                line.append(Play(card))
                break
        else:
            raise AssertionError("some card keeps the value")
    return tuple(line)
