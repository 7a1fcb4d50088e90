"""Records: a round saved as text that people can write and read, with notes and what-if branches.

A record is a TOML file: the deal, the auction, the discard, trump and the tricks as a scorekeeper would list them.
Cards that nobody saw are `??`. Every fault of a file is reported with its line.
"""

import os
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from mam.cards import UNSEEN, Card, show
from mam.dealing import Deal
from mam.editions import RuleSet, get_edition, list_editions
from mam.moves import Bid, Call, Discard, Move, NameTrump, Pass, Play
from mam.notation import NotationError, parse_call, parse_card, parse_colour, parse_hand, parse_move
from mam.round import Round
from mam.rulings import IllegalMove
from mam.toml_places import Document, PlacedError, write_string, write_strings

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

    @classmethod
    def of(cls, round: Round, **story: Any) -> "Record":
        """The record of a round as far as it has been played; `story` fills the other fields."""
        return cls(round.deal, round.history, round.rules.id, round.rules.chosen, **story)

    @property
    def start(self) -> Round:
        """The round as dealt."""
        return Round(get_edition(self.edition, self.options), self.deal)

    def rounds(self) -> tuple[Round, ...]:
        """The round after 0, 1, 2 … moves. Raises IllegalMove where the rules refuse one."""
        return _replay(self.start, self.moves)

    def branch_rounds(self, index: int) -> tuple[Round, ...]:
        """The rounds along a branch, the one it leaves from first."""
        branch = self.branches[index]
        return _replay(self.rounds()[branch.step], branch.moves)


def _replay(round: Round, moves: Iterable[Move]) -> tuple[Round, ...]:
    rounds = [round]
    for move in moves:
        rounds.append(rounds[-1].play(move))
    return tuple(rounds)


# Moments of a record, as people name them


def name_step(record: Record, step: int) -> str:
    """The moment after so many moves: "deal", "call 3", "discard", "trump", "trick 2 card 4"."""
    calls = sum(isinstance(move, Bid | Pass) for move in record.moves)
    if step == 0:
        return "deal"
    if step <= calls:
        return f"call {step}"
    if step <= calls + 2:
        return ("discard", "trump")[step - calls - 1]
    trick, card = divmod(step - calls - 3, len(record.deal.seats))
    return f"trick {trick + 1} card {card + 1}"


def find_step(record: Record, at: str) -> int:
    """How many moves had been made at a named moment; raises NotationError naming the moments there are."""
    steps = {name_step(record, step): step for step in range(len(record.moves) + 1)}
    said = " ".join(at.lower().split())
    if said not in steps:
        raise NotationError(
            f"{at!r} is no moment of this record; say deal, call 1, discard, trump or trick 1 card 1 (up to {list(steps)[-1]})"
        )
    return steps[said]


# Reading

_KEYS = {
    "": {"format", "edition", "options", "title", "source", "comment", "players", "deal", "round", "note", "branch"},
    "deal": {"dealer", "nest"},  # and the seats
    "round": {"auction", "discard", "trump", "tricks"},
    "note": {"at", "text", "seat", "source"},
    "branch": {"at", "moves", "name"},
}


def read_record(path: str | Path) -> Record:
    """The record in a file. Raises RecordError with the place of the fault, OSError if the file cannot be opened."""
    path = Path(path)
    if path.stat().st_size > MOST_BYTES:
        raise RecordError(path.name, 0, f"is {path.stat().st_size:,} bytes long; a record has at most {MOST_BYTES:,}")
    with path.open("rb") as file:  # a pipe or a device has no size, and may have no end
        content = file.read(MOST_BYTES + 1)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(path.name, 0, f"is not UTF-8 text (byte {error.start})") from None
    return loads(text.replace("\r\n", "\n"), path.name)


def loads(text: str, name: str = "record") -> Record:
    """The record in a text. Raises RecordError with the line of the fault."""
    if len(text) > MOST_BYTES:
        raise RecordError(name, 0, f"is {len(text):,} characters long; a record has at most {MOST_BYTES:,}")
    return _Reader(Document(text, name, RecordError)).record()


class _Reader:
    """Reads one record, keeping the line of whatever it is looking at for the error message."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.fail = document.fail

    def record(self) -> Record:
        document = self.document
        document.check_keys(_KEYS[""])
        if document.integer("", "format", FORMAT) != FORMAT:
            raise self.fail(
                ("", "format"), f"format {document.top['format']} is unknown; this program reads format {FORMAT}"
            )
        edition = document.string("", "edition", required=True)
        options = tuple(document.strings("", "options"))
        try:
            rules = get_edition(edition, options)
        except ValueError as error:
            raise self.fail(("", "options" if options else "edition"), str(error)) from None
        seats = rules.seats
        document.check_keys({*_KEYS["deal"], *seats}, "deal")
        document.check_keys(_KEYS["round"], "round")
        document.check_keys(set(seats), "players")
        round = dealt = self.deal(rules)
        moves: list[Move] = []
        for place, seat, move in self.moves(seats):
            round = self.play(round, move, seat, place)
            moves.append(move)
        record = Record(
            deal=dealt.deal,
            moves=tuple(moves),
            edition=edition,
            options=rules.chosen,
            title=document.string("", "title"),
            source=document.string("", "source"),
            comment=document.string("", "comment"),
            players={seat: document.string("players", seat) for seat in seats if seat in document.table("players")},
        )
        return self.story(record)

    def deal(self, rules: RuleSet) -> Round:
        document = self.document
        if "deal" not in document.top:
            raise self.fail(("", "deal"), f"the [deal] is missing: dealer, {', '.join(rules.seats)} and nest")
        dealer = document.string("deal", "dealer", required=True).strip().upper()
        if dealer not in rules.seats:
            raise self.fail(("deal", "dealer"), f"no seat {dealer!r} to deal: the seats are {' '.join(rules.seats)}")
        hands: dict[str, tuple[Card, ...]] = {}
        owner: dict[Card, str] = {}
        for seat in (*rules.seats, "nest"):
            text = document.string("deal", seat, required=True)
            hands[seat] = self.read(("deal", seat), parse_hand, text)
            most = rules.nest.size if seat == "nest" else rules.hand_size
            if len(hands[seat]) != most:
                raise self.fail(("deal", seat), f"{seat} has {len(hands[seat])} cards, not {most}")
            for card in hands[seat]:
                if card in owner:
                    raise self.fail(("deal", seat), f"{card} is dealt twice: to {owner[card]} and to {seat}")
                if card != UNSEEN:
                    owner[card] = seat
        deal = Deal(rules.seats, dealer, tuple(hands[seat] for seat in rules.seats), hands["nest"])
        try:
            return Round(rules, deal)
        except ValueError as error:
            raise self.fail(("deal", "dealer"), str(error)) from None

    def moves(self, seats: tuple[str, ...]) -> Iterable[tuple[tuple[Any, ...], str | None, Move]]:
        document = self.document
        for number, text in enumerate(document.strings("round", "auction")):
            place = ("round", "auction", number)
            seat, said = (*text.split(None, 1), "", "")[:2]
            seat = seat.upper()
            if seat not in seats:
                raise self.fail(place, f"{text!r} must begin with a seat ({' '.join(seats)}) and say an amount or pass")
            yield place, seat, self.read(place, parse_call, said)
        table = document.table("round")
        if "discard" in table:
            words = document.string("round", "discard").replace(",", " ").split()
            yield (
                ("round", "discard"),
                None,
                Discard(self.read(("round", "discard"), parse_card, word) for word in words),
            )
        if "trump" in table:
            yield (
                ("round", "trump"),
                None,
                NameTrump(self.read(("round", "trump"), parse_colour, document.string("round", "trump"))),
            )
        for number, text in enumerate(document.strings("round", "tricks")):
            place = ("round", "tricks", number)
            leader, _, cards = text.upper().replace(",", " ").partition(":")
            if leader.strip() not in seats or not cards.split():
                raise self.fail(place, f"{text!r} must name the leader and the cards in order, like E: R15 R2 R1 B1")
            words = cards.split()
            if len(words) > len(seats):
                raise self.fail(place, f"a trick has {len(seats)} cards, not {len(words)}")
            place_in_ring = seats.index(leader.strip())
            for turn, word in enumerate(words):
                yield (
                    (*place, turn),
                    seats[(place_in_ring + turn) % len(seats)],
                    Play(self.read(place, parse_card, word)),
                )

    def play(self, round: Round, move: Move, seat: str | None, place: tuple[Any, ...]) -> Round:
        where = place[:3]
        label = ""
        if place[1:2] == ("tricks",) and len(place) == 4:
            label = (
                f"trick {place[2] + 1}, card {place[3] + 1} ({show([move.card])}): " if isinstance(move, Play) else ""
            )
        try:
            return round.play(move, seat)
        except IllegalMove as error:
            raise self.fail(where, f"{label}{error}") from None

    def story(self, record: Record) -> Record:
        document, notes, branches = self.document, [], []
        for number, _ in enumerate(document.tables("note", _KEYS["note"])):
            table = ("note", number)
            step = self.read(
                (table, "at"), lambda at: find_step(record, at), document.string(table, "at", required=True)
            )
            seat = document.string(table, "seat").strip().upper()
            if seat and seat not in record.deal.seats:
                raise self.fail((table, "seat"), f"no seat {seat!r}: the seats are {' '.join(record.deal.seats)}")
            notes.append(
                Note(step, document.string(table, "text", required=True), seat, document.string(table, "source"))
            )
        rounds = record.rounds() if "branch" in document.top else ()
        for number, _ in enumerate(document.tables("branch", _KEYS["branch"])):
            table = ("branch", number)
            step = self.read(
                (table, "at"), lambda at: find_step(record, at), document.string(table, "at", required=True)
            )
            round, moves = rounds[step], []
            for index, text in enumerate(document.strings(table, "moves")):
                place = (table, "moves", index)
                moves.append(self.read(place, parse_move, text))
                round = self.play(round, moves[-1], None, place)
            branches.append(Branch(step, tuple(moves), document.string(table, "name")))
        return replace(record, notes=tuple(notes), branches=tuple(branches))

    def read(self, place: tuple[Any, ...], parse: Any, text: str) -> Any:
        try:
            return parse(text)
        except NotationError as error:
            raise self.fail(place, str(error)) from None


# Writing


def dumps(record: Record) -> str:
    """The record as text; the same record gives the same text, and `loads` gives it back."""
    lines = [f"format = {FORMAT}", f"edition = {write_string(record.edition)}"]
    if record.options:
        lines.append(f"options = {write_strings(record.options)}")
    for key in ("title", "source", "comment"):
        if text := getattr(record, key):
            lines.append(f"{key} = {write_string(text)}")
    if record.players:
        lines += ["", "[players]", *(f"{seat} = {write_string(name)}" for seat, name in record.players.items())]
    lines += ["", "[deal]", f'dealer = "{record.deal.dealer}"']
    lines += [f'{seat} = "{show(hand)}"' for seat, hand in zip(record.deal.seats, record.deal.hands, strict=True)]
    lines.append(f'nest = "{show(record.deal.nest)}"')
    lines += _write_moves(record)
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


def _write_moves(record: Record) -> list[str]:
    if not record.moves:
        return []
    calls: list[str] = []
    tricks: list[str] = []
    lines = ["", "[round]"]
    for round, move in zip(record.rounds(), record.moves, strict=False):
        match move:
            case Bid() | Pass():
                calls.append(f"{round.turn} {_write_call(move)}")
            case Discard():
                lines.append(f'discard = "{show(move.cards)}"')
            case NameTrump():
                lines.append(f'trump = "{move.colour.value}"')
            case Play():
                if round.trick and not round.trick.cards:
                    tricks.append(f"{round.turn}:")
                tricks[-1] += f" {move.card.code}"
    lines.insert(2, f"auction = {write_strings(calls)}")
    if tricks:
        lines.append(f"tricks = {write_strings(tricks, always_split=True)}")
    return lines


def _write_call(call: Call) -> str:
    return str(call).removeprefix("bid ")


def write_record(record: Record, path: str | Path) -> None:
    """Save the record; a file that stands there is replaced only when the new one is complete."""
    path = Path(path)
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    try:
        with open(temporary, "x", encoding="utf-8", newline="\n") as file:
            file.write(dumps(record))
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
