"""The lab of the site, without a browser: what the build writes, and the lessons in its Python, under node."""

import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import nbformat
import pytest

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")

from built_site import build_site

from mam.classroom.catalog import exercises
from mam_widgets.site.lab import packages
from mam_widgets.site.lab.build import write_contents

ROOT = Path(__file__).parents[2]
NOTEBOOKS = ROOT / "notebooks"
LESSONS = [path.stem for path in sorted(NOTEBOOKS.glob("*.ipynb"))]

# The parts


def test_the_lab_holds_every_lesson_and_every_exercise(tmp_path: Path) -> None:
    write_contents(tmp_path, NOTEBOOKS)
    assert [path.stem for path in sorted((tmp_path / "notebooks").iterdir())] == LESSONS
    for path in tmp_path.rglob("*.ipynb"):
        text = path.read_text("utf-8")
        nbformat.validate(nbformat.reads(text, as_version=4))
        for link in re.findall(r"\]\((?!\w+:|#)([^)#]+)", text):
            assert (path.parent / link).exists(), (path.name, link)
    written = "".join(path.read_text("utf-8") for path in (tmp_path / "exercises").iterdir())
    assert all(f'work.record(\\"{exercise.id}\\"' in written for exercise in exercises())
    assert "SOLUTION" not in written


def test_a_notebook_is_written_as_a_server_hands_it_out(tmp_path: Path) -> None:
    """JupyterLite hands out the file itself, and JupyterLab expects texts in one piece."""
    write_contents(tmp_path, NOTEBOOKS)
    for path in (tmp_path / "notebooks").iterdir():
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            assert isinstance(cell["source"], str)
            for output in cell.get("outputs", ()):
                data = output.get("data", {})
                assert not [kind for kind, value in data.items() if isinstance(value, list)]
                assert not {"text/html", "image/png"} <= {*data}


def test_the_badges_of_other_services_name_lessons_that_are_there() -> None:
    named = re.findall(r"notebooks/[\w-]+\.ipynb", (ROOT / "docs" / "site.md").read_text("utf-8"))
    assert len(named) == 3 and all((ROOT / path).is_file() for path in named)


def test_what_is_downloaded_is_named_by_version_and_hash() -> None:
    lines = [line for line in packages.REQUIREMENTS.read_text("utf-8").splitlines() if not line.startswith("#")]
    assert all(re.fullmatch(r"\w+==[\d.]+ --hash=sha256:[0-9a-f]{64}", line) for line in lines)


def test_a_missing_package_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"packages of the lab were not found in (?s:.*)altair"):
        packages.fetch_wheels(tmp_path / "wheels", tmp_path)


def test_a_wheel_loses_what_was_compiled_and_is_the_same_again(tmp_path: Path) -> None:
    wheel = tmp_path / "quick-1.0-cp312-cp312-linux_x86_64.whl"
    with ZipFile(wheel, "w") as archive:
        for name in ("quick/__init__.py", "quick/speed.so", "quick-1.0.data/data/share/x.js", "quick/tests/test.py"):
            archive.writestr(name, name)
        archive.writestr("quick-1.0.dist-info/METADATA", "Name: Quick\nVersion: 1.0\n")
    entries = []
    for name in ("first", "second"):
        target = tmp_path / name
        target.mkdir()
        entries.append(packages._repack(ZipFile(wheel), target))
        path = target / entries[-1]["file_name"]
        assert ZipFile(path).namelist() == ["quick-1.0.dist-info/METADATA", "quick/__init__.py"]
        assert hashlib.sha256(path.read_bytes()).hexdigest() == entries[-1]["sha256"]
    assert entries[0] == entries[1] and entries[0]["name"] == "quick" and entries[0]["imports"] == ["quick"]


# All of it


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not shutil.which("node"):
        pytest.skip("node is not installed")
    return build_site(tmp_path_factory.mktemp("site") / "out", lab=True)


def find_lesson(site: Path, name: str) -> Path:
    return site / "lab" / "files" / "notebooks" / f"{name}.ipynb"


def run_lesson(site: Path, out: Path, lesson: Path) -> dict[str, Any]:
    """Run a notebook in the lab's Python, and return what its cells showed."""
    command = ["node", Path(__file__).with_name("lessons.mjs"), site, out, lesson]
    finished = subprocess.run(command, capture_output=True, encoding="utf-8")
    assert finished.returncode == 0, finished.stderr[-3000:]
    result: dict[str, Any] = json.loads((out / f"{lesson.stem}.json").read_text("utf-8"))
    return result


def list_texts(outputs: Sequence[dict[str, Any]]) -> str:
    """What a cell wrote, but for charts and widgets, whose pictures stand there instead of text."""
    texts = []
    for output in outputs:
        data = output.get("data", {"text/plain": output.get("text", "")})
        if not ({"image/png", "application/vnd.jupyter.widget-view+json"} & {*data} or "mam-" in str(data)):
            texts.append("".join(data.get("text/markdown", data.get("text/plain", ""))))
    return "".join(texts).strip()


def compare(name: str, cells: Sequence[dict[str, Any]]) -> list[str]:
    """What went wrong in a lesson: errors, and texts that are not those of the notebook."""
    notebook = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text("utf-8"))
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    faults = []
    for number, (cell, result) in enumerate(zip(code, cells, strict=True)):
        native, shown = list_texts(cell["outputs"]), list_texts([{"data": data} for data in result["outputs"]])
        if result["error"]:
            faults.append(f"{name}, cell {number}: {result['error']}")
        elif not any("vega" in kind for data in result["outputs"] for kind in data) and native != shown:
            faults.append(f"{name}, cell {number}: {shown[:300]!r} instead of {native[:300]!r}")
    return faults


def test_the_lab_is_small_and_names_what_its_kernel_loads(site: Path) -> None:
    sizes = {path.relative_to(site): path.stat().st_size for path in site.rglob("*") if path.is_file()}
    assert not [path for path in sizes if path.suffix == ".map"]
    assert sum(sizes.values()) < 64e6  # with the documentation 74 MB
    (pyodide,) = (site / "app").glob("pyodide-*")
    lock = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))
    for entry in lock["packages"].values():
        content = (pyodide / entry["file_name"]).read_bytes()
        assert hashlib.sha256(content).hexdigest() == entry["sha256"]
    settings = json.loads((site / "lab" / "jupyter-lite.json").read_text("utf-8"))["jupyter-config-data"]
    extensions = [extension["name"] for extension in settings["federated_extensions"]]
    assert sorted(extensions) == [
        "@jupyter-widgets/jupyterlab-manager",
        "@jupyterlite/pyodide-kernel-extension",
        "anywidget",
    ]
    kernel = settings["litePluginSettings"]["@jupyterlite/pyodide-kernel-extension:kernel"]
    assert kernel["disablePyPIFallback"] and (site / "lab" / kernel["pyodideUrl"]).resolve().is_file()
    assert {name.replace("_", "-") for name in kernel["loadPyodideOptions"]["packages"]} == {*lock["packages"]}


@pytest.mark.long
def test_a_lesson_runs_as_it_does_elsewhere(site: Path, tmp_path: Path) -> None:
    name = "18-counting-hands"
    result = run_lesson(site, tmp_path, find_lesson(site, name))
    print(f"kernel ready after {result['ready']:.0f} s, lesson after {result['seconds']:.0f} s")
    assert compare(name, result["cells"]) == []
    charts = [
        data for cell in result["cells"] for data in cell["outputs"] if "application/vnd.vegalite.v5+json" in data
    ]
    assert len(charts) == 2


@pytest.mark.long
@pytest.mark.parametrize("name", LESSONS)
def test_every_lesson_runs_as_it_does_elsewhere(site: Path, tmp_path: Path, name: str) -> None:
    assert compare(name, run_lesson(site, tmp_path, find_lesson(site, name))["cells"]) == []
