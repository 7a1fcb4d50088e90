"""`mam problems`: solve problems; search rounds of club players for new ones, and write each as a file to put sentences into."""

import re
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

from mam.cli.solving import solve
from mam.engine.budget import ProgressLine
from mam.games.round import Round
from mam.records import read_record
from mam.rules.cards import format_count, join_words
from mam.sessions import SessionError, SessionFile
from mam.studies.library import get_study, list_studies
from mam.studies.problems.decisions import DecisionProblem, find_decisions, save_decisions
from mam.studies.problems.draft import write_draft
from mam.studies.problems.earlier_decisions import find_earlier_decisions
from mam.studies.problems.find import KINDS, Candidate, search_rounds
from mam.studies.problems.price_drafts import write_priced_draft
from mam.studies.problems.price_problems import PHASES
from mam.studies.problems.price_search import PricedCandidate, search_decisions
from mam.studies.problems.rating import find_daily, list_rated, list_results
from mam.studies.problems.tries import rate_study
from mam.studies.progress import PROGRESS_FILE, Progress, read_progress
from mam.studies.read import parse_study
from mam.support.data_files import write_file
from mam.support.messages import quote
from mam.support.toml import DataError, Document

_MAX_SEARCH_BYTES = 10_000
_SEARCH_FILE = "searched.toml"  # in the folder: which round comes next, for each kind and number of tricks
_TRICKS = range(3, 8)


def add_options(parser: ArgumentParser) -> None:
    """Add what `mam problems` takes."""
    actions = parser.add_subparsers(required=True, metavar="ACTION")
    find = actions.add_parser("find", help="search rounds of club players for decisions that a player gets wrong")
    find.add_argument(
        "kind",
        choices=(*KINDS, *PHASES),
        help="a card: open (you play both hands of the bidder's side), alone (the bidder's) or defend (a defender's); or a bid, discard or trump",
    )
    find.add_argument(
        "tricks",
        type=int,
        choices=_TRICKS,
        nargs="?",
        metavar="TRICKS",
        help="for a card only: how many tricks are left, 3 to 7",
    )
    find.add_argument(
        "--out", type=Path, required=True, metavar="FOLDER", help="where to write a file for each position"
    )
    find.add_argument("--rounds", type=int, default=100, metavar="N", help="how many rounds to search (default: 100)")
    find.set_defaults(command=find_problems)
    rate = actions.add_parser(
        "rate", help="have four computer players try problems, then write the rating and level of each"
    )
    rate.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a file of a problem")
    rate.add_argument(
        "--answers",
        nargs="+",
        type=Path,
        default=[],
        metavar="PROGRESS",
        help="progress files of learners: their first answers count as well as what the players did",
    )
    rate.set_defaults(command=rate_problems)
    solve = actions.add_parser("solve", help="solve a problem or an annotated hand in the terminal")
    solve.add_argument("name", metavar="NAME", help="a problem, like p12, a hand, like h02, or “today”")
    solve.set_defaults(command=solve_problem)
    decisions = actions.add_parser(
        "from-match", help="make problems from your decisions in the last five tricks, or all"
    )
    decisions.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a saved match, or a record of a round")
    decisions.add_argument(
        "--you", default="", metavar="SEAT", help="your seat (default: your seat in the match, or S for a record)"
    )
    decisions.add_argument(
        "--all",
        action="store_true",
        help="judge earlier decisions, too, in simulated deals: some seconds for each round",
    )
    decisions.add_argument(
        "--out",
        type=Path,
        default=Path(PROGRESS_FILE),
        metavar="PROGRESS",
        help=f"the progress file to add them to (default: {PROGRESS_FILE})",
    )
    decisions.set_defaults(command=save_decision_problems)


def find_problems(arguments: Namespace) -> None:
    """Search on from the round after the last one searched, and write a file for each candidate.

    Raises ValueError for a number below 1, and for tricks where no card is asked for, or none where one is.
    """
    if arguments.rounds < 1:
        raise ValueError(f"search at least one round, not {arguments.rounds}")
    kind, tricks, folder = arguments.kind, arguments.tricks, arguments.out
    if (kind in PHASES) == (tricks is not None):
        what = "leave out TRICKS" if kind in PHASES else "say how many tricks are left"
        raise ValueError(f"{what}: mam problems find {kind if kind in PHASES else f'{kind} 5'} --out FOLDER")
    name = kind if tricks is None else f"{kind}-{tricks}"
    folder.mkdir(parents=True, exist_ok=True)
    first = _read_searched(folder).get(name, 1)
    count = 0
    with ProgressLine(True) as report:
        for found in _search(kind, tricks, first, arguments.rounds):
            if isinstance(found, int):
                _write_searched(folder, name, found + 1)
                if report is not None:
                    report(f"round {found} of {first + arguments.rounds - 1}, {format_count(count, 'position')} found")
                continue
            count += 1
            if isinstance(found, Candidate):
                problem_id = f"{name}-{found.round}"
                text = rate_study(write_draft(found, problem_id), problem_id)
            else:
                problem_id = f"{name}-{found.round}-{found.step}"
                text = write_priced_draft(found, problem_id)
            write_file(folder / f"{problem_id}.toml", text)
    last = first + arguments.rounds - 1
    print(
        f"rounds {first} to {last}: {format_count(count, 'position')}. Write the sentences of a file, then: mam study check --certify FILE"
    )


def _search(kind: str, tricks: int | None, first: int, count: int) -> Iterator[Candidate | PricedCandidate | int]:
    return search_decisions(kind, first, count) if tricks is None else search_rounds(kind, tricks, first, count)


def rate_problems(arguments: Namespace) -> None:
    """Let players try each problem, or add learners' answers, and write the results, the rating and the level into its file.

    A problem that no learner answered stays as it is. Raises ValueError for another file.
    """
    learners = [read_progress(path).answers for path in arguments.answers]
    rated = list_rated(map(get_study, list_studies("problems"))) if learners else []
    for path in arguments.files:
        before = path.read_text("utf-8")
        results = list_results(f"{parse_study(before, str(path)).id}/play", learners, rated) if learners else []
        text = rate_study(before, str(path), results) if results or not learners else before
        if text != before:
            write_file(path, text)
        print(path.stem, *re.findall(r"(?m)^(?:level|rating|players|learners) = .*$", text), sep="; ")


def solve_problem(arguments: Namespace) -> None:
    """Ask a problem, a hand, or the problem of the day. Raises ValueError for another name."""
    ids = [*list_studies("problems"), *list_studies("hands")]
    name = arguments.name.lower()
    if name == "today":
        name = find_daily(list_rated(map(get_study, list_studies("problems"))), date.today()).partition("/")[0]
    if name not in ids:
        raise ValueError(f"no problem or hand {quote(arguments.name)}: write p12, h02 or today")
    with suppress(EOFError):  # the input ended
        solve(get_study(name))


def save_decision_problems(arguments: Namespace) -> None:
    """Make problems from the decisions in finished rounds. Raises ValueError for a file without a finished round."""
    counts, progress = Counter[str](), Progress(arguments.out)
    for path in arguments.files:
        for name, round, seat in _list_rounds(path, arguments.you):
            decisions: list[DecisionProblem] = list(find_decisions(round, seat, name))
            if arguments.all:
                rows = review_rows(round, seat)
                decisions += filter(None, find_earlier_decisions(round, seat, rows, name))
            counts["new"] += save_decisions(decisions, progress)
            counts["mistake"] += sum(decision.is_mistake for decision in decisions)
            counts["find"] += sum(not decision.is_mistake for decision in decisions)
            counts["round"] += 1
    made = join_words([format_count(counts["mistake"], "mistake"), format_count(counts["find"], "find")])
    wrote = format_count(counts["new"], "new problem")
    print(f"{format_count(counts['round'], 'round')}: {made}. Wrote {wrote} to {arguments.out.as_posix()}.")


def review_rows(round: Round, seat: str) -> dict[int, Mapping[str, Any]]:
    """Return the rows of the review of a player's decisions by their step, with progress."""
    from mam.analysis.advice import review_each  # what simulates takes a second to load

    rows: Iterator[Mapping[str, Any]] = review_each(round, persons=seat, progress=True)
    return {int(row["step"]): row for row in rows}


def _list_rounds(path: Path, you: str) -> Iterator[tuple[str, Round, str]]:
    """Yield the finished rounds of a match or a record, each with its name and your seat."""
    try:
        session = SessionFile(path).load()
    except SessionError:
        last = read_record(path).rounds()[-1]
        numbered, seat = [(path.stem, last)] if last.is_over else [], you or "S"
    else:
        numbered = [(f"round {number}", round) for number, round in enumerate(session.match.finished, 1)]
        seat = you or session.you
    if not numbered:
        raise ValueError(f"{path}: no finished round in this file")
    yield from ((name, round, seat) for name, round in numbered)


def _read_searched(folder: Path) -> dict[str, int]:
    """Return the next round of each kind. Raises ValueError for a file that holds something else."""
    path = folder / _SEARCH_FILE
    if not path.exists():
        return {}
    try:
        values = Document.read(path, _MAX_SEARCH_BYTES, DataError).top
    except DataError as error:
        raise ValueError(f"{error}; delete it to search from the first round on") from None
    if not all(isinstance(value, int) and value > 0 for value in values.values()):
        raise ValueError(f"{path}: each line is a kind and the next round, like open-5 = 101")
    return values


def _write_searched(folder: Path, name: str, number: int) -> None:
    values = _read_searched(folder) | {name: number}
    write_file(folder / _SEARCH_FILE, "".join(f"{key} = {value}\n" for key, value in sorted(values.items())))
