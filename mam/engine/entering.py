"""What is entered for rounds that ended in many ways, asked of the readable rules once for each way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from mam.engine.finishing import Finished
from mam.round import Round

Scores = dict[str, NDArray[np.int64]]


def enter(round: Round, end: Finished, bidder: str | None = None, bid: int | None = None) -> Scores:
    """The score under each name for each row, in thousands of dollars or points, if this person had the bid (None: as it is).

    Bids that are still sealed count as none.
    """
    asked = replace(round, bidder=bidder or round.bidder, bid=round.bid if bid is None else bid)
    seats = round.rules.seats
    accounts = list(round.rules.accounts)
    members = (end.allies * (1 << np.arange(len(seats)))).sum(axis=1)
    together = _with_side(round, end.money, end.allies)
    rows, back = np.unique(np.column_stack([members, together]), axis=0, return_inverse=True)
    key = _Key(asked)
    found = np.array([_entered(key, tuple(row)) for row in rows.tolist()], np.int64).reshape(len(rows), len(accounts))
    return {name: found[back.ravel(), at] for at, name in enumerate(accounts)}


def _with_side(round: Round, money: NDArray[np.int64], allies: NDArray[np.bool_]) -> NDArray[np.int64]:
    """What matters of the money: of two sides only what each took."""
    if round.rules.alliance == "alone":
        return money
    own = (money * allies).sum(axis=1)
    return np.column_stack([own, money.sum(axis=1) - own])


class _Key:
    """A round as far as its score depends on it."""

    def __init__(self, round: Round) -> None:
        self.round = round
        self.facts = round.rules.full_id, round.bidder, round.bid, round.sealed, round.carry, round.misdealt

    def __hash__(self) -> int:
        return hash(self.facts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.facts == other.facts


@lru_cache(maxsize=1 << 16)
def _entered(key: _Key, row: tuple[int, ...]) -> tuple[int, ...]:
    round = key.round
    seats, rules = round.rules.seats, round.rules
    members, *money = row
    if rules.alliance == "alone":
        sides: Mapping[str, tuple[str, ...]] = {seat: (seat,) for seat in seats}
        captured = dict(zip(seats, money, strict=True))
    else:
        own = tuple(seat for at, seat in enumerate(seats) if members >> at & 1)
        others = tuple(seat for seat in seats if seat not in own)
        names = {who: name for name, who in rules.sides.items()}
        sides = {names.get(who, "-".join(who)): who for who in (own, others) if who}
        captured = dict(zip(sides, money, strict=False))
    scores, _ = round.scored(captured, sides)
    return tuple(scores[name] for name in rules.accounts)


def advantage(round: Round, scores: Scores, person: str) -> NDArray[np.float64]:
    """A person's score less what the others score on average, in each row."""
    own = round.rules.side_of(person)
    if own not in scores:
        own = person
    others = [score for name, score in scores.items() if name != own]
    gained: NDArray[np.float64] = scores[own] - np.mean(others, axis=0)
    return gained
