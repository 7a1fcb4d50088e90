"""How the functions of the engine become machine code: by the backend that `mam.engine.backend` chooses.

A module of compiled functions is written once, with `compiled` and `make_instruction` from here. Importing it raises ImportError
where no backend can run it.
"""

from __future__ import annotations

from mam.engine.backend import find_backend

match find_backend():
    case "numba":
        from mam.engine.tables.instructions import make_instruction
        from mam.engine.tables.kernel_cache import compiled
    case "wasm":
        from mam.engine.tables.wasm import compiled, make_instruction
    case _:
        raise ImportError('numba is not installed. Install it with: pip install "mam[lab]"')

__all__ = ["compiled", "make_instruction"]
