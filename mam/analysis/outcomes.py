"""What would happen: alternatives tried in the same worlds, with errors, and the chance of making each bid.

All alternatives meet the same deals, so what differs between them is not the luck of the deal: a difference has a far
smaller error than either of its parts.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING, TextIO

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from mam.analysis.estimates import MARGIN
from mam.analysis.match_chances import Standing
from mam.analysis.trials import Alternative, Batch, GoTo, Trials
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.players.turns import Player
from mam.rules.auction import min_bid
from mam.rules.cards import NoTrump, Trump
from mam.rules.dealing import check_seed
from mam.rules.moves import Bid, Move, NameTrump, Play
from mam.text.notation import parse_move

if TYPE_CHECKING:
    from mam.engine.rollouts.continuation import RolloutResult
    from mam.engine.rollouts.worlds import Masks

MEASURES = ("gain", "score", "money", "made", "match")
_TRIED = MEASURES[:-1]  # what is found of each world; the chance in the match follows from the score
_FIRST_LOOK = 200  # worlds before a precision is believed
_PATIENCE = 20.0  # seconds, if nobody says how long it may take
_GO_TO = re.compile(r"go to (\d+)(?:, trump (\S+))?")


@dataclass(frozen=True, eq=False)
class Outcomes:
    """What came of each alternative, in the same worlds.

    `measure` is what is compared: "gain" (own score less the average score of the others), "score", "money" (what the own
    side captured) or "made" (whether the bid was made); in thousands of dollars, in some games points or tricks. `model`
    says in words what was supposed of unseen cards and later play. `stopped` says what ended it: "count", "precision",
    "time" or "interrupted".
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
        """What is compared: a row for each alternative, a column for each world."""
        return self.columns[self.measure]

    @property
    def best(self) -> Alternative:
        """The alternative with the highest estimate."""
        return self.alternatives[int(np.argmax(self.values.mean(axis=1)))]

    @property
    def frame(self) -> pd.DataFrame:
        """One row for each alternative, the best first.

        `estimate` and its standard `error`, `n` worlds, the paired `difference` to the best with `difference_error`; `made`
        is the share of worlds in which the bid was made (by whoever had it), `money` what the own side captured on average.
        """
        values, n = self.values, self.n
        best = values[int(np.argmax(values.mean(axis=1)))]
        rows = []
        for at, alternative in enumerate(self.alternatives):
            off = values[at] - best
            rows.append(
                {
                    "alternative": spell(alternative),
                    "estimate": values[at].mean(),
                    "error": _error(values[at]),
                    "n": n,
                    "difference": off.mean(),
                    "difference_error": _error(off),
                    "made": self.columns["made"][at].mean(),
                    "money": self.columns["money"][at].mean(),
                }
            )
        table = pd.DataFrame(rows).sort_values("estimate", ascending=False, kind="stable", ignore_index=True)
        return table

    @property
    def samples(self) -> pd.DataFrame:
        """One row for each world and alternative: `world`, `alternative`, `gain`, `score`, `money`, `made`, and `match` where totals were named."""
        names = [spell(one) for one in self.alternatives]
        return pd.DataFrame(
            {
                "world": np.tile(np.arange(self.n), len(names)),
                "alternative": np.repeat(names, self.n),
                **{name: values.ravel() for name, values in self.columns.items()},
            }
        )

    def __str__(self) -> str:
        lines = [f"{'':24}{self.measure:>10}{'':9}{'to the best':>14}"]
        for row in self.frame.head(12).itertuples():
            off = "" if not row.difference else f"{row.difference:>10.1f} ± {MARGIN * row.difference_error:.1f}"
            lines.append(f"{row.alternative:<24}{row.estimate:>10.1f} ± {MARGIN * row.error:<6.1f}{off:>17}")
        return "\n".join([*lines, f"{self.n:,} worlds in {self.seconds:.1f} s: {self.model}", "±: 95% margin of error"])


def spell(alternative: Alternative) -> str:
    """An alternative in notation, like "discard R1 Y1 B1, trump R"."""
    return ", ".join(map(str, alternative))


def _error(values: NDArray[np.float64]) -> float:
    return float(values.std(ddof=1) / sqrt(len(values))) if len(values) > 1 else float("inf")


def compare(
    view: View[Round],
    alternatives: Iterable[Move | GoTo | str | Sequence[Move | GoTo | str]] | None = None,
    *,
    seed: int = 1,
    n: int | None = None,
    precision: float | None = None,
    seconds: float | None = None,
    finish: str | Player = "rulebook",
    listen: bool = False,
    measure: str | None = None,
    totals: Mapping[str, int] | None = None,
    progress: bool | TextIO = False,
) -> Outcomes:
    """Try alternatives for the person to move, all of them in the same worlds that agree with the view.

    With `totals` (the score of the match under each name) it is the chance to win the match that is compared.
    `alternatives` are moves, texts in notation ("play R40", and in an auction "go to 220, trump R"), or sequences of them (a discard and a trump); all legal moves
    if left out. A bid stands for having the bid at that amount; a pass for leaving it to the others, who go as far as
    the rulebook player would. `finish` plays the rounds to their end: "rulebook" or "random" (compiled), "exact" (both sides at their
    best with all cards open; cards only), "search", or a player. `listen` keeps only worlds in which the rulebook
    player would have called as the others did (where the kernel plays; elsewhere all worlds are taken).

    It stops at `n` worlds, when each difference to the best has a standard error of at most `precision`, after so many
    `seconds`, whichever is first, or when it is interrupted (Ctrl-C), with what it has. With none of these it takes a
    number that suits the way of finishing, for 20 seconds at most. `progress` tells how it goes on standard error, or on a stream.

    Raises TypeError for what is no view, ValueError for a move that is not legal (naming the rule) and for budgets that
    are not above 0, Unsupported for exact answers in games that the solver does not know.

    >>> import mam
    >>> round = mam.make_position("make-a-million-1935", "N R40 B2 | E R30 B5 | S R1 B40 | W R2 B3", "B", bidder="N")
    >>> found = compare(mam.view(round, round.turn), seed=1, n=100)
    >>> found.n, found.measure
    (100, 'gain')
    """
    check_view(view)
    chosen = _check_alternatives(view, alternatives)
    measure = measure or ("match" if totals is not None else "gain")
    if measure not in MEASURES:
        raise ValueError(f"no measure {measure!r}: there are {', '.join(MEASURES)}")
    standing = _check_totals(view, measure, totals)
    for name, value in (("precision", precision), ("seconds", seconds)):
        if value is not None and (isinstance(value, bool) or not isinstance(value, int | float) or not value > 0):
            raise ValueError(f"{name} is a number above 0, or None, not {value!r}")
    if n is not None:
        _check_worlds(n)
    if finish == "exact" and not all(isinstance(move, Play) and len(one) == 1 for one in chosen for move in one):
        raise ValueError('finish="exact" compares cards to play; before that “rulebook” or “searching” can finish')
    batches, model, usual = Trials(view, finish, listen, check_seed(seed), chosen).begin()
    if (n, precision, seconds) == (None, None, None):
        n, seconds = usual, _PATIENCE
    gathered = _Gathering(chosen, measure, n, precision, seconds, progress, standing)
    stopped = gathered.run(batches)
    return Outcomes(view, chosen, measure, model, stopped, gathered.elapsed(), gathered.columns())


class _Gathering:
    """Batch after batch, until it is enough."""

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
        self.begun = time.monotonic()
        self.parts: dict[str, list[NDArray[np.float64]]] = {
            name: [] for name in (_TRIED if standing is None else MEASURES)
        }
        self.count = 0

    def elapsed(self) -> float:
        return time.monotonic() - self.begun

    def run(self, batches: Iterable[Batch]) -> str:
        """Take batches until one of the limits is met; says which."""
        try:
            for batch in batches:
                tried = [batch.tried(one) for one in self.alternatives]
                for name in _TRIED:
                    self.parts[name].append(np.array([getattr(one, name) for one in tried]))
                if self.standing is not None:
                    self.parts["match"].append(np.array([self.standing.chance(one.score, one.gain) for one in tried]))
                self.count += len(batch)
                self._tell()
                if reason := self._reason():
                    return reason
        except KeyboardInterrupt:
            if not self.count:
                raise
        finally:
            if self.stream is not None:
                print(file=self.stream, flush=True)
        return "interrupted"

    def _reason(self) -> str:
        if self.n is not None and self.count >= self.n:
            return "count"
        if self.seconds is not None and self.elapsed() >= self.seconds:
            return "time"
        if self.precision is not None and self.count >= _FIRST_LOOK:
            values = np.concatenate(self.parts[self.measure], axis=1)
            off = values - values[np.argmax(values.mean(axis=1))]
            if off.std(axis=1, ddof=1).max() / sqrt(self.count) <= self.precision:
                return "precision"
        return ""

    def _tell(self) -> None:
        if self.stream is None:
            return
        share = max(self.count / self.n if self.n else 0.0, self.elapsed() / self.seconds if self.seconds else 0.0)
        bar = f" {'#' * int(20 * min(share, 1)):<20}" if share else ""
        print(f"\r{self.count:,} worlds in {self.elapsed():.1f} s{bar}", end="", file=self.stream, flush=True)

    def columns(self) -> dict[str, NDArray[np.float64]]:
        # An interrupt may have come between two columns of a batch: what all of them have is what counts.
        last = self.count if self.n is None else min(self.count, int(self.n))
        return {name: np.concatenate(parts, axis=1)[:, :last] for name, parts in self.parts.items()}


def check_view(view: object) -> str:
    if not isinstance(view, View):
        raise TypeError(f"outcomes are asked of a view, like mam.view(round, 'N'), not of {view!r}")
    if view.round.over:
        raise ValueError("the round is over: there is nothing to choose any more")
    return view.person or view.round.actor or ""


def _check_worlds(n: object) -> None:
    if not isinstance(n, int) or isinstance(n, bool) or n < 1:
        raise ValueError(f"n is a whole number of worlds above 0, or None, not {n!r}")


def _check_totals(view: View[Round], measure: str, totals: Mapping[str, int] | None) -> Standing | None:
    if totals is None:
        if measure == "match":
            raise ValueError("for the chance to win the match, say how it stands: totals={'N-S': 650, 'E-W': 900}")
        return None
    rules = view.round.rules
    if not isinstance(totals, Mapping) or {*totals} != {*rules.accounts}:
        raise ValueError(f"totals are a number for each of {', '.join(rules.accounts)}, not {totals!r}")
    return Standing(rules.full_id, totals, rules.account_of(view.person or view.round.actor or ""))


def _check_alternatives(view: View[Round], given: object) -> tuple[Alternative, ...]:
    """The alternatives as moves, each judged."""
    if not view.to_move:
        raise ValueError(
            f"it is {view.round.name}'s turn: a view of the person to move is needed, not of {view.person}"
        )
    if given is None:
        return tuple((move,) for move in view.moves())
    if isinstance(given, str | Move | GoTo) or not isinstance(given, Iterable):
        raise TypeError(f"alternatives are a list of moves, like ['play R40', 'play B7'], not {given!r}")
    found: list[Alternative] = []
    for one in given:
        parts = [*one] if isinstance(one, list | tuple) else [one]
        moves = tuple(_as_move(part) for part in parts)
        round = view.round
        for number, move in enumerate(moves):
            if isinstance(move, NameTrump) and isinstance(moves[0], Bid):
                continue  # the trump that the bid would be for
            if isinstance(move, GoTo):
                if round.phase != "auction":
                    raise ValueError(f"“{move}” is no alternative: nobody is bidding now")
                continue
            ruling = view.why_not(move) if not number else round.why_not(move)
            if ruling is not None:
                raise ValueError(f"“{move}” is no alternative: “{ruling.because}” [{ruling.id}]")
            if len(moves) > 1 and not isinstance(move, Bid):
                round = round._apply(move)
        found.append(moves)
    if not found:
        raise ValueError("no alternative was named")
    return tuple(dict.fromkeys(found))


def _as_move(move: object) -> Move | GoTo:
    if isinstance(move, str):
        if limit := _GO_TO.fullmatch(move.strip()):
            named = parse_move(f"trump {limit[2]}") if limit[2] else None
            return GoTo(int(limit[1]), named.color if isinstance(named, NameTrump) else None)
        return parse_move(move)
    if not isinstance(move, Move | GoTo):
        raise TypeError(f"an alternative is a move, like Play(card) or 'play R40', not {move!r}")
    return move


def tell(progress: bool | TextIO, text: str) -> None:
    """A line on standard error (True) or on a stream that is written over by the next one."""
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
    finish: str = "rulebook",
    listen: bool = False,
) -> pd.DataFrame:
    """The chance of making each bid, and what bidding it is expected to score, for each trump.

    While bidding goes on the person whose view it is would be the bidder; later the bidder's side is asked about, as this
    person sees it. One row for each trump and bid (thousands of dollars): `chance` and `chance_error`, `score` (what the
    bidder's side enters) and `score_error`, `gain` (that less what the others enter) and `gain_error`, `n` worlds.
    All bids and trumps meet the same worlds.

    Raises TypeError for what is no view, ValueError where nobody bids, and Unsupported for hands half face down.

    >>> import mam
    >>> seen = mam.view(mam.start("make-a-million-1935", seed=7, dealer="S"), "N")
    >>> curve = make_curve(seen, seed=1, n=500, trumps=[mam.Color.YELLOW], bids=[175, 400])
    >>> curve.bid.tolist(), bool(curve.chance[0] > curve.chance[1])
    ([175, 400], True)
    """
    from mam.engine.rollouts.evaluation import Evaluator
    from mam.engine.rollouts.readable import list_trump_choices

    person, round = check_view(view), view.round
    if not isinstance(round, TrickRound) or "auction" not in round.rules.phases:
        raise ValueError(f"in {round.rules.id} nobody bids for trump: there is no bid to make")
    bidder = round.bidder or person
    if round.bidder is not None and round.trump is not None and round.discarded is not None:
        named: Sequence[Trump | None] = [round.trump]
    elif trumps is not None:
        named = [*trumps]
    else:
        named = [one for one in list_trump_choices(round.rules) if not isinstance(one, NoTrump)]
    amounts = _usual_bids(round) if bids is None else [*bids]
    if not amounts or any(not isinstance(bid, int) or isinstance(bid, bool) or bid < 0 for bid in amounts):
        raise ValueError(f"bids are whole numbers, at least one, like [175, 200], not {amounts!r}")
    _check_worlds(n)
    seed = check_seed(seed)
    trial = Evaluator(round, person, _draw_masks(view, n, seed, listen), finish, seed)
    rows = []
    for trump in named:
        end = trial.run_as_bidder(bidder, trump)
        spoken = {"trump": str(trump.value) if trump is not None else ""}
        rows += [spoken | {"bid": bid} | _row_of_curve(round, end, bidder, bid) | {"n": n} for bid in amounts]
    return pd.DataFrame(rows)


def _draw_masks(view: View[Round], n: int, seed: int, listen: bool) -> Masks:
    """Worlds for the kernel; if the calls are listened to, so many more that enough are left."""
    from mam.engine.rollouts.call_model import CallFilter
    from mam.engine.rollouts.continuation import list_mask_cards
    from mam.engine.rollouts.worlds import MaskDrawer

    round = view.round
    assert isinstance(round, TrickRound)
    drawer = MaskDrawer(round, list_mask_cards(round.rules))
    masks = drawer.draw(n, seed)
    if not (listen and round.calls):
        return masks
    listener = CallFilter(round, view.person, masks)
    while len(kept := listener.keep(masks)) < n:
        share = max(len(kept) / len(masks), 0.01)
        masks = drawer.draw(int(1.1 * n / share) + 100, seed)
    return kept[:n]


def _row_of_curve(round: TrickRound, end: RolloutResult, bidder: str, bid: int) -> dict[str, float]:
    from mam.engine.rollouts.scores import find_advantage, score_results

    scores = score_results(round, end, bidder, bid)
    own = scores[round.rules.account_of(bidder)].astype(np.float64)
    made = (end.taken >= bid).astype(np.float64)
    gain = find_advantage(round, scores, bidder)
    return {
        "chance": made.mean(),
        "chance_error": sqrt(made.mean() * (1 - made.mean()) / len(made)),
        "score": own.mean(),
        "score_error": _error(own),
        "gain": gain.mean(),
        "gain_error": _error(gain),
    }


def _usual_bids(round: TrickRound) -> list[int]:
    """The bids that can still be made, in steps of ten for money, up to what hardly any hand brings."""
    rules = round.rules.auction
    if round.bid is not None:
        return [round.bid]
    step = max(rules.step, 10 if rules.money else 1)
    low = min_bid(round.calls, rules)
    top = rules.most or (low + 30 * step if rules.money else low + 20)
    return [*range(low, top + 1, step)]
