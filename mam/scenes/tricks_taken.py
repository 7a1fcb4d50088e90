"""Captured tricks while a round is played: face down with their count, Bull and Bear tricks face up with the animal first."""

from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.rules.cards import BEAR, BULL, Card
from mam.rules.tricks import Trick
from mam.scenes.labels import Scene, unit_of
from mam.scenes.table import side_letter


def make_piles(view: View[TrickRound]) -> list[Scene] | None:
    """What lies before each side: how many tricks face down, and those with an animal that changes their money.

    None where all tricks are open: to whoever sees all hands, and when the round is over.
    """
    round = view.round
    if view.person is None or round.is_over or not round.tricks:
        return None
    return [_pile(round, side, seats) for side, seats in round.sides.items()]


def _pile(round: TrickRound, side: str, seats: tuple[str, ...]) -> Scene:
    own = [(number, trick) for number, trick in enumerate(round.tricks, 1) if trick.winner in seats]
    shown = [one for one in own if unit_of(round.rules) == "money" and _animals(one[1])]
    return {
        "name": round.side_names[side],
        "side": side_letter(round, seats[0]),
        "count": len(own),
        "down": len(own) - len(shown),
        "open": [{"number": number, "cards": _ordered(trick), "tag": trick.tag} for number, trick in shown],
    }


def _animals(trick: Trick) -> list[Card]:
    return [card for card in trick.cards if card in (BULL, BEAR)]


def _ordered(trick: Trick) -> list[str]:
    """The animals first, then the others as they were played."""
    return [card.code for card in (*_animals(trick), *(card for card in trick.cards if card not in (BULL, BEAR)))]
