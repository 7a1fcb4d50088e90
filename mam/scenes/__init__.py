"""Scenes: what a table shows of a round, as plain data (JSON) from which browser, still picture and text are drawn.

A scene is made from a view, so it never holds a card that its person may not see.
"""

from mam.scenes.scene import make_scene
from mam.scenes.words import Scene, call_words

__all__ = ["Scene", "call_words", "make_scene"]
