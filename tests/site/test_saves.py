"""The store of the site, who may play a match, and what an address asks for: the JavaScript of it, under Node."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(
    not shutil.which("node") or not (ROOT / "node_modules" / "fake-indexeddb").is_dir(),
    reason="not there: Node, npm ci",
)
def test_what_the_site_saves_is_never_overwritten() -> None:
    command = ["node", "--test", "--test-reporter=tap", Path(__file__).with_name("saves.test.mjs")]
    finished = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert finished.returncode == 0, finished.stdout[-5000:] + finished.stderr[-2000:]
    assert "# pass 10" in finished.stdout
