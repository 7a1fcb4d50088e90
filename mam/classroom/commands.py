"""The teacher's commands: `mam exercises`, `mam assign` and `mam grade`."""

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from mam.classroom.catalog import exercises
from mam.classroom.registry import KINDS, LEVELS
from mam.classroom.tasks import Task, practice
from mam.rules.cards import format_count
from mam.support.data_files import remove_partial_files
from mam.support.messages import escape_controls, quote

if TYPE_CHECKING:
    from mam.classroom.assignments import Assignment

_SEPARATOR = str(Path("a/b"))[1]  # as this system writes folders


def add_exercises_options(parser: ArgumentParser) -> None:
    """Add what `mam exercises` takes, and what it does."""
    from mam.classroom.questions.commands import add_question_options

    parser.add_argument("ids", nargs="*", metavar="ID", help="the ids of exercises, like who-captures")
    parser.add_argument("--kind", metavar="KIND", help=f"only {', '.join(KINDS)}")
    parser.add_argument("--level", type=int, metavar="N", help=f"only this level, 1 ({LEVELS[1]}) to 5 ({LEVELS[5]})")
    parser.add_argument("--student", default="", metavar="NAME", help="the practice variant of this student")
    parser.add_argument("--hints", action="store_true", help="show its hints too")
    parser.add_argument("--solution", action="store_true", help="show its worked solution too")
    add_question_options(parser)
    parser.set_defaults(command=_show_exercises)


def add_assign_options(parser: ArgumentParser) -> None:
    """Add what `mam assign` takes, and what it does."""
    parser.add_argument(
        "class_list",
        type=Path,
        metavar="CLASS",
        help="the class list: TOML, CSV with id,name, or an export of your platform",
    )
    parser.add_argument(
        "--exercises",
        nargs="+",
        required=True,
        metavar="ID[=POINTS]",
        help="the exercises, with their points (default: 10)",
    )
    parser.add_argument("--name", required=True, metavar="NAME", help="the name of the assignment, like homework-1")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder to make")
    parser.add_argument("--key", type=Path, metavar="FILE", help="the class key (default: CLASS.key; made if missing)")
    parser.add_argument(
        "--practice", action="store_true", help="the notebooks check answers at once, and nothing is secret"
    )
    parser.add_argument("--hints", action="store_true", help="put the exercises' hints into the class file, too")
    parser.add_argument(
        "--site",
        default="",
        metavar="URL",
        help="where your site is (default: as in the class list): adds to codes.csv a link for each student, which needs no class file",
    )
    parser.add_argument(
        "--again", action="store_true", help="make the assignment again with the same variants, and keep the old folder"
    )
    parser.set_defaults(command=_assign)


def add_grade_options(parser: ArgumentParser) -> None:
    """Add what `mam grade` takes, and what it does."""
    from mam.classroom.rosters.commands import add_sheet_options

    parser.add_argument("made", nargs="?", type=Path, metavar="HOMEWORK", help="the folder that “mam assign” made")
    parser.add_argument(
        "folder",
        type=Path,
        metavar="DIR",
        help="the folder with the submissions, in subfolders or not, or your platform's zip",
    )
    parser.add_argument(
        "--assignment",
        type=Path,
        metavar="FILE",
        help="the assignment file, instead of HOMEWORK: homework-1/teacher/homework-1.toml",
    )
    parser.add_argument(
        "--key", type=Path, metavar="FILE", help="the class key (default: where it was when the assignment was made)"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="also write the table of grades to this CSV file")
    parser.add_argument("--feedback", type=Path, metavar="DIR", help="also write the feedback into this folder")
    parser.add_argument("--no-solutions", action="store_true", help="leave worked solutions out of the feedback")
    add_sheet_options(parser)
    parser.set_defaults(command=_grade)


def _show_exercises(arguments: Namespace) -> None:
    from mam.classroom.questions.commands import write_questions

    if arguments.platform:
        write_questions(arguments)
        return
    if arguments.out or arguments.key or arguments.variants is not None:
        raise ValueError("--out, --key and --variants are for questions: add --as moodle, canvas or gift")
    if not arguments.ids:
        all_exercises = exercises(arguments.kind, arguments.level)
        print(all_exercises if all_exercises else "no exercise has this kind and level")
        return
    tasks = [practice(id, arguments.student) for id in arguments.ids]
    print("\n\n".join(_describe_task(task, arguments) for task in tasks))


def _describe_task(task: Task, arguments: Namespace) -> str:
    hints = [f"{task.hint(step)}" for step in range(1, task.hints + 1)] if arguments.hints else []
    return "\n\n".join([f"{task}", *hints, *[f"{task.solution()}"] * arguments.solution])


def _assign(arguments: Namespace) -> None:
    from mam.classroom.assigning import assign, find_earlier
    from mam.classroom.rosters.reading import read_students

    class_list = read_students(arguments.class_list)
    points_by_id = parse_points(arguments.exercises)
    place = arguments.key or arguments.class_list.with_suffix(".key")
    if place.resolve().is_relative_to((arguments.out / "students").resolve()):
        raise ValueError(f"{place} would be handed out with the notebooks: save the class key elsewhere")
    if place.resolve().is_relative_to(arguments.out.resolve()):
        raise ValueError(f"{place} would be renamed with {arguments.out} by --again: save the class key elsewhere")
    earlier = find_earlier(points_by_id, arguments.name, arguments.out, remake=arguments.again)
    assignment = assign(
        class_list,
        points_by_id,
        arguments.name,
        arguments.out,
        _open_key(place, earlier),
        practice=arguments.practice,
        remake=arguments.again,
        hints=arguments.hints,
        site=arguments.site,
        key_file=place,
    )
    notebooks, exercises = (
        format_count(len(assignment.students), "notebook"),
        format_count(len(assignment.exercises), "exercise"),
    )
    purpose = ", for practice" if assignment.practice else ""
    students, teacher = (f"{arguments.out / folder}{_SEPARATOR}" for folder in ("students", "teacher"))
    print(f"{assignment.name}: {notebooks} of {exercises}, {assignment.points} points{purpose}.")
    class_file = arguments.out / f"{assignment.name}.mam"
    print(escape_controls(f"Hand out   {students}, a folder for each student with Jupyter"))
    print(
        escape_controls(
            f"or         {class_file}, one file for the whole class, to open on a phone at /homework/ of the site"
        )
    )
    print(escape_controls(f"with       each student's own code: “mam handout slips {arguments.out}” prints them"))
    print(escape_controls(f"Keep       {teacher}, with {assignment.name}.toml for grading and the solutions"))


def _open_key(place: Path, earlier: "Assignment | None") -> bytes:
    """Read the class key in a file, or make a new one there.

    A key that was written is never deleted, whatever fails afterward: another assignment may use it by then. Raises
    KeyFault if it is missing for an assignment that was made with it.
    """
    from mam.classroom.keys import KeyFault, make_key, read_key

    if place.exists():
        return read_key(place)
    if earlier is not None:
        raise KeyFault(
            f"{place} is missing: {earlier.name} was made with the class key whose fingerprint is {earlier.key_print}; "
            "name its file with --key"
        )
    remove_partial_files(place)
    try:
        key = make_key(place)
    except FileExistsError:  # another run made it a moment ago
        return read_key(place)
    print(escape_controls(f"A new class key is in {place}. Keep it safe and secret: you need it to grade."))
    return key


def parse_points(texts: list[str]) -> dict[str, int]:
    """Return exercises with their points, as a person types them.

    Raises ValueError for an exercise named twice and for points that are not a whole number in range.

    >>> parse_points(["who-captures", "set-back=4"])
    {'who-captures': 10, 'set-back': 4}
    """
    from mam.classroom.assigning import DEFAULT_POINTS
    from mam.classroom.assignments import MOST_POINTS

    points_by_id: dict[str, int] = {}
    for text in texts:
        id, _, points = text.partition("=")
        if id in points_by_id:
            raise ValueError(f"the exercise {quote(id)} is named twice")
        if points and not (points.isascii() and points.isdigit() and len(points) < 5 and int(points) <= MOST_POINTS):
            raise ValueError(f"{quote(text)}: points must be a whole number from 0 to {MOST_POINTS}")
        points_by_id[id] = int(points) if points else DEFAULT_POINTS
    return points_by_id


def _grade(arguments: Namespace) -> None:
    from mam.classroom.assignments import read_assignment
    from mam.classroom.decisions import FILE_NAME, read_decisions
    from mam.classroom.gradebook import describe_grades, write_csv
    from mam.classroom.grading import grade
    from mam.classroom.keys import read_key
    from mam.classroom.results import write_feedback, write_results
    from mam.classroom.rosters.commands import write_sheet

    if not arguments.folder.exists():
        raise ValueError(
            f"{arguments.folder} is not there: name the folder with the submissions, or your platform's zip"
        )
    if arguments.out and not arguments.out.parent.is_dir():
        raise ValueError(
            f"{arguments.out.parent} is not a folder: make it first, or choose another place for the table"
        )
    if arguments.feedback and arguments.feedback.exists() and not arguments.feedback.is_dir():
        raise ValueError(f"{arguments.feedback} exists and is not a folder: choose a folder for the feedback")
    assignment_file = arguments.assignment or find_assignment_file(arguments.made)
    assignment = read_assignment(assignment_file)
    key = read_key(arguments.key or find_key_file(assignment, assignment_file))
    decisions = read_decisions(assignment_file.with_name(FILE_NAME), assignment)
    grades = grade(arguments.folder, assignment, key, decisions=decisions)
    results, solutions = assignment_file.parent / "results", not arguments.no_solutions
    changes = write_results(grades, results, solutions=solutions)
    for line in describe_grades(grades, changes):
        print(escape_controls(line))
    if arguments.out:
        write_csv(grades, arguments.out)
        print(escape_controls(f"The table is in {arguments.out}."))
    if arguments.feedback:
        number = write_feedback(grades, arguments.feedback, solutions=solutions)
        print(escape_controls(f"Feedback for {format_count(number, 'student')} is in {arguments.feedback}."))
    if arguments.sheet:
        write_sheet(grades, arguments.sheet, results, arguments.column, arguments.scale)
    print(escape_controls(f"Results    {results}{_SEPARATOR}, with report.html, grades.csv and feedback{_SEPARATOR}"))


def find_assignment_file(folder: Path | None) -> Path:
    """Return the assignment file in a folder that `mam assign` made. Raises ValueError if there is none, or several."""
    if folder is None:
        raise ValueError(
            "name the folder that “mam assign” made, like “mam grade homework-1 collected”, or --assignment"
        )
    from mam.classroom.decisions import FILE_NAME

    files = sorted(file for file in (folder / "teacher").glob("*.toml") if file.name != FILE_NAME)
    named_files = [file for file in files if file.stem == folder.name]
    if len(named_files or files) != 1:
        fault = "holds no assignment" if not files else f"holds {len(files)} files"
        raise ValueError(f"{folder / 'teacher'} {fault}: name the file that “mam assign” wrote with --assignment")
    return (named_files or files)[0]


def find_key_file(assignment: "Assignment", assignment_file: Path) -> Path:
    """Return where the class key was when an assignment was made. Raises KeyFault if it is not there."""
    from mam.classroom.keys import KeyFault

    place = Path(os.path.normpath(assignment_file.parent / assignment.key_file))
    if not assignment.key_file or not place.is_file():
        where = f" is not at {place}" if assignment.key_file else "'s place is not noted in the assignment"
        raise KeyFault(f"the class key of {assignment.name}{where}: name its file with --key")
    return place
