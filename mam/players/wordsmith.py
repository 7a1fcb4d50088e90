"""The player of Card Anagrams: leaves the others words that few letters extend."""

from random import Random

from mam.games.anagrams import Anagrams
from mam.games.views import View
from mam.rules.moves import Extend, Lay, Move


def wordsmith(view: View[Anagrams], rng: Random) -> Move:
    """A letter added so that as few as possible of the unseen cards fit afterwards; else one that begins a word, else a pass.

    Everybody who can adds one card a turn, so whoever plays last has the fewest: it pays to end the game, or to make the
    next player pass. Raises ValueError when somebody else is to move.

    >>> import mam
    >>> from random import Random
    >>> round = mam.start("anagrams", seed=1, dealer="D")
    >>> wordsmith(mam.view(round, "A"), Random(1))
    lay I
    """
    moves = view.legal_moves
    if not moves:
        raise ValueError(f"it is not {view.person or 'anybody'}'s turn: {view.round.name or 'nobody'} is to move")
    for kind in (Extend, Lay):
        if fitting := [move for move in moves if isinstance(move, kind)]:
            return min(fitting, key=lambda move: count_fitting(view.round._apply(move)))
    return moves[0]


def count_fitting(round: Anagrams) -> int:
    """How many of the cards that nobody has been seen to hold extend a word on the table."""
    return sum(card.code in round.fitting for card in round.unaccounted)
