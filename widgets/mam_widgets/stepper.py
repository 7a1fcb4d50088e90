"""The stepper widget: a drawn table on which a record is walked through, with what-ifs."""

from typing import Any

from mam import Record, Round
from mam.scenes import Scene
from mam_widgets.drawn import Drawn, script, style
from mam_widgets.walk import Walk, obey


class Stepper(Drawn):
    """A record on a table: forward, back, jump, and any other legal move as a what-if branch.

    `record` gives the record back, with the branches tried; `round` is the round shown. The table follows the theme of
    the front end and works by mouse, touch and keyboard (press ? for the keys). In a saved notebook without a kernel a
    picture and a text of the position stand in its place.
    """

    _esm = script("stepper")
    _css = style()

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        super().__init__()

    @property
    def record(self) -> Record:
        return self._walk.record

    @property
    def round(self) -> Round:
        return self._walk.round

    def go(self, step: int) -> "Stepper":
        """Stand after this many moves (or at the nearest end) and return the widget, for the last line of a cell."""
        self._walk.to(step)
        self._refresh()
        return self

    def _make_scene(self) -> Scene:
        return self._walk.scene()

    def _do(self, message: Any) -> None:
        obey(self._walk, message)
