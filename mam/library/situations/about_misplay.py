"""Questions about wrong cards: which there were, and what they cost."""

from mam.library.situations.questions import Plain, question
from mam.library.situations.setting import Facts, Played
from mam.misplay import Table


def _table(played: Played) -> Table:
    if not isinstance(played, Table):
        raise ValueError("there are no misplays here: a wrong card is refused")
    return played


@question("misplays", "the misplays")
def _misplays(played: Played, facts: Facts) -> Plain:
    return [
        f"{misplay.seat} {f'trick {misplay.trick}' if misplay.trick else misplay.kind}: {misplay.move}"
        for misplay in _table(played).misplays
    ]


@question("adjustments", "what is added to the totals or taken off")
def _adjustments(played: Played, facts: Facts) -> Plain:
    return dict(_table(played).adjustments)


@question("entered", "what is entered for the round")
def _entered(played: Played, facts: Facts) -> Plain:
    result = _table(played).result
    return dict(result.scores) if result else {}


@question("settled", "the totals afterwards")
def _settled(played: Played, facts: Facts) -> Plain:
    return _table(played).settle(facts["totals"])
