"""The solver where numba is missing: alpha and beta on the readable rules. Right, and slow: for a few tricks."""

from __future__ import annotations

import math

from mam.engine.budget import Budget
from mam.games.trick_round import TrickRound
from mam.rules.moves import Play


class _Enough(Exception):
    """So many nodes were all that was allowed."""


class Plain:
    """A position searched on the readable rules; amounts are units of `unit` thousands of dollars."""

    def __init__(self, round: TrickRound) -> None:
        assert round.bidder is not None
        self.round, self.side = round, round.side_of(round.bidder)
        self.unit = math.gcd(*(card.money for card in round.rules.pack)) or 1
        self.start = round.captured[self.side]

    @property
    def most(self) -> int:
        """No more can be taken: all the money, and once more what can lie in the trick with the Bull."""
        left = [card.money for hand in self.round.hands.values() for card in hand]
        left += [card.money for card in self.round.trick.cards] if self.round.trick else []
        return (sum(left) + sum(sorted(left)[-3:])) // self.unit

    def guess(self) -> int:
        """Half of it."""
        return self.most // 2

    def probe(self, need: int, budget: Budget, most: int | None = None) -> int | None:
        """As the compiled search answers.

        >>> import mam
        >>> hands = "N R40 B2 | E R30 B5 | S R1 B40 | W R2 B3"
        >>> position = Plain(mam.make_position("make-a-million-1935", hands, "B", bidder="N"))
        >>> position.probe(23, Budget(None, None)), position.probe(24, Budget(None, None))
        (23, 23)
        """
        stop = math.inf if most is None else budget.spent + most
        try:
            return (self._value(self.round, self.start + need * self.unit, budget, stop) - self.start) // self.unit
        except _Enough:
            return None

    def _value(self, round: TrickRound, need: int, budget: Budget, stop: float) -> int:
        budget.slice()
        if budget.spent >= stop:
            raise _Enough
        budget.spent += 1
        budget.report()
        taken = round.captured[self.side]
        if round.is_over or taken >= need:
            return taken
        ours = round.turn in round.sides[self.side]
        best: int | None = None
        for move in round.legal_moves:
            assert isinstance(move, Play)
            value = self._value(round._apply(move), need, budget, stop)
            if best is None or (value > best if ours else value < best):
                best = value
            if (best >= need) == ours:
                break
        assert best is not None
        return best
