"""Find the weights by which the solver orders cards: change them at random and keep what searches fewer positions.

    python tools/fit_weights.py [SECONDS]

Prints the rows for `_WEIGHTS` in mam/engine/solver/position.py. The answers of the solver do not depend on them, only its speed.
"""

import argparse
import time
from math import log
from random import Random

import numpy as np

from mam.engine.benchmarks.solver import make_endings
from mam.engine.budget import Budget
from mam.engine.solver import position, search
from mam.engine.solver.position import Position
from mam.engine.solver.solution import solve
from mam.support.steps import take_all

TRICKS, ENDINGS = 7, 100
_SALTS = Random(0)


def list_questions() -> list[tuple[Position, int]]:
    """Return the questions on each ending: its value, one unit more, and three quarters of the money left."""
    asked = []
    for ending in make_endings(TRICKS, ENDINGS):
        ending_position = Position(ending)
        taken = ending.captured[ending.side_of(ending.bidder or "")]
        value = (solve(ending).value - taken) // ending_position.unit
        asked += [
            (ending_position, need) for need in (value, value + 1, -(-3 * ending_position.units_left // 4)) if need > 0
        ]
    return asked


def cost(weights: np.ndarray, questions: list[tuple[Position, int]], limit: float = float("inf")) -> float:
    """Return the sum of the logarithms of the positions searched; infinity as soon as it passes the limit."""
    total = 0.0
    for ending_position, need in questions:
        ending_position.array[search.WEIGHTS : search.WEIGHTS + 64] = weights.ravel()
        ending_position.array[search.SALT] = _SALTS.getrandbits(62)  # so that nothing is remembered
        budget = Budget(None, None)
        take_all(ending_position.probe_in_steps(need, budget))
        total += log(budget.nodes_used + 100)
        if total > limit:
            return float("inf")
    return total


def mutate(weights: np.ndarray, rng: Random) -> np.ndarray:
    """Return weights, one or two of them larger, smaller, or new."""
    changed_weights = weights.copy()
    for _ in range(rng.choice([1, 1, 2])):
        place = rng.randrange(4), rng.randrange(16)
        if rng.random() < 0.5 and changed_weights[place]:
            changed_weights[place] = round(changed_weights[place] * rng.choice([0.5, 0.7, 1.4, 2.0]))
        else:
            changed_weights[place] += rng.choice([-1, 1]) * rng.choice([1, 4, 16, 64, 128])
    return changed_weights


def main() -> None:
    """Print the best weights found in the time given."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seconds", type=float, nargs="?", default=600, help="how long to search (600)")
    rng, until = Random(int(time.time())), time.monotonic() + parser.parse_args().seconds
    questions = list_questions()
    best = np.array(position._WEIGHTS, np.int64)
    lowest = first = cost(best, questions)
    while time.monotonic() < until:
        candidate = mutate(best, rng)
        candidate_cost = cost(candidate, questions, lowest)
        if candidate_cost < lowest:
            best, lowest = candidate, candidate_cost
    print(f"positions for a question: x{np.exp((lowest - first) / len(questions)):.3f}")
    for row in best.tolist():
        print(f"    {tuple(row)},")


if __name__ == "__main__":
    main()
