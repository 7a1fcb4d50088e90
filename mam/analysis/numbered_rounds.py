"""Deal rounds by number from one seed, and run a task for each number, in one or several processes."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from random import Random
from signal import SIG_IGN, SIGINT, signal
from typing import TypeVar

from mam.engine.backend import has_threads
from mam.games.registry import deal_for, find_dealer, make_round
from mam.games.round import Round
from mam.rules.dealing import derive_seed
from mam.rules.editions import RuleSet

T = TypeVar("T")


def deal_number(rules: RuleSet, seed: int, *number: object) -> Round:
    """Return the round with this number, as dealt: it depends only on the rules, the seed and the number (or several).

    >>> from mam.rules.editions import get_edition
    >>> deal_number(get_edition("make-a-million-1935"), 1, 0).turn
    'N'
    """
    deal_seed = derive_seed(seed, "deal", *number)
    return make_round(rules, deal_for(rules, find_dealer(rules, deal_seed, None), Random(deal_seed)))


def run_numbers(play: Callable[[int], T], count: int, workers: int) -> Iterator[T]:
    """Yield `play(0)`, `play(1)` … in order, computed by this many processes (1, or in a browser: this one alone).

    If the caller stops or is interrupted, numbers not yet started are dropped. Raises TypeError when `play` cannot be sent
    to other processes.
    """
    if workers == 1 or not has_threads():
        yield from map(play, range(count))
        return
    try:
        pickle.dumps(play)
    except (pickle.PicklingError, AttributeError, TypeError) as fault:
        raise TypeError(
            f"with several workers a player must be a name, or a function defined at the top of a module: {fault}"
        ) from None
    from concurrent.futures import ProcessPoolExecutor  # which a browser does not have

    # A fresh interpreter each: a fork would copy threads that compiled code may have started.
    pool = ProcessPoolExecutor(min(workers, count), get_context("spawn"), _leave_interrupts)
    try:
        yield from pool.map(play, range(count))
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts() -> None:
    """Ignore Ctrl-C, which reaches every process of a terminal: the main process decides."""
    signal(SIGINT, SIG_IGN)
