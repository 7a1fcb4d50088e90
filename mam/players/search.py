"""The search player: deals that agree with its view are played on after each thing it could do, and what is best on
average is done. With few cards left some of these deals are solved as well, which corrects the average.
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

_MOST_WORLDS = 2000
_BATCH = 30  # worlds drawn between two looks at the clock
_BID_STEPS = (0, 20, 40, 70, 110, 160)  # how far beyond the least bid it considers to go
_CHOICE = 3  # worlds that are drawn for one that is kept
_MOST_SOLVED = 8  # cards in a hand with which exact values are tried at all …
_MOST_COUNTED = 5  # … and where worlds are counted, however long they take
_SOLVED = 4  # of how many cards the exact values are asked
_FEWEST_SOLVED = 5  # worlds without which exact values are worth less than playouts
_GLANCE = 300  # worlds in which playouts choose these


@dataclass(frozen=True)
class SearchPlayer:
    """A player that searches for so many seconds a move, or in so many worlds (then it plays the same on every machine).

    Called with a view and a Random like any player. In games that the kernel does not play (hands half face down, the
    games of letters), without numba, and where nothing can be searched, it moves as `rulebook_player` does.
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
                raise ValueError(f"{field} is a number above 0, not {value!r}")

    def __call__(self, view: View[Round], rng: Random) -> Move:
        """The move for the person whose view this is; raises ValueError when somebody else is to move."""
        usual = rulebook_player(view, rng)
        round = view.round
        if not isinstance(round, TrickRound) or len(moves := view.moves()) == 1 or view.person is None:
            return usual
        try:
            from mam.engine import Unsupported
            from mam.engine.rollouts.continuation import list_mask_cards
        except ImportError:
            return usual
        try:
            search = _Search(round, view.person, self, int(rng.random() * 2**62), list_mask_cards(round.rules))
            return search.best(moves) or usual
        except Unsupported:
            return usual


class _Search:
    """One decision."""

    def __init__(
        self, round: TrickRound, person: str, player: SearchPlayer, seed: int, cards: tuple[Card, ...]
    ) -> None:
        self.round, self.person, self.player, self.seed, self.cards = round, person, player, seed, cards
        self.begun = time.perf_counter()

    @cached_property
    def _drawer(self) -> MaskDrawer:
        from mam.engine.rollouts.worlds import MaskDrawer

        return MaskDrawer(self.round, self.cards)

    def best(self, moves: Sequence[Move]) -> Move | None:
        """The best of these moves; None where there is nothing to search."""
        match self.round.phase:
            case "auction" if self.round.rules.scoring.method == "contract":
                return self._call(moves)
            case "nest":
                return self._most([[Discard(cards), NameTrump(trump)] for cards, trump in list_discards(self.round)])
            case "trump" | "called":
                return self._most([[move] for move in moves])
            case "play":
                return self._card([move for move in moves if isinstance(move, Play)])
        return None

    # Worlds

    def _batches(self) -> Iterator[Masks]:
        """Worlds until the time is up, or there are as many as wanted; at least one batch."""
        wanted, drawn = self.player.worlds or _MOST_WORLDS, 0
        while drawn < wanted:
            began = self._left()
            rows = min(_BATCH, wanted - drawn)
            yield self._worlds(rows, self.seed + 1 + drawn)
            drawn += rows
            left = self._left()
            if not self.player.worlds and left < began - left:  # the next one would take longer than there is time
                return

    def _worlds(self, rows: int, seed: int) -> Masks:
        """So many worlds, the likeliest of several times as many."""
        from mam.engine.rollouts.call_model import pick_likeliest
        from mam.engine.rollouts.continuation import Rollout

        masks = self._drawer.draw(_CHOICE * rows, seed)
        return pick_likeliest(Rollout(self.round, self.person), self.person, masks, rows)

    def _left(self) -> float:
        return self.player.seconds - (time.perf_counter() - self.begun)

    def _trial(self, masks: Masks) -> Any:
        from mam.engine.rollouts.evaluation import Evaluator

        return Evaluator(self.round, self.person, masks, seed=self.seed)

    def _most(self, alternatives: Sequence[Sequence[Move]]) -> Move:
        """The first move of the alternative that gains most on average."""
        sums = [0.0] * len(alternatives)
        for masks in self._batches():
            trial = self._trial(masks)
            for at, moves in enumerate(alternatives):
                sums[at] += float(trial.find_gains(moves).sum())
        return alternatives[sums.index(max(sums))][0]

    # Each phase

    def _call(self, moves: Sequence[Move]) -> Move | None:
        """The least bid if going on, to any amount, gains more than passing."""
        rules = self.round.rules.auction
        least = min_bid(self.round.calls, rules)
        bids = [move for move in moves if isinstance(move, Bid) and move.amount == least]
        if not bids or Pass() not in moves:
            return None
        offered = {bid.color for bid in bids}
        trumps = [trump for trump in rank_trumps(self.round) if None in offered or trump in offered]
        steps = [least + more for more in _BID_STEPS if rules.most is None or least + more <= rules.most]
        sums = {(0, trumps[0]): 0.0} | {(most, trump): 0.0 for most in steps for trump in trumps[:2]}
        for masks in self._batches():
            trial = self._trial(masks)
            for most, trump in sums:
                sums[most, trump] += float(trial.find_gains_of_bidding_to(most, trump).sum())
        most, trump = max(sums, key=sums.__getitem__)
        if not most:
            return Pass()
        return next((bid for bid in bids if bid.color in (None, trump)), None)

    def _card(self, moves: Sequence[Play]) -> Move:
        """What playouts like best; with few cards left the exact values decide between the best of these."""
        from mam.engine import Unsupported

        left = len(self.round.hands[self.round.turn or ""])
        moves = self._distinct(moves)
        if left > (_MOST_COUNTED if self.player.worlds else _MOST_SOLVED) or len(moves) == 1:
            return self._most([[move] for move in moves])
        masks = self._worlds(_GLANCE, self.seed)
        trial = self._trial(masks)
        gains = {move.card: trial.find_gains([move]) for move in moves}
        means = {card: float(gain.mean()) for card, gain in gains.items()}
        ranked = sorted(moves, key=lambda move: -means[move.card])[:_SOLVED]
        try:
            more = self._exactly_more({move.card: gains[move.card] for move in ranked}, masks)
        except Unsupported:
            return ranked[0]
        return max(ranked, key=lambda move: means[move.card] + more[move.card])

    def _distinct(self, moves: Sequence[Play]) -> list[Play]:
        """The moves without those that come to the same: of plain neighbors in a color the lowest is enough."""
        seen = {card for hand in self.round.hands.values() for card in hand} | {*self.round.nest, *self.round.played}
        own = {move.card for move in moves}
        elsewhere = {card for card in self.cards if card not in own and (card not in seen or self._is_open(card))}
        found: list[Play] = []
        for move in sorted(moves, key=lambda move: self.cards.index(move.card)):
            last = found[-1].card if found else None
            between = self.cards[self.cards.index(last) + 1 : self.cards.index(move.card)] if last else ()
            alike = last and last.is_plain and move.card.is_plain and last.color == move.card.color
            if not (alike and not elsewhere & {*between}):
                found.append(move)
        return found

    def _is_open(self, card: Card) -> bool:
        """Whether it lies in a hand that is not the one to move, for all to see, or on the table."""
        on_table = self.round.trick is not None and card in self.round.trick.cards
        return on_table or any(card in hand for seat, hand in self.round.hands.items() if seat != self.round.turn)

    def _exactly_more(self, played: Mapping[Card, Any], masks: Masks) -> dict[Card, float]:
        """How much more each card gains with all cards open than by playouts, in as many worlds as there is time for.

        Added to what playouts say of all worlds, this needs far fewer of them than the exact values alone: the luck of the
        deal is in both, and cancels. All are 0 where there is time for a few worlds only.
        """
        from mam.engine.budget import Budget, Stopped
        from mam.engine.rollouts.scores import score_capture
        from mam.engine.solver.world_solver import WorldSolver

        many, sums, worlds = WorldSolver(self.round, list(played)), dict.fromkeys(played, 0.0), 0
        counted = self.player.worlds
        for row in range(min(counted or len(masks), len(masks))):
            left = self._left()
            if not counted and left <= 0:
                break
            try:
                values = many.values(masks, row, Budget(None if counted else left, None))
            except Stopped:
                break
            worlds += 1
            for card, taken in values.items():
                gain, _ = score_capture(self.round, self.person, taken)
                sums[card] += gain - float(played[card][row])
        return {card: more / worlds if worlds >= _FEWEST_SOLVED else 0.0 for card, more in sums.items()}


search_player = SearchPlayer()
