"""Build the module: compile in a Python with numba's settings for it, then link."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from mam.engine.backend import WASM_MODULE

# No processor's own instructions, nothing optimized before LLVM knows that it compiles for WebAssembly, no cached code.
_SETTINGS = {
    "MAM_PORTABLE": "1",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_DISABLE_INTEL_SVML": "1",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_OPT": "0",
    "NUMBA_SLP_VECTORIZE": "0",
    "PYTHONHASHSEED": "0",  # numba goes through sets of names: in another order the module would have other bytes
}


_FILES = (WASM_MODULE.name, WASM_MODULE.with_suffix(".json").name)


def build_module(folder: Path) -> Path:
    """Write the module and the list of its exports into a folder, and return the module's path.

    A module built earlier from the same sources is reused.
    """
    folder.mkdir(parents=True, exist_ok=True)
    cached = Path(__file__).parent / "__pycache__" / f"wasm-{_stamp_sources()}"
    if all((cached / name).is_file() for name in _FILES):
        _copy(cached, folder)
        return folder / WASM_MODULE.name
    with TemporaryDirectory() as name:
        work = Path(name)
        settings = {**os.environ, **_SETTINGS, "NUMBA_CACHE_DIR": str(work / "cache")}
        subprocess.run([sys.executable, "-m", "mam.site.wasm.export", name], check=True, env=settings)
        exports = json.loads((work / _FILES[1]).read_text(encoding="utf-8"))
        names = [name for name, _ in chain.from_iterable(by_types.values() for by_types in exports.values())]
        link(work / "kernel.o", work / WASM_MODULE.name, names)
        _copy(work, folder)
        with suppress(OSError):  # if the cache cannot be written, the next build compiles again
            _copy(work, cached)
    return folder / WASM_MODULE.name


def _copy(source: Path, target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    for name in _FILES:
        shutil.copyfile(source / name, target / f"{name}.part")
        (target / f"{name}.part").replace(target / name)


def _stamp_sources() -> str:
    """Return a name for all that the module depends on."""
    root = Path(__file__).parents[2]
    digest = sha256(" ".join(version(name) for name in ("numba", "llvmlite", "ziglang")).encode())
    for path in sorted([*(root / "engine").rglob("*.py"), *Path(__file__).parent.glob("*.py")]):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def link(compiled: Path, module: Path, exports: list[str]) -> None:
    """Link an object file to a module that shares the memory of the program that loads it."""
    linker = [sys.executable, "-m", "ziglang", "wasm-ld"]
    options = ["--shared", "--experimental-pic", "--no-entry", "--strip-all", "--unresolved-symbols=import-dynamic"]
    names = [f"--export={name}" for name in exports]
    subprocess.run([*linker, *options, *names, str(compiled), "-o", str(module)], check=True)
