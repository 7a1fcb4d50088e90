"""A widget in Jupyter: carried by anywidget, with a picture beside it for a notebook that has no kernel."""

import base64
import html
import secrets
from pathlib import Path
from typing import Any

import anywidget
import traitlets
from IPython.display import display, update_display

from mam_widgets.shared.assets import join_all_styles, join_script
from mam_widgets.shared.hot_reload import is_hot, reload_on_change


def make_field() -> Any:
    """Return a field, a dictionary of plain data, that is sent whenever it changes."""
    return traitlets.Dict().tag(sync=True)


def show_live(model_id: str) -> None:
    """Show the live view of a widget as an output of its own."""
    view = {"version_major": 2, "version_minor": 0, "model_id": model_id}
    text = "The live table needs a running kernel."
    display({"application/vnd.jupyter.widget-view+json": view, "text/plain": text}, raw=True)


def show_copy(copy: dict[str, str], display_id: str, *, is_new: bool) -> None:
    """Show what stands in for a live view, as an output of its own, or renew it."""
    (display if is_new else update_display)(copy, raw=True, display_id=display_id)


class JupyterHost(anywidget.AnyWidget):
    """What carries a widget in Jupyter: its fields are traits, and its script and style sheet come from the folder `_room`."""

    _room: Path

    scene: Any
    uid = traitlets.Unicode().tag(sync=True)

    def __init_subclass__(cls, **options: Any) -> None:
        if "_room" in cls.__dict__:
            cls._esm, cls._css = join_script(cls._room / "widget.js"), join_all_styles()
        super().__init_subclass__(**options)

    def __init__(self, **fields: Any) -> None:
        self._shown = False
        super().__init__(uid=secrets.token_hex(4), **fields)
        if is_hot():
            reload_on_change(self)
        self.on_msg(lambda _widget, message, _buffers: self._answer_message(message))

    def reload(self) -> None:
        """Read the script and the style sheet again, and send them to the browser. Raises OSError or ValueError for faulty files."""
        self._esm, self._css = join_script(self._room / "widget.js"), join_all_styles()

    def _answer_message(self, message: object) -> None:
        """Do what the browser asks. A scene that is as before is sent again: the browser asks a second time where an answer was lost."""
        before = self.scene
        self.handle_message(message)
        if self.scene == before:
            self.send_state("scene")

    def handle_message(self, message: object) -> None:
        """Do what the browser asks."""
        raise NotImplementedError

    def _picture(self) -> str:
        """The scene as SVG."""
        raise NotImplementedError

    def _words(self) -> str:
        """The scene as text."""
        raise NotImplementedError

    @property
    def _display_id(self) -> str:
        return f"mam-{self.uid}"

    def _ipython_display_(self) -> None:
        # Two outputs: the live table, and a picture of the position that the live one hides. A notebook opened without
        # a kernel cannot show the first, whatever else stands in the same output, so the picture needs its own.
        show_live(self.model_id)
        show_copy(self.draw_static(), self._display_id, is_new=True)
        self._shown = True

    def _show_static(self) -> None:
        """Renew the picture that stands in for the widget, if it is on a page."""
        if self._shown:
            show_copy(self.draw_static(), self._display_id, is_new=False)

    def draw_static(self) -> dict[str, str]:
        """The scene as a picture and as text, for a notebook without a kernel."""
        text = self._words()
        picture = base64.b64encode(self._picture().encode()).decode()
        title = html.escape(self.scene.get("title") or "The table", quote=True)
        page = (
            f'<div data-mam-static="{self.uid}"><img alt="{title}: the position is described below"'
            f' style="max-width:100%" src="data:image/svg+xml;base64,{picture}">'
            f"<details><summary>The position in words</summary><pre>{html.escape(text)}</pre></details></div>"
        )
        return {"text/html": page, "text/plain": text}
