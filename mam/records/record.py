"""Records: a round of any game saved as text that people can write and read, with notes and what-if branches.

A record is a TOML file: the deal, then the auction, the discard, trump and the tricks as a scorekeeper would list them
(in a word game the moves); `record_text` reads and writes these. Cards that nobody saw are `??`. Every fault of a file is
reported with its line.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from mam.games.registry import make_round
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.misplay import TableRound
from mam.records.text import play_at, read_at, read_moves, read_start, write_moves, write_start
from mam.rules.dealing import Deal
from mam.rules.editions import get_edition, list_editions
from mam.rules.moves import Move
from mam.rules.scoring import Carry
from mam.support.data_files import write_whole
from mam.support.toml import Document, PlacedError, read_text, write_string, write_strings
from mam.text.notation import NotationError, parse_move

FORMAT = 1
MOST_BYTES = 200_000


class RecordError(PlacedError):
    """A record that cannot be used; the message names the file, the line, the fault and what would be right."""


@dataclass(frozen=True)
class Note:
    """A comment on a moment of the record: after `step` moves, about a seat if one is named."""

    step: int
    text: str
    seat: str = ""
    source: str = ""


@dataclass(frozen=True)
class Branch:
    """A what-if: other moves from the moment after `step` moves of the record."""

    step: int
    moves: tuple[Move, ...]
    name: str = ""


@dataclass(frozen=True)
class Record:
    """A round with its story: deal (unseen cards allowed), moves, notes and branches.

    A `allows_misplays` record tells of a round with faults in it: its `events` are kept word for word, and nothing is replayed.
    Raises ValueError when it has moves or branches as well, when another record has events, or when a note or a branch
    belongs to a moment that there is not.

    >>> import mam
    >>> record = mam.Record.of(mam.start("make-a-million-1935", seed=7).play(mam.Bid(200)), title="An opening")
    >>> loads(dumps(record)) == record
    True
    """

    deal: Deal
    moves: tuple[Move, ...] = ()
    edition: str = field(default_factory=lambda: list_editions()[0])
    options: tuple[str, ...] = ()
    title: str = ""
    source: str = ""
    comment: str = ""
    players: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()
    branches: tuple[Branch, ...] = ()
    carry: Carry = Carry()
    allows_misplays: bool = False
    events: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.allows_misplays and (self.moves or self.branches):
            raise ValueError("a lenient record tells its moves as events, and has no branches")
        if self.events and not self.allows_misplays:
            raise ValueError("only a lenient record has events")
        for step in (*(note.step for note in self.notes), *(branch.step for branch in self.branches)):
            self._check_step(step)

    def _check_step(self, step: int) -> None:
        last = len(self.events if self.allows_misplays else self.moves)
        if not 0 <= step <= last:
            raise ValueError(f"no step {step}: the moments of this record are 0 to {last}")

    @classmethod
    def of(cls, round: Round, **story: Any) -> "Record":
        """The record of a round as far as it has been played; `story` fills the other fields.

        A round that a match has from a table is told by the table's events: the record is lenient.
        """
        if isinstance(round, TableRound):
            return cls(
                round.deal, (), round.rules.id, round.rules.chosen, allows_misplays=True, events=round.events, **story
            )
        return cls(round.deal, round.history, round.rules.id, round.rules.chosen, carry=round.carry, **story)

    @property
    def start(self) -> Round:
        """The round as dealt."""
        return make_round(get_edition(self.edition, self.options), self.deal, (), self.carry)

    @cached_property
    def _rounds(self) -> tuple[Round, ...]:
        return _replay(self.start, self.moves)

    def rounds(self) -> tuple[Round, ...]:
        """The round after 0, 1, 2 … moves. Raises IllegalMove where the rules refuse one."""
        return self._rounds

    def branch_rounds(self, index: int) -> tuple[Round, ...]:
        """The rounds along a branch, the one it leaves from first."""
        branch = self.branches[index]
        return _replay(self.rounds()[branch.step], branch.moves)

    @cached_property
    def moments(self) -> tuple[str, ...]:
        """What people call the moments after 0, 1, 2 … moves: "deal", "call 3", "discard", "trick 2 card 4"."""
        if self.allows_misplays:
            return ("deal", *(f"event {number}" for number, _ in enumerate(self.events, 1)))
        return ("deal", *(_name_move(round, number) for number, round in enumerate(self.rounds()[:-1], 1)))


def _replay(round: Round, moves: Iterable[Move]) -> tuple[Round, ...]:
    rounds = [round]
    for move in moves:
        rounds.append(rounds[-1].play(move))
    return tuple(rounds)


# Moments of a record, as people name them


def _name_move(before: Round, number: int) -> str:
    """The moment after the next move of this round, which is move so and so of all."""
    if not isinstance(before, TrickRound):
        return f"move {number}"
    match before.phase:
        case "auction":
            return f"call {len(before.calls) + 1}"
        case "sealed":
            return f"bid {len(before.sealed) + 1}"
        case "vote":
            return f"vote {len(before.votes) + 1}"
        case "play" if before.trick is not None:
            return f"trick {len(before.tricks) + 1} card {len(before.trick.cards) + 1}"
    return {"nest": "discard"}.get(before.phase, before.phase)


def name_step(record: Record, step: int) -> str:
    """The moment after so many moves: "deal", "call 3", "discard", "trump", "trick 2 card 4"; in a word game "move 5".

    Raises ValueError where the record has not so many.
    """
    record._check_step(step)
    return record.moments[step]


def find_step(record: Record, at: str) -> int:
    """How many moves had been made at a named moment; raises NotationError naming the moments there are."""
    said = " ".join(at.lower().split())
    if said not in record.moments:
        raise NotationError(f"{at!r} is no moment of this record; say {_list_kinds(record.moments)}")
    return record.moments.index(said)


def _list_kinds(moments: Sequence[str]) -> str:
    """One moment of each kind there is, and how far they go."""
    kinds = list({moment.split()[0]: moment for moment in reversed(moments)}.values())[::-1]
    listed = ", ".join(kinds[:-1]) + " or " + kinds[-1] if len(kinds) > 1 else kinds[0]
    return f"{listed} (up to {moments[-1]})" if moments[-1] not in kinds else listed


# Reading

_KEYS = {
    "": {
        *("format", "edition", "options", "lenient", "title", "source", "comment"),
        *("players", "carry", "deal", "round", "note", "branch"),
    },
    "note": {"at", "text", "seat", "source"},
    "branch": {"at", "moves", "name"},
}


def read_record(path: str | Path) -> Record:
    """The record in a file. Raises RecordError with the place of the fault, OSError if the file cannot be opened."""
    return loads(read_text(path, MOST_BYTES, RecordError), Path(path).name)


def loads(text: str, name: str = "record") -> Record:
    """The record in a text. Raises RecordError with the line of the fault."""
    if len(text) > MOST_BYTES:
        raise RecordError(name, 0, f"is {len(text):,} characters long; a record has at most {MOST_BYTES:,}")
    return _read(Document(text, name, RecordError))


def _read(document: Document) -> Record:
    document.check_keys(_KEYS[""])
    if document.integer("", "format", FORMAT) != FORMAT:
        raise document.fail(
            ("", "format"), f"format {document.top['format']} is unknown; this program reads format {FORMAT}"
        )
    edition = document.string("", "edition", required=True)
    options = document.strings("", "options")
    try:
        rules = get_edition(edition, options)
    except ValueError as error:
        raise document.fail(("", "options" if options else "edition"), str(error)) from None
    document.check_keys(set(rules.seats), "players")
    allows_misplays = document.boolean("", "lenient")
    start = read_start(document, rules)
    if allows_misplays:
        document.check_keys({"events"}, "round")
    record = Record(
        deal=start.deal,
        moves=() if allows_misplays else tuple(read_moves(document, start)),
        edition=rules.id,
        options=rules.chosen,
        title=document.string("", "title"),
        source=document.string("", "source"),
        comment=document.string("", "comment"),
        players={seat: document.string("players", seat) for seat in rules.seats if seat in document.table("players")},
        carry=start.carry,
        allows_misplays=allows_misplays,
        events=tuple(document.strings("round", "events")) if allows_misplays else (),
    )
    record = replace(record, notes=tuple(_read_notes(document, record)))
    return replace(record, branches=tuple(_read_branches(document, record)))


def _read_step(document: Document, record: Record, table: tuple[str, int]) -> int:
    at = document.string(table, "at", required=True)
    return read_at(document, (table, "at"), lambda said: find_step(record, said), at)


def _read_notes(document: Document, record: Record) -> Iterable[Note]:
    for number, _ in enumerate(document.tables("note", _KEYS["note"])):
        table = ("note", number)
        step = _read_step(document, record, table)
        seat = document.string(table, "seat").strip().upper()
        if seat and seat not in record.deal.seats:
            raise document.fail((table, "seat"), f"no seat {seat!r}: the seats are {' '.join(record.deal.seats)}")
        yield Note(step, document.string(table, "text", required=True), seat, document.string(table, "source"))


def _read_branches(document: Document, record: Record) -> Iterable[Branch]:
    for number, _ in enumerate(document.tables("branch", _KEYS["branch"])):
        table = ("branch", number)
        if record.allows_misplays:
            raise document.fail((table, ""), "a lenient record has no branches")
        step = _read_step(document, record, table)
        round, moves = record.rounds()[step], []
        for index, text in enumerate(document.strings(table, "moves")):
            place = (table, "moves", index)
            moves.append(read_at(document, place, parse_move, text))
            round = play_at(document, round, moves[-1], None, place)
        yield Branch(step, tuple(moves), document.string(table, "name"))


# Writing


def dumps(record: Record) -> str:
    """The record as text; the same record gives the same text, and `loads` gives it back."""
    lines = [f"format = {FORMAT}", f"edition = {write_string(record.edition)}"]
    if record.options:
        lines.append(f"options = {write_strings(record.options)}")
    if record.allows_misplays:
        lines.append("lenient = true")
    for key in ("title", "source", "comment"):
        if text := getattr(record, key):
            lines.append(f"{key} = {write_string(text)}")
    if record.players:
        lines += ["", "[players]", *(f"{seat} = {write_string(name)}" for seat, name in record.players.items())]
    lines += write_start(record.start)
    if record.events:
        lines += ["", "[round]", f"events = {write_strings(record.events, always_split=True)}"]
    lines += write_moves(record.rounds(), record.moves)
    for note in record.notes:
        lines += ["", "[[note]]", f"at = {write_string(name_step(record, note.step))}"]
        lines += [
            f"{key} = {write_string(getattr(note, key))}"
            for key in ("seat", "text", "source")
            if key == "text" or getattr(note, key)
        ]
    for branch in record.branches:
        lines += ["", "[[branch]]", f"at = {write_string(name_step(record, branch.step))}"]
        lines += [f"name = {write_string(branch.name)}"] if branch.name else []
        lines.append(f"moves = {write_strings(map(str, branch.moves))}")
    return "\n".join(lines) + "\n"


def write_record(record: Record, path: str | Path) -> None:
    """Save the record; a file that stands there is replaced only when the new one is complete."""
    write_whole(path, dumps(record))
