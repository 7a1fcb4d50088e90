"""Counting: hands of two from a small pack, as a square that folds; hands of 13 from all 55 cards."""

from fractions import Fraction
from math import ceil, comb, log, perm, sqrt

from mam.chance.tables.schema import PageTables, Stop, list_keys, make_control

PACK, HAND = 55, 13
RANKS = (40, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 15, 30)  # Reds, from the two in the words on
SIZES = range(2, len(RANKS) + 1)  # cards in the pack
_YEAR, _DAY = 365.25 * 86_400, 86_400  # seconds


def count_until_repeat(kinds: int) -> int:
    """Return the number of random hands, each of one of `kinds`, at which a repeat becomes more likely than not: n hands make
    n(n − 1)/2 pairs, and none is alike with probability exp(−n(n − 1)/(2 × kinds)), very nearly if there are many kinds.

    >>> count_until_repeat(365)
    23
    """
    return ceil((1 + sqrt(1 + 8 * log(2) * kinds)) / 2)


def list_facts() -> dict[str, Fraction | float]:
    """Return the facts of the page."""
    hands, repeat = comb(PACK, HAND), count_until_repeat(comb(PACK, HAND))
    return {
        "ordered_55": Fraction(perm(PACK, 2)),
        "hands_55": Fraction(comb(PACK, 2)),
        "trillions": hands / 10**12,
        "years": round(hands / _YEAR, -3),
        "repeat_millions": repeat / 10**6,
        "repeat_days": repeat / _DAY,
    }


def _find_stop(size: int, view: str) -> Stop:
    ordered, hands = perm(size, 2), comb(size, 2)
    is_open = view == "open"
    return {
        "big": f"{ordered if is_open else hands}",
        "finding": f"{size} cards: {ordered} ways to pick up two, each hand twice."
        if is_open
        else f"{size} cards: {ordered} / 2 = {hands} {'hand' if hands == 1 else 'hands'} of two.",
        "detail": f"All {PACK} cards: {PACK}\u00a0×\u00a0{PACK - 1} = {perm(PACK, 2):,} ways, {comb(PACK, 2):,} hands.",
    }


def make_tables() -> PageTables:
    """Return the tables of the page."""
    controls = [
        make_control("size", "Cards in the pack", {f"{size}": f"{size} cards" for size in SIZES}, "5", is_range=True),
        make_control("view", "Square", {"open": "Open", "fold": "Folded"}, "open"),
    ]
    counts = {f"{size}": [size * size, size, perm(size, 2), comb(size, 2)] for size in SIZES}
    return {
        "picture": "square",
        "controls": controls,
        "stops": {f"{size}|{view}": _find_stop(int(size), view) for size, view in list_keys(controls)},
        "guess": {"low": 0, "high": 4000, "start": 2000, "step": 10, "factor": 1, "before": "", "after": " hands"},
        "drawing": {"ranks": RANKS, "counts": counts},
        "table": {
            "columns": ["cards", "square", "cells", "diagonal", "counted"],
            "rows": [
                [size, "open", f"{cells}", f"{diagonal}", f"{ordered} ways"]
                if view == "open"
                else [size, "folded", f"{cells}", f"{diagonal}", f"{hands} {'hand' if hands == 1 else 'hands'}"]
                for size, view in list_keys(controls)
                for cells, diagonal, ordered, hands in [counts[size]]
            ],
        },
        "drawn": "A square of cells, with a row for each first card and a column for each second card. The diagonal is crossed out. Folded, only the half below the diagonal counts.",
        "first": "Drag the corner of the square, then fold it.",
        "source": "Counted: n × n cells, less n, halved. The cards are Reds, drawn as their ranks.",
    }
