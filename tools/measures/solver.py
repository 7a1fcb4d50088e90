"""Measure what each idea of the solver saves: positions searched with and without it. The table is in docs/solver.md."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from math import exp, log
from random import Random
from typing import Any

import numpy as np

from mam.engine.benchmarks.solver import make_endings
from mam.engine.solver import position, search
from mam.engine.solver import solution as solver
from mam.engine.solver.position import Int64Array, Position
from mam.games.trick_round import TrickRound

TRICKS = 7


@contextmanager
def replace_attribute(owner: Any, name: str, value: Any) -> Iterator[None]:
    """Replace an attribute for a while."""
    before = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)


def count_positions(endings: list[TrickRound]) -> float:
    """Return the geometric mean of the positions searched, each ending with an empty memory."""
    return exp(sum(log(search_alone(ending)) for ending in endings) / len(endings))


def search_alone(ending: TrickRound) -> int:
    position._STORE.memories.clear()
    return solver.solve(ending).nodes


def with_tables(change: Any) -> Any:
    """Use positions whose tables are changed."""

    class Changed(Position):
        def __init__(self, round: TrickRound) -> None:
            super().__init__(round)
            change(self.array)

    return replace_attribute(position, "Position", Changed)


def no_order(table: Int64Array) -> None:
    table[search.WEIGHTS : search.WEIGHTS + 64] = 0


def money_only(table: Int64Array) -> None:
    no_order(table)
    for place in range(4):
        table[search.WEIGHTS + 16 * place : search.WEIGHTS + 16 * place + 3] = 64, 96, 1
        table[search.WEIGHTS + 16 * place + 8 : search.WEIGHTS + 16 * place + 10] = 64, 1


def no_neighbors(table: Int64Array) -> None:
    table[search.WORTHLESS] = 0


def absolute(table: Int64Array) -> None:
    rng = Random(1)
    for slot in range(search.MONEY_ORDERS, search.MONEY_ORDERS + (4 << 13)):
        table[slot] = rng.getrandbits(62)


def loose_bound(table: Int64Array) -> None:
    table[search.VALUES : search.VALUES + 8] = 80


def no_memory(power: int) -> Int64Array:
    return np.zeros(4, np.int64)


def add_options(parser: ArgumentParser) -> None:
    """Add what the measure takes."""
    parser.add_argument("endings", type=int, nargs="?", default=60, help="how many endings are solved (60)")


def run(options: Namespace) -> None:
    """Print a line for each idea."""
    endings = list(make_endings(TRICKS, options.endings))
    baseline = count_positions(endings)
    print(f"{len(endings)} endings of {TRICKS} tricks, geometric mean of the positions searched for the exact value")
    print(f"{'everything':<40} {baseline:>12,.0f}")
    ideas = {
        "in the order of the numbers of the cards": with_tables(no_order),
        "ordered by the trick's money alone": with_tables(money_only),
        "equal neighbors all tried": with_tables(no_neighbors),
        "remembered by the cards, not by their order": with_tables(absolute),
        "no memory": replace_attribute(position, "_get_memory", no_memory),
        "a loose bound on the Bull": with_tables(loose_bound),
        "first question at 60% of the money": replace_attribute(
            Position, "guess", lambda self: self.units_left * 3 // 5
        ),
    }
    for name, idea in ideas.items():
        with idea:
            positions = count_positions(endings)
        print(f"without: {name:<44} {positions:>12,.0f}  x{positions / baseline:.2f}", flush=True)
