"""Bits of a mask, in a processor instruction each: how many there are, the lowest, the n-th. Cards of a hand in two masks."""

from __future__ import annotations

import numpy as np

from mam.engine.tables import hands
from mam.engine.tables.compiling import compiled, make_instruction

index = np.uint64  # an unsigned index cannot count from the end, so numba need not check for that

count_bits = make_instruction("llvm.ctpop.i64", 1)
low_bit = make_instruction("llvm.cttz.i64", 1, False)
_deposit = make_instruction("llvm.x86.bmi.pdep.64", 2)


@compiled(nogil=True)
def find_nth_bit(mask, n, pdep):
    """Return the n-th set bit of a mask, counted from 0; `pdep` is None if the processor has no such instruction."""
    if pdep is not None:
        return _deposit(1 << n, mask)
    for skipped in range(4):  # without a branch that depends on chance
        mask &= mask - np.int64(n > skipped)
    for _ in range(n - 4):
        mask &= mask - 1
    return mask & -mask


join_cards, remove_cards = (compiled(nogil=True, forceinline=True)(function) for function in (hands.join, hands.remove))


@compiled(nogil=True, forceinline=True)
def count_cards(cards, duplicates):
    """Return how many cards a hand has."""
    return count_bits(cards) + count_bits(duplicates)
