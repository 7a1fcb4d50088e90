"""A position of open cards as the solver's kernel reads it: tables, hands, and the frame in which the search starts."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Generator, Iterator, Sequence
from functools import cache, lru_cache
from itertools import count
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mam.engine import Unsupported
from mam.engine.budget import Budget
from mam.engine.rollouts.playouts import find_pdep, show_compiling
from mam.engine.solver import search
from mam.engine.tables.build import Lookup, tabulate
from mam.games.state import find_counted_side
from mam.games.trick_round import TrickRound
from mam.rules.cards import UNSEEN

Int64Array = NDArray[np.int64]
_MEMORY_POWERS = {8: 15, 9: 17, 10: 19, 11: 20}  # the power of two of the memory's size, by the cards left in a hand
_MAX_MEMORY_POWER = 22
_PIECE = 1 << 21  # words of the memory that are cleared in one short step

# How much each feature of a card counts in the order in which cards are searched, found by hill climbing on the number of
# positions searched (tools/fit_weights.py). A row for each place in the trick, first to last. The first eight apply if our
# side is likely to take the trick: its money; that we take it; less for strength; the card's own money; that this card takes
# it; that it is a trump; that it has no color; less for the length of its color. The other eight apply if the opponents are
# likely to: less for its money; less for strength; less for the card's own money; trump; no color; less for length; two unused.
_WEIGHTS = (
    (49, 23, 1, -31, 92, 0, 122, 4, 128, -4, -64, 74, -12, 1103, 0, 0),
    (62, 232, 0, -1, 39, -60, 7, 11, 296, 0, 46, 543, -125, 155, 0, 0),
    (65, 87, 0, -26, -90, -34, 70, 11, 108, 1, -28, 226, -94, 128, 0, 0),
    (64, 192, 1, 0, 3, 14, 0, 3, 172, 0, -64, -218, 18, 128, 0, 0),
)


class TrickOnTable(NamedTuple):
    """The trick on the table as the search has it: each value under the name of its place in a frame."""

    led: int
    top: int
    winner: int
    best_card: int
    state: int
    money: int
    broken: int


def read_trick(round: TrickRound, tables: Lookup, card_units: Sequence[int]) -> TrickOnTable:
    """Return the trick on the table of a round, its money in the units that are given for each card."""
    led, top, winner, best_card, state, money = search.NONE, 0, -1, search.NOTHING, 0, 0
    broken = int(round.is_trump_broken or not round.rules.tricks.trump_break)
    for place, (seat, card) in enumerate(round.trick.plays if round.trick else ()):
        number = tables.number(card)
        if led == search.NONE:
            led = int(tables.fixes[int(place > 0), number])
        power = int(tables.strength[led, number])
        if power and power >= top:
            top, winner, best_card = power, round.turn_order.index(seat), number
        state = int(tables.transitions[state, number])
        money += card_units[number]
        broken |= (tables.broken >> number & 1) << 1
    return TrickOnTable(led, top, winner, best_card, state, money, broken)


class Position:
    """A position with cards left to play; amounts are in units. Unseen cards must be dealt before the first question.

    Cards worth less than `least_money` thousand dollars count as worthless: the search is faster, its values are too low.
    Raises Unsupported, saying why, if the kernel cannot hold it.
    """

    def __init__(self, round: TrickRound, least_money: int = 0) -> None:
        assert round.trick is not None and round.trump is not None
        self.round, self.tables = round, tabulate(round.rules, round.trump)
        tables, members = self.tables, round.sides[find_counted_side(round)]
        self.unit, card_units, base = pack_tables(tables, least_money)
        self.array = base.copy()
        self.array[search.SIDE] = round.turn_order.index(members[0]) & 1
        self.cards = max(len(round.hands[seat]) for seat in round.turn_order)
        self.table_mask = tables.mask(round.trick.cards)
        self.card_units: list[int] = card_units.tolist()
        self.units: list[tuple[int, int]] = [
            (1 << number, units) for number, units in enumerate(self.card_units) if units
        ]
        self.units.sort(key=lambda bit_and_units: -bit_and_units[1])
        self.memory = _get_memory(_find_memory_power(self.cards))
        self.array[search.SALT] = Random(2 * int(base[search.SALT]) + int(self.array[search.SIDE])).getrandbits(62)
        self.array[search.AGE] = _next_age()
        self.pdep = find_pdep()
        self.cards_left = self.units_left = 0
        if not any(UNSEEN in hand for hand in round.hands.values()):
            self.deal([tables.mask(round.hands[seat]) for seat in round.turn_order])
        _compile(self.pdep)

    def deal(self, hands: Sequence[int]) -> None:
        """Give the hands, in turn order, these cards: another world of the same position."""
        self.cards_left = sum(hands) | self.table_mask
        self.units_left = sum(units for bit, units in self.units if self.cards_left & bit)
        self.root = self.make_root(hands)

    def make_root(self, hands: Sequence[int]) -> Int64Array:
        """Return the state before the first step: the hands and the cards on the table."""
        round, tables, frame = self.round, self.tables, search.FRAMES
        assert round.trick is not None and round.turn is not None
        state = np.zeros(search.STATE_SIZE, np.int64)
        state[search.HANDS : search.HANDS + 4] = hands
        trick = read_trick(round, tables, self.card_units)
        values = {
            search.TURN: round.turn_order.index(round.turn),
            search.PLACE: len(round.trick.cards),
            search.LED: trick.led,
            search.TOP: trick.top,
            search.WINNER: trick.winner,
            search.BEST_CARD: trick.best_card,
            search.STATE: trick.state,
            search.MONEY: trick.money,
            search.BROKEN: trick.broken,
            search.UNION: self.cards_left,
            search.LEFT: self.units_left,
        }
        for name, value in values.items():
            state[frame + name] = value
        return state

    def probe_in_steps(
        self, need: int, budget: Budget, max_nodes: int | None = None
    ) -> Generator[None, None, int | None]:
        """Return a lower bound of `need` units or more on what the side still takes, or an upper bound below it.

        Searches in slices. Raises Stopped when the budget is used up, and returns None after `max_nodes` nodes.
        """
        state = self.root.copy()
        state[search.FRAMES + search.NEED] = need
        is_finished, nodes = False, 0
        while not is_finished:
            if max_nodes is not None and nodes >= max_nodes:
                return None
            limit = budget.next_slice() if max_nodes is None else min(budget.next_slice(), max_nodes - nodes)
            start_time = time.perf_counter()
            is_finished = search.run(state, self.array, self.memory, limit, self.pdep)
            spent = int(state[search.NODES]) - nodes
            nodes += spent
            budget.count(spent, time.perf_counter() - start_time)
            yield
        return int(state[search.VALUE])

    def guess(self) -> int:
        """Return what the side takes, in units, if everybody plays the most promising card."""
        return int(search.sketch(self.root.copy(), self.array, self.pdep))

    @property
    def upper_bound(self) -> int:
        """Return what cannot be exceeded, in units: all the money, and what the Bull can add to the three richest cards."""
        richest = [units for bit, units in self.units if self.cards_left & bit][:3]
        times = int(self.array[search.FACTOR]) if self.cards_left & int(self.array[search.BOOST]) else 1
        return self.units_left + (times - 1) * sum(richest)


_NUMBERS = count(1)  # a number for each set of tables: they must not share entries of the transposition table


@cache
def _compile(pdep: int | None) -> None:
    """Compile the search before the clock starts, or load it from numba's cache."""
    state, tables = np.zeros(search.STATE_SIZE, np.int64), np.zeros(search.TABLE_SIZE, np.int64)
    with show_compiling():
        search.sketch(state, tables, pdep)
        search.run(state, tables, np.zeros(8, np.int64), 0, pdep)


def warm() -> Iterator[str]:
    """Compile the search into numba's cache, and yield a line that says so."""
    start_time = time.perf_counter()
    _compile(find_pdep())
    yield f"solver: {time.perf_counter() - start_time:.1f} s"


@lru_cache(maxsize=64)
def pack_tables(tables: Lookup, least_money: int) -> tuple[int, Int64Array, Int64Array]:
    """Return the unit of money in thousands of dollars, the units on each card, and the tables as the search reads them."""
    kinds, colors = len(tables.cards), len(tables.colors)
    counted = np.where(tables.money < least_money, 0, tables.money)
    unit = math.gcd(*(int(money) for money in counted)) or 1
    units = counted // unit
    _check_room(tables, units)
    array = np.zeros(search.TABLE_SIZE, np.int64)
    for context, masks in enumerate(tables.legal):
        start = search.LEGAL + 4 * (context if context < colors else search.NONE + context - colors)
        array[start : start + len(masks)] = masks
    for place, fixed in enumerate(tables.fixes):
        start = search.FIXES + 64 * place
        array[start : start + kinds] = np.where(fixed == colors, search.NONE, fixed)
    for row, strength in zip([*range(colors), search.NONE], tables.strength, strict=True):
        array[search.STRENGTH + 64 * row : search.STRENGTH + 64 * row + kinds] = strength
        for card in range(kinds):
            array[search.STRONGER + 64 * row + card] = _make_mask(strength > strength[card])
        array[search.STRONGER + 64 * row + search.NOTHING] = _make_mask(strength > 0)
    array[search.UNITS : search.UNITS + kinds] = units
    for state, transitions in enumerate(tables.transitions):
        array[search.TRANSITIONS + 64 * state : search.TRANSITIONS + 64 * state + kinds] = transitions
    array[search.MULTIPLIERS : search.MULTIPLIERS + len(tables.multipliers)] = tables.multipliers
    for place, value in enumerate(sorted({int(value) for value in units if value}, reverse=True)):
        array[search.CLASSES + place], array[search.VALUES + place] = _make_mask(units == value), value
    array[search.BOOST] = _make_mask(tables.multipliers[tables.transitions[0]] > 1)
    array[search.FACTOR] = tables.multipliers.max()
    array[search.TRUMP_BREAKERS] = tables.broken
    array[search.COLORLESS] = (1 << kinds) - 1
    array[search.SALT] = next(_NUMBERS)
    array[search.WEIGHTS : search.WEIGHTS + 64] = np.ravel(_WEIGHTS)
    _pack_colors(array, tables, units)
    return unit, units, array


def _check_room(tables: Lookup, units: Int64Array) -> None:
    """Raise Unsupported if the search's tables have no room for these, or its shortcuts would be wrong."""
    colors = len(tables.colors)
    boost = (
        3 * int(units.max()) * (int(tables.multipliers.max()) - 1)
    )  # what a Bull can add to the cards of three hands
    if colors > search.NONE or len(tables.multipliers) > 8 or int(units.sum()) + boost > 254:
        raise Unsupported("there are more colors, multipliers or money than the solver has room for")
    if tables.legal[: colors + 1, 2].any():
        raise Unsupported("a rule on following asks for more than the color of the cards in hand")


def _pack_colors(array: Int64Array, tables: Lookup, units: Int64Array) -> None:
    """Write where the cards of each color begin, and for each set of them a number for the order of their money."""
    rng = Random(1)
    for color, group in enumerate(int(mask) for mask in tables.groups):
        cards = [card for card in range(len(tables.cards)) if group >> card & 1]
        money = [int(units[card]) for card in cards]
        if cards != list(range(cards[0], cards[0] + len(cards))) or len(cards) > 13:
            raise Unsupported("the cards of a color do not stand side by side")
        if any(money.count(amount) > 1 for amount in money if amount):
            raise Unsupported("two cards of a color have the same money")
        array[search.GROUPS + cards[0] : search.GROUPS + cards[-1] + 1] = group
        array[search.OFFSETS + color], array[search.COLOR_MASKS + color] = cards[0], (1 << len(cards)) - 1
        array[search.WORTHLESS] |= sum(1 << card for card, amount in zip(cards, money, strict=True) if not amount)
        array[search.ODD] |= group if color & 1 else 0
        array[search.HIGH] |= group if color & 2 else 0
        array[search.COLORLESS] &= ~group
        orders: list[tuple[int, ...]] = [()]  # of the money in each set of cards
        for amount in money:
            orders += [(*order, amount) for order in orders]
        numbers = {order: rng.getrandbits(62) for order in dict.fromkeys(orders)}
        start = search.MONEY_ORDERS + (color << 13)
        array[start : start + len(orders)] = [numbers[order] for order in orders]


def _make_mask(selected: NDArray[np.bool_]) -> int:
    """Return the mask of the numbers that are selected."""
    return sum(1 << number for number, is_set in enumerate(selected) if is_set)


class _Store(threading.local):
    """Each thread's transposition tables by size, and how many positions have used them: older entries are overwritten.

    Entries stay true: the value of a position depends only on its key (`search.make_key`).
    """

    def __init__(self) -> None:
        self.memories: dict[int, Int64Array] = {}
        self.age = 0


_STORE = _Store()


def _find_memory_power(cards: int) -> int:
    """Return the power of two of the memory's size, by the number of cards in the longest hand."""
    return _MEMORY_POWERS.get(max(cards, 8), _MAX_MEMORY_POWER)


def make_memory_in_steps(cards: int) -> Iterator[None]:
    """Make the memory of a search in short steps, so that `Position` finds it; `cards` is the length of the longest hand.

    Only for a browser: an operating system clears memory when it is first used, so there `np.zeros` takes no time.
    """
    power = _find_memory_power(cards)
    if power in _STORE.memories:
        return
    memory = np.empty(4 << power, np.int64)
    for first in range(0, len(memory), _PIECE):
        memory[first : first + _PIECE] = 0
        yield
    _STORE.memories[power] = memory


def _get_memory(power: int) -> Int64Array:
    """Return this thread's transposition table of two to this power of pairs of entries."""
    if power not in _STORE.memories:
        _STORE.memories[power] = np.zeros(4 << power, np.int64)
    return _STORE.memories[power]


def _next_age() -> int:
    _STORE.age += 1
    return _STORE.age
