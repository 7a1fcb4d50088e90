"""A class at one table: a start that a teacher fixes, what students hand in, and all of their rounds side by side."""

from mam.class_tables.hand_ins import write_hand_in
from mam.class_tables.results import TableResults, read_results
from mam.class_tables.starts import make_class_table, open_class_table, pack_class_table

__all__ = [
    "TableResults",
    "make_class_table",
    "open_class_table",
    "pack_class_table",
    "read_results",
    "write_hand_in",
]
