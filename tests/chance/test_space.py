"""Sample space: every fact is found a second way, without the list of hands."""

from fractions import Fraction
from itertools import product
from math import comb

from cases import check_each

import mam
from mam.chance import find_page, list_facts, make_tables
from mam.chance.tables import space


def count_event(size: int, event: str) -> int:
    """Count by choosing: the cards that must be there, and the others from what is left."""
    ways = {"tiger": comb(4, size - 1), "some": comb(5, size) - comb(3, size), "none": comb(3, size)}
    ways["reds"] = comb(3, size - 2) if size > 1 else 0
    return ways[event]


@check_each("size", list(space.SIZES))
def test_the_lists_are_as_long_as_choosing_says(size: int) -> None:
    assert len(space.list_hands(size)) == comb(5, size)
    for event in space.EVENTS:
        assert sum(space.list_lit(size, event)) == count_event(size, event)
    assert space.find_chance(size, "tiger") == Fraction(size, 5)
    assert space.find_chance(size, "some") + space.find_chance(size, "none") == 1


def test_facts() -> None:
    facts = list_facts("space")
    assert facts["some_2"] == facts["red_40_2"] * 2 - facts["both_2"] == 7
    assert facts["none_2"] + facts["one_2"] + facts["both_2"] == facts["hands_2"] == 10
    assert facts["one_3"] == Fraction(2 * comb(3, 2), comb(5, 3))
    assert [facts[f"tiger_{size}"] for size in space.SIZES] == [1, 4, 6, 4]


def test_the_whole_pack_agrees_that_each_card_adds_the_same() -> None:
    """What the page says of five cards holds for 55: a hand of n has the Tiger in n of 55 deals, the nest in 3."""
    chances = mam.chances("make-a-million-1935")
    assert chances.chance("N holds Tiger").exact == Fraction(13, 55)
    assert chances.chance("nest holds Tiger").exact == Fraction(3, 55)


def test_what_is_lit_is_what_the_finding_counts() -> None:
    tables = make_tables("space")
    for key, stop in tables["stops"].items():
        lit = tables["drawing"]["lit"][key]
        assert len(lit) == len(tables["drawing"]["hands"][key.split("|")[0]])
        assert stop["big"] == f"{sum(lit)} of {len(lit)}" and stop["finding"].startswith(stop["big"])


def test_two_dice() -> None:
    answer = find_page("space").checks[3].answer
    throws = [*product(range(1, 7), repeat=2)]
    assert answer and answer.value == Fraction(sum(sum(throw) == 8 for throw in throws), len(throws))
