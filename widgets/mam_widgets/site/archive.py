"""What Python needs in the browser: `mam` and its widgets as one archive, and the parts of Pyodide; the same bytes every time."""

import hashlib
import json
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from mam.support.data_files import find_data_folder

CORE = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip")
PACKAGES = ("numpy", "pandas")  # with what they depend on
_EPOCH = (2020, 1, 1, 0, 0, 0)  # a zip needs a date, and the same one every time
_LEFT_OUT = {"lab", "audit", "perft", "site"}  # folders that no page reads


def list_sources(root: Path, widgets: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files of `mam` and its widgets by their names in the archive."""
    data = find_data_folder()
    for folder, name in ((root, "mam"), (widgets, "mam_widgets"), (data, "mam/data")):
        for path in sorted(folder.rglob("*")):
            inner = path.relative_to(folder)
            if not path.is_file() or "__pycache__" in inner.parts or path.suffix in (".js", ".css", ".html", ".md"):
                continue
            if folder == root and inner.parts[0] in (
                "data",
                "notebooks",
                "site",
            ):  # as a wheel has them, and what only a build needs
                continue
            if folder == data and inner.parts[0] in _LEFT_OUT:
                continue
            yield f"{name}/{inner.as_posix()}", path


def write_archive(target: Path, files: Iterable[tuple[str, Path]]) -> None:
    """Write a zip file: the same bytes for the same files."""
    with ZipFile(target, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name, path in sorted(files):
            entry = ZipInfo(name, _EPOCH)
            entry.compress_type = ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, path.read_bytes())


def copy_pyodide(source: Path, wheels: Path | None, target: Path) -> None:
    """Copy Pyodide's core and the wheels of numpy and pandas, with a lock file that names only these.

    Raises ValueError, naming what to provide, when a file is missing or is not the one that Pyodide's lock file names.
    """
    if missing := [name for name in (*CORE, "pyodide-lock.json") if not (source / name).is_file()]:
        raise ValueError(
            f"{source} has no {', '.join(missing)}: run “npm ci”, or name the folder of Pyodide's npm package with --pyodide"
        )
    lock = json.loads((source / "pyodide-lock.json").read_text("utf-8"))
    version = lock["info"]["version"]
    needed = _follow(lock["packages"], PACKAGES)
    target.mkdir(parents=True)
    for name in CORE:
        shutil.copyfile(source / name, target / name)
    files = {package["file_name"]: package["sha256"] for package in needed.values()}
    if absent := [name for name in files if wheels is None or not (wheels / name).is_file()]:
        raise ValueError(
            f"the labs need these wheels of Pyodide {version}: {', '.join(absent)}. Take them from Pyodide's release of that "
            "version and name their folder with --wheels"
        )
    assert wheels is not None
    for name, digest in files.items():
        content = (wheels / name).read_bytes()
        if hashlib.sha256(content).hexdigest() != digest:
            raise ValueError(f"{wheels / name} is not the file of Pyodide {version}: its sha256 is not {digest}")
        (target / name).write_bytes(content)
    text = json.dumps({"info": lock["info"], "packages": needed}, sort_keys=True)
    (target / "pyodide-lock.json").write_text(text, "utf-8")


def _follow(packages: dict[str, dict[str, Any]], names: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return these packages and all that they depend on."""
    found: dict[str, dict[str, Any]] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop().lower()
        if name not in found:
            found[name] = packages[name]
            waiting += packages[name]["depends"]
    return found
