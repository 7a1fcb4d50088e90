"""And, or, not: the chances of the four 40s added, and the chance of at least one."""

from fractions import Fraction
from math import comb

from mam.chance.tables.schema import PageTables, Stop, make_control, write_percent

PACK, FORTIES = 55, 4
SIZES = range(1, 27)  # cards in the hand


def find_added(size: int) -> Fraction:
    """Return four times the chance of one named 40 in a hand of this size."""
    return Fraction(FORTIES * size, PACK)


def find_some(size: int) -> Fraction:
    """Return the chance of at least one 40 in a hand of this size."""
    return 1 - Fraction(comb(PACK - FORTIES, size), comb(PACK, size))


def list_facts() -> dict[str, Fraction | float]:
    """Return the facts of the page."""
    named, both = Fraction(13, PACK), Fraction(13 * 12, PACK * (PACK - 1))
    return {
        "named": named,
        "two_added": 2 * named,
        "four_added": find_added(13),
        "four_added_14": find_added(14),
        "both": both,
        "either": 2 * named - both,
        "no_40": 1 - find_some(13),
        "some_40": find_some(13),
    }


def _find_stop(size: int) -> Stop:
    added, some = write_percent(float(find_added(size)), 1), write_percent(float(find_some(size)), 1)
    too_high = " No probability is above 100%." if find_added(size) > 1 else ""
    return {
        "big": some,
        "finding": f"At least one 40: {some}. Four chances added: {added}.",
        "detail": f"{size} {'card' if size == 1 else 'cards'} in the hand.{too_high}",
    }


def make_tables() -> PageTables:
    """Return the tables of the page."""
    labels = {f"{size}": f"{size} {'card' if size == 1 else 'cards'}" for size in SIZES}
    points = [[size, float(find_added(size)), float(find_some(size))] for size in SIZES]
    return {
        "picture": "curves",
        "controls": [make_control("size", "Cards in the hand", labels, "13", is_range=True)],
        "stops": {f"{size}": _find_stop(size) for size in SIZES},
        "guess": {"low": 0, "high": 100, "start": 50, "factor": 100, "before": "", "after": "%", "whole": 100},
        "drawing": {"points": points, "names": ["added", "at least one"], "x": "cards in the hand"},
        "table": {
            "columns": ["cards", "four chances added", "at least one 40"],
            "rows": [[f"{size}", write_percent(added, 2), write_percent(some, 2)] for size, added, some in points],
        },
        "drawn": "Two curves over the number of cards in the hand: four chances added, a straight line, and below it the chance of at least one 40.",
        "first": "Drag to a hand of 14 cards.",
        "source": f"Counted: 1 − C({PACK - FORTIES}, n) / C({PACK}, n).",
    }
