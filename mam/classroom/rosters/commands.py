"""The command `mam roster`, and what `mam grade --sheet` does."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from mam.classroom.grades import Grades, write_points
from mam.classroom.rosters.sheets import Score, fill_sheet, read_sheet
from mam.rules.cards import format_count
from mam.support.data_files import remove_partial_files, write_file
from mam.support.messages import escape_controls, quote


def add_roster_options(parser: ArgumentParser) -> None:
    """Add what `mam roster` takes, and what it does."""
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="an export of Canvas, Moodle, Google Classroom, Excel or another system"
    )
    parser.add_argument(
        "--id",
        choices=["number"],
        help="make the ids 01, 02, … (default: taken from the login, number or e-mail address)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("class.toml"),
        metavar="FILE",
        help="the class list to write or update (default: class.toml)",
    )
    parser.add_argument("--name", metavar="NAME", help="what the class is called (default: its course or only section)")
    parser.add_argument("--site", metavar="URL", help="where your site is: slips name its page for homework")
    parser.set_defaults(command=_write_roster)


def _write_roster(arguments: Namespace) -> None:
    from mam.classroom.classes import check_site, clean_line, read_class, write_class
    from mam.classroom.rosters.matching import update_class
    from mam.classroom.rosters.reading import find_class_name, make_class, read_roster

    out = arguments.out
    if out.suffix.lower() != ".toml":
        raise ValueError(f"{out} must end in .toml: the class list is a TOML file")
    if arguments.file.suffix.lower() == ".toml" and arguments.file.is_file():
        raise ValueError(f"{arguments.file} is a class list of mam already: use it with “mam assign”")
    given = {"name": clean_line(arguments.name or ""), "site": check_site(arguments.site or "")}
    roster = read_roster(arguments.file)
    by_number = arguments.id == "number"
    print(escape_controls(str(roster)))
    if out.exists():
        before = read_class(out)
        class_list, remarks = update_class(before, roster, by_number=by_number)
        name, site = given["name"] or class_list.name, given["site"] or class_list.site
        class_list = replace(class_list, name=name, site=site)
        for remark in remarks:
            print(escape_controls(f"  {remark}"))
        if class_list == before:
            print(escape_controls(f"{out} has them all already: nothing was changed."))
            return
    else:
        name = given["name"] or find_class_name(roster) or out.stem
        class_list = replace(make_class(roster, by_number=by_number), name=name, site=given["site"])
    remove_partial_files(out)
    write_file(out, write_class(class_list), private=True)
    print(escape_controls(f"The class list, {format_count(len(class_list.students), 'student')}, is in {out}."))
    known = class_list.name != out.stem
    advice = "another name" if known else "a name that slips and reports can show"
    print(escape_controls(f"The class is called “{class_list.name}”: --name gives it {advice}."))


def add_sheet_options(parser: ArgumentParser) -> None:
    """Add what `mam grade` takes for the sheet of a platform."""
    parser.add_argument("--sheet", type=Path, metavar="FILE", help="fill the grades into this export of your platform")
    parser.add_argument(
        "--column", metavar="TITLE", help="the column to fill (default: the one with the assignment's name)"
    )
    parser.add_argument("--scale", type=_read_scale, metavar="N", help="write grades out of N, not points")


def _read_scale(text: str) -> Fraction:
    scale = Fraction(text) if text.replace(".", "", 1).isdigit() and text.isascii() and len(text) < 8 else Fraction(0)
    if not 0 < scale <= 10_000:
        raise ArgumentTypeError(f"{quote(text)} must be a number above 0, like 100")
    return scale


def write_sheet(
    grades: Grades, path: Path, folder: Path, column: str | None = None, scale: Fraction | None = None
) -> Path:
    """Fill the grades into an export and write it into a folder, under its name with `-filled`; prints what to know, returns the place.

    Raises RosterError, and OSError if a file cannot be read or written.
    """
    assignment = grades.assignment
    scores = {
        grade.student.id: Score(grade.total, f"{write_points(grade.total)} of {assignment.points}")
        if grade.status == "graded"
        else Score(None, grade.status)
        for grade in grades.grades
    }
    roster = read_sheet(path)
    sheet = fill_sheet(roster, assignment.students, scores, column or assignment.name, assignment.points, scale)
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / f"{path.stem}-filled.csv"
    remove_partial_files(place)
    write_file(place, sheet.content.decode("latin-1"), "latin-1", private=True)  # the bytes as they are
    print(escape_controls(str(roster)))
    for remark in sheet.remarks:
        print(escape_controls(f"  {remark}"))
    print(escape_controls(f"The grades are in the column {sheet.column} of {place}."))
    return place
