"""Intervals: how often the textbook interval and Wilson's contain the truth, and 500 samples that everybody sees."""

import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb, sqrt

from mam.chance.tables.schema import PageTables, Stop, list_keys, make_control, write_percent

SIZES = (20, 50, 100, 200, 400)
EVENTS = {"both": Fraction(13 * 12, 55 * 54), "tiger": Fraction(13, 55)}
LEVELS = {"80": 1.28155, "95": 1.95996, "99": 2.57583}
NAMES = {
    "event": {"both": "Bull and Bear", "tiger": "Tiger"},
    "recipe": {"textbook": "Textbook", "wilson": "Wilson"},
}
SHOWN_SAMPLES, SAMPLES, SEED = 100, 500, 1935
Bounds = tuple[float, float]


def find_textbook(count: int, size: int, z: float) -> Bounds:
    """Return the proportion ± z standard errors."""
    share = count / size
    margin = z * sqrt(share * (1 - share) / size)
    return share - margin, share + margin


def find_wilson(count: int, size: int, z: float) -> Bounds:
    """Return Wilson's interval: the truths that could well have given this sample.

    >>> [round(bound, 3) for bound in find_wilson(0, 20, 1.95996)]
    [0.0, 0.161]
    """
    share, square = count / size, z * z
    middle = share + square / (2 * size)
    margin = z * sqrt(share * (1 - share) / size + square / (4 * size * size))
    return (middle - margin) / (1 + square / size), (middle + margin) / (1 + square / size)


RECIPES: dict[str, Callable[[int, int, float], Bounds]] = {"textbook": find_textbook, "wilson": find_wilson}


@cache
def find_coverage(event: str, size: int, recipe: str, level: str) -> float:
    """Return how often the interval contains the truth: a sum over all counts of their binomial probability."""
    truth = float(EVENTS[event])
    hits = [count for count in range(size + 1) if _contains(RECIPES[recipe](count, size, LEVELS[level]), truth)]
    return sum(comb(size, count) * truth**count * (1 - truth) ** (size - count) for count in hits)


def _contains(bounds: Bounds, truth: float) -> bool:
    return bounds[0] <= truth <= bounds[1]


@cache
def draw_counts(event: str, size: int) -> tuple[int, ...]:
    """Return the counts of 500 samples, drawn once with a fixed seed."""
    rng = random.Random(f"{SEED} {event} {size}")
    truth = float(EVENTS[event])
    return tuple(sum(rng.random() < truth for _ in range(size)) for _ in range(SAMPLES))


def list_facts() -> dict[str, Fraction | float]:
    """Return the facts of the page."""
    textbook = find_coverage("both", 20, "textbook", "95")
    return {
        "both": EVENTS["both"],
        "textbook_20": textbook,
        "hits_20": 100 * textbook,
        "none_20": float((1 - EVENTS["both"]) ** 20),
        "wilson_20": find_coverage("both", 20, "wilson", "95"),
        "textbook_400": find_coverage("both", 400, "textbook", "95"),
    }


def _find_stop(size: str, event: str, recipe: str, level: str) -> Stop:
    counts = draw_counts(event, int(size))[:SHOWN_SAMPLES]
    hits = sum(_contains(RECIPES[recipe](count, int(size), LEVELS[level]), float(EVENTS[event])) for count in counts)
    none = counts.count(0)
    covers = write_percent(find_coverage(event, int(size), recipe, level), 1)
    more = f" {none} of the 100 samples had no case at all." if none else ""
    return {
        "big": covers,
        "finding": f"{hits} of these 100 contain the truth; {covers} in the long run.",
        "detail": f"They are called {level}% intervals.{more}",
    }


def make_tables() -> PageTables:
    """Return the tables of the page."""
    controls = [
        make_control(
            "size", "Hands dealt by each", {f"{size}": f"{size} hands" for size in SIZES}, "20", is_range=True
        ),
        make_control("event", "Event", NAMES["event"], "both"),
        make_control("recipe", "Recipe", NAMES["recipe"], "textbook"),
        make_control("level", "Level", {level: f"{level}%" for level in LEVELS}, "95"),
    ]
    keys = list_keys(controls)
    bounds = {
        "|".join(key): {
            f"{count}": [round(bound, 5) for bound in RECIPES[key[2]](count, int(key[0]), LEVELS[key[3]])]
            for count in sorted(set(draw_counts(key[1], int(key[0]))[:SHOWN_SAMPLES]))
        }
        for key in keys
    }
    return {
        "picture": "intervals",
        "controls": controls,
        "stops": {"|".join(key): _find_stop(*key) for key in keys},
        "guess": {"low": 0, "high": 100, "start": 50, "factor": 1, "before": "", "after": " of 100", "whole": 100},
        "drawing": {
            "truths": {event: float(truth) for event, truth in EVENTS.items()},
            "counts": {
                f"{size}|{event}": draw_counts(event, size)[:SHOWN_SAMPLES] for size in SIZES for event in EVENTS
            },
            "bounds": bounds,
        },
        "table": {
            "columns": ["hands", "event", "recipe", "level", "contain the truth, in the long run"],
            "rows": [
                [
                    size,
                    NAMES["event"][event],
                    NAMES["recipe"][recipe],
                    f"{level}%",
                    write_percent(find_coverage(event, int(size), recipe, level), 2),
                ]
                for size, event, recipe, level in keys
            ],
        },
        "drawn": "100 intervals side by side, one for each student. A line across marks the truth. Intervals that miss it are bold, with a mark below.",
        "first": "Give each student more hands.",
        "source": "Truth counted: 26 of 495 hands hold Bull and Bear, 13 of 55 the Tiger. Every hand is of a new deal. Long run: a sum over all counts. The 100 samples are drawn once, with a fixed seed.",
    }
