"""Captured tricks while a round is played: face down with their count, Bull and Bear tricks face up with the animal first."""

from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.rules.cards import BEAR, BULL, Card
from mam.rules.tricks import Trick
from mam.scenes.labels import find_unit
from mam.scenes.schema import Pile
from mam.scenes.table import find_side_letter


def make_piles(view: View[TrickRound]) -> list[Pile] | None:
    """Return what lies before each side: the number of tricks face down, and the tricks with a Bull or a Bear.

    None if all tricks are open: to whoever sees all hands, and when the round is over.
    """
    round = view.round
    if view.person is None or round.is_over or not round.tricks:
        return None
    return [_pile(round, side, seats) for side, seats in round.sides.items()]


def _pile(round: TrickRound, side: str, seats: tuple[str, ...]) -> Pile:
    captured = [(number, trick) for number, trick in enumerate(round.tricks, 1) if trick.winner in seats]
    face_up = [(number, trick) for number, trick in captured if find_unit(round.rules) == "money" and _animals(trick)]
    return {
        "name": round.side_names[side],
        "side": find_side_letter(round, seats[0]),
        "count": len(captured),
        "face_down": len(captured) - len(face_up),
        "open_tricks": [
            {"number": number, "cards": _order_cards(trick), "tag": trick.tag} for number, trick in face_up
        ],
    }


def _animals(trick: Trick) -> list[Card]:
    return [card for card in trick.cards if card in (BULL, BEAR)]


def _order_cards(trick: Trick) -> list[str]:
    """Return the animals first, then the other cards as they were played."""
    return [card.code for card in (*_animals(trick), *(card for card in trick.cards if card not in (BULL, BEAR)))]
