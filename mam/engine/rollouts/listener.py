"""Worlds drawn in proportion to the probability of the others' calls, discard and cards."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from math import ceil, inf

import numpy as np
from numpy.typing import NDArray

from mam.engine.rollouts.continuation import list_mask_cards
from mam.engine.rollouts.hidden_discards import DiscardModel, is_discard_hidden
from mam.engine.rollouts.inference import (
    list_policies,
    make_weights,
    measure_effective_size,
    measure_surprise_in_steps,
    pick_rows,
)
from mam.engine.rollouts.worlds import (
    RANDOM_BITS,
    Int64Array,
    MaskDrawer,
    Masks,
    draw_bits,
    join_masks,
    list_known_cards,
)
from mam.games.sampling.clues import DISCARDS, NEST, STOCK, Clues
from mam.games.trick_round import TrickRound
from mam.rules.dealing import derive_seed
from mam.support.steps import take_all

_PILOT = 500  # worlds from which a listener finds out how many it has to draw
_SWAP_BELOW = 0.25  # proportion of the worlds drawn that count: with fewer, cards are swapped
_MIN_PROPORTION = 0.05  # assumed where cards cannot be swapped: with fewer, drawing would take too long
_OVERSAMPLING = 4  # worlds drawn for each one that is swapped
_POPULATION = 64  # how many of these there are at least
_SWAPS = 20  # swaps proposed for each world
_ROWS = 500  # worlds drawn and swapped at once


class Listener:
    """Draws worlds in proportion to the probability of the others' calls, discard and cards.

    Where fewer than a quarter of the worlds drawn at random count, it goes on from the likely ones: pairs of unseen cards are swapped by
    the Metropolis algorithm, which leaves each world as frequent as it is likely. The same seed draws the same worlds. `pilot`,
    `population` and `swaps` say how thorough that is: how many worlds are drawn to find out, how many are swapped at least, and how many
    swaps are proposed for each. `prepare` finds out; the first draw does so if nobody did before.
    """

    def __init__(
        self,
        round: TrickRound,
        person: str,
        drawer: MaskDrawer,
        seed: int,
        *,
        pilot: int = _PILOT,
        population: int = _POPULATION,
        swaps: int = _SWAPS,
    ) -> None:
        self.round, self.person, self.drawer = round, person, drawer
        self.pilot, self.population, self.swaps, self.seed = pilot, population, swaps, seed
        self.policies = list_policies(round, person)
        self.discards = DiscardModel(round, self.policies) if is_discard_hidden(round, person) else None
        self.proportion: float | None = None  # of the worlds drawn at random that count; None before `prepare`
        self.pairs: _Pairs | None = None

    def prepare(self) -> Generator[None, None, None]:
        """Find out in short steps how many worlds have to be drawn, and whether cards are swapped."""
        if self.proportion is not None:
            return
        _, weights = yield from self._draw_weighted(self.pilot, self.seed)
        yield
        self.proportion = measure_effective_size(weights) / self.pilot
        clues = Clues(self.round)
        if self.proportion < _SWAP_BELOW and _can_swap(clues, self.discards):
            self.pairs = _Pairs(clues, self.discards)
            yield

    def draw(self, rows: int, seed: int) -> Masks:
        """Draw this many worlds."""
        return take_all(self.draw_in_steps(rows, seed))

    def draw_in_steps(self, rows: int, seed: int) -> Generator[None, None, Masks]:
        """Do what `draw` does, in short steps."""
        yield from self.prepare()
        assert self.proportion is not None
        if not self.pairs:
            return (yield from self._draw_part(rows, 1 / max(self.proportion, _MIN_PROPORTION), seed))
        parts = []
        for first in range(0, max(rows, 1), _ROWS):
            size = min(_ROWS, rows - first)
            part = yield from self._draw_part(
                max(size, self.population), _OVERSAMPLING, derive_seed(seed, "part", first)
            )
            parts.append(part[:size])
            yield
        return join_masks(parts)

    def _draw_part(self, rows: int, oversampling: float, seed: int) -> Generator[None, None, Masks]:
        population, weights = yield from self._draw_weighted(ceil(rows * oversampling), seed)
        if np.isinf(population.surprise).all():  # nobody would have done what they did
            return (yield from self.drawer.draw_in_steps(rows, seed))
        population = population.pick(pick_rows(weights, rows, seed))
        for number in range(self.swaps if self.pairs else 0):
            yield
            yield from self._swap(population, f"{seed}/swap/{number}")
        masks, _ = self._separate(population)
        return masks

    def _draw_weighted(self, rows: int, seed: int) -> Generator[None, None, tuple[_Population, NDArray[np.float64]]]:
        masks = yield from self.drawer.draw_in_steps(rows, seed)
        ways, proposal = np.zeros(rows, np.int64), np.zeros(rows)
        if self.discards:
            marks = np.cumsum(self.discards.probabilities)[:-1]
            ways = np.searchsorted(marks, _draw_fractions(f"{seed}/ways", rows)[:, 0], side="right")
            masks = self.discards.join(masks, ways)
            proposal = self.discards.measure_proposal(masks, ways)
        population = _Population(masks, ways, np.zeros(rows))
        yield
        population.surprise[:] = yield from self._measure_surprise(population)
        return population, make_weights(population.surprise + proposal)

    def _separate(self, population: _Population) -> tuple[Masks, NDArray[np.float64]]:
        if self.discards:
            return self.discards.separate(population.masks, population.ways)
        return population.masks, np.zeros(len(population.masks))

    def _measure_surprise(self, population: _Population) -> Generator[None, None, NDArray[np.float64]]:
        masks, surprise = self._separate(population)
        rows = np.flatnonzero(surprise < inf)
        surprise[rows] += yield from measure_surprise_in_steps(self.round, self.person, masks[rows], self.policies)
        return surprise

    def _swap(self, population: _Population, seed: str) -> Generator[None, None, None]:
        """Propose one swap in each world, and accept it by the Metropolis rule."""
        is_joined = (
            population.ways != self.discards.random_way if self.discards else np.zeros(len(population.ways), bool)
        )
        assert self.pairs
        rows, moved = self.pairs.propose(population, is_joined, seed)
        if not len(rows):
            return
        moved.surprise[:] = yield from self._measure_surprise(moved)
        limits = population.surprise[rows] - np.log(_draw_fractions(f"{seed}/limit", len(rows))[:, 0] + 1e-18)
        population.replace(rows, moved, moved.surprise < limits)


@dataclass(frozen=True, eq=False)
class _Population:
    """Worlds (joined where a policy discards), the way in which the discard was chosen, and minus the logarithm of their probability."""

    masks: Masks
    ways: Int64Array
    surprise: NDArray[np.float64]

    def pick(self, rows: Int64Array) -> _Population:
        return _Population(self.masks[rows], self.ways[rows], self.surprise[rows])

    def replace(self, rows: Int64Array, replacements: _Population, chosen: NDArray[np.bool_]) -> None:
        rows = rows[chosen]
        self.masks.contents[rows] = replacements.masks.contents[chosen]
        self.masks.duplicates[rows] = replacements.masks.duplicates[chosen]
        self.surprise[rows] = replacements.surprise[chosen]


def _can_swap(clues: Clues, discards: DiscardModel | None) -> bool:
    """Return whether all deals are equally likely before listening, or the model of the discard says how likely they are."""
    return not clues.special and (not clues.near or discards is not None)


class _Pairs:
    """Pairs of unseen cards that may change places."""

    def __init__(self, clues: Clues, discards: DiscardModel | None) -> None:
        round, rules = clues.round, clues.round.rules
        places = [*rules.seats, NEST if round.discarded is None else DISCARDS, STOCK]
        self.units = [card for card, copies in clues.unseen.items() for _ in range(copies)]
        everything = frozenset(self.units)
        allowed = np.array(
            [[card not in clues.exclusions.get(place, everything) for card in self.units] for place in places]
        )
        joined = allowed.copy()
        if discards:
            joined[discards.seat] |= allowed[discards.nest]
            joined[discards.nest] = False
        self.allowed = np.array([allowed, joined])  # of separate worlds, and of joined ones
        cards = list_mask_cards(rules)
        self.numbers = np.array([cards.index(card) for card in self.units])
        self.copies = np.array([self.units[:index].count(card) for index, card in enumerate(self.units)])
        known = list_known_cards(round)[:-1]
        self.known = np.array([[place.count(card) for place in known] for card in cards])

    def propose(
        self, population: _Population, is_joined: NDArray[np.bool_], seed: str
    ) -> tuple[Int64Array, _Population]:
        """Return the rows in which two cards, chosen by chance, may change places, and these worlds after it."""
        masks, units = population.masks, len(self.units)
        picked_units = np.minimum((_draw_fractions(seed, len(masks), 2) * units).astype(np.int64), units - 1)
        numbers = self.numbers[picked_units]
        first, second = (
            self._find_places(masks, numbers[:, side], self.copies[picked_units[:, side]]) for side in (0, 1)
        )
        kind = is_joined.astype(np.int64)
        is_allowed = (
            (first != second)
            & (numbers[:, 0] != numbers[:, 1])
            & self.allowed[kind, second, picked_units[:, 0]]
            & self.allowed[kind, first, picked_units[:, 1]]
        )
        rows = np.flatnonzero(is_allowed)
        moved, bits = population.pick(rows), np.int64(1) << numbers[rows]
        _exchange(moved.masks, first[rows], bits[:, 0], bits[:, 1])
        _exchange(moved.masks, second[rows], bits[:, 1], bits[:, 0])
        return rows, moved

    def _find_places(self, masks: Masks, numbers: Int64Array, copies: Int64Array) -> Int64Array:
        """Return the number of the place where this unseen copy of a card is, a card for each row."""
        shift = numbers[:, None]
        counts = (masks.contents >> shift & 1) + (masks.duplicates >> shift & 1) - self.known[numbers]
        is_before = counts.cumsum(axis=1) <= copies[:, None]
        places: Int64Array = is_before.sum(axis=1)  # in the stock, if it is in no other place
        return places


def _exchange(masks: Masks, places: Int64Array, lost: Int64Array, gained: Int64Array) -> None:
    """Replace a card in one place of each row by another one; nothing is recorded of the stock."""
    rows = np.flatnonzero(places < masks.contents.shape[1])
    places, lost, gained = places[rows], lost[rows], gained[rows]
    cards, duplicates = masks.contents[rows, places], masks.duplicates[rows, places]
    cards, duplicates = cards & ~(lost & ~duplicates), duplicates & ~lost
    masks.contents[rows, places], masks.duplicates[rows, places] = cards | gained, duplicates | (cards & gained)


def _draw_fractions(seed: str, rows: int, columns: int = 1) -> NDArray[np.float64]:
    """Return random numbers from 0 to 1."""
    return draw_bits(seed, rows, columns) / float(1 << RANDOM_BITS)
