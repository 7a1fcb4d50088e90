"""What all drawn widgets share: the scene that Python owns, and messages that become sentences."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mam import drawing
from mam.scenes import Scene
from mam.scenes.schema import RulingPart
from mam_widgets.shared.background import TURN
from mam_widgets.shared.edition_picker import prepare_in_steps
from mam_widgets.shared.host import Host, make_field
from mam_widgets.shared.messages import find_answer


class SceneWidget(Host):
    """A widget that draws a scene: plain data that Python makes, and the browser never changes.

    A subclass says in which folder its `widget.js` and `widget.css` lie (`_room`), what there is to see (`_make_scene`), which
    methods answer the browser's messages (`on_message`), and how it looks without a kernel (`_picture`, `_words`). Whatever a message
    raises becomes a sentence in the scene.
    """

    _room: Path

    scene: Any = make_field()  # of the TypedDict that `_make_scene` returns
    _refusal = ""  # why the last message was not done, until the next one

    def __init__(self) -> None:
        super().__init__(scene=self._make_scene())

    def _make_scene(self) -> Scene:
        raise NotImplementedError

    def _receivers(self) -> tuple[object, ...]:
        """Whose methods answer the browser's messages (`on_message`); the first that has one for a message answers it."""
        return (self,)

    def _elsewhere(self) -> Mapping[type, str]:
        """Classes whose messages can be answered at another moment, each with why not now."""
        return {}

    def _take_answer(self, answer: object) -> None:
        """Called with what a message's method returned."""

    def _before_message(self) -> None:
        """Called before a message is answered that was found to be one."""

    def warm_up(self) -> Iterator[None]:
        """Read in short steps what the first clicks need: a page lets them pass after the first picture."""
        return prepare_in_steps()

    def _picture(self) -> str:
        """Return the scene as SVG, for a notebook without a kernel."""
        return drawing.table_svg(self.scene)

    def _words(self) -> str:
        """Return the scene as text, for a notebook without a kernel and for a terminal."""
        return drawing.table_text(self.scene)

    def describe(self) -> str:
        """Return the scene in words with what can be done now, each with its key, and why something can't: for a screen reader
        and for a terminal. The list is that of the buttons.
        """
        return f"{self._words().rstrip()}\n\n{drawing.table_text(self.scene, ['actions'])}"

    def handle_message(self, message: object) -> None:
        """Do what the browser asks. What cannot be done becomes a sentence in the scene."""
        with TURN:
            self._refusal = ""
            try:
                answer = find_answer(message, *self._receivers(), elsewhere=self._elsewhere())
                self._before_message()
                self._take_answer(answer())
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
        """Return the scene that is shown, or the one given, with what went wrong in the place of its ruling."""
        fault: RulingPart = {"kind": "stop", "head": "That did not work.", "text": text, "moves": [], "cites": []}
        shown_scene: Scene = self.scene if scene is None else scene
        return {**shown_scene, "ruling": fault, "live": f"That did not work: {text}"}

    def _refresh(self) -> None:
        """Send what there is to see now, and renew the picture that stands in for it."""
        scene = self._make_scene()
        # Work behind the widget goes on, but what was refused stays said.
        self.scene = self._with_fault(self._refusal, scene) if self._refusal else scene
        self._show_static()
