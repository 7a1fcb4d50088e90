"""The match on a page: it is saved in the browser after every move, and each new match under a name of its own."""

import hashlib
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import mam
from mam import Record
from mam.games.match import start_match
from mam.records import format_record
from mam.rules.amounts import format_amount
from mam.rules.dealing import Deal
from mam.scenes.labels import find_unit
from mam.sessions import Session
from mam.sessions.skill_levels import name_players
from mam.studies.problems.decisions import DecisionProblem
from mam.support.messages import capitalize
from mam.support.toml import PlacedError
from mam.text.notation import NotationError
from mam_widgets.match.model import Playing
from mam_widgets.match.widget import Play
from mam_widgets.site.decisions import format_decisions
from mam_widgets.site.links import LinkError, read_number
from mam_widgets.site.on_page import OnPage, Opening, PageActions, SaveError, describe_fault

FIRST_SEED = 16  # the deal that every visitor meets first: South holds a hand worth bidding on
_SAVE_STATUS = "Saved in this browser after every move."
_OWN = re.compile(r"match-[0-9a-f]{8}\.toml|play(\.before)?\.toml")  # `play.toml` is what earlier releases wrote


# Names


def name_match() -> str:
    """Return a name for a match that no link opened."""
    return f"match-{secrets.token_hex(4)}.toml"


def find_match(fields: dict[str, str], names: Sequence[str]) -> str:
    """Return the name of the match that an address opens: of these `names`, the newest first, or a new one.

    A deal or a seed has a match of its own; without them the match that was saved last is continued. Raises LinkError.
    """
    if (name := fields.get("match")) is not None:
        if name not in names:
            raise LinkError("This link opens a match that is not saved in this browser.")
        return name
    if (seed := _read_seed(fields)) is not None:
        return f"seed-{seed}.toml"
    if "class" in fields:
        return f"class-{_read_class_id(fields['class'])}.toml"
    if "deal" in fields:
        edition, deal = _read_deal(fields["deal"])
        return f"deal-{hashlib.sha256(mam.encode_deal(deal, edition).encode()).hexdigest()[:12]}.toml"
    return next((name for name in names if _OWN.fullmatch(name)), None) or name_match()


def _read_seed(fields: dict[str, str]) -> int | None:
    return read_number(fields, "seed", "A seed")


def _read_deal(code: str) -> tuple[str, Deal]:
    """Return the edition and the deal of a code. Raises LinkError."""
    try:
        return mam.decode_deal(code)
    except NotationError as error:
        raise LinkError(f"The deal in this link can't be read: {error}. Copy the whole link.") from None


def _open_class_table(packed: str) -> Session:
    """Return the start of a class table. Raises LinkError."""
    from mam.class_tables.starts import open_class_table

    try:
        return open_class_table(f"class={packed}")
    except PlacedError as error:
        raise LinkError(f"The class table in this link can't be opened: {describe_fault(error)}") from None
    except ValueError as error:
        raise LinkError(f"{capitalize(str(error))}.") from None


def _read_class_id(packed: str) -> str:
    from mam.class_tables.starts import find_id

    return find_id(_open_class_table(packed))


def describe_match(session: Session) -> str:
    """Return what a list of matches calls this one: the game, how far it is, and the score.

    >>> describe_match(Session.start("make-a-million-1935", seed=7))
    'Make-a-Million, 1935 rules, four players · round 1 · North-South $0, East-West $0'
    """
    rules, unit = session.rules, find_unit(session.rules)
    score = ", ".join(f"{rules.accounts[side]} {format_amount(total, unit)}" for side, total in session.totals.items())
    where = "over" if session.is_over else f"round {session.number}"
    if session.class_table:
        return f"{session.class_table.title} · {rules.name} · {'to hand in' if session.round.is_over else 'in play'}"
    return f"{rules.name} · {where} · {score}"


# The match


@dataclass
class SavedPlaying(Playing):
    """A match that the browser saves under a `name`."""

    name: str = ""
    page_actions: PageActions = PageActions()
    saved_text: str = ""  # what the browser has
    replaced: tuple[Session, str] | None = None  # the match that a new one took the place of, and its name
    trouble: str = ""  # why it cannot be saved

    def _save_session(self) -> str:
        text = self.match_session.dumps()
        if text != self.saved_text:
            self.saved_text = text
            self.page_actions.save(self.name, text, describe_match(self.match_session))
        return self.trouble or _SAVE_STATUS

    def _write_record(self, path: Path, record: Record) -> str:
        self.page_actions.download(path.name, format_record(record))
        return f"your downloads as {path.name}"

    @property
    def practice_fault(self) -> str:
        """Nothing: problems go to the browser, as the match does."""
        return ""

    def _store_problems(self, decisions: Sequence[DecisionProblem]) -> None:
        self.page_actions.add_problems(format_decisions(decisions))

    def _change_match(self, session: Session) -> None:
        """A new match takes a name of its own: the one before stays saved. An earlier match takes its name again, and the new one, in
        which nothing was decided, is deleted."""
        if self.replaced and self.replaced[0] is session:
            self.page_actions.save(self.name, "", "")
            self.name, self.replaced = self.replaced[1], None
        else:
            self.name, self.replaced = name_match(), (self.match_session, self.name)
        self.saved_text = ""
        super()._change_match(session)


class SavedPlay(Play, OnPage):
    """The match on a page."""

    def __init__(self, session: Session, name: str, page_actions: PageActions, *, is_saved: bool) -> None:
        self._opened_name = name
        saved_text = session.dumps() if is_saved else ""
        self._saving = SavedPlaying(session, name=name, page_actions=page_actions, saved_text=saved_text)
        self._open(self._saving)

    @property
    def save_name(self) -> str:  # type: ignore[override]
        return self._saving.name

    def write_address(self, opened: str) -> str:
        return opened if self.save_name == self._opened_name else ""  # "" opens the match that was saved last

    def write_link(self, opened: str) -> str:
        if self.session.class_table:
            from mam.class_tables.starts import pack_class_table

            return f"class={pack_class_table(self.session)}"
        round = self.session.round
        return f"deal={mam.encode_deal(round.deal, round.rules.full_id)}"

    def export(self) -> tuple[str, str]:
        return "make-a-million-match.toml", self.session.dumps()

    def report_trouble(self, sentence: str) -> None:
        if self._saving.trouble != sentence:
            self._saving.trouble = sentence
            self._saving.save()
            self._refresh()


def open_match(opening: Opening) -> SavedPlay:
    """The match on the page: the saved one, or a new one at your first turn, which is saved once it goes on."""
    fields, text = opening.fields, opening.text
    if text is not None:
        session = _read_match(text)
    elif "class" in fields:
        session = _open_class_table(fields["class"])
    elif "deal" in fields:
        edition, deal = _read_deal(fields["deal"])
        match = start_match(edition, 0, deal=deal)
        persons = match.rules.persons
        you = "S" if "S" in persons else persons[0]
        session = Session(match, you, name_players(match.rules, you))
    else:
        seed = _read_seed(fields)
        session = Session.start(seed=FIRST_SEED if seed is None and not opening.is_new else seed)
    if text is None:
        session.play_to_your_turn()
    return SavedPlay(session, opening.name, opening.page_actions, is_saved=not opening.is_new)


def _read_match(text: str) -> Session:
    if not text.strip():
        raise SaveError("Your saved match can't be read: the file is empty.")
    try:
        return Session.loads(text, "match")
    except PlacedError as error:
        raise SaveError(f"Your saved match can't be read: {describe_fault(error)}") from None
