"""What is skipped for want of a package or of Chromium is said in the closing lines, and fails where CI=true."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CASES = {
    "test_folder.py": 'import pytest\npytest.importorskip("no_such_package", reason="the extra lab is not installed")\n',
    "test_package.py": 'import pytest\ndef test_it(): pytest.importorskip("no_such_package")\n',
    "test_browser.py": 'import pytest\n@pytest.fixture\ndef page(): pytest.skip("no Chromium: set MAM_CHROMIUM")\ndef test_it(page): pass\n',
    "test_site.py": "import pytest\n@pytest.mark.skipif(True, reason='not there: Pyodide')\ndef test_it(): pass\n",
    "test_peer.py": "import sys\nsys.modules['pyspiel'] = None\nimport pytest\ndef test_it(): pytest.importorskip('pyspiel')\n",
    "test_system.py": 'import pytest\n@pytest.mark.skip(reason="Windows has other permissions")\ndef test_it(): pass\n',
}


OPTIONS = "-q -p no:cacheprovider -p no:xdist -p no:nbval --continue-on-collection-errors -c"


@pytest.mark.parametrize(("ci", "ends"), [("", "6 skipped"), ("true", "1 failed, 2 skipped, 3 errors")])
def test_what_is_missing_is_reported_and_fails_in_ci(tmp_path: Path, ci: str, ends: str) -> None:
    shutil.copy(Path(__file__).parents[1] / "conftest.py", tmp_path)
    for name, text in CASES.items():
        (tmp_path / name).write_text(text, "utf-8")
    command = [sys.executable, "-m", "pytest", *OPTIONS.split(), os.devnull, str(tmp_path)]
    run = subprocess.run(command, cwd=tmp_path, env=os.environ | {"CI": ci}, capture_output=True, encoding="utf-8")
    assert ends in run.stdout.splitlines()[-1] and (run.returncode == 0) == (ci == ""), run.stdout
    lines = [line for line in run.stdout.splitlines() if line.startswith("NOT RUN: ")]
    assert len(lines) == (0 if ci else 4) and "pyspiel" not in "".join(lines)
    for reason in ("the extra lab is not installed", "no_such_package", "no Chromium", "not there: Pyodide"):
        assert reason in ("".join(lines) or run.stdout)
