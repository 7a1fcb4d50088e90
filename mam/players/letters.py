"""Players of the letter games: one for Millionaire, one for Card Anagrams."""

from collections.abc import Sequence
from random import Random

from mam.games.anagrams import Anagrams
from mam.games.millionaire import Millionaire
from mam.games.round import Round
from mam.games.views import View
from mam.rules.moves import Extend, Lay, Move, Play


def millionaire_player(view: View[Millionaire], rng: Random) -> Move:
    """Return the next letter of the word if it is in hand: holding it back would make everybody draw, its player too.

    Raises ValueError when it is not this person's turn.

    >>> import mam
    >>> from random import Random
    >>> millionaire_player(mam.view(mam.start("millionaire", seed=4, dealer="D"), "A"), Random(1))
    play M
    """
    moves = _list_moves(view)
    return next((move for move in moves if isinstance(move, Play)), moves[0])


def anagrams_player(view: View[Anagrams], rng: Random) -> Move:
    """Return the letter to add that leaves the fewest unseen cards that fit; else one that begins a word, else a pass.

    Everybody who can adds one card a turn, so whoever plays last has the fewest cards left: it pays to end the game, or to
    make the next player pass. Raises ValueError when it is not this person's turn.

    >>> import mam
    >>> from random import Random
    >>> round = mam.start("anagrams", seed=1, dealer="D")
    >>> anagrams_player(mam.view(round, "A"), Random(1))
    lay I
    """
    moves = _list_moves(view)
    for kind in (Extend, Lay):
        if additions := [move for move in moves if isinstance(move, kind)]:
            return min(additions, key=lambda move: count_fitting(view.round._apply(move)))
    return moves[0]


def count_fitting(round: Anagrams) -> int:
    """Count the unseen cards that extend a word on the table."""
    return sum(card.code in round.fitting for card in round.unaccounted)


def _list_moves(view: View[Round]) -> Sequence[Move]:
    moves = view.legal_moves
    if not moves:
        raise ValueError(f"it is not {view.person or 'anybody'}'s turn: {view.round.name or 'nobody'} is to move")
    return moves
