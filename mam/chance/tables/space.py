"""Sample space: all hands that can be dealt from five cards, and those in an event."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

from mam.chance.tables.schema import PageTables, Stop, list_keys, make_control, write_percent

CARDS = ("R40", "R1", "Y40", "Y1", "TIGER")
SIZES = range(1, len(CARDS))  # cards dealt
Hand = tuple[str, ...]


def count_forties(hand: Hand) -> int:
    """Return the number of 40s in a hand."""
    return sum(card.endswith("40") for card in hand)


EVENTS: dict[str, Callable[[Hand], bool]] = {
    "tiger": lambda hand: "TIGER" in hand,
    "some": lambda hand: count_forties(hand) > 0,
    "none": lambda hand: count_forties(hand) == 0,
    "reds": lambda hand: {"R40", "R1"} <= {*hand},
}
NAMES = {"tiger": "the Tiger", "some": "at least one 40", "none": "no 40", "reds": "two Reds"}


def list_hands(size: int) -> list[Hand]:
    """Return all hands of this size.

    >>> len(list_hands(2)), list_hands(4)[0]
    (10, ('R40', 'R1', 'Y40', 'Y1'))
    """
    return [*combinations(CARDS, size)]


def list_lit(size: int, event: str) -> list[bool]:
    """Return of each hand of this size whether it is in the event."""
    return [EVENTS[event](hand) for hand in list_hands(size)]


def find_chance(size: int, event: str) -> Fraction:
    """Return the probability of an event: hands in it, of all hands."""
    lit = list_lit(size, event)
    return Fraction(sum(lit), len(lit))


def list_facts() -> dict[str, Fraction | float]:
    """Return the facts of the page."""
    hands = list_hands(2)
    by_forties = [sum(count_forties(hand) == count for hand in hands) for count in range(3)]
    tigers = {f"tiger_{size}": Fraction(sum(list_lit(size, "tiger"))) for size in SIZES}
    return {
        "hands_2": Fraction(len(hands)),
        "some_2": Fraction(sum(list_lit(2, "some"))),
        "none_2": Fraction(by_forties[0]),
        "one_2": Fraction(by_forties[1]),
        "both_2": Fraction(by_forties[2]),
        "red_40_2": Fraction(sum("R40" in hand for hand in hands)),
        "one_3": Fraction(sum(count_forties(hand) == 1 for hand in list_hands(3)), len(list_hands(3))),
        **tigers,
    }


def _find_stop(size: int, event: str) -> Stop:
    lit = list_lit(size, event)
    chance = write_percent(float(find_chance(size, event)), 0)
    cards = f"{size} {'card' if size == 1 else 'cards'}"
    others = len(lit) - sum(lit)
    return {
        "big": f"{sum(lit)} of {len(lit)}",
        "finding": f"{sum(lit)} of {len(lit)} hands of {cards} {'holds' if sum(lit) == 1 else 'hold'} {NAMES[event]}: {chance}.",
        "detail": f"The complement has {others} {'hand' if others == 1 else 'hands'}.",
    }


def make_tables() -> PageTables:
    """Return the tables of the page."""
    labels = {f"{size}": f"{size} {'card' if size == 1 else 'cards'}" for size in SIZES}
    controls = [
        make_control("size", "Cards dealt", labels, "2", is_range=True),
        make_control("event", "Event", {"some": "A 40", "none": "No 40", "tiger": "Tiger", "reds": "Two Reds"}, "some"),
    ]
    keys = list_keys(controls)
    return {
        "picture": "hands",
        "controls": controls,
        "stops": {f"{size}|{event}": _find_stop(int(size), event) for size, event in keys},
        "guess": {"low": 0, "high": 10, "start": 5, "factor": 1, "before": "", "after": " of 10", "whole": 10},
        "drawing": {
            "hands": {f"{size}": [[*hand] for hand in list_hands(size)] for size in SIZES},
            "lit": {f"{size}|{event}": list_lit(int(size), event) for size, event in keys},
        },
        "table": {
            "columns": ["cards dealt", "event", "hands in it", "all hands", "probability"],
            "rows": [
                [size, NAMES[event], f"{sum(lit)}", f"{len(lit)}", f"{find_chance(int(size), event)}"]
                for size, event in keys
                for lit in [list_lit(int(size), event)]
            ],
        },
        "drawn": "All hands of this size, each as a row of cards. Hands in the event are bold, the others faint. The bar below shows what part of the list is in the event.",
        "first": "Deal more cards.",
        "source": "Every hand is listed; the same cards in another order are the same hand.",
    }
