"""Instructions of the processor as functions that numba compiles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir
from numba import types
from numba.core.cgutils import get_or_insert_function
from numba.extending import intrinsic

_INTEGER = ir.IntType(64)


def make_instruction(name: str, operands: int, *flags: bool) -> Callable[..., Any]:
    """Return an LLVM intrinsic as a function of one or two 64-bit integers; its flags are fixed."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kinds = [_INTEGER] * operands + [ir.IntType(1)] * len(flags)
        function = get_or_insert_function(builder.module, ir.FunctionType(_INTEGER, kinds), name)
        return builder.call(function, [*args, *(ir.Constant(ir.IntType(1), flag) for flag in flags)])

    def unary(typing: Any, mask: Any) -> Any:  # numba reads how many arguments there are
        return types.int64(types.int64), generate

    def binary(typing: Any, bits: Any, mask: Any) -> Any:
        return types.int64(types.int64, types.int64), generate

    return cast("Callable[..., Any]", intrinsic(unary if operands == 1 else binary))
