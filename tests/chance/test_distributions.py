"""Distributions: the shapes a second way, by the calculator, by formulas of mean and variance, and by drawing."""

import random
from fractions import Fraction
from math import comb, sqrt

from cases import check_each

import mam
from mam.chance import list_facts, make_tables
from mam.chance.tables import distributions


def test_dealt_reds_are_what_the_calculator_counts() -> None:
    chances = mam.chances("make-a-million-1935")
    for count in range(9):
        assert chances.chance(f"N red = {count}").exact == distributions.find_dealt(13, count)
    assert chances.chance("N red >= 7").exact == list_facts("distributions")["many_dealt"]
    assert chances.chance("N-S red >= 7").exact == distributions.add_many(distributions.find_dealt, 26)
    assert chances.chance("N holds Bull and N holds Bear").exact == distributions.PAIR


@check_each("size", [*distributions.SIZES])
def test_every_shape_has_its_mean_and_its_deviation(size: int) -> None:
    red = Fraction(13, 55)
    variance = size * red * (1 - red)
    cases = (
        (distributions.find_dealt, size * red, variance * Fraction(55 - size, 54)),
        (distributions.find_put_back, size * red, variance),
        (distributions.find_pairs, size * Fraction(26, 495), size * Fraction(26 * 469, 495**2)),
    )
    for shape, mean, square in cases:
        chances = [shape(size, count) for count in range(size + 1)]
        assert sum(chances) == 1
        assert sum(count * chance for count, chance in enumerate(chances)) == mean
        assert abs(distributions.find_deviation(shape, size) - sqrt(square)) < 1e-9


def test_drawing_with_and_without_putting_back_comes_to_the_same() -> None:
    rng = random.Random(5)
    pack = [1] * 13 + [0] * 42
    many = {"dealt": 0, "put back": 0}
    trials = 40_000
    for _ in range(trials):
        many["dealt"] += sum(rng.sample(pack, 13)) >= 7
        many["put back"] += sum(rng.choices(pack, k=13)) >= 7
    facts = list_facts("distributions")
    assert abs(many["dealt"] / trials - float(facts["many_dealt"])) < 0.0018
    assert abs(many["put back"] / trials - float(facts["many_put_back"])) < 0.0027


def test_poisson_is_the_limit_of_ever_rarer_things() -> None:
    mean, tries = 40 * distributions.PAIR, 10**6
    for count in range(6):
        chance = float(mean / tries)
        limit = comb(tries, count) * chance**count * (1 - chance) ** (tries - count)
        assert abs(limit - distributions.find_poisson(40, count)) < 1e-5
    assert abs((1 - 3 / tries) ** tries - list_facts("distributions")["no_raisin"]) < 1e-5


def test_the_words_are_true() -> None:
    stops = make_tables("distributions")["stops"]
    assert stops["13|red"]["finding"] == "Seven or more: 0.70%; put back 1.79%."
    assert stops["2|red"]["detail"] == "Mean 0.47; SD 0.60, put back 0.60."  # no difference can be seen
    dealt, put_back = (
        distributions.find_deviation(shape, 26) for shape in (distributions.find_dealt, distributions.find_put_back)
    )
    assert dealt < 0.75 * put_back  # a large one
    assert comb(13, 4) == 715  # a slip names it
    drawn = make_tables("distributions")["drawing"]["stops"]
    for key, stop in drawn.items():
        assert sum(high for _, _, high in stop["bars"]) > 0.999, key  # nothing worth seeing lies outside
