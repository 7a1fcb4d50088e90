"""The same model by simulation: where the unseen cards lie, drawn at random; with a player's discard policy, weighted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import comb
from random import Random

from mam.analysis.probability.conditions import Sum
from mam.analysis.probability.model import Case, Model, is_nest_mixed
from mam.analysis.probability.setting import GONE, Setting, from_nest
from mam.games.round import Round
from mam.games.sampling import worlds
from mam.games.sampling.clues import NEST, PUT_OUT, STOCK, list_played
from mam.games.sampling.counting import Options
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.rules.cards import UNSEEN, Card, Trump
from mam.rules.dealing import derive_seed, shuffled
from mam.rules.nest import NestRules

Lying = Mapping[str, Sequence[Card]]  # the unseen cards by the spots they lie in
Policy = Callable[[Sequence[Card], NestRules, Trump], Sequence[Card]]


def draw_lying(model: Model, seed: int, policy: Policy | None, told: bool) -> Iterator[tuple[Lying, float]]:
    """Where the unseen cards lie, and the weight of this sample; endless. `told`: with what the nest was dealt as.

    Without a policy the weights are 1. With one, the bidder's cards are drawn with a hidden discard as if any legal one
    were equally likely, put out again as the policy says, and weighted by the number of legal discards over that of
    those that agree with the view; what does not agree with it weighs nothing.
    """
    rng = Random(derive_seed(seed, "chances"))
    view, round = model.setting.view, model.setting.round
    told = told and _is_told(model)
    if view is not None and (needs_worlds(model.setting) or (round and told and not is_nest_mixed(round))):
        yield from ((_where(view, world), 1.0) for world in worlds(view, rng))
        return
    cases = Options((case, case.table.total) for case in model.cases if case.table.total)
    putting = _Putting(model, policy) if policy else None
    while True:
        case = cases.pick(rng)
        lying: Lying = case.table.draw(rng)
        weight = 1.0
        if putting:
            lying, weight = putting.put(lying)
        yield (_told(round, lying, rng) if told and round else lying), weight


def needs_worlds(setting: Setting) -> bool:
    """Whether every deal drawn is a whole world of a game of letters."""
    return setting.view is not None and setting.round is None


def add_up(one: Sum, lying: Lying) -> int:
    """A sum when the cards lie like this."""
    return one.seen + sum(worth.get(card, 0) for spot, worth in one.by_spot.items() for card in lying.get(spot, ()))


def _where(view: View[Round], world: Round) -> Lying:
    """The cards that the view does not show, by the spots they lie in; the nest as dealt apart from where they went."""
    seen = view.round
    found: dict[str, Sequence[Card]] = {seat: _less(world.hands[seat], seen.hands[seat]) for seat in seen.rules.seats}
    if isinstance(seen, TrickRound) and isinstance(world, TrickRound):
        found[NEST if seen.discarded is None else PUT_OUT] = _less(world.nest, seen.nest)
        found[STOCK] = _less(world.deal.stock, seen.deal.stock)
        return {**found, from_nest(GONE): world.deal.nest}
    return {**found, STOCK: getattr(world, "stock", world.deal.stock)}


def _less(cards: Sequence[Card], seen: Sequence[Card]) -> list[Card]:
    left = list(cards)
    for card in seen:
        if card != UNSEEN:
            left.remove(card)
    return left


# The nest as it was dealt


def _is_told(model: Model) -> bool:
    """Whether the bidder has taken up a nest that is unseen in this view."""
    round = model.setting.round
    return round is not None and model.setting.is_taken and UNSEEN in round.deal.nest


def _told(round: TrickRound, lying: Lying, rng: Random) -> Lying:
    """The same, the bidder's cards divided into those from the nest and the others: any may have come from there."""
    assert round.bidder is not None
    seen = [card for card in round.discarded or () if card != UNSEEN]
    known = [*list_played(round, round.bidder), *seen]
    ours = {round.bidder: lying.get(round.bidder, ()), PUT_OUT: lying.get(PUT_OUT, ()), GONE: known}
    marks = shuffled([(place, card) for place, cards in ours.items() for card in cards], rng)
    slots = round.deal.nest.count(UNSEEN)
    found = {place: list(cards) for place, cards in lying.items() if place not in ours}
    for at, (place, card) in enumerate(marks):
        found.setdefault(from_nest(place) if at < slots else place, []).append(card)
    return found


# A policy


class _Putting:
    """What a policy puts out of the bidder's cards, where the discard was not seen."""

    def __init__(self, model: Model, policy: Policy) -> None:
        round = model.setting.round
        assert round is not None and round.bidder is not None
        self.round, self.bidder, self.policy = round, round.bidder, policy
        self.size = len(round.discarded or ())
        (case,) = model.cases
        self.out, self.kept = _may(case, PUT_OUT), _may(case, self.bidder)
        self.known = [*list_played(round, self.bidder), *(card for card in round.hands[self.bidder] if card != UNSEEN)]

    def put(self, lying: Lying) -> tuple[Lying, float]:
        """The cards with another discard, and the weight of that."""
        unseen = [*lying.get(self.bidder, ()), *lying.get(PUT_OUT, ())]
        hand = (*self.known, *unseen)
        assert self.round.trump is not None
        chosen = list(self.policy(hand, self.round.rules.nest, self.round.trump))
        kept = list(unseen)
        for card in chosen:
            if card not in kept or card not in self.out:
                return lying, 0.0  # it was played or shown since: the policy has put out something else
            kept.remove(card)
        if len(chosen) != self.size or any(card not in self.kept for card in kept):
            return lying, 0.0
        legal = comb(sum(card.is_plain for card in hand), self.size)
        bound = sum(card not in self.kept for card in unseen)
        free = sum(card in self.out and card in self.kept for card in unseen)
        return {**lying, self.bidder: kept, PUT_OUT: chosen}, legal / comb(free, self.size - bound)


def _may(case: Case, place: str) -> frozenset[Card]:
    """The unseen cards that may lie in a near place."""
    return frozenset(unit[0] for kind in case.kinds if (place,) in kind.choices for unit in kind.units)


def check_policy(setting: Setting, model: Model, policy: object) -> None:
    """Raise TypeError or ValueError unless a policy can say something of this view."""
    if not callable(policy):
        raise TypeError(
            f"a policy is a function of a hand, the nest's rules and trump, like strategy.choose_discard, not {policy!r}"
        )
    round = setting.round
    put_out = round.discarded if round else None
    if round is None or not put_out or any(card != UNSEEN for card in put_out):
        raise ValueError("a discard policy tells something only of a view in which a discard lies unseen")
    single = len(model.cases) == 1 and all(
        len(unit) == 1 for case in model.cases for kind in case.kinds for unit in kind.units
    )
    if round.trump is None or not single:
        raise ValueError("a discard policy is not sampled here: trump is not named, or copies of cards hang together")


__all__ = ["Lying", "Policy", "add_up", "check_policy", "draw_lying", "needs_worlds"]
