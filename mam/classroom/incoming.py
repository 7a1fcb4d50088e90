"""What comes in: the files of a folder and of a platform's zip, and each hand-in in a text. Nothing in them is run."""

import io
import os
import re
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path, PurePosixPath

from mam.classroom.hand_ins import list_hand_ins
from mam.classroom.submissions import MOST_BYTES
from mam.rules.cards import format_count

MOST_NOTEBOOK_BYTES = 20_000_000  # a notebook may hold pictures
MOST_ZIP_BYTES = 200_000_000  # of a zip, and of all that is read from it
MOST_ZIP_FILES = 2000
MOST_HAND_INS = 200  # in one text
_DEEPEST_FOLDER = 12
_LATE = re.compile(r"[^_/]+_LATE_\d+_\d+_")  # as Canvas names a file: smithann_LATE_1234_5678_homework.txt


@dataclass(frozen=True)
class SubmittedFile:
    """A file of a folder that was handed in: its place in the folder, and its bytes or why they were not read.

    `text` is the hand-in in it, if it is one; a file with several is as many of these. `dated` is the date that the folder or the zip
    (which knows no time zone) has for it.
    """

    place: str
    content: bytes = b""
    fault: str = ""
    text: str = ""
    dated: datetime | None = None


def is_late(place: str) -> bool:
    """Say whether a platform says by a file's name that it came late.

    >>> is_late("submissions.zip/smithann_LATE_1234_5678_homework.txt"), is_late("later/x.txt")
    (True, False)
    >>> is_late("smithann_1234_5678_my_late_homework.txt")
    False
    """
    return bool(_LATE.match(place.rpartition("/")[2]))


def find_files(folder: str | Path, split: Callable[[str], Iterator[str]] = list_hand_ins) -> Iterator[SubmittedFile]:
    """Yield every file in a folder, its subfolders and its zip files, in order of their places, and each hand-in in them; or of one file.

    `split` yields the hand-ins of a text, by default those of homework.
    Names do not matter, except that files that systems leave behind (names that begin with a dot, `__MACOSX`,
    `Thumbs.db`, `desktop.ini`) are skipped. No link is followed and nothing is run.
    """
    path = Path(folder)
    if path.is_file():  # a platform's zip, as it was downloaded
        with os.scandir(path.parent) as beside:
            entry = next(entry for entry in beside if entry.name == path.name)
        yield from _open_file(_read_file(entry, path.name), split)
        return
    folders = [(path, "", 0)]
    while folders:
        path, place, depth = folders.pop()
        try:
            entries = sorted(os.scandir(path), key=lambda entry: entry.name)
        except OSError as error:
            if not place:
                raise
            yield SubmittedFile(place, fault=f"cannot be opened: {error.strerror}")
            continue
        subfolders = []
        for entry in entries:
            name = place + "".join(sign if sign.isprintable() else "\ufffd" for sign in entry.name)
            if _is_leftover(entry.name):
                continue
            if entry.is_symlink():
                yield SubmittedFile(name, fault="is a link to another place: links are not followed")
            elif entry.is_dir(follow_symlinks=False):
                if depth >= _DEEPEST_FOLDER:
                    yield SubmittedFile(name, fault=f"is a folder more than {_DEEPEST_FOLDER} deep: it is not read")
                else:
                    subfolders.append((Path(entry.path), f"{name}/", depth + 1))
            else:
                yield from _open_file(_read_file(entry, name), split)
        folders += reversed(subfolders)


def _read_file(entry: os.DirEntry[str], name: str) -> SubmittedFile:
    """Read the bytes of a plain file, if they are not too many."""
    try:
        facts = entry.stat(follow_symlinks=False)
        if not stat.S_ISREG(facts.st_mode):
            return SubmittedFile(name, fault="is not a plain file")
        maximum = _find_maximum(name)
        if facts.st_size > maximum:
            return SubmittedFile(name, fault=f"is too long: {facts.st_size:,} bytes, and the maximum is {maximum:,}")
        # The plain file may have become a link or a pipe since: do not follow it, do not wait for it.
        flags = sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))
        with os.fdopen(os.open(entry.path, os.O_RDONLY | flags), "rb") as file:
            return SubmittedFile(name, file.read(maximum + 1), dated=datetime.fromtimestamp(facts.st_mtime, UTC))
    except OSError as error:
        return SubmittedFile(name, fault=f"cannot be read: {error.strerror}")


def _is_leftover(name: str) -> bool:
    return name.startswith(".") or name in ("__MACOSX", "Thumbs.db", "desktop.ini")


def _find_maximum(name: str) -> int:
    """Return how many bytes of a file are read, by its name."""
    kinds = {".ipynb": MOST_NOTEBOOK_BYTES, ".zip": MOST_ZIP_BYTES}
    return kinds.get(PurePosixPath(name.lower()).suffix, MOST_BYTES)


def _open_file(file: SubmittedFile, split: Callable[[str], Iterator[str]]) -> Iterator[SubmittedFile]:
    """Yield what is in a file: each file of a zip, each hand-in of a text, or the file itself."""
    if not file.fault and file.place.lower().endswith(".zip") and file.content.startswith(b"PK"):
        for member in _read_zip(file):
            yield from _split_text(member, split)
    else:
        yield from _split_text(file, split)


def _read_zip(file: SubmittedFile) -> Iterator[SubmittedFile]:
    """Yield the files in a zip, in order of their places. A zip in a zip is not opened, and nothing is written to the disk."""
    try:
        with zipfile.ZipFile(io.BytesIO(file.content)) as archive:
            members = sorted((info for info in archive.infolist() if not info.is_dir()), key=lambda info: info.filename)
            if len(members) > MOST_ZIP_FILES:
                fault = f"has {format_count(len(members), 'file')}, and the maximum is {MOST_ZIP_FILES:,}: unpack it yourself"
                yield replace(file, content=b"", fault=fault)
                return
            room = MOST_ZIP_BYTES
            for info in members:
                if any(map(_is_leftover, info.filename.split("/"))) and ".." not in info.filename.split("/"):
                    continue
                member, count = _read_member(archive, info, file.place, room)
                room -= count
                yield member
    except (zipfile.BadZipFile, NotImplementedError, ValueError, EOFError, OSError):
        yield replace(file, content=b"", fault="is a damaged zip file: download it again")


def _read_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, place: str, room: int) -> tuple[SubmittedFile, int]:
    """Read a file of a zip, no further than its maximum, and return how many bytes were read: what a zip says of a file's size need not be true."""
    name = f"{place}/" + "".join(sign if sign.isprintable() else "\ufffd" for sign in info.filename)
    if fault := _find_member_fault(info):
        return SubmittedFile(name, fault=fault), 0
    maximum = _find_maximum(info.filename)
    limit = min(maximum, room)
    try:
        with archive.open(info) as member:
            content = member.read(limit + 1)
    except (zipfile.BadZipFile, NotImplementedError, EOFError, zlib.error):
        return SubmittedFile(name, fault="is damaged: it cannot be unpacked"), limit
    if len(content) <= limit:
        return SubmittedFile(name, content, dated=_read_date(info)), len(content)
    fault = f"is too long: it would have more than {maximum:,} bytes"
    if room < maximum:
        fault = f"is not read: all files of {place} together would have more than {MOST_ZIP_BYTES:,} bytes"
    return SubmittedFile(name, fault=fault), limit


def _read_date(info: zipfile.ZipInfo) -> datetime | None:
    try:
        return datetime(*info.date_time)
    except ValueError:  # no month has a number 0
        return None


def _find_member_fault(info: zipfile.ZipInfo) -> str:
    """Return why a file of a zip is not even opened, "" if it is."""
    folders = info.filename.split("/")
    if ".." in folders or info.filename.startswith("/") or ":" in folders[0][1:2]:
        return "has a name that leads out of the zip: it is not read"
    if stat.S_ISLNK(info.external_attr >> 16):
        return "is a link to another place: links are not followed"
    if info.flag_bits & 1:
        return "is locked with a password"
    return "is a zip in a zip: unpack it yourself" if info.filename.lower().endswith(".zip") else ""


def _split_text(file: SubmittedFile, split: Callable[[str], Iterator[str]]) -> Iterator[SubmittedFile]:
    """Yield each hand-in in a text; any other file as it is."""
    if file.fault or file.content.lstrip()[:1] == b"{" or len(file.content) > MOST_BYTES:
        yield file
        return
    parts = [*islice(split(decode_text(file.content)), MOST_HAND_INS + 1)]
    if not parts:
        yield file
    for number, part in enumerate(parts, 1):
        place = f"{file.place} (hand-in {number})" if number > 1 else file.place
        if number > MOST_HAND_INS:
            yield SubmittedFile(place, fault=f"has more than {MOST_HAND_INS} hand-ins: the others are not read")
            return
        yield SubmittedFile(place, text=part, dated=file.dated)


def decode_text(content: bytes) -> str:
    """Return the text of a file, in the encodings that editors and platforms write."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")
