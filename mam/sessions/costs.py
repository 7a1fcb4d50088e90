"""What a decision cost: clear or too close to call, and if clear, a mistake or a slip."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["mistake", "slip", "close", "best"]

MISTAKE = {"money": 25.0, "points": 1.0}  # from which cost on a clear one is a mistake: thousands of dollars, points
_MARGIN = 2  # standard errors: a difference that is smaller may be luck


@dataclass(frozen=True)
class Cost:
    """The cost of a decision with its 95% margin of error (infinite if too little was simulated), and its kind."""

    mean: float
    margin: float
    kind: Kind

    @property
    def clear(self) -> float:
        """What counts in a sum: the cost if it is clear, else nothing."""
        return self.mean if self.kind in ("mistake", "slip") else 0.0


def judge_cost(row: Mapping[str, Any], unit: str = "money") -> Cost:
    """Judge a row of `Session.review`, in thousands of dollars (`unit` "money") or in points.

    A difference below two standard errors is too close to call: luck is never called a mistake. A move that was clearly no
    worse than the best one is best, too.

    >>> judge_cost({"cost": 92.0, "standard_error": 8.5}), judge_cost({"cost": 45.0, "standard_error": 23.0}).kind
    (Cost(mean=92.0, margin=17.0, kind='mistake'), 'close')
    >>> judge_cost({"cost": 16.0, "standard_error": 4.0}).kind, judge_cost({"cost": 0.0, "standard_error": 0.0}).kind
    ('slip', 'best')
    """
    mean, margin = float(row["cost"]), _MARGIN * float(row["standard_error"])
    if mean > margin:
        return Cost(mean, margin, "mistake" if mean >= MISTAKE.get(unit, MISTAKE["points"]) else "slip")
    return Cost(mean, margin, "best" if mean < -margin or mean == 0 == margin else "close")
