"""Spread: mean and standard deviation of the money captured, and of scores as a missed bid costs more and more."""

from collections import Counter
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from mam.chance.tables.club_rounds import count_made, count_rounds, find_moments
from mam.chance.tables.schema import PageTables, Stop, list_keys, make_control, write_percent
from mam.rules.amounts import format_amount

CAPTURED_MONEY = "captured"  # a missed bid counts like any other
COSTS = (*(f"{percent}" for percent in range(150, -1, -10)), CAPTURED_MONEY)  # percent of the bid
RULE = "100"
REACHES = {"1": "one SD", "2": "two SDs"}
DOTS = 200


class Spread(NamedTuple):
    """Mean and standard deviation in thousands of dollars, and the proportion of rounds within one and within two of the latter."""

    mean: float
    sd: float
    within: tuple[float, float]


def _count(cost: str, bid: int, money: int) -> float:
    """Return what a round counts."""
    return money if money >= bid or cost == CAPTURED_MONEY else -int(cost) * bid / 100


@cache
def find_spread(cost: str) -> Spread:
    """Return the spread of all rounds if a missed bid costs this percentage of it, or is "captured"."""
    counts = Counter[float]()
    for (bid, taken), rounds in count_rounds().items():
        counts[_count(cost, bid, taken)] += rounds
    mean, sd = find_moments(counts)
    within = [sum(rounds for value, rounds in counts.items() if abs(value - mean) <= k * sd) for k in (1, 2)]
    return Spread(mean, sd, (within[0] / counts.total(), within[1] / counts.total()))


@cache
def draw_rounds() -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return 200 rounds as (bid, money captured), the missed ones and the made ones, each in equal steps from the lowest to the highest."""
    made, rounds = count_made()
    dot_count = round(DOTS * made / rounds)
    groups = []
    for is_made, size in ((False, DOTS - dot_count), (True, dot_count)):
        ranking = sorted(
            ((taken, bid), count) for (bid, taken), count in count_rounds().items() if (taken >= bid) == is_made
        )
        total, passed, places = sum(count for _, count in ranking), 0, list[tuple[int, int]]()
        for (taken, bid), count in ranking:
            passed += count
            while len(places) < size and (len(places) + 0.5) / size <= passed / total:
                places.append((bid, taken))
        groups.append(places)
    return groups[0], groups[1]


def list_facts() -> dict[str, Fraction | float]:
    """Return the facts of the page."""
    captured, score = find_spread(CAPTURED_MONEY), find_spread(RULE)
    made, rounds = count_made()
    return {
        "captured_mean": captured.mean,
        "captured_sd": captured.sd,
        "captured_within": captured.within[0],
        "score_mean": score.mean,
        "score_sd": score.sd,
        "score_within": score.within[0],
        "fall": captured.mean - score.mean,
        "missed": 1 - Fraction(made, rounds),
        "least_made": min(taken for bid, taken in count_rounds() if taken >= bid),
    }


def _describe(cost: str) -> str:
    return {CAPTURED_MONEY: "what was captured", "0": "nothing", RULE: "minus the bid"}.get(
        cost, f"minus {cost}% of the bid"
    )


def _find_stop(cost: str, reach: str) -> Stop:
    mean, sd, within = find_spread(cost)
    miss_rate = write_percent(float(list_facts()["missed"]))
    rule = ", as in the rules" if cost == RULE else ""
    return {
        "big": format_amount(round(sd)),
        "finding": f"Mean {format_amount(round(mean))}, SD {format_amount(round(sd))}: {write_percent(within[int(reach) - 1])} lie within {REACHES[reach]}.",
        "detail": f"A missed bid ({miss_rate} of the rounds) counts {_describe(cost)}{rule}.",
    }


def _draw_view(cost: str, reach: str) -> dict[str, object]:
    mean, sd, _ = find_spread(cost)
    band = [mean - int(reach) * sd, mean + int(reach) * sd]
    return {
        "pile": cost,
        "middle": round(mean, 1),
        "name": f"mean {mean:.0f}",
        "band": [round(edge, 1) for edge in band],
    }


def make_tables() -> PageTables:
    """Return the tables of the page."""
    controls = [
        make_control("cost", "A missed bid counts", {cost: _describe(cost) for cost in COSTS}, RULE, is_range=True),
        make_control("reach", "Band", {"1": "± 1 SD", "2": "± 2 SD"}, "1"),
    ]
    missed, made = draw_rounds()
    values = {cost: [round(_count(cost, *row)) for row in (*missed, *made)] for cost in COSTS}
    keys = list_keys(controls)
    return {
        "picture": "piles",
        "controls": controls,
        "stops": {"|".join(key): _find_stop(*key) for key in keys},
        "guess": {"low": 0, "high": 300, "start": 150, "factor": 1, "before": "$", "after": ",000"},
        "drawing": {
            "axis": {"low": -400, "high": 480, "label": "thousands of dollars", "percent": False},
            "piles": {cost: {"odd": len(missed), "values": values[cost]} for cost in COSTS},
            "views": {"|".join(key): _draw_view(*key) for key in keys},
            "places": [sum(values[cost][: len(missed)]) / len(missed) for cost in COSTS],
        },
        "table": {
            "columns": ["a missed bid counts", "band", "mean", "SD", "within the band"],
            "rows": [
                [
                    _describe(cost),
                    f"± {reach} SD",
                    *(format_amount(round(value)) for value in find_spread(cost)[:2]),
                    write_percent(find_spread(cost).within[int(reach) - 1], 1),
                ]
                for cost, reach in keys
            ],
        },
        "drawn": f"{DOTS} rounds as dots over what they count; missed bids are open. A line marks the mean, and a band reaches one or two standard deviations to each side.",
        "first": "Drag the missed bids to what was captured.",
        "source": f"{count_made()[1]:,} rounds of four club players. Drawn: {DOTS} of them, in equal steps from the lowest to the highest; missed bids are open circles.",
    }
