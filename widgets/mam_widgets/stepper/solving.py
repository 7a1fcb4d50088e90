"""What the solver says about the moment a walk stands at: a figure for each card that may be played, and a sentence."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from mam.engine.backend import is_compiled
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.rules.amounts import format_amount
from mam.rules.cards import UNSEEN, Card
from mam.scenes.schema import Message
from mam_widgets.shared.background import works_in_steps
from mam_widgets.stepper.schema import StepperScene

if TYPE_CHECKING:
    from mam.engine.solver.solution import Solution

BUDGETS = (0.5, 6.0)  # seconds: bounds soon, then a proper try
LONGER = (60.0,)


def can_solve(round: Round) -> bool:
    """Return whether the solver knows this game and this position: cards to play, and all of them open.

    >>> import mam
    >>> can_solve(mam.start("make-a-million-1935", 7)), can_solve(mam.start("anagrams", 7))
    (False, False)
    """
    if round.phase != "play" or any(UNSEEN in hand for hand in round.hands.values()):
        return False
    from mam.engine.solver.solution import (
        check_solvable,  # loads the engine: only when somebody looks at cards being played
    )

    try:
        check_solvable(round)
    except ValueError:
        return False
    return True


def most_seconds(longer: bool) -> float:
    """Return how long the solver is given at most."""
    return sum(LONGER if longer else BUDGETS)


def solve_steps(round: Round, longer: bool, is_canceled: Callable[[], bool]) -> Iterator["Solution | None"]:
    """Yield what is proven after half a second and, where that is not all, after some more; `longer` takes a minute.

    A None stands between two steps."""
    yield from _prepare(round)
    from mam.engine.solver.solution import solve

    for seconds in LONGER if longer else BUDGETS:
        solution = yield from solve.in_steps(round, seconds=seconds, moves=True, is_canceled=is_canceled)
        yield solution
        if not solution.stopped or is_canceled():
            return


def _prepare(round: Round) -> Iterator[None]:
    """Make the tables of the position in short steps, and the memory of the search, so that the search finds them."""
    if is_compiled() and isinstance(round, TrickRound) and round.trump is not None:
        from mam.engine.solver.position import Position, make_memory_in_steps
        from mam.engine.tables.build import tabulate_in_steps

        yield from tabulate_in_steps(round.rules, round.trump)
        Position(_go_to_last_trick(round))  # which needs the same tables, and hardly any memory
        yield
        if works_in_steps():
            yield from make_memory_in_steps(max(map(len, round.hands.values())))
        Position(round)
        yield


def _go_to_last_trick(round: TrickRound) -> TrickRound:
    """Play any legal cards until each hand has one at most."""
    while max(map(len, round.hands.values())) > 1:
        round = round.play(round.legal_moves[0])
    return round


def mark_solution(scene: StepperScene, solution: "Solution") -> None:
    """Write the values on the cards of the scene's hand, mark the best for the seat to move, and say what they mean."""
    side = solution.round.side_names[solution.side]
    bounds = {card.code: bound for card, bound in solution.moves.items()}
    good = _best_cards(solution)
    best = {card.code for card in good} if len(good) < len(bounds) else set()
    for card in scene["hand"]["cards"] if scene["hand"] else []:
        if card["card"] in bounds:
            low, high = bounds[card["card"]]
            card["value"] = str(low) if low == high else "?"
            card["value_words"] = f"with it {side} take {_between(low, high)}"
            if card["card"] in best:
                card["is_best"] = True
                card["value_words"] += f", best for {solution.round.name}"
    legend = f"On each card: what {side} take in all if it is played, in thousands of dollars"
    open_bounds = any(low < high for low, high in bounds.values())
    legend += "; “?” where only bounds are proven so far." if open_bounds else "."
    message = solution_message(solution)
    scene["solve"]["message"] = message
    scene["solve"]["text"] = f"{message['what']} {message['why']} {legend}"


def solution_message(solution: "Solution") -> Message:
    """Return what the bidding side takes, and which cards are best for the seat to move, as far as that is proven."""
    side = solution.round.side_names[solution.side]
    if not solution.exact:
        result = f"{side} take between {format_amount(solution.low)} and {format_amount(solution.high)} with best play."
        return {"kind": "ok", "what": result, "why": "Solve longer to narrow it down.", "short": "Not exact yet."}
    best = _best_cards(solution)
    name = solution.round.name
    if not best:
        why = "Not every card is solved yet."
    elif len(best) == len(solution.moves):
        why = f"Every card is as good for {name}."
    else:
        why = f"Best for {name}: {', '.join(card.words for card in best)}."
    return {
        "kind": "ok",
        "what": f"{side} take {format_amount(solution.low)} with best play.",
        "why": why,
        "short": why,
    }


def _between(low: int, high: int) -> str:
    return format_amount(low) if low == high else f"{format_amount(low)} to {format_amount(high)}"


def _best_cards(solution: "Solution") -> list[Card]:
    """Return the best cards for the seat to move; none while only bounds are proven."""
    exact = {card: low for card, (low, high) in solution.moves.items() if low == high}
    if not exact or len(exact) < len(solution.moves):
        return []
    is_their_side = solution.round.side_of(solution.round.turn or "") == solution.side
    best = (max if is_their_side else min)(exact.values())
    return [card for card, amount in exact.items() if amount == best]
