"""How often players solve the problems of each level, against the defense.

Random is exact; the rulebook and the club player have one try at each problem, since chance does not move them.
"""

from argparse import ArgumentParser, Namespace
from collections import defaultdict
from statistics import fmean

from mam.studies.library import get_study, list_studies
from mam.studies.problems.problem import find_problem
from mam.studies.problems.tries import RATINGS, TRIES, try_players


def add_options(parser: ArgumentParser) -> None:
    """Add the options of this measure."""
    parser.add_argument("--tries", type=int, default=TRIES, help=f"of the expert at each problem (default: {TRIES})")


def run(arguments: Namespace) -> None:
    """Print a row for each level: its problems, and how often each player reaches the goal."""
    results = defaultdict(list)
    for name in list_studies("problems"):
        study = get_study(name)
        results[study.level].append(try_players(find_problem(study.chapters[0]), arguments.tries))
    print(f"{'level':6}{'problems':>9}" + "".join(f"{name:>10}" for name in RATINGS))
    for level, rows in sorted(results.items()):
        means = (fmean(row[name] for row in rows) for name in RATINGS)
        print(f"{level!s:6}{len(rows):9}" + "".join(f"{mean:10.0%}" for mean in means))
