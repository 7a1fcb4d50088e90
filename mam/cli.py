"""The `mam` command: open the lessons, replay a record, print a deal, look up a rule.

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
import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import mam
from mam import auction, scoring
from mam.cards import RANKS, Card, Colour, dollars, money_in, show
from mam.datafiles import data_folder, notebooks_folder
from mam.tricks import Trick

FIRST_NOTEBOOK = "00-just-see-what-happens.ipynb"
_WIDTH = 100


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

    replay = commands.add_parser("replay", help="print a record: auction, tricks, money and score")
    replay.add_argument("file", type=Path, metavar="FILE", help="a record, like data/records/specimen.toml")
    replay.add_argument("--json", action="store_true", help="print one JSON object")
    replay.set_defaults(command=_replay)

    deal = commands.add_parser("deal", help="print a deal, by chance, by its seed or by its code")
    which = deal.add_mutually_exclusive_group()
    which.add_argument("code", nargs="?", metavar="CODE", help="a deal code, as this command prints it")
    which.add_argument("--seed", type=int, help="a whole number: the same one gives the same cards")
    deal.add_argument("--dealer", metavar="SEAT", help="who deals (drawn by the seed if left out)")
    deal.set_defaults(command=_deal)

    rules = commands.add_parser("rules", help="list the rules, find words in them, or print one")
    rules.add_argument("words", nargs="*", metavar="ID | WORD", help="a rule's id, or words that it holds")
    rules.set_defaults(command=_rules)

    commands.add_parser("editions", help="list the editions and their options").set_defaults(command=_editions)
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
    round = record.rounds()[-1]
    if chosen.json:
        print(json.dumps(replay_facts(record, round)))
    else:
        print(_plain("\n".join(_replay_lines(record, round))))


def replay_facts(record: mam.Record, round: mam.Round) -> dict[str, Any]:
    """A replayed record as plain data: cards by their codes, seats and trump by their letters, money in thousands."""
    open_tricks = [round.trick] if round.trick and round.trick.cards else []
    return {
        "edition": round.rules.id,
        "options": list(round.rules.chosen),
        "title": record.title,
        "dealer": round.deal.dealer,
        "bidder": round.bidder,
        "bid": round.bid,
        "trump": round.trump.value if round.trump else None,
        "nest": [card.code for card in round.deal.nest],
        "discard": None if round.discarded is None else [card.code for card in round.discarded],
        "tricks": [
            {
                "leader": trick.leader,
                "cards": [card.code for card in trick.cards],
                "captured_by": trick.winner,
                "worth": trick.worth if trick.complete else None,
            }
            for trick in (*round.tricks, *open_tricks)
        ],
        "captured": dict(round.captured),
        "scores": dict(round.result.scores) if round.result else None,
        "made": round.result.made if round.result else None,
        "over": round.over,
    }


def _replay_lines(record: mam.Record, round: mam.Round) -> Iterable[str]:
    names = round.rules.seat_names
    yield record.title or "A round"
    yield round.rules.name + "".join(f", {round.rules.options[name].words}" for name in round.rules.chosen)
    if record.source:
        yield record.source
    for seat, player in record.players.items():
        yield f"{names[seat]}: {player}"
    yield ""
    yield f"{names[round.deal.dealer]} deals."
    yield from _hand_lines(round.deal, names)
    yield ""
    if round.calls:
        said = (f"{names[seat]} {call.amount if isinstance(call, mam.Bid) else 'pass'}" for seat, call in round.calls)
        yield from _wrapped("Auction   ", ", ".join(said))
    if round.bidder is not None and round.bid is not None:
        won = auction.why_won(names[round.bidder], round.bid)
        yield from _wrapped("          ", f"{won.because} ({round.rules.rule_id(won.topic)})")
        yield f"Nest      {show(round.deal.nest)}"
    if round.discarded is not None:
        yield f"Discard   {show(round.discarded)}"
    if round.trump is not None:
        yield f"Trump     {round.trump.word}"
    yield from _trick_lines(round)
    yield from _result_lines(round)


def _trick_lines(round: mam.Round) -> Iterable[str]:
    names = round.rules.seat_names
    longest = max(map(len, names.values()))
    if round.tricks:
        yield ""
    for number, trick in enumerate(round.tricks, 1):
        assert trick.winner is not None
        effect = f"  {trick.tag}" if trick.tag else ""
        yield (
            f"Trick {number:>2}  {names[trick.leader]:>{longest}} leads  {_columns(trick)}  "
            f"{names[trick.winner]:>{longest}} captures {dollars(trick.worth):>8}{effect}"
        )
    if round.trick and round.trick.cards:
        yield f"Trick {len(round.tricks) + 1:>2}  {names[round.trick.leader]:>{longest}} leads  {_columns(round.trick)}"


def _columns(trick: Trick) -> str:
    return f"{' '.join(f'{card.code:<5}' for card in trick.cards):<{6 * len(trick.seats) - 1}}"


def _result_lines(round: mam.Round) -> Iterable[str]:
    names, result = round.rules.side_names, round.result
    if round.tricks:
        yield ""
        yield "Captured  " + ", ".join(f"{names[side]} {dollars(money)}" for side, money in round.captured.items())
    if result is None:
        yield ""
        yield f"The record ends here: {round.name} is next."
        return
    yield "Scores    " + ", ".join(f"{names[side]} {dollars(money)}" for side, money in result.scores.items())
    if result.nested:
        yield f"Nested    {dollars(result.nested)}, which counts for nobody ({round.rules.rule_id('nested-money')})"
    yield ""
    yield f"The bid of {dollars(result.bid)} was {'made' if result.made else 'set back'}."
    for reason in scoring.why_scored(result, names):
        yield f"{reason.because} ({round.rules.rule_id(reason.topic)})"


def _wrapped(head: str, text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent=head, subsequent_indent=" " * len(head))


# mam deal


def _deal(chosen: argparse.Namespace) -> None:
    if chosen.code is not None:
        if chosen.dealer is not None:
            raise ValueError("a deal code says who deals: leave --dealer out")
        edition, deal = mam.parse_code(chosen.code)
        again = []
    else:
        edition = mam.list_editions()[0]
        seed = secrets.randbelow(1_000_000) if chosen.seed is None else chosen.seed
        deal = mam.start(edition, seed, dealer=chosen.dealer and chosen.dealer.upper()).deal
        again = [f"mam deal --seed {seed}" + (f" --dealer {deal.dealer}" if chosen.dealer else "")]
    rules = mam.get_edition(edition)
    print(f"{rules.name}. {rules.seat_names[deal.dealer]} deals.\n")
    print("\n".join(_hand_lines(deal, rules.seat_names)))
    print(f"\n{deal!r}")
    code = mam.deal_code(deal, edition)
    print(f"\nDeal code: {code}")
    print("The same cards again: " + " or ".join([*again, f"mam deal {code}"]))


def _hand_lines(deal: mam.Deal, names: Any) -> Iterable[str]:
    """The hands one below the other and by colour, as the leaflet sets out its specimen."""
    for seat, hand in zip(deal.seats, deal.hands, strict=True):
        yield from _table(names[seat], hand)
    yield from _table("Nest", deal.nest)


def _table(name: str, hand: Sequence[Card]) -> Iterable[str]:
    rows = [
        (f"{colour.word:<7}", "-".join(str(card.rank) for card in hand if card.colour == colour)) for colour in Colour
    ]
    others = [card.words.capitalize() for card in hand if card.colour is None and card != mam.UNSEEN]
    rows.append(("and    ", ", ".join(others)))
    rows.append(("unseen ", str(list(hand).count(mam.UNSEEN)) if mam.UNSEEN in hand else ""))
    head, money = f"{name:<7}", f"money {dollars(money_in(hand))}"
    longest = len("-".join(map(str, RANKS)))
    for label, text in rows:
        if text:
            yield f"{head}{label}{text:<{longest}}  {money}".rstrip()
            head, money = " " * 7, ""


# mam rules, mam editions


def _rules(chosen: argparse.Namespace) -> None:
    known = mam.all_rulings()
    asked = " ".join(chosen.words)
    if asked.upper() in known:
        print("\n".join(_ruling_lines(known[asked.upper()])))
        return
    words = asked.casefold().split()
    found = [one for one in known.values() if all(word in _searched(one) for word in words)]
    if not found:
        raise ValueError(f"no rule has the id or the words {asked!r}; “mam rules” lists them all")
    longest = max(len(one.id) for one in found)
    for one in found:
        print(f"{one.id:<{longest}}  {one.title}")
        if words:  # a search also shows what was found
            print("\n".join(_wrapped(" " * (longest + 2), one.words)))


def _searched(one: mam.Ruling) -> str:
    return " ".join((one.id, one.title, one.words, one.question)).casefold()


def _ruling_lines(one: mam.Ruling) -> Iterable[str]:
    yield f"{one.id}  {one.title}"
    yield ""
    if one.question:
        yield from _wrapped("Question     ", one.question)
    yield from _wrapped("In words     ", one.words)
    for head, text in (
        ("Other way    ", one.alternative),
        ("Why          ", one.why),
        ("Switch       ", one.switch),
        ("Source       ", one.source),
        ("Also         ", "; ".join(one.also)),
        ("See          ", ", ".join(one.see)),
    ):
        if text:
            yield from _wrapped(head, text)


def _editions(chosen: argparse.Namespace) -> None:
    for name in mam.list_editions():
        rules = mam.get_edition(name)
        print(f"{name}: {rules.name}")
        for switch, option in rules.options.items():
            print(f"  {switch}: {option.words} ({option.rule_id})")
