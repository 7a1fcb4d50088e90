"""What the compiled engine answers, as numbers in arrays: the same file runs with numba and in a browser's Python.

`answers(SAMPLE)` yields names and arrays, which must be equal; `measure_rounds` and `measure_nodes` are for comparing speed.
`python wasm_answers.py SAMPLE FILE` writes those of this machine.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from random import Random
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

import mam
from mam.analysis.advice import advise
from mam.analysis.auctions import play_auctions
from mam.analysis.outcomes import make_curve
from mam.engine.belief.belief import find_belief
from mam.engine.belief.guarantee import find_guarantee
from mam.engine.rollouts.continuation import Rollout, list_mask_cards
from mam.engine.rollouts.evaluation import Evaluator
from mam.engine.rollouts.inference import weigh_worlds
from mam.engine.rollouts.listener import Listener
from mam.engine.rollouts.plan import make_plan
from mam.engine.rollouts.playouts import POLICIES, _play, _run_logged, make_spec
from mam.engine.rollouts.worlds import MaskDrawer, draw_masks
from mam.engine.tables.search_tree import make_search_tree
from mam.games.trick_round import TrickRound
from mam.players import get_player
from mam.players.expert import ExpertPlayer
from mam.rules.cards import Color
from mam.rules.editions import get_edition
from mam.rules.moves import Discard, Play
from mam.support.steps import take_all

Answer = tuple[str, NDArray[Any]]

EDITION = "make-a-million-1935"
CARDS = sorted(set(get_edition(EDITION).pack), key=str)
# Other tables: another auction, an exchange, two packs, a turned trump, points and a club player that has not learned to bid.
OTHER_EDITIONS = ("make-a-million-2004", "manhattan", "silent-eight", "exact-tricks", "sweven")
FULL = {"rounds": 10_000, "more": 500, "endings": 500, "worlds": 4000, "views": 8}
SAMPLE = {"rounds": 1000, "more": 100, "endings": 30, "worlds": 500, "views": 1}


def answers(sizes: dict[str, int]) -> Iterator[Answer]:
    yield from rows(EDITION, sizes["rounds"])
    for edition in OTHER_EDITIONS:
        yield from rows(edition, sizes["more"])
    yield solved(sizes["endings"])
    for edition in (EDITION, "manhattan"):
        yield what_is_sure(edition, sizes["endings"] // 10)
    yield from auctions(sizes["more"])
    for seed in range(sizes["views"]):
        yield from searches(seed, sizes["more"])
    for seed in range(sizes["views"]):
        yield from curves(seed, sizes["worlds"])
        yield from advice(seed, sizes["worlds"] // 4)


def rows(edition: str, rounds: int) -> Iterator[Answer]:
    """Every number that the kernel writes: what was captured, and each choice with what else was legal."""
    for policy in POLICIES:
        plan = make_plan(make_spec(edition, seed=7, policy=policy))
        results, log = _run_logged(plan, 0, rounds)
        yield f"rounds of {edition}, {policy}", np.column_stack([results.astype(np.int64), log])


def endings(tricks: Sequence[int], count: int) -> Iterator[TrickRound]:
    """Yield positions with so many tricks left, each number in turn."""
    rng, rules = Random(7), get_edition(EDITION)
    for number in range(count):
        cards = rng.sample(list(rules.pack), 4 * tricks[number % len(tricks)])
        hands = " | ".join(
            f"{seat} {' '.join(str(card) for card in cards[index::4])}" for index, seat in enumerate(rules.seats)
        )
        position = mam.make_position(EDITION, hands, rng.choice("RYBG"), bidder=rng.choice(rules.seats))
        assert isinstance(position, TrickRound)
        yield position


def solved(count: int) -> Answer:
    """The value of each ending and of each card in it, one line of best play, and how many positions were searched."""
    solutions = [mam.solve(position, moves=True, line=True) for position in endings(range(4, 8), count)]
    table = np.full((count, 64), -1, np.int64)
    for row, solution in zip(table, solutions, strict=True):
        numbers = [solution.low, solution.high, solution.nodes]
        numbers += [value for card in sorted(solution.moves, key=str) for value in solution.moves[card]]
        numbers += [CARDS.index(move.card) for move in solution.line]
        row[: len(numbers)] = numbers
    return "endings solved", table


def what_is_sure(edition: str, rounds: int) -> Answer:
    """What each player is sure of with three tricks left: layouts, and the bounds after each card."""
    played, rows = mam.play_out(edition, rounds, seed=11, threads=1, policy="club"), []
    for whole in map(played.round, range(rounds)):
        round = whole.at(len(whole.history) - 12)
        for person in round.rules.persons if round.phase == "play" else ():
            belief = find_belief(mam.view(round, person))
            if belief.count_layouts() <= 2000:
                guarantee = take_all(find_guarantee(belief))
                rows.append([guarantee.low, guarantee.high, guarantee.layouts])
                rows[-1] += [bound for card in sorted(guarantee.moves, key=str) for bound in guarantee.moves[card]]
    assert rows
    return f"what is sure in {edition}", np.array([row + [-1] * (9 - len(row)) for row in rows], np.int64)


def auctions(count: int) -> Iterator[Answer]:
    """Who wins the auction of rulebook and of club players, at what bid, and what comes of it."""
    for policy in ("rulebook", "club"):
        for name, column in play_auctions(EDITION, count, seed=5, policy=policy).items():
            yield f"{policy} auctions, {name}", column.to_numpy(str)


def searches(seed: int, worlds: int) -> Iterator[Answer]:
    """What the expert player looks at and decides: how likely the cards of the others are, gains by a search tree, moves."""
    round, moves = mam.start(EDITION, seed=seed, dealer="S"), []
    expert, rng = ExpertPlayer(worlds=8), Random(seed)
    while not round.is_over:
        player = round.actor
        view = mam.view(round, player)
        moves.append(f"{expert(view, rng)}")
        assert isinstance(view.round, TrickRound)
        if round.phase == "play" and len(round.played) % 7 == 6:
            masks = draw_masks(view.round, list_mask_cards(view.round.rules), worlds, seed)
            rollout, place = Rollout(view.round, player, policy="club"), f"{seed}, card {len(round.played)}"
            yield f"surprise {place}", rollout.measure_surprise(masks, player, 1400.0, 256)
            yield f"weights {place}", weigh_worlds(view.round, player, masks).round(9)
            drawer = MaskDrawer(view.round, masks.cards)
            yield f"likely worlds {place}", Listener(view.round, player, drawer, seed).draw(worlds, seed).contents
            evaluator = Evaluator(view.round, player, masks, "club", seed)
            tree = make_search_tree(1 << round.turn_order.index(player), 13 * worlds, 8, 50.0)
            cards = [move for move in view.legal_moves if isinstance(move, Play | Discard)]
            for batch in range(3):
                yield f"gains by a tree {place}, {batch}", evaluator.find_gains_of_each(cards, tree=tree)
        round = round.play(get_player("club")(view, rng))
    yield f"moves of the expert {seed}", np.array(moves)


def curves(seed: int, worlds: int) -> Iterator[Answer]:
    """What a bid is made of: how the rounds of each simulated deal end; and the curve that is drawn from it."""
    view = mam.view(mam.start(EDITION, seed=seed, dealer="S"), "N")
    assert isinstance(view.round, TrickRound)
    masks = draw_masks(view.round, list_mask_cards(view.round.rules), worlds, seed)
    end = Evaluator(view.round, "N", masks, seed=seed).run_as_bidder("N", Color.RED)
    columns = [masks.contents, masks.duplicates, end.money, end.allies, end.trump]
    yield f"bid of hand {seed}", np.column_stack(columns).astype(np.int64)
    table = make_curve(view, seed=seed, n=worlds)
    yield f"curve of hand {seed}", table.drop(columns="trump").to_numpy(np.float64)


def advice(seed: int, worlds: int) -> Iterator[Answer]:
    """What a bid, a discard and a card are worth, bit for bit."""
    round = mam.start(EDITION, seed=seed, dealer="S")
    while not round.is_over:
        player = round.actor
        view = mam.view(round, player)
        if round.phase in ("auction", "nest") or (round.phase == "play" and len(round.played) in (0, 22)):
            table = advise(view, seed=seed + 1, n=worlds).table
            columns = table[["estimate", "standard_error", "difference", "difference_standard_error"]].to_numpy(
                np.float64
            )
            yield f"advice {seed}, {round.phase} {len(round.history)}", columns
        round = round.play(get_player("rulebook")(view, Random(1)))
        if round.phase == "play" and len(round.played) > 22:
            return


def measure_rounds(policy: str, rounds: int = 50_000) -> float:
    """Return how many rounds a second one thread plays, the best of five tries."""
    plan = make_plan(make_spec(EDITION, seed=1, policy=policy))
    return max(rounds / measure_seconds(lambda: _play(plan, rounds, 1)) for _ in range(5))


def measure_nodes() -> float:
    """Return how many nodes a second the search visits in positions with ten tricks left, the best of five tries."""
    positions = list(endings([10], 12))
    return max(map(measure_search, [positions] * 5))


def measure_search(positions: Sequence[TrickRound]) -> float:
    solutions = [mam.solve(position, nodes=1_000_000) for position in positions]
    return sum(solution.nodes for solution in solutions) / sum(solution.seconds for solution in solutions)


def measure_seconds(work: Callable[[], object]) -> float:
    started = perf_counter()
    work()
    return perf_counter() - started


def write_answers(sizes: str, file: str) -> None:
    np.savez(file, **dict(answers({"FULL": FULL, "SAMPLE": SAMPLE}[sizes])))


if __name__ == "__main__":
    write_answers(*sys.argv[1:])
