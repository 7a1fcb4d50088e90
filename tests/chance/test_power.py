"""Power: the alarms by simulation, by areas of the normal curve, and by what is published of repeated tests."""

import random
from math import sqrt
from statistics import NormalDist, fmean

import pytest
from cases import check_each

from mam.chance import list_facts
from mam.chance.tables import power

# A test at 5%, repeated: P. Armitage, C. K. McPherson and B. C. Rowe, "Repeated significance tests on accumulating data", 1969.
PUBLISHED = {5: 0.142, 10: 0.193, 50: 0.320}


@check_each("case", [(truth, size) for truth in power.TRUTHS for size in power.SIZES])
def test_one_look_is_two_areas_of_a_normal_curve(case: tuple[int, int]) -> None:
    truth, size = case
    error = power.find_error(size)
    estimate = NormalDist(truth, error)
    wanted = 1 - estimate.cdf(1.96 * error) + estimate.cdf(-1.96 * error)
    assert power.find_alarms(truth, size, 1) == pytest.approx(wanted, abs=2e-5)


@check_each("looks", [*PUBLISHED])
def test_repeated_looks_at_nothing_are_as_published(looks: int) -> None:
    assert power.find_alarms(0, 100, looks) == pytest.approx(PUBLISHED[looks], abs=0.0006)


@check_each("case", [(0, 100, 50), (20, 100, 10), (20, 400, 5), (50, 100, 50)])
def test_alarms_are_found_by_simulation(case: tuple[int, int, int]) -> None:
    truth, size, looks = case
    rng, sd, runs = random.Random(8), power.find_error(1), 4_000
    alarms = 0
    for _ in range(runs):
        total = 0.0
        for look in range(1, looks + 1):
            total += rng.gauss(truth * size / looks, sd * sqrt(size / looks))
            rounds = look * size / looks
            if abs(total / rounds) > 1.96 * sd / sqrt(rounds):
                alarms += 1
                break
    assert abs(alarms / runs - power.find_alarms(truth, size, looks)) < 0.03


def test_the_rounds_needed_have_the_power_wanted() -> None:
    facts = list_facts("power")
    for truth in (20, 50):
        rounds = round(float(facts[f"rounds_{truth}"]))
        assert power.find_alarms(truth, rounds, 1) == pytest.approx(0.8, abs=0.001)
    assert (1.96 + NormalDist().inv_cdf(0.8)) == pytest.approx(2.80, abs=0.005)  # of the first check


def test_only_overestimates_are_noticed() -> None:
    rng, error = random.Random(15), power.find_error(100)
    estimates = [rng.gauss(20, error) for _ in range(60_000)]
    gains = [estimate for estimate in estimates if estimate > 1.96 * error]
    assert abs(fmean(gains) - list_facts("power")["estimate"]) < 1
    assert fmean(gains) > 3 * 20
    assert abs(len(gains) / len(estimates) - list_facts("power")["power_20_100"]) < 0.008  # few show a loss


def test_each_look_more_raises_more_alarms() -> None:
    for truth in power.TRUTHS:
        alarms = [power.find_alarms(truth, 100, looks) for looks in power.LOOKS]
        assert alarms == sorted(alarms)
