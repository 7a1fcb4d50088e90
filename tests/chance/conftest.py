"""What tests of Chance share: the modules that play the rounds."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

TOOLS = Path(__file__).resolve().parents[2] / "tools"


@pytest.fixture
def load_rounds(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    """Return what loads a module of `tools/rounds/` by its name; skip where the engine is not installed."""
    pytest.importorskip("mam.engine.rollouts.worlds", reason="the engine is not installed")
    monkeypatch.syspath_prepend(str(TOOLS))
    return lambda name: import_module(f"rounds.{name}")
