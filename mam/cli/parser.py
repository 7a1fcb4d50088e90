"""The commands of `mam`: lessons, matches, records, deals, rules, editions, terms, simulation; for teachers exercises,
assignments and grades.

Text is for people; `replay --json` is for programs. An error in the input is one line on the error stream and exit code 2;
so is Ctrl-C, with exit code 130.
"""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import mam
from mam.support.messages import capitalize, format_message
from mam.support.plain_text import allow_every_sign

_FULL = (errno.ENOSPC, errno.EFBIG, errno.EIO, getattr(errno, "EDQUOT", errno.ENOSPC))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code: 0 done, 1 output closed, 2 error in the input.

    Raises SystemExit(130) after Ctrl-C.
    """
    for stream in (sys.stdout, sys.stderr):
        allow_every_sign(stream)
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="backslashreplace")  # bytes that are not text are refused like any wrong move
    try:
        parser = make_parser()
        if "_ARGCOMPLETE" in os.environ:  # the shell asks for completions
            import_module("mam.cli.completion").complete(parser)
        parsed = parser.parse_args(arguments)
        parsed.command(parsed)
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        return 1
    except OSError as error:
        place = error.filename
        if place is None and error.errno in _FULL:  # whatever writes files names them
            place = "standard output"
            _drop_output()
        return _fault(f"{place}: {error.strerror}" if place else str(error))
    except ValueError as error:
        return _fault(str(error))
    except KeyboardInterrupt as stop:
        if sys.stderr.isatty():
            print(file=sys.stderr)  # after the ^C in the terminal
        _fault(" ".join(["stopped.", *getattr(stop, "__notes__", [])]))
        raise SystemExit(130) from None  # the exit code of a shell after Ctrl-C
    return 0


def _fault(text: str) -> int:
    print(f"mam: {format_message(text)}", file=sys.stderr)
    return 2


def _drop_output() -> None:
    """Discard all further output, also at exit."""
    with suppress(OSError):  # the stream is not a file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _import_later(module: str, name: str) -> Callable[[Any], None]:
    """Return a function that is imported when called, so that no command waits for what another one needs."""

    def call(argument: Any) -> None:
        getattr(import_module(module), name)(argument)

    return call


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are safe to print in a terminal, whatever was typed."""

    def error(self, message: str) -> NoReturn:
        message = message.replace("invalid int value:", "not a whole number:")
        super().error(format_message(message.replace("invalid float value:", "not a number:")))


class _Command(_Parser):
    """The parser of one command. `options` adds what the command takes, once it is run or its help is asked for."""

    def __init__(self, *, options: Callable[[Any], None] | None = None, **settings: Any) -> None:
        super().__init__(**settings)
        self._options = options

    def _complete(self) -> None:
        if self._options is not None:
            options, self._options = self._options, None
            options(self)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        self._complete()
        return super().parse_known_args(args, namespace)

    def format_help(self) -> str:
        self._complete()
        return super().format_help()


_Add = Callable[..., argparse.ArgumentParser]  # adds a command: its name, and what it does
# Commands whose options are in a module of their own: name, summary, module, and the function that adds them.
_ELSEWHERE = (
    ("exercises", "list the exercises, or show one", "mam.classroom.commands", "add_exercises_options"),
    (
        "roster",
        "read a class list as a school's system exported it",
        "mam.classroom.rosters.commands",
        "add_roster_options",
    ),
    (
        "assign",
        "make a notebook of exercises for each student of a class",
        "mam.classroom.commands",
        "add_assign_options",
    ),
    ("grade", "grade a folder of submissions", "mam.classroom.commands", "add_grade_options"),
    (
        "handout",
        "make pages to print: a deck, a score sheet, a deal, exercise sheets, slips with codes",
        "mam.handouts.commands",
        "add_handout_options",
    ),
    ("table", "start a class table, or put its rounds side by side", "mam.cli.class_tables", "add_options"),
    ("case", "print a documented case step by step, or list cases", "mam.cli.cases", "add_options"),
    ("study", "check studies, or make one of a record", "mam.cli.studies", "add_options"),
    ("problems", "solve problems, or search rounds for new ones", "mam.cli.problems", "add_options"),
    ("site", "build the site: pages that play without an installation", "mam.cli.site", "add_options"),
)


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line, with every command and its options."""
    parser = _Parser(prog="mam", description="Learn, play and analyze Make-a-Million, the card game of 1934.")
    parser.add_argument("--version", action="version", version=f"mam {mam.__version__}")
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Command)

    def add(name: str, summary: str, **settings: Any) -> argparse.ArgumentParser:
        return subparsers.add_parser(name, help=summary, description=f"{capitalize(summary)}.", **settings)

    for add_commands in (_add_notebooks, _add_rounds, _add_reference, _add_engine):
        add_commands(add)
    for name, summary, module, function in _ELSEWHERE:
        add(name, summary, options=_import_later(module, function))
    _add_measuring(add)
    return parser


def _add_notebooks(add: _Add) -> None:
    """Add the commands that open Jupyter."""
    lab = add("lab", "open JupyterLab on the first lesson")
    lab.add_argument("--no-browser", action="store_true", help="only print the address to open")
    lab.add_argument("--port", type=int, help="the port to listen on (default: 8888, or the next free port)")
    lab.add_argument("jupyter", nargs="*", metavar="-- OPTION", help="options passed on to JupyterLab")
    lab.set_defaults(command=_import_later("mam.cli.jupyter", "open_lab"))

    app = add("app", "open the five shelves as one page")
    app.add_argument("--no-browser", action="store_true", help="only print the address to open")
    app.add_argument("--port", type=int, help="the port to listen on (default: 8866, or the next free port)")
    app.set_defaults(command=_import_later("mam.cli.jupyter", "open_app"))


def _add_rounds(add: _Add) -> None:
    """Add the commands that show or play rounds."""
    replay = add("replay", "print a record of any game with its moves and score")
    replay.add_argument("file", type=Path, metavar="FILE", help="a record, like data/records/specimen.toml")
    replay.add_argument("--json", action="store_true", help="print one JSON object")
    replay.set_defaults(command=_import_later("mam.cli.rounds", "replay"))

    deal = add("deal", "print a random deal, or one by its seed or code")
    choice = deal.add_mutually_exclusive_group()
    choice.add_argument("code", nargs="?", metavar="CODE", help="a deal code, as printed by this command")
    choice.add_argument("--seed", type=int, help="a whole number; the same seed gives the same cards")
    deal.add_argument("--dealer", metavar="SEAT", help="the dealer (default: drawn from the seed)")
    deal.add_argument("--edition", metavar="EDITION", help="an edition's id (default: the first of “mam editions”)")
    deal.add_argument("--options", metavar="OPTION", nargs="+", default=[], help="options of the edition")
    deal.add_argument("--players", type=int, metavar="N", help="the number of players, if the edition allows several")
    deal.set_defaults(command=_import_later("mam.cli.deals", "deal"))

    play = add("play", "play a match in this terminal")
    play.add_argument(
        "edition", nargs="?", metavar="EDITION", help="an edition's id (default: the first of “mam editions”)"
    )
    play.add_argument("--seat", metavar="SEAT", help="your seat (default: South, or the first seat)")
    play.add_argument("--seed", type=int, help="a whole number; the same seed gives the same cards")
    play.add_argument(
        "--level",
        metavar="NAME",
        help="your opponents: random, rulebook, club or expert (default: club if it has learned the game, else rulebook)",
    )
    play.add_argument("--options", metavar="OPTION", nargs="+", default=[], help="options of the edition")
    play.add_argument("--players", type=int, metavar="N", help="the number of players, if the edition allows several")
    play.add_argument(
        "--file", type=Path, metavar="FILE", help="save the match in this file, or continue the one in it"
    )
    play.set_defaults(command=_import_later("mam.cli.rounds", "play"))


def _add_reference(add: _Add) -> None:
    """Add the commands that look something up."""
    rules = add("rules", "list the rules, search them, or print one")
    rules.add_argument("words", nargs="*", metavar="ID | WORD", help="a rule's id, or words to search for")
    rules.add_argument("--edition", metavar="EDITION", help="only the rules of this edition")
    rules.add_argument("--topics", action="store_true", help="list the rule that each edition cites on each topic")
    rules.set_defaults(command=_import_later("mam.cli.lookup", "print_rules"))

    editions = add("editions", "list the editions, or the options of one")
    editions.add_argument("edition", nargs="?", metavar="EDITION", help="list the options of this edition")
    editions.set_defaults(command=_import_later("mam.cli.lookup", "print_editions"))

    compare = add("compare", "print how two editions differ, with examples")
    compare.add_argument("editions", nargs=2, metavar="EDITION", help="an edition's id, with options like six+misdeal")
    compare.add_argument("--notes", action="store_true", help="include differences of wording, dates and customs")
    compare.set_defaults(command=_import_later("mam.cli.lookup", "compare"))

    glossary = add("glossary", "define a term of the game, of statistics or of the code")
    glossary.add_argument("words", nargs="*", metavar="TERM", help="the term; without it, all terms are listed")
    glossary.set_defaults(command=_import_later("mam.cli.lookup", "print_glossary"))

    club = add("club", "print what the club player learned, as sentences with weights")
    club.add_argument(
        "edition", nargs="?", metavar="EDITION", help="an edition's id (default: the first of “mam editions”)"
    )
    club.add_argument(
        "--situation", default="", metavar="WORDS", help="only situations with these words, like leads or last"
    )
    club.set_defaults(command=_import_later("mam.cli.lookup", "print_club"))


def _add_engine(add: _Add) -> None:
    """Add the commands that ask the engine."""
    solve = add("solve", "find what the bidder's side takes with all cards open and perfect play")
    solve.add_argument("file", type=Path, metavar="RECORD", help="a record, like data/records/specimen.toml")
    solve.add_argument("--at", metavar="STEP", help='"trick 3 card 2", or a number of moves (default: the first lead)')
    solve.add_argument(
        "--bid", type=int, metavar="N", help="only ask whether they can make this bid (thousands of dollars)"
    )
    solve.add_argument(
        "--seconds", type=float, default=60.0, metavar="S", help="time limit in seconds (default: 60; 0: none)"
    )
    solve.add_argument("--json", action="store_true", help="print one JSON object")
    solve.set_defaults(command=_import_later("mam.cli.rounds", "solve"))

    simulate = add("simulate", "play out deals by the million into a folder of Parquet files")
    simulate.add_argument("--deals", type=int, required=True, metavar="N", help="how many, like 1_000_000")
    simulate.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="the folder; an existing job in it is continued"
    )
    simulate.add_argument(
        "--seed", type=int, default=1, help="a whole number; the same seed gives the same rounds (default: 1)"
    )
    simulate.add_argument("--edition", metavar="EDITION", help="an edition's id (default: the first of “mam editions”)")
    simulate.add_argument("--options", metavar="OPTION", nargs="+", default=[], help="options of the edition")
    simulate.add_argument(
        "--players", type=int, metavar="N", help="the number of players, if the edition allows several"
    )
    simulate.add_argument(
        "--policy", default="rulebook", metavar="NAME", help="who plays: random, rulebook (default) or club"
    )
    simulate.add_argument("--bidder", metavar="SEAT", help="the bidder (default: random, or the strongest hand)")
    simulate.add_argument("--trump", metavar="TRUMP", help="the trump, like R or NC (default: the policy's choice)")
    simulate.add_argument(
        "--bid", type=int, metavar="N", help="a bid in thousands of dollars; the table then says whether it was made"
    )
    simulate.add_argument("--workers", type=int, metavar="N", help="the number of processes (default: only this one)")
    simulate.set_defaults(command=_import_later("mam.cli.measuring", "simulate"))


def _add_measuring(add: _Add) -> None:
    """Add the commands that measure or prepare the engine."""
    bench = add("bench", "measure the speed of the engine")
    bench.add_argument("--json", type=Path, metavar="FILE", help="also write the figures to this file")
    bench.add_argument("--repeats", type=int, metavar="N", help="measurements per figure (default: 5)")
    bench.add_argument("--quick", action="store_true", help="measure each figure once, with less work (under a minute)")
    bench.add_argument("--long", action="store_true", help="also solve whole deals (half an hour)")
    bench.set_defaults(command=_import_later("mam.cli.measuring", "run_benchmarks"))

    warm = add("warm", "compile the engine now, so that its first use is fast")
    warm.set_defaults(command=_import_later("mam.cli.measuring", "warm"))
