"""Build the module: compile in a Python with numba's settings for it, then link."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
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
}


def build_module(folder: Path) -> Path:
    """Write the module and the list of its exports into a folder, and return the module's path."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as name:
        work = Path(name)
        settings = {**os.environ, **_SETTINGS, "NUMBA_CACHE_DIR": str(work / "cache")}
        subprocess.run([sys.executable, "-m", "mam.site.wasm.export", name], check=True, env=settings)
        listed = work / WASM_MODULE.with_suffix(".json").name
        exports = json.loads(listed.read_text(encoding="utf-8"))
        names = [name for name, _ in chain.from_iterable(by_types.values() for by_types in exports.values())]
        module = work / WASM_MODULE.name
        link(work / "kernel.o", module, names)
        for path in (module, listed):
            shutil.copyfile(path, folder / path.name)
    return folder / WASM_MODULE.name


def link(compiled: Path, module: Path, exports: list[str]) -> None:
    """Link an object file to a module that shares the memory of the program that loads it."""
    linker = [sys.executable, "-m", "ziglang", "wasm-ld"]
    options = ["--shared", "--experimental-pic", "--no-entry", "--strip-all", "--unresolved-symbols=import-dynamic"]
    names = [f"--export={name}" for name in exports]
    subprocess.run([*linker, *options, *names, str(compiled), "-o", str(module)], check=True)
