"""Set a situation up: from its data to a round, a match or a table, reached by real moves."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from mam.games.match import Match
from mam.games.registry import find_rules, make_round, start
from mam.games.round import Round, list_unaccounted
from mam.misplay import Table, replay_table
from mam.records import Record, find_step, read_record
from mam.rules.dealing import Deal
from mam.support.data_files import find_data_folder
from mam.text.notation import parse_hand, parse_move
from mam.text.positions import make_letter_position, make_position, play_tricks

Played = Round | Match | Table
Facts = Mapping[str, Any]
P = TypeVar("P", Round, Match)


def set_up(edition: str, options: Sequence[str], form: str, facts: Facts) -> Played:
    """Set up a round, match or table from these facts, which are written in this form.

    Raises ValueError for an unknown form, IllegalMove where the rules refuse a move of the set-up.
    """
    if form not in _BUILDERS:
        raise ValueError(f"no set-up in the form {form!r}; there are: {', '.join(_BUILDERS)}")
    return _BUILDERS[form](edition, options, facts)


def play_moves(game: P, texts: Sequence[str]) -> P:
    """Make these moves; one that begins with a seat (`S 175`) is made by that seat and no other."""
    for text in texts:
        first, _, rest = text.partition(" ")
        seat, move = (first, rest) if rest and first in game.rules.seats else (None, text)
        game = game.play(parse_move(move), seat)
    return game


def find_record(name: str) -> Record:
    """Return a record that comes with mam."""
    return read_record(find_data_folder() / "records" / f"{name}.toml")


def _deal(edition: str, options: Sequence[str], facts: Facts) -> Played:
    """Deal a whole pack: by a seed, or with some hands named and the rest of the pack in order."""
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
    """Set up a few named cards, from the first lead on."""
    known = dict(facts)
    moves = known.pop("moves", ())
    return play_moves(make_position(edition, known.pop("hands"), options=options, **known), moves)


def _tricks(edition: str, options: Sequence[str], facts: Facts) -> Played:
    """Play a round of exactly the tricks named."""
    known = dict(facts)
    return play_tricks(edition, " / ".join(known.pop("tricks")), options=options, **known)


def _letters(edition: str, options: Sequence[str], facts: Facts) -> Played:
    """Set up letter cards in every hand, and make moves with them."""
    known = dict(facts)
    moves = known.pop("moves", ())
    return play_moves(make_letter_position(edition, known.pop("hands"), options=options, **known), moves)


def _record(edition: str, options: Sequence[str], facts: Facts) -> Played:
    """Go to a moment of a record."""
    record = find_record(facts["name"])
    return record.rounds()[find_step(record, facts["at"]) if "at" in facts else -1]


def _table(edition: str, options: Sequence[str], facts: Facts) -> Played:
    """Set up a table that allows misplays: a position, and what happens from there, event by event."""
    known = dict(facts)
    events = known.pop("events")
    round = make_position(edition, known.pop("hands"), options=options, **known)
    return replay_table(round.rules, round.deal, [*map(str, round.history), *events])


def _rounds(edition: str, options: Sequence[str], facts: Facts) -> Played:
    """Play a match that has the totals `carried` before these rounds; what one round carries over, the next one gets."""
    match: Match | None = None
    for setup in facts["rounds"]:
        known = dict(setup)
        carry = {"carry": match.round.carry} if match else {}
        round = set_up(edition, options, known.pop("form"), {**known, **carry})
        assert isinstance(round, Round) and round.history
        last = round.history[-1]
        before = round.at(-1)
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
FORMS = tuple(_BUILDERS)
