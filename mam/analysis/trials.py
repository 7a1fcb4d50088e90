"""Simulate alternatives in the same worlds, batch after batch: by the kernel where it can, else by the readable rules."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from mam.analysis.alternatives import Alternative, GoTo
from mam.engine import Unsupported
from mam.engine.club.weights import choose_policy
from mam.engine.strategy import has_won_auction
from mam.games.round import Round
from mam.games.sampling import worlds
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.players import get_player, play_on
from mam.players.turns import Player, get_player_name
from mam.rules.cards import money_in
from mam.rules.dealing import derive_seed
from mam.rules.moves import Bid, Move, NameTrump, Pass, Play

# What simulations import, one after another.
_PARTS = tuple(
    f"mam.engine.{name}"
    for name in (
        *("tables.club_kernel", "tables.kernel", "rollouts.worlds", "rollouts.plan", "rollouts.continuation"),
        *("rollouts.inference", "rollouts.evaluation", "solver.solution", "solver.world_solver"),
    )
)
_READABLE = ("sealed", "vote", "exchange")  # the kernel does not know what is decided in these phases
# Ways to finish a round that the kernel knows.
_COMPILED_FINISHES = {
    "club": "everyone plays like the club player",
    "rulebook": "everyone plays like the rulebook player",
    "random": "everyone plays at random",
    "exact": "both sides play perfectly with all cards open",
}
_SLOW_WORLDS = 40  # where each world takes long


@dataclass(frozen=True, eq=False)
class Results:
    """The results of one alternative, a row for each world.

    `gain` is the person's score minus the mean score of the opponents; `score` the person's score; `money` what the person's
    side captured; `made` whether the bid was made (by whoever was the bidder). Amounts are thousands of dollars, points or tricks.
    """

    gain: NDArray[np.float64]
    score: NDArray[np.float64]
    money: NDArray[np.float64]
    made: NDArray[np.float64]


class Batch(Protocol):
    """Some worlds."""

    def __len__(self) -> int: ...

    def simulate(self, alternative: Alternative) -> Generator[None, None, Results]:
        """Return the results of an alternative in each of them, in short steps."""


class KernelBatch:
    """Worlds that the compiled kernel plays to the end."""

    def __init__(self, round: TrickRound, person: str, masks: Any, policy: str, seed: int) -> None:
        from mam.engine.rollouts.evaluation import Evaluator

        self.round, self.person, self.masks = round, person, masks
        self.trial = Evaluator(round, person, masks, policy, seed)

    def __len__(self) -> int:
        return len(self.masks)

    def simulate(self, alternative: Alternative) -> Generator[None, None, Results]:
        round, first = self.round, alternative[0]
        if isinstance(first, Pass | GoTo):
            return (yield from self._simulate_auction(first))
        if isinstance(first, Bid):
            color = first.color or next((move.color for move in alternative[1:] if hasattr(move, "color")), None)
            end = yield from self.trial.run_as_bidder_in_steps(self.person, color)
            return (yield from self._score(end, self.person, first.amount))
        moves = [move for move in alternative if not isinstance(move, GoTo)]
        end = yield from self.trial.run_in_steps(moves)
        return (yield from self._score(end, round.bidder, round.bid))

    def _score(self, end: Any, bidder: str | None, bid: int | None) -> Generator[None, None, Results]:
        from mam.engine.rollouts.scores import find_advantage, score_results

        seats = self.round.rules.seats
        scores = yield from score_results.in_steps(self.round, end, bidder, bid)
        contract, seat_index = end.captured, seats.index(self.person)
        captured = np.where(end.allies[:, seat_index], contract, end.money.sum(axis=1) - contract)
        if self.round.rules.alliance == "alone":
            captured, contract = end.money[:, seat_index], end.money[:, seats.index(bidder or self.person)]
        is_made = contract >= bid if bid is not None else np.full(len(captured), np.nan)
        score = scores[self.round.rules.account_of(self.person)]
        return Results(
            *(
                np.asarray(values, np.float64)
                for values in (find_advantage(self.round, scores, self.person), score, captured, is_made)
            )
        )

    def _simulate_auction(self, move: Pass | GoTo) -> Generator[None, None, Results]:
        """Return the results of an auction: who becomes the bidder, and for how much, differs from world to world."""
        from mam.engine.rollouts.scores import find_advantage

        limit, trump = (move.limit, move.trump) if isinstance(move, GoTo) else (0, None)
        scores = yield from self.trial.score_bidding_to_in_steps(limit, trump)
        money = is_made = np.full(len(self), np.nan)
        if limit:  # what the hand brings as the bidder at that price
            end = yield from self.trial.run_as_bidder_in_steps(self.person, trump)
            money = end.captured
            is_made = money >= limit
        score = scores[self.round.rules.account_of(self.person)].astype(np.float64)
        return Results(
            find_advantage(self.round, scores, self.person), score, money.astype(np.float64), is_made.astype(np.float64)
        )


class ReadableBatch:
    """Worlds that players play to the end by the readable rules."""

    def __init__(self, rounds: Sequence[Round], person: str, player: Player, seed: int) -> None:
        self.rounds, self.person, self.player, self.seed = rounds, person, player, seed

    def __len__(self) -> int:
        return len(self.rounds)

    def simulate(self, alternative: Alternative) -> Generator[None, None, Results]:
        rows = []
        for number, round in enumerate(self.rounds):
            rows.append(self._row(round, alternative, number))
            yield
        return Results(*np.array(rows, np.float64).T)

    def _row(self, world: Round, alternative: Alternative, number: int) -> tuple[float, float, float, float]:
        persons = world.rules.persons
        round, players = world, dict.fromkeys(persons, self.player)
        for move in alternative:
            if isinstance(move, GoTo):
                assert isinstance(world, TrickRound)
                players[self.person] = _Bidder(move, self.player, len(world.calls))
            else:
                round = round.play(move)
        seed = derive_seed(self.seed, "finish", number)
        rngs = {player: Random(derive_seed(seed, player)) for player in persons}
        round = play_on(round, players, rngs)
        result = round.result
        assert result is not None
        account = round.rules.account_of(self.person)
        score = result.scores[account]
        rival_scores = [points for name, points in result.scores.items() if name != account]
        gain = score - sum(rival_scores) / max(len(rival_scores), 1)
        if not isinstance(round, TrickRound):
            return gain, score, score, np.nan
        money = round.captured[round.side_of(self.person)]
        if isinstance(world, TrickRound) and world.phase == "auction":
            return gain, score, np.nan, np.nan  # the bidder differs from world to world
        is_made = float(round.result.is_bid_made) if round.result and round.bid is not None else np.nan
        return gain, score, money, is_made


@dataclass(frozen=True)
class _Bidder:
    """A player that bids up to a limit, names that trump, and otherwise plays like another player.

    After the decision that is compared, made after this number of `calls`, it passes when its side has won the auction.
    """

    limit: GoTo
    player: Player
    calls: int

    def __call__(self, view: View[Round], rng: Random) -> Move:
        moves, trump = view.legal_moves, self.limit.trump
        if view.round.phase == "auction":
            bids = [move for move in moves if isinstance(move, Bid) and move.color in (None, trump)]
            lowest = min(bids, key=lambda bid: bid.amount, default=None)
            if self._is_satisfied(view.round):
                return Pass()
            if lowest is not None and (lowest.amount <= self.limit.limit or Pass() not in moves):
                return lowest
            return Pass()
        if trump is not None and NameTrump(trump) in moves:
            return NameTrump(trump)
        return self.player(view, rng)

    def _is_satisfied(self, round: Round) -> bool:
        """Return whether nothing is left to decide: this player's side has won the auction."""
        if not isinstance(round, TrickRound) or round.turn is None or len(round.calls) <= self.calls:
            return False
        return has_won_auction(round.rules, round.calls, round.turn)


class ExactBatch:
    """Worlds in which both sides play perfectly with all cards open after the card that is compared."""

    def __init__(self, round: TrickRound, person: str, masks: Any, world_solver: Any) -> None:
        self.round, self.person, self.masks, self.world_solver = round, person, masks, world_solver
        self.values: list[dict[Any, int]] = []

    def __len__(self) -> int:
        return len(self.masks)

    def simulate(self, alternative: Alternative) -> Generator[None, None, Results]:
        from mam.engine.budget import Budget
        from mam.engine.rollouts.scores import score_capture

        for row in range(len(self.values), len(self.masks)):
            self.values.append(self.world_solver.find_values(self.masks, row, Budget(None, None)))
            yield
        (move,) = alternative
        assert isinstance(move, Play)
        round = self.round
        values = np.array([value[move.card] for value in self.values])
        gain, score = np.array([score_capture(round, self.person, amount) for amount in values.tolist()]).T
        is_bidding_side = self.person in round.sides[round.side_of(round.bidder or "")]
        other_side_money = money_in(round.rules.pack) - round.nested - values  # apart from what Bull and Bear change
        captured = (values if is_bidding_side else other_side_money).astype(np.float64)
        return Results(gain, score, captured, (values >= (round.bid or 0)).astype(np.float64))


@dataclass(frozen=True)
class Trials:
    """Endless batches of worlds consistent with a view. `finish` is "club", "rulebook", "random", "exact" or a player.

    Where the club player has learned nothing, the rulebook player stands in for it. With `listen` each world is weighted by
    the probability of the others' calls and cards in it.
    """

    view: View[Round]
    finish: str | Player
    listen: bool
    seed: int
    alternatives: tuple[Alternative, ...]

    @property
    def _is_compiled(self) -> bool:
        return isinstance(self.finish, str) and self.finish in _COMPILED_FINISHES

    def prepare(self) -> Iterator[None]:
        """Make what `begin` needs in short steps."""
        round = self.view.round
        if not isinstance(round, TrickRound) or round.phase in _READABLE or not self._is_compiled:
            return
        try:
            for part in _PARTS:
                import_module(part)
                yield
            from mam.engine.rollouts.continuation import prepare
            from mam.engine.rollouts.inference import has_evidence

            policies = {"rulebook", self.finish if self.finish in ("random", "club") else "rulebook"}
            if self.listen and has_evidence(round, self.view.person or round.actor):
                policies.add("club")
            for policy in sorted(policies):
                yield from prepare(round.rules, policy)
        except (Unsupported, ImportError):  # then `begin` uses the readable rules, or raises
            return

    def begin(self) -> tuple[Iterator[Batch | None], str, int]:
        """Return the batches (None between two short steps), the model in words, and the default number of worlds."""
        round, person = self.view.round, self.view.person or self.view.round.actor or ""
        can_be_compiled = isinstance(round, TrickRound) and round.phase not in _READABLE
        if isinstance(round, TrickRound) and self.finish == "exact" and not can_be_compiled:
            raise ValueError('finish="exact" works only in the play')
        if isinstance(round, TrickRound) and can_be_compiled and self._is_compiled:
            try:
                return self._compile(round, person)
            except (Unsupported, ImportError):
                if self.finish == "exact":
                    raise
        return self._readable(person)

    def _compile(self, round: TrickRound, person: str) -> tuple[Iterator[Batch | None], str, int]:
        from mam.engine.rollouts.continuation import Rollout, list_mask_cards
        from mam.engine.rollouts.inference import has_evidence
        from mam.engine.rollouts.listener import Listener
        from mam.engine.rollouts.worlds import MaskDrawer
        from mam.engine.solver.world_solver import WorldSolver

        drawer = MaskDrawer(round, list_mask_cards(round.rules))
        Rollout(round, person)
        is_listening = self.listen and has_evidence(round, person)
        world_solver = None
        if self.finish == "exact":
            world_solver = WorldSolver(round, [move.card for (move,) in self.alternatives if isinstance(move, Play)])

        def batches() -> Iterator[Batch | None]:
            listener = Listener(round, person, drawer, derive_seed(self.seed, "listen")) if is_listening else None
            yield None
            number, size = 0, 10 if world_solver else 250
            while True:
                batch_seed = derive_seed(self.seed, "worlds", number) >> 2
                masks = yield from (listener or drawer).draw_in_steps(size, batch_seed)
                number += 1
                if not world_solver:
                    size = min(4000, 2 * size)
                if world_solver:
                    yield ExactBatch(round, person, masks, world_solver)
                else:
                    yield KernelBatch(round, person, masks, str(self.finish), batch_seed)

        end = _COMPILED_FINISHES[choose_policy(round.rules.full_id) if self.finish == "club" else str(self.finish)]
        condition = f"; {LISTENING}" if is_listening else ""
        return batches(), f"{_DEALS}{condition}; {end}", 200 if world_solver else 2000

    def _readable(self, person: str) -> tuple[Iterator[Batch | None], str, int]:
        finish = choose_policy(self.view.round.rules.full_id) if self.finish == "club" else self.finish
        player = get_player(finish)
        drawn_worlds = worlds(self.view, Random(derive_seed(self.seed, "worlds")))

        def batches() -> Iterator[Batch | None]:
            number = 0
            while True:
                yield ReadableBatch([next(drawn_worlds)], person, player, derive_seed(self.seed, "batch", number))
                number += 1

        return batches(), f"{_DEALS}; everyone plays like the {get_player_name(player)} player", _SLOW_WORLDS


_DEALS = "all deals consistent with what you can see are equally likely, and so are all legal discards"
LISTENING = "each deal is weighted by the probability of the others' calls, discard and cards in it"
