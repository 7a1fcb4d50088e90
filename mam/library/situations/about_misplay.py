"""Questions about wrong cards: which there were, and what they cost."""

from mam.library.situations.questions import Plain, register_question
from mam.library.situations.setting import Facts, Game
from mam.misplay import Table


def _table(game: Game) -> Table:
    if not isinstance(game, Table):
        raise ValueError("this game has no misplays: a wrong card is refused")
    return game


@register_question("misplays", "the misplays")
def _misplays(game: Game, facts: Facts) -> Plain:
    return [
        f"{misplay.seat} {f'trick {misplay.trick}' if misplay.trick else misplay.kind}: {misplay.move}"
        for misplay in _table(game).misplays
    ]


@register_question("adjustments", "what is added to the totals or taken off")
def _adjustments(game: Game, facts: Facts) -> Plain:
    return dict(_table(game).adjustments)


@register_question("entered", "what is entered for the round")
def _scores(game: Game, facts: Facts) -> Plain:
    result = _table(game).result
    return dict(result.scores) if result else {}


@register_question("settled", "the totals afterwards")
def _totals(game: Game, facts: Facts) -> Plain:
    return _table(game).settle(facts["totals"])
