"""Compiled functions in a browser: a WebAssembly module that `mam.site.wasm` made from the same functions with numba.

The module shares the memory of Python, so an array is passed as its address and nothing is copied. An exported function takes
one array of 64-bit words: room for the answer, then the arguments, flattened in order. A number is one word; an array is the
address of its first element and its lengths; a tuple is its fields; None is nothing.

Compiled code cannot check types, so they are checked here: numpy's default integer has 32 bits in a browser, and an array of
those would give wrong rounds without an error.
"""

from __future__ import annotations

import ctypes
import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from mam.engine.backend import WASM_MODULE

Function = Callable[..., Any]


class Variant(NamedTuple):
    """A function compiled for one list of types: the name by which the module exports it, and the type of its answer."""

    export: str
    answer: str


class _Module(NamedTuple):
    library: ctypes.CDLL
    variants: dict[str, dict[str, Variant]]  # by name, then by types


@lru_cache(maxsize=1)
def _load() -> _Module:
    listed = json.loads(WASM_MODULE.with_suffix(".json").read_text(encoding="utf-8"))
    variants = {
        name: {types: Variant(*variant) for types, variant in by_types.items()} for name, by_types in listed.items()
    }
    return _Module(ctypes.CDLL(str(WASM_MODULE)), variants)


class WasmFunction:
    """A function of the module, called like the Python function that it was made from.

    Raises TypeError for arguments of types for which it was not compiled.
    """

    def __init__(self, name: str) -> None:
        self.__name__ = name

    @property
    def signatures(self) -> Sequence[str]:
        """Return the lists of types for which the function was compiled."""
        return tuple(_load().variants.get(self.__name__, ()))

    def __call__(self, *arguments: Any) -> Any:
        """Call the compiled function."""
        words: list[int] = []
        types = ", ".join([flatten(argument, words) for argument in arguments])
        module = _load()
        variant = module.variants[self.__name__].get(types)
        if variant is None:
            compiled_types = "\n".join(module.variants[self.__name__])
            raise TypeError(f"{self.__name__} is not compiled for\n{types}\nbut for\n{compiled_types}")
        room = (ctypes.c_int64 * (len(words) + 1))(0, *words)
        if module.library[variant.export](room):
            raise RuntimeError(f"{self.__name__} failed: out of memory")
        return None if variant.answer == "none" else bool(room[0]) if variant.answer == "bool" else int(room[0])


def flatten(value: Any, words: list[int]) -> str:
    """Append the words of an argument, and return its type as the module's list has it.

    >>> words = []
    >>> flatten((np.zeros((2, 3), np.int32), 7, True, None, 0.0), words), words[1:]
    ('(i4[2], i8, bool, none, f8)', [2, 3, 7, 1, 0])
    """
    match value:
        case None:
            return "none"
        case np.ndarray():
            if not value.flags.c_contiguous:
                raise TypeError("an array must be contiguous to reach compiled code")
            words += (value.__array_interface__["data"][0], *value.shape)  # quicker than `ctypes.data`
            return f"{value.dtype.str[1:]}[{value.ndim}]"
        case float():
            words.append(int(np.float64(value).view(np.int64)))
            return "f8"
        case bool():
            words.append(int(value))
            return "bool"
        case int() | np.integer():
            words.append(int(value))
            return "i8" if isinstance(value, int) else value.dtype.str[1:]
        case tuple():
            fields = ", ".join([flatten(field, words) for field in value])
            return f"{type(value).__name__ if hasattr(value, '_fields') else ''}({fields})"
    raise TypeError(f"{type(value).__name__} cannot reach compiled code")


def compiled(**options: Any) -> Callable[[Function], Function]:
    """Replace a function by that of the module; the options are numba's."""
    return lambda function: WasmFunction(function.__name__)


def make_instruction(name: str, operands: int, *flags: bool) -> Function:
    """Return a stand-in: only compiled functions use instructions."""
    return WasmFunction(name)
