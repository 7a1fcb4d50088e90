"""Rounds played to their end from any position, in thousands of worlds at once: what a choice leads to.

The compiled kernel goes on from masks of cards (`mam.engine.rollouts.worlds`), by the same policies as in `mam.play_out`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mam.engine import Unsupported
from mam.engine.rollouts.plan import Plan, make_plan, number_seats
from mam.engine.rollouts.playouts import POLICIES, find_pdep, show_compiling
from mam.engine.rollouts.readable import PlayoutSpec, can_win_auction, find_dealer, list_trump_choices
from mam.engine.rollouts.worlds import Int64Array, Masks, draw_masks
from mam.engine.tables import kernel
from mam.games.registry import deal_for, make_round
from mam.games.trick_round import TrickRound
from mam.rules.cards import Card, NoTrump, Trump
from mam.rules.editions import TrickGameRules, get_edition, list_editions


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
            known=np.zeros(places, np.int64),
            duplicates=np.zeros(places, np.int64),
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
        round = self.round
        results = np.zeros((len(masks), 4 + len(round.rules.seats)), np.int32)
        start_state = self._make_start_state(masks, discard, round.called if called is None else called, cards)
        with nullcontext() if kernel.play_rounds.signatures else show_compiling():
            kernel.play_rounds(self.game, self.plan.policy, start_state, np.uint64(seed), 0, results, None, find_pdep())
        allies = results[:, 2, None] >> np.arange(len(round.rules.seats)) & 1
        return RolloutResult(self.trumps, results[:, 4:].astype(np.int64), allies.astype(np.bool_), results[:, 1])

    def count_unexpected_plays(self, masks: Masks, person: str) -> Int64Array:
        """Count the cards played so far by others that the policy would not have played, in each world."""
        start_state = self._make_start_state(masks, None, self.round.called, (), self.round.turn_order.index(person))
        results = np.zeros((len(masks), 4 + len(self.round.rules.seats)), np.int32)
        kernel.play_rounds(self.game, self.plan.policy, start_state, np.uint64(0), 0, results, None, find_pdep())
        unexpected: Int64Array = start_state.unexpected
        return unexpected

    def _make_start_state(
        self,
        masks: Masks,
        discard: Sequence[Card] | None,
        called: Sequence[Card] | None,
        cards: Sequence[Card],
        own_position: int | None = None,
    ) -> kernel.StartState:
        discard_mask, duplicates = (-1, 0) if discard is None else self._mask(discard)
        everybody = (1 << len(self.round.turn_order)) - 1
        return kernel.StartState(
            held=masks.held,
            duplicates=masks.duplicates,
            leader=self.leader,
            cards=np.array([self.cards.index(card) for card in (*self.round.played, *cards)], np.int64),
            unexpected=np.zeros(len(masks), np.int64),
            watched_positions=everybody if own_position is None else everybody & ~(1 << own_position),
            discard_done=self.round.discarded is not None,
            discard=discard_mask,
            discard_duplicates=duplicates,
            called=-1 if called is None else self._mask(called)[0],
        )

    def _mask(self, cards: Sequence[Card]) -> tuple[int, int]:
        """Return the mask of some cards, and of those among them that are there twice."""
        numbers = [self.cards.index(card) for card in cards]
        return sum({1 << n for n in numbers}), sum({1 << n for n in numbers if numbers.count(n) > 1})


def list_mask_cards(rules: TrickGameRules) -> tuple[Card, ...]:
    """Return the cards of an edition in the order of their numbers in masks."""
    return _plan(rules, "rulebook").cards


# Cached, because a player asks at every move


@lru_cache(maxsize=16)
def _plan(rules: TrickGameRules, policy: str) -> Plan:
    """Return what the kernel needs for an edition, whoever is the bidder."""
    trumps = list_trump_choices(rules)
    dealers = {person: find_dealer(rules, person, None, trumps[0]) for person in rules.persons}
    known = {person: dealer for person, dealer in dealers.items() if dealer is not None}
    return make_plan(PlayoutSpec(rules, 0, policy, None, known, trumps, None))


def _assign_seats(round: TrickRound, bidder: str) -> tuple[Int64Array, ...]:
    """Return who sits where, leads, and plays with whom if this person is the bidder."""
    if round.phase == "play":
        return number_seats(round.rules.seats, [round])
    return _assign_seats_ahead(round.rules, bidder, round.deal.dealer, len(round.deal.hands[0]))


@lru_cache(maxsize=64)
def _assign_seats_ahead(rules: TrickGameRules, bidder: str, dealer: str, hand_size: int) -> tuple[Int64Array, ...]:
    trump = list_trump_choices(rules)[0]
    if "auction" in rules.phases and not can_win_auction(rules, dealer, bidder, None, trump):
        raise Unsupported(f"no auction makes {bidder} the bidder when {dealer} deals")
    spec = PlayoutSpec(rules, 0, "rulebook", None, {bidder: dealer}, (trump,), None)
    return number_seats(rules.seats, [spec.make_first_lead(bidder)])


def warm() -> Iterator[str]:
    """Compile rollouts into numba's cache, and yield a line for each policy that is ready."""
    for policy in POLICIES:
        started = perf_counter()
        round = make_round(rules := get_edition(list_editions()[0]), deal_for(rules, rules.persons[0], Random(1)))
        assert isinstance(round, TrickRound)
        Rollout(round, policy=policy).run(draw_masks(round, list_mask_cards(round.rules), 1, 1))
        yield f"{policy} rounds from any position: {perf_counter() - started:.1f} s"
