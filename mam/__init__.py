"""mam: learn, play and analyze the 1934 card game Make-a-Million.

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
_NAMES = {
    "analysis.unseen_cards": "card_odds",
    "analysis.probability": "chances",
    "analysis.cluster": "simulate",
    "analysis.open_cards": "open_card_cost",
    "analysis.constrained_deals": "deals",
    "analysis.tournaments": "tournament",
    "rules.amounts": "format_amount",
    "rules.cards": "PACK UNSEEN Card Color NoTrump Suit format_cards money_in",
    "library.comparing": "compare rule_under",
    "text.deal_codes": "encode_deal decode_deal",
    "rules.dealing": "Deal",
    "rules.editions": "get_edition list_editions",
    "engine.belief.guarantee": "sure",
    "engine.rollouts.playouts": "play_out",
    "engine.solver.solution": "can_make solve",
    "games.round": "Round",
    "games.match": "Match start_match",
    "misplay": "Table replay_table",
    "rules.moves": "Bid BidTricks CallCards Discard Draw Exchange Extend Lay Misdeal NameTrump Pass Play Stop Vote",
    "text.notation": "NotationError parse_card parse_deal parse_hand parse_move parse_round",
    "games.registry": "start",
    "text.positions": "deal_rest make_letter_position make_position play_tricks",
    "records": "Branch Note Record RecordError read_record write_record",
    "games.trick_round": "TrickRound",
    "rules.rulings": "IllegalMove Ruling all_rulings ruling",
    "games.sampling": "worlds",
    "rules.scoring": "Carry",
    "scenes": "describe_table",
    "scenes.sheets": "make_sheet",
    "library.situations": "Situation get_situation list_situations",
    "studies": "Study StudyError get_case get_study list_cases list_studies read_study",
    "games.views": "View view",
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}
_PACKAGES = ("analysis", "charts", "classroom", "drawing", "players", "studies")  # used as `mam.charts.…`

__all__ = sorted(_MODULES)

# Type checkers take this as true; importing `typing` would take longer than everything else.
TYPE_CHECKING: bool = False
if TYPE_CHECKING:
    from typing import Any

    from mam.analysis.cluster import simulate
    from mam.analysis.constrained_deals import deals
    from mam.analysis.open_cards import open_card_cost
    from mam.analysis.probability import chances
    from mam.analysis.tournaments import tournament
    from mam.analysis.unseen_cards import card_odds
    from mam.engine.belief.guarantee import sure
    from mam.engine.rollouts.playouts import play_out
    from mam.engine.solver.solution import can_make, solve
    from mam.games.match import Match, start_match
    from mam.games.registry import start
    from mam.games.round import Round
    from mam.games.sampling import worlds
    from mam.games.trick_round import TrickRound
    from mam.games.views import View, view
    from mam.library.comparing import compare, rule_under
    from mam.library.situations import Situation, get_situation, list_situations
    from mam.misplay import Table, replay_table
    from mam.records import Branch, Note, Record, RecordError, read_record, write_record
    from mam.rules.amounts import format_amount
    from mam.rules.cards import PACK, UNSEEN, Card, Color, NoTrump, Suit, format_cards, money_in
    from mam.rules.dealing import Deal
    from mam.rules.editions import get_edition, list_editions
    from mam.rules.moves import (
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
    from mam.rules.rulings import IllegalMove, Ruling, all_rulings, ruling
    from mam.rules.scoring import Carry
    from mam.scenes import describe_table
    from mam.scenes.sheets import make_sheet
    from mam.studies import Study, StudyError, get_case, get_study, list_cases, list_studies, read_study
    from mam.text.deal_codes import decode_deal, encode_deal
    from mam.text.notation import NotationError, parse_card, parse_deal, parse_hand, parse_move, parse_round
    from mam.text.positions import deal_rest, make_letter_position, make_position, play_tricks


def __getattr__(name: str) -> "Any":
    """Return the public object or the module of this name, and cache it. Raises AttributeError if there is neither."""
    if name in _MODULES:
        globals()[name] = getattr(import_module(f"mam.{_MODULES[name]}"), name)
        return globals()[name]
    if not name.startswith("_"):
        try:
            return import_module(f"mam.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"mam.{name}":
                raise  # the module exists, but something that it imports does not
    raise AttributeError(f"module 'mam' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES, *_PACKAGES})
