"""What was done last at a table, in words, and whether something lies there to be looked at."""

from mam import TrickRound
from mam.rules.amounts import format_amount
from mam.scenes.labels import find_unit
from mam.scenes.messages import find_nest_word
from mam.scenes.move_words import describe_move
from mam.scenes.table import trick_on_table
from mam.sessions import Session


def is_trick_complete(session: Session) -> bool:
    """Return whether a complete trick lies on the table."""
    round = session.round
    return isinstance(round, TrickRound) and trick_on_table(round)[1]


def is_next_by_itself(session: Session) -> bool:
    """Return whether another plays next, and no complete trick lies on the table to be looked at."""
    return not (session.round.is_over or session.to_move or is_trick_complete(session))


def describe_last_move(session: Session) -> tuple[str, ...]:
    """Return what was just done, in words, as the learner may know it: the move, and who has taken the trick."""
    earlier, shown_round = session.earlier_view, session.table_view.round
    if earlier is None or (turn := earlier.round.turn) is None:
        return ()
    names, unit = shown_round.rules.seat_names, find_unit(shown_round.rules)
    move = describe_move(shown_round.history[-1], names[turn], unit, names, find_nest_word(shown_round))
    before = earlier.round
    if not (isinstance(shown_round, TrickRound) and isinstance(before, TrickRound)):
        return (move,)
    return (move, _describe_trick(shown_round)) if len(shown_round.tricks) > len(before.tricks) else (move,)


def _describe_trick(round: TrickRound) -> str:
    """Return who has taken the trick just completed, and what it is worth."""
    trick, unit = round.tricks[-1], find_unit(round.rules)
    taker = round.rules.seat_names[trick.winner] if trick.winner else "Nobody"
    return f"{taker} takes the trick" + ("." if unit == "tricks" else f", worth {format_amount(trick.value, unit)}.")
