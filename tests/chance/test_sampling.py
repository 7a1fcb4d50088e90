"""Sampling: the facts by the terms of the binomial distribution in another form, and by samples of the rounds."""

import random
from math import comb, exp, lgamma, log, sqrt
from statistics import fmean, pstdev

import pytest
from cases import check_each

from mam.chance import list_facts
from mam.chance.tables import sampling


def find_probability(size: int, count: int, truth: float) -> float:
    """Return a binomial probability by logarithms."""
    ways = lgamma(size + 1) - lgamma(count + 1) - lgamma(size - count + 1)
    return exp(ways + count * log(truth) + (size - count) * log(1 - truth))


@check_each("size", sampling.SIZES)
def test_how_often_a_sample_is_near_the_truth(size: int) -> None:
    truth = float(sampling.find_truth())
    for points in map(int, sampling.LIMITS):
        near = [count for count in range(size + 1) if abs(count / size - truth) <= points / 100]
        wanted = sum(find_probability(size, count, truth) for count in near)
        assert sampling.find_within(size, points) == pytest.approx(wanted, abs=1e-9)


def test_the_facts_are_found_by_drawing_samples() -> None:
    facts, rng = list_facts("sampling"), random.Random(12)
    truth = float(facts["truth"])
    tens = [sum(rng.random() < truth for _ in range(10)) for _ in range(40_000)]
    assert abs(fmean(abs(count / 10 - truth) <= 0.05 for count in tens) - facts["within_10"]) < 0.01
    assert abs(fmean(count == 10 for count in tens) - facts["all_ten"]) < 0.006
    assert abs(fmean(count <= 6 for count in tens) - facts["six_or_fewer"]) < 0.008
    assert abs(100 * pstdev(count / 10 for count in tens) - facts["error_10"]) < 0.2
    for births, name in ((15, "boys_small"), (45, "boys_large")):
        days = [rng.getrandbits(births).bit_count() / births >= 0.6 for _ in range(20_000)]
        assert abs(fmean(days) - facts[name]) < 0.013
    hundreds = [sum(rng.random() < truth for _ in range(100)) for _ in range(5_000)]
    assert abs(fmean(abs(count / 100 - truth) <= 0.05 for count in hundreds) - facts["within_100"]) < 0.02
    assert abs(100 * pstdev(count / 100 for count in hundreds) - facts["error_100"]) < 0.15


def test_four_times_as_many_have_half_the_scatter() -> None:
    facts = list_facts("sampling")
    for size in (10, 50, 500):
        assert sampling.find_standard_error(4 * size) == pytest.approx(sampling.find_standard_error(size) / 2)
    assert facts["error_1000"] == pytest.approx(facts["error_10"] / 10)


def test_the_samples_that_are_drawn_scatter_as_said() -> None:
    for size in sampling.SIZES:
        for hundred in sampling.HUNDREDS:
            pile = [count / size for count in sampling.draw_samples(size, hundred)]
            error = sampling.find_standard_error(size)
            assert len(pile) == sampling.SHOWN_SAMPLES
            assert abs(fmean(pile) - float(sampling.find_truth())) < 3.5 * error / 10
            assert 0.75 * error < pstdev(pile) < 1.25 * error


def test_only_eight_of_ten_are_within_five_points() -> None:
    truth = sampling.find_truth()
    assert [count for count in range(11) if abs(count / 10 - truth) <= 0.05] == [8]
    assert list_facts("sampling")["within_10"] == pytest.approx(45 * float(truth) ** 8 * float(1 - truth) ** 2)


def test_what_the_questions_say() -> None:
    """Births: 30% of days and 12%; and a hundred thousand rounds or a million have nearly the same standard error."""
    assert sum(comb(15, boys) for boys in range(9, 16)) / 2**15 == pytest.approx(0.30, abs=0.005)
    assert sum(comb(45, boys) for boys in range(27, 46)) / 2**45 == pytest.approx(0.12, abs=0.005)
    few, many = (sqrt((whole - 1000) / (whole - 1)) for whole in (100_000, 1_000_000))
    assert many - few < 0.005
