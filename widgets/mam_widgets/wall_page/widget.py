"""The wall: slides for a projector, one question at a time; the answer leaves Python when the teacher asks for it."""

from pathlib import Path
from typing import Any

from mam import drawing
from mam.scenes import make_empty_scene
from mam_widgets.shared.background import TURN
from mam_widgets.shared.host import Host, make_field
from mam_widgets.shared.messages import find_answer, on_message
from mam_widgets.shared.offers import read_offers
from mam_widgets.wall_page.schema import WallScene, WallSlide
from mam_widgets.wall_page.slides import find_slides, list_groups

TITLE = "Wall"


class WallWidget(Host):
    """Questions for a whole class, or the list of them. The browser counts the votes and keeps them."""

    _room = Path(__file__).parent
    scene: Any = make_field()

    def __init__(self, names: tuple[str, ...]) -> None:
        self._slides: list[WallSlide] = []
        self._at = self._opened = 0
        self._is_revealed = False
        if names:
            self.open_slides(list(names))
        super().__init__(scene=self._make_scene())

    @on_message("open")
    def open_slides(self, names: list[str]) -> None:
        """Show the slides of these names, one after another."""
        self._slides = [slide for name in names for slide in find_slides(name)]
        self._at, self._is_revealed = 0, False
        self._opened += 1

    @on_message("list")
    def show_list(self) -> None:
        """Show what can be opened."""
        self._slides = []

    @on_message("go")
    def go_to(self, at: int) -> None:
        """Show another slide, counted from 0, without its answer."""
        self._at, self._is_revealed = max(0, min(at, len(self._slides) - 1)), False

    @on_message("reveal")
    def reveal(self) -> None:
        """Show the answer."""
        self._is_revealed = True

    @on_message("hide")
    def hide(self) -> None:
        """Take the answer off again."""
        self._is_revealed = False

    def handle_message(self, message: object) -> None:
        """Do what the browser asks. What cannot be done becomes a sentence in the scene."""
        with TURN:
            try:
                find_answer(message, self)()
                self.scene = self._make_scene()
            except Exception as error:  # a teacher gets a sentence, never a dead button
                self.scene = {**self._make_scene(), "fault": f"{error.args[0] if error.args else error}"}

    def _make_scene(self) -> WallScene:
        slide = self._slides[self._at] if self._slides else None
        return {
            "title": TITLE,
            "groups": [] if slide else list_groups(),
            "slides": [slide["asked"] for slide in self._slides],
            "at": self._at,
            "revealed": slide["revealed"] if slide and self._is_revealed else None,
            "opened": self._opened,
            "fault": "",
        }

    # What a notebook without a kernel shows

    def _picture(self) -> str:
        return drawing.table_svg(make_empty_scene(TITLE))

    def _words(self) -> str:
        if not self._slides:
            return f"{TITLE}: choose what to show"
        asked = self._slides[self._at]["asked"]
        options = "; ".join(
            f"{letter}: {option['label']}"
            for letter, option in zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", asked["options"], strict=False)
        )
        return " ".join(filter(None, (f"{asked['where']}.", asked["setup"], asked["text"], asked["given"], options)))

    def describe(self) -> str:
        """Return the question in words, with what can be voted for and what can be done now."""
        if not self._slides:
            return self._words()
        is_last = self._at + 1 == len(self._slides)
        facts = {"is_last": is_last, "is_over": is_last and self._is_revealed, "can_go_back": self._at > 0}
        actions = read_offers(self._room).describe("revealed" if self._is_revealed else "asked", facts)
        return f"{self._words()}\n\n{actions}"


def wall(*names: str) -> WallWidget:
    """Return slides for a projector: questions of studies ("bull", "bull/double"), cases ("B26"), problems ("p12"), pages on probability
    ("chance-given") or your own file ("my.toml"), one after another; without a name, the list of them all.

    Raises KeyError for an unknown name, StudyError for a file that is no study.

    >>> print(wall("bull/double").describe())
    The Bull, board 2 of 8. You have no Green, and North is winning. Get as much as you can. A: Red 1; B: Yellow 30; C: Bull
    <BLANKLINE>
    You can now:
      All questions
      Full screen
      Reveal (key →)
    """
    return WallWidget(names)
