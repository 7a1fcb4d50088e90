"""What rounds are worth with all cards open: the solver, for the rows of numbers of `train_rounds.py`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from train_rounds import (
    BEST,
    BEST_CARD,
    BIDDER,
    CAPTURES,
    CARDS_IN_TRICK,
    CONTEXT,
    HANDS,
    SIDE,
    STATE,
    TOTAL,
    TRUMP,
    TURN,
    WINNER,
)

from mam.engine.rollouts.playouts import find_pdep
from mam.engine.solver import search
from mam.engine.solver.position import pack_tables
from mam.engine.tables.build import Lookup

MEMORY = 4 << 18  # numbers in the solver's memory of positions


class ExactLookup(NamedTuple):
    """What the solver needs: its tables of each trump, its memory, the masks of money cards with their units, the richest first."""

    tables: Any
    memory: Any
    money: Any
    unit: int
    state: Any
    pdep: Any


def make_exact_tables(tables: Sequence[Lookup]) -> ExactLookup:
    """Return what the solver needs for these tables, one for each trump. Four seats and one pack; trump may always be led."""
    packed = [pack_tables(one_trump, 0) for one_trump in tables]
    unit, units, _ = packed[0]
    money = sorted(((1 << card, int(count)) for card, count in enumerate(units) if count), key=lambda pair: -pair[1])
    state = np.zeros(search.STATE_SIZE, np.int64)
    arrays = np.array([array for _, _, array in packed])
    return ExactLookup(arrays, np.zeros(MEMORY, np.int64), np.array(money), unit, state, find_pdep())


@njit(nogil=True)
def begin_deal(exact, number):
    """Forget what was found in other deals."""
    for trump in range(len(exact.tables)):
        exact.tables[trump, search.SALT] = (number * len(exact.tables) + trump + 1) * 0x5851F42D4C957F2D
        exact.tables[trump, search.AGE] = number & 0xFFFF


@njit(nogil=True)
def find_exact_value(exact, game, round, table_cards, guess):
    """Return what the bidder's side captures in the round with all cards open and perfect play, in thousands of dollars.

    `table_cards` lie in the trick. `guess` is near that value, or below 0.
    """
    captured, union, s, t = 0, table_cards, exact.state, exact.tables[round[TRUMP]]
    for p in range(4):
        union |= round[HANDS + p]
        s[search.HANDS + p] = round[HANDS + p]
        if round[SIDE] >> p & 1:
            captured += round[CAPTURES + p]
    if not union:
        return captured
    context, no_color, frame = round[CONTEXT], round[TRUMP] << 9 | game.colors << 6, search.FRAMES
    has_winner = round[BEST_CARD] >= 0
    s[frame + search.TURN], s[frame + search.PLACE] = round[TURN], round[CARDS_IN_TRICK]
    s[frame + search.LED] = context >> 6 & 7 if context < no_color else search.NONE
    s[frame + search.TOP] = round[BEST] if has_winner else 0
    s[frame + search.WINNER] = round[WINNER]
    s[frame + search.BEST_CARD] = round[BEST_CARD] if has_winner else search.NOTHING
    s[frame + search.STATE], s[frame + search.MONEY] = round[STATE], (round[TOTAL] >> 12) // exact.unit
    s[frame + search.BROKEN], s[frame + search.EQUALS] = 1, 0
    t[search.SIDE] = round[BIDDER] & 1
    units = (guess - captured) // exact.unit if guess >= 0 else -1
    return captured + exact.unit * search.find_value(s, t, exact.memory, union, exact.money, units, 1 << 62, exact.pdep)
