"""Which tests an `-m` runs."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parents[2]
LONG = "tests/analysis/cluster/test_simulate.py::test_two_workers_beside_one"
SHORT = "tests/analysis/cluster/test_simulate.py::test_every_part_says_what_it_belongs_to"


def collect(*arguments: str) -> set[str]:
    """Return the names of the tests that pytest would run."""
    command = [sys.executable, "-m", "pytest", "-q", "--collect-only", "-p", "no:cacheprovider", *arguments]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8").stdout
    return {line.partition("[")[0] for line in printed.splitlines() if "::" in line}


@pytest.mark.extended
def test_the_extended_tests_are_run_without_the_long_ones() -> None:
    pytest.importorskip("distributed", reason="the extra cluster is not installed")
    names = collect("tests/analysis/cluster/test_simulate.py", "-m", "extended")
    assert (LONG in names, SHORT in names) == (False, True)


def test_a_worker_leaves_out_the_long_ones_too(pytestconfig: pytest.Config) -> None:
    conftest = pytestconfig.pluginmanager.get_plugin(str(ROOT / "conftest.py"))
    worker = SimpleNamespace(option=SimpleNamespace(markexpr="extended"), workerinput={})
    conftest.pytest_cmdline_main(worker)
    assert worker.option.markexpr == "extended and not long"
