"""The search player: it simulates deals consistent with its view and makes the move that is best on average.

Each deal is finished after each move considered. With few cards left some deals are also solved exactly, which corrects the
average.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.players.candidates import list_discards, rank_trumps
from mam.players.rulebook import rulebook_player
from mam.rules.auction import min_bid
from mam.rules.cards import Card
from mam.rules.moves import Bid, Discard, Move, NameTrump, Pass, Play

if TYPE_CHECKING:
    from mam.engine.rollouts.worlds import MaskDrawer, Masks

_MAX_WORLDS = 2000
_BATCH = 30  # worlds between two looks at the clock
_BID_STEPS = (0, 20, 40, 70, 110, 160)  # how far above the minimum bid it considers going
_OVERSAMPLING = 3  # worlds drawn for each one used
_MAX_HAND_TIMED = 8  # cards in hand up to which deals are solved when moves are limited by time …
_MAX_HAND_COUNTED = 5  # … and when the number of worlds is fixed, however long they take
_MAX_SOLVED_CARDS = 4  # up to this many moves, the exact values are found
_MIN_SOLVED_WORLDS = 5  # with fewer worlds exact values say less than playouts
_PLAYOUT_WORLDS = 300  # in which playouts choose these moves


@dataclass(frozen=True)
class SearchPlayer:
    """A player that searches for `seconds` a move, or in a number of `worlds` (then it plays the same on every machine).

    Call it with a view and a Random like any player. In games that the kernel cannot play (hands half face down, the letter
    games), without numba, and where there is nothing to search, it moves as `rulebook_player` does.
    Raises ValueError for a budget that is not above 0.

    >>> import mam
    >>> round = mam.start("make-a-million-1935", seed=7, dealer="S")
    >>> SearchPlayer(worlds=50)(mam.view(round, "S"), Random(1))
    bid 175
    """

    seconds: float = 0.02
    worlds: int | None = None
    name: str = "search"

    def __post_init__(self) -> None:
        for field, value in (("seconds", self.seconds), ("worlds", self.worlds)):
            if value is not None and (isinstance(value, bool) or not isinstance(value, int | float) or not value > 0):
                raise ValueError(f"{field} must be a number above 0, not {value!r}")

    def __call__(self, view: View[Round], rng: Random) -> Move:
        """Return the move for the person whose view this is. Raise ValueError when it is not this person's turn."""
        rulebook_move = rulebook_player(view, rng)
        round = view.round
        if not isinstance(round, TrickRound) or len(moves := view.legal_moves) == 1 or view.person is None:
            return rulebook_move
        try:  # imported late, here and below: the search needs numba, which may be missing and takes a while to load
            from mam.engine import Unsupported
            from mam.engine.rollouts.continuation import list_mask_cards
        except ImportError:
            return rulebook_move
        try:
            search = _Search(round, view.person, self, int(rng.random() * 2**62), list_mask_cards(round.rules))
            return search.find_best(moves) or rulebook_move
        except Unsupported:
            return rulebook_move


class _Search:
    """One decision."""

    def __init__(
        self, round: TrickRound, person: str, player: SearchPlayer, seed: int, cards: tuple[Card, ...]
    ) -> None:
        self.round, self.person, self.player, self.seed, self.cards = round, person, player, seed, cards
        self.start_time = time.perf_counter()

    @cached_property
    def _drawer(self) -> MaskDrawer:
        from mam.engine.rollouts.worlds import MaskDrawer

        return MaskDrawer(self.round, self.cards)

    def find_best(self, moves: Sequence[Move]) -> Move | None:
        """Return the best of these moves, or None if there is nothing to search."""
        match self.round.phase:
            case "auction" if self.round.rules.scoring.method == "contract":
                return self._choose_call(moves)
            case "nest":
                return self._choose_by_playouts(
                    [[Discard(cards), NameTrump(trump)] for cards, trump in list_discards(self.round)]
                )
            case "trump" | "called":
                return self._choose_by_playouts([[move] for move in moves])
            case "play":
                return self._choose_card([move for move in moves if isinstance(move, Play)])
        return None

    # Worlds

    def _draw_batches(self) -> Iterator[Masks]:
        """Yield worlds until the time is up or there are enough; at least one batch."""
        count, drawn = self.player.worlds or _MAX_WORLDS, 0
        while drawn < count:
            previous_seconds = self._seconds_left()
            rows = min(_BATCH, count - drawn)
            yield self._draw_worlds(rows, self.seed + 1 + drawn)
            drawn += rows
            seconds = self._seconds_left()
            if (
                not self.player.worlds and seconds < previous_seconds - seconds
            ):  # the next batch would take longer than there is time
                return

    def _draw_worlds(self, rows: int, seed: int) -> Masks:
        """Return worlds, the most likely of several times as many."""
        from mam.engine.rollouts.call_model import pick_likeliest
        from mam.engine.rollouts.continuation import Rollout

        masks = self._drawer.draw(_OVERSAMPLING * rows, seed)
        return pick_likeliest(Rollout(self.round, self.person), self.person, masks, rows)

    def _seconds_left(self) -> float:
        return self.player.seconds - (time.perf_counter() - self.start_time)

    def _evaluate(self, masks: Masks) -> Any:
        from mam.engine.rollouts.evaluation import Evaluator

        return Evaluator(self.round, self.person, masks, seed=self.seed)

    def _choose_by_playouts(self, alternatives: Sequence[Sequence[Move]]) -> Move:
        """Return the first move of the alternative that gains most on average."""
        sums = [0.0] * len(alternatives)
        for masks in self._draw_batches():
            evaluator = self._evaluate(masks)
            for at, moves in enumerate(alternatives):
                sums[at] += float(evaluator.find_gains(moves).sum())
        return alternatives[sums.index(max(sums))][0]

    # Each phase

    def _choose_call(self, moves: Sequence[Move]) -> Move | None:
        """Return the minimum bid if bidding on, up to any amount, gains more than passing."""
        rules = self.round.rules.auction
        lowest = min_bid(self.round.calls, rules)
        bids = [move for move in moves if isinstance(move, Bid) and move.amount == lowest]
        if not bids or Pass() not in moves:
            return None
        colors = {bid.color for bid in bids}
        trumps = [trump for trump in rank_trumps(self.round) if None in colors or trump in colors]
        limits = [lowest + step for step in _BID_STEPS if rules.max_bid is None or lowest + step <= rules.max_bid]
        sums = {(0, trumps[0]): 0.0} | {(limit, trump): 0.0 for limit in limits for trump in trumps[:2]}
        for masks in self._draw_batches():
            evaluator = self._evaluate(masks)
            for limit, trump in sums:
                sums[limit, trump] += float(evaluator.find_gains_of_bidding_to(limit, trump).sum())
        limit, trump = max(sums, key=sums.__getitem__)
        if not limit:
            return Pass()
        return next((bid for bid in bids if bid.color in (None, trump)), None)

    def _choose_card(self, moves: Sequence[Play]) -> Move:
        """Return the best card by playouts; with few cards left exact values decide between the best few."""
        from mam.engine import Unsupported

        hand_size = len(self.round.hands[self.round.turn or ""])
        moves = self._drop_equivalents(moves)
        if hand_size > (_MAX_HAND_COUNTED if self.player.worlds else _MAX_HAND_TIMED) or len(moves) == 1:
            return self._choose_by_playouts([[move] for move in moves])
        masks = self._draw_worlds(_PLAYOUT_WORLDS, self.seed)
        evaluator = self._evaluate(masks)
        gains = {move.card: evaluator.find_gains([move]) for move in moves}
        means = {card: float(gain.mean()) for card, gain in gains.items()}
        ranked = sorted(moves, key=lambda move: -means[move.card])[:_MAX_SOLVED_CARDS]
        try:
            corrections = self._find_corrections({move.card: gains[move.card] for move in ranked}, masks)
        except Unsupported:
            return ranked[0]
        return max(ranked, key=lambda move: means[move.card] + corrections[move.card])

    def _drop_equivalents(self, moves: Sequence[Play]) -> list[Play]:
        """Return the moves without equivalent ones: of neighboring number cards in a color the lowest is enough."""
        seen = {card for hand in self.round.hands.values() for card in hand} | {*self.round.nest, *self.round.played}
        playable = {move.card for move in moves}
        elsewhere = {card for card in self.cards if card not in playable and (card not in seen or self._is_open(card))}
        distinct: list[Play] = []
        for move in sorted(moves, key=lambda move: self.cards.index(move.card)):
            last = distinct[-1].card if distinct else None
            between = self.cards[self.cards.index(last) + 1 : self.cards.index(move.card)] if last else ()
            neighbors = last and last.is_plain and move.card.is_plain and last.color == move.card.color
            if not (neighbors and not elsewhere & {*between}):
                distinct.append(move)
        return distinct

    def _is_open(self, card: Card) -> bool:
        """Return whether everybody sees it, in a hand other than the one to move or on the table."""
        on_table = self.round.trick is not None and card in self.round.trick.cards
        return on_table or any(card in hand for seat, hand in self.round.hands.items() if seat != self.round.turn)

    def _find_corrections(self, gains: Mapping[Card, Any], masks: Masks) -> dict[Card, float]:
        """Return how much more each card gains with all cards open than by playouts, in as many worlds as time allows.

        As a correction to the playouts of all worlds, this needs far fewer worlds than exact values alone: the luck of the
        deal is in both, and cancels. All corrections are 0 if there is time for a few worlds only.
        """
        from mam.engine.budget import Budget, Stopped
        from mam.engine.rollouts.scores import score_capture
        from mam.engine.solver.world_solver import WorldSolver

        solver, sums, worlds = WorldSolver(self.round, list(gains)), dict.fromkeys(gains, 0.0), 0
        world_count = self.player.worlds
        for row in range(min(world_count or len(masks), len(masks))):
            seconds = self._seconds_left()
            if not world_count and seconds <= 0:
                break
            try:
                values = solver.find_values(masks, row, Budget(None if world_count else seconds, None))
            except Stopped:
                break
            worlds += 1
            for card, money in values.items():
                gain, _ = score_capture(self.round, self.person, money)
                sums[card] += gain - float(gains[card][row])
        return {card: total / worlds if worlds >= _MIN_SOLVED_WORLDS else 0.0 for card, total in sums.items()}


search_player = SearchPlayer()
