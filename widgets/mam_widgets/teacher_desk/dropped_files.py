"""What the page Teacher does with the files that are dropped there: it runs `mam roster` and `mam grade` on them, in a folder of its own.

Nothing is kept and nothing is sent: the folder is deleted when the results are on the page.
"""

import io
import re
import tempfile
import zipfile
from collections.abc import Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path, PurePosixPath
from typing import TypedDict

from mam.classroom.hand_ins import list_hand_ins
from mam.classroom.incoming import decode_text
from mam.classroom.rosters.reading import parse_roster
from mam.classroom.rosters.tables import RosterError
from mam.cli.parser import main

_IN = "in"  # the folder of what was collected
_KINDS = {
    "key": "class key",
    "assignment": "assignment",
    "decisions": "your decisions",
    "class": "class list",
    "sheet": "export of your platform",
}
_NAMES = {"key": "class.key", "assignment": "homework.toml", "decisions": "decisions.toml", "class": "class.toml"}
_OWN = {
    "codes.csv",
    "grades.csv",
    "changes.txt",
    "files-to-check.txt",
    "report.html",
    "report-numbers.html",
}  # made by mam, and not needed here
_TABLES = {".csv", ".tsv", ".txt", ".xlsx"}


class DroppedFile(TypedDict):
    """A file, and what it was taken for."""

    name: str
    kind: str


class Result(TypedDict):
    """What came of the files: what each was taken for, what the command said, what is wrong (""), and the files it wrote."""

    taken: list[DroppedFile]
    said: list[str]
    fault: str
    files: list[tuple[str, bytes]]


def work(dropped: Sequence[tuple[str, bytes | memoryview]], scale: str = "", name: str = "") -> Result:
    """Make a class list of an export or, with an assignment and its class key, grade what was collected.

    `dropped` are names with their folders, and contents; `scale` is out of how much grades are written into the export, "" for points;
    `name` is what the class is called, "" for what the export calls it.

    >>> work([("names.txt", b"Ann Smith\\nBen Okafor\\n")], name="9b")["said"][:2]
    ['names.txt: Names, one a line, 2 students.', 'The class list, 2 students, is in class.toml.']
    """
    files = [(name, bytes(content)) for name, content in dropped]
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        by_kind: dict[str, Path] = {}
        try:
            kinds = [_find_kind(PurePosixPath(name), content) for name, content in files]
            if "assignment" in kinds:  # a note of one line that somebody handed in is no list of names
                kinds = ["collected" if kind == "names" else kind for kind in kinds]
            dropped_files = [
                _put(name, content, kind, by_kind) for (name, content), kind in zip(files, kinds, strict=True)
            ]
            arguments = _choose_command(by_kind, scale, name)
        except ValueError as error:
            return {"taken": [], "said": [], "fault": f"{error}", "files": []}
        said, fault = _run(arguments)
        return {"taken": dropped_files, "said": said, "fault": fault, "files": [] if fault else _collect_results()}


def _put(name: str, content: bytes, kind: str, by_kind: dict[str, Path]) -> DroppedFile:
    """Write a file where the command expects it, and say what it was taken for."""
    path = PurePosixPath(name)
    kind = "sheet" if kind == "names" else kind
    if not kind:
        return {"name": name, "kind": "not needed"}
    if kind in by_kind:
        raise ValueError(
            f"There are two files for the {_KINDS[kind]}: {by_kind[kind].name} and {path.name}. Drop only one."
        )
    if kind in _KINDS:
        place = Path(_NAMES.get(kind, path.name))
        by_kind[kind] = place
    else:
        place = Path(_IN, *(part for part in path.parts if part not in ("..", "/")))
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(content)
    return {"name": name, "kind": _KINDS.get(kind, "collected")}


def _find_kind(path: PurePosixPath, content: bytes) -> str:
    """Return what a file is, by what is in it: a key of `_KINDS`, "names", "collected", or "" for what is not needed."""
    suffix = path.suffix.lower()
    if content.startswith(b"mam class key"):
        return "key"
    if path.name in _OWN or suffix == ".mam" or path.name.startswith("."):
        return ""
    if suffix == ".toml":
        tables = re.findall(rb"^\s*\[\[?\s*(\w+)", content, re.MULTILINE)
        if b"exercise" in tables:
            return "assignment"
        return "class" if b"student" in tables else "decisions"
    if suffix not in _TABLES:
        return "collected"
    return _find_kind_of_text(path, content) if suffix == ".txt" else "sheet"  # the command says what is wrong with it


def _find_kind_of_text(path: PurePosixPath, content: bytes) -> str:
    if next(list_hand_ins(decode_text(content)), ""):
        return "collected"
    try:
        roster = parse_roster(content, path.name)
    except RosterError:
        return "collected"
    return "sheet" if len(roster.headings) > 1 else "names"


def _choose_command(by_kind: dict[str, Path], scale: str, name: str) -> list[str]:
    """Return the command for these files. Raises ValueError, naming what is missing."""
    if "assignment" not in by_kind:
        if "key" in by_kind or "decisions" in by_kind:
            raise ValueError(
                "To grade, drop the assignment, too: the .toml file in the folder teacher that “mam assign” made."
            )
        if "sheet" not in by_kind:
            raise ValueError(
                "Drop an export of your class to make a class list; to grade, drop the assignment and the class key, too."
            )
        return ["roster", str(by_kind["sheet"]), *([f"--name={name}"] if name else [])]
    if "key" not in by_kind:
        raise ValueError("To grade, drop the class key, too: the .key file that was made with the first assignment.")
    Path(_IN).mkdir(exist_ok=True)
    command = ["grade", "--assignment", str(by_kind["assignment"]), "--key", str(by_kind["key"]), _IN]
    if "sheet" in by_kind:
        command += ["--sheet", str(by_kind["sheet"])]
    return [*command, "--scale", scale] if scale and "sheet" in by_kind else command


def _run(arguments: list[str]) -> tuple[list[str], str]:
    """Run a command; returns the lines that it says, and what is wrong."""
    out, error = io.StringIO(), io.StringIO()
    try:
        with redirect_stdout(out), redirect_stderr(error):
            code = main(arguments)
    except SystemExit:
        code = 2
    fault = error.getvalue().strip().removeprefix("mam: ").split("\n")[-1] if code else ""
    lines = [line for line in out.getvalue().splitlines() if not line.startswith("Results ")]
    lines = [line.replace(": --name gives it ", ": the field Class name gives it ") for line in lines]
    return lines, fault


def _collect_results() -> list[tuple[str, bytes]]:
    """Return the files that a command wrote: the feedback as one zip, and the report first."""
    results = Path("results")
    if not results.is_dir():
        return [("class.toml", Path("class.toml").read_bytes())]
    names = sorted(path.name for path in results.iterdir() if path.is_file())
    names.sort(key=lambda name: (name != "report.html", not name.endswith("-filled.csv")))
    files = [
        (name, (results / name).read_bytes()) for name in names if name not in ("changes.txt", "files-to-check.txt")
    ]
    pages = sorted((results / "feedback").iterdir())
    if not pages:
        return files
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for page in pages:
            archive.writestr(f"feedback/{page.name}", page.read_bytes())
    return [*files, ("feedback.zip", packed.getvalue())]
