"""Measure how long pages of the site take to answer a click, and how long steps of their background work are, under Node.

Each walk opens a page in a new Python and clicks through it: so every kind of click is a
first click somewhere. A click is answered between two steps, and loading numpy and pandas, which the page announces, is not counted.
Printed are milliseconds of processor time, of N walks (3, unless you say) the shortest; without `--all` only clicks and steps that take
longer than they should. At the end each page has the sum of its slowest click and its longest step: what a click takes that comes while
that step runs. It should be below 100. WALK is the name of a walk, or how it begins.
"""

import json
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from measures.walks import Message, Walk, make_walks

CLICK, STEP = 60, 40  # milliseconds: a click in the middle of a step takes both
SCRIPT = Path(__file__).parents[2] / "tests" / "site" / "clicks.mjs"
PATIENCE = 20_000  # milliseconds of waiting for background work after each click


def run_walk(site: Path, walk: Walk) -> list[dict[str, Any]]:
    """Walk once, in a Python of its own."""
    order = {"kind": walk.kind, "link": walk.link, "messages": walk.messages, "patience": PATIENCE}
    process = subprocess.run(
        ["node", SCRIPT, site], input=json.dumps(order), capture_output=True, check=False, encoding="utf-8"
    )
    if process.returncode:
        raise SystemExit(process.stderr[-3000:])
    results: list[dict[str, Any]] = json.loads(process.stdout)
    return results


def is_opening(result: dict[str, Any]) -> bool:
    """Return whether a page was opened: it says that it is loading, so nobody waits for a click."""
    return bool(result["message"].get("act") == "open")


def is_slow(result: dict[str, Any]) -> bool:
    return (result["time"] > CLICK and not is_opening(result)) or result["longest"] > STEP


def measure(site: Path, walk: Walk, runs: int) -> list[dict[str, Any]]:
    """The shortest times of several walks; one that is quick enough is not repeated."""
    best = run_walk(site, walk)
    for _ in range(runs - 1):
        if not any(map(is_slow, best)):
            break
        for result, second_result in zip(best, run_walk(site, walk), strict=True):
            result.update({name: min(result[name], second_result[name]) for name in ("time", "longest")})
    return best


@dataclass
class Page:
    """The slowest click of a page, and the longest step of the work behind it."""

    click: float = 0.0
    step: float = 0.0

    def add(self, result: dict[str, Any]) -> None:
        if not is_opening(result):
            self.click = max(self.click, result["time"])
        self.step = max(self.step, result["longest"])

    @property
    def sum(self) -> float:
        return self.click + self.step

    @property
    def is_quick(self) -> bool:
        """Whether a click is answered in time even if it comes in the middle of the longest step."""
        return self.sum < CLICK + STEP


def describe(message: Message) -> str:
    kind = message.get("do") or message["act"]
    fields = " ".join(f"{value}" for name, value in message.items() if name not in ("do", "act", "soon"))
    return f"{kind} {fields}".strip()


def add_options(parser: ArgumentParser) -> None:
    """Add what the measure takes."""
    parser.add_argument("site", type=Path, metavar="SITE", help="a folder that `mam site build` wrote")
    parser.add_argument("walks", nargs="*", metavar="WALK", help="only these walks, by how they begin")
    parser.add_argument("--runs", type=int, default=3, help="the best of this number counts (3)")
    parser.add_argument("--all", action="store_true", help="print quick clicks, too")


def run(options: Namespace) -> None:
    """Print clicks and steps, and a line for each page; exit with 1 if any takes too long."""
    print(f"{'':58}{'click':>7}{'step':>7}{'steps':>7}")
    slow = total = 0
    pages: dict[str, Page] = {}
    for name, walk in make_walks().items():
        if options.walks and not name.startswith(tuple(options.walks)):
            continue
        for result in measure(options.site, walk, options.runs):
            total, slow = total + 1, slow + is_slow(result)
            pages.setdefault(walk.kind, Page()).add(result)
            if options.all or is_slow(result):
                label = f"{name}: {describe(result['message'])}"
                line = f"{label[:57]:58}{result['time']:7.0f}{result['longest']:7.0f}{result['count']:7}  {result['refused']}"
                print(line.rstrip(), flush=True)
    print(f"{slow} of {total} take longer than {CLICK} ms (clicks) or {STEP} ms (steps)")
    print(f"\n{'page':20}{'click':>7}{'step':>7}{'sum':>7}")
    for kind, page in pages.items():
        verdict = f"{'' if page.is_quick else 'not '}below {CLICK + STEP}"
        print(f"{kind:20}{page.click:7.0f}{page.step:7.0f}{page.sum:7.0f}  {verdict}")
    sys.exit(bool(slow) or not all(page.is_quick for page in pages.values()))
