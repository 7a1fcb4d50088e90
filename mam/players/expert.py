"""The expert player: it simulates deals consistent with its view and makes the move that is best on average.

Each deal is finished after each move considered. With few cards left some deals are also solved exactly: exact values decide
between the cards that the playouts do not rule out.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any, TypeVar

from mam.engine.strategy import has_won_auction
from mam.games.registry import start
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.players.candidates import list_discards, rank_trumps
from mam.players.rulebook import rulebook_player
from mam.players.turns import play_on
from mam.rules.auction import find_min_bid
from mam.rules.cards import Card, money_in
from mam.rules.dealing import derive_seed
from mam.rules.editions import list_editions
from mam.rules.moves import Bid, Discard, Move, NameTrump, Pass, Play
from mam.support.messages import quote
from mam.support.steps import take_all

if TYPE_CHECKING:
    from mam.engine.rollouts.evaluation import Evaluator
    from mam.engine.rollouts.worlds import MaskDrawer, Masks
    from mam.engine.solver.world_solver import WorldSolver
    from mam.engine.tables.search_tree import SearchTree

T = TypeVar("T")
Steps = Generator[None, None, T]

_POLICY = "club"  # where an edition has no weights for it, the kernel plays like the rulebook player

_MAX_WORLDS = 5000
_BATCH = 16  # worlds between two looks at the clock, at first
_MAX_ROWS = 2048  # rounds played at once
# For the listener: the fewest and the most worlds, and worlds for a second of thinking time; the same for swaps.
_WORLDS, _WORLDS_PER_SECOND = (64, 1_000), 1_000
_SWAPS, _SWAPS_PER_SECOND = (4, 60), 200
_SWAPS_COUNTED = 20  # when the number of worlds is fixed
_BID_STEPS = (0, 20, 40, 70, 110, 160)  # how far above the minimum bid it considers going
# Of the tree: tries before a move is compared, and thousands of dollars (see `SearchTree`).
_TRUST, _CURIOSITY = 8, 50.0
# Cards in hand up to which deals are solved when moves are limited by time, with how many seconds at least …
_MAX_HAND_TIMED = {8: 0.0, 9: 0.1}
_MAX_HAND_COUNTED = 5  # … and when the number of worlds is fixed, however long they take
_TIME_BEFORE_SOLVING = 0.15  # part of the time, for playouts
# A card that playouts find worse than the best one, by more than this part of the money in the pack and by more than chance, is out.
_CLOSE, _CREDIBLE = 0.3, 2.0
_PLAYOUT_WEIGHT = 0.4  # weight of a playout value beside an exact one
# What money that is captured counts in an exact value beside the score: a score, which is all or nothing, depends more on chance.
_MONEY_WEIGHT = 4.0
_CLEARLY = 2.5  # standard errors by which a card must be worse to be dropped
_MIN_COMPARED = 64  # worlds in which playouts must have compared all cards before exact values are trusted
_MAX_SOLVED_CARDS = 4  # for this many moves the exact values are found, …
_FEW_CARDS = 5  # … for all that are credible with so few cards in hand
_APPROXIMATE_FROM = 8  # cards in hand from which money cards of little value are left out, …
_SMALL = 0.2  # … up to this part of the money in the pack: then more deals can be solved
_MIN_SOLVED_WORLDS = 2  # with fewer worlds exact values say less than playouts
_MAX_SOLVED_WORLDS = 300
_SOLVED_AT_ONCE = 8  # between two looks at the clock
_NODES_PER_SECOND = 5_000_000  # of the solver, before its speed is known
_NODES_TIMED = 10_000  # its speed is measured when it has searched more
_SLICE = 0.05  # seconds that one step of it may take
_SPARE = 0.03  # part of the time: with less left no more worlds are solved


@dataclass(frozen=True)
class ExpertPlayer:
    """A player that searches for `seconds` a move, or in a number of `worlds` (then it plays the same on every machine).

    Call it with a view and a Random like any player. In games that the kernel cannot play (hands half face down, the letter
    games), without numba, and where there is nothing to search, it moves as `rulebook_player` does.
    Raises ValueError for a budget that is not above 0.

    >>> import mam
    >>> round = mam.start("make-a-million-1935", seed=7, dealer="S")
    >>> ExpertPlayer(worlds=50)(mam.view(round, "S"), Random(1))
    bid 175
    """

    seconds: float = 0.02
    worlds: int | None = None
    name: str = "expert"

    def __post_init__(self) -> None:
        for field, value in (("seconds", self.seconds), ("worlds", self.worlds)):
            if value is not None and (isinstance(value, bool) or not isinstance(value, int | float) or not value > 0):
                raise ValueError(f"{field} must be a number above 0, not {quote(value)}")

    def __call__(self, view: View[Round], rng: Random) -> Move:
        """Return the move for the person whose view this is. Raise ValueError when it is not this person's turn."""
        return take_all(self.choose_in_steps(view, rng))

    def choose_in_steps(self, view: View[Round], rng: Random) -> Steps[Move]:
        """Choose the move in short steps, between which something else can be done."""
        rulebook_move = rulebook_player(view, rng)
        round = view.round
        if not isinstance(round, TrickRound) or len(moves := view.legal_moves) == 1 or view.person is None:
            return rulebook_move
        try:  # imported late, here and below: the search needs numba, which may be missing and takes a while to load
            from mam.engine import Unsupported
            from mam.engine.rollouts.continuation import list_mask_cards, prepare
        except ImportError:
            return rulebook_move
        try:
            yield from prepare(round.rules, _POLICY)
            search = _Search(round, view.person, self, int(rng.random() * 2**62), list_mask_cards(round.rules))
            return (yield from search.find_best(moves)) or rulebook_move
        except Unsupported:
            return rulebook_move


def _limit(number: float, limits: tuple[int, int]) -> int:
    """Return the whole number between two limits that is nearest to this one."""
    return min(max(round(number), limits[0]), limits[1])


class _Search:
    """One decision."""

    def __init__(
        self, round: TrickRound, person: str, player: ExpertPlayer, seed: int, cards: tuple[Card, ...]
    ) -> None:
        self.round, self.person, self.player, self.seed, self.cards = round, person, player, seed, cards
        self.start_time = time.perf_counter()
        self.worlds: Masks | None = None
        self.used_count = 0  # repeated ones too
        self.nodes_per_second = float(_NODES_PER_SECOND)

    @cached_property
    def _drawer(self) -> MaskDrawer:
        from mam.engine.rollouts.worlds import MaskDrawer

        return MaskDrawer(self.round, self.cards)

    def find_best(self, moves: Sequence[Move]) -> Steps[Move | None]:
        """Return the best of these moves, or None if there is nothing to search."""
        match self.round.phase:
            case "auction" if self.round.rules.scoring.method == "contract":
                return (yield from self._choose_call(moves))
            case "nest":
                discards: list[list[Move]] = [
                    [Discard(cards), NameTrump(trump)] for cards, trump in list_discards(self.round)
                ]
                return (yield from self._choose_by_playouts(discards))
            case "trump" | "called":
                return (yield from self._choose_by_playouts([[move] for move in moves]))
            case "play":
                return (yield from self._choose_card([move for move in moves if isinstance(move, Play)]))
        return None

    # Worlds

    def _listen(self) -> Steps[Masks]:
        """Draw worlds in proportion to the probability of the others' calls, discard and cards."""
        from mam.engine.rollouts.listener import Listener

        seconds, worlds = self.player.seconds, self.player.worlds
        size = _limit(worlds or _WORLDS_PER_SECOND * seconds, _WORLDS)
        swaps = _SWAPS_COUNTED if worlds else _limit(_SWAPS_PER_SECOND * seconds, _SWAPS)
        drawer = self._drawer
        yield
        listener = Listener(self.round, self.person, drawer, self.seed, pilot=size, swaps=swaps)
        yield
        return (yield from listener.draw_in_steps(size, derive_seed(self.seed, "worlds")))

    def _draw(self, count: int) -> Steps[Masks]:
        """Return this many worlds: the next ones of those drawn, again from the first when all have been used."""
        if self.worlds is None:
            self.worlds = yield from self._listen()
        rows = [(self.used_count + number) % len(self.worlds) for number in range(count)]
        self.used_count += count
        return self.worlds[rows]

    def _seconds_left(self) -> float:
        return self.player.seconds - (time.perf_counter() - self.start_time)

    def _evaluate(self, masks: Masks) -> Evaluator:
        from mam.engine.rollouts.evaluation import Evaluator

        return Evaluator(self.round, self.person, masks, _POLICY, self.seed)

    # Playouts

    def _choose_by_playouts(self, alternatives: Sequence[Sequence[Move]]) -> Steps[Move]:
        """Return the first move of the alternative that gains most on average."""
        from mam.engine.rollouts.evaluation import rank_gains

        gains = yield from self._compare(alternatives)
        return alternatives[rank_gains(gains)[0]][0]

    def _compare(
        self, alternatives: Sequence[Sequence[Move]], share: float = 1.0, at_least: int = 1
    ) -> Steps[list[list[Any]]]:
        """Return the gains of each alternative, in the same worlds: in batches, the first ones for all alternatives.

        By sequential halving: of the rounds there is time for, each stage plays as many, and the better half of the alternatives
        goes on to the next stage. The moves of this person that come later are searched too.
        """
        from mam.engine.rollouts.evaluation import rank_gains
        from mam.engine.tables.search_tree import make_search_tree

        count = len(alternatives)
        tree = make_search_tree(self._positions, _MAX_ROWS, _TRUST, _CURIOSITY)
        gains: list[list[Any]] = [[] for _ in alternatives]
        alive, stages, rows = [*range(count)], max(1, (count - 1).bit_length()), max(_BATCH, at_least)
        budget, seconds = max(self.player.worlds or 0, at_least * stages) * count, share * self.player.seconds
        played, drawn = 0, 0
        for stage in range(1, stages + 1):
            is_over = False
            while not is_over:
                if (
                    self.player.worlds
                ):  # an equal part of the rounds for each stage, at least one world for each alternative
                    rows = max(1, (budget * stage // stages - played) // len(alive))
                rows = max(1, min(rows, _MAX_ROWS // len(alive)))
                masks = yield from self._draw(rows)
                yield
                before = self._seconds_left()
                evaluator = self._evaluate(masks)
                for index, batch in zip(
                    alive, self._find_gains(evaluator, [alternatives[index] for index in alive], tree), strict=True
                ):
                    gains[index].append(batch)
                yield
                played, drawn = played + rows * len(alive), drawn + rows
                if self.player.worlds:
                    is_over = played + len(alive) > budget * stage // stages
                    continue
                left = self._seconds_left()
                used, step = self.player.seconds - left, before - left
                is_over = used + step / 2 > seconds * stage / stages or drawn >= _MAX_WORLDS
                if 6 * step < seconds - used:
                    rows *= 2
            alive = [rank_gain for rank_gain in rank_gains(gains) if rank_gain in alive][: -(-count >> stage)]
        return gains

    @staticmethod
    def _find_gains(evaluator: Evaluator, alternatives: Sequence[Sequence[Move]], tree: SearchTree) -> Sequence[Any]:
        """Return the gains of each alternative: cards to play, or discards, each with the trump to name then, or other moves."""
        moves = [alternative[0] for alternative in alternatives if isinstance(alternative[0], Discard | Play)]
        trumps = [
            next((move.color for move in alternative if isinstance(move, NameTrump)), None)
            for alternative in alternatives
        ]
        if len(moves) < len(alternatives):
            return [evaluator.find_gains(alternative) for alternative in alternatives]
        gains: dict[int, Any] = {}
        for trump in dict.fromkeys(trumps):
            places = [index for index, color in enumerate(trumps) if color == trump]
            gains |= dict(
                zip(places, evaluator.find_gains_of_each([moves[place] for place in places], trump, tree), strict=True)
            )
        return [gains[index] for index in range(len(moves))]

    @cached_property
    def _positions(self) -> int:
        """A mask of the positions for which this person decides in the play: the own hand and an open one."""
        round = self.round
        if round.phase != "play":
            return 0
        seats = {self.person, *([round.dummy] if round.dummy and self.person == round.bidder else [])}
        return sum(1 << round.turn_order.index(seat) for seat in seats)

    # Each phase

    def _choose_call(self, moves: Sequence[Move]) -> Steps[Move | None]:
        """Return the minimum bid if bidding on, up to any amount, gains more than passing, and an opponent may still call."""
        rules = self.round.rules.auction
        lowest = find_min_bid(self.round.calls, rules)
        bids = [move for move in moves if isinstance(move, Bid) and move.amount == lowest]
        if has_won_auction(self.round.rules, self.round.calls, self.person):
            return Pass()
        if not bids or Pass() not in moves:
            return None
        colors = {bid.color for bid in bids}
        trumps = [trump for trump in rank_trumps(self.round) if None in colors or trump in colors]
        limits = [lowest + step for step in _BID_STEPS if rules.max_bid is None or lowest + step <= rules.max_bid]
        sums = {(0, trumps[0]): 0.0} | {(limit, trump): 0.0 for limit in limits for trump in trumps[:2]}
        count, drawn, rows = self.player.worlds or _MAX_WORLDS, 0, _BATCH
        while drawn < count:
            rows = min(rows, count - drawn)
            masks = yield from self._draw(rows)
            before = self._seconds_left()
            evaluator = self._evaluate(masks)
            for limit, trump in sums:
                sums[limit, trump] += float(evaluator.find_gains_of_bidding_to(limit, trump).sum())
                yield
            drawn += rows
            left = self._seconds_left()
            if not self.player.worlds and left < before - left:
                break  # the next batch would take longer than there is time
            if left > 4 * (before - left):
                rows = min(2 * rows, _MAX_ROWS)
        limit, trump = max(sums, key=sums.__getitem__)
        if not limit:
            return Pass()
        return next((bid for bid in bids if bid.color in (None, trump)), None)

    def _choose_card(self, moves: Sequence[Play]) -> Steps[Move]:
        """Return the best card by playouts; with few cards left by exact values, too.

        Exact values alone would overrate cards after which the right plan depends on cards that nobody sees. The playouts never
        make use of those, so a card that is clearly worse by them is out.
        """
        from mam.engine import Unsupported
        from mam.engine.rollouts.evaluation import list_credible, rank_gains

        hand_size = len(self.round.hands[self.round.turn or ""])
        moves = self._drop_equivalents(moves)
        if len(moves) == 1:
            return moves[0]
        if hand_size > self._max_solved_hand:
            return (yield from self._choose_by_playouts([[move] for move in moves]))
        gains = yield from self._compare([[move] for move in moves], _TIME_BEFORE_SOLVING, _MIN_COMPARED)
        compared = min(sum(map(len, batches)) for batches in gains)
        if compared < _MIN_COMPARED:
            return moves[rank_gains(gains)[0]]
        margin = _CLOSE * money_in(self.round.rules.pack)
        assert self.worlds is not None
        repetitions = max(1.0, compared / len(self.worlds))  # the same world again is no new evidence
        ranked = list_credible(gains, _CREDIBLE * sqrt(repetitions), margin)
        if hand_size > _FEW_CARDS:
            ranked = ranked[:_MAX_SOLVED_CARDS]
        playout_values = {
            moves[index].card: _PLAYOUT_WEIGHT * fmean(list(chain(*gains[index]))[:compared]) for index in ranked
        }
        card = None
        if len(ranked) > 1:
            with suppress(Unsupported):
                card = yield from self._find_best_by_exact_values(playout_values)
        return Play(card) if card else moves[ranked[0]]

    @property
    def _max_solved_hand(self) -> int:
        """The most cards in hand with which deals are solved."""
        if self.player.worlds:
            return _MAX_HAND_COUNTED
        return max(size for size, seconds in _MAX_HAND_TIMED.items() if self.player.seconds >= seconds)

    @property
    def _least_money(self) -> int:
        """Cards worth less, in thousands of dollars, are left out of the search: with few cards in hand none."""
        pack = self.round.rules.pack
        if len(self.round.hands[self.round.turn or ""]) < _APPROXIMATE_FROM:
            return 0
        return max(
            amount
            for amount in sorted({card.money for card in pack})
            if money_in(card for card in pack if card.money < amount) <= _SMALL * money_in(pack)
        )

    def _drop_equivalents(self, moves: Sequence[Play]) -> list[Play]:
        """Return the moves without equivalent ones: of neighboring number cards in a color the lowest is enough."""
        seen_cards = {card for hand in self.round.hands.values() for card in hand} | {
            *self.round.nest,
            *self.round.played,
        }
        playable = {move.card for move in moves}
        elsewhere = {
            card for card in self.cards if card not in playable and (card not in seen_cards or self._is_open(card))
        }
        distinct: list[Play] = []
        for move in sorted(moves, key=lambda move: self.cards.index(move.card)):
            last = distinct[-1].card if distinct else None
            between = self.cards[self.cards.index(last) + 1 : self.cards.index(move.card)] if last else ()
            neighbors = last and last.is_number_card and move.card.is_number_card and last.color == move.card.color
            if not (neighbors and not elsewhere & {*between}):
                distinct.append(move)
        return distinct

    def _is_open(self, card: Card) -> bool:
        """Return whether everybody can see the card: on the table, or in an open hand of another seat."""
        on_table = self.round.trick is not None and card in self.round.trick.cards
        return on_table or any(card in hand for seat, hand in self.round.hands.items() if seat != self.round.turn)

    def _find_best_by_exact_values(self, playout_values: Mapping[Card, float]) -> Steps[Card | None]:
        """Return the card with the best sum of playout value and mean exact value, or None if too few worlds could be solved.

        Cards that are clearly worse are dropped.
        """
        from mam.engine.solver.world_solver import WorldSolver

        assert self.worlds is not None
        masks, solver = self.worlds[:_MAX_SOLVED_WORLDS], None
        rows: list[dict[Card, float]] = []
        cards = [*playout_values]
        count = min(self.player.worlds or len(masks), len(masks))
        while len(rows) < count and len(cards) > 1 and (self.player.worlds or self._solving_seconds_left() > 0):
            if solver is None:
                yield
                solver = WorldSolver(self.round, cards, self._least_money)
            size = min(_SOLVED_AT_ONCE, count - len(rows))
            rows += yield from self._solve(solver, cards, masks[slice(len(rows), len(rows) + size)])
            if len(rows) >= _SOLVED_AT_ONCE:
                values = {card: [playout_values[card] + row[card] for row in rows] for card in cards}
                best = max(cards, key=lambda card: fmean(values[card]))
                credible = [card for card in cards if not _is_clearly_worse(values[card], values[best])]
                if len(credible) < len(cards):
                    cards, solver = credible, None
        if len(rows) < _MIN_SOLVED_WORLDS:
            return None
        return max(cards, key=lambda card: playout_values[card] + fmean(row[card] for row in rows))

    def _solving_seconds_left(self) -> float:
        return self._seconds_left() - _SPARE * self.player.seconds

    def _solve(self, solver: WorldSolver, cards: Sequence[Card], masks: Masks) -> Steps[list[dict[Card, float]]]:
        """Return a row for each world solved, as many as a short step allows: what each card is worth with all cards open.

        Worlds are searched again from where the memory of positions leaves off if the step was too short for one.
        """
        from mam.engine.rollouts.scores import score_capture

        yield
        seconds, before, searched = min(self._solving_seconds_left(), _SLICE), self._seconds_left(), solver.nodes
        values = solver.find_all_values(
            masks, 1 << 62 if self.player.worlds else max(int(seconds * self.nodes_per_second), 1)
        )
        used = before - self._seconds_left()
        if used > 0 and solver.nodes - searched > _NODES_TIMED:
            self.nodes_per_second = (solver.nodes - searched) / used
        yield
        round = self.round
        is_ours = round.side_of(self.person) == round.side_of(round.bidder or "")
        weight = _MONEY_WEIGHT if is_ours else -_MONEY_WEIGHT
        return [
            {
                card: score_capture(round, self.person, money)[0] + weight * money
                for card, money in zip(cards, row, strict=True)
            }
            for row in values.tolist()
        ]


def _is_clearly_worse(values: Sequence[float], best: Sequence[float]) -> bool:
    """Return whether the difference of these values to the best ones is much larger than their standard error."""
    differences = [high - low for high, low in zip(best, values, strict=True)]
    return bool(fmean(differences) > _CLEARLY * stdev(differences) / len(differences) ** 0.5)


expert_player = ExpertPlayer()


def warm() -> Iterator[str]:
    """Compile all that the player needs by a round of its own, and yield a line that says so."""
    start_time, round = time.perf_counter(), start(list_editions()[0], seed=1)
    persons = round.rules.persons
    play_on(round, dict.fromkeys(persons, ExpertPlayer(worlds=2)), {person: Random(1) for person in persons})
    yield f"expert player: {time.perf_counter() - start_time:.1f} s"
