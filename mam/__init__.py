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
    from mam.comparing import compare, list_disputes, rule_under
    from mam.engine.playouts import play_out
    from mam.engine.solver import can_make, solve
    from mam.misplay import Table
    from mam.sheets import make_sheet
    from mam.situations import Situation, get_situation, list_situations

__version__ = "0.1.0"

# Read when they are first asked for, so that `import mam` stays quick.
_LATER = {
    "compare": "mam.comparing",
    "list_disputes": "mam.comparing",
    "play_out": "mam.engine.playouts",
    "can_make": "mam.engine.solver",
    "solve": "mam.engine.solver",
    "rule_under": "mam.comparing",
    "Table": "mam.misplay",
    "make_sheet": "mam.sheets",
    "Situation": "mam.situations",
    "get_situation": "mam.situations",
    "list_situations": "mam.situations",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'mam' has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})


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
    "compare",
    "deal_code",
    "dollars",
    "get_edition",
    "get_situation",
    "list_disputes",
    "list_editions",
    "list_situations",
    "make_position",
    "make_sheet",
    "money_in",
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
    "solve",
    "start",
    "start_match",
    "view",
    "worlds",
    "write_record",
]
