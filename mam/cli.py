"""The `mam` command: open the lessons, play a match, replay or solve a record, print a deal, look up a rule, compare
editions, simulate, measure; and for teachers `mam exercises`, `mam assign` and `mam grade`.

Text is for people; `replay --json` is for programs. Faults of the input are one line on the error stream and exit
code 2.
"""

import argparse
import importlib.util
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path

import mam
from mam import printouts
from mam.cards import counted
from mam.classroom.commands import add_commands
from mam.datafiles import data_folder, notebooks_folder
from mam.notation import parse_trump
from mam.printouts import wrapped

FIRST_NOTEBOOK = "00-start-here.ipynb"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code (0 done, 1 the reader of our output went away, 2 a fault of the input)."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without × or − still gets its text
    chosen = _parser().parse_args(arguments)
    try:
        chosen.command(chosen)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nothing is left to say, not even at exit
        return 1
    except OSError as error:
        return _fault(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except ValueError as error:
        return _fault(str(error))
    return 0


def _fault(text: str) -> int:
    print(f"mam: {_plain(' '.join(text.split()))}", file=sys.stderr)
    return 2


def _plain(text: str) -> str:
    """Text from a file as a terminal may show it: a control character could move the cursor or change colours."""
    return "".join(sign if sign.isprintable() or sign == "\n" else repr(sign)[1:-1] for sign in text)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="mam", description="Learn, play and analyse Make-a-Million, the card game of 1934."
    )
    parser.add_argument("--version", action="version", version=f"mam {mam.__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    lab = commands.add_parser("lab", help="open JupyterLab on the first lesson")
    lab.add_argument("--no-browser", action="store_true", help="only print the address to open")
    lab.add_argument("--port", type=int, help="the port to listen on (8888 or the next free one)")
    lab.add_argument("jupyter", nargs="*", metavar="-- OPTION", help="options handed on to JupyterLab")
    lab.set_defaults(command=_lab)

    replay = commands.add_parser("replay", help="print a record of any game: its moves and its score")
    replay.add_argument("file", type=Path, metavar="FILE", help="a record, like data/records/specimen.toml")
    replay.add_argument("--json", action="store_true", help="print one JSON object")
    replay.set_defaults(command=_replay)

    deal = commands.add_parser("deal", help="print a deal, by chance, by its seed or by its code")
    which = deal.add_mutually_exclusive_group()
    which.add_argument("code", nargs="?", metavar="CODE", help="a deal code, as this command prints it")
    which.add_argument("--seed", type=int, help="a whole number: the same one gives the same cards")
    deal.add_argument("--dealer", metavar="SEAT", help="who deals (drawn by the seed if left out)")
    deal.add_argument("--edition", metavar="EDITION", help="an edition's id (the first of “mam editions” if left out)")
    deal.add_argument("--options", metavar="OPTION", nargs="+", default=[], help="options of the edition")
    deal.add_argument("--players", type=int, metavar="N", help="how many play, where the edition leaves that open")
    deal.set_defaults(command=_deal)

    play = commands.add_parser("play", help="play a match in this terminal, against players")
    play.add_argument("edition", nargs="?", metavar="EDITION", help="its id (the first of “mam editions” if left out)")
    play.add_argument("--seat", metavar="SEAT", help="where you sit (South, or the first seat, if left out)")
    play.add_argument("--seed", type=int, help="a whole number: the same one gives the same cards")
    play.add_argument(
        "--strength", metavar="NAME", help="who plays the others: random, rulebook (if left out), searching"
    )
    play.add_argument("--options", metavar="OPTION", nargs="+", default=[], help="options of the edition")
    play.add_argument("--players", type=int, metavar="N", help="how many play, where the edition leaves that open")
    play.add_argument("--file", type=Path, metavar="FILE", help="keep the match there, or go on with the one there")
    play.set_defaults(command=_play)

    rules = commands.add_parser("rules", help="list the rules, find words in them, or print one")
    rules.add_argument("words", nargs="*", metavar="ID | WORD", help="a rule's id, or words that it holds")
    rules.add_argument("--edition", metavar="EDITION", help="only what holds in this edition")
    rules.set_defaults(command=_rules)

    editions = commands.add_parser("editions", help="list the editions, or the options of one")
    editions.add_argument("edition", nargs="?", metavar="EDITION", help="an edition's id: its options are listed")
    editions.set_defaults(command=_editions)

    compare = commands.add_parser("compare", help="print how two editions differ, with examples")
    compare.add_argument("editions", nargs=2, metavar="EDITION", help="an edition's id, with options like six+misdeal")
    compare.add_argument("--notes", action="store_true", help="also where only words, dates or customs differ")
    compare.set_defaults(command=_compare)

    solve = commands.add_parser("solve", help="exact money of the bidder's side with all cards open")
    solve.add_argument("file", type=Path, metavar="RECORD", help="a record, like data/records/specimen.toml")
    solve.add_argument(
        "--at", metavar="STEP", help='"trick 3 card 2", or a number of moves (the first lead if left out)'
    )
    solve.add_argument("--bid", type=int, metavar="N", help="only: can they make so many thousands of dollars?")
    solve.add_argument(
        "--seconds", type=float, default=60.0, metavar="S", help="stop after so long (60; 0 for no limit)"
    )
    solve.add_argument("--json", action="store_true", help="print one JSON object")
    solve.set_defaults(command=_solve)

    simulate = commands.add_parser("simulate", help="play out deals by the million into a folder of Parquet files")
    simulate.add_argument("--deals", type=int, required=True, metavar="N", help="how many, like 1_000_000")
    simulate.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="the folder; it is made, or gone on in"
    )
    simulate.add_argument("--seed", type=int, default=1, help="a whole number: the same one gives the same rounds (1)")
    simulate.add_argument(
        "--edition", metavar="EDITION", help="an edition's id (the first of “mam editions” if left out)"
    )
    simulate.add_argument("--options", metavar="OPTION", nargs="+", default=[], help="options of the edition")
    simulate.add_argument("--players", type=int, metavar="N", help="how many play, where the edition leaves that open")
    simulate.add_argument(
        "--policy", default="rulebook", metavar="NAME", help="who plays: rulebook (if left out) or random"
    )
    simulate.add_argument("--bidder", metavar="SEAT", help="who bids (by chance, or who holds most, if left out)")
    simulate.add_argument(
        "--trump", metavar="TRUMP", help="what is trump, like R or NC (the policy's choice if left out)"
    )
    simulate.add_argument(
        "--bid", type=int, metavar="N", help="so many thousands of dollars: then it is told who made it"
    )
    simulate.add_argument("--workers", type=int, metavar="N", help="so many processes side by side (this one alone)")
    simulate.set_defaults(command=_simulate)

    add_commands(commands)

    bench = commands.add_parser("bench", help="measure how fast the engine is, beside its peers")
    bench.add_argument("--json", type=Path, metavar="FILE", help="also write the figures to this file")
    bench.add_argument("--repeats", type=int, default=5, metavar="N", help="how often each is measured (5)")
    bench.add_argument(
        "--long", action="store_true", help="also what takes half an hour: whole deals, a minute for each"
    )
    bench.set_defaults(command=_bench)

    warm = commands.add_parser("warm", help="compile the engine now, so that its first use need not wait")
    warm.set_defaults(command=_warm)
    return parser


# mam lab


def _lab(chosen: argparse.Namespace) -> None:
    if importlib.util.find_spec("jupyterlab") is None:
        raise ValueError('JupyterLab is not installed. Get it with: pip install "mam[lab]"')
    command = lab_command(working_notebooks(), chosen.no_browser, chosen.port, chosen.jupyter)
    # Its settings folder is added to those that JupyterLab reads anyway: it keeps JupyterLab from asking about news.
    folders = (str(data_folder() / "lab"), os.environ.get("JUPYTER_CONFIG_PATH", ""))
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, folders))
    if os.name != "nt":
        os.execv(command[0], command)  # JupyterLab takes our place: Ctrl-C and signals are its own
    process = subprocess.Popen(command)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # JupyterLab gets Ctrl-C too and asks whether to stop
    raise SystemExit(process.wait())


def lab_command(folder: Path, no_browser: bool, port: int | None, more: Sequence[str] = ()) -> list[str]:
    """The command line that starts JupyterLab on the first lesson in this folder, asking nothing of the network.

    An option in `more` takes the place of ours of the same name.
    """
    options = [
        f"--ServerApp.root_dir={folder}",
        f"--LabApp.default_url=/lab/tree/{FIRST_NOTEBOOK}",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.news_url=None",
        "--ServerApp.ip=127.0.0.1",
    ]
    if no_browser:
        options.append("--no-browser")
    if port is not None:
        options.append(f"--ServerApp.port={port}")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--allow-root")  # in a container there is often no other user
    given = {option.partition("=")[0] for option in more}
    ours = [option for option in options if option.partition("=")[0] not in given]
    return [sys.executable, "-m", "jupyterlab", *ours, *more]


def working_notebooks() -> Path:
    """The folder to work in: the checkout's own notebooks, or a copy of the installed ones in ./mam-notebooks.

    A file that is already in the copy is never overwritten.
    """
    shipped = notebooks_folder()
    if not shipped.is_relative_to(Path(mam.__file__).resolve().parent):
        return shipped
    copy = Path.cwd() / "mam-notebooks"
    for source in sorted(shipped.rglob("*")):
        target = copy / source.relative_to(shipped)
        if source.is_dir() or ".ipynb_checkpoints" in source.parts:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            with source.open("rb") as original, target.open("xb") as new:
                shutil.copyfileobj(original, new)
        except FileExistsError:
            print(f"kept as it is: {target}", file=sys.stderr)
    return copy


# mam replay


def _replay(chosen: argparse.Namespace) -> None:
    record = mam.read_record(chosen.file)
    if chosen.json:
        print(json.dumps(printouts.replay_facts(record)))
    else:
        print(_plain("\n".join(printouts.replay_lines(record))))


# mam deal


def _deal(chosen: argparse.Namespace) -> None:
    again = []
    if chosen.code is not None:
        if (chosen.dealer, chosen.edition, chosen.players, chosen.options) != (None, None, None, []):
            raise ValueError("a deal code says who deals, in which game, and for how many: leave those options out")
        edition, deal = mam.parse_code(chosen.code)
    else:
        named = mam.list_editions()[0] if chosen.edition is None else chosen.edition
        seed = secrets.randbelow(1_000_000) if chosen.seed is None else chosen.seed
        dealer = chosen.dealer and chosen.dealer.upper()
        round = mam.start(named, seed, dealer=dealer, options=chosen.options, players=chosen.players)
        deal, edition = round.deal, round.rules.full_id
        said = [f" --edition {edition}"] if edition != mam.list_editions()[0] else []
        said += [f" --seed {seed}"] + ([f" --dealer {deal.dealer}"] if chosen.dealer else [])
        again = ["mam deal" + "".join(said)]
    print("\n".join(printouts.deal_lines(mam.get_edition(edition), deal)))
    print(f"\n{deal!r}")
    code = mam.deal_code(deal, edition)
    print(f"\nDeal code: {code}")
    print("The same cards again: " + " or ".join([*again, f"mam deal {code}"]))


# mam play


def _play(chosen: argparse.Namespace) -> None:
    from mam import terminal

    terminal.play(
        chosen.edition,
        seat=chosen.seat and chosen.seat.upper(),
        seed=chosen.seed,
        strength=chosen.strength,
        options=chosen.options,
        players=chosen.players,
        path=chosen.file,
    )


# mam rules, mam editions


def _rules(chosen: argparse.Namespace) -> None:
    known = mam.all_rulings()
    if chosen.edition is not None:
        known = {one.id: one for one in mam.get_edition(chosen.edition).rulings()}
    asked = " ".join(chosen.words)
    if asked.upper() in known:
        print("\n".join(_ruling_lines(known[asked.upper()])))
        return
    words = asked.casefold().split()
    found = [one for one in known.values() if all(word in _searched(one) for word in words)]
    if not found:
        where = f" in {chosen.edition}" if chosen.edition else ""
        raise ValueError(f"no rule{where} has the id or the words {asked!r}; “mam rules” lists them all")
    longest = max(len(one.id) for one in found)
    for one in found:
        print(f"{one.id:<{longest}}  {one.title}{_kind(one)}")
        if words:  # a search also shows what was found, and where it stands
            print("\n".join(wrapped(" " * (longest + 2), f"{one.words} [{one.source}]")))


def _kind(one: mam.Ruling) -> str:
    """What a ruling is, unless it is a rule like most."""
    return "" if one.kind == "rule" else f" ({'our reading' if one.kind == 'reading' else one.kind})"


def _searched(one: mam.Ruling) -> str:
    return " ".join((one.id, one.title, one.words, one.question)).casefold()


def _ruling_lines(one: mam.Ruling) -> Iterable[str]:
    yield f"{one.id}  {one.title}{_kind(one)}"
    yield ""
    if one.question:
        yield from wrapped("Question     ", one.question)
    yield from wrapped("In words     ", one.words)
    for head, text in (
        ("Other way    ", one.alternative),
        ("Why          ", one.why),
        ("Switch       ", f"{one.switch}, which is on: the other way holds" if one.option else one.switch),
        ("Source       ", one.source),
        ("Also         ", "; ".join(one.also)),
        ("See          ", ", ".join(one.see)),
    ):
        if text:
            yield from wrapped(head, text)


def _editions(chosen: argparse.Namespace) -> None:
    if chosen.edition is None:
        longest = max(map(len, mam.list_editions()))
        for name in mam.list_editions():
            print(f"{name:<{longest}}  {mam.get_edition(name).name}")
        return
    rules = mam.get_edition(chosen.edition)
    print(f"{rules.id}: {rules.name}")
    for name, option in rules.options.items():
        print(f"  {name}: {option.words} ({option.rule_id})")


# mam compare


def _compare(chosen: argparse.Namespace) -> None:
    print(mam.compare(*chosen.editions, notes=chosen.notes))


# mam solve


def _solve(chosen: argparse.Namespace) -> None:
    from mam.engine import solver

    round = printouts.find_position(mam.read_record(chosen.file), chosen.at)
    seconds = chosen.seconds or None
    if chosen.bid is not None:
        made = solver.can_make(round, chosen.bid, seconds=seconds, progress=sys.stderr.isatty())
        facts, lines = printouts.bid_facts(round, chosen.bid, made), printouts.bid_lines(round, chosen.bid, made)
    else:
        found = solver.solve(round, seconds=seconds, moves=True, line=True, progress=sys.stderr.isatty())
        facts, lines = printouts.solution_facts(found), printouts.solution_lines(found)
    print(json.dumps(facts) if chosen.json else "\n".join(lines))


# mam simulate


def _simulate(chosen: argparse.Namespace) -> None:
    began = time.monotonic()
    try:
        from mam.analysis.cluster import simulate

        simulate(
            mam.list_editions()[0] if chosen.edition is None else chosen.edition,
            chosen.deals,
            seed=chosen.seed,
            out=chosen.out,
            policy=chosen.policy,
            options=chosen.options,
            players=chosen.players,
            bidder=chosen.bidder and chosen.bidder.upper(),
            trump=chosen.trump and parse_trump(chosen.trump),
            bid=chosen.bid,
            workers=chosen.workers,
            progress=True,
        )
    except ImportError as error:
        raise ValueError(str(error)) from None
    except KeyboardInterrupt as stop:
        print("\nmam: stopped. " + " ".join(getattr(stop, "__notes__", [])), file=sys.stderr)
        raise SystemExit(130) from None  # as a shell says it of what Ctrl-C ended
    files = sorted(chosen.out.glob("part-*.parquet"))
    size = sum(file.stat().st_size for file in files) / 1e6
    print(
        f"{chosen.deals:,} rounds in {chosen.out}: {counted(len(files), 'file')}, {size:,.1f} MB, {time.monotonic() - began:,.1f} s"
    )
    print(f'They are read with pandas.read_parquet("{chosen.out}").')


# mam bench, mam warm


def _bench(chosen: argparse.Namespace) -> None:
    if chosen.repeats < 1:
        raise ValueError(f"each figure is measured at least once, not {chosen.repeats} times")
    _need_numba("bench")
    from mam.analysis.benchmarks import BENCHMARKS
    from mam.engine import benchmarks, measures

    machine = benchmarks.machine()
    print("; ".join(f"{name} {value}" for name, value in machine.items()), flush=True)
    done = []
    analysis = chain.from_iterable(benchmark(chosen.repeats) for benchmark in BENCHMARKS)
    for one in chain(benchmarks.measure(chosen.repeats, chosen.long), analysis):
        done.append(one)
        print("\n".join(measures.table([one])), flush=True)
    if chosen.json:
        facts = {"machine": machine, "measures": [one.facts() for one in done]}
        chosen.json.write_text(json.dumps(facts, indent=2) + "\n", "utf-8")


def _warm(chosen: argparse.Namespace) -> None:
    _need_numba("warm")
    from mam.engine import finishing, playouts, position

    for line in chain(playouts.warm(), finishing.warm(), position.warm()):
        print(line, flush=True)


def _need_numba(command: str) -> None:
    if importlib.util.find_spec("numba") is None:
        raise ValueError(f'mam {command} needs numba. Get it with: pip install "mam[lab]"')
