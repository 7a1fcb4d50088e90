"""Rounds played to their end from any position, in thousands of worlds at once: what a choice leads to.

The compiled kernel goes on from masks of cards (`mam.engine.rollouts.worlds`), by the same policies as in `mam.play_out`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mam.engine import Unsupported
from mam.engine.backend import has_threads
from mam.engine.rollouts.plan import Plan, make_parts, make_plan, number_seats
from mam.engine.rollouts.playouts import NO_LOG, POLICIES, find_pdep, show_compiling
from mam.engine.rollouts.readable import PlayoutSpec, can_win_auction, find_dealer, list_trump_choices
from mam.engine.rollouts.worlds import Int64Array, Masks, draw_masks
from mam.engine.tables import kernel
from mam.engine.tables.search_tree import NO_TREE, SearchTree
from mam.games.registry import deal_for, make_round
from mam.games.trick_round import TrickRound
from mam.rules.cards import Card, NoTrump, Trump
from mam.rules.editions import TrickGameRules, get_edition, list_editions
from mam.rules.moves import Discard, Play
from mam.support.steps import take_all

# Worlds that are played in one short step: in a browser a click waits for it, and the engine is slower there.
_ROWS = 1_000 if has_threads() else 500


@dataclass(frozen=True, eq=False)
class RolloutResult:
    """How rounds ended, a row for each world.

    `money[row, seat]` is what each seat captured in the whole round (thousands of dollars, points, or tricks),
    `allies[row, seat]` who scored with the bidder, `trump[row]` the number of the trump in `trumps`.
    """

    trumps: tuple[Trump, ...]
    money: NDArray[np.int64]
    allies: NDArray[np.bool_]
    trump: NDArray[np.int32]

    def __getitem__(self, rows: Any) -> RolloutResult:
        """Return some of the rows."""
        return RolloutResult(self.trumps, self.money[rows], self.allies[rows], self.trump[rows])

    @property
    def captured(self) -> NDArray[np.int64]:
        """Return what the bidder's side captured in each row."""
        results: NDArray[np.int64] = (self.money * self.allies).sum(axis=1)
        return results


def join_results(parts: Sequence[RolloutResult]) -> RolloutResult:
    """Return the rows of all parts, which name the same trumps."""
    return RolloutResult(
        parts[0].trumps,
        np.concatenate([part.money for part in parts]),
        np.concatenate([part.allies for part in parts]),
        np.concatenate([part.trump for part in parts]),
    )


def split_rows(count: int) -> Iterator[slice]:
    """Yield the rows of one short step after the other: one at least, even if it has no rows."""
    yield from (slice(first, first + _ROWS) for first in range(0, max(count, 1), _ROWS))


class Rollout:
    """A round to be played to its end in worlds that are consistent with it.

    `bidder` becomes the bidder if there is none yet (where nobody bids: the dealer); `trump` is named (None: what the policy
    chooses, or what is trump already); the policies are those of `mam.play_out`. Raises Unsupported for rules that tables
    cannot hold.
    """

    def __init__(
        self, round: TrickRound, bidder: str | None = None, trump: Trump | None = None, policy: str = "rulebook"
    ) -> None:
        self.round, self.plan = round, _plan(round.rules, policy)
        self.bidder = round.bidder or bidder or round.deal.dealer
        self.trumps, self.cards = self.plan.trumps, self.plan.cards
        seats = round.rules.seats
        turn_order, bidder_position, lead, allies, friends = _assign_seats(round, self.bidder)
        game, places = self.plan.game, len(seats) + 1
        exchange_done = round.exchanged is not None or round.phase == "play"
        self.game = game._replace(
            pool=np.zeros(0, np.uint8),
            ends=np.zeros(places, np.int64),
            known_cards=np.zeros(places, np.int64),
            known_duplicates=np.zeros(places, np.int64),
            drawn=0,
            bidders=np.array([seats.index(self.bidder)], np.int64),
            valued=False,
            turn_order=turn_order,
            bidder_position=bidder_position,
            lead=lead,
            allies=allies,
            friends=friends,
            trumps=np.array(self._open_trumps(trump), np.int64),
            turned_trump=np.full(64, -1, np.int64),
            swap=np.full_like(game.swap, -1) if exchange_done else game.swap,
        )
        self.number = self.plan.number
        self.played = np.array([self.number[card] for card in round.played], np.int64)
        self.leader = -1
        if round.phase == "play":
            first = next(
                (trick.plays[0][0] for trick in (*round.tricks, round.trick) if trick and trick.plays), round.turn
            )
            self.leader = round.turn_order.index(first or "")

    def _open_trumps(self, trump: Trump | None) -> list[int]:
        """Return the numbers of the trumps that may still be named."""
        round, order = self.round, self.round.rules.phases
        is_named = "trump" not in order or order.index(round.phase) > order.index("trump")
        if trump is None and (is_named or round.rules.trump_bound or isinstance(round.trump, NoTrump)):
            trump = round.trump
        if trump is not None:
            return [self.trumps.index(trump)]
        return [number for number, choice in enumerate(self.trumps) if not isinstance(choice, NoTrump)]

    def run(
        self,
        masks: Masks,
        *,
        discard: Sequence[Card] | None = None,
        called: Sequence[Card] | None = None,
        cards: Sequence[Card] = (),
        seed: int = 0,
    ) -> RolloutResult:
        """Play every world to its end after this discard, these cards called, and these cards played next."""
        return take_all(self.run_in_steps(masks, discard=discard, called=called, cards=cards, seed=seed))

    def run_in_steps(
        self,
        masks: Masks,
        *,
        discard: Sequence[Card] | None = None,
        called: Sequence[Card] | None = None,
        cards: Sequence[Card] = (),
        seed: int = 0,
    ) -> Generator[None, None, RolloutResult]:
        """Do what `run` does, in short steps."""
        parts: list[RolloutResult] = []
        for rows in split_rows(len(masks)):
            if parts:
                yield
            part = masks[rows]
            start_state = self._start(part, cards, called=called)
            if discard is not None:
                start_state.discard[:], start_state.discard_duplicates[:] = self._mask(discard)
            parts.append(self._play(part, start_state, seed, first=rows.start))
        return parts[0] if len(parts) == 1 else join_results(parts)

    def run_each(
        self, masks: Masks, moves: Sequence[Discard | Play], *, seed: int = 0, tree: SearchTree = NO_TREE
    ) -> RolloutResult:
        """Play every world to its end after each of these moves: the rows of the first move, then those of the second, and so on.

        With a `tree`, the later moves of whoever searches are chosen by what it has learned.
        """
        rows, count = len(masks), len(moves)
        masks = masks[np.tile(np.arange(rows), count)]
        start_state = self._start(masks)._replace(tree=tree)
        for index, move in enumerate(moves):
            part = slice(index * rows, (index + 1) * rows)
            if isinstance(move, Play):
                start_state.next_card[part] = self.number[move.card]
            else:
                start_state.discard[part], start_state.discard_duplicates[part] = self._mask(move.cards)
        return self._play(masks, start_state, seed)

    def measure_surprise(
        self, masks: Masks, person: str, temperature: float, unexpected: int, first: int = 0
    ) -> Int64Array:
        """Return how little the cards played so far by others look like the policy's, in each world.

        It is minus the logarithm of their probability, in `SURPRISE_UNIT`ths; `kernel.StartState` says how that is measured.
        `first` is the number of the first world among all that belong together.
        """
        round = self.round
        opponents = (1 << len(round.turn_order)) - 1 & ~(1 << round.turn_order.index(person))
        start_state = self._start(masks)._replace(
            watched_positions=opponents, temperature=temperature, unexpected=unexpected
        )
        tricks_begun = len(round.tricks) + (round.trick is not None and bool(round.trick.cards))
        self._play(masks, start_state, 0, self.game._replace(tricks=tricks_begun), first=first)
        surprise: Int64Array = start_state.surprise
        return surprise

    def _start(
        self, masks: Masks, cards: Sequence[Card] = (), called: Sequence[Card] | None = None
    ) -> kernel.StartState:
        """Return the state before the next card, after these cards; all that is left open is the policy's choice."""
        rows = len(masks)
        called = self.round.called if called is None else called
        return kernel.StartState(
            contents=masks.contents,
            duplicates=masks.duplicates,
            leader=self.leader,
            cards=np.append(self.played, [self.number[card] for card in cards]) if cards else self.played,
            watched_positions=0,
            surprise=np.zeros(rows, np.int64),
            temperature=1.0,
            unexpected=0,
            tree=NO_TREE,
            discard_done=self.round.discarded is not None,
            next_card=np.full(rows, -1, np.int64),
            discard=np.full(rows, -1, np.int64),
            discard_duplicates=np.zeros(rows, np.int64),
            called=-1 if called is None else self._mask(called)[0],
        )

    def _play(
        self,
        masks: Masks,
        start_state: kernel.StartState,
        seed: int,
        game: kernel.GameLookup | None = None,
        first: int = 0,
    ) -> RolloutResult:
        results = np.zeros((len(masks), 4 + len(self.round.rules.seats)), np.int32)
        with nullcontext() if kernel.play_rounds.signatures else show_compiling():
            kernel.play_rounds(
                game or self.game,
                self.plan.policy,
                self.plan.club,
                self.plan.club_hands,
                start_state,
                np.uint64(seed),
                first,
                results,
                NO_LOG,
                find_pdep(),
            )
        allies = results[:, 2, None] >> np.arange(len(self.round.rules.seats)) & 1
        return RolloutResult(self.trumps, results[:, 4:].astype(np.int64), allies.astype(np.bool_), results[:, 1])

    def _mask(self, cards: Sequence[Card]) -> tuple[int, int]:
        """Return the mask of some cards, and of those among them that are there twice."""
        numbers = [self.number[card] for card in cards]
        return sum({1 << n for n in numbers}), sum({1 << n for n in numbers if numbers.count(n) > 1})


def list_mask_cards(rules: TrickGameRules) -> tuple[Card, ...]:
    """Return the cards of an edition in the order of their numbers in masks."""
    return _plan(rules, "rulebook").cards


def prepare(rules: TrickGameRules, policy: str) -> Iterator[None]:
    """Make what rollouts by a policy need in short steps, so that the first one is not a long one.

    Raises Unsupported for rules that tables cannot hold.
    """
    if (rules, policy) in _prepared_rules:
        return
    yield from make_parts(rules, policy)
    _plan(rules, policy)
    _prepared_rules.add((rules, policy))
    yield


_prepared_rules: set[tuple[TrickGameRules, str]] = set()


# Cached, because a player asks at every move


@lru_cache(maxsize=16)
def _plan(rules: TrickGameRules, policy: str) -> Plan:
    """Return what the kernel needs for an edition, whoever is the bidder."""
    trumps = list_trump_choices(rules)
    dealers = {person: find_dealer(rules, person, None, trumps[0]) for person in rules.persons}
    known_dealers = {person: dealer for person, dealer in dealers.items() if dealer is not None}
    return make_plan(PlayoutSpec(rules, 0, policy, None, known_dealers, trumps, None))


def _assign_seats(round: TrickRound, bidder: str) -> tuple[Int64Array, ...]:
    """Return who sits where, leads, and plays with whom if this person is the bidder."""
    if round.phase == "play":
        return number_seats(round.rules.seats, [round])
    # Nobody has dealt a position: whoever lets this person bid could have.
    dealer = round.deal.dealer or find_dealer(round.rules, bidder, None, list_trump_choices(round.rules)[0])
    return _assign_seats_ahead(round.rules, bidder, dealer or bidder, len(round.deal.hands[0]))


@lru_cache(maxsize=64)
def _assign_seats_ahead(rules: TrickGameRules, bidder: str, dealer: str, hand_size: int) -> tuple[Int64Array, ...]:
    trump = list_trump_choices(rules)[0]
    if "auction" in rules.phases and not can_win_auction(rules, dealer, bidder, None, trump):
        raise Unsupported(f"no auction makes {bidder} the bidder when {dealer} deals")
    spec = PlayoutSpec(rules, 0, "rulebook", None, {bidder: dealer}, (trump,), None)
    return number_seats(rules.seats, [spec.make_first_lead(bidder)])


def warm(edition: str = "") -> Iterator[str]:
    """Compile rollouts of an edition (default: the first) into numba's cache; yield a line for each policy that is ready."""
    for policy in POLICIES:
        start_time = perf_counter()
        rules = get_edition(edition or list_editions()[0])
        round = make_round(rules, deal_for(rules, rules.persons[0], Random(1)))
        assert isinstance(round, TrickRound)
        Rollout(round, policy=policy).run(draw_masks(round, list_mask_cards(round.rules), 1, 1))
        yield f"{policy} rounds from any position: {perf_counter() - start_time:.1f} s"
