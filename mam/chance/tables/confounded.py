"""Confounded: what bidders capture with and without the Tiger, among all hands and among hands with nearly equal money.

`tools/chance_rounds.py confounded` plays the rounds, and writes the sums from which this is computed.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import NamedTuple

from mam.chance.tables.schema import PageTables, Stop, list_keys, make_control, read_sums

ALL = "all"
WINDOWS = (ALL, "80", "60", "50", "40", "30", "20", "10", "5")  # money to each side of the center, thousands of dollars
MOVED_DEALS = "moved"
CENTERS = {"100": 100, "140": 140, MOVED_DEALS: 120}  # thousands of dollars
CHOICES = {"100": "Around $100,000", "140": "$140,000", MOVED_DEALS: "Tiger moved"}
MARKS = range(50, 200, 10)  # money, thousands of dollars: a mark stands for this and the next
QUANTILE = 1.96


class Group(NamedTuple):
    """Rounds of bidders with or without the Tiger: their number, mean captured and mean money in hand (thousands of dollars)."""

    rounds: int
    captured: float
    money: float


class Comparison(NamedTuple):
    """Two groups, how much more is captured with the Tiger, and the 95% margin of that."""

    with_tiger: Group
    without: Group
    gain: float
    margin: float


def compare_rounds(low: int, high: int) -> Comparison:
    """Compare bidders of the auctions, dealt money between these bounds, both included."""
    groups, squared_errors = [], []
    for tiger in (1, 0):
        rows = [row for row in read_sums("confounded")["rounds"] if row[1] == tiger and low <= row[0] <= high]
        rounds, captured, squares = (sum(row[k] for row in rows) for k in (2, 3, 4))
        groups.append(Group(rounds, captured / rounds, sum(row[0] * row[2] for row in rows) / rounds))
        squared_errors.append((squares / rounds - groups[-1].captured ** 2) / rounds)
    gain = groups[0].captured - groups[1].captured
    return Comparison(groups[0], groups[1], gain, QUANTILE * sqrt(sum(squared_errors)))


def compare_moved(low: int, high: int) -> Comparison:
    """Compare the same deals with the Tiger moved: to the bidder, and to each of the three others (their mean)."""
    rows = [row for row in read_sums("confounded")["experiment"] if low <= row[0] <= high]
    deals, captured, thirds, squares = (sum(row[k] for row in rows) for k in (1, 2, 3, 4))
    money = sum(row[0] * row[1] for row in rows) / deals
    gain = (3 * captured - thirds) / (3 * deals)
    margin = QUANTILE * sqrt((squares / (9 * deals) - gain**2) / deals)
    return Comparison(Group(deals, captured / deals, money), Group(deals, thirds / (3 * deals), money), gain, margin)


def find_bounds(window: str, center: str) -> tuple[int, int]:
    """Return the least and the most money of the hands that count."""
    return (0, 1000) if window == ALL else (CENTERS[center] - int(window), CENTERS[center] + int(window))


@cache
def compare(window: str, center: str) -> Comparison:
    """Compare the hands at a stop of the controls."""
    return (compare_moved if center == MOVED_DEALS else compare_rounds)(*find_bounds(window, center))


def list_facts() -> dict[str, Fraction | float]:
    """Return the facts of the page."""
    everyone = compare(ALL, "100")
    has, lacks = everyone.with_tiger, everyone.without
    return {
        "difference": everyone.gain,
        "with_tiger": has.rounds / (has.rounds + lacks.rounds),
        "money_with": has.money,
        "money_without": lacks.money,
        "equal_money": compare("5", "100").gain,
        "moved": compare(ALL, MOVED_DEALS).gain,
    }


def _write_gain(value: float) -> str:
    return f"{value:+.1f}".replace("-", "−")


def _find_stop(window: str, center: str) -> Stop:
    found = compare(window, center)
    low, high = find_bounds(window, center)
    hands = "All hands" if window == ALL else f"${low},000 to ${high},000 in hand"
    if center == MOVED_DEALS:
        detail = f"{hands}: {found.with_tiger.rounds:,} deals, each both ways."
    elif window == ALL:
        detail = f"All hands. In money: ${found.with_tiger.money:.0f},000 against ${found.without.money:.0f},000."
    else:
        detail = f"{hands}: {found.with_tiger.rounds:,} with it, {found.without.rounds:,} without."
    gain = _write_gain(found.gain)
    return {
        "big": gain,
        "finding": f"With the Tiger: {gain} ± {found.margin:.1f} thousand.",
        "detail": detail,
    }


def _draw_group(group: Group) -> list[float]:
    return [round(group.money, 1), round(group.captured, 1)]


def _draw_marks(compare_hands: Callable[[int, int], Comparison]) -> list[list[list[float]]]:
    """Return the marks with and without the Tiger: money, mean captured, rounds."""
    marks: list[list[list[float]]] = [[], []]
    for low in MARKS:
        found = compare_hands(low, low + MARKS.step // 2)
        for points, group in zip(marks, found[:2], strict=True):
            points.append([*_draw_group(group), group.rounds])
    return marks


def _write_row(window: str, center: str) -> list[str]:
    low, high = find_bounds(window, center)
    found = compare(window, center)
    return [
        "all" if window == ALL else f"{low} to {high}",
        "moved" if center == MOVED_DEALS else "as dealt",
        f"{found.with_tiger.captured:.1f}",
        f"{found.without.captured:.1f}",
        f"{_write_gain(found.gain)} ± {found.margin:.1f}",
    ]


def make_tables() -> PageTables:
    """Return the tables of the page."""
    windows = {window: "all hands" if window == ALL else f"within ${window},000" for window in WINDOWS}
    controls = [
        make_control("window", "Window", windows, ALL, is_range=True),
        make_control("center", "Money in hand", CHOICES, "100"),
    ]
    keys = list_keys(controls)
    return {
        "picture": "window",
        "controls": controls,
        "stops": {"|".join(key): _find_stop(*key) for key in keys},
        "guess": {"low": -30, "high": 30, "start": 0, "factor": 1, "before": "", "after": " thousand"},
        "drawing": {
            "centers": CENTERS,
            "marks": [_draw_marks(compare_rounds), _draw_marks(compare_moved)],
            "means": {"|".join(key): [_draw_group(group) for group in compare(*key)[:2]] for key in keys},
        },
        "table": {
            "columns": ["money", "Tiger", "with", "without", "difference"],
            "rows": [_write_row(*key) for key in keys],
        },
        "drawn": "Mean money captured, against the money dealt to the bidder, as disks with the Tiger and squares without it. Two large marks are the means of the hands in the window.",
        "first": "Narrow the window to hands with equal money.",
        "source": f"100,000 rounds of rulebook players with auctions of their own; the area of a mark is the number of rounds. Tiger moved: {compare(ALL, MOVED_DEALS).with_tiger.rounds:,} deals, each played with the Tiger in every hand, in exchange for a number card. ± is the 95% margin.",
    }
