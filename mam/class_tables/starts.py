"""The start of a class table: a deal, an auction and the first tricks, then every student's own play. It is a saved match, as a file or packed into a link."""

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

from mam.classroom.codes import format_bits
from mam.games.match import start_match
from mam.games.trick_round import TrickRound
from mam.players import play_move
from mam.rules.dealing import Deal, check_seed, derive_seed
from mam.rules.editions import list_editions
from mam.rules.moves import Move
from mam.sessions import ClassTable, Session, SessionError
from mam.sessions.heading import MAX_BYTES
from mam.sessions.skill_levels import check_person, list_skill_levels, make_player, name_players
from mam.support.messages import quote
from mam.support.packing import pack, unpack
from mam.support.toml import read_text
from mam.text.notation import parse_move

_LENGTH = 8  # characters of an id
_LINK = re.compile(r"(?:.*[#&])?class=(.*?)\s*")
# What a packed start begins like. Links that were handed out are read with it: it must never change.
_BASE = """session = 2
edition = "make-a-million-1935"
seed = 1
you = "S"
hints = 0

[players]
N = "club"
E = "club"
W = "club"

[class_table]
title = "Period 3"
moves = 4

[[round]]
deal = "dealer W | N R11 R9 Y7 B15 B4 G10 G2 | E R30 R8 Y40 Y6 B3 G9 TIGER | S R40 R15 Y30 Y10 B40 G5 BULL | W R5 Y15 B30 G40 G15 BEAR | nest R1 Y2 B5"
moves = ["bid 195", "bid 205", "pass", "pass", "discard R1 Y2 B5", "trump R", "play R40", "play Y4", "play B7", "play G11"]
"""


def make_class_table(
    title: str,
    edition: str | None = None,
    *,
    deal: Deal | None = None,
    seed: int = 1,
    options: Sequence[str] = (),
    players: int | None = None,
    seat: str | None = None,
    skill_level: str | None = None,
    auction: Sequence[str] | None = None,
    tricks: int = 0,
    moves: Sequence[Move] = (),
) -> Session:
    """Return the start of a class table: a session at the student's first own decision.

    The cards are those of `deal`, or of the `seed`, which also fixes what the players leave to chance. `auction` is the calls in turn, with
    which it need not be over; an empty list lets the players bid; None leaves it to the students. Then the players of this
    `skill_level` play `tricks` tricks for every seat. `moves` are of a round that was played elsewhere, in place of an auction.

    Raises ValueError for what cannot be, with the rule where a move is not legal.

    >>> start = make_class_table("Period 3", seed=7, auction=[], tricks=2)
    >>> start.class_table, start.to_move, len(start.round.tricks)
    (ClassTable(title='Period 3', moves=...), True, 2)
    """
    match = start_match(edition or list_editions()[0], check_seed(seed), options=options, players=players, deal=deal)
    rules = match.rules
    if not isinstance(match.round, TrickRound):
        raise ValueError(f"{rules.id} is not a game of tricks: choose another edition for a class table")
    you = seat or ("S" if "S" in rules.persons else rules.persons[0])
    check_person(rules, you)
    levels = [level for level in list_skill_levels(rules) if level != "expert"]
    if skill_level is not None and skill_level not in levels:
        why = " (expert players take seconds a card on a phone)" if skill_level == "expert" else ""
        raise ValueError(
            f"no skill level {quote(skill_level)} at a class table{why}: choose one of {', '.join(levels)}"
        )
    session = Session(match, you, name_players(rules, you, skill_level))
    _play_start(session, auction, tricks, moves)
    session.class_table = ClassTable(title, len(session.round.history))
    return session


def _play_start(session: Session, auction: Sequence[str] | None, tricks: int, moves: Sequence[Move]) -> None:
    """Make the teacher's moves, and let the players go on to the student's turn."""
    if moves and auction is not None:
        raise ValueError("a round that was played brings its own auction: give no other")
    for move in [*moves, *(parse_move(text) for text in auction or ())]:
        if auction and _round(session).phase != "auction":
            raise ValueError(f"the auction is over before “{move}”: leave it out")
        advance(session, move)
    while auction == [] and not session.round.is_over and _round(session).phase == "auction":
        advance(session)
    while not session.round.is_over and len(_round(session).tricks) < tricks:
        advance(session)
    while not session.round.is_over and not session.to_move:
        session.step()
    if session.round.is_over:
        raise ValueError("the round is over then: leave something for the students to play")


def _round(session: Session) -> TrickRound:
    assert isinstance(session.round, TrickRound)
    return session.round


def advance(session: Session, move: Move | None = None) -> None:
    """Make this move, or that of the player whose turn it is; the student's seat has one, too."""
    if move is not None:
        session._advance(move)
    elif session.to_move:
        rng = Random(derive_seed(session.match.seed, "class table", len(session.round.history)))
        player = make_player(name_level(session))
        session._advance(play_move(session.round, {session.you: player}, {session.you: rng}).history[-1])
    else:
        session.step()


def name_level(session: Session) -> str:
    """Return the skill level of the players at a table where all have the same."""
    return next(iter(session.skill_levels.values()))


def find_start(session: Session) -> Session:
    """Return a class table as the teacher left it, wherever this session stands. Raises ValueError for a match of one's own."""
    if session.class_table is None:
        raise ValueError("this is a match of your own, not a class table")
    start = session.branch(session.class_table.moves)
    start.class_table = session.class_table
    return start


def find_id(session: Session) -> str:
    """Return the id of a class table: eight characters made from all that the teacher fixed.

    >>> find_id(make_class_table("Period 3", seed=7))
    'ZRM50S9A'
    """
    return format_bits(hashlib.sha256(find_start(session).dumps().encode()).digest(), _LENGTH)


def pack_class_table(session: Session) -> str:
    """Return a class table's start as the part of a link after `class=`. Whoever unpacks it sees all cards."""
    return pack(find_start(session).dumps(), _BASE)


def open_class_table(source: str | Path) -> Session:
    """Return the start in a file that `mam table new` wrote, or in a link.

    Raises ValueError for a link that is not complete, SessionError with the place of a fault, OSError if the file cannot be opened.

    >>> start = make_class_table("Period 3", seed=7)
    >>> open_class_table(f"https://example.org/play/#class={pack_class_table(start)}").dumps() == start.dumps()
    True
    """
    if isinstance(source, str) and (link := _LINK.fullmatch(source)):
        try:
            text, name = unpack(link[1], _BASE), "the link"
        except ValueError:
            raise ValueError("this link is not complete: copy the whole link") from None
    else:
        text, name = read_text(source, MAX_BYTES, SessionError), Path(source).name
    session = Session.loads(text, name)
    if session.class_table is None:
        raise ValueError(f"{name} is a match of somebody's own, not a class table: make one with “mam table new”")
    return find_start(session)
