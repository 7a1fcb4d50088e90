"""Given: what is left of a player's hands after two kinds of news about its 40s."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb
from typing import NamedTuple

from mam.chance.tables.schema import PageTables, Stop, list_keys, make_control, write_percent

PACK, FORTIES, HAND = 55, 4, 13
SIZES = range(2, 27)  # cards in the hand
PICTURE_HANDS = 200  # hands in the picture


class HandKind(NamedTuple):
    """Hands with as many 40s, with the Red one or without."""

    forties: int
    red: bool


NEWS: dict[str, Callable[[HandKind], bool]] = {
    "none": lambda kind: True,
    "some": lambda kind: kind.forties > 0,
    "red": lambda kind: kind.red,
}
LABELS = {"none": "Nothing", "some": "A 40", "red": "The Red 40"}


@cache
def count_hands(size: int) -> dict[HandKind, int]:
    """Count the hands of this size by kind.

    >>> count_hands(13)[HandKind(4, True)] == comb(51, 9)
    True
    """
    others = FORTIES - 1
    return {
        HandKind(forties, red): comb(others, forties - red) * comb(PACK - FORTIES, size - forties)
        for forties in range(min(FORTIES, size) + 1)
        for red in (True, False)
        if 0 <= forties - red <= others
    }


def find_left(size: int, news: str) -> Fraction:
    """Return what part of the hands is not crossed out by the news."""
    hands = count_hands(size)
    return Fraction(sum(ways for kind, ways in hands.items() if NEWS[news](kind)), comb(PACK, size))


def find_chance(size: int, news: str) -> Fraction:
    """Return the chance of two 40s or more, given the news."""
    left = {kind: ways for kind, ways in count_hands(size).items() if NEWS[news](kind)}
    return Fraction(sum(ways for kind, ways in left.items() if kind.forties > 1), sum(left.values()))


def draw_hands(size: int) -> dict[HandKind, int]:
    """Return how many of 200 hands are of each kind: of the exact numbers the whole parts, and one more where most is cut off."""
    exact = {kind: Fraction(PICTURE_HANDS * ways, comb(PACK, size)) for kind, ways in count_hands(size).items()}
    counts_by_kind = {kind: int(number) for kind, number in exact.items()}
    missing = PICTURE_HANDS - sum(counts_by_kind.values())
    for kind in sorted(exact, key=lambda kind: counts_by_kind[kind] - exact[kind])[:missing]:
        counts_by_kind[kind] += 1
    return counts_by_kind


def list_facts() -> dict[str, Fraction | float]:
    """Return the facts of the page."""
    return {
        "two": find_chance(HAND, "none"),
        "another_if_some": find_chance(HAND, "some"),
        "another_if_red": find_chance(HAND, "red"),
    }


def _find_stop(size: int, news: str) -> Stop:
    chance = write_percent(float(find_chance(size, news)), 1)
    left = {kind: number for kind, number in draw_hands(size).items() if NEWS[news](kind)}
    two = sum(number for kind, number in left.items() if kind.forties > 1)
    return {
        "big": chance,
        "finding": {
            "none": f"No news: {chance} of all hands have two 40s or more.",
            "some": f"North has a 40: {chance} of the hands left have another.",
            "red": f"North has the Red 40: {chance} of the hands left have another.",
        }[news],
        "detail": f"In the picture: {two} of {sum(left.values())}.",
    }


def make_tables() -> PageTables:
    """Return the tables of the page."""
    controls = [
        make_control("size", "Cards in the hand", {f"{size}": f"{size} cards" for size in SIZES}, "13", is_range=True),
        make_control("news", "You ask North for", LABELS, "red"),
    ]
    keys = [(int(size), news) for size, news in list_keys(controls)]
    return {
        "picture": "rows",
        "controls": controls,
        "stops": {f"{size}|{news}": _find_stop(size, news) for size, news in keys},
        "guess": {"low": 0, "high": 100, "start": 50, "factor": 100, "before": "", "after": "%", "whole": 100},
        "drawing": {
            # of each size: the 40s, whether one is Red, how many hands
            "hands": {f"{size}": [[*kind, number] for kind, number in draw_hands(size).items()] for size in SIZES},
            "chances": {f"{size}|{news}": float(find_chance(size, news)) for size, news in keys},
        },
        "table": {
            "columns": ["cards", "asked for", "hands left", "two or more"],
            "rows": [
                [
                    f"{size}",
                    LABELS[news],
                    write_percent(float(find_left(size, news)), 2),
                    write_percent(float(find_chance(size, news)), 2),
                ]
                for size, news in keys
            ],
        },
        "drawn": f"{PICTURE_HANDS} hands in rows, by their number of 40s. Diamonds hold the Red 40; filled marks hold two 40s or more; hands that the answer rules out are crossed out. The bar shows what part of the hands left hold two or more.",
        "first": "Ask for any 40 instead.",
        "source": f"Counted over all hands; North says yes, and tells the truth. Drawn: {PICTURE_HANDS} hands, each kind in proportion.",
    }
