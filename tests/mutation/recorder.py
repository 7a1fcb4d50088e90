"""A plugin of pytest that notes which test runs which lines: the map that the tool picks its tests by.

Loaded with `-p recorder`; it needs the package coverage, and the environment variable MAP_FILE says where to write.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

_PATH = Path(os.environ["MAP_FILE"])
_DURATIONS: dict[str, float] = {}
_FAILED: list[str] = []
_COVERAGE = coverage.Coverage(data_file=str(_PATH), source=["mam"], config_file=False)


def pytest_configure() -> None:
    _COVERAGE.start()
    _COVERAGE.switch_context("(import)")


@pytest.hookimpl(wrapper=True)
def pytest_pycollect_makemodule(module_path: Path) -> Iterator[None]:
    _COVERAGE.switch_context("(import)")
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    _COVERAGE.switch_context(item.nodeid)
    return (yield)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _DURATIONS[report.nodeid] = _DURATIONS.get(report.nodeid, 0) + report.duration
    if report.failed:
        _FAILED.append(report.nodeid)


def pytest_unconfigure() -> None:
    _COVERAGE.stop()
    _COVERAGE.save()
    record = {"durations": _DURATIONS, "failed": sorted(set(_FAILED))}
    _PATH.with_suffix(".json").write_text(json.dumps(record), "utf-8")
