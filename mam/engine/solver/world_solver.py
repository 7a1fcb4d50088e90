"""The exact value of each card with all cards open, in one world after another of the same position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from mam.engine.budget import Budget
from mam.engine.rollouts.worlds import Masks
from mam.engine.solver import search
from mam.engine.solver.position import Position
from mam.engine.solver.solution import ProvenBounds, check_solvable
from mam.games.sampling.clues import list_played
from mam.games.trick_round import TrickRound
from mam.rules.cards import Card, money_in
from mam.rules.moves import Play
from mam.support.steps import take_all


class WorldSolver:
    """Values the cards of a decision exactly in many worlds.

    `round` is the decision as its player sees it, `cards` the legal cards to value. If `least_money` is given, cards worth less
    (in thousands of dollars) are left out of the search, which is faster, and their money is expected to go to each side in
    proportion to the other money: values are then estimates. Raises what `mam.solve` raises, and ImportError without numba.
    """

    def __init__(self, round: TrickRound, cards: Sequence[Card], least_money: int = 0) -> None:
        checked = check_solvable(round)
        self.seats = [checked.rules.seats.index(seat) for seat in checked.turn_order]
        self.played = [list_played(checked, seat) for seat in checked.turn_order]
        self.turn = checked.turn_order.index(checked.turn or "")
        self.states: NDArray[np.int64] | None = None
        self.bounds_after: Mapping[Card, ProvenBounds] = {
            card: ProvenBounds(checked._apply(Play(card)), least_money) for card in cards
        }
        pack = checked.rules.pack
        counted = [card for card in pack if card.money >= least_money]
        self.scale = money_in(pack) / max(money_in(counted), 1)
        self.nodes = 0  # searched so far

    def find_values(self, masks: Masks, row: int, budget: Budget) -> dict[Card, int]:
        """Return what the bidder's side takes in the whole round, in thousands of dollars, after each card.

        Raises Stopped when the budget is used up.
        """
        numbers = {card: number for number, card in enumerate(masks.cards)}
        hands = [
            int(masks.contents[row, seat]) & ~sum(1 << numbers[card] for card in played)
            for seat, played in zip(self.seats, self.played, strict=True)
        ]
        values, guess = {}, None
        for card, bounds in self.bounds_after.items():
            if isinstance(bounds.position, Position):
                hands_after = list(hands)
                hands_after[self.turn] &= ~(1 << numbers[card])
                bounds.position.deal(hands_after)
            bounds.reset()
            take_all(bounds.narrow(budget, guess))
            values[card] = bounds.money[0]
            guess = bounds.low
        return values

    def find_all_values(self, masks: Masks, nodes: int) -> NDArray[np.int64]:
        """Return what the bidder's side takes in the whole round after each card: row, card, in thousands of dollars.

        Estimates are rounded to thousands.

        Solves worlds until that number of `nodes` was searched: only worlds that were solved have a row.
        """
        positions = [bounds.position for bounds in self.bounds_after.values()]
        assert all(isinstance(position, Position) for position in positions)
        solvable = [position for position in positions if isinstance(position, Position)]
        numbers = {card: number for number, card in enumerate(masks.cards)}
        played = np.array([sum(1 << numbers[card] for card in cards) for cards in self.played], np.int64)
        hands = np.repeat((masks.contents[:, self.seats] & ~played)[:, None, :], len(solvable), axis=1)
        for index, card in enumerate(self.bounds_after):
            hands[:, index, self.turn] &= ~(1 << numbers[card])
        first = solvable[0]
        if self.states is None:
            self.states = np.array([position.make_root([0, 0, 0, 0]) for position in solvable])
        units = np.full((len(masks), len(solvable)), -1, np.int64)
        self.nodes += search.value_worlds(
            self.states,
            np.array([position.array for position in solvable]),
            first.memory,
            hands,
            np.array([position.table_mask for position in solvable], np.int64),
            np.array(first.units, np.int64),
            nodes,
            units,
            first.pdep,
        )
        solved = units[: int((units >= 0).all(axis=1).argmin()) if (units < 0).any() else len(units)]
        bounds = [*self.bounds_after.values()]
        captured = np.array([bound.captured for bound in bounds])
        units_worth = self.scale * np.array([bound.unit for bound in bounds])
        values: NDArray[np.int64] = captured + np.rint(solved * units_worth).astype(np.int64)
        return values
