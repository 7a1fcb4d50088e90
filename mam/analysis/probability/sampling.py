"""Simulate where the unseen cards are; with a player's discard policy the samples have weights."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import comb
from random import Random

from mam.analysis.probability.constraints import Sum
from mam.analysis.probability.model import Case, Model, is_nest_mixed, list_shown
from mam.analysis.probability.setting import SHOWN_CARDS, Setting, from_nest
from mam.games.round import Round
from mam.games.sampling import worlds
from mam.games.sampling.clues import DISCARDS, NEST, STOCK, list_played
from mam.games.sampling.counting import Options
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.rules.cards import UNSEEN, Card, Trump
from mam.rules.dealing import derive_seed, shuffle
from mam.rules.nest import NestRules
from mam.support.messages import quote

Lying = Mapping[str, Sequence[Card]]  # the unseen cards by the spots they lie in
Policy = Callable[[Sequence[Card], NestRules, Trump], Sequence[Card]]


def draw_lying(model: Model, seed: int, policy: Policy | None, split_nest: bool) -> Iterator[tuple[Lying, float]]:
    """Yield where the unseen cards are, and the weight of this sample, endlessly.

    With `split_nest` the bidder's cards from the nest are listed separately. Without a policy all weights are 1. With one, the
    bidder's cards are drawn as if any legal discard were equally likely, discarded again by the policy, and weighted by
    the number of legal discards over the number of those consistent with the view; an inconsistent sample has weight 0.
    """
    rng = Random(derive_seed(seed, "chances"))
    view, round = model.setting.view, model.setting.round
    split_nest = split_nest and _has_unseen_nest(model)
    if view is not None and (needs_worlds(model.setting) or (round and split_nest and not is_nest_mixed(round))):
        yield from ((_locate_cards(view, world), 1.0) for world in worlds(view, rng))
        return
    cases = Options((case, case.table.total) for case in model.cases if case.table.total)
    discarding = _PolicyDiscard(model, policy) if policy else None
    while True:
        case = cases.pick(rng)
        lying: Lying = case.table.draw(rng)
        weight = 1.0
        if discarding:
            lying, weight = discarding.apply(lying)
        yield (_split_nest(round, lying, rng) if split_nest and round else lying), weight


def needs_worlds(setting: Setting) -> bool:
    """Return whether every sample is a whole world, as in the games of letters."""
    return setting.view is not None and setting.round is None


def add_up(term: Sum, lying: Lying) -> int:
    """Return the value of a sum with the cards in these places."""
    return term.seen_amount + sum(
        worth.get(card, 0) for spot, worth in term.by_spot.items() for card in lying.get(spot, ())
    )


def _locate_cards(view: View[Round], world: Round) -> Lying:
    """Return the cards that the view does not show, by spot; the nest as dealt has a spot of its own."""
    round = view.round
    lying: dict[str, Sequence[Card]] = {seat: _less(world.hands[seat], round.hands[seat]) for seat in round.rules.seats}
    if isinstance(round, TrickRound) and isinstance(world, TrickRound):
        lying[NEST if round.discarded is None else DISCARDS] = _less(world.nest, round.nest)
        lying[STOCK] = _less(world.deal.stock, round.deal.stock)
        return {**lying, from_nest(SHOWN_CARDS): world.deal.nest}
    return {**lying, STOCK: getattr(world, "stock", world.deal.stock)}


def _less(cards: Sequence[Card], seen_cards: Sequence[Card]) -> list[Card]:
    remaining = list(cards)
    for card in seen_cards:
        if card != UNSEEN:
            remaining.remove(card)
    return remaining


# The nest as it was dealt


def _has_unseen_nest(model: Model) -> bool:
    """Return whether the bidder has taken a nest that is unseen in this view."""
    round = model.setting.round
    return round is not None and model.setting.is_nest_taken and UNSEEN in round.deal.nest


def _split_nest(round: TrickRound, lying: Lying, rng: Random) -> Lying:
    """Split the bidder's cards into those from the nest and the others: any may have come from the nest."""
    assert round.bidder is not None
    bidder_cards = {
        round.bidder: lying.get(round.bidder, ()),
        DISCARDS: lying.get(DISCARDS, ()),
        SHOWN_CARDS: list_shown(round, round.bidder),
    }
    marks = shuffle([(place, card) for place, cards in bidder_cards.items() for card in cards], rng)
    slots = round.deal.nest.count(UNSEEN)
    spots = {place: list(cards) for place, cards in lying.items() if place not in bidder_cards}
    for index, (place, card) in enumerate(marks):
        spots.setdefault(from_nest(place) if index < slots else place, []).append(card)
    return spots


# A policy


class _PolicyDiscard:
    """A replacement of unseen discards by those of a policy."""

    def __init__(self, model: Model, policy: Policy) -> None:
        round = model.setting.round
        assert round is not None and round.bidder is not None
        self.round, self.bidder, self.policy = round, round.bidder, policy
        self.size = len(round.discarded or ())
        (case,) = model.cases
        self.may_discard, self.may_hold = _cards_allowed(case, DISCARDS), _cards_allowed(case, self.bidder)
        self.known_cards = [
            *list_played(round, self.bidder),
            *(card for card in round.hands[self.bidder] if card != UNSEEN),
        ]

    def apply(self, lying: Lying) -> tuple[Lying, float]:
        """Return the cards with the policy's discard, and the weight of the sample."""
        unseen = [*lying.get(self.bidder, ()), *lying.get(DISCARDS, ())]
        hand = (*self.known_cards, *unseen)
        assert self.round.trump is not None
        discards = list(self.policy(hand, self.round.rules.nest, self.round.trump))
        remaining_cards = list(unseen)
        for card in discards:
            if card not in remaining_cards or card not in self.may_discard:
                return lying, 0.0  # it was played or shown since, so the policy discarded something else
            remaining_cards.remove(card)
        if len(discards) != self.size or any(card not in self.may_hold for card in remaining_cards):
            return lying, 0.0
        legal = comb(sum(card.is_number_card for card in hand), self.size)
        bound = sum(card not in self.may_hold for card in unseen)
        free = sum(card in self.may_discard and card in self.may_hold for card in unseen)
        return {**lying, self.bidder: remaining_cards, DISCARDS: discards}, legal / comb(free, self.size - bound)


def _cards_allowed(case: Case, place: str) -> frozenset[Card]:
    """Return the unseen cards that may be in a place."""
    return frozenset(unit[0] for kind in case.kinds if (place,) in kind.choices for unit in kind.units)


def check_policy(setting: Setting, model: Model, policy: object) -> None:
    """Raise TypeError or ValueError unless a policy matters in this view and can be simulated."""
    if not callable(policy):
        raise TypeError(
            f"a policy is a function of a hand, the nest's rules and trump, like strategy.choose_discard, not {quote(policy)}"
        )
    round = setting.round
    put_out = round.discarded if round else None
    if round is None or not put_out or any(card != UNSEEN for card in put_out):
        raise ValueError("a discard policy needs a view with an unseen discard")
    single = len(model.cases) == 1 and all(
        len(unit) == 1 for case in model.cases for kind in case.kinds for unit in kind.units
    )
    if round.trump is None or not single:
        raise ValueError(
            "a discard policy cannot be simulated here: trump is not named, or duplicate cards depend on each other"
        )


__all__ = ["Lying", "Policy", "add_up", "check_policy", "draw_lying", "needs_worlds"]
