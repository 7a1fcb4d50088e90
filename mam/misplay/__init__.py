"""Misplay in the games of 1935, as a table handles it: wrong cards are laid, found, paid for and put right.

A round refuses a wrong card. Here it lies until somebody notices it, and the leaflet's rules say what follows.
"""

from mam.misplay.accounts import Adjudged
from mam.misplay.events import EventError, follow, replay_table
from mam.misplay.faults import Fault
from mam.misplay.table import Table, TableRound

__all__ = ["Adjudged", "EventError", "Fault", "Table", "TableRound", "follow", "replay_table"]
