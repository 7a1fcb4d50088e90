"""The engine as a WebAssembly module, under node, answers as it does compiled by numba: alone, and in Pyodide, a browser's Python."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba", reason="the extra lab is not installed")
pytest.importorskip("ziglang", reason="the linker is not installed")

import wasm_answers
from pyodide_files import PYODIDE, WHEELS, list_missing

from mam.engine.tables.wasm import flatten
from mam.site.wasm import build
from mam.site.wasm.build import build_module

ROOT = Path(__file__).parents[2]
MISSING = list_missing()

needs_node = pytest.mark.skipif(not shutil.which("node"), reason="not there: Node")
in_pyodide = pytest.mark.skipif(bool(MISSING), reason=f"not there: {', '.join(MISSING)}")

ASK = """
import json
import numpy as np
import mam
import wasm_answers
from mam.engine.backend import find_backend
from mam.engine.rollouts.plan import make_plan
from mam.engine.rollouts.playouts import NO_LOG, make_spec
from mam.engine.tables import kernel
from mam.sessions.skill_levels import list_skill_levels

arrays = dict(wasm_answers.answers(wasm_answers.%s))
np.savez("/out/answers.npz", **arrays)

plan, results = make_plan(make_spec("make-a-million-1935", seed=1)), np.zeros((1, 8), np.int32)
refused = {}
for name, trumps in [("int32", plan.game.trumps.astype(np.int32)), ("every second", plan.game.trumps[::2])]:
    try:
        kernel.play_rounds(plan.game._replace(trumps=trumps), None, None, plan.club_hands, kernel.DEAL_START, np.uint64(1), 0, results, NO_LOG, None)
    except TypeError as error:
        refused[name] = str(error)

with open("/out/facts.json", "w") as file:
    json.dump(
        {
            "backend": find_backend(),
            "players": list_skill_levels(mam.get_edition("make-a-million-1935")),
            "rounds": len(mam.play_out("make-a-million-1935", 100, seed=1, threads=4, wait=0.0)),
            "refused": refused,
        },
        file,
    )
"""


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The module, and the list of what is in it beside it; compiling it takes two minutes, once."""
    return build_module(tmp_path_factory.mktemp("module"))


def run_python(file: str | Path, *arguments: str | Path) -> None:
    """Run a file in a Python of its own: how many positions a search visits depends on what was searched before it."""
    places = os.pathsep.join([str(ROOT), str(Path(wasm_answers.__file__).parent)])
    subprocess.run([sys.executable, file, *arguments], check=True, env={**os.environ, "PYTHONPATH": places})


@needs_node
@pytest.mark.long
@pytest.mark.parametrize("sizes", ["SAMPLE", "FULL"])
def test_the_module_answers_as_numba_does(module: Path, tmp_path: Path, sizes: str) -> None:
    """With FULL: ten thousand rounds of each policy, five hundred endings, advice, curves, and the expert's moves."""
    run_python(Path(__file__).with_name("node_engine.py"), module, sizes, tmp_path / "answers.npz")
    check_answers(tmp_path, sizes)


@pytest.mark.long
def test_a_module_compiled_again_has_the_same_bytes(
    module: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = Path(build.__file__).parent / "__pycache__" / "wasm-again"
    monkeypatch.setattr(build, "_stamp_sources", lambda: "again")
    try:
        assert build_module(tmp_path).read_bytes() == module.read_bytes()
    finally:
        shutil.rmtree(cache, ignore_errors=True)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `mam`, its data and the module, as a browser gets them."""
    site = tmp_path_factory.mktemp("site")
    for name in ("mam", "data"):
        shutil.copytree(ROOT / name, site / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(wasm_answers.__file__, site)
    build_module(site / "mam" / "engine" / "tables")
    return site


def run(site: Path, out: Path, script: str) -> dict[str, Any]:
    """Run a script in Pyodide, and return what it wrote to /out/facts.json."""
    file = out / "script.py"
    file.write_text(script, "utf-8")
    folders = [PYODIDE, WHEELS, site, out, file]
    command = ["node", Path(__file__).with_name("pyodide.mjs"), *folders]
    finished = subprocess.run(command, capture_output=True, encoding="utf-8")
    assert finished.returncode == 0, finished.stderr[-3000:]
    facts: dict[str, Any] = json.loads((out / "facts.json").read_text("utf-8"))
    return facts


def check_answers(out: Path, sizes: str) -> None:
    run_python(wasm_answers.__file__, sizes, out / "natives.npz")
    with np.load(out / "answers.npz") as answers, np.load(out / "natives.npz") as natives:
        assert natives.files == answers.files
        for name, native in natives.items():
            np.testing.assert_array_equal(answers[name], native, name)


@pytest.mark.long
@in_pyodide
def test_a_browser_answers_as_numba_does(site: Path, tmp_path: Path) -> None:
    facts = run(site, tmp_path, ASK % "SAMPLE")
    check_answers(tmp_path, "SAMPLE")
    assert facts["backend"] == "wasm" and facts["players"] == ["random", "rulebook", "club", "expert"]
    assert facts["rounds"] == 100  # without threads
    refused = facts["refused"]
    assert refused["int32"].startswith("play_rounds is not compiled for\nGameLookup(") and "i4[1]" in refused["int32"]
    assert refused["every second"] == "an array must be contiguous to reach compiled code"


@in_pyodide
@pytest.mark.long
def test_ten_thousand_rounds_and_five_hundred_endings_are_those_of_numba(site: Path, tmp_path: Path) -> None:
    run(site, tmp_path, ASK % "FULL")
    check_answers(tmp_path, "FULL")


SPEED = """
import json
import wasm_answers

with open("/out/facts.json", "w") as file:
    json.dump({"rounds": wasm_answers.measure_rounds("rulebook"), "nodes": wasm_answers.measure_nodes()}, file)
"""


@in_pyodide
@pytest.mark.long
def test_a_browser_is_fast_enough(site: Path, tmp_path: Path) -> None:
    facts = run(site, tmp_path, SPEED)
    natives = {"rounds": wasm_answers.measure_rounds("rulebook"), "nodes": wasm_answers.measure_nodes()}
    print("a second:", {name: f"{facts[name]:,.0f}, native {native:,.0f}" for name, native in natives.items()})
    assert facts["rounds"] > 50_000
    assert facts["nodes"] > natives["nodes"] / 3


@needs_node
@pytest.mark.long
def test_the_module_is_small_and_needs_only_memory(module: Path) -> None:
    assert module.stat().st_size < 250_000
    script = f"const module = new WebAssembly.Module(require('fs').readFileSync({json.dumps(str(module))}));"
    script += "console.log(JSON.stringify(WebAssembly.Module.imports(module).map((part) => part.name)))"
    names = subprocess.run(["node", "-e", script], check=True, capture_output=True, encoding="utf-8").stdout
    assert {*json.loads(names)} <= {
        "memory",
        "__stack_pointer",
        "__memory_base",
        "__table_base",
        "malloc",
        "free",
        "exp",
        "log",
        "__multi3",
    }


def test_arguments_become_words() -> None:
    words: list[int] = []
    array = np.zeros((2, 3), np.int32)
    assert flatten((array, -1, True, np.uint64(2**64 - 1), None), words) == "(i4[2], i8, bool, u8, none)"
    assert words == [array.ctypes.data, 2, 3, -1, 1, 2**64 - 1]
    with pytest.raises(TypeError, match="str cannot reach compiled code"):
        flatten("N", words)
