"""Find the project's data (in a checkout, an editable install and a wheel), write files atomically, delete leftovers.

Leftovers are temporary files of a process that was killed.
"""

import os
import re
import secrets
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EEXIST
from functools import cache
from glob import escape
from pathlib import Path


def _find_folder(name: str) -> Path:
    """Return a folder shipped inside the package (a wheel) or beside it (a checkout)."""
    package = Path(__file__).resolve().parents[1]
    for folder in (package / name, package.parent / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"mam cannot find its {name}/ folder in {package} or beside it: reinstall mam")


@cache
def find_data_folder() -> Path:
    """Return the folder with rules, records and visual tokens. Raises FileNotFoundError when it is missing.

    >>> (find_data_folder() / "rules" / "documents.toml").is_file()
    True
    """
    return _find_folder("data")


@cache
def find_notebooks_folder() -> Path:
    """Return the folder with the lessons. Raises FileNotFoundError when it is missing."""
    return _find_folder("notebooks")


def write_file(
    path: str | Path, text: str, encoding: str = "utf-8", *, new: bool = False, private: bool = False
) -> None:
    """Write a file; an existing one is replaced only when the new one is complete and on the disk, even in a power cut.

    With `new`, an existing file stays and FileExistsError is raised; only the owner can read a `private` one. Raises
    OSError, which names the file.
    """
    path = Path(path)
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(8)}.part")
    with name_file(path):
        try:
            with os.fdopen(_open_locked(temporary, private), "w", encoding=encoding, newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            _move_into_place(temporary, path, new)
        finally:
            temporary.unlink(missing_ok=True)


def _open_locked(path: Path, private: bool) -> int:
    """Make a file and open it. While it is open, its lock says that it is no leftover."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    while True:
        handle = os.open(path, flags, 0o600 if private else 0o666)
        if not _lock(handle) or path.exists():
            return handle
        os.close(handle)  # another process took it for a leftover before it was locked


def _move_into_place(temporary: Path, path: Path, new: bool) -> None:
    if not new:
        os.replace(temporary, path)
        return
    try:
        os.link(temporary, path)  # fails if the file exists, even if it appeared a moment ago
    except FileExistsError:
        raise
    except OSError:  # a disk without links
        if path.exists():
            raise FileExistsError(EEXIST, os.strerror(EEXIST), str(path)) from None
        os.replace(temporary, path)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Write the names in a folder to the disk too, where the system allows it."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def name_file(path: str | Path) -> Iterator[None]:
    """Make an OSError name this file: "No space left" while writing names none, others name a temporary file."""
    try:
        yield
    except OSError as error:
        if error.errno is not None and (error.filename is None or str(error.filename).startswith(str(path))):
            error.filename, error.filename2 = str(path), None
        raise


# Leftovers of processes that were killed


@contextmanager
def reserve_name(folder: Path, stem: str) -> Iterator[str]:
    """Reserve a name, like ".hw-0123abcd", for what this run builds in a folder.

    During the block `remove_leftovers` spares files with that name, in other processes too; when the process ends, however
    it ends, it no longer does.
    """
    for attempt in range(3):
        name = f".{stem}-{secrets.token_hex(4)}"
        path = folder / f"{name}.lock"
        file = open(path, "xb")  # noqa: SIM115  # it stays open as long as the block lasts
        if (
            _lock(file.fileno()) and path.exists()
        ) or attempt == 2:  # else another process is deleting leftovers, or there are no locks here
            break
        file.close()
        path.unlink(missing_ok=True)
    try:
        yield name
    finally:
        file.close()
        # What still lies there, like a part that a killed worker began, is found by its lock file.
        if set(_list_reserved(folder, name)) <= {path}:
            path.unlink(missing_ok=True)


def remove_leftovers(folder: Path, stem: str) -> None:
    """Delete what killed runs left in a folder under the names that `reserve_name` gave them.

    Each of these has its lock file beside it: without one, a folder like ".hw-20260901" is somebody's own and stays.
    """
    for lock in sorted(folder.glob(f".{escape(stem)}-*.lock")):
        name = lock.name.removesuffix(".lock")
        if not re.fullmatch(rf"\.{re.escape(stem)}-[0-9a-f]{{8}}", name) or _is_locked(lock):
            continue
        for path in _list_reserved(folder, name):
            if path == lock:
                continue
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
        lock.unlink(missing_ok=True)  # last: if this is interrupted, the next run finds it


def _list_reserved(folder: Path, name: str) -> list[Path]:
    """Return what lies under a reserved name: the folder or file itself, and files whose names go on with a dot."""
    return [path for path in (folder / name, *folder.glob(f"{escape(name)}.*")) if path.exists() or path.is_symlink()]


def remove_partial_files(path: str | Path) -> None:
    """Delete what `write_file` left of this file when its process was killed."""
    path = Path(path)
    for part in path.parent.glob(f"{escape(path.name)}.*.part"):
        if re.fullmatch(r"[0-9a-f]{16}", part.name[len(path.name) + 1 : -5]) and not _is_locked(part):
            part.unlink(missing_ok=True)


def replace_folder(building: Path, folder: Path, backup: Path) -> None:
    """Rename a new folder to `folder`, and what lies there, if anything, to `backup`, a free name beside it.

    If that fails or is interrupted, what lay there is still there. Raises OSError.
    """
    try:
        if folder.exists():
            folder.rename(backup)
        building.rename(folder)
    except BaseException:
        if backup.exists() and not folder.exists():
            backup.rename(folder)
        raise


def _is_locked(path: Path) -> bool:
    """Say whether a process has locked this file; True if that cannot be known."""
    try:
        handle = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    try:
        return not _lock(handle)
    finally:
        os.close(handle)


def _lock(handle: int) -> bool:
    """Lock an open file until it is closed, unless it is locked. Return whether that worked."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (
        OSError,
        ImportError,
        AttributeError,
    ):  # a disk without locks, or a Python in a browser, whose fcntl may be empty
        return False
    return True
