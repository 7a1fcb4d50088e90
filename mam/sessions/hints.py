"""Hints: what a person is advised to do, and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from mam.games.round import Round
from mam.games.views import View
from mam.players import find_only_move, rulebook_player
from mam.rules.moves import Move

WORLDS = 200
_SECONDS = 2.0  # games that the kernel does not play get fewer worlds …
_FEWEST = 20  # … and with fewer than these the figures say nothing


@dataclass(frozen=True)
class Hint:
    """What a person is advised to do: the `move`, the `reason` in words, and what else was considered, the best first.

    Each row of `table` has `alternative`, `estimate` with its `error`, `difference` to the best and `because`; in
    thousands of dollars, points or tricks, as `measure` says. `model` says what was supposed.
    """

    move: Move
    reason: str
    table: tuple[Mapping[str, Any], ...] = ()
    measure: str = ""
    model: str = ""


def find_hint(seen: View[Round], n: int, seed: int) -> Hint:
    """What to do, by a view of the person to move."""
    if only := find_only_move(seen.round):
        return Hint(only, "it is the only legal move")
    from mam.analysis.advice import advise

    advice = advise(seen, n=n, seconds=_SECONDS, seed=seed)
    found = advice.outcomes
    if found.n < min(n, _FEWEST):
        return Hint(
            rulebook_player(seen, Random(seed)), "the rulebook player would do so; there was no time to try more"
        )
    rows = tuple({str(key): value for key, value in row.items()} for row in advice.table.to_dict("records"))
    return Hint(advice.best, str(rows[0]["reason"]), rows, found.measure, found.model)
