"""How long the defense of the problems takes for a reply, by kind and number of tricks.

After each first card of a problem both sides play on; every reply of a seat that you don't play is timed, with a memory that is empty when the problem begins.
"""

import time
from argparse import ArgumentParser, Namespace
from collections import Counter, defaultdict
from statistics import median, quantiles

from mam.engine.belief.defense import choose_reply, choose_surest
from mam.studies.library import get_study, list_studies
from mam.studies.problems.problem import find_problem, is_problem
from mam.studies.study import Chapter


def add_options(parser: ArgumentParser) -> None:
    """Add the options of this measure."""
    parser.add_argument("--most", type=int, default=1_000, help="problems that are played")


def run(arguments: Namespace) -> None:
    """Print a row for each kind and number of tricks: problems, replies, and their time in milliseconds."""
    chapters = [get_study(name).chapters[0] for name in list_studies("problems")]
    chapters = [chapter for chapter in chapters if is_problem(chapter)][: arguments.most]
    time_replies(chapters[0])  # compiles
    times: dict[tuple[str, int], list[float]] = defaultdict(list)
    counts: Counter[tuple[str, int]] = Counter()
    for chapter in chapters:
        problem = find_problem(chapter)
        kind = "open" if len(problem.belief.seats) > 1 else "alone" if problem.belief.is_yours else "defend"
        counts[kind, problem.tricks] += 1
        times[kind, problem.tricks] += time_replies(chapter)
    print(f"{'kind':8}{'tricks':>7}{'problems':>10}{'replies':>9}{'median':>9}{'95%':>9}{'most':>9}  ms")
    for (kind, tricks), found in sorted(times.items()):
        high = quantiles(found, n=20)[-1]
        print(
            f"{kind:8}{tricks:7}{counts[kind, tricks]:10}{len(found):9}{median(found):9.2f}{high:9.2f}{max(found):9.2f}"
        )


def time_replies(chapter: Chapter) -> list[float]:
    """Return the milliseconds of each reply after each first card."""
    times = []
    problem = find_problem(chapter)
    for card in problem.searcher.list_cards(problem.belief):
        belief = problem.belief.play(card)
        while not belief.round.is_over:
            if belief.round.turn in belief.seats:
                belief = belief.play(choose_surest(problem.searcher, belief))
                continue
            start_time = time.perf_counter()
            reply = choose_reply(problem.searcher, belief, problem.amount)
            times.append(1000 * (time.perf_counter() - start_time))
            belief = belief.play(reply)
    return times
