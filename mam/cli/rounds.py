"""`mam replay`, `mam solve` and `mam play`: rounds and matches."""

import json
import sys
from argparse import Namespace

import mam
from mam.cli import printouts
from mam.support.messages import escape_controls


def replay(arguments: Namespace) -> None:
    """Print a record."""
    record = mam.read_record(arguments.file)
    if arguments.json:
        print(json.dumps(printouts.replay_facts(record)))
    else:
        print(escape_controls("\n".join(printouts.replay_lines(record))))


def solve(arguments: Namespace) -> None:
    """Print the value of a position with all cards open and perfect play."""
    from mam.engine.solver import solution as solver

    round = printouts.find_position(mam.read_record(arguments.file), arguments.at)
    seconds = arguments.seconds or None
    if arguments.bid is not None:
        is_made, is_stopped = solver.judge_bid(round, arguments.bid, seconds=seconds, progress=sys.stderr.isatty())
        facts, lines = (
            printouts.list_bid_facts(round, arguments.bid, is_made),
            printouts.format_bid(round, arguments.bid, is_made),
        )
    else:
        solution = solver.solve(round, seconds=seconds, moves=True, line=True, progress=sys.stderr.isatty())
        facts, lines, is_stopped = (
            printouts.list_solution_facts(solution),
            printouts.format_solution(solution),
            solution.stopped,
        )
    print(json.dumps(facts) if arguments.json else "\n".join(lines))
    if is_stopped == "interrupted":
        raise SystemExit(130)


def play(arguments: Namespace) -> None:
    """Play a match in this terminal."""
    from mam.cli import terminal

    was_interrupted = terminal.play(
        arguments.edition,
        seat=arguments.seat and arguments.seat.upper(),
        seed=arguments.seed,
        skill_level=arguments.level,
        options=arguments.options,
        players=arguments.players,
        path=arguments.file,
    )
    if was_interrupted:
        raise SystemExit(130)  # the exit code of a shell after Ctrl-C; the match has been saved
