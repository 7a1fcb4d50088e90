"""mam: learn, play and analyse the 1934 card game Make-a-Million.

>>> import mam
>>> round = mam.start("make-a-million-1935", seed=7)
>>> round = round.play(mam.Bid(200))
>>> round.phase
'auction'

A public name is looked up in its module when you first use it, so `import mam` takes almost no time.
"""

from importlib import import_module

__version__ = "0.1.0"

# The public names, each under the module it lives in.
_PLACES = {
    "analysis.chances": "chances",
    "analysis.cluster": "simulate",
    "analysis.open_cards": "open_card_cost",
    "analysis.orders": "deals",
    "analysis.tournaments": "tournament",
    "cards": "PACK UNSEEN Card Colour NoTrump Suit dollars money_in show",
    "comparing": "compare list_disputes rule_under",
    "deal_codes": "deal_code parse_code",
    "dealing": "Deal",
    "editions": "get_edition list_editions",
    "engine.playouts": "play_out",
    "engine.solver": "can_make solve",
    "game": "Game",
    "matches": "Match start_match",
    "misplay": "Table replay_table",
    "moves": "Bid BidTricks CallCards Discard Draw Exchange Extend Lay Misdeal NameTrump Pass Play Stop Vote",
    "notation": "NotationError parse_card parse_deal parse_hand parse_move parse_round",
    "play": "start",
    "positions": "deal_rest make_letters make_position play_tricks",
    "records": "Branch Note Record RecordError read_record write_record",
    "round": "Round",
    "rulings": "IllegalMove Ruling all_rulings ruling",
    "sampling": "worlds",
    "scoring": "Carry",
    "sheets": "make_sheet",
    "situations": "Situation get_situation list_situations",
    "views": "View view",
}
_MODULES = {name: module for module, names in _PLACES.items() for name in names.split()}
_PACKAGES = ("analysis", "charts", "classroom", "drawing", "players")  # whose own names people use

__all__ = sorted(_MODULES)

# Type checkers and editors take this as true; importing `typing` would take longer than all the rest.
TYPE_CHECKING: bool = False
if TYPE_CHECKING:
    from typing import Any

    from mam.analysis.chances import chances
    from mam.analysis.cluster import simulate
    from mam.analysis.open_cards import open_card_cost
    from mam.analysis.orders import deals
    from mam.analysis.tournaments import tournament
    from mam.cards import PACK, UNSEEN, Card, Colour, NoTrump, Suit, dollars, money_in, show
    from mam.comparing import compare, list_disputes, rule_under
    from mam.deal_codes import deal_code, parse_code
    from mam.dealing import Deal
    from mam.editions import get_edition, list_editions
    from mam.engine.playouts import play_out
    from mam.engine.solver import can_make, solve
    from mam.game import Game
    from mam.matches import Match, start_match
    from mam.misplay import Table, replay_table
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
    from mam.notation import NotationError, parse_card, parse_deal, parse_hand, parse_move, parse_round
    from mam.play import start
    from mam.positions import deal_rest, make_letters, make_position, play_tricks
    from mam.records import Branch, Note, Record, RecordError, read_record, write_record
    from mam.round import Round
    from mam.rulings import IllegalMove, Ruling, all_rulings, ruling
    from mam.sampling import worlds
    from mam.scoring import Carry
    from mam.sheets import make_sheet
    from mam.situations import Situation, get_situation, list_situations
    from mam.views import View, view


def __getattr__(name: str) -> "Any":
    """Return the public name, or the module of this name, and keep it. Raises AttributeError when there is neither."""
    if name in _MODULES:
        globals()[name] = getattr(import_module(f"mam.{_MODULES[name]}"), name)
        return globals()[name]
    if not name.startswith("_"):
        try:
            return import_module(f"mam.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"mam.{name}":
                raise  # the module is there, and something that it needs is not
    raise AttributeError(f"module 'mam' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES, *_PACKAGES})
