"""One type for an estimated mean and its standard error, and one way to print it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt
from statistics import NormalDist, fmean, stdev

from mam.support.messages import quote

MARGIN = 1.96  # standard errors in a 95% margin of error


@dataclass(frozen=True, repr=False)
class Estimate:
    """A mean (or a proportion) estimated from `n` independent cases, with its standard error (infinite for a single case).

    A format gives the mean with its 95% margin of error; the representation names the standard error.

    >>> estimate = Estimate(71.0, 1.0, 400)
    >>> f"{estimate:.1f}", estimate
    ('71.0 ± 2.0', 71.0000 (SE 1.0000, n = 400))
    """

    mean: float
    standard_error: float
    n: int

    @classmethod
    def of(cls, values: Sequence[float]) -> Estimate:
        """Estimate the mean of these values. Raises ValueError when there are none.

        >>> Estimate.of([1, 2, 3])
        2.0000 (SE 0.5774, n = 3)
        """
        if not values:
            raise ValueError("a mean needs at least one value")
        standard_error = stdev(values) / sqrt(len(values)) if len(values) > 1 else inf
        return Estimate(fmean(values), standard_error, len(values))

    @classmethod
    def of_proportion(cls, proportion: float, n: int) -> Estimate:
        """Return the estimate for a proportion observed in `n` cases.

        >>> Estimate.of_proportion(0.5, 100)
        0.5000 (SE 0.0500, n = 100)
        """
        return Estimate(proportion, sqrt(proportion * (1 - proportion) / n), n)

    @property
    def margin(self) -> float:
        """The 95% margin of error: what people read after ±."""
        return MARGIN * self.standard_error

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """Return the confidence interval at this level, by the normal distribution: it takes a few dozen cases at least.

        Raises ValueError for a level that is not between 0 and 1.

        >>> [round(end, 2) for end in Estimate(10, 1, 100).interval(0.95)]
        [8.04, 11.96]
        """
        if not 0 < level < 1:
            raise ValueError(f"a confidence level is between 0 and 1, like 0.95, not {quote(level)}")
        margin = NormalDist().inv_cdf((1 + level) / 2) * self.standard_error
        return self.mean - margin, self.mean + margin

    def __float__(self) -> float:
        return self.mean

    def __format__(self, spec: str) -> str:
        return f"{self.mean:{spec}} ± {self.margin:{spec}}" if spec else str(self)

    def __repr__(self) -> str:
        return f"{self.mean:.4f} (SE {self.standard_error:.4f}, n = {self.n:,})"
