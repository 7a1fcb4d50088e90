"""The data and the notebooks are found in a checkout, in an editable install and in a wheel."""

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from specimen_records import write_specimen

ROOT = Path(__file__).resolve().parents[2]
LESSONS = sorted((ROOT / "notebooks").glob("*.ipynb"))

LOOK = """
import json
from pathlib import Path

import mam
from mam.support.data_files import find_data_folder, find_notebooks_folder

record = mam.read_record(find_data_folder() / "records" / "exact-tricks.toml")
print(json.dumps({
    "package": str(Path(mam.__file__).resolve().parent),
    "data": str(find_data_folder()),
    "notebooks": sorted(path.name for path in find_notebooks_folder().glob("*.ipynb")),
    "rulings": len(mam.all_rulings()),
    "is_over": record.rounds()[-1].is_over,
}))
"""


def look(python: Path | str, away: Path, environment: Mapping[str, str] = {}) -> dict[str, object]:
    """What an interpreter finds when it is started in another directory."""
    inherited = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    run = subprocess.run(
        [str(python), "-c", LOOK], cwd=away, env={**inherited, **environment}, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    data: dict[str, object] = json.loads(run.stdout)
    assert int(str(data["rulings"])) > 50
    assert data["is_over"] is True
    assert "00-start-here.ipynb" in data["notebooks"]  # type: ignore[operator]
    return data


def empty_environment(folder: Path) -> Path:
    """A new virtual environment with nothing in it; returns its interpreter."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def install(wheel: Path, python: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(pip, check=True, capture_output=True)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    run = subprocess.run(build, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    return next(folder.glob("*.whl"))


def test_checkout(tmp_path: Path) -> None:
    facts = look(sys.executable, tmp_path, {"PYTHONPATH": str(ROOT)})
    assert Path(str(facts["data"])) == ROOT / "data"


def test_wheel(wheel: Path, tmp_path: Path) -> None:
    python = empty_environment(tmp_path / "venv")
    install(wheel, python)
    away = tmp_path / "away"
    away.mkdir()
    facts = look(python, away)
    assert Path(str(facts["package"])).is_relative_to((tmp_path / "venv").resolve())
    assert Path(str(facts["data"])) == Path(str(facts["package"])) / "data"
    command = [str(python), "-m", "mam", "replay", str(write_specimen(away)), "--json"]
    assert json.loads(subprocess.run(command, cwd=away, check=True, capture_output=True).stdout)["bid"] == 260


def test_editable_install(tmp_path: Path) -> None:
    # What `pip install -e .` asks of the build backend, without its download of that backend.
    make = f"import hatchling.build; print(hatchling.build.build_editable({str(tmp_path)!r}))"
    run = subprocess.run([sys.executable, "-c", make], cwd=ROOT, check=True, capture_output=True, text=True)
    python = empty_environment(tmp_path / "venv")
    install(tmp_path / run.stdout.split()[-1], python)
    facts = look(python, tmp_path)
    assert Path(str(facts["data"])) == ROOT / "data"
    subprocess.run([str(python), "-c", "import importlib.util as u; assert u.find_spec('mam_widgets')"], check=True)


def test_wheel_is_pure_and_complete(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    files = [path for path in (ROOT / "data").rglob("*") if path.is_file()]
    wanted = {f"mam/data/{path.relative_to(ROOT / 'data').as_posix()}" for path in files}
    wanted |= {f"mam/notebooks/{path.name}" for path in LESSONS}
    widgets = ROOT / "widgets"
    wanted |= {
        path.relative_to(widgets).as_posix() for path in widgets.rglob("*.*") if path.suffix in (".py", ".js", ".css")
    }
    assert wanted - names == set()
    assert {Path(name).suffix for name in wanted} >= {".toml", ".ipynb", ".py", ".js", ".css"}
    assert not [name for name in names if name.startswith(("tests/", "docs/")) or "__pycache__" in name]


def read_cells(text: str) -> list[tuple[str, str]]:
    """The kind and the source of each cell of a notebook."""
    return [(cell["cell_type"], "".join(cell["source"])) for cell in json.loads(text)["cells"]]


def test_lessons_come_whole_and_without_outputs_and_mam_lab_copies_them(wheel: Path, tmp_path: Path) -> None:
    python = empty_environment(tmp_path / "venv")
    install(wheel, python)
    copy = "from mam.cli.jupyter import prepare_notebooks; prepare_notebooks()"
    subprocess.run([str(python), "-c", copy], cwd=tmp_path, check=True)
    copies = sorted((tmp_path / "mam-notebooks").glob("*.ipynb"))
    assert [path.name for path in copies] == [path.name for path in LESSONS]
    for path, lesson in zip(copies, LESSONS, strict=True):
        assert read_cells(path.read_text("utf-8")) == read_cells(lesson.read_text("utf-8"))
        assert not [cell for cell in json.loads(path.read_text("utf-8"))["cells"] if cell.get("outputs")]
    assert sum(path.stat().st_size for path in copies) < 500_000


USE = """
import mam
import mam_widgets
from mam.charts import money_by_trick

round = mam.start("six", 1)
reveal_type(round)
reveal_type(round.legal_moves)
reveal_type(mam.parse_card("R40"))
reveal_type(mam_widgets.play)
"""


@pytest.mark.long
def test_mypy_finds_the_types_in_the_installed_wheel(wheel: Path, tmp_path: Path) -> None:
    python = empty_environment(tmp_path / "venv")
    install(wheel, python)
    (tmp_path / "use.py").write_text(USE)
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--python-executable",
        str(python),
        "--config-file=",
        "--follow-imports=silent",
        "use.py",
    ]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert "py.typed" not in run.stdout, run.stdout
    for kind in ("mam.games.round.Round", "mam.games.round.LegalMoves", "mam.rules.cards.Card", "def ("):
        assert f'Revealed type is "{kind}' in run.stdout, run.stdout


def test_the_wheel_says_that_it_is_typed(wheel: Path) -> None:
    assert {"mam/py.typed", "mam_widgets/py.typed"} <= set(zipfile.ZipFile(wheel).namelist())
