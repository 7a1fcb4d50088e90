"""Deals by number: dealt from one seed, and looked at one after another or in several processes at once."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from signal import SIG_IGN, SIGINT, signal
from typing import TypeVar

from mam.games.registry import deal_for, find_dealer, make_round
from mam.games.round import Round
from mam.rules.dealing import derive_seed
from mam.rules.editions import RuleSet

T = TypeVar("T")


def deal_number(rules: RuleSet, seed: int, *number: object) -> Round:
    """The round of this number, as dealt: it depends on nothing but the rules, the seed and the number (or path of them).

    >>> from mam.rules.editions import get_edition
    >>> deal_number(get_edition("make-a-million-1935"), 1, 0).turn
    'N'
    """
    own = derive_seed(seed, "deal", *number)
    return make_round(rules, deal_for(rules, find_dealer(rules, own, None), Random(own)))


def run_numbers(play: Callable[[int], T], count: int, workers: int) -> Iterator[T]:
    """What `play` answers for the numbers from 0 on, in their order, with so many processes at work (1: this one alone).

    When the caller stops listening, or is interrupted, what has not been begun is given up. Raises TypeError when `play`
    cannot be sent to other processes.
    """
    if workers == 1:
        yield from map(play, range(count))
        return
    try:
        pickle.dumps(play)
    except (pickle.PicklingError, AttributeError, TypeError) as fault:
        raise TypeError(
            f"a player for several workers is a name, or a function that a module defines by its name: {fault}"
        ) from None
    # A fresh interpreter each: a fork would copy threads that compiled code may have started.
    pool = ProcessPoolExecutor(min(workers, count), get_context("spawn"), _leave_interrupts)
    try:
        yield from pool.map(play, range(count))
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts() -> None:
    """Ctrl-C reaches every process of a terminal: the first one alone decides what is to be done."""
    signal(SIGINT, SIG_IGN)
