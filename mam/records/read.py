"""Read records: every fault is reported with its line."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from mam.games.registry import make_round
from mam.games.round import Round, check_carry
from mam.games.trick_round import TrickRound
from mam.records.layout import BRANCH, FORMAT, KEYS, MAX_BYTES, NOTE, PHASE_KEYS, RENAMED_KEYS, PhaseKey
from mam.records.record import Branch, Note, Record, find_step
from mam.rules.cards import UNSEEN, Card, format_count, format_times
from mam.rules.dealing import Deal
from mam.rules.editions import RuleSet, TrickGameRules, get_edition
from mam.rules.moves import Move, Play
from mam.rules.scoring import Carry
from mam.support.arguments import check_arguments
from mam.support.messages import quote
from mam.support.toml import Document, PlacedError
from mam.support.toml_lines import KeyPath
from mam.text.notation import (
    parse_call,
    parse_card,
    parse_cards,
    parse_carry,
    parse_dealt_hand,
    parse_hand,
    parse_move,
)

T = TypeVar("T")
Place = tuple[Any, ...]


class RecordError(PlacedError):
    """A record that cannot be used; the message names the file, the line, the fault and what would be right."""


@check_arguments
def read_record(path: str | Path) -> Record:
    """Read a record from a file. Raises RecordError with the line of a fault, OSError if the file cannot be opened."""
    return read_document(Document.read(path, MAX_BYTES, RecordError))


def parse_record(text: str, name: str = "record") -> Record:
    """Read a record from a text, called `name` in errors. Raises RecordError with the line of the fault."""
    if len(text) > MAX_BYTES:
        raise RecordError(name, 0, f"is {len(text):,} characters long; a record has at most {MAX_BYTES:,}")
    return read_document(Document(text, name, RecordError))


def read_document(document: Document) -> Record:
    _check_format(document)
    document.check_keys(KEYS[""])
    edition = document.string("", "edition", required=True)
    options = document.strings("", "options")
    with document.at("", "options" if options else "edition"):
        rules = get_edition(edition, options)
    document.check_keys(set(rules.seats), "players")
    allows_misplays = document.boolean("", "allows_misplays")
    start = _read_start(document, rules)
    if allows_misplays:
        document.check_keys({"events"}, "round")
    record = Record(
        deal=start.deal,
        moves=() if allows_misplays else tuple(_read_moves(document, start)),
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


def _check_format(document: Document) -> None:
    """Refuse a format of another time; of an older one, say which of its keys have another name now."""
    number = document.integer("", "format", FORMAT)
    places = [(table, key) for table, key in RENAMED_KEYS if key in document.table(table)]
    if not places and number == FORMAT:
        return
    if number not in range(1, FORMAT + 1):
        raise document.fail(("", "format"), f"format {number} is unknown; mam reads format {FORMAT}")
    changes = [f"{key} → {RENAMED_KEYS[table, key]} (line {document.line(table, key)})" for table, key in places]
    if number == FORMAT:
        raise document.fail(places[0], f"format {FORMAT} has another name for this key: {', '.join(changes)}")
    rename = f"rename {', '.join(changes)}, and write" if changes else "write"
    raise document.fail(("", "format"), f"mam reads format {FORMAT}, not {number}: {rename} format = {FORMAT}")


def _parse(document: Document, place: Place, parse: Callable[[str], T], text: str) -> T:
    """Return what `parse` makes of a text; a fault in it is reported with its line."""
    with document.at(*place):
        return parse(text)


def _play(document: Document, round: Round, move: Move, seat: str | None, place: Place, label: str = "") -> Round:
    """Return the round after a move; a refusal is reported with its line."""
    try:
        return round.play(move, seat)
    except ValueError as error:  # IllegalMove, or a seat that does not exist
        raise document.fail(place, f"{label}{error}") from None


# The deal


def _read_start(document: Document, rules: RuleSet) -> Round:
    """Return the round as dealt, with what is carried into it."""
    if "deal" not in document.top:
        parts = [
            "dealer",
            *rules.seats,
            *(["nest"] if rules.nest_size else []),
            *(["stock"] if _has_stock(rules) else []),
        ]
        raise document.fail(("", "deal"), f"the [deal] is missing: {', '.join(parts[:-1])} and {parts[-1]}")
    document.check_keys(KEYS["carry"], "carry")
    carry = Carry()
    if keys := list(document.table("carry")):
        text = ", ".join(f"{key} {document.string('carry', key)}" for key in keys)
        carry = _parse(document, ("carry", keys[0]), lambda text: _parse_carry(rules, text), text)
    deal = _read_deal(document, rules)
    try:
        return make_round(rules, deal, (), carry)
    except ValueError as error:
        seats = [seat for seat, name in rules.seat_names.items() if str(error).startswith(f"{name} has ")]
        raise document.fail(("deal", *seats, "dealer")[:2], str(error)) from None


def _parse_carry(rules: RuleSet, text: str) -> Carry:
    carry = parse_carry(text)
    check_carry(rules, carry)
    return carry


def _has_stock(rules: RuleSet) -> bool:
    """Return whether some cards are neither dealt nor in the nest."""
    return len(rules.pack) > rules.hand_size * len(rules.seats) + rules.nest_size or bool(rules.shrinks_by)


def _read_deal(document: Document, rules: RuleSet) -> Deal:
    has_part = {"nest": bool(rules.nest_size), "stock": _has_stock(rules), "blind_draw": rules.blind_draw}
    document.check_keys({"dealer", *rules.seats, *(key for key, is_present in has_part.items() if is_present)}, "deal")
    dealer = document.string("deal", "dealer", required=True).strip().upper()
    if dealer not in rules.persons:
        raise document.fail(
            ("deal", "dealer"), f"no seat {quote(dealer)} to deal: the seats are {' '.join(rules.persons)}"
        )
    hands: list[tuple[Card, ...]] = []
    covers: list[tuple[Card, Card]] = []
    places: dict[Card, list[str]] = {}
    for seat in rules.seats:
        text = document.string("deal", seat, required=True)
        hand, pairs = _parse(document, ("deal", seat), parse_dealt_hand, text)
        size, first_size = rules.hand_size, len(hands[0] if hands else hand)
        if rules.shrinks_by and 0 < first_size < size:  # a later deal of a match: all hands are as large as the first
            size = first_size
        _check_count(document, seat, hand, size)
        _check_cards(document, rules, seat, hand, places)
        hands.append(hand)
        covers += pairs
    nest: tuple[Card, ...] = ()
    if has_part["nest"]:
        nest = _parse(document, ("deal", "nest"), parse_hand, document.string("deal", "nest", required=True))
        _check_count(document, "nest", nest, rules.nest_size)
        _check_cards(document, rules, "nest", nest, places)
    stock: tuple[Card, ...] = ()
    if has_part["stock"]:
        stock = _parse(document, ("deal", "stock"), parse_cards, document.string("deal", "stock", required=True))
        _check_count(document, "stock", stock, len(rules.pack) - sum(map(len, hands)) - len(nest))
        _check_cards(document, rules, "stock", stock, places)
    blind_draw = document.integer("deal", "blind_draw", -1) if "blind_draw" in document.table("deal") else None
    if blind_draw is not None and not 0 <= blind_draw < rules.nest_size:
        raise document.fail(
            ("deal", "blind_draw"),
            f"blind_draw is one of 0 to {rules.nest_size - 1}: which of the bidder's discards is drawn",
        )
    return Deal(rules.seats, dealer, tuple(hands), nest, tuple(covers), stock, blind_draw)


def _check_count(document: Document, place: str, cards: Sequence[Card], size: int) -> None:
    if len(cards) != size:
        raise document.fail(("deal", place), f"{place} has {format_count(len(cards), 'card')}, not {size}")


def _check_cards(
    document: Document, rules: RuleSet, place: str, cards: Sequence[Card], places: dict[Card, list[str]]
) -> None:
    """Refuse a card that the pack does not have, or not as often; `places` says where each has been named so far."""
    for card in cards:
        if card == UNSEEN:
            continue
        places.setdefault(card, []).append(place)
        count = rules.pack.count(card)
        if not count:
            raise document.fail(("deal", place), f"{card} is not in the pack of this game")
        if len(places[card]) > count:
            *earlier_places, last = places[card]
            raise document.fail(
                ("deal", place),
                f"{card} is dealt {format_times(count + 1)}: to {', to '.join(earlier_places)} and to {last}",
            )


# The moves


def _read_moves(document: Document, start: Round) -> list[Move]:
    """Return the moves from the deal on, each checked as it is made."""
    rules = start.rules
    reader = _MoveReader(document, start)
    if isinstance(rules, TrickGameRules):
        document.check_keys({PHASE_KEYS[phase].key for phase in rules.phases}, "round")
        reader.read_phases(rules.phases)
    else:
        document.check_keys({"moves"}, "round")
        reader.read_list()
    return reader.moves


class _MoveReader:
    """The [round] table while it is read: the round grows move by move.

    The order of the moves follows from the keys: phases come in the order of the rules, and a trick says who leads.
    """

    def __init__(self, document: Document, start: Round) -> None:
        self.document, self.round = document, start
        self.seats = start.rules.seats
        self.moves: list[Move] = []

    def read_list(self) -> None:
        """Read the moves of a letter game, each after the seat that makes it, or without one."""
        for number, text in enumerate(self.document.strings("round", "moves")):
            place = ("round", "moves", number)
            seat, move_text = _split_seat(text)
            has_seat = seat in self.seats and bool(move_text)  # a letter alone is a card
            move = _parse(self.document, place, parse_move, move_text if has_seat else text)
            self._make(move, seat if has_seat else None, place)

    def read_phases(self, phases: Iterable[str]) -> None:
        for phase in phases:
            words = PHASE_KEYS[phase]
            if words.example:
                self._read_in_turn(phase, words)
            elif phase == "play":
                for number, text in enumerate(self.document.strings("round", words.key)):
                    self._read_trick(number, text)
            elif words.key in self.document.table("round"):
                place = ("round", words.key)
                text = f"{words.verb} {self.document.string('round', words.key)}"
                self._make(_parse(self.document, place, parse_move, text), None, place)

    def _read_in_turn(self, phase: str, words: PhaseKey) -> None:
        """Read calls, bids or votes, each after the seat that makes it."""
        for number, text in enumerate(self.document.strings("round", words.key)):
            place = ("round", words.key, number)
            seat, call_text = _split_seat(text)
            if seat not in self.seats:
                seats = " ".join(self.seats)
                raise self.document.fail(
                    place, f"{quote(text)} must begin with a seat ({seats}) and then name {words.example}"
                )
            if phase == "auction":
                move: Move = _parse(self.document, place, parse_call, call_text)
            else:
                move = _parse(self.document, place, parse_move, f"{words.verb} {call_text}")
            self._make(move, seat, place)

    def _read_trick(self, number: int, text: str) -> None:
        """Read a trick: the leader, then the cards in turn order."""
        place = ("round", "tricks", number)
        leader, _, cards = text.upper().replace(",", " ").partition(":")
        codes, seats = cards.split(), self.seats
        if leader.strip() not in seats or not codes:
            raise self.document.fail(
                place, f"{quote(text)} must name the leader and the cards in order, like {seats[0]}: R15 R2 R1 B1"
            )
        if len(codes) > len(seats):
            raise self.document.fail(place, f"a trick has {len(seats)} cards, not {len(codes)}")
        if isinstance(self.round, TrickRound) and self.round.trick and self.round.trick.cards:
            count = len(self.round.trick.cards)
            raise self.document.fail(
                place, f"the trick before has only {format_count(count, 'card')}, not {len(seats)}"
            )
        for index, code in enumerate(codes):
            card = _parse(self.document, place, parse_card, code)
            label = f"trick {number + 1}, card {index + 1} ({card}): "
            self._make(Play(card), None if index else leader.strip(), place, label)

    def _make(self, move: Move, seat: str | None, place: Place, label: str = "") -> None:
        self.round = _play(self.document, self.round, move, seat, place, label)
        self.moves.append(move)


def _split_seat(text: str) -> tuple[str, str]:
    seat, move_text = (*text.split(None, 1), "", "")[:2]
    return seat.upper(), move_text


# Notes and branches


def _find_step(document: Document, record: Record, path: KeyPath, moment: str) -> int:
    return _parse(document, (path, "at"), lambda moment: find_step(record, moment), moment)


def _read_notes(document: Document, record: Record) -> Iterable[Note]:
    for path, values in document.entries("note", NOTE):
        step = _find_step(document, record, path, values["at"])
        seat = values.get("seat", "").strip().upper()
        if seat and seat not in record.deal.seats:
            raise document.fail((path, "seat"), f"no seat {quote(seat)}: the seats are {' '.join(record.deal.seats)}")
        yield Note(step, values["text"], seat, values.get("source", ""))


def _read_branches(document: Document, record: Record) -> Iterable[Branch]:
    for path, values in document.entries("branch", BRANCH):
        if record.allows_misplays:
            raise document.fail((path, ""), "a record that allows misplays can have no branches")
        step = _find_step(document, record, path, values["at"])
        round, moves = record.rounds()[step], []
        for index, text in enumerate(values.get("moves", ())):
            place = (path, "moves", index)
            moves.append(_parse(document, place, parse_move, text))
            round = _play(document, round, moves[-1], None, place)
        yield Branch(step, tuple(moves), values.get("name", ""))
