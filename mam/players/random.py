"""The random player: any legal card, no plan. The leaflet's own advice for a first hand (R35-REM-4)."""

from collections.abc import Sequence
from random import Random

from mam.games.round import Round
from mam.games.views import View
from mam.rules.moves import Bid, Misdeal, Move, Pass


def random_player(view: View[Round], rng: Random) -> Move:
    """A legal move for the person whose view this is: opens as low as it may, passes as soon as somebody has bid, and
    makes any legal move with equal chance after that.

    Raises ValueError when somebody else is to move.

    >>> import mam
    >>> round = mam.start("make-a-million-1935", seed=7, dealer="S")
    >>> random_player(mam.view(round, "S"), Random(1))
    bid 175
    """
    moves = view.legal_moves
    if not moves:
        raise ValueError(f"it is not {view.person or 'anybody'}'s turn: {view.round.name or 'nobody'} is to move")
    if view.round.phase == "auction":
        moves = _calls(moves, bid=any(isinstance(move, Bid) for move in view.round.history))
    elif Pass() in moves:
        return Pass()
    return moves[0] if len(moves) == 1 else moves[int(rng.random() * len(moves))]


def _calls(moves: Sequence[Move], bid: bool) -> tuple[Move, ...]:
    """Pass when there is a bid; before that the least bid, in any color; a hand is never thrown in."""
    bids = [move for move in moves if isinstance(move, Bid)]
    if Pass() in moves and (bid or not bids):
        return (Pass(),)
    least = min((move.amount for move in bids), default=0)
    return tuple(move for move in bids if move.amount == least) or tuple(
        move for move in moves if not isinstance(move, Misdeal)
    )
