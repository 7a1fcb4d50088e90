"""A guess as a vote: its scale cut into ranges with round ends."""

from collections.abc import Mapping
from itertools import pairwise
from math import floor, log10
from typing import Any

_NICE = (1, 2, 2.5, 5, 10)


def write_ranges(scale: Mapping[str, Any], value: float) -> tuple[list[str], int]:
    """Return four to six ranges that cover the scale, in words, and the place of the one that holds a value.

    >>> write_ranges({"low": 0, "high": 100, "before": "", "after": "%"}, 54)
    (['less than 20%', '20 to 40%', '40 to 60%', '60 to 80%', '80% or more'], 2)
    >>> write_ranges({"low": 10, "high": 2000, "before": "1 in ", "after": ""}, 495)[0]
    ['1 in fewer than 500', '1 in 500 to 1,000', '1 in 1,000 to 1,500', '1 in 1,500 or more']
    """
    low, high = scale["low"], scale["high"]
    base = 0 if 0 < low < high / 10 else low
    count = next((count for count in (5, 6, 4) if _is_nice((high - base) / count)), 5)
    cuts = [base + (high - base) * part / count for part in range(1, count)]
    before, after = scale["before"], scale["after"]
    less = f"{before}fewer than " if before.endswith(" ") else f"less than {before}"
    middle = [
        f"${_write(start)}{after} to ${_write(end)}{after}"
        if before == "$"
        else f"{before}{_write(start)} to {_write(end)}{after}"
        for start, end in pairwise(cuts)
    ]
    labels = [f"{less}{_write(cuts[0])}{after}", *middle, f"{before}{_write(cuts[-1])}{after} or more"]
    return labels, sum(value >= cut for cut in cuts)


def write_guess(scale: Mapping[str, Any], value: float) -> str:
    """Return a value as one guesses it, with the words around it.

    >>> write_guess({"before": "", "after": "%"}, 53.7), write_guess({"before": "", "after": " thousand"}, -3.888)
    ('54%', '−3.9 thousand')
    """
    return f"{scale['before']}{_write(round(value, 1) if abs(value) < 10 else round(value))}{scale['after']}"


def _write(number: float) -> str:
    return f"{number:,.10g}".replace("-", "−")


def _is_nice(step: float) -> bool:
    return step / 10 ** floor(log10(step)) in _NICE
