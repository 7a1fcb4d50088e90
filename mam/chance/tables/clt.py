"""Adding up: the total of several rounds, computed from the scores of one, and the bell that it comes near."""

from collections import defaultdict
from fractions import Fraction
from functools import cache
from math import sqrt
from operator import mul
from statistics import NormalDist
from typing import NamedTuple

from mam.chance.tables.bell import draw_bell, find_density
from mam.chance.tables.club_rounds import Moments, count_made, count_scores, find_moments
from mam.chance.tables.schema import PageTables, Stop, list_keys, make_control, write_percent
from mam.rules.amounts import format_amount

MOST = 40  # rounds
STEP = 5  # thousands of dollars between neighboring scores
QUANTILE = 1.96
VIEWS = {"total": "Total", "mean": "Mean"}
LEAST = 1e-4  # of the highest bar: what is lower is not drawn
BARS = 60  # about, in seven standard deviations


class Tails(NamedTuple):
    """Probabilities of a total: below and above 1.96 standard deviations from its mean, and below zero."""

    below: float
    above: float
    negative: float


@cache
def find_totals() -> tuple[tuple[float, ...], ...]:
    """Return the probabilities of every total of 1 to 40 rounds, from the lowest in steps of $5,000; each from the one before."""
    scores = count_scores()
    rounds, low = scores.total(), min(scores)
    width = round((max(scores) - low) / STEP) + 1
    backward = [scores[low + STEP * place] / rounds for place in reversed(range(width))]
    totals, last = list[tuple[float, ...]](), (1.0,)
    for _ in range(MOST):
        padded = (*(0.0,) * (width - 1), *last, *(0.0,) * (width - 1))
        last = tuple(sum(map(mul, backward, padded[place : place + width])) for place in range(len(last) + width - 1))
        totals.append(last)
    return tuple(totals)


def find_lowest(rounds: int) -> int:
    """Return the lowest total, in thousands of dollars."""
    return rounds * int(min(count_scores()))


def find_total_moments(rounds: int) -> Moments:
    """Return mean and standard deviation of the total."""
    mean, sd = find_moments(count_scores())
    return Moments(rounds * mean, sd * sqrt(rounds))


@cache
def find_tails(rounds: int) -> Tails:
    """Return how often the total lies far from its mean, or below zero."""
    mean, sd = find_total_moments(rounds)
    low = find_lowest(rounds)
    totals = [(low + STEP * place, probability) for place, probability in enumerate(find_totals()[rounds - 1])]
    bounds = (mean - QUANTILE * sd, mean + QUANTILE * sd)
    return Tails(
        sum(probability for total, probability in totals if total < bounds[0]),
        sum(probability for total, probability in totals if total > bounds[1]),
        sum(probability for total, probability in totals if total < 0),
    )


def find_inside(rounds: int) -> float:
    """Return how often the total lies within 1.96 standard deviations of its mean."""
    tails = find_tails(rounds)
    return 1 - tails.below - tails.above


def list_facts() -> dict[str, Fraction | float]:
    """Return the facts of the page."""
    made, rounds = count_made()
    return {
        "missed": 1 - Fraction(made, rounds),
        "cost": Fraction(
            -sum(int(score) * count for score, count in count_scores().items() if score < 0), rounds - made
        ),
        "bell_above": 1 - NormalDist().cdf(QUANTILE),
        "negative_10": find_tails(10).negative,
        "below_20": find_tails(20).below,
        "above_20": find_tails(20).above,
        **{f"inside_{k}": find_inside(k) for k in (1, 2, 10, 40)},
        **{f"sd_of_mean_{k}": find_total_moments(k).sd / k for k in (1, 5, 20)},
    }


def _find_stop(rounds: int, view: str) -> Stop:
    mean, sd = find_total_moments(rounds)
    negative, inside = find_tails(rounds).negative, write_percent(find_inside(rounds), 1)
    scale = rounds if view == "mean" else 1
    rare = "under 0.01%" if negative < 5e-5 else write_percent(negative, 2)
    return {
        "big": inside,
        "finding": f"Below zero: {rare}. Within 1.96 SD: {inside} (of a bell: 95%).",
        "detail": f"{VIEWS[view]} of {rounds} {'round' if rounds == 1 else 'rounds'}: {format_amount(round(mean / scale))} on average, SD {format_amount(round(sd / scale))}.",
    }


def _draw_bars(rounds: int) -> dict[str, object]:
    """Return the totals as bars: the left edge of the first, their width, the proportion in each; and the bell's mean, SD and height."""
    mean, sd = find_total_moments(rounds)
    totals = find_totals()[rounds - 1]
    count = 2 * max(
        1, round(7 * sd / BARS / STEP / 2)
    )  # totals in a bar: even, as all bids are odd multiples of the step
    first = find_lowest(rounds) // STEP
    heights = defaultdict[int, float](float)  # by bar, of which number 0 begins at zero
    for place, probability in enumerate(totals, first):
        heights[place // count] += probability
    least = LEAST * max(heights.values())
    seen = [bar for bar, height in heights.items() if height > least]
    width = count * STEP
    return {
        "low": min(seen) * width - STEP / 2,
        "width": width,
        "heights": [round(heights[bar], 6) for bar in range(min(seen), max(seen) + 1)],
        "mean": round(mean, 2),
        "sd": round(sd, 3),
        "peak": round(find_density(0) * width / sd, 6),
    }


def make_tables() -> PageTables:
    """Return the tables of the page."""
    counts = range(1, MOST + 1)
    labels = {f"{k}": f"{k} {'round' if k == 1 else 'rounds'}" for k in counts}
    controls = [
        make_control("rounds", "Rounds added up", labels, "10", is_range=True),
        make_control("view", "Show", VIEWS, "total"),
    ]
    mean, sd = find_total_moments(1)
    rows = []
    for k, view in list_keys(controls):
        scale = int(k) if view == "mean" else 1
        moments = [f"{value / scale:,.0f}" for value in find_total_moments(int(k))]
        shares = (find_inside(int(k)), *find_tails(int(k)))
        rows.append([k, view, *moments, *(write_percent(value, 2) for value in shares)])
    return {
        "picture": "sums",
        "controls": controls,
        "stops": {f"{k}|{view}": _find_stop(int(k), view) for k, view in list_keys(controls)},
        "guess": {"low": 0, "high": 300, "start": 150, "factor": 1, "before": "", "after": " of 1,000", "whole": 1000},
        "drawing": {
            "bars": {f"{k}": _draw_bars(k) for k in counts},
            "bell": draw_bell(),
            "scale": [round(mean - 2.6 * sd), round(mean + 2.6 * sd)],  # of means
            "label": "thousands of dollars",
        },
        "table": {
            "columns": [
                "rounds",
                "total or mean",
                "mean",
                "SD",
                "within 1.96 SD",
                "lower",
                "higher",
                "below zero",
            ],
            "rows": rows,
        },
        "drawn": "Bars show how often each total, or mean, comes up; those below zero are red. The curve is the bell with the same mean and standard deviation.",
        "first": "Go back to one round, then on to forty.",
        "source": f"Scores of {count_made()[1]:,} rounds of four club players; totals are computed from them, as if rounds were independent.",
    }
