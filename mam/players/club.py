"""The club player: it bids, discards, names trump and plays by what it learned from rounds against itself.

`mam.engine.club` says what it looks at and what that weighs. It has learned the editions that have a file in `data/players`; in the
others, and in the letter games, it plays like the rulebook player: `list_learned` says what it has learned.
"""

from __future__ import annotations

from random import Random

from mam.engine.club.hand_weights import find_hand_weights
from mam.engine.club.moves import choose_move
from mam.engine.club.weights import find_weights
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.players.rulebook import rulebook_player
from mam.rules.moves import Move


def club_player(view: View[Round], rng: Random) -> Move:
    """Return the club player's move for the person whose view this is. Raises ValueError when it is not this person's turn.

    >>> import mam
    >>> round = mam.start("make-a-million-1935", seed=7, dealer="S")
    >>> club_player(mam.view(round, "S"), Random(1))
    bid 195
    """
    round = view.round
    if isinstance(round, TrickRound) and view.to_move and round.turn is not None and list_learned(round.rules.full_id):
        return choose_move(round) or rulebook_player(view, rng)
    return rulebook_player(view, rng)


def list_learned(edition: str) -> tuple[str, ...]:
    """Return what the club player has learned for an edition: "play", "hands" (bids, discards and trump), both or neither.

    The rest it does like the rulebook player.

    >>> list_learned("make-a-million-1935"), list_learned("anagrams")
    (('play', 'hands'), ())
    """
    return (*(["play"] if find_weights(edition) else []), *(["hands"] if find_hand_weights(edition) else []))
