"""How pytest runs here: the whole check on every core, a few files at once in one process, lessons in one kernel.

The plugins for this may be missing: the extra `test` is enough for the rules.
"""

import gc
import os
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

ROOT = Path(__file__).parent
# What is marked `extended`: all of what is shown, what players and advice make of the rules, and what takes many processes.
EXTENDED = (
    *("tests/project/test_site.py", "tests/browser", "tests/site", "tests/widgets", "tests/charts"),
    *(
        "tests/analysis/cluster",
        "tests/project/test_packaging.py",
        "tests/project/test_tools.py",
        "tests/drawing",
        "tests/players",
    ),
    *("tests/analysis/probability/test_simulated.py", "tests/properties/test_worlds_games.py"),
    *(f"tests/studies/test_{name}.py" for name in ("decisions", "priced_problems", "problem_search")),
    *(f"tests/analysis/test_{name}.py" for name in ("calibration", "finishing", "listening", "outcomes")),
    *(
        f"tests/engine/test_{name}.py"
        for name in ("auctions", "belief", "benchmarks", "club", "club_hands", "kernel_cache", "short_steps", "solver")
    ),
)
SMOKE = "tests/browser/test_smoke.py"  # what of it runs with the rules
EXTENDED_CASES = 1  # of each of these tests at most; the others are long
ONLY_EXTENDED = "extended and not long"  # what `-m extended` means: long ones among them are asked for with `-m long`
# What starts first when all cores are used: the folders and files that take longest, so that no core waits at the end.
LONGEST_FIRST = (
    *(
        "tests/project/test_quality.py",
        *EXTENDED,
        "tests/classroom",
        "tests/project",
        "tests/properties",
        "tests/contract",
        "tests/analysis",
        "tests/studies",
    ),
    *("notebooks/2", "notebooks/b", SMOKE, "notebooks"),  # when the kernel is compiled
)
# These files share a worker: they look at the same files, which one process parses once (tests/shared/sources.py).
TOGETHER = (
    "tests/project/test_names",
    "tests/project/test_structure",
    "tests/project/test_retired_words",
    "tests/project/test_back_doors",
    "tests/project/test_sentences",
)
# The packages that some tests cannot even be collected without.
NEEDED = {"playwright": ("tests/browser", "the widgets in a browser"), "nbval": ("notebooks", "the lessons")}


@cache  # asked of every test
def lies_in(path: Path, *places: str) -> bool:
    return path.is_relative_to(ROOT) and path.relative_to(ROOT).as_posix().startswith(places)


def is_extended(path: Path) -> bool:
    return lies_in(path, *EXTENDED) and not lies_in(path, SMOKE)


@cache
def find_turn(path: Path) -> int:
    """Return the place in LONGEST_FIRST of a file, or one after all."""
    if lies_in(path, SMOKE):  # not that of its folder
        return LONGEST_FIRST.index(SMOKE)
    return next((turn for turn, start in enumerate(LONGEST_FIRST) if lies_in(path, start)), len(LONGEST_FIRST))


@cache
def list_missing() -> list[tuple[str, str]]:
    """What has to be left out here, its folder and what it is; nothing where CI=true, which has to have everything."""
    is_ci = os.environ.get("CI") == "true"
    return [] if is_ci else [what for package, what in NEEDED.items() if find_spec(package) is None]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import what would be left out."""
    wanted, extended = config.option.markexpr, is_extended(collection_path)
    if any(lies_in(collection_path, folder) for folder, _ in list_missing()):
        return True
    if "not extended" in wanted:
        return (extended and collection_path.is_file() and collection_path.name != "conftest.py") or None
    if wanted == ONLY_EXTENDED and not extended and collection_path.suffix in (".py", ".ipynb"):
        return "mark.extended" not in collection_path.read_text("utf-8") or None
    return None


@pytest.hookimpl(tryfirst=True)  # before xdist reads the number of its workers
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Use every core when no file or folder is named, unless `-n` says otherwise; run lessons and browser where they are named.

    A worker reads `-m` from the command line itself, and gets everything else from the process that started it.
    """
    if config.option.markexpr == "extended":
        config.option.markexpr = ONLY_EXTENDED
    if hasattr(config, "workerinput"):  # a worker has its orders, and starts no workers
        return
    if config.args_source is pytest.Config.ArgsSource.ARGS:
        config.option.markexpr = config.option.markexpr.replace(" and not extended", "")
    elif config.getoption("numprocesses", 0) is None and not config.option.collectonly:
        config.option.numprocesses = "auto"
    if config.getoption("numprocesses", None) and config.option.dist == "no":
        config.option.dist = "loadfile"  # a file's tests share what they have made
        config.option.loadscopereorder = False  # in the order of LONGEST_FIRST
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or each of some hundred processes reads all modules anew


@pytest.hookimpl(optionalhook=True)  # of xdist
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Start half as many workers again for what waits for a browser or a kernel more than it computes."""
    return (os.cpu_count() or 1) * 3 // 2 if config.option.markexpr == ONLY_EXTENDED else None


@pytest.hookimpl(optionalhook=True)  # of xdist
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give each worker one file after another, and those of TOGETHER as one."""
    if config.option.dist != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class FileScheduling(LoadFileScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            return TOGETHER[0] if nodeid.startswith(TOGETHER) else str(super()._split_scope(nodeid))

    return FileScheduling(config, log)


@pytest.hookimpl(tryfirst=True)  # before `-m` leaves out what is long
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as long what is beyond the sample of a test with many cases, and put first what takes longest.

    `sample(n, start)` names the cases: n of them, evenly spread, from number `start` on. So a test with another name tests the
    same, and tests with different starts meet different cases. Where an extended test has no start, its first case is found by its own id.
    """
    for item in items:
        if is_extended(item.path):
            item.add_marker(pytest.mark.extended)
    by_test: dict[str, list[pytest.Item]] = {}
    for item in items:
        by_test.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for cases in by_test.values():
        sample, extended = cases[0].get_closest_marker("sample"), cases[0].get_closest_marker("extended")
        size, start = sample.args if sample else (len(cases), 0)
        if extended and cases[0].path.suffix == ".py":
            size = min(size, EXTENDED_CASES)
        if size >= len(cases):
            continue
        if not sample:
            start = min(range(len(cases)), key=lambda place: crc32(cases[place].callspec.id.encode()))
        chosen = {(start + place * len(cases) // size) % len(cases) for place in range(size)}
        for place, item in enumerate(cases):
            if place not in chosen:
                item.add_marker(pytest.mark.long)
    items.sort(key=lambda item: find_turn(item.path))


def pytest_collection_finish() -> None:
    """Let no garbage collection during the tests visit what was imported and collected before: it stays to the end."""
    gc.freeze()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Execute each lesson cell by cell and compare what it shows."""
    if file_path.suffix != ".ipynb":
        return None
    from lessons import Lesson

    return Lesson.from_parent(parent, path=file_path)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile the kernel once, beside the first tests: otherwise each worker, server and notebook that needs it does so."""
    if session.config.getoption("numprocesses", None) and find_spec("numba"):
        warm = subprocess.Popen(
            [sys.executable, "-m", "mam", "warm"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        session.config.add_cleanup(warm.kill)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was left out."""
    for _, what in list_missing():
        terminalreporter.write_line(f"NOT RUN: {what}: the extra dev is not installed", yellow=True)
