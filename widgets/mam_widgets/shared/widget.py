"""What all drawn widgets share: the scene that Python owns, messages that become sentences, the picture for a saved notebook."""

import base64
import html
import secrets
from pathlib import Path
from typing import Any

import anywidget
import traitlets
from IPython.display import display, update_display

from mam import drawing
from mam.scenes import Scene
from mam.scenes.schema import RulingPart
from mam_widgets.shared.assets import join_script, join_style
from mam_widgets.shared.background import TURN
from mam_widgets.shared.hot_reload import is_hot, reload_on_change
from mam_widgets.shared.messages import find_answer


class SceneWidget(anywidget.AnyWidget):
    """A widget that draws a scene: plain data that Python makes, and the browser never changes.

    A subclass says in which folder its `widget.js` and `widget.css` lie (`_room`), what there is to see (`_make_scene`), which
    methods answer the browser's messages (`on_message`), and how it looks without a kernel (`_picture`, `_words`). Whatever a message
    raises becomes a sentence in the scene.
    """

    _room: Path

    scene: Any = traitlets.Dict().tag(sync=True)  # of the TypedDict that `_make_scene` returns
    uid = traitlets.Unicode().tag(sync=True)
    _refusal = ""  # why the last message was not done, until the next one

    def __init_subclass__(cls, **options: Any) -> None:
        if "_room" in cls.__dict__:
            cls._esm, cls._css = join_script(cls._room / "widget.js"), join_style(cls._room / "widget.css")
        super().__init_subclass__(**options)

    def __init__(self) -> None:
        self._shown = False
        super().__init__(uid=secrets.token_hex(4), scene=self._make_scene())
        if is_hot():
            reload_on_change(self)
        self.on_msg(lambda _widget, message, _buffers: self.handle_message(message))

    def reload(self) -> None:
        """Read the script and the style sheet again, and send them to the browser. Raises OSError or ValueError for faulty files."""
        self._esm, self._css = join_script(self._room / "widget.js"), join_style(self._room / "widget.css")

    def _make_scene(self) -> Scene:
        raise NotImplementedError

    def _receivers(self) -> tuple[object, ...]:
        """Whose methods answer the browser's messages (`on_message`); the first that has one for a message answers it."""
        return (self,)

    def _before_message(self) -> None:
        """Called before a message is answered that was found to be one."""

    def _picture(self) -> str:
        """The scene as SVG, for a notebook without a kernel."""
        return drawing.table_svg(self.scene)

    def _words(self) -> str:
        """The scene as text, for a notebook without a kernel and for a terminal."""
        return drawing.table_text(self.scene)

    def handle_message(self, message: object) -> None:
        """Do what the browser asks. What cannot be done becomes a sentence in the scene."""
        with TURN:
            self._refusal = ""
            try:
                answer = find_answer(message, *self._receivers())
                self._before_message()
                answer()
                self._refresh()
            except Exception as error:  # a learner gets a sentence, never a dead button
                self._refusal = f"{error}"
                before, self.scene = self.scene.get("live"), self._with_fault(self._refusal)
                if self.scene["live"] == before:  # asked for again, so it is said again
                    self.scene = {**self.scene, "live": f"{before}\u00a0"}

    def _fail(self, sentence: str) -> None:
        """Say what went wrong with work behind the widget."""
        self._refusal = sentence
        self._refresh()

    def _with_fault(self, text: str, scene: Scene | None = None) -> Scene:
        """The scene that is shown, or the one given, with what went wrong in the place of its ruling."""
        fault: RulingPart = {"kind": "stop", "head": "That did not work.", "text": text, "moves": [], "cites": []}
        shown: Scene = self.scene if scene is None else scene
        return {**shown, "ruling": fault, "live": f"That did not work: {text}"}

    def _refresh(self) -> None:
        """Send what there is to see now, and renew the picture that stands in for it."""
        scene = self._make_scene()
        # Work behind the widget goes on, but what was refused stays said.
        self.scene = self._with_fault(self._refusal, scene) if self._refusal else scene
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
