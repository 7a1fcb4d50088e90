"""Hints: the recommended move, and why."""

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from mam.engine.club.weights import choose_policy
from mam.games.round import Round
from mam.games.views import View
from mam.players import find_only_move, get_player
from mam.rules.moves import Move

WORLDS = 200
_SECONDS = 2.0  # games that the compiled engine does not play get fewer worlds …
_MIN_WORLDS = 20  # … and fewer than these are not worth showing


@dataclass(frozen=True)
class Hint:
    """A recommended `move`, the `reason` in words, and the alternatives, the best first.

    Each of the `rows` has `alternative`, `estimate` with its `standard_error`, `difference` to the best and `reason`; in
    thousands of dollars, points or tricks, as `measure` says. `model` says what was assumed.
    """

    move: Move
    reason: str
    rows: tuple[Mapping[str, Any], ...] = ()
    measure: str = ""
    model: str = ""


def find_hint(player_view: View[Round], n: int, seed: int) -> Generator[None, None, Hint]:
    """Find a hint for the person to move, from that person's view, in short steps."""
    if only_move := find_only_move(player_view.round):
        return Hint(only_move, "this is your only legal move")
    from mam.analysis.advice import advise

    advice = yield from advise.in_steps(player_view, n=n, seconds=_SECONDS, seed=seed)
    outcomes = advice.outcomes
    if outcomes.n < min(n, _MIN_WORLDS):
        return _follow_policy(player_view, seed, "no time to simulate more")
    return Hint(advice.best, str(advice.rows[0]["reason"]), tuple(advice.rows), outcomes.measure, outcomes.model)


def find_hint_at_table(player_view: View[Round], n: int, seed: int) -> Generator[None, None, Hint]:
    """Find a hint where a wrong card has lain: what was played may then fit no deal, and nothing can be simulated."""
    try:
        return (yield from find_hint(player_view, n, seed))
    except ValueError:
        return _follow_policy(player_view, seed, "no deal fits the cards played so far, so nothing is simulated")


def _follow_policy(player_view: View[Round], seed: int, why: str) -> Hint:
    """Return the move of the best fast player as a hint, and why nothing better is known."""
    policy = choose_policy(player_view.round.rules.full_id)
    return Hint(get_player(policy)(player_view, Random(seed)), f"this is what the {policy} player does ({why})")
