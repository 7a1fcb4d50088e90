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
from mam.rules.editions import TrickGameRules, get_edition
from mam.support.data_files import find_data_folder
from mam.support.messages import quote
from mam.text.notation import parse_hand, parse_move
from mam.text.positions import make_letter_position, make_position, play_tricks

Game = Round | Match | Table
Facts = Mapping[str, Any]
P = TypeVar("P", Round, Match)


def set_up(edition: str, options: Sequence[str], form: str, facts: Facts) -> Game:
    """Set up a round, match or table from these facts, which are written in this form.

    Raises ValueError for an unknown form, IllegalMove where the rules refuse a move of the set-up.
    """
    if form not in _BUILDERS:
        raise ValueError(f"no set-up in the form {quote(form)}; there are: {', '.join(_BUILDERS)}")
    return _BUILDERS[form](edition, options, facts)


def play_moves(game: P, texts: Sequence[str]) -> P:
    """Make these moves; one that begins with a seat (`S 175`) is made by that seat and no other."""
    for text in texts:
        first, _, move_text = text.partition(" ")
        seat, move = (first, move_text) if move_text and first in game.rules.seats else (None, text)
        game = game.play(parse_move(move), seat)
    return game


def find_record(name: str) -> Record:
    """Return a record that comes with mam."""
    return read_record(find_data_folder() / "records" / f"{name}.toml")


def _deal(edition: str, options: Sequence[str], facts: Facts) -> Game:
    """Deal a whole pack: by a seed, or with some hands named and the rest of the pack in order."""
    setup = dict(facts)
    moves, finish, hands = setup.pop("moves", ()), setup.pop("finish", False), setup.pop("hands", None)
    game: Game
    if hands is None:
        game = start(edition, setup.pop("seed", 1), options=options, **setup)
    else:
        game = _deal_named(edition, options, hands, setup)
    game = play_moves(game, moves)
    while finish and not game.is_over:
        game = game.play(game.legal_moves[0])
    return game


def _deal_named(edition: str, options: Sequence[str], hands: Mapping[str, str], setup: Facts) -> Round:
    rules = find_rules(edition, options, setup.get("players"))
    hands_by_seat = {seat: parse_hand(text) for seat, text in hands.items()}
    nest = parse_hand(setup.get("nest", ""))
    undealt_cards = list(
        list_unaccounted(rules.pack, [*(card for hand in hands_by_seat.values() for card in hand), *nest])
    )
    for seat in rules.seats:
        if seat not in hands_by_seat:
            hands_by_seat[seat], undealt_cards = (
                tuple(undealt_cards[: rules.hand_size]),
                undealt_cards[rules.hand_size :],
            )
    deal = Deal(
        rules.seats, setup["dealer"], tuple(hands_by_seat[seat] for seat in rules.seats), nest or tuple(undealt_cards)
    )
    return make_round(rules, deal)


def _position(edition: str, options: Sequence[str], facts: Facts) -> Game:
    """Set up a few named cards, from the first lead on."""
    setup = dict(facts)
    moves = setup.pop("moves", ())
    return play_moves(make_position(edition, setup.pop("hands"), options=options, **setup), moves)


def _tricks(edition: str, options: Sequence[str], facts: Facts) -> Game:
    """Play a round of exactly the tricks named."""
    setup = dict(facts)
    return play_tricks(edition, " / ".join(setup.pop("tricks")), options=options, **setup)


def _letters(edition: str, options: Sequence[str], facts: Facts) -> Game:
    """Set up letter cards in every hand, and make moves with them."""
    setup = dict(facts)
    moves = setup.pop("moves", ())
    return play_moves(make_letter_position(edition, setup.pop("hands"), options=options, **setup), moves)


def _record(edition: str, options: Sequence[str], facts: Facts) -> Game:
    """Go to a moment of a record."""
    record = find_record(facts["name"])
    return record.rounds()[find_step(record, facts["at"]) if "at" in facts else -1]


def _table(edition: str, options: Sequence[str], facts: Facts) -> Game:
    """Set up a table that allows misplays: a position, and what happens from there, event by event."""
    setup = dict(facts)
    events = setup.pop("events")
    # A misplay is settled in the score: the auction is played, and every card of the pack is known.
    rules = get_edition(edition, options)
    if isinstance(rules, TrickGameRules):
        setup.setdefault("bid", rules.auction.min_opening)
    round = make_position(edition, setup.pop("hands"), options=options, **setup)
    return replay_table(round.rules, round.deal, [*map(str, round.history), *events])


def _rounds(edition: str, options: Sequence[str], facts: Facts) -> Game:
    """Play a match that has the totals `carried` before these rounds; what one round carries over, the next one gets."""
    match: Match | None = None
    for setup in facts["rounds"]:
        arguments = dict(setup)
        carry = {"carry": match.round.carry} if match else {}
        round = set_up(edition, options, arguments.pop("form"), {**arguments, **carry})
        assert isinstance(round, Round) and round.history
        last = round.history[-1]
        before = round.at(-1)
        match = (
            replace(match, round=before) if match else Match(before.rules, 0, before, carried=facts.get("carried", {}))
        )
        match = match.play(last)
    assert match is not None
    return play_moves(match, facts.get("moves", ()))


_BUILDERS: dict[str, Callable[[str, Sequence[str], Facts], Game]] = {
    "deal": _deal,
    "position": _position,
    "tricks": _tricks,
    "letters": _letters,
    "record": _record,
    "table": _table,
    "rounds": _rounds,
}
FORMS = tuple(_BUILDERS)
