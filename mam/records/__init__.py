"""Save a round of any game as text that people can write and read, with notes and what-if branches.

A record is a TOML file: the deal, then the auction, the discard, trump and the tricks as a scorekeeper would list them
(in a letter game the moves). Cards that nobody saw are `??`. Every fault in a file is reported with its line.
"""

from mam.records.read import RecordError, parse_record, read_record
from mam.records.record import Branch, Note, Record, find_step, name_move, name_step
from mam.records.write import format_record, write_record

__all__ = [
    "Branch",
    "Note",
    "Record",
    "RecordError",
    "find_step",
    "format_record",
    "name_move",
    "name_step",
    "parse_record",
    "read_record",
    "write_record",
]
