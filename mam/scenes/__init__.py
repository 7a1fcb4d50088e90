"""Scenes: what a table shows of a round, as plain data (JSON) from which browser, still picture and text are drawn.

A scene is made from a view, so it never holds a card that its person may not see. `schema.py` says what is in it.
"""

from mam.drawing import table_text
from mam.games.round import Round
from mam.games.views import view
from mam.scenes.card_facts import list_card_facts, list_facts
from mam.scenes.scene import make_empty_scene, make_scene
from mam.scenes.schema import Scene


def describe_table(round: Round, person: str | None = None) -> str:
    """Return a table as text: as one person sees it, or with all known hands open (None).

    >>> import mam
    >>> print(describe_table(mam.start("make-a-million-1935", seed=7, dealer="S"), "N"))
    Make-a-Million, 1935 rules, four players
    1935 rules. No bid yet. Trump not named.
    ...
    """
    scene = make_scene(view(round, person), title=round.rules.name, open_hands=person is None)
    return table_text(scene)


__all__ = ["Scene", "describe_table", "list_card_facts", "list_facts", "make_empty_scene", "make_scene"]
