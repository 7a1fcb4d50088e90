"""What the kernel of `/lab/` loads before its first cell: packages of Pyodide, of PyPI, of JupyterLite, and `mam` itself.

Pyodide's lock file names them all, so that no cell has to install anything, and nothing is asked of another server.
"""

import hashlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from email.parser import Parser
from importlib.metadata import distribution
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import mam
from mam_widgets.site.archive import PACKAGES, write_archive

REQUIREMENTS = Path(__file__).with_name("packages.txt")
OF_PYODIDE = (*PACKAGES, "ipython", "jedi", "micropip", "sqlite3")  # with what they depend on
OF_JUPYTERLITE = ("ipykernel", "piplite", "pyodide_kernel")
NOT_NEEDED = "ssl"  # the kernel asks for it, and nothing here uses it: it would be the slowest part to load
NOT_LOADED = "jupyterlab_widgets"  # only JupyterLab needs it
_LEFT_OUT = (".so", ".c", ".pyi")  # compiled for another machine, or of use only where it is compiled


def fetch_wheels(target: Path, folder: Path | None) -> list[Path]:
    """Download the wheels of `packages.txt`, or copy them from a folder: exactly these files.

    Raises ValueError, naming what to provide, when one is missing.
    """
    source = ["--no-index", "--find-links", str(folder)] if folder else []
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--require-hashes", "--only-binary", ":all:", "--python-version", "3.12"]
    command += ["--platform", "manylinux2014_x86_64", "--dest", str(target), "-r", str(REQUIREMENTS)]
    process = subprocess.run([*command, *source], capture_output=True, encoding="utf-8", check=False)
    if process.returncode:
        where = f"in {folder}" if folder else "on PyPI. Without a network, name a folder that has them with --packages"
        raise ValueError(f"the packages of the lab were not found {where}:\n{process.stderr.strip()}")
    return sorted(target.glob("*.whl"))


def add_packages(pyodide: Path, sources: Sequence[tuple[str, Path]], wheels: Sequence[Path]) -> list[str]:
    """Put `mam` (its files are `sources`), these wheels and JupyterLite's own into a folder of `copy_pyodide` and its lock file.

    Return the names of all packages that the kernel loads.
    """
    lock_file = pyodide / "pyodide-lock.json"
    lock = json.loads(lock_file.read_text("utf-8"))
    packages: dict[str, dict[str, Any]] = lock["packages"]
    with tempfile.TemporaryDirectory() as temporary:
        loaded = [wheel for wheel in wheels if not wheel.name.startswith(NOT_LOADED)]
        entries = [_repack(ZipFile(wheel), pyodide) for wheel in [*loaded, *_list_kernel_wheels()]]
        entries.append(_pack(NOT_NEEDED, "0", [], pyodide, Path(temporary)))
        entries.append(_pack("mam", mam.__version__, sources, pyodide, Path(temporary)))
    for entry in entries:
        packages[entry["name"]] = entry
    lock_file.write_text(json.dumps(lock, sort_keys=True), "utf-8")
    written = {name.replace("_", "-"): name for name in OF_JUPYTERLITE}  # the kernel asks for them by these names
    return sorted(written.get(name, name) for name in packages)


def find_kernel_extension() -> Path:
    """Return the folder of JupyterLite's kernel: what JupyterLab loads, and the wheels that Python loads."""
    package = distribution("jupyterlite-pyodide-kernel")
    files = [file for file in package.files or () if file.as_posix().endswith("/pyodide-kernel-extension/package.json")]
    return Path(str(package.locate_file(files[0]))).resolve().parent


def _list_kernel_wheels() -> list[Path]:
    folder = find_kernel_extension() / "static" / "pypi"
    return [path for name in OF_JUPYTERLITE for path in sorted(folder.glob(f"{name}-*.whl"))]


def _repack(wheel: ZipFile, target: Path) -> dict[str, Any]:
    """Write a wheel without its compiled parts and what it installs elsewhere, and return its entry for the lock file."""
    with wheel, tempfile.TemporaryDirectory() as temporary:
        names = [name for name in wheel.namelist() if _is_wanted(name)]
        wheel.extractall(temporary, names)
        (metadata,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        facts = Parser().parsestr(wheel.read(metadata).decode("utf-8"))
        return _write(facts["Name"], facts["Version"], [(name, Path(temporary, name)) for name in names], target)


def _is_wanted(name: str) -> bool:
    is_elsewhere = name.partition("/")[0].endswith(".data")
    return not (name.endswith(("/", *_LEFT_OUT)) or is_elsewhere or "/tests/" in name)


def _pack(name: str, version: str, files: Sequence[tuple[str, Path]], target: Path, temporary: Path) -> dict[str, Any]:
    """Write a wheel of these files, and return its entry for the lock file."""
    info = f"{name}-{version}.dist-info"
    (temporary / info).mkdir()
    texts = {
        "METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        "WHEEL": "Wheel-Version: 1.0\nGenerator: mam\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "RECORD": "",
    }
    for file, text in texts.items():
        (temporary / info / file).write_text(text, "utf-8")
    return _write(name, version, [*files, *((f"{info}/{file}", temporary / info / file) for file in texts)], target)


def _write(name: str, version: str, files: Sequence[tuple[str, Path]], target: Path) -> dict[str, Any]:
    archive = BytesIO()
    write_archive(archive, files)
    digest = hashlib.sha256(archive.getvalue()).hexdigest()
    # The build number, which has to begin with a digit, tells two releases with one version apart: a browser may still have the other.
    path = target / f"{name.replace('-', '_')}-{version}-0{digest[:12]}-py3-none-any.whl"
    path.write_bytes(archive.getvalue())
    tops = {file.partition("/")[0].removesuffix(".py") for file, _ in files}
    return {
        "name": name.lower().replace("_", "-"),
        "version": version,
        "file_name": path.name,
        "sha256": digest,
        "imports": sorted(top for top in tops if "." not in top),
        "depends": [],  # the kernel loads them all
        "install_dir": "site",
        "package_type": "package",
        "unvendored_tests": False,
    }
