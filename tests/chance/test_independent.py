"""Independence: every fact is found a second way, by the calculator of the game or by listing places."""

from fractions import Fraction
from itertools import permutations

import pytest
from cases import check_each

import mam
from mam.analysis.probability.questions import Chances
from mam.chance import find_page, list_facts
from mam.chance.tables import independent

PLACES = [*permutations(range(55), 2)]  # of the Tiger and the Bull


@pytest.fixture(scope="module")
def chances() -> Chances:
    return mam.chances("make-a-million-1935")


@check_each("case", [(3, "nest"), (13, "N"), (26, "N-S")])
def test_both_is_what_the_calculator_counts(chances: Chances, case: tuple[int, str]) -> None:
    size, where = case
    assert chances.chance(f"{where} holds Tiger and {where} holds Bull").exact == independent.find_both(size)
    assert chances.chance(f"{where} holds Tiger").exact == independent.find_alone(size)


@check_each("size", list(independent.SIZES))
def test_heights_are_those_of_all_places(size: int) -> None:
    """55 in place of 54 below a height would break the second half: both parts together are the Bull's own chance."""
    there = [bull < size for tiger, bull in PLACES if tiger < size]
    elsewhere = [bull < size for tiger, bull in PLACES if tiger >= size]
    heights = independent.find_heights(size)
    assert heights == (Fraction(sum(there), len(there)), Fraction(sum(elsewhere), len(elsewhere)))
    alone = independent.find_alone(size)
    assert alone * heights[0] + (1 - alone) * heights[1] == alone
    assert independent.find_excess(size) == alone / heights[0] - 1 > 0


def test_facts(chances: Chances) -> None:
    facts = list_facts("independent")
    both = Fraction(sum(tiger < 3 and bull < 3 for tiger, bull in PLACES), len(PLACES))
    assert facts["deals"] == 1 / both == 495
    assert facts["deals_by_product"] == Fraction(55, 3) ** 2
    no_red, no_yellow = chances.chance("N red = 0").exact, chances.chance("N yellow = 0").exact
    assert no_red and no_yellow
    assert facts["excess_colors"] == no_red * no_yellow / chances.chance("N red = 0 and N yellow = 0").exact


def test_a_hand_without_reds_has_more_yellows() -> None:
    assert Fraction(13 * 13, 42) > Fraction(13 * 13, 55)


def test_two_reds_of_sixteen() -> None:
    draws = [*permutations(range(16), 2)]
    answer = find_page("independent").checks[0].answer
    assert answer and answer.value == Fraction(sum(max(draw) < 4 for draw in draws), len(draws))
