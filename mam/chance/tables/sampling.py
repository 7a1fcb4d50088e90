"""Sampling: how far the proportion of bids made in a sample lies from the truth, for samples of ten rounds to 2,000."""

import random
from fractions import Fraction
from functools import cache
from math import ceil, comb, floor, sqrt

from mam.chance.tables.club_rounds import count_made
from mam.chance.tables.schema import ALMOST, PageTables, Stop, list_keys, make_control, write_percent

SIZES = (10, 20, 50, 100, 200, 500, 1000, 2000)
LIMITS = {"10": "±10 pts", "5": "±5", "2": "±2"}  # percentage points
HUNDREDS = {"1": "1st 100", "2": "2nd 100"}
SHOWN_SAMPLES, SEED, QUANTILE = 100, 1935, 1.96


@cache
def find_truth() -> Fraction:
    """Return the proportion of bids that club players make."""
    return Fraction(*count_made())


@cache
def find_within(size: int, points: int) -> float:
    """Return how often a sample lies within this number of percentage points of the truth: an exact sum of binomial probabilities."""
    truth, limit = find_truth(), Fraction(points, 100)
    made, misses = truth.numerator, truth.denominator - truth.numerator
    first, last = max(0, ceil(size * (truth - limit))), min(size, floor(size * (truth + limit)))
    ways, near = comb(size, first) * made**first * misses ** (size - first), 0
    for count in range(first, last + 1):
        near += ways
        ways = ways * (size - count) * made // ((count + 1) * misses)  # the next count's, exactly
    return float(Fraction(near, truth.denominator**size))


def find_tail(size: int, least: int, truth: Fraction) -> Fraction:
    """Return the probability of `least` successes or more in a sample of this size, each with probability `truth`."""
    return sum(
        (comb(size, count) * truth**count * (1 - truth) ** (size - count) for count in range(least, size + 1)),
        Fraction(0),
    )


def find_standard_error(size: int) -> float:
    """Return the standard deviation of the proportion over all samples of this size."""
    truth = find_truth()
    return sqrt(truth * (1 - truth) / size)


@cache
def draw_samples(size: int, hundred: str) -> tuple[int, ...]:
    """Return the bids made in each of 100 samples, drawn once with a fixed seed."""
    rng, truth = random.Random(f"{SEED} {size} {hundred}"), float(find_truth())
    return tuple(sum(rng.random() < truth for _ in range(size)) for _ in range(SHOWN_SAMPLES))


def list_facts() -> dict[str, Fraction | float]:
    """Return the facts of the page."""
    truth, half = find_truth(), Fraction(1, 2)
    return {
        "truth": truth,
        "within_10": find_within(10, 5),
        "all_ten": truth**10,
        "six_or_fewer": 1 - find_tail(10, 7, truth),
        "within_100": find_within(100, 5),
        "within_1000": find_within(1000, 2),
        **{f"error_{size}": 100 * find_standard_error(size) for size in (10, 100, 1000)},
        "boys_small": find_tail(15, 9, half),
        "boys_large": find_tail(45, 27, half),
    }


def _count_near(size: int, hundred: str, limit: float) -> int:
    truth = float(find_truth())
    return sum(abs(count / size - truth) <= limit for count in draw_samples(size, hundred))


def _find_stop(size: str, points: str, hundred: str) -> Stop:
    error = find_standard_error(int(size))
    near, banded = (_count_near(int(size), hundred, limit) for limit in (int(points) / 100, QUANTILE * error))
    long_run = write_percent(min(find_within(int(size), int(points)), ALMOST))
    return {
        "big": long_run,
        "finding": f"{near} of these 100 lie within {points} points of the truth; {long_run} in the long run.",
        "detail": f"Band: ± {QUANTILE} standard errors, each {100 * error:.1f} points; {banded} lie in it.",
    }


def _draw_view(size: str, points: str, hundred: str) -> dict[str, object]:
    truth, limit = float(find_truth()), int(points) / 100
    reach = QUANTILE * find_standard_error(int(size))
    return {
        "pile": f"{size}|{hundred}",
        "middle": truth,
        "name": f"truth {write_percent(truth, 1)}",
        "band": [round(truth - reach, 5), min(1, round(truth + reach, 5))],
        "limits": [round(truth - limit, 5), round(truth + limit, 5)],
    }


def make_tables() -> PageTables:
    """Return the tables of the page."""
    controls = [
        make_control(
            "size", "Rounds in a sample", {f"{size}": f"{size:,} rounds" for size in SIZES}, "10", is_range=True
        ),
        make_control("points", "Within", LIMITS, "5"),
        make_control("hundred", "Samples", HUNDREDS, "1"),
    ]
    keys = list_keys(controls)
    piles = {
        f"{size}|{hundred}": {"values": [count / size for count in draw_samples(size, hundred)]}
        for size in SIZES
        for hundred in HUNDREDS
    }
    lowest = min(value for pile in piles.values() for value in pile["values"])
    return {
        "picture": "piles",
        "controls": controls,
        "stops": {"|".join(key): _find_stop(*key) for key in keys},
        "guess": {"low": 0, "high": 100, "start": 50, "factor": 1, "before": "", "after": " of 100", "whole": 100},
        "drawing": {
            "axis": {"low": lowest - 0.02, "high": 1.02, "label": "bids made in a sample", "percent": True},
            "piles": piles,
            "views": {"|".join(key): _draw_view(*key) for key in keys},
        },
        "table": {
            "columns": ["rounds", "points", "samples", "within, of these 100", "in the long run", "standard error"],
            "rows": [
                [
                    f"{int(size):,}",
                    points,
                    HUNDREDS[hundred],
                    f"{_count_near(int(size), hundred, int(points) / 100)}",
                    write_percent(min(find_within(int(size), int(points)), ALMOST), 2),
                    write_percent(find_standard_error(int(size)), 2),
                ]
                for size, points, hundred in keys
            ],
        },
        "drawn": "100 samples as dots over their proportion of bids made. A line marks the truth, dotted lines the limits you chose; dots outside them are open. A band reaches 1.96 standard errors to each side.",
        "first": "Take larger samples.",
        "source": f"Truth: {write_percent(float(find_truth()), 1)} of {count_made()[1]:,} bids of club players. Long run: exact sums of binomial probabilities. The samples are drawn once, with a fixed seed.",
    }
