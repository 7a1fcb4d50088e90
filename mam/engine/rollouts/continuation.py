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
from mam.engine.rollouts.plan import Plan, make_plan, seat
from mam.engine.rollouts.playouts import POLICIES, compiling, find_pdep
from mam.engine.rollouts.readable import PlayoutSpec, can_win_auction, find_dealer, list_trump_choices
from mam.engine.rollouts.worlds import Int64Array, Masks, draw_masks
from mam.engine.tables import kernel
from mam.games.registry import deal_for, make_round
from mam.games.trick_round import TrickRound
from mam.rules.cards import Card, NoTrump, Trump
from mam.rules.editions import TrickGameRules, get_edition, list_editions


@dataclass(frozen=True, eq=False)
class RolloutResult:
    """How it ended, a row for each world.

    `money[row, seat]` is what each seat captured in the whole round (thousands of dollars, points, or tricks),
    `allies[row, seat]` who scored with the bidder, `trump[row]` the number of the trump in `trumps`.
    """

    trumps: tuple[Trump, ...]
    money: NDArray[np.int64]
    allies: NDArray[np.bool_]
    trump: NDArray[np.int32]

    def __getitem__(self, rows: Any) -> RolloutResult:
        """Some of the rows."""
        return RolloutResult(self.trumps, self.money[rows], self.allies[rows], self.trump[rows])

    @property
    def taken(self) -> NDArray[np.int64]:
        """What the bidder's side captured, in each row."""
        found: NDArray[np.int64] = (self.money * self.allies).sum(axis=1)
        return found


class Rollout:
    """Plays a round on from here, in any worlds that agree with it.

    `bidder` is who becomes the bidder if nobody is yet (where nobody bids: who deals); `trump` what is named (None: what
    the policy likes, or what it is already); the policies are those of `mam.play_out`. Raises Unsupported for rules that
    tables cannot hold.
    """

    def __init__(
        self, round: TrickRound, bidder: str | None = None, trump: Trump | None = None, policy: str = "rulebook"
    ) -> None:
        self.round, self.plan = round, _plan(round.rules, policy)
        self.bidder = round.bidder or bidder or round.deal.dealer
        self.trumps, self.cards = self.plan.trumps, self.plan.cards
        seats = round.rules.seats
        turn_order, home, lead, allies, friends = _seated(round, self.bidder)
        game, places = self.plan.game, len(seats) + 1
        swapped = round.exchanged is not None or round.phase == "play"
        self.game = game._replace(
            pool=np.zeros(0, np.uint8),
            ends=np.zeros(places, np.int64),
            known=np.zeros(places, np.int64),
            duplicates=np.zeros(places, np.int64),
            drawn=0,
            chairs=np.array([seats.index(self.bidder)], np.int64),
            valued=False,
            turn_order=turn_order,
            home=home,
            lead=lead,
            allies=allies,
            friends=friends,
            trumps=np.array(self._open_trumps(trump), np.int64),
            turned=np.full(64, -1),
            swap=np.full_like(game.swap, -1) if swapped else game.swap,
        )
        self.leader = -1
        if round.phase == "play":
            first = next(
                (trick.plays[0][0] for trick in (*round.tricks, round.trick) if trick and trick.plays), round.turn
            )
            self.leader = round.turn_order.index(first or "")

    def _open_trumps(self, trump: Trump | None) -> list[int]:
        """The numbers of the trumps that may still be named."""
        round, order = self.round, self.round.rules.phases
        named = "trump" not in order or order.index(round.phase) > order.index("trump")
        if trump is None and (named or round.rules.trump_bound or isinstance(round.trump, NoTrump)):
            trump = round.trump
        if trump is not None:
            return [self.trumps.index(trump)]
        return [number for number, one in enumerate(self.trumps) if not isinstance(one, NoTrump)]

    def run(
        self,
        masks: Masks,
        *,
        discard: Sequence[Card] | None = None,
        called: Sequence[Card] | None = None,
        cards: Sequence[Card] = (),
        seed: int = 0,
    ) -> RolloutResult:
        """The end of the round in each world if this is put out, these are called, and these cards played next."""
        round = self.round
        found = np.zeros((len(masks), 4 + len(round.rules.seats)), np.int32)
        begun = self._begun(masks, discard, round.called if called is None else called, cards)
        with nullcontext() if kernel.play_rounds.signatures else compiling():
            kernel.play_rounds(self.game, self.plan.policy, begun, np.uint64(seed), 0, found, None, find_pdep())
        allies = found[:, 2, None] >> np.arange(len(round.rules.seats)) & 1
        return RolloutResult(self.trumps, found[:, 4:].astype(np.int64), allies.astype(np.bool_), found[:, 1])

    def count_unexpected_plays(self, masks: Masks, person: str) -> Int64Array:
        """How many of the cards that others have played so far the policy would not have played, in each world."""
        begun = self._begun(masks, None, self.round.called, (), self.round.turn_order.index(person))
        found = np.zeros((len(masks), 4 + len(self.round.rules.seats)), np.int32)
        kernel.play_rounds(self.game, self.plan.policy, begun, np.uint64(0), 0, found, None, find_pdep())
        strange: Int64Array = begun.strange
        return strange

    def _begun(
        self,
        masks: Masks,
        discard: Sequence[Card] | None,
        called: Sequence[Card] | None,
        cards: Sequence[Card],
        own: int | None = None,
    ) -> kernel.Begun:
        out, double = (-1, 0) if discard is None else self._mask(discard)
        everybody = (1 << len(self.round.turn_order)) - 1
        return kernel.Begun(
            held=masks.held,
            duplicates=masks.duplicates,
            leader=self.leader,
            laid=np.array([self.cards.index(card) for card in (*self.round.played, *cards)], np.int64),
            strange=np.zeros(len(masks), np.int64),
            watched=everybody if own is None else everybody & ~(1 << own),
            settled=self.round.discarded is not None,
            out=out,
            double=double,
            called=-1 if called is None else self._mask(called)[0],
        )

    def _mask(self, cards: Sequence[Card]) -> tuple[int, int]:
        """The mask of some cards, and of those among them that are there twice."""
        numbers = [self.cards.index(card) for card in cards]
        return sum({1 << n for n in numbers}), sum({1 << n for n in numbers if numbers.count(n) > 1})


def list_mask_cards(rules: TrickGameRules) -> tuple[Card, ...]:
    """The cards of an edition in the order of their numbers in masks."""
    return _plan(rules, "rulebook").cards


# Kept, because a player asks at every move


@lru_cache(maxsize=16)
def _plan(rules: TrickGameRules, policy: str) -> Plan:
    """What the kernel needs for an edition, whoever is the bidder."""
    trumps = list_trump_choices(rules)
    dealers = {one: find_dealer(rules, one, None, trumps[0]) for one in rules.persons}
    known = {one: dealer for one, dealer in dealers.items() if dealer is not None}
    return make_plan(PlayoutSpec(rules, 0, policy, None, known, trumps, None))


def _seated(round: TrickRound, bidder: str) -> tuple[Int64Array, ...]:
    """Who sits where, leads, and plays with whom if this person is the bidder."""
    if round.phase == "play":
        return seat(round.rules.seats, [round])
    return _seated_ahead(round.rules, bidder, round.deal.dealer, len(round.deal.hands[0]))


@lru_cache(maxsize=64)
def _seated_ahead(rules: TrickGameRules, bidder: str, dealer: str, hand_size: int) -> tuple[Int64Array, ...]:
    trump = list_trump_choices(rules)[0]
    if "auction" in rules.phases and not can_win_auction(rules, dealer, bidder, None, trump):
        raise Unsupported(f"no auction makes {bidder} the bidder when {dealer} deals")
    spec = PlayoutSpec(rules, 0, "rulebook", None, {bidder: dealer}, (trump,), None)
    return seat(rules.seats, [spec.at_first_lead(bidder)])


def warm() -> Iterator[str]:
    """Compile what goes on from a position, and say so; afterwards it is read from numba's cache."""
    for policy in POLICIES:
        began = perf_counter()
        round = make_round(rules := get_edition(list_editions()[0]), deal_for(rules, rules.persons[0], Random(1)))
        assert isinstance(round, TrickRound)
        Rollout(round, policy=policy).run(draw_masks(round, list_mask_cards(round.rules), 1, 1))
        yield f"{policy} rounds from any position: {perf_counter() - began:.1f} s"
