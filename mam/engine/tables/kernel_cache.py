"""Compiled functions whose machine code is cached on disk where that is possible, and compiled again where it is not.

numba refuses to compile where its cache cannot be written, and fails over a file of it that is damaged. Neither may cost
anybody more than the seconds of compiling: one line on standard error says what is wrong, and the work goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from glob import escape
from hashlib import sha256
from pathlib import Path
from pickle import loads
from typing import Any

from numba import njit
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile
from numba.core.serialize import dumps

from mam.support.notices import print_once


class DamagedCache(Exception):
    """A cached function is not the one that was saved."""


class _CheckedCache(CompileResultCacheImpl):
    """A compiled function with a hash: machine code with a wrong bit must never be run."""

    def reduce(self, cres: Any) -> tuple[str, bytes]:
        content: bytes = dumps(super().reduce(cres))
        return sha256(content).hexdigest(), content

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        digest, content = payload
        if sha256(content).hexdigest() != digest:
            raise DamagedCache("its checksum does not match")
        return super().rebuild(target_context, loads(content))


class KernelCache(FunctionCache):
    """numba's cache of one function, which does not fail over a file that cannot be read or written."""

    _impl_class = _CheckedCache

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        # A function is compiled together with those it calls, so a change of any file of this folder makes it stale.
        sources = sorted(Path(__file__).parent.glob("*.py"))
        stamp = sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
        self._cache_file = IndexDataCacheFile(
            cache_path=self._cache_path,
            filename_base=self._impl.filename_base,
            source_stamp=(self._impl.locator.get_source_stamp(), stamp),
        )

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the cached code, or None. Delete damaged files."""
        try:
            return super().load_overload(sig, target_context)
        except Exception as error:  # a damaged file can fail in any way
            print_once(
                f"a damaged file in the compiler cache {self.cache_path} was deleted ({_summarize(error)}); compiling again"
            )
            self._delete()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Cache compiled code, if the disk permits."""
        try:
            super().save_overload(sig, data)
        except Exception as error:  # a full disk, a deleted folder, an index damaged since it was read
            warn_unwritable(_summarize(error))

    def _delete(self) -> None:
        for path in Path(self.cache_path).glob(f"{escape(self._impl.filename_base)}.*nb[ci]"):
            try:
                path.unlink(missing_ok=True)
            except OSError:  # then the next start finds it damaged again
                return


class NoCache:
    """Stands in for a cache where no folder can be written."""

    cache_path = None

    def __init__(self, why: str) -> None:
        self._why = why

    def load_overload(self, sig: Any, target_context: Any) -> None:
        """Return None: nothing is cached."""

    def save_overload(self, sig: Any, data: Any) -> None:
        """Warn that nothing is cached."""
        warn_unwritable(self._why)

    def enable(self) -> None:
        """Do nothing."""

    disable = flush = enable


def compiled(**options: Any) -> Callable[[Any], Any]:
    """Return numba's `njit` with these options and with a cache that never fails."""

    def decorate(function: Any) -> Any:
        dispatcher = njit(**options)(function)
        dispatcher._cache = _make_cache(function)
        return dispatcher

    return decorate


def _make_cache(function: Any) -> KernelCache | NoCache:
    try:
        return KernelCache(function)
    except (
        Exception
    ) as error:  # numba says RuntimeError where no folder can be written, and a folder may vanish meanwhile
        return NoCache(_summarize(error))


def warn_unwritable(why: str) -> None:
    """Warn once that compiled code cannot be cached."""
    print_once(
        f"the compiler cache cannot be written ({why}), so each start compiles again; set NUMBA_CACHE_DIR to a folder that can be written",
        subject="unwritable compiler cache",
    )


def _summarize(error: Exception) -> str:
    message = " ".join(str(error).split())
    return f"{type(error).__name__}: {message[:160]}" if message else type(error).__name__
