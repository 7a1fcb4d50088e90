"""The facts and the tables of each page of Chance: plain data, a row for every stop of the page's controls."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from types import ModuleType

from mam.chance.tables import (
    bayes,
    clt,
    confounded,
    counting,
    decide,
    distributions,
    expectation,
    given,
    independent,
    intervals,
    paired,
    power,
    sampling,
    significance,
    space,
    spread,
    tells,
    union,
)
from mam.chance.tables.schema import PageTables

# In the order of the shelf.
_MODULES: Mapping[str, ModuleType] = {
    "space": space,
    "counting": counting,
    "or": union,
    "independent": independent,
    "given": given,
    "bayes": bayes,
    "tells": tells,
    "expectation": expectation,
    "spread": spread,
    "distributions": distributions,
    "sampling": sampling,
    "clt": clt,
    "intervals": intervals,
    "test": significance,
    "power": power,
    "paired": paired,
    "confounded": confounded,
    "decide": decide,
}
PAGE_IDS = tuple(_MODULES)


@cache
def list_facts(page_id: str) -> Mapping[str, Fraction | float]:
    """Return the facts of a page by their names. Raises KeyError for an unknown page.

    >>> float(round(list_facts("bayes")["three_if_215"], 3))
    0.139
    """
    facts: Mapping[str, Fraction | float] = _MODULES[page_id].list_facts()
    return facts


@cache
def make_tables(page_id: str) -> PageTables:
    """Return what a page's picture is drawn from. Raises KeyError for an unknown page.

    >>> make_tables("bayes")["stops"]["215|three"]["finding"]
    '14% of these bidders hold three or four 40s; in the picture, 36 of 256.'
    """
    tables: PageTables = _MODULES[page_id].make_tables()
    return tables
