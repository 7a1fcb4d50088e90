"""Where the tests find Python as a browser runs it: Pyodide's core from npm, and its own wheels of numpy and pandas.

The wheels lie beside the core (where Pyodide itself would save them) or in the folder that MAM_PYODIDE_WHEELS names. They are
in Pyodide's release of the version in package.json.
"""

from __future__ import annotations

import os
from pathlib import Path

PYODIDE = Path(__file__).parents[2] / "node_modules" / "pyodide"
WHEELS = Path(os.environ.get("MAM_PYODIDE_WHEELS", PYODIDE))


def list_missing() -> list[str]:
    """Return what is not there, with how to get it."""
    is_there = {
        "Pyodide (npm ci)": (PYODIDE / "pyodide.mjs").is_file(),
        f"Pyodide's numpy and pandas (in {WHEELS}, see docs/site.md)": all(
            any(WHEELS.glob(f"{name}-*.whl")) for name in ("numpy", "pandas")
        ),
    }
    return [name for name, is_found in is_there.items() if not is_found]
