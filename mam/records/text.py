"""The tables of a record that hold a round: [deal], [carry] and [round], read and written.

A round of tricks is written phase by phase, as a scorekeeper would list it; a word game as one list of moves. The order
of the moves follows from that: phases come in the order of the rules, and the tricks say who leads.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from mam.games.registry import make_round
from mam.games.round import Round, check_carry
from mam.games.trick_round import TrickRound
from mam.rules.cards import UNSEEN, Card, counted, often
from mam.rules.dealing import Deal
from mam.rules.editions import RuleSet, TrickGameRules
from mam.rules.moves import Move, Play
from mam.rules.scoring import Carry
from mam.support.toml import Document, write_string, write_strings
from mam.text.notation import (
    parse_call,
    parse_card,
    parse_carry,
    parse_dealt_hand,
    parse_hand,
    parse_move,
    quote,
)

T = TypeVar("T")
Place = tuple[Any, ...]

# Under which key of [round] each phase stands, and the verb of its moves that a record leaves out.
_KEYS = {
    "auction": ("auction", "bid"),
    "sealed": ("bids", "tricks"),
    "vote": ("votes", "vote"),
    "nest": ("discard", "discard"),
    "trump": ("trump", "trump"),
    "called": ("call", "call"),
    "exchange": ("exchange", "exchange"),
    "play": ("tricks", "play"),
}
_EXAMPLES = {"auction": "an amount or pass", "sealed": "a number of tricks", "vote": "yes or no"}


def read_at(document: Document, place: Place, parse: Callable[[str], T], text: str) -> T:
    """What a text says; a fault in it is told with its line."""
    try:
        return parse(text)
    except ValueError as error:
        raise document.fail(place, str(error)) from None


def play_at(document: Document, round: Round, move: Move, seat: str | None, place: Place, label: str = "") -> Round:
    """The round after a move; a refusal is told with its line."""
    try:
        return round.play(move, seat)
    except ValueError as error:  # IllegalMove, or it names a seat that there is not
        raise document.fail(place, f"{label}{error}") from None


# Reading the deal


def read_start(document: Document, rules: RuleSet) -> Round:
    """The round as dealt, with what the hand before has left."""
    if "deal" not in document.top:
        parts = ["dealer", *rules.seats, *(["nest"] if rules.nest_size else []), *(["stock"] if _piles(rules) else [])]
        raise document.fail(("", "deal"), f"the [deal] is missing: {', '.join(parts[:-1])} and {parts[-1]}")
    document.check_keys({"account", "barred"}, "carry")
    carry = Carry()
    if kept := document.table("carry"):
        text = ", ".join(f"{key} {document.string('carry', key)}" for key in kept)
        carry = read_at(document, ("carry", next(iter(kept))), lambda said: _read_carry(rules, said), text)
    deal = _read_deal(document, rules)
    try:
        return make_round(rules, deal, (), carry)
    except ValueError as error:
        named = [seat for seat, name in rules.seat_names.items() if str(error).startswith(f"{name} has ")]
        raise document.fail(("deal", *named, "dealer")[:2], str(error)) from None


def _read_carry(rules: RuleSet, text: str) -> Carry:
    carry = parse_carry(text)
    check_carry(rules, carry)
    return carry


def _piles(rules: RuleSet) -> bool:
    """Whether cards are left over that are neither dealt nor in the nest."""
    return len(rules.pack) > rules.hand_size * len(rules.seats) + rules.nest_size or bool(rules.shrinks_by)


def _read_deal(document: Document, rules: RuleSet) -> Deal:
    parts = {"nest": bool(rules.nest_size), "stock": _piles(rules), "blind_draw": rules.blind_draw}
    document.check_keys({"dealer", *rules.seats, *(name for name, there in parts.items() if there)}, "deal")
    dealer = document.string("deal", "dealer", required=True).strip().upper()
    if dealer not in rules.persons:
        raise document.fail(("deal", "dealer"), f"no seat {dealer!r} to deal: the seats are {' '.join(rules.persons)}")
    hands: list[tuple[Card, ...]] = []
    covers: list[tuple[Card, Card]] = []
    lies: dict[Card, list[str]] = {}
    for seat in rules.seats:
        text = document.string("deal", seat, required=True)
        hand, pairs = read_at(document, ("deal", seat), parse_dealt_hand, text)
        size, first = rules.hand_size, len(hands[0] if hands else hand)
        if rules.shrinks_by and 0 < first < size:  # a later deal of a match: all have as many as the first
            size = first
        _check_count(document, seat, hand, size)
        _check_cards(document, rules, seat, hand, lies)
        hands.append(hand)
        covers += pairs
    nest: tuple[Card, ...] = ()
    if parts["nest"]:
        nest = read_at(document, ("deal", "nest"), parse_hand, document.string("deal", "nest", required=True))
        _check_count(document, "nest", nest, rules.nest_size)
        _check_cards(document, rules, "nest", nest, lies)
    stock: tuple[Card, ...] = ()
    if parts["stock"]:
        stock = read_at(document, ("deal", "stock"), _read_pile, document.string("deal", "stock", required=True))
        _check_count(document, "stock", stock, len(rules.pack) - sum(map(len, hands)) - len(nest))
        _check_cards(document, rules, "stock", stock, lies)
    blind_draw = document.integer("deal", "blind_draw", -1) if "blind_draw" in document.table("deal") else None
    if blind_draw is not None and not 0 <= blind_draw < rules.nest_size:
        raise document.fail(
            ("deal", "blind_draw"), f"lot is one of 0 to {rules.nest_size - 1}: which of the cards put out is drawn"
        )
    return Deal(rules.seats, dealer, tuple(hands), nest, tuple(covers), stock, blind_draw)


def _read_pile(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(word) for word in text.replace(",", " ").split())


def _check_count(document: Document, where: str, cards: Sequence[Card], size: int) -> None:
    if len(cards) != size:
        raise document.fail(("deal", where), f"{where} has {counted(len(cards), 'card')}, not {size}")


def _check_cards(
    document: Document, rules: RuleSet, where: str, cards: Sequence[Card], lies: dict[Card, list[str]]
) -> None:
    """Refuse a card that the pack has not, or not so often; `lies` is where each has been named so far."""
    for card in cards:
        if card == UNSEEN:
            continue
        lies.setdefault(card, []).append(where)
        there = rules.pack.count(card)
        if not there:
            raise document.fail(("deal", where), f"{card} is not in the pack of this game")
        if len(lies[card]) > there:
            raise document.fail(
                ("deal", where),
                f"{card} is dealt {often(there + 1)}: to {', to '.join(lies[card][:-1])} and to {where}",
            )


# Reading the moves


def read_moves(document: Document, start: Round) -> list[Move]:
    """The moves of a round that begins so, each checked as it is made."""
    rules = start.rules
    if not isinstance(rules, TrickGameRules):
        document.check_keys({"moves"}, "round")
        return _Table(document, start).plain_moves()
    document.check_keys({_KEYS[phase][0] for phase in rules.phases}, "round")
    return _Table(document, start).phases(rules.phases)


class _Table:
    """The [round] table while it is read: the round grows move by move."""

    def __init__(self, document: Document, start: Round) -> None:
        self.document, self.round = document, start
        self.seats = start.rules.seats
        self.moves: list[Move] = []

    def make(self, move: Move, seat: str | None, place: Place, label: str = "") -> None:
        self.round = play_at(self.document, self.round, move, seat, place, label)
        self.moves.append(move)

    def plain_moves(self) -> list[Move]:
        for number, text in enumerate(self.document.strings("round", "moves")):
            place = ("round", "moves", number)
            seat, said = _split_seat(text)
            known = seat in self.seats and bool(said)  # a letter alone is a card
            move = read_at(self.document, place, parse_move, said if known else text)
            self.make(move, seat if known else None, place)
        return self.moves

    def phases(self, phases: Iterable[str]) -> list[Move]:
        for phase in phases:
            key, verb = _KEYS[phase]
            if phase in _EXAMPLES:
                self.said_in_turn(phase, key, verb)
            elif phase == "play":
                for number, text in enumerate(self.document.strings("round", key)):
                    self.trick(number, text)
            elif key in self.document.table("round"):
                text = self.document.string("round", key)
                move = read_at(self.document, ("round", key), parse_move, f"{verb} {text}")
                self.make(move, None, ("round", key))
        return self.moves

    def said_in_turn(self, phase: str, key: str, verb: str) -> None:
        """Calls, bids or votes, each after the seat that makes it."""
        for number, text in enumerate(self.document.strings("round", key)):
            place = ("round", key, number)
            seat, said = _split_seat(text)
            if seat not in self.seats:
                raise self.document.fail(
                    place, f"{quote(text)} must begin with a seat ({' '.join(self.seats)}) and say {_EXAMPLES[phase]}"
                )
            if phase == "auction":
                self.make(read_at(self.document, place, parse_call, said), seat, place)
            else:
                self.make(read_at(self.document, place, parse_move, f"{verb} {said}"), seat, place)

    def trick(self, number: int, text: str) -> None:
        """A trick: who leads, and the cards in the order of turns."""
        place = ("round", "tricks", number)
        leader, _, cards = text.upper().replace(",", " ").partition(":")
        words, seats = cards.split(), self.seats
        if leader.strip() not in seats or not words:
            raise self.document.fail(
                place, f"{quote(text)} must name the leader and the cards in order, like {seats[0]}: R15 R2 R1 B1"
            )
        if len(words) > len(seats):
            raise self.document.fail(place, f"a trick has {len(seats)} cards, not {len(words)}")
        if isinstance(self.round, TrickRound) and self.round.trick and self.round.trick.cards:
            lying = len(self.round.trick.cards)
            raise self.document.fail(place, f"the trick before has only {counted(lying, 'card')}, not {len(seats)}")
        for turn, word in enumerate(words):
            card = read_at(self.document, place, parse_card, word)
            label = f"trick {number + 1}, card {turn + 1} ({card}): "
            self.make(Play(card), None if turn else leader.strip(), place, label)


def _split_seat(text: str) -> tuple[str, str]:
    seat, said = (*text.split(None, 1), "", "")[:2]
    return seat.upper(), said


# Writing


def write_start(start: Round) -> list[str]:
    """The lines of [carry] and [deal]."""
    lines = []
    if start.carry != Carry():
        lines += ["", "[carry]"]
        lines += [f"{key} = {write_string(rest)}" for key, rest in _split_parts(str(start.carry), ", ")]
    lines += ["", "[deal]"]
    for key, rest in _split_parts(repr(start.deal), " | "):  # a deal prints as its parts, each after its name
        if key == "blind_draw":
            lines.append(f"lot = {rest}")
        elif rest or key != "nest":
            lines.append(f"{key} = {write_string(rest)}")
    return lines


def _split_parts(text: str, between: str) -> Iterator[tuple[str, str]]:
    for part in text.split(between):
        key, _, rest = part.partition(" ")
        yield key, rest


def write_moves(rounds: Sequence[Round], moves: Sequence[Move]) -> list[str]:
    """The lines of [round]; `rounds` are those before each move (and more)."""
    lists: dict[str, list[str]] = {}
    texts: dict[str, str] = {}
    for round, move in zip(rounds, moves, strict=False):
        if not isinstance(round, TrickRound):
            lists.setdefault("moves", []).append(f"{round.turn} {move}")
            continue
        key, verb = _KEYS[round.phase]
        said = str(move).removeprefix(verb).strip()
        if round.phase in _EXAMPLES:
            lists.setdefault(key, []).append(f"{round.turn} {said}")
        elif isinstance(move, Play):
            if round.trick and not round.trick.cards:
                lists.setdefault(key, []).append(f"{round.turn}:")
            lists[key][-1] += f" {said}"
        else:
            texts[key] = said
    if not lists and not texts:
        return []
    order = [key for key, _ in _KEYS.values()]
    found = {key: write_strings(said, always_split=key == "tricks") for key, said in lists.items()}
    found |= {key: write_string(said) for key, said in texts.items()}
    return ["", "[round]", *(f"{key} = {found[key]}" for key in sorted(found, key=[*order, "moves"].index))]
