"""The random player: any legal card. The leaflet's own advice for a first hand (R35-REM-4)."""

from collections.abc import Sequence
from random import Random

from mam.games.round import Round
from mam.games.views import View
from mam.rules.moves import Bid, Misdeal, Move, Pass


def random_player(view: View[Round], rng: Random) -> Move:
    """Return a legal move for the person whose view this is.

    In the auction it passes, or opens with the minimum bid if it must bid; after that, every legal move has the same chance.
    Raises ValueError when it is not this person's turn.

    >>> import mam
    >>> round = mam.start("make-a-million-1935", seed=7, dealer="S")
    >>> random_player(mam.view(round, "S"), Random(1))
    bid 175
    """
    moves = view.legal_moves
    if not moves:
        raise ValueError(f"it is not {view.person or 'anybody'}'s turn: {view.round.name or 'nobody'} is to move")
    if view.round.phase == "auction":
        moves = _list_calls(moves, has_bid=any(isinstance(move, Bid) for move in view.round.history))
    elif Pass() in moves:
        return Pass()
    return moves[0] if len(moves) == 1 else moves[int(rng.random() * len(moves))]


def _list_calls(moves: Sequence[Move], has_bid: bool) -> Sequence[Move]:
    """List a pass once there is a bid, and before that the minimum bid in any color; never a new deal."""
    bids = [move for move in moves if isinstance(move, Bid)]
    if Pass() in moves and (has_bid or not bids):
        return (Pass(),)
    minimum = min((move.amount for move in bids), default=0)
    return tuple(move for move in bids if move.amount == minimum) or tuple(
        move for move in moves if not isinstance(move, Misdeal)
    )
