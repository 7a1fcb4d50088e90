"""The player of Millionaire: plays every letter it can, as the fewest cards win when the word is complete."""

from random import Random

from mam.games.millionaire import Millionaire
from mam.games.views import View
from mam.rules.moves import Move, Play


def speller(view: View[Millionaire], rng: Random) -> Move:
    """The letter that comes next whenever it is there; to hold it back would make others draw, and oneself as well.

    Raises ValueError when somebody else is to move.

    >>> import mam
    >>> from random import Random
    >>> speller(mam.view(mam.start("millionaire", seed=4, dealer="D"), "A"), Random(1))
    play M
    """
    moves = view.legal_moves
    if not moves:
        raise ValueError(f"it is not {view.person or 'anybody'}'s turn: {view.round.name or 'nobody'} is to move")
    return next((move for move in moves if isinstance(move, Play)), moves[0])
