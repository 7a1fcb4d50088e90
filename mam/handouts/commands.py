"""`mam handout`: pages to print for a class."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import mam
from mam.handouts.deal_sheet import draw_deal
from mam.handouts.deck import draw_deck
from mam.handouts.paper import PAPERS, make_pages, make_pdf
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
        action.add_argument("--pdf", action="store_true", help="write PDF, a file for each page, instead of HTML")
        action.add_argument("--out", type=Path, default=Path(f"{name}.html"), metavar="FILE", help=f"the file to write (default: {name}.html)")  # fmt: skip
        action.set_defaults(command=command)
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
    slips.add_argument("--address", default="", metavar="ADDRESS", help="the address of the homework page, /homework/ on your site, to print on each slip")  # fmt: skip


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
    from mam.handouts.exercise_sheets import make_sheets

    if arguments.pdf:
        raise ValueError("sheets flow over pages, which only a browser lays out: leave --pdf out and print the HTML")
    assignment, key = _read_assignment(arguments)
    _write_html(make_sheets(assignment, key, PAPERS[arguments.paper]), arguments.out, private=True)
    print(f"{format_count(len(assignment.students), 'sheet')}, and last the answers: hand those to nobody.")


def _make_slips(arguments: Namespace) -> None:
    from mam.classroom.codes import student_codes
    from mam.handouts.slips import draw_slips

    assignment, key = _read_assignment(arguments)
    students, codes = assignment.students, student_codes(assignment.students, key)
    pages = draw_slips(students, codes, assignment.class_name, PAPERS[arguments.paper], arguments.address)
    _write_pages(f"{assignment.class_name}: codes", pages, arguments, private=True)
    print(f"{format_count(len(students), 'slip')} on {format_count(len(pages), 'page')}: cut them apart, and give each student only their own.")  # fmt: skip


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
    """Write drawn pages as one HTML file, or each as a PDF file with its number."""
    paper, out = PAPERS[arguments.paper], arguments.out
    if not arguments.pdf:
        _write_html(make_pages(title, pages, paper), out, private=private)
        return
    names = [out.with_name(f"{out.stem}-{number}.pdf") for number in range(1, len(pages) + 1)]
    for name, page in zip(names, pages, strict=True):
        write_file(name, make_pdf(page).decode("latin-1"), "latin-1", private=private)  # a byte for each character
    last = f" to {names[-1]}" if len(names) > 1 else ""
    print(escape_controls(f"{names[0]}{last}: print at 100%, not fitted to the page ({paper.size})."))


def _write_html(text: str, out: Path, *, private: bool = False) -> None:
    write_file(out, text, private=private)
    print(escape_controls(f"{out}: open it in a browser and print it at 100%, with no margins added."))
