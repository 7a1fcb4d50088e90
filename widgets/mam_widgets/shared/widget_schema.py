"""What every widget adds to the scene of a table: what can be done now, and what can be read."""

from mam.scenes.actions import Action, Tab
from mam.scenes.schema import Scene


class WidgetScene(Scene):
    """A scene with its actions and tabs."""

    actions: list[Action]
    tabs: list[Tab]
