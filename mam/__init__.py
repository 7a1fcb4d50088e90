"""mam: learn, play and analyse the 1934 card game Make-a-Million.

>>> import mam
>>> round = mam.start("make-a-million-1935", seed=7)
>>> round = round.play(mam.Bid(200))
>>> round.phase
'auction'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from mam.cards import PACK, UNSEEN, Card, Colour, NoTrump, Suit, dollars, money_in, show
from mam.deal_codes import deal_code, parse_code
from mam.dealing import Deal
from mam.editions import get_edition, list_editions
from mam.game import Game
from mam.matches import Match, start_match
from mam.moves import (
    Bid,
    BidTricks,
    CallCards,
    Discard,
    Draw,
    Exchange,
    Extend,
    Lay,
    Misdeal,
    NameTrump,
    Pass,
    Play,
    Stop,
    Vote,
)
from mam.notation import (
    NotationError,
    parse_card,
    parse_deal,
    parse_hand,
    parse_move,
    parse_round,
)
from mam.play import start
from mam.positions import make_position
from mam.records import Branch, Note, Record, RecordError, read_record, write_record
from mam.round import Round
from mam.rulings import IllegalMove, Ruling, all_rulings, ruling
from mam.sampling import worlds
from mam.scoring import Carry
from mam.views import View, view

if TYPE_CHECKING:
    from mam.analysis.chances import chances
    from mam.analysis.cluster import simulate
    from mam.analysis.open_cards import open_card_cost
    from mam.analysis.orders import deals
    from mam.analysis.tournaments import tournament
    from mam.comparing import compare, list_disputes, rule_under
    from mam.engine.playouts import play_out
    from mam.engine.solver import can_make, solve
    from mam.misplay import Table
    from mam.sheets import make_sheet
    from mam.situations import Situation, get_situation, list_situations

__version__ = "0.1.0"

# Read when they are first asked for, so that `import mam` stays quick.
_LATER = {
    "chances": "mam.analysis.chances",
    "compare": "mam.comparing",
    "deals": "mam.analysis.orders",
    "list_disputes": "mam.comparing",
    "play_out": "mam.engine.playouts",
    "can_make": "mam.engine.solver",
    "open_card_cost": "mam.analysis.open_cards",
    "simulate": "mam.analysis.cluster",
    "solve": "mam.engine.solver",
    "tournament": "mam.analysis.tournaments",
    "rule_under": "mam.comparing",
    "Table": "mam.misplay",
    "make_sheet": "mam.sheets",
    "Situation": "mam.situations",
    "get_situation": "mam.situations",
    "list_situations": "mam.situations",
}

_PACKAGES = ("analysis", "charts", "classroom", "drawing", "players")


def __getattr__(name: str) -> Any:
    if name in _PACKAGES:
        return import_module(f"mam.{name}")
    if name not in _LATER:
        raise AttributeError(f"module 'mam' has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER, *_PACKAGES})


__all__ = [
    "PACK",
    "UNSEEN",
    "Bid",
    "BidTricks",
    "Branch",
    "CallCards",
    "Card",
    "Carry",
    "Colour",
    "Deal",
    "Discard",
    "Draw",
    "Exchange",
    "Extend",
    "Game",
    "IllegalMove",
    "Lay",
    "Match",
    "Misdeal",
    "NameTrump",
    "NoTrump",
    "NotationError",
    "Note",
    "Pass",
    "Play",
    "Record",
    "RecordError",
    "Round",
    "Ruling",
    "Situation",
    "Stop",
    "Suit",
    "Table",
    "View",
    "Vote",
    "all_rulings",
    "can_make",
    "chances",
    "compare",
    "deal_code",
    "deals",
    "dollars",
    "get_edition",
    "get_situation",
    "list_disputes",
    "list_editions",
    "list_situations",
    "make_position",
    "make_sheet",
    "money_in",
    "open_card_cost",
    "parse_card",
    "parse_code",
    "parse_deal",
    "parse_hand",
    "parse_move",
    "parse_round",
    "play_out",
    "read_record",
    "rule_under",
    "ruling",
    "show",
    "simulate",
    "solve",
    "start",
    "start_match",
    "tournament",
    "view",
    "worlds",
    "write_record",
]
