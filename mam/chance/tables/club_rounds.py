"""The rounds of club players: how many there are of each bid and money captured, played by `tools/chance_rounds.py club`."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from math import sqrt
from typing import NamedTuple

from mam.chance.tables.schema import read_sums


class Moments(NamedTuple):
    """Mean and standard deviation."""

    mean: float
    sd: float


@cache
def count_rounds() -> Mapping[tuple[int, int], int]:
    """Return the number of rounds with each (bid, money captured by the bidder's side), in thousands of dollars."""
    return {(bid, taken): count for bid, taken, count in read_sums("club")["rounds"]}


def count_made() -> tuple[int, int]:
    """Return how many bids were made, and how many rounds there are."""
    rounds = count_rounds()
    return sum(count for (bid, taken), count in rounds.items() if taken >= bid), sum(rounds.values())


def count_scores() -> Counter[float]:
    """Return the number of rounds with each score of the bidder: the money captured, or minus a bid that was missed."""
    scores = Counter[float]()
    for (bid, taken), count in count_rounds().items():
        scores[taken if taken >= bid else -bid] += count
    return scores


def find_sd_of_difference() -> float:
    """Return the standard deviation of one side's score less the other's, whose mean is zero."""
    squares: int = read_sums("club")["squares"]
    return sqrt(squares / count_made()[1])


def find_moments(counts: Mapping[float, int]) -> Moments:
    """Return mean and standard deviation of values that are counted.

    >>> find_moments({1: 1, 3: 1})
    Moments(mean=2.0, sd=1.0)
    """
    rounds = sum(counts.values())
    mean = sum(value * count for value, count in counts.items()) / rounds
    return Moments(mean, sqrt(sum((value - mean) ** 2 * count for value, count in counts.items()) / rounds))
