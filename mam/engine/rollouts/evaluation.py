"""What alternatives lead to: each in the same worlds, played to the end by a policy, and scored."""

from __future__ import annotations

from collections.abc import Generator, Sequence

import numpy as np
from numpy.typing import NDArray

from mam.engine.rollouts.auctions import hold_rulebook_auctions
from mam.engine.rollouts.continuation import Rollout, RolloutResult
from mam.engine.rollouts.scores import Scores, find_advantage, score_bids, score_results
from mam.engine.rollouts.worlds import Masks
from mam.engine.tables.search_tree import NO_TREE, SearchTree
from mam.games.trick_round import TrickRound
from mam.rules.cards import Card, Trump
from mam.rules.moves import CallCards, Discard, Move, NameTrump, Play
from mam.support.steps import take_all

Gains = NDArray[np.float64]


class Evaluator:
    """Alternatives compared in worlds consistent with what a person sees of a round.

    An alternative is a sequence of moves by the bidder or the person to move. Its gain is the person's score minus the mean
    score of the others, in thousands of dollars (or points), a row for each world.
    """

    def __init__(self, round: TrickRound, person: str, masks: Masks, policy: str = "rulebook", seed: int = 0) -> None:
        self.round, self.person, self.masks, self.policy, self.seed = round, person, masks, policy, seed
        self._rollouts: dict[tuple[str, Trump | None], Rollout] = {}
        self._ends: dict[tuple[str, Trump | None], RolloutResult] = {}

    def run(self, moves: Sequence[Move]) -> RolloutResult:
        """Play every world to its end after these moves: a discard, a trump, cards called or a card."""
        return take_all(self.run_in_steps(moves))

    def run_in_steps(self, moves: Sequence[Move]) -> Generator[None, None, RolloutResult]:
        """Do what `run` does, in short steps."""
        discard: Sequence[Card] | None = None
        called: Sequence[Card] | None = None
        trump: Trump | None = None
        cards: list[Card] = []
        for move in moves:
            match move:
                case Discard():
                    discard = move.cards
                case NameTrump():
                    trump = move.color
                case CallCards():
                    called = move.cards
                case Play():
                    cards.append(move.card)
        rollout = self._get_rollout(self.round.bidder or self.person, trump)
        return (
            yield from rollout.run_in_steps(self.masks, discard=discard, called=called, cards=cards, seed=self.seed)
        )

    def find_gains(self, moves: Sequence[Move]) -> Gains:
        """Return the gains of these moves."""
        return find_advantage(self.round, score_results(self.round, self.run(moves)), self.person)

    def find_gains_of_each(
        self, moves: Sequence[Discard | Play], trump: Trump | None = None, tree: SearchTree = NO_TREE
    ) -> Gains:
        """Return the gains of each of these moves: move, row.

        With a `tree`, it chooses the person's later moves, and learns what these have brought.
        """
        rollout = self._get_rollout(self.round.bidder or self.person, trump)
        end = rollout.run_each(self.masks, moves, seed=self.seed, tree=tree)
        gains = find_advantage(self.round, score_results(self.round, end), self.person)
        if tree.positions:
            path = tree.path[: len(gains)]
            rows, steps = np.nonzero(path >= 0)
            np.add.at(tree.sums, path[rows, steps], gains[rows])
            np.add.at(tree.scored, path[rows, steps], 1)
            path[:] = -1
        return gains.reshape(len(moves), -1)

    # Auctions

    def run_as_bidder(self, bidder: str, trump: Trump | None = None) -> RolloutResult:
        """Play every world to its end with this bidder and this trump (None: what the policy chooses)."""
        return take_all(self.run_as_bidder_in_steps(bidder, trump))

    def run_as_bidder_in_steps(self, bidder: str, trump: Trump | None = None) -> Generator[None, None, RolloutResult]:
        """Do what `run_as_bidder` does, in short steps."""
        key = bidder, trump
        if key not in self._ends:
            self._ends[key] = yield from self._get_rollout(bidder, trump).run_in_steps(self.masks, seed=self.seed)
        return self._ends[key]

    def score_bidding_to(self, limit: int, trump: Trump | None = None) -> Scores:
        """Return the scores if the person bids up to this limit (0: passes) and names this trump.

        The others call as rulebook players do on their hands in each world.
        """
        return take_all(self.score_bidding_to_in_steps(limit, trump))

    def score_bidding_to_in_steps(self, limit: int, trump: Trump | None = None) -> Generator[None, None, Scores]:
        """Do what `score_bidding_to` does, in short steps."""
        bidders, bids = hold_rulebook_auctions(self.round, self.masks, self.person, limit)
        seats, ends = self.round.rules.seats, {}
        for index in sorted({*bidders.tolist()} - {-1}):
            seat = seats[index]
            yield
            ends[seat] = yield from self.run_as_bidder_in_steps(seat, trump if seat == self.person else None)
        return (yield from score_bids.in_steps(self.round, ends.__getitem__, bidders, bids))

    def find_gains_of_bidding_to(self, limit: int, trump: Trump | None = None) -> Gains:
        """Return the gains of bidding up to this limit."""
        return find_advantage(self.round, self.score_bidding_to(limit, trump), self.person)

    def _get_rollout(self, bidder: str, trump: Trump | None) -> Rollout:
        key = bidder, trump
        if key not in self._rollouts:
            self._rollouts[key] = Rollout(self.round, bidder, trump, self.policy)
        return self._rollouts[key]


def rank_gains(gains: Sequence[Sequence[Gains]]) -> list[int]:
    """Return the numbers of the alternatives, the best first: those that were compared longest, by their mean gain.

    `gains[alternative]` lists the gains in batches of worlds: the same batches for all, and fewer for some.
    """
    values = [np.concatenate(batches) for batches in gains]
    return sorted(range(len(gains)), key=lambda index: (-len(values[index]), -float(values[index].mean())))


def list_credible(gains: Sequence[Sequence[Gains]], standard_errors: float, margin: float = 0.0) -> list[int]:
    """Return the numbers of the alternatives that are not clearly worse than the best one, the best first.

    An alternative is clearly worse if its gain in the same worlds is lower by more than this many standard errors, and by more
    than the margin.
    """
    ranking = rank_gains(gains)
    values = {index: np.concatenate(gains[index]) for index in ranking}
    credible = []
    for place in ranking:
        behind = values[ranking[0]][: len(values[place])] - values[place]
        if behind.mean() <= max(margin, standard_errors * behind.std() / len(behind) ** 0.5):
            credible.append(place)
    return credible
