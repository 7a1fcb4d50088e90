"""Compiled functions whose machine code is kept on disk where that is possible, and compiled anew where it is not.

numba refuses to compile where its cache cannot be written, and fails over a file of it that is damaged. Neither may cost
anybody more than the seconds of compiling: what is wrong is said in one line on standard error, and the work goes on.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from glob import escape
from hashlib import sha256
from pathlib import Path
from pickle import loads
from typing import Any

from numba import njit
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.serialize import dumps

_said: set[str] = set()


class DamagedCache(Exception):
    """A cached function that is not the one that was saved."""


class _Checked(CompileResultCacheImpl):
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
    """numba's cache of one function, for which a file that cannot be read or written is no reason to fail."""

    _impl_class = _Checked

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return what is cached, or None. Damaged files are deleted."""
        try:
            return super().load_overload(sig, target_context)
        except Exception as error:  # a damaged file can fail in any way
            say_once(
                f"a damaged file in the compiler cache {self.cache_path} was deleted ({_why(error)}); compiling again"
            )
            self._delete()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Cache what was compiled, if the disk permits."""
        try:
            super().save_overload(sig, data)
        except Exception as error:  # a full disk, a folder that is gone, an index damaged since it was read
            say_unwritable(_why(error))

    def _delete(self) -> None:
        for path in Path(self.cache_path).glob(f"{escape(self._impl.filename_base)}.*nb[ci]"):
            try:
                path.unlink(missing_ok=True)
            except OSError:  # then it is found damaged again the next time
                return


class NoCache:
    """In the place of a cache where no folder can be written."""

    cache_path = None

    def __init__(self, why: str) -> None:
        self._why = why

    def load_overload(self, sig: Any, target_context: Any) -> None:
        """Return None: nothing is cached."""

    def save_overload(self, sig: Any, data: Any) -> None:
        """Say that nothing is."""
        say_unwritable(self._why)

    def enable(self) -> None:
        """Do nothing."""

    disable = flush = enable


def compiled(**options: Any) -> Callable[[Any], Any]:
    """Return numba's `njit` with these options and with a cache that never fails."""

    def decorate(function: Any) -> Any:
        dispatcher = njit(**options)(function)
        dispatcher._cache = _cache_of(function)
        return dispatcher

    return decorate


def _cache_of(function: Any) -> KernelCache | NoCache:
    try:
        return KernelCache(function)
    except (
        Exception
    ) as error:  # numba says RuntimeError where no folder can be written, and a folder may vanish meanwhile
        return NoCache(_why(error))


def say_unwritable(why: str) -> None:
    """Say once that compiled code cannot be kept."""
    if "unwritable" not in _said:
        _said.add("unwritable")
        say_once(
            f"the compiler cache cannot be written ({why}), so each start compiles again; NUMBA_CACHE_DIR can name a folder for it"
        )


def say_once(words: str) -> None:
    """Say something in one line on standard error, unless it has been said."""
    if words not in _said:
        _said.add(words)
        print(f"mam: {words}", file=sys.stderr, flush=True)


def _why(error: Exception) -> str:
    words = " ".join(str(error).split())
    return f"{type(error).__name__}: {words[:160]}" if words else type(error).__name__
