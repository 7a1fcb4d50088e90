"""`mam replay`, `mam solve` and `mam play`: rounds and matches."""

import json
import sys
from argparse import Namespace

import mam
from mam.cli import printouts
from mam.support.messages import escape_controls


def replay(chosen: Namespace) -> None:
    """Print a record."""
    record = mam.read_record(chosen.file)
    if chosen.json:
        print(json.dumps(printouts.replay_facts(record)))
    else:
        print(escape_controls("\n".join(printouts.replay_lines(record))))


def solve(chosen: Namespace) -> None:
    """Print what best play brings with all cards open."""
    from mam.engine.solver import solution as solver

    round = printouts.find_position(mam.read_record(chosen.file), chosen.at)
    seconds = chosen.seconds or None
    if chosen.bid is not None:
        made, stopped = solver.judge_bid(round, chosen.bid, seconds=seconds, progress=sys.stderr.isatty())
        facts, lines = printouts.bid_facts(round, chosen.bid, made), printouts.bid_lines(round, chosen.bid, made)
    else:
        found = solver.solve(round, seconds=seconds, moves=True, line=True, progress=sys.stderr.isatty())
        facts, lines, stopped = printouts.solution_facts(found), printouts.solution_lines(found), found.stopped
    print(json.dumps(facts) if chosen.json else "\n".join(lines))
    if stopped == "interrupted":
        raise SystemExit(130)


def play(chosen: Namespace) -> None:
    """Play a match in this terminal."""
    from mam.cli import terminal

    interrupted = terminal.play(
        chosen.edition,
        seat=chosen.seat and chosen.seat.upper(),
        seed=chosen.seed,
        strength=chosen.strength,
        options=chosen.options,
        players=chosen.players,
        path=chosen.file,
    )
    if interrupted:
        raise SystemExit(130)  # as a shell says it of what Ctrl-C ended; the match is kept, and that was said
