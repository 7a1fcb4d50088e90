"""Scenes: what a table shows of a round, as plain data (JSON) from which browser, still picture and text are drawn.

A scene is made from a view, so it never holds a card that its person may not see. `schema.py` says what is in it.
"""

from typing import Any, cast

from mam.drawing import table_text
from mam.games.round import Round
from mam.games.views import View, view
from mam.scenes.card_facts import list_card_facts, list_facts
from mam.scenes.scene import make_empty_scene, make_scene
from mam.scenes.schema import Scene


def describe_table(game: Round | View[Any], person: str | None = None) -> str:
    """Return a table as text: a round with all known hands open, or as one person sees it; a view as its person sees it.

    Raises ValueError for a seat without a player, TypeError for anything but a round or a view.

    >>> import mam
    >>> round = mam.start("make-a-million-1935", seed=7, dealer="S")
    >>> print(describe_table(round, "N"))
    Make-a-Million, 1935 rules, four players
    1935 rules. No bid yet. Trump not named.
    ...
    >>> describe_table(round, "N") == describe_table(mam.view(round, "N"))
    True
    """
    seen: View[Any] = game if isinstance(game, View) and person is None else view(cast("Round", game), person)
    return table_text(make_scene(seen, title=seen.round.rules.name, open_hands=seen.person is None))


__all__ = ["Scene", "describe_table", "list_card_facts", "list_facts", "make_empty_scene", "make_scene"]
