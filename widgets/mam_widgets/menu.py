"""The table, the labs and the quiz as one page with a menu: what `mam app` serves."""

from collections.abc import Callable
from typing import Any

import ipywidgets

from mam_widgets.bidding.widget import bidding_lab
from mam_widgets.discard.widget import discard_lab
from mam_widgets.match.widget import play
from mam_widgets.probability.widget import probability_lab
from mam_widgets.rules_quiz.widget import quiz
from mam_widgets.stepper.widget import specimen

MENU: dict[str, Callable[[], Any]] = {
    "Play": play,
    "Learn by stepping": specimen,
    "Bidding lab": bidding_lab,
    "Discard lab": discard_lab,
    "Probability lab": probability_lab,
    "Rules quiz": quiz,
}

# The page belongs to the widget: no margins around it, and its room is the window under the menu.
_STYLE = """<style>
.jp-Notebook, .jp-Cell, .jp-OutputArea-output, .jp-OutputArea-child { padding: 0 !important; margin: 0 !important; max-width: none !important; }
.jp-Cell-inputWrapper, .jp-OutputPrompt, .jp-OutputArea-promptOverlay { display: none !important; }
body, .jp-Notebook, #rendered_cells { padding: 0 !important; margin: 0 !important; overflow: hidden !important; }
.mam-app { overflow: hidden; margin: 0; }
.mam-app-menu { height: 44px; margin: 0; overflow: auto hidden; }
.mam-app-menu .widget-toggle-buttons { width: max-content; }
.mam-app-menu .widget-toggle-button { width: auto; height: 36px; padding: 0 12px; }
.mam-app-room { height: calc(100vh - 44px); overflow: hidden auto; margin: 0; }
</style>"""


class App(ipywidgets.VBox):  # type: ignore[misc]
    """A menu, and the widget that was chosen last; each is made when it is first chosen, and stays as it was left."""

    def __init__(self) -> None:
        self._widgets: dict[str, Any] = {}
        self._menu = ipywidgets.ToggleButtons(options=list(MENU), tooltips=list(MENU))
        self._room = ipywidgets.Box(layout={"display": "block", "width": "100%"})
        self._menu.observe(lambda _: self._show(), names="value")
        style = ipywidgets.HTML(_STYLE, layout={"display": "none"})
        menu = ipywidgets.Box([self._menu])
        super().__init__([style, menu, self._room], layout={"width": "100%"})
        for part, name in ((self, "mam-app"), (menu, "mam-app-menu"), (self._room, "mam-app-room")):
            part.add_class(name)
        self._show()

    @property
    def shown(self) -> Any:
        """The widget that is shown."""
        return self._widgets[self._menu.value]

    def choose(self, name: str) -> "App":
        """Show the widget with this name in the menu and return the app. Raises ValueError for an unknown name."""
        if name not in MENU:
            raise ValueError(f"no {name!r} in the menu: there are {', '.join(MENU)}")
        self._menu.value = name
        return self

    def _show(self) -> None:
        name = self._menu.value
        if name not in self._widgets:
            self._widgets[name] = MENU[name]()
        self._room.children = [self._widgets[name]]


def app() -> App:
    """Return the table, the labs and the quiz as one page with a menu.

    >>> app().choose("Rules quiz").shown.score
    Score(right=0, answered=0)
    """
    return App()
