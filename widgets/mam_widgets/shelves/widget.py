"""The five shelves and the page Teacher, as one page with a menu: what `mam app` serves."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets
import traitlets

from mam.drawing.tokens import THEMES, palette
from mam.support.messages import quote
from mam_widgets.bidding.widget import bidding_lab
from mam_widgets.chance_pages.widget import chance
from mam_widgets.discard.widget import discard_lab
from mam_widgets.exercise_pages.widget import exercises
from mam_widgets.match.widget import play
from mam_widgets.probability.widget import probability_lab
from mam_widgets.shared.assets import join_script
from mam_widgets.shared.jupyter import JupyterHost, show_copy, show_live
from mam_widgets.stepper.widget import specimen
from mam_widgets.studies.widget import cases, learn, problems
from mam_widgets.teacher_desk.widget import teacher

MENU: dict[str, Callable[[], Any]] = {
    "Learn": learn,
    "Play": play,
    "Problems": problems,
    "Chance": chance,
    "Rules": cases,
    # the five shelves, which a phone shows without scrolling; then what else stands on them
    "Specimen hand": specimen,
    "Problems: bids": bidding_lab,
    "Problems: discards": discard_lab,
    "Chance: exercises": exercises,
    "Chance: probabilities": probability_lab,
    "Teacher": teacher,
}
_ROOM = Path(__file__).parent


def _make_colors() -> str:
    """Return the colors of the app: those of the widget that it shows, and until there is one those of the page."""
    names = ("table", "panel", "line", "text", "muted", "accent")
    colors = {
        theme: f"{{color-scheme:{theme};{''.join(f'--mam-{name}:{palette(theme)[name]};' for name in names)}}}"
        for theme in THEMES
    }
    shown = {theme: f'[data-mam-theme="{theme}"]' for theme in THEMES}
    app, voila = ":where(.mam-app)", ":where(body[data-voila]:has(.mam-app))"
    rules = [
        f"{app}, {voila} {colors['light']}",
        f':where(body[data-jp-theme-light="false"] .mam-app) {colors["dark"]}',
        f"@media (prefers-color-scheme: dark) {{:where(body[data-voila]) {app}, {voila} {colors['dark']}}}",
    ]
    rules += [
        f".mam-app:has({shown[theme]}), body[data-voila]:has(.mam-app {shown[theme]}) {colors[theme]}"
        for theme in THEMES
    ]
    return "\n".join(rules)


class Menu(anywidget.AnyWidget):
    """A button for each name; the name of the page that is shown is `chosen`."""

    _esm = join_script(_ROOM / "widget.js")
    _css = f"{_make_colors()}\n{(_ROOM / 'widget.css').read_text('utf-8')}"

    names = traitlets.List(traitlets.Unicode()).tag(sync=True)
    chosen = traitlets.Enum(list(MENU), next(iter(MENU))).tag(sync=True)


class App(ipywidgets.VBox):  # type: ignore[misc]
    """A menu, and the widget that was chosen last; each is made when it is first chosen, and stays as it was left."""

    def __init__(self) -> None:
        self._widgets: dict[str, Any] = {}
        self._static_id = ""  # of the picture that a notebook without a kernel shows, once it is on a page
        self._menu = Menu(names=list(MENU))
        self._room = ipywidgets.Box(layout={"display": "block", "width": "100%"})
        self._menu.observe(lambda _: self._show(), names="chosen")
        super().__init__([self._menu, self._room], layout={"width": "100%"})
        for part, name in ((self, "mam-app"), (self._menu, "mam-app-menu"), (self._room, "mam-app-room")):
            part.add_class(name)
        self._show()

    @property
    def shown(self) -> Any:
        """The widget that is shown."""
        return self._widgets[self._menu.chosen]

    def choose(self, name: str) -> "App":
        """Show the widget with this name in the menu and return the app. Raises ValueError for an unknown name."""
        if name not in MENU:
            raise ValueError(f"no {quote(name)} in the menu: there are {', '.join(MENU)}")
        self._menu.chosen = name
        return self

    def _show(self) -> None:
        name = self._menu.chosen
        if name not in self._widgets:
            self._room.children = [ipywidgets.HTML('<p class="mam-app-wait" role="status">One moment…</p>')]
            self._widgets[name] = MENU[name]()
        self._room.children = [self._widgets[name]]
        if self._static_id:
            show_copy(self._draw_static(), self._static_id, is_new=False)

    def _draw_static(self) -> dict[str, str]:
        """What a notebook without a kernel shows; of the page Teacher, which keeps nothing, its name alone."""
        if isinstance(self.shown, JupyterHost):
            return self.shown.draw_static()
        return {"text/html": "", "text/plain": self._menu.chosen}

    def _ipython_display_(self) -> None:
        show_live(self.model_id)
        self._static_id = f"mam-menu-{self.model_id}"
        show_copy(self._draw_static(), self._static_id, is_new=True)  # what is shown hides it while it lives


def menu() -> App:
    """Return the five shelves and the page Teacher as one page with a menu, which `mam app` serves.

    >>> menu().choose("Rules").shown.scene["title"]
    'Rules'
    """
    return App()
