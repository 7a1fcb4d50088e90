"""The aimless player: any legal card, no plan. The leaflet's own advice for a first hand (R35-REM-4)."""

from random import Random

from mam.moves import Move, Pass
from mam.views import View


def aimless(view: View, rng: Random) -> Move:
    """A legal move for the person whose view this is: passes if it may, else any legal move with equal chance.

    Raises ValueError when somebody else is to move.

    >>> import mam
    >>> round = mam.start("make-a-million-1935", seed=7, dealer="S")
    >>> aimless(mam.view(round, "S"), Random(1))
    bid 175
    """
    moves = view.moves()
    if not moves:
        raise ValueError(f"it is not {view.person or 'anybody'}'s turn: {view.round.name or 'nobody'} is to move")
    if Pass() in moves:
        return Pass()
    if view.round.phase == "auction":
        return moves[0]  # the least bid that opens
    return moves[int(rng.random() * len(moves))]
