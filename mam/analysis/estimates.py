"""What a sample says of a mean: the estimate, its standard error, and the interval that holds the truth so often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt
from statistics import NormalDist, fmean, stdev

MARGIN = 1.96  # standard errors in the 95% margin of error, which printouts write after ±


@dataclass(frozen=True)
class Estimate:
    """A mean over `n` independent cases, with its standard error (infinite for a single case)."""

    mean: float
    standard_error: float
    n: int

    @classmethod
    def of(cls, values: Sequence[float]) -> Estimate:
        """The mean of these values; raises ValueError when there are none.

        >>> Estimate.of([1, 2, 3])
        2.000 (SE 0.577, n = 3)
        """
        if not values:
            raise ValueError("nothing can be said of a mean without a single value")
        error = stdev(values) / sqrt(len(values)) if len(values) > 1 else inf
        return cls(fmean(values), error, len(values))

    def interval(self, level: float = 0.99) -> tuple[float, float]:
        """The interval around the mean that holds the truth with this confidence, by the normal law: it takes a few dozen
        cases at least. Raises ValueError for a level that is not between 0 and 1.

        >>> [round(end, 2) for end in Estimate(10, 1, 100).interval(0.95)]
        [8.04, 11.96]
        """
        if not 0 < level < 1:
            raise ValueError(f"a level of confidence lies between 0 and 1, like 0.99, not {level!r}")
        reach = NormalDist().inv_cdf((1 + level) / 2) * self.standard_error
        return self.mean - reach, self.mean + reach

    def __repr__(self) -> str:
        return f"{self.mean:.3f} (SE {self.standard_error:.3f}, n = {self.n})"
