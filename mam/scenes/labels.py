"""Rulings, units and colors as a scene has them."""

from collections.abc import Sequence

from mam.rules.cards import NoTrump, Trump
from mam.rules.editions import RuleSet, TrickGameRules
from mam.rules.moves import Move, Play
from mam.rules.rulings import Ruling
from mam.scenes.move_words import label_move
from mam.scenes.schema import Chip, Cite, RulingPart, Unit

NO_COLOR = "-"  # in the place of a color's letter: there is no trump


def find_unit(rules: RuleSet) -> Unit:
    """Return what is captured in this game: "money" in thousands of dollars, "points", or "tricks"."""
    return rules.tricks.counts if isinstance(rules, TrickGameRules) else "points"


def find_color_code(trump: Trump) -> str:
    """Return the letter by which a color or suit is drawn; a dash where there is no trump."""
    return NO_COLOR if isinstance(trump, NoTrump) else trump.value


def write_refusal(ruling: Ruling, head: str, instead: Sequence[Move] = ()) -> RulingPart:
    """Return a ruling that refused a move: headline, reason, what may be done instead, and the rule with its source."""
    return {
        "kind": "stop",
        "head": head,
        "text": ruling.reason,
        "short": ruling.title[0].lower() + ruling.title[1:],
        "what": ruling.verdict,
        "why": ruling.cause,
        "moves": [make_chip(move) for move in instead],
        "cites": [cite(rule) for rule in (ruling, *ruling.further_rulings)],
    }


def cite(ruling: Ruling) -> Cite:
    """Return a rule with its words and source."""
    words = f"{ruling.words} {ruling.other_reading}".rstrip()
    return {"id": ruling.id, "words": words, "source": ruling.source}


def make_chip(move: Move) -> Chip:
    """Return a move as a small button."""
    card = move.card.code if isinstance(move, Play) else None
    return {"text": card or label_move(move), "card": card, "move": str(move)}
