"""Test: how often chance alone is as far off as Red was, named as trump by rulebook players."""

from fractions import Fraction
from functools import cache
from math import ceil, exp, floor, lgamma, log, sqrt

from mam.chance.tables.schema import PageTables, Stop, make_control, read_sums, write_percent

ROUNDS = (100, 200, 400, 700, 1000, 2000, 4000, 7000, 10_000, 20_000, 40_000, 70_000, 100_000)
CLAIM = Fraction(1, 4)
THRESHOLD = 0.05
RUNS = 1000
_REACH = 6.5  # standard errors each way that are drawn
_FARTHEST = 12  # standard errors from a quarter: farther counts change no digit
_LOG_RED, _LOG_OTHER = log(CLAIM), log(1 - CLAIM)


@cache
def count_reds(rounds: int) -> int:
    """Return how often Red was trump in the first rounds; every person has dealt in turn."""
    place = ROUNDS.index(rounds)
    return sum(row[place] for row in read_sums("trumps").values())


def find_chance(rounds: int, count: int) -> float:
    """Return the chance of exactly this many Reds, if each color is trump in a quarter of the rounds."""
    ways = lgamma(rounds + 1) - lgamma(count + 1) - lgamma(rounds - count + 1)
    return exp(ways + count * _LOG_RED + (rounds - count) * _LOG_OTHER)


@cache
def find_tails(rounds: int, count: int) -> float:
    """Return how often chance alone is at least as far from a quarter as this count, above or below: the p-value."""
    middle = rounds * CLAIM
    off, reach = abs(count - middle), _FARTHEST * sqrt(rounds * CLAIM * (1 - CLAIM))
    below = range(max(0, ceil(middle - reach)), floor(middle - off) + 1)
    above = range(ceil(middle + off), min(rounds, floor(middle + reach)) + 1)
    return sum(find_chance(rounds, reds) for reds in {*below, *above})


def list_facts() -> dict[str, Fraction | float]:
    """Return the facts of the page."""
    facts: dict[str, Fraction | float] = {f"p_{rounds}": find_tails(rounds, count_reds(rounds)) for rounds in ROUNDS}
    return {
        **facts,
        "threshold": THRESHOLD,
        "red_400": Fraction(count_reds(400)),
        "off_400": count_reds(400) - 400 * CLAIM,
        "p_100000_billion": 10**9 * facts["p_100000"],
        "favor": 100 * (Fraction(count_reds(100_000), 100_000) - CLAIM),
    }


def write_p(value: float) -> str:
    """Return a p-value in percent, or, below a hundredth of a percent, as a number in a billion.

    >>> write_p(0.2252), write_p(0.0341), write_p(0.00054), write_p(9.3e-9)
    ('23%', '3.4%', '0.05%', '9 in a billion')
    """
    return f"{10**9 * value:.0f} in a billion" if value < 1e-4 else write_percent(value, 2 if value < 0.00095 else None)


def draw_heap(rounds: int) -> list[list[float]]:
    """Return 1,000 fair runs as bars: where each begins, its width, and the number of runs. Each holds an odd number of counts, so that the
    claim is in the middle of a bar."""
    error = sqrt(rounds * CLAIM * (1 - CLAIM))
    half = max(0, round(error / 6 - 0.5))
    middle, wide = int(rounds * CLAIM), 2 * half + 1
    last = int(_REACH * error / wide)
    bars = []
    for step in range(-last, last + 1):
        reds = range(max(0, middle + step * wide - half), middle + step * wide + half + 1)
        runs = RUNS * sum(find_chance(rounds, count) for count in reds)
        bars.append([middle + step * wide - half - 0.5, wide, round(runs, 3)])
    return bars


def _find_stop(rounds: int) -> Stop:
    count = count_reds(rounds)
    p, expected = find_tails(rounds, count), int(rounds * CLAIM)
    far = (
        f"Chance alone is at least {abs(count - expected):,} off that often."
        if count != expected
        else "Exactly as expected."
    )
    verdict = "Rejected at 5%." if p < THRESHOLD else "Not rejected at 5%."
    return {
        "big": write_p(p),
        "finding": f"Red {count:,} times, expected {expected:,}: p\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}{write_p(p)}.",
        "detail": f"{far} {verdict}",
    }


def _draw_stop(rounds: int) -> dict[str, object]:
    middle, reach = float(rounds * CLAIM), _REACH * sqrt(rounds * CLAIM * (1 - CLAIM))
    off = abs(count_reds(rounds) - middle)
    edge = max(0.0, off - 0.5)  # counts are drawn half to each side
    return {
        "bars": draw_heap(rounds),
        "range": [middle - reach, middle + reach],
        "lit": [[middle - reach, middle - edge], [middle + edge, middle + reach]],
        "line": [count_reds(rounds), f"Red {count_reds(rounds):,}"],
        "names": [f"{RUNS:,} fair runs", f"{off:,.0f} off or more"],
        "x": "rounds with Red as trump",
    }


def make_tables() -> PageTables:
    """Return the tables of the page."""
    labels = {f"{rounds}": f"{rounds:,} rounds" for rounds in ROUNDS}
    columns = ["rounds", "Red was trump", "expected", "standard error", "p"]
    rows = [
        [
            f"{rounds:,}",
            f"{count_reds(rounds):,}",
            f"{int(rounds * CLAIM):,}",
            f"{sqrt(rounds * CLAIM * (1 - CLAIM)):.1f}",
            f"{find_tails(rounds, count_reds(rounds)):.3g}",
        ]
        for rounds in ROUNDS
    ]
    return {
        "picture": "heap",
        "controls": [make_control("rounds", "Rounds seen", labels, "400", is_range=True)],
        "stops": {f"{rounds}": _find_stop(rounds) for rounds in ROUNDS},
        "guess": {"low": 0, "high": 100, "start": 50, "factor": 100, "before": "", "after": "%", "whole": 100},
        "drawing": {"stops": {f"{rounds}": _draw_stop(rounds) for rounds in ROUNDS}},
        "table": {"columns": columns, "rows": rows},
        "drawn": "Bars show how often each number of Red rounds comes up by chance alone. A line marks the number that was seen; what is at least as far off, on both sides, is darker.",
        "first": "Drag to more rounds.",
        "source": "Red: 100,000 rounds of rulebook players with auctions; the players deal in turn. p: both tails of the binomial distribution, exactly. Drawn: 1,000 fair runs as expected.",
    }
