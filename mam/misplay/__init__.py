"""Handle misplay in the games of 1935: wrong cards are played, found, paid for and corrected.

A round refuses a wrong card. At a table it lies until somebody claims it, and the leaflet's rules say what follows.
"""

from mam.misplay.accounts import AdjudicatedResult
from mam.misplay.events import EventError, apply_event, parse_claim, replay_table
from mam.misplay.table import Table, TableRound, open_round
from mam.misplay.wrong_moves import Misplay

__all__ = [
    "AdjudicatedResult",
    "EventError",
    "Misplay",
    "Table",
    "TableRound",
    "apply_event",
    "open_round",
    "parse_claim",
    "replay_table",
]
