"""Misplay in the games of 1935, as a table handles it: wrong cards are laid, found, paid for and put right.

A round refuses a wrong card. Here it lies until somebody notices it, and the leaflet's rules say what follows.
"""

from mam.misplay.accounts import AdjudicatedResult
from mam.misplay.events import EventError, apply_event, replay_table
from mam.misplay.table import Table, TableRound
from mam.misplay.wrong_moves import Misplay

__all__ = ["AdjudicatedResult", "EventError", "Misplay", "Table", "TableRound", "apply_event", "replay_table"]
