"""The club player: plays the cards by what was learned from rounds that it played against itself (`mam.engine.club`)."""

from __future__ import annotations

from random import Random

from mam.engine.club.play import choose_move
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.players.rulebook import rulebook_player
from mam.rules.moves import Move


def club_player(view: View[Round], rng: Random) -> Move:
    """Return the club player's move for the person whose view this is; where it has learned nothing, the rulebook player's.

    Raises ValueError when it is not this person's turn.

    >>> import mam
    >>> round = mam.start("make-a-million-1935", seed=7, dealer="S")
    >>> club_player(mam.view(round, "S"), Random(1))
    bid 175
    """
    round = view.round
    if isinstance(round, TrickRound) and view.to_move and round.phase == "play":
        return choose_move(round)
    return rulebook_player(view, rng)
