"""What the compiled engine answers, as numbers in arrays: the same file runs with numba and in a browser's Python.

`answers(sample)` yields a name, an array, and the seconds that it took; the arrays of two backends must be equal.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import perf_counter

import numpy as np

import mam
from mam.analysis.advice import advise
from mam.analysis.outcomes import make_curve
from mam.engine.rollouts.plan import make_plan
from mam.engine.rollouts.playouts import POLICIES, _run_logged, make_spec
from mam.engine.rollouts.continuation import list_mask_cards
from mam.engine.rollouts.evaluation import Evaluator
from mam.engine.rollouts.worlds import draw_masks
from mam.games.trick_round import TrickRound
from mam.players import get_player
from mam.rules.cards import Color
from mam.rules.editions import get_edition

Answer = tuple[str, np.ndarray, float]

EDITION = "make-a-million-1935"
MORE = ("manhattan", "silent-eight", "exact-tricks", "sweven")  # other tables: an exchange, two packs, a turned trump, points
FULL = {"rounds": 10_000, "more": 500, "endings": 500, "worlds": 4000, "views": 8}
SAMPLE = {"rounds": 1000, "more": 100, "endings": 40, "worlds": 500, "views": 2}


def answers(sizes: dict[str, int]) -> Iterator[Answer]:
    yield from rows(EDITION, sizes["rounds"])
    for edition in MORE:
        yield from rows(edition, sizes["more"])
    yield solved(sizes["endings"])
    for seed in range(sizes["views"]):
        yield from curves(seed, sizes["worlds"])
        yield from advice(seed, sizes["worlds"] // 4)


def rows(edition: str, rounds: int) -> Iterator[Answer]:
    """Every number that the kernel writes: what was captured, and each choice with what else was legal."""
    for policy in POLICIES:
        plan = make_plan(make_spec(edition, seed=7, policy=policy))
        _run_logged(plan, 0, 1)
        started = perf_counter()
        results, log = _run_logged(plan, 0, rounds)
        yield f"rounds of {edition}, {policy}", np.column_stack([results.astype(np.int64), log]), perf_counter() - started


def endings(count: int) -> Iterator[TrickRound]:
    """Yield positions with four to seven cards in each hand."""
    rng, rules = Random(7), get_edition(EDITION)
    for number in range(count):
        cards = rng.sample(list(rules.pack), 4 * (4 + number % 4))
        hands = " | ".join(
            f"{seat} {' '.join(str(card) for card in cards[index::4])}" for index, seat in enumerate(rules.seats)
        )
        position = mam.make_position(EDITION, hands, rng.choice("RYBG"), bidder=rng.choice(rules.seats))
        assert isinstance(position, TrickRound)
        yield position


def solved(count: int) -> Answer:
    """The value of each ending and of each card in it, one line of best play, and how many positions were searched."""
    positions = list(endings(count))
    mam.solve(positions[0])
    started = perf_counter()
    found = [mam.solve(position, moves=True, line=True) for position in positions]
    seconds = perf_counter() - started
    table = np.full((count, 64), -1, np.int64)
    for row, solution in zip(table, found, strict=True):
        numbers = [solution.low, solution.high, solution.nodes]
        numbers += [value for card in sorted(solution.moves, key=str) for value in solution.moves[card]]
        numbers += [EDITION_CARDS.index(card) for card in solution.line]
        row[: len(numbers)] = numbers
    return "endings solved", table, seconds


EDITION_CARDS = sorted(set(get_edition(EDITION).pack), key=str)


def curves(seed: int, worlds: int) -> Iterator[Answer]:
    """What a bid is made of: how the rounds of each simulated deal end; and the curve that is drawn from it."""
    view = mam.view(mam.start(EDITION, seed=seed, dealer="S"), "N")
    assert isinstance(view.round, TrickRound)
    started = perf_counter()
    masks = draw_masks(view.round, list_mask_cards(view.round.rules), worlds, seed)
    end = Evaluator(view.round, "N", masks, seed=seed).run_as_bidder("N", Color.RED)
    columns = [masks.held, masks.duplicates, end.money, end.allies, end.trump]
    yield f"bid of hand {seed}", np.column_stack(columns).astype(np.int64), perf_counter() - started
    started = perf_counter()
    table = make_curve(view, seed=seed, n=worlds)
    yield f"curve of hand {seed}", table.drop(columns="trump").to_numpy(np.float64), perf_counter() - started


def advice(seed: int, worlds: int) -> Iterator[Answer]:
    """What a bid, a discard and a card are worth, bit for bit."""
    round = mam.start(EDITION, seed=seed, dealer="S")
    while not round.is_over:
        player = round.actor
        view = mam.view(round, player)
        if round.phase in ("auction", "nest") or (round.phase == "play" and len(round.played) in (0, 22)):
            started = perf_counter()
            table = advise(view, seed=seed + 1, n=worlds).table
            columns = table[["estimate", "standard_error", "difference", "difference_standard_error"]].to_numpy(np.float64)
            yield f"advice {seed}, {round.phase} {len(round.history)}", columns, perf_counter() - started
        round = round.play(get_player("rulebook")(view, Random(1)))
        if round.phase == "play" and len(round.played) > 22:
            return
