"""The normal curve, as pictures draw it."""

from math import exp, pi, sqrt

_PEAK = 1 / sqrt(2 * pi)
REACH = 3.6  # standard deviations to each side
POINTS = 36  # to each side


def find_density(place: float) -> float:
    """Return the density of the standard normal distribution.

    >>> round(find_density(0), 4)
    0.3989
    """
    return _PEAK * exp(-place * place / 2)


def draw_bell() -> list[list[float]]:
    """Return the curve as points: standard deviations from the mean, and the height as a part of the greatest."""
    places = [REACH * k / POINTS for k in range(-POINTS, POINTS + 1)]
    return [[round(place, 3), round(find_density(place) / _PEAK, 4)] for place in places]
