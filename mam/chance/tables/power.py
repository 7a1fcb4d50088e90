"""Power: how often a test at 5% notices a true difference, and how often it raises a false alarm when it is looked at again and again."""

from fractions import Fraction
from functools import cache
from math import exp, sqrt
from statistics import NormalDist

from mam.chance.tables.bell import draw_bell, find_density
from mam.chance.tables.club_rounds import count_made, find_sd_of_difference
from mam.chance.tables.schema import ALMOST, PageTables, Stop, list_keys, make_control, write_percent

SIZES = (50, 100, 150, 200, 300, 400, 600, 800, 1000, 1350, 2000)  # rounds
TRUTHS = (0, 20, 50, 100)  # thousands of dollars a round
LOOKS = (1, 5, 10, 50)
POWER = 0.8
PARTS = 40  # steps of the integral, to each side of zero
NORMAL = NormalDist()
QUANTILE = 1.96


def find_error(size: int) -> float:
    """Return the standard error of the mean difference, in thousands of dollars."""
    return find_sd_of_difference() / sqrt(size)


@cache
def _find_quiet() -> dict[int, list[tuple[float, float]]]:
    """Return, after each number of looks, where a sum of standard normal steps may stand if no look has raised an alarm yet.

    A list of (place, weight): the weights add up to the probability of no alarm, if there is no difference. Simpson's rule from look to look.
    """
    units = [k / PARTS for k in range(-PARTS, PARTS + 1)]
    rule = [1 if abs(k) == PARTS else 4 if (k + PARTS) % 2 else 2 for k in range(-PARTS, PARTS + 1)]
    quiet: dict[int, list[tuple[float, float]]] = {0: [(0.0, 1.0)]}
    for look in range(1, max(LOOKS) + 1):
        bound = QUANTILE * sqrt(look)
        quiet[look] = [
            (
                place := bound * unit,
                bound
                / PARTS
                / 3
                * factor
                * sum(weight * find_density(place - last) for last, weight in quiet[look - 1]),
            )
            for unit, factor in zip(units, rule, strict=True)
        ]
    return quiet


@cache
def find_alarms(truth: int, size: int, looks: int) -> float:
    """Return how often at least one look finds a mean difference beyond 1.96 standard errors, up or down.

    The looks are evenly spaced. A true difference changes the weight of a place as the likelihood ratio says.
    """
    drift = truth / find_error(size) / sqrt(looks)  # of one step
    return 1 - sum(weight * exp(drift * place - drift * drift * looks / 2) for place, weight in _find_quiet()[looks])


def find_mean_alarm(truth: int, size: int) -> float:
    """Return the mean estimate of the studies whose only look shows the difference, in thousands of dollars."""
    error = find_error(size)
    bound = QUANTILE - truth / error
    return truth + error * find_density(bound) / (1 - NORMAL.cdf(bound))


def find_rounds(truth: int) -> float:
    """Return the number of rounds that notices this difference with 80% power."""
    return ((QUANTILE + NORMAL.inv_cdf(POWER)) * find_sd_of_difference() / truth) ** 2


def list_facts() -> dict[str, Fraction | float]:
    """Return the facts of the page."""
    noticed = find_alarms(20, 100, 1)
    return {
        "sd": find_sd_of_difference(),
        "power_20_100": noticed,
        "missed_of_100": 100 * (1 - noticed),
        "rounds_20": find_rounds(20),
        "rounds_50": find_rounds(50),
        "estimate": find_mean_alarm(20, 100),
        "false_alarms": find_alarms(0, 100, 1),
        "wanted": POWER,
        "alarms_50": find_alarms(0, 100, 50),
    }


def _find_stop(size: int, truth: int, looks: int) -> Stop:
    alarms, noticed = (
        write_percent(min(find_alarms(0, size, looks), ALMOST)),
        write_percent(min(find_alarms(truth, size, looks), ALMOST)),
    )
    bound = f"±{QUANTILE * find_error(size):.0f}"
    detail = (
        f"Thresholds: {bound}." if looks == 1 else f"{looks} evenly spaced looks at the 5% level; the last is shaded."
    )
    if not truth:
        return {
            "big": alarms,
            "finding": f"False alarms: in {alarms} of studies without a true difference.",
            "detail": detail,
        }
    sentence = f"Gains that raise an alarm are +{find_mean_alarm(truth, size):.0f} on average."
    return {
        "big": noticed,
        "finding": f"Noticed: in {noticed} of studies. False alarms: {alarms}.",
        "detail": f"{detail} {sentence}" if looks == 1 else detail,
    }


def _draw_view(size: int, truth: int, looks: int) -> list[str]:
    """Return what stands over the two bells."""
    alarms, noticed = (
        write_percent(min(find_alarms(0, size, looks), ALMOST)),
        write_percent(min(find_alarms(truth, size, looks), ALMOST)),
    )
    return [f"0: alarm {alarms}", f"+{truth}: alarm {noticed}" if truth else ""]


def make_tables() -> PageTables:
    """Return the tables of the page."""
    controls = [
        make_control("size", "Rounds watched", {f"{size}": f"{size:,} rounds" for size in SIZES}, "100", is_range=True),
        make_control("truth", "True difference", {f"{truth}": f"True {truth}" for truth in TRUTHS}, "20"),
        make_control("looks", "Looks", {f"{k}": f"{k} {'look' if k == 1 else 'looks'}" for k in LOOKS}, "1"),
    ]
    keys = [(int(size), int(truth), int(looks)) for size, truth, looks in list_keys(controls)]
    return {
        "picture": "bells",
        "controls": controls,
        "stops": {"|".join(map(str, key)): _find_stop(*key) for key in keys},
        "guess": {"low": 0, "high": 100, "start": 50, "factor": 100, "before": "", "after": "%", "whole": 100},
        "drawing": {
            "bell": draw_bell(),
            "errors": {f"{size}": round(find_error(size), 3) for size in SIZES},
            "bounds": {f"{size}": round(QUANTILE * find_error(size), 3) for size in SIZES},
            "scale": [-150, 250],
            "label": "mean difference, thousands of dollars",
            "texts": {"|".join(map(str, key)): _draw_view(*key) for key in keys},
        },
        "table": {
            "columns": ["rounds", "true difference", "looks", "standard error", "alarm", "alarm if no difference"],
            "rows": [
                [
                    f"{size:,}",
                    f"{truth}",
                    f"{looks}",
                    f"{find_error(size):.1f}",
                    write_percent(min(find_alarms(truth, size, looks), ALMOST), 1),
                    write_percent(min(find_alarms(0, size, looks), ALMOST), 1),
                ]
                for size, truth, looks in keys
            ],
        },
        "drawn": "Two bells show what studies find: without a true difference, and with it. Two lines mark the thresholds; the areas beyond them raise an alarm.",
        "first": "Watch more rounds.",
        "source": f"SD of the difference in one round, {find_sd_of_difference():.0f}: {count_made()[1]:,} rounds of club players. Areas of normal curves; looks are evenly spaced, and the first alarm counts.",
    }
