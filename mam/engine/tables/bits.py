"""Bits of a mask, in a processor instruction each: how many there are, the lowest, the n-th."""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.cgutils import get_or_insert_function
from numba.extending import intrinsic

from mam.engine.tables.kernel_cache import compiled

index = np.uint64  # an unsigned index cannot count from the end, so numba need not check for that


def _unary(name: str):
    @intrinsic
    def instruction(typing, mask):
        def generate(context, builder, signature, args):
            flags = (ir.Constant(ir.IntType(1), 0),) if name == "cttz" else ()
            return getattr(builder, name)(args[0], *flags)

        return types.int64(types.int64), generate

    return instruction


count_bits = _unary("ctpop")
low_bit = _unary("cttz")


@intrinsic
def _deposit(typing, bits, mask):
    def generate(context, builder, signature, args):
        word = ir.IntType(64)
        pdep = get_or_insert_function(builder.module, ir.FunctionType(word, [word, word]), "llvm.x86.bmi.pdep.64")
        return builder.call(pdep, args)

    return types.int64(types.int64, types.int64), generate


@compiled(nogil=True)
def nth_bit(mask, n, pdep):
    """Return the n-th set bit of a mask, counted from 0; `pdep` is None if the processor has no such instruction."""
    if pdep is not None:
        return _deposit(1 << n, mask)
    for skipped in range(4):  # without a branch that depends on chance
        mask &= mask - np.int64(n > skipped)
    for _ in range(n - 4):
        mask &= mask - 1
    return mask & -mask
