"""The site as tests build it, from what this machine has of Pyodide."""

import os
from importlib.util import find_spec
from pathlib import Path

import pytest
from pyodide_files import PYODIDE, WHEELS, list_missing


def build_site(folder: Path, *, lab: bool) -> Path:
    """Write the site, without its documentation, into a folder. Skip the test if a part is missing on this machine.

    MAM_LAB_PACKAGES names a folder with the lab's packages; without it they come from PyPI. MAM_SITE names a site that is built
    already, which saves minutes while you work on these tests.
    """
    if built := os.environ.get("MAM_SITE"):
        return Path(built)
    from mam_widgets.site.build import write_site

    needed = {"ziglang": "the linker (ziglang)"} | ({"jupyterlite_pyodide_kernel": "JupyterLite"} if lab else {})
    if missing := [*(name for module, name in needed.items() if not find_spec(module)), *list_missing()]:
        pytest.skip(f"not there: {', '.join(missing)}")
    packages = os.environ.get("MAM_LAB_PACKAGES")
    try:
        list(
            write_site(
                folder,
                pyodide=PYODIDE,
                wheels=WHEELS,
                packages=Path(packages) if packages else None,
                docs=False,
                lab=lab,
            )
        )
    except ValueError as error:
        if not any(option in str(error) for option in ("--packages", "--wheels")):
            raise
        pytest.skip(f"not there: {error}")
    return folder
