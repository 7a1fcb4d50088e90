"""Advise what to bid, discard, name or play, with reasons; and review what each decision of a record cost.

Advice never uses more than the person to move can know: every figure comes from deals consistent with that person's view.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, TextIO

from mam.analysis import outcomes
from mam.analysis.alternatives import Alternative, GoTo, as_alternative, describe_alternative
from mam.analysis.explanations import explain_alternative, explain_difference
from mam.analysis.outcomes import Outcomes
from mam.games.phases.trump import is_bid
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import View, view
from mam.players.candidates import list_discards, rank_trumps
from mam.players.turns import Player, find_only_move
from mam.records import Record
from mam.rules.auction import find_min_bid
from mam.rules.dealing import derive_seed
from mam.rules.moves import Bid, Discard, Move, NameTrump, Pass
from mam.support.estimates import MARGIN, Estimate
from mam.support.messages import quote
from mam.support.steps import in_steps, yield_result

if TYPE_CHECKING:
    import pandas as pd

_STEPS = (0, 10, 20, 30, 40, 60, 80, 110, 150)  # above the minimum bid, in thousands of dollars: the limits compared
_POINTS = range(6)  # the same for points
_MAX_ROWS = 10


@dataclass(frozen=True, eq=False, repr=False)
class Advice:
    """What a person should do, and why.

    `rows` (`table` as a DataFrame) has one for each alternative, the best first: `move`, `alternative` (in an auction the limit to bid up to, with a
    discard the trump it is meant for), `reason`, `is_tied` (these deals can't tell it from the best, at 95%), and what `Outcomes.rows` has.
    """

    outcomes: Outcomes = field(repr=False)
    rows: list[dict[str, Any]] = field(repr=False)
    moves: tuple[Move, ...] = field(repr=False)

    def __repr__(self) -> str:
        return f"advice: {self.best} ({len(self.rows)} alternatives in {self.outcomes.n:,} simulated deals)"

    @cached_property
    def table(self) -> pd.DataFrame:
        """The rows as a table."""
        import pandas as pd  # it takes a while to load, and rows do without

        return pd.DataFrame(self.rows)

    @property
    def best(self) -> Move:
        """The recommended move."""
        return self.moves[0]

    @property
    def is_clear(self) -> bool:
        """Whether every other move is worse by more than two standard errors."""
        worse_moves = (row for row in self.rows if row["move"] != str(self.best))
        return all(row["difference"] < -2 * row["difference_standard_error"] for row in worse_moves)

    def __str__(self) -> str:
        labels = {"match": "chance to win the match, percent", "made": "chance to make the bid"}
        measure = self.outcomes.measure
        lines = [f"{self.best} ({labels.get(measure, measure)}; {self.outcomes.n:,} simulated deals)"]
        for row in self.rows[:_MAX_ROWS]:
            estimate = Estimate(row["estimate"], row["standard_error"], row["n"])
            difference = Estimate(row["difference"], row["difference_standard_error"], row["n"])
            text = f"{difference.mean:+8.1f} ± {difference.margin:<5.1f}" if row["difference"] else " " * 16
            lines.append(
                f"  {row['alternative']:<26}{estimate.mean:>8.1f} ± {estimate.margin:<5.1f}{text}  {row['reason']}"
            )
        if len(self.rows) > _MAX_ROWS:
            lines.append(f"  … and {len(self.rows) - _MAX_ROWS} more")
        if tied := [row["alternative"] for row in self.rows if row["is_tied"]][1:]:
            lines.append(f"These simulated deals can't tell the best from: {', '.join(tied)}.")
        lines += [f"Model: {self.outcomes.model}.", "±: 95% margin of error."]
        return "\n".join(lines)


@in_steps
def advise(
    view: View[Round],
    *,
    seed: int = 1,
    n: int | None = None,
    seconds: float | None = None,
    precision: float | None = None,
    finish: str | Player = "club",
    listen: bool = True,
    totals: Mapping[str, int] | None = None,
    progress: bool | TextIO = False,
) -> Generator[None, None, Advice]:
    """Advise the person to move: a bid, a discard with the trump it is for, a trump, a card.

    In an auction the alternatives are limits to bid up to, and passing. With the `totals` of a match (thousands of dollars
    for each side) the chance to win it is compared, so near the end other moves may be right. The limits, `finish` and
    `listen` are those of `outcomes.compare`, whose errors this raises.

    >>> import mam
    >>> round = mam.start("make-a-million-1935", seed=7, dealer="S").play(mam.Bid(195))
    >>> advice = advise(mam.view(round, "W"), n=500)
    >>> advice.best, "reason" in advice.table
    (bid 205, True)
    """
    outcomes.check_view(view)
    if view.person is None:
        raise ValueError("advice is for one person, who does not see all cards: take mam.view(round, round.actor)")
    alternatives = list_alternatives(view)
    compared = yield from outcomes.compare.in_steps(
        view,
        alternatives,
        seed=seed,
        n=n,
        seconds=seconds,
        precision=precision,
        finish=finish,
        listen=listen,
        totals=totals,
        progress=progress,
    )
    yield
    return _rank(view, compared)


def list_alternatives(view: View[Round]) -> tuple[Alternative, ...]:
    """List the alternatives for the person to move: limits in an auction, each discard with a trump after the nest."""
    round = view.round
    if isinstance(round, TrickRound) and round.phase == "auction" and round.rules.scoring.method != "exact":
        return tuple(_list_limits(round, view.legal_moves))
    if isinstance(round, TrickRound) and round.phase == "nest":
        settled = is_bid(round)
        return tuple(
            (Discard(cards),) if settled else (Discard(cards), NameTrump(trump))
            for cards, trump in list_discards(round)
        )
    return tuple((move,) for move in view.legal_moves)


def _list_limits(round: TrickRound, moves: Sequence[Move]) -> Iterator[Alternative]:
    rules = round.rules.auction
    minimum = find_min_bid(round.calls, rules)
    if Pass() in moves:
        yield (Pass(),)
    colors = {move.color for move in moves if isinstance(move, Bid) and move.amount == minimum}
    trumps = [trump for trump in rank_trumps(round) if None in colors or trump in colors][:2]
    for step in _STEPS if rules.money else _POINTS:
        if colors and (rules.max_bid is None or minimum + step <= rules.max_bid):
            yield from ((GoTo(minimum + step, trump),) for trump in trumps)


def _rank(view: View[Round], compared: Outcomes) -> Advice:
    by_name = {describe_alternative(alternative): alternative for alternative in compared.alternatives}
    order = [by_name[row["alternative"]] for row in compared.rows]
    moves = tuple(_first_move(view, alternative) for alternative in order)
    rows = []
    for move, alternative, compared_row in zip(moves, order, compared.rows, strict=True):
        margin = MARGIN * compared_row["difference_standard_error"]
        is_tied = compared_row["difference"] + margin >= 0  # the best itself is 0 behind
        row = {"move": str(move), **compared_row, "is_tied": is_tied}
        rows.append(row | {"reason": explain_alternative(view, alternative, row)})
    return Advice(compared, rows, moves)


def _first_move(view: View[Round], alternative: Alternative) -> Move:
    """Return the move that starts an alternative: to go up to an amount is to make the minimum bid now."""
    first = alternative[0]
    if not isinstance(first, GoTo):
        return first
    round = view.round
    assert isinstance(round, TrickRound)
    color = first.trump if round.rules.auction.speaks_color else None
    return Bid(find_min_bid(round.calls, round.rules.auction), color)


# Looking back


def review(
    record: Record | Round,
    *,
    seed: int = 1,
    n: int = 400,
    persons: str | None = None,
    finish: str | Player = "club",
    listen: bool = True,
    progress: bool | TextIO = False,
) -> pd.DataFrame:
    """Estimate what each decision of a round cost, given what its person could know then.

    One row for each decision with a choice: `step` (moves made before), `person`, `phase`, `move`, `best`, `cost` (the gain of
    the best move minus the gain of the move made, in thousands of dollars or points) with its `standard_error`, `n` worlds, and
    `reason` (for the best move). The best move is chosen in `n` worlds and its cost estimated in `n` others, so that luck in
    choosing does not look like cost; so a cost may come out a little below 0. `expected_gain` is that of the better of the two: what
    the position was worth. `difference` explains in sentences what the best move does better. A bid within the limit of the
    best plan is the first step of that plan and costs nothing. `persons` names whose decisions.

    Raises TypeError for anything but a record or a round, ValueError for a record with unseen cards, and what
    `outcomes.compare` raises.

    >>> import mam
    >>> round = mam.start("make-a-million-1935", seed=7, dealer="S").play(mam.Bid(200)).play(mam.Bid(300))
    >>> table = review(round, n=100)
    >>> table.move.tolist(), bool(table.cost[1] > 50)
    (['bid 200', 'bid 300'], True)
    """
    judged = review_each(record, seed=seed, n=n, persons=persons, finish=finish, listen=listen, progress=progress)
    columns = ["step", "person", "phase", "move", "best", "cost", "standard_error", "n", "expected_gain", "reason"]
    columns.append("difference")
    import pandas as pd

    return pd.DataFrame(list(judged), columns=columns)


def review_each(
    record: Record | Round,
    *,
    seed: int = 1,
    n: int = 400,
    seconds: float | None = None,
    persons: str | None = None,
    start: int = 0,
    finish: str | Player = "club",
    listen: bool = True,
    progress: bool | TextIO = False,
) -> Iterator[dict[str, object]]:
    """Yield the rows of a `review` one by one, from the step `start` on; with `seconds`, no simulation takes longer.

    Raises what `review` raises.
    """
    steps = review_in_steps(
        record,
        seed=seed,
        n=n,
        seconds=seconds,
        persons=persons,
        start=start,
        finish=finish,
        listen=listen,
        progress=progress,
    )
    return (row for row in steps if row is not None)


def review_in_steps(
    record: Record | Round,
    *,
    seed: int = 1,
    n: int = 400,
    seconds: float | None = None,
    persons: str | None = None,
    start: int = 0,
    finish: str | Player = "club",
    listen: bool = True,
    progress: bool | TextIO = False,
) -> Iterator[dict[str, object] | None]:
    """Do what `review_each` does in short steps: a None stands between two of them, where there is no row yet."""
    if isinstance(record, Record):
        last: Round = record.rounds()[-1]
    elif isinstance(record, Round):
        last = record
    else:
        raise TypeError(f"review needs a record or a round, not {quote(record)}")
    for step, move in enumerate(last.history[start:], start):
        before = last.at(step)
        person = before.actor or ""
        if (persons is not None and person not in persons) or find_only_move(before) is not None:
            yield None  # to find the position takes a while, too
            continue
        decision_seed = derive_seed(seed, "review", step)
        yield from yield_result(
            _judge(view(before, person), step, person, move, last, decision_seed, n, seconds, finish, listen)
        )
        if progress:
            outcomes.show_progress(progress, f"step {step + 1} of {len(last.history)}")


def _judge(
    view: View[Round],
    step: int,
    person: str,
    move: Move,
    last: Round,
    seed: int,
    n: int,
    seconds: float | None,
    finish: str | Player,
    listen: bool,
) -> Generator[None, None, dict[str, object]]:
    chosen = as_alternative(view, move, last)
    alternatives = dict.fromkeys((*list_alternatives(view), chosen))
    first = yield from outcomes.compare.in_steps(
        view, alternatives, seed=seed, n=n, seconds=seconds, finish=finish, listen=listen
    )
    best = first.best
    if _is_within(view.round, chosen, best):
        chosen = best
    pair = dict.fromkeys((best, chosen))
    comparison = yield from outcomes.compare.in_steps(
        view, pair, seed=seed + 1, n=n, seconds=seconds, finish=finish, listen=listen
    )
    cost = outcomes.estimate_mean(comparison.values[0] - comparison.values[-1])
    advice = _rank(view, first)
    rows = {str(row["alternative"]): row for row in comparison.rows}
    best_row, chosen_row = rows[describe_alternative(best)], rows[describe_alternative(chosen)]
    sentences = [] if chosen == best else explain_difference(view, best, chosen, best_row, chosen_row)
    return {
        "step": step,
        "person": person,
        "phase": view.round.phase,
        "move": str(move),
        "best": describe_alternative(best),
        "cost": cost.mean,
        "standard_error": cost.standard_error,
        "n": comparison.n,
        "expected_gain": max(float(best_row["estimate"]), float(chosen_row["estimate"])),
        "reason": advice.rows[0]["reason"],
        "difference": " ".join(sentences),
        "sentences": sentences,
    }


def _is_within(round: Round, chosen: Alternative, best: Alternative) -> bool:
    """Return whether a bid is a step of the best plan: no higher than its limit, and on its trump where bids name one."""
    bid, plan = chosen[0], best[0]
    if not (isinstance(round, TrickRound) and isinstance(bid, GoTo) and isinstance(plan, GoTo)):
        return False
    return bid.limit <= plan.limit and (bid.trump == plan.trump or not round.rules.auction.speaks_color)
