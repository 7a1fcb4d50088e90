"""Playouts: any number of whole rounds by a policy, as columns of numbers. Money is in thousands of dollars.

The compiled kernel plays them where it can. Without numba, and for games that tables cannot hold, the readable rules play by
the same policies, more slowly: the rounds are different, their distribution is the same.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from math import sqrt
from threading import Thread, Timer
from typing import TYPE_CHECKING, Any

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError:
    raise ImportError('simulating rounds needs numpy. Install it with: pip install "mam[lab]"') from None

from mam.engine import Unsupported
from mam.engine.backend import find_backend, has_threads
from mam.engine.budget import check_count
from mam.engine.rollouts.coding import encode_deals
from mam.engine.rollouts.readable import (
    PlayoutSpec,
    can_win_auction,
    find_dealer,
    list_trump_choices,
    play_readable,
    replay,
)
from mam.games.registry import find_rules, make_round
from mam.games.trick_round import TrickRound
from mam.rules.cards import UNSEEN, NoTrump, Trump
from mam.rules.dealing import Deal, check_seed
from mam.rules.editions import TrickGameRules, list_editions
from mam.support.estimates import Estimate
from mam.support.messages import quote
from mam.support.notices import print_once
from mam.text.deal_codes import encode_deal

if TYPE_CHECKING:
    import pandas as pd

    from mam.engine.rollouts.plan import Plan

POLICIES = ("random", "rulebook", "club")
_CHUNK = 1 << 16  # rounds that a thread plays at once
_CODED_ROUNDS = 1 << 11  # rounds whose deals are encoded at once: their columns stay in the processor's cache
NO_LOG = np.zeros((0, 0), np.int64)  # an array, too: for None the kernel would be compiled once more
_SLOW_ROUNDS = 200  # from this many rounds on, a warning says that the readable rules are slow


@dataclass(frozen=True, eq=False, repr=False)
class Playouts:
    """Simulated rounds, one in each row. Columns are read-only numpy arrays.

    `money[row, seat]` is what each seat captured, in the order of `rules.seats`: thousands of dollars, in some games
    points or tricks; `nested` the money among the discards, which counts for nobody; `bidder` and `trump` are texts, as in
    notation (bidder "" where nobody bids); `allies[row, seat]` says who scores with the bidder.
    """

    spec: PlayoutSpec
    _results: NDArray[np.int32]  # as the kernel writes them: bidder, trump, allies, nested, then the money
    _trumps: tuple[Trump, ...]
    _plan: Plan | None = None
    _first: int = 0  # the number of the round in the first row

    @cached_property
    def money(self) -> NDArray[np.int32]:
        """Return the money that each seat captured."""
        return self._results[:, 4:]

    @cached_property
    def nested(self) -> NDArray[np.int32]:
        """Return the money among the discards."""
        return self._results[:, 3]

    @cached_property
    def bidder(self) -> NDArray[np.str_]:
        """Return the bidder of each round."""
        seats = self.rules.seats if self._has_bidder else ("",) * len(self.rules.seats)
        return _freeze(np.array(seats)[self._results[:, 0]])

    @cached_property
    def trump(self) -> NDArray[np.str_]:
        """Return the trump of each round."""
        return _freeze(np.array([str(trump.value) for trump in self._trumps])[self._results[:, 1]])

    @cached_property
    def allies(self) -> NDArray[np.bool_]:
        """Return who scored with the bidder, the bidder included."""
        return _freeze((self._results[:, 2, None] >> np.arange(len(self.rules.seats)) & 1).astype(np.bool_))

    @property
    def _has_bidder(self) -> bool:
        return "auction" in self.rules.phases

    def __len__(self) -> int:
        return len(self.money)

    def __repr__(self) -> str:
        summary = f"{len(self)} rounds of {self.rules.full_id}, {self.spec.policy} play, seed {self.spec.seed}"
        if not self._has_bidder:
            return summary
        captured = self.side_money()
        standard_error = captured.std() / sqrt(len(self))
        return f"{summary}: the bidder's side takes {captured.mean():.1f} (SE {standard_error:.1f})"

    @property
    def rules(self) -> TrickGameRules:
        """Return the edition that was played."""
        return self.spec.rules

    def side_money(self, side: str | None = None) -> NDArray[np.int64]:
        """Return what a side captured in each round: the bidder's (None), a fixed side, or a single seat.

        Raises ValueError for an unknown side.
        """
        if side is None:
            if not self._has_bidder:
                raise ValueError(f"nobody bids in {self.rules.id}; choose a seat: {' '.join(self.rules.seats)}")
            return np.asarray((self.money * self.allies).sum(axis=1))
        members = self.rules.sides.get(side, (side,))
        if side not in self.rules.sides and side not in self.rules.seats:
            choices = " ".join((*self.rules.sides, *self.rules.seats))
            raise ValueError(f"no side {quote(side)}; choose one of {choices}, or None for the bidder's side")
        return np.asarray(self.money[:, [self.rules.seats.index(seat) for seat in members]].sum(axis=1))

    def makes(self, bid: int | None = None) -> Estimate:
        """Return the proportion of rounds in which the bidder's side captured as much as this bid (None: the bid simulated).

        Raises ValueError if no bid is known, or nobody bids in this game.

        >>> import mam
        >>> mam.play_out("make-a-million-1935", 1000, seed=1).makes(0)
        1.0000 (SE 0.0000, n = 1,000)
        """
        bid = self.spec.bid if bid is None else bid
        if bid is None:
            raise ValueError("these rounds have no bid; name one, like makes(240)")
        return Estimate.of_proportion(float((self.side_money() >= bid).mean()), len(self))

    def round(self, number: int) -> TrickRound:
        """Return the finished round of a row, every move checked by the readable rules; -1 is the last row.

        It begins with the shortest auction that ends at the bidder's bid; votes and sealed bids are random.
        Raises IndexError for a row that does not exist.
        """
        return self._replay(number)[0]

    def _replay(self, number: int) -> tuple[TrickRound, Deal]:
        if not -len(self) <= number < len(self):
            raise IndexError(f"no round {number}; there are {len(self)}")
        number = self._first + number % len(self)
        if self._plan is None:
            round = play_readable(self.spec, number)
        else:
            ((played, _, _),) = play_logged(self._plan, number, 1)
            round = replay(self.spec, played, number)
        return round, round.deal

    def deals(self, first: int = 0, rows: int | None = None) -> Iterator[Deal]:
        """Yield the deals of these rows (None: of all)."""
        last = len(self) if rows is None else min(len(self), first + rows)
        if self._plan is None:
            yield from (self._replay(row)[1] for row in range(first, last))
            return
        for start in range(first, last, 1000):
            yield from (
                played.deal for played, _, _ in play_logged(self._plan, self._first + start, min(1000, last - start))
            )

    def _codes(self, rows: int) -> list[str]:
        """Return the deal codes of the first rows."""
        plan = self._plan
        if plan is None:
            return [encode_deal(deal, self.rules.full_id) for deal in self.deals(0, rows)]
        encode_deal(next(self.deals(0, 1)), self.rules.full_id)  # raises for rules whose deals have no codes
        codes: list[str] = []
        free = len(plan.game.pool)
        for start in range(0, rows, _CODED_ROUNDS):
            results, log = _run_logged(plan, self._first + start, min(_CODED_ROUNDS, rows - start))
            codes += encode_deals(plan, results[:, 0], log[:, :free], log[:, free])
        return codes

    def frame(self, rows: int | None = None) -> pd.DataFrame:
        """Return a table (pandas) of the first rows (None: of all).

        `deal` is a code that `mam deal` and `mam.decode_deal` read; then what each seat and the bidder's side captured, and
        whether the bid was made, if there was one.
        """
        import pandas as pd

        rows = len(self) if rows is None else min(rows, len(self))
        has_bidder = self._has_bidder
        columns: dict[str, Any] = {"deal": self._codes(rows)}
        if has_bidder:
            columns["bidder"] = self.bidder[:rows]
        columns |= {"trump": self.trump[:rows]}
        columns |= {seat: self.money[:rows, index] for index, seat in enumerate(self.rules.seats)}
        if self.rules.nest.size:
            columns["nested"] = self.nested[:rows]
        if has_bidder:
            columns["taken"] = self.side_money()[:rows]
        if has_bidder and self.spec.bid is not None:
            columns["bid"] = self.spec.bid
            columns["made"] = columns["taken"] >= self.spec.bid
        return pd.DataFrame(columns)


def play_out(
    edition: str | TrickGameRules,
    rounds: int = 10_000,
    *,
    seed: int,
    policy: str = "random",
    options: Sequence[str] = (),
    players: int | None = None,
    bidder: str | None = None,
    trump: Trump | None = None,
    bid: int | None = None,
    deal: Deal | None = None,
    threads: int | None = None,
    wait: float | None = None,
) -> Playouts:
    """Simulate rounds and return what was captured. The same seed gives the same rounds with any number of threads.

    `policy` "random": every legal choice (discard, trump, cards) has the same chance, and so has every bidder. "rulebook":
    everyone plays like the rulebook player (see `mam.engine.strategy`), and the person with the best hand is the bidder.
    Auctions are not played: `bidder`, `trump` and `bid` (thousands of dollars, in Sweven points) can be fixed. A `deal` may
    have unseen cards (`??`), which are dealt at random in each round. `threads` defaults to all cores.

    The first call compiles for some seconds, once; `mam warm` does it ahead. With `wait`, the readable rules play if compiling
    takes longer than this many seconds, and it goes on in the background. The readable rules also play without numba, and for
    hands half face down. A warning says so; the rounds are different, their distribution is the same.

    Raises ValueError for what does not fit the edition (the message says what would), TypeError for an invalid seed.

    >>> import mam
    >>> rounds = mam.play_out("make-a-million-1935", 2000, seed=7, bidder="N", trump=mam.Color.BLACK, threads=1)
    >>> len(rounds), int((rounds.money.sum(axis=1) > 400).sum()) > 500
    (2000, True)
    >>> rounds.round(3).result.bidder
    'N'
    """
    spec = make_spec(
        edition,
        seed=seed,
        policy=policy,
        options=options,
        players=players,
        bidder=bidder,
        trump=trump,
        bid=bid,
        deal=deal,
    )
    rounds = check_count("rounds", rounds)
    threads = check_count("threads", threads) if threads is not None else len(_list_cores())
    if wait is not None and (isinstance(wait, bool) or not isinstance(wait, int | float) or not wait >= 0):
        raise ValueError(f"wait must be a number of seconds, 0 or more, or None for no limit, not {quote(wait)}")
    try:  # imported late, here and below: numba may be missing, and takes a while to load
        from mam.engine.rollouts.plan import make_plan

        plan = make_plan(spec)
    except ImportError:
        _warn_readable('numba is not installed (pip install "mam[lab]" adds it)')
    except Unsupported as fault:
        if rounds >= _SLOW_ROUNDS:
            _warn_readable(str(fault))
    else:
        if wait is None or _is_ready(plan, wait):
            return Playouts(spec, _freeze(_play(plan, rounds, threads)), plan.trumps, plan)
        _warn_readable("the kernel is still compiling")
    return _play_readable_rows(spec, rounds)


# What is simulated


def make_spec(
    edition: str | TrickGameRules,
    *,
    seed: int,
    policy: str = "random",
    options: Sequence[str] = (),
    players: int | None = None,
    bidder: str | None = None,
    trump: Trump | None = None,
    bid: int | None = None,
    deal: Deal | None = None,
) -> PlayoutSpec:
    """Check the arguments of `play_out` and return them as a PlayoutSpec; raises as it does."""
    rules = edition if isinstance(edition, TrickGameRules) else find_rules(edition, options, players)
    if not isinstance(rules, TrickGameRules):
        raise ValueError(f"{rules.id} is not a trick-taking game: only those can be simulated")
    if policy not in POLICIES:
        raise ValueError(f"no policy {quote(policy)}; choose {' or '.join(map(repr, POLICIES))}")
    has_bidder = "auction" in rules.phases
    for name, value in (("bidder", bidder), ("bid", bid), ("trump", trump)):
        if value is not None and not has_bidder:
            raise ValueError(f"nobody bids for trump in {rules.id}: leave {name} out")
    if bidder is not None and bidder not in rules.persons:
        raise ValueError(f"no person {quote(bidder)} bids; choose one of {' '.join(rules.persons)}")
    if bid is not None:
        check_count("bid", bid)
    if deal is not None:
        make_round(rules, deal)  # raises for a deal that does not fit
        if rules.half_hidden and UNSEEN in deal.cards:
            raise ValueError("hands half face down need all their cards: mam.worlds fills in unseen ones")
    dealers = {}
    trumps = _select_trumps(rules, trump, policy)
    for person in rules.persons if bidder is None else (bidder,):
        dealer = _find_dealer(rules, person, bid, trumps[0], deal)
        if dealer is not None:
            dealers[person] = dealer
        elif bidder is not None or deal is None:
            where = f" when {deal.dealer} deals" if deal else ""
            amount = "any amount" if bid is None else rules.auction.format_amount(bid)
            raise ValueError(f"no auction of {rules.full_id} makes {person} the bidder at {amount}{where}")
    if not dealers:
        raise ValueError(
            f"no auction of {rules.full_id} ends at {rules.auction.format_amount(bid or 0)} with this deal"
        )
    return PlayoutSpec(rules, check_seed(seed), policy, deal, dealers, trumps, bid)


def _select_trumps(rules: TrickGameRules, trump: Trump | None, policy: str) -> tuple[Trump, ...]:
    """Return the trumps that may be named; where trump is turned up, the one that holds if no color is."""
    trump_choices = list_trump_choices(rules)
    if trump is not None:
        if trump not in trump_choices:
            raise ValueError(
                f"trump may be {', '.join(choice.word for choice in trump_choices)} here, not {quote(trump)}"
            )
        return (trump,)
    if rules.turns_trump:
        return trump_choices[-1:]
    return (
        trump_choices
        if policy == "random"
        else tuple(choice for choice in trump_choices if not isinstance(choice, NoTrump))
    )


def _find_dealer(rules: TrickGameRules, bidder: str, bid: int | None, trump: Trump, deal: Deal | None) -> str | None:
    if deal is None:
        return rules.first_dealer or find_dealer(rules, bidder, bid, trump)
    if "auction" not in rules.phases:
        return deal.dealer if bidder == deal.dealer else None
    return deal.dealer if can_win_auction(rules, deal.dealer, bidder, bid, trump) else None


def _list_cores() -> Sequence[int]:
    """Return the cores that this process may use."""
    if not has_threads():
        return (0,)
    return tuple(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)


# Playing


def find_pdep() -> int | None:
    """Return 1 if numba compiles for a processor that can find the n-th set bit by itself (BMI2), else None.

    MAM_PORTABLE in the environment says not to use that instruction.

    The two are different arguments to the kernel, so numba's cache keeps them apart.
    """
    return None if os.environ.get("MAM_PORTABLE") or find_backend() != "numba" else _find_pdep_of_host()


@cache
def _find_pdep_of_host() -> int | None:
    from llvmlite import binding
    from numba import config

    if getattr(config, "CPU_NAME", None) or getattr(config, "CPU_FEATURES", None):
        return None  # compiled for another processor
    is_slow = binding.get_host_cpu_name() in ("znver1", "znver2")  # they have it in microcode
    return 1 if binding.get_host_cpu_features().get("bmi2") and not is_slow else None


@contextmanager
def show_compiling() -> Iterator[None]:
    """Print one line in a terminal, once, if the kernel takes more than a second to compile."""
    if find_backend() != "numba":  # compiled ahead of time
        yield
        return
    timer = Timer(1.0, _report_compiling)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _report_compiling() -> None:
    # In a notebook the line would be saved with the outputs of whichever cell came first, and only in the first run.
    if sys.stderr.isatty():
        print_once("compiling the kernel (once, some seconds)…")


def _run(plan: Plan, first: int, results: NDArray[np.int32], log: NDArray[np.int64]) -> None:
    from mam.engine.tables import kernel

    kernel.play_rounds(
        plan.game,
        plan.policy,
        plan.club,
        plan.club_hands,
        kernel.DEAL_START,
        np.uint64(plan.spec.seed % 2**64),
        first,
        results,
        log,
        find_pdep(),
    )


def play_rows(spec: PlayoutSpec, first: int, rows: int, *, compiled: bool) -> Playouts:
    """Play the rounds `first`, `first` + 1 … of `play_out` in this thread: by the kernel, or by the readable rules.

    Raises ImportError without numba, and Unsupported for rules that tables cannot hold, if they are to be `compiled`.
    """
    if not compiled:
        return _play_readable_rows(spec, rows, first)
    from mam.engine.rollouts.plan import make_plan

    plan = make_plan(spec)
    return Playouts(spec, _freeze(_play(plan, rows, 1, first)), plan.trumps, plan, first)


def _play(plan: Plan, rounds: int, threads: int, first: int = 0) -> NDArray[np.int32]:
    """Play rounds by the kernel, each thread filling its own rows."""
    results = np.zeros((rounds, 4 + len(plan.deal.seats)), np.int32)
    with show_compiling():
        _run(plan, first, results[:1], NO_LOG)
    if not has_threads():
        _run(plan, first, results, NO_LOG)
        return results
    starts = range(0, rounds, min(_CHUNK, -(-rounds // threads)))
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda start: _run(plan, first + start, results[start : start + starts.step], NO_LOG), starts))
    return results


_compilers: dict[tuple[bool, int | None], Thread] = {}  # threads that compile the kernel, by kind of arguments


def _is_ready(plan: Plan, seconds: float) -> bool:
    """Return whether the kernel is compiled for this plan within this many seconds; else compiling goes on."""
    if find_backend() != "numba":
        return True
    kind = plan.policy is None, find_pdep()
    if kind not in _compilers:
        results = np.zeros((1, 4 + len(plan.deal.seats)), np.int32)
        _compilers[kind] = Thread(target=lambda: _run(plan, 0, results, NO_LOG))
        _compilers[kind].start()
    _compilers[kind].join(seconds)
    return not _compilers[kind].is_alive()


def play_logged(plan: Plan, first: int, rounds: int) -> Iterator[Any]:
    """Play rounds and yield each as `Plan.read` returns it."""
    results, log = _run_logged(plan, first, rounds)
    for row in range(rounds):
        yield plan.read(results[row].tolist(), log[row].tolist())


def _run_logged(plan: Plan, first: int, rounds: int) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    results = np.zeros((rounds, 4 + len(plan.deal.seats)), np.int32)
    log = np.zeros((rounds, plan.log_width), np.int64)
    with show_compiling():
        _run(plan, first, results, log)
    return results, log


def _play_readable_rows(spec: PlayoutSpec, rounds: int, first: int = 0) -> Playouts:
    """Play rounds by the readable rules into the same columns."""
    seats, trumps = spec.rules.seats, list_trump_choices(spec.rules)
    results = np.zeros((rounds, 4 + len(seats)), np.int32)
    for row in range(rounds):
        round = play_readable(spec, first + row)
        bidder = round.bidder or round.deal.dealer
        allies = sum(1 << seats.index(seat) for seat in round.sides[round.side_of(bidder)])
        assert round.trump is not None
        results[row, :4] = seats.index(bidder), trumps.index(round.trump), allies, round.nested
        for trick in round.tricks:
            if trick.winner is not None:
                results[row, 4 + seats.index(trick.winner)] += trick.value
    return Playouts(spec, _freeze(results), trumps, None, first)


def _freeze(column: NDArray[Any]) -> NDArray[Any]:
    column.flags.writeable = False
    return column


_past_warnings: set[str] = set()


def _warn_readable(why: str) -> None:
    """Warn once for each reason."""
    if why not in _past_warnings:
        _past_warnings.add(why)
        warnings.warn(f"{why}: the readable rules play these rounds, which is slower", stacklevel=3)


def warm(edition: str = "") -> Iterator[str]:
    """Compile playouts of an edition (default: the first) into numba's cache; yield a line for each policy that is ready."""
    from time import perf_counter

    for policy in POLICIES:
        start_time = perf_counter()
        play_out(edition or list_editions()[0], 1, seed=1, policy=policy).round(0)
        yield f"{policy} rounds: {perf_counter() - start_time:.1f} s"
