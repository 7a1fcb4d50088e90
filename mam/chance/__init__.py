"""The shelf Chance: pages on probability, each with a question asked first, a picture with one control, and four checks."""

from mam.chance.display import show_page
from mam.chance.pages import Page, PageError, find_page, find_title, list_pages, parse_page
from mam.chance.tables import list_facts, make_tables
from mam.chance.tables.club_rounds import count_rounds, count_scores
from mam.chance.tables.schema import read_sums

__all__ = [
    "Page",
    "PageError",
    "count_rounds",
    "count_scores",
    "find_page",
    "find_title",
    "list_facts",
    "list_pages",
    "make_tables",
    "parse_page",
    "read_sums",
    "show_page",
]
