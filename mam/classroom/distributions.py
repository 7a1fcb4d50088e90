"""The binomial and the normal distribution, as exercises need them: exact, or as a fraction that is short enough to store."""

from fractions import Fraction
from math import comb
from statistics import NormalDist


def shorten(number: Fraction | float) -> Fraction:
    """Return a number as a fraction with at most twelve digits below the line: an answer is stored as text.

    >>> shorten(0.05), shorten(Fraction(1, 3) ** 40).denominator <= 10**12
    (Fraction(1, 20), True)
    """
    return Fraction(number).limit_denominator(10**12)


def list_binomial(n: int, chance: Fraction) -> list[Fraction]:
    """Return the probabilities of 0 to n successes in n independent trials.

    >>> list_binomial(2, Fraction(1, 4))
    [Fraction(9, 16), Fraction(3, 8), Fraction(1, 16)]
    """
    return [comb(n, count) * chance**count * (1 - chance) ** (n - count) for count in range(n + 1)]


def find_chance_below(distance: float) -> Fraction:
    """Return the probability that a normal value is below a point this many standard deviations above its mean.

    >>> find_chance_below(0), round(float(find_chance_below(1.96)), 3)
    (Fraction(1, 2), 0.975)
    """
    return shorten(NormalDist().cdf(distance))
