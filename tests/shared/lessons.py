"""Lessons as tests: nbval executes each cell and compares what it shows. One kernel serves all lessons of a process."""

import atexit
from functools import cache
from pathlib import Path

import pytest
from nbval.kernel import CURRENT_ENV_KERNEL_NAME, RunningKernel
from nbval.plugin import IPyNbFile

# nbval's own options: it is not loaded as a plugin, which would cost two seconds whatever is tested.
OPTIONS = {
    "nbval": True,
    "nbval_lax": False,
    "nbdime": False,
    "nbval_current_env": True,
    "nbval_kernel_name": None,
    "nbval_cell_timeout": 600,
    "nbval_kernel_startup_timeout": 60,
    "nbval_sanitize_with": str(Path(__file__).parent / "nbval.cfg"),
}

# As good as new for the next lesson: no name, no widget and no option is left of the last one.
CLEAN = """
import sys
sys.modules.setdefault("rfc3987_syntax", None)  # as in tests/conftest.py: altair would wait for 38 parsers of links
import ipywidgets, pandas
ipywidgets.Widget.close_all()
pandas.reset_option("^display")
%reset -f
"""


@cache
def kernel(folder: str) -> RunningKernel:
    """The kernel of this process, with the modules it has imported so far; starting one takes longer than most lessons."""
    started = RunningKernel(CURRENT_ENV_KERNEL_NAME, cwd=folder)
    atexit.register(started.stop)
    return started


class Lesson(IPyNbFile):  # type: ignore[misc]
    """A notebook of which every cell is a test."""

    def __init__(self, *args: object, parent: pytest.Collector, **options: object) -> None:
        vars(parent.config.option).update(OPTIONS)
        super().__init__(*args, parent=parent, **options)

    def setup(self) -> None:
        self.kernel = kernel(str(self.path.parent))
        message = self.kernel.execute_cell_input(CLEAN)
        self.kernel.await_reply(message)
        self.kernel.await_idle(message, 60)
        self.setup_sanitize_files()

    def teardown(self) -> None:
        """Leave the kernel running for the next lesson; a cell that ran out of time has stopped it."""
        if not self.kernel.is_alive():
            kernel.cache_clear()
