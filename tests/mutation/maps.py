"""Which tests reach a line: by a map that was recorded once, or, without one, by what the tests speak of."""

import hashlib
import json
import sqlite3
from collections import Counter
from collections.abc import Mapping
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from mutants import Mutant

LEFT_OUT = ("tests/mutation", "tests/project/test_quality.py", "tests/project/test_notebooks.py")


def list_test_files(root: Path) -> list[str]:
    """List the files of Python tests that `pytest` runs by default."""
    spec = spec_from_file_location("how_pytest_runs", root / "conftest.py")
    assert spec is not None and spec.loader is not None
    spec.loader.exec_module(settings := module_from_spec(spec))
    files = (path.relative_to(root).as_posix() for path in sorted((root / "tests").rglob("test_*.py")))
    return [name for name in files if not name.startswith((*LEFT_OUT, *settings.EXTENDED))]


def digest(path: Path) -> str:
    """A hash of a file's bytes."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


class NoMap:
    """Guesses by names: the more often a test file speaks of a module, the nearer it is."""

    failed: tuple[str, ...] = ()

    def __init__(self, root: Path) -> None:
        self.texts = {name: (root / name).read_text("utf-8") for name in list_test_files(root)}

    def near(self, mutant: Mutant, seconds: float) -> list[str]:
        """The three test files that speak of this module most."""
        module = mutant.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        stem = module.rpartition(".")[2]
        folders = set(mutant.path.split("/")[1:-1])

        def score(name: str) -> float:
            text = self.texts[name]
            return (
                5 * text.count(module)
                + text.count(stem)
                + 20 * (stem in name)
                + 5 * bool(folders & set(name.split("/")))
            )

        return sorted(self.texts, key=lambda name: -score(name))[:3]

    def covering(self, mutant: Mutant) -> list[str]:
        """Nobody knows."""
        return []


class Map:
    """Reads what `recorder.py` wrote: a folder with a database and a list of durations for each process."""

    def __init__(self, folder: Path, root: Path) -> None:
        self.root = root
        # the jobs are threads, and SQLite lets one of them at a time in
        self.databases = [sqlite3.connect(path, check_same_thread=False) for path in sorted(folder.glob("*.db"))]
        parts = [json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("part*.json"))]
        self.durations: dict[str, float] = {test: took for part in parts for test, took in part["durations"].items()}
        self.failed = tuple(test for part in parts for test in part["failed"])
        self.digests: Mapping[str, str] = json.loads((folder / "digests.json").read_text("utf-8"))

    @cache  # noqa: B019  one map lives as long as the tool
    def tests_of(self, path: str) -> dict[str, bytes]:
        """Each test that runs lines of this file, with the lines, a bit for each."""
        rows: dict[str, bytes] = {}
        query = (
            "SELECT context.context, line_bits.numbits FROM line_bits JOIN file ON file.id = line_bits.file_id"
            " JOIN context ON context.id = line_bits.context_id WHERE file.path LIKE ?"
        )
        for database in self.databases:
            rows |= dict(database.execute(query, (f"%/{path}",)))
        return rows

    def covering(self, mutant: Mutant) -> list[str]:
        """The tests that run the lines of the change, the quickest first; of a file that has changed since, all that run it."""
        lines = range(mutant.line, mutant.line + mutant.old.count("\n") + 1)
        tests = [
            test
            for test, bits in self.tests_of(mutant.path).items()
            if test in self.durations and (self.is_stale(mutant.path) or any(_has(bits, line) for line in lines))
        ]
        return sorted(tests, key=lambda test: (self.durations[test], test))

    @cache  # noqa: B019
    def is_stale(self, path: str) -> bool:
        """Whether a file has changed since the map was recorded: its lines have other numbers."""
        return self.digests.get(path) != digest(self.root / path)

    def near(self, mutant: Mutant, seconds: float) -> list[str]:
        """The tests likeliest to notice within so many seconds: those of few lines first, of as many files as there is time for."""
        sizes = {test: sum(map(int.bit_count, bits)) for test, bits in self.tests_of(mutant.path).items()}
        chosen: list[str] = []
        files: Counter[str] = Counter()
        left = seconds
        named = sorted(self.covering(mutant), key=lambda test: (not test.startswith("tests/rules/"), sizes[test]))
        for test in named:
            file = test.partition("::")[0]
            cost = self.durations[test] + (0.0 if files[file] else 0.3)  # a file has to be loaded
            if cost <= left and files[file] < 40:
                chosen.append(test)
                files[file] += 1
                left -= cost
        return chosen


def _has(bits: bytes, line: int) -> bool:
    return line // 8 < len(bits) and bool(bits[line // 8] >> line % 8 & 1)
