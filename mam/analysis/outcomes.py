"""Compare moves on the same simulated deals, and estimate the chance of making each bid.

This is a paired comparison: the luck of the deal is the same for all alternatives, so a difference has a far smaller
standard error than either of its parts.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING, Any, TextIO

import numpy as np
from numpy.typing import NDArray

from mam.analysis.alternatives import Alternative, GoTo, describe_alternative, parse_limit
from mam.analysis.match_chances import Standing
from mam.analysis.trials import Batch, Trials
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.players.turns import Player
from mam.rules.auction import find_min_bid
from mam.rules.cards import NoTrump, Trump
from mam.rules.dealing import check_seed
from mam.rules.moves import Bid, Move, NameTrump, Play
from mam.support.estimates import Estimate
from mam.support.messages import quote, shorten
from mam.support.steps import in_steps
from mam.text.notation import parse_move

if TYPE_CHECKING:
    import pandas as pd

    from mam.engine.rollouts.continuation import RolloutResult
    from mam.engine.rollouts.worlds import Masks

MEASURES = ("gain", "score", "money", "made", "match")
_SIMULATED_MEASURES = MEASURES[:-1]  # what each world gives; the chance to win the match follows from the score
_MIN_WORLDS = 200  # before a standard error is trusted
_SECONDS = 20.0  # the time limit if none is given


@dataclass(frozen=True, eq=False)
class Outcomes:
    """The results of each alternative, in the same worlds (possible deals).

    `measure` is what is compared: "gain" (your score minus the mean score of the opponents), "score", "money" (what your side
    captured), "made" (whether the bid was made) or "match" (the chance to win it); in thousands of dollars, in some games
    points or tricks. `model` says what was assumed about unseen cards and later play. `stopped` says what ended the
    simulation: "count", "precision", "time" or "interrupted".
    """

    view: View[Round] = field(repr=False)
    alternatives: tuple[Alternative, ...]
    measure: str
    model: str
    stopped: str
    seconds: float
    columns: dict[str, NDArray[np.float64]] = field(repr=False)  # measure → alternative, world

    @property
    def n(self) -> int:
        """The number of worlds."""
        return int(self.columns["gain"].shape[1])

    @property
    def values(self) -> NDArray[np.float64]:
        """The values compared: a row for each alternative, a column for each world."""
        return self.columns[self.measure]

    @property
    def best(self) -> Alternative:
        """The alternative with the highest estimate."""
        return self.alternatives[int(np.argmax(self.values.mean(axis=1)))]

    @cached_property
    def rows(self) -> list[dict[str, Any]]:
        """One row for each alternative, the best first.

        `estimate` and its `standard_error`, `n` worlds, the paired `difference` to the best and its
        `difference_standard_error`; `made` is the proportion of worlds in which the bid was made (by whoever was the
        bidder), `money` the mean of what your side captured.
        """
        values, n = self.values, self.n
        best = values[int(np.argmax(values.mean(axis=1)))]
        rows = []
        for index, alternative in enumerate(self.alternatives):
            estimate, difference = estimate_mean(values[index]), estimate_mean(values[index] - best)
            rows.append(
                {
                    "alternative": describe_alternative(alternative),
                    "estimate": estimate.mean,
                    "standard_error": estimate.standard_error,
                    "n": n,
                    "difference": difference.mean,
                    "difference_standard_error": difference.standard_error,
                    "made": float(self.columns["made"][index].mean()),
                    "money": float(self.columns["money"][index].mean()),
                }
            )
        return sorted(rows, key=lambda row: -float(row["estimate"]))

    @property
    def frame(self) -> pd.DataFrame:
        """The rows as a table: `alternative`, `estimate` and the other columns of `rows`."""
        import pandas as pd  # it takes a while to load, and rows do without

        return pd.DataFrame(self.rows)

    @property
    def samples(self) -> pd.DataFrame:
        """One row for each world and alternative: `world`, `alternative`, `gain`, `score`, `money`, `made`, and `match` if totals were given."""
        import pandas as pd

        names = [describe_alternative(alternative) for alternative in self.alternatives]
        return pd.DataFrame(
            {
                "world": np.tile(np.arange(self.n), len(names)),
                "alternative": np.repeat(names, self.n),
                **{name: values.ravel() for name, values in self.columns.items()},
            }
        )

    def __str__(self) -> str:
        lines = [f"{'':24}{self.measure:>10}{'':9}{'to the best':>14}"]
        for row in self.rows[:12]:
            estimate = Estimate(row["estimate"], row["standard_error"], row["n"])
            difference = Estimate(row["difference"], row["difference_standard_error"], row["n"])
            text = f"{difference:.1f}" if row["difference"] else ""
            lines.append(f"{row['alternative']:<24}{estimate.mean:>10.1f} ± {estimate.margin:<6.1f}{text:>17}")
        lines += [f"{self.n:,} simulated deals in {self.seconds:.1f} s: {self.model}", "±: 95% margin of error"]
        return "\n".join(lines)


def estimate_mean(values: NDArray[np.float64]) -> Estimate:
    """Estimate the mean of independent values.

    >>> estimate_mean(np.array([1.0, 2.0, 3.0]))
    2.0000 (SE 0.5774, n = 3)
    """
    standard_error = float(values.std(ddof=1) / sqrt(len(values))) if len(values) > 1 else float("inf")
    return Estimate(float(values.mean()), standard_error, len(values))


@in_steps
def compare(
    view: View[Round],
    alternatives: Iterable[Move | GoTo | str | Sequence[Move | GoTo | str]] | None = None,
    *,
    seed: int = 1,
    n: int | None = None,
    precision: float | None = None,
    seconds: float | None = None,
    finish: str | Player = "club",
    listen: bool = False,
    measure: str | None = None,
    totals: Mapping[str, int] | None = None,
    progress: bool | TextIO = False,
) -> Generator[None, None, Outcomes]:
    """Compare alternatives for the person to move, all in the same worlds consistent with the view.

    `alternatives` are moves, texts in notation ("play R40", and in an auction "go to 220, trump R"), or sequences of them (a
    discard and a trump); all legal moves if left out. A bid stands for being the bidder at that amount; a pass leaves the
    auction to the others, who bid as the rulebook player would. `finish` plays the rounds to the end: "club" (the rulebook
    player where it has learned nothing), "rulebook" or "random" (compiled), "exact" (both sides play perfectly with all cards
    open; only for cards), "expert", or a player. With `listen` each world is weighted by the probability of the others'
    calls, discard and cards in it (where the kernel plays; elsewhere all worlds are equally likely). With `totals` (the score of the match for each
    side) the chance to win the match is compared.

    The simulation stops after `n` worlds, when each difference to the best has a standard error of at most `precision`, or
    after `seconds`, whichever is first. An interrupt (Ctrl-C) stops it with the results so far. Without any limit it uses a
    suitable number of worlds and takes at most 20 seconds. `progress` reports on standard error, or on a stream.

    Raises TypeError for anything but a view, ValueError for an illegal move (naming the rule) and for limits that are not
    positive, Unsupported for exact answers in games that the solver does not know.

    >>> import mam
    >>> round = mam.make_position("make-a-million-1935", "N R40 B2 | E R30 B5 | S R1 B40 | W R2 B3", "B", bidder="N")
    >>> outcomes = compare(mam.view(round, round.turn), seed=1, n=100)
    >>> outcomes.n, outcomes.measure
    (100, 'gain')
    """
    check_view(view)
    options = _check_alternatives(view, alternatives)
    measure = measure or ("match" if totals is not None else "gain")
    if measure not in MEASURES:
        raise ValueError(f"unknown measure {quote(measure)}: use one of {', '.join(MEASURES)}")
    standing = _check_totals(view, measure, totals)
    for name, value in (("precision", precision), ("seconds", seconds)):
        if value is not None and (isinstance(value, bool) or not isinstance(value, int | float) or not value > 0):
            raise ValueError(f"{name} is a positive number, or None, not {quote(value)}")
    if n is not None:
        _check_worlds(n)
    if finish == "exact" and not all(isinstance(move, Play) and len(moves) == 1 for moves in options for move in moves):
        raise ValueError('finish="exact" compares cards to play; before the play use “club” or “expert”')
    trials = Trials(view, finish, listen, check_seed(seed), options)
    yield from trials.prepare()
    batches, model, default_n = trials.begin()
    if (n, precision, seconds) == (None, None, None):
        n, seconds = default_n, _SECONDS
    simulation = _Simulation(options, measure, n, precision, seconds, progress, standing)
    stopped = yield from simulation.run(batches)
    return Outcomes(view, options, measure, model, stopped, simulation.count_seconds(), simulation.columns())


class _Simulation:
    """Batch after batch, until a limit is reached."""

    def __init__(
        self,
        alternatives: tuple[Alternative, ...],
        measure: str,
        n: float | None,
        precision: float | None,
        seconds: float | None,
        progress: bool | TextIO,
        standing: Standing | None,
    ) -> None:
        self.standing = standing
        self.alternatives, self.measure = alternatives, measure
        self.n, self.precision, self.seconds = n, precision, seconds
        self.stream = sys.stderr if progress is True else progress or None
        self.start_time = time.monotonic()
        self.parts: dict[str, list[NDArray[np.float64]]] = {
            name: [] for name in (_SIMULATED_MEASURES if standing is None else MEASURES)
        }
        self.count = 0

    def count_seconds(self) -> float:
        return time.monotonic() - self.start_time

    def run(self, batches: Iterable[Batch | None]) -> Generator[None, None, str]:
        """Simulate batches, an alternative at a time, until a limit is reached; return which one."""
        try:
            for batch in batches:
                yield
                if batch is None:  # it is still being drawn
                    continue
                results = []
                for alternative in self.alternatives:
                    results.append((yield from batch.simulate(alternative)))
                    yield
                for name in _SIMULATED_MEASURES:
                    self.parts[name].append(np.array([getattr(result, name) for result in results]))
                if self.standing is not None:
                    self.parts["match"].append(
                        np.array([self.standing.chance(result.score, result.gain) for result in results])
                    )
                self.count += len(batch)
                self._report()
                if limit := self._has_reached_limit():
                    return limit
        except KeyboardInterrupt:
            if not self.count:
                raise
        finally:
            if self.stream is not None:
                print(file=self.stream, flush=True)
        return "interrupted"

    def _has_reached_limit(self) -> str:
        if self.n is not None and self.count >= self.n:
            return "count"
        if self.seconds is not None and self.count_seconds() >= self.seconds:
            return "time"
        if self.precision is not None and self.count >= _MIN_WORLDS:
            values = np.concatenate(self.parts[self.measure], axis=1)
            differences = values - values[np.argmax(values.mean(axis=1))]
            if differences.std(axis=1, ddof=1).max() / sqrt(self.count) <= self.precision:
                return "precision"
        return ""

    def _report(self) -> None:
        if self.stream is None:
            return
        fraction = max(
            self.count / self.n if self.n else 0.0, self.count_seconds() / self.seconds if self.seconds else 0.0
        )
        bar = f" {'#' * int(20 * min(fraction, 1)):<20}" if fraction else ""
        print(
            f"\r{self.count:,} simulated deals in {self.count_seconds():.1f} s{bar}",
            end="",
            file=self.stream,
            flush=True,
        )

    def columns(self) -> dict[str, NDArray[np.float64]]:
        # An interrupt may come between two columns of a batch: only complete batches count.
        last = self.count if self.n is None else min(self.count, int(self.n))
        return {name: np.concatenate(parts, axis=1)[:, :last] for name, parts in self.parts.items()}


def check_view(view: object) -> str:
    """Return the person whose decision it is. Raises TypeError for anything but a view, ValueError when the round is over."""
    if not isinstance(view, View):
        raise TypeError(f"take a view, like mam.view(round, 'N'), not {quote(view)}")
    if view.round.is_over:
        raise ValueError("the round is over: there is nothing left to decide")
    return view.person or view.round.actor or ""


def _check_worlds(n: object) -> None:
    if not isinstance(n, int) or isinstance(n, bool) or n < 1:
        raise ValueError(f"n is a whole number, 1 or more, or None, not {quote(n)}")


def _check_totals(view: View[Round], measure: str, totals: Mapping[str, int] | None) -> Standing | None:
    if totals is None:
        if measure == "match":
            raise ValueError("the chance to win the match depends on the score: give totals={'N-S': 650, 'E-W': 900}")
        return None
    rules = view.round.rules
    if not isinstance(totals, Mapping) or {*totals} != {*rules.accounts}:
        raise ValueError(f"totals are a number for each of {', '.join(rules.accounts)}, not {quote(totals)}")
    return Standing(rules.full_id, totals, rules.account_of(view.person or view.round.actor or ""))


def _check_alternatives(view: View[Round], choices: object) -> tuple[Alternative, ...]:
    """Return the alternatives as moves. Raises ValueError for an illegal one, naming the rule."""
    if not view.to_move:
        raise ValueError(f"it is {view.round.name}'s turn: take a view of the person to move, not of {view.person}")
    if choices is None:
        return tuple((move,) for move in view.legal_moves)
    if isinstance(choices, str | Move | GoTo) or not isinstance(choices, Iterable):
        raise TypeError(f"alternatives are a list of moves, like ['play R40', 'play B7'], not {quote(choices)}")
    alternatives: list[Alternative] = []
    for item in choices:
        parts = [*item] if isinstance(item, list | tuple) else [item]
        moves = tuple(_as_move(part) for part in parts)
        round = view.round
        for number, move in enumerate(moves):
            if isinstance(move, NameTrump) and isinstance(moves[0], Bid):
                continue  # the trump that the bid would be for
            if isinstance(move, GoTo):
                if round.phase != "auction":
                    raise ValueError(f"“{shorten(str(move))}” is not possible now: this is not an auction")
                continue
            ruling = view.why_not(move) if not number else round.why_not(move)
            if ruling is not None:
                raise ValueError(f"“{shorten(str(move))}” is not legal: {ruling.reason} [{ruling.id}]")
            if len(moves) > 1 and not isinstance(move, Bid):
                round = round._apply(move)
        alternatives.append(moves)
    if not alternatives:
        raise ValueError("name at least one alternative")
    return tuple(dict.fromkeys(alternatives))


def _as_move(move: object) -> Move | GoTo:
    if isinstance(move, str):
        return parse_limit(move) or parse_move(move)
    if not isinstance(move, Move | GoTo):
        raise TypeError(f"an alternative is a move, like Play(card) or 'play R40', not {quote(move)}")
    return move


def show_progress(progress: bool | TextIO, text: str) -> None:
    """Write a line on standard error (True) or on a stream; the next one overwrites it."""
    stream = sys.stderr if progress is True else progress or None
    if stream is not None:
        print(f"\r{text}", end="", file=stream, flush=True)


# Bids


def make_curve(
    view: View[Round],
    *,
    seed: int = 1,
    bids: Iterable[int] | None = None,
    trumps: Iterable[Trump] | None = None,
    n: int = 2000,
    finish: str = "club",
    listen: bool = False,
) -> pd.DataFrame:
    """Estimate the chance of making each bid and its expected score, for each trump.

    During the auction the person whose view it is would be the bidder; later this is about the bidder's side, as this
    person sees it. One row for each trump and bid (thousands of dollars): `chance`, `score` (of the bidder's side) and `gain`
    (that minus the opponents' score), each with its standard error (`chance_standard_error` …), and `n` worlds. All bids and
    trumps are compared in the same worlds.

    Raises TypeError for anything but a view, ValueError if nobody bids in this game, Unsupported for half-hidden hands.

    >>> import mam
    >>> view = mam.view(mam.start("make-a-million-1935", seed=7, dealer="S"), "N")
    >>> curve = make_curve(view, seed=1, n=500, trumps=[mam.Color.YELLOW], bids=[175, 400])
    >>> curve.bid.tolist(), bool(curve.chance[0] > curve.chance[1])
    ([175, 400], True)
    """
    import pandas as pd

    from mam.engine.rollouts.evaluation import Evaluator
    from mam.engine.rollouts.readable import list_trump_choices

    person, round = check_view(view), view.round
    if not isinstance(round, TrickRound) or "auction" not in round.rules.phases:
        raise ValueError(f"{round.rules.id} has no auction for trump, so there is no bid to make")
    bidder = round.bidder or person
    if round.bidder is not None and round.trump is not None and round.discarded is not None:
        trumps_to_try: Sequence[Trump | None] = [round.trump]
    elif trumps is not None:
        trumps_to_try = [*trumps]
    else:
        trumps_to_try = [trump for trump in list_trump_choices(round.rules) if not isinstance(trump, NoTrump)]
    amounts = _usual_bids(round) if bids is None else [*bids]
    if not amounts or any(not isinstance(bid, int) or isinstance(bid, bool) or bid < 0 for bid in amounts):
        raise ValueError(f"bids are whole numbers, at least one, like [175, 200], not {quote(amounts)}")
    _check_worlds(n)
    seed = check_seed(seed)
    trial = Evaluator(round, person, _draw_masks(view, n, seed, listen), finish, seed)
    rows = []
    for trump in trumps_to_try:
        end = trial.run_as_bidder(bidder, trump)
        name = {"trump": str(trump.value) if trump is not None else ""}
        rows += [name | {"bid": bid} | _row_of_curve(round, end, bidder, bid) | {"n": n} for bid in amounts]
    return pd.DataFrame(rows)


def _draw_masks(view: View[Round], n: int, seed: int, listen: bool) -> Masks:
    """Draw worlds for the kernel; with `listen` each is weighted by the probability of the others' calls, discard and cards in it."""
    from mam.engine.rollouts.continuation import list_mask_cards
    from mam.engine.rollouts.inference import has_evidence
    from mam.engine.rollouts.listener import Listener
    from mam.engine.rollouts.worlds import MaskDrawer

    round, person = view.round, view.person
    assert isinstance(round, TrickRound)
    drawer = MaskDrawer(round, list_mask_cards(round.rules))
    if listen and person is not None and has_evidence(round, person):
        return Listener(round, person, drawer, seed).draw(n, seed)
    return drawer.draw(n, seed)


def _row_of_curve(round: TrickRound, end: RolloutResult, bidder: str, bid: int) -> dict[str, float]:
    from mam.engine.rollouts.scores import find_advantage, score_results

    scores = score_results(round, end, bidder, bid)
    is_made = (end.captured >= bid).astype(np.float64)
    estimates = {
        "chance": Estimate.of_proportion(is_made.mean(), len(is_made)),
        "score": estimate_mean(scores[round.rules.account_of(bidder)].astype(np.float64)),
        "gain": estimate_mean(find_advantage(round, scores, bidder)),
    }
    row: dict[str, float] = {}
    for name, estimate in estimates.items():
        row |= {name: estimate.mean, f"{name}_standard_error": estimate.standard_error}
    return row


def _usual_bids(round: TrickRound) -> list[int]:
    """List the bids that are still possible, in steps of ten for money, up to more than almost any hand makes."""
    rules = round.rules.auction
    if round.bid is not None:
        return [round.bid]
    step = max(rules.step, 10 if rules.money else 1)
    low = find_min_bid(round.calls, rules)
    top = rules.max_bid or (low + 30 * step if rules.money else low + 20)
    return [*range(low, top + 1, step)]
