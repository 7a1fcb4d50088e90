"""What each card is worth with all cards open, in one world after another of the same position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mam.engine.budget import Budget
from mam.engine.rollouts.worlds import Masks
from mam.engine.solver.position import Position
from mam.engine.solver.solution import Found, check_solvable
from mam.games.sampling.clues import list_played
from mam.games.trick_round import TrickRound
from mam.rules.cards import Card
from mam.rules.moves import Play


class WorldSolver:
    """The cards of a decision, valued exactly in many worlds.

    `round` is the decision as its player sees it, `cards` those to value, legal ones. Raises what `mam.solve` raises, and
    ImportError without numba.
    """

    def __init__(self, round: TrickRound, cards: Sequence[Card]) -> None:
        checked = check_solvable(round)
        self.seats = [checked.rules.seats.index(seat) for seat in checked.turn_order]
        self.gone = [list_played(checked, seat) for seat in checked.turn_order]
        self.turn = checked.turn_order.index(checked.turn or "")
        self.after: Mapping[Card, Found] = {card: Found(checked._apply(Play(card))) for card in cards}

    def values(self, masks: Masks, row: int, budget: Budget) -> dict[Card, int]:
        """What the bidder's side takes in the whole round, in thousands of dollars, after each card.

        Raises Stopped when the budget is used up.
        """
        numbers = {card: number for number, card in enumerate(masks.cards)}
        held = [
            int(masks.held[row, seat]) & ~sum(1 << numbers[card] for card in gone)
            for seat, gone in zip(self.seats, self.gone, strict=True)
        ]
        found, near = {}, None
        for card, after in self.after.items():
            if isinstance(after.position, Position):
                hands = list(held)
                hands[self.turn] &= ~(1 << numbers[card])
                after.position.deal(hands)
            after.forget()
            after.settle(budget, near)
            found[card] = after.spelled[0]
            near = after.low
        return found
