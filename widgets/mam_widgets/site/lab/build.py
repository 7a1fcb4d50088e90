"""Write `/lab/`: JupyterLite around the Python of the plain pages, with the lessons and exercises in it."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from mam.classroom.assignments import AssignedExercise, Assignment
from mam.classroom.catalog import exercises
from mam.classroom.classes import Student
from mam.classroom.notebooks import make_source_notebook, make_student_notebook, write_notebook
from mam.classroom.registry import LEVELS
from mam_widgets.site.lab.packages import find_kernel_extension

EXTENSIONS = ("jupyterlab_widgets", "anywidget")  # the wheels that bring them
FIRST = "notebooks/00-start-here.ipynb"
ROOM = Path(__file__).resolve().parent
_EPOCH = "1577836800"  # the files are listed with their dates, and the same ones every time
_LEFT_OUT = (  # other programs than JupyterLab, and formats of fonts that every browser of today does without
    *("consoles", "doc", "edit", "notebooks", "repl", "tree", "lab/tree", "lab/workspaces"),
    *("lab/package.json", "package.json", "icon-*.png"),
    *(
        "build/consoles",
        "build/edit",
        "build/notebooks",
        "build/repl",
        "build/tree",
        "build/fa-*.eot",
        "build/fa-*.svg",
        "build/fa-*.ttf",
    ),
)


def write_lab(target: Path, notebooks: Path, python: str, packages: Sequence[str], wheels: Sequence[Path]) -> None:
    """Write `/lab/` into the folder `target`, beside the folder `app` of the pages, for a kernel that loads these packages.

    Python's own files are in `app/PYTHON`. Some of the wheels bring extensions of JupyterLab.

    Raises ValueError, naming what to provide, when something is missing.
    """
    if missing := [name for name in ("jupyterlite_core", "jupyterlite_pyodide_kernel") if find_spec(name) is None]:
        raise ValueError(f'{" and ".join(missing)} is not installed. Install it: pip install "mam[site]"')
    with tempfile.TemporaryDirectory() as folder:
        lite = Path(folder) / "lite"
        write_contents(lite / "contents", notebooks)
        (lite / "jupyter-lite.json").write_text(json.dumps(_configure(python, packages)), "utf-8")
        shutil.copyfile(ROOM / "overrides.json", lite / "overrides.json")
        extensions = [wheel.resolve() for wheel in wheels if wheel.name.startswith(EXTENSIONS)]
        built = Path(folder) / "built"
        options = {
            "lite_dir": str(lite),
            "output_dir": str(built),
            "cache_dir": str(Path(folder) / "cache"),
            "contents": ["contents"],
            "apps": ["lab"],
            "federated_extensions": [str(find_kernel_extension()), *map(str, extensions)],
            "ignore_sys_prefix": True,
            "no_sourcemaps": True,
            "no_unused_shared_packages": True,
        }
        (lite / "jupyter_lite_config.json").write_text(json.dumps({"LiteBuildConfig": options}), "utf-8")
        process = subprocess.run(
            [sys.executable, "-m", "jupyterlite_core", "build"],
            cwd=lite,
            env=os.environ | {"SOURCE_DATE_EPOCH": _EPOCH},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        if process.returncode:
            raise ValueError(f"JupyterLite could not be built:\n{(process.stdout + process.stderr)[-3000:]}")
        for pattern in _LEFT_OUT:
            for path in built.glob(pattern):
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        shutil.copyfile(ROOM / "index.html", built / "index.html")
        shutil.copyfile(ROOM / "drive.js", built / "drive.js")
        _start_drive_first(built / "lab" / "index.html")
        shutil.move(built, target)


def _start_drive_first(page: Path) -> None:
    text = page.read_text("utf-8")
    begin = "await import("
    if text.count(begin) != 1:
        raise ValueError(
            "this version of JupyterLite begins in another way: see drive.js, which has to be loaded first"
        )
    page.write_text(text.replace(begin, f"await import('../drive.js');\n        {begin}"), "utf-8")


def _configure(python: str, packages: Sequence[str]) -> dict[str, Any]:
    """Return the settings of JupyterLite: the kernel's Python is that of the plain pages."""
    kernel = {
        "pyodideUrl": f"./../app/{python}/pyodide.js",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {"packages": list(packages)},
    }
    data = {
        "appName": "Make-a-Million",
        "disabledExtensions": ["@jupyterlab/apputils-extension:announcements"],
        "litePluginSettings": {"@jupyterlite/pyodide-kernel-extension:kernel": kernel},
    }
    return {"jupyter-lite-schema-version": 0, "jupyter-config-data": data}


def write_contents(target: Path, notebooks: Path) -> None:
    """Write what is in the lab's file browser: the lessons, the pages of the documentation that they link to, and all exercises."""
    links: set[str] = set()
    for path in sorted(notebooks.glob("*.ipynb")):
        copy = target / "notebooks" / path.name
        copy.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_text("utf-8")
        copy.write_text(json.dumps(_simplify(json.loads(text)), ensure_ascii=False, indent=1) + "\n", "utf-8")
        links |= {*re.findall(r"\]\(\.\./(docs/[\w/.-]+)", text)}
    for link in sorted(links):
        page = notebooks.parent / link
        if page.is_file():  # a wheel has no documentation
            (target / link).parent.mkdir(exist_ok=True)
            shutil.copyfile(page, target / link)
    for level in LEVELS:
        write_notebook(make_exercises(level), target / "exercises" / f"level-{level}.ipynb")


def _simplify(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return a notebook as a Jupyter server hands it to JupyterLab: each text in one piece, and what it shows trusted.

    JupyterLite hands out its files as they are. The second picture of a chart, for those who trust nobody, is left out.
    """
    for cell in notebook["cells"]:
        cell["source"] = "".join(cell["source"])
        for output in cell.get("outputs", ()):
            if "text" in output:
                output["text"] = "".join(output["text"])
            data = output.get("data", {})
            if "text/html" in data:
                data.pop("image/png", None)
            data.update({kind: "".join(value) for kind, value in data.items() if isinstance(value, list)})
            cell["metadata"]["trusted"] = True
    return notebook


def make_exercises(level: int) -> dict[str, Any]:
    """Return a notebook with all exercises of a level, which checks each answer at once."""
    entries = tuple(AssignedExercise(exercise.id, exercise.version, 10) for exercise in exercises(level=level))
    student = Student("you", f"{LEVELS[level]}")
    assignment = Assignment(f"level-{level}", "", entries, (student,), "", practice=True)
    variants = [assignment.variant(student.id, entry, b"") for entry in entries]
    return make_student_notebook(make_source_notebook(assignment, student, "", variants))
