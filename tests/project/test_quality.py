"""The checks of style, types and layers are tests, so that `pytest` is the one command to run."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ["mam", "widgets", "tests", "tools", "docs"]
CHECKS = {
    "ruff": ["-m", "ruff", "check"],
    "format": ["-m", "ruff", "format", "--check"],
    "types": ["-m", "mypy"],
    "layers": ["-c", "from importlinter.cli import lint_imports_command as run; run()"],
}


@pytest.mark.parametrize("name", CHECKS)
def test_quality(name: str) -> None:
    run = subprocess.run(
        [sys.executable, *CHECKS[name]], cwd=ROOT, capture_output=True, encoding="utf-8", errors="replace"
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_every_file_is_one_subject() -> None:
    """A file of the project stays well below 600 lines."""
    long = {
        str(path.relative_to(ROOT)): lines
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".js", ".css") and (lines := len(path.read_text("utf-8").splitlines())) >= 600
    }
    assert long == {}
