"""What you can be sure of: the money that one line of play reaches in every layout of the hidden cards."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TextIO

import numpy as np

from mam.engine.belief import search
from mam.engine.belief.belief import Belief, find_belief
from mam.engine.budget import Budget, ProgressLine, Stopped, check_limit
from mam.engine.rollouts.playouts import show_compiling
from mam.engine.solver import search as solver_tables
from mam.engine.solver.position import Int64Array, pack_tables, read_trick
from mam.engine.solver.solution import ProvenMoney
from mam.engine.tables.build import tabulate
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.rules.amounts import format_amount
from mam.rules.cards import BEAR, BULL, Card, format_cards
from mam.support.steps import in_steps, take_all

_MEMORY_POWER = 18  # the power of two of the positions that are remembered
_Bounds = tuple[int, int]


@dataclass(frozen=True)
class Guarantee(ProvenMoney):
    """What a person can be sure of, whatever the hidden cards are and whatever the other seats play.

    `moves` has for each card the money of the counted `side` in the whole round, in thousands of dollars, as proven bounds: at
    least this much if it is the person's side, at most this much if it is the opponents'. `value` is the same for the
    position. `layouts` is how many ways the hidden cards may lie, `nodes` the number of positions searched. `stopped` says what
    ended the search early: "time", "nodes" or "interrupted"; "" if nothing did.
    """

    belief: Belief
    low: int
    high: int
    moves: Mapping[Card, _Bounds]
    layouts: int
    nodes: int = 0
    seconds: float = 0.0
    stopped: str = ""

    @property
    def best(self) -> tuple[Card, ...]:
        """Return the cards that are proven to be the surest; () if the person is not to play, or nothing is proven."""
        if self.belief.is_yours:
            return tuple(card for card, (low, _) in self.moves.items() if low >= self.high)
        return tuple(card for card, (_, high) in self.moves.items() if high <= self.low)

    def __str__(self) -> str:
        names, round = self.belief.round.side_names[self.belief.side], self.belief.round
        bound = "at least" if self.belief.is_yours else "at most"
        amount = format_amount(self.low if self.belief.is_yours else self.high)
        line = f"{names} take {bound} {amount} in each of {self.layouts:,} layouts"
        return f"{line} ({format_cards(self.best)})" if self.best and round.turn in self.belief.seats else line


class Searcher:
    """The search over beliefs in which the same places are hidden; it remembers what it has proven.

    Raises ImportError where no backend can run it, and Unsupported for a game that the solver's tables cannot hold.
    """

    def __init__(self, belief: Belief, *, all_cards: bool = False) -> None:
        round = belief.round
        assert round.trump is not None
        self.places = [*round.turn_order, *(place for place in belief.possible if place not in round.turn_order)]
        self.tables = tabulate(round.rules, round.trump)
        self.unit, units, base = pack_tables(self.tables, 0)
        self.units: list[int] = units.tolist()
        self.array = base.copy()
        self.array[solver_tables.SIDE] = round.turn_order.index(round.sides[belief.side][0]) & 1
        self.kinds = self._find_kinds(belief, all_cards)
        self.memory = np.zeros((1 << _MEMORY_POWER, 3), np.int64)
        self.moves = np.zeros((search.MAX_PLAYS, search.MAX_CARDS), np.int64)
        compile_search()

    def _find_kinds(self, belief: Belief, all_cards: bool) -> Int64Array:
        round, kinds = belief.round, np.zeros(search.KINDS_SIZE, np.int64)
        members = round.sides[round.side_of(belief.you)]
        for number, seat in enumerate(round.turn_order):
            if seat in belief.possible:
                kinds[number] = search.PARTNER if seat in members else search.HIDDEN
            else:
                kinds[number] = search.YOURS if seat in belief.seats else search.OPEN
        aside = sum(room for place, room in belief.rooms.items() if place not in round.turn_order)
        kinds[search.ASIDE], kinds[search.ROOM_ASIDE] = search.HIDDEN if aside else search.OPEN, aside
        kinds[search.YOUR_SIDE] = round.turn_order.index(belief.you) & 1
        kinds[search.ALL_CARDS] = all_cards
        cards = self.tables.numbers
        kinds[search.BEAR_MASK] = 1 << cards[BEAR] if BEAR in cards else 0
        kinds[search.BULL_MASK] = 1 << cards[BULL] if BULL in cards else 0
        return kinds

    def make_rows(self, belief: Belief) -> Int64Array:
        """Return the rows of a search from this belief; the first is filled."""
        round, tables = belief.round, self.tables
        assert round.trick is not None
        rows = np.zeros((search.MAX_PLAYS, search.ROW_SIZE), np.int64)
        row = rows[0]
        for number, name in enumerate(self.places):
            row[number] = tables.mask(tuple(belief.possible.get(name, round.hands.get(name, ()))))
        row[search.UNSEEN] = tables.mask(tuple(belief.unseen))
        trick = read_trick(round, tables, self.units)
        row[search.TURN], row[search.PLACE] = round.turn_order.index(round.turn or ""), len(round.trick.cards)
        row[search.LED], row[search.TOP], row[search.WINNER] = trick.led, trick.top, trick.winner
        row[search.STATE], row[search.MONEY], row[search.BROKEN] = trick.state, trick.money, trick.broken
        row[search.TRICKS] = max(map(len, round.hands.values()))
        row[search.TABLE] = tables.mask(round.trick.cards)
        cards = {card for seat, hand in round.hands.items() if seat not in belief.possible for card in hand}
        row[search.LEFT] = sum(self.units[tables.number(card)] for card in cards.union(belief.unseen))
        return rows

    def probe(self, belief: Belief, need: int, budget: Budget) -> Generator[None, None, bool]:
        """Return whether your side reaches its goal: the counted side takes this many units from now on, or is kept below them.

        Raises Stopped when the budget is used up. What was proven by then is remembered.
        """
        if belief.round.is_over:
            return (need <= 0) == belief.is_yours
        rows = self.make_rows(belief)
        rows[0, search.NEED] = need
        limit = 0
        while True:
            # A search that is not finished begins again with a higher limit; what it has proven makes that short.
            limit = 4 * limit if limit else budget.next_slice()
            nodes, start_time = (
                np.array([0, min(limit, max(1, self._count_left(budget)))], np.int64),
                time.perf_counter(),
            )
            answer = search.can_reach(rows, self.array, self.kinds, 0, self.memory, self.moves, nodes)
            budget.count(min(int(nodes[0]), int(nodes[1])), time.perf_counter() - start_time)
            if nodes[0] <= nodes[1]:
                return bool(answer)
            budget.next_slice()
            yield

    @staticmethod
    def _count_left(budget: Budget) -> int:
        return 1 << 40 if budget.nodes is None else int(budget.nodes - budget.nodes_used)

    def can_reach(self, belief: Belief, amount: int) -> bool:
        """Return whether your side surely reaches its goal: the counted side takes `amount` in the whole round, or is kept below it.

        `amount` is in thousands of dollars and counts what is captured already.
        """
        return take_all(self.probe(belief, self.find_need(belief, amount), Budget(None, None)))

    def list_cards(self, belief: Belief) -> list[Card]:
        """Return the cards that the seat to move may play in some layout, one of equal neighbors, no card that a hidden partner never plays."""
        cards = np.zeros(search.MAX_CARDS, np.int64)
        count = search.list_cards(self.make_rows(belief), self.array, self.kinds, 0, cards)
        return [self.tables.cards[number] for number in cards[:count]]

    def list_right(self, belief: Belief, amount: int) -> list[Card]:
        """Return the cards of a seat of yours after which your side still surely reaches its goal, as `can_reach` has it."""
        return [card for card in belief.cards_to_play if self.can_reach(belief.play(card), amount)]

    def find_need(self, belief: Belief, amount: int) -> int:
        """Return how many units the counted side still needs to take this amount."""
        return -((belief.round.captured[belief.side] - amount) // self.unit)


class _Interval:
    """Proven bounds on what the counted side surely takes from a belief on, in units."""

    def __init__(self, searcher: Searcher, belief: Belief) -> None:
        self.searcher, self.belief = searcher, belief
        self.captured = belief.round.captured[belief.side]
        self.low, self.high = 0, 0 if belief.round.is_over else self._find_maximum()

    def _find_maximum(self) -> int:
        rows = self.searcher.make_rows(self.belief)
        return int(search.find_maximum(rows, self.searcher.array, self.searcher.kinds, 0))

    @property
    def money(self) -> _Bounds:
        """Return the bounds in thousands of dollars, with what is captured already."""
        unit = self.searcher.unit
        return self.captured + self.low * unit, self.captured + self.high * unit

    def narrow(self, budget: Budget) -> Generator[None, None, None]:
        """Narrow the bounds to the exact value. Raises Stopped when the budget is used up."""
        while self.low < self.high:
            need = (self.low + self.high + 1) // 2
            answer = yield from self.searcher.probe(self.belief, need, budget)
            if answer == self.belief.is_yours:  # the side surely takes that much, or can't be kept below it
                self.low = need
            else:
                self.high = need - 1


@in_steps
def sure(
    view: View[TrickRound],
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    progress: bool | TextIO = False,
    is_canceled: Callable[[], bool] | None = None,
) -> Generator[None, None, Guarantee]:
    """Return what a person can be sure of: the money that one line of play reaches in every layout of the hidden cards.

    Other seats may play anything legal, and know all cards. Only of a hidden partner two things are assumed: no Bear on a
    trick that your side is winning, and no Bull on one that it is losing, before the last card. Exact; a best card with all cards open
    (`mam.solve`) may promise more, because it may be another card in each layout. When the budget of `seconds` or `nodes` is used up, when `is_canceled`
    answers True, or after an interrupt, the answer is what is proven by then.

    How long it takes grows fast with the tricks left and with the hands that are hidden (`docs/belief.md`), so give `seconds` for
    positions with many. The first call compiles the search.

    Raises Unsupported for a game that `mam.solve` can't play, TypeError for anything but a view, ValueError for a round that
    is not at play or a view of all cards, ImportError without numba.

    >>> import mam
    >>> round = mam.make_position("manhattan", "N R40 B2 | E R30 B5 | S R1 B40 | W R2 B3", "B", bidder="S", played="R2")
    >>> print(mam.sure(mam.view(round, "W")))
    North-South take at most $115,000 in each of 24 layouts
    """
    belief = find_belief(view)
    return (yield from find_guarantee(belief, seconds=seconds, nodes=nodes, progress=progress, is_canceled=is_canceled))


def find_guarantee(
    belief: Belief,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    progress: bool | TextIO = False,
    is_canceled: Callable[[], bool] | None = None,
    searcher: Searcher | None = None,
) -> Generator[None, None, Guarantee]:
    """Return in steps what is sure by this belief. Raises what `sure` raises."""
    searcher = searcher or Searcher(belief)
    is_your_turn = belief.round.turn in belief.seats
    with ProgressLine(progress) as report:
        budget = Budget(check_limit("seconds", seconds), check_limit("nodes", nodes), report, is_canceled)
        whole = _Interval(searcher, belief)
        after = {
            card: _Interval(searcher, belief.play(card)) for card in (belief.cards_to_play if is_your_turn else ())
        }
        stop_reason = ""
        try:
            for interval in after.values() or (whole,):
                yield from interval.narrow(budget)
        except (Stopped, KeyboardInterrupt) as reason:
            stop_reason = str(reason) or "interrupted"
    moves = {card: interval.money for card, interval in after.items()}
    choose = max if belief.is_yours else min
    low, high = (choose(bounds[end] for bounds in moves.values() or (whole.money,)) for end in (0, 1))
    return Guarantee(
        belief, low, high, moves, belief.count_layouts(), budget.nodes_used, budget.count_seconds(), stop_reason
    )


@cache
def compile_search() -> None:
    """Compile the search before the clock starts, or load it from numba's cache."""
    rows = np.zeros((search.MAX_PLAYS, search.ROW_SIZE), np.int64)
    array, kinds = np.zeros(solver_tables.TABLE_SIZE, np.int64), np.zeros(search.KINDS_SIZE, np.int64)
    memory, moves = np.zeros((1, 3), np.int64), np.zeros((search.MAX_PLAYS, search.MAX_CARDS), np.int64)
    with show_compiling():
        search.can_reach(rows, array, kinds, 0, memory, moves, np.zeros(2, np.int64))
        search.find_maximum(rows, array, kinds, 0)
        search.list_cards(rows, array, kinds, 0, moves[0])
