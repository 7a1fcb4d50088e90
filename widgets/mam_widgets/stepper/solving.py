"""What the solver says about the moment a walk stands at: a figure for each card that may be played, and a sentence."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mam.games.round import Round
from mam.rules.amounts import format_amount
from mam.rules.cards import UNSEEN
from mam_widgets.shared.schema import StepperScene

if TYPE_CHECKING:
    from mam.engine.solver.solution import Solution

BUDGETS = (0.5, 6.0)  # seconds: bounds soon, then a proper try
LONGER = (60.0,)


def can_solve(round: Round) -> bool:
    """Whether the solver knows this game and this position: cards to play, and all of them open.

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


def solve_steps(round: Round, longer: bool = False) -> Iterator["Solution"]:
    """What is proven after half a second and, where that is not all, after some more; `longer` takes a minute."""
    from mam.engine.solver.solution import solve

    for seconds in LONGER if longer else BUDGETS:
        solution = solve(round, seconds=seconds, moves=True)
        yield solution
        if not solution.stopped:
            return


def mark_solution(scene: StepperScene, solution: "Solution") -> None:
    """Write the values on the cards of the scene's hand, and the sentence beside them."""
    side = solution.round.side_names[solution.side]
    bounds = {card.code: known for card, known in solution.moves.items()}
    for card in scene["hand"]["cards"] if scene["hand"] else []:
        if card["card"] in bounds:
            low, high = bounds[card["card"]]
            card["value"] = str(low) if low == high else "?"
            card["value_words"] = f"with it {side} take {_between(low, high)}"
    scene["solve"]["text"] = f"{solution}. {_explain_values(solution)}".rstrip()


def _between(low: int, high: int) -> str:
    return format_amount(low) if low == high else f"{format_amount(low)} to {format_amount(high)}"


def _explain_values(solution: "Solution") -> str:
    """What the figures mean, and which cards are best for the seat to move as far as that is proven."""
    exact = {card: low for card, (low, high) in solution.moves.items() if low == high}
    legend = "On the cards: what the bidding side takes with it, in thousands"
    if len(exact) < len(solution.moves):
        return f"{legend}; “?” where only bounds are proven so far."
    ours = solution.round.side_of(solution.round.turn or "") == solution.side
    best = (max if ours else min)(exact.values())
    good = [card.words for card, amount in exact.items() if amount == best]
    told = "Every card is as good" if len(good) == len(exact) else f"Best for {solution.round.name}: {', '.join(good)}"
    return f"{told}. {legend}."
