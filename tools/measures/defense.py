"""How many positions a second the search for what is sure looks at in the problems, and how soon the defense replies: CPU time by kind and tricks."""

import time
from argparse import ArgumentParser, Namespace
from collections import defaultdict
from collections.abc import Iterator
from statistics import median

from mam.engine.belief.belief import Belief
from mam.engine.belief.defense import choose_reply
from mam.engine.belief.guarantee import Searcher, find_guarantee
from mam.studies.library import get_study, list_studies
from mam.studies.problems.problem import Problem, find_problem, is_problem
from mam.support.steps import take_all


def add_options(parser: ArgumentParser) -> None:
    """Add the options of this measure."""
    parser.add_argument("--problems", type=int, default=None, help="only the first ones (default: all)")


def run(arguments: Namespace) -> None:
    """Print a row for each kind of problem and number of tricks."""
    chapters = (get_study(name).chapters[0] for name in list_studies("problems"))
    problems = [find_problem(chapter) for chapter in chapters if is_problem(chapter)][: arguments.problems]
    take_all(find_guarantee(problems[0].belief))  # the kernel is loaded
    searches: dict[tuple[str, int], list[tuple[int, float]]] = defaultdict(list)
    replies: dict[tuple[str, int], list[float]] = defaultdict(list)
    for problem in problems:
        kind = _find_kind(problem.belief), problem.tricks
        searcher, started = Searcher(problem.belief), time.process_time()
        guarantee = take_all(find_guarantee(problem.belief, searcher=searcher))
        searches[kind].append((guarantee.nodes, time.process_time() - started))
        replies[kind] += _time_replies(problem)
    print(
        f"{'kind':8}{'tricks':>7}{'problems':>9}{'positions a second':>20}{'median ms':>10}{'longest':>8}   replies: median ms, longest"
    )
    for kind, found in sorted(searches.items()):
        speed = sum(nodes for nodes, _ in found) / sum(seconds for _, seconds in found)
        times, waits = [1000 * seconds for _, seconds in found], replies[kind]
        row = f"{kind[0]:8}{kind[1]:7}{len(found):9}{speed:20,.0f}{median(times):10.0f}{max(times):8.0f}"
        print(f"{row}   {len(waits):7}: {median(waits):9.1f}, {max(waits):7.1f}")
    waits = sorted(wait for found in replies.values() for wait in found)
    print(
        f"{len(waits)} replies: 95% within {waits[int(0.95 * len(waits))]:.0f} ms, {sum(wait >= 100 for wait in waits)} in 100 ms or more"
    )


def _find_kind(belief: Belief) -> str:
    return "open" if len(belief.seats) > 1 else "alone" if belief.is_yours else "defend"


def _time_replies(problem: Problem) -> Iterator[float]:
    """Yield the milliseconds of each reply until your next turn, after every first card."""
    for card in problem.searcher.list_cards(problem.belief):
        belief = problem.belief.play(card)
        while not belief.round.is_over and belief.round.turn not in belief.seats:
            started = time.process_time()
            reply = choose_reply(problem.searcher, belief, problem.amount)
            yield 1000 * (time.process_time() - started)
            belief = belief.play(reply)
