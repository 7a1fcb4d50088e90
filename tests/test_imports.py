"""`import mam` is light, and no name of its surface is taken away by a submodule."""

import importlib
import inspect
import json
import pkgutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import mam

ROOT = Path(mam.__file__).parent.parent

LIST_FOREIGN_MODULES = """
import json, sys, time
sys.path.insert(0, sys.argv[1])
before, started = set(sys.modules), time.process_time()
import mam
seconds = time.process_time() - started
new = {name.partition(".")[0] for name in set(sys.modules) - before} - {"mam"}
print(json.dumps([sorted(new - set(sys.stdlib_module_names)), seconds]))
"""


@pytest.mark.parametrize("flags", [["-I"], ["-I", "-S"]], ids=["with installed packages", "without any"])
def test_import_loads_the_standard_library_only(flags: list[str]) -> None:
    command = [sys.executable, *flags, "-c", LIST_FOREIGN_MODULES, str(ROOT)]
    foreign, seconds = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    print(f"import mam took {seconds * 1000:.0f} ms of CPU time")  # not asserted: machines differ
    assert foreign == []


def test_no_public_name_is_shadowed_by_a_submodule() -> None:
    before = {name: getattr(mam, name) for name in mam.__all__}
    submodules = [found.name for found in pkgutil.walk_packages(mam.__path__, "mam.")]
    for name in submodules:
        importlib.import_module(name)
    assert "mam.round" in submodules
    for name, value in before.items():
        assert getattr(mam, name) is value
        assert not isinstance(value, ModuleType), name


def test_public_functions_that_need_nothing_can_be_called() -> None:
    called = []
    for name in mam.__all__:
        value = getattr(mam, name)
        if inspect.isroutine(value) and not any(
            one.default is one.empty for one in inspect.signature(value).parameters.values()
        ):
            assert value()
            called.append(name)
    assert "list_editions" in called


def test_all_lists_every_public_name_once() -> None:
    assert len(set(mam.__all__)) == len(mam.__all__)
    assert not any(name.startswith("_") for name in mam.__all__)
