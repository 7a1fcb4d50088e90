"""What runs behind a plain page: a widget with its saves, its links and its files. It knows no browser, only a way to send."""

import json
import re
from collections import deque
from collections.abc import Callable, Collection, Sequence
from importlib import import_module
from typing import Any

import mam
from mam.engine.backend import is_compiled
from mam.records.read import parse_record
from mam.records.write import format_record
from mam.sessions import Session
from mam.support.toml import PlacedError
from mam_widgets.shared.background import BackgroundTask, freeze_objects, works_in_steps
from mam_widgets.site.links import PLACE, LinkError, drop_place, pack, read_link, shorten
from mam_widgets.site.on_page import FileError, OnPage, Opening, PageActions, describe_fault

_HEAVY = {
    "hint",
    "review",
    "back_to_review",
    "practice_this",
    "solve",
    "judge",
}  # messages that simulate deals, or search
# What these compute with, loaded when the first of them comes: numpy, and the parts of mam that need it. Labs load pandas, too.
_COMPUTING = (
    "mam.analysis.advice",
    "mam.engine.belief.guarantee",
    "mam.engine.rollouts.evaluation",
    "mam.engine.rollouts.listener",
    "mam.engine.solver.solution",
    "mam.engine.solver.world_solver",
)
_COMPILED_MODULES = (
    "mam.engine.solver.position",
    "mam.engine.rollouts.continuation",
)  # of these, what can be warmed up
_FIELDS = {
    "play": ("deal", "seed", "match", "class"),
    "stepper": ("record", "deal", *PLACE),
}  # of an address, by the widget it opens

Send = Callable[[str, str], None]  # the name of a field, and its value as JSON


class LivePage:
    """The widget on the page. `open` shows one in place of any before it; what it saves goes to `save`, files to `download`,
    problems made of decisions to `add_problems`."""

    def __init__(
        self,
        send: Send,
        save: Callable[[str, str, str], None] = lambda _name, _text, _title: None,
        download: Callable[[str, str], None] = lambda _name, _text: None,
        add_problems: Callable[[str], None] = lambda _problems: None,
    ) -> None:
        self._send, self._save, self._download, self._add_problems = send, save, download, add_problems
        self._warming = BackgroundTask(fault=lambda _words: None)  # whoever clicks hears what is wrong
        self._number = 0  # of the widget that is shown
        self._link = ""  # what was opened, without the place in it
        self.widget: Any = None

    def name_save(self, kind: str, link: str, names: Sequence[str]) -> str:
        """Return the name of what is saved for an address, or will be; "" for what saves nothing.

        `names` are the saves that the browser has, the newest first. Raises LinkError for an address that cannot be opened.
        """
        fields = _read_fields(kind, link)
        if kind == "play":
            from mam_widgets.site.saved_match import find_match

            return find_match(fields, names)
        return ""

    def open(
        self,
        kind: str,
        link: str = "",
        name: str = "",
        text: str | None = None,
        is_new: bool = False,
        stars: str = "{}",
    ) -> "LivePage":
        """Show a widget, with its save if the browser has one; a match that `is_new` takes the place of one that cannot be read.

        `stars` are those of what was done in this browser, by name, as JSON.

        Raises LinkError, and SaveError for a save that cannot be read.
        """
        fields = _read_fields(kind, link)
        self._open(
            lambda page_actions: _OPEN[kind](Opening(fields, name, text, page_actions, is_new, json.loads(stars)))
        )
        self._link = drop_place(link)
        return self

    def _open(self, make: Callable[[PageActions], Any]) -> None:
        """Show the widget that `make` returns. From then on no earlier widget can save anything, even if it is still computing."""
        before = self._number
        self._number = number = before + 1
        save, download, add_problems = self._save, self._download, self._add_problems
        page_actions = PageActions(
            lambda *given: save(*given) if number == self._number else None,
            lambda *given: download(*given) if number == self._number else None,
            lambda *given: add_problems(*given) if number == self._number else None,
        )
        try:
            widget = make(page_actions)
        except ValueError:
            self._number = before
            raise
        self._show(widget)

    def close(self) -> None:
        """Stop the widget from saving and sending: the match is continued in another tab."""
        self._number += 1
        if self.widget is not None:
            self.widget.connect(lambda _name, _value: None)

    def _show(self, widget: Any) -> None:
        if self.widget is not None:
            self.widget.connect(lambda _name, _value: None)
        self.widget = widget
        widget.connect(lambda name, value: self._send(name, json.dumps(value, separators=(",", ":"))))
        if works_in_steps() and hasattr(widget, "warm_up"):
            self._warming.run(widget.warm_up, lambda _value: None)

    def load_packages(self) -> None:
        """Import what is computed with, and use it once, while the page says that it is loading: it takes seconds, and no click
        can pass."""
        for name in _COMPUTING:
            import_module(name)
        if is_compiled():  # the engine is opened, and its tables for the first edition are made
            for name in _COMPILED_MODULES:
                deque(import_module(name).warm(), maxlen=0)
            round = mam.start(mam.list_editions()[0], seed=16)
            import_module("mam.analysis.advice").advise(mam.view(round, round.actor), n=8)  # the first time is slow
        freeze_objects()

    def needs_packages(self, message: str = "") -> bool:
        """Return whether this message needs numpy; few do."""
        request = json.loads(message) if message else {}
        expert = "expert" in (request.get("name"), request.get("skill_level"), *self._skill_levels())
        return expert or request.get("do") in _HEAVY or (request.get("do") == "odds" and request.get("listen", False))

    def file_needs_packages(self, text: str) -> bool:
        """Return whether a file is a problem, whose answers are judged with numpy."""
        return bool(re.search(r'^\s*shelf\s*=\s*"problems"', text, re.MULTILINE))

    def _skill_levels(self) -> tuple[str, ...]:
        return tuple(self.widget.session.skill_levels.values()) if hasattr(self.widget, "session") else ()

    def handle(self, message: str) -> None:
        """Answer a message of the browser, which is JSON."""
        self.widget.handle_message(json.loads(message))

    @property
    def _on_page(self) -> OnPage:
        return self.widget if isinstance(self.widget, OnPage) else OnPage()

    def save_name(self) -> str:
        """Return the name under which what is shown is saved, "" if it is not."""
        return self._on_page.save_name

    def address(self) -> str:
        """Return what follows `#` in the address of what is shown now: what was opened, and the place in it."""
        return self._on_page.write_address(self._link)

    def link(self) -> str:
        """Return what follows `#` in an address that shows this again: the deal of a match, or the record with its moves and
        the place in it; "" for the page itself."""
        return self._on_page.write_link(self._link)

    def report_trouble(self, sentence: str) -> None:
        """Say why the browser saves nothing, "" if it does."""
        self._on_page.report_trouble(sentence)

    def export(self) -> tuple[str, str]:
        """Return the name and the text of a file that `load` reads again. Raises FileError where there is nothing to save."""
        return self._on_page.export()

    def load(self, name: str, text: str, kinds: Collection[str] = ("play", "stepper")) -> str:
        """Show what is in a file, and return which widget shows it: one of these `kinds`.

        Raises FileError, which says what is wrong with the file; then all is as it was.
        """
        kind, content = _read_file(name, text)
        if kind not in kinds:
            raise FileError(f"“{shorten(name)}” {_HOLDS[kind]}")
        if kind == "play":
            from mam_widgets.site.saved_match import SavedPlay, name_match

            self._open(
                lambda page_actions: SavedPlay(Session.loads(content), name_match(), page_actions, is_saved=False)
            )
            self._link = ""
        elif kind == "rounds":
            from mam_widgets.site.study_file import open_study

            self._open(lambda _page_actions: open_study(name, content))
            self._link = ""
        else:
            link = f"record={pack(content)}"
            self._open(lambda page_actions: _OPEN[kind](Opening(_read_fields(kind, link), page_actions=page_actions)))
            self._link = link
        return kind


# Files

_HOLDS = {
    "play": "holds a match: open it on the Play page.",
    "stepper": "holds a record: open it on the Play page.",
    "rounds": "holds a study: open it on the Learn page.",
}


def _read_file(name: str, text: str) -> tuple[str, str]:
    """Return which widget shows a file, and what is in it as this program writes it. Raises FileError."""
    fault = "it is not a match, a record or a study."
    try:
        if re.search(r"^\s*\[\[\s*chapter\s*\]\]", text, re.MULTILINE):
            return "rounds", text
        if re.search(r"^\s*(session|sitting)\s*=", text, re.MULTILINE):
            return "play", Session.loads(text, name).dumps()
        if re.search(r"^\s*edition\s*=", text, re.MULTILINE):
            return "stepper", format_record(parse_record(text, name))
    except PlacedError as error:
        fault = describe_fault(error)
    except ValueError as error:
        fault = f"{error}."
    raise FileError(f"“{shorten(name)}” can't be opened: {fault}")


# Addresses


def open_widget(kind: str, link: str = "") -> Any:
    """Open a widget: "play", "stepper", "bidding", "discard", "probability", "exercise", or "rounds" for a shelf.

    `link` is the part of the page's address after `#`: a deal, a seed or a record. Raises LinkError, in a sentence for the
    person, for a link that cannot be read.

    >>> open_widget("stepper", "deal=" + mam.encode_deal(mam.start("manhattan", 7).deal, "manhattan")).record.edition
    'manhattan'
    """
    return _OPEN[kind](Opening(_read_fields(kind, link)))


def _read_fields(kind: str, link: str) -> dict[str, str]:
    if kind == "exercise":  # its id stands there as it is
        id, _, rest = link.partition("&")
        return ({"id": id} if id else {}) | read_link(rest, ("variant", "student"))
    fields = read_link(link, _FIELDS.get(kind, ()))
    if len(opened := [name for name in fields if name not in PLACE]) > 1:
        raise LinkError(f"A link opens one thing, not both “{opened[0]}=” and “{opened[1]}=”.")
    return fields


def _open_later(module: str, name: str) -> Callable[[Opening], Any]:
    """Import what opens a widget when it is first shown: so that no page waits for what another one needs."""
    return lambda opening: getattr(import_module(f"mam_widgets.site.{module}"), name)(opening)


def _open_stepper(opening: Opening) -> Any:
    from mam_widgets.site.linked_stepper import open_stepper

    return open_stepper(opening.fields)


def _open_lab(module: str, name: str, **options: Any) -> Callable[[Opening], Any]:
    """Import a lab when it is first shown: so that no page waits for what another one needs."""
    return lambda _opening: getattr(import_module(f"mam_widgets.{module}.widget"), name)(**options)


def _open_rounds(_opening: Opening) -> Any:
    """What plays the live rounds of the shelves; everything else of a study the page does by itself."""
    from mam.studies.progress import Progress
    from mam_widgets.studies.lesson import list_rules, list_stages
    from mam_widgets.studies.widget import StudyWidget

    return StudyWidget("Learn", [*list_stages(), *list_rules()], Progress(), None)


_OPEN: dict[str, Callable[[Opening], Any]] = {
    "exercise": _open_later("exercise_page", "open_exercises"),
    "rounds": _open_rounds,
    "play": _open_later("saved_match", "open_match"),
    "stepper": _open_stepper,
    "bidding": _open_lab("bidding", "bidding_lab", hand="R40 R30 R15 R11 R8 R3 Y9 Y4 B7 B2 G40 G9 TIGER", seed=1),
    "discard": _open_lab(
        "discard", "discard_lab", hand="R40 R30 R15 R11 R10 Y9 Y8 Y7 B5 B4 B3 B2 G1 G2 TIGER BULL", seed=1
    ),
    "probability": _open_lab("probability", "probability_lab"),
}
