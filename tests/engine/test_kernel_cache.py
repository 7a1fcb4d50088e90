"""The compiler cache: where it cannot be written the kernel is compiled without it, and a damaged file is deleted."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba", reason="the extra lab is not installed")

from numba.core.caching import CacheImpl

import mam
from mam.engine.tables.kernel_cache import KernelCache, NoCache, compiled
from mam.support import notices

ROOT = Path(mam.__file__).parent.parent


def double(number):  # type: ignore[no-untyped-def]
    return 2 * number


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of this test's own."""
    monkeypatch.setattr("numba.config.CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(notices, "_printed_texts", set())
    return tmp_path


def files(folder: Path, kind: str) -> list[Path]:
    return sorted(folder.rglob(f"*.{kind}"))


def test_what_was_compiled_is_read_again(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = compiled(nogil=True)(double), compiled(nogil=True)(double)
    assert (first(4), second(4)) == (8, 8)
    assert sum(first.stats.cache_hits.values()) == 0 and sum(second.stats.cache_hits.values()) == 1
    assert len(files(folder, "nbi")) == len(files(folder, "nbc")) == 1
    assert capsys.readouterr().err == ""


def damage(content: bytes, how: str) -> bytes:
    half = len(content) // 2
    return {
        "empty": b"",
        "cut off": content[:half],
        "garbage": b"garbage" * 50,
        "zeros": bytes(len(content)),
        "half zeros": content[:half] + bytes(len(content) - half),
        "one bit": content[:half] + bytes([content[half] ^ 1]) + content[half + 1 :],
    }[how]


@pytest.mark.parametrize("how", ["empty", "cut off", "garbage", "zeros", "half zeros", "one bit"])
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_a_damaged_file_is_reported_deleted_and_compiled_again(
    kind: str, how: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compiled(nogil=True)(double)(4) == 8
    (path,) = files(folder, kind)
    path.write_bytes(damage(path.read_bytes(), how))
    assert compiled(nogil=True)(double)(4) == 8
    message = capsys.readouterr().err
    if (kind, how) != ("nbi", "one bit"):  # an index with one wrong bit may only point nowhere
        assert message.startswith("mam: a damaged file in the compiler cache") and message.count("\n") == 1
    last = compiled(nogil=True)(double)
    assert last(4) == 8 and sum(last.stats.cache_hits.values()) == 1


def test_without_a_folder_it_is_compiled_and_reported_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(CacheImpl, "_locator_classes", [])
    first, second = compiled(nogil=True)(double), compiled(nogil=True)(double)
    assert isinstance(first._cache, NoCache)
    assert (first(4), first(0.5), second(4)) == (8, 1.0, 8)
    message = capsys.readouterr().err
    assert (
        message.startswith("mam: the compiler cache cannot be written (RuntimeError: cannot cache")
        and message.count("\n") == 1
    )


def test_a_full_disk_costs_the_cache_only(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("numba.core.caching.IndexDataCacheFile._save_data", full)
    function = compiled(nogil=True)(double)
    assert isinstance(function._cache, KernelCache) and function(4) == 8
    assert "cannot be written (OSError: [Errno 28] No space left on device)" in capsys.readouterr().err


@pytest.mark.long
def test_whole_commands_without_and_with_a_damaged_cache(tmp_path: Path) -> None:
    """`mam play` with a hint and `mam warm`, with no folder that can be written, and with a cache in which all is garbage."""
    nowhere = {"NUMBA_CACHE_LOCATOR_CLASSES": "UserProvidedCacheLocator", "NUMBA_CACHE_DIR": os.devnull}
    damaged = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}

    def run(variables: dict[str, str], *command: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        env = {**os.environ, "PYTHONPATH": str(ROOT), **variables}
        return subprocess.run(
            [sys.executable, "-m", "mam", *command], env=env, input=typed, capture_output=True, text=True, cwd=tmp_path
        )

    played = run(nowhere, "play", "--seed", "7", typed="go\nhint\nquit\n")
    assert played.returncode == 0 and "Recommended:" in played.stdout
    assert played.stderr.count("mam: the compiler cache cannot be written") == 1 and "Traceback" not in played.stderr
    assert run(damaged, "warm").returncode == 0
    for path in (tmp_path / "cache").rglob("*.nb[ci]"):
        path.write_bytes(b"garbage")
    second_run = run(damaged, "warm")
    assert second_run.returncode == 0 and "damaged file in the compiler cache" in second_run.stderr
    assert run(damaged, "warm").stderr == ""
