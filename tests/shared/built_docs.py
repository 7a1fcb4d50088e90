"""The documentation as `mam site build` makes it a part of the whole site."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def build_docs(folder: Path) -> Path:
    """Write the documentation into a folder. Skip the test if Sphinx is missing. MAM_SITE names a site that may have it already."""
    built = Path(os.environ.get("MAM_SITE", folder))
    if (built / "docs" / "index.html").is_file():
        return built
    if not all(map(find_spec, ("sphinx", "myst_nb", "furo"))):
        pytest.skip("the extra docs is not installed")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-c", "docs"]
    command += ["-A", "plain_pages=1", "-A", "lab=1", ".", str(folder)]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr[-3000:]
    return folder
