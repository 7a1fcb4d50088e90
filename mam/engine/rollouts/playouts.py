"""Playouts: any number of whole rounds by a policy, as columns of numbers. Money is in thousands of dollars.

The compiled kernel plays them where it can; without numba, and for the games that tables cannot hold, the readable rules
play by the same policies, more slowly. Then the rounds are others, and their distribution is the same.
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
    raise ImportError('rounds are played out in columns of numpy. Get it with: pip install "mam[lab]"') from None

from mam.engine import Unsupported
from mam.engine.budget import check_count
from mam.engine.rollouts.coding import encode_deals
from mam.engine.rollouts.readable import Question, can_open, find_dealer, play_readable, replay, trumps_of
from mam.games.registry import find_rules, make_round
from mam.games.trick_round import TrickRound
from mam.rules.cards import UNSEEN, NoTrump, Trump
from mam.rules.dealing import Deal, check_seed
from mam.rules.editions import TrickGameRules, list_editions
from mam.text.deal_codes import deal_code

if TYPE_CHECKING:
    import pandas as pd

    from mam.engine.rollouts.plan import Plan

POLICIES = ("random", "rulebook")
_CHUNK = 1 << 16  # rounds that a thread plays before it looks up
_CODED = 1 << 11  # rounds whose deals are encoded at once: their columns stay in the processor's cache
_READABLE_IS_SLOW = 200  # rounds from which it is worth saying so


@dataclass(frozen=True)
class Share:
    """How often something happened, with its standard error and the number of rounds it is taken from."""

    share: float
    standard_error: float
    rounds: int

    def __repr__(self) -> str:
        return f"{self.share:.4f} (SE {self.standard_error:.4f}, {self.rounds} rounds)"


@dataclass(frozen=True, eq=False, repr=False)
class Playouts:
    """Rounds that were played out: one row for each. Columns are numpy arrays that cannot be written to.

    `money[row, seat]` is what each seat captured, in the order of `rules.seats`: thousands of dollars, in some games
    points or tricks; `nested` what was put out and counts for nobody; `bidder` and `trump` are texts, as in notation (a
    bidder "" where nobody bids); `allies[row, seat]` says who scores with the bidder.
    """

    question: Question
    _found: NDArray[np.int32]  # as the kernel writes it: bidder, trump, allies, nested, then the money
    _trumps: tuple[Trump, ...]
    _plan: Plan | None = None
    _first: int = 0  # the number of the round in the first row

    @cached_property
    def money(self) -> NDArray[np.int32]:
        """What each seat captured."""
        return self._found[:, 4:]

    @cached_property
    def nested(self) -> NDArray[np.int32]:
        """What was put out."""
        return self._found[:, 3]

    @cached_property
    def bidder(self) -> NDArray[np.str_]:
        """Who was the bidder."""
        seats = self.rules.seats if self._bids else ("",) * len(self.rules.seats)
        return _fixed(np.array(seats)[self._found[:, 0]])

    @cached_property
    def trump(self) -> NDArray[np.str_]:
        """What was trump."""
        return _fixed(np.array([str(one.value) for one in self._trumps])[self._found[:, 1]])

    @cached_property
    def allies(self) -> NDArray[np.bool_]:
        """Who scored with the bidder, the bidder included."""
        return _fixed((self._found[:, 2, None] >> np.arange(len(self.rules.seats)) & 1).astype(np.bool_))

    @property
    def _bids(self) -> bool:
        return "auction" in self.rules.phases

    def __len__(self) -> int:
        return len(self.money)

    def __repr__(self) -> str:
        what = f"{len(self)} rounds of {self.rules.full_id}, {self.question.policy} play, seed {self.question.seed}"
        if not self._bids:
            return what
        taken = self.side_money()
        error = taken.std() / sqrt(len(self))
        return f"{what}: the bidder's side takes {taken.mean():.1f} (SE {error:.1f})"

    @property
    def rules(self) -> TrickGameRules:
        """The edition that was played."""
        return self.question.rules

    def side_money(self, side: str | None = None) -> NDArray[np.int64]:
        """What a side captured in each round: the bidder's (None), a fixed side, or a seat by itself.

        Raises ValueError for what is no side here.
        """
        if side is None:
            if not self._bids:
                raise ValueError(f"nobody is the bidder in {self.rules.id}: name one of {' '.join(self.rules.seats)}")
            return np.asarray((self.money * self.allies).sum(axis=1))
        members = self.rules.sides.get(side, (side,))
        if side not in self.rules.sides and side not in self.rules.seats:
            known = " ".join((*self.rules.sides, *self.rules.seats))
            raise ValueError(f"no side {side!r}: there are {known}, and None for the bidder's")
        return np.asarray(self.money[:, [self.rules.seats.index(seat) for seat in members]].sum(axis=1))

    def makes(self, bid: int | None = None) -> Share:
        """The share of rounds in which the bidder's side captured as much as this bid (None: the one that was asked for).

        Raises ValueError when no bid is known, or nobody bids in this game.

        >>> import mam
        >>> mam.play_out("make-a-million-1935", 1000, seed=1).makes(0)
        1.0000 (SE 0.0000, 1000 rounds)
        """
        bid = self.question.bid if bid is None else bid
        if bid is None:
            raise ValueError("no bid was given with these rounds: name one, like makes(240)")
        share = float((self.side_money() >= bid).mean())
        return Share(share, sqrt(share * (1 - share) / len(self)), len(self))

    def round(self, number: int) -> TrickRound:
        """The finished round of a row, every move of it judged again by the readable rules; -1 is the last one.

        It begins with the shortest auction that makes the bidder's bid; votes and sealed bids are made at random.
        Raises IndexError for a row that does not exist.
        """
        return self._remake(number)[0]

    def _remake(self, number: int) -> tuple[TrickRound, Deal]:
        if not -len(self) <= number < len(self):
            raise IndexError(f"no round {number}: there are {len(self)}")
        number = self._first + number % len(self)
        if self._plan is None:
            round = play_readable(self.question, number)
        else:
            ((played, _, _),) = play_logged(self._plan, number, 1)
            round = replay(self.question, played, number)
        return round, round.deal

    def deals(self, first: int = 0, rows: int | None = None) -> Iterator[Deal]:
        """The deals of so many rows."""
        last = len(self) if rows is None else min(len(self), first + rows)
        if self._plan is None:
            yield from (self._remake(row)[1] for row in range(first, last))
            return
        for start in range(first, last, 1000):
            yield from (one.deal for one, _, _ in play_logged(self._plan, self._first + start, min(1000, last - start)))

    def _codes(self, rows: int) -> list[str]:
        """The deal codes of the first so many rows."""
        plan = self._plan
        if plan is None:
            return [deal_code(deal, self.rules.full_id) for deal in self.deals(0, rows)]
        deal_code(next(self.deals(0, 1)), self.rules.full_id)  # raises for rules whose deals have no codes
        codes: list[str] = []
        free = len(plan.game.pool)
        for start in range(0, rows, _CODED):
            found, log = _run_logged(plan, self._first + start, min(_CODED, rows - start))
            codes += encode_deals(plan, found[:, 0], log[:, :free], log[:, free])
        return codes

    def frame(self, rows: int | None = None) -> pd.DataFrame:
        """A table (pandas) of the first so many rows (None: of all): `deal` is a code that `mam deal` and
        `mam.parse_code` read; what each seat, and the bidder's side, captured; whether the bid that was asked for was made.
        """
        import pandas as pd

        rows = len(self) if rows is None else min(rows, len(self))
        bids = self._bids
        columns: dict[str, Any] = {"deal": self._codes(rows)}
        if bids:
            columns["bidder"] = self.bidder[:rows]
        columns |= {"trump": self.trump[:rows]}
        columns |= {seat: self.money[:rows, at] for at, seat in enumerate(self.rules.seats)}
        if self.rules.nest.size:
            columns["nested"] = self.nested[:rows]
        if bids:
            columns["taken"] = self.side_money()[:rows]
        if bids and self.question.bid is not None:
            columns["bid"] = self.question.bid
            columns["made"] = columns["taken"] >= self.question.bid
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
    """Play so many rounds and say what was captured. The same seed gives the same rounds, whatever the number of threads.

    `policy` "random": every choice (discard, trump, cards) is one of the legal ones with equal chance, and the bidder any
    person. "rulebook": as the rulebook player would (see `mam.engine.strategy`), and the bidder is who holds the richest hand.
    `bidder`, `trump` and `bid` (thousands of dollars, in Sweven points) are as named; auctions are not played. A `deal` may
    have unseen cards (`??`), which are dealt by chance each time; without one all are. `threads` are all cores if left out.

    The first call compiles for some seconds, once; `mam warm` does it ahead. Whoever cannot wait says for how many seconds:
    after that the readable rules play, and the compiling goes on behind. They also play without numba, and for hands half face
    down: that is said in a warning, the rounds are others, their distribution the same.

    Raises ValueError for what does not fit the edition (its message says what would), TypeError for what is no seed.

    >>> import mam
    >>> rounds = mam.play_out("make-a-million-1935", 2000, seed=7, bidder="N", trump=mam.Color.BLACK, threads=1)
    >>> len(rounds), int((rounds.money.sum(axis=1) > 400).sum()) > 500
    (2000, True)
    >>> rounds.round(3).result.bidder
    'N'
    """
    question = ask(
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
    threads = check_count("threads", threads) if threads is not None else len(_cores())
    if wait is not None and (isinstance(wait, bool) or not isinstance(wait, int | float) or not wait >= 0):
        raise ValueError(f"wait is a number of seconds, 0 or more, or None for as long as it takes, not {wait!r}")
    try:
        from mam.engine.rollouts.plan import make_plan

        plan = make_plan(question)
    except ImportError:
        _say_readable('numba is not installed (pip install "mam[lab]" brings it)')
    except Unsupported as fault:
        if rounds >= _READABLE_IS_SLOW:
            _say_readable(str(fault))
    else:
        if wait is None or _is_ready(plan, wait):
            return Playouts(question, _fixed(_play(plan, rounds, threads)), plan.trumps, plan)
        _say_readable("the kernel is still being compiled")
    return _readable(question, rounds)


# What was asked


def ask(
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
) -> Question:
    """What `play_out` is asked, checked: raises as it does."""
    rules = edition if isinstance(edition, TrickGameRules) else find_rules(edition, options, players)
    if not isinstance(rules, TrickGameRules):
        raise ValueError(f"{rules.id} is no game of tricks: only those are played out")
    if policy not in POLICIES:
        raise ValueError(f"no policy {policy!r}: there are {' and '.join(map(repr, POLICIES))}")
    bids = "auction" in rules.phases
    for name, value in (("bidder", bidder), ("bid", bid), ("trump", trump)):
        if value is not None and not bids:
            raise ValueError(f"in {rules.id} nobody bids for trump: leave {name} out")
    if bidder is not None and bidder not in rules.persons:
        raise ValueError(f"no person {bidder!r} to bid: the persons are {' '.join(rules.persons)}")
    if bid is not None:
        check_count("bid", bid)
    if deal is not None:
        make_round(rules, deal)  # says what is wrong with it
        if rules.half_hidden and UNSEEN in deal.cards:
            raise ValueError("of hands half face down all cards have to be named: mam.worlds fills in unseen ones")
    dealers = {}
    trumps = _trumps(rules, trump, policy)
    for one in rules.persons if bidder is None else (bidder,):
        dealer = _dealer(rules, one, bid, trumps[0], deal)
        if dealer is not None:
            dealers[one] = dealer
        elif bidder is not None or deal is None:
            where = f" when {deal.dealer} deals" if deal else ""
            said = "any amount" if bid is None else rules.auction.format_amount(bid)
            raise ValueError(f"no auction of {rules.full_id} makes {one} the bidder at {said}{where}")
    if not dealers:
        raise ValueError(
            f"no auction of {rules.full_id} ends at {rules.auction.format_amount(bid or 0)} with this deal"
        )
    return Question(rules, check_seed(seed), policy, deal, dealers, trumps, bid)


def _trumps(rules: TrickGameRules, trump: Trump | None, policy: str) -> tuple[Trump, ...]:
    """Those of which one is named; where it is turned up, what holds if no color is."""
    every = trumps_of(rules)
    if trump is not None:
        if trump not in every:
            raise ValueError(f"trump may be {', '.join(one.word for one in every)} here, not {trump!r}")
        return (trump,)
    if rules.turns_trump:
        return every[-1:]
    return every if policy == "random" else tuple(one for one in every if not isinstance(one, NoTrump))


def _dealer(rules: TrickGameRules, bidder: str, bid: int | None, trump: Trump, deal: Deal | None) -> str | None:
    if deal is None:
        return rules.first_dealer or find_dealer(rules, bidder, bid, trump)
    if "auction" not in rules.phases:
        return deal.dealer if bidder == deal.dealer else None
    return deal.dealer if can_open(rules, deal.dealer, bidder, bid, trump) else None


def _cores() -> Sequence[int]:
    """The cores that this process may use."""
    return tuple(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)


# Playing


def find_pdep() -> int | None:
    """1 where the processor finds the n-th set bit by itself (BMI2), unless MAM_PORTABLE is set; None elsewhere.

    The two are different arguments to the kernel, so numba's cache keeps them apart.
    """
    return None if os.environ.get("MAM_PORTABLE") else _pdep_here()


@cache
def _pdep_here() -> int | None:
    from llvmlite import binding
    from numba import config

    if getattr(config, "CPU_NAME", None) or getattr(config, "CPU_FEATURES", None):
        return None  # compiled for another processor
    slow = binding.get_host_cpu_name() in ("znver1", "znver2")  # they have it, in microcode
    return 1 if binding.get_host_cpu_features().get("bmi2") and not slow else None


@contextmanager
def compiling() -> Iterator[None]:
    """Says once, in one line of a terminal, that the kernel is being compiled, if that is what takes so long."""
    told = Timer(1.0, _say_once, ["mam: compiling the kernel, some seconds, once …"])
    told.daemon = True
    told.start()
    try:
        yield
    finally:
        told.cancel()


def _say_once(words: str) -> None:
    # In a notebook the line would be kept among the outputs of whichever cell came first, and only of the first run.
    if words not in _said and sys.stderr.isatty():
        _said.add(words)
        print(words, file=sys.stderr, flush=True)


def _run(plan: Plan, first: int, found: NDArray[np.int32], log: NDArray[np.int64] | None) -> None:
    from mam.engine.tables import kernel

    kernel.play_rounds(
        plan.game, plan.policy, None, np.uint64(plan.question.seed % 2**64), first, found, log, find_pdep()
    )


def play_rows(question: Question, first: int, rows: int, *, compiled: bool) -> Playouts:
    """The rounds `first`, `first` + 1 … of those that `play_out` plays, in this thread: by the kernel, or the readable rules.

    Raises ImportError without numba, and Unsupported for rules that tables cannot hold, if they are to be `compiled`.
    """
    if not compiled:
        return _readable(question, rows, first)
    from mam.engine.rollouts.plan import make_plan

    plan = make_plan(question)
    return Playouts(question, _fixed(_play(plan, rows, 1, first)), plan.trumps, plan, first)


def _play(plan: Plan, rounds: int, threads: int, first: int = 0) -> NDArray[np.int32]:
    """What the kernel finds, each thread filling its own rows."""
    found = np.zeros((rounds, 4 + len(plan.deal.seats)), np.int32)
    with compiling():
        _run(plan, first, found[:1], None)
    starts = range(0, rounds, min(_CHUNK, -(-rounds // threads)))
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda start: _run(plan, first + start, found[start : start + starts.step], None), starts))
    return found


_behind: dict[tuple[bool, int | None], Thread] = {}  # what compiles the kernel, for each kind of arguments


def _is_ready(plan: Plan, seconds: float) -> bool:
    """Whether the kernel is compiled for such a plan, after so many seconds at most; compiling goes on behind."""
    kind = plan.policy is None, find_pdep()
    if kind not in _behind:
        found = np.zeros((1, 4 + len(plan.deal.seats)), np.int32)
        _behind[kind] = Thread(target=lambda: _run(plan, 0, found, None))
        _behind[kind].start()
    _behind[kind].join(seconds)
    return not _behind[kind].is_alive()


def play_logged(plan: Plan, first: int, rounds: int) -> Iterator[Any]:
    """So many rounds as `Plan.read` tells them."""
    found, log = _run_logged(plan, first, rounds)
    for row in range(rounds):
        yield plan.read(found[row].tolist(), log[row].tolist())


def _run_logged(plan: Plan, first: int, rounds: int) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    found = np.zeros((rounds, 4 + len(plan.deal.seats)), np.int32)
    log = np.zeros((rounds, plan.log_width), np.int64)
    with compiling():
        _run(plan, first, found, log)
    return found, log


def _readable(question: Question, rounds: int, first: int = 0) -> Playouts:
    """The same columns from the readable rules."""
    seats, trumps = question.rules.seats, trumps_of(question.rules)
    found = np.zeros((rounds, 4 + len(seats)), np.int32)
    for row in range(rounds):
        round = play_readable(question, first + row)
        chair = round.bidder or round.deal.dealer
        allies = sum(1 << seats.index(seat) for seat in round.sides[round.side_of(chair)])
        assert round.trump is not None
        found[row, :4] = seats.index(chair), trumps.index(round.trump), allies, round.nested
        for trick in round.tricks:
            if trick.winner is not None:
                found[row, 4 + seats.index(trick.winner)] += trick.value
    return Playouts(question, _fixed(found), trumps, None, first)


def _fixed(column: NDArray[Any]) -> NDArray[Any]:
    column.flags.writeable = False
    return column


_said: set[str] = set()


def _say_readable(why: str) -> None:
    """Once for each reason."""
    if why not in _said:
        _said.add(why)
        warnings.warn(f"{why}: these rounds are played on the readable rules, which is slower", stacklevel=3)


def warm() -> Iterator[str]:
    """Compile what playouts need, and say what is ready; afterwards it is read from numba's cache."""
    from time import perf_counter

    for policy in POLICIES:
        began = perf_counter()
        play_out(list_editions()[0], 1, seed=1, policy=policy).round(0)
        yield f"{policy} rounds: {perf_counter() - began:.1f} s"
