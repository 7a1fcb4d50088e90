"""Worlds: full rounds consistent with everything a view shows.

The model: every deal of the unseen cards consistent with the cards shown and with what play has proven is equally likely
(a card and its duplicate are two cards); a hidden discard is any of the legal sets with equal probability; a blind draw brings
any card; a hidden bid is any legal number. Worlds are drawn from exactly this distribution by counting who can hold what,
not by trial and error.
"""

from collections.abc import Iterator
from random import Random
from typing import TypeVar, cast

from mam.games.letter_round import LetterRound
from mam.games.round import Round
from mam.games.sampling.clues import Clues, list_draws
from mam.games.sampling.counting import Options
from mam.games.sampling.filling import fill
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.support.messages import quote

__all__ = ["worlds"]

G = TypeVar("G", bound=Round)


def worlds(view: View[G], rng: Random) -> Iterator[G]:
    """Yield rounds without unseen cards, each drawn from the model above, without end.

    The same player's view of each world equals the given view. Raises ValueError if no deal is consistent with the view
    (which never happens with a view of a real round), TypeError for anything but a view.

    >>> import mam
    >>> from random import Random
    >>> view = mam.view(mam.start("make-a-million-1935", seed=7), "N")
    >>> mam.view(next(mam.worlds(view, Random(1))), "N") == view
    True
    """
    if not isinstance(view, View):
        raise TypeError(f"mam.worlds takes a view, like mam.view(round, 'N'), not {quote(view)}")
    if not isinstance(rng, Random):
        raise TypeError(f"mam.worlds takes a random.Random, like Random(1), not {quote(rng)}")
    round: Round = view.round
    if isinstance(round, TrickRound):
        return cast("Iterator[G]", _draw(round, rng))
    if isinstance(round, LetterRound):
        return cast("Iterator[G]", round._draw_worlds(rng))
    raise TypeError(f"mam.worlds cannot deal the unseen cards of a {type(round).__name__}")


def _draw(round: TrickRound, rng: Random) -> Iterator[TrickRound]:
    cases = [(clues.drawn, clues.table()) for clues in (Clues(round, drawn) for drawn in list_draws(round))]
    options = Options((case, case[1].total) for case in cases if case[1].total)
    if not options.steps:
        raise ValueError("no deal is consistent with this view: what it shows contradicts itself")
    while True:
        drawn, table = options.pick(rng)
        yield fill(round, table.draw(rng), drawn, rng)
