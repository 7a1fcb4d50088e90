"""`mam table`: start a class table, and put what was handed in side by side."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

import mam
from mam.class_tables.picture import make_picture
from mam.class_tables.results import DEALS, read_results
from mam.class_tables.starts import make_class_table, name_level, open_class_table, pack_class_table
from mam.cli.printouts import find_position
from mam.games.trick_round import TrickRound
from mam.rules.cards import format_count
from mam.rules.moves import Move
from mam.support.data_files import write_file
from mam.support.messages import escape_controls, quote


def add_options(parser: ArgumentParser) -> None:
    """Add what `mam table` takes."""
    actions = parser.add_subparsers(required=True, metavar="ACTION")
    new = actions.add_parser("new", help="fix a deal, an auction and first tricks, and print the link for the class")
    new.add_argument("file", type=Path, metavar="FILE", help="the file to write, like period-3.toml")
    new.add_argument("--title", metavar="TEXT", help="what students see (default: the file's name)")
    cards = new.add_mutually_exclusive_group()
    cards.add_argument("--deal", metavar="CODE", help="a deal's code, as “mam deal” prints it")
    cards.add_argument("--record", type=Path, metavar="FILE", help="begin with the moves of a record")
    new.add_argument(
        "--at",
        metavar="STEP",
        help='where in the record students begin: "trick 3 card 2", or a number of moves (default: the first lead)',
    )
    new.add_argument(
        "--seed",
        type=int,
        default=1,
        help="a whole number that fixes the cards (without --deal) and the players' random choices (default: 1)",
    )
    new.add_argument("--edition", metavar="EDITION", help="an edition's id (default: the first of “mam editions”)")
    new.add_argument("--options", metavar="OPTION", nargs="+", default=[], help="options of the edition")
    new.add_argument("--seat", metavar="SEAT", help="the students' seat (default: South, or the first seat)")
    new.add_argument(
        "--level",
        metavar="NAME",
        help="the skill level of all other players: random, rulebook or club (default: club if it has learned the game)",
    )
    new.add_argument(
        "--auction",
        nargs="*",
        metavar="CALL",
        help="the calls in turn, like 195 205 pass; without any, the players bid (default: the students bid)",
    )
    new.add_argument(
        "--tricks", type=int, default=0, metavar="N", help="let the players play the first N tricks, after an auction"
    )
    new.add_argument("--site", default="", metavar="ADDRESS", help="where your site is, for the link")
    new.set_defaults(command=_make_table)
    results = actions.add_parser("results", help="replay what a class handed in, as one page and a table")
    results.add_argument("file", type=Path, metavar="FILE", help="the file that “mam table new” wrote")
    results.add_argument(
        "folder", type=Path, metavar="DIR", help="the folder with what was handed in: texts, mails, zip files"
    )
    results.add_argument("--out", type=Path, metavar="DIR", help="the folder to write (default: FILE-results)")
    results.add_argument("--deals", type=int, metavar="N", help="how many deals to simulate (default: 4000)")
    results.add_argument(
        "--any-players",
        action="store_true",
        help="also count rounds in which the other seats played differently from here: made by another release of mam, or edited",
    )
    results.set_defaults(command=_show_results)


def _make_table(arguments: Namespace) -> None:
    edition, deal, options = arguments.edition, None, arguments.options
    moves: Sequence[Move] = ()
    if arguments.at and not arguments.record:
        raise ValueError("--at is a step of a record: add --record")
    if (arguments.deal or arguments.record) and (edition or options):
        raise ValueError("a deal's code and a record name their edition: leave out --edition and --options")
    if arguments.deal:
        edition, deal = mam.decode_deal(arguments.deal)
    elif arguments.record:
        round = find_position(mam.read_record(arguments.record), arguments.at)
        edition, deal, moves = round.rules.full_id, round.deal, round.history
    start = make_class_table(
        arguments.title or arguments.file.stem,
        edition,
        deal=deal,
        seed=arguments.seed,
        options=options,
        seat=arguments.seat and arguments.seat.upper(),
        skill_level=arguments.level,
        auction=arguments.auction,
        tricks=arguments.tricks,
        moves=moves,
    )
    start.save(arguments.file)
    round = start.round
    assert isinstance(round, TrickRound)
    seat = start.rules.seat_names[start.you]
    fixed = f"{format_count(len(round.calls), 'call')} and {format_count(len(round.tricks), 'trick')} are fixed"
    print(
        escape_controls(
            f"{arguments.file}: {start.rules.name}. Students sit {seat}, against {name_level(start)} players; {fixed}."
        )
    )
    link = f"{arguments.site.rstrip('/')}/play/#class={pack_class_table(start)}"
    print(f"Link       {link}" + ("" if arguments.site else "   (behind the address of your site)"))
    print(escape_controls(f'Notebook   mw.class_table("{arguments.file.name}"), or with the link'))
    print(escape_controls(f"Afterward  mam table results {arguments.file} DIR, with what was handed in"))


def _show_results(arguments: Namespace) -> None:
    if not arguments.folder.is_dir():
        raise ValueError(f"{quote(str(arguments.folder))} is not a folder: name the one with what was handed in")
    start = open_class_table(arguments.file)
    deals = DEALS if arguments.deals is None else arguments.deals
    results = read_results(start, arguments.folder, deals=deals, any_players=arguments.any_players)
    out = arguments.out or arguments.file.with_name(f"{arguments.file.stem}-results")
    out.mkdir(parents=True, exist_ok=True)
    write_file(out / "results.html", make_picture(results), private=True)
    write_file(out / "results.csv", results.make_csv(), "utf-8-sig", private=True)
    print(f"{format_count(len(results.rows), 'round')} counted, {len(results.refusals)} not.")
    for row in results.rows:
        print(escape_controls(f"  {row.name:<24} {row.choice.text:<32} {row.difference:+.0f}"))
    for refusal in results.refusals:
        print(escape_controls(f"  {refusal}"))
    if results.rows and results.simulation is None:
        print("Without simulated deals: they need mam[lab].")
    print(escape_controls(f"Results    {out}, with results.html and results.csv"))
