"""The solver where numba is missing: alpha-beta search on the readable rules. Exact, and slow: for the last few tricks."""

from __future__ import annotations

import math
from collections.abc import Generator

from mam.engine.budget import Budget
from mam.games.state import find_counted_side
from mam.games.trick_round import TrickRound
from mam.rules.moves import Play
from mam.rules.tricks import find_most_captured


class _TooManyNodes(Exception):
    """The question took more nodes than allowed."""


class ReadablePosition:
    """A position searched on the readable rules; amounts are in units of `unit` thousands of dollars."""

    def __init__(self, round: TrickRound) -> None:
        self.round, self.side = round, find_counted_side(round)
        self.unit = math.gcd(*(card.money for card in round.rules.pack)) or 1
        self.captured_before = round.captured[self.side]

    @property
    def upper_bound(self) -> int:
        """Return what cannot be exceeded: all the money, and what the Bull can add to a trick."""
        cards = [card for hand in self.round.hands.values() for card in hand]
        cards += self.round.trick.cards if self.round.trick else ()
        return find_most_captured(cards, len(self.round.turn_order), self.round.rules.tricks) // self.unit

    def guess(self) -> int:
        """Return half of the upper bound."""
        return self.upper_bound // 2

    def probe(self, need: int, budget: Budget, max_nodes: int | None = None) -> int | None:
        """Answer as the compiled search does.

        >>> import mam
        >>> hands = "N R40 B2 | E R30 B5 | S R1 B40 | W R2 B3"
        >>> position = ReadablePosition(mam.make_position("make-a-million-1935", hands, "B", bidder="N"))
        >>> position.probe(23, Budget(None, None)), position.probe(24, Budget(None, None))
        (23, 23)
        """
        node_limit = math.inf if max_nodes is None else budget.nodes_used + max_nodes
        goal = self.captured_before + need * self.unit
        try:
            return (self._find_value(self.round, goal, budget, node_limit) - self.captured_before) // self.unit
        except _TooManyNodes:
            return None

    def probe_in_steps(
        self, need: int, budget: Budget, max_nodes: int | None = None
    ) -> Generator[None, None, int | None]:
        """Do what `probe` does, in one step."""
        yield
        return self.probe(need, budget, max_nodes)

    def _find_value(self, round: TrickRound, goal: int, budget: Budget, node_limit: float) -> int:
        budget.next_slice()
        if budget.nodes_used >= node_limit:
            raise _TooManyNodes
        budget.nodes_used += 1
        budget.report_progress()
        captured = round.captured[self.side]
        if round.is_over or captured >= goal:
            return captured
        is_ours = round.turn in round.sides[self.side]
        best: int | None = None
        for move in round.legal_moves:
            assert isinstance(move, Play)
            value = self._find_value(round._apply(move), goal, budget, node_limit)
            if best is None or (value > best if is_ours else value < best):
                best = value
            if (best >= goal) == is_ours:
                break
        assert best is not None
        return best
