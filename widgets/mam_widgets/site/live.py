"""What runs behind a plain page: a widget with its saves, its links and its files. It knows no browser, only a way to send."""

import base64
import hashlib
import json
import zlib
from collections import deque
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import mam
from mam.engine.backend import is_compiled
from mam.games.match import start_match
from mam.records.read import parse_record
from mam.records.write import format_record
from mam.sessions import Session, SessionError
from mam.sessions.skill_levels import name_players
from mam_widgets.shared.background import BackgroundTask, freeze_objects, works_in_steps

FOLDER = Path("mam-saves")
FIRST_SEED = 16  # the deal that every visitor meets first: South holds a hand worth bidding on
_HEAVY = {"hint", "review", "back_to_review", "solve"}  # messages that simulate deals, or search
# What these compute with, loaded when the first of them comes: numpy and pandas, and the parts of mam that need them.
_COMPUTING = (
    "mam.analysis.advice",
    "mam.engine.rollouts.evaluation",
    "mam.engine.rollouts.listener",
    "mam.engine.solver.solution",
    "mam.engine.solver.world_solver",
)
_COMPILED = ("mam.engine.solver.position", "mam.engine.rollouts.continuation")  # of these, what can be warmed up
_LARGEST = 200_000  # characters of a record in a link

Send = Callable[[str, str], None]  # the name of a field, and its value as JSON


class LivePage:
    """The widget on the page. `open` shows one in place of any before it."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._warming = BackgroundTask(fault=lambda _words: None)  # whoever clicks hears what is wrong
        self.widget: Any = None

    def open(self, kind: str, link: str = "") -> "LivePage":
        """Show a widget as `open_widget` opens it."""
        self._show(open_widget(kind, link))
        return self

    def _show(self, widget: Any) -> None:
        if self.widget is not None:
            self.widget.connect(lambda _name, _value: None)
        self.widget = widget
        widget.connect(lambda name, value: self._send(name, json.dumps(value, separators=(",", ":"))))
        if works_in_steps():
            self._warming.run(widget.warm_up, lambda _value: None)

    def load_packages(self) -> None:
        """Import what is computed with, and use it once, while the page says that it is loading: it takes seconds, and no click
        can pass."""
        for name in _COMPUTING:
            import_module(name)
        if is_compiled():  # the engine is opened, and its tables for the first edition are made
            for name in _COMPILED:
                deque(import_module(name).warm(), maxlen=0)
            round = mam.start(mam.list_editions()[0], seed=FIRST_SEED)
            import_module("mam.analysis.advice").advise(mam.view(round, round.actor), n=8)  # pandas is slow once
        freeze_objects()

    def needs_packages(self, message: str = "") -> bool:
        """Return whether what is asked for is computed with numpy and pandas: of all messages, few are."""
        asked = json.loads(message) if message else {}
        expert = "expert" in (asked.get("name"), asked.get("skill_level"), *self._skill_levels())
        return expert or asked.get("do") in _HEAVY or (asked.get("do") == "odds" and asked.get("listen", False))

    def _skill_levels(self) -> tuple[str, ...]:
        return tuple(self.widget.session.skill_levels.values()) if hasattr(self.widget, "session") else ()

    def handle(self, message: str) -> None:
        """Answer a message of the browser, which is JSON."""
        self.widget.handle_message(json.loads(message))

    def link(self) -> str:
        """Return what follows `#` in the address that shows this again: the deal of a match, or the record with its moves."""
        if hasattr(self.widget, "session"):
            round = self.widget.session.round
            return f"deal={mam.encode_deal(round.deal, round.rules.full_id)}"
        if hasattr(self.widget, "record"):
            return f"record={pack(format_record(self.widget.record))}"
        return ""

    def export(self) -> tuple[str, str]:
        """Return the name and the text of a file that `load` reads again. Raises ValueError where there is nothing to save."""
        if hasattr(self.widget, "session"):
            return "make-a-million-match.toml", self.widget.session.dumps()
        if hasattr(self.widget, "record"):
            return "make-a-million-record.toml", format_record(self.widget.record)
        if hasattr(self.widget, "missed"):
            file = FOLDER / "quiz.json"
            return "make-a-million-quiz.json", file.read_text("utf-8") if file.exists() else "{}\n"
        raise ValueError("There is no file of this page to save.")

    def load(self, name: str, text: str) -> str:
        """Show a match or a record from a file, and return which widget shows it. Raises ValueError with the fault in the file."""
        try:
            session = Session.loads(text, name)
        except SessionError as error:
            try:
                record = parse_record(text, name)
            except ValueError:
                raise error from None
            from mam_widgets.stepper.widget import replay

            self._show(replay(record))
            return "stepper"
        from mam_widgets.match.widget import Play

        self._show(Play(session, _write_anew(FOLDER / "play.toml")))
        return "play"


def open_widget(kind: str, link: str = "") -> Any:
    """Open a widget: "play", "stepper", "bidding", "discard", "probability" or "quiz".

    `link` is the part of the page's address after `#`: a deal, a seed or a record. Raises ValueError, in a sentence for the
    person, for a link that cannot be read.

    >>> open_widget("stepper", "deal=" + mam.encode_deal(mam.start("manhattan", 7).deal, "manhattan")).record.edition
    'manhattan'
    """
    return _OPEN[kind](dict(parse_qsl(link)))


def _write_anew(file: Path) -> Path:
    """Keep what is in this file under another name, so that a match that is opened does not erase it."""
    if file.exists():
        file.replace(file.with_suffix(".before.toml"))
    return file


def open_match(fields: dict[str, str]) -> Any:
    """The match on the page: the saved one, or a new one at your first turn."""
    from mam_widgets.match.widget import Play

    code = fields.get("deal", "")
    file = FOLDER / (f"deal-{hashlib.sha256(code.encode()).hexdigest()[:12]}.toml" if code else "play.toml")
    FOLDER.mkdir(exist_ok=True)
    if file.exists() and "seed" not in fields:
        return Play(Session.load(file), file)
    if code:
        edition, deal = mam.decode_deal(code)
        match = start_match(edition, 0, deal=deal)
        persons = match.rules.persons
        you = "S" if "S" in persons else persons[0]
        session = Session(match, you, name_players(match.rules, you))
    else:
        session = Session.start(seed=int(fields.get("seed", FIRST_SEED)))
    session.play_to_your_turn()
    return Play(session, file)


def open_record(fields: dict[str, str]) -> Any:
    """A record from a link, a deal to look at, or the specimen hand."""
    from mam_widgets.stepper.widget import deal, replay, specimen

    if "record" in fields:
        return replay(parse_record(unpack(fields["record"]), "link"))
    return deal(fields["deal"]) if "deal" in fields else specimen()


def _open_later(module: str, name: str, **options: Any) -> Callable[[dict[str, str]], Any]:
    """Import a widget when it is first shown: so that no page waits for what another one needs."""
    return lambda fields: getattr(import_module(f"mam_widgets.{module}.widget"), name)(**options)


_OPEN: dict[str, Callable[[dict[str, str]], Any]] = {
    "play": open_match,
    "stepper": open_record,
    "bidding": _open_later("bidding", "bidding_lab", hand="R40 R30 R15 R11 R8 R3 Y9 Y4 B7 B2 G40 G9 TIGER", seed=1),
    "discard": _open_later(
        "discard", "discard_lab", hand="R40 R30 R15 R11 R10 Y9 Y8 Y7 B5 B4 B3 B2 G1 G2 TIGER BULL", seed=1
    ),
    "probability": _open_later("probability", "probability_lab"),
    "quiz": _open_later("rules_quiz", "quiz", edition="make-a-million-1935", seed=7),
}


def pack(text: str) -> str:
    """Return a text as letters, digits, - and _, so that it fits into an address.

    >>> unpack(pack("deal 7"))
    'deal 7'
    """
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpack(packed: str) -> str:
    """Return the text that `pack` was given. Raises ValueError for anything else."""
    try:
        data = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        reader = zlib.decompressobj()
        text = reader.decompress(data, _LARGEST)
        if not reader.eof:
            raise ValueError
        return text.decode()
    except (ValueError, zlib.error):
        raise ValueError("This link is not complete: copy all of it.") from None
