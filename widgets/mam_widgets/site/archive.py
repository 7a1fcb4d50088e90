"""What Python needs in the browser: `mam` and its widgets as one archive, and the parts of Pyodide; the same bytes every time."""

import hashlib
import json
import shutil
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from mam.support.data_files import find_data_folder

CORE = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip")
PACKAGES = ("numpy", "pandas")  # with what they depend on
WORKBOOKS = ("openpyxl", "et-xmlfile")  # the page Teacher reads a class list that is an Excel workbook
_EPOCH = (2020, 1, 1, 0, 0, 0)  # a zip needs a date, and the same one every time
FOR_PAGES = (".js", ".ts", ".css", ".html", ".md")  # what a page loads by itself, or not at all
_LEFT_OUT = {
    "mam": ("data", "notebooks", "site"),  # as a wheel has them, and what only a build needs
    "mam_widgets": tuple(
        f"site/{part}" for part in ("archive.py", "build.py", "lab", "libraries.py", "pictures.py", "service.py")
    ),  # what only a build needs
    "mam/data": ("lab", "perft", "site"),  # what nothing in a browser reads
}


def list_sources(root: Path, widgets: Path, without: Iterable[str] = FOR_PAGES) -> Iterator[tuple[str, Path]]:
    """Yield the files of `mam` and its widgets by their names in the archive, without those of some suffixes."""
    suffixes = {*without}
    for folder, name in ((root, "mam"), (widgets, "mam_widgets"), (find_data_folder(), "mam/data")):
        for path in sorted(folder.rglob("*")):
            inner = path.relative_to(folder)
            if (
                path.is_file()
                and path.suffix not in suffixes
                and "__pycache__" not in inner.parts
                and not any(inner.is_relative_to(part) for part in _LEFT_OUT[name])
            ):
                yield f"{name}/{inner.as_posix()}", path


def list_installed(names: Iterable[str]) -> Iterator[tuple[str, Path]]:
    """Yield the Python files and licenses of installed packages that are Python alone, by their names in the archive.

    Raises ValueError for a package that is not installed.
    """
    for name in names:
        try:
            package = distribution(name)
        except PackageNotFoundError:
            raise ValueError(f'{name} is not installed. Install it: pip install "mam[site]"') from None
        for file in package.files or ():
            if file.suffix == ".py" or file.name.startswith("LICEN"):
                yield file.as_posix(), Path(str(file.locate()))


def write_archive(target: Path | IO[bytes], files: Iterable[tuple[str, Path]]) -> None:
    """Write a zip file: the same bytes for the same files."""
    with ZipFile(target, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name, path in sorted(files):
            entry = ZipInfo(name, _EPOCH)
            entry.compress_type = ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, path.read_bytes())


def copy_pyodide(
    source: Path, wheels: Path | None, target: Path, names: Iterable[str] = PACKAGES, core: Iterable[str] = CORE
) -> Path:
    """Copy Pyodide's core and its wheels of some packages into a folder in `target` that is named after the version, with a lock
    file that names only these, and return the folder.

    Raises ValueError, naming what to provide, when a file is missing or is not the one that Pyodide's lock file names.
    """
    if missing := [name for name in (*core, "pyodide-lock.json") if not (source / name).is_file()]:
        raise ValueError(
            f"{source} has no {', '.join(missing)}: run “npm ci”, or name the folder of Pyodide's npm package with --pyodide"
        )
    lock = _read_lock(source, names)
    version, required_packages = lock["info"]["version"], lock["packages"]
    folder = target / f"pyodide-{version}"
    folder.mkdir(parents=True)
    for name in core:
        shutil.copyfile(source / name, folder / name)
    files = {package["file_name"]: package["sha256"] for package in required_packages.values()}
    if absent := [name for name in files if wheels is None or not (wheels / name).is_file()]:
        raise ValueError(
            f"the site needs these wheels of Pyodide {version}: {', '.join(absent)}. Take them from Pyodide's release of that "
            "version and name their folder with --wheels"
        )
    assert wheels is not None
    for name, digest in files.items():
        content = (wheels / name).read_bytes()
        if hashlib.sha256(content).hexdigest() != digest:
            raise ValueError(f"{wheels / name} is not the file of Pyodide {version}: its sha256 is not {digest}")
        (folder / name).write_bytes(content)
    write_lock(source, folder, names)
    return folder


def write_lock(source: Path, target: Path, names: Iterable[str]) -> None:
    """Write into a folder Pyodide's lock file, with only these packages and what they depend on."""
    (target / "pyodide-lock.json").write_text(json.dumps(_read_lock(source, names), sort_keys=True), "utf-8")


def _read_lock(source: Path, names: Iterable[str]) -> dict[str, Any]:
    lock = json.loads((source / "pyodide-lock.json").read_text("utf-8"))
    return {"info": lock["info"], "packages": _follow(lock["packages"], names)}


def _follow(packages: dict[str, dict[str, Any]], names: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return these packages and all that they depend on."""
    closure: dict[str, dict[str, Any]] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop().lower().replace("_", "-")
        if name not in closure:
            closure[name] = packages[name]
            waiting += packages[name]["depends"]
    return closure
