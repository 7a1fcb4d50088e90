"""The coach of a first round: at each of your turns one cause from the table, and what follows from it.

It knows what you may know (a view), and nothing else. It is a list of rules in order: the first that fits gives the move and both
sentences, so they can't contradict each other. No deals are simulated: it answers at once, in a browser's Python too.
"""

from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.rules.editions import RuleSet, TrickGameRules
from mam.studies.coach.advice import Advice
from mam.studies.coach.before_play import advise_call, advise_discard, advise_trump
from mam.studies.coach.claims import find_false_claims
from mam.studies.coach.following import FOLLOWING
from mam.studies.coach.leading import LEADING
from mam.studies.coach.trick_facts import TrickFacts

__all__ = ["Advice", "can_coach", "coach_move", "find_false_claims"]


_PHASES = ("auction", "nest", "trump", "play")


def can_coach(rules: RuleSet) -> bool:
    """Return whether the coach knows this game: two pairs, four persons.

    >>> import mam
    >>> [can_coach(mam.get_edition(name)) for name in ("make-a-million-2004", "six", "sweven")]
    [True, False, False]
    """
    if not isinstance(rules, TrickGameRules):
        return False
    return rules.phases == _PHASES and len(rules.sides) == 2 and len(rules.persons) == len(rules.seats) == 4


def coach_move(view: View[TrickRound]) -> Advice:
    """Return the advice for the person to move. Raises ValueError in a game that the coach does not know.

    >>> import mam
    >>> round = mam.start("make-a-million-1935", seed=7, dealer="S")
    >>> advice = coach_move(mam.view(round, "S"))
    >>> print(advice.move, advice.cause, advice.text)
    bid 175 You dealt, so you must open. Your Yellow is good. Open low: you may raise later.
    """
    round = view.round
    if not isinstance(round, TrickRound) or not can_coach(round.rules):
        raise ValueError(f"the coach knows the games of two pairs with {', '.join(_PHASES)}, not {round.rules.id}")
    if not view.to_move or view.person is None or round.is_over:
        raise ValueError("the coach advises the person whose turn it is")
    match round.phase:
        case "auction":
            return advise_call(view)
        case "nest":
            return advise_discard(view)
        case "trump":
            return advise_trump(view)
    facts = TrickFacts(view)
    return next(advice for rule in (*LEADING, *FOLLOWING) if (advice := rule(facts)) is not None)
