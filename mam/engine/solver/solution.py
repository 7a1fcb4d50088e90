"""Exact answers with all cards open: what the bidder's side takes when both sides play their best.

A search only ever answers “can that side still take so much?”; here stands how such answers become a value, and what is
done when time runs out. `position.py` holds what is searched, `search.py` the search; see `docs/solver.md`.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Protocol, TextIO

from mam.engine import Unsupported
from mam.engine.budget import Budget, Stopped, Told, check_limit
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.rules.amounts import format_amount
from mam.rules.cards import UNSEEN, Card
from mam.rules.moves import Play

_FIRST_TRY = 300_000  # nodes for a question before an easier one is asked
_HARD = 50_000_000  # nodes after which a question is hard, even if there is no hurry


@dataclass(frozen=True)
class Solution:
    """What the bidder's side takes in a round under best play of both sides, with all cards open.

    `low` and `high` are proven bounds on its money of the whole round in thousands of dollars, what it has captured before
    included. `moves` bounds it for each legal card of the seat to move, and `line` is one line of best play, where these
    were asked for. `nodes` are the positions searched. `stopped` says what ended the search too early: "time", "nodes",
    "interrupted", or nothing.
    """

    round: TrickRound
    side: str
    low: int
    high: int
    moves: Mapping[Card, tuple[int, int]] = field(default_factory=dict)
    line: tuple[Card, ...] = ()
    nodes: int = 0
    seconds: float = 0.0
    stopped: str = ""

    @property
    def exact(self) -> bool:
        """Whether the value is known."""
        return self.low == self.high

    @property
    def value(self) -> int:
        """The money of the bidder's side, in thousands of dollars; raises ValueError while only bounds are known."""
        if not self.exact:
            raise ValueError(f"only bounds are proven: {format_amount(self.low)} to {format_amount(self.high)}")
        return self.low

    def makes(self, bid: int) -> bool | None:
        """Whether the side makes so many thousands of dollars; None where the bounds do not tell."""
        return True if self.low >= bid else False if self.high < bid else None

    def __str__(self) -> str:
        names = self.round.side_names[self.side]
        if self.exact:
            return f"{names} take {format_amount(self.low)} with best play on both sides"
        return f"{names} take {format_amount(self.low)} to {format_amount(self.high)} with best play on both sides"


class Searched(Protocol):
    """A position that can be asked; amounts are what the bidder's side still takes, in units of `unit` thousands."""

    unit: int

    @property
    def most(self) -> int:
        """No more than this can be taken."""

    def guess(self) -> int:
        """What is likely to be taken."""

    def probe(self, need: int, budget: Budget, most: int | None = None) -> int | None:
        """So much can be taken at least, if that is `need` or more; else an upper bound below it. None after `most` nodes;
        raises Stopped when the budget is used up.
        """


# What is asked


def solve(
    round: Round,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    moves: bool = False,
    line: bool = False,
    progress: bool | TextIO = False,
) -> Solution:
    """The exact money of the bidder's side with all cards open and best play on both sides, from this position on.

    Within a budget of `seconds` or `nodes`, or after an interrupt (Ctrl-C, or the notebook's stop button), what is proven
    until then is returned: bounds, never a guess. The first call compiles the search for some seconds; `mam warm` does it
    ahead. `moves` asks for the value of each legal card, `line` for a line of best
    play. `progress` tells how it goes, on standard error or the stream given.

    Raises Unsupported for a game that the solver does not know (it needs four hands, two sides, one pack), ValueError for
    a position with unseen cards or without cards to play.

    >>> import mam
    >>> round = mam.make_position("make-a-million-1935", "N R40 B2 | E R30 B5 | S R1 B40 | W R2 B3", "B", bidder="N")
    >>> print(mam.solve(round))
    North-South take $115,000 with best play on both sides
    """
    checked = _check(round)
    with Told(progress) as tell:
        found = Found(checked)
        found.after.update(_list_after(checked) if moves else ())
        budget = Budget(check_limit("seconds", seconds), check_limit("nodes", nodes), tell)
        try:
            found.settle(budget)
            for after in found.after.values():
                after.settle(budget, found.low)
            best = tuple(_follow(found, budget)) if line else ()
            stopped = ""
        except (Stopped, KeyboardInterrupt) as reason:
            best, stopped = (), str(reason) or "interrupted"
    return Solution(
        checked,
        found.side,
        *found.spelled,
        {card: after.spelled for card, after in found.after.items()},
        best,
        budget.spent,
        budget.elapsed(),
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
    """Whether the bidder's side can take so many thousands of dollars in this round, whatever the others play; None where
    the budget was used up, or the search interrupted, before that was proven. Quicker than the exact value.

    The first call compiles the search for some seconds; `mam warm` does it ahead.

    Raises what `solve` raises, and ValueError for a bid that is no whole number.

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
    """What `can_make` answers, and why the search ended before that was proven: "" where it was proven, "interrupted" after
    Ctrl-C.
    """
    if not isinstance(bid, int) or isinstance(bid, bool):
        raise ValueError(f"a bid is a whole number of thousands of dollars, not {bid!r}")
    found = Found(_check(round))
    with Told(progress) as tell:
        budget = Budget(check_limit("seconds", seconds), check_limit("nodes", nodes), tell)
        need = -((found.taken - bid) // found.unit)  # what is missing, rounded up
        try:
            value = found.position.probe(need, budget) if found.position else 0
        except (Stopped, KeyboardInterrupt) as reason:
            return None, str(reason) or "interrupted"
    assert value is not None
    return value >= need, ""


def _check(round: object) -> TrickRound:
    """The round, if the solver can solve it; raises Unsupported, TypeError or ValueError otherwise."""
    checked = check_solvable(round)
    if any(UNSEEN in hand for hand in checked.hands.values()):
        raise ValueError("the solver needs all cards open; mam.worlds fills in the unseen ones of a view")
    return checked


def check_solvable(round: object) -> TrickRound:
    """The round, if the solver can solve it once its cards are known; raises as `solve` does."""
    if not isinstance(round, Round):
        raise TypeError(f"the solver solves a round, not {round!r}")
    rules = round.rules
    if not isinstance(round, TrickRound) or round.rules.tricks.counts != "money":
        raise Unsupported(f"{rules.name}: the solver knows the games in which money is captured")
    if len(rules.seats) != 4 or round.rules.alliance not in ("fixed", "dummy") or rules.half_hidden_seats:
        raise Unsupported(f"{rules.name}: the solver needs four hands, two sides, and no cards face down under others")
    if len(set(rules.pack)) != len(rules.pack):
        raise Unsupported(f"{rules.name}: the solver needs one pack, in which no card is there twice")
    if round.phase != "play":
        raise ValueError(f"there is nothing to solve in the phase “{round.phase}”: there must be cards to play")
    return round


@cache
def _say_plain() -> None:
    """Once is enough."""
    warnings.warn(
        'numba is not installed (pip install "mam[lab]" brings it): the solver uses the readable rules, which takes far longer',
        stacklevel=4,
    )


def _open(round: TrickRound) -> Searched:
    try:
        from mam.engine.solver.position import Position
    except ImportError:
        from mam.engine.solver.minimax import Plain

        _say_plain()
        return Plain(round)
    return Position(round)


# How answers become a value


class Found:
    """What is proven of a round: bounds on what the bidder's side still takes, in units, and the same after each card."""

    def __init__(self, round: TrickRound) -> None:
        assert round.bidder is not None
        self.round, self.side = round, round.side_of(round.bidder)
        self.taken = round.captured[self.side]
        self.position = None if round.over else _open(round)
        self.unit = self.position.unit if self.position else 1
        self.after: dict[Card, Found] = {}
        self.forget()

    def forget(self) -> None:
        """Begin anew: nothing is proven of the position, in which other cards may lie now."""
        self.low, self.high = 0, self.position.most if self.position else 0

    @property
    def spelled(self) -> tuple[int, int]:
        """The bounds as money of the whole round, in thousands of dollars."""
        return self.taken + self.low * self.unit, self.taken + self.high * self.unit

    def ask(self, need: int, budget: Budget, most: int | None = None) -> int | None:
        """Put one question, and keep what the answer proves."""
        assert self.position is not None
        value = self.position.probe(need, budget, most)
        if value is not None and value >= need:
            self.low = max(self.low, value)
        elif value is not None:
            self.high = min(self.high, value)
        return value

    def settle(self, budget: Budget, near: int | None = None) -> None:
        """Narrow the bounds until they meet; `near` is what others like this one are worth, in units."""
        if self.position is None or self.low == self.high:
            return
        guess = self.position.guess() if near is None else near
        if budget.seconds is None and budget.nodes is None:
            self._ask_beside(guess, budget)
        self._ask_easy_first(guess, budget)  # what is left

    def _ask_beside(self, guess: int, budget: Budget) -> None:
        """Ask at a guess, then beside what each answer proves: the fewest positions in all. Gives up at a hard question."""
        need, stride = min(max(guess, self.low + 1), self.high), 1  # a first step of two saves questions
        while self.low < self.high:
            value = self.ask(need, budget, _HARD)
            if value is None:
                return
            beside = self.low + 1 + stride if value >= need else self.high - stride
            need, stride = min(max(beside, self.low + 1), self.high), 0

    def _ask_easy_first(self, guess: int, budget: Budget) -> None:
        """Ask so that little time proves much: a question that takes long is put aside for one nearer to what is proven."""
        reach, allowed = [1.0, 1.0], _FIRST_TRY  # how far toward the guess to ask, from below and from above
        while self.low < self.high:
            guess = min(max(guess, self.low), self.high)
            gaps = [(guess - self.low) * reach[0], (self.high - guess) * reach[1]]
            above = gaps[1] > gaps[0]
            step = max(1, math.ceil(gaps[above]))
            answer = self.ask(self.high - step + 1 if above else self.low + step, budget, allowed)
            if answer is None and step > 1:
                reach[above] /= 2
            elif answer is None:
                reach, allowed = [1.0, 1.0], 4 * allowed


def _list_after(round: TrickRound) -> Iterator[tuple[Card, Found]]:
    """Each legal card, and the position after it; nothing is proven of it yet."""
    for move in round.moves():
        assert isinstance(move, Play)
        yield move.card, Found(round._apply(move))


def _follow(found: Found, budget: Budget) -> Iterator[Card]:
    """One line of best play, card by card, from a position whose value is known."""
    while not found.round.over:
        ours = found.round.turn in found.round.sides[found.side]
        value = found.spelled[0]
        for card, after in _list_after(found.round):
            need = -((after.taken - value) // after.unit)
            low = after.ask(need if ours else need + 1, budget) if after.position else 0
            assert low is not None
            kept = after.taken + low * after.unit
            if kept >= value if ours else kept <= value:
                after.low = after.high = need
                found = after
                yield card
                break
        else:
            raise AssertionError("some card keeps the value")
