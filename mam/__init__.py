"""mam: learn, play and analyse the 1934 card game Make-a-Million.

>>> import mam
>>> round = mam.start("make-a-million-1935", seed=7)
>>> round = round.play(mam.Bid(200))
>>> round.phase
'auction'
"""

from mam.cards import PACK, UNSEEN, Card, Colour, dollars, money_in, show
from mam.dealing import Deal
from mam.editions import get_edition, list_editions
from mam.matches import Match, start_match
from mam.moves import Bid, Discard, NameTrump, Pass, Play
from mam.notation import (
    NotationError,
    deal_code,
    parse_card,
    parse_code,
    parse_deal,
    parse_hand,
    parse_move,
    parse_round,
)
from mam.records import Branch, Note, Record, RecordError, read_record, write_record
from mam.round import Round, start
from mam.rulings import IllegalMove, Ruling, all_rulings, ruling
from mam.sampling import worlds
from mam.views import View, view

__version__ = "0.1.0"

__all__ = [
    "PACK",
    "UNSEEN",
    "Bid",
    "Branch",
    "Card",
    "Colour",
    "Deal",
    "Discard",
    "IllegalMove",
    "Match",
    "NameTrump",
    "NotationError",
    "Note",
    "Pass",
    "Play",
    "Record",
    "RecordError",
    "Round",
    "Ruling",
    "View",
    "all_rulings",
    "deal_code",
    "dollars",
    "get_edition",
    "list_editions",
    "money_in",
    "parse_card",
    "parse_code",
    "parse_deal",
    "parse_hand",
    "parse_move",
    "parse_round",
    "read_record",
    "ruling",
    "show",
    "start",
    "start_match",
    "view",
    "worlds",
    "write_record",
]
