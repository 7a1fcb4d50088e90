"""Adding up: the totals by enumeration of two rounds, by drawing rounds, and by what moments of sums must be."""

import random
from itertools import product
from math import comb
from statistics import fmean

import pytest
from cases import check_each

from mam.chance import list_facts, make_tables
from mam.chance.tables import clt
from mam.chance.tables.club_rounds import count_made, count_scores


def draw_totals(rounds: int, number: int) -> list[float]:
    """Return totals of rounds that are drawn with a fixed seed."""
    scores, rng = count_scores(), random.Random(41)
    drawn = rng.choices([*scores], [*scores.values()], k=rounds * number)
    return [sum(drawn[place : place + rounds]) for place in range(0, len(drawn), rounds)]


def test_the_total_of_two_rounds_is_enumerated() -> None:
    scores = count_scores()
    square = scores.total() ** 2
    negative = sum(scores[one] * scores[two] for one, two in product(scores, repeat=2) if one + two < 0)
    mean, sd = clt.find_total_moments(2)
    inside = sum(
        scores[one] * scores[two] for one, two in product(scores, repeat=2) if abs(one + two - mean) <= 1.96 * sd
    )
    assert clt.find_tails(2).negative == pytest.approx(negative / square)
    assert clt.find_inside(2) == pytest.approx(inside / square)


@check_each("rounds", [1, 2, 7, 20, 40])
def test_mean_and_variance_of_the_totals(rounds: int) -> None:
    totals = clt.find_totals()[rounds - 1]
    low, (mean, sd) = clt.find_lowest(rounds), clt.find_total_moments(rounds)
    assert sum(totals) == pytest.approx(1)
    found = sum((low + clt.STEP * place) * value for place, value in enumerate(totals))
    assert found == pytest.approx(mean)
    assert sum((low + clt.STEP * place - mean) ** 2 * value for place, value in enumerate(totals)) == pytest.approx(
        sd * sd
    )


def test_the_facts_are_found_by_drawing_rounds() -> None:
    facts = list_facts("clt")
    tens = draw_totals(10, 40_000)
    assert abs(fmean(total < 0 for total in tens) - facts["negative_10"]) < 0.0015
    twenties = draw_totals(20, 20_000)
    mean, sd = clt.find_total_moments(20)
    assert abs(fmean(total < mean - 1.96 * sd for total in twenties) - facts["below_20"]) < 0.004
    assert abs(fmean(total > mean + 1.96 * sd for total in twenties) - facts["above_20"]) < 0.003
    # If the heap of missed bids were at the other side, the tails would be, too.
    assert facts["below_20"] > 2 * facts["above_20"]
    forties = draw_totals(40, 10_000)
    mean, sd = clt.find_total_moments(40)
    assert abs(fmean(abs(total - mean) <= 1.96 * sd for total in forties) - facts["inside_40"]) < 0.007


def test_what_the_guess_and_the_goal_say() -> None:
    """A total of ten is below zero about as often as six bids or more are missed; a missed bid costs its mean."""
    made, rounds = count_made()
    missed = 1 - made / rounds
    six = sum(comb(10, count) * missed**count * (1 - missed) ** (10 - count) for count in range(6, 11))
    assert abs(six - list_facts("clt")["negative_10"]) < 0.001
    losses = [-score for score, count in count_scores().items() if score < 0 for _ in range(count)]
    assert fmean(losses) == pytest.approx(float(list_facts("clt")["cost"]))


def count_heaps(heights: list[float], depth: float) -> int:
    """Return the number of hills with a valley of less than this part of both beside them."""
    hills, top, low, is_rising = 0, 0.0, 0.0, True
    for height in [*heights, 0.0]:
        if is_rising:
            top = max(top, height)
            if height < depth * top:
                hills, low, is_rising = hills + 1, height, False
        else:
            low = min(low, height)
            if depth * height > low and height > 0.01 * max(heights):
                top, is_rising = height, True
    return hills


def test_two_heaps_three_and_one_hill() -> None:
    bars = make_tables("clt")["drawing"]["bars"]
    assert [count_heaps(bars[f"{rounds}"]["heights"], 0.9) for rounds in (1, 2, 40)] == [2, 3, 1]
    assert count_heaps(bars["10"]["heights"], 0.9) > 3  # they only begin to run together


def test_bars_below_zero_are_the_totals_below_zero() -> None:
    for rounds in (1, 2, 10):
        bar = make_tables("clt")["drawing"]["bars"][f"{rounds}"]
        lost = [height for k, height in enumerate(bar["heights"]) if bar["low"] + (k + 0.5) * bar["width"] < 0]
        assert sum(lost) == pytest.approx(clt.find_tails(rounds).negative, abs=2e-4)
