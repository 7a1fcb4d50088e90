"""A process in a copy of the checkout that runs tests of it, again and again, without starting Python anew each time.

It reads a line of JSON for each run (the arguments of pytest and how long they may take) and writes one with what came out.
Each run is a fork: what the tests need of others is loaded once, and nothing of `mam`.
"""

import importlib
import json
import os
import re
import resource
import signal
import sys
import tempfile
import time
from contextlib import suppress

HEAVY = (
    "pytest",
    "hypothesis",
    "hypothesis.strategies",
    "numpy",
    "numba",
    "pandas",
    "altair",
    "traitlets",
    "anywidget",
)


MOST_MEMORY = 8 * 2**30
PATIENCE = 20  # how much longer than its CPU time a run may take on a machine that has much else to do


def run(arguments: list[str], seconds: float) -> dict[str, object]:
    """Run pytest in a fork: its exit code (None: it took more CPU time than this), the first test that failed, the time taken."""
    began = time.monotonic()
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        if not (child := os.fork()):
            os.setsid()
            for stream in (1, 2):
                os.dup2(output.fileno(), stream)
            code = 3
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds)))
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
            try:
                code = int(sys.modules["pytest"].main(arguments))
            finally:
                sys.stdout.flush()
                os._exit(code)
        code = _wait(child, began + PATIENCE * seconds)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # what the tests have started and left behind
        output.seek(0)
        failed = re.search(r"^(?:FAILED|ERROR) (\S.*?)(?: - .*)?$", output.read(), re.MULTILINE)
    return {"code": code, "test": failed[1] if failed else "", "seconds": round(time.monotonic() - began, 2)}


def _wait(child: int, until: float) -> int | None:
    """The exit code of a process, or None when its time was up."""
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            code = os.waitstatus_to_exitcode(status)
            return None if -code in (signal.SIGXCPU, signal.SIGKILL) else code
        if time.monotonic() > until:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return None
        time.sleep(0.02)


def main() -> None:
    """Answer one line after another until there are no more."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for name in HEAVY:
        with suppress(ImportError):
            importlib.import_module(name)
    loaded = [name for name in sys.modules if name.partition(".")[0] in ("mam", "mam_widgets")]
    assert not loaded, loaded
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps(run(asked["arguments"], asked["seconds"])), file=answers, flush=True)


if __name__ == "__main__":
    main()
