"""The tool: try small changes of the code, each in a copy of the checkout, and see whether a test notices. See README.md."""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from queue import Empty, Queue
from random import Random

from maps import Map, NoMap, digest, list_test_files
from mutants import GROUPS, Mutant, list_mutants

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent.parent
EQUIVALENT = FOLDER / "equivalent.txt"
PYTEST = (
    "-q", "-x", "--tb=no", "-p", "no:nbval", "-p", "no:xdist", "-p", "no:cacheprovider", "-o",
    # in this order: `not long and not extended` would become `not long` where files are named (conftest.py)
    "addopts=--import-mode=importlib --strict-markers -m 'not extended and not long' --doctest-modules --doctest-glob=",
)  # fmt: skip
# 0: all passed; 4: no test has this name, for instance as the mutant has changed what it is named after; 5: there is no test
PASSED = (0, 4, 5)
NEAR = 4.0  # seconds of tests in the first stage
_USUAL, _SLOWEST = 60.0, 3600.0  # seconds of CPU that a run may take: more than it should by far; above it, it hangs


def choose(count: int, seed: int, groups: Sequence[str]) -> list[Mutant]:
    """So many mutants, from each group in turn; the same for the same seed and the same code."""
    waiting: dict[str, list[Mutant]] = {group: [] for group in groups}
    for mutant in list_mutants(ROOT):
        if mutant.group in waiting:
            waiting[mutant.group].append(mutant)
    rng, chosen = Random(seed), []
    while len(chosen) < count and any(waiting.values()):
        for group in groups:
            while waiting[group]:
                mutant = waiting[group].pop(rng.randrange(len(waiting[group])))
                if mutant.compiles((ROOT / mutant.path).read_text("utf-8")):
                    chosen.append(mutant)
                    break
    return chosen[:count]


# A copy in which tests run


def copy_checkout(to: Path) -> None:
    """Copy what git knows, and what is new, as it lies there; and what numba has compiled, which fits as long as the times do."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    for name in filter(None, subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\0")):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
    for path in (ROOT / "mam" / "engine").rglob("__pycache__/*.nb[ic]"):
        (to / path.relative_to(ROOT)).parent.mkdir(exist_ok=True)
        shutil.copy2(path, to / path.relative_to(ROOT))


def environment(copy: Path) -> dict[str, str]:
    """Return an environment in which Python, and each Python that it starts, imports the copy and nothing stale."""
    return os.environ | {
        "PYTHONPATH": os.pathsep.join([str(copy), str(copy / "widgets")]),
        "PYTHONPYCACHEPREFIX": str(copy.parent / "pycache"),
        "NUMBA_CACHE_DIR": "",
        "PYTHONHASHSEED": "0",
        "CI": "",
    }


class Copy:
    """A copy of the checkout, with a process in it that runs tests."""

    def __init__(self, base: Path) -> None:
        self.root = base / "checkout"
        self.green: set[str] = set()  # tests that pass here as long as nothing is changed, and those that fail even so
        self.red: set[str] = set()
        copy_checkout(self.root)
        self.file_time = int(time.time())
        where = [sys.executable, "-c", "import mam, mam_widgets; print(mam.__file__, mam_widgets.__file__)"]
        result = subprocess.run(
            where, cwd=self.root, env=environment(self.root), check=True, capture_output=True, text=True
        )
        assert all(path.startswith(str(self.root)) for path in result.stdout.split()), (
            f"another mam is imported: {result.stdout}"
        )
        self.worker = subprocess.Popen(
            [sys.executable, str(FOLDER / "worker.py")], cwd=self.root, env=environment(self.root), text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def write(self, path: str, text: str) -> None:
        """Change a file. Each time it is a second younger, so that no compiled form of it is taken for this one."""
        self.file_time += 1
        (self.root / path).write_text(text, "utf-8")
        os.utime(self.root / path, (self.file_time, self.file_time))

    def run(self, tests: Sequence[str], seconds: float, deselected: Sequence[str] = ()) -> dict[str, object]:
        """Run these tests until one fails."""
        assert self.worker.stdin is not None and self.worker.stdout is not None
        arguments = [*PYTEST, *(f"--deselect={test}" for test in (*deselected, *sorted(self.red))), *tests]
        print(json.dumps({"arguments": arguments, "seconds": seconds}), file=self.worker.stdin, flush=True)
        data: dict[str, object] = json.loads(self.worker.stdout.readline())
        return data

    def is_green(self, test: str, path: str, source: str) -> bool:
        """Return whether a test that failed passes with this file as it was; if not, leave it out from now on."""
        if test not in self.green:
            changed = (self.root / path).read_text("utf-8")
            self.write(path, source)
            passed = self.run([test], _USUAL)["code"] in PASSED
            self.write(path, changed)
            (self.green if passed else self.red).add(test)
        return test in self.green

    def close(self) -> None:
        """End the process."""
        assert self.worker.stdin is not None
        self.worker.stdin.close()
        self.worker.wait()


# Trying


def stages(mutant: Mutant, test_map: Map | NoMap, everything: bool) -> Iterator[tuple[str, list[str], float]]:
    """Which tests to run, one stage after another, with the seconds after which a run hangs."""
    if near := test_map.near(mutant, NEAR):
        yield "near", near, _USUAL if isinstance(test_map, Map) else _SLOWEST
    if covering := [test for test in test_map.covering(mutant) if test not in near]:
        assert isinstance(test_map, Map)
        yield "covering", covering, _USUAL + 10 * sum(test_map.durations[test] for test in covering)
    yield "rest", [*list_test_files(ROOT), "mam"], _SLOWEST
    if everything:
        yield "all", [], 2 * _SLOWEST


def attempt(copy: Copy, mutant: Mutant, test_map: Map | NoMap, last: str) -> dict[str, object]:
    """Try one mutant: whether it was caught, in which stage, by which test, and how long that took."""
    source = (ROOT / mutant.path).read_text("utf-8")
    copy.write(mutant.path, mutant.apply(source))
    result: dict[str, object] = {"outcome": "survived", "stage": "", "test": ""}
    took = 0.0
    try:
        for stage, tests, seconds in stages(mutant, test_map, last == "all"):
            ran = _run_everything(copy, seconds) if stage == "all" else copy.run(tests, seconds, test_map.failed)
            while ran["test"] and not copy.is_green(str(ran["test"]), mutant.path, source):
                ran = copy.run(tests, seconds, test_map.failed)
            took += float(ran["seconds"])  # type: ignore[arg-type]
            result["stage"] = stage
            if ran["code"] is None or ran["code"] not in PASSED:
                result |= {"outcome": "hung" if ran["code"] is None else "caught", "test": ran["test"]}
                break
            if stage == last:
                break
    finally:
        copy.write(mutant.path, source)
    return asdict(mutant) | result | {"seconds": round(took, 2)}


def _run_everything(copy: Copy, seconds: float) -> dict[str, object]:
    """README's command: notebooks, browser, types and all."""
    began = time.monotonic()
    try:
        command = [sys.executable, "-m", "pytest", "-x", "-q"]
        process = subprocess.run(
            command, cwd=copy.root, env=environment(copy.root), capture_output=True, timeout=seconds
        )
        code: int | None = process.returncode
    except subprocess.TimeoutExpired:
        code = None
    return {"code": code, "test": "", "seconds": time.monotonic() - began}


def run(chosen: Sequence[Mutant], test_map: Map | NoMap, results: Path, jobs: int, last: str) -> None:
    """Try those that are not among the results yet, and add a line for each."""
    tried_ids = {result["id"] for result in read_results(results)}
    waiting: Queue[Mutant] = Queue()
    for mutant in chosen:
        if mutant.id not in tried_ids:
            waiting.put(mutant)
    total, lock = waiting.qsize(), threading.Lock()
    print(f"{len(chosen)} mutants, {total} of them to be tried")

    def work(base: Path) -> None:
        copy = Copy(base)
        try:
            while True:
                mutant = waiting.get_nowait()
                result = attempt(copy, mutant, test_map, last)
                with lock:
                    with results.open("a", encoding="utf-8") as file:
                        print(json.dumps(result), file=file)
                    by = f" by {result['test']}" if result["test"] else ""
                    print(f"{mutant.id} {mutant.path}:{mutant.line} {mutant.operator}: {result['outcome']} ({result['stage']},"
                          f" {result['seconds']} s){by}", flush=True)  # fmt: skip
        except Empty:
            pass
        finally:
            copy.close()

    with tempfile.TemporaryDirectory(prefix="mutation-") as folder:
        threads = [
            threading.Thread(target=work, args=(Path(folder) / str(number),)) for number in range(min(jobs, total))
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


# The map


def record(folder: Path, packages: Path | None, jobs: int, tests: Sequence[str]) -> None:
    """Run the Python tests once, noting which runs which lines."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    names = [*(tests or list_test_files(ROOT)), *([] if tests else ["mam"])]
    digests = {path.relative_to(ROOT).as_posix(): digest(path) for path in sorted((ROOT / "mam").rglob("*.py"))}
    (folder / "digests.json").write_text(json.dumps(digests), "utf-8")
    with tempfile.TemporaryDirectory(prefix="mutation-") as base:
        copy = Path(base) / "checkout"
        copy_checkout(copy)
        processes = []
        for number in range(jobs):
            paths = [*([str(packages)] if packages else []), str(FOLDER), environment(copy)["PYTHONPATH"]]
            env = environment(copy) | {
                "PYTHONPATH": os.pathsep.join(paths),
                "MAP_FILE": str(folder.resolve() / f"part{number}.db"),
            }
            arguments = [argument for argument in PYTEST if argument not in ("-x", "-q")]
            command = [sys.executable, "-m", "pytest", "-q", "-p", "recorder", *arguments, *names[number::jobs]]
            processes.append(subprocess.Popen(command, cwd=copy, env=env))
        for process in processes:
            process.wait()


# What came out


def read_results(path: Path) -> list[dict[str, object]]:
    """The lines of a file of results, if it is there."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def read_equivalent() -> dict[str, str]:
    """The mutants that were judged to change nothing, with the reason."""
    lines = (line.split(maxsplit=1) for line in EQUIVALENT.read_text("utf-8").splitlines() if line and line[0] != "#")
    return dict(lines)  # type: ignore[arg-type]


def summarize(results: Sequence[dict[str, object]]) -> str:
    """A table of what was caught in each group, and a list of what was not."""
    equivalent = read_equivalent()
    counts: dict[str, Counter[str]] = {group: Counter() for group in (*GROUPS, "together")}
    for result_row in results:
        outcome = (
            "equivalent"
            if result_row["id"] in equivalent and result_row["outcome"] == "survived"
            else str(result_row["outcome"])
        )
        for group in (str(result_row["group"]), "together"):
            counts[group]["caught" if outcome == "hung" else outcome] += 1
    lines = [
        f"{'group':10}{'caught':>10}{'survived':>10}{'equivalent':>12}{'caught of those that change something':>40}"
    ]
    for group, count in counts.items():
        if changing := count["caught"] + count["survived"]:
            lines.append(
                f"{group:10}{count['caught']:10}{count['survived']:10}{count['equivalent']:12}{count['caught'] / changing:40.1%}"
            )
    if results:
        mean = sum(float(str(result["seconds"])) for result in results) / len(results)
        lines.append(f"{mean:.1f} seconds a mutant")
    for result_row in results:
        if result_row["outcome"] == "survived" and result_row["id"] not in equivalent:
            lines.append(
                f"\n{result_row['id']} {result_row['path']}:{result_row['line']} {result_row['operator']}\n  - {result_row['old']}\n  + {result_row['new']}"
            )
    return "\n".join(lines)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    run_parser = commands.add_parser("run", help="try mutants; those in the results already are not tried again")
    run_parser.add_argument("-n", type=int, default=165, help="how many (165)")
    run_parser.add_argument("--seed", type=int, default=1)
    run_parser.add_argument("--groups", nargs="+", choices=GROUPS, default=[*GROUPS], metavar="GROUP")
    run_parser.add_argument("--id", nargs="+", default=[], help="only these, whatever the seed")
    run_parser.add_argument("--map", type=Path, help="the folder that `map` wrote")
    run_parser.add_argument("--results", type=Path, default=Path("mutation.jsonl"))
    run_parser.add_argument("--jobs", type=int, default=1, choices=(1, 2))
    run_parser.add_argument(
        "--last", default="rest", choices=("near", "covering", "rest", "all"), help="the last stage (rest)"
    )
    map_parser = commands.add_parser("map", help="record which test runs which lines")
    map_parser.add_argument("folder", type=Path)
    map_parser.add_argument("--packages", type=Path, help="where the package coverage was installed")
    map_parser.add_argument("--jobs", type=int, default=1, choices=(1, 2))
    map_parser.add_argument("--tests", nargs="+", default=[], help="only these")
    summary_parser = commands.add_parser("summary", help="what was caught, group by group")
    summary_parser.add_argument("results", type=Path, nargs="?", default=Path("mutation.jsonl"))
    asked = parser.parse_args()
    if asked.command == "map":
        record(asked.folder, asked.packages and asked.packages.resolve(), asked.jobs, asked.tests)
    elif asked.command == "summary":
        print(summarize(read_results(asked.results)))
    else:
        if asked.id:
            chosen = [mutant for mutant in list_mutants(ROOT) if mutant.id in asked.id]
        else:
            chosen = choose(asked.n, asked.seed, asked.groups)
        run(chosen, Map(asked.map, ROOT) if asked.map else NoMap(ROOT), asked.results, asked.jobs, asked.last)


if __name__ == "__main__":
    main()
