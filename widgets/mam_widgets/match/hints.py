"""What a hint says: the move advised, what else was considered, and moves and amounts in words."""

from math import isfinite
from typing import Any

from mam.analysis.alternatives import GoTo, parse_alternative
from mam.rules.amounts import format_amount
from mam.rules.cards import format_count
from mam.rules.moves import Discard, NameTrump
from mam.scenes.move_words import phrase_move
from mam.sessions import Hint
from mam.support.messages import capitalize
from mam_widgets.match.schema import HintPart, HintRow

_SHOWN_ROWS = 12


def make_hint(hint: Hint, unit: str) -> HintPart:
    """Return the move advised, its reason, and what else was considered, each with what it gains on average."""
    rows: list[HintRow] = [
        {
            "move": describe_alternative(str(row["alternative"]), unit),
            "why": str(row["reason"]),
            "figure": format_score(row["estimate"], unit),
            "margin": _error(row["standard_error"], unit),
        }
        for row in hint.rows[:_SHOWN_ROWS]
    ]
    worlds = int(hint.rows[0]["n"]) if hint.rows else 0
    return {
        "head": _phrase_alternative(str(hint.rows[0]["alternative"]), unit)
        if hint.rows and isinstance(hint.move, Discard)
        else phrase_move(hint.move, unit),
        "reason": hint.reason,
        "rows": rows if len(rows) > 1 else [],
        "note": f"Based on {format_count(worlds, 'simulated deal')}: {hint.model}." if worlds else "",
    }


def describe_alternative(text: str, unit: str) -> str:
    """Return an alternative in words: several moves, or in an auction how far to go.

    >>> describe_alternative("go to 225, trump R", "money")
    'Go to $225,000 with Red'
    """
    return capitalize(_phrase_alternative(text, unit))


def _phrase_alternative(text: str, unit: str) -> str:
    notes: list[str] = []
    for move in parse_alternative(text):
        if isinstance(move, GoTo):
            notes.append(f"go to {format_amount(move.limit, unit)}{f' with {move.trump.word}' if move.trump else ''}")
        elif isinstance(move, NameTrump) and notes:
            notes.append(f"with {move.color.word}")
        else:
            notes.append(phrase_move(move, unit))
    return " ".join(notes)


def format_score(value: Any, unit: str, *, plain: bool = False) -> str:
    """Return a score in full: "+$128,000", "−1.4 points"; `plain` leaves a plus out."""
    number = float(value)
    if not isfinite(number):
        return "not known"
    scored = "money" if unit == "money" else "points"  # tricks score points, too
    return format_amount(number, scored, signed=not plain, digits=0)


def _error(value: Any, unit: str) -> str:
    return f"± {format_score(2 * float(value), unit, plain=True)}" if isfinite(float(value)) else "± ?"
