"""Pairs and winners: the margin of a difference on the same deals, and what is left of a lead in new rounds.

`tools/chance_rounds.py paired` plays the deals and the rounds, and writes the sums from which this is computed.
"""

import random
from fractions import Fraction
from math import ceil, sqrt
from statistics import NormalDist
from typing import NamedTuple

from mam.chance.tables.schema import PageTables, Stop, list_keys, make_control, read_sums

STEPS = range(11)  # of the slider
DEALS = 20  # drawn, and in the sample
TOP = 7  # students
ROUNDS = 12  # in a set
SKILL = 6  # thousands of dollars a round, for each step
QUANTILE = 1.96
SEED = 20
PAIRS, WINNERS = "pairs", "winners"


class Seven(NamedTuple):
    """Seven students of each class, chosen by the first set: their means in both sets (thousands of dollars a round), and the proportion
    that went the other way in the second set."""

    first: float
    second: float
    turned: float


def find_gain() -> float:
    """Return how much more a bidder captures with the Tiger than with it at the right, in thousands of dollars."""
    deals, bidder, right, *_ = read_sums("paired")["pairs"]
    return float((bidder - right) / deals)


def find_variance(unlinked: float) -> float:
    """Return the variance of the difference of two results if this proportion of the pairs is unlinked."""
    deals, bidder, right, bidder_squares, right_squares, products, _ = read_sums("paired")["pairs"]
    variances = (bidder_squares + right_squares) / deals - (bidder**2 + right**2) / deals**2
    return float(variances - 2 * (1 - unlinked) * (products / deals - bidder * right / deals**2))


def find_margin(unlinked: float) -> float:
    """Return the 95% margin of the mean difference in 20 deals."""
    return QUANTILE * sqrt(find_variance(unlinked) / DEALS)


def find_need(unlinked: float) -> float:
    """Return the number of deals that have the margin of 20 linked ones."""
    return DEALS * find_variance(unlinked) / find_variance(0)


def find_sevens(skill: int) -> tuple[Seven, Seven]:
    """Return the top and the bottom seven of classes with this skill (thousands of dollars a round)."""
    sums = read_sums("paired")
    _, *means, fell, rose = next(row for row in sums["skills"] if row[0] == skill)
    students = TOP * sums["classes"]
    first, second, low_first, low_second = (value / (students * ROUNDS) for value in means)
    return Seven(first, second, fell / students), Seven(low_first, low_second, rose / students)


def find_luckiest(equals: int) -> float:
    """Return how many standard errors above the truth the best of equal players is on average: the mean of their maximum."""
    bell, step = NormalDist(), 0.01
    places = [step * k for k in range(-600, 601)]
    return sum(place * step * equals * bell.pdf(place) * bell.cdf(place) ** (equals - 1) for place in places)


def find_bonus(student: int, skill: int) -> int:
    """Return what skill adds to a student's set: half of the students are better, half as much worse."""
    return (-1 if student % 2 else 1) * skill * ROUNDS


def unlink(step: int) -> list[tuple[int, int, int]]:
    """Return the 20 lines: what is captured with the Tiger at the right, what with the bidder, and 1 if these are not of the same deal."""
    deals = read_sums("paired")["deals"]
    order = random.Random(SEED).sample(range(DEALS), DEALS)[: DEALS * step // STEPS[-1]]
    partner = dict(zip(order, [*order[1:], *order[:1]], strict=True))
    return [(left, deals[partner.get(k, k)][1], int(k in partner)) for k, (left, _) in enumerate(deals)]


def list_facts() -> dict[str, Fraction | float]:
    """Return the facts of the page."""
    sums = read_sums("paired")
    lines, (top, bottom) = sums["deals"], find_sevens(0)
    return {
        "gain": find_gain(),
        "margin_linked": find_margin(0),
        "margin_unlinked": find_margin(1),
        "times_as_many": find_variance(1) / find_variance(0),
        "lowest_start": min(left for left, _ in lines),
        "highest_start": max(left for left, _ in lines),
        "lines_that_rise": sum(right > left for left, right in lines),
        "rising": sums["pairs"][-1] / sums["pairs"][0],
        "top_first": top.first,
        "top_second": top.second,
        "top_fell": top.turned,
        "bottom_first": bottom.first,
        "bottom_second": bottom.second,
        "bottom_rose": bottom.turned,
        "luckiest_of_10": find_luckiest(10),
    }


def _write_gain(value: float, digits: int = 0) -> str:
    rounded = round(value, digits)
    return f"{rounded:+.{digits}f}".replace("-", "−") if rounded else "0"


def _write_seven(seven: Seven, digits: int = 0) -> str:
    return f"{_write_gain(seven.first, digits)}, then {_write_gain(seven.second, digits)}"


def _find_pairs_stop(step: int) -> Stop:
    unlinked = step / STEPS[-1]
    gain, margin = find_gain(), find_margin(unlinked)
    detail = "Zero lies outside the margin." if margin < gain else "Zero lies inside: nothing is proved."
    more = f" For ±{find_margin(0):.0f} it takes {ceil(find_need(unlinked))} deals." if step else ""
    return {
        "big": f"±{margin:.0f}",
        "finding": f"With the Tiger {gain:.0f} ± {margin:.0f} thousand more.",
        "detail": detail + more,
        "slider": ["Pairs unlinked", f"{100 * unlinked:.0f}%"],
    }


def _find_winners_stop(step: int) -> Stop:
    top, bottom = find_sevens(SKILL * step)
    return {
        "big": _write_gain(top.second),
        "finding": f"The best seven: {_write_seven(top)}.",
        "detail": f"{100 * top.turned:.0f}% of them fell. The worst seven: {_write_seven(bottom)}.",
        "slider": ["Real skill", f"half +{SKILL * step}, half −{SKILL * step}" if step else "all equal"],
    }


def _write_row(step: int, view: str) -> list[str]:
    if view == PAIRS:
        unlinked = step / STEPS[-1]
        return [
            f"{100 * unlinked:.0f}% unlinked",
            f"{find_gain():.1f} ± {find_margin(unlinked):.1f}",
            f"{find_need(unlinked):.1f}",
        ]
    top, bottom = find_sevens(SKILL * step)
    return [f"skill ±{SKILL * step}", _write_seven(top, 1), _write_seven(bottom, 1)]


def make_tables() -> PageTables:
    """Return the tables of the page."""
    controls = [
        make_control(
            "step", "Pairs unlinked, or real skill", {f"{step}": f"{step}" for step in STEPS}, "0", is_range=True
        ),
        make_control("view", "Picture", {PAIRS: "Same deals", WINNERS: "Best students"}, PAIRS),
    ]
    keys = [(int(step), view) for step, view in list_keys(controls)]
    students = read_sums("paired")["class"]
    return {
        "picture": "pairs",
        "controls": controls,
        "stops": {
            f"{step}|{view}": (_find_pairs_stop if view == PAIRS else _find_winners_stop)(step) for step, view in keys
        },
        "guess": {"low": 0, "high": 60, "start": 30, "factor": 1, "before": "±", "after": ""},
        "drawing": {
            "lines": [unlink(step) for step in STEPS],
            "intervals": [[round(find_gain(), 2), round(find_margin(step / STEPS[-1]), 2)] for step in STEPS],
            "students": [
                [
                    [round((value + find_bonus(k, SKILL * step)) / ROUNDS, 1) for value in sets]
                    for k, sets in enumerate(students)
                ]
                for step in STEPS
            ],
            "top": TOP,
        },
        "table": {
            "columns": ["slider", "difference / best 7", f"deals for ±{find_margin(0):.0f} / worst 7"],
            "rows": [_write_row(*key) for key in keys],
        },
        "drawn": "Same deals: a line for each deal, at the left with the Tiger in an opponent's hand, at the right in the bidder's; beside them the mean difference and its margin. Best students: a mark for each student, the first set across and the second up; the best seven of the first set are disks.",
        "first": "Unlink the pairs.",
        "source": f"{read_sums('paired')['pairs'][0]:,} deals of rulebook players, each played with the Tiger in both places; 20 are drawn, evenly spaced from the smallest difference to the greatest. {read_sums('paired')['classes']} classes of 28 equal club players: how much more their side scores than the other, in thousands a round. The class that is drawn is near the average of all.",
    }
