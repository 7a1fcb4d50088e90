"""How often the best cards of all layouts, with all cards open, promise more than is sure.

A decision is a lead in rounds of club players. For each legal card the worst of its exact values over all layouts is compared with what
one line of play makes sure of; the first can't be below the second for the bidder's side, nor above it for the others.
"""

from argparse import ArgumentParser, Namespace
from statistics import fmean

from mam.engine.belief.guarantee import find_guarantee
from mam.engine.benchmarks.belief import list_decisions
from mam.engine.solver.solution import solve
from mam.support.steps import take_all

KINDS = {"open": (True, True), "alone": (False, True), "defend": (True, False)}  # an open partner; the bidder asks


def add_options(parser: ArgumentParser) -> None:
    """Add the options of this measure."""
    parser.add_argument(
        "kind", choices=KINDS, help="both hands of the bidder's side seen; the bidder's alone; a defender's"
    )
    parser.add_argument("tricks", type=int, help="how many are left")
    parser.add_argument("--decisions", type=int, default=100)
    parser.add_argument("--layouts", type=int, default=300, help="decisions with more are left out")


def run(arguments: Namespace) -> None:
    """Print how many cards promise too much, and by how much."""
    gaps, positions, other_best = [], 0, 0
    for belief in list_decisions(*KINDS[arguments.kind], arguments.tricks, arguments.decisions):
        if not 4 <= belief.count_layouts() <= arguments.layouts:
            continue
        worst, best = (min, max) if belief.is_yours else (max, min)
        rows = [solve(belief.deal(layout), moves=True).moves for layout in belief.list_layouts()]
        promised = {card: worst(row[card][0] for row in rows) for card in rows[0]}
        sure = {card: low for card, (low, _) in take_all(find_guarantee(belief)).moves.items()}
        gaps += [abs(promised[card] - sure[card]) for card in sure]
        positions += 1
        other_best += best(promised.values()) != best(sure.values())
    too_much = [gap for gap in gaps if gap]
    print(f"{arguments.kind}, {arguments.tricks} tricks left: {positions} positions, {len(gaps)} cards")
    print(
        f"{len(too_much)} promise too much ({100 * len(too_much) / len(gaps):.0f}%), by {fmean(too_much or [0]):.0f} thousand on average"
    )
    print(f"in {other_best} positions ({100 * other_best / positions:.0f}%) the best value is too high")
