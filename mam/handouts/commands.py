"""`mam handout`: pages to print for a class."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import mam
from mam.handouts.deal_sheet import draw_deal
from mam.handouts.deck import draw_deck
from mam.handouts.paper import PAPERS, make_pages
from mam.handouts.pdf import make_pdf
from mam.handouts.score_sheet import draw_score_sheet
from mam.rules.cards import format_count
from mam.rules.editions import RuleSet
from mam.support.data_files import write_file
from mam.support.messages import escape_controls, quote

if TYPE_CHECKING:
    from mam.classroom.assignments import Assignment


def add_handout_options(parser: ArgumentParser) -> None:
    """Add what `mam handout` takes, and what it does."""
    actions = parser.add_subparsers(required=True, metavar="KIND")

    def add(name: str, summary: str, command: Callable[[Namespace], None]) -> ArgumentParser:
        action = actions.add_parser(name, help=summary)
        action.add_argument("--paper", choices=PAPERS, default="letter", help="the size of paper (default: letter)")
        action.add_argument("--pdf", action="store_true", help="write PDF instead of HTML (needs mam[lab])")
        action.add_argument("--out", type=Path, metavar="FILE", help=f"the file to write (default: {name}.html or {name}.pdf)")  # fmt: skip
        action.set_defaults(command=command, kind=name)
        return action

    for name, summary, command in (
        ("deck", "every card of an edition to cut out, helper cards and backs", _make_deck),
        ("score", "a score sheet", _make_score_sheet),
    ):
        action = add(name, summary, command)
        action.add_argument(
            "--edition", metavar="EDITION", help="an edition's id (default: the first of “mam editions”)"
        )
    deal = add("deal", "the hands of a deal to cut apart, and all of them for the teacher", _make_deal)
    deal.add_argument("code", metavar="CODE", help="the deal's code, as “mam deal” prints it")
    sheets = add("sheets", "an assignment's questions for each student, and the answers for the teacher", _make_sheets)
    slips = add("slips", "each student's code for handing in from a phone, to cut apart", _make_slips)
    for action in (sheets, slips):
        action.add_argument("folder", type=Path, metavar="DIR", help="the folder that “mam assign” made")
        action.add_argument("--key", type=Path, metavar="FILE", help="the class key (default: where it was when you assigned)")  # fmt: skip
    slips.add_argument("--name", metavar="NAME", help="what the class is called (default: as in its list)")
    slips.add_argument("--address", metavar="ADDRESS", help="the address of the homework page, /homework/ on your site (default: that of the class's site)")  # fmt: skip


def _make_deck(arguments: Namespace) -> None:
    edition = _find_edition(arguments)
    _write_pages(f"{edition.name}: deck", draw_deck(edition, PAPERS[arguments.paper]), arguments)


def _make_score_sheet(arguments: Namespace) -> None:
    page = draw_score_sheet(_find_edition(arguments), PAPERS[arguments.paper])
    _write_pages("Make-a-Million: score sheet", [page], arguments)


def _make_deal(arguments: Namespace) -> None:
    full_id, deal = mam.decode_deal(arguments.code)
    pages = draw_deal(mam.get_edition(full_id), deal, arguments.code, PAPERS[arguments.paper])
    _write_pages("Make-a-Million: a deal", pages, arguments)


def _make_sheets(arguments: Namespace) -> None:
    from mam.handouts.exercise_sheets import draw_sheets

    assignment, key = _read_assignment(arguments)
    pages = draw_sheets(assignment, key, PAPERS[arguments.paper])
    _write_pages(assignment.name, pages, arguments, private=True)
    print(f"{format_count(len(assignment.students), 'sheet')} on {format_count(len(pages), 'page')}. The answers come last: don't hand them out.")  # fmt: skip


def _make_slips(arguments: Namespace) -> None:
    from mam.classroom.codes import student_codes
    from mam.handouts.slips import draw_slips

    assignment, key = _read_assignment(arguments)
    students, codes = assignment.students, student_codes(assignment.students, key)
    name = arguments.name or assignment.class_name
    address = arguments.address or (f"{assignment.site.removeprefix('https://')}/homework/" if assignment.site else "")
    pages = draw_slips(students, codes, name, PAPERS[arguments.paper], address)
    _write_pages(f"{name}: codes", pages, arguments, private=True)
    print(f"{format_count(len(students), 'slip')} on {format_count(len(pages), 'page')}: cut them apart, and give each student only their own.")  # fmt: skip
    where = f"the page {address}" if address else "no page, because your site is not known: --address names it"
    print(escape_controls(f"Each names the class “{name}”{'' if arguments.name else ' (--name prints another name)'} and {where}."))  # fmt: skip


def _read_assignment(arguments: Namespace) -> tuple["Assignment", bytes]:
    """Return the assignment in the folder that `mam assign` made, and the class key. Raises ValueError if either is missing or wrong."""
    from mam.classroom.assignments import read_assignment
    from mam.classroom.commands import find_assignment_file, find_key_file
    from mam.classroom.keys import read_key

    if not arguments.folder.is_dir():
        raise ValueError(f"{quote(arguments.folder)} is not a folder: name the folder that “mam assign” made")
    file = find_assignment_file(arguments.folder)
    assignment = read_assignment(file)
    key = read_key(arguments.key or find_key_file(assignment, file))
    assignment.check_key(key)
    return assignment, key


def _find_edition(arguments: Namespace) -> RuleSet:
    return mam.get_edition(arguments.edition or mam.list_editions()[0])


def _write_pages(title: str, pages: Sequence[str], arguments: Namespace, *, private: bool = False) -> None:
    """Write drawn pages as a file of HTML or PDF."""
    paper, out = PAPERS[arguments.paper], arguments.out
    out = out or Path(f"{arguments.kind}.pdf" if arguments.pdf else f"{arguments.kind}.html")
    if arguments.pdf or out.suffix.lower() == ".pdf":
        write_file(out, make_pdf(pages).decode("latin-1"), "latin-1", private=private)  # a byte for each character
        print(escape_controls(f"{out}: print it at 100%, not fitted to the page ({paper.size})."))
    else:
        write_file(out, make_pages(title, pages, paper), private=private)
        print(escape_controls(f"{out}: open it in a browser and print it at 100%, with no margins added."))
