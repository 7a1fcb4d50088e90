"""What a student hands in from a class table: the moves as a short text, read back from mail, web pages and files.

    mam table 1
    table ZRM50S9A, name Ann Lee,
    moves 200, pass, pass, trump R, R40, Y4, B7, …
    check 7T6V-WDE9

The check finds a text that was cut or changed by accident. It is no secret: who writes a program can make one. So the moves are replayed:
they must be legal, and the other seats' must be those that the players of the table make.
"""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from unicodedata import normalize

from mam.class_tables.starts import find_id
from mam.classroom.codes import clean_code, format_bits
from mam.classroom.hand_ins import escape_text, split_hand_ins, unescape_text
from mam.rules.moves import Move
from mam.rules.rulings import Ruling
from mam.sessions import Session
from mam.support.messages import quote, shorten
from mam.text.notation import NotationError, parse_move

HEAD = "mam table 1"
MAX_NAME = 60  # characters
_CHECK = 8  # characters
_MAX_MOVES = 200
_BEGIN = re.compile(r"\bmam\s+table\s+1\b", re.IGNORECASE)
_FIRST = re.compile(r"table [0-9A-Z]{8}, ")
_TEXT = re.compile(r"table ([0-9A-Z]{8}), name ([^,]{1,600}), moves ([A-Za-z0-9 ,/?+-]{1,4000})")
_END = re.compile(r"\bcheck\s+((?:[0-9A-Za-z](?:\s?-?\s?)){7}[0-9A-Za-z])(?![0-9A-Za-z])", re.IGNORECASE)


class HandInError(ValueError):
    """A hand-in that cannot count; the message says why."""


class OtherPlayers(HandInError):
    """A hand-in in which another seat plays otherwise than the players of the table do here."""


@dataclass(frozen=True)
class HandIn:
    """A hand-in as it was read: the id of its table, the student's name, and all moves after the start."""

    table: str
    name: str
    moves: tuple[Move, ...]


def clean_name(name: str) -> str:
    """Return a student's name on one line. Raises ValueError for one that is empty or too long.

    >>> clean_name("  Ann   Lee ")
    'Ann Lee'
    """
    name = " ".join(normalize("NFC", name).split())
    if not any(sign.isalnum() for sign in name):
        raise ValueError("Type your name first, like Ann Lee.")
    if len(name) > MAX_NAME or not name.isprintable():
        raise ValueError(f"A name has at most {MAX_NAME} characters, on one line.")
    return name


def write_hand_in(session: Session, name: str) -> str:
    """Return a finished round at a class table as a text under a student's name.

    Raises ValueError away from a class table, before the round is over, and for a name that is empty or too long.
    """
    if session.class_table is None:
        raise ValueError("There is nothing to hand in: this is a match of your own.")
    if not session.round.is_over:
        raise ValueError("You can hand in when the round is over.")
    moves = ", ".join(_write_move(move) for move in session.round.history[session.class_table.moves :])
    shown_name = escape_text(clean_name(name)).replace(",", "!2c;")
    lines = [f"table {find_id(session)}, name {shown_name},", f"moves {moves}"]
    check = _make_check(" ".join(lines))
    return "\n".join([HEAD, *lines, f"check {check[:4]}-{check[4:]}"])


def _write_move(move: Move) -> str:
    return str(move).removeprefix("play ")


def _make_check(text: str) -> str:
    return format_bits(hashlib.sha256(f"{HEAD}\n{text}".encode()).digest(), _CHECK)


def split_text(text: str) -> Iterator[str]:
    """Yield each hand-in of a class table in a text, on one line."""
    yield from split_hand_ins(text, _BEGIN, lambda piece: bool(_FIRST.match(f"{piece} ") or _END.search(piece)))


def parse_hand_in(text: str) -> HandIn:
    """Return one of `split_text`. Raises HandInError, which says what is wrong with it."""
    end = _END.search(text)
    if end is None:
        raise HandInError("breaks off: the line with the check is missing")
    body = text[: end.start()].strip()
    if _make_check(body) != clean_code(end[1]):
        raise HandInError("was changed or cut after it was made: its check does not fit")
    parts = _TEXT.fullmatch(body)
    if parts is None:
        raise HandInError("is not a hand-in: it does not name a table, a student and moves")
    texts = parts[3].split(", ")
    if len(texts) > _MAX_MOVES:
        raise HandInError(f"has {len(texts)} moves, more than a round can have")
    try:
        return HandIn(parts[1], clean_name(unescape_text(parts[2])), tuple(map(parse_move, texts)))
    except NotationError as error:
        raise HandInError(f"holds what is not a move: {shorten(str(error))}") from None
    except ValueError as error:
        raise HandInError(f"has no name that can be read: {error}") from None


def replay_hand_in(start: Session, hand_in: HandIn, *, any_players: bool = False) -> Session:
    """Return the session in which the round of a hand-in was played on from `start`, to its end.

    Raises HandInError for another table, a move that is not legal, too few or too many moves; OtherPlayers, unless `any_players`
    count, where another seat plays otherwise than here: then the text was edited, or made by another release of mam.
    """
    if hand_in.table != find_id(start):
        raise HandInError(f"belongs to another class table, {quote(hand_in.table)}")
    session = Session.loads(start.dumps())
    for number, move in enumerate(hand_in.moves, 1):
        round = session.round
        if round.is_over:
            raise HandInError(
                f"goes on after the end of the round: it has {len(hand_in.moves) - number + 1} moves too many"
            )
        if not session.to_move and not any_players:
            who = round.rules.seat_names[round.actor or ""]
            session.step()
            if (made := session.round.history[-1]) != move:
                raise OtherPlayers(
                    f"move {number}: {who} plays “{made}” at this table, not “{move}”: it was edited, or made by another release of mam"
                )
            continue
        answer = round.try_move(move)
        if isinstance(answer, Ruling):
            raise HandInError(f"move {number}, “{move}”, is not legal: {answer.reason} [{answer.id}]")
        session._advance(move)
    if not session.round.is_over:
        raise HandInError(f"is not finished: it ends after {len(hand_in.moves)} moves")
    return session
