"""The stepper widget: a drawn table on which a record is walked through, with what-ifs."""

import base64
import html
import json
import secrets
from pathlib import Path
from typing import Any

import anywidget
import traitlets
from IPython.display import display, update_display

from mam import Record, Round, drawing
from mam_widgets.walk import Walk, obey

_STATIC = Path(__file__).parent / "static"
_SCRIPTS = (
    "elements", "cards", "money", "spelling", "table", "hand", "auction", "panels", "bar", "motion", "stepper"
)  # fmt: skip
_STYLES = ("stepper", "table", "games")


def _script() -> str:
    """One ES module: the card art, then the files of the widget in the order in which they build on each other."""
    shapes = {"FACES": drawing.every_face(), "DEFS": drawing.defs(), "SUIT_SIGNS": drawing.suit_signs()}
    art = "".join(f"const {name} = {json.dumps(what)};\n" for name, what in shapes.items())
    return art + "\n".join((_STATIC / f"{name}.js").read_text("utf-8") for name in _SCRIPTS)


def _style() -> str:
    return drawing.css() + "\n".join((_STATIC / f"{name}.css").read_text("utf-8") for name in _STYLES)


class Stepper(anywidget.AnyWidget):
    """A record on a table: forward, back, jump, and any other legal move as a what-if branch.

    `record` gives the record back, with the branches tried; `round` is the round shown. The table follows the theme of
    the front end and works by mouse, touch and keyboard (press ? for the keys). In a saved notebook without a kernel a
    picture and a text of the position stand in its place.
    """

    _esm = _script()
    _css = _style()
    scene = traitlets.Dict().tag(sync=True)
    uid = traitlets.Unicode().tag(sync=True)

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._shown = False
        super().__init__(uid=secrets.token_hex(4), scene=walk.scene())
        self.on_msg(self._obey)

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

    def _obey(self, _widget: Any, message: Any, _buffers: Any) -> None:
        try:
            obey(self._walk, message)
            self._refresh()
        except Exception as error:  # a learner gets a sentence, never a dead button
            fault = {"kind": "stop", "head": "That did not work", "text": f"{error}", "may": [], "cites": []}
            self.scene = {**self.scene, "ruling": fault, "live": f"That did not work: {error}"}

    def _refresh(self) -> None:
        self.scene = self._walk.scene()
        if self._shown:
            update_display(self._twin(), raw=True, display_id=self._display_id)

    @property
    def _display_id(self) -> str:
        return f"mam-{self.uid}"

    def _ipython_display_(self) -> None:
        # Two outputs: the live table, and a picture of the position that the live one hides. A notebook opened without
        # a kernel cannot show the first, whatever else stands in the same output, so the picture needs its own.
        view = {"version_major": 2, "version_minor": 0, "model_id": self.model_id}
        text = "The live table needs a running kernel."
        display({"application/vnd.jupyter.widget-view+json": view, "text/plain": text}, raw=True)
        display(self._twin(), raw=True, display_id=self._display_id)
        self._shown = True

    def _twin(self) -> dict[str, str]:
        """The position as a picture and as text, for a notebook without a kernel."""
        text = drawing.table_text(self.scene)
        picture = base64.b64encode(drawing.table_svg(self.scene).encode()).decode()
        title = html.escape(self.scene["title"] or "The table", quote=True)
        page = (
            f'<div data-mam-static="{self.uid}"><img alt="{title}: the position is told in words below"'
            f' style="max-width:100%" src="data:image/svg+xml;base64,{picture}">'
            f"<details><summary>The position in words</summary><pre>{html.escape(text)}</pre></details></div>"
        )
        return {"text/html": page, "text/plain": text}
