"""Setting a situation up: from its data to a round, a match or a table of the library, reached by real moves."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from mam.games.match import Match
from mam.games.registry import find_rules, make_round, start
from mam.games.round import Round, list_unaccounted
from mam.misplay import Table, replay_table
from mam.records.record import Record, find_step, read_record
from mam.rules.dealing import Deal
from mam.support.data_files import data_folder
from mam.text.notation import parse_hand, parse_move
from mam.text.positions import make_letters, make_position, play_tricks

Played = Round | Match | Table
Facts = Mapping[str, Any]
P = TypeVar("P", Round, Match)


def set_up(edition: str, options: Sequence[str], of: str, facts: Facts) -> Played:
    """What is set up by these facts, of the sort named by `of`.

    Raises ValueError for a sort that does not exist, IllegalMove where the rules refuse a move of the set-up.
    """
    if of not in _BUILDERS:
        raise ValueError(f"no set-up of the sort {of!r}; there are: {', '.join(_BUILDERS)}")
    return _BUILDERS[of](edition, options, facts)


def play_moves(game: P, texts: Sequence[str]) -> P:
    """The game after these moves; one that begins with a seat (`S 175`) is made by that seat and no other."""
    for text in texts:
        first, _, rest = text.partition(" ")
        seat, said = (first, rest) if rest and first in game.rules.seats else (None, text)
        game = game.play(parse_move(said), seat)
    return game


def find_record(name: str) -> Record:
    """A record of the library's own."""
    return read_record(data_folder() / "records" / f"{name}.toml")


def _deal(edition: str, options: Sequence[str], facts: Facts) -> Played:
    """A whole pack dealt: by a seed, or with some hands named and the rest of the pack as it comes."""
    known = dict(facts)
    moves, finish, hands = known.pop("moves", ()), known.pop("finish", False), known.pop("hands", None)
    game: Played
    if hands is None:
        game = start(edition, known.pop("seed", 1), options=options, **known)
    else:
        game = _deal_named(edition, options, hands, known)
    game = play_moves(game, moves)
    while finish and not game.is_over:
        game = game.play(game.legal_moves[0])
    return game


def _deal_named(edition: str, options: Sequence[str], hands: Mapping[str, str], known: Facts) -> Round:
    rules = find_rules(edition, options, known.get("players"))
    named = {seat: parse_hand(text) for seat, text in hands.items()}
    nest = parse_hand(known.get("nest", ""))
    rest = list(list_unaccounted(rules.pack, [*(card for hand in named.values() for card in hand), *nest]))
    for seat in rules.seats:
        if seat not in named:
            named[seat], rest = tuple(rest[: rules.hand_size]), rest[rules.hand_size :]
    deal = Deal(rules.seats, known["dealer"], tuple(named[seat] for seat in rules.seats), nest or tuple(rest))
    return make_round(rules, deal)


def _position(edition: str, options: Sequence[str], facts: Facts) -> Played:
    """A few named cards, from the first lead on."""
    known = dict(facts)
    moves = known.pop("moves", ())
    return play_moves(make_position(edition, known.pop("hands"), options=options, **known), moves)


def _tricks(edition: str, options: Sequence[str], facts: Facts) -> Played:
    """A round that consists of just the tricks named."""
    known = dict(facts)
    return play_tricks(edition, " / ".join(known.pop("tricks")), options=options, **known)


def _letters(edition: str, options: Sequence[str], facts: Facts) -> Played:
    """Letter cards in every hand, and what is done with them."""
    known = dict(facts)
    moves = known.pop("moves", ())
    return play_moves(make_letters(edition, known.pop("hands"), options=options, **known), moves)


def _record(edition: str, options: Sequence[str], facts: Facts) -> Played:
    """A moment of a record."""
    record = find_record(facts["name"])
    return record.rounds()[find_step(record, facts["at"]) if "at" in facts else -1]


def _table(edition: str, options: Sequence[str], facts: Facts) -> Played:
    """A table where a wrong card can be laid: a position, and what happens from there, event by event."""
    known = dict(facts)
    events = known.pop("events")
    round = make_position(edition, known.pop("hands"), options=options, **known)
    return replay_table(round.rules, round.deal, [*map(str, round.history), *events])


def _rounds(edition: str, options: Sequence[str], facts: Facts) -> Played:
    """A match that stands at the totals `carried` before these rounds, each set up on its own; what one hands on, the next gets."""
    match: Match | None = None
    for one in facts["rounds"]:
        known = dict(one)
        carry = {"carry": match.round.carry} if match else {}
        done = set_up(edition, options, known.pop("of"), {**known, **carry})
        assert isinstance(done, Round) and done.history
        last = done.history[-1]
        before = done.at(-1)
        match = (
            replace(match, round=before) if match else Match(before.rules, 0, before, carried=facts.get("carried", {}))
        )
        match = match.play(last)
    assert match is not None
    return play_moves(match, facts.get("moves", ()))


_BUILDERS: dict[str, Callable[[str, Sequence[str], Facts], Played]] = {
    "deal": _deal,
    "position": _position,
    "tricks": _tricks,
    "letters": _letters,
    "record": _record,
    "table": _table,
    "rounds": _rounds,
}
SORTS = tuple(_BUILDERS)
