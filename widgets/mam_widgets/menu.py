"""The table, the labs and the quiz as one page with a menu: what `mam app` serves."""

from collections.abc import Callable
from typing import Any

import ipywidgets

from mam.drawing.tokens import THEMES, palette
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

# On a page of Voilà nothing but the app is shown: no margins around it, and the widget's room is the window under the menu.
_PAGE = """
body[data-voila] :is(.jp-Cell, .jp-Cell-outputWrapper, .jp-OutputArea-output, .jp-OutputArea-child) { padding: 0 !important; margin: 0 !important; max-width: none !important; }
body[data-voila] :is(.jp-Cell-inputWrapper, .jp-OutputPrompt, .jp-OutputArea-promptOverlay) { display: none !important; }
body[data-voila], body[data-voila] #rendered_cells { padding: 0 !important; margin: 0 !important; overflow: hidden !important; }
body[data-voila], body[data-voila] #rendered_cells, body[data-voila] .jp-OutputArea-output { background: var(--mam-table) !important; }
body[data-voila] .mam-app-room { height: calc(100vh - 44px); overflow: hidden auto; padding: 5px 0 0; box-sizing: border-box; }
"""

# The menu is a row of tabs; where it is wider than the window it scrolls sideways.
_MENU = """
.mam-app, .mam-app-menu, .mam-app-room { margin: 0; padding: 0; overflow: hidden; }
.mam-app-menu {
  flex: none; height: 44px; overflow: auto hidden; scrollbar-width: none; overscroll-behavior: contain;
  background: var(--mam-panel);
}
.mam-app-menu .widget-toggle-buttons { flex: none; width: max-content; height: 44px; margin: 0; padding: 0 8px; }
.mam-app-menu .widget-toggle-buttons > div { display: flex; flex-wrap: nowrap; }
.mam-app-menu .jupyter-button.widget-toggle-button {
  flex: none; width: auto; min-width: 44px; height: 44px; margin: 0; padding: 0 12px; line-height: 44px;
  outline: 0; border: 0 !important; box-shadow: none !important; border-radius: 0; background: none; color: var(--mam-muted);
  font-family: system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; font-size: 14px; font-weight: 600;
}
.mam-app-menu .jupyter-button.widget-toggle-button:hover { color: var(--mam-text); }
.mam-app-menu .jupyter-button.widget-toggle-button.mod-active { color: var(--mam-text); background: linear-gradient(var(--mam-accent) 0 0) bottom / 100% 3px no-repeat; }
.mam-app-menu .jupyter-button.widget-toggle-button:focus-visible { outline: 2px solid var(--mam-accent); outline-offset: -3px; }
@media (forced-colors: active) { .mam-app-menu .widget-toggle-button.mod-active { outline: 2px solid Highlight; outline-offset: -2px; } }
"""


def _style() -> str:
    """Return the style sheet of the app: its colors are those of the widget that it shows."""
    rules = []
    for theme in THEMES:
        colors = palette(theme)
        shown = f'[data-mam-theme="{theme}"]'
        names = "".join(
            f"--mam-{name}:{colors[name]};" for name in ("table", "panel", "line", "text", "muted", "accent")
        )
        rules.append(f".mam-app:has({shown}), body[data-voila]:has(.mam-app {shown}) {{color-scheme:{theme};{names}}}")
    return "\n".join(["<style>", *rules, _PAGE, _MENU, "</style>"])


class App(ipywidgets.VBox):  # type: ignore[misc]
    """A menu, and the widget that was chosen last; each is made when it is first chosen, and stays as it was left."""

    def __init__(self) -> None:
        self._widgets: dict[str, Any] = {}
        self._menu = ipywidgets.ToggleButtons(options=list(MENU), tooltips=list(MENU))
        self._room = ipywidgets.Box(layout={"display": "block", "width": "100%"})
        self._menu.observe(lambda _: self._show(), names="value")
        style = ipywidgets.HTML(_style(), layout={"display": "none"})
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
