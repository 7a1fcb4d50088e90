"""Advice: what to bid, put out, name or play, ranked, with errors and the reason in words; and what a whole record cost.

It never knows more than the person to move: every figure comes from deals that agree with that person's view.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TextIO

import numpy as np
import pandas as pd

from mam.analysis import outcomes
from mam.analysis.estimates import MARGIN
from mam.analysis.explanations import because
from mam.analysis.outcomes import Outcomes, spell
from mam.analysis.trials import Alternative, GoTo
from mam.engine import strategy
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import View, view
from mam.players.candidates import list_discards, rank_trumps
from mam.players.turns import Player, find_only_move
from mam.records.record import Record
from mam.rules.auction import min_bid
from mam.rules.dealing import derive_seed
from mam.rules.editions import TrickGameRules
from mam.rules.moves import Bid, Discard, Move, NameTrump, Pass

_STEPS = (0, 10, 20, 30, 40, 60, 80, 110, 150)  # how far beyond the least bid is looked, in thousands of dollars
_POINTS = range(6)  # the same for points
_SHOWN = 10


@dataclass(frozen=True, eq=False, repr=False)
class Advice:
    """What a person should do, and why.

    `table` has a row for each thing that was considered, the best first: `move`, `alternative` (in an auction how far to
    go, with a discard the trump it is meant for), `estimate` and its `error`, `n`, the paired `difference` to the best and
    its `difference_error`, `made`, `money`, and `because` in words.
    """

    outcomes: Outcomes = field(repr=False)
    table: pd.DataFrame = field(repr=False)
    moves: tuple[Move, ...] = field(repr=False)

    def __repr__(self) -> str:
        return f"advice: {self.best} ({len(self.table)} alternatives in {self.outcomes.n:,} worlds)"

    @property
    def best(self) -> Move:
        """The move that is advised."""
        return self.moves[0]

    @property
    def sure(self) -> bool:
        """Whether every other move is worse by more than two standard errors."""
        others = self.table[self.table["move"] != str(self.best)]
        return bool((others["difference"] < -2 * others["difference_error"]).all())

    def __str__(self) -> str:
        unit = {"match": "chance to win the match, percent", "made": "chance to make the bid"}
        measure = self.outcomes.measure
        lines = [f"{self.best} ({unit.get(measure, measure)}; worlds: {self.outcomes.n:,})"]
        for row in self.table.head(_SHOWN).itertuples():
            off = f"{row.difference:+8.1f} ± {MARGIN * row.difference_error:<5.1f}" if row.difference else " " * 16
            lines.append(
                f"  {row.alternative:<26}{row.estimate:>8.1f} ± {MARGIN * row.error:<5.1f}{off}  {row.because}"
            )
        if len(self.table) > _SHOWN:
            lines.append(f"  … and {len(self.table) - _SHOWN} more")
        lines += [f"Supposed: {self.outcomes.model}.", "±: 95% margin of error."]
        return "\n".join(lines)


def advise(
    view: View[Round],
    *,
    seed: int = 1,
    n: int | None = None,
    seconds: float | None = None,
    precision: float | None = None,
    finish: str | Player = "rulebook",
    listen: bool = True,
    totals: Mapping[str, int] | None = None,
    progress: bool | TextIO = False,
) -> Advice:
    """Advise the person to move: a bid, a discard with the trump it is for, a trump, a card.

    In an auction every amount is tried as a limit: how far to go, against passing. With the `totals` of a match (thousands of dollars under each
    name) the chance to win it is compared, so near the end other moves may be right. Budgets, `finish` and `listen` are
    those of `outcomes.compare`, whose errors it raises.

    >>> import mam
    >>> round = mam.start("make-a-million-1935", seed=7, dealer="S").play(mam.Bid(175))
    >>> advice = advise(mam.view(round, "W"), n=500)
    >>> advice.best, "because" in advice.table
    (bid 185, True)
    """
    outcomes.check_view(view)
    if view.person is None:
        raise ValueError("advice is for a person, who does not see all cards: take mam.view(round, round.actor)")
    alternatives = list_alternatives(view)
    found = outcomes.compare(
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
    return _ranked(view, found)


def list_alternatives(view: View[Round]) -> tuple[Alternative, ...]:
    """What is worth trying for the person to move: in an auction limits, for the nest discards each with a trump."""
    round = view.round
    if isinstance(round, TrickRound) and round.phase == "auction" and round.rules.scoring.method != "exact":
        return tuple(_list_limits(round, view.moves()))
    if isinstance(round, TrickRound) and round.phase == "nest":
        named = round.rules.trump_bound or round.trump is not None  # as it is after a bid of No Color
        return tuple(
            (Discard(cards),) if named else (Discard(cards), NameTrump(trump)) for cards, trump in list_discards(round)
        )
    return tuple((move,) for move in view.moves())


def _list_limits(round: TrickRound, moves: tuple[Move, ...]) -> Iterator[Alternative]:
    rules = round.rules.auction
    least = min_bid(round.calls, rules)
    if Pass() in moves:
        yield (Pass(),)
    colors = {move.color for move in moves if isinstance(move, Bid) and move.amount == least}
    trumps = [one for one in rank_trumps(round) if None in colors or one in colors][:2]
    for more in _STEPS if rules.money else _POINTS:
        if colors and (rules.most is None or least + more <= rules.most):
            yield from ((GoTo(least + more, trump),) for trump in trumps)


def _ranked(view: View[Round], found: Outcomes) -> Advice:
    table = found.frame
    by_name = {spell(one): one for one in found.alternatives}
    order = [by_name[name] for name in table["alternative"]]
    moves = tuple(_first_move(view, one) for one in order)
    table.insert(0, "move", list(map(str, moves)))
    table["because"] = [because(view, one, row) for one, row in zip(order, table.to_dict("records"), strict=True)]
    return Advice(found, table, moves)


def _first_move(view: View[Round], alternative: Alternative) -> Move:
    """What to do now to follow an alternative: to go to an amount is to bid the least that is enough."""
    first = alternative[0]
    if not isinstance(first, GoTo):
        return first
    round = view.round
    assert isinstance(round, TrickRound)
    color = first.trump if round.rules.auction.speaks_color else None
    return Bid(min_bid(round.calls, round.rules.auction), color)


# Looking back


def review(
    record: Record | Round,
    *,
    seed: int = 1,
    n: int = 400,
    persons: str | None = None,
    finish: str | Player = "rulebook",
    listen: bool = True,
    progress: bool | TextIO = False,
) -> pd.DataFrame:
    """What each decision of a round cost, by what its person could know then.

    One row for each decision with a choice: `step` (moves made before), `person`, `phase`, `move`, `best`, `cost` (gain of
    the best less that of what was done, in thousands of dollars or points) with its standard `error`, `n` worlds, and
    `because` (for the best move). The best move is chosen in `n` worlds and its cost taken from `n` others, so that luck in
    choosing does not look like cost; a cost may therefore come out a little below 0. `persons` names whose decisions.

    Raises TypeError for what is neither a record nor a round, ValueError for a record with unseen cards, and what
    `outcomes.compare` raises.

    >>> import mam
    >>> round = mam.start("make-a-million-1935", seed=7, dealer="S").play(mam.Bid(175)).play(mam.Bid(300))
    >>> table = review(round, n=100)
    >>> table.move.tolist(), bool(table.cost[1] > 50)
    (['bid 175', 'bid 300'], True)
    """
    judged = review_each(record, seed=seed, n=n, persons=persons, finish=finish, listen=listen, progress=progress)
    columns = ["step", "person", "phase", "move", "best", "cost", "error", "n", "because"]
    return pd.DataFrame(list(judged), columns=columns)


def review_each(
    record: Record | Round,
    *,
    seed: int = 1,
    n: int = 400,
    seconds: float | None = None,
    persons: str | None = None,
    finish: str | Player = "rulebook",
    listen: bool = True,
    progress: bool | TextIO = False,
) -> Iterator[dict[str, object]]:
    """The rows of a `review`, each as soon as it is found; with `seconds` no look at a decision takes longer.

    Raises what `review` raises.
    """
    if isinstance(record, Record):
        last: Round = record.rounds()[-1]
    elif isinstance(record, Round):
        last = record
    else:
        raise TypeError(f"a review is made of a record or a round, not of {record!r}")
    for step, made in enumerate(last.history):
        before = last.at(step)
        person = before.actor or ""
        if (persons is not None and person not in persons) or find_only_move(before) is not None:
            continue
        own = derive_seed(seed, "review", step)
        yield _judge(view(before, person), step, person, made, last, own, n, seconds, finish, listen)
        if progress:
            outcomes.tell(progress, f"step {step + 1} of {len(last.history)}")


def _judge(
    seen: View[Round],
    step: int,
    person: str,
    made: Move,
    last: Round,
    seed: int,
    n: int,
    seconds: float | None,
    finish: str | Player,
    listen: bool,
) -> dict[str, object]:
    chosen = _as_alternative(seen, made, last)
    tried = dict.fromkeys((*list_alternatives(seen), chosen))
    first = outcomes.compare(seen, tried, seed=seed, n=n, seconds=seconds, finish=finish, listen=listen)
    best = first.best
    pair = dict.fromkeys((best, chosen))
    again = outcomes.compare(seen, pair, seed=seed + 1, n=n, seconds=seconds, finish=finish, listen=listen)
    off = again.values[0] - again.values[-1]
    advice = _ranked(seen, first)
    return {
        "step": step,
        "person": person,
        "phase": seen.round.phase,
        "move": str(made),
        "best": spell(best),
        "cost": float(off.mean()),
        "error": float(off.std(ddof=1) / np.sqrt(len(off))) if len(off) > 1 else float("inf"),
        "n": again.n,
        "because": advice.table["because"][0],
    }


def _as_alternative(seen: View[Round], made: Move, last: Round) -> Alternative:
    """What was done, as it is compared: a bid as far as it went, a discard with the trump that was named after it."""
    round = seen.round
    if isinstance(made, Bid) and isinstance(round, TrickRound):
        return (GoTo(made.amount, made.color or rank_trumps(round)[0]),)
    if isinstance(made, Discard) and isinstance(last, TrickRound) and isinstance(round.rules, TrickGameRules):
        named = [move for move in last.history[len(round.history) :] if isinstance(move, NameTrump)]
        if named and not round.rules.trump_bound:
            return made, named[0]
        if not round.rules.trump_bound and isinstance(round, TrickRound):
            return made, NameTrump(strategy.plan_trump(round))
    return (made,)
