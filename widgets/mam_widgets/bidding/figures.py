"""What a bid brings: rounds played to their end in worlds consistent with a hand, counted for each trump. No browser."""

from __future__ import annotations

import sys
from bisect import bisect_left
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf, sqrt
from random import Random
from typing import TYPE_CHECKING, Any

from mam.engine import Unsupported
from mam.engine.backend import find_backend
from mam.engine.club.moves import choose_move
from mam.engine.rollouts.readable import list_trump_choices, play_auction
from mam.games.sampling import worlds
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.rules.auction import find_contract_range
from mam.rules.cards import NoTrump, Trump
from mam.rules.dealing import derive_seed
from mam.support.steps import in_steps, take_all

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mam.analysis.advice import Advice

WORLDS = 32_000
_READABLE = (4, 24)  # worlds by the readable rules before the compiled ones are ready
_SLOW = (4, 24, 100, 400)  # where the compiled rules cannot hold an edition
_WORLD_COUNTS = (500, 4_000, 12_000, 22_000, 32_000)
_SCORED_WORLDS = 4_000  # worlds whose scores are looked up: enough for an average, and each way is asked of the rules
_ADVICE_WORLDS = 2_000  # worlds in which the advice is found
_FEW = 8  # the same by the readable rules
_SURE = 1.96
_PRECISE = 0.025  # the largest standard error of a chance that is worth a headline


@dataclass(frozen=True, eq=False)
class Ends:
    """How the rounds with one trump ended: a row for each way, and how often it came. `money` is what each seat captured
    (of two sides, what the side did, under one of its seats), `allies` who scored with the bidder.
    """

    money: NDArray[np.int64]
    allies: NDArray[np.bool_]
    counts: NDArray[np.int64]

    def __getitem__(self, rows: Any) -> Ends:
        return Ends(self.money[rows], self.allies[rows], self.counts[rows])

    @cached_property
    def n(self) -> int:
        return int(self.counts.sum())

    @cached_property
    def captured(self) -> NDArray[np.int64]:
        """What the bidder's side captured."""
        sums: NDArray[np.int64] = (self.money * self.allies).sum(axis=1)
        return sums

    def chance(self, bid: int) -> float:
        """In what proportion of the rounds the bidder's side captured as much as this."""
        amounts, counts_from = self._totals
        return counts_from[bisect_left(amounts, bid)] / self.n

    @cached_property
    def _totals(self) -> tuple[list[int], list[int]]:
        """What was captured, in order, and for each amount how often that or more was; then 0: a curve asks for many chances."""
        order = self.captured.argsort()
        counts_from = self.counts[order][::-1].cumsum()[::-1]
        return self.captured[order].tolist(), [*counts_from.tolist(), 0]


def count_ends(money: Any, allies: Any, counts: Any = None) -> Ends:
    """Return the ways in which rounds ended, each once.

    >>> ends = count_ends([[200, 0], [200, 0], [150, 50]], [[True, False]] * 3)
    >>> ends.counts.tolist(), ends.chance(200)
    ([1, 2], 0.6666666666666666)
    """
    import numpy as np

    columns = np.column_stack([np.asarray(money, np.int64), np.asarray(allies, np.int64)])
    rows, row_numbers = np.unique(columns, axis=0, return_inverse=True)
    weights = np.ones(len(columns)) if counts is None else np.asarray(counts)
    seats = columns.shape[1] // 2
    frequencies = np.bincount(row_numbers.ravel(), weights=weights, minlength=len(rows)).astype(np.int64)
    return Ends(rows[:, :seats], rows[:, seats:].astype(np.bool_), frequencies)


def _join(before: Ends | None, new: Ends) -> Ends:
    import numpy as np

    if before is None:
        return new
    parts = (before, new)
    money, allies, counts = (
        np.concatenate([getattr(part, name) for part in parts]) for name in ("money", "allies", "counts")
    )
    return count_ends(money, allies, counts)


@dataclass(frozen=True, eq=False)
class Figures:
    """What was found for a hand. `ends` are the rounds with each trump, `points` a row for each trump and bid with the columns
    of `mam.analysis.outcomes.make_curve`; `compiled` says whether the fast rules played, `target` how many worlds are aimed
    at. Scores are averages over the worlds in `scored`, the first few thousand.
    """

    round: TrickRound = field(repr=False)
    bidder: str
    ends: Mapping[Trump, Ends] = field(repr=False)
    target: int
    compiled: bool
    scored: Mapping[Trump, Ends] = field(repr=False)
    score_cache: dict[tuple[Trump, int], tuple[float, ...]] = field(repr=False, default_factory=dict)

    @property
    def n(self) -> int:
        """The number of worlds."""
        return next(iter(self.ends.values())).n

    @property
    def is_precise(self) -> bool:
        """Whether there are enough deals for a headline: no chance has a standard error above 2.5 percentage points."""
        return 0.5 / sqrt(self.n) <= _PRECISE

    @cached_property
    def points(self) -> list[dict[str, Any]]:
        return [self.point(trump, bid) for trump in self.ends for bid in usual_bids(self.round)]

    @cached_property
    def best(self) -> dict[str, Any]:
        """The bid with the highest expected gain, of all trumps."""
        return max(self.points, key=lambda row: float(row["gain"]))

    @property
    def trump(self) -> Trump:
        """The trump of the best bid."""
        return next(trump for trump in self.ends if trump.value == self.best["trump"])

    def find_even_bid(self, trump: Trump) -> int | None:
        """Return the highest bid that is made in at least half of the deals; None if there is none."""
        even_bids = [
            bid
            for bid in find_contract_range(self.round.rules.auction).up_to(1500)
            if self.ends[trump].chance(bid) >= 0.5
        ]
        return even_bids[-1] if even_bids else None

    def find_last_gain(self, trump: Trump) -> int | None:
        """Return the highest bid with an expected score above zero, between two points of the curve by a straight line; None
        if there is none."""
        rows = [row for row in self.points if row["trump"] == str(trump.value)]
        gains = [index for index, row in enumerate(rows) if row["score"] > 0]
        if not gains:
            return None
        last_row, *rows_beyond = rows[gains[-1] :]
        if not rows_beyond:
            return int(last_row["bid"])
        step, fraction = (
            self.round.rules.auction.step,
            last_row["score"] / (last_row["score"] - rows_beyond[0]["score"]),
        )
        return int(last_row["bid"]) + int(fraction * (rows_beyond[0]["bid"] - last_row["bid"])) // step * step

    def point(self, trump: Trump, bid: int) -> dict[str, Any]:
        """Return one row of the curve, for any bid."""
        ends = self.ends[trump]
        chance, n = ends.chance(bid), ends.n
        take_all(self.prepare_point(trump, bid))
        score, score_standard_error, gain, gain_standard_error = self.score_cache[trump, bid]
        return {
            "trump": str(trump.value),
            "bid": bid,
            "chance": chance,
            "chance_standard_error": sqrt(chance * (1 - chance) / n),
            "score": score,
            "score_standard_error": score_standard_error,
            "gain": gain,
            "gain_standard_error": gain_standard_error,
            "n": n,
        }

    def prepare_point(self, trump: Trump, bid: int) -> Generator[None, None, None]:
        """Find in short steps what is entered for this bid on average, and that less what the others enter, each with its
        standard error."""
        from mam.engine.rollouts.scores import find_advantage, score_results

        if (trump, bid) in self.score_cache:
            return
        ends = self.scored[trump]
        scores = yield from score_results.in_steps(self.round, ends, self.bidder, bid)  # type: ignore[arg-type]
        person_scores = scores[self.round.rules.account_of(self.bidder)]
        gain = find_advantage(self.round, scores, self.bidder)
        self.score_cache[trump, bid] = (*_mean(person_scores, ends.counts), *_mean(gain, ends.counts))

    def spread(self, trump: Trump) -> list[tuple[int, int, float]]:
        """Return what the bidder's side captures: from, below, and in what proportion of the worlds."""
        ends = self.ends[trump]
        width = 50 if self.round.rules.auction.money else 1
        low, high = (int(amount) // width for amount in (ends.captured.min(), ends.captured.max()))
        edges = [number * width for number in range(low, high + 2)]
        chances = [ends.chance(edge) for edge in edges]
        return [
            (edge, edge + width, chance - next_chance)
            for edge, chance, next_chance in zip(edges, chances, chances[1:], strict=False)
        ]


def _mean(values: Any, counts: Any) -> tuple[float, float]:
    """Return the mean of values that came so often, and its standard error."""
    n = int(counts.sum())
    mean = float((values * counts).sum() / n)
    if n < 2:
        return mean, inf
    return mean, sqrt(float((counts * (values - mean) ** 2).sum()) / (n - 1) / n)


def find_bounds(chance: float, n: int) -> tuple[float, float]:
    """Return the 95% confidence interval (Wilson) of a proportion seen in a number of simulated deals.

    >>> [round(bound, 2) for bound in find_bounds(1.0, 4)]
    [0.51, 1.0]
    """
    z = _SURE * _SURE / n
    middle, half_width = chance + z / 2, _SURE * sqrt(chance * (1 - chance) / n + z / (4 * n))
    return max(0.0, (middle - half_width) / (1 + z)), min(1.0, (middle + half_width) / (1 + z))


def usual_bids(round: TrickRound) -> list[int]:
    """Return the bids worth drawing, from the minimum opening: for money in steps of some 25 thousand dollars."""
    rules = round.rules.auction
    step = max(rules.step, 25 // rules.step * rules.step) if rules.money else 1
    bids = find_contract_range(rules)
    return [*bids._replace(step=step).up_to(bids.minimum + 12 * step)]


def list_trumps(round: TrickRound) -> list[Trump]:
    """Return the colors that can be named."""
    return [trump for trump in list_trump_choices(round.rules) if not isinstance(trump, NoTrump)]


# Playing


@in_steps
def play_out(round: TrickRound, bidder: str, trump: Trump) -> Generator[None, None, TrickRound | None]:
    """Return the deal of this round played to its end by the club player, if this person has the bid and names this trump; None
    where no auction ends so.
    """
    played = play_auction(round.rules, round.deal, bidder, None, trump)
    while played is not None and not played.is_over:
        # The policy looks at nothing that the seat to play may not know, so it needs no view: that would take most of the time.
        move = choose_move(played, trump)
        assert move is not None  # the auction is over
        played = played._apply(move)
        if played.trick is not None and not played.trick.cards:
            yield
    return played


def read_end(round: TrickRound, bidder: str) -> tuple[list[int], list[bool]]:
    """Return what each seat captured in a finished round (of a side: under its first seat), and who scored with the bidder."""
    bidder_side = round.sides[round.side_of(bidder)]
    first = {seats[0]: round.captured[side] for side, seats in round.sides.items()}
    seats = round.rules.seats
    return [first.get(seat, 0) for seat in seats], [seat in bidder_side for seat in seats]


def study(view: View[TrickRound], seed: int, max_worlds: int = WORLDS, counted: int = 0) -> Iterator[Figures]:
    """Figures for whoever's view it is as the bidder, of growing numbers of worlds up to `max_worlds`: by the compiled rules where they
    can hold the edition, and a few by the readable ones before those are ready. Those of no more than `counted` worlds are left out.

    Raises ValueError when no auction can make this person the bidder.
    """
    return (figures for figures in study_in_steps(view, seed, max_worlds, counted) if figures is not None)


def study_in_steps(
    view: View[TrickRound], seed: int, max_worlds: int = WORLDS, counted: int = 0
) -> Iterator[Figures | None]:
    """The same in short steps: a None stands between two of them, where there are no figures yet."""
    slow = sorted({min(size, max_worlds) for size in _SLOW})
    readable = _leave_out(_readable(view, seed, slow, max_worlds), counted)
    readable_limit = min(max_worlds, _READABLE[-1])
    if counted < readable_limit and not (max_worlds > readable_limit and _is_compiled()):
        for figures in readable:
            yield figures
            if figures is not None and figures.n >= readable_limit:
                break
    if max_worlds <= readable_limit:
        return
    try:
        compiled = _compute_compiled(view, seed, sorted({min(size, max_worlds) for size in _WORLD_COUNTS}), max_worlds)
        yield from _leave_out(compiled, counted)
    except (Unsupported, ImportError):
        yield from (figures and replace(figures, target=slow[-1]) for figures in readable)


def _leave_out(steps: Iterator[Figures | None], counted: int) -> Iterator[Figures | None]:
    """Leave out figures of no more than `counted` worlds."""
    return (figures for figures in steps if figures is None or figures.n > counted)


def _is_compiled() -> bool:
    """Return whether the compiled rules answer at once: a browser's module is ready, numba's when it was used before."""
    if find_backend() == "wasm":
        return True
    kernel = sys.modules.get("mam.engine.tables.kernel")
    return kernel is not None and bool(kernel.play_rounds.signatures)


def _readable(view: View[TrickRound], seed: int, sizes: Sequence[int], target: int) -> Iterator[Figures | None]:
    round, person = view.round, view.person or ""
    world_stream = worlds(view, Random(derive_seed(seed, "worlds of the bids")))
    trumps = list_trumps(round)
    rows: dict[Trump, list[tuple[list[int], list[bool]]]] = {trump: [] for trump in trumps}
    for size in sizes:
        for _ in range(len(rows[trumps[0]]), size):
            world = next(world_stream)
            assert isinstance(world, TrickRound)
            for trump in trumps:
                played = yield from play_out.in_steps(world, person, trump)
                if played is None:
                    bidder_name, dealer_name = (round.rules.seat_names[seat] for seat in (person, round.deal.dealer))
                    raise ValueError(f"no auction can make {bidder_name} the bidder when {dealer_name} deals")
                rows[trump].append(read_end(played, person))
                yield None
        ends = {trump: count_ends(*zip(*finished, strict=True)) for trump, finished in rows.items()}
        yield from _ready(Figures(round, person, ends, target, False, ends))


def _compute_compiled(view: View[TrickRound], seed: int, sizes: Sequence[int], target: int) -> Iterator[Figures | None]:
    from mam.engine.rollouts.continuation import list_mask_cards, prepare

    yield None
    from mam.engine.rollouts.evaluation import Evaluator
    from mam.engine.rollouts.worlds import MaskDrawer

    round, person = view.round, view.person or ""
    for policy in ("rulebook", "club"):
        yield from prepare(round.rules, policy)
    drawer = MaskDrawer(round, list_mask_cards(round.rules))
    yield None
    ends: dict[Trump, Ends] = {}
    figures: Figures | None = None
    counted = 0
    for size in sizes:
        chunk_seed = derive_seed(seed, "worlds of the bids", counted) >> 2
        masks = yield from drawer.draw_in_steps(size - counted, chunk_seed)
        yield None
        evaluator = Evaluator(round, person, masks, "club", chunk_seed)
        for trump in list_trumps(round):
            end = yield from evaluator.run_as_bidder_in_steps(person, trump)
            yield None
            ends[trump] = _join(ends.get(trump), count_ends(_split_by_side(round, end), end.allies))
            yield None
        counted = size
        if figures is None or size <= _SCORED_WORLDS:
            figures = Figures(round, person, dict(ends), target, True, dict(ends))
        else:
            figures = replace(figures, ends=dict(ends))
        yield from _ready(figures)


def _ready(figures: Figures) -> Iterator[Figures | None]:
    """Yield the figures with their points, worked out here and not where they are shown: in short steps, None after each."""
    for trump in figures.ends:
        for bid in usual_bids(figures.round):
            yield from figures.prepare_point(trump, bid)
            figures.point(trump, bid)
            yield None
    figures.best  # noqa: B018
    yield figures


def _split_by_side(round: TrickRound, end: Any) -> Any:
    """Return what matters of the money: of two sides only what each took, under the first seat of each."""
    import numpy as np

    if round.rules.alliance == "alone":
        return end.money
    money = np.zeros_like(end.money)
    rows, bidder_columns, opponent_columns = (
        np.arange(len(money)),
        end.allies.argmax(axis=1),
        (~end.allies).argmax(axis=1),
    )
    money[rows, opponent_columns] = end.money.sum(axis=1) - end.captured
    money[rows, bidder_columns] = end.captured
    return money


def find_advice(view: View[TrickRound], seed: int, compiled: bool, max_worlds: int) -> Generator[None, None, Advice]:
    """Return what to call, by the calls so far and what the others may hold."""
    from mam.analysis.advice import advise

    n = min(_ADVICE_WORLDS if compiled else _FEW, max_worlds)
    return advise.in_steps(view, seed=derive_seed(seed, "advice"), n=n)


def find_all(
    hand: View[TrickRound],
    call_view: View[TrickRound] | None,
    seed: int,
    max_worlds: int,
    figures: Figures | None = None,
    advice: Advice | None = None,
) -> Iterator[tuple[Figures, Advice | None] | None]:
    """Figures of a hand and the advice in turn: as soon as many worlds are played, the advice, then the other worlds. A None
    stands between two short steps.

    `call_view` is the view of whoever is to call (None: nobody is advised), `figures` and `advice` what was found before.
    """
    if figures is not None and figures.n >= figures.target:
        if call_view is not None:
            advice = yield from find_advice(call_view, seed, figures.compiled, max_worlds)
            yield None  # to show it is a step of its own
        yield figures, advice
        return
    for new_figures in study_in_steps(hand, seed, max_worlds, figures.n if figures else 0):
        if new_figures is None:
            yield None
            continue
        yield new_figures, advice
        if advice is None and call_view is not None and (new_figures.compiled or new_figures.n >= new_figures.target):
            advice = yield from find_advice(call_view, seed, new_figures.compiled, max_worlds)
            yield None
            yield new_figures, advice
