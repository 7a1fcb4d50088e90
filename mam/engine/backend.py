"""Which backend runs the compiled rounds and the solver: chosen here and nowhere else.

- "numba" compiles the functions of `mam.engine.tables` and `mam.engine.solver` on this machine;
- "wasm" is a WebAssembly module made ahead of time from the same functions (`mam.site.wasm`), for Python in a browser;
- "readable" is neither: the readable rules play, more slowly.
"""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from typing import Literal

# In a browser the module lies here, with a list of what is in it beside it.
WASM_MODULE = Path(__file__).parent / "tables" / "kernel.wasm"


def find_backend() -> Literal["numba", "wasm", "readable"]:
    """Return the backend that this Python has."""
    if sys.platform == "emscripten":
        return "wasm" if _has_module() else "readable"
    return "readable" if importlib.util.find_spec("numba") is None else "numba"


@cache
def _has_module() -> bool:
    return WASM_MODULE.exists()


def is_compiled() -> bool:
    """Return whether rounds are played and endings are solved by compiled functions."""
    return find_backend() != "readable"


def has_threads() -> bool:
    """Return whether threads and processes can be started: in a browser they cannot."""
    return sys.platform != "emscripten"
