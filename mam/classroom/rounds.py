"""Rounds to ask about: real deals, played on by any legal cards, so that every position in an exercise can arise."""

from mam.classroom.variants import Draw
from mam.play import start
from mam.round import Round


def played_round(draw: Draw, edition: str = "make-a-million-1935", **more: object) -> Round:
    """A whole round in which everybody plays any legal card. `more` goes to `mam.start`.

    >>> from mam.classroom.variants import make_draw
    >>> played_round(make_draw("ann", "an example", 1)).over
    True
    """
    round = start(edition, draw.seed(), **more)  # type: ignore[arg-type]
    while not round.over:
        round = round.play(draw.one_of(round.moves()))
    assert isinstance(round, Round)
    return round
