"""The club player's move in every phase: the cards, and what comes before them."""

from __future__ import annotations

from mam.engine import strategy
from mam.engine.club import bidding, hands
from mam.engine.club.hand_weights import find_hand_weights
from mam.engine.club.play import choose_card
from mam.engine.club.weights import find_weights
from mam.games.trick_round import TrickRound
from mam.rules.cards import Trump
from mam.rules.moves import Move, Play


def choose_move(round: TrickRound, trump: Trump | None = None) -> Move | None:
    """Return the club player's move for the seat whose turn it is, whose hand must be seen; `trump` if it is decided.

    Where it has learned nothing for an edition, and where there is nothing to learn (votes, cards called), it moves like the rulebook player,
    whose calls are not known here: then the call is None.
    """
    edition = round.rules.full_id
    if round.phase == "play":
        weights = find_weights(edition)
        return Play(choose_card(round, weights)) if weights else strategy.choose_move(round, trump)
    hand_weights = find_hand_weights(edition)
    if round.phase == "auction":
        return bidding.choose_call(round, hand_weights) if hand_weights else None
    if hand_weights and round.phase in ("nest", "trump"):
        return hands.choose_move(round, hand_weights, trump)
    return strategy.choose_move(round, trump)
