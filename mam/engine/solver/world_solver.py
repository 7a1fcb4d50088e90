"""The exact value of each card with all cards open, in one world after another of the same position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mam.engine.budget import Budget
from mam.engine.rollouts.worlds import Masks
from mam.engine.solver.position import Position
from mam.engine.solver.solution import ProvenBounds, check_solvable
from mam.games.sampling.clues import list_played
from mam.games.trick_round import TrickRound
from mam.rules.cards import Card
from mam.rules.moves import Play


class WorldSolver:
    """Values the cards of a decision exactly in many worlds.

    `round` is the decision as its player sees it, `cards` the legal cards to value. Raises what `mam.solve` raises, and
    ImportError without numba.
    """

    def __init__(self, round: TrickRound, cards: Sequence[Card]) -> None:
        checked = check_solvable(round)
        self.seats = [checked.rules.seats.index(seat) for seat in checked.turn_order]
        self.played = [list_played(checked, seat) for seat in checked.turn_order]
        self.turn = checked.turn_order.index(checked.turn or "")
        self.bounds_after: Mapping[Card, ProvenBounds] = {
            card: ProvenBounds(checked._apply(Play(card))) for card in cards
        }

    def find_values(self, masks: Masks, row: int, budget: Budget) -> dict[Card, int]:
        """Return what the bidder's side takes in the whole round, in thousands of dollars, after each card.

        Raises Stopped when the budget is used up.
        """
        numbers = {card: number for number, card in enumerate(masks.cards)}
        hands = [
            int(masks.held[row, seat]) & ~sum(1 << numbers[card] for card in played)
            for seat, played in zip(self.seats, self.played, strict=True)
        ]
        values, guess = {}, None
        for card, bounds in self.bounds_after.items():
            if isinstance(bounds.position, Position):
                hands_after = list(hands)
                hands_after[self.turn] &= ~(1 << numbers[card])
                bounds.position.deal(hands_after)
            bounds.reset()
            bounds.narrow(budget, guess)
            values[card] = bounds.money[0]
            guess = bounds.low
        return values
